"""The options of Halt mal kurz, and its zones: the table, the hands, the stock. Its cards are in pack.py."""

from typing import Literal

from msgspec import Struct

from games.engine import Card, Face, State, Step, View

from .answers import Delivery, Hit, ThrowName
from .pack import COVERED, Symbol, fits, kind_of

LOBBY_THROWS = 3
WINDOW_SECONDS, LEAST_WINDOW, MOST_WINDOW = 4, 2, 10

Praline = Literal["today", "week", "month", "year", "longer", "never"]
PRALINES: tuple[Praline, ...] = ("today", "week", "month", "year", "longer", "never")


class Options(Struct, frozen=True):
    """Written out in full, so that another default changes no match that runs.

    starts: what decides who starts. reactions: the orders everyone starts with.
    slap: `reflex` lets everybody turn and slap in their own time, `luck` draws the slowest at random.
    window: seconds to slap in. majority: `relative` most votes, `absolute` more than half of the votes cast.
    """

    starts: Literal["praline", "schnick", "random"] = "praline"
    reactions: Literal["automatic", "ask"] = "automatic"
    slap: Literal["reflex", "luck"] = "reflex"
    window: int = WINDOW_SECONDS
    majority: Literal["relative", "absolute"] = "relative"


# The zones


class Contest(Struct, frozen=True, gc=False):
    """A Nazi or a Polizei that others still have to turn or to slap.

    number: of the prompt it was laid with (`opened_by` of its flips). seat: who laid it. symbol: of the card.
    from_open: its player's hand lay open, so showing that hand would tell what it was.
    """

    number: int
    seat: int
    symbol: Symbol
    from_open: bool = False


class Ballot(Struct, frozen=True, gc=False):
    """Who shall give a card to whom; both None: abstained."""

    giver: int | None = None
    receiver: int | None = None


class Affair(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card whose action is being carried out and waits for somebody.

    face: the card. seat: who laid it. targets: whom it hits, clockwise; of a duel the opponent; of a group
    duel, once all have thrown, those who get a card. stage: the kind of the prompts that are open.
    hit: what it would do to the targets. ballots: of an assembly, by seat (None: has not voted).
    again: a duel in which somebody ran out of throws. without_well: said by one of the two.
    """

    face: Face
    seat: int
    targets: tuple[int, ...]
    stage: Literal["react", "vote", "throw", "give"]
    hit: Hit | None = None
    ballots: tuple[Ballot | None, ...] = ()
    again: bool = False
    without_well: bool = False


class Table(Struct, frozen=True, gc=False):
    """What everybody sees.

    counts: cards in each hand. pile, discards: how many cards lie there. top: the face on top of the discards.
    turn: the seat on turn or whose action runs; between two turns, the seat that is next.
    open: the seat that plays with an open hand. exempt: the seat that last really did. shown: the faces of the
    open hand in their order; None while some seat still has to turn a card laid from it (those who have see it
    in `Hand.peek`). contests: cards to be turned, oldest first. finishing: an empty hand waits for flips.
    """

    options: Options
    counts: tuple[int, ...]
    pile: int
    discards: int
    top: Face
    turn: int
    open: int | None = None
    exempt: int | None = None
    shown: tuple[Face, ...] | None = None
    contests: tuple[Contest, ...] = ()
    affair: Affair | None = None
    finishing: bool = False
    ended: Literal["", "shed", "given", "shared"] = ""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.counts)

    @property
    def to_draw(self) -> int:
        """How many cards can be drawn, those included that would be shuffled for it."""
        return self.pile + self.discards - 1 - len(self.contests) + (kind_of(self.top) == COVERED)


class Seen(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card to be turned, as one seat knows it.

    contest: its number. face: what it is. named: whom a Polizei names, known to its player alone until settled.
    done: this seat has nothing more to do with it. hit, after_ms: its slap (None: no timer). wish: see Promise.
    """

    contest: int
    face: Face
    named: int | None = None
    done: bool = False
    hit: Literal[0, 1] = 0
    after_ms: int | None = None
    wish: Literal[0, 1] = 0


class Promise(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat answered in a group that is not settled yet, unseen by the others.

    gift: the card to give (PILE: one from the pile; None: a random one). wish: 1 if a list shall be used when
    it hits this seat. throws: those not used up yet, in order. without_well: said in this form.
    delivery, words: how the list is said.
    """

    gift: Card | None = None
    wish: Literal[0, 1] = 0
    throws: tuple[ThrowName, ...] = ()
    without_well: bool = False
    delivery: Delivery = "plain"
    words: int | None = None


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """cards: in order of arrival; the last `new` of them came since this seat last acted.

    seen: cards to be turned that this seat has turned or laid. peek: the open hand, for a seat that has turned
    all cards laid from it, while others still have to.
    """

    cards: tuple[Card, ...]
    new: int = 0
    seen: tuple[Seen, ...] = ()
    promise: Promise | None = None
    peek: tuple[Face, ...] | None = None

    def list_against(self, face: Face) -> Card | None:
        """The list that fits a card and was held longest, or None (Ruling: it fits the card it answers)."""
        return next((card for card in self.cards if kind_of(card) == "list" and fits(card, face)), None)


class Laid(Struct, frozen=True, gc=False):
    """A card to be turned as it is. named: whom a Polizei names."""

    number: int
    card: Card
    named: int | None = None


class Stock(Struct, frozen=True, gc=False):
    """pile: its last card is drawn first. discards: the last is on top. laid: the cards of the contests."""

    pile: tuple[Card, ...]
    discards: tuple[Card, ...]
    laid: tuple[Laid, ...] = ()


HmkState = State[Table, Hand, Stock]
HmkStep = Step[Table, Hand, Stock]
HmkView = View[Table, Hand]
