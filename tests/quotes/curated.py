"""Decks that are handed in and published, and the curators who decide on them."""

import pytest
from django.contrib.auth.models import Group

from accounts.models import Send, User
from quotes import editing, notice_words, publishing
from quotes.models import Card, Deck, Version
from quotes.publishing import CURATORS, PROMISES
from tests.games.scripts import deck as deck_of

STATES = Version.State
TICKED = dict.fromkeys(PROMISES, "1")
FREE = "CC BY 4.0"
NASTY = """<script>alert(1)</script>"'{{ 7*7 }}"""


def deck(owner, cards=36, **more) -> Deck:
    words = {"title": "Kitchen talk", "description": "What we said", "licence": FREE}
    return deck_of(cards, owner=owner, two_sided=False, **words | more)


def make_curator(*people: User) -> None:
    group, _ = Group.objects.get_or_create(name=CURATORS)
    group.user_set.add(*people)


def published(owner, curator, cards=36, **more) -> Deck:
    made = deck(owner, cards, **more)
    publishing.decide(curator, publishing.submit(owner, made), STATES.PUBLISHED)
    made.refresh_from_db()
    return made


def change(owner, made: Deck, quote: str, number: int = 1) -> Card:
    card = made.cards.get(number=number, retired_at=None)
    return editing.change(owner, card, editing.Texts(quote, card.source, card.description, card.category))


def add(owner, made: Deck, quote: str) -> Card:
    return editing.add(owner, made, editing.Texts(quote, "Somebody new"))


def rows(person: User | None = None) -> list[str]:
    """What is told: to whom, of what."""
    found = Send.objects.filter(kind__in=("deck", "deck-queue")).select_related("person").order_by("pk")
    return [f"{row.person}: {row.about['what']}" for row in found if person in (None, row.person)]


def said(row: Send) -> str:
    item = notice_words.say(row)
    return f"{item.subject} | {item.line} | {item.path}"


@pytest.fixture
def cleo(cleo):
    """Cleo is a curator."""
    make_curator(cleo)
    return cleo


@pytest.fixture
def emil(db):
    """Emil is one, too."""
    emil = User.objects.create_user(username="emil", email="emil@example.org", name="Emil")
    make_curator(emil)
    return emil
