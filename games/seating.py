"""Who sits down at a table before the deal, who gets up, and what they answer that the game asks of everybody."""

import random
from typing import Any

from django.utils import timezone

from accounts import ties
from accounts.models import NAME_LIMIT
from games import naming, notices, talk
from games.beginning import start_by_itself
from games.dealing import BOT_NAMES, MOST_FACES
from games.models import Invitation, Match, Seat
from games.refusals import Refused
from games.tables import Table, changed, close, close_up, locked, must_wait


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
