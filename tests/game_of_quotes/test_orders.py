"""The idea pad: a source for round 3 that is written ahead. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.answers import MOST_IDEAS, Orders, Write
from games.game_of_quotes.cards import STOCK
from games.game_of_quotes.rules import GAME
from games.simulate import Trial, simulate
from tests.engine.tables import prompt_of

from .tables import answer, lay_out, play, stand, waits_for

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}


@pytest.mark.parametrize(
    ("ideas", "ahead", "said"),
    [
        pytest.param((31,), True, Write(words=31), id="D the source of round 3"),
        pytest.param((31, 32), True, Write(words=31), id="D the first of them"),
        pytest.param((-4, 31), True, Write(stock=-4), id="D a name of the game's own"),
        pytest.param((), True, None, id="D nothing on the pad: asked"),
        pytest.param((31,), False, None, id="D kept for another time: asked"),
    ],
)
def test_what_the_idea_pad_answers_in_round_3(ideas, ahead, said):
    kept = Orders(ideas, ahead)
    state = lay_out(round_=3)
    action, left = stand(state, 1, "write", kept)
    assert (action, left) == (said, kept)  # R the notepad stays as it is
    if said is not None:
        assert GAME.check(state.view(1), prompt_of(state, 1, "write"), said) is None
        assert answer(state, 1, "write", said).state.hands[1].draft.words == ideas[0]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        pytest.param({}, "quote", id="a quote"),
        pytest.param(SECOND, "source", id="a source"),
        pytest.param({"round_": 3, **SECOND}, "quote", id="the quote of round 3"),
        pytest.param({"round_": 4}, "both", id="R round 4: the source is for a quote nobody knows before"),
        pytest.param({"round_": 2, "stamping": True}, "stamp", id="a stamp"),
    ],
)
def test_the_idea_pad_answers_nothing_else(table, kind):  # D
    kept = Orders((31,))
    assert stand(lay_out(**table), 0, kind, kept) == (None, kept)


def test_a_source_written_ahead_spares_a_wait():  # D eight waits become seven
    state = play(lay_out(round_=2, **SECOND), "pick 1/pick 11/pick 21").state
    assert waits_for(state) == "stamp, write"
    for seat in range(3):
        action, _ = stand(state, seat, "write", Orders((31 + seat,)))
        state = answer(state, seat, "write", action).state
    assert waits_for(state) == "stamp, quote"


def test_a_source_written_ahead_can_be_changed():  # D until the last is in
    state = lay_out(round_=3)
    action, _ = stand(state, 0, "write", Orders((31,)))
    written = answer(state, 0, "write", action).state
    assert play(written, "0 write 32").state.hands[0].draft.words == 32


@pytest.mark.parametrize(
    ("ideas", "reason"),
    [
        pytest.param((), None, id="none"),
        pytest.param(tuple(range(1, MOST_IDEAS + 1)), None, id="six"),
        pytest.param(tuple(range(1, MOST_IDEAS + 2)), "too_many_ideas", id="seven"),
        pytest.param((-1, -STOCK), None, id="names of the game's own"),
        pytest.param((-STOCK - 1,), "wrong_answer", id="there are no more of them"),
        pytest.param((0,), "wrong_answer", id="no text at all"),
        pytest.param((2**63,), "wrong_answer", id="no text has such a number"),
        pytest.param((2**63 - 1,), None, id="the largest number"),
    ],
)
def test_what_can_be_left_on_the_idea_pad(ideas, reason):
    assert GAME.check_orders(lay_out().view(0), Orders(ideas), Orders()) == reason


def test_everybody_starts_with_an_empty_pad_that_answers():  # D open from round 1
    assert GAME.first_orders(lay_out().table.options) == Orders((), True)


def test_the_pad_stays_when_a_match_is_put_back():
    kept = Orders((31, 32), False)
    assert GAME.without_plans(kept) == kept


@pytest.mark.parametrize(
    ("seats", "days", "days_ahead"), [(3, 6, 5.5), (4, 6.5, 6), (5, 7, 6.5), (6, 7, 6.5)]
)
def test_matches_take_no_longer_than_this_and_less_with_ideas_written_ahead(seats, days, days_ahead):
    medians = []
    for ahead in (False, True):
        trial = Trial(game=GAME, seats=(seats,), matches=20, visits_a_day=1, ahead=ahead)
        report = simulate(trial)[seats]
        assert report.faults == []
        medians.append(report.figures()["days_median"])
    assert medians[0] <= days and medians[1] <= days_ahead and medians[1] < medians[0]
