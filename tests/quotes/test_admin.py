"""Decks in the admin: nothing is deleted from under a match, and no page lists everybody."""

import pytest
from django.urls import reverse

from accounts.models import User
from quotes import decks, publishing
from quotes.models import Card, Deck, Version
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.quotes.curated import deck, published
from tests.quotes.shelf import play_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(sign_in):
    person = User.objects.create_superuser(username="root", email="root@example.org", name="Root")
    return sign_in(person)


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
    play_with(played)
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


def test_nothing_of_a_deck_is_typed_there(alice, bob, root):
    made = deck(alice, 1, link="the-link", state="link")
    made.savers.add(bob)
    there = f"/admin/quotes/deck/{made.pk}/change/"
    page = text(root.get(there))
    assert "the-link" not in page and "Bob" not in page and 'name="_save"' not in page
    sent = {"state": "published", "owner": bob.pk, "editors": bob.pk, "title": "Other", "licence": "CC0 1.0"}
    root.post(there, sent)
    same = Deck.objects.get(pk=made.pk)
    assert (same.state, same.owner, same.title, same.licence) == ("link", alice, "Kitchen talk", made.licence)
    assert not same.editors.exists()
    assert root.get("/admin/quotes/deck/add/").status_code == 403


def act(root, name: str, *chosen: Deck):
    form = {"action": name, "_selected_action": [one.pk for one in chosen]}
    return root.post("/admin/quotes/deck/", form, follow=True)


def test_a_deck_is_taken_back_from_everybody_on_the_page_of_curators_with_a_reason(alice, root):
    curator = User.objects.get(username="root")
    first, second = published(alice, curator), published(alice, curator)
    assert "Choose one deck" in text(act(root, "take_back", first, second))
    asked = act(root, "take_back", first)
    assert asked.redirect_chain[-1][0] == reverse("deck-unpublish", args=[first.pk])
    assert decks.published().count() == 2
    root.post(asked.redirect_chain[-1][0], {"own": "Not for ten year olds."})
    assert list(decks.published()) == [second]


def test_starter_decks_are_taken_back_at_once_and_put_out_again(alice, root):
    of_house, other = deck_of(1, starter="en", state="published"), deck_of(1, owner=alice)
    for name, said, state in (
        ("take_back", "1 starter deck is taken back.", "private"),
        ("take_back", "0 starter decks are taken back.", "private"),
        ("put_out", "1 starter deck is out again.", "published"),
    ):
        assert said in text(act(root, name, of_house))
        of_house.refresh_from_db()
        assert of_house.state == state
    act(root, "put_out", other)
    assert Deck.objects.get(pk=other.pk).state == other.state
