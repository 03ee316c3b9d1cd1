"""What may happen in a match of Don Martin's Kartenspiel. Cards are named by their faces."""

from typing import ClassVar, Literal

from games.engine import Event, Face

from .parts import Ending, Group, Score


class AdsRemoved(Event, frozen=True, tag="ads"):
    """The two advertising cards were taken out before the first deal (rulebook, "Setup")."""


class DealerChosen(Event, frozen=True, tag="dealer"):
    """Who looks most like a caricature. votes: for that seat; tied: all with so many, if several."""

    seat: int
    votes: int = 0
    tied: tuple[int, ...] = ()


class Dealt(Event, frozen=True, tag="dealt"):
    """A round began: everybody got so many cards, and this seat leads."""

    round: int
    dealer: int
    seat: int
    cards: int


class DealtAgain(Event, frozen=True, tag="dealt_again"):
    """The seat to lead held nothing but specials, so the same dealer deals again."""

    reveals: ClassVar[bool] = True
    seat: int


class Led(Event, frozen=True, tag="led"):
    """A card was led onto an empty table."""

    seat: int
    face: Face


class Added(Event, frozen=True, tag="added"):
    """A card of a colour that did not lie there."""

    seat: int
    face: Face


class TookTrick(Event, frozen=True, tag="took"):
    """A card of a colour that lay there: its player took it back with these cards of the table."""

    seat: int
    face: Face
    faces: tuple[Face, ...]


class Ignored(Event, frozen=True, tag="ignored"):
    """A seat drew the top card instead of playing."""

    seat: int


class Drew(Event, frozen=True, tag="drew"):
    """What a seat drew, for that seat alone."""

    reveals: ClassVar[bool] = True
    faces: tuple[Face, ...]


class PileOut(Event, frozen=True, tag="pile_out"):
    """The last card of the pile was drawn."""


class SpecialPlayed(Event, frozen=True, tag="special"):
    """A black-and-white card was played and left the game. target: who draws two, for a GA-PWEEN!"""

    seat: int
    face: Face
    target: int | None = None


class PickedUp(Event, frozen=True, tag="picked_up"):
    """ARRARGH!, or the end of a SPLABBADAP!: a seat took all the cards of the table."""

    seat: int
    faces: tuple[Face, ...]
    why: Literal["arrargh", "splabbadap"]

    @property
    def target(self) -> int | None:
        """Whom it happens to by another's doing."""
        return self.seat if self.why == "arrargh" else None


class Skipped(Event, frozen=True, tag="skipped"):
    """ARRARGH! on an empty table: a seat lost its turn."""

    seat: int

    @property
    def target(self) -> int:
        """Whom it happens to by another's doing."""
        return self.seat


class DrewTwo(Event, frozen=True, tag="drew_two"):
    """GA-PWEEN!: a seat drew so many cards, what the pile still had."""

    seat: int
    cards: int


class Turned(Event, frozen=True, tag="turned"):
    """INKLE DINKLE GLINK GLONK!: the direction turned. way: the new one."""

    way: Literal[1, -1]


class Exempt(Event, frozen=True, tag="exempt"):
    """A seat with one card throws nothing in, and shows nothing."""

    seat: int


class Showed(Event, frozen=True, tag="showed"):
    """A seat with specials alone throws nothing in, and everybody saw its hand once."""

    reveals: ClassVar[bool] = True
    seat: int
    faces: tuple[Face, ...]


class ThrownIn(Event, frozen=True, tag="thrown_in"):
    """SPLABBADAP!: the cards that fell together. seats: whose, in the direction of play; faces: in the same order."""

    reveals: ClassVar[bool] = True
    seats: tuple[int, ...]
    faces: tuple[Face, ...]


class LaidDown(Event, frozen=True, tag="laid_down"):
    """Groups were laid after a take."""

    seat: int
    groups: tuple[Group, ...]


class LoneSpecial(Event, frozen=True, tag="lone_special"):
    """A seat whose only card is a special cannot play. drew: it drew one instead; else it passed."""

    reveals: ClassVar[bool] = True
    seat: int
    drew: bool


class RoundOver(Event, frozen=True, tag="round_over"):
    """A round ended. out: who went out, None: nobody. ending: how. scores, hands (faces): by seat."""

    reveals: ClassVar[bool] = True
    round: int
    out: int | None
    ending: Ending
    scores: tuple[Score, ...]
    hands: tuple[tuple[Face, ...], ...]


class Ended(Event, frozen=True, tag="ended"):
    """The match is over. points: by seat."""

    reveals: ClassVar[bool] = True
    winners: tuple[int, ...]
    points: tuple[int, ...]
    why: Literal["one_round", "target", "most_rounds"]


AnyEvent = (
    AdsRemoved
    | DealerChosen
    | Dealt
    | DealtAgain
    | Led
    | Added
    | TookTrick
    | Ignored
    | Drew
    | PileOut
    | SpecialPlayed
    | PickedUp
    | Skipped
    | DrewTwo
    | Turned
    | Exempt
    | Showed
    | ThrownIn
    | LaidDown
    | LoneSpecial
    | RoundOver
    | Ended
)
