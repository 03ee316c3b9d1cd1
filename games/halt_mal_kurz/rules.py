"""Halt mal kurz: shed your cards, with reactions, votes, duels and slaps.

"Rulebook" is the printed one, "story" its rules told as a talk; a "Ruling:" is ours where both are silent.
"""

from typing import Any, ClassVar

from msgspec.structs import replace

from games.engine import (
    Card,
    Choice,
    Dice,
    Event,
    Face,
    Field,
    Game,
    Offer,
    Prompt,
    Reason,
    Result,
    face_of,
    places,
)

from . import actions, assembly, bot, contests, duels, offers, start
from .answers import (
    HITS,
    MOST_LINES,
    MOST_PLANS,
    MOST_THROWS,
    THROWS,
    Abstain,
    AnyAction,
    Draw,
    Flip,
    Give,
    Lay,
    Leave,
    Order,
    Orders,
    Pass,
    Plan,
    React,
    Slap,
    Throw,
    Vote,
)
from .events import AnyEvent, CardLaid, ListUsed
from .pack import CARDS, LEAST_SEATS, MOST_SEATS, PACK, kind_of
from .parts import LEAST_WINDOW, MOST_WINDOW, Hand, HmkState, HmkStep, HmkView, Options, Stock, Table
from .turn import FLIPS, Turn, owes_anything, published, with_peeks


class HaltMalKurz(Game[Table, Hand, Stock, AnyAction, Orders, Options]):
    """The rules as the engine's contract asks for them."""

    slug: ClassVar[str] = "halt-mal-kurz"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(LEAST_SEATS, MOST_SEATS + 1)
    table_type: ClassVar[Any] = Table
    hand_type: ClassVar[Any] = Hand
    stock_type: ClassVar[Any] = Stock
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    orders_type: ClassVar[Any] = Orders
    options_type: ClassVar[Any] = Options
    asks: ClassVar[tuple[Field, ...]] = start.ASKS
    stages: ClassVar[tuple[str, ...]] = ("slap", "react", "throw", "vote", "give", "flip", "turn")

    # Starting

    def settings(self, seats: int, live: bool = False) -> tuple[Field, ...]:
        """Who starts, the orders everyone starts with, how slaps work, what a majority is."""
        reactions = "ask" if live else "automatic"
        return (
            Field(
                "starts", "one", (Choice("praline"), Choice("schnick"), Choice("random")), preset="praline"
            ),
            Field("reactions", "one", (Choice("automatic"), Choice("ask")), preset=reactions),
            Field("slap", "one", (Choice("reflex"), Choice("luck")), preset="reflex"),
            Field("window", "number", low=LEAST_WINDOW, high=MOST_WINDOW, preset=Options().window),
            Field("majority", "one", (Choice("relative"), Choice("absolute")), preset="relative"),
        )

    def pack(self, options: Options) -> tuple[Card, ...]:
        """The printed pack (rulebook, "Das Spiel")."""
        return PACK

    def deal(self, seats: int, options: Options, told: start.Told, dice: Dice) -> HmkStep:
        """See start.py. Raises ValueError for too few or too many seats, or a window out of bounds."""
        if seats not in self.seats or not LEAST_WINDOW <= options.window <= MOST_WINDOW:
            raise ValueError(f"no Halt mal kurz for {seats} seats with a window of {options.window} s")
        return start.deal(seats, options, told, dice)

    def first_orders(self, options: Options) -> Orders:
        """`automatic` uses a list wherever it can; `ask` asks."""
        word: Order = "use" if options.reactions == "automatic" else "ask"
        return Orders(word, word, word, word, word)

    # A decision

    def offer(self, view: HmkView, prompt: Prompt) -> Offer:
        """See offers.py."""
        return offers.offer(view, prompt)

    def preset(self, view: HmkView, prompt: Prompt, offer: Offer, orders: Orders) -> Offer:
        """The wish of a form as the orders have it; *ask me* presets "take it". A form sent already keeps its own."""
        sent = prompt.kind not in FLIPS and view.mine()[1].promise is not None
        if sent:
            return offer
        wish = wish_for(view, prompt, orders)
        return Offer(
            tuple(
                replace(way, fields=tuple(with_wish(field, wish) for field in way.fields))
                for way in offer.ways
            )
        )

    def check(self, view: HmkView, prompt: Prompt, action: AnyAction) -> Reason | None:
        """See offers.py.

        Reasons: those of the offer, and not_your_card, whom, not_yourself, no_such_seat, must_lay, own_card,
        same_seat, given_twice, not_that_many and wrong_answer.
        """
        return offers.check(view, prompt, action)

    def carry_out(self, state: HmkState, prompt: Prompt, action: AnyAction, dice: Dice) -> HmkStep:
        """The next state and what happened; by themes in the modules beside."""
        turn = Turn(state, dice, prompt)
        turn.hands[prompt.seat] = replace(turn.hands[prompt.seat], new=0)
        match action:
            case Lay():
                actions.lay(turn, prompt, action)
            case Draw(planned):
                actions.draw(turn, prompt, planned)
            case Pass():
                actions.skip(turn, prompt)
            case Flip():
                contests.turn_up(turn, prompt, ready=True)
            case Leave(wish):
                contests.turn_up(turn, prompt, ready=False, wish=wish)
            case Slap(hit, wish, after_ms):
                contests.slap(turn, prompt, hit, wish, after_ms)
            case React():
                actions.react(turn, prompt, action)
            case Throw():
                duels.throw(turn, prompt, action)
            case Vote() | Abstain():
                assembly.vote(turn, prompt, action)
            case Give():
                duels.give(turn, prompt, action)
        return turn.step()

    # Answers that no person gives

    def fallback(self, view: HmkView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """`turn`: draw (nothing to draw: a random card that fits, else pass). `flip`, `slap`: hands off.

        `throw`: at random; `vote`: abstain; both give a random card and use a list as the orders say.
        `give`: random cards. `react`: take it.
        """
        match prompt.kind:
            case "turn":
                return draw_or_lay(view, dice)
            case "flip":
                return Leave(wish_for(view, prompt, orders))  # type: ignore[arg-type]
            case "slap":
                return Slap(0, wish_for(view, prompt, orders))  # type: ignore[arg-type]
            case "react":
                return React(0)
            case "throw":
                return random_throw(view, prompt, orders, dice)
            case "vote":
                return Abstain(None, wish_for(view, prompt, orders))  # type: ignore[arg-type]
        return Give()

    def standing(
        self, view: HmkView, prompt: Prompt, orders: Orders, dice: Dice
    ) -> tuple[AnyAction | None, Orders]:
        """What was left in advance. Where `check` refuses that (a rule was tightened since), the person is asked."""
        action, left = self.left_in_advance(view, prompt, orders)
        if action is not None and self.check(view, prompt, action) is not None:
            return None, left
        return action, left

    def left_in_advance(
        self, view: HmkView, prompt: Prompt, orders: Orders
    ) -> tuple[AnyAction | None, Orders]:
        """A planned turn, a list used or kept, throws for the first throw of a duel."""
        match prompt.kind:
            case "turn" if orders.plans:
                return planned_turn(view, orders.plans[0]), replace(orders, plans=orders.plans[1:])
            case "react":
                affair = offers.affair_of(view)
                order = orders.against(affair.hit or "receive")
                if order == "ask":
                    return None, orders
                held = view.mine()[1].list_against(affair.face)
                return React(1 if order == "use" and held else 0), orders
            case "throw" if orders.throws:
                affair = offers.affair_of(view)
                if affair.again:  # asked again means that the person is asked
                    return None, orders
                group = offers.is_group(affair)
                throws = orders.throws[:1] if group else orders.throws
                said = int(orders.without_well and not group)
                wish = wish_for(view, prompt, orders)
                return Throw(throws, said, None, wish), orders  # type: ignore[arg-type]
        return None, orders

    def check_orders(self, view: HmkView, orders: Orders, old: Orders) -> Reason | None:
        """Reasons: not_that_many, too_many_plans, empty_plan, wrong_answer, owing_first, those of a line.

        Ruling: a plan can be left only when nothing is owed, else somebody plans for ever and never turns a card.
        """
        seat, _ = view.mine()
        if len(orders.throws) > MOST_THROWS:
            return "not_that_many"
        if len(orders.plans) > MOST_PLANS:
            return "too_many_plans"
        for plan in orders.plans:
            if not plan.lines or len(plan.lines) > MOST_LINES:
                return "empty_plan"
            if any(line.card not in CARDS for line in plan.lines):
                return "wrong_answer"
            for line in plan.lines:
                if reason := offers.check_line(view.table, seat, line):
                    return reason
        if orders.plans and orders.plans != old.plans and owes_anything(view.prompts, seat):
            return "owing_first"
        return None

    def bot(self, view: HmkView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """See bot.py."""
        return bot.answer(view, prompt, orders, dice)

    def leave_orders(self, view: HmkView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
        """See bot.py; a plan only where nothing is owed."""
        return bot.leave_orders(view, orders, min(plans, MOST_PLANS), ahead, dice)

    # The end, and what must always hold

    def result(self, state: HmkState) -> Result | None:
        """Fewest cards win (none, for the winners); points are the cards left (Ruling: equal counts share)."""
        table = state.table
        if not table.ended:
            return None
        return Result(places(tuple(-count for count in table.counts)), table.counts, table.ended)

    def publish(self, state: HmkState) -> Table:
        """Counts, the top, an open hand; see turn.py."""
        return published(state.table, state.hands, state.stock)

    def everything(self, state: HmkState) -> list[Face]:
        """Hands, pile, discards (with the cards of open contests)."""
        cards = [card for hand in state.hands for card in hand.cards]
        return [face_of(card) for card in (*cards, *state.stock.pile, *state.stock.discards)]

    def faults(self, state: HmkState) -> list[str]:
        """What holds here besides: contests agree in table, stock and hands; who may look at a covered hand."""
        found = super().faults(state)
        stock = state.stock
        if [one.number for one in stock.laid] != [one.number for one in state.table.contests]:
            found.append("the cards to be turned do not agree with the table")
        if any(one.card not in stock.discards for one in stock.laid):
            found.append("a card to be turned is not among the discards")
        if with_peeks(state.table, state.hands) != state.hands:
            found.append("somebody sees a covered hand or does not see an open one")
        return found

    def counted(self, event: Event) -> tuple[str, ...]:
        """Cards laid, lists by what they answered, endings, and all else by name."""
        name = str(type(event).__struct_config__.tag)
        if isinstance(event, CardLaid):
            return (f"laid {kind_of(event.face)}",)
        if isinstance(event, ListUsed):
            return (f"list against {kind_of(event.against)}",)
        why = getattr(event, "why", "")
        return (f"{name} {why}" if why else name,)


def with_wish(field: Field, wish: int) -> Field:
    """A field preset from the orders, if it is the wish and can be chosen."""
    if field.name != "wish" or any(one.value == wish and one.reason for one in field.choices):
        return field
    return replace(field, preset=wish)


def wish_for(view: HmkView, prompt: Prompt, orders: Orders) -> int:
    """1 if the orders use a list against what this prompt is about, and it is not the seat's own card.

    A slap has one wish for whatever the card does: preset if either order says so (Ruling).
    """
    if prompt.kind in ("flip", "slap"):
        return int("use" in (orders.draw, orders.open))
    affair = view.table.affair
    if affair is None or affair.seat == prompt.seat or affair.hit not in HITS:
        return 0
    return int(orders.against(affair.hit) == "use")


def draw_or_lay(view: HmkView, dice: Dice) -> AnyAction:
    """Draw; with nothing to draw lay any card that fits, naming any seat that may be named; else pass."""
    seat, hand = view.mine()
    table = view.table
    if table.to_draw:
        return Draw()
    seats = [other for other in range(table.seats) if other != seat]
    legal = [
        Lay(card, target)
        for card in hand.cards
        for target in seats
        if not offers.misfit(table, card) and not offers.mistarget(table, seat, card, target)
    ]
    return dice.pick(legal) if legal else Pass()


def random_throw(view: HmkView, prompt: Prompt, orders: Orders, dice: Dice) -> Throw:
    """As many random throws as may be given, so that a tie seldom asks again."""
    affair = offers.affair_of(view)
    allowed = [throw for throw in THROWS if not (affair.without_well and throw == "well")]
    count = 1 if offers.is_group(affair) else MOST_THROWS
    throws = tuple(dice.pick(allowed) for _ in range(count))
    return Throw(throws, 0, None, wish_for(view, prompt, orders))  # type: ignore[arg-type]


def planned_turn(view: HmkView, plan: Plan) -> AnyAction | None:
    """The first line that is legal; never a blind draw unless the plan ends in one (Ruling)."""
    lays = (Lay(line.card, line.target, planned=True) for line in plan.lines)
    draws = (Draw(planned=True),) if plan.else_draw else ()
    return next((one for one in (*lays, *draws) if offers.check_turn(view, one) is None), None)


GAME = HaltMalKurz()

__all__ = ["GAME", "AnyEvent", "HaltMalKurz"]
