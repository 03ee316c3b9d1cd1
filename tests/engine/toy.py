"""A toy game with every mechanism of the engine: the smallest example for whoever adds a game.

A round: everyone seals a card and votes who plays with an open hand, the leader writes a motto, side by side.
Then turns: draw a card, lay one of another sort than the top, or hide one for the others to turn and slap.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

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
    Way,
    face_of,
    places,
)

from .toy_parts import (
    MOST_BID,
    MOST_CALLS,
    MOST_PLANS,
    PACK,
    SORTS,
    STOCK_MOTTOS,
    WINDOW_SECONDS,
    AnyAction,
    AnyEvent,
    Draw,
    Flip,
    Hand,
    Hide,
    Lay,
    Leave,
    Options,
    Orders,
    Seal,
    Slap,
    Sort,
    Stock,
    Swap,
    Table,
    ToyState,
    ToyStep,
    ToyView,
    Vote,
    Write,
    published,
)
from .toy_turn import Turn


class Toy(Game[Table, Hand, Stock, AnyAction, Orders, Options]):
    """The toy game as the engine's contract asks for it."""

    slug: ClassVar[str] = "toy"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 6)
    table_type: ClassVar[Any] = Table
    hand_type: ClassVar[Any] = Hand
    stock_type: ClassVar[Any] = Stock
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    orders_type: ClassVar[Any] = Orders
    options_type: ClassVar[Any] = Options
    asks: ClassVar[tuple[Field, ...]] = (Field("luck", "number", low=0, high=9, blank=True),)
    stages: ClassVar[tuple[str, ...]] = ("seal", "vote", "write", "slap", "flip", "turn")

    # Starting

    def settings(self, seats: int, live: bool = False) -> tuple[Field, ...]:
        """Rounds, and cards dealt."""
        return (
            Field("rounds", "number", low=1, high=3, preset=2),
            Field("cards", "number", low=2, high=4, preset=3),
        )

    def pack(self, options: Options) -> tuple[Card, ...]:
        """24 cards, 8 a sort."""
        return PACK

    def deal(self, seats: int, options: Options, told: tuple[Mapping[str, Any], ...], dice: Dice) -> ToyStep:
        """Whoever feels luckiest leads first; equals are drawn for.

        Raises ValueError for too few or too many seats.
        """
        if seats not in self.seats:
            raise ValueError(f"no toy game for {seats} seats")
        luck = [-1 if answers.get("luck") is None else answers["luck"] for answers in told]
        leader = dice.pick([seat for seat in range(seats) if luck[seat] == max(luck)])
        table = Table(options, (0,) * seats, (False,) * seats)
        turn = Turn(State(table, (), Stock(), ()), dice)
        turn.open_round(leader)
        return turn.step()

    def first_orders(self, options: Options) -> Orders:
        """None."""
        return Orders()

    # A decision

    def offer(self, view: ToyView, prompt: Prompt) -> Offer:
        """By the kind of the prompt; cards that cannot be laid are there with the reason."""
        seat, hand = view.mine()
        cards = tuple(Choice(card, face_of(card)) for card in hand.cards)
        match prompt.kind:
            case "seal":
                return Offer(self.seal_ways(view, seat, hand, cards))
            case "vote":
                seats = range(len(view.table.points))
                reasons = ["not_yourself" if other == seat else None for other in seats]
                choices = tuple(Choice(other, seat=other, reason=reasons[other]) for other in seats)
                return Offer((Way("vote", (Field("seat", "one", choices, blank=True),)),))
            case "write":
                return Offer((Way("write", (Field("words", "text", low=1, high=80, blank=True),)),))
            case "flip":
                first = None if is_oldest(view, prompt) else "older_first"
                return Offer((Way("leave", reason=first), Way("flip", reason=first)))
            case "slap":
                hit = (Choice(0, effect="hands_off"), Choice(1, effect="slap"))
                return Offer((Way("slap", (Field("hit", "one", hit, preset=0),)),))
        fits = tuple(Choice(card, face_of(card), reason=misfit(view.table, card)) for card in hand.cards)
        owing = "flip_first" if owes_flips(view, seat) else None
        return Offer(
            (
                Way("draw", reason=owing),
                Way("lay", (Field("card", "one", fits),), owing),
                Way("hide", (Field("card", "one", cards),), owing),
            )
        )

    def seal_ways(self, view: ToyView, seat: int, hand: Hand, cards: tuple[Choice, ...]) -> tuple[Way, ...]:
        """Preset to what is sealed so far."""
        now = hand.sealed or Seal(hand.cards[0])
        sorts = tuple(Choice(sort) for sort in SORTS)
        most = min(len(cards), view.table.pile)
        closed = "swapped_already" if view.table.swapped[seat] else None if most else "pile_empty"
        return (
            Way(
                "seal",
                (
                    Field("card", "one", cards, preset=now.card),
                    Field("bid", "number", high=MOST_BID, preset=now.bid),
                    Field("calls", "list", sorts, high=most_calls(view), preset=now.calls),
                ),
            ),
            Way("swap", (Field("cards", "some", cards, low=1, high=most),), closed),
        )

    def preset(self, view: ToyView, prompt: Prompt, offer: Offer, orders: Orders) -> Offer:
        """A slap starts as ordered."""
        return offer.filled_in(hit=orders.slap) if prompt.kind == "slap" else offer

    def check(self, view: ToyView, prompt: Prompt, action: AnyAction) -> Reason | None:
        """Reasons: those of the offer, wrong_answer, not_your_card, not_that_many, no_such_seat, too_late."""
        match action:
            case Seal() | Swap() if prompt.kind == "seal":
                return check_choice(view, action)
            case Vote(seat) if prompt.kind == "vote":
                if seat == prompt.seat:
                    return "not_yourself"
                return None if seat is None or 0 <= seat < len(view.table.points) else "no_such_seat"
            case Write(words) if prompt.kind == "write":
                return check_motto(words)
            case Draw() | Lay() | Hide() if prompt.kind == "turn":
                return check_turn(view, action)
            case Leave() | Flip() if prompt.kind == "flip":
                return None if is_oldest(view, prompt) else "older_first"
            case Slap(_, after_ms) if prompt.kind == "slap":
                return None if 0 <= (after_ms or 0) <= WINDOW_SECONDS * 1000 else "too_late"
        return "wrong_answer"

    def carry_out(self, state: ToyState, prompt: Prompt, action: AnyAction, dice: Dice) -> ToyStep:
        """See toy_turn.py."""
        turn = Turn(state, dice, prompt.number)
        match action:
            case Seal():
                turn.seal(prompt, action)
            case Swap(cards):
                turn.swap(prompt, cards)
            case Vote(seat):
                turn.vote(prompt, seat)
            case Write(words):
                turn.write(prompt, words)
            case Draw():
                turn.draw(prompt.seat, 1)
                turn.end_turn(prompt)
            case Lay(card, planned):
                turn.lay(prompt.seat, card)
                turn.end_turn(prompt, planned)
            case Hide(card):
                turn.hide(prompt.seat, card)
                turn.end_turn(prompt)
            case Leave() | Flip():
                turn.flip(prompt, ready=isinstance(action, Flip))
            case Slap(hit, after_ms):
                turn.slap(prompt, hit, after_ms)
        return turn.step()

    # Answers that no person gives

    def fallback(self, view: ToyView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """`seal`: a random card. `vote`: abstain. `write`: none. `turn`: draw. `flip`, `slap`: hands off."""
        _, hand = view.mine()
        match prompt.kind:
            case "seal":
                return Seal(dice.pick(hand.cards))
            case "vote":
                return Vote()
            case "write":
                return Write()
            case "flip":
                return Leave()
            case "slap":
                return Slap(0)
        return Draw()

    def standing(
        self, view: ToyView, prompt: Prompt, orders: Orders, dice: Dice
    ) -> tuple[AnyAction | None, Orders]:
        """Abstain, a motto kept ready, a planned turn. A motto and a plan are good for once."""
        if prompt.kind == "vote" and orders.abstain:
            return Vote(), orders
        if prompt.kind == "write" and orders.motto is not None:
            return Write(orders.motto), replace(orders, motto=None)
        if prompt.kind == "turn" and orders.plans:
            left = replace(orders, plans=orders.plans[1:])
            return planned_lay(view, orders.plans[0]), left
        return None, orders

    def check_orders(self, view: ToyView, orders: Orders, old: Orders) -> Reason | None:
        """Reasons: too_many_plans, empty_plan, no_such_words, flip_first (or a planner need never flip)."""
        seat, _ = view.mine()
        if len(orders.plans) > MOST_PLANS:
            return "too_many_plans"
        if any(not plan or len(plan) > len(SORTS) for plan in orders.plans):
            return "empty_plan"
        kept = old.plans[: len(orders.plans)]
        if orders.plans != kept and owes_flips(view, seat):
            return "flip_first"
        return check_motto(orders.motto)

    def bot(self, view: ToyView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """Lays what fits, hides moons, slaps moons, votes against the leader."""
        seat, hand = view.mine()
        match prompt.kind:
            case "seal":
                calls = tuple(dice.pick(SORTS) for _ in range(most_calls(view)))
                return Seal(dice.pick(hand.cards), dice.below(2), calls)
            case "vote":
                points = view.table.points
                return Vote(max((s for s in range(len(points)) if s != seat), key=lambda s: points[s]))
            case "write":
                return Write(dice.pick(STOCK_MOTTOS))
            case "flip":
                return Flip()
            case "slap":
                return Slap(1 if hand.seen[-1].face == "moon" else 0, 250 + dice.below(750))
        moons = [card for card in hand.cards if face_of(card) == "moon"]
        if moons and dice.random() < 0.5:
            return Hide(moons[0])
        fits = [card for card in hand.cards if misfit(view.table, card) is None]
        return Lay(dice.pick(fits)) if fits else Draw()

    def leave_orders(self, view: ToyView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
        """Plans for whatever is held, where they may be left, else those in force; ahead: a motto too."""
        seat, hand = view.mine()
        held: list[Sort] = [sort for sort in SORTS if any(face_of(card) == sort for card in hand.cards)]
        plan = tuple(dice.shuffled(held))
        left = (plan,) * (min(plans, MOST_PLANS) if plan else 0)
        motto = STOCK_MOTTOS[0] if ahead else orders.motto
        return replace(orders, motto=motto, plans=orders.plans if owes_flips(view, seat) else left)

    # The end, and what must always hold

    def result(self, state: ToyState) -> Result | None:
        """Most points win, equals share."""
        points = state.table.points
        return Result(places(points), points, "rounds_played") if state.table.over else None

    def publish(self, state: ToyState) -> Table:
        """See toy_parts.py."""
        return published(state.table, state.hands, state.stock)

    def everything(self, state: ToyState) -> list[Face]:
        """Hands, pile, discards, hidden cards."""
        stock = state.stock
        cards = [card for hand in state.hands for card in hand.cards]
        return [face_of(card) for card in (*cards, *stock.pile, *stock.discards, *stock.covered)]


def most_calls(view: ToyView) -> int:
    """A seat calls what others show, so there are at most as many calls as others."""
    return min(MOST_CALLS, len(view.table.points) - 1)


def misfit(table: Table, card: Card) -> Reason | None:
    """A card must be of another sort than the top of the discards."""
    return "same_sort" if table.discards and table.discards[-1] == face_of(card) else None


def owes_flips(view: ToyView, seat: int) -> bool:
    """Whether a seat still has hidden cards to turn or to slap."""
    return any(prompt.seat == seat and prompt.kind in ("flip", "slap") for prompt in view.prompts)


def is_oldest(view: ToyView, prompt: Prompt) -> bool:
    """Whether this is the flip that its seat has to answer first; an open slap always comes before."""
    mine = [other for other in view.prompts if other.seat == prompt.seat]
    first = min(other.number for other in mine if other.kind == "flip")
    return prompt.number == first and not any(other.kind == "slap" for other in mine)


def check_choice(view: ToyView, action: Seal | Swap) -> Reason | None:
    """Legality of a sealed choice, or of the swap before it."""
    seat, hand = view.mine()
    if isinstance(action, Seal):
        if action.card not in hand.cards:
            return "not_your_card"
        fair = 0 <= action.bid <= MOST_BID and len(action.calls) <= most_calls(view)
        return None if fair else "not_that_many"
    if view.table.swapped[seat]:
        return "swapped_already"
    if not view.table.pile:
        return "pile_empty"
    if not set(action.cards) <= set(hand.cards) or len(set(action.cards)) < len(action.cards):
        return "not_your_card"
    return None if 1 <= len(action.cards) <= view.table.pile else "not_that_many"


def check_turn(view: ToyView, action: Draw | Lay | Hide) -> Reason | None:
    """By hand, hidden cards are turned first; a plan is taken all the same."""
    seat, hand = view.mine()
    planned = isinstance(action, Lay) and action.planned
    if owes_flips(view, seat) and not planned:
        return "flip_first"
    if isinstance(action, Draw):
        return None
    if action.card not in hand.cards:
        return "not_your_card"
    return misfit(view.table, action.card) if isinstance(action, Lay) else None


def check_motto(words: int | None) -> Reason | None:
    """Whose words they are is the door's matter; the rules know those that come with the game."""
    return None if words is None or 0 <= words < 2**63 or words in STOCK_MOTTOS else "no_such_words"


def planned_lay(view: ToyView, plan: tuple[Sort, ...]) -> Lay | None:
    """The first sort of a plan that is held and fits."""
    _, hand = view.mine()
    for sort in plan:
        for card in hand.cards:
            if face_of(card) == sort and misfit(view.table, card) is None:
                return Lay(card, planned=True)
    return None


GAME = Toy()
