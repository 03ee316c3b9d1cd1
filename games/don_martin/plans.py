"""What was left in advance: planned turns, the throw for a SPLABBADAP!, and which orders can be left."""

from collections import Counter

from msgspec.structs import replace

from games.engine import Card, Dice, Prompt, Reason

from .answers import MOST_LINES, MOST_PLANS, AnyAction, Ignore, Line, Orders, Plan, Play, Throw
from .offers import check, check_target
from .pack import COLOURS, LEAST_GROUP, Colour, colour_of, is_special, sound_of
from .parts import DmView, Hand


def left_in_advance(
    view: DmView, prompt: Prompt, orders: Orders, dice: Dice
) -> tuple[AnyAction | None, Orders]:
    """What the orders answer (None: ask the person), and what is left of them.

    A plan is for a turn that comes round to its seat; a lead after a take belongs to a visit that runs. Plans of a
    round that is over fall away.
    """
    _, hand = view.mine()
    if prompt.kind == "throw_in":
        return ordered_throw(view, hand, orders, dice), orders
    if prompt.kind not in ("turn", "lead") or prompt.clock != "pace":
        return None, orders
    plans = tuple(plan for plan in orders.plans if plan.round == view.table.round)
    if not plans:
        return None, orders
    return planned_turn(view, prompt, plans[0]), replace(orders, plans=plans[1:])


def ordered_throw(view: DmView, hand: Hand, orders: Orders, dice: Dice) -> Throw | None:
    """The card of the order; the person is asked if they want to be, or if that card went or the cards are new."""
    if orders.throw == "rarest":
        return Throw(rarest(hand, dice))
    held = orders.card in hand.cards and orders.card_round == view.table.round
    return Throw(orders.card) if orders.throw == "card" and orders.card is not None and held else None


def rarest(hand: Hand, dice: Dice) -> Card:
    """A coloured card of the sound that this hand holds least of, ties at random. Raises ValueError without one."""
    coloured = hand.coloured()
    held = Counter(sound_of(card) for card in coloured)
    least = min(held.values(), default=0)
    return dice.pick([card for card in coloured if held[sound_of(card)] == least])


def planned_turn(view: DmView, prompt: Prompt, plan: Plan) -> AnyAction | None:
    """The first line that can be played as it was meant; None also where a take would let a group be laid."""
    if plan.ask_for_groups and prompt.kind == "turn" and group_in_reach(view):
        return None
    for line in plan.lines:
        action = action_of(view, prompt, line)
        if action is not None and check(view, prompt, action) is None:
            return action
    return None


def group_in_reach(view: DmView) -> bool:
    """Whether taking what lies there is possible now and would let a group be laid."""
    _, hand = view.mine()
    colours = view.table.colours
    if not any(colour_of(card) in colours for card in hand.coloured()):
        return False
    sounds = [sound_of(card) for card in hand.coloured()] + [sound_of(one.face) for one in view.table.lies]
    return max(Counter(sounds).values()) >= LEAST_GROUP


def action_of(view: DmView, prompt: Prompt, line: Line) -> AnyAction | None:
    """What a line would do now, or None if it is not meant for this table."""
    colours = view.table.colours
    if line.some and not colours & set(line.some):
        return None
    if colours & set(line.none):
        return None
    if line.do == "ignore":
        return Ignore() if prompt.kind == "turn" else None
    if line.card is None:
        return None
    here = {
        "add": prompt.kind == "turn" and colour_of(line.card) not in colours,
        "lead": prompt.kind == "lead",
        "special": True,
    }
    return Play(line.card, line.target) if here[line.do] else None


def check_orders(view: DmView, orders: Orders, old: Orders) -> Reason | None:
    """Why these orders cannot be left, or None. What is in force already may stay."""
    _, hand = view.mine()
    if orders.throw == "card" and ordered(orders) != ordered(old):
        if orders.card_round != view.table.round:
            return "other_round"
        if orders.card not in hand.cards:
            return "not_your_card"
        if is_special(orders.card):
            return "not_coloured"
    if len(orders.plans) > MOST_PLANS:
        return "too_many_plans"
    for plan in orders.plans:
        if plan not in old.plans and (reason := check_plan(view, hand, plan)):
            return reason
    return None


def ordered(orders: Orders) -> tuple[object, ...]:
    """What an order for SPLABBADAP! consists of."""
    return orders.throw, orders.card, orders.card_round


def check_plan(view: DmView, hand: Hand, plan: Plan) -> Reason | None:
    """A plan is for the round that runs, and names cards that are held now."""
    if plan.round != view.table.round:
        return "other_round"
    if not plan.lines or len(plan.lines) > MOST_LINES:
        return "empty_plan"
    return next(
        (reason for line in plan.lines if (reason := check_line(view, hand, line)) is not None),
        None,
    )


def colours_to_add_to(card: Card, line: Line) -> set[Colour]:
    """The colours that may lie there when a card is to be added as its line says."""
    wanted = set(line.some or COLOURS)
    return wanted - set(line.none) - {colour_of(card)}


def check_line(view: DmView, hand: Hand, line: Line) -> Reason | None:
    """A line names a card of the kind that its deed needs, and could be played on some table."""
    if line.do == "ignore":
        if line.card is not None:
            return "wrong_answer"
        return "never_fits" if set(line.none) == set(COLOURS) else None
    if line.card not in hand.cards:
        return "not_your_card"
    if is_special(line.card) != (line.do == "special"):
        return "not_coloured" if line.do != "special" else "not_special"
    if line.do == "add" and not colours_to_add_to(line.card, line):
        return "never_fits"
    return check_target(view.table, line.card, line.target)
