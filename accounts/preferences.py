"""Language, theme and time zone: a person's own, else what this browser chose and keeps in cookies."""

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

THEME_COOKIE = "theme"
TIME_ZONE_COOKIE = "time_zone"
KEPT_FOR = 60 * 60 * 24 * 365


@cache
def known_time_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def is_time_zone(name: str) -> bool:
    return name in known_time_zones()


def is_language(code: str) -> bool:
    return code in dict(settings.LANGUAGES)


def is_theme(theme: str) -> bool:
    return theme in User.Theme.values


def theme_of_browser(request: HttpRequest) -> str:
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if is_theme(theme) else User.Theme.SYSTEM.value


def time_zone(request: HttpRequest, person: Any) -> ZoneInfo | None:
    for name in (getattr(person, "time_zone", ""), request.COOKIES.get(TIME_ZONE_COOKIE, "")):
        if is_time_zone(name):
            return ZoneInfo(name)
    return None


def keep_in_cookie(response: HttpResponse, name: str, value: str) -> None:
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(name, value, max_age=KEPT_FOR, secure=settings.HTTPS, httponly=True, samesite="Lax")
