"""One move on a copy of a match: its cards, prompts and events."""

from msgspec.structs import replace

from games.engine import Card, Clock, Dice, Event, Prompt, Step, faces

from .cards import HAND
from .events import Drew, HandsPassed, Received, Refilled, Reshuffled
from .parts import GoqState, GoqStep, Hand, Stock, Table


class Turn:
    """Lists while a move lasts, values before and after.

    prompt: the one that is answered, None while dealing.
    """

    def __init__(self, state: GoqState, dice: Dice, prompt: Prompt | None = None) -> None:
        self.prompt = prompt
        self.dice = dice
        self.table = state.table
        self.hands = list(state.hands)
        self.pile = list(state.stock.pile)
        self.discards = list(state.stock.discards)
        self.read = list(state.stock.read)
        self.withdrawn = list(state.stock.withdrawn)
        self.prompts = list(state.prompts)
        self.last = state.last
        self.events: list[Event] = []

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    def step(self) -> GoqStep:
        """The state after the move, its table published."""
        stock = Stock(tuple(self.pile), tuple(self.discards), tuple(self.read), tuple(self.withdrawn))
        hands = tuple(self.hands)
        table = published(self.table, hands, stock)
        return Step(GoqState(table, hands, stock, tuple(self.prompts), self.last), tuple(self.events))

    def say(self, *events: Event) -> None:
        """What happened, in order."""
        self.events += events

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    # Prompts

    def ask_all(self, kind: str, clock: Clock = "pace") -> None:
        """Ask every seat the same at once; nobody's answer counts before the last is in."""
        group = self.last + 1
        origin = self.prompt.number if self.prompt is not None else 0
        for seat in range(self.seats):
            self.last += 1
            self.prompts.append(Prompt(self.last, seat, kind, group, clock=clock, opened_by=origin))

    def ask_again(self, prompt: Prompt, *, anew: bool = False) -> None:
        """The same question to the same seat under a new number, in the same group. anew: with a whole time again."""
        self.last += 1
        again = replace(prompt, number=self.last, given=False, opened_by=0 if anew else prompt.number)
        self.prompts = [other for other in self.prompts if other.number != prompt.number]
        self.prompts.append(again)

    def note_answer(self, prompt: Prompt) -> bool:
        """Mark a prompt as answered; True if it was the last one missing of its group, which is closed then."""
        group = [other for other in self.prompts if other.group == prompt.group]
        if all(other.given or other.number == prompt.number for other in group):
            self.prompts = [other for other in self.prompts if other.group != prompt.group]
            return True
        given = replace(prompt, given=True)
        self.prompts = [given if other.number == prompt.number else other for other in self.prompts]
        return False

    def is_asked(self, kind: str) -> bool:
        """Whether anybody is still asked this."""
        return any(prompt.kind == kind for prompt in self.prompts)

    # Cards

    def change(self, seat: int, **fields: object) -> None:
        """Other fields of a hand."""
        self.hands[seat] = replace(self.hands[seat], **fields)

    def spend(self, seat: int, card: Card) -> None:
        """Take a card out of a hand."""
        hand = self.hands[seat]
        place = hand.cards.index(card)
        new = max(0, hand.new - (place >= len(hand.cards) - hand.new))
        self.change(seat, cards=hand.cards[:place] + hand.cards[place + 1 :], new=new)

    def take(self, count: int) -> tuple[Card, ...]:
        """So many cards from the stack, which takes the shuffled discards when it is short (Ruling)."""
        drawn: list[Card] = []
        while len(drawn) < count and (self.pile or self.discards):
            if not self.pile:
                self.pile, self.discards = self.dice.shuffled(self.discards), []
                self.say(Reshuffled(cards=len(self.pile)))
            drawn.append(self.pile.pop())
        return tuple(drawn)

    def give(self, seat: int, cards: tuple[Card, ...]) -> None:
        """New cards for a hand; their owner alone learns which."""
        hand = self.hands[seat]
        self.change(seat, cards=hand.cards + cards, new=hand.new + len(cards))
        self.say(Drew(to=seat, faces=faces(cards)))

    def refill(self) -> None:
        """Rulebook, "Draw hand cards": up to seven; the leader first."""
        for seat in self.clockwise_from(self.table.leader):
            cards = self.take(HAND - len(self.hands[seat].cards))
            if cards:
                self.say(Refilled(seat=seat, cards=len(cards)))
                self.give(seat, cards)

    def pass_left(self) -> None:
        """Every hand goes one seat to the left."""
        held = [hand.cards for hand in self.hands]
        self.say(HandsPassed(round=self.table.round))
        for seat in range(self.seats):
            cards = held[seat - 1]
            self.change(seat, cards=cards, new=len(cards))
            self.say(Received(to=seat, faces=faces(cards)))


def published(table: Table, hands: tuple[Hand, ...], stock: Stock) -> Table:
    """The table with everything that follows from hands and stock."""
    return replace(
        table,
        counts=tuple([len(hand.cards) for hand in hands]),
        pile=len(stock.pile),
        discards=len(stock.discards),
    )
