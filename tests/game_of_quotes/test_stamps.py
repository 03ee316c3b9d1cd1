"""The stamps: whom, which, and who knows what of them. R is printed, D our ruling."""

from itertools import permutations

import pytest

from games.game_of_quotes.answers import Stamp
from games.game_of_quotes.events import AllStamped
from games.game_of_quotes.parts import DOUBLES, SINGLES, Given
from games.game_of_quotes.rules import GAME
from tests.engine.tables import all_of, asked, only, prompt_of

from .tables import BY_SEATS, FOUR, choices, fields, lay_out, left_of, play, refused, whole_match

pytestmark = pytest.mark.pure

OPEN = {"round_": 2, "stamping": True}
LATE = {"round_": 4, "stamping": True}
LAST = {"round_": 5, "stamping": True}


def test_each_seat_has_three_single_stamps_and_a_double_one():  # R
    assert (SINGLES, DOUBLES) == (3, 1)
    hand = lay_out(**OPEN).hands[0]
    assert (hand.left(1), hand.left(2)) == (3, 1)


# Whom, and which


@pytest.mark.parametrize(
    ("table", "line", "reason"),
    [
        pytest.param(OPEN, "0 stamp >1", None, id="R another seat's combination"),
        pytest.param(OPEN, "0 stamp >2 double", None, id="R with the double stamp"),
        pytest.param(OPEN, "0 stamp >0", "own_reading", id="R never one's own"),
        pytest.param(OPEN, "0 stamp >0 double", "own_reading", id="R nor with the double stamp"),
        pytest.param(OPEN, "0 stamp >3", "no_such_seat", id="there is no such seat"),
        pytest.param(OPEN, "0 stamp >-1", "no_such_seat", id="nor before the first"),
        pytest.param(
            {**LATE, "used": [(1, 2)] * 3}, "0 stamp >1 double", "stamp_used", id="R the double one once"
        ),
        pytest.param({**LATE, "used": [(1, 2)] * 3}, "0 stamp >1", None, id="R a single one is left"),
        pytest.param({**LAST, "used": [(1, 1, 1)] * 3}, "0 stamp >1", "stamp_used", id="R three single ones"),
        pytest.param(
            {**LAST, "used": [(1, 1, 1)] * 3}, "0 stamp >1 double", None, id="D the double one by then"
        ),
        pytest.param(
            {**LAST, "used": [(1, 2, 1)] * 3}, "0 stamp >1 double", "stamp_used", id="D used already"
        ),
        pytest.param(OPEN, "0 pick 1", "wrong_answer", id="R everybody stamps: nothing else is an answer"),
    ],
)
def test_what_may_be_stamped_with_what(table, line, reason):
    assert refused(lay_out(**table), line, "stamp") == reason


@pytest.mark.parametrize("value", [-1, 0, 3])
def test_there_is_no_stamp_for_what_is_not_funny(value):  # R people would cry
    state = lay_out(**OPEN)
    assert GAME.check(state.view(0), prompt_of(state, 0, "stamp"), Stamp(1, value)) == "stamp_used"


@pytest.mark.parametrize(
    ("used", "open_values", "preset"),
    [
        pytest.param((), [1, 2], 1, id="R the first time"),
        pytest.param((1, 1), [1, 2], 1, id="R a single one is left, and the double one"),
        pytest.param((1, 2), [1], 1, id="R the double one is used"),
        pytest.param((1, 1, 1), [2], 2, id="D the double one alone is left"),
        pytest.param((2, 1, 1), [1], 1, id="R a single one is left"),
    ],
)
def test_which_stamps_are_offered(used, open_values, preset):
    state = lay_out(round_=len(used) + 2, stamping=True, used=[used] * 3)
    values = choices(state, 0, "stamp", "stamp", "value")
    assert [value for value, reason in values.items() if reason is None] == open_values
    assert set(values.values()) <= {None, "stamp_used"}
    field = fields(state, 0, "stamp", "stamp")["value"]
    assert field.preset == preset
    assert [choice.more for choice in field.choices] == [3 - used.count(1), 1 - used.count(2)]


def test_combinations_are_offered_in_the_order_of_reading():  # R your own is there with its reason
    state = play(lay_out(FOUR, step=1, laid="41/42/43/44", leader=2), "pick 1/pick 11/pick 21/pick 31").state
    assert choices(state, 0, "stamp", "stamp", "seat") == {2: None, 3: None, 0: "own_reading", 1: None}
    field = fields(state, 0, "stamp", "stamp")["seat"]
    assert [choice.seat for choice in field.choices] == [2, 3, 0, 1]
    assert field.preset is None


def test_a_stamp_is_sealed_and_can_be_changed_until_the_last_is_in():  # R all at the same time
    state = play(lay_out(**OPEN), "0 stamp >1").state
    assert (state.hands[0].stamp, (0, "stamp") in asked(state)) == (Given(1, 1), False)
    changed = play(state, "0 stamp >2 double")
    assert (changed.state.hands[0].stamp, changed.events) == (Given(2, 2), ())
    assert fields(changed.state, 0, "stamp", "stamp")["seat"].preset == 2
    assert fields(changed.state, 0, "stamp", "stamp")["value"].preset == 2
    again = play(changed.state, "0 stamp >1").state  # the sealed double one is not used yet
    done = play(again, "1 stamp >2", "2 stamp >0 double")
    assert only(AllStamped, done.events).given == (1, 2, 0)
    assert [hand.used for hand in done.state.hands] == [(1,), (1,), (2,)]
    assert [hand.stamp for hand in done.state.hands] == [None] * 3


@pytest.mark.parametrize("seats", range(3, 7))
def test_everybody_stamps_once_a_round(seats):  # R compulsory
    state = lay_out(BY_SEATS[seats], **OPEN)
    assert [seat for seat, kind in asked(state) if kind == "stamp"] == list(range(seats))
    order = "/".join(f"stamp >{(seat + 1) % seats}" for seat in range(seats))
    step = play(state, order)
    assert step.state.table.stamped == (left_of(seats),)
    assert only(AllStamped, step.last).round == 1


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_stamps_are_shown_when_the_last_is_in_whoever_it_is(order):  # R face down; all see who stamped whom
    said = {0: "0 stamp >2 double", 1: "1 stamp >2", 2: "2 stamp >1"}
    state = lay_out(**OPEN)
    for seat in order[:2]:
        state = play(state, said[seat]).state
        assert state.table == lay_out(**OPEN).table
    step = play(state, said[order[2]])
    assert step.state.table.stamped == ((2, 2, 1),)
    assert step.last[0] == AllStamped(round=1, given=(2, 2, 1))


@pytest.mark.parametrize(("round_", "number"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_stamps_count_for_the_round_that_was_read(round_, number):
    step = play(lay_out(round_=round_, stamping=True), "stamp >1/stamp >2/stamp >1")
    event = only(AllStamped, step.events)
    assert (event.round, event.given) == (number, (1, 2, 1))
    assert len(step.state.table.stamped) == number


# What they are worth


@pytest.mark.parametrize("seats", range(3, 7))
def test_after_the_fourth_stamp_none_is_left(seats):  # D the double one is used by then of itself
    *_, (_, last) = whole_match(seats)
    for hand in last.state.hands:
        assert sorted(hand.used) == [1, 1, 1, 2]
        assert (hand.left(1), hand.left(2)) == (0, 0)


def test_nobody_sees_what_a_stamp_is_worth_before_the_end():  # R not even its receiver; D your own you may look at
    for state, _ in whole_match(4):
        if not state.table.ended:
            assert state.table.values == ()
            assert state.table.points() == (0, 0, 0, 0)


def test_the_own_stamps_can_be_looked_at_at_any_time():  # R
    state = lay_out(**LATE, used=[(1, 2), (1, 1), (2, 1)])
    assert [state.view(seat).hand.used for seat in range(3)] == [(1, 2), (1, 1), (2, 1)]
    sealed = play(state, "1 stamp >0 double").state
    assert sealed.view(1).hand.stamp == Given(0, 2)


def test_others_cannot_tell_a_single_stamp_from_the_double_one():  # R face down
    said = ["0 stamp >1{}", "1 stamp >0", "2 stamp >0"]
    single, double = (
        play(lay_out(**LATE, used=[(1, 1)] * 3), *[line.format(how) for line in said])
        for how in ("", " double")
    )
    assert single.events == double.events
    for viewer in (None, 1, 2):
        assert single.state.view(viewer) == double.state.view(viewer)
    assert single.state.view(0) != double.state.view(0)


def test_markers_are_counted_openly():  # R (story) who has more stamp markers
    state = lay_out(**LATE, stamped=[(1, 0, 0), (1, 0, 1)])
    assert state.table.markers() == (3, 3, 0)
    after = play(state, "stamp >2/stamp >2/stamp >0").state
    assert after.table.markers() == (4, 3, 2)


def test_a_stamp_is_asked_for_on_a_clock_of_its_own():  # D open together with the first choice
    state = lay_out(**OPEN)
    assert prompt_of(state, 0, "stamp").group != prompt_of(state, 0, "source").group
    after = play(state, "stamp >1/stamp >2/stamp >0")
    assert asked(after.state) == [(0, "source"), (1, "source"), (2, "source")]
    assert all_of(AllStamped, after.events)
