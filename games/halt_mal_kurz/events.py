"""What may happen in a match of Halt mal kurz. Cards are named by their faces, so none can be followed."""

from typing import ClassVar, Literal

from games.engine import Event, Face

from .answers import Delivery, ThrowName


class Dealt(Event, frozen=True, tag="dealt"):
    """Everybody got so many cards. top: the card turned up. under: Razupaltuffs that were turned up before it."""

    reveals: ClassVar[bool] = True
    cards: int
    top: Face
    under: int = 0


class Starts(Event, frozen=True, tag="starts"):
    """Who starts, and what settled it. tied: those whom lists of throws had to part; by_lot: these stayed equal."""

    seat: int
    why: Literal["praline", "schnick", "random"]
    tied: tuple[int, ...] = ()
    by_lot: bool = False


class CardLaid(Event, frozen=True, tag="laid"):
    """A card was laid on turn; face down it shows its symbol alone, and names nobody.

    delivery: how its player says it; words: the id of what they wrote with it.
    """

    seat: int
    face: Face
    target: int | None = None
    delivery: Delivery = "plain"
    words: int | None = None


class Took(Event, frozen=True, tag="took"):
    """A seat drew from the pile.

    why: on its turn, hit by a card, as replacement for a list, or as the gift of whoever won a duel.
    """

    seat: int
    cards: int
    why: Literal["turn", "hit", "replacement", "gift"] = "turn"


class Drew(Event, frozen=True, tag="drew"):
    """What a seat drew, for that seat alone."""

    reveals: ClassVar[bool] = True
    faces: tuple[Face, ...]


class Passed(Event, frozen=True, tag="passed"):
    """Nothing to draw and nothing to lay."""

    seat: int


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards became the draw pile."""

    cards: int


class SaidRazupaltuff(Event, frozen=True, tag="razupaltuff"):
    """A seat received a Razupaltuff and has to say so; once for each."""

    reveals: ClassVar[bool] = True
    seat: int


class ListUsed(Event, frozen=True, tag="list"):
    """A seat laid a list as a reaction: what `against` would have done to it is void. delivery, words: see CardLaid."""

    reveals: ClassVar[bool] = True
    seat: int
    face: Face
    against: Face
    delivery: Delivery = "plain"
    words: int | None = None


class Halved(Event, frozen=True, tag="halved"):
    """Halt mal kurz: a random half went to the target; 0 cards if there was nothing to halve."""

    seat: int
    target: int
    cards: int


class Swapped(Event, frozen=True, tag="swapped"):
    """Ach - mein, dein: two hands changed places. gave, got: how many cards `seat` had and has."""

    seat: int
    target: int
    gave: int
    got: int


class Redealt(Event, frozen=True, tag="redealt"):
    """Kommunismus: the hands of these seats were shuffled and dealt anew. counts: cards by seat of `seats`."""

    seat: int
    seats: tuple[int, ...]
    counts: tuple[int, ...]


class Counted(Event, frozen=True, tag="counted"):
    """Kapitalismus: these hold most, so many cards each, and draw two."""

    seat: int
    most: int
    targets: tuple[int, ...]


class Gave(Event, frozen=True, tag="gave"):
    """One card changed hands. why: the card that caused it. from_pile: it came from the pile instead."""

    reveals: ClassVar[bool] = (
        True  # what was promised, by where it comes from or by an open hand that shows less
    )
    seat: int
    target: int
    why: Literal["assembly", "schnick", "group"]
    from_pile: bool = False


class NothingGiven(Event, frozen=True, tag="nothing_given"):
    """A seat should give each of these a card and has none for them. why: the card that caused it."""

    reveals: ClassVar[bool] = True
    seat: int
    targets: tuple[int, ...]
    why: Literal["assembly", "schnick", "group"]


class HandedOver(Event, frozen=True, tag="handed_over"):
    """Which cards a seat gave away, for that seat alone."""

    reveals: ClassVar[bool] = True
    target: int
    faces: tuple[Face, ...]


class Received(Event, frozen=True, tag="received"):
    """Which cards a seat got from another, for that seat alone; giver None: dealt anew."""

    reveals: ClassVar[bool] = True
    giver: int | None
    faces: tuple[Face, ...]


class Voted(Event, frozen=True, tag="voted"):
    """An open ballot; both None: abstained. changed: it takes the place of an earlier one."""

    seat: int
    giver: int | None = None
    receiver: int | None = None
    changed: bool = False


class Tallied(Event, frozen=True, tag="tallied"):
    """The assembly is over. giver, receiver: None without a majority. votes: for them; cast: in all."""

    seat: int
    giver: int | None
    receiver: int | None
    votes: int
    cast: int


class DuelThrown(Event, frozen=True, tag="duel_thrown"):
    """Throws of a duel, pair by pair: the challenger's first. winner: None if somebody has to throw again.

    without_well: who said so. again: who has run out of throws.
    """

    reveals: ClassVar[bool] = True
    seat: int
    target: int
    pairs: tuple[tuple[ThrowName, ThrowName], ...]
    winner: int | None
    without_well: tuple[int, ...] = ()
    again: tuple[int, ...] = ()


class GroupThrown(Event, frozen=True, tag="group_thrown"):
    """Everybody's throw, by seat. winners: who beat the player of the card; losers: whom it beat."""

    reveals: ClassVar[bool] = True
    seat: int
    throws: tuple[ThrowName, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]


class Turned(Event, frozen=True, tag="turned"):
    """What a seat turned up, for that seat alone."""

    reveals: ClassVar[bool] = True
    contest: int
    face: Face


class Reacted(Event, frozen=True, tag="reacted"):
    """How a seat met a card it had turned, for that seat alone. late: over the window, so it does not count."""

    contest: int
    hit: Literal[0, 1]
    after_ms: int | None = None
    late: bool = False


class SlapsSettled(Event, frozen=True, tag="settled"):
    """A turned card is settled. slaps: who slapped, and after how many milliseconds (None: no timer).

    draws: who has to draw for it, clockwise from its player. named: whom a Polizei names.
    """

    reveals: ClassVar[bool] = True
    seat: int
    face: Face
    slaps: tuple[tuple[int, int | None], ...]
    draws: tuple[int, ...]
    named: int | None = None


class SlowestDrawn(Event, frozen=True, tag="slowest"):
    """Option `luck`: who was drawn as the slowest at a Nazi."""

    reveals: ClassVar[bool] = True
    seat: int
    target: int


class Opened(Event, frozen=True, tag="opened"):
    """A seat plays with an open hand from now on. still: as it did already."""

    reveals: ClassVar[bool] = True
    target: int
    still: bool = False


class Closed(Event, frozen=True, tag="closed"):
    """A seat may take up its open hand again."""

    reveals: ClassVar[bool] = True
    target: int


class Showed(Event, frozen=True, tag="showed"):
    """What an open hand newly shows; to one seat alone where others still have to turn a card laid from it."""

    reveals: ClassVar[bool] = True
    target: int
    faces: tuple[Face, ...]


class PhotoFinish(Event, frozen=True, tag="photo_finish"):
    """These hands are empty, but cards of others are still to be turned first."""

    seats: tuple[int, ...]


class FinishFailed(Event, frozen=True, tag="finish_failed"):
    """No hand is empty any more: play goes on."""


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """The match is over; these cards had still to be turned and do nothing more."""

    reveals: ClassVar[bool] = True
    faces: tuple[Face, ...]


class Ended(Event, frozen=True, tag="ended"):
    """Who has no card left.

    why: by a card of its own on its turn (`shed`), or otherwise (`given`), or several at once (`shared`).
    """

    winners: tuple[int, ...]
    why: Literal["shed", "given", "shared"]


AnyEvent = (
    Dealt
    | Starts
    | CardLaid
    | Took
    | Drew
    | Passed
    | Reshuffled
    | SaidRazupaltuff
    | ListUsed
    | Halved
    | Swapped
    | Redealt
    | Counted
    | Gave
    | NothingGiven
    | HandedOver
    | Received
    | Voted
    | Tallied
    | DuelThrown
    | GroupThrown
    | Turned
    | Reacted
    | SlapsSettled
    | SlowestDrawn
    | Opened
    | Closed
    | Showed
    | PhotoFinish
    | FinishFailed
    | TurnedUp
    | Ended
)
