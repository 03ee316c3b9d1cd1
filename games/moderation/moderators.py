"""Who moderates: the people of a group, and those who run the site."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.standing import suspended_until
from quotes.models import Deck

GROUP = "Moderators"


def is_moderator(person: Any) -> bool:
    """One query, or none for whoever runs the site. Nobody who is suspended decides about others."""
    if not person.is_authenticated or not person.is_active or suspended_until(person):
        return False
    return person.is_superuser or person.groups.filter(name=GROUP).exists()


def co_edited(person: Any) -> frozenset[int]:
    """The decks that somebody edits with their owners. One query a person, who is loaded anew for each request."""
    if not hasattr(person, "decks_co_edited"):
        rows = Deck.editors.through.objects.filter(user=person.pk).values_list("deck", flat=True)
        person.decks_co_edited = frozenset(rows)
    return person.decks_co_edited  # type: ignore[no-any-return]


def bench() -> frozenset[int]:
    """All who decide, those who can do so just now."""
    now = timezone.now()
    free = Q(suspended_until=None) | Q(suspended_until__lte=now)
    in_charge = Q(is_superuser=True) | Q(groups__name=GROUP)
    return frozenset(User.objects.filter(in_charge, free, is_active=True).values_list("pk", flat=True))
