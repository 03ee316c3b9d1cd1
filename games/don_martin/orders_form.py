"""The throw for a SPLABBADAP! and the planned turns as forms, and back."""

import re
from functools import cache, lru_cache
from typing import Any

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.cast import Cast, phrase
from games.engine import View, face_of, faces, next_seats
from games.pictures import select

from .answers import MOST_LINES, MOST_PLANS, Line, Orders, Plan
from .cards import COLOUR_WORDS, marked, words
from .pack import COLOURED, COLOURS, SOUNDS, SPECIALS, colour_of, is_special, sound_of
from .parts import Hand

PLAN_LINES = 3
FACES = frozenset({*faces(COLOURED), *SPECIALS})
IGNORE, LEAD, ANY = "ignore", "lead", "."
Words = tuple[tuple[str, str], ...]
Seats = tuple[tuple[int, str], ...]


def show(view: View[Any, Any], orders: Orders, cast: Cast, sent: QueryDict | None = None) -> dict[str, Any]:
    """What the template of the orders needs. sent: a form that was refused, whose choices are kept."""
    seat, hand = view.mine()
    number = view.table.round
    plans = tuple(plan for plan in orders.plans if plan.round == number)
    drafted = draft_of(sent, orders)
    if orders.throw == "card" and orders.card_round != number:
        orders = replace(orders, throw="ask")
    rows = plans if drafted is None else tuple(plan for plan in drafted.plans if plan.round == number)
    cards = in_order(hand)
    seats = (
        (seat, _("myself")),
        *((other, cast.name(other)) for other in next_seats(seat, view.table.seats)),
    )
    return {
        "round": number,
        "planned": len(plans),
        "plans": [plan_told(plan, cast) for plan in plans],
        "gone": bool(orders.plans) and not plans,
        "rows": plan_rows(get_language(), rows, cards, seats),
        "throw": throw_select(hand, orders if drafted is None else drafted),
        "throw_words": throw_words(orders, hand),
    }


def draft_of(sent: QueryDict | None, orders: Orders) -> Orders | None:
    """The orders that a refused form would have left, to fill the form in with."""
    if sent is None:
        return None
    try:
        draft = msgspec.convert(read(sent, orders), Orders)
    except (ValueError, msgspec.ValidationError):
        return None
    named = [draft.card, *(line.card for plan in draft.plans for line in plan.lines)]
    return draft if all(card is None or face_of(card) in FACES for card in named) else None


def read(form: QueryDict, orders: Orders) -> dict[str, Any]:
    """The fields of the orders after a form for one part of them. Raises ValueError for a form that is not ours."""
    fields: dict[str, Any] = msgspec.to_builtins(orders)
    match form.get("part", ""):
        case "throw":
            throw = form.get("throw", "")
            own = throw not in ("rarest", "ask")
            number = read_number(form.get("round", "")) if own else 0
            fields |= {"throw": "card" if own else throw, "card": throw[:64] if own else None}
            fields |= {"card_round": number}
        case "plans":
            fields["plans"] = read_plans(form, orders)
        case "forget":
            fields["plans"] = []
        case _:
            raise ValueError("no such part")
    return fields


def read_plans(form: QueryDict, orders: Orders) -> list[dict[str, Any]]:
    """All planned turns that say something. Where nothing was planned and is, an empty one, to be refused.

    Those that have acted since the form was shown stay gone: they were the first of it.
    """
    number = read_number(form.get("round", ""))
    now = sum(plan.round == number for plan in orders.plans)
    acted = max(0, read_number(form.get("planned", "0")) - now)
    plans = [
        {"round": number, "lines": lines, "ask_for_groups": form.get(f"groups-{place}") == "1"}
        for place in range(1 + acted, MOST_PLANS + 1)
        if (lines := read_lines(form, place))
    ]
    return plans or ([] if orders.plans or acted else [{"round": number}])


def read_lines(form: QueryDict, plan: int) -> list[dict[str, Any]]:
    lines = []
    for place in range(1, MOST_LINES + 1):
        name = f"{plan}-{place}"
        if card := form.get(f"card-{name}", ""):
            whom = form.get(f"whom-{name}", "")
            lines.append(read_line(card[:64], form.get(f"when-{name}", ANY), whom))
    return lines


def read_line(card: str, when: str, whom: str) -> dict[str, Any]:
    """What a line does follows from its card and its condition; only a GA-PWEEN! names somebody."""
    some, none = read_colours(when)
    if card == IGNORE:
        return {"do": "ignore", "some": some, "none": none}
    if is_special(card):
        target = read_number(whom) if whom and face_of(card) == "gapween" else None
        return {"do": "special", "card": card, "target": target, "some": some, "none": none}
    if when == LEAD:
        return {"do": "lead", "card": card}
    return {"do": "add", "card": card, "some": some, "none": none}


def read_colours(when: str) -> tuple[list[str], list[str]]:
    """Of which colours some must lie there, and which must not: "b." or ".b". A lead: nothing lies there."""
    if when == LEAD:
        return [], list(COLOURS)
    if not re.fullmatch(r"[bgpo]{0,4}\.[bgpo]{0,4}", when):
        raise ValueError("no such condition")
    some, _dot, none = when.partition(".")
    return list(some), list(none)


def when_of(line: Line) -> str:
    """The condition of a line as the form names it."""
    if line.do == "lead" or (line.do != "add" and not line.some and set(line.none) == set(COLOURS)):
        return LEAD
    return f"{''.join(line.some)}.{''.join(line.none)}"


def read_number(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 3):
        raise ValueError("not a number")
    return int(value)


# The throw


def throw_select(hand: Hand, orders: Orders) -> SafeString:
    cards = tuple(card for card in in_order(hand) if not is_special(card))
    options = (
        ("rarest", _("throw in a card of my rarest sound")),
        ("ask", _("ask me")),
        *((card, _("throw in %(card)s") % {"card": word}) for card, word in named(cards)),
    )
    chosen = (orders.card or "ask") if orders.throw == "card" else orders.throw
    if chosen not in dict(options):
        options = (*options, (chosen, gone_words(chosen)))
    return select("throw", "", options, chosen)


def throw_words(orders: Orders, hand: Hand) -> str:
    """What is in force, in a word or two."""
    if orders.throw == "rarest":
        return _("my rarest sound")
    if orders.throw == "card" and orders.card in hand.cards:
        return words(orders.card)
    return _("I am asked")


# The planned turns


def in_order(hand: Hand) -> tuple[str, ...]:
    """The cards of a hand by sound and colour, black-and-white ones last."""

    def place(card: str) -> tuple[bool, int, int]:
        if is_special(card):
            return True, 0, 0
        return False, SOUNDS.index(sound_of(card)), COLOURS.index(colour_of(card))

    return tuple(sorted(hand.cards, key=lambda card: (*place(card), card)))


def named(cards: tuple[str, ...]) -> Words:
    """Cards in words; of those with the same face, each after the first says so."""
    rows: list[tuple[str, str]] = []
    seen: list[str] = []
    for card in cards:
        seen.append(face_of(card))
        nth = seen.count(face_of(card))
        word = words(card) if nth == 1 else _("%(card)s, number %(n)s") % {"card": words(card), "n": nth}
        rows.append((card, word))
    return tuple(rows)


def gone_words(card: str) -> str:
    return _("%(card)s, not in hand") % {"card": words(card)}


@cache
def when_words(language: str | None) -> Words:
    return (
        (ANY, _("on whatever lies there")),
        (LEAD, when_told(LEAD)),
        *((f"{one}.", when_told(f"{one}.")) for one in COLOURS),
        *((f".{one}", when_told(f".{one}")) for one in COLOURS),
    )


def when_told(when: str) -> str:
    """A condition in words, "" for none."""
    if when == LEAD:
        return _("only if nothing lies there, as the lead")
    some, none = when.split(".")
    names = {"some": either(some), "none": either(none)}
    if some and none:
        return _("only if %(some)s lies there and %(none)s does not") % names
    if some:
        return _("only if %(some)s lies there") % names
    return _("only if %(none)s does not lie there") % names if none else ""


def either(colours: str) -> str:
    return _(" or ").join(str(COLOUR_WORDS[one]) for one in colours)


def plan_told(plan: Plan, cast: Cast) -> dict[str, Any]:
    return {"lines": [line_told(line, cast) for line in plan.lines], "ask_for_groups": plan.ask_for_groups}


def line_told(line: Line, cast: Cast) -> SafeString:
    """A line of a plan as a phrase."""
    if line.card is None:
        told = phrase(_("draw a card"))
    elif line.do == "lead":
        told = phrase(_("lead %(card)s"), card=marked(line.card))
    elif line.do == "add":
        told = phrase(_("add %(card)s"), card=marked(line.card))
    elif line.target is None:
        told = phrase(_("play %(card)s"), card=marked(line.card))
    elif cast.is_me(line.target):
        told = phrase(_("play %(card)s and draw two myself"), card=marked(line.card))
    else:
        told = phrase(_("play %(card)s on %(name)s"), card=marked(line.card), name=cast.name(line.target))
    when = when_told(when_of(line))
    return phrase("%(told)s, %(when)s", told=told, when=when) if when else told


@lru_cache(maxsize=1024)
def plan_rows(
    language: str | None, plans: tuple[Plan, ...], cards: tuple[str, ...], seats: Seats
) -> SafeString:
    """The turns that can be planned as rows of a form: those that are, and one more; each with a row to spare."""
    out = []
    for number in range(1, min(MOST_PLANS, len(plans) + 1) + 1):
        plan = plans[number - 1] if len(plans) >= number else None
        lines = plan.lines if plan else ()
        count = min(MOST_LINES, max(PLAN_LINES, len(lines) + 1))
        out.append(
            {
                "number": number,
                "used": bool(lines),
                "ask_for_groups": plan.ask_for_groups if plan else True,
                "rows": [
                    plan_row(f"{number}-{place}", place, line, cards, seats)
                    for place, line in enumerate((*lines, *[None] * (count - len(lines))), 1)
                ],
            }
        )
    return render_to_string("games/don_martin/_plan_rows.html", {"plans": out, "more": len(out) < MOST_PLANS})


def plan_row(
    name: str, place: int, line: Line | None, cards: tuple[str, ...], seats: Seats
) -> dict[str, SafeString | str]:
    """One line as select boxes; who is named is asked only of hands with a GA-PWEEN!."""
    language, n = get_language(), {"n": place}
    card = "" if line is None else line.card or IGNORE
    options = (("", _("nothing")), (IGNORE, _("ignore and draw a card")), *named(cards))
    if card not in dict(options):
        options = (*options, (card, gone_words(card)))
    when = ANY if line is None else when_of(line)
    conditions = when_words(language)
    if when not in dict(conditions):
        conditions = (*conditions, (when, when_told(when)))
    target = "" if line is None or line.target is None else str(line.target)
    whom = (("", _("Who draws two?")), *((str(seat), seated) for seat, seated in seats))
    return {
        "card": select(f"card-{name}", _("Line %(n)s: what to do") % n, options, card),
        "when": select(f"when-{name}", _("Line %(n)s: when") % n, conditions, when),
        "whom": select(f"whom-{name}", _("Line %(n)s: who draws two") % n, whom, target)
        if target or any(face_of(one) == "gapween" for one in (*cards, card))
        else "",
    }
