"""Several rounds: who deals, what starts anew, and when the match is over. R is the printed rule, D a ruling."""

import pytest

from games.don_martin.events import AdsRemoved, DealerChosen, Dealt, Ended, RoundOver
from games.don_martin.parts import MOST_ROUNDS
from games.don_martin.rules import GAME
from games.engine import face_of
from tests.engine.tables import all_of, asked, only

from .tables import clocks, lay_out, outcome, play

pytestmark = pytest.mark.pure

LAST = "rumms-b/quarp-g/quarp-p"  # seat 0 goes out: 2 points, and -5 for each of the others


def over(points=(), *, hands=LAST, **table):
    """A round that seat 0 ends, after others that gave these points."""
    return play(lay_out(hands, points=points, **table), "0 play rumms-b")


# Another round


def test_the_next_round_is_dealt_at_once():  # R several rounds; D the deal passes left
    step = over(target=500)
    assert outcome(step.state) is None
    assert [type(event) for event in step.events[-2:]] == [RoundOver, Dealt]
    assert only(Dealt, step.events) == Dealt(round=2, dealer=0, seat=1, cards=15)
    assert (
        all_of(AdsRemoved, step.events) == all_of(DealerChosen, step.events) == []
    )  # R before the first deal
    table = step.state.table
    assert (table.round, table.dealer, table.turn, table.counts) == (2, 0, 1, (15, 15, 15))
    assert (table.pile, table.lies, table.first) == (82 - 45, (), True)
    assert clocks(step.state) == [(1, "lead", "pace")]
    assert table.points() == (2, -5, -5)
    assert [(one.dealer, one.out, one.ending) for one in table.rounds] == [(2, 0, "lead")]


@pytest.mark.parametrize(
    ("seats", "dealer", "following"),
    [
        pytest.param(3, 0, 1, id="D the seat to the left"),
        pytest.param(3, 2, 0, id="D round the table"),
        pytest.param(6, 5, 0, id="D with six seats"),
        pytest.param(6, 2, 3, id="D whoever was on turn"),
    ],
)
def test_the_deal_moves_left(seats, dealer, following):
    hands = "/".join([LAST, "quarp-b", "quarp-o", "huffta-b"][: seats - 2])
    step = over(hands=hands, dealer=dealer, target=500)
    assert (step.state.table.dealer, asked(step.state)) == (following, [((following + 1) % seats, "lead")])


@pytest.mark.parametrize("way", [1, -1])
def test_each_round_starts_clockwise(way):  # D whichever way the last one went
    step = over(target=500, way=way, dealer=1)
    assert (step.state.table.way, step.state.table.dealer, asked(step.state)) == (1, 2, [(0, "lead")])


def test_a_new_round_starts_with_nothing_of_the_last():
    groups = "/zwick-b zwick-g zwick-p"
    state = lay_out(LAST, groups=groups, spent="inkle", lies="huffta-g", still=3, target=500)
    step = play(state, "0 play rumms-b")
    table = step.state.table
    assert (table.groups, table.laid_down, table.spent) == (((), (), ()), (0, 0, 0), ())
    assert (table.lies, table.throwing, table.still, table.cards) == ((), False, 0, 0)
    assert table.shown == ((), ("quarp-g",), ("quarp-p",))  # the last round is still to be read
    assert all(held.new == 0 and held.thrown is None for held in step.state.hands)


def test_a_round_is_dealt_anew_from_all_cards():
    states = [play(lay_out(LAST, target=500), "0 play rumms-b", seed=str(seed)).state for seed in range(20)]
    assert len({state.hands for state in states}) == 20
    for state in states:
        everywhere = sorted(sum((held.cards for held in state.hands), state.stock.pile))
        assert everywhere == sorted(GAME.pack(state.table.options))


def test_the_first_card_of_every_round_is_coloured():  # R
    state = over(target=500).state
    cards = {
        choice.face: choice.reason
        for choice in GAME.offer(state.view(1), state.prompts[0]).ways[0].fields[0].choices
    }
    assert {reason for face, reason in cards.items() if "-" in face} == {None}
    assert {reason for face, reason in cards.items() if "-" not in face} <= {"first_card"}
    assert face_of(state.hands[1].cards[0]) in cards


# The end of the match


@pytest.mark.parametrize(
    ("points", "table", "ended"),
    [
        pytest.param((), {}, ((0,), "one_round"), id="D one round"),
        pytest.param((), {"target": 500}, None, id="R another round, up to 500"),
        pytest.param((497, 0, 0), {"target": 500}, None, id="R 499 are not 500"),
        pytest.param((498, 0, 0), {"target": 500}, ((0,), "target"), id="R 500 are"),
        pytest.param((498, 0, 0), {"target": 1000}, None, id="R up to 1000"),
        pytest.param((998, 0, 0), {"target": 1000}, ((0,), "target"), id="R 1000"),
        pytest.param((0, 505, 0), {"target": 500}, ((1,), "target"), id="R by a seat that is not out"),
        pytest.param((0, 504, 0), {"target": 500}, None, id="R the cards left count first"),
        pytest.param(
            (500, 0, 507), {"target": 500}, ((0, 2), "target"), id="D two reach it: equal points share"
        ),
        pytest.param((500, 0, 508), {"target": 500}, ((2,), "target"), id="D two reach it: most points win"),
        pytest.param((498, 505, 505), {"target": 500}, ((0, 1, 2), "target"), id="D all reach it alike"),
        pytest.param((0, 0, 0), {"target": 500, "round_": 19}, None, id="D nineteen rounds are not enough"),
        pytest.param((0, 0, 0), {"target": 500, "round_": 20}, ((0,), "most_rounds"), id="D twenty rounds"),
        pytest.param(
            (0, 7, 0), {"target": 500, "round_": 20}, ((0, 1), "most_rounds"), id="D shared after twenty"
        ),
        pytest.param(
            (498, 0, 0), {"target": 500, "round_": 20}, ((0,), "target"), id="D the target in the last"
        ),
        pytest.param(
            (-90, -70, -80), {"target": 500, "round_": 20}, ((1,), "most_rounds"), id="R below zero"
        ),
    ],
)
def test_when_a_match_is_over_and_who_wins(points, table, ended):
    step = over(points, **table)
    assert outcome(step.state) == ended
    assert len(all_of(Ended, step.events)) == (ended is not None)
    if ended is not None:
        winners, why = ended
        told = only(Ended, step.events)
        assert (told.winners, told.why, told.points) == (winners, why, step.state.table.points())
        assert step.state.prompts == ()
        assert all_of(Dealt, step.events) == []


def test_there_are_at_most_twenty_rounds():  # D
    assert MOST_ROUNDS == 20


def test_places_go_by_the_points_of_all_rounds():  # R keep a score sheet
    result = GAME.result(over((490, 520, 530), target=500).state)
    assert (result.points, result.places) == ((492, 515, 525), (3, 2, 1))


def test_nobody_out_ends_a_round_and_not_the_match():  # D a normal ending
    state = lay_out("rumms-b zwick-g/quarp-b/quarp-p", lies="blompf-g", still=14, target=500)
    step = play(state, "0 play rumms-b")
    assert (only(RoundOver, step.events).out, outcome(step.state)) == (None, None)
    assert (step.state.table.round, step.state.table.dealer) == (2, 0)
    assert step.state.table.points() == (-5, -5, -5)


def test_a_match_ends_with_a_round_that_nobody_ended():  # D
    state = lay_out(
        "rumms-b zwick-g/quarp-b/quarp-p", lies="blompf-g", still=14, points=(0, 600, 0), target=500
    )
    step = play(state, "0 play rumms-b")
    assert outcome(step.state) == ((1,), "target")


def test_a_running_match_has_no_result():
    assert outcome(lay_out(LAST)) is None
    assert outcome(lay_out(LAST, points=(600, 0, 0), target=500)) is None
