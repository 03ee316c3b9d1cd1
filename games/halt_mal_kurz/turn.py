"""One move on a copy of a match: its cards, prompts and events. What cards do is in the modules that use it."""

from collections import Counter

from msgspec.structs import replace

from games.engine import Card, Clock, Dice, Event, Face, Prompt, Step, face_of, faces, next_seats

from .answers import PILE
from .events import (
    Drew,
    Gave,
    HandedOver,
    NothingGiven,
    Received,
    Reshuffled,
    SaidRazupaltuff,
    Showed,
    Took,
)
from .pack import NO_SYMBOL, covered, kind_of
from .parts import Affair, Hand, HmkState, HmkStep, Laid, Promise, Stock, Table

FLIPS = ("flip", "slap")  # the kinds of prompts that a card to be turned brings


class Turn:
    """Lists while a move lasts, values before and after.

    prompt: the one that is answered, None while dealing.
    """

    def __init__(self, state: HmkState, dice: Dice, prompt: Prompt | None = None) -> None:
        self.before = state.prompts
        self.prompt = prompt
        self.dice = dice
        self.hands = list(state.hands)
        self.peeked = [hand.peek for hand in state.hands]
        self.pile = list(state.stock.pile)
        self.discards = list(state.stock.discards)
        self.laid = list(state.stock.laid)
        self.prompts = list(state.prompts)
        self.last = state.last
        self.events: list[Event] = []
        table = state.table
        self.table = table
        self.options = table.options
        self.turn = table.turn
        self.open = table.open
        self.exempt = table.exempt
        self.contests = list(table.contests)
        self.affair: Affair | None = table.affair
        self.finishing = table.finishing
        self.ended = table.ended

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    def step(self) -> HmkStep:
        """The state after the move, its table published."""
        stock = Stock(tuple(self.pile), tuple(self.discards), tuple(self.laid))
        table = replace(
            self.table,
            turn=self.turn,
            open=self.open,
            exempt=self.exempt,
            contests=tuple(self.contests),
            affair=self.affair,
            finishing=self.finishing,
            ended=self.ended,
        )
        hands = tuple(self.hands)
        table = published(table, hands, stock)
        hands = with_peeks(table, hands)
        self.say(*self.newly_shown(table, hands))
        return Step(HmkState(table, hands, stock, tuple(self.prompts), self.last), tuple(self.events))

    def newly_shown(self, table: Table, hands: tuple[Hand, ...]) -> list[Event]:
        """What an open hand shows now and did not before, to everybody or to those who may look."""
        if table.open is None:
            return []
        was = self.table.shown
        if was is None:  # it opens now, or is uncovered again
            was = () if self.table.open != table.open else table.shown or ()
        events: list[Event] = []
        if new := more(table.shown, was):
            events.append(Showed(target=table.open, faces=new))
        for seat, hand in enumerate(hands):
            if hand.peek is not None and (new := more(hand.peek, self.peeked[seat] or ())):
                events.append(Showed(to=seat, target=table.open, faces=new))
        return events

    def say(self, *events: Event) -> None:
        """What happened, in order."""
        self.events += events

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """The other seats from the left of `seat`."""
        return next_seats(seat, self.seats)

    # Prompts

    def ask(
        self,
        seat: int,
        kind: str,
        group: int = 0,
        clock: Clock = "pace",
        seconds: int = 0,
        about: int | None = None,
        instead: Clock = "pace",
    ) -> None:
        """Open a prompt. about: what it belongs to, unless that is the answer being carried out."""
        self.last += 1
        origin = self.prompt.number if self.prompt is not None else 0
        opened_by = origin if about is None else about
        self.prompts.append(Prompt(self.last, seat, kind, group, False, clock, seconds, opened_by, instead))

    def ask_all(self, seats: tuple[int, ...], kind: str) -> None:
        """Open one group: nobody's answer counts before the last is in."""
        group = self.last + 1
        for seat in seats:
            self.ask(seat, kind, group)

    def close(self, prompt: Prompt) -> None:
        """Take a prompt away for good."""
        self.prompts = [other for other in self.prompts if other.number != prompt.number]

    def note_answer(self, prompt: Prompt) -> bool:
        """Mark a prompt of a group as answered; True if it was the last one missing, which closes the group."""
        group = [other for other in self.prompts if other.group == prompt.group]
        if all(other.given or other.number == prompt.number for other in group):
            self.prompts = [other for other in self.prompts if other.group != prompt.group]
            return True
        given = replace(prompt, given=True)
        self.prompts = [given if other.number == prompt.number else other for other in self.prompts]
        return False

    def set_flips(
        self, old: Clock, new: Clock, seat: int | None = None, about: set[int] | None = None
    ) -> None:
        """Give flips (of one seat, of some contests, or all) another clock; their numbers stay.

        A card that is turned and not slapped yet follows, for whoever has no timer.
        """
        self.prompts = [
            with_clock(prompt, old, new)
            if seat in (None, prompt.seat) and (about is None or prompt.opened_by in about)
            else prompt
            for prompt in self.prompts
        ]

    def somebody_thinks(self) -> bool:
        """Whether a turn is open whose seat owed no flips before this move."""
        turns = [prompt.seat for prompt in self.prompts if prompt.kind == "turn"]
        return any(not owes_flips(self.before, seat) for seat in turns)

    # Hands

    def promise(self, seat: int) -> Promise:
        """What a seat answered in the group that runs."""
        return self.hands[seat].promise or Promise()

    def keep(self, seat: int, promise: Promise | None) -> None:
        """Put an answer by, unseen by the others."""
        self.hands[seat] = replace(self.hands[seat], promise=promise)

    def spend(self, seat: int, card: Card) -> Card:
        """Take a card out of a hand."""
        hand = self.hands[seat]
        place = hand.cards.index(card)
        new = hand.new - (place >= len(hand.cards) - hand.new)
        self.hands[seat] = replace(hand, cards=hand.cards[:place] + hand.cards[place + 1 :], new=new)
        return card

    def add(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Put cards into a hand; each Razupaltuff must be called out (rulebook, "Sonderkarte")."""
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, cards=hand.cards + cards, new=hand.new + len(cards))
        for card in cards:
            if kind_of(card) in NO_SYMBOL:
                self.say(SaidRazupaltuff(seat=seat))

    def set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Give a seat another hand altogether."""
        self.hands[seat] = replace(self.hands[seat], cards=(), new=0)
        self.add(seat, cards)

    def draw(self, seat: int, count: int, why: str) -> None:
        """Draw so many cards, or what there is."""
        drawn: list[Card] = []
        while len(drawn) < count and self.to_draw():
            if not self.pile:
                self.reshuffle()
            drawn.append(self.pile.pop())
        self.say(Took(seat=seat, cards=len(drawn), why=why))  # type: ignore[arg-type]
        if drawn:
            self.say(Drew(to=seat, faces=faces(drawn)))
            self.add(seat, tuple(drawn))

    def to_draw(self) -> int:
        """How many cards can be drawn, the discards that may be shuffled included."""
        return len(self.pile) + len(self.discards) - len(self.staying())

    def staying(self) -> set[Card]:
        """The discards that no reshuffling takes: the top, and (Ruling) the cards of open contests."""
        return {self.discards[-1], *(laid.card for laid in self.laid)}

    def reshuffle(self) -> None:
        """The discards become the draw pile (rulebook, "Spielvorbereitung")."""
        staying = self.staying()
        self.pile = self.dice.shuffled([card for card in self.discards if card not in staying])
        self.discards = [card for card in self.discards if card in staying]
        self.say(Reshuffled(cards=len(self.pile)))

    def give_card(self, giver: int, receiver: int, gift: Card | None, why: str) -> None:
        """One card changes hands: the gift, or a random one if none was named or it is gone (Ruling).

        PILE: one from the pile instead.
        """
        held = self.hands[giver].cards
        from_pile = why == "schnick" and (gift == PILE or not held) and self.to_draw() > 0
        if not from_pile and not held:
            self.say(NothingGiven(seat=giver, targets=(receiver,), why=why))  # type: ignore[arg-type]
            return
        self.say(Gave(seat=giver, target=receiver, why=why, from_pile=from_pile))  # type: ignore[arg-type]
        if from_pile:
            self.draw(receiver, 1, "gift")
            return
        card = gift if gift is not None and gift in held else self.dice.pick(held)
        self.hand_over(giver, receiver, (card,))

    def hand_over(self, giver: int, receiver: int, cards: tuple[Card, ...]) -> None:
        """Cards change hands; the two alone learn which."""
        for card in cards:
            self.spend(giver, card)
        self.say(
            HandedOver(to=giver, target=receiver, faces=faces(cards)),
            Received(to=receiver, giver=giver, faces=faces(cards)),
        )
        self.add(receiver, cards)


def with_clock(prompt: Prompt, old: Clock, new: Clock) -> Prompt:
    """A flip or slap with another clock, if it has the old one."""
    if prompt.kind == "flip" and prompt.clock == old:
        return replace(prompt, clock=new)
    if prompt.kind == "slap" and prompt.instead == old:
        return replace(prompt, instead=new)
    return prompt


def more(row: tuple[Face, ...] | None, was: tuple[Face, ...]) -> tuple[Face, ...]:
    """The faces of a row that are not among those it showed before, each as often as it is new."""
    return tuple((Counter(row or ()) - Counter(was)).elements())


def owes_flips(prompts: tuple[Prompt, ...], seat: int) -> bool:
    """Whether a seat still has cards to turn or to slap."""
    return any(prompt.seat == seat and prompt.kind in FLIPS for prompt in prompts)


def owes_anything(prompts: tuple[Prompt, ...], seat: int) -> bool:
    """Whether a seat is asked something just now, cards to be turned included."""
    return any(prompt.seat == seat and not prompt.given for prompt in prompts)


def published(table: Table, hands: tuple[Hand, ...], stock: Stock) -> Table:
    """The table with everything that follows from hands and stock."""
    return replace(
        table,
        counts=tuple([len(hand.cards) for hand in hands]),
        pile=len(stock.pile),
        discards=len(stock.discards),
        top=top_face(stock.discards, stock.laid),
        shown=None if table.open is None or covering(table) else faces(hands[table.open].cards),
    )


def top_face(discards: tuple[Card, ...], laid: tuple[Laid, ...]) -> Face:
    """What everybody sees on top of the discards."""
    if not discards:
        return ""
    top = discards[-1]
    return covered(top) if any(one.card == top for one in laid) else face_of(top)


def covering(table: Table) -> set[int]:
    """The contests whose card was laid from the open hand: it is covered until they are turned (Ruling)."""
    return {one.number for one in table.contests if one.seat == table.open and one.from_open}


def with_peeks(table: Table, hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """The hands, with the covered open hand in those that have turned every card laid from it."""
    secret = covering(table) if table.open is not None else set()
    if not secret and not any(hand.peek is not None for hand in hands):
        return hands
    row = faces(hands[table.open].cards) if table.open is not None and secret else None
    return tuple(
        replace(
            hand,
            peek=row
            if row is not None and seat != table.open and secret <= {seen.contest for seen in hand.seen}
            else None,
        )
        for seat, hand in enumerate(hands)
    )
