"""Decks in the admin: nothing is deleted from under a match, and no page lists everybody."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Match
from quotes import publishing
from quotes.models import Card, Deck, Version
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.test_publishing import deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(sign_in):
    person = User.objects.create_superuser(username="root", email="root@example.org", name="Root")
    return sign_in(person)


def in_match(made: Deck) -> Match:
    match = Match.objects.create(game="game-of-quotes", rules=1)
    match.decks.add(made)
    return match


@pytest.mark.parametrize("kind", ["deck", "card", "words", "version"])
def test_nothing_of_it_is_deleted(alice, root, kind):
    made = deck(alice, 36)
    publishing.submit(alice, made)
    key = {"deck": made.pk, "card": made.cards.first().pk, "version": made.versions.get().pk}.get(kind, 1)
    assert root.get(f"/admin/quotes/{kind}/{key}/delete/").status_code in (403, 302)
    listed = text(root.get(f"/admin/quotes/{kind}/"))
    assert "delete_selected" not in listed
    form = {"action": "delete_selected", "_selected_action": key, "post": "yes"}
    root.post(f"/admin/quotes/{kind}/", form)
    assert Deck.objects.exists() and Card.objects.count() == 36 and Version.objects.exists()


def test_decks_are_removed_there_as_their_owners_remove_them(alice, root):
    played, unused, of_house = deck_of(1, owner=alice), deck_of(1, owner=alice), deck_of(1, starter="en")
    in_match(played)
    chosen = [played.pk, unused.pk, of_house.pk]
    answer = root.post("/admin/quotes/deck/", {"action": "put_away", "_selected_action": chosen}, follow=True)
    assert "2 decks are removed." in text(answer)
    assert set(Deck.objects.values_list("pk", flat=True)) == {played.pk, of_house.pk}
    played.refresh_from_db()
    assert played.removed_at and played.cards.exists() and not Deck.objects.get(pk=of_house.pk).removed_at


def test_the_page_of_a_deck_lists_neither_all_people_nor_all_decks(alice, bob, root):
    made = deck_of(1, owner=alice, title="This one")
    deck_of(1, owner=bob, title="Another one")
    page = text(root.get(f"/admin/quotes/deck/{made.pk}/change/"))
    assert "Another one" not in page and "Bob" not in page


def test_who_replaced_a_card_is_not_typed(alice, root):
    card = deck_of(1, owner=alice).cards.first()
    page = text(root.get(f"/admin/quotes/card/{card.pk}/change/"))
    for name in ("retired_by", "replaces", "retired_at_0", "quote", "likeness"):
        assert f'name="{name}"' not in page


def test_versions_are_looked_at_and_not_changed(alice, root):
    version = publishing.submit(alice, deck(alice, 36))
    assert version.title in text(root.get(reverse("admin:quotes_version_changelist")))
    page = text(root.get(f"/admin/quotes/version/{version.pk}/change/"))
    assert "Kitchen talk" in page and 'name="_save"' not in page and 'name="cards"' not in page
