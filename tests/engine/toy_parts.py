"""What the toy game is made of: every mechanism that the engine carries, each as small as it can be."""

from typing import ClassVar, Literal

from msgspec import Struct

from games.engine import Action, Card, Event, State, Step, View, copies, face_of

Sort = Literal["moon", "sun", "star"]
SORTS: tuple[Sort, ...] = ("moon", "sun", "star")
PACK: tuple[Card, ...] = tuple(card for sort in SORTS for card in copies(sort, 8))

MOST_BID = 2
MOST_CALLS = 2
MOST_PLANS = 2
LAPS = 4
OUT_POINTS = 3
WINDOW_SECONDS = 4
ABSTAINED = -1
STOCK_MOTTOS = (-1, -2, -3)  # texts that come with the game, for bots; what people write has ids above 0


class Options(Struct, frozen=True):
    """rounds: 1 to 3. cards: dealt to each seat, 2 to 4."""

    rounds: int = 2
    cards: int = 3


# Answers


class Seal(Action, frozen=True, tag="seal"):
    """A card to show, a bid that nobody shows its sort, and calls: what the next seats show, in order."""

    card: Card
    bid: int = 0
    calls: tuple[Sort, ...] = ()


class Swap(Action, frozen=True, tag="swap"):
    """Instead of sealing, once a match: put these back and draw as many. Leaves the decision open."""

    cards: tuple[Card, ...]


class Vote(Action, frozen=True, tag="vote"):
    """Who shall play with an open hand; None abstains."""

    seat: int | None = None


class Write(Action, frozen=True, tag="write"):
    """The motto of the round, as the id of its words (0: not stored yet, seen by `check` only); None: none."""

    words: int | None = None


class Draw(Action, frozen=True, tag="draw"):
    """Draw a card."""


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card openly. planned: by a plan, so even with cards to turn; no offer has it, so no form."""

    card: Card
    planned: bool = False


class Hide(Action, frozen=True, tag="hide"):
    """Lay a card face down: the others turn it when they like, and slap it if it is a moon."""

    card: Card


class Leave(Action, frozen=True, tag="leave"):
    """Turn a hidden card and keep the hands off."""


class Flip(Action, frozen=True, tag="flip"):
    """Turn a hidden card, ready to slap."""


class Slap(Action, frozen=True, tag="slap"):
    """Slap (1) or not. after_ms: since the turning, set by the door; None for a seat without a timer."""

    hit: Literal[0, 1]
    after_ms: int | None = None


AnyAction = Seal | Swap | Vote | Write | Draw | Lay | Hide | Leave | Flip | Slap


class Orders(Struct, frozen=True):
    """abstain: from every vote. motto: for the next time. plans: turns, each the sorts to lay if one fits.

    slap: what the form for a slap starts with.
    """

    abstain: bool = False
    motto: int | None = None
    plans: tuple[tuple[Sort, ...], ...] = ()
    slap: Literal[0, 1] = 0


# Zones


class Contest(Struct, frozen=True, gc=False):
    """A hidden card of this seat. number: of the turn it was laid in; its flips are `opened_by` that."""

    number: int
    seat: int


class Table(Struct, frozen=True, gc=False):
    """ballots: by seat, None: none yet. next: whose turn comes. open: the seat that plays with an open hand.

    Published: counts of hands, pile, faces of the discards (the top is last), shown (the open hand, or None).
    """

    options: Options
    points: tuple[int, ...]
    swapped: tuple[bool, ...]
    round: int = 0
    leader: int = 0
    next: int = 0
    turns: int = 0
    ballots: tuple[int | None, ...] = ()
    motto: int | None = None
    open: int | None = None
    contests: tuple[Contest, ...] = ()
    over: bool = False
    counts: tuple[int, ...] = ()
    pile: int = 0
    discards: tuple[str, ...] = ()
    shown: tuple[str, ...] | None = None


class Seen(Struct, frozen=True, gc=False):
    """A hidden card that this seat knows and what it did about it, both unknown to others before the end."""

    contest: int
    face: str
    done: bool = False
    hit: int = 0
    after_ms: int | None = None


class Hand(Struct, frozen=True, gc=False, omit_defaults=True):
    """cards, the sealed choice until all are in, and the hidden cards turned so far."""

    cards: tuple[Card, ...]
    sealed: Seal | None = None
    seen: tuple[Seen, ...] = ()


class Stock(Struct, frozen=True, gc=False):
    """pile: the last is drawn first. discards: the copies behind the faces. covered: by contest, its card."""

    pile: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    covered: tuple[Card, ...] = ()


ToyState = State[Table, Hand, Stock]
ToyStep = Step[Table, Hand, Stock]
ToyView = View[Table, Hand]


def published(table: Table, hands: tuple[Hand, ...], stock: Stock) -> Table:
    """The table with all that follows from hands and stock.

    An open hand is covered while a hidden card of its seat lies: what is missing would tell which it is.
    """
    hidden = table.open is None or any(contest.seat == table.open for contest in table.contests)
    return Table(
        table.options,
        table.points,
        table.swapped,
        table.round,
        table.leader,
        table.next,
        table.turns,
        table.ballots,
        table.motto,
        table.open,
        table.contests,
        table.over,
        counts=tuple(len(hand.cards) for hand in hands),
        pile=len(stock.pile),
        discards=tuple(face_of(card) for card in stock.discards),
        shown=None if hidden else tuple(sorted(face_of(card) for card in hands[table.open or 0].cards)),
    )


# Events


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins."""

    round: int
    leader: int


class Swapped(Event, frozen=True, tag="swapped"):
    """A seat put cards back for others."""

    seat: int
    cards: int


class Took(Event, frozen=True, tag="took"):
    """A seat drew so many cards (0: there were none)."""

    seat: int
    cards: int


class Drew(Event, frozen=True, tag="drew"):
    """What a seat drew, for that seat alone."""

    reveals: ClassVar[bool] = True
    cards: tuple[Card, ...]


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards but the top became the pile."""


class Showed(Event, frozen=True, tag="showed"):
    """All sealed choices together: faces and points won, by seat."""

    reveals: ClassVar[bool] = True
    faces: tuple[str, ...]
    points: tuple[int, ...]


class Voted(Event, frozen=True, tag="voted"):
    """A ballot, open and changeable until the last is in."""

    seat: int
    choice: int | None


class Elected(Event, frozen=True, tag="elected"):
    """The vote is over; None: a tie, and nothing happens."""

    seat: int | None


class Opened(Event, frozen=True, tag="opened"):
    """What the open hand holds now."""

    reveals: ClassVar[bool] = True
    seat: int
    faces: tuple[str, ...]


class Wrote(Event, frozen=True, tag="wrote"):
    """The motto of the round."""

    seat: int
    words: int | None


class Laid(Event, frozen=True, tag="laid"):
    """A card was laid openly."""

    seat: int
    face: str


class Covered(Event, frozen=True, tag="covered"):
    """A card was laid face down."""

    seat: int


class Turned(Event, frozen=True, tag="turned"):
    """The face of a hidden card, for the seat that turned it."""

    reveals: ClassVar[bool] = True
    contest: int
    face: str


class Uncovered(Event, frozen=True, tag="uncovered"):
    """All have answered a hidden card. hits: who slapped; draws: who draws for it."""

    reveals: ClassVar[bool] = True
    seat: int
    face: str
    hits: tuple[int, ...]
    draws: tuple[int, ...]


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """out: the seats without cards, perhaps none. points: of the match so far."""

    out: tuple[int, ...]
    points: tuple[int, ...]


AnyEvent = (
    Dealt
    | Swapped
    | Took
    | Drew
    | Reshuffled
    | Showed
    | Voted
    | Elected
    | Opened
    | Wrote
    | Laid
    | Covered
    | Turned
    | Uncovered
    | RoundEnded
)
