"""A table before the deal, under its lock.

A match in its lobby has a seat row for every place that is taken; their numbers have no gaps. Each change locks the
match, looks again, and does nothing when it is sent twice.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.catalog import GAMES, AnyGame
from games.desk import readable
from games.models import Match, Seat
from games.refusals import Refused


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


def close(table: Table, why: str, now: datetime) -> None:
    match = table.match
    match.status, match.since, match.ended_at, match.closed_why = Match.Status.CLOSED, now, now, why
    match.save(update_fields=["status", "since", "ended_at", "closed_why"])


def close_up(table: Table) -> None:
    """Number the seats from 0 without gaps, in the order in which they were taken."""
    for number, seat in enumerate(table.seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
