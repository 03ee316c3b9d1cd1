"""Days and moments as a language writes them: "24 December" is "24. Dezember" elsewhere."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext


def day(value: date) -> str:
    return date_format(value, pgettext("date format", "j F"))


def short_day(value: date) -> str:
    return date_format(value, pgettext("date format", "j M"))


def moment(value: datetime) -> str:
    """Day and time in the reader's zone."""
    return date_format(localtime(value), pgettext("date format", "j F, H:i"))


def short_moment(value: datetime) -> str:
    return date_format(localtime(value), pgettext("date format", "j M, H:i"))


def weekday(value: datetime) -> str:
    """Weekday and time in the reader's zone, for moments that are near."""
    return date_format(localtime(value), "D H:i")
