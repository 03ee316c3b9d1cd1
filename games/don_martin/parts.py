"""The options of Don Martin's Kartenspiel, and its zones: the table, the hands, the stock. Its cards are in pack.py."""

from typing import Literal

from msgspec import Struct

from games.engine import Card, Face, State, Step, View

from .pack import Colour, Mix, colour_of, is_special

MOST_ROUNDS = 20
TARGETS = (0, 500, 1000)  # points to play to; 0: one round

Ending = Literal["groups", "lead", "add", "stall", "passes"]


class Options(Struct, frozen=True):
    """Written out in full, so that another default changes no match that runs.

    target: the points that end a match of several rounds, 0 for one round. throws: the order everyone starts with
    for SPLABBADAP!, the rarest sound or to be asked. mix: how the specials split.
    """

    target: Literal[0, 500, 1000] = 0
    throws: Literal["automatic", "ask"] = "automatic"
    mix: Mix = "even"


# The zones


class Lies(Struct, frozen=True, gc=False):
    """A card on the table as everybody sees it, and who put it there."""

    seat: int
    face: Face


class Group(Struct, frozen=True, gc=False):
    """Cards of one sound in front of a seat."""

    faces: tuple[Face, ...]


class Score(Struct, frozen=True, gc=False):
    """What one seat got in one round.

    groups: for its groups; left: for the cards in its hand, 0 or less; bonus: a point for each card that others held;
    single: the hundred for groups laid in one lay-down.
    """

    groups: int
    left: int
    bonus: int = 0
    single: int = 0

    @property
    def total(self) -> int:
        """All together."""
        return self.groups + self.left + self.bonus + self.single


class Round(Struct, frozen=True, gc=False):
    """A round that is over. out: who went out, None if nobody did. ending: how. scores: by seat."""

    dealer: int
    out: int | None
    ending: Ending
    scores: tuple[Score, ...]


class Table(Struct, frozen=True, gc=False):
    """What everybody sees.

    counts: cards in each hand. pile: cards left to draw. lies: what is on the table, oldest first.
    groups: by seat. laid_down: by seat, how often it laid groups this round. spent: specials out of the game.
    turn: the seat on turn (while a SPLABBADAP! runs, the one that played it). way: 1 clockwise, -1 the other way.
    dealer, round: of the round that runs, the first is 1. first: the first card of the round is not played yet.
    throwing: a SPLABBADAP! waits for cards.
    still: how often in a row the turn was handed on with the same number of cards in hands and on the table (`cards`).
    rounds: those that are over. shown: by seat, the hands as the last round ended. ended: why the match is over.
    """

    options: Options
    counts: tuple[int, ...]
    pile: int
    lies: tuple[Lies, ...]
    groups: tuple[tuple[Group, ...], ...]
    laid_down: tuple[int, ...]
    spent: tuple[Face, ...]
    turn: int
    dealer: int
    way: Literal[1, -1] = 1
    round: int = 1
    first: bool = True
    throwing: bool = False
    cards: int = 0
    still: int = 0
    rounds: tuple[Round, ...] = ()
    shown: tuple[tuple[Face, ...], ...] = ()
    ended: Literal["", "one_round", "target", "most_rounds"] = ""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.counts)

    @property
    def colours(self) -> frozenset[Colour]:
        """The colours that lie on the table."""
        return frozenset(colour_of(one.face) for one in self.lies)

    @property
    def most_still(self) -> int:
        """How many unchanged handings-on end the round with nobody out."""
        return 5 * self.seats

    def after(self, seat: int) -> int:
        """The seat that follows in the direction of play."""
        return (seat + self.way) % self.seats

    def points(self) -> tuple[int, ...]:
        """By seat, the points of all rounds that are over."""
        return tuple(sum(one.scores[seat].total for one in self.rounds) for seat in range(self.seats))


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """cards: in order of arrival; the last `new` of them came since this seat last acted.

    thrown: the card promised for a SPLABBADAP! that still waits for others; it stays among the cards until then.
    """

    cards: tuple[Card, ...]
    new: int = 0
    thrown: Card | None = None

    def coloured(self) -> tuple[Card, ...]:
        """The cards that are not black-and-white."""
        return tuple([card for card in self.cards if not is_special(card)])


class Laid(Struct, frozen=True, gc=False):
    """A card on the table as it is."""

    seat: int
    card: Card


class Stock(Struct, frozen=True, gc=False):
    """pile: its last card is drawn first. laid: the cards on the table, oldest first."""

    pile: tuple[Card, ...]
    laid: tuple[Laid, ...] = ()


DmState = State[Table, Hand, Stock]
DmStep = Step[Table, Hand, Stock]
DmView = View[Table, Hand]
