"""What Kangoeroe is made of: its cards, zones, actions, events, orders and options.

Other printed editions differ in colours, copies, hand size and the moment of refilling; those are data here.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from games.engine import Action, Card, Event, Face, copies

Colour = Literal["r", "o", "g", "b", "p"]
COLOURS: tuple[Colour, ...] = ("r", "o", "g", "b", "p")
PLACE: dict[Face, int] = {colour: place for place, colour in enumerate(COLOURS)}
COPIES = 11
HAND_SIZE = 5
MOST_PLANS = 2
MOST_LINES = 20

Where = Literal["centre", "theirs", "mine"]
CENTRE = -1

PACK: tuple[Card, ...] = tuple(card for colour in COLOURS for card in copies(colour, COPIES))


class Options(Struct, frozen=True):
    """Written out in full, so that another default changes no match that runs.

    first: the seat that starts, None for a random one. defence: the standing defence everyone starts with.
    """

    first: int | None = None
    defence: Literal["automatic", "ask"] = "automatic"


class Duel(Struct, frozen=True, gc=False):
    """A figure in dispute. The spent cards are those laid so far, the attack itself included."""

    colour: Colour
    attacker: int
    owner: int
    attacker_spent: int
    owner_spent: int


class Table(Struct, frozen=True, gc=False):
    """figures: by colour, the seat it stands with or CENTRE. laid: by seat, its discards as letters, oldest first.

    counts: cards in each hand. pile: cards left to draw.
    """

    options: Options
    figures: tuple[int, ...]
    laid: tuple[str, ...]
    counts: tuple[int, ...]
    pile: int
    duel: Duel | None = None
    over: bool = False

    def owner(self, colour: Face) -> int:
        """The seat a figure stands with, or CENTRE."""
        return self.figures[PLACE[colour]]

    def out(self, colour: Face) -> int:
        """How many cards of a colour lie face up."""
        return "".join(self.laid).count(colour)


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """cards: in order of arrival; the last `new` of them came since this seat last acted.

    While a duel runs: persist, the further cards the attacker will spend (None: wants to be asked again);
    answers, the further cards the owner has promised.
    """

    cards: tuple[Card, ...]
    new: int = 0
    persist: int | None = 0
    answers: int = 0

    def held(self, colour: Face) -> int:
        """How many cards of a colour are in this hand."""
        return [card[0] for card in self.cards].count(colour)


class Stock(Struct, frozen=True, gc=False):
    """The draw pile; its last card is drawn first."""

    pile: tuple[Card, ...]


class Hop(Action, frozen=True, tag="hop"):
    """Play a card. persist: further cards to spend at most if the owner answers; None: ask me again."""

    card: Card
    persist: int | None = 0


class Defend(Action, frozen=True, tag="defend"):
    """Answer an attack with up to so many cards of the colour, 0 to let the figure go."""

    cards: int


class Counter(Action, frozen=True, tag="counter"):
    """Asked again in a duel: spend one more card (1), or stop (0)."""

    cards: int


AnyAction = Hop | Defend | Counter


class Planned(Struct, frozen=True):
    """One line of a planned turn: this colour, so many further cards, if its figure stands in one of these places."""

    colour: Colour
    persist: int | None = 0
    where: tuple[Where, ...] = ("centre", "theirs", "mine")


class Orders(Struct, frozen=True):
    """defend: by colour, answer with up to so many cards at once; None: ask me. plans: the next planned turns."""

    defend: dict[str, int | None]
    plans: tuple[tuple[Planned, ...], ...] = ()


class Dealt(Event, frozen=True, tag="dealt"):
    """Everybody got so many cards; this seat starts."""

    seat: int
    cards: int


class Took(Event, frozen=True, tag="took"):
    """A figure came from the centre."""

    seat: int
    colour: Colour


class Stayed(Event, frozen=True, tag="stayed"):
    """A card of one's own figure was played: nothing moves."""

    seat: int
    colour: Colour


class Grabbed(Event, frozen=True, tag="grabbed"):
    """A figure changed hands and no answer was possible."""

    seat: int
    colour: Colour
    owner: int


class Attacked(Event, frozen=True, tag="attacked"):
    """A duel began."""

    seat: int
    colour: Colour
    owner: int


class Answered(Event, frozen=True, tag="answered"):
    """The owner laid one card in a duel that goes on."""

    reveals: ClassVar[bool] = True
    seat: int
    colour: Colour


class Countered(Event, frozen=True, tag="countered"):
    """The attacker laid one more card in a duel that goes on."""

    seat: int
    colour: Colour


class Settled(Event, frozen=True, tag="settled"):
    """A duel ended. The spent cards are those of the whole duel."""

    reveals: ClassVar[bool] = True
    attacker: int
    owner: int
    colour: Colour
    winner: int
    attacker_spent: int
    owner_spent: int


class Refilled(Event, frozen=True, tag="refilled"):
    """A seat drew cards."""

    seat: int
    cards: int


class Drew(Event, frozen=True, tag="drew"):
    """What a seat drew, for that seat alone."""

    reveals: ClassVar[bool] = True
    cards: tuple[Card, ...]


class PileOut(Event, frozen=True, tag="pile_out"):
    """The last card was drawn: nobody refills any more."""


class LastHand(Event, frozen=True, tag="last_hand"):
    """One seat alone held cards; its hand was played at once and took these figures."""

    reveals: ClassVar[bool] = True
    seat: int
    cards: int
    colours: tuple[Colour, ...]


class Ended(Event, frozen=True, tag="ended"):
    """All cards are played. figures: by seat."""

    winners: tuple[int, ...]
    figures: tuple[int, ...]


AnyEvent = (
    Dealt
    | Took
    | Stayed
    | Grabbed
    | Attacked
    | Answered
    | Countered
    | Settled
    | Refilled
    | Drew
    | PileOut
    | LastHand
    | Ended
)
