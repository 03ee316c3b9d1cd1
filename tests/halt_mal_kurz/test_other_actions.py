"""Halt mal kurz, Ach - mein, dein, Kommunismus, Kapitalismus. R is the printed rule, D a ruling of the house."""

import pytest

from games.halt_mal_kurz.events import (
    CardLaid,
    Closed,
    Counted,
    Halved,
    HandedOver,
    Received,
    Redealt,
    Swapped,
)
from tests.engine.tables import all_of, hand, only, public, sorted_hand

from .tables import asked, clocks, counts, draws, lay_out, lists, outcome, play

pytestmark = pytest.mark.pure


# Halt mal kurz


@pytest.mark.parametrize(
    ("mine", "half"),
    [
        pytest.param("nazi-k nazi-p", 1, id="R half of two"),
        pytest.param("nazi-k nazi-p nazi-a", 1, id="R half of three, rounded down"),
        pytest.param("nazi-k nazi-p nazi-a police-k", 2, id="R half of four"),
        pytest.param("nazi-k nazi-p nazi-a police-k police-p police-a police-a", 3, id="R half of seven"),
    ],
)
def test_half_of_the_hand_goes_over(mine, half):
    held = len(mine.split())
    step = play(lay_out(f"halt-k {mine}/swap-k/swap-p"), "0 lay halt-k >2", "2 react")
    assert only(Halved, step.events) == Halved(seat=0, target=2, cards=half)
    assert counts(step.state) == (held - half, 1, 1 + half)
    assert sorted([*hand(step.state, 0).split(), *hand(step.state, 2).split()[1:]]) == sorted(mine.split())


def test_which_half_is_chance_and_nobody_elses_business():  # R a random half, face down
    state = play(lay_out("halt-k nazi-k nazi-p nazi-a police-k/swap-k/swap-p"), "0 lay halt-k >2").state
    steps = [play(state, "2 react", seed=str(seed)) for seed in range(40)]
    halves = {frozenset(sorted_hand(step.state, 2)) for step in steps}
    assert len(halves) == 6  # all pairs of four
    assert len({public(step.events) for step in steps}) == 1
    for step in steps:
        given = only(HandedOver, step.events, to=0).faces
        assert only(Received, step.events, to=2).faces == given
        assert sorted(given) == sorted(set(sorted_hand(step.state, 2)) - {"swap-p"})


@pytest.mark.parametrize("mine", ["nazi-k", ""])
def test_with_nothing_to_halve_nobody_is_asked(mine):  # D not with half = 0
    step = play(lay_out(f"halt-k {mine}/swap-k/list-p"), "0 lay halt-k >2")
    assert only(Halved, step.events).cards == 0
    assert counts(step.state)[2] == 1
    assert (outcome(step.state) is None) == bool(mine)
    assert "react" not in {kind for _, kind in asked(step.state)}


def test_its_target_is_public():  # R name a seat
    step = play(lay_out("halt-k nazi-k nazi-p/swap-k/swap-p"), "0 lay halt-k >2")
    assert only(CardLaid, step.events).target == 2
    assert asked(step.state) == [(2, "react")]
    assert step.state.table.affair.targets == (2,)


# Ach - mein, dein


def test_whole_hands_are_swapped():  # R
    step = play(lay_out("swap-k nazi-k nazi-p/halt-k/halt-p halt-a schnick-k"), "0 lay swap-k >2", "2 react")
    assert (hand(step.state, 0), hand(step.state, 2)) == ("halt-p halt-a schnick-k", "nazi-k nazi-p")
    assert only(Swapped, step.events) == Swapped(seat=0, target=2, gave=2, got=3)
    assert only(Received, step.events, to=0).faces == ("halt-p", "halt-a", "schnick-k")
    assert only(Received, step.events, to=2).faces == ("nazi-k", "nazi-p")


def test_an_empty_hand_is_swapped_away_and_the_other_wins():  # R also zero cards for theirs
    step = play(lay_out("swap-k/halt-k/halt-p halt-a"), "0 lay swap-k >2", "2 react")
    assert outcome(step.state) == ((2,), "given")
    assert counts(step.state) == (2, 1, 0)


def test_unless_they_react_then_the_empty_hand_wins():  # R
    step = play(lay_out("swap-k/halt-k/list-p halt-a"), "0 lay swap-k >2", "2 react list")
    assert outcome(step.state) == ((0,), "shed")
    assert lists(step.events) == [(2, "list-p", "swap-k")]


# Kommunismus


@pytest.mark.parametrize(
    ("hands", "dealt"),
    [
        pytest.param("communism nazi-k/halt-k halt-p/swap-k swap-p", (1, 2, 2), id="R from the left"),
        pytest.param("communism/halt-k halt-p halt-a schnick-k/swap-k", (1, 2, 2), id="R all together"),
        pytest.param(
            "communism nazi-k/halt-k halt-p/swap-k swap-p/group-k group-p", (1, 2, 2, 2), id="R four seats"
        ),
        pytest.param("communism nazi-k nazi-p/halt-k halt-p/swap-k swap-p", (2, 2, 2), id="R evenly"),
    ],
)
def test_all_hands_are_dealt_anew(hands, dealt):  # R one by one from the player's left until none is left
    state = lay_out(hands)
    answers = [f"{seat} react" for seat in range(1, len(dealt))]
    step = play(state, "0 lay communism", *answers)
    assert counts(step.state) == dealt
    told = only(Redealt, step.events)
    assert dict(zip(told.seats, told.counts, strict=True)) == dict(enumerate(dealt))
    before = [card for one in state.hands for card in one.cards if card != "communism.1"]
    after = [card for one in step.state.hands for card in one.cards]
    assert sorted(before) == sorted(after)
    assert asked(step.state) == [(1, "turn")]


def test_they_are_shuffled():  # R
    state = play(lay_out("communism nazi-k/halt-k halt-p/swap-k swap-p"), "0 lay communism", "1 react").state
    hands = {tuple(sorted_hand(play(state, "2 react", seed=str(seed)).state, 0)) for seed in range(60)}
    assert hands == {(face,) for face in ("nazi-k", "halt-k", "halt-p", "swap-k", "swap-p")}
    state = lay_out("nazi-k nazi-p/communism halt-k/swap-k swap-p", turn=1)
    step = play(state, "1 lay communism", "2 react", "0 react")
    assert only(Redealt, step.events).seats == (2, 0, 1)


def test_everybody_learns_what_they_got_and_nobody_else():
    step = play(lay_out("communism nazi-k/halt-k halt-p/swap-k"), "0 lay communism", "1 react", "2 react")
    for seat in range(3):
        told = only(Received, step.events, to=seat)
        assert (told.giver, " ".join(told.faces)) == (None, hand(step.state, seat))


def test_who_reacted_stays_out():  # R
    hands = "communism nazi-k/list-k halt-p/swap-k swap-p group-k"
    step = play(lay_out(hands, pile="schnick-a"), "0 lay communism", "1 react list", "2 react")
    assert hand(step.state, 1) == "halt-p schnick-a"
    assert only(Redealt, step.events).seats == (2, 0)
    assert counts(step.state) == (2, 2, 2)
    assert set(sorted_hand(step.state, 0) + sorted_hand(step.state, 2)) == {
        "nazi-k",
        "swap-k",
        "swap-p",
        "group-k",
    }


def test_if_all_react_its_player_deals_to_itself():  # R
    hands = "communism nazi-k/list-k halt-p/list-p swap-p"
    step = play(lay_out(hands), "0 lay communism", "1 react list", "2 react list")
    assert hand(step.state, 0) == "nazi-k"
    assert only(Redealt, step.events).seats == (0,)


def test_zero_cards_dealt_is_an_empty_hand_and_that_wins():  # D
    step = play(lay_out("communism/halt-k/swap-k"), "0 lay communism", "1 react", "2 react")
    assert only(Redealt, step.events).counts == (1, 1, 0)
    assert (outcome(step.state), counts(step.state)) == (((0,), "shed"), (0, 1, 1))
    hands = "communism/halt-k/list-k swap-k"
    step = play(lay_out(hands), "0 lay communism", "1 react", "2 react list")
    assert (outcome(step.state), counts(step.state)) == (((0,), "shed"), (0, 1, 2))


def test_kommunismus_closes_the_open_hand_which_stays_exempt():  # R the open seat is closed, D exempt stays
    hands = "communism nazi-k police-k/list-k halt-p/swap-k swap-p"
    step = play(lay_out(hands, opened=1), "0 lay communism", "1 react", "2 react")
    assert only(Closed, step.events).target == 1
    table = step.state.table
    assert (table.open, table.exempt, table.shown) == (None, 1, None)


def test_the_open_hand_is_closed_even_if_its_seat_stays_out():  # R the open seat is closed
    hands = "communism nazi-k police-k/list-k halt-p/swap-k swap-p"
    step = play(lay_out(hands, opened=1), "0 lay communism", "1 react list", "2 react")
    assert (step.state.table.open, step.state.table.exempt) == (None, 1)


# Kapitalismus


@pytest.mark.parametrize(
    ("hands", "targets", "drawn"),
    [
        pytest.param("capitalism-k nazi-k/halt-k halt-p/swap-k", (1,), [(1, 2)], id="R holds most: draws 2"),
        pytest.param(
            "capitalism-k/halt-k halt-p/swap-k swap-p", (1, 2), [(1, 2), (2, 2)], id="R all who tie"
        ),
        pytest.param(
            "capitalism-k nazi-k nazi-p/halt-k halt-p/swap-k",
            (1, 0),
            [(1, 2), (0, 2)],
            id="D its player included, last of them",
        ),
        pytest.param("capitalism-k nazi-k nazi-p/halt-k/swap-k", (0,), [(0, 2)], id="D its player alone"),
        pytest.param(
            "capitalism-k nazi-k/halt-k halt-p/swap-k swap-p halt-a", (2,), [(2, 2)], id="R only the most"
        ),
    ],
)
def test_whoever_holds_most_draws_two(hands, targets, drawn):
    state = play(lay_out(hands), "0 lay capitalism-k")
    assert only(Counted, state.events).targets == targets
    step = play(state.state, *(f"{seat} react" for seat in targets if seat))
    assert draws((*state.events, *step.events)) == drawn


def test_its_player_cannot_react():  # D
    step = play(lay_out("capitalism-k list-k nazi-p/halt-k halt-p/swap-k"), "0 lay capitalism-k")
    assert asked(step.state) == [(1, "react")]
    step = play(lay_out("capitalism-k list-k nazi-p/halt-k/swap-k"), "0 lay capitalism-k")
    assert (asked(step.state), lists(step.events)) == ([(1, "turn")], [])


def test_it_is_counted_when_the_card_is_laid():  # D counted and fixed
    hands = "nazi-k halt-a/nazi-p nazi-a capitalism-k/police-k halt-k/swap-k swap-p"
    state = play(lay_out(hands), "0 lay nazi-k", "1 leave", "1 lay capitalism-k").state
    assert counts(state) == (1, 2, 2, 2)
    assert asked(state) == [(2, "flip"), (2, "react"), (3, "flip"), (3, "react")]
    step = play(state, "3 leave", "2 leave")  # the Nazi is settled meanwhile: 1, 2 and 3 draw
    assert draws(step.events) == [(1, 1), (2, 1), (3, 1)]
    step = play(step.state, "2 react", "3 react")
    assert draws(step.events) == [(2, 2), (3, 2), (1, 2)]
    assert counts(step.state) == (1, 5, 5, 5)


def test_seat_by_seat_from_the_players_left():  # D
    hands = "halt-k halt-p/swap-k swap-p/capitalism-k nazi-k nazi-p/group-k group-p"
    state = lay_out(hands, turn=2, pile="schnick-a schnick-a schnick-p schnick-p")
    step = play(state, "2 lay capitalism-k", "1 react", "0 react", "3 react")
    assert draws(step.events) == [(3, 2), (0, 2), (1, 2), (2, 2)]
    assert hand(step.state, 3) == "group-k group-p schnick-a schnick-a"


def test_one_of_those_who_tie_reacts():  # R, D only its own part is void
    hands = "capitalism-k/list-k halt-p/swap-k swap-p/group-k"
    step = play(lay_out(hands, pile="schnick-a"), "0 lay capitalism-k", "1 react list", "2 react")
    assert (hand(step.state, 1), draws(step.events)) == ("halt-p schnick-a", [(2, 2)])
    assert outcome(step.state) == ((0,), "shed")


def test_slapping_it_anyway_achieves_nothing():  # R you may, it does not achieve much
    state = play(lay_out("capitalism-k nazi-k/halt-k halt-p/swap-k"), "0 lay capitalism-k").state
    assert {kind for _, kind in asked(state)} == {"react"}
    assert state.table.contests == ()


# All of them


@pytest.mark.parametrize(
    ("hands", "line", "seats"),
    [
        pytest.param("halt-k nazi-k nazi-p/list-k/swap-p", "0 lay halt-k >1", [1], id="Halt mal kurz"),
        pytest.param("swap-k nazi-k nazi-p/list-k/swap-p", "0 lay swap-k >2", [2], id="Ach - mein, dein"),
        pytest.param("communism nazi-k/list-k/swap-p", "0 lay communism", [1, 2], id="Kommunismus"),
        pytest.param("capitalism-k/list-k/swap-p", "0 lay capitalism-k", [1, 2], id="Kapitalismus"),
    ],
)
def test_only_these_ask_for_a_reaction_of_their_own(hands, line, seats):  # D
    state = play(lay_out(hands), line).state
    assert asked(state) == [(seat, "react") for seat in seats]
    assert set(clocks(state, "react").values()) == {"pace"}
    assert state.table.affair.seat == 0
    assert all_of(Halved, play(lay_out(hands), line).events) == []
