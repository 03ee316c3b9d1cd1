"""Many cards of a deck: taken out, brought back, searched, and what was done to them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from quotes import copying, editing, lookup
from quotes.editing import Texts
from quotes.history import history
from quotes.refusals import Refused
from tests.games.scripts import Queries
from tests.games.scripts import deck as deck_of
from tests.quotes.placed import FISH, days_ago, deck, last_removal, put, there

__all__ = ["deck"]

pytestmark = pytest.mark.django_db


# Taking out, and undo


def test_what_is_taken_out_comes_back_all_at_once(alice, deck):
    cards = [put(deck, f"Fish {n}", number=n) for n in (1, 2, 3)]
    before = there(deck)
    assert editing.take_out(alice, deck, [cards[0].pk, cards[2].pk]) == 2
    assert there(deck) == [(2, "red", "Fish 2")]
    at = last_removal(deck)
    assert set(deck.cards.filter(retired_at=at)) == {cards[0], cards[2]}
    assert editing.bring_back(alice, deck, at) == 2 and there(deck) == before
    assert editing.bring_back(alice, deck, at) == 0  # pressed twice
    assert not deck.cards.exclude(retired_by=None).exists()


def test_taking_out_twice_and_what_is_elsewhere_does_nothing(alice, deck):
    card, foreign = put(deck, "Fish"), put(deck_of(0, owner=alice), "Elsewhere")
    assert [editing.take_out(alice, deck, [card.pk, foreign.pk, 10**9]) for _ in range(2)] == [1, 0]
    foreign.refresh_from_db()
    assert foreign.retired_at is None and editing.take_out(alice, deck, []) == 0


def test_where_something_else_stands_in_a_place_nothing_comes_back(alice, deck):
    cards = [put(deck, "Red", number=1), put(deck, "Blue", number=1, side="blue"), put(deck, "Two", number=2)]
    editing.take_out(alice, deck, [cards[1].pk, cards[2].pk])
    editing.add(alice, deck, Texts("Another blue", ""), number=1)
    with pytest.raises(Refused, match="place_taken") as refused:
        editing.bring_back(alice, deck, last_removal(deck))
    assert refused.value.status == 409
    assert there(deck) == [(1, "red", "Red"), (1, "blue", "Another blue")]


def test_what_was_added_again_meanwhile_does_not_come_back_beside_it(alice, deck):
    cards = [put(deck, "Fish fly", "A cat"), put(deck, "Two", "A dog")]
    editing.take_out(alice, deck, [card.pk for card in cards])
    added = editing.add(alice, deck, Texts("Fish fly!", "a cat"))
    with pytest.raises(Refused, match="back_already") as refused:
        editing.bring_back(alice, deck, last_removal(deck))
    assert f"Card {added.number} says the same" in refused.value.words
    assert there(deck) == [(added.number, "red", "Fish fly!")]
    editing.take_out(alice, deck, [added.pk])
    cards[0].refresh_from_db()
    assert editing.bring_back(alice, deck, cards[0].retired_at) == 2


def test_a_changed_card_does_not_come_back_by_undo(alice, deck):
    old = put(deck, "Fish fly")
    made = editing.change(alice, old, FISH)
    old.refresh_from_db()
    assert editing.bring_back(alice, deck, old.retired_at) == 0
    editing.take_out(alice, deck, [made.pk])
    assert editing.bring_back(alice, deck, last_removal(deck)) == 1 and there(deck) == [
        (1, "red", FISH.quote)
    ]


def test_a_removed_card_finds_its_place_free(alice, deck):
    put(deck, "Fish", number=1)
    last = put(deck, "Fowl", number=2)
    editing.take_out(alice, deck, [last.pk])
    assert editing.add(alice, deck, FISH).number == 3
    assert editing.bring_back(alice, deck, last_removal(deck)) == 1


# How many


def test_a_deck_holds_so_many_cards_however_many_were_taken_out(alice, deck, monkeypatch):
    monkeypatch.setattr(editing, "MOST_CARDS", 3)
    for number in (1, 2):
        put(deck, f"Fish {number}", number=number)
    put(deck, "Blue", number=2, side="blue")
    out = put(deck, "Out", number=9, retired_at=timezone.now() - timedelta(days=1))
    assert editing.add(alice, deck, FISH).number == 10
    for attempt in (
        lambda: editing.add(alice, deck, Texts("One more", "")),
        lambda: editing.add_many(alice, deck, [Texts("One more", "")]),
        lambda: editing.bring_back(alice, deck, out.retired_at),
    ):
        with pytest.raises(Refused, match="deck_full") as refused:
            attempt()
        assert "at most 3 cards" in refused.value.words
    assert len(there(deck)) == 4


# Many cards


def test_many_are_added_behind_what_is_there_and_nothing_twice(alice, deck):
    put(deck, "Fish fly", "A cat", number=2)
    rows = [
        Texts("One", "A"),
        Texts("FISH FLY!", "B"),
        Texts("one.", "C"),
        Texts("", "Zeus"),
        Texts("", "zeus"),
        Texts("Two", ""),
    ]
    made = editing.add_many(alice, deck, rows)
    assert [(card.number, card.quote or card.source) for card in made] == [
        (3, "One"),
        (4, "Zeus"),
        (5, "Two"),
    ]
    assert len({card.created_at for card in made}) == 1 and {card.author for card in made} == {alice}
    assert editing.add_many(alice, deck, rows) == []


PLACES = [(1, "red"), (1, "blue"), (None, "red"), (7, "blue"), (7, "blue"), (0, "red")]


@pytest.mark.parametrize(
    ("used", "placed"),
    [
        ([], [(1, "red"), (1, "blue"), (2, "red"), (7, "blue"), (8, "blue"), (9, "red")]),
        ([1], [(2, "red"), (2, "blue"), (3, "red"), (7, "blue"), (8, "blue"), (9, "red")]),
        ([7, 20], [(1, "red"), (1, "blue"), (21, "red"), (22, "blue"), (23, "blue"), (24, "red")]),
    ],
)
@pytest.mark.parametrize("taken_out", [True, False])
def test_rows_of_one_number_are_sides_of_one_card(alice, deck, used, placed, taken_out):
    for number in used:
        put(deck, f"There {number}", number=number, retired_at=timezone.now() if taken_out else None)
    rows = [Texts(f"Row {n}", "") for n in range(len(PLACES))]
    made = editing.add_many(alice, deck, rows, PLACES)
    assert [(card.number, card.side) for card in made] == placed


def test_places_that_do_not_fit_the_rows_are_an_error(alice, deck):
    with pytest.raises(ValueError, match="shorter"):
        editing.add_many(alice, deck, [FISH, FISH], [(1, "red")])
    assert not deck.cards.exists()


def test_many_cost_hardly_more_queries_than_few(alice, deck):
    costs = []
    for size in (2, 300):
        with Queries() as queries:
            editing.add_many(alice, deck, [Texts(f"Quote {size} {n}", "") for n in range(size)])
        costs.append(len(queries))
    assert costs[1] <= costs[0] + 6, costs  # SQLite takes them in portions


# Looking


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, {1, 2, 3, 4}),
        ({"text": "fish"}, {1, 3}),
        ({"text": "CAT"}, {1}),
        ({"text": "seen"}, {2}),
        ({"text": "100%"}, {4}),
        ({"text": "%"}, {4}),
        ({"text": "_"}, set()),
        ({"tag": "sea"}, {1, 2, 3}),
        ({"tag": "se"}, set()),
        ({"tag": "food"}, {2, 3}),
        ({"kind": "m"}, {2}),
        ({"kind": "half"}, {3, 4}),
        ({"text": "fish", "kind": "half", "tag": "food"}, {3}),
    ],
)
def test_cards_are_found_by_text_tag_and_kind(deck, asked, found):
    put(deck, "Fish fly", "A cat", tags="sea")
    put(deck, "Fowl", "A dog", description="never seen", category="m", tags="sea food")
    put(deck, "Dead fish", "", tags="food sea sky")
    put(deck, "", "100% Somebody", tags="seafood")
    put(deck, "Fish that is out", "A cat", tags="sea", retired_at=timezone.now())
    assert {card.number for card in lookup.matching(editing.cards_in(deck), **asked)} == found


def test_cards_stand_by_number_red_before_blue(deck):
    for number, side in ((2, "blue"), (1, "blue"), (2, "red"), (1, "red")):
        put(deck, f"{number} {side}", number=number, side=side)
    assert [place[:2] for place in there(deck)] == [(1, "red"), (1, "blue"), (2, "red"), (2, "blue")]


# What was done


def test_the_history_tells_what_was_done_by_whom_the_latest_first(alice, bob, deck):
    deck.editors.add(bob)
    first = editing.add(alice, deck, Texts("Fish fly", "A cat"))
    second = editing.change(bob, first, FISH)
    third = editing.add(bob, deck, Texts("Fowl", ""))
    editing.take_out(alice, deck, [second.pk, third.pk])
    told = [
        (one.what, str(one.by), one.count, [(old and old.quote, new and new.quote) for old, new in one.cards])
        for one in history(deck)
    ]
    assert told == [
        ("removed", "Alice", 2, [(FISH.quote, None), ("Fowl", None)]),
        ("added", "Bob", 1, [(None, "Fowl")]),
        ("changed", "Bob", 1, [("Fish fly", FISH.quote)]),
        ("added", "Alice", 1, [(None, "Fish fly")]),
    ]
    editing.bring_back(bob, deck, history(deck)[0].at)
    assert [one.what for one in history(deck)] == ["added", "changed", "added"]


def test_what_was_done_at_one_time_is_one_line(alice, deck):
    editing.take_out(alice, deck, [put(deck, "Fish").pk])
    made = editing.add_many(alice, deck, [Texts(f"Quote {n}", "") for n in range(8)])
    editing.take_out(alice, deck, [card.pk for card in made])
    lines = [(one.what, one.count, len(one.cards)) for one in history(deck)]
    assert lines == [("removed", 8, 1), ("added", 8, 1), ("removed", 1, 1), ("added", 1, 1)]


def test_a_copy_tells_that_its_cards_came_with_it(alice, bob):
    original = deck_of(3, owner=bob, licence="CC0 1.0", state="published")
    made = copying.copy(alice, original)
    editing.add(alice, made, FISH)
    assert [(one.what, one.count) for one in history(made)] == [("added", 1), ("copied", 6)]


def test_people_who_are_gone_have_no_name_there(alice, bob, deck):
    deck.editors.add(bob)
    editing.take_out(bob, deck, [editing.add(bob, deck, FISH).pk])
    bob.delete()
    assert [(one.what, one.by) for one in history(deck)] == [("removed", None), ("added", None)]


def test_a_long_history_costs_the_same_and_is_cut(alice, deck):
    costs = []
    for count in (2, 30):
        for n in range(count):
            card = put(deck, f"Fish {count} {n}")
            days_ago(card, n + 1, retired=n if n % 2 else None)
        with Queries() as queries:
            lines = history(deck, limit=20)
        costs.append(len(queries))
    assert len(lines) == 20 and costs[0] == costs[1] <= 5, costs
    assert [one.at for one in lines] == sorted((one.at for one in lines), reverse=True)
