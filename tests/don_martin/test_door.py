"""What the rulings say of orders and plans, through the door. D is a ruling of the house."""

import json

import pytest
from msgspec.structs import replace

from games.models import Hand, Match, Move
from tests.engine.tables import asked
from tests.games.scripts import party, put_state

from .tables import lay_out

pytestmark = pytest.mark.django_db

HANDS = "splabbadap rumms-b zwick-g / rumms-g quarp-g zwick-p inkle / rumms-o quarp-o"


def table_of_three(hands=HANDS, **laid):
    """Three people who are asked, laid out anew under a prompt number that was not used yet."""
    table = party("don-martin", 3, {"throws": "ask"})
    state, last = lay_out(hands, throws="ask", **laid), table.match.last_prompt + 1
    (turn,) = state.prompts
    put_state(table.match, replace(state, prompts=(replace(turn, number=last),), last=last))
    return table


def card(table, seat, face):
    return next(card for card in table.state.hands[seat].cards if card.startswith(face))


def play(table, seat, face, kind="turn"):
    form = {"do": "play", "card": card(table, seat, face), "target": ""}
    assert table.answer(seat, table.prompt(seat, kind).number, form).status_code == 200


def plan(*lines, round_=1, groups=False):
    """The form for one planned turn: (card, when) a line."""
    form = {"part": "plans", "round": str(round_), **({"groups-1": "1"} if groups else {})}
    for place, (face, when) in enumerate(lines, 1):
        form |= {f"card-1-{place}": face, f"when-1-{place}": when, f"whom-1-{place}": ""}
    return form


def by_orders(table):
    moves = Move.objects.filter(match=table.match, by=Move.By.ORDERS).order_by("number")
    return [(move.seat, json.loads(move.action)["do"]) for move in moves]


# The throw


@pytest.mark.parametrize("order", ["rarest", "quarp-g.1"])
def test_an_order_changed_while_a_question_is_open_leaves_it_alone(order):  # D
    table = table_of_three()
    play(table, 0, "splabbadap", "lead")
    before = table.state
    assert asked(before) == [(1, "throw_in"), (2, "throw_in")]
    assert table.post(1, "orders", {"part": "throw", "round": "1", "throw": order}).status_code == 200
    assert json.loads(table.hand(1).orders).get("throw", "rarest") == (
        "rarest" if order == "rarest" else "card"
    )
    assert table.state == before
    assert by_orders(table) == []


@pytest.mark.parametrize(
    ("order", "thrown"),
    [
        pytest.param("rarest", "zwick-p.1", id="D my rarest sound"),
        pytest.param("rumms-b.1", "rumms-b.1", id="D this card"),
    ],
)
def test_an_order_left_in_time_throws(order, thrown):  # D put to a question when it opens
    table = table_of_three("splabbadap zwick-g / rumms-b rumms-g zwick-p inkle / rumms-o quarp-o")
    assert table.post(1, "orders", {"part": "throw", "round": "1", "throw": order}).status_code == 200
    play(table, 0, "splabbadap", "lead")
    assert asked(table.state) == [(2, "throw_in")]
    assert (by_orders(table), table.state.hands[1].thrown) == ([(1, "throw")], thrown)


@pytest.mark.parametrize(
    ("order", "status"),
    [("zwick-g.1", 422), ("inkle.1", 422), ("quarp-g.1", 200)],
    ids=["not held", "special", "own"],
)
def test_only_an_own_coloured_card_can_be_ordered(order, status):
    table = table_of_three()
    assert table.post(1, "orders", {"part": "throw", "round": "1", "throw": order}).status_code == status


@pytest.mark.parametrize(
    "form", [{"part": "throw", "throw": "rarest"}, plan(("ignore", "."))], ids=["throw", "plan"]
)
@pytest.mark.parametrize("open_", [False, True], ids=["between questions", "while one is open"])
def test_orders_are_changed_at_any_time_and_nobody_else_can_tell(form, open_):  # D unseen
    table = table_of_three()
    if open_:
        play(table, 0, "splabbadap", "lead")

    def seen():
        rows = Hand.objects.filter(match=table.match, seat__isnull=False).order_by("seat__number")
        return Match.objects.get(pk=table.match.pk).changed, list(rows.values_list("changed", flat=True))

    pages = {seat: table.page(seat) for seat in (0, 1, 2)}
    match, hands = seen()
    assert table.post(1, "orders", form).status_code == 200
    assert seen() == (match, [hands[0], hands[1] + 1, hands[2]])
    assert [table.poll(pages[seat]) for seat in (0, 2)] == [204, 204]
    assert table.poll(pages[1]) != 204


# Planned turns


@pytest.mark.parametrize(
    ("lines", "groups", "answered"),
    [
        pytest.param([("ignore", ".")], False, [(1, "ignore")], id="D ignore"),
        pytest.param([("zwick-p.1", ".")], False, [(1, "play")], id="D add"),
        pytest.param([("zwick-p.1", "o."), ("ignore", "b.")], False, [(1, "ignore")], id="D on a condition"),
        pytest.param([("zwick-p.1", ".b")], False, [], id="D which does not hold: asked"),
        pytest.param([("inkle.1", ".")], False, [(1, "play")], id="D a special"),
        pytest.param([("ignore", ".")], True, [(1, "ignore")], id="D no group in reach"),
    ],
)
def test_a_planned_turn_is_played_when_it_comes(lines, groups, answered):
    table = table_of_three()
    assert table.post(1, "orders", plan(*lines, groups=groups)).status_code == 200
    play(table, 0, "rumms-b", "lead")
    assert by_orders(table) == answered
    assert ((1, "turn") in asked(table.state)) == (not answered)
    assert json.loads(table.hand(1).orders).get("plans", []) == []  # D good for one turn, fired or not


def test_a_plan_asks_where_a_take_would_let_a_group_be_laid():  # D preset on
    table = table_of_three("rumms-b zwick-o / rumms-b rumms-g zwick-p / quarp-o quarp-g")
    assert table.post(1, "orders", plan(("ignore", "."), groups=True)).status_code == 200
    play(table, 0, "rumms-b", "lead")
    assert (by_orders(table), asked(table.state)) == ([], [(1, "turn")])


def test_a_lead_after_a_take_leaves_the_plans_alone():  # D it belongs to the visit that runs
    table = table_of_three("rumms-b zwick-g / rumms-g quarp-g / rumms-o quarp-o", lies="blompf-b")
    assert table.post(0, "orders", plan(("zwick-g.1", "lead"))).status_code == 200
    play(table, 0, "rumms-b")
    assert table.answer(0, table.prompt(0, "lay").number, {"do": "keep"}).status_code == 200
    assert (by_orders(table), asked(table.state)) == ([], [(0, "lead")])
    assert len(json.loads(table.hand(0).orders)["plans"]) == 1


def test_a_plan_for_another_round_is_refused():  # D
    table = table_of_three()
    assert table.post(1, "orders", plan(("ignore", "."), round_=2)).status_code == 422
