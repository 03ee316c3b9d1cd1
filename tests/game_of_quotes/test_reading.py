"""The reading: in which order, what is shown of a combination, and where its cards go. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.events import Revealed
from games.game_of_quotes.parts import Reading, Source
from tests.engine.tables import only

from .tables import BY_SEATS, card, combinations, deck, lay_out, play, rows, whole_match

pytestmark = pytest.mark.pure

QUOTES = "pick 1/pick 11/pick 21"
STAMPS = "stamp >1/stamp >2/stamp >0"
SECOND = {"step": 1, "laid": "41/42/43"}


@pytest.mark.parametrize(
    ("seats", "leader", "order"),
    [
        pytest.param(3, 0, [0, 1, 2], id="R the leader first, then clockwise"),
        pytest.param(3, 1, [1, 2, 0], id="R another leader"),
        pytest.param(4, 3, [3, 0, 1, 2], id="R round the table"),
        pytest.param(6, 4, [4, 5, 0, 1, 2, 3], id="R with six seats"),
    ],
)
def test_the_leader_reads_first(seats, leader, order):
    laid = "/".join(str(90 + seat) for seat in range(seats))
    state = lay_out(BY_SEATS[seats], step=1, laid=laid, leader=leader)
    step = play(state, "/".join(f"pick {10 * seat + 1}" for seat in range(seats)))
    assert [one.seat for one in step.state.table.readings[0]] == order
    assert only(Revealed, step.last).readings == step.state.table.readings[0]


def test_each_round_is_read_by_its_own_leader_first():  # R the marker hops one place to the left
    *_, (_, last) = whole_match(4, told=({}, {}, {"marker": 1}, {}))
    first = [reading[0].seat for reading in last.state.table.readings]
    assert first == [(first[0] + step) % 4 for step in range(4)]
    assert all(sorted(one.seat for one in reading) == [0, 1, 2, 3] for reading in last.state.table.readings)


@pytest.mark.parametrize(
    ("table", "answers", "round_", "read"),
    [
        pytest.param(SECOND, QUOTES, 1, ["0: 41 by 1", "1: 42 by 11", "2: 43 by 21"], id="R round 1"),
        pytest.param(
            {"round_": 2, **SECOND}, QUOTES, 2, ["0: 1 by 41", "1: 11 by 42", "2: 21 by 43"], id="R round 2"
        ),
        pytest.param(
            {"round_": 3, **SECOND},
            QUOTES,
            3,
            ["0: 1 by text 41", "1: 11 by text 42", "2: 21 by text 43"],
            id="R round 3",
        ),
        pytest.param(
            {"round_": 4},
            "both 1 31/both 11 32/both 21 33",
            4,
            ["0: 1 by text 31", "1: 11 by text 32", "2: 21 by text 33"],
            id="R round 4",
        ),
    ],
)
def test_a_combination_is_a_quote_and_a_source_by_one_seat(table, answers, round_, read):
    step = play(lay_out(**table), answers)
    assert combinations(step.state, round_) == read
    assert only(Revealed, step.last).round == round_


def test_nothing_is_read_before_the_last_choice_is_in():  # R keep it secret for as long as possible
    state = play(lay_out(**SECOND), "0 pick 1", "1 pick 11").state
    assert state.table.readings == ()
    assert {name for hand in state.hands for name in hand.aside()} == {card("41"), card("42"), card("43")}


def test_the_last_round_keeps_what_was_read_before():  # D a page of its combinations
    *_, (_, last) = whole_match(3)
    assert [len(reading) for reading in last.state.table.readings] == [3, 3, 3, 3]


def test_a_source_names_its_card_or_its_text():
    state = play(lay_out(**SECOND), "pick 1 description/pick 11/pick 21").state
    assert state.table.readings[0] == (
        Reading(0, card("41"), Source(card("1"), "description")),
        Reading(1, card("42"), Source(card("11"))),
        Reading(2, card("43"), Source(card("21"))),
    )


# Where the cards go


def test_used_cards_lie_aside_until_the_stamps_are_in():  # D discarded once its stamps are all in
    step = play(lay_out(**SECOND), QUOTES)
    assert rows(step.state.stock.read) == "41 1 42 11 43 21"
    assert step.state.stock.discards == ()
    missing = play(step.state, "0 stamp >1", "1 stamp >2").state
    assert (missing.table.discards, len(missing.stock.read)) == (0, 6)
    stamped = play(missing, "2 stamp >0").state
    assert (stamped.table.discards, stamped.stock.read) == (6, ())
    assert rows(stamped.stock.discards) == "41 1 42 11 43 21"


@pytest.mark.parametrize(
    ("table", "answers", "used"),
    [
        pytest.param(SECOND, QUOTES, 6, id="R round 1: two cards each"),
        pytest.param({"round_": 2, **SECOND}, QUOTES, 6, id="R round 2: two each"),
        pytest.param({"round_": 3, **SECOND}, QUOTES, 3, id="R round 3: a quote each"),
        pytest.param({"round_": 4}, "both 1 31/both 11 32/both 21 33", 3, id="R round 4: a quote each"),
        pytest.param(
            {"round_": 4},
            "both 1 lends=2/both 11 32/both 21 33",
            4,
            id="D round 4: and a card that lent its name",
        ),
    ],
)
def test_how_many_cards_a_round_uses(table, answers, used):
    before = lay_out(**table)
    step = play(before, answers)
    assert len(step.state.stock.read) == used
    after = play(step.state, STAMPS).state
    assert after.table.discards == before.table.discards + used


def test_the_hand_stays():  # R but not your remaining hand cards
    step = play(lay_out(round_=4), "both 1 31/both 11 32/both 21 33", STAMPS)
    assert [rows(hand.cards) for hand in step.state.hands] == [
        "2 3 4 5 6 7",
        "12 13 14 15 16 17",
        "22 23 24 25 26 27",
    ]


def test_cards_that_are_read_are_not_shuffled_into_a_stack_that_is_short():  # D discarded once the stamps are in
    hands = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26"
    state = lay_out(hands, rest="out", pile="51 52 53", discards="54 55 56", round_=1, **SECOND)
    step = play(state, QUOTES)
    assert step.state.table.counts == (7, 7, 7)
    assert (step.state.table.pile, step.state.table.discards) == (0, 0)
    assert rows(step.state.stock.read) == "41 1 42 11 43 21"


def test_a_stack_that_is_too_small_gives_what_there_is():
    hands = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26"
    state = lay_out(hands, rest="out", pile="51", leader=2, **SECOND)
    assert play(state, QUOTES).state.table.counts == (6, 5, 5)  # the new leader is seat 0


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_card_is_read_once_unless_it_was_shuffled_in_again(seats):
    *_, (_, last) = whole_match(seats, cards=deck(170))
    read = [
        name
        for row in last.state.table.readings
        for one in row
        for name in (one.quote, one.source.face)
        if name
    ]
    assert len(read) == len(set(read)) == seats * 6
