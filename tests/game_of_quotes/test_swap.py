"""The one swap of a match. R is printed, D our ruling."""

from itertools import pairwise

import pytest

from games.game_of_quotes.cards import HAND
from games.game_of_quotes.events import Drew, Refilled, Reshuffled, Swapped
from tests.engine.tables import all_of, asked, only, prompt_of

from .tables import (
    card,
    combinations,
    deck,
    fields,
    hand,
    lay_out,
    pile,
    play,
    refused,
    rows,
    way_of,
    whole_match,
)

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}


# When and what


@pytest.mark.parametrize(
    ("table", "line", "kind", "reason"),
    [
        pytest.param({}, "0 swap 1", "quote", None, id="R round 1, the quote: one card"),
        pytest.param({}, "0 swap 1 2 3 4 5 6 7", "quote", None, id="R as many as you like: all"),
        pytest.param(SECOND, "0 swap 1 2", "source", None, id="R round 1, the source: cards just received"),
        pytest.param({"round_": 2}, "0 swap 1 2", "source", None, id="R round 2, the source"),
        pytest.param({"round_": 2, **SECOND}, "0 swap 1 2", "quote", None, id="R round 2, the quote"),
        pytest.param(
            {"round_": 3}, "0 swap 1 2", "write", "wrong_answer", id="D not while writing in round 3"
        ),
        pytest.param({"round_": 3, **SECOND}, "0 swap 1 2", "quote", None, id="R round 3, the quote"),
        pytest.param({"round_": 4}, "0 swap 1 2", "both", None, id="R round 4"),
        pytest.param({"swapped": [0]}, "0 swap 1", "quote", "swapped_already", id="R once in the game"),
        pytest.param({"swapped": [1]}, "0 swap 1", "quote", None, id="R each seat once"),
        pytest.param({}, "0 swap", "quote", "nothing_chosen", id="not no card"),
        pytest.param({}, "0 swap 11", "quote", "not_your_card", id="not a card of another hand"),
        pytest.param({}, "0 swap 1 11", "quote", "not_your_card", id="nor among others"),
        pytest.param({}, "0 swap 1 1", "quote", "not_your_card", id="not one card twice"),
        pytest.param(SECOND, "0 swap 41", "source", "not_your_card", id="D not what lies there already"),
        pytest.param(
            {"rest": "out"}, "0 swap 1", "quote", "nothing_to_draw", id="not without any card to draw"
        ),
        pytest.param(
            {"rest": "out", "pile": "51"},
            "0 swap 1 2",
            "quote",
            "nothing_to_draw",
            id="no more than can be drawn",
        ),
        pytest.param({"rest": "out", "pile": "51"}, "0 swap 1", "quote", None, id="as many as can be drawn"),
        pytest.param(
            {"rest": "out", "pile": "51", "discards": "52"},
            "0 swap 1 2",
            "quote",
            None,
            id="D discards count",
        ),
    ],
)
def test_when_cards_can_be_swapped(table, line, kind, reason):
    assert refused(lay_out(**table), line, kind) == reason


@pytest.mark.parametrize(
    ("table", "kind", "high", "reason"),
    [
        pytest.param({}, "quote", 7, None, id="R all seven"),
        pytest.param({"swapped": [0]}, "quote", 7, "swapped_already", id="R once"),
        pytest.param({"rest": "out", "pile": "51 52"}, "quote", 2, None, id="D no more than can be drawn"),
        pytest.param({"rest": "out"}, "quote", 1, "nothing_to_draw", id="nothing to draw"),
    ],
)
def test_how_a_swap_is_offered(table, kind, high, reason):
    state = lay_out(**table)
    field = fields(state, 0, kind, "swap")["cards"]
    assert (field.kind, field.low, field.high) == ("some", 1, high)
    assert rows(choice.value for choice in field.choices) == hand(state, 0)
    assert way_of(state, 0, kind, "swap").reason == reason


def test_the_swap_is_no_seats_again_in_the_whole_match():  # R
    state = play(lay_out(), "0 swap 1 2").state
    assert refused(state, "0 swap 3", "quote") == "swapped_already"
    later = play(state, "pick 3/pick 11/pick 21").state
    assert refused(later, "0 swap 22", "source") == "swapped_already"
    assert refused(later, "1 swap 4", "source") is None


# What it does


def test_as_many_are_drawn_as_are_laid_down():  # R
    step = play(lay_out(pile="51 52 53"), "0 swap 2 5")
    assert hand(step.state, 0) == "1 3 4 6 7 51 52"
    assert rows(step.state.stock.discards) == "2 5"
    assert pile(step.state, 1) == "53"
    assert step.state.table.counts == (HAND,) * 3
    assert step.state.hands[0].new == 2


def test_everybody_sees_that_a_seat_swapped_and_nobody_what():  # R the overview card is turned
    step = play(lay_out(pile="51 52 53"), "1 swap 12 15")
    assert step.state.table.swapped == (False, True, False)
    assert step.events == (
        Swapped(seat=1, cards=2),
        Drew(to=1, faces=(card("51"), card("52"))),
    )


def test_cards_are_drawn_first_and_laid_down_then():  # D nothing comes straight back
    for seed in range(20):
        state = lay_out(rest="out", pile="51", discards="52 53")
        step = play(state, "0 swap 1 2 3", seed=str(seed))
        assert sorted(hand(step.state, 0).split()[-3:]) == ["51", "52", "53"]
        assert rows(step.state.stock.discards) == "1 2 3"


def test_a_short_stack_takes_the_shuffled_discards():  # D
    found = set()
    for seed in range(60):
        step = play(lay_out(rest="out", pile="51", discards="52 53 54"), "0 swap 1 2 3", seed=str(seed))
        assert only(Reshuffled, step.events).cards == 3
        assert hand(step.state, 0).startswith("4 5 6 7 51 ")
        assert step.state.table.pile == 1
        found.add(hand(step.state, 0))
    assert len(found) == 6  # which of the three, in which order


def test_a_stack_that_is_just_enough_takes_no_discards():
    step = play(lay_out(rest="out", pile="51 52", discards="53 54"), "0 swap 1 2")
    assert all_of(Reshuffled, step.events) == []
    assert (step.state.table.pile, rows(step.state.stock.discards)) == (0, "53 54 1 2")


def test_cards_that_are_being_read_cannot_be_drawn():  # D discarded once the stamps are in
    state = lay_out(rest="out", round_=2, stamping=True, pile="51")
    assert len(state.stock.read) == 6
    assert refused(state, "0 swap 1 2", "source") == "nothing_to_draw"


# Its prompt


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        pytest.param({}, "quote", id="a quote"),
        pytest.param(SECOND, "source", id="a source"),
        pytest.param({"round_": 2, **SECOND}, "quote", id="the quote of round 2"),
        pytest.param({"round_": 4}, "both", id="both"),
        pytest.param({"round_": 2, "stamping": True}, "source", id="with stamps open"),
    ],
)
def test_a_swap_closes_its_prompt_and_opens_one_of_the_same_kind_and_group(
    table, kind
):  # D with the same time
    state = lay_out(**table)
    old = prompt_of(state, 1, kind)
    after = play(state, "1 swap 12 13").state
    new = prompt_of(after, 1, kind)
    assert after.prompt(old.number) is None
    assert (new.number, new.group, new.kind, new.clock) == (state.last + 1, old.group, kind, "pace")
    assert (new.given, new.opened_by) == (False, old.number)
    assert {p for p in after.prompts if p != new} == {p for p in state.prompts if p != old}
    assert (1, kind) in asked(after)


def test_a_swap_clears_what_was_chosen():  # D
    state = play(lay_out(), "0 pick 1").state
    after = play(state, "0 swap 1 2").state
    assert after.hands[0].draft is None
    assert (0, "quote") in asked(after)
    missing = play(after, "1 pick 11", "2 pick 21").state
    assert asked(missing) == [(0, "quote")]
    assert play(missing, "0 pick 3").state.hands[0].quote == card("3")


def test_a_swap_clears_a_choice_even_of_a_card_that_is_kept():  # D the question is asked anew
    after = play(lay_out(round_=4), "0 both 1 31", "0 swap 2 3").state
    assert after.hands[0].draft is None
    assert (0, "both") in asked(after)


def test_a_swap_keeps_what_was_laid_aside():
    state = play(lay_out(**SECOND), "0 swap 1 2 3 4 5 6 7").state
    assert state.hands[0].quote == card("41")
    drawn = hand(state, 0).split()[0]
    revealed = play(state, f"pick {drawn}/pick 11/pick 21").state
    assert combinations(revealed, 1)[0] == f"0: 41 by {drawn}"


def test_a_swap_touches_no_stamp():
    state = play(lay_out(round_=2, stamping=True), "0 stamp >1 double", "0 swap 1 2").state
    assert state.hands[0].stamp is not None
    assert prompt_of(state, 0, "stamp").given


def test_new_cards_can_be_chosen_and_old_ones_no_longer():
    state = play(lay_out(pile="51 52"), "0 swap 1 2").state
    assert refused(state, "0 pick 51", "quote") is None
    assert refused(state, "0 pick 1", "quote") == "not_your_card"


# Enough cards


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("swaps", range(5))
@pytest.mark.parametrize("by", ["bot", "clock"])
def test_twelve_cards_a_seat_are_enough_for_everybody(seats, swaps, by):  # D swaps and round 3 reshuffle
    states = [
        step.state for _, step in whole_match(seats, by=by, swaps=swaps, cards=deck(12 * seats), seed="few")
    ]
    assert states[-1].table.ended
    assert states[-1].table.swapped == (swaps > 0,) * seats
    for before, after in pairwise(states):
        if after.table.round > before.table.round:
            assert after.table.counts == (HAND,) * seats


def test_a_swap_leaves_as_many_cards_to_draw_as_before():
    for _, step in whole_match(3, swaps=3, cards=deck(36), seed="few"):
        if all_of(Swapped, step.events):
            assert all_of(Refilled, step.events) == []
            assert step.state.table.to_draw >= HAND
