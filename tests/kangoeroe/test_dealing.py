"""Material and setup. R is the printed rule, D a ruling of the house."""

from collections import Counter

import pytest

from games.engine import Dice, places
from games.kangoeroe.parts import CENTRE, COLOURS, COPIES, HAND_SIZE, PACK, Dealt, Options
from games.kangoeroe.rules import GAME

pytestmark = pytest.mark.pure


def deal(seats, options=None, seed="deal"):
    return GAME.deal(seats, options or Options(), ({},) * seats, Dice(seed, 0))


def test_the_pack_has_five_colours_of_eleven_cards():  # R material
    assert Counter(card[0] for card in PACK) == dict.fromkeys("rogbp", 11)
    assert (len(COLOURS), COPIES, HAND_SIZE, len(set(PACK))) == (5, 11, 5, 55)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])  # D 2 to 6 seats
def test_everybody_gets_five_cards_and_the_rest_is_the_pile(seats):  # R setup
    state = deal(seats).state
    assert state.table.counts == (5,) * seats
    assert state.table.pile == len(state.stock.pile) == 55 - 5 * seats
    assert state.table.figures == (CENTRE,) * 5
    assert sorted(state.stock.pile + sum((hand.cards for hand in state.hands), ())) == sorted(PACK)
    assert GAME.faults(state) == []


@pytest.mark.parametrize(
    ("seats", "first"),
    [
        pytest.param(1, None, id="D one seat is too few"),
        pytest.param(7, None, id="D seven seats are too many"),
        pytest.param(0, None, id="D no seat"),
        pytest.param(2, 2, id="D the first seat must be there"),
        pytest.param(2, -1, id="D no seat is minus one"),
    ],
)
def test_a_deal_for_seats_that_are_not_there_is_refused(seats, first):
    with pytest.raises(ValueError, match="no Kangoeroe"):
        deal(seats, Options(first=first))


def test_the_first_seat_is_drawn_at_random():  # D
    starters = {deal(4, seed=str(i)).state.prompts[0].seat for i in range(60)}
    assert starters == {0, 1, 2, 3}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_may_name_the_first_seat(first):  # D
    step = deal(3, Options(first=first))
    assert [(prompt.seat, prompt.kind) for prompt in step.state.prompts] == [(first, "turn")]
    assert step.events == (Dealt(seat=first, cards=5),)


def test_the_same_seed_deals_the_same_cards_whoever_starts():
    assert deal(3, Options(first=0)).state.hands == deal(3, Options(first=2)).state.hands


@pytest.mark.parametrize(("defence", "most"), [("automatic", 11), ("ask", None)])  # D option `defence`
def test_the_option_sets_the_standing_defence_of_everyone(defence, most):
    assert GAME.first_orders(Options(defence=defence)).defend == dict.fromkeys("rogbp", most)
    assert GAME.first_orders(Options(defence=defence)).plans == ()


def test_the_lobby_offers_who_starts_and_the_defence():  # D options, `automatic` is the default
    first, defence = GAME.settings(3)
    assert ([choice.value for choice in first.choices], first.blank, first.preset) == ([0, 1, 2], True, None)
    assert ([choice.value for choice in defence.choices], defence.preset) == (
        ["automatic", "ask"],
        "automatic",
    )


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        pytest.param((3, 1, 1), (1, 2, 2), id="R most figures win"),
        pytest.param((2, 2, 1), (1, 1, 3), id="R an equal number shares the victory"),
    ],
)
def test_places(figures, expected):
    assert places(figures) == expected
