"""Material and setup: cards, the deck and its size, colours, the marker. R is printed, D our ruling."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.engine import Dice
from games.game_of_quotes.cards import (
    CATEGORIES,
    HAND,
    LEAST_A_SEAT,
    LONGEST,
    MOST_BLANKS,
    PRINTED,
    blank_card,
    category_of,
    deck_card,
    has_source,
    is_blank,
    length_of,
    row_of,
    source_words,
)
from games.game_of_quotes.events import Dealt, Drew
from games.game_of_quotes.parts import COLOURS, Options
from games.game_of_quotes.rules import GAME
from tests.engine.tables import all_of, asked, only

from .tables import deal, deck, waits_for, whole_match

pytestmark = pytest.mark.pure

EVERY = range(3, 7)
BLANKS = ("w7-8", "w9-", "w10-11", "w12-")


# Cards


def test_a_card_of_a_deck_is_its_row_its_category_and_its_length():
    card = deck_card(512, "h", 2)
    assert card == "512-h2"
    assert (row_of(card), category_of(card), length_of(card)) == (512, "h", 2)
    assert (is_blank(card), has_source(card), source_words(card)) == (False, True, None)
    assert length_of(deck_card(1, "o", 99)) == LONGEST


@pytest.mark.parametrize(
    ("card", "source"),
    [
        pytest.param(blank_card(7, 8), 8, id="R quote and source"),
        pytest.param(blank_card(7, None), None, id="D quote"),
    ],
)
def test_a_blank_is_the_texts_that_were_written_on_it(card, source):
    assert (is_blank(card), row_of(card), source_words(card)) == (True, 7, source)
    assert has_source(card) == (source is not None)
    assert (category_of(card), length_of(card)) == (None, 0)


def test_a_deck_for_simulations_is_as_large_as_the_printed_one():  # R 170 quote cards
    chosen = GAME.stocked(Options(side="blue"))
    assert (len(chosen.cards), len(set(chosen.cards)), chosen.side) == (PRINTED, PRINTED, "blue")
    assert {category_of(card) for card in chosen.cards} == set(CATEGORIES)
    assert {length_of(card) for card in chosen.cards} == set(range(LONGEST + 1))
    assert GAME.stocked(replace(chosen, cards=deck(40))).cards == deck(40)  # a deck stays as it is


# Setup


@pytest.mark.parametrize("seats", EVERY)
def test_everybody_gets_seven_cards_and_the_rest_is_the_stack(seats):  # R
    step = deal(seats)
    table, stock = step.state.table, step.state.stock
    assert HAND == 7
    assert (table.counts, table.pile, table.discards) == ((HAND,) * seats, PRINTED - HAND * seats, 0)
    everywhere = [*stock.pile, *(card for hand in step.state.hands for card in hand.cards)]
    assert sorted(everywhere) == sorted(GAME.stocked(Options()).cards)
    assert (table.round, table.step, table.swapped) == (1, 0, (False,) * seats)
    assert (table.readings, table.stamped, table.values, table.ended) == ((), (), (), False)
    assert waits_for(step.state) == "quote"
    assert GAME.faults(step.state) == []


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_there_are_three_to_six_seats(seats):  # D six colours; three is the published minimum
    with pytest.raises(ValueError, match=str(seats)):
        deal(seats)


def test_nothing_else_is_told_of_the_deal():
    step = deal(4)
    assert step.events == (Dealt(seat=step.state.table.leader, cards=7),)
    assert all_of(Drew, step.events, 0) == []


def test_the_deal_is_random():
    assert len({deal(3, seed=str(seed)).state.hands for seed in range(20)}) == 20
    assert deal(3, seed="one").state == deal(3, seed="one").state


# The size of the deck


@pytest.mark.parametrize("seats", EVERY)
def test_twelve_cards_a_seat_are_the_least(seats):  # D 7 + 2 + 2 + 1
    least = LEAST_A_SEAT * seats
    assert least == 12 * seats
    assert deal(seats, cards=deck(least)).state.table.pile == least - 7 * seats
    with pytest.raises(ValueError, match=f"{least - 1} .* {seats} seats"):
        deal(seats, cards=deck(least - 1))


def test_blanks_do_not_count_for_it():  # D
    with pytest.raises(ValueError, match="35 "):
        deal(3, cards=deck(35), blanks=BLANKS)


def test_a_match_without_a_deck_is_not_dealt():
    with pytest.raises(ValueError, match="0 "):
        GAME.deal(3, Options(), ({},) * 3, Dice("x", 0))


@pytest.mark.parametrize("seats", EVERY)
@pytest.mark.parametrize("by", ["bot", "clock"])
def test_a_match_can_be_played_with_a_deck_of_any_size(seats, by):
    for count in (12 * seats, 12 * seats + 1, 400):
        *_, (_, last) = whole_match(seats, by=by, cards=deck(count), blanks=BLANKS)
        assert last.state.table.ended


# Blanks


def test_blanks_are_shuffled_in():  # R
    found = Counter()
    for seed in range(40):
        state = deal(3, seed=str(seed), cards=deck(36), blanks=BLANKS).state
        assert state.table.pile == 36 + 4 - 21
        found.update(card for hand in state.hands for card in hand.cards if is_blank(card))
    assert set(found) == set(BLANKS)
    assert all(count < 40 for count in found.values())


def test_there_are_at_most_four_blanks():  # R
    assert MOST_BLANKS == 4
    with pytest.raises(ValueError, match="5 blanks where 4"):
        deal(3, blanks=(*BLANKS, "w13-14"))


def test_empty_blanks_are_left_out():  # D
    assert deal(3, blanks=BLANKS[:1]).state.table.pile == PRINTED + 1 - 21


# Colours


def colours(*wanted):
    told = tuple({} if colour is None else {"colour": colour} for colour in wanted)
    return [deal(len(wanted), told, str(seed)).state.table.colours for seed in range(30)]


@pytest.mark.parametrize(
    ("wanted", "fixed"),
    [
        pytest.param((None, None, None), {}, id="D nobody asked: by lot"),
        pytest.param(("blue", None, "red"), {0: "blue", 2: "red"}, id="R each player chooses a colour"),
        pytest.param(("blue", "blue", "red"), {0: "blue", 2: "red"}, id="D taken already: by lot"),
        pytest.param(("pink", None, None), {}, id="there is no such colour"),
        pytest.param(COLOURS, dict(enumerate(COLOURS)), id="D six colours for six seats"),
    ],
)
def test_colours(wanted, fixed):
    found = colours(*wanted)
    for got in found:
        assert len(set(got)) == len(wanted)
        assert set(got) <= set(COLOURS)
        assert {seat: got[seat] for seat in fixed} == fixed
    if len(fixed) < len(wanted):
        assert len(set(found)) > 1


# The marker


@pytest.mark.parametrize(
    ("told", "leaders", "grabbed"),
    [
        pytest.param(({}, {"marker": 1}, {}), {1}, True, id="R whoever grabs the marker leads first"),
        pytest.param(({}, {}, {}), {0, 1, 2}, False, id="D nobody did: at random"),
        pytest.param(({"marker": None}, {}, {}), {0, 1, 2}, False, id="D silence is no grab"),
        pytest.param(({"marker": 1}, {}, {"marker": 1}), {0, 2}, True, id="two grabbed: one of them"),
    ],
)
def test_who_leads_first(told, leaders, grabbed):
    steps = [deal(3, told, str(seed)) for seed in range(40)]
    assert {step.state.table.leader for step in steps} == leaders
    for step in steps:
        assert only(Dealt, step.events) == Dealt(seat=step.state.table.leader, cards=7, grabbed=grabbed)


def test_the_lobby_asks_for_a_colour_and_for_the_marker():  # R; D never a wait: silence is an answer
    colour, marker = GAME.asks
    assert [choice.value for choice in colour.choices] == list(COLOURS)
    assert [choice.value for choice in marker.choices] == [1]
    assert colour.blank
    assert marker.blank


# Options


@pytest.mark.parametrize("live", [False, True])
def test_what_the_options_start_with(live):
    side, blanks = GAME.settings(4, live)
    assert ([choice.value for choice in side.choices], side.preset) == (
        ["red", "blue"],
        "red",
    )  # R one side is played
    assert (blanks.low, blanks.high, blanks.preset) == (0, 4, 4)  # D 0 to 4 a match


def test_the_pack_is_the_deck_and_the_blanks():
    chosen = Options(cards=deck(36), blanks=BLANKS)
    assert GAME.pack(chosen) == (*deck(36), *BLANKS)
    assert deal(3, cards=deck(36), blanks=BLANKS).state.table.options == chosen


def test_which_prompts_are_a_turn():
    assert GAME.turns == {"quote", "source", "write", "both"}
    assert set(GAME.stages) == GAME.turns | {"stamp"}
    assert GAME.stages[0] == "stamp"  # the readings are shown first
    assert all(kind in GAME.turns for _, kind in asked(deal(3).state))
