"""A decent player of Kangoeroe. It reads one View and nothing else.

While there is a pile, what a duel costs is drawn again. Near its end every card is a turn, and whoever has
cards last takes what it names: a player who spends its hand in duels then loses to one who picks cards at random.
So this one defends and persists while the pile is high, and saves its cards when it is low.
"""

from typing import cast

from games.engine import Dice, Face, Prompt, View

from .parts import (
    CENTRE,
    COLOURS,
    COPIES,
    AnyAction,
    Counter,
    Defend,
    Duel,
    Hand,
    Hop,
    Planned,
    Table,
    Where,
)

# Found by letting bots with other numbers play against each other, at two to four seats.
MOOD = 0.4  # so much of a card's worth is chance: no two bots play quite alike
ROUNDS_TO_DEFEND = 2  # the pile is high enough to answer with a card
ROUNDS_TO_PERSIST = 2  # ... to stand behind an attack with further ones


def answer(view: View[Table, Hand], prompt: Prompt, dice: Dice) -> AnyAction:
    """Takes from the centre first, attacks where an answer is least likely, keeps a card for each own figure."""
    seat, hand = view.mine()
    if prompt.kind == "turn":
        return best_hop(view.table, seat, hand, dice)
    held = hand.held(cast(Duel, view.table.duel).colour)
    if prompt.kind == "defend":
        return Defend(cards_to_answer(view.table, held, dice))
    return Counter(min(held, 1) if pile_lasts(view.table, ROUNDS_TO_PERSIST) else 0)


def best_hop(table: Table, seat: int, hand: Hand, dice: Dice) -> Hop:
    """The card with the best worth, and how many further ones stand behind it."""
    # In the order of the hand, not of a set: the same dice must always give the same card.
    worth = {card: worth_of(table, seat, hand, card[0]) + MOOD * dice.random() for card in hand.cards}
    card = max(worth, key=worth.__getitem__)
    attacks = table.owner(card[0]) not in (CENTRE, seat)
    return Hop(card, further_cards(table, hand.held(card[0])) if attacks else 0)


def further_cards(table: Table, held: int) -> int:
    """How many cards beyond the first are worth spending in an attack: all, if they are drawn again."""
    return max(0, held - 1) if pile_lasts(table, ROUNDS_TO_PERSIST) else 0


def cards_to_answer(table: Table, held: int, dice: Dice) -> int:
    """How many cards the figure under attack is worth: one, now and then a second one where there are more."""
    if not pile_lasts(table, ROUNDS_TO_DEFEND):
        return 0
    return min(held, 2 if held > 2 and dice.random() < 0.5 else 1)


def pile_lasts(table: Table, rounds: int) -> bool:
    """Whether so many rounds can be refilled from the pile."""
    return table.pile >= rounds * len(table.counts)


def worth_of(table: Table, seat: int, hand: Hand, colour: Face, owner: int | None = None) -> float:
    """How good it is to play a card of `colour`, higher is better, if its figure stands with `owner` (None: as now)."""
    held = hand.held(colour)
    unseen = COPIES - table.out(colour) - held
    stands = table.owner(colour) if owner is None else owner
    worth = 1.0 if held > 1 else 0.0  # the last one of a colour is the defence of its figure
    if stands == CENTRE:
        worth += 1.0
    elif stands != seat:
        worth += 0.5 - 0.4 * answers_likely(table, hand, stands, unseen)
    if not table.pile:
        # What nobody can claim any more is won for good; otherwise first what others could claim back anyway.
        worth += 0.3 * unseen if unseen else 1.2
    return worth


def answers_likely(table: Table, hand: Hand, owner: int, unseen: int) -> float:
    """How many of the `unseen` cards of a colour the owner holds on average, as far as may be known."""
    hidden = table.pile + sum(table.counts) - len(hand.cards)
    return unseen * table.counts[owner] / hidden if hidden else 0.0


def plan(view: View[Table, Hand], dice: Dice) -> tuple[Planned, ...]:
    """A planned turn that always fires: a line for every colour and place, the worthiest first."""
    seat, hand = view.mine()
    lines = []
    for colour in COLOURS:
        now = view.table.owner(colour)
        thief = now if now not in (CENTRE, seat) else (seat + 1) % len(view.table.counts)
        places: tuple[tuple[Where, int], ...] = (("centre", CENTRE), ("theirs", thief), ("mine", seat))
        for where, owner in places:
            worth = worth_of(view.table, seat, hand, colour, owner) + MOOD * dice.random()
            persist = further_cards(view.table, hand.held(colour)) if where == "theirs" else 0
            # Colours that are not held yet come last: one may be drawn until then.
            lines.append((bool(hand.held(colour)), worth, Planned(colour, persist, (where,))))
    lines.sort(key=lambda line: line[:2], reverse=True)
    return tuple(line for _, _, line in lines)
