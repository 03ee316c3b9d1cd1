"""A match whose clocks stand still: paused, asleep, frozen or closed; and how it goes on.

Everything here takes a match on the desk, under its lock, inside a transaction.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F, Value
from django.db.models.fields import DateTimeField
from django.utils import timezone

from games import clock, hidden, notices, talk
from games.desk import Desk, UnreadableMatch, load_by_id
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
        take_out_hidden(desk)
        if desk.match.running:
            desk.run_on()
    settle(desk)
    desk.store()


def take_out_hidden(desk: Desk) -> bool:
    """Whether a card had to go. A match whose deck was taken away so far that it cannot be played is closed."""
    if not hidden.take_out(desk):
        return False
    if hidden.is_spoilt(desk):
        close(desk, "cards")
    return True


def settle(desk: Desk) -> None:
    """What everybody still there has agreed to happens."""
    match, people = desk.match, desk.people()
    if not match.proposal or match.over or not people or not all(seat.agrees for seat in people):
        return
    what, match.proposal = match.proposal, Match.Proposal.NONE
    if what == Match.Proposal.END:
        close(desk, "agreed")
    elif not match.running:  # somebody else has stopped it meanwhile
        match.save(update_fields=["proposal"])
    else:
        pause(desk, desk.now + timedelta(days=match.proposal_days))


# Stopping


def stop(desk: Desk, status: str) -> None:
    stop_clocks(desk.match, status, desk.now)
    desk.clocks.clear()


def stop_clocks(match: Match, status: str, now: datetime) -> None:
    """The clocks stand still; what is left of each is kept."""
    left = ExpressionWrapper(F("due_at") - Value(now, DateTimeField()), DurationField())
    waiting = PromptRow.objects.filter(match=match, waits=True)
    waiting.update(left=left, due_at=None, remind_at=None, waits=False)
    match.status, match.since = status, now


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
    """End a match without a result; its log stays. why: left, agreed, slept, cancelled or cards."""
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


def freeze_now(match_id: int, trouble: str) -> None:
    """Freeze a match whose own transaction was undone."""
    with transaction.atomic():
        try:
            desk = load_by_id(match_id)
        except UnreadableMatch as unreadable:
            freeze_unread(match_id, str(unreadable))
            return
        if desk is not None and not desk.match.over:
            freeze(desk, trouble)


def freeze_unread(match_id: int, trouble: str) -> None:
    """As `freeze`, of a match that no desk can take up. Call it inside a transaction."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    if match.over or match.status == Match.Status.FROZEN:
        return
    logger.error("match %s is frozen at move %s: %s", match.code, match.move_count, trouble)
    stop_clocks(match, Match.Status.FROZEN, timezone.now())
    match.trouble = trouble
    match.save(update_fields=["status", "since", "trouble"])
    talk.note(match, "frozen")
    notices.noted(match, match.seats.all(), "frozen")


def tell(desk: Desk, key: str, by: int | None = None, **names: Any) -> None:
    """Store what became of the match, note it at the table and tell those who sit there, but not whose doing it is."""
    desk.match.save(update_fields=["status", "since", "paused_until", "ended_at", "closed_why", "proposal"])
    talk.note(desk.match, key, -1 if by is None else by, **names)
    notices.noted(desk.match, [seat for seat in desk.seats if seat.number != by], key)


# Going on


def resume(desk: Desk, by: int | None = None) -> None:
    """After a pause: what was left of each clock is left now. by: the seat that ended it."""
    if desk.match.status != Match.Status.PAUSED:
        return
    match, paused_for = desk.match, desk.now - desk.match.since
    match.status, match.since, match.paused_until = Match.Status.RUNNING, desk.now, None
    for hand in desk.hands:
        if hand.last_due:
            hand.last_due += paused_for
            desk.touched.add(desk.hands.index(hand))
    open_now = {prompt.number for prompt in desk.state.prompts if desk.is_waited_for(prompt)}
    # A window that was interrupted is no measure any more: its question gets the time it has without a timer.
    whole = open_now - {prompt.number for prompt in desk.state.prompts if prompt.clock == "window"}
    kept = PromptRow.objects.filter(match=match, number__in=whole, left__isnull=False)
    rows = list(kept.select_related("person"))
    for row in rows:
        times = clock.resumed(match, row.person, desk.now, row.left, row.days_given)
        row.waits, row.left, row.due_at, row.remind_at = True, None, times.due_at, times.remind_at
        desk.clocks[row.number] = times
    PromptRow.objects.bulk_update(rows, ["waits", "left", "due_at", "remind_at"])
    # What opened in the moment of the pause, or never had a due time, begins now.
    desk.restarted = open_now - {row.number for row in rows}
    tell(desk, "resumed", by)


def start_anew(desk: Desk, by: int | None = None) -> None:
    """After a sleep, or once it is sound again: every open question gets its whole time. by: the seat that woke it."""
    desk.match.status, desk.match.since, desk.match.paused_until = Match.Status.RUNNING, desk.now, None
    desk.match.trouble = ""
    desk.match.save(update_fields=["trouble"])
    desk.restarted = {prompt.number for prompt in desk.state.prompts}
    tell(desk, "woken", by)
