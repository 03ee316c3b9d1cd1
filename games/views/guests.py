"""Whoever sits down without being signed in becomes a guest."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from accounts import limits, preferences
from accounts.people import make_guest
from games.refusals import Refused

MOST_GUESTS = 60
HOUR = 3600


@contextmanager
def sitting_down(request: HttpRequest) -> Iterator[Any]:
    """Whoever is signed in, or else a new guest by the name in the form, who is signed in afterwards. Raises Refused.

    One transaction with what is done inside: a guest without a seat is none.
    """
    known = request.user.is_authenticated
    if not known and not limits.allowed("guest", limits.address(request), MOST_GUESTS, HOUR):
        raise Refused("too_many_guests", 429)
    with transaction.atomic():
        name, language = request.POST.get("name", ""), request.LANGUAGE_CODE  # type: ignore[attr-defined]
        theme = preferences.theme_of_browser(request)
        person = request.user if known else make_guest(name, language=language, theme=theme)
        yield person
    if not known:
        login(request, person, backend="django.contrib.auth.backends.ModelBackend")
