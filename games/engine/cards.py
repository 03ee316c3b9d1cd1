"""Cards are strings: a face and, behind a dot, which copy it is ("r.7").

A copy is only ever known to the seat that holds it. The table, the pages and public events name faces,
so that a card that changed hands cannot be followed.
"""

from collections.abc import Iterable
from functools import cache

Card = str
Face = str


def face_of(card: Card) -> Face:
    """What is printed on a card."""
    return card.partition(".")[0]


def copies(face: Face, count: int) -> tuple[Card, ...]:
    """`count` cards with the same face."""
    return tuple(f"{face}.{i}" for i in range(1, count + 1))


def faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    """The faces of some cards, in their order."""
    return tuple(face_of(card) for card in cards)


@cache
def next_seats(seat: int, seats: int) -> tuple[int, ...]:
    """The other seats clockwise from the one after `seat`."""
    return tuple((seat + step) % seats for step in range(1, seats))
