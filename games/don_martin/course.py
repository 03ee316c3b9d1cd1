"""Whose turn it is, and how rounds and the match end."""

from typing import Literal

from msgspec.structs import replace

from games.engine import Clock, faces

from .events import Ended, LoneSpecial, RoundOver
from .pack import is_special
from .parts import MOST_ROUNDS, Ending, Hand, Round
from .scoring import score_round
from .start import deal_round
from .turn import Turn

Why = Literal["", "one_round", "target", "most_rounds"]


def hand_on(turn: Turn, seat: int, passes: int = 0) -> None:
    """The turn goes to another seat. passes: how many seats in a row had nothing they could do.

    Ruling: a round in which the number of cards no longer changes ends with nobody out.
    """
    cards = sum(len(hand.cards) for hand in turn.hands) + len(turn.laid)
    still = turn.table.still + 1 if cards == turn.table.cards else 1
    turn.table = replace(turn.table, turn=seat, cards=cards, still=still)
    if still >= turn.table.most_still:
        end_round(turn, None, "stall")
    else:
        open_turn(turn, seat, passes=passes)


def open_turn(turn: Turn, seat: int, clock: Clock = "pace", passes: int = 0) -> None:
    """Ask a seat for its turn, or for a lead where no card lies.

    Ruling: a lone special is not asked where it could do nothing: it draws one card instead of leading, and without
    a pile it passes; when all have passed, the round ends with nobody out. With a pile and cards on the table it is
    asked like everybody: an instant "ignore" would tell what it is.
    """
    if not is_lone_special(turn.hands[seat]) or (turn.laid and turn.pile):
        turn.ask("turn" if turn.laid else "lead", seat, clock=clock)
        return
    turn.say(LoneSpecial(seat=seat, drew=bool(turn.pile)))
    passes = 0 if turn.draw(seat, 1) else passes + 1
    if passes == turn.seats:
        end_round(turn, None, "passes")
    else:
        hand_on(turn, turn.table.after(seat), passes)


def is_lone_special(hand: Hand) -> bool:
    """Whether a hand is one black-and-white card, which may not be the last to go (rulebook, "End of the Game")."""
    return len(hand.cards) == 1 and is_special(hand.cards[0])


def end_round(turn: Turn, out: int | None, ending: Ending) -> None:
    """All hands are shown and all seats score (rulebook, "Scoring"); then the next round or the end of the match."""
    table = turn.table
    scores = score_round(table.groups, table.laid_down, turn.hands, out)
    hands = tuple(faces(hand.cards) for hand in turn.hands)
    turn.say(RoundOver(round=table.round, out=out, ending=ending, scores=scores, hands=hands))
    rounds = (*table.rounds, Round(table.dealer, out, ending, scores))
    turn.table = replace(table, rounds=rounds, shown=hands)
    turn.prompts = ()
    why = why_over(turn)
    if not why:
        deal_round(turn, (table.dealer + 1) % turn.seats)
        return
    turn.table = replace(turn.table, ended=why)
    points = turn.table.points()
    winners = tuple(seat for seat, mine in enumerate(points) if mine == max(points))
    turn.say(Ended(winners=winners, points=points, why=why))


def why_over(turn: Turn) -> Why:
    """Why no further round is dealt, or "" (Ruling: after the round in which someone reaches the target, or twenty)."""
    table = turn.table
    if not table.options.target:
        return "one_round"
    if max(table.points()) >= table.options.target:
        return "target"
    return "most_rounds" if table.round >= MOST_ROUNDS else ""
