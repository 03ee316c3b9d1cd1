"""Somebody goes for good who wrote: cards, decks, lines that were played and lines that waited."""

import json

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from games.models import Hand, Match, Move, Seat
from quotes import copying
from quotes.models import Card, Deck, Words
from tests.accounts.world import EMAIL, NAME, everything_about, everywhere
from tests.games.scripts import ASK, person, sit_down
from tests.moderation import scenes

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe() -> User:
    return person(NAME)


def test_of_a_person_with_a_row_in_every_table_the_audit_list_alone_keeps_the_name(alice, bob):
    zoe = everywhere(alice, bob)
    leaving.erase(zoe)
    assert {row.partition(":")[0] for row in everything_about(NAME, EMAIL)} == {"Act"}


@pytest.mark.parametrize("kind", scenes.KINDS)
def test_what_was_reported_says_no_more_whose_it_was(zoe, alice, bob, kind):
    thing = scenes.thing(kind, zoe)
    scenes.report(alice, kind, thing)
    if kind in ("deck", "card"):
        copying.copy(bob, free(thing))
    leaving.erase(User.objects.get(pk=zoe.pk))
    assert everything_about(NAME, EMAIL) == []


def free(thing: Deck | Card) -> Deck:
    deck = thing if isinstance(thing, Deck) else thing.deck
    deck.licence = Deck.Licence.ZERO
    deck.save()
    return deck


@pytest.mark.parametrize("left", [False, True], ids=["sits there", "left before"])
def test_what_was_written_ahead_goes_and_nobody_plays_it(zoe, alice, left):
    """Lines of an idea pad: one waits, one was changed since, one was played, and one was hidden."""
    match = sit_down("kangoeroe", [zoe, alice], ASK)
    rows = [
        Words.objects.create(text=text, author=zoe) for text in ("waits", "was changed", "played", "hidden")
    ]
    Words.objects.filter(pk=rows[3].pk).update(hidden_at=timezone.now())
    keys = [rows[number].pk for number in (0, 2, 3)]
    Hand.objects.filter(seat__match=match, seat__number=0).update(
        orders=json.dumps({"ideas": keys, "ahead": True})
    )
    Move.objects.create(match=match, number=90, seat=0, by="player", action=f'{{"words":{rows[2].pk}}}')
    if left:
        Seat.objects.filter(match=match, number=0).update(bot=True, person=None, left_by=zoe)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    leaving.erase(zoe)
    assert set(Words.objects.values_list("text", flat=True)) == {"played", "hidden"}
    orders = json.loads(Hand.objects.get(seat__match=match, seat__number=0).orders)
    assert orders == {"ideas": keys[1:], "ahead": True}


@pytest.mark.parametrize("orders", ['{"ideas"', '["ideas"]', '{"ideas": []}'])
def test_orders_that_cannot_be_read_keep_nobody(zoe, alice, orders):
    match = sit_down("kangoeroe", [zoe, alice], ASK)
    Hand.objects.filter(seat__match=match, seat__number=0).update(orders=orders)
    Move.objects.create(match=match, number=90, seat=0, by="house", action='[{"words"')
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    leaving.erase(zoe)
    assert everything_about(NAME) == []
