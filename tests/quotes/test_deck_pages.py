"""The pages of the workshop: who opens them, decks in a grid, and a new deck."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from quotes import decks
from quotes.models import Deck, Suggestion, Version
from quotes.urls import urlpatterns, workshop
from tests.games.scripts import Queries, text
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import WORDS, guest, mute, published
from tests.quotes.workshop import FISH, PAGES, at, clients, deck, first_card

__all__ = ["deck"]

pytestmark = pytest.mark.django_db


# Who sees what

BUTTONS = {
    "deck-save": ({"on": "1"}, (303, 303, 303, 404, 302)),
    "deck-thanks": ({"on": "1"}, (303, 303, 303, 404, 302)),
    "deck-copy": ({}, (303, 303, 303, 404, 302)),
    "deck-share": ({"to": "anew"}, (303, 403, 403, 404, 302)),
    "deck-editors": ({"person": "0"}, (422, 403, 403, 404, 302)),
    "deck-settings": (WORDS, (303, 403, 403, 404, 302)),
    "card-add": (FISH, (303, 303, 403, 404, 302)),
    "cards-bulk": ({"do": "tag", "rows": "1", "new_tag": "sea"}, (303, 303, 403, 404, 302)),
    "cards-back": ({"at": "2026-01-01T00:00:00+00:00"}, (303, 303, 403, 404, 302)),
    "deck-remove": ({}, (303, 403, 403, 404, 302)),
}
WHO = ("alice", "bob", "cleo", "dora", "nobody")


@pytest.mark.parametrize("name", PAGES)
def test_who_opens_which_page(deck, alice, bob, cleo, dora, sign_in, name):
    there = clients(sign_in, alice=alice, bob=bob, cleo=cleo, dora=dora)
    answers = {who: there[who].get(at(name, deck.pk)) for who in WHO}
    assert tuple(answers[who].status_code for who in WHO) == PAGES[name]
    for answer in answers.values():
        if answer.status_code == 403:
            assert re.search("Only its owner and co-editors|Only the owner of this deck", text(answer))


@pytest.mark.parametrize("name", BUTTONS)
@pytest.mark.parametrize("place", range(5))
def test_who_presses_which_button(deck, alice, bob, cleo, dora, sign_in, name, place):
    form, wanted = BUTTONS[name]
    client = clients(sign_in, alice=alice, bob=bob, cleo=cleo, dora=dora)[WHO[place]]
    answer = client.post(at(name, deck.pk), form)
    assert answer.status_code == wanted[place]
    if answer.status_code in (403, 422):
        assert 'role="alert"' in text(answer)


@pytest.mark.parametrize("private", [True, False])
def test_a_card_is_changed_by_those_who_edit_its_deck(deck, alice, bob, cleo, dora, sign_in, private):
    if private:
        decks.make_private(alice, deck)
    there, found = clients(sign_in, alice=alice, bob=bob, cleo=cleo, dora=dora), []
    for who in WHO:
        card = first_card(deck)
        found.append(
            there[who].post(at("card-change", deck.pk, card.pk), FISH | {"quote": f"By {who}."}).status_code
        )
    assert found == [303, 303, 404 if private else 403, 404, 302]
    assert first_card(deck).quote == "By bob."


@pytest.mark.parametrize("name", ["card-add", "card-change", "deck-paste", "suggest", "cards-bulk"])
@pytest.mark.parametrize("why", ["dropped", "removed", "never there"])
def test_what_somebody_typed_for_a_deck_that_is_closed_meanwhile_is_shown_and_nothing_of_the_deck(
    deck, alice, bob, sign_in, name, why
):
    of_card = [first_card(deck).pk] if name in ("card-change", "suggest") else []
    there, client = at(name, deck.pk, *of_card), sign_in(bob)
    form = FISH | {"lines": FISH["quote"], "do": "tag", "new_tag": FISH["quote"]}
    deck.editors.clear()
    decks.make_private(alice, deck)
    if why == "removed":
        decks.remove(alice, deck)
    elif why == "never there":
        there = there.replace(f"/{deck.pk}/", "/999999/")
    answer = client.post(there, form)
    page = text(answer)
    assert answer.status_code == 404 and "What you wrote" in page and FISH["quote"] in page
    assert "no longer open to you" in page and "Kitchen talk" not in page and "To the deck" not in page
    assert client.post(there, {}).status_code == 404


@pytest.mark.parametrize("route", urlpatterns, ids=lambda route: f"{route.name}-{route.pattern}")
def test_a_link_that_can_be_none_breaks_no_address(alice, dora, sign_in, route):
    there, client = deck_of(1, owner=alice, state="published", licence="CC BY 4.0"), sign_in(dora)
    of_deck = re.sub(r"<int:key>", str(there.pk), str(route.pattern))
    where = "/decks/" + re.sub(r"<\w+:\w+>", str(first_card(there).pk), of_deck)
    assert client.get(where, {"link": "a/b\né"}).status_code < 500
    assert client.post(where, FISH | {"link": "a/b\né"}).status_code < 500


@pytest.mark.parametrize("gone", ["hidden_at", "removed_at"])
def test_what_is_hidden_or_removed_is_there_for_nobody_else(deck, alice, bob, cleo, dora, sign_in, gone):
    Deck.objects.filter(pk=deck.pk).update(**{gone: timezone.now()})
    there = clients(sign_in, alice=alice, bob=bob, cleo=cleo, dora=dora)
    statuses = [there[who].get(at("deck", deck.pk)).status_code for who in WHO]
    assert statuses == [200 if gone == "hidden_at" else 404, 404, 404, 404, 404]
    assert there["dora"].get(at("deck-link", "the-link")).status_code == 404
    assert there["alice"].get(at("deck-edit", deck.pk)).status_code == (403 if gone == "hidden_at" else 404)
    if gone == "hidden_at":
        assert "A moderator has hidden this deck." in text(there["alice"].get(at("deck", deck.pk)))


def test_starter_decks_are_read_by_all_and_edited_by_nobody(alice, sign_in):
    made, client = deck_of(4, starter="en", licence="CC BY-SA 4.0"), sign_in(alice)
    page = text(client.get(at("deck", made.pk)))
    assert "Quote 1 red" in page and "comes with the site" in page and "Suggest a correction" not in page
    assert Client().get(at("deck", made.pk)).status_code == 200
    for name in ("deck-edit", "deck-settings", "deck-history"):
        assert client.get(at(name, made.pk)).status_code == 403
    assert client.post(at("card-add", made.pk), FISH).status_code == 403
    assert client.get(at("suggest", made.pk, first_card(made).pk)).status_code == 403
    assert made.cards.count() == 8


@pytest.mark.parametrize("route", list(workshop), ids=lambda pattern: pattern.name)
@pytest.mark.parametrize("key", ["1", "9" * 30])
def test_no_address_leaves_a_browser_with_an_empty_page(alice, sign_in, route, key):
    where = "/decks/" + re.sub(r"<int:\w+>", key, re.sub(r"<str:\w+>", "nothing", str(route.pattern)))
    assert sign_in(alice).get(where).status_code in (200, 302, 403, 404)


@pytest.mark.parametrize("name", [name for name in BUTTONS if name not in PAGES])
def test_whoever_opens_the_address_of_a_button_gets_the_deck(deck, alice, sign_in, name):
    answer = sign_in(alice).get(at(name, deck.pk))
    assert (answer.status_code, answer["Location"]) == (302, at("deck", deck.pk))


# The grid


def test_the_grid_has_ones_own_shared_and_saved_decks(alice, bob, sign_in):
    deck_of(3, owner=alice, title="Of mine", rating="teens")
    deck_of(2, owner=alice, title="Alice", of_blanks=True)
    shared = deck_of(2, owner=bob, title="Of both")
    shared.editors.add(alice)
    saved = published(bob, title="As it was")
    saved.title = "As it is now"
    saved.save()
    alice.decks_saved.add(saved)
    deck_of(2, owner=bob, title="Of nobody's business")
    page = text(sign_in(alice).get("/decks/"))
    mine, kept = page.split('id="saved"')
    assert "Of mine" in mine and "3 cards · From 12 years · All rights reserved" in mine
    assert "Your blank cards" in mine and ">Alice<" not in mine.split('id="mine"')[1]
    assert "Of both" in mine and "by Bob" in mine
    assert "As it was" in kept and "As it is now" not in page and "version 1" in kept and "by Bob" in kept
    assert "nobody&#x27;s business" not in page
    assert mine.count("#shield") == 3 and "private" in mine and "#globe" in kept


def test_an_empty_grid_leads_to_ten_lines(alice, sign_in):
    page = text(sign_in(alice).get("/decks/"))
    assert f'href="{at("deck-paste")}">Paste ten lines to make one' in page


def test_a_guest_is_told_what_guests_can_do(sign_in):
    page = text(sign_in(guest()).get("/decks/"))
    assert "As a guest you can save decks of others" in page and at("new-deck") not in page


def test_the_grid_is_searched(alice, bob, sign_in):
    deck_of(1, owner=alice, title="Of the sea", description="salt")
    deck_of(1, owner=alice, title="Of the kitchen", description="pepper")
    client = sign_in(alice)
    for asked, found in (("SEA", True), ("salt", True), ("pepper", False), ("nothing at all", False)):
        page = text(client.get("/decks/", {"q": asked}))
        assert ("Of the sea" in page) is found
    assert "No deck of yours says that." in page and 'value="nothing at all"' in page


@pytest.mark.parametrize(("asked", "found"), [("as it was", True), ("salt", True), ("WORKINGT", False)])
def test_what_somebody_saved_is_found_by_the_words_they_may_read(alice, bob, sign_in, asked, found):
    saved = published(bob, title="As it was", description="salt")
    Deck.objects.filter(pk=saved.pk).update(title="Workingtitle", description="workingtext")
    alice.decks_saved.add(saved)
    assert ("As it was" in text(sign_in(alice).get("/decks/", {"q": asked}))) is found
    assert ("As it was" in text(sign_in(alice).get("/decks/"))) is True
    assert "Workingtitle" in text(sign_in(bob).get("/decks/", {"q": "workingt"}))


def test_the_grid_says_what_waits(deck, alice, bob, dora, sign_in):
    for n in range(2):
        Suggestion.objects.create(deck=deck, quote=f"Better {n}", writer=dora)
    Suggestion.objects.create(deck=deck, quote="Old", writer=dora, state="declined")
    Version.objects.create(deck=deck, number=1, **{name: getattr(deck, name) for name in decks.WORDS})
    for person in (alice, bob):
        page = text(sign_in(person).get("/decks/"))
        assert "2 suggestions" in page and "waits for a curator" in page


def test_the_grid_costs_the_same_with_many_decks(alice, bob, sign_in):
    client, costs = sign_in(alice), []
    for _ in range(2):
        for _ in range(3):
            deck_of(3, owner=alice).editors.add(bob)
            alice.decks_saved.add(published(bob))
        client.get("/decks/")
        with Queries() as queries:
            client.get("/decks/")
        costs.append(len(queries))
    assert costs[0] == costs[1], costs


# A new deck


def test_a_new_deck_leads_to_its_first_card(alice, sign_in):
    client = sign_in(alice)
    assert "New deck" in text(client.get(at("new-deck")))
    answers = [client.post(at("new-deck"), WORDS) for _ in range(2)]  # pressed twice
    made = Deck.objects.get()
    assert [answer["Location"] for answer in answers] == [f"/decks/{made.pk}/edit/?new=1&done=created"] * 2
    page = text(client.get(answers[0]["Location"]))
    assert "The deck is there. Nobody else sees it." in page and "New card" in page


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_the_language_is_preset_to_the_readers(alice, sign_in, language):
    page = text(sign_in(alice).get(at("new-deck"), headers={"Accept-Language": language}))
    assert f'<option value="{language}" selected>' in page


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"title": ""}, "A deck needs a title."),
        ({"title": "x" * 81}, "This title is too long: 81 characters, and 80 are allowed."),
        ({"description": "x" * 301}, "This description is too long: 301 characters, and 300 are allowed."),
        ({"language": "xx"}, "Choose a language from the list."),
    ],
)
def test_a_refused_deck_keeps_all_that_was_typed(alice, sign_in, typed, words):
    form = WORDS | {
        "description": "Kept",
        "title": "Kept, too",
        "rating": "teens",
        "licence": "CC0 1.0",
    }
    answer = sign_in(alice).post(at("new-deck"), form | typed)
    page = text(answer)
    assert answer.status_code == 422 and words in page and not Deck.objects.exists()
    sent = form | typed
    assert f'value="{sent["title"]}" required' in page and f">{sent['description']}</textarea>" in page
    assert 'value="teens" checked' in page and 'value="CC0 1.0" checked' in page
    assert page.count("autofocus") == page.count('aria-invalid="true"') == 1 and "<title>Error:" in page


def test_who_may_make_no_deck_reads_why(alice, sign_in):
    visitor = sign_in(guest())
    for answer in (visitor.get(at("new-deck")), visitor.post(at("new-deck"), WORDS)):
        assert answer.status_code == 403 and "Guests cannot do that." in text(answer)
    assert "Kitchen talk" in text(answer)  # what was typed
    mute(alice)
    answer = sign_in(alice).post(at("new-deck"), WORDS)
    assert answer.status_code == 403 and "A moderator decided that you write nothing here until" in text(
        answer
    )
    assert 'value="Kitchen talk"' in text(answer)


def test_too_many_decks_are_refused_in_words(alice, sign_in, monkeypatch):
    monkeypatch.setattr(decks, "MOST_DECKS", 1)
    deck_of(1, owner=alice)
    answer = sign_in(alice).post(at("new-deck"), WORDS)
    assert (
        answer.status_code == 429 and "Remove one first." in text(answer) and "Kitchen talk" in text(answer)
    )
