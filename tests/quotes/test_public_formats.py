"""Decks as public projects have them, all the way: sent, looked at, added, and sent once more."""

from collections import Counter

import pytest

from quotes.models import Deck
from tests.quotes.importing import add, page, sent
from tests.quotes.public_shapes import NEW, SHAPES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.project.partition(":")[0])
def test_a_public_deck_is_sent_looked_at_and_added(alice, sign_in, shape):
    tab = sign_in(alice)
    data = shape.data if isinstance(shape.data, bytes) else shape.data.encode()
    upload = sent(tab, data, shape.name)
    rows = tab.get(f"/decks/uploads/{upload.pk}/").context["lines"]
    becomes = Counter(row["line"].outcome for row in rows)
    assert becomes == Counter([NEW] * len(shape.cards) + list(shape.others)), [row["why"] for row in rows]
    assert all(row["why"] for row in rows if row["line"].outcome != NEW)
    said = page(tab, upload)
    assert f"{len(shape.cards)} new cards" in said
    assert all(words in said for words in shape.words)
    for quote, source in shape.cards:
        assert quote in said and source in said
    add(tab, upload)
    report = Counter(row["what"] for row in upload.report["rows"])
    assert report == becomes
    deck = Deck.objects.get(owner=alice)
    assert list(deck.cards.order_by("pk").values_list("quote", "source")) == shape.cards
    again = sent(tab, data, shape.name, deck=deck)
    assert "Nothing new" in page(tab, again)
