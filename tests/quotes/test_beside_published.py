"""A deck that is worked on beside what is played of it: what is said where one presses, and what came back."""

import re

import pytest
from django.test import Client

from quotes import ahead, decks, editing, publishing
from quotes.models import Version
from tests.games.scripts import Queries, text
from tests.games.scripts import deck as deck_of
from tests.quotes.curated import add, change, cleo, deck, published
from tests.quotes.workshop import at

__all__ = ["cleo"]

pytestmark = pytest.mark.django_db
STATES = Version.State


# What is played


def half(owner, made) -> None:
    editing.add(owner, made, editing.Texts("No source", ""))


def other_words(owner, made) -> None:
    there = {name: getattr(made, name) for name in decks.WORDS}
    decks.change(owner, made, there | {"title": "Said elsewhere", "description": "All of it"})


@pytest.mark.parametrize(
    ("then", "changes"),
    [
        (lambda owner, made: None, 0),
        (lambda owner, made: add(owner, made, "Quite new"), 1),
        (lambda owner, made: change(owner, made, "Something else"), 1),
        (lambda owner, made: editing.take_out(owner, made, [made.cards.first().pk]), 1),
        (half, 0),
        (other_words, 2),
    ],
)
@pytest.mark.parametrize("name", ["deck", "deck-edit"])
def test_ones_own_table_plays_the_version_and_that_is_said(alice, bob, cleo, sign_in, then, changes, name):
    made = published(alice, cleo, 40)
    made.editors.add(bob)
    then(alice, made)
    made.refresh_from_db()
    assert ahead.of(made).changes == changes
    for person in (alice, bob):
        said = text(sign_in(person).get(at(name, made.pk)))
        assert ("at your tables too: 40 cards." in said) is (name == "deck-edit" or changes > 0)
        wanted = {0: 0, 1: "Your 1 change comes with", 2: "Your 2 changes come with"}[changes]
        assert "with the next version" not in said if not wanted else wanted in said
        assert (at("deck-publish", made.pk) + '">Publish them' in said) is (changes > 0)
    assert "at your tables" not in text(Client().get(at("deck", made.pk)))


def test_of_a_deck_that_is_not_published_its_cards_are_played(alice, sign_in):
    made = deck(alice)
    assert ahead.of(made) is None and "at your tables" not in text(sign_in(alice).get(at("deck", made.pk)))


# How many cards


@pytest.mark.parametrize(
    ("cards", "two_sided", "halves", "words"),
    [
        (3, False, 0, "· 3 cards ·"),
        (3, True, 0, "· 3 cards (with their two sides 6 quotes) ·"),
        (3, False, 2, "· 3 cards and 2 that are not whole ·"),
        (0, False, 1, "· 0 cards and 1 that is not whole ·"),
    ],
)
def test_a_deck_counts_the_cards_that_can_be_dealt(alice, sign_in, cards, two_sided, halves, words):
    made = deck_of(cards, owner=alice, two_sided=two_sided)
    for number in range(halves):
        editing.add(alice, made, editing.Texts(f"Nobody says {number}", ""))
    client = sign_in(alice)
    assert words in re.sub(r"\s+", " ", text(client.get(at("deck", made.pk))))
    assert f"· {cards} card" in re.sub(r"\s+", " ", text(client.get(at("decks"))))
    assert decks.with_counts(decks.edited_by(alice)).get().size == cards


# What came back


@pytest.mark.parametrize("state", [STATES.SENT_BACK, STATES.REJECTED])
def test_what_came_back_is_said_on_the_deck_and_in_the_grid_with_the_way_there(
    alice, bob, cleo, sign_in, state
):
    made = deck(alice)
    made.editors.add(bob)
    publishing.decide(cleo, publishing.submit(alice, made), state, "Too few fish")
    way, words = f'href="{at("deck-publish", made.pk)}"', str(STATES(state).label)
    for person in (alice, bob):
        for page in (at("deck", made.pk), at("decks")):
            said = text(sign_in(person).get(page))
            assert words in said and way in said.split(words)[0] + said.split(words)[1][:200]
    publishing.submit(alice, made)
    for page in (at("deck", made.pk), at("decks")):
        assert words not in text(sign_in(alice).get(page))


def test_curators_see_on_their_decks_page_what_waits(alice, cleo, dora, sign_in):
    page = at("decks")
    assert "May everybody see this?" not in text(sign_in(cleo).get(page))
    publishing.submit(alice, deck(alice))
    assert "May everybody see this? (1)" in text(sign_in(cleo).get(page))
    assert "May everybody see this?" not in text(sign_in(dora).get(page))


@pytest.mark.parametrize(
    ("name", "most"),
    [("deck", 11), ("deck-edit", 11), ("deck-publish", 9), ("deck-history", 9), ("decks", 10)],
)
def test_what_is_said_costs_few_queries(alice, cleo, sign_in, name, most):
    made = published(alice, cleo, 40)
    add(alice, made, "Quite new")
    client, there = sign_in(alice), at(name, *([] if name == "decks" else [made.pk]))
    with Queries() as asked:
        client.get(there)
    assert len(asked) <= most, asked.sql


# To publishing, and back


def test_from_the_list_one_mends_the_words_and_is_led_back(alice, sign_in):
    made, client = deck(alice, licence=""), sign_in(alice)
    page = text(client.get(at("deck-publish", made.pk)))
    where = re.search(r'href="([^"]+)">Change it', page)[1]
    form = text(client.get(where))
    assert 'name="then" value="publish"' in form and "go on publishing" in form
    words = {name: getattr(made, name) for name in decks.WORDS}
    refused = client.post(at("deck-settings", made.pk), words | {"title": "", "then": "publish"})
    assert 'name="then" value="publish"' in text(refused)
    answer = client.post(at("deck-settings", made.pk), words | {"licence": "CC BY 4.0", "then": "publish"})
    assert answer["Location"] == at("deck-publish", made.pk) + "?done=words"
    assert "The words of the deck are saved." in text(client.get(answer["Location"]))
    plain = client.post(at("deck-settings", made.pk), words)
    assert plain["Location"] == at("deck-settings", made.pk) + "?done=words"


def test_signed_out_one_is_led_to_a_deck_of_ones_own(alice, sign_in, settings):
    where = at("new-deck")
    settings.SIGNUP = "open"
    assert f'{at("account_signup")}?next={where}"' in text(Client().get(at("browse-decks")))
    settings.SIGNUP = "closed"
    for client in (Client(), sign_in(alice)):
        page = text(client.get(at("browse-decks")))
        assert f'href="{where}"' in page and "Write your own" in page


@pytest.mark.parametrize(
    ("name", "words"), [("deck-edit", "Edit"), ("deck-publish", "Publish"), ("deck-remove", "Remove")]
)
def test_a_heading_is_one_sentence_in_each_language(alice, sign_in, name, words):
    made = deck(alice, title="Tom & Jerry", language="en")
    said = text(sign_in(alice).get(at(name, made.pk)))
    assert f'<h1>{words} <bdi lang="en">Tom &amp; Jerry</bdi></h1>' in said
    german = Client(HTTP_ACCEPT_LANGUAGE="de")
    german.force_login(alice)
    heading = text(german.get(at(name, made.pk))).split("<h1>")[1].split("</h1>")[0]
    assert not heading.startswith("<bdi") or not heading.endswith("</bdi>")
    assert heading.startswith("<bdi")  # where the verb stands behind
