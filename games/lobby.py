"""A table before the deal: who sits down, what the host may do, and when it begins.

A match in its lobby has a seat row for every place that is taken; their numbers have no gaps. Each change locks the
match, looks again, and does nothing when it is sent twice.
"""

import json
import logging
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import ties
from accounts.models import NAME_LIMIT, User
from games import decks, naming, notices, talk
from games.alone import alone
from games.catalog import GAMES, AnyGame
from games.dealing import BOT_NAMES, MOST_FACES, deal
from games.desk import BrokenMatch, readable
from games.models import Invitation, Match, Seat, new_link
from games.paces import PACES
from quotes.models import Deck

logger = logging.getLogger(__name__)

MOST_UNFILLED = 20
UNFILLED_FOR = timedelta(days=14)

WHY = {
    "gone": _("There is no such table, or it is not open to you."),
    "link_gone": _("This invitation is not valid. It was withdrawn or replaced, or the match has begun."),
    "begun": _("This match has begun; nobody can sit down or change the table any more."),
    "closed": _("This table was closed. Nothing will be dealt here any more."),
    "full": _("Every seat at this table is taken."),
    "guests": _("This is an open table, and guests can sit down only where they were invited."),
    "not_open": _("You cannot sit down at this table."),
    "few_cards": _(
        "These decks have %(there)s cards, and a match of %(seats)s needs at least %(needed)s. Add a deck, or play "
        "with fewer seats."
    ),
    "no_blank": _(
        "No blank card is left at this table. Nothing was kept; copy what you wrote if you want it."
    ),
    "bad_text": "%(words)s",
    "long_source": _("The source is too long: %(length)s characters, and %(limit)s are allowed."),
    "no_quote": _("Write a quote first. A blank card without one says nothing."),
    "grabbed": _("Somebody was faster: %(name)s has it."),
    "not_yours": _("Somebody at this table has taken that one meanwhile: %(name)s. Choose another."),
    "no_deck": _("That deck is not there for you any more. Choose again."),
    "not_host": _("Only the host of the table can do that."),
    "too_few": _("There are not enough people yet. Wait for more, or let bots fill the free seats."),
    "left": _("The seat you chose to start was given up meanwhile. Choose again."),
    "seat_left": _("Nobody sits there any more. Nothing was saved; choose again."),
    "own_seat": _("Nobody names themselves here. Nothing was saved; choose one of the others."),
    "not_understood": _("That choice is not there. Nothing was changed; choose again."),
    "too_many_bots": _("Leave at least one seat for a person: there are as many bots as seats."),
    "too_many_tables": _("You have 20 tables that wait for people. Fill, start or cancel one of them first."),
    "too_many_guests": _("Too many new guests came from your network just now. Please try again in an hour."),
    "too_many_invitations": _(
        "You have asked very many people just now. You can ask the next one %(again)s."
    ),
    "nobody_there": _("This person does not sit at the table any more."),
    "cannot_invite": _("This person cannot be invited to this table."),
    "not_a_bots": _("This seat is not a bot's, so it cannot be offered."),
    "broken": _("Something is wrong with the rules of this game, so nothing was dealt. Nothing is lost."),
    "taken": _("Somebody else has taken this seat."),
}


class Refused(Exception):
    """Why something was not done: a key of WHY, the status its page is sent with, and what the sentence names."""

    def __init__(self, why: str, status: int = 409, **names: Any) -> None:
        super().__init__(why)
        self.why, self.status, self.names = why, status, names

    @property
    def words(self) -> str:
        """The sentence for the person who is refused."""
        return str(WHY[self.why]) % self.names if self.names else str(WHY[self.why])


@dataclass
class Table:
    """A match and its taken seats in order; locked if it comes from `locked`."""

    match: Match
    seats: list[Seat]

    @property
    def free(self) -> int:
        return max(0, self.match.wanted - len(self.seats))

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.person_id]

    @property
    def game(self) -> AnyGame:
        with readable():
            return GAMES[self.match.game]

    def seat_of(self, person: Any) -> Seat | None:
        return next((seat for seat in self.people if seat.person_id == person.pk), None)

    def number_of_bots(self) -> int:
        return sum(seat.bot for seat in self.seats)


def table_of(match: Match) -> Table:
    """Without the seats of people whose account is gone, before the deal; `locked` then takes them away."""
    seats = match.seats.select_related("person").order_by("number")
    return Table(match, [seat for seat in seats if match.dealt or seat.bot or seat.person_id])


@contextmanager
def locked(**such: Any) -> Iterator[Table]:
    """The table under its lock, in one transaction. Raises Refused if there is none."""
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).filter(practice=False, **such).first()
        if match is None:
            raise Refused("link_gone" if "invite" in such else "gone", 404)
        if match.status == Match.Status.LOBBY:
            match.seats.filter(person=None, bot=False).delete()
        table = table_of(match)
        if match.status == Match.Status.LOBBY:
            close_up(table)
        yield table


def must_wait(table: Table) -> None:
    """Raises Refused unless the match is still in its lobby."""
    if table.match.status != Match.Status.LOBBY:
        raise Refused("closed" if table.match.over else "begun", 410 if table.match.over else 409)


def must_host(table: Table, person: Any) -> None:
    if table.seat_of(person) is None:
        raise Refused("gone", 404)
    if table.match.host_id != person.pk:
        raise Refused("not_host")


def changed(table: Table, *fields: str) -> None:
    table.match.changed += 1
    table.match.save(update_fields=["changed", *fields])


# A new table


def complete(slug: str, seats: int, pace: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options with what was left open set as fits the pace. Raises ValueError for some the game does not have."""
    game = GAMES[slug]
    fields = [
        field for field in game.settings(seats, Match(pace=pace).live) if not naming.naming_seats(field)
    ]
    presets = {field.name: field.preset for field in fields if field.preset is not None}
    chosen = presets | {field.name: options[field.name] for field in fields if field.name in options}
    try:
        msgspec.convert(chosen, game.options_type)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    return chosen


def create(
    person: Any,
    slug: str,
    *,
    seats: int,
    bots: int,
    pace: int,
    options: dict[str, Any],
    chosen_decks: Iterable[Deck] = (),
    **more: Any,
) -> Match:
    """A new table with its host and bots. more: visibility, auto_start, watchable, before, vetoed.

    chosen_decks: for a game whose cards people write; the usual one if none is named.

    Raises KeyError for an unknown game, ValueError for what the form does not offer, Refused for too many tables.
    """
    game = GAMES[slug]
    if seats not in game.seats or not 0 <= bots < seats or pace not in PACES:
        raise ValueError(f"no table of {slug} with {seats} seats, {bots} bots and a pace of {pace} s")
    options = complete(slug, seats, pace, options)
    chosen = (list(chosen_decks) or decks.usual()) if game.from_decks else []
    must_have_cards(slug, seats, chosen, options, more.get("vetoed", ()))
    with transaction.atomic():
        # The lock on the person makes two creations at once count one after the other.
        person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if Match.objects.filter(host=person, status=Match.Status.LOBBY).count() >= MOST_UNFILLED:
            raise Refused("too_many_tables", 429)
        match = Match.objects.create(
            game=slug,
            rules=game.version,
            status=Match.Status.LOBBY,
            host=person,
            pace=pace,
            wanted=seats,
            options=json.dumps(options),
            invite=new_link(),
            **more,
        )
        if chosen:
            match.decks.set(chosen)
        table = Table(match, [])
        add_person(table, person)
        add_bots(table, bots)
    return match


def must_have_cards(
    slug: str, seats: int, chosen: Iterable[Deck], options: dict[str, Any], vetoed: Iterable[int] = ()
) -> None:
    """Raises Refused if the decks are too small for a match of so many seats (blanks do not count)."""
    needed = GAMES[slug].least_cards(seats)
    there = len(decks.cards_of(chosen, options.get("side", ""), vetoed)) if needed else 0
    if there < needed:
        raise Refused("few_cards", 422, there=there, needed=needed, seats=seats)


def add_person(table: Table, person: Any, told: dict[str, Any] | None = None) -> Seat:
    seat = Seat(
        match=table.match,
        number=len(table.seats),
        person=person,
        name=str(person)[:NAME_LIMIT],
        face=person.face,
        told=naming.still_free(table.match.game, told or {}, table.seats),
    )
    seat.save()
    table.seats.append(seat)
    return seat


def add_bots(table: Table, count: int) -> None:
    taken = {seat.name for seat in table.seats}
    names = [name for name in BOT_NAMES if name not in taken]
    for name in random.sample(names, min(count, len(names))):
        number, face = len(table.seats), random.randrange(MOST_FACES)
        seat = Seat.objects.create(match=table.match, number=number, bot=True, name=name, face=face)
        table.seats.append(seat)


# Sitting down and getting up


def sit_down(table: Table, person: Any, told: dict[str, Any] | None = None) -> None:
    """Take a free seat at a locked table; nothing happens to who sits there already. Raises Refused."""
    if table.seat_of(person):
        return
    must_wait(table)
    must_be_welcome(table, person)
    if not table.free:
        raise Refused("full")
    seat = add_person(table, person, told)
    Invitation.objects.filter(match=table.match, person=person).delete()
    changed(table)
    talk.note(table.match, "joined", seat.number)
    notices.joined(table.match, seat)
    start_by_itself(table)


def must_be_welcome(table: Table, person: Any) -> None:
    if Invitation.objects.filter(match=table.match, person=person, barred=True).exists():
        raise Refused("not_open")
    if table.match.visibility == Match.Visibility.OPEN and person.is_guest:
        raise Refused("guests")
    if table.match.visibility == Match.Visibility.OPEN and avoided_by(table, person):
        raise Refused("not_open")


def join(code: str, person: Any, told: dict[str, Any] | None = None) -> Match:
    """Sit down at an open table, or where one was invited by name. Raises Refused."""
    with locked(code=code) as table:
        if not table.seat_of(person) and not may_see(table, person):
            raise Refused("gone", 404)
        sit_down(table, person, told)
        return table.match


def may_see(table: Table, person: Any) -> bool:
    """Whether a table that is not dealt shows itself to somebody who does not sit there."""
    if table.match.visibility == Match.Visibility.OPEN and not avoided_by(table, person):
        return True
    return Invitation.objects.filter(match=table.match, person=person, barred=False).exists()


def avoided_by(table: Table, person: Any) -> bool:
    """Whether somebody at this table and this person have blocked one another."""
    return not ties.blocked_with(person).isdisjoint(seat.person_id for seat in table.people)


def take_back(code: str, person: Any) -> Match:
    """Get up before the deal. The table goes on to who has sat there longest; without people it is closed."""
    with locked(code=code) as table:
        seat = table.seat_of(person)
        if seat is not None:
            must_wait(table)
            get_up(table, seat)
        return table.match


def get_up(table: Table, seat: Seat) -> None:
    seat.delete()
    table.seats.remove(seat)
    close_up(table)
    if not table.people:
        close(table, "cancelled", timezone.now())
    elif table.match.host_id == seat.person_id:
        table.match.host = table.people[0].person
    changed(table, "host")


def close_up(table: Table) -> None:
    """Number the seats from 0 without gaps, in the order in which they were taken."""
    for number, seat in enumerate(table.seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])


# What the host may do


def remove(code: str, host: Any, seat: int) -> Match:
    """Send a joiner or a bot (the row's key) away. A person cannot come back by the link or on their own."""
    with locked(code=code) as table:
        must_host(table, host)
        must_wait(table)
        row = next((one for one in table.seats if one.pk == seat), None)
        if row is None or row.person_id == host.pk:
            return table.match
        if row.person_id:
            bar(table, row.person)
        get_up(table, row)
        return table.match


def bar(table: Table, person: Any) -> None:
    row = {"by": table.match.host, "barred": True, "declined_at": timezone.now()}
    Invitation.objects.update_or_create(match=table.match, person=person, defaults=row)
    if table.match.invite:
        table.match.invite = new_link()
        table.match.save(update_fields=["invite"])


def hand_over(code: str, host: Any, seat: int) -> Match:
    with locked(code=code) as table:
        must_host(table, host)
        must_wait(table)
        row = next((one for one in table.people if one.pk == seat), None)
        if row is None:
            raise Refused("nobody_there")
        table.match.host = row.person
        changed(table, "host")
        return table.match


def fill_with_bots(code: str, host: Any, count: int = MOST_FACES) -> Match:
    """So many bots more, at most as many as there are free seats; dealt at once if that was wanted."""
    with locked(code=code) as table:
        must_host(table, host)
        must_wait(table)
        if table.free:
            add_bots(table, min(count, table.free))
            changed(table)
            start_by_itself(table)
        return table.match


def set_link(code: str, person: Any, *, on: bool) -> Match:
    """A new link, or none; the old one leads nowhere from now on."""
    with locked(code=code) as table:
        must_host(table, person)
        must_wait(table)
        table.match.invite = new_link() if on else None
        changed(table, "invite")
        return table.match


def cancel(code: str, host: Any) -> Match:
    with locked(code=code) as table:
        must_host(table, host)
        if table.match.status != Match.Status.CLOSED:
            must_wait(table)
            close(table, "cancelled", timezone.now())
            changed(table)
            others = [seat for seat in table.people if seat.person_id != host.pk]
            notices.noted(table.match, others, "cancelled")
        return table.match


def close(table: Table, why: str, now: datetime) -> None:
    match = table.match
    match.status, match.since, match.ended_at, match.closed_why = Match.Status.CLOSED, now, now, why
    match.save(update_fields=["status", "since", "ended_at", "closed_why"])


def expire_unfilled(now: datetime) -> int:
    """Close tables that nobody filled in 14 days, and tell those who sit there; how many there were."""
    old = Match.objects.filter(status=Match.Status.LOBBY, since__lte=now - UNFILLED_FOR)
    closed = 0
    for code in list(old.values_list("code", flat=True)):
        with alone(code), locked(code=code) as table:
            if table.match.status != Match.Status.LOBBY or table.match.since > now - UNFILLED_FOR:
                continue
            close(table, "unfilled", now)
            changed(table)
            notices.noted(table.match, table.people, "unfilled")
            closed += 1
    return closed


def tell(code: str, person: Any, told: dict[str, Any], named: dict[str, int | None] | None = None) -> Match:
    """What this person answers to what the game asks everybody before the deal. Nobody else notices.

    named: for what is asked about the others at the table, the key of a seat's row, or None for nobody; what is not
    in it stays as it was answered. Raises Refused.
    """
    with locked(code=code) as table:
        seat = table.seat_of(person)
        if seat is None:
            raise Refused("gone", 404)
        must_wait(table)
        must_be_others(table, seat, named or {})
        asked = [field.name for field in naming.split(table.game.asks)[1]]
        votes = {name: seat.told.get(name) for name in asked} | (named or {})
        seat.told = told | {name: key for name, key in votes.items() if key is not None}
        seat.save(update_fields=["told"])
        return table.match


def must_be_others(table: Table, own: Seat, named: dict[str, int | None]) -> None:
    """Raises Refused unless all that are named sit at the table, and none of them is the one who names."""
    chosen = {key for key in named.values() if key is not None}
    if own.pk in chosen:
        raise Refused("own_seat", 422)
    if not chosen <= {seat.pk for seat in table.seats}:
        raise Refused("seat_left", 422)


# The start


def start(code: str, host: Any, how: str = "few", named: dict[str, int | None] | None = None) -> Match:
    """Deal. how: "few" drops free seats, "bots" fills them, "claim" fills them with bots whose seats may be taken.

    named: for options that name a seat, the key of its row, or None for leaving it open. Pressed again it changes
    nothing. Raises Refused.
    """
    with locked(code=code) as table:
        if table.seat_of(host) and table.match.dealt:
            return table.match
        must_host(table, host)
        must_wait(table)
        before = len(table.seats)
        if how in ("bots", "claim"):
            add_bots(table, table.free)
        if how == "claim":
            for seat in table.seats[before:]:
                seat.invite = new_link()
                seat.save(update_fields=["invite"])
        begin(table, seats_named(table, named or {}))
        return table.match


def start_by_itself(table: Table) -> None:
    """Deal if the last seat is taken and that was wanted. Decks that shrank meanwhile are the host's to mend."""
    match = table.match
    if table.free or not match.auto_start:
        return
    try:
        begin(table)
    except Refused as refused:
        if refused.why != "few_cards":
            raise
        talk.note(match, "few_cards")
        notices.noted(match, [seat for seat in table.people if seat.person_id == match.host_id], "few_cards")


def seats_named(table: Table, named: dict[str, int | None]) -> dict[str, int]:
    places = {seat.pk: seat.number for seat in table.seats}
    missing = [key for key in named.values() if key is not None and key not in places]
    if missing:
        raise Refused("left", 422)
    return {name: places[key] for name, key in named.items() if key is not None}


def begin(table: Table, named: dict[str, int] | None = None) -> None:
    """Deal to those who sit at a locked table. Its link ends here, unless a bot's seat may still be taken."""
    match, game = table.match, table.game
    if len(table.seats) < min(game.seats):
        raise Refused("too_few", 422)
    options = json.loads(match.options) | (named or {})
    chosen = decks.of_table(match) if game.from_decks else []
    must_have_cards(match.game, len(table.seats), chosen, options, match.vetoed)
    match.options, match.rules, match.wanted = json.dumps(options), game.version, len(table.seats)
    match.status, match.since = Match.Status.RUNNING, timezone.now()
    if not any(seat.invite for seat in table.seats):
        match.invite = None
    elif match.invite is None:
        match.invite = new_link()
    Invitation.objects.filter(match=match, barred=False).delete()
    for seat, told in zip(table.seats, naming.by_number(game.asks, table.seats), strict=True):
        seat.told = told
    try:
        deal(match, table.seats, msgspec.convert(options, game.options_type), chosen)
    except BrokenMatch as broken:
        logger.error("match %s could not be dealt: %s", match.code, broken)
        raise Refused("broken", 409) from broken
    notices.started(match, table.people)
