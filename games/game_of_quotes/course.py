"""The course of a match: choices close, hands pass, combinations are revealed, stamps close, rounds follow."""

from msgspec.structs import replace

from games.engine import Card, Prompt

from .answers import AnyAction, Both, Pick, Stamp, Swap, Write
from .events import AllChosen, AllStamped, Ended, Revealed, Swapped
from .parts import PASSED_FIRST, TASKS, Draft, Given, Reading, Source
from .turn import Turn


def begin_round(turn: Turn) -> None:
    """The first question of a round; in round 4 the hands pass before it (rulebook, "Create a combination")."""
    if turn.table.round in PASSED_FIRST:
        turn.pass_left()
    turn.ask_all(TASKS[turn.table.round][0])


def answer(turn: Turn, prompt: Prompt, action: AnyAction) -> None:
    """A sealed answer; the last one of a group closes it."""
    match action:
        case Swap(cards, words):
            swap(turn, prompt, cards, words or 0)
            return
        case Stamp(seat, value):
            turn.change(prompt.seat, stamp=Given(seat, value))
        case Pick(card, reads):
            turn.change(prompt.seat, draft=Draft(card, reads))
        case Write(words, stock, lends):
            turn.change(prompt.seat, draft=Draft(None, "name", words or stock or 0, lends))
        case Both(card, words, stock, lends):
            turn.change(prompt.seat, draft=Draft(card, "name", words or stock or 0, lends))
    if turn.note_answer(prompt):
        if prompt.kind == "stamp":
            close_stamps(turn)
        else:
            close_choices(turn, prompt.kind)


def swap(turn: Turn, prompt: Prompt, cards: tuple[Card, ...], words: int) -> None:
    """Rulebook, "Create a combination" (tip). Ruling: draw first, then lay down; nothing comes straight back.

    words: a text that was written beside them, which is kept; else that of the answer that was sealed.
    """
    seat = prompt.seat
    table = turn.table
    swapped = (*table.swapped[:seat], True, *table.swapped[seat + 1 :])
    turn.table = replace(table, swapped=swapped)
    turn.say(Swapped(seat=seat, cards=len(cards)))
    drawn = turn.take(len(cards))
    for card in cards:
        turn.spend(seat, card)
    turn.discards += cards
    hand = turn.hands[seat]
    turn.change(seat, draft=None, kept=words or (hand.draft.words if hand.draft else hand.kept))
    turn.give(seat, drawn)
    turn.ask_again(prompt)


def close_choices(turn: Turn, kind: str) -> None:
    """All have chosen: what they chose is laid aside; then the next question, or the reading."""
    last = turn.table.step == len(TASKS[turn.table.round]) - 1
    for seat in range(turn.seats):
        lay_aside(turn, seat, kind, last=last)
    turn.table = replace(turn.table, step=turn.table.step + 1)
    if not last:
        turn.pass_left()
        turn.ask_all(TASKS[turn.table.round][turn.table.step])
    elif turn.is_asked("stamp"):
        turn.say(AllChosen(round=turn.table.round))
    else:
        reveal(turn)


def lay_aside(turn: Turn, seat: int, kind: str, *, last: bool) -> None:
    """The cards of a draft leave the hand. How a card's source is read is settled with the round's last choice."""
    draft = turn.hands[seat].draft or Draft()
    turn.change(seat, draft=None, kept=0)
    if kind in ("quote", "both") and draft.card is not None:
        turn.spend(seat, draft.card)
        turn.change(seat, quote=draft.card)
    source = turn.hands[seat].source
    if kind == "source" and draft.card is not None:
        turn.spend(seat, draft.card)
        turn.change(seat, lent=draft.card, source=Source(draft.card, draft.reads))
    elif kind in ("write", "both") and draft.lends is not None:
        turn.spend(seat, draft.lends)
        turn.change(seat, lent=draft.lends, source=Source(draft.lends))
    elif kind in ("write", "both"):
        turn.change(seat, source=Source(words=draft.words))
    elif last and turn.table.round == 2 and source is not None:
        turn.change(seat, source=replace(source, reads=draft.reads))


def reveal(turn: Turn) -> None:
    """The combinations can be read, the leader's first. The marker moves, hands refill, and the stamps of this round
    and the first choice of the next are open together (Rulings).
    """
    table = turn.table
    readings = tuple(reading_of(turn, seat) for seat in turn.clockwise_from(table.leader))
    for seat in range(turn.seats):
        turn.read += turn.hands[seat].aside()
        turn.change(seat, quote=None, source=None, lent=None)
    leader = (table.leader + 1) % turn.seats
    turn.table = replace(table, readings=(*table.readings, readings), leader=leader)
    turn.say(Revealed(round=table.round, readings=readings, leader=leader))
    turn.ask_all("stamp")
    if not table.last_round:
        turn.table = replace(turn.table, round=table.round + 1, step=0)
        turn.refill()
        begin_round(turn)


def reading_of(turn: Turn, seat: int) -> Reading:
    """What a seat put together."""
    hand = turn.hands[seat]
    if hand.quote is None or hand.source is None:
        raise LookupError("a combination is missing")
    return Reading(seat, hand.quote, hand.source)


def close_stamps(turn: Turn) -> None:
    """All have stamped: who stamped whom is open, the values are not. The cards that were read are discarded."""
    table = turn.table
    stamps = [hand.stamp for hand in turn.hands]
    given = tuple(stamp.seat for stamp in stamps if stamp is not None)
    for seat, stamp in enumerate(stamps):
        if stamp is not None:
            turn.change(seat, stamp=None, used=(*turn.hands[seat].used, stamp.value))
    turn.table = replace(table, stamped=(*table.stamped, given))
    turn.say(AllStamped(round=len(table.stamped) + 1, given=given))
    turn.discards += turn.read
    turn.read = []
    if not turn.prompts:
        if len(turn.table.readings) < turn.table.round:
            reveal(turn)
        else:
            end(turn)


def end(turn: Turn) -> None:
    """Rulebook, "End of the Game and Winner": the stamps are turned over."""
    values = tuple(zip(*(hand.used for hand in turn.hands), strict=True))
    table = turn.table = replace(turn.table, values=values, ended=True)
    standing = standings(table.points(), table.markers(), table.swapped)
    winners = tuple(seat for seat, mine in enumerate(standing) if mine == max(standing))
    turn.say(Ended(winners=winners, values=values, points=table.points(), markers=table.markers()))


def standings(
    points: tuple[int, ...], markers: tuple[int, ...], swapped: tuple[bool, ...]
) -> tuple[tuple[int, int, bool], ...]:
    """By seat, what decides, best first: points, then stamps (story), then not having swapped (rulebook)."""
    return tuple((points[seat], markers[seat], not swapped[seat]) for seat in range(len(points)))
