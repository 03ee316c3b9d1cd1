"""The options of Game of Quotes, and its zones: the table, the hands, the stock. Its cards are in cards.py."""

from typing import Literal

from msgspec import Struct

from games.engine import Card, Face, State, Step, View

from .answers import Reads
from .cards import ROUNDS

Side = Literal["red", "blue"]
Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]
COLOURS: tuple[Colour, ...] = ("red", "orange", "yellow", "green", "blue", "purple")

Kind = Literal["quote", "source", "write", "both"]
# Rulebook, "A Round of Play": what is asked in each round, one after the other; hands pass left between the two.
TASKS: dict[int, tuple[Kind, ...]] = {
    1: ("quote", "source"),
    2: ("source", "quote"),
    3: ("write", "quote"),
    4: ("both",),
}
PASSED_FIRST = frozenset({4})  # rounds in which hands pass left before the first question, too
SINGLES, DOUBLES = 3, 1  # stamps of each seat


class Options(Struct, frozen=True):
    """Written out in full, so that another default changes no match that runs.

    cards: those of the decks that are played with, without the blanks; blanks: those that were filled in.
    side: which side of the decks is played. most_blanks: how many blanks the table may fill in.
    language: of the game's own names, which stand in where nothing was written.
    """

    cards: tuple[Face, ...] = ()
    blanks: tuple[Face, ...] = ()
    side: Side = "red"
    most_blanks: int = 4
    language: str = "en"


# The zones


class Source(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a quote is put into the mouth of: a card's name or description, or a text.

    face: the card, "" for a text. words: the id of the text.
    """

    face: Face = ""
    reads: Reads = "name"
    words: int = 0


class Reading(Struct, frozen=True, gc=False):
    """A combination, and whose it is."""

    seat: int
    quote: Face
    source: Source


class Table(Struct, frozen=True, gc=False):
    """What everybody sees.

    counts: cards in each hand, those laid aside not included. pile, discards: how many cards lie there.
    colours: by seat. leader: who reads first. round: 1 to 4. step: which question of the round is open, from 0;
    as many as the round has when all its choices are in and it waits for stamps.
    swapped: by seat, whether its overview card is turned.
    readings: by round, in the order of reading. stamped: by round, by seat, whom it stamped, once all have.
    values: by round, by seat, what that stamp was worth; nobody knows before the end.
    """

    options: Options
    counts: tuple[int, ...]
    pile: int
    discards: int
    colours: tuple[Colour, ...]
    leader: int
    round: int = 1
    step: int = 0
    swapped: tuple[bool, ...] = ()
    readings: tuple[tuple[Reading, ...], ...] = ()
    stamped: tuple[tuple[int, ...], ...] = ()
    values: tuple[tuple[int, ...], ...] = ()
    ended: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.counts)

    @property
    def task(self) -> Kind | None:
        """What is being chosen, None while stamps alone are waited for."""
        tasks = TASKS[self.round]
        return tasks[self.step] if self.step < len(tasks) and len(self.readings) < self.round else None

    @property
    def to_draw(self) -> int:
        """How many cards can be drawn, those included that would be shuffled for it."""
        return self.pile + self.discards

    def points(self) -> tuple[int, ...]:
        """By seat, what the stamps on its combinations are worth; all 0 before the end."""
        return self.on_each(self.values)

    def markers(self) -> tuple[int, ...]:
        """By seat, how many stamps are on its combinations."""
        return self.on_each(((1,) * self.seats,) * len(self.stamped))

    def on_each(self, worth: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """By seat, the sum of what was given to it, each stamp counted as `worth` says."""
        sums = [0] * self.seats
        for stamps, values in zip(self.stamped, worth, strict=False):
            for to, value in zip(stamps, values, strict=True):
                sums[to] += value
        return tuple(sums)

    @property
    def last_round(self) -> bool:
        """Whether no round follows."""
        return self.round == ROUNDS


class Draft(Struct, frozen=True, gc=False, omit_defaults=True):
    """A sealed answer to what is being chosen. card: for the quote or the source; see the actions for the rest."""

    card: Card | None = None
    reads: Reads = "name"
    words: int = 0
    lends: Card | None = None


class Given(Struct, frozen=True, gc=False):
    """A sealed stamp."""

    seat: int
    value: Literal[1, 2]


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """cards: in order of arrival; the last `new` of them came since this seat last acted.

    draft: the answer to the question that is open; its cards stay among `cards` until all have answered.
    quote, source, lent: what was laid aside for this round's combination; lent: the card whose source it is.
    kept: the text of a source that was written when the hand was swapped; the next form has it filled in.
    stamp: the sealed stamp; used: what my stamps of the rounds before were worth.
    """

    cards: tuple[Card, ...]
    new: int = 0
    draft: Draft | None = None
    quote: Card | None = None
    source: Source | None = None
    lent: Card | None = None
    kept: int = 0
    stamp: Given | None = None
    used: tuple[int, ...] = ()

    def left(self, value: int) -> int:
        """How many stamps of this value are not used yet."""
        return (DOUBLES if value == 2 else SINGLES) - self.used.count(value)

    def aside(self) -> tuple[Card, ...]:
        """The cards laid aside for this round's combination."""
        return tuple(card for card in (self.quote, self.lent) if card is not None)


class Stock(Struct, frozen=True, gc=False):
    """pile: its last card is drawn first. discards: face down. read: the cards of the round read last, until its
    stamps are in. withdrawn: what may not be seen any more; nobody gets it.
    """

    pile: tuple[Card, ...]
    discards: tuple[Card, ...] = ()
    read: tuple[Card, ...] = ()
    withdrawn: tuple[Card, ...] = ()


GoqState = State[Table, Hand, Stock]
GoqStep = Step[Table, Hand, Stock]
GoqView = View[Table, Hand]
