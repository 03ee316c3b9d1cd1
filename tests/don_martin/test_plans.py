"""Planned turns, and the order for a SPLABBADAP! R is the printed rule, D a ruling of the house."""

import pytest
from msgspec.structs import replace

from games.don_martin.answers import MOST_LINES, Ignore, Line, Orders, Plan, Play
from games.don_martin.rules import GAME
from games.engine import face_of
from tests.engine.tables import prompt_of

from .tables import lay_out, line_of, orders, planned, play, stand

pytestmark = pytest.mark.pure

MINE = "rumms-b zwick-g huffta-p gapween arrargh"
THEIRS = "quarp-g quarp-p/quarp-b quarp-o"
TURN = lay_out(f"{MINE}/{THEIRS}", lies="blompf-b")
LEAD = lay_out(f"{MINE}/{THEIRS}")


def fires(state, *lines, ask=False, kind=None):
    """What a plan of these lines answers: "rumms-b", "gapween >2", "ignore", or None for asking."""
    kind = kind or state.prompts[0].kind
    plan = planned(state, 0, *lines, ask=ask)
    action, left = stand(state, 0, kind, orders(plan))
    assert left == orders()  # D good for one turn, fired or not
    match action:
        case Ignore():
            return "ignore"
        case Play(card, None):
            return face_of(card)
        case Play(card, target):
            return f"{face_of(card)} >{target}"
    return None


# What a line does


@pytest.mark.parametrize(
    ("lines", "answered"),
    [
        pytest.param(["add zwick-g"], "zwick-g", id="D add"),
        pytest.param(["add rumms-b"], None, id="D never a take: groups may follow"),
        pytest.param(["ignore"], "ignore", id="D ignore"),
        pytest.param(["lead zwick-g"], None, id="D a lead is for an empty table"),
        pytest.param(["special arrargh"], "arrargh", id="D a special"),
        pytest.param(["special gapween >2"], "gapween >2", id="D with who draws"),
        pytest.param(
            ["add rumms-b", "ignore"], "ignore", id="D the first that can be played as it was meant"
        ),
        pytest.param(["add zwick-g", "ignore"], "zwick-g", id="D and not a later one"),
        pytest.param(["ignore", "add zwick-g"], "ignore", id="D in their order"),
        pytest.param(["add quarp-g", "add zwick-g"], "zwick-g", id="D a card that is gone is skipped"),
        pytest.param(["add quarp-g"], None, id="D nothing is held: asked"),
        pytest.param(["special inkle", "ignore"], "ignore", id="D a special that is gone is skipped"),
        pytest.param([], None, id="D no line: asked"),
    ],
)
def test_what_a_plan_plays_on_a_turn(lines, answered):
    assert fires(TURN, *lines) == answered


@pytest.mark.parametrize(
    ("lines", "answered"),
    [
        pytest.param(["lead rumms-b"], "rumms-b", id="D lead"),
        pytest.param(["add zwick-g"], None, id="D an add is for cards that lie there"),
        pytest.param(["ignore"], None, id="D an empty table cannot be ignored"),
        pytest.param(["special arrargh"], "arrargh", id="D a special leads too"),
        pytest.param(
            ["ignore", "add zwick-g", "lead zwick-g"], "zwick-g", id="D the first that is meant for it"
        ),
    ],
)
def test_what_a_plan_plays_as_a_lead(lines, answered):
    assert fires(LEAD, *lines) == answered


@pytest.mark.parametrize(
    ("mine", "table", "lines", "answered"),
    [
        pytest.param("arrargh", {"lies": "blompf-b"}, ["special arrargh"], None, id="R not as the only card"),
        pytest.param(
            "arrargh",
            {"lies": "blompf-b"},
            ["special arrargh", "ignore"],
            "ignore",
            id="R the next line then",
        ),
        pytest.param(
            "arrargh rumms-b",
            {"first": True},
            ["special arrargh"],
            None,
            id="R not as the first card of a round",
        ),
        pytest.param(
            "arrargh rumms-b",
            {"first": True},
            ["special arrargh", "lead rumms-b"],
            "rumms-b",
            id="R a lead then",
        ),
        pytest.param(
            "rumms-g rumms-b", {"lies": "blompf-b", "rest": 2}, ["ignore"], None, id="D no pile to ignore"
        ),
        pytest.param(
            "rumms-g rumms-b",
            {"lies": "blompf-b", "rest": 2},
            ["ignore", "add rumms-g"],
            "rumms-g",
            id="D add then",
        ),
        pytest.param(
            "rumms-g", {"lies": "blompf-b"}, ["add rumms-g"], "rumms-g", id="R an add that goes out"
        ),
    ],
)
def test_a_line_that_is_not_legal_is_skipped(mine, table, lines, answered):
    assert fires(lay_out(f"{mine}/{THEIRS}", **table), *lines) == answered


@pytest.mark.parametrize(
    "action",
    [Play("gapween.1"), Play("gapween.1", 7), Play("quarp-g.1")],
    ids=["nobody named", "no such seat", "not held"],
)
def test_what_the_rules_refuse_is_never_played(action):
    plan = Plan(1, (Line("special", action.card, action.target),), ask_for_groups=False)
    assert stand(TURN, 0, "turn", orders(plan)) == (None, orders())


# Conditions


@pytest.mark.parametrize(
    ("lies", "line", "holds"),
    [
        pytest.param("blompf-b", "add zwick-g", True, id="no condition"),
        pytest.param("blompf-b", "add zwick-g if=b", True, id="D if blue lies there"),
        pytest.param("blompf-o", "add zwick-g if=b", False, id="D it does not"),
        pytest.param("blompf-b", "add zwick-g if=bp", True, id="D one of two is enough"),
        pytest.param("blompf-o", "add zwick-g if=bp", False, id="D none of two"),
        pytest.param("blompf-b", "add zwick-g not=o", True, id="D if no orange lies there"),
        pytest.param("blompf-o", "add zwick-g not=o", False, id="D but it does"),
        pytest.param("blompf-b blompf-p", "add zwick-g not=op", False, id="D one of two is too many"),
        pytest.param("blompf-b blompf-p", "add zwick-g if=b not=o", True, id="D both hold"),
        pytest.param("blompf-b blompf-o", "add zwick-g if=b not=o", False, id="D one of both does not"),
        pytest.param("blompf-b", "ignore if=o", False, id="D ignoring too"),
        pytest.param("blompf-b", "ignore not=o", True, id="D ignoring unless"),
        pytest.param("blompf-b", "special arrargh if=o", False, id="D a special too"),
        pytest.param("blompf-o", "special arrargh if=o", True, id="D a special if"),
        pytest.param("", "lead zwick-g if=b", False, id="nothing lies there: no colour does"),
        pytest.param("", "lead zwick-g not=b", True, id="nor one that must not"),
        pytest.param("", "special arrargh if=b", False, id="a special as a lead"),
    ],
)
def test_conditions_on_the_colours_that_lie_there(lies, line, holds):
    assert (fires(lay_out(f"{MINE}/{THEIRS}", lies=lies), line) is not None) == holds


def test_if_blue_or_green_can_be_added_add_it_else_ignore():  # D the example of the rules
    lines = ["add rumms-b", "add zwick-g", "ignore"]
    expected = {
        "blompf-b": "zwick-g",
        "blompf-g": "rumms-b",
        "blompf-b blompf-g": "ignore",
        "blompf-o": "rumms-b",
    }
    for lies, answered in expected.items():
        assert fires(lay_out(f"{MINE}/{THEIRS}", lies=lies), *lines) == answered


# Asked if a take would let a group be laid


@pytest.mark.parametrize(
    ("mine", "lies", "asks"),
    [
        pytest.param("rumms-b rumms-g zwick-p", "rumms-b", True, id="D a take would complete a group"),
        pytest.param("rumms-b zwick-p", "rumms-b", False, id="D two are no group"),
        pytest.param("rumms-b rumms-g zwick-p", "zwick-b", False, id="D two in hand and another sound"),
        pytest.param("rumms-g rumms-g zwick-p", "rumms-b", False, id="D nothing of that colour: no take"),
        pytest.param("rumms-g rumms-g zwick-b", "rumms-b", True, id="D another card takes"),
        pytest.param("rumms-b zwick-p", "rumms-b rumms-o", True, id="D one in hand and two on the table"),
        pytest.param(
            "rumms-b rumms-g rumms-p", "zwick-b", True, id="D a group in hand, and a take to lay it"
        ),
        pytest.param("rumms-g rumms-g rumms-p", "zwick-b", False, id="D a group in hand without a take"),
        pytest.param("zwick-b huffta-p", "rumms-b rumms-g rumms-o", True, id="D three on the table"),
        pytest.param("rumms-g rumms-p zwick-g inkle", "rumms-b", False, id="specials have no colour"),
        pytest.param("inkle inkle inkle", "rumms-b", False, id="specials alone"),
    ],
)
@pytest.mark.parametrize("ask", [True, False])
def test_a_plan_asks_where_a_group_is_in_reach(mine, lies, asks, ask):
    state = lay_out(f"{mine}/{THEIRS}", lies=lies)
    assert fires(state, "ignore", ask=ask) == (None if asks and ask else "ignore")


def test_a_lead_is_never_asked_about_groups():  # D there is nothing to take
    state = lay_out(f"rumms-b rumms-g rumms-p/{THEIRS}")
    assert fires(state, "lead rumms-b", ask=True) == "rumms-b"


def test_plans_ask_for_groups_unless_told_not_to():  # D preset on
    assert Plan(1).ask_for_groups


# Which turn


def test_the_head_of_the_plans_is_dropped():  # D up to three turns
    plans = [planned(TURN, 0, line) for line in ("add zwick-g", "ignore", "special arrargh")]
    action, left = stand(TURN, 0, "turn", orders(*plans))
    assert (action, left) == (Play("zwick-g.1"), orders(*plans[1:]))
    action, left = stand(TURN, 0, "turn", left)
    assert (action, left) == (Ignore(), orders(plans[2]))


def test_a_plan_that_does_not_fire_is_gone_too():  # D
    plans = planned(TURN, 0, "add quarp-g"), planned(TURN, 0, "ignore")
    assert stand(TURN, 0, "turn", orders(*plans)) == (None, orders(plans[1]))
    state = lay_out(f"rumms-b rumms-g rumms-b/{THEIRS}", lies="blompf-b")
    plans = planned(state, 0, "ignore", ask=True), planned(state, 0, "ignore")
    assert stand(state, 0, "turn", orders(*plans)) == (None, orders(plans[1]))


def test_plans_of_another_round_fall_away():  # D
    old, new = planned(TURN, 0, "add zwick-g", round_=1), planned(TURN, 0, "ignore", round_=2)
    second = lay_out(f"{MINE}/{THEIRS}", lies="blompf-b", round_=2, target=500)
    assert stand(second, 0, "turn", orders(old, old, new)) == (Ignore(), orders())
    # Nothing was planned for this round, so nothing has failed either.
    assert stand(second, 0, "turn", orders(old, old)) == (None, orders(old, old))
    assert stand(second, 0, "turn", orders(old, new, new)) == (Ignore(), orders(new))


def test_other_orders_stay_with_the_plans():
    kept = Orders("card", "rumms-b.1", (planned(TURN, 0, "ignore"),))
    assert stand(TURN, 0, "turn", kept) == (Ignore(), replace(kept, plans=()))


def test_without_a_plan_one_is_asked():
    assert stand(TURN, 0, "turn", orders()) == (None, orders())


def test_a_lead_after_a_take_is_no_turn_for_a_plan():  # D it belongs to a visit that runs
    state = play(TURN, "0 play rumms-b").state
    kept = orders(planned(state, 0, "lead zwick-g"))
    assert stand(state, 0, "lay", kept) == (None, kept)
    state = play(state, "0 keep").state
    assert stand(state, 0, "lead", kept) == (None, kept)


def test_a_lead_that_comes_round_is_a_turn_for_a_plan():  # D after ARRARGH!
    state = play(lay_out(f"arrargh quarp-b/quarp-g quarp-p/{MINE}", lies="blompf-b"), "0 play arrargh").state
    kept = orders(planned(state, 2, "lead zwick-g"))
    assert stand(state, 2, "lead", kept) == (Play("zwick-g.1"), orders())


def test_a_throw_in_uses_no_plan():
    state = play(lay_out(f"splabbadap quarp-b/{MINE}/{THEIRS.split('/')[0]}"), "0 play splabbadap").state
    kept = orders(planned(state, 1, "add zwick-g", "ignore"), throw="ask")
    assert stand(state, 1, "throw_in", kept) == (None, kept)


# The throw for a SPLABBADAP!


def thrown(theirs, kept, seed="orders"):
    state = play(lay_out(f"splabbadap quarp-b/{theirs}/quarp-g quarp-p"), "0 play splabbadap").state
    action, left = stand(state, 1, "throw_in", kept, seed)
    assert left == kept
    assert action is None or GAME.check(state.view(1), prompt_of(state, 1, "throw_in"), action) is None
    return None if action is None else face_of(action.card)


@pytest.mark.parametrize(
    ("theirs", "found"),
    [
        pytest.param("rumms-b rumms-g zwick-p", {"zwick-p"}, id="D the sound of which one is held"),
        pytest.param(
            "rumms-b rumms-g rumms-p zwick-p zwick-o", {"zwick-p", "zwick-o"}, id="D ties at random"
        ),
        pytest.param(
            "rumms-b zwick-g huffta-p", {"rumms-b", "zwick-g", "huffta-p"}, id="D three sounds alike"
        ),
        pytest.param("rumms-b rumms-g inkle", {"rumms-b", "rumms-g"}, id="R specials are not thrown"),
        pytest.param("rumms-b inkle inkle gapween", {"rumms-b"}, id="R one coloured card"),
    ],
)
def test_my_rarest_sound(theirs, found):
    assert {thrown(theirs, orders(throw="rarest"), str(seed)) for seed in range(60)} == found


@pytest.mark.parametrize(
    ("kept", "answered"),
    [
        pytest.param(Orders("card", "rumms-b.1", card_round=1), "rumms-b", id="D this card"),
        pytest.param(Orders("card", "huffta-b.1", card_round=1), None, id="D it is gone: asked"),
        pytest.param(Orders("card", "inkle.1", card_round=1), None, id="a special: asked"),
        pytest.param(Orders("card", card_round=1), None, id="no card: asked"),
        pytest.param(Orders("card", "rumms-b.1", card_round=2), None, id="D of another round: asked"),
        pytest.param(Orders("ask"), None, id="D ask me"),
        pytest.param(Orders("ask", "rumms-b.1"), None, id="D ask me, whatever card was named once"),
        pytest.param(
            Orders("rarest", "rumms-b.1"), "zwick-p", id="D the rarest, whatever card was named once"
        ),
    ],
)
def test_the_order_for_a_splabbadap(kept, answered):
    assert thrown("rumms-b rumms-g zwick-p inkle", kept) == answered


# Which orders can be left


def check(kept, old=None, state=TURN):
    return GAME.check_orders(state.view(0), kept, old or Orders())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("add zwick-g", None, id="D a coloured card is added"),
        pytest.param("lead zwick-g", None, id="D or led"),
        pytest.param("add rumms-b if=go not=b", None, id="D on conditions"),
        pytest.param("special arrargh", None, id="D a special is played"),
        pytest.param("special gapween >0", None, id="R a GA-PWEEN! on oneself"),
        pytest.param("special gapween >2", None, id="R or on another"),
        pytest.param("ignore", None, id="D ignore"),
        pytest.param("special gapween", "whom", id="R a GA-PWEEN! says who draws"),
        pytest.param("special gapween >3", "no_such_seat", id="a seat that is not there"),
        pytest.param("special gapween >-1", "no_such_seat", id="a seat below the first"),
        pytest.param("add arrargh", "not_coloured", id="a special adds nothing"),
        pytest.param("lead arrargh", "not_coloured", id="D a special is a line of its own"),
        pytest.param("special zwick-g", "not_special", id="a coloured card is no special"),
        pytest.param("add quarp-g", "not_your_card", id="a card of another seat"),
        pytest.param("special inkle", "not_your_card", id="a special of the pile"),
        pytest.param("add", "not_your_card", id="an add of nothing"),
        pytest.param("special", "not_your_card", id="a special that is none"),
        pytest.param("ignore zwick-g", "wrong_answer", id="ignoring with a card"),
    ],
)
def test_which_lines_can_be_left(line, reason):
    plan = Plan(1, (line_of(TURN, 0, "ignore"), line_of(TURN, 0, line)))
    assert check(orders(plan)) == reason


@pytest.mark.parametrize(
    ("plans", "reason"),
    [
        pytest.param(0, None, id="none"),
        pytest.param(3, None, id="D three planned turns"),
        pytest.param(4, "too_many_plans", id="D four are too many"),
    ],
)
def test_how_many_plans_can_be_left(plans, reason):
    assert check(orders(*[planned(TURN, 0, "ignore")] * plans)) == reason


@pytest.mark.parametrize(
    ("lines", "reason"), [(0, "empty_plan"), (1, None), (MOST_LINES, None), (MOST_LINES + 1, "empty_plan")]
)
def test_how_many_lines_a_plan_has(lines, reason):
    assert check(orders(planned(TURN, 0, *["ignore"] * lines))) == reason


@pytest.mark.parametrize(("round_", "reason"), [(1, "other_round"), (2, None), (3, "other_round")])
def test_a_plan_is_for_the_round_that_runs(round_, reason):  # D
    state = lay_out(f"{MINE}/{THEIRS}", lies="blompf-b", round_=2, target=500)
    assert check(orders(planned(state, 0, "ignore", round_=round_)), state=state) == reason


def test_a_plan_in_force_may_stay():
    """Its card is gone, or its round is over: that is no reason against other orders."""
    gone, old = planned(TURN, 0, "add quarp-g"), planned(TURN, 0, "ignore", round_=7)
    kept = orders(gone, old)
    assert check(replace(kept, throw="ask"), kept) is None
    assert check(replace(kept, plans=(old, gone)), kept) is None
    assert check(kept, orders(gone)) == "other_round"
    assert check(orders(*[gone] * 4), orders(*[gone] * 4)) == "too_many_plans"


@pytest.mark.parametrize(
    ("kept", "reason"),
    [
        pytest.param(Orders("rarest"), None, id="D my rarest sound"),
        pytest.param(Orders("ask"), None, id="D ask me"),
        pytest.param(Orders("card", "zwick-g.1", card_round=1), None, id="D this card"),
        pytest.param(
            Orders("card", "zwick-g.1", card_round=3), "other_round", id="D a card of another round"
        ),
        pytest.param(Orders("card", "arrargh.1", card_round=1), "not_coloured", id="R no special"),
        pytest.param(Orders("card", "quarp-g.1", card_round=1), "not_your_card", id="a card of another seat"),
        pytest.param(Orders("card", card_round=1), "not_your_card", id="no card"),
    ],
)
def test_which_throws_can_be_ordered(kept, reason):
    assert check(kept) == reason


def test_a_throw_in_force_may_stay():
    kept = Orders("card", "quarp-g.1", card_round=1)
    assert check(replace(kept, plans=(planned(TURN, 0, "ignore"),)), kept) is None
    assert check(kept, Orders("rarest", "quarp-g.1")) == "not_your_card"
    assert check(kept, Orders("card", "quarp-p.1", card_round=1)) == "not_your_card"


def test_the_first_orders_throw_the_rarest_sound_and_plan_nothing():  # D
    assert Orders() == Orders("rarest", None, ())
    assert thrown("rumms-b rumms-g zwick-p", Orders()) == "zwick-p"
