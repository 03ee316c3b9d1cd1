"""What every template may use of matches."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest

from games.models import Prompt


def waiting(request: HttpRequest) -> dict[str, Any]:
    """`waiting_for_me`, for the badge and the tab: counted once, and only by a page that shows it."""
    return {"waiting_for_me": count_of(getattr(request, "user", None))}


def count_of(person: Any) -> Callable[[], int]:
    @cache
    def count() -> int:
        if person is None or not person.is_authenticated:
            return 0
        return Prompt.objects.waiting_on(person).values("match").distinct().count()

    return count
