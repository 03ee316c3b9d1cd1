"""When an answer is due, when its person is reminded, and how a reaction is measured. What expiry does: expiry.py."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts import hours
from games.engine import Prompt
from games.models import LIVE_BELOW, Match

FASTEST_MS = 150
GRACE_MS = 1500
"""What the way to the server and back may take before it counts against the player."""

QUIET_FROM_PACE = timedelta(hours=4)
REMIND_AT = 0.8
AWAY_PATIENCE = timedelta(hours=12)
DAY = timedelta(days=1)
MOST_DAYS = 3


@dataclass(frozen=True)
class Clock:
    """The clock of one open prompt: the moments are in UTC, due_at is None for never."""

    opened_at: datetime
    due_at: datetime | None = None
    remind_at: datetime | None = None
    told_at: datetime | None = None
    days_given: int = 0


def pace_of(match: Match) -> timedelta:
    return timedelta(seconds=match.pace)


def has_nights(match: Match) -> bool:
    """Whether quiet hours count, for due times and for notices: from a pace of four hours up."""
    return pace_of(match) >= QUIET_FROM_PACE


def start(match: Match, prompt: Prompt, person: Any, now: datetime, last_due: datetime | None) -> Clock:
    """The clock of a prompt that begins to wait for a person.

    prompt: with the clock that counts for this person. last_due: the due time of this seat's latest prompt of
    clock `pace`, for those that share it.
    """
    if prompt.clock == "window":
        return Clock(now, now + window(prompt), told_at=now)
    if not match.pace:
        return Clock(now, told_at=now)
    if prompt.clock == "same" and last_due is not None:
        return Clock(now, last_due, told_at=now)
    normal = normal_due(match, person, now)
    due = min(normal, away_due(match, person, now)) if hours.is_away(person, now) else normal
    return Clock(now, due, remind_at(match, person, now, due))


def normal_due(match: Match, person: Any, opened_at: datetime, days_given: int = 0) -> datetime:
    """One pace from the opening, and no time in the middle of the night."""
    return at_day(match, person, opened_at + pace_of(match) + days_given * DAY)


def at_day(match: Match, person: Any, due: datetime) -> datetime:
    return hours.awake(person, due) if has_nights(match) else due


def away_due(match: Match, person: Any, opened_at: datetime) -> datetime:
    """When a bot answers for somebody who is away and has not come by."""
    return max(opened_at, person.seen_at + min(AWAY_PATIENCE, pace_of(match)))


def remind_at(match: Match, person: Any, opened_at: datetime, due: datetime) -> datetime | None:
    """After four fifths of the time; in the morning if that is at night."""
    if match.pace < LIVE_BELOW:
        return None
    moment = opened_at + REMIND_AT * (due - opened_at)
    if has_nights(match):
        moment = hours.quiet_end(person, moment) or moment
    return moment if moment < due else None


def with_a_day(match: Match, person: Any, clock: Clock) -> Clock:
    """The clock after somebody else gave a day."""
    assert clock.due_at is not None
    due = at_day(match, person, clock.due_at + DAY)
    remind = remind_at(match, person, clock.opened_at, due)
    return Clock(clock.opened_at, due, remind, clock.told_at, clock.days_given + 1)


def resumed(match: Match, person: Any, now: datetime, left: timedelta, days_given: int) -> Clock:
    """The clock after a pause: what was left before it is left now."""
    due = now + max(left, timedelta(0))
    if person is None:
        return Clock(now, due, told_at=now)
    due = at_day(match, person, due)
    remind = remind_at(match, person, due - pace_of(match), due)
    return Clock(now, due, max(remind, now) if remind else None, now, days_given)


def is_soon(match: Match, due: datetime, now: datetime) -> bool:
    """Whether less than a fifth of the time is left."""
    return due - now < (1 - REMIND_AT) * pace_of(match)


# Windows


def window(prompt: Prompt) -> timedelta:
    """How long the server leaves a window open."""
    return timedelta(seconds=prompt.seconds, milliseconds=GRACE_MS)


def has_timer(prompt: Prompt, times: Clock | None) -> bool:
    """Whether a window runs as it began: with a timer, and without a break."""
    return bool(times and times.due_at and times.due_at <= times.opened_at + window(prompt))


def is_measured(prompt: Prompt, times: Clock | None) -> bool:
    """Whether a reaction time counts: as the window began, whatever its person has set since."""
    return prompt.clock == "window" and has_timer(prompt, times)


def window_left(prompt: Prompt, times: Clock | None, now: datetime) -> int | None:
    """The milliseconds in which an answer still counts; None where nobody counts them."""
    if times is None or not is_measured(prompt, times):
        return None
    left = timedelta(seconds=prompt.seconds) - (now - times.opened_at)
    return max(0, round(left / timedelta(milliseconds=1)))


def reaction_ms(opened_at: datetime, now: datetime, browser_ms: int | None) -> int:
    """The reaction that counts, in milliseconds.

    The browser's own figure where there is one, but never less than a human takes, nor less than the server's
    measure minus the grace; without a figure the server's measure.
    """
    measured = max(0, int((now - opened_at).total_seconds() * 1000))
    if browser_ms is None:
        return max(FASTEST_MS, measured)
    return max(FASTEST_MS, browser_ms, measured - GRACE_MS)
