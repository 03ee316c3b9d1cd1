"""The end: points, ties, places. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.course import standings
from games.game_of_quotes.events import AllStamped, Ended
from games.game_of_quotes.rules import GAME
from tests.engine.tables import all_of, only

from .tables import FOUR, THREE, lay_out, outcome, play, whole_match

pytestmark = pytest.mark.pure


def ends(stamps, hands=THREE, swapped=()):
    """A match that ends with these stamps: a stroke between rounds, by seat whom it stamped, "!" for the double one."""
    rounds = [one.split() for one in stamps.split("/")]
    worth = tuple(zip(*[[1 + word.endswith("!") for word in one] for one in rounds], strict=True))
    assert all(sorted(mine) == [1, 1, 1, 2] for mine in worth)
    to = [[int(word.strip("!")) for word in one] for one in rounds]
    state = lay_out(
        hands,
        round_=5,
        stamping=True,
        stamped=to[:3],
        used=[mine[:3] for mine in worth],
        swapped=swapped,
    )
    assert outcome(state) is None
    return play(state, "/".join(f"stamp >{word.replace('!', ' double')}" for word in rounds[3]))


@pytest.mark.parametrize(
    ("stamps", "swapped", "points", "markers", "ended"),
    [
        pytest.param(
            "1 0 0/1 0 0/1 0 0!/1! 2! 1", (), (7, 6, 2), (6, 5, 1), ((0,), "points"), id="R most points win"
        ),
        pytest.param(
            "1 2 1/1 2 1/1 2! 1/2! 2 0!",
            (),
            (2, 6, 7),
            (1, 6, 5),
            ((2,), "points"),
            id="R a double stamp counts 2: more points with fewer stamps",
        ),
        pytest.param(
            "1 2 1/1 2 1/1 2! 1/2! 2 0!",
            (2,),
            (2, 6, 7),
            (1, 6, 5),
            ((2,), "points"),
            id="R the swap does not count where points differ",
        ),
        pytest.param(
            "1 2 1/1 2 1/1 2! 1/2! 0 0!",
            (),
            (3, 6, 6),
            (2, 6, 4),
            ((1,), "markers"),
            id="R (story) equal points: more stamps",
        ),
        pytest.param(
            "1 2 1/1 2 1/1 2! 1/2! 0 0!",
            (1,),
            (3, 6, 6),
            (2, 6, 4),
            ((1,), "markers"),
            id="R (story) more stamps come before the swap",
        ),
    ],
)
def test_who_wins(stamps, swapped, points, markers, ended):
    step = ends(stamps, swapped=swapped)
    table = step.state.table
    assert (table.points(), table.markers()) == (points, markers)
    assert outcome(step.state) == ended


@pytest.mark.parametrize(
    ("swapped", "ended", "places"),
    [
        pytest.param((0,), ((1,), "not_swapped"), (2, 1, 3), id="R whoever did not swap wins"),
        pytest.param((1,), ((0,), "not_swapped"), (1, 2, 3), id="R the other one"),
        pytest.param((), ((0, 1), "shared"), (1, 1, 3), id="D nobody swapped: shared"),
        pytest.param((0, 1), ((0, 1), "shared"), (1, 1, 3), id="D both swapped: shared"),
        pytest.param((2,), ((0, 1), "shared"), (1, 1, 3), id="D the third is out of it"),
    ],
)
def test_equal_points_and_equal_stamps(swapped, ended, places):
    step = ends("1 0 0/1 0 0/1 0! 1/2! 2 1!", swapped=swapped)
    assert (step.state.table.points(), step.state.table.markers()) == ((6, 6, 3), (5, 5, 2))
    assert outcome(step.state) == ended
    assert GAME.result(step.state).places == places
    assert only(Ended, step.last).winners == ended[0]


@pytest.mark.parametrize(
    ("points", "markers", "swapped", "best"),
    [
        pytest.param((3, 3, 3), (2, 2, 2), (False, False, False), [0, 1, 2], id="D all equal"),
        pytest.param((3, 3, 3), (2, 2, 2), (True, False, True), [1], id="R one did not swap"),
        pytest.param(
            (3, 3, 3), (2, 3, 3), (False, True, True), [1, 2], id="D shared by two with more stamps"
        ),
        pytest.param((4, 3, 3), (2, 3, 3), (True, False, False), [0], id="R points first"),
    ],
)
def test_what_decides_in_its_order(points, markers, swapped, best):
    rows = standings(points, markers, swapped)
    assert [seat for seat, row in enumerate(rows) if row == max(rows)] == best


def test_all_may_share():  # D
    step = ends("1 2 0/1 2 0/1 2 0/1! 2! 0!")
    assert outcome(step.state) == ((0, 1, 2), "shared")
    assert GAME.result(step.state).places == (1, 1, 1)


def test_places_of_the_others_go_by_the_same_order():  # D
    step = ends("1 0 0 0/1 0 0 0/1 0 3 2/1! 0! 3! 2!", FOUR, swapped=(2,))
    result = GAME.result(step.state)
    assert (result.points, step.state.table.markers()) == ((9, 5, 3, 3), (8, 4, 2, 2))
    assert (result.places, result.why) == ((1, 2, 4, 3), "points")


def test_the_match_ends_with_the_last_stamp_of_round_4():  # R
    step = play(lay_out(round_=4), "both 1 31/both 11 32/both 21 33", "0 stamp >1", "1 stamp >2")
    assert (outcome(step.state), step.state.table.ended, all_of(Ended, step.events)) == (None, False, [])
    last = play(step.state, "2 stamp >0")
    assert last.state.table.ended
    assert last.state.prompts == ()
    assert outcome(last.state) is not None
    assert [type(event) for event in last.last] == [AllStamped, Ended]


def test_the_stamps_are_turned_over():  # R
    step = ends("1 2 0!/1! 2 0/1 2 0/1 2! 0")
    values = ((1, 1, 2), (2, 1, 1), (1, 1, 1), (1, 2, 1))
    assert step.state.table.values == values
    told = only(Ended, step.last)
    assert (told.values, told.points, told.markers) == (values, (5, 5, 5), (4, 4, 4))


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_match_is_won_by_somebody(seats):
    *_, (_, last) = whole_match(seats)
    table, result = last.state.table, GAME.result(last.state)
    assert sum(table.points()) == 5 * seats
    assert sum(table.markers()) == 4 * seats
    assert result.winners == only(Ended, last.events).winners
    assert result.points == table.points()
    assert result.points[result.winners[0]] == max(result.points)


def test_a_running_match_has_no_result():
    assert [outcome(state) for state, _ in whole_match(3)] == [None] * len(list(whole_match(3)))
