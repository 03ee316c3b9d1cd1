"""What Halt mal kurz is made of: its cards, zones, actions, orders and options. What happens is in events.py."""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from games.engine import Action, Card, Face, State, Step, View, copies

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

HAND_SIZES = {3: 7, 4: 6, 5: 5}
MOST_PLANS = 1
MOST_LINES = 20
MOST_THROWS = 5
LOBBY_THROWS = 3
WINDOW_SECONDS = 4
PILE = "pile"  # a gift that is drawn for the loser instead of taken from the hand
MOST_WORDS = 60

ThrowName = Literal["rock", "paper", "scissors", "well"]
THROWS: tuple[ThrowName, ...] = ("rock", "paper", "scissors", "well")
# Rulebook, "Schnick-Schnack-Schnuck": the well is beaten by paper and beats scissors and rock.
BEATS: dict[ThrowName, tuple[ThrowName, ...]] = {
    "rock": ("scissors",),
    "paper": ("rock", "well"),
    "scissors": ("paper",),
    "well": ("scissors", "rock"),
}

Hit = Literal["draw", "receive", "swap", "open", "communism"]
HITS: tuple[Hit, ...] = ("draw", "receive", "swap", "open", "communism")
Order = Literal["use", "ask", "never"]
Delivery = Literal["plain", "whispered", "roared", "sung"]
DELIVERIES: tuple[Delivery, ...] = ("plain", "whispered", "roared", "sung")
Praline = Literal["today", "week", "month", "year", "longer", "never"]
PRALINES: tuple[Praline, ...] = ("today", "week", "month", "year", "longer", "never")


class Options(Struct, frozen=True, omit_defaults=True):
    """start: what decides who starts. reactions: the orders everyone starts with.

    slap: `reflex` lets everybody turn and slap in their own time, `luck` draws the slowest at random.
    window: seconds to slap in. majority: `relative` most votes, `absolute` more than half of the votes cast.
    """

    start: Literal["praline", "schnick", "random"] = "praline"
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
    delivery: how the list is said.
    """

    gift: Card | None = None
    wish: Literal[0, 1] = 0
    throws: tuple[ThrowName, ...] = ()
    without_well: bool = False
    delivery: Delivery = "plain"


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


# Answers


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card. target: whom it names. delivery, words: how it is said aloud (words: the id of a text).

    planned: by a plan, so even with cards to turn; no offer has it, so no form.
    """

    card: Card
    target: int | None = None
    delivery: Delivery = "plain"
    words: int | None = None
    planned: bool = False


class Draw(Action, frozen=True, tag="draw"):
    """Draw one card and lay none. planned: as for Lay."""

    planned: bool = False


class Pass(Action, frozen=True, tag="pass"):
    """Nothing can be drawn and nothing fits."""


class Flip(Action, frozen=True, tag="flip"):
    """Turn a card, ready to slap."""


class Leave(Action, frozen=True, tag="leave"):
    """Turn a card and keep the hands off. wish: as for Slap."""

    wish: Literal[0, 1] = 0


class Slap(Action, frozen=True, tag="slap"):
    """Slap (1) or not. wish: 1 to use a list against whatever this card does to me.

    after_ms: since the turning, set by the door; None for a seat without a timer.
    """

    hit: Literal[0, 1]
    wish: Literal[0, 1] = 0
    after_ms: int | None = None


class React(Action, frozen=True, tag="react"):
    """Use a list (1), or let it happen. delivery: how that is said."""

    wish: Literal[0, 1]
    delivery: Delivery = "plain"


class Throw(Action, frozen=True, tag="throw"):
    """Throws in order, for ties; one in a group duel. See Promise for the rest."""

    throws: tuple[ThrowName, ...]
    without_well: Literal[0, 1] = 0
    gift: Card | None = None
    wish: Literal[0, 1] = 0


class Vote(Action, frozen=True, tag="vote"):
    """Who shall give a card to whom. gift: the card I would give. wish: as for Slap."""

    giver: int
    receiver: int
    gift: Card | None = None
    wish: Literal[0, 1] = 0


class Abstain(Action, frozen=True, tag="abstain"):
    """No vote; the others may still make me give or take. See Vote."""

    gift: Card | None = None
    wish: Literal[0, 1] = 0


class Give(Action, frozen=True, tag="give"):
    """After a group duel: a card for each of the first `targets` of the affair, in their order; empty: random ones."""

    cards: tuple[Card, ...] = ()


AnyAction = Lay | Draw | Pass | Flip | Leave | Slap | React | Throw | Vote | Abstain | Give


# Orders


class Line(Struct, frozen=True):
    """One card of a planned turn, and whom it names."""

    card: Card
    target: int | None = None


class Plan(Struct, frozen=True):
    """A planned turn: the first line that is legal is laid; nothing fits: draw, or ask me."""

    lines: tuple[Line, ...] = ()
    else_draw: bool = False


class Orders(Struct, frozen=True):
    """One order a kind of hit (`use` a list if I can, `ask` me, `never`).

    throws: for the first throw of any duel; empty: ask me. without_well: say so with them.
    plans: the planned turn, if there is one.
    """

    draw: Order = "use"
    receive: Order = "use"
    swap: Order = "use"
    open: Order = "use"
    communism: Order = "use"
    throws: tuple[ThrowName, ...] = ()
    without_well: bool = False
    plans: tuple[Plan, ...] = ()

    def against(self, hit: Hit) -> Order:
        """The order for one kind of hit."""
        order: Order = getattr(self, hit)
        return order


HmkState = State[Table, Hand, Stock]
HmkStep = Step[Table, Hand, Stock]
HmkView = View[Table, Hand]
