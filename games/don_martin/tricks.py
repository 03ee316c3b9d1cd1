"""Taking, adding, ignoring, laying groups, leading (rulebook, "Playing the Game" and "Laying Down Groups")."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from games.engine import Card, face_of, faces

from .course import end_round, hand_on, open_turn
from .events import Added, Ignored, LaidDown, Led, TookTrick
from .pack import SOUNDS, Sound, colour_of, sound_of
from .parts import Ending, Group
from .turn import Turn

T = TypeVar("T")


def play_coloured(turn: Turn, seat: int, card: Card) -> None:
    """On a turn it takes if its colour lies there, else it adds; on an empty table it is the lead."""
    face = face_of(card)
    if turn.laid and colour_of(card) in turn.table.colours:
        turn.say(TookTrick(seat=seat, face=face, faces=faces(one.card for one in turn.laid)))
        turn.take_up(seat)  # the card itself comes back as well, so it stays where it is
        turn.ask("lay", seat, clock="same")
        return
    ending: Ending = "add" if turn.laid else "lead"
    turn.say(Added(seat=seat, face=face) if turn.laid else Led(seat=seat, face=face))
    turn.put(seat, card)
    turn.table = replace(turn.table, first=False)
    if turn.hands[seat].cards:
        hand_on(turn, turn.table.after(seat))
    else:
        end_round(turn, seat, ending)


def ignore(turn: Turn, seat: int) -> None:
    """The top card of the pile, and nothing more."""
    turn.say(Ignored(seat=seat))
    turn.draw(seat, 1)
    hand_on(turn, turn.table.after(seat))


def lay(turn: Turn, seat: int, cards: tuple[Card, ...]) -> None:
    """Groups lie for good. Whoever has no card left is out; anybody else leads."""
    groups = tuple(Group(faces(group)) for group in by_sound(cards).values())
    for card in cards:
        turn.spend(seat, card)
    table = turn.table
    turn.table = replace(
        table,
        groups=changed(table.groups, seat, (*table.groups[seat], *groups)),
        laid_down=changed(table.laid_down, seat, table.laid_down[seat] + 1),
    )
    turn.say(LaidDown(seat=seat, groups=groups))
    if turn.hands[seat].cards:
        open_turn(turn, seat, clock="same")
    else:
        end_round(turn, seat, "groups")


def by_sound(cards: Iterable[Card]) -> dict[Sound, list[Card]]:
    """Coloured cards by their sound, in the order of SOUNDS."""
    held: dict[Sound, list[Card]] = {}
    for card in cards:
        held.setdefault(sound_of(card), []).append(card)
    return {sound: held[sound] for sound in SOUNDS if sound in held}


def changed(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """A tuple with another value in one place."""
    return (*values[:place], value, *values[place + 1 :])
