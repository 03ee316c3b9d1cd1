"""What the page on how to play shows besides its sentences: numbers, pictures and people."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.faces import stamp
from games.cast import phrase
from games.engine import Face

from .answers import BEATS, MOST_THROWS
from .cards import CATEGORY_WORDS, DOES, MORE, NAMES, PHRASES, THROW_MARKS, card, drawing, gloss
from .pack import COUNTS, FLIPPED, HAND_SIZES, PACK, category_of
from .parts import WINDOW_SECONDS
from .words import THROW_WORDS

# The people of the story, by the numbers of their faces, and their initials.
PEOPLE = {"tilda": (1203, "T"), "otto": (5577, "O"), "irma": (4242, "I"), "jasper": (2718, "J")}
SAID = {"hold": "halt", "todo": "list", "razupaltuff": "razupaltuff", "luck": "won"}

# What is laid in the story, one on the other; an hour passes between the two runs.
STORY: tuple[tuple[Face, ...], ...] = (
    ("halt-p", "nazi-p", "police-k", "schnick-k", "swap-k", "list-a", "capitalism-a", "halt-a"),
    ("list-p", "assembly-k"),
)
STORY_THROWS = (("scissors", "scissors"), ("paper", "well"))  # Tilda's first
# Pairs of cards for the three cases of a turn: the top one, and the one that is laid on it.
PAIRS: dict[str, tuple[Face, Face]] = {
    "symbol": ("police-p", "schnick-p"),
    "category": ("police-p", "capitalism-k"),
    "neither": ("police-p", "group-a"),
}


def learn() -> dict[str, Any]:
    """The context of the page; its numbers are those of the rules."""
    return {
        "cards_in_all": len(PACK),
        "hand_sizes": HAND_SIZES,
        "window": WINDOW_SECONDS,
        "most_throws": MOST_THROWS,
        "nazis": COUNTS["nazi"],
        "polices": COUNTS["police"],
        "covered": sum(COUNTS[kind] for kind in FLIPPED),
        "kinds": [row_of(kind, count) for kind, count in COUNTS.items()],
        "beats": [{"picture": drawing(THROW_MARKS[throw]), "words": beats(throw)} for throw in BEATS],
        "pictures": {case: [card(face) for face in pair] for case, pair in PAIRS.items()},
        "people": {name: stamp(*person) for name, person in PEOPLE.items()},
        **{name: said(PHRASES[kind]) for name, kind in SAID.items()},
    }


def row_of(kind: str, count: int) -> dict[str, Any]:
    """One line of the table of cards."""
    return {
        "name": NAMES[kind],
        "gloss": gloss(kind),
        "count": count,
        "category": CATEGORY_WORDS[category_of(kind)],
        "does": DOES[kind],
        "more": MORE.get(kind, ""),
    }


def beats(throw: Any) -> SafeString:
    """What a throw beats, as a sentence."""
    name = format_html("<b>{}</b>", capfirst(str(THROW_WORDS[throw])))
    one, *more = (THROW_WORDS[beaten] for beaten in BEATS[throw])
    if more:
        return phrase(_("%(throw)s beats %(one)s and %(other)s."), throw=name, one=one, other=more[0])
    return phrase(_("%(throw)s beats %(one)s."), throw=name, one=one)


def said(words: str) -> SafeString:
    """What is said aloud, which is German in every language."""
    return format_html('<span lang="de">{}</span>', words)
