"""Forms that keep what is typed until it is sent: the script of each page, whose draft it is, what it says."""

import re

import pytest
from django.urls import reverse

from quotes import suggestions, uploads
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck(alice):
    return deck_of(3, owner=alice, two_sided=False, state="link", link="the-link", licence="CC BY 4.0")


def new_deck(deck, alice, bob):
    return alice, reverse("new-deck")


def settings(deck, alice, bob):
    return alice, reverse("deck-settings", args=[deck.pk])


def card(deck, alice, bob):
    return alice, f"{reverse('deck-edit', args=[deck.pk])}?number=1"


def lines(deck, alice, bob):
    return alice, reverse("deck-paste", args=[deck.pk])


def lines_of_a_new_deck(deck, alice, bob):
    return alice, reverse("deck-paste")


def rows_of_an_import(deck, alice, bob):
    return alice, reverse("upload", args=[uploads.take_in(alice, None, b"A line - somebody\n").pk])


def correction(deck, alice, bob):
    return bob, f"{reverse('suggest', args=[deck.pk, deck.cards.first().pk])}?link=the-link"


def taken_with_changes(deck, alice, bob):
    one = suggestions.suggest(bob, deck.cards.first(), {"quote": "Better", "source": "Bob"})
    return alice, reverse("suggestion", args=[deck.pk, one.pk])


FORMS = [
    new_deck, settings, card, lines, lines_of_a_new_deck, rows_of_an_import, correction, taken_with_changes,
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_what_is_typed_is_kept_for_its_writer_and_said_to_be_unsaved(form, deck, alice, bob, sign_in):
    deck.savers.add(bob)
    person, where = form(deck, alice, bob)
    page = text(sign_in(person).get(where))
    found = re.findall(r'<form [^>]*data-draft="([^"]+)"[^>]*>(.*?)</form>', page, flags=re.DOTALL)
    assert len(found) == 1 and found[0][0].split()[-1] == str(person.pk)
    assert "js/drafts" in page and "data-unsaved hidden>Not s" in found[0][1]


def test_no_two_forms_have_the_same_draft(deck, alice, bob, sign_in):
    deck.savers.add(bob)
    drafts = []
    for form in FORMS:
        person, where = form(deck, alice, bob)
        drafts += re.findall(r'data-draft="([^"]+)"', text(sign_in(person).get(where)))
    assert len(set(drafts)) == len(FORMS)
