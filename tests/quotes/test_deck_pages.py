"""The pages of the workshop: decks in a grid, one deck, its settings, its editor and history. Who sees what, what is
said, and that nothing typed is lost.
"""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Match, Seat
from quotes import decks, editing
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion, Tally, Version
from quotes.urls import workshop
from tests.games.scripts import Queries, text
from tests.games.scripts import deck as deck_of
from tests.quotes.test_decks import WORDS, guest, later, mute, published

pytestmark = pytest.mark.django_db
NASTY = "<script>alert(1)</script> \"'> {{ 7*7 }} &amp; %s ‮"
NASTY_SHOWN = "&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#x27;&gt; {{ 7*7 }} &amp;amp; %s"
FISH = {
    "quote": "Fish fly on Fridays.",
    "source": "A cat",
    "description": "who saw it",
    "category": "m",
    "tags": "sky",
}


@pytest.fixture
def deck(alice, bob, cleo) -> Deck:
    """Alice owns it, Bob edits it, Cleo has saved it by its link; Dora has nothing to do with it."""
    made = deck_of(4, owner=alice, title="Kitchen talk", state="link", link="the-link", licence="CC BY 4.0")
    made.editors.add(bob)
    made.savers.add(cleo)
    return made


def at(name: str, *args) -> str:
    return reverse(name, args=args)


def first_card(deck: Deck) -> Card:
    return deck.cards.filter(retired_at=None).order_by("number", "-side").first()


def clients(sign_in, **people) -> dict:
    return {name: sign_in(person) for name, person in people.items()} | {"nobody": Client()}


def met(*people) -> None:
    match = Match.objects.create(game="game-of-quotes", rules=1)
    for number, person in enumerate(people):
        Seat.objects.create(match=match, number=number, person=person, name=str(person))


# Who sees what


PAGES = {
    # the deck's page, and what only those who edit it open, and what only its owner opens
    "deck": (200, 200, 200, 404, 404),
    "deck-settings": (200, 200, 403, 404, 302),
    "deck-edit": (200, 200, 403, 404, 302),
    "deck-history": (200, 200, 403, 404, 302),
    "deck-suggestions": (200, 200, 403, 404, 302),
    "deck-remove": (200, 403, 403, 404, 302),
}
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


# One deck


def test_a_deck_says_what_it_is(deck, alice, bob, dora, sign_in):
    deck.description, deck.credit, deck.plays, deck.rating = "What we said", "First (Somebody)", 3, "adults"
    deck.save()
    deck.thanks.create(person=dora)
    page = text(sign_in(bob).get(at("deck", deck.pk)))
    for words in (
        "by Alice", "English", "4 cards", "For adults", "CC BY 4.0", "What we said", "Based on: First (Somebody)",
        "played in 3 matches", "1 thanks", "by link",
    ):  # fmt: skip
        assert words in page, words
    for number in (1, 4):
        for side in ("red", "blue"):
            assert f"Quote {number} {side} of {deck.pk}." in page
    assert "Somebody 1" in page and "number 1" in page


@pytest.mark.parametrize(
    ("who", "has", "has_not"),
    [
        (
            "alice",
            ["Play with it", "Edit the cards", "Make a copy", "Settings and sharing", "Publish"],
            ["Thanks", ">Save"],
        ),
        ("bob", ["Play with it", "Edit the cards", "Make a copy", "Thanks"], [">Save", "Publish<"]),
        (
            "cleo",
            ["Play with it", "Saved", "Thanks", "Make a copy", "Suggest a correction"],
            ["Edit the cards"],
        ),
        (
            "dora",
            ["Save it and play with it", "Save", "Thanks", "Make a copy", "Suggest"],
            [">Play with it", "Settings and"],
        ),
        ("nobody", ["Sign in to save it"], ["Play with it", "Thanks", "Make a copy", "Suggest a correction"]),
    ],
)
def test_each_gets_the_buttons_that_work(deck, alice, bob, cleo, dora, sign_in, who, has, has_not):
    client = clients(sign_in, alice=alice, bob=bob, cleo=cleo, dora=dora)[who]
    page = text(client.get(at("deck-link", "the-link"), follow=True))
    assert all(words in page for words in has), [words for words in has if words not in page]
    assert not any(words in page for words in has_not), [words for words in has_not if words in page]


def test_a_link_shows_the_deck_and_saves_it(deck, dora, sign_in):
    client = sign_in(dora)
    assert client.get(at("deck", deck.pk)).status_code == 404
    assert client.get(at("deck", deck.pk), {"link": "the-link"}).status_code == 200
    saved = client.post(at("deck-save", deck.pk), {"link": "the-link", "on": "1"})
    assert (saved.status_code, saved["Location"]) == (303, at("deck", deck.pk) + "?done=saved")
    assert "The deck is among your saved ones." in text(client.get(saved["Location"]))
    gone = client.post(at("deck-save", deck.pk), {"on": "0"})
    assert gone["Location"] == "/decks/?done=unsaved" and client.get(at("deck", deck.pk)).status_code == 404


@pytest.mark.parametrize("link", ["another", "%00", "the-link%00", "x" * 500])
def test_a_dead_link_says_so(deck, dora, sign_in, link):
    for client in (sign_in(dora), Client()):
        answer = client.get(f"/decks/l/{link}/")
        assert answer.status_code == 404 and "This link leads nowhere any more." in text(answer)


def test_the_link_of_a_private_deck_is_dead(deck, alice, dora, sign_in):
    decks.make_private(alice, deck)
    Deck.objects.filter(pk=deck.pk).update(link="the-link")  # as if it had been forgotten there
    assert sign_in(dora).get(at("deck-link", "the-link")).status_code == 404


def test_by_its_link_a_deck_is_saved_and_played_with(deck, dora, sign_in):
    client = sign_in(dora)
    answer = client.post(at("deck-save", deck.pk), {"link": "the-link", "play": "1"})
    assert answer["Location"] == f"/new/game-of-quotes/?deck={deck.pk}" and dora in deck.savers.all()
    page = text(client.get(answer["Location"]))
    assert re.findall(r'name="decks" value="(\d+)" checked', page) == [str(deck.pk)]


@pytest.mark.parametrize("asked", ["0", "nonsense", "9" * 40, "not mine"])
def test_a_deck_that_cannot_be_chosen_is_not_preset(bob, dora, sign_in, asked):
    usual, foreign = deck_of(starter="en"), deck_of(owner=bob)
    page = text(
        sign_in(dora).get("/new/game-of-quotes/", {"deck": foreign.pk if asked == "not mine" else asked})
    )
    assert re.findall(r'name="decks" value="(\d+)"( checked)?', page) == [(str(usual.pk), " checked")]


def test_others_see_what_was_published(alice, dora, sign_in):
    made = published(alice, title="As it was")
    gone, stays = made.cards.order_by("number")[:2]
    editing.change(alice, gone, Texts("Changed since", "Nobody"))
    editing.add(alice, made, Texts("Added since", "Nobody"))
    Card.objects.filter(pk=stays.pk).update(hidden_at=timezone.now())
    page, own = (text(sign_in(person).get(at("deck", made.pk))) for person in (dora, alice))
    assert gone.quote in page and "since" not in page and stays.quote not in page and "As it was" in page
    assert (
        "Changed since" in own
        and "Added since" in own
        and stays.quote in own
        and "hidden by a moderator" in own
    )


def test_cards_come_in_pages_and_are_searched(alice, sign_in):
    made, client = deck_of(60, owner=alice), sign_in(alice)
    where = at("deck", made.pk)
    first, second = text(client.get(where)), text(client.get(where, {"page": 2}))
    assert "Quote 50 red" in first and "Quote 51 red" not in first and "page 1 of 2" in first
    assert "Quote 51 red" in second and "Quote 60 blue" in second and "60 cards" in second
    found = text(client.get(where, {"q": "quote 7 "}))
    assert "Quote 7 blue" in found and "Quote 17 red" not in found and "60 cards" in found
    assert "No card says that." in text(client.get(where, {"q": "no such words"}))
    assert "Quote 60 red" in text(client.get(where, {"page": "99"}))  # the last there is


@pytest.mark.parametrize("query", ["page=x", "q=" + "x" * 5000, "page=-1&q=%F0%28", "link=%E2%80%AE"])
def test_nonsense_in_an_address_breaks_no_page(deck, alice, sign_in, query):
    client, more = sign_in(alice), f"tag=%F0&kind=x&card=x&number={'9' * 40}&side=x&out=x&added=x"
    for where in (at("deck", deck.pk), at("deck-edit", deck.pk), "/decks/"):
        assert client.get(f"{where}?{query}&{more}").status_code == 200


def test_pages_of_a_deck_cost_the_same_with_many_cards(alice, sign_in):
    client, costs = sign_in(alice), []
    for size in (3, 90):
        made = deck_of(size, owner=alice)
        row = []
        for name in ("deck", "deck-edit", "deck-history", "deck-settings"):
            client.get(at(name, made.pk))
            with Queries() as queries:
                assert client.get(at(name, made.pk)).status_code == 200
            row.append(len(queries))
        costs.append(row)
    assert costs[0] == costs[1] and max(costs[0]) <= 22, costs


@pytest.mark.parametrize(
    "name", ["deck", "deck-edit", "deck-settings", "deck-history", "deck-suggestions", "deck-remove"]
)
def test_nasty_text_is_only_text(alice, bob, sign_in, name):
    made = deck_of(0, owner=alice, title=NASTY[:80], description=NASTY, credit=NASTY)
    card = editing.add(alice, made, Texts(NASTY, NASTY[:80], NASTY, "o", "<script>alert(1)</script>"))
    editing.take_out(alice, made, [editing.add(alice, made, Texts(f"Out {NASTY}", "")).pk])
    Suggestion.objects.create(
        deck=made, card=card, quote=f"Better {NASTY}", source=NASTY[:80], note=NASTY, writer=bob
    )
    for where in (at(name, made.pk), at(name, made.pk) + f"?card={card.pk}&q=script", "/decks/"):
        page = text(sign_in(alice).get(where))
        assert "<script>alert" not in page and "{{ 7*7 }}" in page
    if name in ("deck", "deck-edit", "deck-history"):
        assert NASTY_SHOWN in text(sign_in(alice).get(at(name, made.pk)))


@pytest.mark.parametrize("name", [*PAGES, "decks", "new-deck"])
def test_the_pages_are_there_in_german(deck, alice, sign_in, name):
    where = at(name) if name in ("decks", "new-deck") else at(name, deck.pk)
    answer = sign_in(alice).get(where, headers={"Accept-Language": "de"})
    assert answer.status_code == 200 and '<html lang="de"' in text(answer)


# Thanks and copies


def test_thanks_are_given_once_and_taken_back(deck, cleo, sign_in):
    client = sign_in(cleo)
    for _ in range(2):
        answer = client.post(at("deck-thanks", deck.pk), {"on": "1"})
        page = text(client.get(answer["Location"]))
        assert "Your thanks are counted." in page and "1 thanks" in page and 'aria-pressed="true"' in page
    page = text(client.get(client.post(at("deck-thanks", deck.pk), {"on": "0"})["Location"]))
    assert "Your thanks are taken back." in page and not deck.thanks.exists()


def test_by_its_link_a_deck_is_thanked_and_copied(deck, dora, sign_in):
    client, sent = sign_in(dora), {"link": "the-link", "on": "1"}
    assert (
        client.post(at("deck-thanks", deck.pk), sent)["Location"]
        == at("deck-link", "the-link") + "?done=thanked"
    )
    answers = [client.post(at("deck-copy", deck.pk), sent) for _ in range(2)]
    made = Deck.objects.get(owner=dora)
    assert {answer["Location"] for answer in answers} == {at("deck-edit", made.pk) + "?done=copied"}
    assert "Based on: Kitchen talk (Alice)" in text(client.get(at("deck", made.pk)))
    assert "This is your own copy." in text(client.get(answers[0]["Location"]))


def test_a_published_deck_is_copied_as_it_was_published(alice, dora, sign_in):
    made = published(alice, title="As it was", licence="CC0 1.0")
    editing.add(alice, made, Texts("Added since", "Nobody"))
    sign_in(dora).post(at("deck-copy", made.pk))
    copied = Deck.objects.get(owner=dora)
    assert copied.title == "As it was (copy)" and not copied.cards.filter(quote="Added since").exists()


@pytest.mark.parametrize(
    ("name", "words"), [("deck-thanks", "Guests cannot"), ("deck-copy", "Guests cannot")]
)
def test_guests_read_why_they_cannot(deck, sign_in, name, words):
    visitor = guest()
    visitor.decks_saved.add(deck)
    client = sign_in(visitor)
    assert "Make a copy" not in text(client.get(at("deck", deck.pk)))
    answer = client.post(at(name, deck.pk))
    assert answer.status_code == 403 and words in text(answer)


def test_what_its_licence_forbids_is_not_copied(deck, cleo, sign_in):
    Deck.objects.filter(pk=deck.pk).update(licence="")
    client = sign_in(cleo)
    assert "Make a copy" not in text(client.get(at("deck", deck.pk)))
    answer = client.post(at("deck-copy", deck.pk))
    assert answer.status_code == 403 and "does not allow copies" in text(answer)


# Settings


def test_the_words_are_changed_and_refused_ones_are_kept(deck, alice, sign_in):
    client = sign_in(alice)
    answer = client.post(at("deck-settings", deck.pk), WORDS | {"title": "x" * 81, "description": "Kept"})
    page = text(answer)
    assert answer.status_code == 422 and "This title is too long" in page and ">Kept</textarea>" in page
    answer = client.post(at("deck-settings", deck.pk), WORDS | {"title": "Said at sea"})
    assert "The words of the deck are saved." in text(client.get(answer["Location"]))
    deck.refresh_from_db()
    assert deck.title == "Said at sea"


def test_the_link_is_made_shown_made_anew_and_taken_back(alice, dora, sign_in):
    made, client, links = deck_of(2, owner=alice), sign_in(alice), []
    for to, words in (
        ("link", "Whoever has the link"),
        ("anew", "The link is a new one"),
        ("private", "private again"),
    ):
        answer = client.post(at("deck-share", made.pk), {"to": to})
        page = text(client.get(answer["Location"]))
        made.refresh_from_db()
        assert words in page and (made.link is None or f"http://testserver/decks/l/{made.link}/" in page)
        links.append(made.link)
    assert len(set(links)) == 3 and links[2] is None
    for link in links[:2]:
        assert sign_in(dora).get(at("deck-link", link)).status_code == 404
    assert client.post(at("deck-share", made.pk), {"to": "everybody"}).status_code == 422


def test_a_published_deck_and_ones_blanks_are_not_passed_on_there(alice, sign_in):
    client = sign_in(alice)
    for made, words in (
        (published(alice), "This deck is published"),
        (deck_of(1, owner=alice, of_blanks=True), "Your blank cards"),
    ):
        page = text(client.get(at("deck-settings", made.pk)))
        assert "Make a link to share" not in page
        answer = client.post(at("deck-share", made.pk), {"to": "link"})
        assert answer.status_code in (403, 409) and words in text(answer)


def test_co_editors_are_people_from_a_table(deck, alice, bob, cleo, dora, sign_in):
    met(alice, bob, cleo, visitor := guest())
    client = sign_in(alice)
    page = text(client.get(at("deck-settings", deck.pk)))
    assert re.findall(r'<option value="(\d+)">(\w+)</option>', page.split('id="person"')[1]) == [
        (str(cleo.pk), "Cleo")
    ]
    for _ in range(2):  # pressed twice
        answer = client.post(at("deck-editors", deck.pk), {"person": cleo.pk})
        assert "You edit this deck together from now on." in text(client.get(answer["Location"]))
    assert cleo in deck.editors.all()
    for stranger in (dora.pk, visitor.pk, alice.pk, 0, "x", "9" * 40):
        answer = client.post(at("deck-editors", deck.pk), {"person": stranger})
        assert answer.status_code == 422 and "Co-editors are people you know from a table, or" in text(answer)
    assert 'value="Kitchen talk"' in text(answer)  # the other form is as it was
    for _ in range(2):
        answer = client.post(at("deck-editors", deck.pk), {"drop": cleo.pk})
        assert answer.status_code == 303
    assert set(deck.editors.all()) == {bob}


def test_a_co_editor_leaves_and_cannot_drop_others(deck, bob, cleo, sign_in):
    deck.editors.add(cleo)
    client = sign_in(bob)
    assert client.post(at("deck-editors", deck.pk), {"drop": cleo.pk}).status_code == 403
    page = text(client.get(at("deck-settings", deck.pk)))
    assert "Stop editing this deck" in page and "Remove the deck" not in page and "Edit together" not in page
    answer = client.post(at("deck-editors", deck.pk), {"leave": "1"})
    assert "You do not edit that deck any more." in text(client.get(answer["Location"]))
    assert set(deck.editors.all()) == {cleo}


# Removing


@pytest.mark.parametrize("played", [True, False])
def test_a_deck_is_removed_after_asking(deck, alice, sign_in, played):
    if played:
        Match.objects.create(game="game-of-quotes", rules=1).decks.add(deck)
    client = sign_in(alice)
    page = text(client.get(at("deck-remove", deck.pk)))
    assert "This cannot be undone." in page and ("Matches that were dealt from it go on" in page) is played
    assert Deck.objects.filter(pk=deck.pk, removed_at=None).exists()
    for _ in range(2):  # pressed twice
        answer = client.post(at("deck-remove", deck.pk))
        assert "The deck is removed." in text(client.get(answer["Location"]))
    assert Deck.objects.filter(pk=deck.pk).exists() is played
    assert client.get(at("deck", deck.pk)).status_code == 404


# The editor


def rows_in(page: str) -> list[str]:
    return re.findall(r"<b>(Quote \d+ \w+)", page.split('class="card-rows"')[1].split("</ul>")[0])


def test_three_cards_are_added_one_after_the_other(alice, sign_in):
    made, client = deck_of(0, owner=alice), sign_in(alice)
    for number in (1, 2, 3):
        answer = client.post(at("card-add", made.pk), FISH | {"quote": f"Fish number {number}."})
        page = text(client.get(answer["Location"]))
        assert f"Card {number} is in the deck." in page and "New card" in page
        assert re.search(r'<textarea id="quote"[^>]* autofocus>\s*</textarea>', page)
        assert (
            'value="m" data-drawing' in page and "selected>myth" in page and 'name="tags" value="sky"' in page
        )
    assert [card.quote for card in editing.cards_in(made)] == [f"Fish number {n}." for n in (1, 2, 3)]


def test_the_card_is_shown_as_in_a_match(deck, alice, sign_in):
    card = first_card(deck)
    page = text(sign_in(alice).get(at("deck-edit", deck.pk), {"card": card.pk}))
    preview = page.split('class="preview-cards"')[1].split("<template")[0]
    for piece in (
        f'<span class="card goq quote" lang="en"><span class="text">{card.quote}</span>',
        '<span class="card goq source">', f"<b>{card.source}</b>", f"<span>{card.description}</span>",
    ):  # fmt: skip
        assert piece in preview


def test_a_double_press_adds_one_card(deck, alice, sign_in):
    client = sign_in(alice)
    answers = {client.post(at("card-add", deck.pk), FISH)["Location"] for _ in range(2)}
    assert len(answers) == 1 and deck.cards.filter(quote=FISH["quote"]).count() == 1


@pytest.mark.parametrize("how", ["add", "change", "other side"])
@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"quote": "", "source": ""}, "quote", "Write a quote, a source, or both."),
        ({"quote": "x" * 301}, "quote", "This quote is too long: 301 characters, and 300 are allowed."),
        ({"source": "y" * 81}, "source", "This name is too long: 81 characters, and 80 are allowed."),
        (
            {"description": "z" * 161},
            "description",
            "This description is too long: 161 characters, and 160 are allowed.",
        ),
        ({"tags": "t" * 121}, "tags", "These tags are too long"),
        ({"quote": "QUOTE 2, RED of {pk}"}, "quote", "This quote is in the deck already: card 2."),
    ],
)
def test_a_refused_card_is_as_it_was_typed_with_the_sentence_at_its_field(
    deck, alice, sign_in, how, typed, field, words
):
    if how == "other side":
        deck.cards.filter(number=4, side="blue").delete()
    sent = FISH | {name: value.replace("{pk}", str(deck.pk)) for name, value in typed.items()}
    where, more = {
        "add": (at("card-add", deck.pk), {}),
        "change": (at("card-change", deck.pk, first_card(deck).pk), {}),
        "other side": (at("card-add", deck.pk), {"number": 4, "side": "blue"}),
    }[how]
    before = list(deck.cards.values())
    answer = sign_in(alice).post(where, sent | more)
    page = text(answer)
    assert answer.status_code == 422 and words in page and list(deck.cards.values()) == before
    assert f">{sent['quote']}</textarea>" in page
    for name in ("source", "description", "tags"):
        assert f'value="{sent[name]}"' in page
    assert "selected>myth" in page
    found = re.findall(r'id="(\w+)"[^>]* aria-invalid="true"', page)
    assert found == [field] and page.count("autofocus") == 1 and 'aria-describedby="' in page
    if how == "other side":
        assert 'name="number" value="4"' in page and "Add this side" in page


def test_a_muted_editor_reads_why_and_keeps_the_text(deck, alice, sign_in):
    mute(alice)
    answer = sign_in(alice).post(at("card-add", deck.pk), FISH)
    assert (
        answer.status_code == 403 and "A moderator decided" in text(answer) and FISH["quote"] in text(answer)
    )


def test_the_other_side_is_added_and_both_can_be_opened(deck, alice, sign_in):
    deck.cards.filter(number=4, side="blue").delete()
    client = sign_in(alice)
    page = text(client.get(at("deck-edit", deck.pk), {"number": 4, "side": "blue"}))
    assert "Add this side" in page and "empty" in page
    answer = client.post(at("card-add", deck.pk), FISH | {"number": "4", "side": "blue"})
    page = text(client.get(answer["Location"]))
    made = deck.cards.get(number=4, side="blue", retired_at=None)
    assert made.quote == FISH["quote"] and "The card is saved." in page and "Take this side out" in page
    again = client.post(at("card-add", deck.pk), FISH | {"quote": "Too late", "number": "4", "side": "blue"})
    assert (
        again.status_code == 409
        and "Another card has taken this place" in text(again)
        and "Too late" in text(again)
    )


def test_a_card_is_changed_and_running_matches_keep_theirs(deck, alice, sign_in):
    client, old = sign_in(alice), first_card(deck)
    for _ in range(2):  # pressed twice
        answer = client.post(at("card-change", deck.pk, old.pk), FISH)
        assert "Matches that run keep the one they were dealt." in text(client.get(answer["Location"]))
    old.refresh_from_db()
    made = first_card(deck)
    assert made.replaces == old and made.quote == FISH["quote"] and old.quote.startswith("Quote 1 red")
    assert deck.cards.count() == 9


def test_whoever_was_slower_sees_both_texts_and_decides(deck, alice, bob, sign_in):
    old = first_card(deck)
    now = editing.change(bob, old, Texts("Bob was faster.", "Bob"))
    answer = sign_in(alice).post(at("card-change", deck.pk, old.pk), FISH)
    page = text(answer)
    assert answer.status_code == 409 and "Somebody has changed this card meanwhile." in page
    now_there = page.split('class="now-there"')[1].split("</div>")[0]
    assert "Bob was faster." in now_there and f">{FISH['quote']}</textarea>" in page
    assert f'action="{at("card-change", deck.pk, now.pk)}"' in page
    assert sign_in(alice).post(at("card-change", deck.pk, now.pk), FISH).status_code == 303
    assert first_card(deck).quote == FISH["quote"]


def test_a_card_that_was_taken_out_meanwhile_can_be_added_anew(deck, alice, bob, sign_in):
    old = first_card(deck)
    editing.take_out(bob, deck, deck.cards.filter(number=1).values_list("pk", flat=True))
    client = sign_in(alice)
    answer = client.post(at("card-change", deck.pk, old.pk), FISH)
    page = text(answer)
    assert (
        answer.status_code == 409 and "Your text can be added as a new one." in page and FISH["quote"] in page
    )
    assert f'action="{at("card-add", deck.pk)}"' in page and 'name="number"' not in page


def test_no_card_of_another_deck_is_changed_from_here(deck, alice, bob, sign_in):
    foreign = first_card(deck_of(2, owner=bob))
    own = first_card(deck_of(2, owner=alice))
    client = sign_in(alice)
    for card in (foreign, own):
        answer = client.post(at("card-change", deck.pk, card.pk), FISH)
        assert (
            answer.status_code == 404
            and "This card is not in the deck." in text(answer)
            and FISH["quote"] in text(answer)
        )
        client.post(at("cards-bulk", deck.pk), {"do": "out", "rows": card.pk})
        card.refresh_from_db()
        assert card.retired_at is None and card.quote.startswith("Quote 1")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "quote 3"}, ["Quote 3 red", "Quote 3 blue"]),
        ({"tag": "sea"}, ["Quote 1 red"]),
        ({"tag": "SEA"}, ["Quote 1 red"]),
        ({"kind": "half"}, ["Quote 2 red"]),
        ({"kind": "l"}, ["Quote 2 red", "Quote 2 blue"]),
        ({"kind": "nonsense", "q": "4 red"}, ["Quote 4 red"]),
    ],
)
def test_the_list_is_filtered_and_stays_so(deck, alice, sign_in, asked, found):
    deck.cards.filter(number=1, side="red").update(tags="food sea")
    deck.cards.filter(number=2, side="red").update(source="")
    page = text(sign_in(alice).get(at("deck-edit", deck.pk), asked))
    assert rows_in(page) == found
    for name, value in asked.items():
        if value != "nonsense":
            assert f'name="{name}" value="{value.lower()}"' in page  # sent along with whatever is done next
    assert '<option value="food">' in page


def test_nothing_found_and_nothing_there_are_said(alice, sign_in):
    made, client = deck_of(0, owner=alice), sign_in(alice)
    assert "No card is in it yet." in text(client.get(at("deck-edit", made.pk)))
    assert "No card is like that." in text(client.get(at("deck-edit", made.pk), {"q": "fish"}))


def test_several_are_taken_out_and_undone_from_the_message(deck, alice, sign_in):
    client, rows = sign_in(alice), list(deck.cards.filter(number__lt=3).values_list("pk", flat=True))
    answer = client.post(at("cards-bulk", deck.pk), {"do": "out", "rows": rows, "q": "quote"})
    page = text(client.get(answer["Location"]))
    assert "4 cards are taken out." in page and "Undo" in page and "q=quote" in answer["Location"]
    again = client.post(at("cards-bulk", deck.pk), {"do": "out", "rows": rows, "q": "quote"})
    assert again["Location"] == answer["Location"]  # pressed twice
    at_moment = re.search(r'name="at" value="([^"]+)"', page)[1]
    for words in ("4 cards are back.", ""):
        answer = client.post(at("cards-back", deck.pk), {"at": at_moment})
        assert words in text(client.get(answer["Location"]))
    assert editing.cards_in(deck).count() == 8


@pytest.mark.parametrize("sent", ["", "yesterday", "2026-01-01", "2026-01-01T00:00:00", "\x00", "9" * 99])
def test_an_undo_of_nothing_is_refused(deck, alice, sign_in, sent):
    answer = sign_in(alice).post(at("cards-back", deck.pk), {"at": sent})
    assert answer.status_code == 422 and "That choice is not there." in text(answer)


def test_an_undo_whose_place_is_taken_says_so(deck, alice, bob, sign_in):
    card = deck.cards.get(number=1, side="blue")
    editing.take_out(alice, deck, [card.pk])
    card.refresh_from_db()
    editing.add(bob, deck, Texts("Another blue", ""), number=1)
    answer = sign_in(alice).post(at("cards-back", deck.pk), {"at": card.retired_at.isoformat()})
    assert answer.status_code == 409 and "Another card has taken this place" in text(answer)


def test_several_get_a_tag(deck, alice, sign_in):
    client, rows = sign_in(alice), list(deck.cards.filter(number=1).values_list("pk", flat=True))
    answer = client.post(at("cards-bulk", deck.pk), {"do": "tag", "rows": rows, "new_tag": "#Sea"})
    assert "2 cards are tagged." in text(client.get(answer["Location"]))
    assert set(deck.cards.filter(tags="sea").values_list("pk", flat=True)) == set(rows)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"do": "out"}, "Tick the cards in the list first."),
        ({"do": "tag", "new_tag": "sea"}, "Tick the cards in the list first."),
        ({"do": "tag", "rows": "ONE"}, "Write a tag first."),
        ({"do": "tag", "rows": "ONE", "new_tag": "t" * 121}, "These tags are too long"),
    ],
)
def test_what_cannot_be_done_to_many_is_refused_and_ticks_are_kept(deck, alice, sign_in, sent, words):
    row = str(first_card(deck).pk)
    sent = {name: value.replace("ONE", row) for name, value in sent.items()}
    answer = sign_in(alice).post(at("cards-bulk", deck.pk), sent)
    page = text(answer)
    assert answer.status_code == 422 and words in page and page.count("autofocus") == 1
    assert f'value="{sent.get("new_tag", "")}"' in page
    assert re.findall(r'name="rows" value="(\d+)" checked', page) == ([row] if "rows" in sent else [])


def test_an_unknown_deed_is_refused(deck, alice, sign_in):
    answer = sign_in(alice).post(at("cards-bulk", deck.pk), {"do": "burn", "rows": first_card(deck).pk})
    assert answer.status_code == 422 and editing.cards_in(deck).count() == 8


# Faults, statistics, history


def test_faults_are_listed_with_links(alice, sign_in):
    made = deck_of(3, owner=alice, two_sided=False)
    half, twin = (
        editing.add(alice, made, Texts("No source", "")),
        editing.add(alice, made, Texts("", "No quote")),
    )
    double = Card.objects.create(
        deck=made, number=9, quote=f"quote 1 RED of {made.pk}", source="A", language="en"
    )
    page = text(sign_in(alice).get(at("deck-edit", made.pk)))
    assert "4 things to mend" in page and "4 whole cards so far. A match of three needs at least 36." in page
    for card, words in (
        (half, "Card 4 has no source, so it is not dealt."),
        (twin, "Card 5 has no quote, so it is not dealt."),
        (double, "Card 9 says nearly the same as card 1. One of them is dealt."),
    ):
        assert f'?card={card.pk}">{words}' in page


def test_a_deck_without_faults_says_nothing_of_them(alice, sign_in):
    assert "to mend" not in text(sign_in(alice).get(at("deck-edit", deck_of(36, owner=alice).pk)))


def test_many_faults_are_cut_with_a_link_to_all(alice, sign_in):
    made = deck_of(40, owner=alice, two_sided=False)
    made.cards.update(source="")
    page = text(sign_in(alice).get(at("deck-edit", made.pk)))
    assert "41 things to mend" in page and "and 10 more" in page and '?kind=half">and' in page


def test_statistics_are_text(deck, alice, sign_in):
    client, card = sign_in(alice), first_card(deck)
    page = text(client.get(at("deck-edit", deck.pk), {"card": card.pk}))
    assert (
        "No card of this deck has been played yet." in page and "This card has not been played yet." in page
    )
    Tally.objects.create(card=card, dealt=12, played=4, stamps=3)
    page = text(client.get(at("deck-edit", deck.pk), {"card": card.pk}))
    assert page.count("dealt 12, played 4, stamps 3") == 2 and "No card of this deck" not in page


def test_the_history_brings_back_what_was_taken_out(deck, alice, bob, sign_in):
    card = deck.cards.get(number=2, side="red")
    editing.change(bob, deck.cards.get(number=3, side="red"), Texts("Bob was here.", "Bob"))
    editing.take_out(bob, deck, [card.pk])
    client = sign_in(alice)
    page = text(client.get(at("deck-history", deck.pk)))
    assert (
        "1 card taken out" in page
        and "1 card changed" in page
        and "8 cards added" not in page.split("taken out")[0]
    )
    assert "Bob was here." in page and card.quote in page and "Bob ·" in page
    moment = re.search(r'name="at" value="([^"]+)"', page)[1]
    answer = client.post(at("cards-back", deck.pk), {"at": moment, "history": "1"})
    page = text(client.get(answer["Location"]))
    assert "1 card is back." in page and "taken out" not in page
    assert deck.cards.filter(pk=card.pk, retired_at=None).exists()


def test_a_message_that_is_not_true_is_not_said(deck, alice, dora, sign_in):
    foreign = first_card(deck_of(1, owner=dora))
    out = (timezone.now() - timedelta(days=1)).isoformat()
    for sent in (
        {"added": foreign.pk},
        {"out": out},
        {"out": "x"},
        {"tagged": "x"},
        {"done": "x"},
        {"added": "9" * 40},
    ):
        assert 'id="done"' not in text(sign_in(alice).get(at("deck-edit", deck.pk), sent))


def test_the_newest_deck_stands_first_after_a_change(alice, sign_in):
    old, new = deck_of(1, owner=alice, title="The old one"), deck_of(1, owner=alice, title="The new one")
    later(new)
    sign_in(alice).post(at("card-add", old.pk), FISH)
    page = text(sign_in(alice).get("/decks/"))
    assert page.index("The old one") < page.index("The new one")
