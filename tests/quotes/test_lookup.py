"""A text is found whatever its case and accents, by words that may stand in different fields."""

import pytest

from quotes import lookup, publishing
from quotes.models import Card, Deck, Version
from tests.games.scripts import Queries, text
from tests.games.test_lobby import table
from tests.quotes.curated import cleo, deck

__all__ = ["cleo"]

pytestmark = pytest.mark.django_db
CAT = {"quote": "Die Katze lebt. „Vielleicht“", "source": "Erwin Schrödinger", "description": "Straße 7"}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("schrodinger", True),
        ("SCHRÖDINGER", True),
        ("Scho\u0308dinger", False),  # it lacks a letter
        ("Schro\u0308dinger", True),  # the same letters, put together in another way
        ("katze erwin", True),  # one in the quote, one in the source
        ("erwin  Katze strasse", True),
        ("katze hund", False),
        ('"vielleicht"', True),  # as it is typed
        ("atz", True),
        ("100%", False),
        ("_", False),
    ],
)
def test_a_card_is_found_by_all_words_of_it_whatever_their_case_and_accents(asked, found):
    made = Deck.objects.create(title="Katzen", language="de")
    Card.objects.create(deck=made, number=1, language="de", **CAT)
    with Queries() as queries:
        rows = lookup.saying(made.cards.all(), asked)
        assert rows.exists() == found
    assert len(queries) == 2
    assert lookup.saying(made.cards.all(), "").count() == 1


def test_every_page_that_looks_for_a_text_finds_it_so(alice, cleo, sign_in):
    made = deck(alice, title="Genie und Größe")
    made.cards.filter(number=3).update(**CAT)
    version = publishing.submit(alice, made)
    waits = table(alice, "game-of-quotes", chosen_decks=[made], seats=3)
    pages = {
        f"/decks/{made.pk}/": alice,
        f"/decks/{made.pk}/edit/": alice,
        f"/decks/review/{version.pk}/": cleo,
        f"/m/{waits.code}/table/cards/": alice,
    }
    for where, who in pages.items():
        page = text(sign_in(who).get(where, {"q": "SCHRÖDINGER katze"}))
        assert "Die Katze lebt." in page and "Somebody 4" not in page, where
    Version.objects.update(state="published")
    Deck.objects.update(state="published", published=version)
    for where in ("/decks/", "/decks/browse/"):
        for asked, found in (("GROSSE genie", True), ("größe", True), ("genie klein", False)):
            assert ("Genie und Größe" in text(sign_in(alice).get(where, {"q": asked}))) == found, where
