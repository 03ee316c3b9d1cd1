"""Planned turns, orders, and what a form starts with. R is the printed rule, D a ruling of the house."""

import pytest

from games.engine import Dice
from games.halt_mal_kurz.answers import HITS, MOST_LINES, THROWS, Draw, Line, Orders, Plan
from games.halt_mal_kurz.events import CardLaid, SlapsSettled, Took
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import all_of, hand, only, prompt_of

from .tables import (
    answer,
    asked,
    clocks,
    discards,
    fields,
    lay_out,
    lists,
    orders,
    outcome,
    planned,
    play,
    stand,
    throws,
)

pytestmark = pytest.mark.pure

HANDS = "halt-p nazi-p police-k list-a/nazi-k nazi-a halt-k/police-p schnick-k/swap-k swap-p"
TURN = lay_out(HANDS, exempt=2)


def next_is(state, plan, seat=0):
    """What a plan answers when the turn of its seat opens, and what is left of the orders."""
    return stand(state, seat, "turn", orders(plan))


# Planned turns


@pytest.mark.parametrize(
    ("lines", "laid"),
    [
        pytest.param(["halt-p >2"], ("halt-p", 2), id="D a card with its target"),
        pytest.param(["list-a"], ("list-a", None), id="D a card that names nobody"),
        pytest.param(["nazi-p", "list-a", "halt-p >1"], ("list-a", None), id="D the first that is legal"),
        pytest.param(["swap-k >1", "halt-p >1"], ("halt-p", 1), id="D one that is gone is skipped"),
        pytest.param(
            ["police-k >2", "list-a"], ("list-a", None), id="D a Polizei on the exempt seat is skipped"
        ),
        pytest.param(
            ["police-k >2", "police-k >3"], ("police-k", 3), id="D the same card for another target"
        ),
        pytest.param(["nazi-p"], None, id="D nothing fits: asked as usual"),
        pytest.param(["swap-k >1", "schnick-k >2"], None, id="D nothing is held: asked as usual"),
    ],
)
def test_the_first_legal_line_is_laid(lines, laid):
    action, left = next_is(TURN, planned(TURN, 0, *lines))
    assert left == orders()  # D good for one turn, fired or not
    if laid is None:
        assert action is None  # never a blind draw
    else:
        assert (action.card.partition(".")[0], action.target) == laid
        assert action.planned
        assert GAME.check(TURN.view(0), TURN.prompts[0], action) is None


@pytest.mark.parametrize(
    ("state", "else_draw", "answered"),
    [
        pytest.param(TURN, True, Draw(planned=True), id="D the list ends in: else draw"),
        pytest.param(TURN, False, None, id="D it does not: asked"),
        pytest.param(
            lay_out("nazi-p/nazi-k/", rest=2),
            True,
            None,
            id="D nothing to draw: asked, as the clock may pass",
        ),
    ],
)
def test_a_plan_may_end_in_drawing(state, else_draw, answered):
    assert next_is(state, planned(state, 0, "nazi-p", else_draw=else_draw)) == (answered, orders())


def test_a_line_that_is_legal_goes_before_drawing():  # D
    action, _ = next_is(TURN, planned(TURN, 0, "nazi-p", "list-a", else_draw=True))
    assert action.card == "list-a.1"


def test_a_plan_is_for_a_turn_alone():
    state = play(lay_out(HANDS), "0 lay halt-p >1").state
    kept = orders(planned(state, 1, "nazi-k"), receive="ask")
    assert stand(state, 1, "react", kept) == (None, kept)


def test_without_a_plan_one_is_asked():
    assert stand(TURN, 0, "turn", orders()) == (None, orders())


# Past an open flip


def test_a_plan_fires_past_open_flips_which_stay_open():  # D even while its owner owes flips
    state = play(lay_out(HANDS), "0 lay police-k >1").state
    assert clocks(state, "flip")[1] == "same"
    action, _ = next_is(state, planned(state, 1, "nazi-k"), seat=1)
    step = answer(state, 1, "turn", action)
    assert asked(step.state) == [
        *[(0, "flip"), (1, "flip")],
        *[(2, "flip")] * 2,
        (2, "turn"),
        *[(3, "flip")] * 2,
    ]
    assert clocks(step.state, "flip")[1] == "free"  # until its next turn
    assert prompt_of(step.state, 1, "flip").number == prompt_of(state, 1, "flip").number
    assert only(CardLaid, step.events).face == "covered-k"


def test_a_planned_draw_goes_past_open_flips_too():  # D
    state = play(lay_out(HANDS), "0 lay police-k >1").state
    step = play(state, "1 plan-draw")
    assert only(Took, step.events).why == "turn"
    assert (1, "flip") in asked(step.state)


def test_flips_left_open_by_a_plan_are_due_with_the_next_turn_by_hand():  # D the next unplanned turn
    state = play(lay_out(HANDS), "0 lay police-k >1", "1 plan nazi-k", "2 plan-draw", "3 plan-draw").state
    assert (clocks(state, "flip")[0], prompt_of(state, 0, "turn").clock) == ("same", "pace")
    state = play(state, "0 plan-draw").state
    assert (clocks(state, "flip")[1], prompt_of(state, 1, "turn").clock) == ("same", "pace")


def test_a_plan_needs_no_secret_to_fit():  # D legality, plans and `check` need no secret
    for line in ("0 lay police-k >1", "0 lay nazi-k"):
        state = play(lay_out(HANDS.replace("halt-p nazi-p", "halt-p nazi-k", 1)), line).state
        assert next_is(state, planned(state, 1, "halt-k >2"), seat=1)[0].planned
        assert next_is(state, planned(state, 1, "nazi-a"), seat=1)[0].planned
        assert next_is(state, planned(state, 3, "swap-p >1"), seat=1)[0] is None


def test_a_planned_turn_of_a_seat_that_owes_flips_counts_as_not_open():  # D where a list slides in
    hands = "nazi-k halt-a/list-k nazi-a/list-k nazi-p/halt-k halt-p"
    state = play(lay_out(hands), "0 lay nazi-k", "3 leave", "1 leave").state
    assert asked(state) == [(1, "turn"), (2, "flip")]
    step = play(state, "1 plan nazi-a", "2 leave list")
    assert lists(step.events) == [(2, "list-k", "nazi-k")]
    assert discards(step.state) == "nazi-k list-k nazi-a"  # on the buried card


# The clock


def test_a_flip_and_a_turn_that_expire_together():  # D the clock answers them together, on one deadline
    state = play(lay_out(HANDS), "0 lay police-k >1").state
    seat_one = [p for p in state.prompts if p.seat == 1]
    assert [(p.kind, p.clock) for p in seat_one] == [("flip", "same"), ("turn", "pace")]
    events = ()
    for prompt in seat_one:
        action = GAME.fallback(state.view(1), prompt, orders(), Dice("clock", 1))
        assert GAME.check(state.view(1), prompt, action) is None
        step = GAME.play(state, prompt, action, Dice("clock", 1))
        state, events = step.state, events + step.events
    assert only(Took, events) == Took(seat=1, cards=1, why="turn")
    assert [seat for seat, _ in asked(state)] == [2, 2, 3]


# Leaving orders


@pytest.mark.parametrize(
    ("kept", "reason"),
    [
        pytest.param(orders(), None, id="D use a list if I can"),
        pytest.param(orders(**dict.fromkeys(HITS, "never")), None, id="D never"),
        pytest.param(orders(receive="ask", open="never"), None, id="D an order per kind of hit"),
        pytest.param(orders(throws="rpswr", without_well=True), None, id="D throws left in advance"),
        pytest.param(orders(throws="rpswrp"), "not_that_many", id="D up to five"),
        pytest.param(orders(planned(TURN, 1, "nazi-k", "halt-k >0")), None, id="D a planned turn"),
        pytest.param(orders(planned(TURN, 1, "swap-a >0", "nazi-p")), None, id="cards that may still come"),
        pytest.param(orders(Plan(), Plan()), "too_many_plans", id="D at most one plan"),
        pytest.param(orders(Plan()), "empty_plan", id="a plan without lines"),
        pytest.param(orders(Plan((), True)), "empty_plan", id="D nor is drawing alone a plan"),
        pytest.param(
            orders(Plan((Line("nazi-k.1"),) * (MOST_LINES + 1))), "empty_plan", id="too long to mean anything"
        ),
        pytest.param(orders(Plan((Line("razupaltuff.1"),))), "never_laid", id="R never laid"),
        pytest.param(orders(Plan((Line("halt-k.1"),))), "whom", id="R a seat must be named"),
        pytest.param(orders(Plan((Line("halt-k.1", 1),))), "not_yourself", id="R not oneself"),
        pytest.param(orders(Plan((Line("police-k.1", 1),))), "not_yourself", id="D nor with a Polizei"),
        pytest.param(orders(Plan((Line("swap-k.1", 4),))), "no_such_seat", id="a seat that is not there"),
        pytest.param(orders(Plan((Line("police-k.1", 2),))), None, id="D exempt now, perhaps not then"),
        pytest.param(orders(Plan((Line("nazi-k.9"),))), "wrong_answer", id="a card that does not exist"),
    ],
)
def test_what_orders_may_be_left(kept, reason):
    assert GAME.check_orders(TURN.view(1), kept, orders()) == reason


OWING = play(lay_out(HANDS), "0 lay police-k >1").state


@pytest.mark.parametrize(
    ("state", "seat"),
    [
        pytest.param(OWING, 2, id="D a card to turn"),
        pytest.param(play(OWING, "2 flip").state, 2, id="D a slap"),
        pytest.param(TURN, 0, id="D the turn itself"),
        pytest.param(play(lay_out(HANDS), "0 lay halt-p >1").state, 1, id="D a reaction"),
        pytest.param(play(TURN, "0 draw", "1 draw", "2 lay schnick-k >3").state, 3, id="D a throw"),
    ],
)
def test_a_plan_is_left_only_when_nothing_is_owed(state, seat):  # D else somebody plans for ever
    plan = planned(state, seat, "nazi-k")
    assert GAME.check_orders(state.view(seat), orders(plan), orders()) == "owing_first"
    other = planned(state, seat, "nazi-a")
    assert GAME.check_orders(state.view(seat), orders(plan), orders(other)) == "owing_first"
    assert GAME.check_orders(state.view(seat), orders(draw="never", throws="r"), orders()) is None
    # D a plan that is there already stays when other orders change, and may be dropped
    assert GAME.check_orders(state.view(seat), orders(plan, draw="never"), orders(plan)) is None
    assert GAME.check_orders(state.view(seat), orders(), orders(plan)) is None


def test_a_plan_is_left_once_the_cards_are_turned():  # D
    state = play(OWING, "2 leave").state
    assert GAME.check_orders(state.view(2), orders(planned(state, 2, "nazi-k")), orders()) is None
    voted = play(lay_out("assembly-p halt-k/nazi-k/nazi-p"), "0 lay assembly-p", "1 abstain").state
    assert GAME.check_orders(voted.view(1), orders(planned(voted, 1, "nazi-k")), orders()) is None


@pytest.mark.parametrize(
    ("state", "seat", "kind", "kept", "left"),
    [
        pytest.param(
            play(lay_out("schnick-p halt-k/list-k nazi-p/nazi-a nazi-k"), "0 lay schnick-p >1").state,
            *(1, "throw", orders(throws="rpswrp"), orders(throws="rpswrp")),
            id="more throws than may be named now",
        ),
        pytest.param(
            TURN,
            0,
            "turn",
            orders(planned(TURN, 0, "halt-p >9")),
            orders(),
            id="a seat that is not there now",
        ),
        pytest.param(
            TURN,
            0,
            "turn",
            orders(Plan((Line("halt-p.1"),))),
            orders(),
            id="a card that must name somebody now",
        ),
    ],
)
def test_an_order_that_the_rules_no_longer_take_asks_the_person(state, seat, kind, kept, left):
    """Left before a rule was tightened; an answer that `check` refuses would freeze the match."""
    assert stand(state, seat, kind, kept) == (None, left)


def test_an_order_is_one_of_three_words_for_each_hit():  # D
    kept = Orders("use", "ask", "never", "use", "ask")
    assert [kept.against(hit) for hit in HITS] == ["use", "ask", "never", "use", "ask"]
    assert HITS == ("draw", "receive", "swap", "open", "communism")
    assert set(throws("rpsw")) == set(THROWS)


# What a form starts with


def wish_preset(state, seat, kind, kept):
    """What the wish of a form starts with."""
    prompt = prompt_of(state, seat, kind)
    offer = GAME.offer(state.view(seat), prompt)
    filled = GAME.preset(state.view(seat), prompt, offer, kept)
    assert [one.do for one in filled.ways] == [one.do for one in offer.ways]
    found = {field.preset for way in filled.ways for field in way.fields if field.name == "wish"}
    (preset,) = found
    return preset


GROUP = play(lay_out("group-p halt-k halt-p/list-k nazi-p/nazi-a nazi-k"), "0 lay group-p").state
DUEL = play(lay_out("schnick-p halt-k/list-k nazi-p/nazi-a nazi-k"), "0 lay schnick-p >1").state
VOTE = play(lay_out("assembly-p halt-k/list-k nazi-p/nazi-a nazi-k"), "0 lay assembly-p").state
FLIP = play(lay_out("nazi-k halt-k/list-k nazi-p/nazi-a nazi-k"), "0 lay nazi-k").state
SLAP = play(FLIP, "1 flip").state
REACT = play(lay_out("halt-k nazi-p nazi-p/list-k nazi-p/nazi-a"), "0 lay halt-k >1").state
CLASS = play(lay_out("capitalism-k/list-k nazi-p/nazi-a"), "0 lay capitalism-k").state


@pytest.mark.parametrize(
    ("state", "kind", "hit"),
    [
        pytest.param(GROUP, "throw", "receive", id="a group duel"),
        pytest.param(DUEL, "throw", "receive", id="a duel"),
        pytest.param(VOTE, "vote", "receive", id="an assembly"),
        pytest.param(REACT, "react", "receive", id="Halt mal kurz"),
        pytest.param(CLASS, "react", "draw", id="Kapitalismus"),
    ],
)
@pytest.mark.parametrize(
    ("order", "preset"),
    [
        pytest.param("use", 1, id="D use a list"),
        pytest.param("ask", 0, id="D ask me: preset take, this was the asking"),
        pytest.param("never", 0, id="D never"),
    ],
)
def test_a_wish_is_preset_from_the_order(state, kind, hit, order, preset):
    others = {name: "never" if order == "use" else "use" for name in HITS if name != hit}
    assert wish_preset(state, 1, kind, orders(**others, **{hit: order})) == preset


@pytest.mark.parametrize("kind", ["flip", "slap"])
@pytest.mark.parametrize(
    ("draw", "opens", "preset"),
    [
        pytest.param("use", "ask", 1, id="D drawing says use"),
        pytest.param("never", "use", 1, id="D playing open says use"),
        pytest.param("ask", "never", 0, id="D neither does"),
    ],
)
def test_a_slap_has_one_wish_for_whatever_the_card_does(kind, draw, opens, preset):
    state = SLAP if kind == "slap" else FLIP
    kept = orders(draw=draw, open=opens, receive="use", swap="use", communism="use")
    assert wish_preset(state, 1, kind, kept) == preset


def test_a_wish_that_cannot_be_had_is_not_preset():
    state = play(lay_out("halt-k nazi-p nazi-p/swap-k nazi-p/nazi-a"), "0 lay halt-k >1").state
    assert wish_preset(state, 1, "react", orders()) == 0


def test_a_form_sent_already_keeps_what_it_said():  # D a new form replaces the old one, it starts with it
    state = play(VOTE, "1 abstain").state
    assert wish_preset(state, 1, "vote", orders()) == 0
    state = play(VOTE, "1 abstain list").state
    assert wish_preset(state, 1, "vote", orders(receive="never")) == 1


def test_a_slap_keeps_its_preset_while_a_vote_is_in():  # D one wish for whatever the card does
    hands = "nazi-k halt-k halt-p/assembly-k halt-a nazi-k/list-k nazi-p/nazi-a nazi-k"
    state = play(lay_out(hands), "0 lay nazi-k", "1 leave", "1 lay assembly-k", "2 abstain").state
    assert wish_preset(state, 2, "flip", orders()) == 1
    assert wish_preset(play(state, "2 flip").state, 2, "slap", orders()) == 1
    assert wish_preset(state, 2, "vote", orders()) == 0


def test_only_presets_differ():
    for state, kind in ((GROUP, "throw"), (VOTE, "vote"), (FLIP, "flip"), (REACT, "react")):
        prompt = prompt_of(state, 1, kind)
        offer = GAME.offer(state.view(1), prompt)
        bare, filled = offer.filled_in(wish=0), GAME.preset(state.view(1), prompt, offer, orders())
        assert filled.filled_in(wish=0) == bare
        assert filled != offer


def test_who_laid_the_card_has_no_wish():  # R never against your own card
    for state, kind in ((GROUP, "throw"), (DUEL, "throw"), (VOTE, "vote")):
        assert "wish" not in fields(state, 0, kind, kind)


# A whole round on plans


def test_a_round_of_plans_turns_no_card_and_asks_nobody():  # D planned turns fire past open flips
    hands = "nazi-k halt-k/nazi-k halt-p/nazi-k police-p/nazi-k swap-p"
    state = lay_out(hands)
    for seat in range(4):
        action, _ = next_is(state, planned(state, seat, "nazi-k"), seat=seat)
        state = answer(state, seat, "turn", action).state
    assert [contest.seat for contest in state.table.contests] == [0, 1, 2, 3]
    assert asked(state).count((0, "flip")) == 3
    assert clocks(state, "flip") == {0: "same", 1: "free", 2: "free", 3: "free"}
    step = play(state, *(f"{seat} leave" for seat in (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)))
    assert [event.seat for event in all_of(SlapsSettled, step.events)] == [0, 1, 2, 3]
    assert outcome(step.state) is None
    assert len(hand(step.state, 0).split()) == 4
