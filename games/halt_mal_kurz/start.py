"""Before the first turn: the deal, and who starts."""

from collections.abc import Mapping
from typing import Any

from games.engine import Choice, Dice, Field, face_of

from .answers import BEATS, THROWS
from .course import go_on
from .events import Dealt, Starts
from .pack import HAND_SIZES, NO_SYMBOL, PACK, kind_of
from .parts import LOBBY_THROWS, PRALINES, Hand, HmkState, HmkStep, Options, Stock, Table
from .turn import Turn, published

Told = tuple[Mapping[str, Any], ...]

ASKS: tuple[Field, ...] = (
    Field("praline", "one", tuple(Choice(word) for word in PRALINES if word != "never"), blank=True),
    *(
        Field(f"throw_{place}", "one", tuple(Choice(throw) for throw in THROWS), blank=True)
        for place in range(1, LOBBY_THROWS + 1)
    ),
)


def deal(seats: int, options: Options, told: Told, dice: Dice) -> HmkStep:
    """Hands, the card turned up, and the first turn (rulebook, "Spielvorbereitung").

    Ruling: a Razupaltuff turned up goes under the pile, and the next card is turned.
    """
    size = HAND_SIZES[seats]
    cards = dice.shuffled(PACK)
    hands = tuple(Hand(tuple(cards[seat * size : (seat + 1) * size])) for seat in range(seats))
    pile = cards[seats * size :]
    under = 0
    while kind_of(pile[-1]) in NO_SYMBOL:
        pile.insert(0, pile.pop())
        under += 1
    top = pile.pop()
    stock = Stock(tuple(pile), (top,))
    starts = who_starts(options, told, dice)
    table = Table(options, (), 0, 0, "", starts.seat)
    turn = Turn(HmkState(published(table, hands, stock), hands, stock, ()), dice)
    turn.say(Dealt(cards=size, top=face_of(top), under=under), starts)
    go_on(turn)
    return turn.step()


def who_starts(options: Options, told: Told, dice: Dice) -> Starts:
    """The seat that starts, what settled it, and the seats that throws had to part.

    Rulebook, "Spielvorbereitung": who last ate a schnapps praline, or a Schnick for it.
    Ruling: silence is "never"; if nobody answered, at random.
    """
    everybody = tuple(range(len(told)))
    if options.starts == "schnick" and any(throws_of(one) for one in told):
        still = part(everybody, told)
        return Starts(seat=dice.pick(still), why="schnick", tied=everybody, by_lot=len(still) > 1)
    if options.starts == "praline" and any(one.get("praline") for one in told):
        last = [PRALINES.index(one.get("praline") or "never") for one in told]
        first = tuple(seat for seat in everybody if last[seat] == min(last))
        still = part(first, told)
        tied = first if len(first) > 1 else ()
        return Starts(seat=dice.pick(still), why="praline", tied=tied, by_lot=len(still) > 1)
    return Starts(seat=dice.pick(everybody), why="random")


def throws_of(answers: Mapping[str, Any]) -> tuple[str, ...]:
    """The list of throws that somebody gave on sitting down."""
    given = [answers.get(f"throw_{place}") for place in range(1, LOBBY_THROWS + 1)]
    return tuple(throw for throw in given if throw)


def part(tied: tuple[int, ...], told: Told) -> tuple[int, ...]:
    """Ruling: throw by throw, whoever beats the most of those still in stays in; who is left when all are used up."""
    still = tied
    for place in range(LOBBY_THROWS):
        throws = {seat: throws_of(told[seat])[place : place + 1] for seat in still}
        beaten = {seat: sum(beats(throws[seat], throws[other]) for other in still) for seat in still}
        still = tuple(seat for seat in still if beaten[seat] == max(beaten.values()))
    return still


def beats(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a throw beats another; somebody without one neither beats nor is beaten."""
    return bool(one and other) and other[0] in BEATS[one[0]]  # type: ignore[index]
