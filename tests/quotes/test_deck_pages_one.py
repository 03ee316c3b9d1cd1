"""The page of one deck, and its settings: what is said, who can do what, and that nothing typed is lost."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from quotes import decks, editing
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion
from tests.games.scripts import Queries, called, text
from tests.games.scripts import deck as deck_of
from tests.quotes.shelf import WORDS, guest, published
from tests.quotes.workshop import NASTY, NASTY_SHOWN, PAGES, at, clients, deck, met

__all__ = ["deck"]

pytestmark = pytest.mark.django_db


# One deck


def test_a_deck_says_what_it_is(deck, alice, bob, dora, sign_in):
    deck.description, deck.credit, deck.plays, deck.rating = "What we said", "First (Somebody)", 3, "adults"
    deck.save()
    deck.thanks.create(person=dora)
    page = text(sign_in(bob).get(at("deck", deck.pk)))
    for words in (
        "by Alice", "English", "4 cards", "For adults", "CC BY 4.0", "What we said", "“First (Somebody)”",
        "played in 3 matches", "1 thanks", "by link",
    ):  # fmt: skip
        assert words in page, words
    for number in (1, 4):
        for side in ("red", "blue"):
            assert f"Quote {number} {side} of {called(deck)}." in page
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
    found = text(client.get(where, {"q": "quote 60 "}))
    assert "Quote 60 blue" in found and "Quote 17 red" not in found and "60 cards" in found
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
    made.savers.add(dora)
    for to, words in (
        ("link", "Whoever has the link"),
        ("anew", "the old one leads nowhere. Whoever saved the deck needs the new one."),
        ("private", "private again"),
    ):
        answer = client.post(at("deck-share", made.pk), {"to": to})
        page = text(client.get(answer["Location"]))
        made.refresh_from_db()
        assert words in page and (made.link is None or f"http://testserver/decks/l/{made.link}/" in page)
        links.append(made.link)
    assert len(set(links)) == 3 and links[2] is None and not made.savers.exists()
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


def test_whoever_removes_a_deck_can_export_it_first(deck, alice, sign_in):
    page = text(sign_in(alice).get(at("deck-remove", deck.pk)))
    export = page.index(f'href="{at("deck-export", deck.pk)}"')
    assert "Export it first</a>" in page[export:]
    assert page.index("This cannot be undone.") < export < page.index("Remove the deck</button>")


@pytest.mark.parametrize("name", ["deck-settings", "new-deck"])
def test_a_title_says_how_long_it_may_be(deck, alice, sign_in, name):
    page = text(sign_in(alice).get(at(name, *([deck.pk] if name == "deck-settings" else []))))
    field = page.split('<input type="text" id="title"')[1].split("</p>")[0]
    assert 'data-limit="80"' in field and 'aria-describedby="title-hint"' in field
    assert "At most 80 characters." in field and 'class="counter"' in field
