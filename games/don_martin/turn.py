"""One move on a copy of a match: its cards, prompts and events. What cards do is in the modules that use it."""

from msgspec.structs import replace

from games.engine import Card, Clock, Dice, Event, Prompt, Step, face_of, faces

from .events import Drew, PileOut
from .parts import DmState, DmStep, Hand, Laid, Lies, Stock, Table


class Turn:
    """Lists while a move lasts, values before and after.

    prompt: the one that is answered, None while dealing.
    """

    def __init__(self, state: DmState, dice: Dice, prompt: Prompt | None = None) -> None:
        self.prompt = prompt
        self.dice = dice
        self.table = state.table
        self.hands = list(state.hands)
        self.pile = list(state.stock.pile)
        self.laid = list(state.stock.laid)
        self.prompts: tuple[Prompt, ...] = state.prompts
        self.last = state.last
        self.events: list[Event] = []

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    def step(self) -> DmStep:
        """The state after the move, its table published."""
        stock = Stock(tuple(self.pile), tuple(self.laid))
        hands = tuple(self.hands)
        table = published(self.table, hands, stock)
        return Step(DmState(table, hands, stock, self.prompts, self.last), tuple(self.events))

    def say(self, *events: Event) -> None:
        """What happened, in order."""
        self.events += events

    # Prompts

    def ask(self, kind: str, *seats: int, clock: Clock = "pace", together: bool = False) -> None:
        """Open the prompts that the match waits for. together: nobody's answer counts before the last."""
        group = self.last + 1 if together else 0
        origin = self.prompt.number if self.prompt is not None else 0
        first = self.last + 1
        self.last += len(seats)
        self.prompts = tuple(
            Prompt(first + place, seat, kind, group, clock=clock, opened_by=origin)
            for place, seat in enumerate(seats)
        )

    # Cards

    def spend(self, seat: int, card: Card) -> Card:
        """Take a card out of a hand; nothing in it is new any more, unless somebody else's move took the card."""
        hand = self.hands[seat]
        place = hand.cards.index(card)
        new = max(0, hand.new - (place >= len(hand.cards) - hand.new))
        self.hands[seat] = replace(hand, cards=hand.cards[:place] + hand.cards[place + 1 :], new=new)
        return card

    def put(self, seat: int, card: Card) -> None:
        """From a hand onto the table."""
        self.laid.append(Laid(seat, self.spend(seat, card)))

    def take_up(self, seat: int) -> tuple[Card, ...]:
        """All cards of the table go to a hand; which, oldest first."""
        cards = tuple(one.card for one in self.laid)
        self.laid = []
        self.add(seat, cards)
        return cards

    def add(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Put cards into a hand."""
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, cards=hand.cards + cards, new=hand.new + len(cards))

    def draw(self, seat: int, most: int) -> int:
        """Draw so many cards, or what there is; how many it was."""
        count = min(most, len(self.pile))
        if not count:
            return 0
        drawn = tuple(self.pile[: -count - 1 : -1])
        del self.pile[-count:]
        self.add(seat, drawn)
        self.say(Drew(to=seat, faces=faces(drawn)))
        if not self.pile:
            self.say(PileOut())
        return count


def published(table: Table, hands: tuple[Hand, ...], stock: Stock) -> Table:
    """The table with everything that follows from hands and stock."""
    return replace(
        table,
        counts=tuple([len(hand.cards) for hand in hands]),
        pile=len(stock.pile),
        lies=tuple([Lies(one.seat, face_of(one.card)) for one in stock.laid]),
    )
