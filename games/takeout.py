"""What somebody did and said in matches, for the file that they take along. Of others it holds what all could see."""

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts import takeout
from accounts.models import User
from accounts.takeout import Rows, rows_of, same
from games.models import Blank, Consent, Favourite, Invitation, Match, Message, Move, Seat, Shared

OWN = (Move.By.PLAYER, Move.By.ORDERS)
TAKEN_OVER = "substitute"  # the note of a table that a seat has somebody else now
Place = tuple[int, int]  # a match, and a seat of it


# Who sat where, and when: others may have had the seat before, or have it now


@dataclass
class Sitting:
    """first: whether this person sat down there before the deal. turns: when the seat changed hands, and to this
    person or not.
    """

    first: bool = False
    turns: list[tuple[datetime, bool]] = field(default_factory=list)

    def mine_at(self, when: datetime) -> bool:
        at = bisect_right(self.turns, when, key=lambda turn: turn[0])
        return self.turns[at - 1][1] if at else self.first


def sittings(person: User) -> dict[Place, Sitting]:
    """Every seat that somebody has or had, with their part of its time."""
    notes = Message.objects.filter(kind=Message.Kind.NOTE, seat__gte=0).order_by("-number")
    own = notes.filter(person=person).values_list("match", "seat", "key", "at")
    said = {(match, seat): at for match, seat, key, at in own if key != TAKEN_OVER}  # the first of each seat
    seats = Seat.objects.filter(Q(person=person) | Q(left_by=person)).values_list("match", "number")
    known = {place: Sitting(first=True) for place in {*seats, *(one[:2] for one in own)}}
    changes = notes.reverse().filter(key=TAKEN_OVER, match__in={match for match, _seat in known})
    for match, seat, who, at in changes.values_list("match", "seat", "person", "at"):
        if (sitting := known.get((match, seat))) is None:
            continue
        if not sitting.turns:  # whoever sat there at first left it before
            sitting.first = said.get((match, seat), at) < at
        sitting.turns.append((at, who == person.pk))
    return known


# The parts of the file


OF_MATCH = ("code", "game", "status", "practice", "lesson", "pace", "visibility", "created_at", "ended_at")


def matches(person: User) -> Rows:
    """Matches in which somebody has or had a seat, or that they host. The result is told once it is over."""
    seats = {seat.pop("match"): seat for seat in seats_of(person)}
    there = {*seats, *(match for match, _seat in sittings(person))}
    rows = Match.objects.filter(Q(pk__in=there) | Q(host=person)).order_by("pk")
    for row in rows.values("pk", "host", "result", "vetoed", *OF_MATCH).iterator(takeout.AT_ONCE):
        hosts, over = row["host"] == person.pk, row["status"] in (Match.Status.FINISHED, Match.Status.CLOSED)
        yield {name: row[name] for name in OF_MATCH} | {
            "host": hosts,
            "cards_left_out": len(row["vetoed"]) if hosts else 0,
            "seat": seats.get(row["pk"]),
            "result": read(row["result"]) if over else None,
        }


def seats_of(person: User) -> Iterator[dict[str, Any]]:
    """What somebody has at each table, and their own orders. Cards are not told: they are the match's."""
    mine = Q(person=person) | Q(left_by=person, person=None)
    told = same("match", "number", "joined_at", "told", "muted", "auto", "clown", "face")
    for row in rows_of(Seat.objects.filter(mine), left="left_by", orders="hand__orders", **told):
        yield row | {"left": row["left"] == person.pk, "orders": read(row["orders"])}


def moves(person: User) -> Rows:
    """What somebody answered, or had noted beforehand; while others or bots played the seat, nothing."""
    places = sittings(person)
    mine = Move.objects.filter(match__in={match for match, _seat in places}, by__in=OWN)
    columns = {"match": "match__code", "answer": "action"} | same("number", "by", "at", "seat", "match_id")
    for row in rows_of(mine.order_by("match", "number"), **columns):
        sitting = places.get((row.pop("match_id"), row.pop("seat")))
        if sitting is not None and sitting.mine_at(row["at"]):
            yield row | {"answer": read(row["answer"])}


def messages(person: User) -> Rows:
    """What was said, and what the table noted of this person."""
    rows = Message.objects.filter(person=person).order_by("match", "number")
    return rows_of(rows, match="match__code", text="words__text", words="words", **same("kind", "key", "at"))


def blanks(person: User) -> Rows:
    rows = Blank.objects.filter(writer=person).order_by("pk")
    return rows_of(
        rows, match="match__code", quote="quote__text", source="source__text", **same("keep", "offered")
    )


def invitations(person: User) -> Rows:
    rows = Invitation.objects.filter(person=person).order_by("pk")
    return rows_of(rows, match="match__code", by="by__name", **same("at", "declined_at", "barred"))


def invitations_made(person: User) -> Rows:
    rows = Invitation.objects.filter(by=person).order_by("pk")
    return rows_of(rows, match="match__code", whom="person__name", **same("at", "declined_at", "barred"))


def favourites(person: User) -> Rows:
    rows = Favourite.objects.filter(person=person).order_by("pk")
    return rows_of(rows, match="match__code", **same("round", "seat", "at"))


def shared(person: User) -> Rows:
    """Combinations that somebody asked about."""
    rows = Shared.objects.filter(asked_by=person).order_by("pk")
    return rows_of(rows, match="match__code", **same("round", "seat", "on_wall", "at"))


def consents(person: User) -> Rows:
    """What somebody said when they were asked."""
    rows = Consent.objects.filter(person=person).order_by("pk")
    told = {"round": "shared__round", "seat": "shared__seat"}
    return rows_of(rows, match="shared__match__code", **told, **same("answer", "at"))


def read(text: str | None) -> Any:
    return json.loads(text) if text else None


PARTS = {
    "matches": matches,
    "moves": moves,
    "messages": messages,
    "blanks": blanks,
    "invitations": invitations,
    "invitations_made": invitations_made,
    "favourites": favourites,
    "shared": shared,
    "consents": consents,
}


def register() -> None:
    takeout.parts |= PARTS
