"""Both edges of summer time: due times, reminders, quiet hours, days away and the daily mail (see README.md).

    .venv/bin/python bench/edges.py [YEAR]

Every quarter of an hour within two days of every edge, in zones of every kind. Needs no database. Ends with 1 where
something is skipped, doubled, or falls into the night.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from datetime import time as wall_time
from zoneinfo import ZoneInfo

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from celery.schedules import schedule  # noqa: E402
from django.conf import settings  # noqa: E402

from accounts import hours  # noqa: E402
from accounts.models import User  # noqa: E402
from accounts.notices import next_digest  # noqa: E402
from config.celery import app  # noqa: E402
from games import clock  # noqa: E402
from games.models import Match  # noqa: E402

PERIOD = settings.CELERY_BEAT_SCHEDULE["due"]["schedule"]
DAY = 24 * 3600
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",  # the edge is at midnight
    "Australia/Lord_Howe",  # half an hour of summer time
    "Pacific/Chatham",  # three quarters of an hour off
    "Asia/Kolkata",  # half an hour off, and no edge
)
QUIET = ((22, 0, 8, 0), (23, 30, 7, 0), (1, 30, 2, 30), (2, 30, 6, 0), (0, 0, 8, 0))
QUARTER = timedelta(minutes=15)


def edges_of(zone: ZoneInfo, year: int) -> list[datetime]:
    hour = datetime(year, 1, 1, tzinfo=UTC)
    found = []
    while hour.year == year:
        if hour.astimezone(zone).utcoffset() != (hour + timedelta(hours=1)).astimezone(zone).utcoffset():
            found.append(hour)
        hour += timedelta(hours=1)
    return found or edges_of(ZoneInfo("Europe/Berlin"), year)


def moments(edge: datetime) -> list[datetime]:
    return [edge + n * QUARTER for n in range(-192, 193)]


def is_quiet(there: datetime, quiet: tuple[int, int, int, int]) -> bool:
    """By the clock on the wall."""
    start, end, now = wall_time(*quiet[:2]), wall_time(*quiet[2:]), there.time().replace(tzinfo=None)
    return start <= now < end if start < end else now >= start or now < end


def main(year: int) -> int:
    checked, wrong = 0, Counter()
    for name in ZONES:
        zone = ZoneInfo(name)
        for edge in edges_of(zone, year):
            for kind, ok in (
                *due_checks(name, zone, edge),
                *digest_checks(name, zone, edge),
                *away_checks(name, zone, edge),
            ):
                checked += 1
                wrong[kind] += not ok
            for kind, ok in beat_checks(edge):
                checked += 1
                wrong[kind] += not ok
    bad = {kind: count for kind, count in wrong.items() if count}
    print(
        f"edges of {year}: n {checked}, zones {len(ZONES)}, wrong {bad or 0}: {'BROKEN' if bad else 'kept'}"
    )
    return 1 if bad else 0


def due_checks(name: str, zone: ZoneInfo, edge: datetime) -> Iterator[tuple[str, bool]]:
    awake = User(time_zone=name, quiet_from=None, quiet_until=None)
    for pace in (4 * 3600, DAY, 3 * DAY):
        match = Match(pace=pace)
        raw = timedelta(seconds=pace)
        for moment in moments(edge):
            yield "due is one pace, in UTC", clock.normal_due(match, awake, moment - raw) == moment
        for quiet in QUIET:
            person = User(time_zone=name, quiet_from=wall_time(*quiet[:2]), quiet_until=wall_time(*quiet[2:]))
            last = None
            for moment in moments(edge):
                opened = moment - raw
                due = clock.normal_due(match, person, opened)
                there = due.astimezone(zone)
                yield "nobody is due earlier than a pace", due >= moment
                yield "nobody waits longer than a night", due - moment <= timedelta(hours=12)
                yield "due outside of quiet hours", not is_quiet(there, quiet) or starts_late(due, edge)
                yield "only quiet hours move a due time", due == moment or surely_quiet(moment, zone, quiet)
                # What ends at night ends an hour after it: what opened a little later may be due before.
                yield (
                    "later opened, due an hour earlier at most",
                    last is None or due >= last - hours.AFTER_QUIET,
                )
                last = due
                remind = clock.remind_at(match, person, opened, due)
                yield "reminded in between", remind is None or opened < remind < due
                yield (
                    "reminded when awake",
                    remind is None
                    or (not is_quiet(remind.astimezone(zone), quiet) or starts_late(remind, edge)),
                )


def starts_late(moment: datetime, edge: datetime) -> bool:
    """A night that begins at an hour which is skipped begins as much later."""
    return timedelta(0) <= moment - edge <= timedelta(hours=1, minutes=30)


def surely_quiet(moment: datetime, zone: ZoneInfo, quiet: tuple[int, int, int, int]) -> bool:
    """Also where the wall shows an hour twice, or the end of quiet hours falls into one that is skipped."""
    near = (moment + n * timedelta(minutes=30) for n in (-2, -1, 0, 1, 2))
    return any(is_quiet(one.astimezone(zone), quiet) for one in near)


def digest_checks(name: str, zone: ZoneInfo, edge: datetime) -> Iterator[tuple[str, bool]]:
    for at in (wall_time(18), wall_time(2, 30), wall_time(0), wall_time(20), wall_time(1, 45)):
        person = User(time_zone=name, digest_at=at)
        found = []
        for moment in moments(edge):
            digest = next_digest(person, moment)
            yield "a digest is ahead", moment <= digest <= moment + timedelta(hours=25)
            if not found or found[-1] != digest:
                found.append(digest)
        days = [digest.astimezone(zone).date() for digest in found]
        following = [one + timedelta(days=1) for one in days[:-1]]
        yield "one digest a day, none skipped or doubled", days[1:] == following and 4 <= len(days) <= 6
        for digest in found:
            there = digest.astimezone(zone).time()
            skipped = there != at and abs(minutes(there) - minutes(at)) <= 60
            yield "at its hour, or at most an hour beside it where that is skipped", there == at or skipped


def minutes(at: wall_time) -> int:
    return at.hour * 60 + at.minute


def away_checks(name: str, zone: ZoneInfo, edge: datetime) -> Iterator[tuple[str, bool]]:
    day = edge.astimezone(zone).date()
    person = User(time_zone=name, away_from=day, away_until=day)
    for moment in moments(edge):
        yield (
            "away on the day itself",
            hours.is_away(person, moment) == (moment.astimezone(zone).date() == day),
        )


def beat_checks(edge: datetime) -> Iterator[tuple[str, bool]]:
    """The clock's own schedule, asked each second for an hour around the edge."""
    yield "the clock keeps UTC", str(app.timezone) == "UTC" or app.conf.timezone == "UTC"
    now = edge - timedelta(minutes=30)
    every = schedule(PERIOD, nowfun=lambda: now, app=app)
    last, fired = now, 0
    for _ in range(3600):
        now += timedelta(seconds=1)
        if every.is_due(last).is_due:
            last, fired = now, fired + 1
    yield "as many sweeps as in any hour", fired == 3600 // PERIOD


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2026))
