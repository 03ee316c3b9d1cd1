"""Schnick-Schnack-Schnuck and Gruppen-Schnick: throws, ties, gifts."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine import Card, Prompt, face_of

from .answers import BEATS, Give, Throw, ThrowName
from .course import end_action
from .events import DuelThrown, GroupThrown, NothingGiven
from .offers import is_group
from .parts import Affair, Promise
from .reactions import use_lists
from .turn import Turn

Pair = tuple[ThrowName, ThrowName]


def compare(
    mine: Sequence[ThrowName], theirs: Sequence[ThrowName], without_well: bool
) -> tuple[tuple[Pair, ...], int | None, tuple[ThrowName, ...], tuple[ThrowName, ...]]:
    """Two lists of throws, used in order: (pairs thrown, winner 0 or 1 or None, what is left of either list).

    without_well: wells are skipped (Ruling). None: a list ran out in a tie (rulebook, "Schnick-Schnack-Schnuck").
    """
    left = [
        [throw for throw in throws if not (without_well and throw == "well")] for throws in (mine, theirs)
    ]
    pairs: list[Pair] = []
    while left[0] and left[1]:
        one, two = left[0].pop(0), left[1].pop(0)
        pairs.append((one, two))
        if one != two:
            return tuple(pairs), 0 if two in BEATS[one] else 1, tuple(left[0]), tuple(left[1])
    return tuple(pairs), None, tuple(left[0]), tuple(left[1])


def start_duel(turn: Turn, card: Card, opponent: int) -> None:
    """Both throw without seeing the other's throws."""
    turn.affair = Affair(face_of(card), turn.turn, (opponent,), "throw", "receive")
    turn.ask_all((turn.turn, opponent), "throw")


def start_group(turn: Turn, card: Card) -> None:
    """Everybody throws once."""
    others = turn.clockwise(turn.turn)
    turn.affair = Affair(face_of(card), turn.turn, others, "throw", "receive")
    turn.ask_all((turn.turn, *others), "throw")


def throw(turn: Turn, prompt: Prompt, action: Throw) -> None:
    """Keep the throws, the gift and the wish; when the last is in, look at all."""
    said = bool(action.without_well)
    turn.keep(prompt.seat, Promise(action.gift, action.wish, action.throws, said))
    if turn.note_answer(prompt):
        affair = turn.affair
        assert affair is not None
        if is_group(affair):
            settle_group(turn, affair)
        else:
            settle_duel(turn, affair)


def settle_duel(turn: Turn, affair: Affair) -> None:
    """The winner gives the loser a card; or whoever has run out of throws is asked again."""
    both = (affair.seat, affair.targets[0])
    promises = [turn.promise(seat) for seat in both]
    said = tuple(seat for seat, one in zip(both, promises, strict=True) if one.without_well)
    without = affair.without_well or bool(said)
    pairs, won, *left = compare(promises[0].throws, promises[1].throws, without)
    again = () if won is not None else tuple(seat for seat, rest in zip(both, left, strict=True) if not rest)
    winner = None if won is None else both[won]
    turn.say(
        DuelThrown(seat=both[0], target=both[1], pairs=pairs, winner=winner, without_well=said, again=again)
    )
    if winner is None:
        for seat, promise, rest in zip(both, promises, left, strict=True):
            turn.keep(seat, replace(promise, throws=rest, without_well=False))
        turn.affair = replace(affair, again=True, without_well=without)
        turn.ask_all(again, "throw")
        return
    loser = both[1] if winner == both[0] else both[0]
    if not use_lists(turn, (loser,), affair.face, never=affair.seat):
        turn.give_card(winner, loser, turn.promise(winner).gift, "schnick")
    end_action(turn)


def settle_group(turn: Turn, affair: Affair) -> None:
    """First whoever beat the player gives, then the lists, then the player gives to the rest (Ruling: clockwise)."""
    others = turn.clockwise(affair.seat)
    throws = {seat: turn.promise(seat).throws[0] for seat in range(turn.seats)}
    mine = throws[affair.seat]
    winners = tuple(seat for seat in others if mine in BEATS[throws[seat]])
    losers = tuple(seat for seat in others if throws[seat] in BEATS[mine])
    turn.say(
        GroupThrown(
            seat=affair.seat,
            throws=tuple(throws[seat] for seat in range(turn.seats)),
            winners=winners,
            losers=losers,
        )
    )
    for seat in winners:
        turn.give_card(seat, affair.seat, turn.promise(seat).gift, "group")
    void = use_lists(turn, losers, affair.face)
    rest = tuple(seat for seat in losers if seat not in void)
    held = len(turn.hands[affair.seat].cards)
    if held > 1 and rest:
        turn.affair = replace(affair, targets=rest, stage="give")
        turn.ask(affair.seat, "give")
    else:
        give_out(turn, affair.seat, rest, ())


def give(turn: Turn, prompt: Prompt, action: Give) -> None:
    """The player of a group duel gives a card to each seat it beat."""
    assert turn.affair is not None
    turn.close(prompt)
    give_out(turn, prompt.seat, turn.affair.targets, action.cards)


def give_out(turn: Turn, giver: int, receivers: tuple[int, ...], cards: tuple[Card, ...]) -> None:
    """As far as the hand goes; what is not named is a random card that nobody else is meant to get."""
    held = turn.hands[giver].cards
    count = min(len(held), len(receivers))
    gifts = list(cards[:count])
    others = turn.dice.shuffled([card for card in held if card not in gifts]) if len(gifts) < count else []
    gifts += others[: count - len(gifts)]
    for receiver, card in zip(receivers, gifts, strict=False):
        turn.give_card(giver, receiver, card, "group")
    if receivers[count:]:
        turn.say(NothingGiven(seat=giver, targets=receivers[count:], why="group"))
    end_action(turn)
