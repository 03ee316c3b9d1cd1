"""Quiet hours and days away in a person's own zone, on ordinary nights and on those when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts import hours
from accounts.models import User


def person(zone: str = "UTC", start: str = "22:00", end: str = "08:00", **more) -> User:
    quiet = {"quiet_from": clock(start), "quiet_until": clock(end)} if start else {}
    return User(name="Alice", time_zone=zone, **({"quiet_from": None, "quiet_until": None} | quiet), **more)


def clock(text: str) -> time:
    return time.fromisoformat(text)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "end", "now", "until"),
    [
        ("22:00", "08:00", "2026-05-05 21:59", None),  # the last minute of the day
        ("22:00", "08:00", "2026-05-05 22:00", "2026-05-06 08:00"),  # it begins
        ("22:00", "08:00", "2026-05-06 03:00", "2026-05-06 08:00"),  # after midnight
        ("22:00", "08:00", "2026-05-06 07:59", "2026-05-06 08:00"),
        ("22:00", "08:00", "2026-05-06 08:00", None),  # it ends
        ("13:00", "14:30", "2026-05-06 13:10", "2026-05-06 14:30"),  # within one day
        ("13:00", "14:30", "2026-05-06 12:59", None),
        ("13:00", "14:30", "2026-05-06 14:30", None),
        ("00:00", "06:00", "2026-05-06 00:00", "2026-05-06 06:00"),
        ("18:00", "00:00", "2026-05-06 23:59", "2026-05-07 00:00"),
        ("", "", "2026-05-06 03:00", None),  # switched off
        ("08:00", "08:00", "2026-05-06 08:00", None),  # none at all
    ],
)
def test_quiet_hours_last_from_their_start_to_their_end_whatever_the_date_line(start, end, now, until):
    assert hours.quiet_end(person(start=start, end=end), utc(now)) == (utc(until) if until else None)


@pytest.mark.parametrize(
    ("zone", "now", "until"),
    [
        ("Europe/Berlin", "2026-05-05 20:00", "2026-05-06 06:00"),
        ("America/New_York", "2026-05-06 02:00", "2026-05-06 12:00"),
        ("Asia/Kolkata", "2026-05-05 16:30", "2026-05-06 02:30"),
        ("Asia/Kathmandu", "2026-05-05 16:15", "2026-05-06 02:15"),
        ("Pacific/Auckland", "2026-05-06 10:00", "2026-05-06 20:00"),
        ("Nonsense/Nowhere", "2026-05-05 22:00", "2026-05-06 08:00"),  # UTC
        ("", "2026-05-05 22:00", "2026-05-06 08:00"),
    ],
)
def test_ten_in_the_evening_is_that_of_the_person(zone, now, until):
    who = person(zone)
    assert hours.quiet_end(who, utc(now)) == utc(until)
    assert hours.quiet_end(who, utc(now) - timedelta(minutes=1)) is None


# zone, the day before the change, its spring and autumn Sunday of 2026 (None: the clock never changes)
ZONES = [
    ("Europe/Berlin", date(2026, 3, 29), date(2026, 10, 25)),
    ("America/New_York", date(2026, 3, 8), date(2026, 11, 1)),
    ("Australia/Lord_Howe", date(2026, 10, 4), date(2026, 4, 5)),  # by half an hour
    ("Pacific/Auckland", date(2026, 9, 27), date(2026, 4, 5)),
    ("Asia/Kolkata", None, None),
    ("America/St_Johns", date(2026, 3, 8), date(2026, 11, 1)),
]


def both_edges():
    for zone, spring, autumn in ZONES:
        for day in (spring or date(2026, 3, 29), autumn or date(2026, 10, 25)):
            yield pytest.param(zone, day, id=f"{zone} {day}")


@pytest.mark.parametrize(("zone", "day"), list(both_edges()))
@pytest.mark.parametrize(
    ("start", "end"), [("22:00", "08:00"), ("02:30", "08:00"), ("20:00", "02:30"), ("01:59", "03:01")]
)
def test_around_a_change_of_the_clock_every_minute_is_quiet_or_not_and_the_wall_clock_says_which(
    zone, day, start, end
):
    """Minute by minute over two days: what the wall shows decides, and an end is never before its start."""
    who, there = person(zone, start, end), ZoneInfo(zone)
    begin, finish = clock(start), clock(end)
    now = datetime.combine(day - timedelta(days=1), time(12), there).astimezone(UTC)
    last = now + timedelta(days=2)
    stretches, before = [], None
    while now < last:
        until = hours.quiet_end(who, now)
        wall = now.astimezone(there).time()
        inside = begin <= wall < finish if begin < finish else wall >= begin or wall < finish
        if until is None:
            # In autumn an hour is shown twice: the second showing of a time before the end is quiet, never loud.
            assert not inside or skipped_or_doubled(now, there)
        else:
            assert until > now
            assert inside or skipped_or_doubled(now, there)
            if before is None:
                stretches.append((now, until))
        before = until
        now += timedelta(minutes=7)
    assert len(stretches) == 2  # one a night, neither lost nor doubled
    assert all(until - now <= timedelta(hours=12) for now, until in stretches)


def skipped_or_doubled(now: datetime, there: ZoneInfo) -> bool:
    """Whether the clock was or will be changed within an hour and a half."""
    near = [now.astimezone(there) + timedelta(minutes=90 * side) for side in (-1, 1)]
    offsets = {(now + timedelta(minutes=90 * side)).astimezone(there).utcoffset() for side in (-1, 0, 1)}
    return len(offsets) > 1 or len({moment.utcoffset() for moment in near}) > 1


@pytest.mark.parametrize(
    ("zone", "day", "wall", "expected"),
    [
        (
            "Europe/Berlin",
            date(2026, 3, 29),
            "02:30",
            "2026-03-29 01:30",
        ),  # skipped: read as 03:30 summer time
        ("Europe/Berlin", date(2026, 3, 29), "08:00", "2026-03-29 06:00"),
        ("Europe/Berlin", date(2026, 10, 25), "02:30", "2026-10-25 01:30"),  # shown twice: the second
        ("Europe/Berlin", date(2026, 10, 25), "08:00", "2026-10-25 07:00"),
        ("America/New_York", date(2026, 3, 8), "02:30", "2026-03-08 07:30"),
        ("America/New_York", date(2026, 11, 1), "01:30", "2026-11-01 06:30"),
        ("Australia/Lord_Howe", date(2026, 4, 5), "01:45", "2026-04-04 15:15"),
        ("Asia/Kolkata", date(2026, 3, 29), "02:30", "2026-03-28 21:00"),
    ],
)
def test_an_end_on_the_night_of_a_change_is_a_moment_that_exists(zone, day, wall, expected):
    assert hours.moment(day, clock(wall), ZoneInfo(zone), second=True) == utc(expected)


@pytest.mark.parametrize(
    ("due", "awake"),
    [
        ("2026-05-05 21:30", "2026-05-05 21:30"),
        ("2026-05-05 23:00", "2026-05-06 09:00"),
        ("2026-05-06 08:00", "2026-05-06 08:00"),
    ],
)
def test_a_due_time_in_the_night_moves_to_an_hour_after_it(due, awake):
    assert hours.awake(person(), utc(due)) == utc(awake)


@pytest.mark.parametrize(
    ("start", "end", "length"),
    [("22:00", "08:00", 10), ("08:00", "22:00", 14), ("20:00", "08:00", 12), ("07:00", "07:00", 0)],
)
def test_quiet_hours_have_a_length(start, end, length):
    assert hours.quiet_length(clock(start), clock(end)) == timedelta(hours=length)


@pytest.mark.parametrize(
    ("away_from", "away_until", "now", "zone", "away"),
    [
        (None, None, "2026-05-05 12:00", "UTC", False),
        (date(2026, 5, 5), date(2026, 5, 7), "2026-05-04 23:59", "UTC", False),
        (date(2026, 5, 5), date(2026, 5, 7), "2026-05-05 00:00", "UTC", True),
        (date(2026, 5, 5), date(2026, 5, 7), "2026-05-07 23:59", "UTC", True),  # the last day is included
        (date(2026, 5, 5), date(2026, 5, 7), "2026-05-08 00:00", "UTC", False),
        (None, date(2026, 5, 7), "2020-01-01 12:00", "UTC", True),  # from now on
        (date(2026, 5, 5), None, "2026-05-06 12:00", "UTC", False),
        (date(2026, 5, 5), date(2026, 5, 5), "2026-05-04 13:00", "Pacific/Auckland", True),
        (date(2026, 5, 5), date(2026, 5, 5), "2026-05-05 12:30", "Pacific/Auckland", False),
        (date(2026, 5, 5), date(2026, 5, 5), "2026-05-06 03:59", "America/New_York", True),
    ],
)
def test_days_away_are_whole_days_of_the_persons_own_zone(away_from, away_until, now, zone, away):
    assert hours.is_away(person(zone, away_from=away_from, away_until=away_until), utc(now)) is away
