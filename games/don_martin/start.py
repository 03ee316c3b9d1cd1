"""Before the first lead: who deals, and the deal of a round."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games.engine import Choice, Dice, Field

from .events import AdsRemoved, DealerChosen, Dealt, DealtAgain
from .pack import HAND_SIZES, is_special, pack_of
from .parts import DmState, DmStep, Hand, Options, Stock, Table
from .turn import Turn

Told = tuple[Mapping[str, Any], ...]

# Who looks most like a caricature: everybody may name somebody else when they sit down.
ASKS: tuple[Field, ...] = (
    Field("dealer", "one", tuple(Choice(seat, seat=seat) for seat in range(max(HAND_SIZES))), blank=True),
)


def deal(seats: int, options: Options, told: Told, dice: Dice) -> DmStep:
    """The dealer is found, the advertising cards go, the first round is dealt (rulebook, "Setup")."""
    chosen = who_deals(told, dice)
    nobody = ((),) * seats
    table = Table(options, (0,) * seats, 0, (), nobody, (0,) * seats, (), chosen.seat, chosen.seat, round=0)
    turn = Turn(DmState(table, (Hand(()),) * seats, Stock(()), ()), dice)
    turn.say(chosen, AdsRemoved())
    deal_round(turn, chosen.seat)
    return turn.step()


def who_deals(told: Told, dice: Dice) -> DealerChosen:
    """Rulebook, "Setup": whoever looks most like a caricature to the others.

    Rulings: nobody votes for themselves; ties and a table without votes are settled at random.
    """
    seats = range(len(told))
    named = [one.get("dealer") for seat, one in enumerate(told) if one.get("dealer") != seat]
    votes = [named.count(seat) for seat in seats]
    most = max(votes)
    tied = tuple(seat for seat in seats if votes[seat] == most)
    return DealerChosen(seat=dice.pick(tied), votes=most, tied=tied if most and len(tied) > 1 else ())


def deal_round(turn: Turn, dealer: int) -> None:
    """Hands, the pile, and the lead of the dealer's left neighbour.

    Ruling: if that seat holds nothing but specials, the same dealer deals again; each round starts clockwise.
    """
    seats, options = turn.seats, turn.table.options
    size, leader = HAND_SIZES[seats], (dealer + 1) % seats
    while True:
        cards = turn.dice.shuffled(pack_of(options.mix))
        hands = [tuple(cards[seat * size : (seat + 1) * size]) for seat in range(seats)]
        if not all(is_special(card) for card in hands[leader]):
            break
        turn.say(DealtAgain(seat=leader))
    turn.hands = [Hand(held) for held in hands]
    turn.pile, turn.laid = cards[seats * size :], []
    number = turn.table.round + 1
    turn.table = replace(
        turn.table,
        groups=((),) * seats,
        laid_down=(0,) * seats,
        spent=(),
        turn=leader,
        dealer=dealer,
        way=1,
        round=number,
        first=True,
        cards=0,
        still=0,
    )
    turn.say(Dealt(round=number, dealer=dealer, seat=leader, cards=size))
    turn.ask("lead", leader)
