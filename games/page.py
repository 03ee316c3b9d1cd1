"""What a match page shows one viewer: built from the table, that viewer's own hand, and nothing else."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.core import signing
from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games import catalog
from games.engine import Prompt, Result, View
from games.face import Cast, Face, my_prompts
from games.models import Hand, Match, Move, Seat
from games.models import Prompt as PromptRow
from games.pictures import stamp
from games.play import Refusal

LOG_LINES = 24
SHOWN_LINES = 8
RECAP_LINES = 5
POLL_SALT = "poll"


@dataclass(frozen=True)
class Sight:
    """A match as one viewer may see it. Without a hand: a watcher, or a finished match."""

    match: Match
    seats: list[Seat]
    hand: Hand | None
    view: View[Any, Any]
    person: Any

    @property
    def me(self) -> int | None:
        return self.view.seat

    @property
    def face(self) -> Face:
        face: Face = catalog.face(self.match.game)
        return face

    @property
    def cast(self) -> Cast:
        return Cast(tuple(name_of(seat) for seat in self.seats), self.me)


def name_of(seat: Seat) -> str:
    """A person's name as it is now; what the seat remembers once nobody sits there."""
    return str(seat.person) if seat.person else seat.name


def look(code: str, person: Any) -> Sight | None:
    """What `person` sees of a match, or None if they do not sit in it. Two queries: match with hand, seats."""
    rows = Hand.objects.select_related("match", "seat").defer("match__seed", "match__told", "match__trouble")
    hand = rows.filter(match__code=code, seat__person=person).first()
    if hand is None or hand.seat is None:
        return None
    match = hand.match
    seats = list(Seat.objects.filter(match=match).select_related("person").order_by("number"))
    decode = catalog.codec(match.game)
    view = View(
        hand.seat.number, decode.table(match.table), decode.hand(hand.zone), decode.prompts(match.prompts)
    )
    return Sight(match, seats, hand, view, person)


def context(sight: Sight, refusal: Refusal | None = None) -> dict[str, Any]:
    """Everything the match templates need. Two queries: the log, the other matches that wait."""
    face, cast, match = sight.face, sight.cast, sight.match
    lines = log_lines(sight)
    others = other_waiting(sight)
    result = msgspec.json.decode(match.result, type=Result) if match.result else None
    prompts = (
        [] if not match.running else [prompt_box(sight, prompt, refusal) for prompt in my_prompts(sight.view)]
    )
    missed = sight.hand is not None and any(
        prompt.number == sight.hand.plan_missed for prompt in my_prompts(sight.view)
    )
    return {
        "match": match,
        "game": face,
        "headline": headline(sight, result),
        "prompts": prompts,
        "blocked": None if prompts else waiting_words(sight),
        "refusal": face.reason(refusal.reason) if refusal else "",
        "refused_number": refusal.number if refusal and refusal.status == 422 else 0,
        "stale": bool(refusal and refusal.status == 409),
        "seats": [seat_chip(sight, seat, result) for seat in sight.seats],
        "picture": face.table(
            sight.view, cast, tuple(e for line in lines if line["fresh"] for e in line["events"])
        ),
        "hand": face.hand(sight.view, cast) if sight.view.hand is not None else {},
        "recap": recap(sight, lines),
        "log": lines[:SHOWN_LINES],
        "orders": orders_box(sight) if match.running else None,
        "plan_missed": missed,
        "others": others,
        "result": result_box(sight, result) if result else None,
        "poll": poll_token(sight),
    }


def headline(sight: Sight, result: Any) -> str:
    if result is not None:
        return sight.face.ending(result, sight.cast)
    if sight.match.status == Match.Status.FROZEN:
        return _("This match has been stopped")
    if sight.match.status == Match.Status.CLOSED:
        return _("This match was closed")
    return sight.face.headline(sight.view, sight.cast)


def waiting_words(sight: Sight) -> str:
    if sight.match.status == Match.Status.FROZEN:
        return sight.face.reason("frozen")
    if not sight.match.running:
        return _("Everybody has left; nothing can be played here any more.")
    return _("Nothing is asked of you just now.")


def prompt_box(sight: Sight, prompt: Prompt, refusal: Refusal | None) -> dict[str, Any]:
    """One question with its form. A refused form keeps what was chosen."""
    face, cast, view = sight.face, sight.cast, sight.view
    game = catalog.GAMES[sight.match.game]
    sent = refusal.form if refusal and refusal.number == prompt.number else None
    return {
        "number": prompt.number,
        "kind": prompt.kind,
        "given": prompt.given,
        "seconds": prompt.seconds if prompt.clock == "window" else 0,
        "question": face.question(view, prompt, cast),
        "silence": face.silence(view, prompt),
        "template": face.prompt_template(prompt),
        "form": face.form(view, prompt, game.offer(view, prompt), cast, sent),
    }


def orders_box(sight: Sight) -> dict[str, Any] | None:
    if not sight.face.orders_template or sight.hand is None:
        return None
    orders = catalog.codec(sight.match.game).orders(sight.hand.orders)
    return sight.face.orders(sight.view, orders, sight.cast)


# Seats


def seat_chip(sight: Sight, seat: Seat, result: Any) -> dict[str, Any]:
    name = name_of(seat)
    counts = getattr(sight.view.table, "counts", ())
    return {
        "number": seat.number,
        "name": _("You") if seat.number == sight.me else name,
        "me": seat.number == sight.me,
        "bot": seat.bot,
        "now": result is None and any(p.seat == seat.number and not p.given for p in sight.view.prompts),
        "state": seat_state(sight, seat, result),
        "words": sight.face.seat_words(sight.view, seat.number),
        "cards": counts[seat.number] if counts else None,
        "stamp": stamp(seat.person.face if seat.person else seat.face, name[:1].upper(), bot=seat.bot),
    }


def seat_state(sight: Sight, seat: Seat, result: Any) -> str:
    """One word on what a seat is doing; never what it holds."""
    if result is not None:
        return _("place %(place)s") % {"place": result.places[seat.number]}
    mine = [prompt for prompt in sight.view.prompts if prompt.seat == seat.number]
    if any(not prompt.given and prompt.kind == "turn" for prompt in mine):
        return _("to play")
    if any(not prompt.given for prompt in mine):
        return _("to answer")
    if mine:
        return _("sealed")
    return _("bot") if seat.bot else _("waiting")


# The log


def log_lines(sight: Sight, limit: int | None = LOG_LINES) -> list[dict[str, Any]]:
    """What happened as far as this viewer may know, newest first. One query."""
    moves = Move.objects.filter(match=sight.match)
    if sight.me is None:
        rows = moves.exclude(public="[]").values_list("number", "by", "public", "at")
        found: list[Any] = [(*row[:3], None, row[3]) for row in rows.order_by("-number")[:limit]]
    else:
        key = str(sight.me)
        found = list(
            moves.filter(~Q(public="[]") | Q(private__has_key=key))
            .annotate(mine=KeyTextTransform(key, "private"))
            .values_list("number", "by", "public", "mine", "at")
            .order_by("-number")[:limit]
        )
    return told(sight, [log_line(sight, *row) for row in found], brief=limit is not None)


def log_line(sight: Sight, number: int, by: str, public: str, mine: str | None, at: Any) -> dict[str, Any]:
    decode = catalog.codec(sight.match.game)
    events = decode.events(public) + (decode.events(mine) if mine else ())
    return {
        "fresh": sight.hand is not None and number > sight.hand.seen,
        "at": at,
        "time": localtime(at),
        "events": events,
        "note": {
            Move.By.ORDERS: _("by standing order or plan"),
            Move.By.CLOCK: _("by the clock: the time was up"),
        }.get(Move.By(by), ""),
        "mine": any(concerns(event, sight.me) for event in events),
    }


def told(sight: Sight, lines: list[dict[str, Any]], *, brief: bool) -> list[dict[str, Any]]:
    """Lines (newest first) with their sentences; without those that have nothing to say of their own."""
    face, cast = sight.face, sight.cast
    following = None
    out = []
    for line in lines:
        said = []
        for event in reversed(line["events"]):
            skipped = brief and (face.minor(event) or (following and face.said_by_next(event, following)))
            if not skipped:
                said.append(face.say(event, cast))
            following = event
        line["sentences"] = [text for text in reversed(said) if text]
        if line["sentences"]:
            out.append(line)
    return out


def concerns(event: Any, me: int | None) -> bool:
    """Whether an event happened to this seat by another's doing, or is for it alone."""
    if me is None:
        return False
    return me in (event.to, getattr(event, "owner", None), getattr(event, "target", None))


def recap(sight: Sight, lines: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What is new since the last visit: at most five lines, oldest first."""
    fresh = [line for line in reversed(lines) if line["fresh"]]
    if not fresh:
        return None
    return {
        "lines": fresh[-RECAP_LINES:],
        "first": next((line for line in fresh if line["mine"]), fresh[-1]),
        "count": len(fresh),
        "until": fresh[-1]["at"].isoformat(),
    }


# Around it


def other_waiting(sight: Sight) -> int:
    """How many other matches wait for this person."""
    waiting = PromptRow.objects.waiting_on(sight.person).exclude(match=sight.match)
    return waiting.values("match").distinct().count()


def result_box(sight: Sight, result: Any) -> dict[str, Any]:
    rows = [
        {
            "place": result.places[seat.number],
            "name": _("You") if seat.number == sight.me else name_of(seat),
            "points": sight.face.points(result.points[seat.number]),
        }
        for seat in sight.seats
    ]
    return {"rows": sorted(rows, key=lambda row: row["place"])}


def poll_token(sight: Sight) -> str:
    """Names what this viewer has seen, so that "has anything changed" needs neither session nor person."""
    if sight.hand is None:
        return ""
    return signing.dumps([sight.hand.pk, sight.match.changed, sight.hand.changed], salt=POLL_SALT)


def has_changed(token: str) -> bool:
    """Whether the page a token came with is out of date. One query. Raises signing.BadSignature."""
    hand, table, mine = signing.loads(token, salt=POLL_SALT)
    row = Hand.objects.filter(pk=hand).values_list("match__changed", "changed").first()
    return row is None or row != (table, mine)
