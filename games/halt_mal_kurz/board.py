"""The table as everybody sees it, and what one seat alone knows of the cards on it."""

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase
from games.engine import View

from . import events as told
from .cards import BACK, card, category_marked, hyphened, marked, symbol_marked
from .pack import (
    ALL_SYMBOLS,
    CAPITALISM_DRAWS,
    COVERED,
    NO_SYMBOL,
    TARGETED,
    category_of,
    kind_of,
    symbols_of,
)
from .parts import Affair, Contest, Hand, HmkView, Table
from .reports import wanted
from .sentences import sentence
from .turn import FLIPS


def board(view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
    """What the table's template needs."""
    table: Table = view.table
    return {
        "top": card(table.top),
        "face": table.top,
        "kind": kind_of(table.top),
        "rule": rule(table.top),
        "known": known_top(view),
        "pile": table.pile,
        "left": table.to_draw,
        "back": card(BACK, "size-pile"),
        "last": latest(events, cast),
        "contests": contests(view, cast),
        "open": open_hand(view, cast),
        "chain": chain(view, cast, table.affair) if table.affair else [],
        "ballots": ballots(view, cast, table.affair) if table.affair else [],
        "finishing": table.finishing,
    }


def rule(face: str) -> SafeString:
    """What may be laid on a card, in words."""
    kind = kind_of(face)
    if kind in ALL_SYMBOLS:
        return phrase(_("anything fits, except a Razupaltuff"))
    if kind in NO_SYMBOL:
        return phrase(_("nothing fits"))
    names = {"symbol": symbol_marked(symbols_of(face)), "category": category_marked(category_of(face))}
    return phrase(_("%(symbol)s <em>or</em> %(category)s"), **names)


def latest(events: tuple[Any, ...], cast: Cast) -> str:
    """The last thing that somebody did on a turn, of what is new to the reader."""
    for event in events:
        match event:
            case told.CardLaid() | told.Passed() | told.Took(why="turn"):
                return hyphened(mark_safe(sentence(event, cast)))
    return ""


# Cards to be turned


def owing(view: View[Any, Any], contest: Contest) -> tuple[int, ...]:
    """Who still has to turn a card, or to slap."""
    return tuple(p.seat for p in view.prompts if p.kind in FLIPS and p.opened_by == contest.number)


def known_face(hand: Hand | None, number: int) -> str:
    """What a seat knows a card to be; "" if it has not turned it."""
    return next((seen.face for seen in hand.seen if seen.contest == number), "") if hand else ""


def known_top(view: HmkView) -> str:
    """What I know of the card on top, where it still lies face down for others."""
    table = view.table
    if kind_of(table.top) != COVERED or not table.contests:
        return ""
    face = known_face(view.hand, table.contests[-1].number)
    return phrase(_("You know: it is %(card)s."), card=hyphened(marked(face))) if face else ""


def contests(view: HmkView, cast: Cast) -> list[dict[str, Any]]:
    """The cards still face down, mine to turn first."""
    rows = [contest_row(view, cast, contest) for contest in view.table.contests]
    rows.sort(key=lambda row: not row["mine"])
    return [row | {"next": row["mine"] and not place} for place, row in enumerate(rows)]


def contest_row(view: HmkView, cast: Cast, contest: Contest) -> dict[str, Any]:
    waits = owing(view, contest)
    mine = view.seat is not None and view.seat in waits
    known = known_face(view.hand, contest.number)
    own = cast.is_me(contest.seat)
    names = {"name": cast.name(contest.seat), "symbol": symbol_marked(contest.symbol)}
    words = _("Your %(symbol)s card") if own else _("%(name)s’s %(symbol)s card")
    return {
        "words": phrase(words, **names),
        "mine": mine,
        "known": hyphened(marked(known)) if known else "",
        "waits": waiting_words(waits, view.table.seats - 1),
    }


def waiting_words(waits: tuple[int, ...], others: int) -> str:
    if not waits:
        return _("all have turned it; an older card comes first")
    words = ngettext("%(n)s of %(all)s still to turn", "%(n)s of %(all)s still to turn", len(waits))
    return words % {"n": len(waits), "all": others}


# The open hand


def open_hand(view: HmkView, cast: Cast) -> dict[str, Any] | None:
    """The row of the seat that plays with an open hand."""
    table = view.table
    if table.open is None:
        return None
    me = cast.is_me(table.open)
    faces = table.shown if table.shown is not None else view.hand.peek if view.hand else None
    theirs = _("Open hand of %(name)s") % {"name": cast.name(table.open)}
    return {
        "label": _("Your hand lies open") if me else theirs,
        "mine": me,
        "covered": faces is None or (me and table.shown is None),
        "private": not me and table.shown is None and faces is not None,
        "cards": [] if me or faces is None else [card(face, "size-pile") for face in faces],
        "count": table.counts[table.open],
    }


# A card whose action waits for somebody


def chain(view: HmkView, cast: Cast, affair: Affair) -> list[dict[str, Any]]:
    """Step by step: what was laid, who answers, what comes of it."""
    steps = [(laid_step(cast, affair), False), (answer_step(view, cast, affair), True)]
    steps += [(outcome_step(cast, affair), False)]
    return [{"words": hyphened(words), "due": due} for words, due in steps]


def laid_step(cast: Cast, affair: Affair) -> SafeString:
    names = {"name": cast.name(affair.seat), "card": marked(affair.face), "target": cast.list(affair.targets)}
    named = kind_of(affair.face) in TARGETED
    if cast.is_me(affair.seat):
        return phrase(_("You: %(card)s on %(target)s") if named else _("You: %(card)s"), **names)
    return phrase(_("%(name)s: %(card)s on %(target)s") if named else _("%(name)s: %(card)s"), **names)


def answer_step(view: HmkView, cast: Cast, affair: Affair) -> SafeString:
    asked = [prompt for prompt in view.prompts if prompt.kind == affair.stage]
    waits = tuple(prompt.seat for prompt in asked if not prompt.given)
    if cast.me in waits:
        if affair.stage == "react":
            return phrase(_("your answer"))
        if affair.stage == "throw":
            return phrase(_("your throw"))
        return phrase(_("your vote") if affair.stage == "vote" else _("your gifts"))
    names = {"names": cast.list(waits)}
    if affair.stage == "react":
        return phrase(_("an answer of %(names)s"), **names)
    if affair.stage == "throw":
        return phrase(_("a throw of %(names)s"), **names)
    return phrase(_("a vote of %(names)s") if affair.stage == "vote" else _("gifts of %(names)s"), **names)


def outcome_step(cast: Cast, affair: Affair) -> SafeString:
    kind = kind_of(affair.face)
    words = {
        "halt": _("then half the hand goes over"),
        "swap": _("then the hands are swapped"),
        "communism": _("then all hands are dealt anew"),
        "capitalism": _("then whoever holds most draws %(n)s"),
        "assembly": _("then one gives one a card, or nothing happens"),
        "schnick": _("then the winner gives the loser a card"),
        "group": _("then cards go from winners to losers"),
        "nazi": _("then the slowest draws"),
        "police": _("then the hand is laid open"),
    }
    return phrase(words.get(kind, _("then the turn goes on")), n=CAPITALISM_DRAWS)


def ballots(view: HmkView, cast: Cast, affair: Affair) -> list[dict[str, Any]]:
    """The open ballots of an assembly, seat by seat."""
    if affair.stage != "vote":
        return []
    return [
        {
            "name": _("You") if cast.is_me(seat) else cast.name(seat),
            "words": ballot_words(ballot, cast),
            "open": ballot is None,
        }
        for seat, ballot in enumerate(affair.ballots)
    ]


def ballot_words(ballot: Any, cast: Cast) -> str:
    if ballot is None:
        return _("still to vote")
    if ballot.giver is None:
        return _("abstains")
    return wanted(ballot.giver, ballot.receiver, cast)
