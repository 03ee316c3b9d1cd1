"""What a deck has in common with others: told before it is handed in, and to the curator; copies and their titles."""

import pytest
from django.urls import reverse

from quotes import copying, decks, editing, overlaps, publishing
from quotes.models import Card, Deck, Version
from quotes.refusals import Refused
from tests.games.scripts import called, text
from tests.quotes.curated import add, change, cleo, deck, published
from tests.quotes.shelf import later

__all__ = ["cleo"]

pytestmark = pytest.mark.django_db
STATES = Version.State


def found(made: Deck) -> list[tuple[str, int]]:
    return [(one.title, one.same) for one in overlaps.of(made, made.cards.there().shown().whole())]


def copy_of(person, other: Deck) -> Deck:
    return Deck.objects.get(pk=copying.copy(person, other).pk)


@pytest.mark.parametrize("said", ["quote 7 RED of {}", "Quote 7 red of {}.", "Quôte 7 red, of {}!"])
def test_cards_are_the_same_that_say_nearly_the_same(alice, bob, cleo, said):
    other, made = published(alice, cleo), deck(bob, 3)
    change(bob, made, said.format(called(other)))
    assert found(made) == [("Kitchen talk", 1)]


@pytest.mark.parametrize(
    ("which", "there"),
    [
        ("published", True),
        ("a starter deck", True),
        ("private", False),
        ("by link", False),
        ("what it is based on", False),
        ("hidden", False),
        ("removed", False),
        ("a copy of it", False),
        ("itself", False),
    ],
)
def test_what_is_compared(alice, bob, which, there):
    more = {
        "published": {"state": "published"},
        "a starter deck": {"state": "published", "starter": "en"},
        "by link": {"state": "link"},
        "hidden": {"state": "published", "hidden_at": "2026-01-01T00:00Z"},
        "removed": {"state": "published", "removed_at": "2026-01-01T00:00Z"},
        "a copy of it": {"state": "published"},
    }.get(which, {})
    other = deck(None if which == "a starter deck" else alice, 3, **({"state": "private"} | more))
    made = other if which == "itself" else deck(bob, 3)
    if which != "itself":
        made.cards.all().delete()
        for card in other.cards.all():
            editing.add(bob, made, editing.Texts(card.quote, card.source))
    if which == "what it is based on":
        Deck.objects.filter(pk=made.pk).update(based_on=other)
    elif which == "a copy of it":
        Deck.objects.filter(pk=other.pk).update(based_on=made)
    made.refresh_from_db()
    assert found(made) == ([("Kitchen talk", 3)] if there else [])


def test_what_is_worked_on_in_a_published_deck_is_compared_with_nothing(alice, bob, cleo):
    other, made = published(alice, cleo), deck(bob, 3)
    before = other.cards.get(number=7)
    change(alice, other, "Not out yet", number=7)
    change(bob, made, "Not out yet")
    assert found(made) == []
    change(bob, made, before.quote)
    assert found(made) == [("Kitchen talk", 1)]


def test_a_card_with_two_sides_is_one(alice, bob):
    other = deck(alice, 3, state="published")
    made = deck(bob, 0)
    first = [editing.Texts(card.quote, card.source) for card in other.cards.all()[:2]]
    card = editing.add(bob, made, first[0])
    editing.add(bob, made, first[1], card.number)
    assert found(made) == [("Kitchen talk", 1)]


# Copies


@pytest.mark.parametrize(
    ("then", "refused"),
    [
        (None, True),
        (lambda owner, made: add(owner, made, "Quite new"), False),
        (lambda owner, made: change(owner, made, "Something else"), False),
        (lambda owner, made: change(owner, made, f"QUOTE 1 RED OF {called(made.based_on)}!"), True),
        (lambda owner, made: editing.take_out(owner, made, [made.cards.first().pk]), False),
    ],
)
def test_a_copy_without_anything_of_ones_own_is_not_handed_in(alice, bob, cleo, sign_in, then, refused):
    made = copy_of(bob, published(alice, cleo, 40))
    if then:
        then(bob, made)
    page = text(sign_in(bob).get(reverse("deck-publish", args=[made.pk])))
    assert "are the same as in “Kitchen talk”." in page
    assert ("Nothing in this copy is your own yet" in page) is refused
    if refused:
        with pytest.raises(Refused, match="untouched_copy"):
            publishing.submit(bob, made)
    else:
        publishing.submit(bob, made)


@pytest.mark.parametrize("then", ["unpublished", "removed"])
def test_a_copy_of_what_was_taken_back_says_nothing_of_it_and_needs_a_card_of_ones_own(
    alice, bob, cleo, sign_in, then
):
    other = published(alice, cleo, 40)
    made = copy_of(bob, other)
    publishing.unpublish(alice, other)
    add(alice, other, "Secret plan")
    if then == "removed":
        decks.remove(alice, other)
    page = text(sign_in(bob).get(there := reverse("deck-publish", args=[made.pk])))
    assert "same as in" not in page and "Nothing in this copy is your own yet" in page
    with pytest.raises(Refused, match="untouched_copy"):
        publishing.submit(bob, Deck.objects.get(pk=made.pk))
    add(bob, made, "Secret plan")
    page = text(sign_in(bob).get(there))
    assert "No card is the same as in a published deck." in page and "Nothing in this copy" not in page
    assert publishing.submit(bob, Deck.objects.get(pk=made.pk)).size == 41


def test_a_copy_of_ones_own_private_deck_is_handed_in(alice):
    version = publishing.submit(alice, copy_of(alice, deck(alice, 40)))
    assert version.size == 40 and version in publishing.waiting()


def test_the_curator_is_told_how_much_is_from_elsewhere(alice, bob, cleo, sign_in):
    made = copy_of(bob, published(alice, cleo, 40))
    for number in range(1, 11):
        change(bob, made, f"Something else {number}", number=number)
    version = publishing.submit(bob, made)
    page = text(sign_in(cleo).get(reverse("deck-review", args=[version.pk])))
    assert "30 of 40 cards are the same as in “Kitchen talk”." in page
    plain = publishing.submit(alice, deck(alice, 36))
    assert "same as in" not in text(sign_in(cleo).get(reverse("deck-review", args=[plain.pk])))


@pytest.mark.parametrize(
    ("title", "language", "titles"),
    [
        ("Kitchen talk", "en", ["Kitchen talk (copy)", "Kitchen talk (copy 2)", "Kitchen talk (copy 3)"]),
        ("x" * 80, "en", [f"{'x' * 73} (copy)", f"{'x' * 71} (copy 2)", f"{'x' * 71} (copy 3)"]),
        ("100 %(n)s", "en", ["100 %(n)s (copy)", "100 %(n)s (copy 2)", "100 %(n)s (copy 3)"]),
    ],
)
def test_each_copy_has_a_title_of_its_own(alice, bob, title, language, titles):
    original = deck(alice, 3, title=title, language=language, state="published")
    made = []
    for _again in titles:
        made.append(copying.copy(bob, original))
        later(made[-1])
    assert [one.title for one in made] == titles
    decks.remove(bob, made[0])
    assert copying.copy(bob, original).title == titles[0]


# A version after one that came back


@pytest.mark.parametrize("state", [STATES.SENT_BACK, STATES.REJECTED, STATES.PUBLISHED, STATES.WITHDRAWN])
def test_a_curator_reads_why_the_last_version_came_back_and_what_changed(alice, cleo, sign_in, state):
    made = deck(alice, 40)
    version = publishing.submit(alice, made)
    if state == STATES.WITHDRAWN:
        publishing.withdraw(alice, made)
    else:
        publishing.decide(cleo, version, state, "Too few fish")
    change(alice, made, "Fish fly")
    page = text(sign_in(cleo).get(reverse("deck-review", args=[publishing.submit(alice, made).pk])))
    read = state != STATES.WITHDRAWN
    assert ("Different from version 1" in page and "Fish fly" in page.split('id="cards"')[0]) is read
    assert ("Too few fish" in page) is (state in (STATES.SENT_BACK, STATES.REJECTED))


@pytest.mark.parametrize(("query", "folded"), [("", True), ("?page=1", False), ("?q=fish", False)])
def test_what_did_not_change_is_folded_until_one_looks(alice, cleo, sign_in, query, folded):
    made = published(alice, cleo, 40)
    change(alice, made, "Fish fly")
    there = reverse("deck-review", args=[publishing.submit(alice, made).pk])
    cards = text(sign_in(cleo).get(there + query)).split('id="cards"')[1]
    assert ('<details class="fold">' in cards) is folded and (
        '<details class="fold" open>' in cards
    ) is not folded
    first = reverse("deck-review", args=[made.published_id])
    assert "<details" not in text(sign_in(cleo).get(first)).split('id="cards"')[1]


def test_hidden_cards_are_compared_with_nothing(alice, bob):
    other = deck(alice, 3, state="published")
    made = deck(bob, 0)
    editing.add(bob, made, editing.Texts(other.cards.first().quote, "Somebody"))
    Card.objects.filter(deck=other).update(hidden_at="2026-01-01T00:00Z")
    assert found(made) == []
