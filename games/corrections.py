"""Which cards that were read in a match somebody may offer another text for, once it is over."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from games.models import Match
from quotes.models import Card, Deck, Version

if TYPE_CHECKING:
    from games.page import Sight

SEEN_BY_ALL = Q(deck__state=Deck.State.PUBLISHED)


def of(sight: "Sight") -> dict[int, int]:
    """Of the cards that a finished match shows this reader; nothing while it goes on."""
    if sight.match.status != Match.Status.FINISHED:
        return {}
    return open_to(sight.person, sight.face.cards_in(sight.view))


def open_to(person: Any, rows: Iterable[int]) -> dict[int, int]:
    """Of these rows of cards, those in a deck that this person may see, and others edit; each with its deck.

    One query; where a version was published, two.
    """
    rows = set(rows)
    if not rows or person is None or not person.is_authenticated:
        return {}
    seen = SEEN_BY_ALL | Q(deck__state=Deck.State.LINK, deck__savers=person)
    cards = Card.objects.filter(seen, pk__in=rows, hidden_at=None, deck__owner__isnull=False)
    cards = cards.filter(deck__removed_at=None, deck__hidden_at=None).exclude(deck__owner=person)
    cards = cards.exclude(deck__editors=person).distinct()
    found = list(cards.values_list("pk", "deck", "deck__published", "retired_at"))
    versions = {version for _row, _deck, version, _at in found if version is not None}
    frozen = dict(Version.objects.filter(pk__in=versions).values_list("pk", "cards")) if versions else {}
    return {
        row: deck
        for row, deck, version, retired_at in found
        if (row in frozen.get(version, ()) if version is not None else retired_at is None)
    }
