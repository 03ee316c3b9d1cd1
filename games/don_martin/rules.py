"""Don Martin's Kartenspiel: tricks, groups of sounds, specials.

"Rulebook" is the printed one; a "Ruling:" is ours where it is silent.
"""

from typing import Any, ClassVar

from msgspec.structs import replace

from games.engine import (
    Card,
    Choice,
    Dice,
    Event,
    Field,
    Game,
    Offer,
    Prompt,
    Reason,
    Result,
    face_of,
    places,
)

from . import bot, offers, plans, specials, start, tricks
from .answers import MOST_PLANS, AnyAction, Ignore, Keep, Lay, Orders, Play, Throw, ThrowOrder
from .course import open_turn
from .events import AnyEvent, LaidDown, LoneSpecial, RoundOver, SpecialPlayed
from .pack import HAND_SIZES, LEAST_GROUP, MIXES, is_special, pack_of
from .parts import TARGETS, DmState, DmStep, DmView, Hand, Options, Stock, Table
from .turn import Turn, published


class DonMartin(Game[Table, Hand, Stock, AnyAction, Orders, Options]):
    """The rules as the engine's contract asks for them."""

    slug: ClassVar[str] = "don-martin"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(min(HAND_SIZES), max(HAND_SIZES) + 1)
    table_type: ClassVar[Any] = Table
    hand_type: ClassVar[Any] = Hand
    stock_type: ClassVar[Any] = Stock
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    orders_type: ClassVar[Any] = Orders
    options_type: ClassVar[Any] = Options
    asks: ClassVar[tuple[Field, ...]] = start.ASKS
    stages: ClassVar[tuple[str, ...]] = ("throw_in", "lay", "turn", "lead")
    turns: ClassVar[frozenset[str]] = frozenset({"turn", "lay", "lead"})

    # Starting

    def settings(self, seats: int, live: bool = False) -> tuple[Field, ...]:
        """How far the match goes, the order everyone starts with for SPLABBADAP!, how the specials split."""
        target = TARGETS[1] if live else TARGETS[0]
        throws = "ask" if live else "automatic"
        return (
            Field("target", "one", tuple(Choice(points) for points in TARGETS), preset=target),
            Field("throws", "one", (Choice("automatic"), Choice("ask")), preset=throws),
            Field("mix", "one", tuple(Choice(mix) for mix in MIXES), preset="even"),
        )

    def pack(self, options: Options) -> tuple[Card, ...]:
        """82 cards (rulebook, "Contents")."""
        return pack_of(options.mix)

    def deal(self, seats: int, options: Options, told: start.Told, dice: Dice) -> DmStep:
        """See start.py. Raises ValueError for fewer than 3 or more than 6 seats."""
        if seats not in self.seats:
            raise ValueError(f"no Don Martin for {seats} seats")
        return start.deal(seats, options, told, dice)

    def first_orders(self, options: Options) -> Orders:
        """`automatic` throws in the rarest sound; `ask` asks."""
        throw: ThrowOrder = "rarest" if options.throws == "automatic" else "ask"
        return Orders(throw)

    # A decision

    def offer(self, view: DmView, prompt: Prompt) -> Offer:
        """See offers.py."""
        return offers.offer(view, prompt)

    def check(self, view: DmView, prompt: Prompt, action: AnyAction) -> Reason | None:
        """See offers.py.

        Reasons: those of the offer (no_pile, first_card, last_special, not_coloured, too_few, no_group), and
        not_your_card, whom, no_such_seat, laid_twice, lone_special and wrong_answer.
        """
        return offers.check(view, prompt, action)

    def carry_out(self, state: DmState, prompt: Prompt, action: AnyAction, dice: Dice) -> DmStep:
        """The next state and what happened; by themes in the modules beside."""
        turn = Turn(state, dice, prompt)
        seat = prompt.seat
        turn.hands[seat] = replace(turn.hands[seat], new=0)
        match action:
            case Play(card) if is_special(card):
                specials.play_special(turn, seat, action)
            case Play(card):
                tricks.play_coloured(turn, seat, card)
            case Ignore():
                tricks.ignore(turn, seat)
            case Keep():
                open_turn(turn, seat, clock="same")
            case Lay(cards):
                tricks.lay(turn, seat, cards)
            case Throw(card):
                specials.throw_in(turn, prompt, card)
        return turn.step()

    # Answers that no person gives

    def fallback(self, view: DmView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """`turn`: ignore. Without a pile, and for `lead` and `throw_in`: a coloured card of the rarest sound held;
        specials only: a random legal one, GA-PWEEN! on oneself. `lay`: nothing.
        """
        seat, hand = view.mine()
        if prompt.kind == "lay":
            return Keep()
        if prompt.kind == "turn" and view.table.pile:
            return Ignore()
        if prompt.kind == "throw_in":
            return Throw(plans.rarest(hand, dice))
        return Play(plans.rarest(hand, dice)) if hand.coloured() else Play(dice.pick(hand.cards), seat)

    def standing(
        self, view: DmView, prompt: Prompt, orders: Orders, dice: Dice
    ) -> tuple[AnyAction | None, Orders]:
        """See plans.py. Where `check` refuses what was left, the person is asked."""
        action, left = plans.left_in_advance(view, prompt, orders, dice)
        if action is not None and self.check(view, prompt, action) is not None:
            return None, left
        return action, left

    def check_orders(self, view: DmView, orders: Orders, old: Orders) -> Reason | None:
        """Reasons: not_your_card, not_coloured, not_special, whom, no_such_seat, too_many_plans, empty_plan,
        other_round, never_fits, wrong_answer.
        """
        return plans.check_orders(view, orders, old)

    def bot(self, view: DmView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
        """See bot.py."""
        return bot.answer(view, prompt, dice)

    def leave_orders(self, view: DmView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
        """See bot.py."""
        return bot.leave_orders(view, orders, min(plans, MOST_PLANS), ahead, dice)

    # The end, and what must always hold

    def result(self, state: DmState) -> Result | None:
        """Most points of all rounds win; equal ones share (Ruling)."""
        if not state.table.ended:
            return None
        points = state.table.points()
        return Result(places(points), points, state.table.ended)

    def publish(self, state: DmState) -> Table:
        """Counts, the pile, what lies on the table; see turn.py."""
        return published(state.table, state.hands, state.stock)

    def everything(self, state: DmState) -> list[str]:
        """Hands, pile, table, groups, and the specials that are out of the game."""
        cards = [card for hand in state.hands for card in hand.cards]
        cards += [*state.stock.pile, *(one.card for one in state.stock.laid)]
        grouped = [face for groups in state.table.groups for group in groups for face in group.faces]
        return [*(face_of(card) for card in cards), *grouped, *state.table.spent]

    def faults(self, state: DmState) -> list[str]:
        """What holds here besides: groups are groups, and nothing is sealed that nobody asked for."""
        found = super().faults(state)
        groups = [group for groups in state.table.groups for group in groups]
        if any(len(group.faces) < LEAST_GROUP for group in groups):
            found.append("a group is too small")
        given = {prompt.seat for prompt in state.prompts if prompt.given}
        if {seat for seat, hand in enumerate(state.hands) if hand.thrown is not None} != given:
            found.append("the sealed cards do not agree with the answers")
        if any(hand.thrown is not None and hand.thrown not in hand.cards for hand in state.hands):
            found.append("a sealed card is not in its hand")
        return found

    def counted(self, event: Event) -> tuple[str, ...]:
        """Specials by name, groups by size, how rounds end, and all else by its tag."""
        match event:
            case SpecialPlayed(face=face):
                return (f"special {face}",)
            case LaidDown(groups=groups):
                return tuple(f"group of {len(group.faces)}" for group in groups)
            case LoneSpecial(drew=drew):
                return ("lone special draws" if drew else "lone special passes",)
            case RoundOver(ending=ending):
                return (f"round {ending}",)
        why = getattr(event, "why", "")
        return (f"{super().counted(event)[0]} {why}".strip(),)


GAME = DonMartin()

__all__ = ["GAME", "AnyEvent", "DonMartin"]
