"""A filtered list on its second page, in two tabs at once: what is changed is the card that was meant, by its row."""

import re

import pytest
from django.urls import reverse

from quotes import editing
from quotes.editing import Texts
from quotes.views.pages import CARDS_A_PAGE
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text

pytestmark = pytest.mark.django_db
ASKED = {"q": "quote", "page": "2"}


def rows_on(client, address: str, **asked: str) -> list[int]:
    """The rows that the list leads to, in its order."""
    listed = text(client.get(address, asked)).split('class="card-rows"')[1].split("</ul>")[0]
    return [int(row) for row in re.findall(r'href="[^"]*card=(\d+)', listed)]


def add_one(alice, deck):
    editing.add(alice, deck, Texts("Quote from another tab", "The other tab"))


def take_one_out(alice, deck):
    editing.take_out(alice, deck, [deck.cards.get(number=1, retired_at=None).pk])


def import_some(alice, deck):
    for n in range(3):
        editing.add(alice, deck, Texts(f"Quote {n} that came by a file", "A file"))


@pytest.mark.parametrize("meanwhile", [add_one, take_one_out, import_some])
def test_a_card_of_page_two_is_changed_while_another_tab_changes_the_list(alice, sign_in, meanwhile):
    deck, client = deck_of(CARDS_A_PAGE + 20, owner=alice, two_sided=False), sign_in(alice)
    editor = f"/decks/{deck.pk}/edit/"
    rows = rows_on(client, editor, **ASKED)
    assert len(rows) == 20
    before = dict(deck.cards.values_list("pk", "quote"))
    row = rows[4]
    place = deck.cards.get(pk=row).number
    meanwhile(alice, deck)
    form = {"quote": "Said otherwise", "source": "Me", "category": "m", "description": "", "tags": ""}
    answer = client.post(f"/decks/{deck.pk}/edit/{row}/", form | ASKED)
    assert answer.status_code == 303 and "q=quote" in answer["Location"] and "page=2" in answer["Location"]
    made = deck.cards.get(number=place, retired_at=None)
    assert (made.replaces_id, made.quote) == (row, "Said otherwise")
    assert dict(deck.cards.filter(pk__in=before).values_list("pk", "quote")) == before
    changed = deck.cards.filter(pk__in=before).exclude(retired_at=None).values_list("number", flat=True)
    assert set(changed) == {place} | ({1} if meanwhile is take_one_out else set())
    shown = text(client.get(answer["Location"]))
    assert "Quote 1 red" not in shown and f"Quote {CARDS_A_PAGE + 2} red" in shown


@pytest.mark.parametrize("out", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "yesterday", ""])
@pytest.mark.parametrize("name", ["deck-edit", "deck-history"])
def test_a_moment_that_is_none_breaks_no_page(alice, sign_in, name, out):
    deck = deck_of(3, owner=alice)
    assert sign_in(alice).get(reverse(name, args=[deck.pk]), {"out": out}).status_code == 200
