"""What Don Martin's Kartenspiel calls its choices, and why an answer is refused."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Choice, Field

from .pack import MIXES

REASONS: dict[str, Any] = {
    "no_pile": gettext_lazy("The draw pile is used up, so nothing can be drawn. Play a card instead."),
    "first_card": gettext_lazy("The first card of a round has to be a coloured one. Lead another card."),
    "last_special": gettext_lazy("A black-and-white card must never be the last to go. Draw a card first."),
    "not_coloured": gettext_lazy("That card is black-and-white. A coloured card is needed here."),
    "not_special": gettext_lazy("That card is coloured. A black-and-white card is needed here."),
    "too_few": gettext_lazy("A group needs at least three cards of one sound. Leave out what falls short."),
    "no_group": gettext_lazy("You do not hold three cards of one sound, so there is no group to lay."),
    "not_your_card": gettext_lazy("That card is not in your hand any more."),
    "whom": gettext_lazy("GA-PWEEN! needs a name. Choose who draws two; it may be you."),
    "no_such_seat": gettext_lazy("Nobody sits there. Choose somebody at this table."),
    "laid_twice": gettext_lazy("One card was named twice. Each card can lie in one group only."),
    "lone_special": gettext_lazy(
        "Then a single black-and-white card would be left, and you could not lead it. Keep one card more."
    ),
    "too_many_plans": gettext_lazy("Three planned turns can be left, no more."),
    "empty_plan": gettext_lazy("A planned turn needs at least one line that says what to do."),
    "never_fits": gettext_lazy(
        "One line could never be played, whatever lies there: its card and its condition exclude each other."
    ),
    "other_round": gettext_lazy("This plan was for a round that is over. Your cards are new, so plan anew."),
}

OPTION_LABELS: dict[str, Any] = {
    "target": gettext_lazy("How far the match goes"),
    "throws": gettext_lazy("What everybody starts with for SPLABBADAP!"),
    "mix": gettext_lazy("The eighteen black-and-white cards"),
    "dealer": gettext_lazy("Who looks most like a caricature? That person deals first."),
}
MIX_WORDS: dict[str, Any] = {
    "even": gettext_lazy("of each about as many: %(split)s"),
    "loud": gettext_lazy("loud, with more SPLABBADAP!: %(split)s"),
    "grabby": gettext_lazy("grabby, with more ARRARGH! and GA-PWEEN!: %(split)s"),
    "dizzy": gettext_lazy("dizzy, with more turning round: %(split)s"),
}
OPTION_WORDS: dict[tuple[str, str], Any] = {
    ("target", "0"): gettext_lazy("one round"),
    ("throws", "automatic"): gettext_lazy("the rarest sound falls at once, without a question"),
    ("throws", "ask"): gettext_lazy("everybody is asked each time"),
}


def option_words(field: Field, choice: Choice | None, names: tuple[str, ...] = ()) -> str:
    """A choice of an option, or of what everybody is asked on joining; None: left open."""
    if choice is None:
        return _("I name nobody") if field.name == "dealer" else _("leave it open")
    value = choice.value
    if field.name == "dealer" and isinstance(value, int):
        return names[value] if value < len(names) else _("seat %(number)s") % {"number": value + 1}
    if field.name == "mix":
        return str(MIX_WORDS[str(value)]) % {"split": split_words(str(value))}
    if field.name == "target" and value:
        return _("rounds until somebody has %(n)s points") % {"n": value}
    return str(OPTION_WORDS.get((field.name, str(value)), value))


def split_words(mix: str) -> str:
    """How many of each black-and-white card there are."""
    arrargh, splabbadap, gapween, inkle = MIXES[mix]  # type: ignore[index]
    words = _("ARRARGH! %(arrargh)s, SPLABBADAP! %(splabbadap)s, GA-PWEEN! %(gapween)s, INKLE %(inkle)s")
    return words % {"arrargh": arrargh, "splabbadap": splabbadap, "gapween": gapween, "inkle": inkle}


def signed(points: int) -> str:
    """A number of points with its sign, for a sum."""
    return f"+{points}" if points > 0 else minus(points)


def minus(number: int) -> str:
    """A number with a proper minus sign."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def points_words(points: int) -> str:
    """So many points, which may be fewer than none."""
    return ngettext("%(n)s point", "%(n)s points", abs(points)) % {"n": minus(points)}
