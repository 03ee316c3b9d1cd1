"""The course of a match: whose turn is next, the photo finish, the end."""

from msgspec.structs import replace

from games.engine import face_of

from .events import Ended, FinishFailed, PhotoFinish, TurnedUp
from .parts import Contest
from .turn import Turn


def end_action(turn: Turn) -> None:
    """An action is carried out with all its reactions: the seat on the left is next."""
    turn.affair = None
    for seat, hand in enumerate(turn.hands):
        if hand.promise is not None:
            turn.keep(seat, None)
    turn.turn = (turn.turn + 1) % turn.seats
    go_on(turn)


def go_on(turn: Turn) -> None:
    """Ask for what is next, unless an action still runs. The test for the end looks at every seat (Ruling)."""
    if turn.affair is not None:
        return
    empty = tuple(seat for seat, hand in enumerate(turn.hands) if not hand.cards)
    if empty:
        turn.prompts = [prompt for prompt in turn.prompts if prompt.kind != "turn"]
        needed = turned_first(turn.contests, empty)
        if needed:
            photo_finish(turn, empty, needed)
        else:
            end_match(turn, empty)
        return
    if turn.finishing:
        turn.finishing = False
        turn.say(FinishFailed())
        turn.set_flips("pace", "free")
    if not any(prompt.kind == "turn" for prompt in turn.prompts):
        turn.set_flips("free", "same", turn.turn)
        turn.ask(turn.turn, "turn")


def turned_first(contests: list[Contest], empty: tuple[int, ...]) -> list[Contest]:
    """The contests that must be settled before an empty hand wins: those laid by another seat.

    Contests settle in the order in which they were laid, so also the winner's own if they are older than one of those.
    """
    of_others = [place for place, one in enumerate(contests) if any(seat != one.seat for seat in empty)]
    return contests[: of_others[-1] + 1] if of_others else []


def photo_finish(turn: Turn, empty: tuple[int, ...], needed: list[Contest]) -> None:
    """Ruling: these flips now stop the others, with a fresh pace; no turn opens before they are done."""
    if not turn.finishing:
        turn.finishing = True
        turn.say(PhotoFinish(seats=empty))
    turn.set_flips("free", "pace", about={one.number for one in needed})


def end_match(turn: Turn, empty: tuple[int, ...]) -> None:
    """Whoever has no card left has won (rulebook, "Das Spiel"); what is still to be turned does nothing more."""
    if turn.laid:
        turn.say(TurnedUp(faces=tuple(face_of(one.card) for one in turn.laid)))
    turn.contests, turn.laid, turn.prompts = [], [], []
    turn.finishing = False
    turn.hands = [replace(hand, seen=(), promise=None) for hand in turn.hands]
    on_turn = (
        turn.turn - 1
    ) % turn.seats  # a list used between two turns never empties that hand: it is replaced
    turn.ended = "shared" if len(empty) > 1 else "shed" if empty[0] == on_turn else "given"
    turn.say(Ended(winners=empty, why=turn.ended))
