"""The log as one viewer may read it: sentences, newest first, and what is new since the last visit."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform
from django.utils.formats import date_format
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Tie
from games import catalog
from games.cast import Cast, removed
from games.desk import readable
from games.face import Face
from games.models import Move, seat_key
from games.quoted import with_cards
from quotes.models import Words

if TYPE_CHECKING:
    from games.page import Sight

LOG_LINES = 16
SHOWN_LINES = 8
RECAP_LINES = 5


def log_lines(sight: "Sight", limit: int | None = LOG_LINES) -> list[dict[str, Any]]:
    """What happened as far as this viewer may know, newest first. One query, and one more if it shows words."""
    zone, language = get_current_timezone_name(), get_language()
    seen = sight.hand.seen if sight.hand is not None else None
    lines = []
    for number, seat, by, public, mine, at in visible_moves(sight, limit):
        with readable():
            events = read_events(sight.match.game, public, mine)
        lines.append(
            {
                "fresh": seen is not None and number > seen,
                "at": at,
                "iso": at.isoformat(timespec="minutes"),
                "when": when(at.replace(second=0, microsecond=0), zone, language),
                "events": events,
                "note": sight.face.note(by, events, seat, sight.cast),
                "late": by == "clock" and seat == sight.me,
                "mine": any(concerns(event, sight.me) for event in events),
                "tells": max((sight.face.telling(event, sight.me) for event in events), default=0),
                "by_me": seat == sight.me and by == Move.By.PLAYER,
            }
        )
    return told(sight, lines, brief=limit is not None)


def visible_moves(sight: "Sight", limit: int | None) -> list[Any]:
    """Number, seat, by, public events, this viewer's own events and time of the moves that say anything to this viewer.

    The database picks this viewer's own events out; those of others never arrive here.
    """
    moves = Move.objects.filter(match=sight.match).order_by("-number")
    if sight.me is None:
        rows = moves.exclude(public="[]").values_list("number", "seat", "by", "public", "at")[:limit]
        return [(number, seat, by, public, None, at) for number, seat, by, public, at in rows]
    key = seat_key(sight.me)
    answered_late = Q(seat=sight.me, by=Move.By.CLOCK)
    mine = moves.filter(~Q(public="[]") | Q(private__has_key=key) | answered_late).annotate(
        mine=KeyTextTransform(key, "private")
    )
    return list(mine.values_list("number", "seat", "by", "public", "mine", "at")[:limit])


@lru_cache(maxsize=4096)
def read_events(slug: str, public: str, mine: str | None) -> tuple[Any, ...]:
    decode = catalog.codec(slug).events
    return decode(public) + (decode(mine) if mine else ())


@lru_cache(maxsize=4096)
def when(at: datetime, zone: str, language: str | None) -> str:
    """A minute as the log shows it, in the reader's zone and language."""
    return date_format(localtime(at), "D H:i")


def told(sight: "Sight", lines: list[dict[str, Any]], *, brief: bool) -> list[dict[str, Any]]:
    """Lines (newest first) with their sentences; without those that have nothing to say of their own.

    What people wrote, and the cards of decks, can be read in `sight.cast` from now on.
    """
    face, cast, language = sight.face, sight.cast, get_language()
    following = None
    for line in lines:
        shown = []
        for event in reversed(line["events"]):
            left_out = face.minor(event) or (following and face.said_by_next(event, following))
            if not (brief and left_out) and not face.said_beside(event, line["events"]):
                shown.append(event)
            following = event
        line["shown"] = shown[::-1]
    spoken = (event for line in lines for event in line["shown"])
    also = face.written_in(sight.view)
    if sight.hand is not None:
        also |= face.written_in_orders(sight.orders)
    sight.cast = with_words(face, cast, spoken, sight.person, also)
    sight.cast = with_cards(face, sight.cast, sight.view)
    out = []
    for line in lines:
        sentences = []
        for event in line["shown"]:
            if face.words_in(event):
                sentence = said(face, event, sight.cast, language)
            else:
                sentence = (remembered if face.remembers(event) else said)(face, event, cast, language)
            if sentence:
                sentences.append(sentence)
        if line["late"] and not line["events"]:
            sentences.append(_("Your time was up, and the clock answered for you. Only you see this."))
        if sentences:
            line["sentences"] = sentences
            line["text"] = mark_safe(" ".join(line["sentences"]))
            out.append(line)
    return out


def with_words(
    face: Face, cast: Cast, events: Iterable[Any], reader: Any = None, also: Iterable[int] = ()
) -> Cast:
    """The cast with all that people wrote in these events, and `also` these texts: one query, or none.

    What was hidden, and what somebody wrote of whom the reader wants to read nothing, reads as removed.
    """
    numbers = {number for event in events for number in face.words_in(event)}.union(also)
    if not numbers:
        return cast
    words = Words.objects.filter(pk__in=numbers, hidden_at=None)
    if reader is not None:
        words = words.exclude(author__in=Tie.objects.filter(person=reader).values("other"))
    texts = dict(words.values_list("pk", "text"))

    def read(number: int) -> str:
        return texts[number] if number in texts else removed(number)

    return replace(cast, words=read)


def said(face: Any, event: Any, cast: Cast, language: str | None) -> str:
    return conditional_escape(face.say(event, cast))


remembered = lru_cache(maxsize=8192)(said)
"""The same event in the same company reads the same: a log is mostly lines that were shown before."""


def concerns(event: Any, me: int | None) -> bool:
    """Whether an event happened to this seat by another's doing, or is for it alone."""
    if me is None:
        return False
    return me in (event.to, getattr(event, "owner", None), getattr(event, "target", None))


def recap(sight: "Sight", lines: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What is new to this viewer, oldest first: at most five lines, of which those about me are never left out."""
    fresh = [line for line in reversed(lines) if line["fresh"]]
    if not fresh:
        return None
    wanted = [line for line in fresh if line["mine"]] + [line for line in reversed(fresh) if not line["mine"]]
    kept = wanted[:RECAP_LINES]
    return {
        "lines": [line for line in fresh if line in kept],
        "first": min(fresh, key=lambda line: (-line["tells"], line["by_me"], not line["mine"])),
        "more": len(fresh) - 1,
        "late": any(line["late"] for line in fresh),
        "count": len(fresh),
        "until": fresh[-1]["at"].isoformat(),
    }
