"""The cards of Halt mal kurz: what is printed on them, what fits on what, and the numbers of the rulebook."""

from functools import lru_cache
from typing import Literal

from games.engine import Card, Face, copies

Kind = Literal[
    "halt",
    "assembly",
    "schnick",
    "group",
    "swap",
    "communism",
    "list",
    "nazi",
    "police",
    "capitalism",
    "razupaltuff",
]
Symbol = Literal["k", "p", "a"]
SYMBOLS: tuple[Symbol, ...] = ("k", "p", "a")  # kangaroo, penguin, small-time artist

# How often each kind is in the pack (rulebook, "Das Spiel"). Ruling: a third of each with either symbol.
COUNTS: dict[Kind, int] = {
    "halt": 6,
    "assembly": 6,
    "schnick": 6,
    "group": 3,
    "swap": 3,
    "communism": 1,
    "list": 6,
    "nazi": 15,
    "police": 9,
    "capitalism": 3,
    "razupaltuff": 2,
}
ALL_SYMBOLS: frozenset[Kind] = frozenset({"communism"})
NO_SYMBOL: frozenset[Kind] = frozenset({"razupaltuff"})
NOT_FUNNY: frozenset[Kind] = frozenset({"nazi", "police", "capitalism"})
COVERED = "covered"  # the kind that a card which is still to be turned shows to everybody
TARGETED: frozenset[Kind] = frozenset({"halt", "schnick", "swap", "police"})  # its player names a seat
FLIPPED: frozenset[Kind] = frozenset({"nazi", "police"})  # laid face down: the others turn it

Category = Literal["funny", "not_funny", "none"]


@lru_cache(maxsize=8192)
def kind_of(card: Card | Face) -> str:
    """The kind of a card or face; COVERED for a card that is still to be turned."""
    return card.partition(".")[0].partition("-")[0]


@lru_cache(maxsize=8192)
def symbols_of(card: Card | Face) -> str:
    """The symbols on a card, as letters of SYMBOLS."""
    face = card.partition(".")[0]
    kind, _, symbol = face.partition("-")
    return "kpa" if kind in ALL_SYMBOLS else symbol


@lru_cache(maxsize=8192)
def category_of(card: Card | Face) -> Category:
    """Funny, not funny, or neither."""
    kind = kind_of(card)
    if kind in NO_SYMBOL:
        return "none"
    return "not_funny" if kind in NOT_FUNNY or kind == COVERED else "funny"


@lru_cache(maxsize=8192)
def fits(card: Card | Face, other: Card | Face) -> bool:
    """Whether two cards share their category or a symbol (rulebook, "Das Spiel"). Razupaltuff fits nothing."""
    if kind_of(card) in NO_SYMBOL or kind_of(other) in NO_SYMBOL:
        return False
    return category_of(card) == category_of(other) or bool(set(symbols_of(card)) & set(symbols_of(other)))


def covered(card: Card) -> Face:
    """What everybody sees of a card that is still to be turned: its symbol, and that it is not funny."""
    return f"{COVERED}-{symbols_of(card)}"


def faces_of_kind(kind: Kind) -> tuple[Face, ...]:
    """The faces of one kind: one a symbol, or one alone."""
    return (kind,) if kind in ALL_SYMBOLS | NO_SYMBOL else tuple(f"{kind}-{symbol}" for symbol in SYMBOLS)


PACK: tuple[Card, ...] = tuple(
    card
    for kind, count in COUNTS.items()
    for face in faces_of_kind(kind)
    for card in copies(face, count // len(faces_of_kind(kind)))
)
CARDS: frozenset[Card] = frozenset(PACK)

HAND_SIZES = {3: 7, 4: 6, 5: 5}  # by seats
LEAST_SEATS, MOST_SEATS = min(HAND_SIZES), max(HAND_SIZES)
CAPITALISM_DRAWS = 2


def half_of(cards: int) -> int:
    """How many of so many cards are half of them, rounded down (rulebook, "Halt mal kurz")."""
    return cards // 2
