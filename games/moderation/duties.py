"""What waits for those who look after the site: reports and appeals for its moderators, decks for its curators."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from games.moderation import cases
from games.moderation.appeals import open_to
from games.moderation.moderators import GROUP, bench, is_moderator
from quotes import publishing

KEY = "on-duty"
KNOWN_FOR = 60


@dataclass(frozen=True)
class Duty:
    """kind: "reports", "appeals" or "decks"; count: how many wait; where: the page of them."""

    kind: str
    count: int
    where: str


def of(person: Any) -> list[Duty]:
    """Nobody else pays for it: who has duties is asked once a minute, for all."""
    if not person.is_authenticated or person.pk not in on_duty():
        return []
    found = []
    if is_moderator(person):
        found += of_moderator(person)
    if publishing.is_curator(person):
        found.append(Duty("decks", publishing.waiting().count(), reverse("decks-review")))
    return found


def of_moderator(person: Any) -> list[Duty]:
    """Where nothing waits, the way in is there still."""
    everybody = bench()
    waiting, appealed = cases.waiting(person, everybody).count(), len(open_to(person, everybody))
    reports = Duty("reports", waiting, reverse("moderation"))
    if not appealed:
        return [reports]
    appeals = Duty("appeals", appealed, reverse("moderation-appeals"))
    return [reports, appeals] if waiting else [appeals]


def on_duty() -> frozenset[int]:
    known: frozenset[int] | None = cache.get(KEY)
    if known is None:
        serves = Q(is_superuser=True) | Q(groups__name__in=(GROUP, publishing.CURATORS))
        known = frozenset(User.objects.filter(serves, is_active=True).values_list("pk", flat=True))
        cache.set(KEY, known, KNOWN_FOR)
    return known
