"""Who has a part in a deck: owns or edits it, has edited it lately, or wrote a card of it. About it others decide."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from quotes.models import Card, Deck, DeckChange

LATELY = timedelta(days=30)


def of(deck: Deck) -> set[int]:
    """All who have a part in this deck. One query."""
    return {person for person, _deck in pairs(deck=deck.pk) if person is not None}


def decks_of(people: Iterable[int]) -> dict[int, frozenset[int]]:
    """By person the decks in which they have a part. One query."""
    found: dict[int, set[int]] = {person: set() for person in people}
    for person, deck in pairs(people=list(found)):
        found[person].add(deck)
    return {person: frozenset(decks) for person, decks in found.items()}


def pairs(deck: int | None = None, people: list[int] | None = None) -> QuerySet[Any]:
    """Who has a part in which deck: of one deck, or of some people."""
    since = timezone.now() - LATELY
    left = DeckChange.objects.filter(what=DeckChange.What.LEFT, at__gte=since)
    # What came with a copy was not written for it: it is as old as its deck.
    written = Card.objects.filter(Q(retired_at=None) | Q(created_at__gte=since))
    written = written.filter(created_at__gt=F("deck__created_at"))
    ways: list[tuple[QuerySet[Any], str, str]] = [
        (Deck.objects.all(), "owner", "pk"),
        (Deck.editors.through.objects.all(), "user", "deck"),
        (left, "other", "deck"),
        (written, "author", "deck"),
    ]
    found = [
        rows.filter(**({named: deck} if people is None else {f"{person}__in": people}))
        .order_by()
        .values_list(person, named)
        for rows, person, named in ways
    ]
    return found[0].union(*found[1:])
