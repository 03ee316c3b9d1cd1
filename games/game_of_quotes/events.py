"""What may happen in a match of Game of Quotes. Cards are named by their faces; the page loads what they say."""

from typing import ClassVar

from games.engine import Event, Face

from .parts import Reading


class Dealt(Event, frozen=True, tag="dealt"):
    """Everybody got so many cards. seat: who has the marker; grabbed: it was grabbed, not drawn by lot."""

    seat: int
    cards: int
    grabbed: bool = False


class Refilled(Event, frozen=True, tag="refilled"):
    """A seat drew cards at the beginning of a round."""

    seat: int
    cards: int


class Drew(Event, frozen=True, tag="drew"):
    """What a seat drew, for that seat alone."""

    reveals: ClassVar[bool] = True
    faces: tuple[Face, ...]


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards became the stack."""

    cards: int


class HandsPassed(Event, frozen=True, tag="passed"):
    """All hands went to the left."""

    round: int


class Received(Event, frozen=True, tag="received"):
    """The hand that came from the right, for its new owner alone."""

    reveals: ClassVar[bool] = True
    faces: tuple[Face, ...]


class Swapped(Event, frozen=True, tag="swapped"):
    """A seat used its one swap, and turned its overview card."""

    seat: int
    cards: int


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """So many cards may not be seen any more, and left the match."""

    cards: int


class Exchanged(Event, frozen=True, tag="exchanged"):
    """What a seat got for its cards that were withdrawn. again: it had chosen one of them and chooses anew."""

    reveals: ClassVar[bool] = True
    faces: tuple[Face, ...]
    again: bool = False


class AllChosen(Event, frozen=True, tag="chosen"):
    """All combinations of a round are there and wait for the stamps of the one before."""

    round: int


class Revealed(Event, frozen=True, tag="revealed"):
    """The combinations of a round can be read, in this order. leader: who has the marker for the next round."""

    reveals: ClassVar[bool] = True
    round: int
    readings: tuple[Reading, ...]
    leader: int


class AllStamped(Event, frozen=True, tag="stamped"):
    """Whom each seat stamped in a round; what the stamps are worth stays hidden."""

    reveals: ClassVar[bool] = True
    round: int
    given: tuple[int, ...]


class Ended(Event, frozen=True, tag="ended"):
    """The stamps were turned over. values: by round, by seat; points, markers: by seat."""

    reveals: ClassVar[bool] = True
    winners: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    markers: tuple[int, ...]


AnyEvent = (
    Dealt
    | Refilled
    | Drew
    | Reshuffled
    | HandsPassed
    | Received
    | Swapped
    | Withdrawn
    | Exchanged
    | AllChosen
    | Revealed
    | AllStamped
    | Ended
)
