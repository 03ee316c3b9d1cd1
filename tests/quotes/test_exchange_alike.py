"""Which cards are nearly the same: within a file, and between it and a deck."""

import pytest

from quotes.exchange import Card, Row, near_duplicates, write_csv, write_json
from quotes.exchange.parts import Meta, Reason
from quotes.likeness import likeness
from tests.quotes.files import found


def rows(*quotes: str | Card) -> list[Row]:
    return [Row(at, one if isinstance(one, Card) else Card(one, "Bob")) for at, one in enumerate(quotes, 10)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I came by boat.", "I came by boat."),
        ("I came by boat.", "i CAME by Boat"),
        ("I came by boat.", "I came — by boat!"),
        ("I came by boat.", "“I came by boat”"),
        ("I came by boat.", "  I  came by\tboat "),
        ("I came by boat.", "I came by\u00a0boat"),
        ("I came by boat.", "I came by b\u200boat"),
        ("Salt & pepper", "Salt &amp; pepper"),
        ("Zoë’s café", "Zoe's cafe"),
        ("Straße", "STRASSE"),
        ("über", "u\u0308ber"),
        ("ﬁne", "fine"),
        ("It’s 5 o’clock", "Its 5 o'clock"),
    ],
)
def test_near_duplicates_are_known_whatever_their_case_accents_stops_and_spaces(one, other):
    assert likeness(one) == likeness(other)
    assert near_duplicates(rows(one, "Other", other)) == {2: Reason("merged", {"row": 10})}
    assert near_duplicates(rows("Other", one), [other]) == {1: Reason("there_already")}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I came by boat.", "I came by goat."),
        ("5", "50"),
        ("?!", "!?"),
        ("…", "?"),
        ("Да", "Нет"),
        ("한", "국"),
    ],
)
def test_different_quotes_stay_different(one, other):
    assert near_duplicates(rows(one, other)) == {}
    assert near_duplicates(rows(one), [other]) == {}


def test_a_whole_card_stays_and_half_a_one_goes():
    half, whole, again = Card("Hi there"), Card("hi there!", "Bob"), Card("Hi, there", "Cleo")
    assert near_duplicates(rows(half, whole, again)) == {
        0: Reason("merged", {"row": 11}),
        2: Reason("merged", {"row": 11}),
    }


def test_the_deck_counts_more_than_the_file():
    assert near_duplicates(rows("Hi", "hi!"), ["HI"]) == {
        0: Reason("there_already"),
        1: Reason("there_already"),
    }


def test_sources_without_a_quote_are_compared_with_their_like():
    bob, quote = Card("", "Bob"), Card("Bob")
    assert near_duplicates(rows(bob, quote, Card("", "BOB"))) == {2: Reason("merged", {"row": 10})}
    assert near_duplicates(rows(bob), ["Bob"]) == {}
    assert near_duplicates(rows(bob, quote), [], ["bob"]) == {0: Reason("there_already")}


def test_rows_that_are_left_out_are_no_duplicates():
    assert (
        near_duplicates([Row(1, why=Reason("empty")), Row(2, why=Reason("empty")), Row(3, Card("Hi"))]) == {}
    )


def test_it_is_said_with_which_row():
    told = near_duplicates(rows("Hi", "hi"), [])[1]
    assert told.words == "Merged with row 10, which is nearly the same."
    assert near_duplicates(rows("Hi"), ["hi"])[0].words == "Nearly the same is in the deck already."


def test_two_packs_with_the_same_cards_give_one_of_each():
    pack = {"white": ["A hat.", "A HAT", "Salt &amp; pepper"], "black": ["Why?", "I forgot _."]}
    other = {"white": ["a hat", "Salt & <i>pepper</i>"], "black": ["why", "I forgot ____!"]}
    file = found([pack, other])
    kept = len(file.rows) - len(near_duplicates(file.rows))
    assert (len(file.rows), kept) == (9, 4)


def test_reading_the_same_file_again_adds_nothing():
    deck = [
        Card("Hi", "Bob", number=1),
        Card("Ho", number=2),
        Card("", "Cleo", number=3),
        Card("?!", number=4),
    ]
    for file in (write_csv(deck), write_json(Meta(), deck)):
        there = found(file).rows
        quotes = [row.card.quote for row in there if row.card.quote]
        sources = [row.card.source for row in there if not row.card.quote]
        assert set(near_duplicates(there, quotes, sources)) == {0, 1, 2, 3}
