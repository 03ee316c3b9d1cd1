"""What a seat may say in Game of Quotes: its answers to what it is asked, and what it writes ahead."""

from typing import Literal

from msgspec import Struct

from games.engine import Action, Card

MOST_WRITTEN = 80  # characters of a written source
MOST_IDEAS = 6

Reads = Literal["name", "description"]


class Pick(Action, frozen=True, tag="pick"):
    """A quote card, or a source card. reads: how the source of this round is read; with the round's last choice."""

    card: Card
    reads: Reads = "name"


class Write(Action, frozen=True, tag="write"):
    """A source of one's own. words: the id of its text; stock: one of the game's own names instead.

    lends: a card of the hand whose name it is, which only the clock plays; no offer has it, so no form.
    """

    words: int | None = None
    stock: int | None = None
    lends: Card | None = None


class Both(Action, frozen=True, tag="both"):
    """A quote and a source written for it. See Write."""

    card: Card
    words: int | None = None
    stock: int | None = None
    lends: Card | None = None


class Swap(Action, frozen=True, tag="swap"):
    """Lay down these cards for as many new ones; once a match. words: what was written so far, which stays."""

    cards: tuple[Card, ...]
    words: int | None = None


class Stamp(Action, frozen=True, tag="stamp"):
    """One of my stamps on somebody's combination. value: which of them, 1 or 2."""

    seat: int
    value: Literal[1, 2] = 1


AnyAction = Pick | Write | Both | Swap | Stamp


class Orders(Struct, frozen=True):
    """ideas: the ids of the texts on the idea pad, in order. ahead: the first of them is the source of round 3."""

    ideas: tuple[int, ...] = ()
    ahead: bool = True
