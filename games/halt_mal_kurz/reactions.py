"""The Not-to-do-Liste as a reaction (rulebook, "Die Not-to-do-Liste")."""

from games.engine import Card, Face, Prompt, face_of

from .answers import Hit, React
from .events import ListUsed
from .parts import Affair, Promise
from .turn import Turn

PLAINLY = Promise()  # how a list is said that nobody was asked about


def ask_targets(turn: Turn, card: Card, targets: tuple[int, ...], asked: tuple[int, ...], hit: Hit) -> None:
    """Put a card's action off until everybody it hits has said whether to use a list.

    asked: the targets but the card's own player. Whether a seat is asked never depends on what it holds (Ruling).
    """
    turn.affair = Affair(face_of(card), turn.turn, targets, "react", hit)
    turn.ask_all(asked, "react")


def react(turn: Turn, prompt: Prompt, action: React) -> bool:
    """Note a wish; whether it was the last one missing."""
    turn.keep(prompt.seat, Promise(wish=action.wish, delivery=action.delivery, words=action.words))
    return turn.note_answer(prompt)


def use_lists(turn: Turn, seats: tuple[int, ...], against: Face, never: int | None = None) -> tuple[int, ...]:
    """The seats for which the action is void now: they wished for a list and hold one that fits.

    Laid one after the other in the order of `seats` (clockwise), each with its replacement (Ruling).
    never: the player of the card, who cannot react to it.
    """
    return tuple(
        seat
        for seat in seats
        if seat != never and turn.promise(seat).wish and use_list(turn, seat, against, turn.promise(seat))
    )


def use_list(turn: Turn, seat: int, against: Face, said: Promise = PLAINLY, place: int | None = None) -> bool:
    """Lay the fitting list held longest and draw a replacement; False if there is none (any more).

    said: how the list is said. place: where among the discards it goes; None: on top.
    """
    card = turn.hands[seat].list_against(against)
    if card is None:
        return False
    turn.spend(seat, card)
    turn.discards.insert(len(turn.discards) if place is None else place, card)
    turn.say(
        ListUsed(seat=seat, face=face_of(card), against=against, delivery=said.delivery, words=said.words)
    )
    turn.draw(seat, 1, "replacement")
    return True
