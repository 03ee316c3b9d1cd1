"""Standing defence and planned turns as a form, and back."""

from functools import cache, lru_cache
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine import View
from games.pictures import select

from . import parts
from .colours import WORDS, look
from .parts import COLOURS, COPIES, Orders, Planned

PLAN_LINES = 2
ASK = "ask"

Words = tuple[tuple[str, str], ...]


def show(view: View[Any, Any], orders: Orders, drafted: Orders) -> dict[str, Any]:
    """What the template of the orders needs. drafted: what the form is filled in with."""
    seat, hand = view.mine()
    language = get_language()
    return {
        "plans": [[line_words(line) for line in plan] for plan in orders.plans],
        "plan_rows": plan_rows(language, drafted.plans),
        "defence_rows": defence_rows(
            language,
            tuple(drafted.defend.get(colour) for colour in COLOURS),
            tuple(hand.held(colour) for colour in COLOURS),
            tuple(view.table.owner(colour) == seat for colour in COLOURS),
        ),
    }


def read(form: QueryDict, orders: Orders) -> dict[str, Any]:
    """The fields of the orders after a form for one part of them. Raises ValueError for a form that is not ours."""
    plans: list[list[dict[str, Any]]] = [
        [{"colour": line.colour, "persist": line.persist, "where": line.where} for line in plan]
        for plan in orders.plans
    ]
    defend = dict(orders.defend)
    match form.get("part", ""):
        case "defence":
            defend = {colour: read_number(form.get(f"defend-{colour}", "")) for colour in COLOURS}
        case "plans":
            plans = [plan for plan in (read_plan(form, number) for number in (1, 2)) if plan]
        case "forget":
            plans = []
        case _:
            raise ValueError("no such part")
    return {"defend": defend, "plans": plans}


@cache
def defence_words(language: str | None) -> Words:
    return (
        (str(COPIES), _("as many as I hold")),
        *((str(n), ngettext("up to %(n)s card", "up to %(n)s cards", n) % {"n": n}) for n in (1, 2, 3)),
        ("0", _("none: let it go")),
        (ASK, _("ask me")),
    )


@cache
def persist_words(language: str | None) -> Words:
    return (
        ("0", _("no further card")),
        *(
            (str(n), ngettext("up to %(n)s more card", "up to %(n)s more cards", n) % {"n": n})
            for n in (1, 2, 3)
        ),
        (str(COPIES), _("as many more as I hold")),
        (ASK, _("in a duel ask me")),
    )


@cache
def colour_words(language: str | None) -> Words:
    return (("", _("no card")), *((colour, str(WORDS[colour])) for colour in COLOURS))


@cache
def where_words(language: str | None) -> Words:
    return (
        ("any", _("wherever it stands")),
        ("centre", _("if it stands in the centre")),
        ("theirs", _("if somebody else has it")),
        ("not_mine", _("if it is not mine")),
        ("mine", _("if it is mine")),
    )


def read_number(value: str) -> int | None:
    if value == ASK:
        return None
    if not (value.isascii() and value.isdigit() and len(value) <= 3):
        raise ValueError("not a number")
    return int(value)


WHERES: dict[str, tuple[parts.Where, ...]] = {
    "any": ("centre", "theirs", "mine"),
    "centre": ("centre",),
    "theirs": ("theirs",),
    "mine": ("mine",),
    "not_mine": ("centre", "theirs"),
}


def where_key(line: Planned) -> str:
    return next((key for key, where in WHERES.items() if set(where) == set(line.where)), "any")


def as_value(number: int | None) -> str:
    return ASK if number is None else str(number)


def line_words(line: Planned) -> str:
    """A line of a plan as a phrase."""
    where = dict(where_words(get_language()))[where_key(line)]
    text = _("%(colour)s, %(where)s") % {"colour": WORDS[line.colour], "where": where}
    if line.persist is None:
        return _("%(line)s; in a duel ask me") % {"line": text}
    if line.persist:
        more = ngettext("up to %(n)s more card", "up to %(n)s more cards", line.persist) % {"n": line.persist}
        return f"{text}; {more}"
    return text


@lru_cache(maxsize=1024)
def plan_rows(language: str | None, plans: tuple[tuple[Planned, ...], ...]) -> SafeString:
    """The two planned turns as rows of a form, each with at least one empty row."""
    out = []
    for number in (1, 2):
        plan = plans[number - 1] if len(plans) >= number else ()
        rows = min(parts.MOST_LINES, max(PLAN_LINES, len(plan) + 1))
        lines = [*plan, *[None] * (rows - len(plan))]
        out.append(
            {
                "number": number,
                "used": bool(plan),
                "rows": [plan_row(number, place, line) for place, line in enumerate(lines, 1)],
            }
        )
    return render_to_string("games/kangoeroe/_plan_rows.html", {"lines": out})


@lru_cache(maxsize=1024)
def defence_rows(
    language: str | None, defend: tuple[int | None, ...], held: tuple[int, ...], mine: tuple[bool, ...]
) -> SafeString:
    """The standing defence as one select box a colour."""
    rows = [
        {
            **look(colour),
            "held": held[place],
            "mine": mine[place],
            "select": select(f"defend-{colour}", "", defence_words(language), as_value(defend[place])),
        }
        for place, colour in enumerate(COLOURS)
    ]
    return render_to_string("games/kangoeroe/_defence_rows.html", {"rows": rows})


def plan_row(number: int, place: int, line: Planned | None) -> dict[str, Any]:
    language = get_language()
    name, n = f"{number}-{place}", {"n": place}
    return {
        "colour": select(
            f"colour-{name}",
            _("Line %(n)s: colour") % n,
            colour_words(language),
            line.colour if line else "",
        ),
        "where": select(
            f"where-{name}",
            _("Line %(n)s: where its kangaroo stands") % n,
            where_words(language),
            where_key(line) if line else "any",
        ),
        "persist": select(
            f"persist-{name}",
            _("Line %(n)s: in a duel") % n,
            persist_words(language),
            as_value(line.persist) if line else "0",
        ),
    }


def read_plan(form: QueryDict, number: int) -> list[dict[str, Any]]:
    lines = []
    for place in range(1, parts.MOST_LINES + 1):
        colour = form.get(f"colour-{number}-{place}", "")
        if not colour:
            continue
        where = WHERES.get(form.get(f"where-{number}-{place}", "any"))
        if where is None:
            raise ValueError("no such place")
        persist = read_number(form.get(f"persist-{number}-{place}", "0"))
        lines.append({"colour": colour, "persist": persist, "where": where})
    return lines
