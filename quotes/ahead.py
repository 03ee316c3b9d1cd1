"""What matches are dealt from of a published deck, beside what was done to it since."""

from dataclasses import dataclass

from django.db.models import Q

from quotes import decks
from quotes.models import Deck, Version, rows_of_version


@dataclass(frozen=True)
class Ahead:
    """changes: places of cards that say something else by now, and words of the deck."""

    version: Version
    changes: int


def of(deck: Deck) -> Ahead | None:
    """None for a deck of which no version is published. One query."""
    version = deck.published
    if version is None:
        return None
    now = Q(retired_at=None, quote__gt="", source__gt="")
    rows = deck.cards.shown().filter(now ^ Q(pk__in=rows_of_version(version.pk)))
    places = rows.order_by().values("number", "side").distinct().count()
    words = sum(getattr(deck, name) != getattr(version, name) for name in decks.WORDS)
    return Ahead(version, places + words)
