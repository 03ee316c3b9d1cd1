"""What the clock plays. R is the printed rule, D a ruling of the house."""

import pytest

from games.halt_mal_kurz.answers import (
    MOST_THROWS,
    THROWS,
    Abstain,
    Draw,
    Give,
    Lay,
    Leave,
    Pass,
    React,
    Slap,
)

from .tables import answer, asked, face_of, fallback, lay_out, orders, outcome, play

pytestmark = pytest.mark.pure


def over_seeds(state, seat, kind, kept=None):
    return {fallback(state, seat, kind, kept, seed=str(seed)) for seed in range(60)}


@pytest.mark.parametrize("mine", ["halt-k nazi-k", "nazi-p", "razupaltuff"])
def test_a_turn_is_a_card_drawn(mine):  # D draw, whatever is held
    state = lay_out(f"{mine}/nazi-k/nazi-k")
    assert over_seeds(state, 0, "turn") == {Draw()}


def test_with_nothing_to_draw_a_random_card_that_fits_is_laid():  # D
    state = lay_out("halt-k list-p nazi-p razupaltuff/nazi-k/", rest=2)
    found = over_seeds(state, 0, "turn")
    assert {type(one) for one in found} == {Lay}
    assert {face_of(one.card) for one in found} == {"halt-k", "list-p"}
    assert {one.target for one in found if one.card.startswith("halt")} == {1, 2}


def test_a_polizei_that_must_be_laid_never_names_the_exempt_seat():  # D
    state = lay_out("police-k/nazi-k/", rest=2, exempt=1)
    assert {one.target for one in over_seeds(state, 0, "turn")} == {2}


def test_with_nothing_to_draw_and_nothing_that_fits_it_passes():  # D else pass
    state = lay_out("nazi-p razupaltuff/nazi-k/", rest=2)
    assert over_seeds(state, 0, "turn") == {Pass()}


@pytest.mark.parametrize(
    ("kept", "wish"),
    [
        pytest.param(orders(), 1, id="D wish as the order says: use"),
        pytest.param(orders(draw="never", open="never"), 0, id="D never"),
        pytest.param(orders(draw="ask", open="ask"), 0, id="D ask me: take it"),
    ],
)
def test_a_flip_turns_the_card_and_keeps_the_hands_off(kept, wish):  # D no `slap` opens
    state = play(lay_out("nazi-k halt-a/halt-k/halt-p"), "0 lay nazi-k").state
    assert over_seeds(state, 2, "flip", kept) == {Leave(wish)}
    after = answer(state, 2, "flip", Leave(wish)).state
    assert asked(after) == [(1, "flip"), (1, "turn")]


def test_a_slap_is_hands_off():  # D running out = hands off
    state = play(lay_out("nazi-k halt-a/halt-k/halt-p"), "0 lay nazi-k", "2 flip").state
    assert over_seeds(state, 2, "slap") == {Slap(0, 1)}
    assert over_seeds(state, 2, "slap", orders(draw="never", open="ask")) == {Slap(0, 0)}


@pytest.mark.parametrize(("receive", "wish"), [("use", 1), ("ask", 0), ("never", 0)])
def test_a_duel_is_thrown_at_random(receive, wish):  # D gift not named, wish of the order
    state = play(lay_out("schnick-k halt-a/halt-k/halt-p"), "0 lay schnick-k >1").state
    found = over_seeds(state, 1, "throw", orders(receive=receive))
    assert {(one.gift, one.wish, one.without_well) for one in found} == {(None, wish, 0)}
    assert {one.throws[0] for one in found} == set(THROWS)
    assert all(1 <= len(one.throws) <= MOST_THROWS for one in found)
    assert {one.wish for one in over_seeds(state, 0, "throw")} == {0}  # R never against your own card


def test_no_well_is_thrown_once_it_is_ruled_out():  # D for the whole duel
    hands = "schnick-k halt-a/halt-k/halt-p"
    state = play(lay_out(hands), "0 lay schnick-k >1", "0 throw r no-well", "1 throw r").state
    for seat in (0, 1):
        thrown = {throw for one in over_seeds(state, seat, "throw") for throw in one.throws}
        assert thrown == {"rock", "paper", "scissors"}


def test_a_group_duel_is_one_random_throw():  # D
    state = play(lay_out("group-k halt-a/halt-k nazi-k/halt-p"), "0 lay group-k").state
    found = over_seeds(state, 1, "throw")
    assert {one.throws for one in found} == {(throw,) for throw in THROWS}
    assert {(one.gift, one.wish) for one in found} == {(None, 1)}


@pytest.mark.parametrize(("receive", "wish"), [("use", 1), ("ask", 0), ("never", 0)])
def test_a_vote_is_an_abstention(receive, wish):  # D gift not named, wish of the order
    state = play(lay_out("assembly-p halt-a/halt-k nazi-k/halt-p"), "0 lay assembly-p").state
    assert over_seeds(state, 1, "vote", orders(receive=receive)) == {Abstain(None, wish)}
    assert over_seeds(state, 0, "vote", orders(receive=receive)) == {Abstain()}


def test_a_gift_after_a_group_duel_is_random():  # D
    hands = "group-k halt-a halt-p/halt-k nazi-k/halt-p"
    state = play(lay_out(hands), "0 lay group-k", "0 throw r", "1 throw s", "2 throw r").state
    assert over_seeds(state, 0, "give") == {Give()}


@pytest.mark.parametrize("receive", ["use", "ask", "never"])
@pytest.mark.parametrize("held", ["list-k", "nazi-k"])
def test_a_reaction_is_taking_it(receive, held):  # D, list in hand or not
    state = play(lay_out(f"halt-k nazi-k nazi-p/{held} nazi-a/halt-p"), "0 lay halt-k >1").state
    assert over_seeds(state, 1, "react", orders(receive=receive)) == {React(0)}


def test_a_match_left_to_the_clock_goes_on():  # D nobody there any more
    """It is drawn turn by turn, and laid once there is nothing to draw: every seat has its turns, whatever is asked."""
    state = lay_out("nazi-k schnick-k assembly-p/halt-k group-k nazi-p/swap-k list-p police-k")
    turns, kinds = [], set()
    for number in range(400):
        if outcome(state) is not None:
            break
        prompt = state.owed()[0]
        kinds.add(prompt.kind)
        turns += [prompt.seat] if prompt.kind == "turn" else []
        action = fallback(state, prompt.seat, prompt.kind, seed=str(number))
        state = answer(state, prompt.seat, prompt.kind, action, seed=str(number)).state
    assert turns == [number % 3 for number in range(len(turns))]
    assert len(turns) > 60
    assert {"turn", "flip", "react", "throw", "vote"} <= kinds
    assert "slap" not in kinds  # the clock keeps the hands off a card as it turns it
