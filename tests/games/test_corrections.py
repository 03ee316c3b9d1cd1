"""Whoever reads a card of a deck that takes suggestions can offer another text for it, once the match is over."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games import corrections
from games.models import Match
from quotes.models import Card, Deck, Suggestion, Version
from tests.game_of_quotes import seated
from tests.games.scripts import Party, Queries, person, text

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="(/decks/\d+/cards/\d+/suggest/)"')


@pytest.fixture
def deck() -> Deck:
    """Of Olga, who does not play; everybody sees it."""
    made = seated.make_deck()
    Deck.objects.filter(pk=made.pk).update(owner=person("Olga"), starter=None)
    made.refresh_from_db()
    return made


@pytest.fixture
def ended(deck) -> Party:
    party = seated.table(lambda state: False, deck=deck)
    for part in (1, 2, 3, 4, 0):
        party.post(0, "heard", {"part": part, "bits": 99})
    return party


def reader(party: Party) -> User:
    return party.match.seats.get(number=0).person


def rows(deck: Deck) -> list[int]:
    return list(deck.cards.values_list("pk", flat=True)[:3])


@pytest.mark.parametrize("page", ["match", "combinations"])
def test_in_what_was_read_and_on_the_page_of_all_combinations_each_card_has_the_way(page, ended):
    body = text(ended.clients[0].get(ended.url(page)))
    found = LINK.findall(body)
    read = [one for round_ in ended.state.table.readings for one in round_]
    assert len(found) == 12 + sum(bool(one.source.face) for one in read)
    assert "Suggest a correction of the quote" in body and "Suggest a correction of the source" in body
    form = text(ended.clients[0].get(found[0]))
    assert 'name="quote"' in form
    said = {"quote": "Another text.", "source": "Somebody", "description": "", "note": ""}
    assert ended.clients[0].post(found[0], said).status_code == 303
    assert Suggestion.objects.get().quote == "Another text."


def test_while_a_match_goes_on_there_is_none(deck):
    party = seated.table(seated.in_round(3), deck=deck)
    for part in (1, 2):
        party.post(0, "heard", {"part": part, "bits": 99})
    assert LINK.findall(text(party.page(0))) == []


def test_of_the_house_s_own_deck_there_is_none_for_nobody_would_read_it():
    party = seated.table(lambda state: False)
    assert LINK.findall(text(party.clients[0].get(party.url("combinations")))) == []


def test_who_only_watches_is_asked_to_sign_in_elsewhere(ended, client, dora):
    Match.objects.update(watchable=True)
    assert LINK.findall(text(client.get(ended.url("combinations")))) == []
    client.force_login(dora)
    assert LINK.findall(text(client.get(ended.url("combinations"))))


def make_private(deck: Deck, who: User) -> None:
    Deck.objects.filter(pk=deck.pk).update(state=Deck.State.PRIVATE)


def pass_on(deck: Deck, who: User) -> None:
    Deck.objects.filter(pk=deck.pk).update(state=Deck.State.LINK, link="l")


def save(deck: Deck, who: User) -> None:
    pass_on(deck, who)
    deck.savers.add(who)


def own(deck: Deck, who: User) -> None:
    Deck.objects.filter(pk=deck.pk).update(owner=who)


def edit(deck: Deck, who: User) -> None:
    deck.editors.add(who)


def hide(deck: Deck, who: User) -> None:
    Deck.objects.filter(pk=deck.pk).update(hidden_at=timezone.now())


def hide_cards(deck: Deck, who: User) -> None:
    deck.cards.update(hidden_at=timezone.now())


def remove(deck: Deck, who: User) -> None:
    Deck.objects.filter(pk=deck.pk).update(removed_at=timezone.now())


def change(deck: Deck, who: User) -> None:
    deck.cards.update(retired_at=timezone.now())


def publish(deck: Deck, who: User) -> None:
    """As a version, and change every card since."""
    kept = list(deck.cards.values_list("pk", flat=True))
    made = Version.objects.create(deck=deck, number=1, title="T", language="en", cards=kept, size=80)
    Deck.objects.filter(pk=deck.pk).update(published=made)
    change(deck, who)


def publish_without(deck: Deck, who: User) -> None:
    made = Version.objects.create(deck=deck, number=1, title="T", language="en", cards=[], size=0)
    Deck.objects.filter(pk=deck.pk).update(published=made)


@pytest.mark.parametrize(
    ("became", "offered"),
    [
        (None, True),
        (make_private, False),
        (pass_on, False),  # this reader does not have the link
        (save, True),
        (own, False),  # who edits it changes it
        (edit, False),
        (hide, False),
        (hide_cards, False),
        (remove, False),
        (change, False),  # it is not in the deck any more
        (publish, True),  # it is in what everybody sees still
        (publish_without, False),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_it_is_offered_just_where_the_page_behind_it_opens(became, offered, deck, alice, sign_in):
    if became is not None:
        became(deck, alice)
    row = rows(deck)[0]
    assert corrections.open_to(alice, [row]) == ({row: deck.pk} if offered else {})
    client = sign_in(alice)
    opens = client.get(f"/decks/{deck.pk}/cards/{row}/suggest/").status_code == 200
    assert opens or not offered
    if became not in (own, edit):
        assert opens == offered


def test_it_takes_two_queries_for_any_number_of_cards_and_none_while_the_match_goes_on(deck, alice):
    publish(deck, alice)
    deck.refresh_from_db()
    with Queries() as queries:
        assert len(corrections.open_to(alice, Card.objects.values_list("pk", flat=True))) == 160
    assert len(queries) == 3  # one of them is the test's own
    party = seated.table(seated.in_round(2), deck=deck)
    with Queries() as queries:
        party.page(0)
    assert not any("retired_at" in sql and "editors" in sql for sql in queries.sql)
