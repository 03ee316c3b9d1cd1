"""A turn, refilling, whose turn is next, and the end. R is the printed rule, D a ruling of the house."""

import pytest

from games.kangoeroe.parts import (
    CENTRE,
    Attacked,
    Defend,
    Drew,
    Ended,
    Grabbed,
    LastHand,
    PileOut,
    Refilled,
    Settled,
    Stayed,
    Took,
)
from games.kangoeroe.rules import GAME

from .tables import asked, hop, kinds, lay_out, letters, only, play, stands

pytestmark = pytest.mark.pure

PILE = "ogbpogbp"


def test_the_card_lies_face_up_on_ones_own_discards():  # R a turn
    state = hop(lay_out("rgggg/bbbbb", pile=PILE, laid="o/p"), "r").state
    assert state.table.laid == ("or", "p")


@pytest.mark.parametrize(
    ("figures", "event", "owner"),
    [
        pytest.param("", Took(seat=0, colour="r"), 0, id="R from the centre it moves in front of you"),
        pytest.param("r0", Stayed(seat=0, colour="r"), 0, id="D already yours: nothing moves"),
        pytest.param("r1", Attacked(seat=0, colour="r", owner=1), 1, id="R with another seat: a duel"),
    ],
)
def test_a_card_claims_the_figure_of_its_colour(figures, event, owner):
    step = hop(lay_out("rgggg/bbbbb", figures=figures, pile=PILE), "r")
    assert step.events[0] == event
    assert stands(step.state, "r") == owner
    assert step.state.table.figures.count(CENTRE) == 4


def test_a_card_of_ones_own_figure_cycles_a_card():  # D
    step = hop(lay_out("rgggg/bbbbb", figures="r0", pile="p"), "r")
    assert letters(step.state, 0) == "ggggp"


def test_there_is_no_pass():  # D you must play while you hold a card
    state = lay_out("rg/bb")
    (way,) = GAME.offer(state.view(0), state.prompts[0]).ways
    assert way.do == "hop"
    assert [(c.value, c.reason) for c in way.fields[0].choices] == [("r.1", None), ("g.1", None)]


# Refilling


@pytest.mark.parametrize(
    ("pile", "drawn", "events"),
    [
        pytest.param("pbo", "p", ["Refilled", "Drew"], id="R to five at once"),
        pytest.param(
            "p", "p", ["Refilled", "Drew", "PileOut"], id="R the last card: nobody refills any more"
        ),
        pytest.param("", "", [], id="R no drawing once the pile is out"),
    ],
)
def test_who_played_a_card_refills(pile, drawn, events):
    step = hop(lay_out("rgggg/bbbbb", pile=pile), "r")
    assert letters(step.state, 0) == "gggg" + drawn
    assert kinds(step.events)[1:] == events


def test_nobody_else_draws():  # R, though Cleo holds fewer than five here
    state = hop(lay_out("rgggg/bbbbb/pp", pile=PILE), "r").state
    assert state.table.counts == (5, 5, 2)


def test_the_number_of_drawn_cards_is_public_and_the_cards_are_not():  # D refill
    step = hop(lay_out("rgggg/bbbbb", pile="po"), "r")
    assert only(Refilled, step) == Refilled(seat=0, cards=1)
    assert only(Drew, step) == Drew(to=0, cards=("p.1",))


@pytest.mark.parametrize(
    ("pile", "attacker", "defender", "told"),
    [
        pytest.param("pogbo", "gggpo", "bbbgb", [(0, 2), (1, 2)], id="R both refill, D the attacker first"),
        pytest.param("pog", "gggpo", "bbbg", [(0, 2), (1, 1)], id="D the pile runs out on the defender"),
        pytest.param("po", "gggpo", "bbb", [(0, 2)], id="D the attacker gets the last cards"),
        pytest.param("p", "gggp", "bbb", [(0, 1)], id="R fewer cards than are needed"),
        pytest.param("", "ggg", "bbb", [], id="R the pile is out: nobody"),
    ],
)
def test_after_a_duel_the_figure_is_settled_then_attacker_then_defender_refill(
    pile, attacker, defender, told
):
    state = hop(lay_out("rrggg/rrbbb", figures="r1", pile=pile), "r", 1).state
    assert state.table.counts == (4, 5)  # nobody refills before the duel is over
    step = play(state, Defend(2))
    assert kinds(step.events)[0] == "Settled"
    assert [(event.seat, event.cards) for event in step.events if isinstance(event, Refilled)] == told
    assert (letters(step.state, 0), letters(step.state, 1)) == (attacker, defender)


def test_a_defender_who_spent_nothing_does_not_draw():  # R whoever used cards refills
    state = hop(lay_out("rgggg/rbb", figures="r1", pile=PILE), "r").state
    step = play(state, Defend(0))
    assert [event.seat for event in step.events if isinstance(event, Refilled)] == [0]
    assert letters(step.state, 1) == "rbb"


# Whose turn is next


@pytest.mark.parametrize(
    ("hands", "turn", "following"),
    [
        pytest.param("rg/b/p", 0, 1, id="R clockwise"),
        pytest.param("g/b/rp", 2, 0, id="R round the table"),
        pytest.param("rg//p", 0, 2, id="D a seat without cards is skipped"),
        pytest.param("rg///p", 0, 3, id="D two seats without cards are skipped"),
        pytest.param("r/b/p", 0, 1, id="D the attacker's last card"),
    ],
)
def test_next_is_the_first_seat_with_cards(hands, turn, following):
    assert asked(hop(lay_out(hands, turn=turn), "r").state) == [(following, "turn")]


@pytest.mark.parametrize("cards", [0, 1])
def test_next_is_reckoned_from_the_attacker_whoever_won(cards):  # D
    state = hop(lay_out("rg/b/rp", figures="r2"), "r").state
    assert asked(play(state, Defend(cards)).state) == [(1, "turn")]


# The end


def test_play_goes_on_until_all_hands_are_empty():  # R
    state = lay_out("rg/bo")
    while state.prompts:
        seat = state.prompts[0].seat
        state = hop(state, letters(state, seat)[0]).state
    assert state.table.counts == (0, 0)
    assert GAME.result(state) is not None


@pytest.mark.parametrize(
    ("hands", "figures", "won"),
    [
        pytest.param("r/gb", "g0 b0", (1, 2), id="D the last hand takes every figure it names"),
        pytest.param("r/ggg", "g0", (1, 1), id="D the same colour thrice takes it once"),
        pytest.param("r/g", "g1", (1, 1), id="D its own figure stays"),
        pytest.param("r/rg", "", (0, 2), id="D even the one just taken: nobody can answer"),
    ],
)
def test_one_seat_alone_with_cards_plays_its_hand_at_once(hands, figures, won):
    step = hop(lay_out(hands, figures=figures), "r")
    assert only(LastHand, step).seat == 1
    assert only(LastHand, step).cards == len(hands.split("/")[1])
    assert only(Ended, step).figures == won
    assert step.state.prompts == ()
    assert step.state.table.counts == (0, 0)
    assert step.state.table.laid[1] == hands.split("/")[1]


def test_the_attacker_itself_may_be_the_one_with_the_last_hand():  # D
    step = hop(lay_out("rgb/", figures="g1 b1"), "r")
    assert only(Ended, step).figures == (3, 0)


def test_a_duel_may_leave_one_seat_alone():  # D
    state = hop(lay_out("r/rg", figures="r1"), "r").state
    step = play(state, Defend(1))
    assert only(Settled, step).winner == 1
    assert only(LastHand, step).colours == ("g",)
    assert only(Ended, step).figures == (0, 2)


def test_two_seats_with_cards_play_on_whatever_they_hold():  # D a stop that looked into hands would tell
    assert asked(hop(lay_out("rr/r", figures="r0"), "r").state) == [(1, "turn")]


def test_the_last_card_of_all_ends_the_match_without_a_last_hand():  # R
    assert kinds(hop(lay_out("r/"), "r").events) == ["Took", "Ended"]


@pytest.mark.parametrize(
    ("figures", "places", "winners"),
    [
        pytest.param("g0 b0 o1", (1, 2), (0,), id="R most figures win"),
        pytest.param("g0 b1 o1", (1, 1), (0, 1), id="R equal is a shared victory"),
        pytest.param("g1 b1", (2, 1), (1,), id="R the last to play need not win"),
    ],
)
def test_the_result(figures, places, winners):
    step = hop(lay_out("r/", figures=figures), "r")
    result = GAME.result(step.state)
    assert (result.places, result.winners, result.why) == (places, winners, "all_played")
    assert only(Ended, step).winners == winners


def test_figures_never_go_back_to_the_centre():  # R, over a whole match of first cards
    state, taken = lay_out("rgbop/oprgb/gbopr", pile="rrggbboopp"), set()
    while state.prompts:
        seat, kind = asked(state)[0]
        state = (hop(state, letters(state, seat)[0]) if kind == "turn" else play(state, Defend(0))).state
        assert CENTRE not in {stands(state, colour) for colour in taken}
        taken = {colour for colour in "rogbp" if stands(state, colour) != CENTRE}
    assert taken == set("rogbp")


def test_the_pile_is_said_to_be_out_once():  # R
    step = hop(lay_out("rgggg/bbbbb", pile="o"), "r")
    assert kinds(step.events).count("PileOut") == 1
    assert only(PileOut, step).to is None
    assert "PileOut" not in kinds(hop(lay_out("rgggg/bbbb"), "r").events)


def test_what_was_taken_without_an_answer_is_told_as_such():  # D undefended
    step = hop(lay_out("rg//b", figures="r1"), "r")
    assert step.events[0] == Grabbed(seat=0, colour="r", owner=1)
    assert stands(step.state, "r") == 0
