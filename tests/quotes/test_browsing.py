"""The list of published decks: what is in it, how it is narrowed and sorted, and what each tile says."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from quotes import browsing, decks, publishing
from quotes.models import Deck, Thanks
from tests.games.scripts import Queries, text
from tests.games.scripts import deck as deck_of
from tests.quotes.curated import NASTY, add, change, cleo, deck, published, rows

__all__ = ["cleo"]

pytestmark = pytest.mark.django_db
BROWSE = "/decks/browse/"


def titles(page) -> list[str]:
    return re.findall(r'<h2><a href="/decks/\d+/"><bdi lang="..">([^<]*)</bdi>', text(page))


def look(query: str = "", client: Client | None = None) -> list[str]:
    return titles((client or Client()).get(f"{BROWSE}?{query}"))


def public(title: str, language: str = "en", cards: int = 40, **more) -> Deck:
    """As a starter deck: for everybody, without a version."""
    return deck_of(cards, language, title=title, two_sided=False, **more)


# What is in it


def test_published_decks_are_listed_for_everybody_and_no_others(alice, cleo, sign_in):
    published(alice, cleo, title="Out")
    public("Starter")
    deck(alice, title="Private")
    deck(alice, title="By link", state=Deck.State.LINK, link="x")
    public("Blanks", of_blanks=True)
    public("Removed", removed_at=timezone.now())
    public("Hidden", hidden_at=timezone.now())
    assert sorted(look()) == ["Out", "Starter"]
    assert sorted(look(client=sign_in(alice))) == ["Out", "Starter"]


def test_a_deck_that_waits_is_not_there_and_one_that_was_taken_back_is_gone(alice, cleo):
    waiting = deck(alice, title="Waits")
    publishing.submit(alice, waiting)
    made = published(alice, cleo, title="Out")
    assert look() == ["Out"]
    publishing.unpublish(alice, made)
    assert look() == []
    assert "No deck is published yet." in text(Client().get(BROWSE))


def test_a_tile_says_what_was_published_whatever_is_worked_on(alice, bob, cleo, sign_in):
    made = published(alice, cleo, 40, rating="teens")
    Deck.objects.filter(pk=made.pk).update(plays=7)
    Thanks.objects.create(deck=made, person=bob)
    decks.change(
        alice,
        made,
        {"title": "Sneaky", "description": "Other", "language": "de", "licence": "", "rating": "adults"},
    )
    add(alice, made, "One more")
    for client in (Client(), sign_in(alice), sign_in(bob)):
        page = text(client.get(BROWSE))
        assert titles(client.get(BROWSE)) == ["Kitchen talk"]
        assert "by Alice" in page and "What we said" in page
        assert "English · 40 cards · from 12 years · CC BY 4.0" in page
        assert "played in 7 matches · 1 thanks" in page
        assert "Sneaky" not in page and "Other" not in page
    assert look("q=sneaky") == [] and look("language=de") == [] and look("rating=adults") == []


# Narrowed


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Ants", "Bees", "Cats", "Dogs"]),
        ("language=de", ["Bees"]),
        ("language=nl", []),
        ("rating=adults", ["Cats"]),
        ("size=36", ["Ants", "Bees", "Cats", "Dogs"]),
        ("size=48", ["Cats", "Dogs"]),
        ("size=72", ["Dogs"]),
        ("q=BEE", ["Bees"]),
        ("q=whiskers", ["Cats"]),
        ("q=whiskers&language=en&rating=adults&size=48", ["Cats"]),
        ("q=whiskers&language=de", []),
        ("q=%25", []),
        ("language=xx&rating=nonsense&size=1e9&sort=nonsense", ["Ants", "Bees", "Cats", "Dogs"]),
        ("q=" + "x" * 5000, []),
        ("page=nonsense", ["Ants", "Bees", "Cats", "Dogs"]),
        ("page=999", ["Ants", "Bees", "Cats", "Dogs"]),
    ],
)
def test_it_is_narrowed_by_language_rating_size_and_words(query, found):
    public("Ants")
    public("Bees", "de")
    public("Cats", cards=50, rating="adults", description="With whiskers")
    public("Dogs", cards=80)
    assert sorted(look(query)) == found
    if not found:
        assert "No deck fits what you chose." in text(Client().get(f"{BROWSE}?{query}"))


def test_the_size_of_a_version_counts_what_was_frozen_and_of_a_starter_deck_whole_cards(alice, cleo):
    made = published(alice, cleo, 50)
    made.cards.filter(number__gt=40).update(retired_at=timezone.now())
    starter = public("Starter", cards=50)
    starter.cards.filter(number__gt=45).update(source="")
    starter.cards.filter(number__gt=40, number__lt=46).update(hidden_at=timezone.now())
    sizes = {one.words_title: one.size for one in browsing.found(browsing.Wanted(), AnonymousUser())}
    assert sizes == {"Kitchen talk": 50, "Starter": 40}


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", ["Third", "Second", "First"]),
        ("new", ["Third", "Second", "First"]),
        ("played", ["Second", "First", "Third"]),
        ("thanked", ["First", "Third", "Second"]),
    ],
)
def test_it_is_sorted_by_freshness_plays_and_thanks(alice, bob, cleo, sort, order):
    first, second, third = (published(alice, cleo, title=title) for title in ("First", "Second", "Third"))
    for made, plays in ((first, 2), (second, 9), (third, 0)):
        Deck.objects.filter(pk=made.pk).update(plays=plays)
    for made, people in ((first, [bob, cleo]), (third, [bob])):
        Thanks.objects.bulk_create(Thanks(deck=made, person=person) for person in people)
    assert look(f"sort={sort}") == order


@pytest.mark.parametrize(
    ("reader", "order"),
    [("en", "First Third Second Old"), ("de", "Second First Third Old"), ("de-AT", "Second First Third Old")],
)
def test_decks_in_the_readers_language_stand_first_and_among_them_what_was_chosen_decides(reader, order):
    made = [public("Old", "nl"), public("Third"), public("Second", "de"), public("First")]
    Deck.objects.filter(pk=made[2].pk).update(created_at=timezone.now() - timedelta(days=1))
    Deck.objects.filter(pk=made[0].pk).update(created_at=timezone.now() - timedelta(days=2))
    page = Client().get(BROWSE, headers={"Accept-Language": reader})
    assert titles(page) == order.split()


def test_a_new_version_makes_a_deck_fresh_again(alice, cleo):
    old, new = (published(alice, cleo, title=title) for title in ("Old", "New"))
    assert look() == ["New", "Old"]
    change(alice, old, "Something else")
    publishing.decide(cleo, publishing.submit(alice, old), "published")
    assert look() == ["Old", "New"] and new.pk > old.pk


# Page by page


def test_twenty_four_a_page_and_the_filters_go_along():
    for number in range(30):
        public(f"Deck {number}", cards=3)
    assert len(look()) == 24 and len(look("page=2")) == 6
    page = text(Client().get(f"{BROWSE}?language=en&q=deck&sort=played"))
    assert "q=deck&amp;language=en&amp;sort=played&amp;page=2" in page
    assert not set(look("page=2")) & set(look())


@pytest.mark.parametrize("who", ["nobody", "somebody", "curator"])
def test_it_costs_the_same_however_many_there_are(alice, bob, cleo, sign_in, who):
    client = {"nobody": Client, "somebody": lambda: sign_in(bob), "curator": lambda: sign_in(cleo)}[who]()
    costs = []
    for count in (1, 4):
        for _ in range(count):
            published(alice, cleo)
            public("Starter")
        client.get(BROWSE)
        with Queries() as queries:
            assert client.get(BROWSE).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1], costs


# The buttons


def guest() -> User:
    return User.objects.create(name="Guest", is_guest=True)


@pytest.mark.parametrize(
    ("who", "save", "thanks"),
    [("nobody", 0, 0), ("guest", 1, 0), ("owner", 0, 0), ("somebody", 1, 1)],
)
def test_who_can_save_and_thank_sees_the_buttons(alice, bob, cleo, sign_in, who, save, thanks):
    made = published(alice, cleo)
    person = {"nobody": None, "guest": guest(), "owner": alice, "somebody": bob}[who]
    page = text((sign_in(person) if person else Client()).get(BROWSE))
    assert page.count(f"/decks/{made.pk}/save/") == save and page.count(f"/decks/{made.pk}/thanks/") == thanks
    assert f"/new/game-of-quotes/?deck={made.pk}" in page


def test_save_and_thanks_lead_back_to_the_same_list_and_are_remembered(alice, bob, cleo, sign_in):
    made, client = published(alice, cleo), sign_in(bob)
    form = {"back": "browse", "browse": "language=en&sort=played&page=1", "on": "1"}
    for what in ("save", "thanks"):
        answer = client.post(f"/decks/{made.pk}/{what}/", form)
        assert answer.status_code == 303
        assert answer["Location"] == f"{BROWSE}?language=en&sort=played&page=1#deck-{made.pk}"
    page = text(client.get(BROWSE))
    assert page.count('value="0" aria-pressed="true"') == 2 and "1 thanks" in page
    client.post(f"/decks/{made.pk}/thanks/", form | {"on": "0"})
    assert Thanks.objects.count() == 0 and made.savers.get() == bob


@pytest.mark.parametrize(
    "forged", ["//evil.example", "q=x\nSet-Cookie: a=b", "page=" + "9" * 50, "a=1&" * 5000]
)
def test_the_way_back_is_nobody_elses(forged):
    assert browsing.same_list(forged) in ("", "q=x+Set-Cookie%3A+a%3Db")


def test_curators_see_how_many_wait_and_others_do_not(alice, bob, cleo, sign_in):
    publishing.submit(alice, deck(alice))
    assert "1 deck waits for a curator" in text(sign_in(cleo).get(BROWSE))
    for client in (Client(), sign_in(bob), sign_in(alice)):
        assert "waits for a curator" not in text(client.get(BROWSE))
    assert rows(cleo) == ["Cleo: waits"]


def test_nasty_words_stay_words(alice, cleo):
    published(alice, cleo, title=NASTY[:80], description=NASTY)
    page = text(Client().get(f"{BROWSE}?q={NASTY}"))
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_filtered_pages_are_not_for_search_engines():
    public("Starter")
    assert "noindex" not in text(Client().get(BROWSE))
    assert "noindex" in text(Client().get(f"{BROWSE}?language=en"))
