"""A person's quiet hours and days away, in their own time zone.

Wall times are turned into moments by the zone's rules: a time that the spring change skips is taken by the offset
before it (02:30 becomes 03:30); of a time that the autumn change has twice, quiet hours start with the first and
end with the second.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.preferences import is_time_zone

LONGEST_QUIET = timedelta(hours=12)
AFTER_QUIET = timedelta(hours=1)


def zone_of(person: User) -> ZoneInfo:
    return ZoneInfo(person.time_zone if is_time_zone(person.time_zone) else "UTC")


def moment(day: date, wall: time, zone: ZoneInfo, *, second: bool = False) -> datetime:
    """This wall time of this day as a moment in UTC. second: the later one where the clock shows it twice."""
    there = datetime.combine(day, wall, zone)
    first = there.astimezone(UTC)
    return max(first, there.replace(fold=1).astimezone(UTC)) if second else first


def quiet_end(person: User, now: datetime) -> datetime | None:
    """When the quiet hours that `now` falls into end; None outside of them."""
    start, end = person.quiet_from, person.quiet_until
    if start is None or end is None or start == end:
        return None
    zone = zone_of(person)
    today = now.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        last = day if start < end else day + timedelta(days=1)
        if moment(day, start, zone) <= now < moment(last, end, zone, second=True):
            return moment(last, end, zone, second=True)
    return None


def awake(person: User, due: datetime) -> datetime:
    """A due time that falls into quiet hours moves to their end plus one hour."""
    end = quiet_end(person, due)
    return due if end is None else end + AFTER_QUIET


def quiet_length(start: time, end: time) -> timedelta:
    """How long quiet hours with these wall times last on an ordinary day."""
    minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
    return timedelta(minutes=minutes % (24 * 60))


def is_away(person: User, now: datetime) -> bool:
    """Whether `now` lies in the days a person is away, the first and the last included."""
    if person.away_until is None:
        return False
    today = now.astimezone(zone_of(person)).date()
    return (person.away_from or date.min) <= today <= person.away_until
