"""Before the first choice: colours, the marker, the stack, the hands (rulebook, "Game Setup")."""

from collections.abc import Mapping
from typing import Any

from games.engine import Choice, Dice, Field

from .cards import HAND, LEAST_A_SEAT
from .course import begin_round
from .events import Dealt
from .parts import COLOURS, Colour, GoqState, GoqStep, Hand, Options, Stock, Table
from .turn import Turn

Told = tuple[Mapping[str, Any], ...]

# A colour of one's own, and the marker for whoever grabs it.
ASKS: tuple[Field, ...] = (
    Field("colour", "one", tuple(Choice(colour) for colour in COLOURS), blank=True),
    Field("marker", "one", (Choice(1),), blank=True),
)


def deal(seats: int, options: Options, told: Told, dice: Dice) -> GoqStep:
    """Seven cards each of decks and blanks shuffled together, and the first question.

    Raises ValueError for a deck that is too small (Ruling: twelve cards a seat, blanks not counted).
    """
    if len(options.cards) < LEAST_A_SEAT * seats:
        needed = LEAST_A_SEAT * seats
        raise ValueError(f"{len(options.cards)} cards are too few for {seats} seats, {needed} are needed")
    pile = dice.shuffled((*options.cards, *options.blanks))
    hands = tuple(Hand(tuple(pile.pop() for _ in range(HAND))) for _ in range(seats))
    grabbed = [seat for seat, one in enumerate(told) if one.get("marker")]
    leader = dice.pick(grabbed or range(seats))
    table = Table(
        options, (HAND,) * seats, len(pile), 0, colours(told, dice), leader, swapped=(False,) * seats
    )
    turn = Turn(GoqState(table, hands, Stock(tuple(pile)), ()), dice)
    turn.say(Dealt(seat=leader, cards=HAND, grabbed=bool(grabbed)))
    begin_round(turn)
    return turn.step()


def colours(told: Told, dice: Dice) -> tuple[Colour, ...]:
    """By seat: the colour it asked for, unless a seat before it has that one; for all others what is left, by lot."""
    wanted: dict[int, Colour] = {}
    for seat, one in enumerate(told):
        colour = one.get("colour")
        if colour in COLOURS and colour not in wanted.values():
            wanted[seat] = colour
    rest = dice.shuffled([colour for colour in COLOURS if colour not in wanted.values()])
    return tuple(wanted[seat] if seat in wanted else rest.pop() for seat in range(len(told)))
