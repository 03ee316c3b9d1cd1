"""What a round is worth. R is the printed rule, D a ruling of the house."""

import pytest

from games.don_martin.parts import Group, Hand
from games.don_martin.rules import GAME
from games.don_martin.scoring import left_points, points_of, score_round

from .tables import ended, lay_out, outcome, play, scores

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("size", "points"), [(0, 0), (2, 0), (3, 10), (4, 20), (5, 40), (6, 80), (7, 160), (8, 320)]
)
def test_what_a_group_is_worth(size, points):  # R
    assert points_of(size) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param((), 0, id="R none left"),
        pytest.param(("rumms-b.1",), -5, id="R a coloured card"),
        pytest.param(("inkle.1",), -10, id="R a black-and-white card"),
        pytest.param(("rumms-b.1", "inkle.1", "rumms-g.2", "arrargh.1"), -30, id="R all together"),
    ],
)
def test_what_cards_in_hand_cost(cards, points):
    assert left_points(Hand(cards)) == points


def group(size):
    return Group(tuple(f"rumms-{colour}" for colour in "bgpobgpo"[:size]))


@pytest.mark.parametrize(
    ("groups", "laid_down", "out", "expected"),
    [
        pytest.param(([3], [], []), (1, 0, 0), 0, (10, 3, 100), id="R one lay-down: the hundred"),
        pytest.param(([3, 4, 5], [], []), (1, 0, 0), 0, (70, 3, 100), id="R several groups in one lay-down"),
        pytest.param(([3, 3], [], []), (2, 0, 0), 0, (20, 3, 0), id="R two lay-downs: no hundred"),
        pytest.param(([3, 3], [], []), (3, 0, 0), 0, (20, 3, 0), id="three: no hundred"),
        pytest.param(([], [], []), (0, 0, 0), 0, (0, 3, 0), id="D no lay-down at all: no hundred"),
        pytest.param(
            ([8], [], []), (1, 0, 0), None, (320, 0, 0), id="D nobody is out: no bonus and no hundred"
        ),
        pytest.param(
            ([8], [3], []), (1, 1, 0), 1, (320, 0, 0), id="R another is out: no bonus and no hundred"
        ),
    ],
)
def test_who_gets_the_bonus_and_the_hundred(groups, laid_down, out, expected):
    hands = [Hand(()), Hand(("rumms-b.1", "inkle.1")), Hand(("quarp-b.1",))]
    if out == 1:
        hands[1] = Hand(())
    lying = tuple(tuple(group(size) for size in sizes) for sizes in groups)
    score = score_round(lying, laid_down, hands, out)[0]
    assert (score.groups, score.bonus, score.single) == expected
    assert score.total == sum(expected)


def test_six_in_two_groups_and_six_in_one():  # R 10 + 10, where patience is worth 80
    two, one = (
        score_round((lying,), (2,), [Hand(())], None)[0].groups
        for lying in ((group(3), group(3)), (group(6),))
    )
    assert (two, one) == (20, 80)


# Worked rounds


def test_a_worked_round_with_one_lay_down():
    hands = "rumms-b rumms-g zwick-b zwick-g / quarp-g inkle huffta-b / arrargh wobbel-p wobbel-o wobbel-b"
    groups = " / krakadoi-b krakadoi-g krakadoi-p krakadoi-o, pfiuut-b pfiuut-g pfiuut-p"
    state = lay_out(hands, lies="rumms-p@1 rumms-o@2 zwick-b@0 huffta-b@2", groups=groups)
    step = play(
        state,
        "0 play rumms-b",
        "0 lay rumms-b rumms-g rumms-p rumms-o zwick-b zwick-g zwick-b",
        "0 play huffta-b",
    )
    assert ended(step) == (0, "lead")
    assert scores(step) == [
        (20 + 10, 0, 3 + 4, 100),
        (20 + 10, -5 - 10 - 5, 0, 0),
        (0, -10 - 15, 0, 0),
    ]
    assert step.state.table.points() == (137, 10, -25)
    assert GAME.result(step.state).points == (137, 10, -25)
    assert GAME.result(step.state).places == (1, 2, 3)


def test_a_worked_round_with_two_lay_downs():
    hands = "rumms-b rumms-g zwick-b zwick-o wobbel-b / quarp-g inkle / arrargh zwick-p huffta-o"
    step = play(
        lay_out(hands, lies="rumms-b@1", pile="krakadoi-g"),
        *("0 play rumms-b", "0 lay rumms-b rumms-g rumms-b", "0 play wobbel-b", "1 ignore", "2 play zwick-p"),
        *("0 play zwick-b", "0 lay zwick-b zwick-o zwick-p", "0 play wobbel-b"),
    )
    assert ended(step) == (0, "lead")
    assert scores(step) == [(10 + 10, 0, 3 + 2, 0), (0, -5 - 10 - 5, 0, 0), (0, -10 - 5, 0, 0)]


@pytest.mark.parametrize(
    ("laid_down", "single"),
    [
        pytest.param((0, 0, 0), 100, id="R the only lay-down of the round"),
        pytest.param((1, 0, 0), 0, id="R one more lay-down before"),
        pytest.param((0, 1, 0), 100, id="those of others do not count"),
    ],
)
def test_lay_downs_are_counted_over_the_round(laid_down, single):
    groups = "".join("zwick-b zwick-g zwick-p/" if count else "/" for count in laid_down[:2])
    state = lay_out("rumms-b rumms-g/quarp-g/inkle", lies="rumms-b@1", groups=groups)
    assert state.table.laid_down == laid_down
    step = play(state, "0 play rumms-b", "0 lay rumms-b rumms-g rumms-b")
    assert scores(step)[0] == (10 + 10 * laid_down[0], 0, 2, single)


def test_a_chain_of_splabbadaps_is_two_lay_downs():  # D
    mine = "splabbadap splabbadap rumms-b rumms-g zwick-b zwick-g"
    hands = f"{mine} / rumms-p zwick-p huffta-p / huffta-g quarp-g wobbel-g"
    step = play(
        lay_out(hands),
        *("0 play splabbadap", "1 throw rumms-p", "2 throw huffta-g", "0 lay rumms-b rumms-g rumms-p"),
        *("0 play splabbadap", "1 throw zwick-p", "2 throw quarp-g", "0 lay zwick-b zwick-g zwick-p"),
    )
    assert step.state.table.laid_down == (2, 0, 0)
    assert ended(step) is None


def test_going_out_without_a_lay_down():  # D a point for each card the others hold, and no hundred
    step = play(lay_out("rumms-b/quarp-g inkle/zwick-p", lies="huffta-g"), "0 play rumms-b")
    assert scores(step) == [(0, 0, 3, 0), (0, -15, 0, 0), (0, -5, 0, 0)]


def test_nobody_out_scores_groups_and_cards_left():  # D no bonus
    groups = "zwick-b zwick-g zwick-p"
    state = lay_out("rumms-b arrargh/inkle/gapween", lies="quarp-g", groups=groups, rest="spent")
    step = play(state, "0 play rumms-b")
    found = scores(step)
    assert (ended(step), found[:2]) == ((None, "passes"), [(10, -10, 0, 0), (0, -10, 0, 0)])
    assert [score[2:] for score in found] == [(0, 0)] * 3


def test_a_score_may_be_negative():  # R
    step = play(lay_out("rumms-b/quarp-g inkle/zwick-p zwick-g arrargh", lies="huffta-g"), "0 play rumms-b")
    assert step.state.table.points() == (5, -15, -20)
    assert outcome(step.state) == ((0,), "one_round")


@pytest.mark.parametrize(
    ("hands", "groups", "winners"),
    [
        pytest.param("rumms-b/quarp-g/quarp-p", "", (0,), id="R most points"),
        pytest.param(
            "rumms-b/quarp-g/quarp-p", "/zwick-b zwick-g zwick-p", (1,), id="R whoever is out may lose"
        ),
        pytest.param(
            "rumms-b/quarp-g/quarp-p huffta-p",
            "/wobbel-b wobbel-g wobbel-p/zwick-b zwick-g zwick-p zwick-o",
            (2,),
            id="R a bigger group outweighs a card",
        ),
        pytest.param(
            "rumms-b/quarp-g/quarp-p",
            "/wobbel-b wobbel-g wobbel-p/zwick-b zwick-g zwick-p",
            (1, 2),
            id="D equal points share",
        ),
    ],
)
def test_who_wins_one_round(hands, groups, winners):
    step = play(lay_out(hands, groups=groups), "0 play rumms-b")
    assert outcome(step.state) == (winners, "one_round")
