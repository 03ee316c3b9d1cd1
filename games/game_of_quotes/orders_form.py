"""The idea pad as a form, and back. The door makes texts of its lines."""

from typing import Any

import msgspec
from django.http import QueryDict

from accounts.text import one_line
from games.cast import Cast, typed
from games.engine import View

from .answers import MOST_IDEAS, MOST_WRITTEN, Orders
from .looks import written
from .parts import Table

LINE = "idea-{}"
MOST_SENT = 2000  # characters of a line that come back with a refusal
WRITTEN_IN = 3  # the round whose source can be written ahead


def show(view: View[Any, Any], orders: Orders, cast: Cast, sent: QueryDict | None) -> dict[str, Any]:
    """What the template of the pad needs. sent: a refused form, whose lines are kept."""
    table: Table = view.table
    kept = [typed(written(idea, cast, table.options.language)) for idea in orders.ideas]
    kept = [line for line in kept if line]
    lines = kept if sent is None else raw_lines(sent)
    return {
        "lines": [
            {"name": LINE.format(place), "n": place, "text": lines[place - 1] if place <= len(lines) else ""}
            for place in range(1, MOST_IDEAS + 1)
        ],
        "count": len(kept),
        "ideas": kept,
        "sealed": kept[0] if kept and orders.ahead and table.round == WRITTEN_IN else "",
        "most": MOST_WRITTEN,
        "ahead": orders.ahead if sent is None else "ahead" in sent,
        "asks_ahead": is_ahead(table),
        "open": sent is not None,
        "was": mark(orders),
        "language": table.options.language,
    }


def mark(orders: Orders) -> str:
    """Which lines a pad was made from."""
    return "-".join(map(str, orders.ideas))


def is_stale(form: QueryDict, orders: Orders) -> bool:
    """Whether the lines were changed elsewhere since this form was made."""
    return form.get("part") == "pad" and form.get("was", mark(orders)) != mark(orders)


def is_ahead(table: Table) -> bool:
    """Whether the source of round 3 is still to be asked for."""
    return table.round < WRITTEN_IN


def raw_lines(form: QueryDict) -> list[str]:
    return [form.get(LINE.format(place), "")[:MOST_SENT] for place in range(1, MOST_IDEAS + 1)]


def texts(form: QueryDict) -> tuple[str, ...] | None:
    """The lines that say anything, cleaned; None for a form that is no pad.

    Raises ValueError("line_too_long").
    """
    if form.get("part") != "pad":
        return None
    lines = [one_line(raw) for raw in raw_lines(form)]
    if any(len(line) > MOST_WRITTEN for line in lines):
        raise ValueError("line_too_long")
    return tuple(line for line in lines if line)


def read(form: QueryDict, orders: Orders) -> dict[str, Any]:
    """The fields of the orders after the pad was sent; its lines come from `texts`. Raises ValueError."""
    if form.get("part") != "pad":
        raise ValueError("no such part")
    fields: dict[str, Any] = msgspec.to_builtins(orders)
    if "asked" in form:
        fields["ahead"] = "ahead" in form
    return fields
