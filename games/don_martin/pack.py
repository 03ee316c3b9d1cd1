"""The cards of Don Martin's Kartenspiel. A face is a sound and a colour ("rumms-b"), or the name of a special.

The rulebook names no coloured sounds: these eight are ours. The four specials are its own.
"""

from typing import Literal, cast

from games.engine import Card, Face, copies, face_of

Sound = Literal["wobbel", "quarp", "blompf", "rumms", "zwick", "krakadoi", "pfiuut", "huffta"]
SOUNDS: tuple[Sound, ...] = ("wobbel", "quarp", "blompf", "rumms", "zwick", "krakadoi", "pfiuut", "huffta")
Colour = Literal["b", "g", "p", "o"]
COLOURS: tuple[Colour, ...] = ("b", "g", "p", "o")  # blue, green, purple, orange
COPIES = 2

Special = Literal["arrargh", "splabbadap", "gapween", "inkle"]
SPECIALS: tuple[Special, ...] = ("arrargh", "splabbadap", "gapween", "inkle")

# Ruling: how the eighteen specials split, in the order of SPECIALS; the rulebook gives only their sum.
Mix = Literal["even", "loud", "grabby", "dizzy"]
MIXES: dict[Mix, tuple[int, int, int, int]] = {
    "even": (5, 4, 4, 5),
    "loud": (4, 7, 3, 4),
    "grabby": (7, 3, 5, 3),
    "dizzy": (3, 3, 4, 8),
}

HAND_SIZES = {3: 15, 4: 13, 5: 10, 6: 10}  # rulebook, "Setup"
LEAST_GROUP, MOST_GROUP = 3, 8

COLOURED: tuple[Card, ...] = tuple(
    card for sound in SOUNDS for colour in COLOURS for card in copies(f"{sound}-{colour}", COPIES)
)


def pack_of(mix: Mix) -> tuple[Card, ...]:
    """The 82 cards in play (rulebook, "Contents")."""
    specials = zip(SPECIALS, MIXES[mix], strict=True)
    return COLOURED + tuple(card for special, count in specials for card in copies(special, count))


def is_special(card: Card | Face) -> bool:
    """Whether a card is black-and-white."""
    return face_of(card) in SPECIALS


def sound_of(card: Card | Face) -> Sound:
    """The sound of a coloured card."""
    return cast(Sound, face_of(card).partition("-")[0])


def colour_of(card: Card | Face) -> Colour:
    """The colour of a coloured card."""
    return cast(Colour, face_of(card).partition("-")[2])


def special_of(card: Card | Face) -> Special:
    """Which special a black-and-white card is."""
    return cast(Special, face_of(card))
