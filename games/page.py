"""What a match page shows one viewer: built from the table, that viewer's own hand, and nothing else."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from django.core import signing
from django.db.models import Count, IntegerField
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.faces import stamp
from games import catalog, clown, corrections, lesson, matters, talk
from games.cast import Cast
from games.clock import Clock, window_left
from games.desk import clocks_of, readable
from games.engine import Offer, Prompt, Result, View
from games.face import Face, my_prompts
from games.log import SHOWN_LINES, log_lines, recap
from games.models import Hand, Match, Seat, waiting_prompts
from games.models import Prompt as PromptRow
from games.pictures import fragment
from games.play import Refusal

POLL_SALT = "poll"
# As `PromptQuerySet.waiting_on`, but within the query for the hand: a query less for every page that is opened.
OTHERS_WAITING = """(SELECT COUNT(DISTINCT other.match_id) FROM games_prompt other
    WHERE other.person_id = %s AND other.waits AND other.match_id <> games_hand.match_id)"""
UNSEEN_OF_MATCH = ("seed", "told", "options", "trouble")
UNSEEN = ("match__seed", "match__told", "match__options", "match__trouble", "seat__name")


@dataclass
class Sight:
    """A match as one viewer may see it. Without a hand: a watcher, or a finished match."""

    match: Match
    seats: list[Seat]
    hand: Hand | None
    view: View[Any, Any]
    person: Any
    clocks: dict[int, Clock] = field(default_factory=dict)  # of what waits, by the prompt's number
    others: int | None = None  # other matches that wait for this person, where that is known already
    sort: str = ""  # how this person wants a hand sorted
    heard: dict[int, int] = field(
        default_factory=dict
    )  # how far this person has come in what is told in parts

    @property
    def me(self) -> int | None:
        return self.view.seat

    @property
    def face(self) -> Face:
        face: Face = catalog.face(self.match.game)
        return face

    @cached_property
    def orders(self) -> Any:
        """This viewer's own standing orders."""
        assert self.hand is not None
        with readable():
            return catalog.codec(self.match.game).orders(self.hand.orders)

    @cached_property
    def cast(self) -> Cast:
        names = tuple(name_of(seat) for seat in self.seats)
        faces = [seat.person.face if seat.person else seat.face for seat in self.seats]
        stamps = tuple(
            stamp(face, name[:1].upper(), bot=seat.by_bot)
            for face, name, seat in zip(faces, names, self.seats, strict=True)
        )
        return Cast(names, self.me, stamps, sort=self.sort, heard=self.heard)


def name_of(seat: Seat) -> str:
    """A person's name as it is now; what the seat remembers once nobody sits there."""
    return str(seat.person) if seat.person else seat.name or _("Somebody")


def look(code: str, person: Any) -> Sight | None:
    """What `person` sees of a match, or None if they do not sit in it. Two queries: match with hand, seats.

    Raises UnreadableMatch.
    """
    mine = Hand.objects.filter(match__code=code, seat__person=person).select_related("match", "seat")
    others = RawSQL(OTHERS_WAITING, [person.pk], output_field=IntegerField())
    hand = next(iter(mine.defer(*UNSEEN).annotate(others=others)[:1]), None)
    if hand is None or hand.seat is None:
        return None
    match = hand.match
    seats, clocks = seats_of(match)
    with readable():
        decode = catalog.codec(match.game)
        view = View(
            hand.seat.number, decode.table(match.table), decode.hand(hand.zone), decode.prompts(match.prompts)
        )
    return Sight(match, seats, hand, view, person, clocks, hand.others)


def watch(code: str) -> Sight | None:
    """A dealt match that may be watched, as nobody at the table sees it: without any hand. Two queries."""
    match = Match.objects.filter(code=code, watchable=True).exclude(table="").defer(*UNSEEN_OF_MATCH).first()
    if match is None:
        return None
    seats, clocks = seats_of(match)
    with readable():
        decode = catalog.codec(match.game)
        view = View(None, decode.table(match.table), None, decode.prompts(match.prompts))
    return Sight(match, seats, None, view, None, clocks, 0)


def watch_context(sight: Sight) -> dict[str, Any]:
    """What the page of a watcher needs: the table, the seats and the log. One query, with words two."""
    lines = log_lines(sight)
    result = msgspec.json.decode(sight.match.result, type=Result) if sight.match.result else None
    return {
        "match": sight.match,
        "game": sight.face,
        "headline": headline(sight, result),
        "seats": [seat_chip(sight, seat, result) for seat in sight.seats],
        "picture": sight.face.table(sight.view, sight.cast, ()),
        "log": lines[:SHOWN_LINES],
        "result": result_box(sight, result, lines) if result else None,
        "poll": table_token(sight.match),
        "notes": fragment("games/_notes.html"),
    }


def seats_of(match: Match) -> tuple[list[Seat], dict[int, Clock]]:
    """The seats with their people, and the clocks of what is waited for. One query."""
    rows = list(
        Seat.objects.filter(match=match).with_names().annotate(**waiting_prompts()).order_by("number")
    )
    return list({row.number: row for row in rows}.values()), clocks_of(rows)


def context(sight: Sight, refusal: Refusal | None = None, answered: int = 0) -> dict[str, Any]:
    """Everything the match templates need.

    The log is a query, words in it are another; the other matches that wait are, if not known yet.

    answered: the prompt whose form was just sent; drafts in the forms of others are kept.
    """
    lines = log_lines(sight)
    face, cast, match = sight.face, sight.cast, sight.match
    others = other_waiting(sight) if sight.others is None else sight.others
    result = msgspec.json.decode(match.result, type=Result) if match.result else None
    held_back = result is not None and face.holds_back(sight.view, cast)
    if held_back:
        result = None
    open_to_me = my_prompts_in_order(sight) if match.running else []
    prompts = [prompt_box(sight, prompt, refusal) for prompt in open_to_me]
    missed = sight.hand is not None and any(p.number == sight.hand.plan_missed for p in open_to_me)
    return {
        "match": match,
        "match_url": match.get_absolute_url(),
        "game": face,
        "headline": headline(sight, result),
        "prompts": prompts,
        "answered": answered,
        "blocked": None if prompts else waiting_words(sight),
        "refusal": (refusal.words or face.reason(refusal.reason)) if refusal else "",
        "unsent": face.unsent(refusal.form) if refusal and refusal.form and refusal.status == 409 else "",
        "refused_number": refusal.number if refusal and refusal.status == 422 else 0,
        "refused_why": refusal.reason if refusal else "",
        "seats": [seat_chip(sight, seat, result) for seat in sight.seats],
        "picture": face.table(
            sight.view, cast, tuple(e for line in lines if line["fresh"] for e in line["events"])
        ),
        "hand": face.hand(sight.view, cast) if sight.view.hand is not None else {},
        "recap": recap(sight, lines),
        "due": matters.deadline(sight) if match.running else None,
        "matters": matters.box(sight),
        "news": talk.news(match, cast) if match.news else "",
        "news_is_old": bool(lines) and talk.is_older(match.news, lines[0]["at"]),
        "talk_new": talk_new(sight),
        "log": lines[:SHOWN_LINES],
        "orders": orders_box(sight, refusal) if match.running else None,
        "plan_missed": missed,
        "lesson": lesson.box(sight) if match.lesson else None,
        "others": others,
        "result": result_box(sight, result, lines) if result else None,
        "held_back": held_back,
        "to_correct": corrections.of(sight),
        "poll": poll_token(sight),
        "notes": fragment("games/_notes.html"),
    }


def my_prompts_in_order(sight: Sight) -> list[Prompt]:
    """What is asked of me as the game wants it shown: by the kinds in `stages`, oldest first.

    What is answered and can only be changed comes last.
    """
    stages = catalog.GAMES[sight.match.game].stages
    order = {kind: place for place, kind in enumerate(stages)}
    return sorted(my_prompts(sight.view), key=lambda p: (p.given, order.get(p.kind, 0), p.number))


def headline(sight: Sight, result: Any) -> str:
    if result is not None:
        return sight.face.ending(result, sight.cast)
    if sight.match.status == Match.Status.FROZEN:
        return _("This match has been stopped")
    if sight.match.status == Match.Status.CLOSED:
        return _("This match was closed")
    if sight.match.status == Match.Status.PAUSED:
        return _("This match is paused")
    if sight.match.status == Match.Status.ASLEEP:
        return _("This match sleeps")
    return sight.face.headline(sight.view, sight.cast)


def waiting_words(sight: Sight) -> str:
    if sight.match.status == Match.Status.FROZEN:
        return sight.face.reason("frozen")
    if not sight.match.running:
        return matters.status_words(sight.match)
    return _("Nothing is asked of you just now.")


def prompt_box(sight: Sight, prompt: Prompt, refusal: Refusal | None) -> dict[str, Any]:
    """One question with its form. A refused form keeps what was chosen."""
    face, cast, view = sight.face, sight.cast, sight.view
    sent = refusal.form if refusal and refusal.number == prompt.number else None
    left = window_left(prompt, sight.clocks.get(prompt.number), timezone.now())
    return {
        "number": prompt.number,
        "kind": prompt.kind,
        "given": prompt.given,
        "seconds": 0 if left is None else prompt.seconds,
        "left_ms": left,
        "window_ms": None if left is None else prompt.seconds * 1000,
        "question": face.question(view, prompt, cast),
        "silence": face.silence(view, prompt),
        "template": face.prompt_template(prompt),
        "form": face.form(view, prompt, offer_for(sight, prompt), cast, sent),
    }


def offer_for(sight: Sight, prompt: Prompt) -> Offer:
    """A form as it starts: filled in from standing orders, unless an answer is in already."""
    game = catalog.GAMES[sight.match.game]
    offer = game.offer(sight.view, prompt)
    return offer if prompt.given else game.preset(sight.view, prompt, offer, sight.orders)


def orders_box(sight: Sight, refusal: Refusal | None = None) -> dict[str, Any] | None:
    if not sight.face.orders_template or sight.hand is None:
        return None
    sent = refusal.form if refusal and not refusal.number else None
    return sight.face.orders(sight.view, sight.orders, sight.cast, sent)


# Seats


def seat_chip(sight: Sight, seat: Seat, result: Any) -> dict[str, Any]:
    name = name_of(seat)
    counts = getattr(sight.view.table, "counts", ())
    return {
        "number": seat.number,
        "name": _("You") if seat.number == sight.me else name,
        "me": seat.number == sight.me,
        "bot": seat.by_bot,
        "now": sight.match.running and any(p.seat == seat.number for p in blocking(sight)),
        "state": seat_state(sight, seat, result),
        "words": sight.face.seat_words(sight.view, seat.number),
        "marks": sight.face.seat_marks(sight.view, seat.number),
        "cards": counts[seat.number] if counts else None,
        "stamp": sight.cast.stamps[seat.number],
    }


def seat_state(sight: Sight, seat: Seat, result: Any) -> str:
    """One word on what a seat is doing; never what it holds."""
    if result is not None:
        return _("place %(place)s") % {"place": result.places[seat.number]}
    if sight.match.over:
        return ""
    if not_there := matters.presence_word(seat):
        return not_there
    mine = [prompt for prompt in sight.view.prompts if prompt.seat == seat.number]
    owed = [prompt for prompt in blocking(sight) if prompt.seat == seat.number]
    if any(catalog.is_turn(sight.match.game, prompt.kind) for prompt in owed):
        return _("to play")
    if owed:
        return _("to answer")
    if given := next((prompt for prompt in mine if prompt.given), None):
        return sight.face.given_word(given)
    return _("bot") if seat.person is None else _("waiting")


def blocking(sight: Sight) -> list[Prompt]:
    """What the match waits for; what is free of any due time stops nobody."""
    return [prompt for prompt in sight.view.prompts if prompt.blocks]


def talk_new(sight: Sight) -> int:
    """Messages and notes that this viewer has not seen."""
    seat = sight.hand.seat if sight.hand is not None else None
    return max(0, sight.match.talk_count - seat.talk_seen) if seat is not None else 0


# Around it


def other_waiting(sight: Sight) -> int:
    """How many other matches wait for this person."""
    waiting = PromptRow.objects.waiting_on(sight.person).exclude(match=sight.match)
    found: int = waiting.aggregate(found=Count("match", distinct=True))["found"]
    return found


def result_box(sight: Sight, result: Any, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Places, points and why. Of the last moves, the newest first."""
    rows = [
        {
            "place": result.places[seat.number],
            "name": _("You") if seat.number == sight.me else name_of(seat),
            "points": sight.face.points(result.points[seat.number]),
            "words": sight.face.result_words(sight.view, seat.number),
            "marks": sight.face.seat_marks(sight.view, seat.number),
        }
        for seat in sight.seats
    ]
    events = lines[0]["events"] if lines else ()
    return {
        "rows": sorted(rows, key=lambda row: row["place"]),
        "why": sight.face.ending_words(sight.view, result, sight.cast, events),
        "clown": clown.box(sight),
    }


def poll_token(sight: Sight) -> str:
    """Names what this viewer has seen, so that "has anything changed" needs neither session nor person."""
    if sight.hand is None:
        return ""
    seen = [sight.hand.pk, sight.match.changed, sight.hand.changed, sight.person.pk]
    return signing.dumps(seen, salt=POLL_SALT)


def table_token(match: Match) -> str:
    """As `poll_token`, for pages that show only what everybody sees."""
    return signing.dumps([match.pk, match.changed], salt=POLL_SALT)


def has_changed(token: str) -> tuple[bool, int | None]:
    """Whether the page a token came with is out of date, and whose hand it shows. One query.

    Raises signing.BadSignature.
    """
    match_or_hand, table, *own = signing.loads(token, salt=POLL_SALT)
    if not own:
        found = Match.objects.filter(pk=match_or_hand).values_list("changed", flat=True).first()
        return found != table, None
    columns = ("match__changed", "changed", "seat__person")
    row = Hand.objects.filter(pk=match_or_hand).values_list(*columns).first()
    sits_there = row is not None and row[2] == own[-1]
    return row != (table, *own), match_or_hand if sits_there else None
