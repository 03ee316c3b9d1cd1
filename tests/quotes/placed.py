"""Cards that were put into a deck long ago."""

from datetime import timedelta

import pytest
from django.utils import timezone

from quotes import editing
from quotes.editing import Texts
from quotes.models import Card, Deck
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import later

FISH = Texts("Fish fly on Fridays.", "A cat", "who has seen it", "o", "fish sky")


@pytest.fixture
def deck(alice) -> Deck:
    return deck_of(0, owner=alice)


def put(deck: Deck, quote: str = "", source: str = "", number: int = 0, **more) -> Card:
    """A card past the door, of long ago."""
    number = number or deck.cards.count() + 1
    made = Card.objects.create(
        deck=deck,
        number=number,
        quote=quote,
        source=source,
        language=deck.language,
        author=deck.owner,
        **more,
    )
    later(made)
    return made


def there(deck: Deck) -> list[tuple[int, str, str]]:
    return [(card.number, card.side, card.quote or card.source) for card in editing.cards_in(deck)]


def days_ago(card: Card, days: int, retired: int | None = None) -> None:
    now = timezone.now()
    at = {"retired_at": now - timedelta(days=retired)} if retired is not None else {}
    Card.objects.filter(pk=card.pk).update(created_at=now - timedelta(days=days), **at)


def last_removal(deck: Deck):
    return max(
        deck.cards.filter(replaced_by=None).exclude(retired_at=None).values_list("retired_at", flat=True)
    )
