"""Who moderates: the people of a group, and those who run the site."""

from collections.abc import Set
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, Q
from django.utils import timezone

from accounts.models import User
from accounts.standing import suspended_until
from games.moderation.models import Report
from quotes import insiders

GROUP = "Moderators"


def is_moderator(person: Any) -> bool:
    """One query, or none for whoever runs the site. Nobody who is suspended decides about others."""
    if not person.is_authenticated or not person.is_active or suspended_until(person):
        return False
    return person.is_superuser or person.groups.filter(name=GROUP).exists()


class Bench(frozenset[int]):
    """The ids of all moderators who are not suspended; and in which decks each of them has a part, asked once."""

    @cached_property
    def decks(self) -> dict[int, frozenset[int]]:
        return insiders.decks_of(self)

    def decks_of(self, person: int) -> frozenset[int]:
        """Also of somebody who does not moderate, as staff in the admin."""
        if person not in self and person not in self.decks:
            self.decks |= insiders.decks_of([person])
        return self.decks[person]


def bench() -> Bench:
    now = timezone.now()
    free = Q(suspended_until=None) | Q(suspended_until__lte=now)
    in_charge = Q(is_superuser=True) | Q(groups__name=GROUP)
    return Bench(User.objects.filter(in_charge, free, is_active=True).values_list("pk", flat=True))


def their_reports(bench: Set[int], path: str = "reports") -> Prefetch:
    """Of cases those that moderators sent, as `by_moderators`: in one query, however many others reported the same."""
    return Prefetch(path, Report.objects.filter(reporter__in=bench), to_attr="by_moderators")
