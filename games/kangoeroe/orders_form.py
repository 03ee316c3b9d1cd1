"""Standing defence and planned turns as a form, and back."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import View

from . import parts
from .colours import WORDS, look
from .parts import COLOURS, COPIES, Hand, Orders, Planned

PLAN_LINES = 3
ASK = "ask"


def show(view: View[Any, Any], orders: Orders) -> dict[str, Any]:
    """What the template of the orders needs."""
    hand: Hand = view.mine()[1]
    return {
        "defend": [
            {
                **look(colour),
                "held": hand.held(colour),
                "mine": view.table.owner(colour) == view.seat,
                "choices": defence_choices(orders.defend.get(colour)),
            }
            for colour in COLOURS
        ],
        "plans": [[line_words(line) for line in plan] for plan in orders.plans],
        "lines": plan_lines(orders),
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


def defence_choices(most: int | None) -> list[dict[str, Any]]:
    words = [
        (str(COPIES), _("as many as I hold")),
        *((str(n), ngettext("up to %(n)s card", "up to %(n)s cards", n) % {"n": n}) for n in (1, 2, 3)),
        ("0", _("none: let it go")),
        (ASK, _("ask me")),
    ]
    now = ASK if most is None else str(most)
    return [{"value": value, "word": word, "chosen": value == now} for value, word in words]


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


def where_words() -> dict[str, str]:
    return {
        "any": _("wherever it stands"),
        "centre": _("if it stands in the centre"),
        "theirs": _("if somebody else has it"),
        "not_mine": _("if it is not mine"),
        "mine": _("if it is mine"),
    }


def line_words(line: Planned) -> str:
    """A line of a plan as a phrase."""
    key = next((key for key, where in WHERES.items() if set(where) == set(line.where)), "any")
    text = _("%(colour)s, %(where)s") % {"colour": WORDS[line.colour], "where": where_words()[key]}
    if line.persist is None:
        return _("%(line)s; in a duel ask me") % {"line": text}
    if line.persist:
        more = ngettext("up to %(n)s more card", "up to %(n)s more cards", line.persist) % {"n": line.persist}
        return f"{text}; {more}"
    return text


def plan_lines(orders: Orders) -> list[dict[str, Any]]:
    """The two planned turns as rows of a form."""
    out = []
    for number in (1, 2):
        plan = orders.plans[number - 1] if len(orders.plans) >= number else ()
        rows = []
        for place in range(min(parts.MOST_LINES, max(PLAN_LINES, len(plan) + 1))):
            line = plan[place] if place < len(plan) else None
            where = next(
                (key for key, value in WHERES.items() if line and set(value) == set(line.where)), "any"
            )
            persist = ASK if line and line.persist is None else str(line.persist if line else 0)
            rows.append(
                {
                    "name": f"{number}-{place + 1}",
                    "place": place + 1,
                    "colours": [{**look(c), "chosen": bool(line and line.colour == c)} for c in COLOURS],
                    "wheres": [
                        {"value": key, "word": word, "chosen": key == where}
                        for key, word in where_words().items()
                    ],
                    "persists": persist_choices(persist),
                }
            )
        out.append({"number": number, "rows": rows, "used": bool(plan)})
    return out


def persist_choices(now: str) -> list[dict[str, Any]]:
    words = [
        ("0", _("no further card")),
        *(
            (str(n), ngettext("up to %(n)s more card", "up to %(n)s more cards", n) % {"n": n})
            for n in (1, 2, 3)
        ),
        (str(COPIES), _("as many more as I hold")),
        (ASK, _("in a duel ask me")),
    ]
    return [{"value": value, "word": word, "chosen": value == now} for value, word in words]


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
