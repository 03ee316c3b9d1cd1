"""A text of a blank that is hidden takes along what was made of it: the kept card, what was offered, what was taken."""

import pytest
from django.utils import timezone

from games import decks
from games.models import Blank
from games.moderation import cases, covers
from games.moderation.targets import TARGETS
from quotes import suggestions
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion, Words
from tests.game_of_quotes.seated import sit
from tests.moderation import scenes

pytestmark = pytest.mark.django_db


@pytest.fixture
def blank(alice, bob, cleo) -> Blank:
    """Bob wrote it at a table that is over; he kept it, and offered it to two decks."""
    made = scenes.blank(sit(3, [alice, bob, cleo]), bob, "The chair is mine.", "A dentist")
    decks.add_to_own(made)
    for title in ("One", "Two"):
        suggestions.offer(bob, scenes.deck_of(alice, title), made.quote.text, made.source.text)
    one = Suggestion.objects.get(deck__title="One")
    suggestions.take(alice, one, Texts(one.quote, one.source))
    return made


def shown() -> tuple[int, int]:
    """How many cards and open suggestions say it."""
    says = {"quote": "The chair is mine.", "source": "A dentist"}
    cards = Card.objects.filter(**says, hidden_at=None).count()
    return cards, Suggestion.objects.filter(**says, state=Suggestion.State.OPEN).count()


def hide(text: Words) -> None:
    covers.hide(TARGETS["words"].reach(text), timezone.now())


@pytest.mark.parametrize("part", ["quote", "source"])
def test_either_text_takes_all_copies_along_and_brings_them_back(blank, part, cleo):
    assert shown() == (2, 1)  # the kept one and the taken one; and what still waits
    judge = scenes.moderator("Judge")
    case = scenes.decided(judge, scenes.report(cleo, "words", getattr(blank, part)), "hide")
    assert shown() == (0, 0)
    cases.end(judge, case.pk, "unhide")
    assert shown() == (2, 1)


def test_a_copy_of_the_deck_that_took_it_is_reached_too(blank, alice):
    taken = Card.objects.get(deck__title="One")
    copy = Deck.objects.create(title="Copy", language="en", owner=alice)
    Card.objects.create(deck=copy, number=1, quote=taken.quote, source=taken.source, author=taken.author)
    hide(blank.quote)
    assert shown() == (0, 0)


def test_what_somebody_else_says_in_the_same_words_stays(blank, cleo):
    scenes.card(cleo, "The chair is mine.", source="A dentist")
    hide(blank.quote)
    assert shown() == (1, 0)


def test_what_was_hidden_in_the_match_is_not_kept_or_offered_after_it(blank):
    hide(blank.source)
    assert not decks.blanks_of(blank.match).exists()
