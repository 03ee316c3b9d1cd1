"""Decks of somebody, published or played with, and people who can do less than others."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Match
from quotes import decks
from quotes.models import Deck, Version
from tests.games.scripts import deck as deck_of

WORDS = {
    "title": "Kitchen talk",
    "language": "en",
    "description": "What we said",
    "licence": "",
    "rating": "all",
}
STATES = Deck.State


def deck(owner, cards=3, **more) -> Deck:
    return deck_of(cards, owner=owner, two_sided=False, title="Kitchen talk", **more)


def published(owner, **words) -> Deck:
    made = deck(owner, state=STATES.PUBLISHED, licence="CC BY 4.0")
    rows = [card.pk for card in made.cards.all()]
    as_it_was = {name: getattr(made, name) for name in decks.WORDS} | words
    made.published = Version.objects.create(deck=made, number=1, state="published", cards=rows, **as_it_was)
    made.save()
    return made


def guest() -> User:
    return User.objects.create(name="Guest", is_guest=True)


def mute(person) -> None:
    person.muted_until = timezone.now() + timedelta(days=1)
    person.save()


def play_with(made: Deck) -> Match:
    match = Match.objects.create(game="game-of-quotes", rules=1)
    match.decks.add(made)
    return match


def later(*rows, seconds=60) -> None:
    """So long ago that what comes now is no second press."""
    for row in rows:
        type(row).objects.filter(pk=row.pk).update(created_at=timezone.now() - timedelta(seconds=seconds))
