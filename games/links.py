"""Links that give a seat, and asking people by name.

A match has one link, for its free seats before the deal and afterwards for the bots' seats that may be taken. A seat
that a bot plays can have a link of its own, for a substitute. A bot's seat may be taken only while it carries one.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts import ties
from accounts.models import NAME_LIMIT, User
from games import decks, heard, notices, resting, talk
from games.catalog import GAMES
from games.desk import BrokenMatch, Desk, UnreadableMatch, encode_text, load
from games.lobby import create
from games.models import Invitation, Match, Seat, new_link
from games.paces import DEFAULT_PACE, PACES
from games.refusals import Refused
from games.seating import add_bots, must_be_welcome, sit_down
from games.tables import Table, locked, must_host, must_wait, table_of

PEOPLE_SHOWN = 20
GOING_ON = (Match.Status.RUNNING, Match.Status.PAUSED, Match.Status.ASLEEP)


def table_by_link(link: str) -> tuple[Table, Seat | None] | None:
    """The table a link leads to, and the one seat if it is a substitute's link. Nothing is locked."""
    if "\x00" in link:  # which one of the databases cannot even be asked for
        return None
    match = Match.objects.filter(invite=link).select_related("host").first()
    if match is not None:
        return table_of(match), None
    seat = Seat.objects.filter(invite=link).select_related("match__host").first()
    return (table_of(seat.match), seat) if seat else None


def opens_sign_up(link: str) -> bool:
    """Whether an invitation is one to the site, too: as long as it leads to a table, and not if it is a guest's own.

    Anybody can be a guest and make a table, and would let themselves in.
    """
    found = table_by_link(link)
    if found is None or found[0].match.over:
        return False
    host = found[0].match.host
    return host is not None and host.is_active and not host.is_guest


def claimable(table: Table) -> list[Seat]:
    """The bots' seats in a running match that somebody may take over."""
    if table.match.status not in GOING_ON:
        return []
    return [seat for seat in table.seats if seat.invite and seat.person_id is None]


def take_seat(link: str, person: Any, told: dict[str, Any] | None = None) -> Match:
    """Sit down by a link: at a table that waits, or in a bot's place. Sent twice, it seats once. Raises Refused."""
    with frozen_if_broken(link):
        return take_seat_now(link, person, told)


@contextmanager
def frozen_if_broken(link: str) -> Iterator[None]:
    """Freezes the match once all that was done inside is undone. Raises Refused."""
    try:
        yield
    except BrokenMatch as broken:
        table = table_by_link(link)
        if table is not None:
            resting.freeze_now(table[0].match.pk, str(broken))
        raise Refused("broken") from None


def take_seat_now(link: str, person: Any, told: dict[str, Any] | None) -> Match:
    with transaction.atomic():
        code = Match.objects.filter(invite=link).values_list("code", flat=True).first()
        own = None if code else Seat.objects.filter(invite=link).select_related("match").first()
        if code is None and own is None:
            raise Refused("link_gone", 404)
        # What was found before the lock may be gone under it.
        again = {"invite": link} if own is None else {"pk": own.match_id}
        with locked(**again) as table:
            if table.seat_of(person):
                return table.match
            if table.match.status == Match.Status.LOBBY:
                sit_down(table, person, told)
                return table.match
            seats = [seat for seat in claimable(table) if own is None or seat.invite == link]
            if not seats:
                raise Refused("closed", 410) if table.match.over else Refused("taken")
            mine = [seat for seat in seats if seat.left_by_id == person.pk]
            return take_bot_seat(table.match, (mine or seats)[0].number, person)


def take_bot_seat(match: Match, number: int, person: Any) -> Match:
    """Put a person into a bot's seat of a running match. Raises Refused if the seat may not be taken."""
    with transaction.atomic():
        desk = load(match.code)
        if desk is None:
            raise Refused("gone", 404)
        if desk.seat_of(person) is not None:
            return desk.match
        row = Seat.objects.get(match=desk.match, number=number)
        if desk.match.status not in GOING_ON or row.invite is None or row.person_id is not None:
            raise Refused("taken")
        must_be_welcome(Table(desk.match, desk.seats), person)
        must_not_know_another_hand(desk.match, number, person)
        # Only a bot's name may be told for good.
        bots = {} if row.left_by_id or not row.name else {"other": row.name}
        settle(desk, number, person)
        seat = desk.seats[number]
        end_used_links(desk.match)
        notices.joined(desk.match, seat)
        talk.note(desk.match, "substitute", number, person, **bots)
        return desk.match


def must_not_know_another_hand(match: Match, number: int, person: Any) -> None:
    """Whoever left a seat of this match may come back to that one alone."""
    if Seat.objects.filter(match=match, left_by=person).exclude(number=number).exists():
        raise Refused("not_open")


def settle(desk: Desk, number: int, person: Any) -> None:
    """Give the seat to its new person: with what is asked of it, and without the orders of who sat there before."""
    seat, hand = desk.seats[number], desk.hands[number]
    seat.person, seat.bot, seat.auto, seat.invite = person, False, False, None
    seat.name, seat.joined_at = str(person)[:NAME_LIMIT], timezone.now()
    seat.muted, seat.agrees, seat.talk_seen = False, False, 0
    seat.save(
        update_fields=[
            *("person", "bot", "auto", "invite", "name", "joined_at"),
            *("muted", "agrees", "talk_seen"),
        ]
    )
    heard.forget(desk.match, seat=seat.pk)
    hand.orders = encode_text(desk.game.first_orders(desk.game.options_of(desk.state)))
    hand.seen, hand.plan_missed = desk.match.move_count, 0
    hand.absences, hand.missed_at = 0, None
    desk.touched.add(number)
    mine = {prompt.number for prompt in desk.state.prompts if prompt.seat == number and not prompt.given}
    desk.restarted |= mine
    desk.match.changed += 1
    if desk.match.status == Match.Status.ASLEEP:
        resting.start_anew(desk)
    resting.play_on(desk)


def end_used_links(match: Match) -> None:
    """With the last bot's seat taken the match's own link ends."""
    if match.invite and not Seat.objects.filter(match=match, invite__isnull=False).exists():
        match.invite = None
        match.save(update_fields=["invite"])


def offer_seat(code: str, number: int, person: Any, *, on: bool = True) -> Match:
    """Make a new link for a bot's seat in a running match, or withdraw it. Whoever sits there may. Raises Refused."""
    with locked(code=code) as table:
        if table.seat_of(person) is None:
            raise Refused("gone", 404)
        if table.match.status not in GOING_ON:
            raise Refused("closed", 422)
        seat = next((one for one in table.seats if one.number == number), None)
        if seat is None or seat.person_id is not None:
            raise Refused("not_a_bots", 422)
        seat.invite = new_link() if on else None
        seat.save(update_fields=["invite"])
        end_used_links(table.match)
        return table.match


# By name


def acquaintances(person: Any, match: Match | None = None) -> list[User]:
    """People from matches of this person, the latest first, whom they could invite to this one. One query or two."""
    common = Seat.objects.filter(person=person, match__practice=False).values("match")
    met = User.objects.filter(seats__match__in=common, is_active=True).exclude(pk=person.pk)
    met = met.exclude(ties__in=ties.blocks().filter(other=person))
    met = met.exclude(ties_to_me__in=ties.blocks().filter(person=person))
    if match is not None:
        met = met.exclude(pk__in=Seat.objects.filter(match=match, person__isnull=False).values("person"))
        met = met.exclude(pk__in=Invitation.objects.filter(match=match).values("person"))
    return list(met.annotate(last=Max("seats__match__created_at")).order_by("-last", "pk")[:PEOPLE_SHOWN])


def invite(code: str, host: Any, person: int) -> Match:
    """Ask somebody by name (the key of their row) whom the host has played with. Asked twice, they are told once."""
    with locked(code=code) as table:
        must_host(table, host)
        must_wait(table)
        if Invitation.objects.filter(match=table.match, person=person).exists():
            return table.match
        somebody = next((one for one in acquaintances(host, table.match) if one.pk == person), None)
        if somebody is None:
            raise Refused("cannot_invite", 422)
        ask(table.match, somebody, host)
        return table.match


def ask(match: Match, person: Any, by: Any) -> None:
    notices.invited(Invitation.objects.create(match=match, person=person, by=by))


def decline(code: str, person: Any) -> None:
    """The invitation is kept, so that nobody is asked twice."""
    asked = Invitation.objects.filter(match__code=code, person=person, declined_at=None)
    asked.update(declined_at=timezone.now())


# Once more


def rematch(code: str, person: Any) -> Match:
    """A new table for the people of an ended match; whoever presses later sits down there, too. Raises Refused."""
    with locked(code=code) as table:
        if table.seat_of(person) is None:
            raise Refused("gone", 404)
        if not table.match.over or not table.match.dealt:
            return table.match
        there = table.match.rematches.exclude(status=Match.Status.CLOSED).order_by("pk").first()
        if there is None:
            return new_rematch(table, person)
    return join_rematch(there, person)


def new_rematch(table: Table, person: Any) -> Match:
    old = table.match
    if old.game not in GAMES:
        raise UnreadableMatch("cannot be played again: its game is gone")
    chosen = list(decks.usable_by(person).filter(matches=old)) if GAMES[old.game].from_decks else []
    again = create(
        person,
        old.game,
        seats=len(table.seats),
        bots=0,
        pace=old.pace if old.pace in PACES else DEFAULT_PACE,
        options=json.loads(old.options),
        auto_start=old.auto_start,
        watchable=old.watchable,
        before=old,
        chosen_decks=chosen,
        vetoed=decks.left_out_of(chosen, old.vetoed),
    )
    there = table_of(again)
    add_bots(there, len(table.seats) - len(table.people))
    avoided = ties.blocked_with(person)
    for seat in table.people:
        if seat.person_id != person.pk and seat.person_id not in avoided:
            ask(again, seat.person, person)
    return again


def join_rematch(match: Match, person: Any) -> Match:
    """Sit down if there is room; if not, the table itself says why."""
    try:
        with locked(code=match.code) as table:
            if table.seat_of(person) is None:
                must_wait(table)
                if not Invitation.objects.filter(match=match, person=person, barred=False).exists():
                    raise Refused("not_open")
                sit_down(table, person)
    except Refused as refused:
        if refused.why != "full":
            raise
    return match
