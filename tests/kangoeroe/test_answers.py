"""What may be answered, what a form offers, and what the clock plays. R is the printed rule, D a house ruling."""

import pytest

from games.engine import Codec, Dice, IllegalAction
from games.kangoeroe.parts import Counter, Defend, Hop
from games.kangoeroe.rules import GAME

from .tables import asked, hop, lay_out, orders, play, refused

pytestmark = pytest.mark.pure

TURN = lay_out("rrgb/rrb/p", figures="r1 b0")
DEFEND = hop(TURN, "r").state
COUNTER = play(hop(TURN, "r", None).state, Defend(1)).state
BLUFF = play(hop(lay_out("rg/rb/p", figures="r1"), "r", None).state, Defend(1)).state


@pytest.mark.parametrize(
    ("state", "action", "reason"),
    [
        pytest.param(TURN, Hop("r.1"), None, id="R play one card"),
        pytest.param(TURN, Hop("r.1", 1), None, id="D persist: the further cards in hand"),
        pytest.param(TURN, Hop("r.1", None), None, id="D ask me again"),
        pytest.param(TURN, Hop("r.1", 2), "not_that_many", id="D persist: at most the further cards in hand"),
        pytest.param(TURN, Hop("r.1", 10**30), "not_that_many", id="a huge number"),
        pytest.param(TURN, Hop("r.1", -1), "not_that_many", id="a negative number"),
        pytest.param(TURN, Hop("g.1", 1), None, id="from the centre the number means nothing"),
        pytest.param(TURN, Hop("b.1", 3), None, id="nor for one's own figure"),
        pytest.param(TURN, Hop("g.1", 4), "not_that_many", id="but more than the hand is nonsense"),
        pytest.param(TURN, Hop("g.1", -1), "not_that_many", id="and less than nothing too"),
        pytest.param(TURN, Hop("p.1"), "not_your_card", id="a card of another seat"),
        pytest.param(TURN, Hop("r.9"), "not_your_card", id="a copy held elsewhere"),
        pytest.param(TURN, Hop("r"), "not_your_card", id="a face is no card"),
        pytest.param(TURN, Hop(""), "not_your_card", id="no card"),
        pytest.param(TURN, Defend(0), "wrong_answer", id="a defence for a turn"),
        pytest.param(TURN, Counter(0), "wrong_answer", id="a counter for a turn"),
        pytest.param(DEFEND, Defend(0), None, id="R defending is never compulsory"),
        pytest.param(DEFEND, Defend(2), None, id="D defend: what it holds of the colour"),
        pytest.param(DEFEND, Defend(3), "not_that_many", id="D defend: at most what it holds"),
        pytest.param(DEFEND, Defend(-1), "not_that_many", id="a negative defence"),
        pytest.param(DEFEND, Hop("r.3"), "wrong_answer", id="a turn for a defence"),
        pytest.param(DEFEND, Counter(0), "wrong_answer", id="a counter for a defence"),
        pytest.param(COUNTER, Counter(0), None, id="R stop"),
        pytest.param(COUNTER, Counter(1), None, id="R another card"),
        pytest.param(COUNTER, Counter(2), "not_that_many", id="D one at a time"),
        pytest.param(COUNTER, Counter(-1), "not_that_many", id="a negative counter"),
        pytest.param(COUNTER, Defend(1), "wrong_answer", id="a defence for a counter"),
        pytest.param(COUNTER, Hop("r.2"), "wrong_answer", id="a turn for a counter"),
        pytest.param(BLUFF, Counter(1), "none_left", id="D a bluff has nothing to lay"),
    ],
)
def test_what_may_be_answered(state, action, reason):
    assert refused(state, action) == reason
    if reason is not None:
        with pytest.raises(IllegalAction) as caught:
            play(state, action)
        assert caught.value.reason == reason


def test_a_turn_offers_each_card_with_what_it_would_do():  # D an illegal card is shown with its reason; none is
    card, persist = GAME.offer(TURN.view(0), TURN.prompts[0]).ways[0].fields
    assert [(c.value, c.face, c.effect, c.seat, c.more) for c in card.choices] == [
        ("r.1", "r", "attacks", 1, 1),
        ("r.2", "r", "attacks", 1, 1),
        ("g.1", "g", "takes", None, 0),
        ("b.1", "b", "stays", None, 0),
    ]
    assert (persist.kind, persist.low, persist.high, persist.blank, persist.preset) == (
        "number",
        0,
        1,
        True,
        0,
    )


@pytest.mark.parametrize(
    ("state", "do", "high"),
    [
        pytest.param(DEFEND, "defend", 2, id="D 0 to what it holds"),
        pytest.param(
            hop(lay_out("rg/bb/p", figures="r1"), "r").state, "defend", 0, id="D without the colour"
        ),
    ],
)
def test_a_defence_is_a_number(state, do, high):
    (way,) = GAME.offer(state.view(1), state.prompts[0]).ways
    assert (way.do, way.fields[0].low, way.fields[0].high, way.fields[0].preset) == (do, 0, high, 0)


@pytest.mark.parametrize(("state", "reason"), [(COUNTER, None), (BLUFF, "none_left")])
def test_a_counter_is_to_stop_or_one_card(state, reason):
    (way,) = GAME.offer(state.view(0), state.prompts[0]).ways
    assert [(c.value, c.effect, c.reason) for c in way.fields[0].choices] == [
        (0, "stop", None),
        (1, "spend", reason),
    ]


@pytest.mark.parametrize("state", [TURN, DEFEND, COUNTER, BLUFF])
def test_every_choice_on_offer_is_legal_unless_it_has_a_reason(state):
    prompt = state.prompts[0]
    (way,) = GAME.offer(state.view(prompt.seat), prompt).ways
    field = way.fields[0]
    for value, reason in [(c.value, c.reason) for c in field.choices] or [
        (field.low, None),
        (field.high, None),
    ]:
        action = Codec(GAME).to_action({"do": way.do, field.name: value})
        assert refused(state, action) == reason


# What the clock plays


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(DEFEND, {Defend(0)}, id="D defend: 0"),
        pytest.param(COUNTER, {Counter(0)}, id="D counter: stop"),
        pytest.param(
            TURN,
            {Hop("r.1"), Hop("r.2"), Hop("g.1"), Hop("b.1")},
            id="D turn: a random card of the hand, persist 0",
        ),
    ],
)
def test_what_the_clock_plays(state, expected):
    prompt = state.prompts[0]
    plan = orders(11)  # orders change nothing about it: they had their chance when the prompt opened
    played = {GAME.fallback(state.view(prompt.seat), prompt, plan, Dice("clock", i)) for i in range(80)}
    assert played == expected


def test_a_prompt_asks_one_seat_and_carries_a_fresh_due_time():
    assert asked(DEFEND) == [(1, "defend")]
    assert {state.prompts[0].clock for state in (TURN, DEFEND, COUNTER)} == {"pace"}
