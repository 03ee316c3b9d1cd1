"""What Game of Quotes calls its rounds, colours and choices, and why an answer is refused."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from games.engine import Choice, Field

from .answers import MOST_WRITTEN
from .parts import Colour

ROUND_WORDS: dict[int, Any] = {
    1: gettext_lazy("quote, source"),
    2: gettext_lazy("source, quote"),
    3: gettext_lazy("write, quote"),
    4: gettext_lazy("both at once"),
}
COLOUR_WORDS: dict[Colour, Any] = {
    "red": pgettext_lazy("colour of a seat", "red"),
    "orange": pgettext_lazy("colour of a seat", "orange"),
    "yellow": pgettext_lazy("colour of a seat", "yellow"),
    "green": pgettext_lazy("colour of a seat", "green"),
    "blue": pgettext_lazy("colour of a seat", "blue"),
    "purple": pgettext_lazy("colour of a seat", "purple"),
}
SIDE_WORDS: dict[str, Any] = {
    "red": gettext_lazy("the red side"),
    "blue": gettext_lazy("the blue side"),
}
READS_WORDS: dict[str, Any] = {
    "name": gettext_lazy("read the name"),
    "description": gettext_lazy("read the description"),
}
VALUE_WORDS: dict[int, tuple[Any, Any]] = {
    1: (pgettext_lazy("a stamp", "Single"), gettext_lazy("counts 1")),
    2: (pgettext_lazy("a stamp", "Double"), gettext_lazy("counts 2")),
}
OPTION_LABELS: dict[str, Any] = {
    "side": gettext_lazy("Side of the cards"),
    "most_blanks": gettext_lazy("Blank cards that the table may fill in"),
    "colour": gettext_lazy("Your colour"),
    "marker": gettext_lazy("The marker"),
}
REASONS: dict[str, Any] = {
    "no_source": gettext_lazy("This card has no source: whoever wrote it left that out."),
    "swapped_already": gettext_lazy("You have swapped cards once already. That is all there is."),
    "nothing_to_draw": gettext_lazy("There are not so many cards left to draw. Choose fewer."),
    "not_your_card": gettext_lazy("That card is not in your hand any more."),
    "nothing_written": gettext_lazy("Write a source first, or take one of the names that are offered."),
    "stamp_used": gettext_lazy("You have used that stamp already. Take the other kind."),
    "own_reading": gettext_lazy("That is your own. Stamp one of the others."),
    "no_such_seat": gettext_lazy("Nobody sits there. Choose somebody at this table."),
    "line_too_long": ngettext_lazy(
        "A line of the idea pad has at most %(n)s character.",
        "A line of the idea pad has at most %(n)s characters.",
        MOST_WRITTEN,
    )
    % {"n": MOST_WRITTEN},
    "too_many_ideas": gettext_lazy("The idea pad has room for six lines."),
}


def option_words(field: Field, choice: Choice | None) -> str:
    """A choice of an option, or of what everybody is asked on joining; None: left open."""
    if choice is None:
        return (
            _("If nobody grabs it, the lot decides who reads first.")
            if field.name == "marker"
            else _("whichever is left")
        )
    if field.name == "marker":
        return _("Grab the marker")
    words: dict[Any, Any] = SIDE_WORDS if field.name == "side" else COLOUR_WORDS
    return str(words.get(choice.value, choice.value))


def value_words(value: int) -> str:
    """A stamp in a list: "a double"."""
    return _("a double") if value == 2 else _("a single")


def sealed_words(given: int, seats: int) -> str:
    """How many answers to one question are in."""
    return ngettext("%(n)s of %(all)s sealed", "%(n)s of %(all)s sealed", given) % {"n": given, "all": seats}
