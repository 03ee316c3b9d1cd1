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


@pytest.mark.parametrize("quote", ["Quote 1 red", "Said otherwise"])
@pytest.mark.parametrize(
    ("seen", "now", "wanted", "then"),
    [
        ("sea fish", "sea fish", "sea", "sea"),
        ("sea fish", "sea fish cat", "sea fish dog", "sea fish cat dog"),
        ("sea fish", "sea fish cat", "sea", "sea cat"),
        ("sea fish", "fish", "sea fish dog", "fish dog"),
        ("sea", "", "sea", ""),
        ("", "cat", "dog", "cat dog"),
        ("sea", "cat", "cat sea", "cat"),
        (None, "cat", "dog", "dog"),  # sent by a page of before, which did not say what it showed
    ],
)
def test_tags_that_somebody_else_gave_or_took_meanwhile_stay_as_they_are(
    alice, sign_in, quote, seen, now, wanted, then
):
    deck, client = deck_of(1, owner=alice, two_sided=False), sign_in(alice)
    card = deck.cards.get()
    card.tags = seen or "sea"
    card.save()
    there = f"/decks/{deck.pk}/edit/"
    shown = text(client.get(there, {"card": card.pk}))
    assert f'name="tags_before" value="{card.tags}"' in shown
    deck.cards.update(tags=now)
    words = card.quote if quote.startswith("Quote") else quote
    form = {"quote": words, "source": card.source, "category": card.category, "tags": wanted}
    form |= {"description": card.description} | ({} if seen is None else {"tags_before": seen})
    for _press in range(2):
        assert client.post(f"{there}{card.pk}/", form).status_code == 303
    assert deck.cards.get(retired_at=None).tags == then


def test_tags_that_are_too_many_together_are_refused_with_what_was_typed(alice, sign_in):
    deck = deck_of(1, owner=alice, two_sided=False)
    card = deck.cards.get()
    deck.cards.update(tags="x" * 100)
    form = {"quote": card.quote, "source": card.source, "tags": "y" * 100, "tags_before": ""}
    answer = sign_in(alice).post(f"/decks/{deck.pk}/edit/{card.pk}/", form)
    assert answer.status_code == 422 and f'value="{"y" * 100}"' in text(answer)
    assert 'name="tags_before" value=""' in text(answer) and deck.cards.get().tags == "x" * 100
