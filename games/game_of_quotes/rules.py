"""Game of Quotes: combine a quote with a wrong source.

"Rulebook" is the printed one, "story" its rules told as a talk; a "Ruling:" is ours where both are silent.
"""

from typing import Any, ClassVar

from msgspec.structs import replace

from games.engine import Card, Choice, Dice, Field, Game, Offer, Prompt, Reason, Result

from . import bot, course, offers, start, withdrawal
from .answers import MOST_IDEAS, AnyAction, Both, Orders, Pick, Stamp, Write
from .cards import CATEGORIES, LEAST_A_SEAT, LONGEST, MOST_BLANKS, PRINTED, STOCK, deck_card, has_source
from .events import AnyEvent
from .parts import GoqState, GoqStep, GoqView, Hand, Options, Stock, Table
from .turn import Turn, published


class GameOfQuotes(Game[Table, Hand, Stock, AnyAction, Orders, Options]):
    """The rules as the engine's contract asks for them."""

    slug: ClassVar[str] = "game-of-quotes"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(3, 7)
    table_type: ClassVar[Any] = Table
    hand_type: ClassVar[Any] = Hand
    stock_type: ClassVar[Any] = Stock
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    orders_type: ClassVar[Any] = Orders
    options_type: ClassVar[Any] = Options
    asks: ClassVar[tuple[Field, ...]] = start.ASKS
    from_decks: ClassVar[bool] = True
    stages: ClassVar[tuple[str, ...]] = ("stamp", "quote", "source", "write", "both")
    turns: ClassVar[frozenset[str]] = frozenset({"quote", "source", "write", "both"})

    # Starting

    def settings(self, seats: int, live: bool = False) -> tuple[Field, ...]:
        """Which side of the cards is played, and how many blanks may be filled in."""
        return (
            Field("side", "one", (Choice("red"), Choice("blue")), preset="red"),
            Field("most_blanks", "number", low=0, high=MOST_BLANKS, preset=MOST_BLANKS),
        )

    def pack(self, options: Options) -> tuple[Card, ...]:
        """The cards of the decks and the blanks that were filled in."""
        return options.cards + options.blanks

    def stocked(self, options: Options) -> Options:
        """A deck as large as the printed one, of cards that say nothing."""
        if options.cards:
            return options
        cards = tuple(
            deck_card(row, CATEGORIES[row % len(CATEGORIES)], row % (LONGEST + 1))
            for row in range(1, PRINTED + 1)
        )
        return replace(options, cards=cards)

    def least_cards(self, seats: int) -> int:
        """Ruling: twelve a seat, blanks not counted."""
        return LEAST_A_SEAT * seats

    def deal(self, seats: int, options: Options, told: start.Told, dice: Dice) -> GoqStep:
        """See start.py. Raises ValueError for too few or too many seats, or too few cards."""
        if seats not in self.seats:
            raise ValueError(f"no Game of Quotes for {seats} seats")
        if len(options.blanks) > options.most_blanks:
            raise ValueError(f"{len(options.blanks)} blanks where {options.most_blanks} are allowed")
        return start.deal(seats, options, told, dice)

    def first_orders(self, options: Options) -> Orders:
        """An empty idea pad."""
        return Orders()

    # A decision

    def offer(self, view: GoqView, prompt: Prompt) -> Offer:
        """See offers.py."""
        return offers.offer(view, prompt)

    def check(self, view: GoqView, prompt: Prompt, action: AnyAction) -> Reason | None:
        """See offers.py.

        Reasons: those of the offer (no_source, swapped_already, nothing_to_draw, stamp_used, own_reading), and
        not_your_card, nothing_written, nothing_chosen, no_such_seat and wrong_answer.
        """
        return offers.check(view, prompt, action)

    def carry_out(self, state: GoqState, prompt: Prompt, action: AnyAction, dice: Dice) -> GoqStep:
        """The next state and what happened; see course.py."""
        turn = Turn(state, dice, prompt)
        turn.change(prompt.seat, new=0)
        course.answer(turn, prompt, action)
        return turn.step()

    def withdraw(self, state: GoqState, cards: frozenset[Card], dice: Dice) -> GoqStep | None:
        """See withdrawal.py."""
        turn = Turn(state, dice)
        withdrawal.withdraw(turn, cards)
        step = turn.step()
        return None if step.state == state else step

    # Answers that no person gives

    def fallback(self, view: GoqView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """Choosing: a random card, read by its name. Writing: a random card of the hand lends its name, never that of
        the quote. Stamping: a single one while there is one, on a random other seat's combination.
        """
        seat, hand = view.mine()
        named = [card for card in hand.cards if has_source(card)]
        match prompt.kind:
            case "stamp":
                others = [other for other in range(view.table.seats) if other != seat]
                return Stamp(dice.pick(others), 1 if hand.left(1) else 2)
            case "write":
                return Write(lends=dice.pick(named))
            case "both":
                quote = dice.pick(hand.cards)
                return Both(quote, lends=dice.pick([card for card in named if card != quote]))
            case "source":
                return Pick(dice.pick(named))
        return Pick(dice.pick(hand.cards))

    def standing(
        self, view: GoqView, prompt: Prompt, orders: Orders, dice: Dice
    ) -> tuple[AnyAction | None, Orders]:
        """The source of round 3, where it stands on the idea pad already."""
        if prompt.kind != "write" or not orders.ahead or not orders.ideas:
            return None, orders
        first = orders.ideas[0]
        return (Write(words=first) if first > 0 else Write(stock=first)), orders

    def check_orders(self, view: GoqView, orders: Orders, old: Orders) -> Reason | None:
        """Reasons: too_many_ideas, wrong_answer."""
        if len(orders.ideas) > MOST_IDEAS:
            return "too_many_ideas"
        return None if all(-STOCK <= idea < 2**63 and idea for idea in orders.ideas) else "wrong_answer"

    def bot(self, view: GoqView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """See bot.py."""
        return bot.answer(view, prompt, dice)

    def leave_orders(self, view: GoqView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
        """See bot.py."""
        return bot.leave_orders(orders, ahead, dice)

    # The end, and what must always hold

    def result(self, state: GoqState) -> Result | None:
        """Most points; then more stamps (story), then whoever did not swap (rulebook); else shared (Ruling).

        why: what decided first place: points, markers, not_swapped or shared.
        """
        table = state.table
        if not table.ended:
            return None
        points = table.points()
        rows = course.standings(points, table.markers(), table.swapped)
        order = tuple(1 + sum(other > mine for other in rows) for mine in rows)
        return Result(order, points, why_won(rows))

    def publish(self, state: GoqState) -> Table:
        """Counts, the stack, the discards; see turn.py."""
        return published(state.table, state.hands, state.stock)

    def everything(self, state: GoqState) -> list[str]:
        """Hands, what was laid aside, stack, discards, the cards that are being read, and what was withdrawn."""
        return [*self.lying(state), *state.stock.withdrawn]

    def lying(self, state: GoqState) -> list[Card]:
        """The cards that are in play."""
        cards = [card for hand in state.hands for card in (*hand.cards, *hand.aside())]
        return [*cards, *state.stock.pile, *state.stock.discards, *state.stock.read]

    def faults(self, state: GoqState) -> list[str]:
        """What holds here besides: sealed answers agree with what was answered."""
        found = super().faults(state)
        given = {(prompt.seat, prompt.kind == "stamp") for prompt in state.prompts if prompt.given}
        sealed = {(seat, False) for seat, hand in enumerate(state.hands) if hand.draft is not None}
        sealed |= {(seat, True) for seat, hand in enumerate(state.hands) if hand.stamp is not None}
        if sealed != given:
            found.append("the sealed answers do not agree with what was answered")
        if len({len(hand.used) for hand in state.hands}) > 1:
            found.append("somebody has stamped more often than others")
        return found


def why_won(rows: tuple[tuple[int, int, bool], ...]) -> str:
    """What parts the first from the second."""
    first, second = sorted(rows, reverse=True)[:2]
    names = ("points", "markers", "not_swapped")
    return next((names[place] for place in range(3) if first[place] != second[place]), "shared")


GAME = GameOfQuotes()

__all__ = ["GAME", "AnyEvent", "GameOfQuotes"]
