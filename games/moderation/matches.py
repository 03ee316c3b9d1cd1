"""A match as people know it: by its game and the day on which it began. Its letters say nothing to anybody."""

from typing import Any

from django.urls import reverse
from django.utils.timezone import localtime

from accounts import dates
from games import catalog
from games.models import Match
from games.views.links import may_watch


def by_code(code: str) -> Match | None:
    return (
        Match.objects.filter(code=code).only("code", "game", "created_at", "watchable", "visibility").first()
    )


def name_of(match: Match) -> str:
    return f"{catalog.face(match.game).title}, {dates.day(localtime(match.created_at))}"


def link_for(person: Any, match: Match) -> str:
    """Where this person may look at it, "" for nowhere."""
    if match.seats.filter(person=person).exists():
        return match.get_absolute_url()
    return reverse("watch", args=[match.code]) if may_watch(match) else ""
