"""A match whose clocks stand still: paused, asleep, frozen or closed; and how it goes on.

Everything here takes a match on the desk, under its lock, inside a transaction.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db.models import DurationField, ExpressionWrapper, F, Value
from django.db.models.fields import DateTimeField

from games import clock, notices, talk
from games.desk import Desk
from games.models import Match
from games.models import Prompt as PromptRow

logger = logging.getLogger(__name__)

LONGEST_PAUSE = timedelta(days=30)
LONGEST_SLEEP = timedelta(days=30)


def play_on(desk: Desk) -> None:
    """Let bots and orders answer what is open, unless nobody is there to play for; then store."""
    if desk.match.running and desk.match.pace and not desk.people():
        sleep(desk)
    elif desk.match.running:
        desk.run_on()
    settle(desk)
    desk.store()


def settle(desk: Desk) -> None:
    """What everybody still there has agreed to happens."""
    match, people = desk.match, desk.people()
    if not match.proposal or match.over or not people or not all(seat.agrees for seat in people):
        return
    what, match.proposal = match.proposal, Match.Proposal.NONE
    if what == Match.Proposal.END:
        close(desk, "agreed")
    else:
        pause(desk, desk.now + timedelta(days=match.proposal_days))


# Stopping


def stop(desk: Desk, status: str) -> None:
    """The clocks stand still; what is left of each is kept."""
    match = desk.match
    left = ExpressionWrapper(F("due_at") - Value(desk.now, DateTimeField()), DurationField())
    waiting = PromptRow.objects.filter(match=match, waits=True)
    waiting.update(left=left, due_at=None, remind_at=None, waits=False)
    desk.clocks.clear()
    match.status, match.since = status, desk.now


def pause(desk: Desk, until: datetime) -> None:
    """At most thirty days; any person who plays can end it before."""
    if not desk.match.running:
        return
    stop(desk, Match.Status.PAUSED)
    desk.match.paused_until = min(until, desk.now + LONGEST_PAUSE)
    tell(desk, "paused", until=desk.match.paused_until.isoformat())


def sleep(desk: Desk) -> None:
    """Nobody is in charge of any seat: bots do not play the match out among themselves."""
    if not desk.match.running:
        return
    stop(desk, Match.Status.ASLEEP)
    tell(desk, "asleep")


def close(desk: Desk, why: str) -> None:
    """End a match without a result; its log stays. why: left, agreed, slept or cancelled."""
    if desk.match.over:
        return
    stop(desk, Match.Status.CLOSED)
    PromptRow.objects.filter(match=desk.match).delete()
    desk.match.ended_at = desk.now
    desk.match.closed_why = why
    desk.match.proposal = Match.Proposal.NONE
    tell(desk, "closed", why=why)


def freeze(desk: Desk, trouble: str) -> None:
    """Something is wrong with it. trouble names no card: it is read by people who must not know the hands."""
    logger.error("match %s is frozen at move %s: %s", desk.match.code, desk.match.move_count, trouble)
    stop(desk, Match.Status.FROZEN)
    desk.match.trouble = trouble
    desk.match.save(update_fields=["trouble"])
    tell(desk, "frozen")


def tell(desk: Desk, key: str, **names: Any) -> None:
    """Store what became of the match, note it at the table and tell everybody who sits there."""
    desk.match.save(update_fields=["status", "since", "paused_until", "ended_at", "closed_why", "proposal"])
    talk.note(desk.match, key, **names)
    notices.noted(desk.match, desk.seats, key)


# Going on


def resume(desk: Desk) -> None:
    """After a pause: what was left of each clock is left now."""
    if desk.match.status != Match.Status.PAUSED:
        return
    match, paused_for = desk.match, desk.now - desk.match.since
    match.status, match.since, match.paused_until = Match.Status.RUNNING, desk.now, None
    for hand in desk.hands:
        if hand.last_due:
            hand.last_due += paused_for
            desk.touched.add(desk.hands.index(hand))
    open_now = {prompt.number for prompt in desk.state.prompts if desk.is_waited_for(prompt)}
    kept = PromptRow.objects.filter(match=match, number__in=open_now, left__isnull=False)
    rows = list(kept.select_related("person"))
    for row in rows:
        times = clock.resumed(match, row.person, desk.now, row.left, row.days_given)
        row.waits, row.left, row.due_at, row.remind_at = True, None, times.due_at, times.remind_at
        desk.clocks[row.number] = times
    PromptRow.objects.bulk_update(rows, ["waits", "left", "due_at", "remind_at"])
    # What opened in the moment of the pause, or never had a due time, begins now.
    desk.restarted = open_now - {row.number for row in rows}
    tell(desk, "resumed")


def start_anew(desk: Desk) -> None:
    """After a sleep, or once it is sound again: every open question gets its whole time."""
    desk.match.status, desk.match.since, desk.match.paused_until = Match.Status.RUNNING, desk.now, None
    desk.match.trouble = ""
    desk.match.save(update_fields=["trouble"])
    desk.restarted = {prompt.number for prompt in desk.state.prompts}
    tell(desk, "woken")
