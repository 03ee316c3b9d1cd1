"""Days and moments as a language writes them: "24 December" is "24. Dezember" elsewhere."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, pgettext

CAPITALS = ("en", "de")  # languages that write months with one


def day(value: date) -> str:
    return date_format(value, pgettext("date format", "j F"))


def short_day(value: date) -> str:
    return date_format(value, with_month(pgettext("date format", "j M")))


def moment(value: datetime) -> str:
    """Day and time in the reader's zone."""
    return date_format(localtime(value), pgettext("date format", "j F, H:i"))


def full_moment(value: datetime) -> str:
    """The same with its year, for what may be far away."""
    return date_format(localtime(value), pgettext("date format", "j F Y, H:i"))


def short_moment(value: datetime) -> str:
    return date_format(localtime(value), with_month(pgettext("date format", "j M, H:i")))


def with_month(pattern: str) -> str:
    """Django writes each short month with a capital, whatever its language does."""
    return pattern if (get_language() or "en").startswith(CAPITALS) else pattern.replace("M", "b")


def weekday(value: datetime) -> str:
    """Weekday and time in the reader's zone, for moments that are near."""
    return date_format(localtime(value), "D H:i")


def after(seconds: int) -> str:
    """When something is possible again, seen from now: "in 5 minutes"."""
    if seconds < 60:
        return ngettext("in %(n)d second", "in %(n)d seconds", seconds) % {"n": seconds}
    minutes = -(-seconds // 60)
    if minutes < 60:
        return ngettext("in %(n)d minute", "in %(n)d minutes", minutes) % {"n": minutes}
    hours = -(-seconds // 3600)
    return ngettext("in %(n)d hour", "in %(n)d hours", hours) % {"n": hours}
