"""What the four black-and-white cards do (rulebook, "The Special Sound Effects")."""

from msgspec.structs import replace

from games.engine import Prompt, face_of, faces

from .answers import Play
from .course import hand_on
from .events import (
    DrewTwo,
    Exempt,
    PickedUp,
    Showed,
    Skipped,
    SpecialPlayed,
    ThrownIn,
    Turned,
)
from .pack import special_of
from .turn import Turn


def play_special(turn: Turn, seat: int, action: Play) -> None:
    """The card leaves the game; its effect decides who is next."""
    face = face_of(turn.spend(seat, action.card))
    target = action.target if face == "gapween" else None
    turn.table = replace(turn.table, spent=(*turn.table.spent, face))
    turn.say(SpecialPlayed(seat=seat, face=face, target=target))
    match special_of(face):
        case "arrargh":
            arrargh(turn, turn.table.after(seat))
        case "splabbadap":
            splabbadap(turn, seat)
        case "gapween":
            ga_pween(turn, seat if target is None else target)
        case "inkle":
            turn.table = replace(turn.table, way=-turn.table.way)
            turn.say(Turned(way=turn.table.way))
            hand_on(turn, turn.table.after(seat))


def arrargh(turn: Turn, victim: int) -> None:
    """The next seat picks up what lies there and plays nothing; with nothing there it is skipped."""
    picked = turn.take_up(victim)
    if picked:
        turn.say(PickedUp(seat=victim, faces=faces(picked), why="arrargh"))
    else:
        turn.say(Skipped(seat=victim))
    hand_on(turn, turn.table.after(victim))


def ga_pween(turn: Turn, target: int) -> None:
    """A seat draws two (Ruling: or what the pile has, even nothing); the one after it goes on."""
    turn.say(DrewTwo(seat=target, cards=min(2, len(turn.pile))))
    turn.draw(target, 2)
    hand_on(turn, turn.table.after(target))


def splabbadap(turn: Turn, seat: int) -> None:
    """All others at once owe a coloured card, but for those with one card alone or with none that is coloured."""
    owing = []
    for other in others(turn, seat):
        hand = turn.hands[other]
        if len(hand.cards) == 1:
            turn.say(Exempt(seat=other))
        elif hand.coloured():
            owing.append(other)
    for other in others(turn, seat):
        hand = turn.hands[other]
        if len(hand.cards) > 1 and not hand.coloured():
            turn.say(Showed(seat=other, faces=faces(hand.cards)))
    if owing:
        turn.table = replace(turn.table, throwing=True)
        turn.ask("throw_in", *owing, together=True)
    else:
        pick_up(turn, seat)


def others(turn: Turn, seat: int) -> list[int]:
    """The other seats in the direction of play."""
    found = [turn.table.after(seat)]
    while (following := turn.table.after(found[-1])) != seat:
        found.append(following)
    return found


def throw_in(turn: Turn, prompt: Prompt, card: str) -> None:
    """Ruling: thrown cards stay sealed in the hands until the last is in, then all fall together."""
    turn.hands[prompt.seat] = replace(turn.hands[prompt.seat], thrown=card)
    turn.prompts = tuple(
        replace(other, given=True) if other.number == prompt.number else other for other in turn.prompts
    )
    if all(other.given for other in turn.prompts):
        fall(turn)


def fall(turn: Turn) -> None:
    """The thrown cards fall, and the seat that asked for them picks up everything."""
    seats = []
    for seat in others(turn, turn.table.turn):
        card = turn.hands[seat].thrown
        if card is not None:
            seats.append(seat)
            turn.put(seat, card)
            turn.hands[seat] = replace(turn.hands[seat], thrown=None)
    fallen = turn.laid[-len(seats) :]
    turn.say(ThrownIn(seats=tuple(seats), faces=faces(one.card for one in fallen)))
    turn.table = replace(turn.table, throwing=False)
    pick_up(turn, turn.table.turn)


def pick_up(turn: Turn, seat: int) -> None:
    """Everything on the table, if anything lies there; then a lay-down and the lead."""
    picked = turn.take_up(seat)
    if picked:
        turn.say(PickedUp(seat=seat, faces=faces(picked), why="splabbadap"))
    turn.ask("lay", seat)
