"""The bot: legal everywhere, from its own view alone, by contrast and length. R is printed, D our ruling."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.engine import Dice
from games.game_of_quotes.answers import Both, Orders, Pick, Stamp, Write
from games.game_of_quotes.bot import contrast, leave_orders, stock_name
from games.game_of_quotes.cards import STOCK
from games.game_of_quotes.parts import Reading, Source
from games.game_of_quotes.rules import GAME
from tests.engine.tables import prompt_of

from .tables import FOUR, lay_out, whole_match

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}
BLANKS = "1 2 3 w5- w6- w7- w8-/11 12 13 14 15 16 17/21 22 23 24 25 26 27"


def bot(state, seat, kind, seed="bot", kept=None):
    prompt = prompt_of(state, seat, kind)
    action = GAME.bot(state.view(seat), prompt, kept or Orders(), Dice(str(seed), 1))
    assert GAME.check(state.view(seat), prompt, action) is None
    return action


def many(state, seat, kind, count=300):
    return [bot(state, seat, kind, seed) for seed in range(count)]


def held(*names, **table):
    """Seat 0 holds these cards by their whole names."""
    rest = "11 12 13 14 15 16 17/21 22 23 24 25 26 27"
    state = lay_out(f"1 2 3 4 5 6 7/{rest}", **table)
    hand = replace(state.hands[0], cards=names)
    return replace(state, hands=(hand, *state.hands[1:]))


@pytest.mark.parametrize(
    ("table", "kind", "answers"),
    [
        pytest.param({}, "quote", Pick, id="a quote"),
        pytest.param(SECOND, "source", Pick, id="a source"),
        pytest.param({"round_": 2}, "source", Pick, id="a source first"),
        pytest.param({"round_": 2, **SECOND}, "quote", Pick, id="a quote for it"),
        pytest.param({"round_": 3}, "write", Write, id="a text"),
        pytest.param({"round_": 3, **SECOND}, "quote", Pick, id="a quote for a text"),
        pytest.param({"round_": 4}, "both", Both, id="both"),
        pytest.param({"round_": 2, "stamping": True}, "stamp", Stamp, id="a stamp"),
    ],
)
@pytest.mark.parametrize("hands", [None, BLANKS])
def test_the_bot_answers_everything_it_is_asked(table, kind, answers, hands):
    state = lay_out(*([hands] if hands else []), **table)
    assert {type(action) for action in many(state, 0, kind, 60)} == {answers}


@pytest.mark.parametrize("seats", range(3, 7))
def test_equal_views_give_equal_answers(seats):
    """Whatever lies elsewhere: the answer comes from the view, the prompt and the dice alone."""
    for state, _ in whole_match(seats):
        for prompt in state.owed():
            view = state.view(prompt.seat)
            other = replace(
                state,
                hands=tuple(
                    hand if seat == prompt.seat else replace(hand, cards=(), draft=None, stamp=None, used=())
                    for seat, hand in enumerate(state.hands)
                ),
                stock=replace(state.stock, pile=(), discards=(), read=()),
            )
            dice = [Dice("same", 1), Dice("same", 1)]
            one = GAME.bot(view, prompt, Orders(), dice[0])
            assert one == GAME.bot(other.view(prompt.seat), prompt, Orders(), dice[1])


def test_it_writes_names_of_the_games_own():  # D
    for table, kind in (({"round_": 3}, "write"), ({"round_": 4}, "both")):
        said = {action.stock for action in many(lay_out(**table), 0, kind)}
        assert said <= set(range(-STOCK, 0))
        assert len(said) > STOCK // 6
        assert {action.words for action in many(lay_out(**table), 0, kind, 30)} == {None}


@pytest.mark.parametrize("seats", range(3, 7))
def test_no_two_bots_take_the_same_name_in_a_round(
    seats,
):  # D each has its own part of them, and each name is somebody's
    dice = Dice("any", 1)
    taken = [{stock_name(seat, seats, dice) for _ in range(400)} for seat in range(seats)]
    assert set().union(*taken) == set(range(-STOCK, 0))
    assert sum(map(len, taken)) == STOCK


def test_it_never_stamps_itself():  # R
    state = lay_out(FOUR, round_=2, stamping=True)
    for seat in range(4):
        assert {action.seat for action in many(state, seat, "stamp", 60)} <= set(range(4)) - {seat}


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        pytest.param("1-h0", "2-o0", 4.0, id="D a king and somebody at home"),
        pytest.param("1-o0", "2-h0", 4.0, id="D either way round"),
        pytest.param("1-h0", "2-m0", 2.5, id="D two kinds"),
        pytest.param("1-h0", "2-h0", 1.0, id="D one kind"),
        pytest.param("w7-8", "2-h0", 2.5, id="D nobody knows whose a blank is"),
    ],
)
def test_how_much_two_kinds_of_source_contrast(one, other, least):
    assert contrast(one, other) == least


def test_it_chooses_by_contrast():  # D a politician's line with an athlete's name
    state = held("1-h1", "2-o1", round_=2, step=1, laid="41/42/43")
    for lent, liked in (("90-h1", "2-o1"), ("90-o1", "1-h1")):
        hand = replace(state.hands[0], lent=lent)
        found = Counter(
            action.card for action in many(replace(state, hands=(hand, *state.hands[1:])), 0, "quote")
        )
        assert found.most_common(1)[0][0] == liked
        assert len(found) == 2  # D at random weighted


def test_it_chooses_quotes_by_length():  # D
    found = Counter(action.card for action in many(held("1-h0", "2-h1", "3-h3"), 0, "quote", 600))
    assert [card for card, _ in found.most_common()] == ["2-h1", "1-h0", "3-h3"]


def test_it_reads_a_source_by_its_description_now_and_then():  # R either the name or the description
    found = Counter(action.reads for action in many(lay_out(**SECOND), 0, "source"))
    assert found["name"] > found["description"] > 0


def reading(seat, quote, source):
    return Reading(seat, quote, Source(source))


def stamping(*readings, used=()):
    state = lay_out(FOUR, round_=len(used) + 2, stamping=True, used=[used] * 4)
    table = replace(state.table, readings=(*state.table.readings[:-1], readings))
    return replace(state, table=table)


def test_its_stamp_goes_to_the_greatest_contrast():  # D
    state = stamping(
        reading(0, "1-h1", "2-o1"),
        reading(1, "3-h1", "4-h1"),
        reading(2, "5-h1", "6-o1"),
        reading(3, "7-t1", "8-t1"),
    )
    assert {action.seat for action in many(state, 0, "stamp")} == {2}
    assert {action.seat for action in many(state, 2, "stamp")} == {0}


@pytest.mark.parametrize(
    ("used", "source", "values"),
    [
        pytest.param((), "6-o1", {1, 2}, id="D the double one for an outstanding combination"),
        pytest.param((), "6-h1", {1}, id="D and for no other"),
        pytest.param((1, 1), "6-h1", {2}, id="D or late in the match"),
        pytest.param((2, 1), "6-o1", {1}, id="R it is used once"),
        pytest.param((1, 1, 1), "6-h1", {2}, id="D the last one left"),
    ],
)
def test_when_it_gives_its_double_stamp(used, source, values):
    state = stamping(*[reading(seat, "1-h1", source) for seat in range(4)], used=used)
    assert {action.value for action in many(state, 0, "stamp")} == values


@pytest.mark.parametrize(
    ("kept", "ahead", "ideas"),
    [
        pytest.param(Orders(), True, 1, id="D a source for round 3"),
        pytest.param(Orders(), False, 0, id="nothing, unless it looks ahead"),
        pytest.param(Orders((31, 32)), True, 2, id="what is there stays"),
    ],
)
def test_what_it_leaves_on_the_idea_pad(kept, ahead, ideas):
    left = leave_orders(kept, ahead, Dice("x", 1))
    assert len(left.ideas) == ideas
    assert GAME.check_orders(lay_out().view(0), left, kept) is None
    assert left == GAME.leave_orders(lay_out().view(0), kept, 3, ahead, Dice("x", 1))
    assert left == kept or left.ahead
