"""The stage: the combinations of a round one after the other, each reader at their own pace, quote before source.

What a reader has heard of a round is counted in steps (`Cast.heard`): the source of the first combination, the quote
of the second, its source, … and one more for leaving the stage. To who has a seat, no page shows a source before its
step: all of them come from `source_heard`. Who has none reads the sources once the match is over. What is told at
the end under the number 0 is stamps, one a step.
"""

from typing import Any

from django.utils.translation import gettext as _

from games.cast import Cast
from games.engine import View

from .looks import Text, quote_text, source_text
from .parts import Reading, Table

STAMPS = 0


def parts_told(view: View[Any, Any]) -> dict[int, int]:
    """What there is to hear, by round, and how many steps it has; once the match is over, the stamps too."""
    table: Table = view.table
    parts = {number: steps_of(readings) for number, readings in enumerate(table.readings, 1)}
    if table.ended:
        parts[STAMPS] = sum(len(round_) for round_ in table.stamped)
    return parts


def steps_of(readings: tuple[Reading, ...]) -> int:
    """How many steps a round has on the stage."""
    return 2 * len(readings)


def sources_heard(table: Table, cast: Cast, number: int) -> int:
    """How many sources of a round this reader has heard. A watcher has no steps: for them the end tells all."""
    readings = table.readings[number - 1]
    if has_no_seat(cast) and table.ended:
        return len(readings)
    return min((cast.heard.get(number, 0) + 1) // 2, len(readings))


def source_heard(table: Table, cast: Cast, number: int, place: int) -> Text | None:
    """The source of one combination, by its round and its place in the order of reading; None before its step."""
    if place >= sources_heard(table, cast, number):
        return None
    return source_text(table.readings[number - 1][place].source, cast, table.options.language)


def has_no_seat(cast: Cast) -> bool:
    """Whether whoever looks has no seat, and so no steps of their own: a watcher, or somebody stepping through."""
    return cast.me is None


def unheard(table: Table, cast: Cast) -> int:
    """How many sources of the latest round this reader has not heard yet."""
    latest = len(table.readings)
    return len(table.readings[-1]) - sources_heard(table, cast, latest) if latest else 0


def is_on(table: Table, cast: Cast) -> bool:
    """Whether the latest round is still on the stage for this reader."""
    latest = len(table.readings)
    return bool(latest) and not has_no_seat(cast) and cast.heard.get(latest, 0) < steps_of(table.readings[-1])


def stage(view: View[Any, Any], cast: Cast) -> dict[str, Any] | None:
    """The combination that is being heard, and what was heard before it; None if the stage is empty."""
    table: Table = view.table
    if not is_on(table, cast):
        return None
    number, readings = len(table.readings), table.readings[-1]
    step = max(0, cast.heard.get(number, 0))
    place, told = divmod(step, 2)
    stamping = any(p.kind == "stamp" and p.seat == view.seat for p in view.prompts)
    return {
        "part": number,
        "count": len(readings),
        "now": heard(table, number, place, cast),
        "past": [heard(table, number, before, cast) for before in range(place)],
        "places": [
            {"n": other + 1, "at": other == place, "heard": other < place} for other in range(len(readings))
        ],
        "next": step + 1,
        "all": steps_of(readings),
        "verb": verb(bool(told), place == len(readings) - 1, stamping),
    }


def verb(told: bool, last: bool, stamping: bool) -> str:
    """What the button of the stage does."""
    if not told:
        return _("Reveal the source")
    if not last:
        return _("Next reading")
    return _("To the stamps") if stamping else _("Leave the stage")


def heard(table: Table, number: int, place: int, cast: Cast) -> dict[str, Any]:
    """One combination for the stage; its source only if it has been told."""
    readings, language = table.readings[number - 1], table.options.language
    reading = readings[place]
    names = {"name": cast.name(reading.seat), "n": place + 1, "all": len(readings)}
    words = (
        _("You read. Reading %(n)s of %(all)s")
        if cast.is_me(reading.seat)
        else _("%(name)s reads. Reading %(n)s of %(all)s")
    )
    return {
        "n": place + 1,
        "who": words % names,
        "stamp": cast.stamps[reading.seat] if cast.stamps else "",
        "quote": quote_text(reading.quote, cast, language),
        "source": source_heard(table, cast, number, place),
    }
