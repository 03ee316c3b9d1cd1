"""Who moderates: the people of a group, and those who run the site."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.standing import suspended_until

GROUP = "Moderators"


def is_moderator(person: Any) -> bool:
    """One query, or none for whoever runs the site. Nobody who is suspended decides about others."""
    if not person.is_authenticated or not person.is_active or suspended_until(person):
        return False
    return person.is_superuser or person.groups.filter(name=GROUP).exists()


def moderators() -> "QuerySet[User]":
    """All who decide, those who can do so just now."""
    now = timezone.now()
    free = Q(suspended_until=None) | Q(suspended_until__lte=now)
    in_charge = Q(is_superuser=True) | Q(groups__name=GROUP)
    return User.objects.filter(in_charge, free, is_active=True).distinct().order_by("pk")


def others(*but: Any) -> "QuerySet[User]":
    """The moderators besides these people (a person, or None)."""
    return moderators().exclude(pk__in=[person.pk for person in but if person is not None])
