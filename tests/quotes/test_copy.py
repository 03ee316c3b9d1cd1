"""A copy is made by the database alone, however large the deck is; and who inherits a deck whose owner goes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from quotes import copying, editing
from quotes.models import Card, Deck
from tests.games.scripts import Queries
from tests.quotes.shelf import play_with, published

pytestmark = pytest.mark.django_db
ITS_OWN = {"id", "deck_id", "created_at"}
NOT_TAKEN_ALONG = {"retired_at", "retired_by_id", "replaces_id", "hidden_at", "taken_out_at"}


def big(owner: User, cards: int) -> Deck:
    made = Deck.objects.create(
        owner=owner, title=f"Of {cards}", language="en", licence=Deck.Licence.ZERO, state=Deck.State.PUBLISHED
    )
    editing.add_many(owner, made, [editing.Texts(f"Quote {n}", "Alice", tags="t") for n in range(cards)])
    return made


def test_a_copy_takes_as_many_queries_for_many_cards_as_for_few(alice, bob):
    counts = []
    for size in (2, 60):
        deck = big(alice, size)
        deck.cards.filter(number=1).update(author=None)  # somebody who is gone
        with Queries() as queries:
            made = copying.copy(bob, deck)
        assert made.cards.count() == size
        counts.append(len(queries.sql))
    assert counts[0] == counts[1] <= 20


@pytest.mark.parametrize(
    ("who", "tags"),
    [("the owner", {"t"}), ("a co-editor", {"t"}), ("anybody else", {""}), ("of the site", {""})],
)
def test_a_copy_says_all_that_its_card_said_with_the_tags_for_those_who_edit_and_came_at_one_moment(
    alice, bob, who, tags
):
    deck = big(alice, 3)
    deck.editors.add(*[bob] if who == "a co-editor" else [])
    if who == "of the site":
        Deck.objects.filter(pk=deck.pk).update(owner=None, starter="en")
    deck.cards.filter(number=3).update(side="blue", description="of here", category="m", language="nl")
    made = copying.copy(alice if who == "the owner" else bob, deck)
    columns = {field.attname for field in Card._meta.concrete_fields}
    assert columns == {
        *copying.COPIED,
        "tags",
        *ITS_OWN,
        *NOT_TAKEN_ALONG,
    }  # a new one is to be in one of them
    assert set(made.cards.values_list("tags", flat=True)) == tags
    said = [list(one.cards.order_by("number").values(*copying.COPIED)) for one in (deck, made)]
    assert said[0] == said[1]
    assert set(made.cards.values_list("created_at", *NOT_TAKEN_ALONG)) == {(made.created_at, *[None] * 5)}


TOMORROW, YESTERDAY = (timezone.now() + timedelta(days=days) for days in (1, -1))


@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "heir"),
    [
        ({}, {}, "Cleo"),
        ({"is_active": False}, {}, "Dora"),
        ({"is_guest": True}, {}, "Dora"),
        ({"suspended_until": TOMORROW}, {}, "Dora"),
        ({"muted_until": TOMORROW}, {}, "Dora"),
        ({"suspended_until": YESTERDAY, "muted_until": YESTERDAY}, {}, "Cleo"),
        ({"is_active": False}, {"suspended_until": TOMORROW}, None),
    ],
)
def test_a_deck_goes_to_the_first_co_editor_who_can_write(request, alice, played, first, second, heir):
    deck = published(alice)
    for name, such in (("cleo", first), ("dora", second)):
        other = request.getfixturevalue(name)
        User.objects.filter(pk=other.pk).update(**such)
        deck.editors.add(other)
    if played:
        play_with(deck)
    leaving.erase(alice)
    row = Deck.objects.filter(pk=deck.pk).select_related("owner").first()
    if heir is not None:
        assert row is not None and str(row.owner) == heir and row.removed_at is None
    elif played:
        assert row is not None and row.owner is None and row.removed_at
    else:
        assert row is None
