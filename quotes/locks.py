"""What of somebody's decks is locked before anything is done with all of them: docs/architecture.md, "Locks"."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from quotes import crediting
from quotes.models import Card, Deck, DeckChange, Suggestion, Upload, Version


def hold_all_of(people: list[User]) -> None:
    """Their uploads, decks and suggestions, and the decks of others that say something of theirs."""
    uploads = Upload.objects.filter(Q(person__in=people) | Q(deck__owner__in=people))
    keep(uploads.select_for_update(no_key=True, of=("self",)))
    keep(Deck.objects.select_for_update(no_key=True).filter(pk__in=decks_about(people)))
    offered = Suggestion.objects.filter(Q(writer__in=people) | Q(deck__owner__in=people))
    keep(offered.select_for_update(no_key=True, of=("self",)))


def keep(rows: Any) -> None:
    """Nothing of the rows but their locks, in one order for all."""
    list(rows.order_by("pk").values_list("pk", flat=True))


def decks_about(people: list[User]) -> set[int]:
    """Those they own, edit, or had a hand in; and the copies of their own, and of these, whose credit changes with
    them.
    """
    found = crediting.family_of(people)
    wrote = Card.objects.filter(Q(author__in=people) | Q(retired_by__in=people))
    handed_in = Version.objects.filter(Q(submitted_by__in=people) | Q(decided_by__in=people))
    changed = DeckChange.objects.filter(Q(person__in=people) | Q(other__in=people))
    edited = Deck.editors.through.objects.filter(user__in=people)
    for rows in (wrote, handed_in, changed, edited):
        found = found | set(rows.order_by().values_list("deck", flat=True).distinct())
    return found


def hold_to_remove(deck: Deck) -> None:
    """A deck with what goes before it and behind it; nothing new can point to it from now on."""
    keep(Upload.objects.select_for_update(no_key=True).filter(deck=deck.pk))
    keep(Deck.objects.select_for_update().filter(pk=deck.pk))
    keep(Suggestion.objects.select_for_update(no_key=True).filter(deck=deck.pk))
