"""What two cards have in common that say the same, and where it is written down."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from games.catalog import GAMES
from quotes import browsing, decks, editing, publishing
from quotes.editing import Texts
from quotes.likeness import LONGEST_KEY, key_of
from quotes.models import Card
from tests.games.scripts import Queries, called
from tests.games.scripts import deck as deck_of

migration = import_module("quotes.migrations.0006_cards_by_likeness")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("Fish fly.", "A cat"), ("FISH  fly!", "A dog"), True),  # the quote alone counts
        (("Fish fly.", ""), ("Fish fly", "A cat"), True),
        (("", "A cat"), ("", "a cat!"), True),  # without a quote the source does
        (("", "A cat"), ("A cat", ""), False),
        (("…", "A cat"), ("!", "A cat"), False),  # nothing in them is a letter: all of it counts
        (("Ça va?", ""), ("Ca va", ""), True),
    ],
)
def test_which_cards_say_the_same(one, other, same):
    assert (key_of(*one) == key_of(*other)) is same
    assert len(key_of(*one)) == LONGEST_KEY


@pytest.mark.django_db
def test_every_card_has_its_key_however_it_is_made(alice):
    deck = deck_of(2, owner=alice)  # many at once
    editing.add(alice, deck, Texts("Fish fly", "A cat"))
    Card.objects.create(deck=deck, number=9, quote="", source="Alone", language="en")
    assert all(card.likeness == key_of(card.quote, card.source) for card in deck.cards.all())
    assert deck.cards.count() == 6


@pytest.mark.django_db
def test_a_card_is_looked_for_without_reading_the_deck(alice):
    deck = deck_of(3, owner=alice)
    with Queries() as asked:
        assert editing.says_already(deck, Texts(f"QUOTE 2 red of {called(deck)}", "")) == 2
    assert len(asked) == 1 and "LIMIT 1" in asked.sql[0]


@pytest.mark.django_db
def test_the_migration_fills_in_what_was_there_before(alice, monkeypatch):
    deck = deck_of(3, owner=alice)
    Card.objects.update(likeness="")
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    migration.fill_in_likeness(apps, None)
    assert all(card.likeness == key_of(card.quote, card.source) for card in deck.cards.all())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"deck": {"mail": False}}, {"deck": {"mail": False}, "deck-queue": {"mail": False}}),
        ({"turn": {"mail": False}}, {"turn": {"mail": False}}),
        ({}, {}),
    ],
)
def test_whoever_had_switched_notices_of_decks_off_has_both_kinds_off(alice, before, after):
    User.objects.filter(pk=alice.pk).update(notice_choices=before)
    migration.keep_choices(apps, None)
    alice.refresh_from_db()
    assert alice.notice_choices == after


def test_so_many_cards_are_enough_as_the_game_says():
    least = GAMES["game-of-quotes"].least_cards
    assert least(3) == publishing.LEAST
    assert {int(size): seats for size, seats in browsing.SIZES.items()} == {least(n): n for n in range(3, 7)}


@pytest.mark.django_db
def test_what_a_curator_decides_meanwhile_is_not_overwritten_when_the_owner_goes(alice, bob):
    """Only whose it is changes for an heir: the rest of the row may be newer than what was read."""
    deck = deck_of(1, owner=alice)
    deck.editors.add(bob)
    with Queries() as asked:
        decks.leave_behind(alice)
    (update,) = [sql for sql in asked.sql if sql.startswith('UPDATE "quotes_deck"')]
    assert "owner_id" in update and "state" not in update
