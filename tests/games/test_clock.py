"""Due times and reminders: by pace, night, days away and pauses."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts.models import User
from games import clock
from games.engine import Prompt
from games.models import Match

HOUR = timedelta(hours=1)
NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)  # a Tuesday


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-05-{text}").replace(tzinfo=UTC)


def match(pace: timedelta | float) -> Match:
    seconds = pace.total_seconds() if isinstance(pace, timedelta) else pace
    return Match(pace=int(seconds))


def somebody(**more) -> User:
    """Up from 8 to 22 in UTC, and here just now."""
    return User(**({"quiet_from": time(22), "quiet_until": time(8), "seen_at": NOON} | more))


def turn(**more) -> Prompt:
    return Prompt(1, 0, "turn", **more)


def started(pace, person=None, now=NOON, last_due=None, **prompt) -> clock.Clock:
    return clock.start(match(pace), turn(**prompt), person or somebody(), now, last_due)


@pytest.mark.parametrize(
    ("pace", "opened", "due", "remind"),
    [
        (5 * 60, "05 12:00", "05 12:05", None),  # live: no reminder
        (5 * 60, "05 23:00", "05 23:05", None),  # live: no night
        (4 * 3600, "05 12:00", "05 16:00", "05 15:12"),
        (4 * 3600, "05 19:00", "06 09:00", "06 08:00"),  # 23:00 is at night; so is four fifths of the way
        (24 * 3600, "05 12:00", "06 12:00", "06 08:00"),  # reminded in the morning, not at 7:12
        (24 * 3600, "05 23:30", "07 09:00", "07 08:00"),
        (72 * 3600, "05 12:00", "08 12:00", "07 21:36"),
        (168 * 3600, "05 12:00", "12 12:00", "11 08:00"),
    ],
)
def test_a_due_time_is_one_pace_away_and_never_at_night(pace, opened, due, remind):
    found = started(pace, now=at(opened))
    assert found.due_at == at(due)
    assert found.remind_at == (at(remind) if remind else None)
    assert found.told_at is None  # its person is to be told


@pytest.mark.parametrize("quiet", [(None, None), (time(8), time(8))])
def test_whoever_has_no_quiet_hours_is_waited_for_exactly_one_pace(quiet):
    person = somebody(quiet_from=quiet[0], quiet_until=quiet[1])
    assert started(4 * 3600, person, now=at("05 22:00")).due_at == at("06 02:00")


@pytest.mark.parametrize(
    ("prompt", "last_due", "due"),
    [
        ({"clock": "same"}, "05 18:00", "05 18:00"),
        ({"clock": "same"}, "05 09:00", "05 09:00"),  # past already: answered at once
        ({"clock": "same"}, None, "06 12:00"),  # nothing to share: a pace of its own
        ({"clock": "window", "seconds": 4}, "05 18:00", "05 12:00:05.500"),
    ],
)
def test_questions_share_a_due_time_or_last_seconds(prompt, last_due, due):
    found = started(24 * 3600, last_due=at(last_due) if last_due else None, **prompt)
    assert found.due_at == at(due)
    assert (prompt["clock"] == "same" and last_due is None) or found.told_at == NOON  # no notice of its own


@pytest.mark.parametrize(
    ("after", "left"), [(0, 4000), (1500, 2500), (4000, 0), (5400, 0), (60_000, 0)], ids=str
)
def test_a_window_counts_down_to_its_end_and_the_way_to_the_server_is_extra(after, left):
    prompt = turn(clock="window", seconds=4)
    times = clock.start(match(300), prompt, somebody(), NOON, None)
    assert clock.window_left(prompt, times, NOON + timedelta(milliseconds=after)) == left


@pytest.mark.parametrize(
    ("prompt", "due_after"),
    [
        ({"clock": "window", "seconds": 4}, None),  # it began without a timer
        ({"clock": "window", "seconds": 4}, 3600),
        ({"clock": "window", "seconds": 4}, 6),  # or was interrupted
        ({"clock": "pace"}, 5.5),
    ],
)
def test_nobody_counts_where_there_is_no_timer(prompt, due_after):
    times = clock.Clock(NOON, None if due_after is None else NOON + timedelta(seconds=due_after))
    assert not clock.is_measured(turn(**prompt), times)
    assert clock.window_left(turn(**prompt), times, NOON) is None
    assert not clock.is_measured(turn(**prompt), None)


@pytest.mark.parametrize("kind", ["pace", "same", "free"])
def test_without_a_pace_nothing_is_ever_due(kind):
    assert started(0, clock=kind) == clock.Clock(NOON, told_at=NOON)


def test_without_a_pace_a_window_still_closes():
    assert started(0, clock="window", seconds=4).due_at == NOON + timedelta(milliseconds=5500)


@pytest.mark.parametrize(
    ("pace", "seen", "due"),
    [
        (72 * 3600, "05 12:00", "06 00:00"),  # here just now: twelve hours
        (72 * 3600, "05 06:00", "05 18:00"),
        (72 * 3600, "01 12:00", "05 12:00"),  # away for long: at once
        (4 * 3600, "05 12:00", "05 16:00"),  # the pace is shorter than twelve hours
        (4 * 3600, "05 09:00", "05 13:00"),
        (300, "05 12:00", "05 12:05"),
    ],
)
def test_for_somebody_away_a_bot_waits_only_until_they_have_not_come_by_for_a_while(pace, seen, due):
    away = somebody(away_from=date(2026, 5, 4), away_until=date(2026, 5, 9), seen_at=at(seen))
    assert started(pace, away).due_at == at(due)


def test_a_day_given_moves_due_time_and_reminder_and_counts():
    slow, person = match(24 * 3600), somebody()
    times = clock.start(slow, turn(), person, NOON, None)
    for day in (1, 2, 3):
        times = clock.with_a_day(slow, person, times)
        assert (times.due_at, times.days_given) == (NOON + (1 + day) * timedelta(days=1), day)
        assert times.remind_at is not None and NOON < times.remind_at < times.due_at


def test_a_day_more_from_a_due_time_moved_out_of_the_night_stays_in_the_morning():
    slow, person = match(4 * 3600), somebody()
    times = clock.start(slow, turn(), person, at("05 19:00"), None)
    assert times.due_at == at("06 09:00")
    assert clock.with_a_day(slow, person, times).due_at == at("07 09:00")


@pytest.mark.parametrize(
    ("left", "due"),
    [(3 * HOUR, "05 15:00"), (timedelta(0), "05 12:00"), (-HOUR, "05 12:00"), (11 * HOUR, "06 09:00")],
)
def test_after_a_pause_what_was_left_is_left_and_nothing_is_due_at_night(left, due):
    found = clock.resumed(match(24 * 3600), somebody(), NOON, left, 2)
    assert (found.due_at, found.days_given) == (at(due), 2)


@pytest.mark.parametrize(
    ("left", "soon"), [(HOUR, True), (4 * HOUR + 47 * timedelta(minutes=1), True), (5 * HOUR, False)]
)
def test_soon_is_the_last_fifth_of_the_pace(left, soon):
    assert clock.is_soon(match(24 * 3600), NOON + left, NOON) is soon
