"""Lists, throws left in advance and the planned turn as forms, and back."""

from functools import cache, lru_cache
from typing import Any

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.cast import Cast, phrase
from games.engine import View, next_seats
from games.pictures import select

from .answer_forms import said_first
from .answers import HITS, MOST_LINES, MOST_THROWS, THROWS, Line, Orders, Plan
from .cards import NAMES, marked, words
from .pack import CARDS, NO_SYMBOL, TARGETED, kind_of
from .parts import Hand
from .turn import owes_anything
from .words import HIT_WORDS, ORDER_WORDS, THROW_WORDS

PLAN_LINES = 3
Words = tuple[tuple[str, str], ...]


def show(view: View[Any, Any], orders: Orders, cast: Cast, drafted: Orders) -> dict[str, Any]:
    """What the template of the orders needs. drafted: what the form is filled in with."""
    seat, hand = view.mine()
    language = get_language()
    plan = orders.plans[0] if orders.plans else None
    draft = drafted.plans[0] if drafted.plans else None
    if draft is not None and any(line.card not in CARDS for line in draft.lines):
        draft = plan  # no page of ours sends that
    seats = tuple((other, cast.name(other)) for other in next_seats(seat, view.table.seats))
    return {
        "plan": [line_told(line, cast) for line in plan.lines] if plan else [],
        "else_draw": bool(plan and plan.else_draw),
        "owing": owes_anything(view.prompts, seat),
        "rows": plan_rows(language, draft, cards_in(hand), seats),
        "lists": list_rows(language, tuple(drafted.against(hit) for hit in HITS)),
        "throws": throw_rows(language, drafted.throws),
        "throws_left": [str(THROW_WORDS[one]) for one in orders.throws],
        "without_well": orders.without_well,
        "said_first": said_first(),
    }


def read(form: QueryDict, orders: Orders) -> dict[str, Any]:
    """The fields of the orders after a form for one part of them. Raises ValueError for a form that is not ours."""
    fields: dict[str, Any] = msgspec.to_builtins(orders)
    match form.get("part", ""):
        case "lists":
            fields |= {hit: form.get(f"list-{hit}", "") for hit in HITS}
        case "throws":
            rows = [form.get(f"throw-{place}", "") for place in range(1, MOST_THROWS + 1)]
            fields |= {
                "throws": [one for one in rows if one],
                "without_well": form.get("without_well") == "1",
            }
        case "plan":
            fields["plans"] = read_plan(form)
        case "forget":
            fields["plans"] = []
        case _:
            raise ValueError("no such part")
    return fields


def read_plan(form: QueryDict) -> list[dict[str, Any]]:
    lines = []
    for place in range(1, MOST_LINES + 1):
        card = form.get(f"card-{place}", "")
        if not card:
            continue
        target = form.get(f"whom-{place}", "")
        lines.append(
            {
                "card": card[:64],
                "target": read_seat(target) if target and kind_of(card) in TARGETED else None,
            }
        )
    return [{"lines": lines, "else_draw": form.get("else", "ask") == "draw"}]


def read_seat(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 3):
        raise ValueError("not a seat")
    return int(value)


# Lists against what others do


@cache
def order_words(language: str | None) -> Words:
    return tuple((key, str(word)) for key, word in ORDER_WORDS.items())


@lru_cache(maxsize=512)
def list_rows(language: str | None, orders: tuple[str, ...]) -> SafeString:
    rows = [
        {
            "name": f"list-{hit}",
            "title": HIT_WORDS[hit][0],
            "words": HIT_WORDS[hit][1],
            "select": select(f"list-{hit}", "", order_words(language), order),
        }
        for hit, order in zip(HITS, orders, strict=True)
    ]
    return render_to_string("games/halt_mal_kurz/_list_rows.html", {"rows": rows})


# Throws


@cache
def throw_words(language: str | None, first: bool) -> Words:
    open_words = _("ask me") if first else _("no further throw")
    return (("", open_words), *((one, str(THROW_WORDS[one])) for one in THROWS))


@lru_cache(maxsize=512)
def throw_rows(language: str | None, throws: tuple[str, ...]) -> SafeString:
    rows = [
        select(
            f"throw-{place}",
            _("Throw %(n)s") % {"n": place},
            throw_words(language, place == 1),
            throws[place - 1] if len(throws) >= place else "",
        )
        for place in range(1, MOST_THROWS + 1)
    ]
    return render_to_string("games/halt_mal_kurz/_throw_rows.html", {"rows": rows})


# The planned turn


def cards_in(hand: Hand) -> tuple[str, ...]:
    """The cards that can be planned."""
    return tuple(card for card in hand.cards if kind_of(card) not in NO_SYMBOL)


def line_told(line: Line, cast: Cast) -> SafeString:
    if line.target is None:
        return marked(line.card)
    return phrase(_("%(card)s on %(name)s"), card=marked(line.card), name=cast.name(line.target))


@lru_cache(maxsize=1024)
def plan_rows(
    language: str | None, plan: Plan | None, cards: tuple[str, ...], seats: tuple[tuple[int, str], ...]
) -> SafeString:
    """One row a card in the order they are tried; one row more than there are lines."""
    lines = plan.lines if plan else ()
    count = min(MOST_LINES, max(PLAN_LINES, len(lines) + 1))
    rows = [
        plan_row(place, lines[place - 1] if len(lines) >= place else None, cards, seats)
        for place in range(1, count + 1)
    ]
    return render_to_string("games/halt_mal_kurz/_plan_rows.html", {"rows": rows})


def plan_row(
    place: int, line: Line | None, cards: tuple[str, ...], seats: tuple[tuple[int, str], ...]
) -> dict[str, Any]:
    """Twins differ in nothing, so either stands for both until one is planned twice."""
    names = [("", _("no card"))] + [(card, words(card)) for card in cards]
    if line and line.card not in cards:
        names.append((line.card, _("%(card)s, not in hand") % {"card": NAMES[kind_of(line.card)]}))
    whom = [("", _("nobody"))] + [(str(seat), name) for seat, name in seats]
    target = "" if line is None or line.target is None else str(line.target)
    return {
        "card": select(
            f"card-{place}", _("Line %(n)s: card") % {"n": place}, tuple(names), line.card if line else ""
        ),
        "whom": select(f"whom-{place}", _("Line %(n)s: whom it names") % {"n": place}, tuple(whom), target),
    }
