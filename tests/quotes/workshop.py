"""A deck of the workshop with all who have to do with it, and words to type."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat
from quotes.models import Card, Deck
from tests.games.scripts import deck as deck_of

NASTY = "<script>alert(1)</script> \"'> {{ 7*7 }} &amp; %s ‮"
NASTY_SHOWN = "&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#x27;&gt; {{ 7*7 }} &amp;amp; %s"
FISH = {
    "quote": "Fish fly on Fridays.",
    "source": "A cat",
    "description": "who saw it",
    "category": "m",
    "tags": "sky",
}
PAGES = {
    # for Alice, Bob, Cleo, Dora and nobody: the deck's page, what those who edit it open, what only its owner opens
    "deck": (200, 200, 200, 404, 404),
    "deck-settings": (200, 200, 403, 404, 302),
    "deck-edit": (200, 200, 403, 404, 302),
    "deck-history": (200, 200, 403, 404, 302),
    "deck-suggestions": (200, 200, 403, 404, 302),
    "deck-remove": (200, 403, 403, 404, 302),
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
