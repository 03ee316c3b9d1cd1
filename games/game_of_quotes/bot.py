"""A player of Game of Quotes that cannot read. It reads one View and nothing else.

It knows how long a quote is and what kind of person a card names, and bets on contrast: a saying of the kitchen is
funniest in the mouth of a king.
"""

from games.engine import Card, Dice, Face, Prompt

from .answers import AnyAction, Both, Orders, Pick, Reads, Stamp, Write
from .cards import STOCK, Category, category_of, has_source, length_of
from .parts import GoqView, Hand, Reading, Table

BY_LENGTH = (1.0, 1.6, 1.4, 0.8)  # a few words are seldom funny, and nobody reads the longest to the end
SAME, OTHER, FAR = 1.0, 2.5, 4.0  # how much contrast between two kinds of source is worth
FAR_APART: frozenset[frozenset[Category]] = frozenset(
    frozenset(pair)
    for pair in (
        ("m", "w"),
        ("m", "o"),
        ("h", "o"),
        ("h", "w"),
        ("s", "t"),
        ("s", "o"),
        ("l", "w"),
        ("a", "w"),
    )
)
WRITTEN = 2.8  # a source that somebody thought up
MOOD = 1.5  # so much of a stamp is chance
BY_DESCRIPTION = 0.3
PRAISE = 4.5  # from here on the double stamp is given


def answer(view: GoqView, prompt: Prompt, dice: Dice) -> AnyAction:
    """What this player does."""
    seat, hand = view.mine()
    match prompt.kind:
        case "stamp":
            return best_stamp(view, dice)
        case "write":
            return Write(stock=stock_name(seat, view.table.seats, dice))
        case "both":
            card = weighted(hand.cards, "", dice)
            return Both(card, stock=stock_name(seat, view.table.seats, dice))
        case "source":
            cards = tuple(card for card in hand.cards if has_source(card))
            return Pick(weighted(cards, hand.quote or "", dice, by_length=False), reads(dice))
    lent = hand.lent or ""
    return Pick(weighted(hand.cards, lent, dice), reads(dice))


def stock_name(seat: int, seats: int, dice: Dice) -> int:
    """One of the game's own names; each seat has its own part of them, so that no two bots take the same."""
    return -1 - seat - seats * dice.below(STOCK // seats)


def reads(dice: Dice) -> Reads:
    """How the source is read."""
    return "description" if dice.random() < BY_DESCRIPTION else "name"


def weighted(cards: tuple[Card, ...], other: Face, dice: Dice, *, by_length: bool = True) -> Card:
    """A card, the likelier the better its length and its contrast to the other card of the combination."""
    weights = [
        (BY_LENGTH[length_of(card)] if by_length else 1.0) * (contrast(card, other) if other else 1.0)
        for card in cards
    ]
    return dice.weighted(cards, weights)


def contrast(one: Face, other: Face) -> float:
    """How far apart the kinds of two cards' sources are; a blank's is not known."""
    kinds = category_of(one), category_of(other)
    if None in kinds:
        return OTHER
    if kinds[0] == kinds[1]:
        return SAME
    return FAR if frozenset(kinds) in FAR_APART else OTHER


def best_stamp(view: GoqView, dice: Dice) -> Stamp:
    """The combination with the greatest contrast; the double stamp for an outstanding one, or late in the match."""
    seat, hand = view.mine()
    worth = {
        reading.seat: worth_of(reading) + MOOD * dice.random()
        for reading in view.table.readings[-1]
        if reading.seat != seat
    }
    best = max(worth, key=worth.__getitem__)
    double = hand.left(2) and (not hand.left(1) or worth[best] > PRAISE or is_late(view.table, hand))
    return Stamp(best, 2 if double else 1)


def worth_of(reading: Reading) -> float:
    """How funny a combination probably is."""
    return contrast(reading.quote, reading.source.face) if reading.source.face else WRITTEN


def is_late(table: Table, hand: Hand) -> bool:
    """Whether the double stamp is still there in one of the last two rounds."""
    return len(table.readings) >= 3 and hand.left(2) > 0


def leave_orders(orders: Orders, ahead: bool, dice: Dice) -> Orders:
    """With `ahead`, a source for round 3."""
    if not ahead or orders.ideas:
        return orders
    return Orders((-1 - dice.below(STOCK),), True)
