"""What the people who run the site can do about a match: put it back to an earlier move, thaw it, seat a bot.

Each takes a desk that was loaded under its lock and raises Refused, with the reason in words, or BrokenMatch; in
either case the transaction around it must be rolled back.

A rewind restores everything, chance included: the dice of a move come from the seed and its number, so the same
answers lead to the same cards. That is what lets the log be checked at the end.
"""

import logging
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Send
from games import clock, heard, notices, play, replay, resting, talk
from games.catalog import GAMES
from games.desk import Desk, encode_text
from games.engine import State
from games.models import Match, Move
from games.models import Prompt as PromptRow

logger = logging.getLogger(__name__)

LIVING = (Match.Status.RUNNING, Match.Status.FROZEN)


class Refused(Exception):
    """Why nothing was done, in words."""


def rewind(desk: Desk, number: int) -> None:
    """Back to where the table stood after move `number`; bots and orders then go on as they would have."""
    if desk.match.status not in LIVING:
        raise Refused(_("Only a match that runs or is frozen can be put back."))
    refuse_deserted(desk)
    if not 0 <= number < desk.match.move_count:
        raise Refused(_("There is no such earlier move."))
    put_back(desk, number)
    go_on(desk, "rewound", number)


def unfreeze(desk: Desk) -> int:
    """Go on from the last sound move, where it stands if that one is the last; gives its number."""
    if desk.match.status != Match.Status.FROZEN:
        raise Refused(_("This match is not frozen."))
    refuse_deserted(desk)
    number = last_sound(desk.match)
    put_back(desk, number)
    go_on(desk, "thawed", number)
    return number


def go_on(desk: Desk, key: str, number: int) -> None:
    """Tell the table, let bots and orders answer what they would have answered there, and store."""
    talk.note(desk.match, key, number=number)
    notices.noted(desk.match, desk.seats, key)
    resting.take_out_hidden(desk)
    if desk.match.running:
        desk.run_on()
    desk.store()


def refuse_deserted(desk: Desk) -> None:
    if all(seat.by_bot for seat in desk.seats):
        raise Refused(_("Nobody plays this match any more: it can only be closed."))


def last_sound(match: Match) -> int:
    """The last move up to which the log can be played again without a fault.

    Raises Refused if there is none. The deal does not count: its event names no card, so other hands would pass.
    """
    number = -1
    try:
        for position in replay.positions(match):
            if GAMES[match.game].faults(position.state):
                break
            number = position.move.number
    except Exception as error:
        # Whatever today's rules make of that move, it is the first that is not sound.
        logger.warning(
            "match %s cannot be played again after move %s: %s", match.code, number, type(error).__name__
        )
    if number < min(1, match.move_count):
        raise Refused(_("Not even its first move can be played again: this match can only be closed."))
    return number


def put_back(desk: Desk, number: int) -> None:
    """The table, hands, stock and prompts as they were after a move. What came later is gone; store the desk next."""
    match = desk.match
    earlier, state = standing_after(match, number)
    Move.objects.filter(match=match, number__gt=number).delete()
    PromptRow.objects.filter(match=match).delete()
    withdraw_notices(match)
    if match.status != Match.Status.RUNNING:
        match.status, match.since, match.trouble = Match.Status.RUNNING, desk.now, ""
        match.save(update_fields=["trouble"])
    match.move_count = number
    match.rewinds += 1  # numbers of prompts come again: a form from before must not answer another question
    match.save(update_fields=["rewinds"])
    heard.forget(match)
    match.offered = min(match.offered, earlier)
    # Nothing is in the index any more, so all that is open counts as new; and so does every zone, for every viewer.
    desk.before = msgspec.structs.replace(desk.before, prompts=())
    desk.clocks = {}
    desk.state = state
    for seat, hand in enumerate(desk.hands):
        hand.seen = min(hand.seen, number)
        hand.orders = without_plans(desk, seat)
        hand.plan_missed = 0
        hand.last_due = fresh_due(desk, seat)
        desk.touched.add(seat)


def standing_after(match: Match, number: int) -> tuple[int, State[Any, Any, Any]]:
    """The highest prompt number before move `number`, and the state after it."""
    earlier = 0
    for position in replay.positions(match):
        if position.move.number == number:
            return earlier, position.state
        earlier = position.state.last
    raise replay.Mismatch(number, "log_not_whole")


def without_plans(desk: Desk, seat: int) -> str:
    """A seat's standing orders without the turns it had planned: those were meant for another table."""
    return encode_text(desk.game.without_plans(desk.orders(seat)))


def fresh_due(desk: Desk, seat: int) -> Any:
    """What a prompt counts from that shares the due time of one which is answered already."""
    person = desk.seats[seat].person
    return clock.normal_due(desk.match, person, desk.now) if person and desk.match.pace else None


def withdraw_notices(match: Match) -> None:
    """What waits to be sent about prompts of this match is about prompts that are gone."""
    waiting = Send.objects.filter(state=Send.State.WAITING, about__match=match.code, about__has_key="prompt")
    waiting.update(state=Send.State.DROPPED, done_at=timezone.now())


def seat_bot(desk: Desk, number: int, *, for_good: bool) -> None:
    """A bot plays for a seat, for good or until its person takes it back."""
    if desk.match.over:
        raise Refused(_("This match is over."))
    if not 0 <= number < len(desk.seats) or desk.seats[number].person is None:
        raise Refused(_("Nobody sits there."))
    seat = desk.seats[number]
    if for_good:
        play.get_up(desk, seat, "replaced")
    elif seat.auto:
        raise Refused(_("A bot plays for this seat already."))
    else:
        seat.auto = True
        seat.save(update_fields=["auto"])
        talk.note(desk.match, "auto", number)
        notices.noted(desk.match, [seat], "auto")
        resting.play_on(desk)
