"""Kangoeroe: steal and defend figures. "Rulebook" is the printed one; a "Ruling:" is ours where it is silent."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, cast

from msgspec.structs import replace

from games.engine import (
    Card,
    Choice,
    Dice,
    Face,
    Field,
    Game,
    Offer,
    Prompt,
    Reason,
    Result,
    State,
    Step,
    View,
    Way,
    places,
)

from . import bot
from .parts import (
    CENTRE,
    COLOURS,
    COPIES,
    HAND_SIZE,
    MOST_LINES,
    MOST_PLANS,
    PACK,
    PLACE,
    AnyAction,
    AnyEvent,
    Counter,
    Dealt,
    Defend,
    Duel,
    Hand,
    Hop,
    Options,
    Orders,
    Planned,
    Stock,
    Table,
)
from .turn import KState, KStep, Turn

KView = View[Table, Hand]


def effect_of(table: Table, seat: int, colour: Face) -> tuple[str, int | None]:
    """What a card of `colour` would do for `seat` now: ("takes", None), ("attacks", owner) or ("stays", None)."""
    owner = table.figures[PLACE[colour]]
    if owner == CENTRE:
        return "takes", None
    return ("stays", None) if owner == seat else ("attacks", owner)


@cache
def persist_field(most: int) -> Field:
    """How many further cards to spend in a duel; open: ask me again."""
    return Field("persist", "number", high=most, blank=True, preset=0)


@cache
def defend_offer(held: int) -> Offer:
    """How many cards to answer with."""
    return Offer((Way("defend", (Field("cards", "number", high=held, preset=0),)),))


@cache
def counter_offer(held: bool) -> Offer:
    """Stop, or one more card if there is one."""
    choices = (Choice(0, effect="stop"), Choice(1, effect="spend", reason=None if held else "none_left"))
    return Offer((Way("counter", (Field("cards", "one", choices, preset=0),)),))


def turn_offer(table: Table, seat: int, hand: Hand) -> Offer:
    """Every card may be played; persisting is limited by the best attack, and by `check` card by card."""
    letters = [card[0] for card in hand.cards]
    choices = []
    most = 0
    for card in hand.cards:
        colour = card[0]
        effect, owner = effect_of(table, seat, colour)
        more = letters.count(colour) - 1  # further ones of its colour
        if owner is not None and more > most:
            most = more
        choices.append(Choice(card, colour, effect, owner, None, more))
    return Offer((Way("hop", (Field("card", "one", tuple(choices)), persist_field(most))),))


class Kangoeroe(Game[Table, Hand, Stock, AnyAction, Orders, Options]):
    """The rules as the engine's contract asks for them."""

    slug: ClassVar[str] = "kangoeroe"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 7)
    table_type: ClassVar[Any] = Table
    hand_type: ClassVar[Any] = Hand
    stock_type: ClassVar[Any] = Stock
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    orders_type: ClassVar[Any] = Orders
    options_type: ClassVar[Any] = Options

    # Starting

    def settings(self, seats: int, live: bool = False) -> tuple[Field, ...]:
        """Who starts (blank: drawn at random) and the standing defence of the start."""
        defence = "ask" if live else "automatic"
        return (
            Field("first", "one", tuple(Choice(seat, seat=seat) for seat in range(seats)), blank=True),
            Field("defence", "one", (Choice("automatic"), Choice("ask")), preset=defence),
        )

    def pack(self, options: Options) -> tuple[Card, ...]:
        """55 cards, 11 a colour (rulebook, "Contenu de la boîte")."""
        return PACK

    def deal(self, seats: int, options: Options, told: tuple[Mapping[str, Any], ...], dice: Dice) -> KStep:
        """Five cards each, all figures in the centre (rulebook, "Mise en place du jeu").

        Raises ValueError for fewer than 2 or more than 6 seats, or a first seat that is not there.
        """
        if seats not in self.seats or (options.first is not None and not 0 <= options.first < seats):
            raise ValueError(f"no Kangoeroe for {seats} seats that starts with {options.first}")
        cards = dice.shuffled(self.pack(options))
        first = dice.below(seats) if options.first is None else options.first
        hands = tuple(Hand(tuple(cards[i * HAND_SIZE : (i + 1) * HAND_SIZE])) for i in range(seats))
        pile = tuple(cards[seats * HAND_SIZE :])
        table = Table(options, (CENTRE,) * len(COLOURS), ("",) * seats, (HAND_SIZE,) * seats, len(pile))
        state = State(table, hands, Stock(pile), (Prompt(1, first, "turn"),), 1)
        return Step(state, (Dealt(seat=first, cards=HAND_SIZE),))

    def first_orders(self, options: Options) -> Orders:
        """`automatic` defends with as many as are held; `ask` asks."""
        most = COPIES if options.defence == "automatic" else None
        return Orders(dict.fromkeys(COLOURS, most))

    # A decision

    def offer(self, view: KView, prompt: Prompt) -> Offer:
        """`turn`: a card and how far to persist; `defend`: how many cards; `counter`: one more or stop."""
        seat, hand = view.mine()
        if prompt.kind == "turn":
            return turn_offer(view.table, seat, hand)
        held = hand.held(cast(Duel, view.table.duel).colour)
        return defend_offer(held) if prompt.kind == "defend" else counter_offer(held > 0)

    def check(self, view: KView, prompt: Prompt, action: AnyAction) -> Reason | None:
        """Reasons: wrong_answer, not_your_card, not_that_many, none_left."""
        _, hand = view.mine()
        match action:
            case Hop(card, persist) if prompt.kind == "turn":
                if card not in hand.cards:
                    return "not_your_card"
                if not persist or 0 < persist < hand.held(card[0]):
                    return None
                # The form has one number for all cards: it means nothing where no duel can follow.
                attacks = effect_of(view.table, prompt.seat, card[0])[0] == "attacks"
                return "not_that_many" if attacks or not 0 < persist < len(hand.cards) else None
            case Defend(cards) if prompt.kind == "defend":
                colour = cast(Duel, view.table.duel).colour
                return None if 0 <= cards <= hand.held(colour) else "not_that_many"
            case Counter(cards) if prompt.kind == "counter":
                colour = cast(Duel, view.table.duel).colour
                if cards and not hand.held(colour):
                    return "none_left"
                return None if cards in (0, 1) else "not_that_many"
        return "wrong_answer"

    def carry_out(self, state: KState, prompt: Prompt, action: AnyAction, dice: Dice) -> KStep:
        """The next state and what happened. Needs no dice: all chance is in the deal."""
        turn = Turn(state)
        match action:
            case Hop(card, persist):
                turn.hop(prompt.seat, card, persist)
            case Defend(cards):
                turn.defend(cards)
            case Counter(cards):
                turn.counter(cards)
        return turn.step()

    # Answers that no person gives

    def fallback(self, view: KView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """`turn`: a random card, persist 0. `defend`: 0. `counter`: stop."""
        if prompt.kind == "turn":
            return Hop(dice.pick(view.mine()[1].cards))
        return Defend(0) if prompt.kind == "defend" else Counter(0)

    def standing(
        self, view: KView, prompt: Prompt, orders: Orders, dice: Dice
    ) -> tuple[AnyAction | None, Orders]:
        """A planned turn, or the standing defence: "up to N" answers min(N, held), cards held or not."""
        _, hand = view.mine()
        if prompt.kind == "turn" and orders.plans:
            left = Orders(orders.defend, orders.plans[1:])
            return planned_hop(view, orders.plans[0]), left
        if prompt.kind == "defend":
            colour = cast(Duel, view.table.duel).colour
            most = orders.defend.get(colour)
            if most is not None:
                return Defend(min(most, hand.held(colour))), orders
        return None, orders

    def check_orders(self, view: KView, orders: Orders, old: Orders) -> Reason | None:
        """Reasons: not_that_many, too_many_plans, empty_plan, wrong_answer."""
        if set(orders.defend) != set(COLOURS):
            return "wrong_answer"
        numbers = [most for most in orders.defend.values() if most is not None]
        numbers += [line.persist for plan in orders.plans for line in plan if line.persist is not None]
        if any(not 0 <= number <= COPIES for number in numbers):
            return "not_that_many"
        if len(orders.plans) > MOST_PLANS:
            return "too_many_plans"
        if any(not plan or len(plan) > MOST_LINES for plan in orders.plans):
            return "empty_plan"
        if any(not line.where for plan in orders.plans for line in plan):
            return "wrong_answer"
        return None

    def bot(self, view: KView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """See bot.py."""
        return bot.answer(view, prompt, dice)

    def leave_orders(self, view: KView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
        """Plans as bot.py makes them; nothing else can be left ahead in this game."""
        made = tuple(bot.plan(view, dice) for _ in range(min(plans, MOST_PLANS)))
        return Orders(orders.defend, made)

    # The end, and what must always hold

    def result(self, state: KState) -> Result | None:
        """Most figures win, equal is shared (rulebook, "Fin de la partie et conditions de victoire")."""
        if not state.table.over:
            return None
        points = figures_by_seat(state.table)
        return Result(places(points), points, "all_played")

    def publish(self, state: KState) -> Table:
        """Counts of hands and pile."""
        counts = tuple([len(hand.cards) for hand in state.hands])
        return replace(state.table, counts=counts, pile=len(state.stock.pile))

    def everything(self, state: KState) -> list[Face]:
        """Hands, pile and discards."""
        cards = [card[0] for hand in state.hands for card in hand.cards]
        cards += [card[0] for card in state.stock.pile]
        return cards + list("".join(state.table.laid))


def figures_by_seat(table: Table) -> tuple[int, ...]:
    """How many figures stand with each seat."""
    return tuple(table.figures.count(seat) for seat in range(len(table.counts)))


def planned_hop(view: KView, plan: tuple[Planned, ...]) -> Hop | None:
    """The first line of a plan that applies: the colour is held and its figure stands where the line says."""
    seat, hand = view.mine()
    words = {"takes": "centre", "attacks": "theirs", "stays": "mine"}
    for line in plan:
        held = hand.held(line.colour)
        if held and words[effect_of(view.table, seat, line.colour)[0]] in line.where:
            card = next(card for card in hand.cards if card[0] == line.colour)
            return Hop(card, None if line.persist is None else min(line.persist, held - 1))
    return None


GAME = Kangoeroe()

__all__ = ["GAME", "AnyEvent", "Kangoeroe"]
