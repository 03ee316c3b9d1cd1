"""Three lines as somebody types them, the tab they are typed in, and a deck to bring them into."""

import pytest

from quotes.models import Deck
from tests.games.scripts import deck as deck_of

LINES = "Fish fly on Fridays. – A cat\nWho moved the moon? | The night watch\nI was here first.\tThe egg\n"
THREE = [
    (1, "red", "Fish fly on Fridays.", "A cat"),
    (2, "red", "Who moved the moon?", "The night watch"),
    (3, "red", "I was here first.", "The egg"),
]
META = {
    "format": "quote-deck",
    "version": 1,
    "title": "Tea & talk",
    "language": "de",
    "description": "Gesagt ist gesagt.",
    "licence": "CC BY 4.0",
    "rating": "teens",
    "based_on": "Coffee talk",
    "credit": "Ada",
    "cards": [{"number": 4, "red": {"quote": "Fisch fliegt.", "source": "Die Katze"}}],
}


@pytest.fixture
def tab(alice, sign_in):
    return sign_in(alice)


@pytest.fixture
def deck(alice) -> Deck:
    return deck_of(0, owner=alice, title="Kitchen talk")


def own_deck(person) -> Deck:
    return Deck.objects.get(owner=person)
