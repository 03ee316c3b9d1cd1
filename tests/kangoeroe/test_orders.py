"""Standing defence and planned turns. R is the printed rule, D a ruling of the house."""

import pytest

from games.engine import Dice
from games.kangoeroe.parts import COPIES, MOST_LINES, Defend, Hop, Orders, Planned
from games.kangoeroe.rules import GAME

from .tables import hop, lay_out, orders

pytestmark = pytest.mark.pure


def stand(state, kept):
    """What the orders of the seat that is asked answer, and what is left of them."""
    prompt = state.prompts[0]
    return GAME.standing(state.view(prompt.seat), prompt, kept, Dice("orders", 1))


# Standing defence


@pytest.mark.parametrize(
    ("held", "kept", "answer"),
    [
        pytest.param("rrb", orders(11), Defend(2), id="D automatic: as many as I hold"),
        pytest.param("rrb", orders(1), Defend(1), id="D up to N answers N"),
        pytest.param("rrb", orders(2), Defend(2), id="D up to N, exactly held"),
        pytest.param("rb", orders(2), Defend(1), id="D up to N answers what is held"),
        pytest.param("bb", orders(11), Defend(0), id="D answers at once without such cards"),
        pytest.param("rrb", orders(0), Defend(0), id="D up to none lets it go at once"),
        pytest.param("rrb", orders(None), None, id="D ask me, with such cards"),
        pytest.param("bb", orders(None), None, id="D ask me, without"),
        pytest.param("rrb", orders(None, r=1), Defend(1), id="D by colour: this one answers"),
        pytest.param("rrb", orders(11, r=None), None, id="D by colour: this one asks"),
    ],
)
def test_the_standing_defence_answers(held, kept, answer):
    state = hop(lay_out(f"rg/{held}/p", figures="r1"), "r").state
    assert stand(state, kept) == (answer, kept)
    if answer is not None:
        assert GAME.check(state.view(1), state.prompts[0], answer) is None


def test_the_standing_defence_says_nothing_about_a_counter_or_a_turn():  # D a counter is asked again
    attack = hop(lay_out("rrg/rb/p", figures="r1"), "r", None).state
    counter = GAME.play(attack, attack.prompts[0], Defend(1), Dice("x", 1)).state
    assert stand(counter, orders(11)) == (None, orders(11))
    assert stand(lay_out("rg/rb"), orders(11)) == (None, orders(11))


def test_what_is_offered_and_allowed_knows_nothing_of_orders():  # D changing one does not answer an open prompt
    state = hop(lay_out("rg/rrb/p", figures="r1"), "r").state
    assert stand(state, orders(None))[0] is None  # asked when it opened
    assert stand(state, orders(11))[0] == Defend(2)  # would have answered then; nobody puts it to them again
    assert GAME.check(state.view(1), state.prompts[0], Defend(0)) is None


# Planned turns

CENTRE, THEIRS, MINE = ("centre",), ("theirs",), ("mine",)
TURN = lay_out("rrgb/pp/rb", figures="r1 b0")  # red with Bob, blue mine, green in the centre


@pytest.mark.parametrize(
    ("plan", "played"),
    [
        pytest.param([Planned("g", 0, CENTRE)], Hop("g.1", 0), id="D its figure is in the centre"),
        pytest.param([Planned("r", 1, THEIRS)], Hop("r.1", 1), id="D its figure is with someone else"),
        pytest.param([Planned("b", 0, MINE)], Hop("b.1", 0), id="D its figure is mine"),
        pytest.param([Planned("r", 0)], Hop("r.1", 0), id="D wherever it is"),
        pytest.param([Planned("g", 0, (*THEIRS, *CENTRE))], Hop("g.1", 0), id="D one of several places"),
        pytest.param([Planned("r", None, THEIRS)], Hop("r.1", None), id="D ask me again"),
        pytest.param([Planned("r", 9, THEIRS)], Hop("r.1", 1), id="D persist is capped by what is held"),
        pytest.param(
            [Planned("r", 0, CENTRE), Planned("o"), Planned("b", 0, THEIRS), Planned("g", 0, CENTRE)],
            Hop("g.1", 0),
            id="D the first line that applies",
        ),
        pytest.param([Planned("b", 0, MINE), Planned("g", 0, CENTRE)], Hop("b.1", 0), id="D in their order"),
        pytest.param([Planned("r", 0, CENTRE), Planned("g", 0, THEIRS)], None, id="D nothing applies: asked"),
        pytest.param([Planned("o"), Planned("p")], None, id="D cards that are not held"),
    ],
)
def test_the_first_line_that_applies_is_played(plan, played):
    action, left = stand(TURN, orders(11, tuple(plan)))
    assert action == played
    assert left == orders(11)  # good for one turn, dropped fired or not
    if action is not None:
        assert GAME.check(TURN.view(0), TURN.prompts[0], action) is None


def test_two_plans_are_for_two_turns():  # D up to two may be left
    first, second = (Planned("g"),), (Planned("r"),)
    action, left = stand(TURN, orders(11, first, second))
    assert (action, left.plans) == (Hop("g.1", 0), (second,))
    assert stand(TURN, left) == (Hop("r.1", 0), orders(11))
    assert stand(TURN, orders(11)) == (None, orders(11))


def test_a_plan_that_misses_is_dropped_and_the_next_one_is_kept():  # D
    second = (Planned("r"),)
    assert stand(TURN, orders(11, (Planned("o"),), second)) == (None, orders(11, second))


def test_a_plan_is_kept_while_others_are_asked():  # D it is for a turn, not for a defence
    state = hop(lay_out("rg/rb/p", figures="r1"), "r").state
    assert stand(state, orders(None, (Planned("r"),))) == (None, orders(None, (Planned("r"),)))


# What orders may be left

LINE = (Planned("r"),)


@pytest.mark.parametrize(
    ("kept", "reason"),
    [
        pytest.param(orders(11), None, id="automatic"),
        pytest.param(orders(None, r=0, g=3), None, id="D by colour"),
        pytest.param(orders(COPIES + 1), "not_that_many", id="more than there are"),
        pytest.param(orders(-1), "not_that_many", id="less than nothing"),
        pytest.param(Orders({"r": 1}), "wrong_answer", id="a colour is missing"),
        pytest.param(Orders({**orders(1).defend, "x": 1}), "wrong_answer", id="a colour that is none"),
        pytest.param(orders(1, LINE, LINE), None, id="D up to two plans"),
        pytest.param(orders(1, LINE, LINE, LINE), "too_many_plans", id="D three are too many"),
        pytest.param(orders(1, ()), "empty_plan", id="a plan without lines"),
        pytest.param(orders(1, LINE * (MOST_LINES + 1)), "empty_plan", id="a plan too long to mean anything"),
        pytest.param(orders(1, (Planned("r", -1),)), "not_that_many", id="a negative persist"),
        pytest.param(orders(1, (Planned("r", 12),)), "not_that_many", id="a persist beyond the copies"),
        pytest.param(orders(1, (Planned("r", None),)), None, id="D ask me again"),
        pytest.param(orders(1, (Planned("r", 0, ()),)), "wrong_answer", id="a line that is for nowhere"),
    ],
)
def test_what_orders_may_be_left(kept, reason):
    assert GAME.check_orders(TURN.view(0), kept, orders(COPIES)) == reason
