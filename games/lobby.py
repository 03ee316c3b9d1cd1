"""What a host does with a table before the deal: make it, choose who stays, start it or call it off."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import decks, naming, notices
from games.alone import alone
from games.beginning import begin, must_have_cards, start_by_itself
from games.catalog import GAMES
from games.dealing import MOST_FACES
from games.models import Invitation, Match, new_link
from games.paces import PACES
from games.refusals import Refused
from games.seating import add_bots, add_person, get_up
from games.tables import Table, changed, close, locked, must_host, must_wait
from quotes.models import Deck

MOST_UNFILLED = 20
UNFILLED_FOR = timedelta(days=14)


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


def seats_named(table: Table, named: dict[str, int | None]) -> dict[str, int]:
    places = {seat.pk: seat.number for seat in table.seats}
    missing = [key for key in named.values() if key is not None and key not in places]
    if missing:
        raise Refused("left", 422)
    return {name: places[key] for name, key in named.items() if key is not None}


# Without a host


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
