"""The table as everybody sees it: rounds, what is waited for, what was read; at the end the stamps, one by one."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast
from games.engine import View

from .cards import HAND, ROUNDS
from .looks import colour_mark, quote_text
from .parts import GoqView, Reading, Table
from .stage import STAMPS, has_no_seat, is_on, source_heard, sources_heard, stage, steps_of
from .words import COLOUR_WORDS, ROUND_WORDS, sealed_words, value_words

WAITS: dict[str, Any] = {
    "quote": gettext_lazy("Quotes"),
    "source": gettext_lazy("Sources"),
    "write": gettext_lazy("Written sources"),
    "both": gettext_lazy("Quotes with sources"),
    "stamp": gettext_lazy("Stamps"),
}


def board(view: View[Any, Any], cast: Cast) -> dict[str, Any]:
    """What the table's template needs."""
    table: Table = view.table
    on = is_on(table, cast)
    shown = range(1, len(table.readings) + (not on))
    return {
        "steps": steps(table),
        "stage": stage(view, cast),
        "waits": waits(view),
        "leader": leader_words(table, cast),
        "pile": table.to_draw if is_few(table) else None,
        "rounds": [told_round(view, cast, number) for number in (shown if table.ended else reversed(shown))],
        "end": turning(view, cast) if table.ended and not on else None,
        "open": has_no_seat(cast),
    }


def steps(table: Table) -> list[dict[str, Any]]:
    """The four rounds as chips. The one that is chosen for is marked, or the last, while only stamps are missing."""
    return [
        {
            "words": ROUND_WORDS[number],
            "now": number == table.round and not table.ended,
            "done": number < table.round or table.ended,
        }
        for number in range(1, ROUNDS + 1)
    ]


def waits(view: View[Any, Any]) -> list[dict[str, str]]:
    """What is open at the table, each with how many have answered; stamps first."""
    kinds = dict.fromkeys(prompt.kind for prompt in view.prompts)
    rows = [{"what": str(WAITS[kind]), "how": sealed(view, kind)} for kind in WAITS if kind in kinds]
    return sorted(rows, key=lambda row: row["what"] != str(WAITS["stamp"]))


def sealed(view: View[Any, Any], kind: str) -> str:
    """How many have answered this, of all who are asked it."""
    asked = [prompt for prompt in view.prompts if prompt.kind == kind]
    return sealed_words(sum(prompt.given for prompt in asked), len(asked))


def leader_words(table: Table, cast: Cast) -> str:
    """Who reads first the next time."""
    if table.ended or len(table.readings) == ROUNDS:
        return ""
    if cast.is_me(table.leader):
        return _("You have the marker and read first.")
    return _("%(name)s has the marker and reads first.") % {"name": cast.name(table.leader)}


def is_few(table: Table) -> bool:
    """Whether the cards that can be drawn might not be enough for a swap of everybody."""
    return not all(table.swapped) and table.to_draw < HAND * table.seats


# What was read


def told_round(view: View[Any, Any], cast: Cast, number: int) -> dict[str, Any]:
    """A round that was read: its combinations, those not heard yet without their sources."""
    table: Table = view.table
    readings = table.readings[number - 1]
    known = sources_heard(table, cast, number)
    return {
        "number": number,
        "part": number,
        "title": _("Round %(n)s: %(what)s") % {"n": number, "what": ROUND_WORDS[number]},
        "combos": [combo(view, cast, number, place) for place in range(len(readings))],
        "unheard": 0 if has_no_seat(cast) else len(readings) - known,
        "all": steps_of(readings),
    }


def combo(view: View[Any, Any], cast: Cast, number: int, place: int) -> dict[str, Any]:
    """One combination, whose it is, and the stamps on it; its source once it was heard."""
    table: Table = view.table
    reading = table.readings[number - 1][place]
    language = table.options.language
    return {
        "quote": quote_text(reading.quote, cast, language),
        "source": source_heard(table, cast, number, place),
        "by": by_words(reading, cast),
        "marks": marks_on(view, cast, number, reading.seat),
    }


def by_words(reading: Reading, cast: Cast) -> str:
    """Whose combination it is."""
    return _("You") if cast.is_me(reading.seat) else cast.name(reading.seat)


def marks_on(view: View[Any, Any], cast: Cast, number: int, seat: int) -> list[dict[str, Any]]:
    """The stamps on one combination: who gave them; their value only where this viewer may know it."""
    table: Table = view.table
    if number > len(table.stamped):
        return sealed_mark(view, number, seat)
    turned = turned_stamps(table, cast)
    return [
        mark(table, cast, giver, known_value(view, number, giver, turned))
        for giver, to in enumerate(table.stamped[number - 1])
        if to == seat
    ]


def sealed_mark(view: View[Any, Any], number: int, seat: int) -> list[dict[str, Any]]:
    """My own stamp of a round whose stamps are not all in."""
    given = view.hand.stamp if view.hand is not None else None
    if given is None or given.seat != seat or number != len(view.table.readings):
        return []
    value = given.value
    own = colour_mark(view.table, view.seat or 0)
    return [{"who": _("You"), "mark": own, "value": value, "worth": value_words(value)}]


def mark(table: Table, cast: Cast, giver: int, value: int) -> dict[str, Any]:
    """A stamp: a neutral mark until its value is known. value: 0 if not."""
    return {
        "who": _("You") if cast.is_me(giver) else cast.name(giver),
        "mark": colour_mark(table, giver),
        "value": value,
        "worth": value_words(value) if value else "",
    }


def known_value(view: View[Any, Any], number: int, giver: int, turned: set[tuple[int, int]]) -> int:
    """What a stamp is worth as far as this viewer knows: their own, and at the end those turned over."""
    if (number, giver) in turned:
        return int(view.table.values[number - 1][giver])
    if view.seat == giver and view.hand is not None:
        return int(view.hand.used[number - 1])
    return 0


# The end


def turning_order(table: Table) -> list[tuple[int, int]]:
    """All stamps in the order in which they are turned over: round by round, whoever read first first."""
    return [
        (number, reading.seat)
        for number, readings in enumerate(table.readings[: len(table.stamped)], 1)
        for reading in readings
    ]


def turned_stamps(table: Table, cast: Cast) -> set[tuple[int, int]]:
    """The stamps, by round and giver, that this reader has turned over; all of them where nobody is reading."""
    if not table.ended:
        return set()
    order = turning_order(table)
    return set(order if has_no_seat(cast) else order[: max(0, cast.heard.get(STAMPS, 0))])


def turning(view: GoqView, cast: Cast) -> dict[str, Any]:
    """The stamps that were turned over so far, the newest last, and the points they come to."""
    table = view.table
    order, turned = turning_order(table), turned_stamps(table, cast)
    rows = [turned_row(table, cast, number, giver) for number, giver in order if (number, giver) in turned]
    left = len(order) - len(rows)
    return {
        "rows": rows,
        "newest": rows[-1] | {"combo": stamped_combo(view, cast, *order[len(rows) - 1])} if rows else None,
        "left": left,
        "left_words": ngettext("%(n)s stamp still lies face down.", "%(n)s stamps still lie face down.", left)
        % {"n": left},
        "next": len(rows) + 1,
        "all": len(order),
        "part": STAMPS,
        "points": points_so_far(table, cast, turned),
    }


def stamped_combo(view: GoqView, cast: Cast, number: int, giver: int) -> dict[str, Any]:
    """The combination on which a stamp is."""
    to = view.table.stamped[number - 1][giver]
    place = [reading.seat for reading in view.table.readings[number - 1]].index(to)
    return combo(view, cast, number, place)


def turned_row(table: Table, cast: Cast, number: int, giver: int) -> dict[str, Any]:
    """One stamp that was turned over, in a sentence."""
    to, value = table.stamped[number - 1][giver], table.values[number - 1][giver]
    names = {"name": cast.name(giver), "other": cast.name(to), "n": number, "value": value}
    if cast.is_me(giver):
        words = _("Round %(n)s: your stamp on %(other)s’s reading counts %(value)s.")
    elif cast.is_me(to):
        words = _("Round %(n)s: %(name)s’s stamp on your reading counts %(value)s.")
    else:
        words = _("Round %(n)s: %(name)s’s stamp on %(other)s’s reading counts %(value)s.")
    return {"words": words % names, "value": value, "mark": colour_mark(table, giver)}


def points_so_far(table: Table, cast: Cast, turned: set[tuple[int, int]]) -> list[dict[str, Any]]:
    """By seat, what the stamps turned over so far come to, with how many lie there; in the order of the seats."""
    sums = [0] * table.seats
    for number, giver in turned:
        sums[table.stamped[number - 1][giver]] += table.values[number - 1][giver]
    most = max(sums)
    return [
        {
            "name": _("You") if cast.is_me(seat) else cast.name(seat),
            "mark": colour_mark(table, seat),
            "colour": str(COLOUR_WORDS[table.colours[seat]]),
            "points": sums[seat],
            "most": most,
            "stamps": table.markers()[seat],
        }
        for seat in range(table.seats)
    ]
