"""A person's matches on one page: what waits for them, what waits for others, what rests and what is over.

A flat number of queries, whatever there is; every list has an end.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Case, Count, F, Min, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import hours, ties
from games import catalog, clock, matters, paces
from games.cast import Cast
from games.engine import Result
from games.models import Invitation, Match, Prompt, Seat
from games.page import name_of

OPEN = (
    Match.Status.RUNNING,
    Match.Status.LOBBY,
    Match.Status.PAUSED,
    Match.Status.ASLEEP,
    Match.Status.FROZEN,
)
MOST_OPEN = 120
MOST_FINISHED = 8
MOST_INVITATIONS = 20
LATELY = timedelta(days=30)
MATCH_FIELDS = (
    *("code", "game", "status", "practice", "pace", "wanted", "host", "since"),
    *("paused_until", "created_at", "ended_at", "result", "closed_why", "proposal"),
)
OF_A_SEAT = (
    "match",
    "number",
    "auto",
    "bot",
    "person",
    "agrees",
    *(f"match__{name}" for name in MATCH_FIELDS),
)


@dataclass
class Mine:
    """waiting: how many matches wait for an answer, also beyond those that are listed."""

    waiting: int
    mine: list[dict[str, Any]] = field(default_factory=list)
    bots: list[dict[str, Any]] = field(default_factory=list)  # in which one plays for this person
    practice: list[dict[str, Any]] = field(default_factory=list)
    others: list[dict[str, Any]] = field(default_factory=list)
    lobbies: list[dict[str, Any]] = field(default_factory=list)
    resting: list[dict[str, Any]] = field(default_factory=list)
    finished: list[dict[str, Any]] = field(default_factory=list)
    invitations: list[dict[str, Any]] = field(default_factory=list)

    @property
    def nothing(self) -> bool:
        lists = (self.mine, self.bots, self.practice, self.others, self.lobbies, self.resting, self.finished)
        return not any(lists) and not self.invitations

    @property
    def more(self) -> bool:
        """Whether more wait than are listed."""
        return self.waiting > len(self.mine) + sum("task" in row for row in self.practice)


@dataclass
class Call:
    """What waits for a person in one match. turn: whether it is their turn, or only an answer is wanted."""

    due: datetime | None
    turn: bool


def matches_of(person: Any) -> Mine:
    now = timezone.now()
    calls = waiting_calls(person)
    seats = open_seats(person, list(calls)) + finished_seats(person, now)
    asked = invitations(person)
    people = people_at([seat.match_id for seat in seats] + [one.match_id for one in asked])
    waited = waited_for(
        [seat.match_id for seat in seats if seat.match.running and seat.match_id not in calls]
    )
    page = Mine(len(calls))
    for seat in seats:
        put(page, seat, calls.get(seat.match_id), people[seat.match_id], waited.get(seat.match_id), now)
    places = {match: place for place, match in enumerate(calls)}
    for rows in (page.mine, page.practice):
        rows.sort(key=lambda row: places.get(row["pk"], len(places)))
    page.others.sort(key=lambda row: (row["deadline"] is None, row["due"] or now))
    page.invitations = [invitation_row(one, people.get(one.match_id, [])) for one in asked]
    return page


# What is read


def waiting_calls(person: Any) -> dict[int, Call]:
    """The matches that wait for this person, the nearest due time first."""
    rows = Prompt.objects.waiting_on(person).values("match")
    rows = rows.annotate(due=Min("due_at"), opened=Min("opened_at"), turns=Count("match", filter=is_turn()))
    rows = rows.order_by(F("due").asc(nulls_last=True), "opened", "match")
    return {row["match"]: Call(row["due"], row["turns"] > 0) for row in rows}


def is_turn() -> Q:
    """As `catalog.is_turn`, for the database."""
    found = Q()
    for slug, game in catalog.GAMES.items():
        found |= Q(match__game=slug, kind__in=game.turns)
    return found


def seats_of(person: Any) -> Any:
    return (
        Seat.objects.filter(person=person, match__game__in=catalog.GAMES)
        .select_related("match")
        .only(*OF_A_SEAT)
    )


def open_seats(person: Any, waiting: list[int]) -> list[Seat]:
    """This person's seats in matches that are not over: those that wait for them, then the newest."""
    first = Case(When(match__in=waiting[:MOST_OPEN], then=Value(0)), default=Value(1))
    found = seats_of(person).filter(match__status__in=OPEN).order_by(first, "-match")
    return list(found[:MOST_OPEN])


def finished_seats(person: Any, now: datetime) -> list[Seat]:
    over = seats_of(person).filter(
        match__status__in=(Match.Status.FINISHED, Match.Status.CLOSED), match__ended_at__gte=now - LATELY
    )
    over = over.annotate(heard=F("hand__heard"))
    return list(over.order_by("-match__ended_at")[:MOST_FINISHED])


def invitations(person: Any) -> list[Invitation]:
    """To tables that still wait, by somebody with whom there is no block."""
    asked = Invitation.objects.filter(
        person=person, declined_at=None, barred=False, match__status=Match.Status.LOBBY
    )
    asked = ties.without_blocked(asked.filter(match__game__in=catalog.GAMES), person, "by")
    fields = (*(f"match__{name}" for name in MATCH_FIELDS), "match", "at", "by__name", "by__username")
    return list(asked.select_related("match", "by").only(*fields).order_by("-at")[:MOST_INVITATIONS])


def people_at(matches: list[int]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {match: [] for match in matches}
    for seat in Seat.objects.filter(match__in=matches).with_names().order_by("number"):
        found[seat.match_id].append(seat)
    return found


def waited_for(matches: list[int]) -> dict[int, tuple[set[int], datetime | None]]:
    """Which seats (keys of rows) each of these matches waits for, and until when."""
    found: dict[int, tuple[set[int], datetime | None]] = {}
    rows = Prompt.objects.filter(match__in=matches, waits=True).order_by("due_at")
    for match, seat, due in rows.values_list("match", "seat", "due_at"):
        seats, first = found.get(match, (set(), None))
        found[match] = (seats | {seat}, first or due)
    return found


# What is shown


def put(
    page: Mine,
    seat: Seat,
    call: Call | None,
    people: list[Seat],
    waited: tuple[set[int], datetime | None] | None,
    now: datetime,
) -> None:
    match = seat.match
    names = [name_of(one) for one in people if one.pk != seat.pk]
    row = row_of(match, names) | {"asked": asked_words(seat)}
    if match.over:
        page.finished.append(row | finished_row(seat, people))
    elif match.status == Match.Status.LOBBY:
        page.lobbies.append(row | lobby_row(seat, people))
    elif not match.running:
        page.resting.append(row | {"state": resting_words(match)})
    elif call is not None:
        task = _("Your turn") if call.turn else _("Your answer is wanted")
        row |= {"task": task, "state": task, "deadline": deadline(match, call.due, now)}
        (page.practice if match.practice else page.mine).append(row)
    else:
        where = page.practice if match.practice else page.bots if seat.auto else page.others
        where.append(row | others_row(seat, people, *(waited or (set(), None)), now))


def row_of(match: Match, names: list[str]) -> dict[str, Any]:
    face = catalog.face(match.game)
    return {
        "pk": match.pk,
        "code": match.code,
        "game": match.game,
        "title": face.title,
        "symbol": getattr(face, "symbol", "play"),
        "url": match.get_absolute_url(),
        "names": in_a_row(names),
        "practice": match.practice,
    }


def asked_words(seat: Seat) -> str:
    """What the table has proposed and this person has not agreed to yet."""
    if not seat.match.proposal or seat.match.over or seat.agrees or seat.auto:
        return ""
    if seat.match.proposal == Match.Proposal.PAUSE:
        return _("A pause is proposed: you are asked.")
    return _("It is proposed to end this match: you are asked.")


def in_a_row(names: list[str]) -> str:
    return Cast(tuple(names), None).list(tuple(range(len(names))))


def deadline(match: Match, due: datetime | None, now: datetime) -> dict[str, Any] | None:
    """What a row shows of a due time; None where there is none."""
    if due is None:
        return None
    left = _("%(left)s left") % {"left": matters.left_words(due - now)} if due > now else _("The time is up")
    return {"at": due, "when": matters.due_words(due), "left": left, "soon": clock.is_soon(match, due, now)}


def others_row(
    seat: Seat, people: list[Seat], waited: set[int], due: datetime | None, now: datetime
) -> dict[str, Any]:
    late = [name_of(one) for one in people if one.pk in waited and one.pk != seat.pk]
    if seat.auto:
        state = _("A bot plays for you: take your seat back")
    elif late:
        state = _("Waiting for %(names)s") % {"names": in_a_row(late)}
    else:
        state = _("Bots are playing")
    return {"state": state, "due": due, "deadline": deadline(seat.match, due, now)}


def lobby_row(seat: Seat, people: list[Seat]) -> dict[str, Any]:
    words = _("%(taken)d of %(seats)d seats taken") % {"taken": len(people), "seats": seat.match.wanted}
    return {"state": words, "hosting": seat.match.host_id == seat.person_id}


def resting_words(match: Match) -> str:
    if match.status == Match.Status.PAUSED and match.paused_until:
        return _("Paused until %(when)s") % {"when": matters.due_words(match.paused_until)}
    if match.status == Match.Status.PAUSED:
        return _("Paused")
    if match.status == Match.Status.ASLEEP:
        return _("Asleep: nobody looked after it")
    return _("Stopped: something is wrong with it")


def finished_row(seat: Seat, people: list[Seat]) -> dict[str, Any]:
    match = seat.match
    result = msgspec.json.decode(match.result, type=Result) if match.result else None
    cast = Cast(tuple(name_of(one) for one in people), seat.number)
    face = catalog.face(match.game)
    held_back = "" if face.has_told(getattr(seat, "heard", None) or {}, len(people)) else face.held_back
    if result is not None:
        state = str(held_back or face.ending(result, cast))
    elif match.closed_why in ("unfilled", "cancelled") and len(people) < match.wanted:
        state = _("The table was closed before it began")
    else:
        state = _("Closed without a result")
    told = result if result and not held_back and seat.number < len(result.places) else None
    place = told.places[seat.number] if told else 0
    won = place == 1
    return {
        "state": state,
        "place": _("Place %(place)d of %(seats)d") % {"place": place, "seats": len(people)} if place else "",
        "won": won,
        "seats": len(people),
        "dealt": result is not None or match.closed_why not in ("unfilled", "cancelled"),
    }


def invitation_row(one: Invitation, people: list[Seat]) -> dict[str, Any]:
    row = row_of(one.match, [name_of(seat) for seat in people])
    return row | {"by": str(one.by) if one.by else "", "pace": paces.pace_of(one.match.pace).sums_up}


def away_now(person: Any) -> bool:
    return hours.is_away(person, timezone.now())


def away_until(person: Any) -> Any:
    """The last day a person is away, if they are away now or will be; else None."""
    today = timezone.now().astimezone(hours.zone_of(person)).date()
    return person.away_until if person.away_until and person.away_until >= today else None
