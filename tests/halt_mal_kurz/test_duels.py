"""Schnick-Schnack-Schnuck. R is the printed rule, S the story that tells it, D a ruling of the house."""

from itertools import product

import pytest

from games.engine import encode
from games.halt_mal_kurz.answers import BEATS, PILE, THROWS
from games.halt_mal_kurz.events import DuelThrown, Gave, HandedOver, Received, Took
from tests.engine.tables import all_of, hand, only, prompt_of, public, sorted_hand

from .tables import (
    asked,
    counts,
    draws,
    fields,
    lay_out,
    lists,
    orders,
    outcome,
    play,
    refused,
    stand,
    throws,
)

pytestmark = pytest.mark.pure

HANDS = "schnick-k halt-a halt-p/nazi-k nazi-p nazi-a/group-k group-p"


def duel(*answers, hands=HANDS, **table):
    """Seat 0 challenges seat 1."""
    return play(lay_out(hands, **table), "0 lay schnick-k >1", *answers)


# The throws


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        pytest.param("r", "s", 0, id="R rock beats scissors"),
        pytest.param("s", "p", 0, id="R scissors beat paper"),
        pytest.param("p", "r", 0, id="R paper beats rock"),
        pytest.param("p", "w", 0, id="R the well is beaten by paper"),
        pytest.param("w", "s", 0, id="R the well beats scissors"),
        pytest.param("w", "r", 0, id="R the well beats rock"),
        pytest.param("s", "r", 1, id="R scissors lose to rock"),
        pytest.param("p", "s", 1, id="R paper loses to scissors"),
        pytest.param("r", "p", 1, id="R rock loses to paper"),
        pytest.param("w", "p", 1, id="R the well loses to paper"),
        pytest.param("s", "w", 1, id="R scissors fall into the well"),
        pytest.param("r", "w", 1, id="R rock falls into the well"),
    ],
)
def test_who_wins(one, other, winner):
    step = duel(f"0 throw {one}", f"1 throw {other}")
    assert only(DuelThrown, step.events).winner == winner
    assert only(Gave, step.events).seat == winner


def test_every_two_different_throws_have_one_winner():
    for one, other in product(THROWS, THROWS):
        assert (one in BEATS[other]) + (other in BEATS[one]) == (one != other)


def test_both_throw_in_one_sealed_group():  # R challenge a seat; folded: one wait
    step = duel()
    assert asked(step.state) == [(0, "throw"), (1, "throw")]
    assert len({prompt.group for prompt in step.state.prompts}) == 1
    assert {prompt.clock for prompt in step.state.prompts} == {"pace"}
    one, two = play(step.state, "0 throw rps gift=halt-a"), play(step.state, "0 throw w no-well gift=pile")
    assert public(one.events) == public(two.events) == ()
    assert one.state.table == two.state.table == step.state.table
    assert one.state.prompts == two.state.prompts
    assert one.state.hands[1:] == two.state.hands[1:] == step.state.hands[1:]


def test_a_throw_may_be_changed_until_the_other_has_thrown():
    state = duel("1 throw r").state
    assert fields(state, 1, "throw", "throw")["throws"].preset == ("rock",)
    step = play(state, "1 throw p", "0 throw r")
    assert only(DuelThrown, step.events).pairs == (("rock", "paper"),)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("1 throw rpswr", None, id="D up to five"),
        pytest.param("1 throw rpswrp", "not_that_many", id="D six are too many"),
        pytest.param("1 throw w", None, id="R the well is allowed"),
        pytest.param("1 throw w no-well", None, id="D and may be ruled out in the same breath"),
        pytest.param("1 throw r gift=pile", None, id="S a card from the pile"),
        pytest.param("1 throw r gift=nazi-k", None, id="R a card of its choice"),
        pytest.param("1 throw r gift=halt-a.1", "not_your_card", id="not somebody else's"),
        pytest.param("1 throw r list", None, id="D a wish, list in hand or not"),
        pytest.param("0 throw r list", "own_card", id="R never against your own card"),
        pytest.param("0 throw r no-well", None, id="D either may say it"),
    ],
)
def test_what_may_be_thrown(line, reason):
    assert refused(duel().state, line) == reason


def test_what_the_two_are_asked():
    state = duel().state
    mine, theirs = (fields(state, seat, "throw", "throw") for seat in (0, 1))
    assert set(mine) == {"throws", "without_well", "gift"}
    assert set(theirs) == {"throws", "without_well", "gift", "wish"}
    assert (theirs["throws"].low, theirs["throws"].high) == (1, 5)
    assert [choice.value for choice in theirs["gift"].choices][-1] == PILE
    assert theirs["gift"].blank


def test_without_cards_there_is_no_gift_to_choose():  # D no choice: not asked
    state = duel(hands="schnick-k/nazi-k/group-k").state
    assert "gift" not in fields(state, 0, "throw", "throw")
    assert [one.value for one in fields(state, 1, "throw", "throw")["gift"].choices] == ["nazi-k.1", PILE]


# Ties


def test_throws_are_used_in_order_on_ties():  # R ties repeat
    step = duel("0 throw rpp", "1 throw rps")
    thrown = only(DuelThrown, step.events)
    assert thrown.pairs == (("rock", "rock"), ("paper", "paper"), ("paper", "scissors"))
    assert (thrown.winner, thrown.again) == (1, ())


def test_who_runs_out_of_throws_is_asked_again():  # D the other's unused throws stay
    step = duel("0 throw r", "1 throw rp")
    thrown = only(DuelThrown, step.events)
    assert (thrown.winner, thrown.again, thrown.pairs) == (None, (0,), (("rock", "rock"),))
    assert asked(step.state) == [(0, "throw")]
    assert step.state.hands[1].promise.throws == ("paper",)
    assert step.state.table.affair.again
    step = play(step.state, "0 throw s")
    assert only(DuelThrown, step.events).pairs == (("scissors", "paper"),)
    assert only(Gave, step.events).seat == 0


def test_both_may_run_out():  # R ties repeat until somebody has lost
    step = duel("0 throw rs", "1 throw rs")
    assert only(DuelThrown, step.events).again == (0, 1)
    assert asked(step.state) == [(0, "throw"), (1, "throw")]
    assert min(prompt.number for prompt in step.state.prompts) > 3  # new numbers
    step = play(step.state, "1 throw r", "0 throw r", "0 throw r", "1 throw w")
    assert [event.winner for event in all_of(DuelThrown, step.events)] == [None, 1]


def test_unused_throws_last_over_several_forms():  # D
    step = duel("0 throw r", "1 throw rpsw", "0 throw p", "0 throw s", "0 throw p")
    pairs = [event.pairs for event in all_of(DuelThrown, step.events)]
    assert pairs[1:] == [(("paper", "paper"),), (("scissors", "scissors"),), (("paper", "well"),)]
    assert only(Gave, step.events).seat == 0


def test_gift_and_wish_of_the_later_form_count():  # D
    answers = ("0 throw r gift=halt-a", "1 throw r gift=nazi-k", "0 throw p gift=halt-p", "1 throw r")
    step = duel(*answers)
    assert only(HandedOver, step.events, to=0).faces == ("halt-p",)
    step = duel("0 throw r gift=halt-a", "1 throw rr", "0 throw p gift=halt-p")
    assert only(HandedOver, step.events, to=0).faces == ("halt-p",)
    hands = HANDS.replace("nazi-k", "list-k")
    step = duel("0 throw r", "1 throw r list", "0 throw p", "1 throw r", hands=hands)
    assert lists(step.events) == []
    step = duel("0 throw r", "1 throw r", "0 throw p", "1 throw r list", hands=hands)
    assert lists(step.events) == [(1, "list-k", "schnick-k")]


def test_gift_and_wish_stay_with_the_throws_of_who_is_not_asked_again():  # D the other's unused throws stay
    step = duel("0 throw r", "1 throw rp gift=nazi-p", "0 throw r")
    assert only(HandedOver, step.events, to=1).faces == ("nazi-p",)
    hands = HANDS.replace("nazi-k", "list-k")
    step = duel("0 throw r", "1 throw rr list", "0 throw p", hands=hands)
    assert lists(step.events) == [(1, "list-k", "schnick-k")]


# Without well


@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "said"),
    [
        pytest.param("rr", "ws", 1, (), id="R without the word the well counts"),
        pytest.param("rr no-well", "ws", 0, (0,), id="R the challenger says it: a thrown well is skipped"),
        pytest.param("rr", "ws no-well", 0, (1,), id="D so may the other"),
        pytest.param("rr no-well", "ws no-well", 0, (0, 1), id="D and both"),
        pytest.param("wwr no-well", "s", 0, (0,), id="D one's own wells are skipped too"),
    ],
)
def test_without_well(mine, theirs, winner, said):
    thrown = only(DuelThrown, duel(f"0 throw {mine}", f"1 throw {theirs}").events)
    assert (thrown.winner, thrown.without_well) == (winner, said)
    assert all("well" not in pair for pair in thrown.pairs) == bool(said)


def test_whoever_has_thrown_nothing_but_wells_is_asked_again():  # D they are skipped
    step = duel("0 throw r no-well", "1 throw www")
    assert (only(DuelThrown, step.events).pairs, only(DuelThrown, step.events).again) == ((), (1,))
    assert step.state.hands[0].promise.throws == ("rock",)
    assert only(DuelThrown, play(step.state, "1 throw p").events).winner == 1


def test_without_well_holds_for_the_whole_duel():  # D
    state = duel("0 throw r no-well", "1 throw rwp").state
    assert refused(state, "0 throw w") == "without_well"
    choices = fields(state, 0, "throw", "throw")["throws"].choices
    assert {choice.value: choice.reason for choice in choices} == {
        "rock": None,
        "paper": None,
        "scissors": None,
        "well": "without_well",
    }
    step = play(state, "0 throw s")
    assert only(DuelThrown, step.events).pairs == (("scissors", "paper"),)
    later = play(state, "0 throw p").state  # a second tie, so a third form
    assert asked(later) == [(0, "throw"), (1, "throw")]
    assert [refused(later, f"{seat} throw w") for seat in (0, 1)] == ["without_well"] * 2


def test_it_is_said_beforehand_in_the_first_form_alone():  # R beforehand, D in the first form
    state = duel("0 throw r", "1 throw rp").state
    assert "without_well" not in fields(state, 0, "throw", "throw")
    assert refused(state, "0 throw r no-well") is not None
    assert refused(state, "0 throw w") is None


def test_it_is_hidden_until_both_have_thrown():  # D
    state = duel().state
    for line in ("0 throw r no-well", "1 throw r no-well"):
        step = play(state, line)
        assert step.events == ()
        assert encode(step.state.table) == encode(state.table)


# The gift


def test_the_winner_gives_a_card_of_its_choice():  # R
    step = duel("0 throw r gift=halt-p", "1 throw s")
    assert only(Gave, step.events) == Gave(seat=0, target=1, why="schnick")
    assert only(HandedOver, step.events, to=0).faces == ("halt-p",)
    assert only(Received, step.events, to=1).faces == ("halt-p",)
    assert hand(step.state, 1) == "nazi-k nazi-p nazi-a halt-p"


def test_a_gift_that_is_not_named_is_a_random_card():  # D
    found = {
        only(HandedOver, play(duel("1 throw s").state, "0 throw r", seed=str(seed)).events, to=0).faces
        for seed in range(30)
    }
    assert found == {("halt-a",), ("halt-p",)}


def test_or_a_card_from_the_pile():  # S
    step = duel("0 throw r gift=pile", "1 throw s", pile="swap-a")
    assert only(Gave, step.events).from_pile
    assert only(Took, step.events) == Took(seat=1, cards=1, why="gift")
    assert hand(step.state, 1) == "nazi-k nazi-p nazi-a swap-a"
    assert counts(step.state)[0] == 2


def test_a_winner_without_cards_gives_one_from_the_pile():  # D, and R the last card is carried out
    step = duel("0 throw r", "1 throw s", hands="schnick-k/nazi-k/group-k", pile="swap-a")
    assert only(Gave, step.events).from_pile
    assert hand(step.state, 1) == "nazi-k swap-a"
    assert outcome(step.state) == ((0,), "shed")


def test_a_last_card_whose_duel_is_lost_is_not_the_last():  # R the action is carried out even then
    step = duel("0 throw s", "1 throw r gift=nazi-k", hands="schnick-k/nazi-k nazi-p/group-k")
    assert outcome(step.state) is None
    assert (hand(step.state, 0), asked(step.state)) == ("nazi-k", [(1, "turn")])


def test_a_winner_may_shed_its_last_card_as_the_gift():  # D on turn or not
    step = duel("0 throw s", "1 throw r", hands="schnick-k halt-a/nazi-k/group-k")
    assert outcome(step.state) == ((1,), "given")


def test_with_nothing_to_draw_no_card_comes_from_the_pile():  # D nothing to draw at all
    state = lay_out("schnick-k halt-a/nazi-k/", top="assembly-k", rest=2)
    state = play(state, "0 lay schnick-k >1").state
    assert refused(state, "0 throw r gift=pile") is None  # the old top can be drawn
    assert counts(play(state, "0 throw r gift=pile", "1 throw s").state)[:2] == (1, 2)


def test_a_gift_that_is_gone_is_a_random_card():  # D
    hands = "halt-a halt-p schnick-k/list-k nazi-p nazi-a/nazi-k group-p/swap-k swap-p"
    state = play(lay_out(hands, turn=2), "2 lay nazi-k", "3 leave", "3 draw", "0 leave").state
    state = play(state, "0 lay schnick-k >1", "1 throw r gift=list-k").state
    state = play(state, "1 leave list").state  # the settlement takes the list away
    assert "list-k" not in sorted_hand(state, 1)
    found = set()
    for seed in range(30):
        found.add(only(HandedOver, play(state, "0 throw s", seed=str(seed)).events, to=1).faces)
    assert len(found) == 3
    assert ("list-k",) not in found


def test_the_loser_may_use_a_list():  # R receiving
    hands = HANDS.replace("nazi-k", "list-a")
    step = duel("0 throw r gift=halt-p", "1 throw s list", hands=hands, pile="swap-a")
    assert lists(step.events) == [(1, "list-a", "schnick-k")]
    assert all_of(Gave, step.events) == []
    assert (hand(step.state, 0), hand(step.state, 1)) == ("halt-a halt-p", "nazi-p nazi-a swap-a")
    assert step.state.table.top == "list-a"


def test_nothing_is_left_of_a_duel():
    step = duel("0 throw rp", "1 throw sr")
    assert step.state.table.affair is None
    assert [one.promise for one in step.state.hands] == [None] * 3
    assert draws(step.events) == []


# Throws left in advance


def test_an_order_throws_for_either_role():  # D duel in either role
    state = duel().state
    kept = orders(throws="rps", without_well=True)
    for seat, wish in ((0, 0), (1, 1)):
        action, left = stand(state, seat, "throw", kept)
        assert (action.throws, action.without_well, action.gift) == (throws("rps"), 1, None)
        assert (action.wish, left) == (wish, kept)


@pytest.mark.parametrize(("receive", "wish"), [("use", 1), ("ask", 0), ("never", 0)])
def test_an_order_that_throws_wishes_as_the_other_order_says(receive, wish):  # D ask me: preset take
    action, _ = stand(duel().state, 1, "throw", orders(throws="r", receive=receive))
    assert action.wish == wish


def test_no_throws_left_means_ask_me():  # D
    assert stand(duel().state, 1, "throw", orders()) == (None, orders())


def test_an_order_answers_only_the_first_throw_of_a_duel():  # D asked again: the person is asked
    state = duel("0 throw r", "1 throw r").state
    assert prompt_of(state, 1, "throw").group
    assert stand(state, 1, "throw", orders(throws="rps")) == (None, orders(throws="rps"))
