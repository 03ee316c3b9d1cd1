"""Who wins, when, and the photo finish. R is the printed rule, D a ruling of the house."""

import pytest

from games.halt_mal_kurz.events import (
    Ended,
    FinishFailed,
    Gave,
    PhotoFinish,
    SlapsSettled,
    TurnedUp,
)
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import all_of, hand, only

from .tables import asked, clocks, counts, draws, lay_out, outcome, play

pytestmark = pytest.mark.pure


# Winning


@pytest.mark.parametrize(
    ("hands", "answers", "winners", "why"),
    [
        pytest.param("list-k/nazi-k/nazi-k", ("0 lay list-k",), (0,), "shed", id="R a last card laid"),
        pytest.param(
            "halt-k/nazi-k/nazi-k", ("0 lay halt-k >1",), (0,), "shed", id="R a last card without effect"
        ),
        pytest.param("nazi-k/halt-k/halt-p", ("0 lay nazi-k",), (0,), "shed", id="R a last Nazi"),
        pytest.param(
            "swap-k/nazi-k/nazi-p nazi-a",
            ("0 lay swap-k >1", "1 react"),
            (1,),
            "given",
            id="R an empty hand swapped away: the other wins",
        ),
        pytest.param(
            "swap-k/list-k/nazi-p nazi-a",
            ("0 lay swap-k >1", "1 react list"),
            (0,),
            "shed",
            id="R and blocked: who laid it wins",
        ),
        pytest.param(
            "schnick-k/nazi-k/nazi-p",
            ("0 lay schnick-k >1", "0 throw r", "1 throw s"),
            (0,),
            "shed",
            id="R a last-card Schnick won with an empty hand",
        ),
        pytest.param(
            "schnick-k nazi-a/nazi-k/nazi-p",
            ("0 lay schnick-k >1", "0 throw s", "1 throw r"),
            (1,),
            "given",
            id="D on another's turn, by a duel",
        ),
        pytest.param(
            "assembly-p nazi-a/nazi-k/nazi-p",
            ("0 lay assembly-p", "0 vote 2>1", "1 abstain", "2 abstain"),
            (2,),
            "given",
            id="D on another's turn, by an assembly",
        ),
        pytest.param(
            "assembly-p/nazi-k/nazi-p",
            ("0 lay assembly-p", "0 vote 2>1", "1 abstain", "2 abstain"),
            (0, 2),
            "shared",
            id="D several at once share the win",
        ),
        pytest.param(
            "group-k nazi-a/nazi-k/nazi-p",
            ("0 lay group-k", "0 throw s", "1 throw r", "2 throw r"),
            (1, 2),
            "shared",
            id="D two others at once",
        ),
        pytest.param(
            "communism/nazi-k/nazi-p",
            ("0 lay communism", "1 react", "2 react"),
            (0,),
            "shed",
            id="D dealt zero cards",
        ),
    ],
)
def test_who_has_won(hands, answers, winners, why):
    step = play(lay_out(hands), *answers)
    assert outcome(step.state) == (winners, why)
    assert only(Ended, step.events) == Ended(winners=winners, why=why)
    assert (step.state.prompts, step.state.table.ended) == ((), why)


def test_the_end_is_looked_for_after_the_action_and_its_reactions():  # R
    state = play(lay_out("swap-k/nazi-k/nazi-p"), "0 lay swap-k >1").state
    assert (counts(state)[0], outcome(state)) == (0, None)
    state = play(lay_out("assembly-p/nazi-k/nazi-p"), "0 lay assembly-p").state
    assert (counts(state)[0], outcome(state)) == (0, None)


def test_a_last_card_that_gives_its_player_one_does_not_win():  # R the action is carried out even then
    hands = "schnick-k/nazi-k nazi-a/nazi-p"
    step = play(lay_out(hands), "0 lay schnick-k >1", "0 throw s", "1 throw r")
    assert (outcome(step.state), counts(step.state)) == (None, (1, 1, 1))


@pytest.mark.parametrize(
    ("hands", "places"),
    [
        pytest.param("list-k/nazi-k/nazi-k nazi-p", (1, 2, 3), id="D the others by cards left"),
        pytest.param("list-k/nazi-k nazi-p/nazi-k nazi-p", (1, 2, 2), id="D equal counts share"),
        pytest.param("list-k/nazi-k nazi-p/nazi-k/nazi-a nazi-a/nazi-p", (1, 4, 2, 4, 2), id="D five seats"),
    ],
)
def test_places_and_points(hands, places):
    state = play(lay_out(hands), "0 lay list-k").state
    result = GAME.result(state)
    assert result.places == places
    assert result.points == tuple(len(one.cards) for one in state.hands)
    assert result.winners == (0,)


def test_both_who_share_are_first():  # D
    state = play(
        lay_out("assembly-p/nazi-k/nazi-p nazi-a"), "0 lay assembly-p", "0 vote 1>2", "1 abstain", "2 abstain"
    ).state
    assert GAME.result(state).places == (1, 1, 3)


def test_a_match_that_runs_has_no_result():
    assert GAME.result(lay_out("list-k/nazi-k/nazi-k")) is None


# The photo finish

RUN = "nazi-k halt-a halt-p/list-k/police-k schnick-p/swap-k swap-p"


def finish(*answers, hands=RUN, **table):
    """Seat 0 has laid a Nazi, then seat 1 lays its last card."""
    return play(lay_out(hands, **table), "0 lay nazi-k", "1 flip", "1 slap 300", "1 lay list-k", *answers)


def test_an_empty_hand_waits_for_the_cards_of_others():  # D those flips now block, no turn opens
    step = finish()
    assert only(PhotoFinish, step.events).seats == (1,)
    assert asked(step.state) == [(2, "flip"), (3, "flip")]
    assert set(clocks(step.state, "flip").values()) == {"pace"}  # one fresh pace, not at once
    assert step.state.table.finishing
    assert outcome(step.state) is None


def test_a_photo_finish_is_won():  # D then the win is decided
    step = finish("2 leave", "3 leave")
    assert draws(step.events) == [(2, 1), (3, 1)]
    assert outcome(step.state) == ((1,), "shed")
    assert not step.state.table.finishing


def test_a_photo_finish_is_taken_away():  # D no hand is empty any more: play goes on
    answers = ("2 flip", "2 slap 200", "3 flip", "3 slap 250")
    step = finish(*answers, pile="schnick-a")
    assert only(SlapsSettled, step.events).draws == (1,)
    assert len(all_of(FinishFailed, step.events)) == 1
    assert (outcome(step.state), hand(step.state, 1)) == (None, "schnick-a")
    assert asked(step.state) == [(2, "turn")]  # D with the seat that was next
    assert not step.state.table.finishing


def test_after_a_photo_finish_the_next_seat_owes_its_other_flips():  # D its own contests stay open
    hands = "nazi-k halt-a halt-p/nazi-k/police-k schnick-p/swap-k swap-p"
    state = play(lay_out(hands), "0 lay nazi-k", "1 flip", "1 slap 300", "1 lay nazi-k").state
    assert [contest.seat for contest in state.table.contests] == [0, 1]
    flips = [(p.seat, p.clock) for p in state.prompts]
    assert flips == [(2, "pace"), (3, "pace"), (2, "free"), (3, "free"), (0, "free")]
    step = play(state, "2 flip", "2 slap 100", "3 flip", "3 slap 100")
    assert len(all_of(FinishFailed, step.events)) == 1
    assert [contest.seat for contest in step.state.table.contests] == [1]
    assert asked(step.state) == [(0, "flip"), (2, "flip"), (2, "turn"), (3, "flip")]
    assert clocks(step.state, "flip") == {2: "same", 3: "free", 0: "free"}


def test_flips_that_blocked_stop_nobody_any_more_once_play_goes_on():  # D play goes on
    hands = "nazi-k halt-a/nazi-k halt-p/halt-k/swap-k swap-p"
    state = play(lay_out(hands), "0 lay nazi-k", "1 leave", "1 lay nazi-k", "2 leave", "2 leave").state
    state = play(state, "2 lay halt-k >3").state
    assert [(p.seat, p.clock) for p in state.prompts] == [(3, "pace"), (3, "pace"), (0, "pace")]
    step = play(state, "3 leave")  # the first Nazi is settled, and who was out draws for it
    assert len(all_of(FinishFailed, step.events)) == 1
    assert clocks(step.state, "flip") == {0: "free", 3: "same"}
    assert asked(step.state) == [(0, "flip"), (3, "flip"), (3, "turn")]


def test_ones_own_card_need_not_be_turned():  # D not for the winner's own contests
    step = play(lay_out("nazi-k/halt-k/halt-p"), "0 lay nazi-k")
    assert outcome(step.state) == ((0,), "shed")
    assert all_of(PhotoFinish, step.events) == []
    assert only(TurnedUp, step.events).faces == ("nazi-k",)
    assert (step.state.table.contests, step.state.table.top) == ((), "nazi-k")


def test_once_the_older_one_is_settled_the_winners_own_card_holds_nothing_up():  # D
    hands = "nazi-k halt-a halt-p/nazi-k/police-k schnick-p/swap-k swap-p"
    state = play(lay_out(hands), "0 lay nazi-k", "1 flip", "1 slap 300", "1 lay nazi-k").state
    step = play(state, "2 leave", "3 leave")
    assert outcome(step.state) == ((1,), "shed")
    assert only(TurnedUp, step.events).faces == ("nazi-k",)


def test_a_card_of_the_winner_that_lies_below_anothers_blocks_too():  # D contests settle in their order
    hands = "schnick-k halt-k/nazi-k list-p/nazi-k halt-a/group-k police-p"
    state = play(
        lay_out(hands, turn=1), "1 lay nazi-k", "2 leave", "2 lay nazi-k", "3 leave", "3 leave"
    ).state
    state = play(state, "3 draw", "0 plan schnick-k >1", "0 throw s").state
    step = play(
        state, "1 throw r"
    )  # its last card goes to seat 0, with its own and another card to be turned
    assert only(Gave, step.events).seat == 1
    assert only(PhotoFinish, step.events).seats == (1,)
    assert [contest.seat for contest in step.state.table.contests] == [1, 2]
    assert asked(step.state) == [(0, "flip"), (0, "flip"), (1, "flip")]
    assert {prompt.clock for prompt in step.state.prompts} == {"pace"}
    step = play(step.state, "1 flip", "1 slap 100", "0 flip", "0 slap 9", "0 flip", "0 slap 99")
    assert outcome(step.state) == ((1,), "given")


def test_two_empty_hands_wait_for_each_others_cards():  # D
    hands = "nazi-k list-p/assembly-k/schnick-k police-p/halt-p halt-a"
    state = play(lay_out(hands), "0 lay nazi-k", "1 leave", "1 lay assembly-k", "0 vote 0>2").state
    step = play(state, "1 abstain", "2 abstain", "3 abstain")
    assert only(PhotoFinish, step.events).seats == (0, 1)
    assert asked(step.state) == [(2, "flip"), (3, "flip")]
    step = play(step.state, "2 flip", "2 slap 10", "3 leave")
    assert draws(step.events) == [(1, 1), (3, 1)]
    assert outcome(step.state) == ((0,), "given")


def test_cards_still_to_be_turned_are_turned_up_and_dropped():  # D
    hands = "police-k halt-a/nazi-k/halt-k swap-p/schnick-k schnick-p"
    state = play(
        lay_out(hands, pile="halt-p"), "0 lay police-k >2", "1 flip", "1 hands-off", "1 lay nazi-k"
    ).state
    step = play(state, "2 leave", "3 flip", "3 slap 500")
    assert outcome(step.state) == ((1,), "shed")
    assert only(TurnedUp, step.events).faces == ("nazi-k",)
    assert (step.state.table.open, draws(step.events)) == (2, [(3, 1)])
    assert all(one.seen == () and one.promise is None for one in step.state.hands)


def test_a_seat_that_must_draw_after_the_winner_keeps_its_place():  # D then the win is decided
    step = finish("2 leave", "3 flip", "3 slap 300")
    assert (GAME.result(step.state).places, counts(step.state)) == ((2, 1, 4, 2), (2, 0, 3, 2))
