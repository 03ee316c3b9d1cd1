"""A turn: what fits, drawing, passing, the pile, and what must be said. R is the printed rule, D a house ruling."""

from itertools import product

import pytest

from games.engine import face_of
from games.halt_mal_kurz.answers import DELIVERIES
from games.halt_mal_kurz.events import (
    CardLaid,
    Drew,
    Passed,
    Reshuffled,
    SaidRazupaltuff,
    Took,
)
from games.halt_mal_kurz.pack import PACK, covered, fits, kind_of
from tests.engine.tables import all_of, hand, only

from .tables import asked, counts, discards, draws, fields, lay_out, play, refused, way

pytestmark = pytest.mark.pure

FUNNY = ("halt", "assembly", "schnick", "group", "swap", "communism", "list")
SERIOUS = ("nazi", "police", "capitalism")
FACES = sorted({face_of(card) for card in PACK})


# What fits


def may_follow(card, other):
    """The rulebook: the same category, or a symbol in common; Kommunismus has all; Razupaltuff has nothing."""
    (kind, _, symbol), (kind_below, _, symbol_below) = card.partition("-"), other.partition("-")
    if "razupaltuff" in (kind, kind_below):
        return False
    if "communism" in (kind, kind_below):
        return True
    return symbol == symbol_below or (kind in FUNNY) == (kind_below in FUNNY)


def test_what_fits_on_what():  # R, every face on every other
    for card, other in product(FACES, FACES):
        assert fits(card, other) == may_follow(card, other), (card, other)
        assert fits(f"{card}.1", other) == fits(card, other)


@pytest.mark.parametrize(
    ("top", "card", "reason"),
    [
        pytest.param("list-k", "halt-p", None, id="R the same category"),
        pytest.param("list-k", "nazi-k", None, id="R a symbol in common"),
        pytest.param("list-k", "halt-k", None, id="R both"),
        pytest.param("list-k", "nazi-p", "no_fit", id="R neither"),
        pytest.param("capitalism-a", "police-p", None, id="R not funny on not funny"),
        pytest.param("capitalism-a", "halt-p", "no_fit", id="R funny on not funny"),
        pytest.param("communism", "nazi-a", None, id="R on Kommunismus anything fits"),
        pytest.param("communism", "razupaltuff", "never_laid", id="R but Razupaltuff"),
        pytest.param("nazi-a", "communism", None, id="R Kommunismus fits on anything"),
        pytest.param("list-k", "razupaltuff", "never_laid", id="R Razupaltuff can never be laid"),
    ],
)
def test_a_card_is_laid_if_it_fits(top, card, reason):
    state = lay_out(f"{card} halt-a halt-k list-a/assembly-k/assembly-p assembly-a", top=top)
    assert refused(state, f"0 lay {card} >1") == reason
    choices = {choice.face: choice for choice in fields(state, 0, "turn", "lay")["card"].choices}
    assert (choices[card].reason, choices[card].effect) == (reason, kind_of(card))


@pytest.mark.parametrize("top", ["nazi-k", "police-k"])
def test_what_fits_a_card_to_be_turned_is_public(top):  # D its symbol and "not funny" are public
    for face in FACES:
        assert fits(face, covered(f"{top}.1")) == fits(face, top)


# Laying


def test_a_card_is_laid_on_top_and_the_next_is_on_turn():  # R clockwise
    step = play(lay_out("list-p halt-a/nazi-k/nazi-k", top="list-k"), "0 lay list-p")
    assert discards(step.state, 2) == "list-k list-p"
    assert (step.state.table.top, step.state.table.discards) == ("list-p", 2)
    assert (asked(step.state), step.state.table.turn) == ([(1, "turn")], 1)
    assert counts(step.state) == (1, 1, 1)
    assert only(CardLaid, step.events) == CardLaid(seat=0, face="list-p")


@pytest.mark.parametrize(
    ("hands", "turn", "following"),
    [
        pytest.param("nazi-k/nazi-k/list-p nazi-k", 2, 0, id="R round the table"),
        pytest.param("nazi-k/nazi-k/nazi-k/list-p nazi-k/nazi-k", 3, 4, id="R five seats"),
    ],
)
def test_the_turn_goes_clockwise(hands, turn, following):
    step = play(lay_out(hands, turn=turn), f"{turn} lay list-p")
    assert asked(step.state) == [(following, "turn")]


def test_a_list_laid_normally_does_nothing():  # R also layable as a normal card without effect
    step = play(lay_out("list-p halt-a/nazi-k/nazi-k"), "0 lay list-p >1")
    assert len(step.events) == 1
    assert only(CardLaid, step.events).target is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("0 lay halt-k >1", None, id="R a seat is named"),
        pytest.param("0 lay halt-k", "whom", id="R nobody is named"),
        pytest.param("0 lay halt-k >0", "not_yourself", id="R not oneself"),
        pytest.param("0 lay halt-k >3", "no_such_seat", id="a seat that is not there"),
        pytest.param("0 lay halt-k >-1", "no_such_seat", id="a seat below the first"),
        pytest.param("0 lay swap-k >0", "not_yourself", id="R no swap with oneself"),
        pytest.param("0 lay schnick-k >0", "not_yourself", id="R no duel with oneself"),
        pytest.param("0 lay police-k >0", "not_yourself", id="D not themself"),
        pytest.param("0 lay police-k", "whom", id="R the Polizei names a seat"),
        pytest.param("0 lay nazi-k", None, id="R a Nazi names nobody"),
        pytest.param("0 lay nazi-k >0", None, id="and what it names is ignored"),
        pytest.param("0 lay assembly-k.1", "not_your_card", id="a card of another seat"),
        pytest.param("0 lay nazi-k.9", "not_your_card", id="a card that is not there"),
        pytest.param("0 draw", None, id="R drawing, whether you could lay or not"),
        pytest.param("0 pass", "wrong_answer", id="D no pass while there is something to draw"),
    ],
)
def test_what_may_be_answered_on_a_turn(line, reason):
    state = lay_out("halt-k swap-k schnick-k police-k nazi-k/assembly-k/assembly-p")
    assert refused(state, line) == reason


def test_a_form_names_every_other_seat():
    target = fields(lay_out("halt-k/nazi-k/nazi-p/nazi-a", turn=0), 0, "turn", "lay")["target"]
    assert [(choice.value, choice.seat) for choice in target.choices] == [(1, 1), (2, 2), (3, 3)]
    assert not target.blank  # every card of this hand names a seat
    assert fields(lay_out("halt-k nazi-k/nazi-p/nazi-a"), 0, "turn", "lay")["target"].blank


def test_how_a_card_is_said_is_told():  # R cards are read aloud; D a delivery, or own words
    state = lay_out("list-p halt-a/nazi-k/nazi-k")
    asked_for = fields(state, 0, "turn", "lay")
    assert [choice.value for choice in asked_for["delivery"].choices] == list(DELIVERIES)
    assert (asked_for["delivery"].preset, asked_for["words"].blank) == ("plain", True)
    assert asked_for["words"].high == 60


# Drawing


def test_one_card_is_drawn_instead_of_laying():  # R whether you could lay or not
    state = lay_out("list-p/nazi-k/nazi-k", pile="halt-a schnick-a")
    step = play(state, "0 draw")
    assert hand(step.state, 0) == "list-p halt-a"
    assert only(Took, step.events) == Took(seat=0, cards=1, why="turn")
    assert only(Drew, step.events, to=0).faces == ("halt-a",)
    assert asked(step.state) == [(1, "turn")]
    assert step.state.table.top == "assembly-k"


def test_a_drawn_card_cannot_be_laid_at_once():  # R
    state = play(lay_out("nazi-p/nazi-k/nazi-k", pile="halt-a"), "0 draw").state
    assert (0, "turn") not in asked(state)


def test_taking_the_last_card_shuffles_nothing_yet():  # D at the moment a card is needed
    state = lay_out("halt-k/nazi-k/nazi-k", pile="halt-a", rest="discards")
    step = play(state, "0 draw")
    assert (step.state.table.pile, all_of(Reshuffled, step.events)) == (0, [])
    step = play(step.state, "1 draw")
    assert only(Reshuffled, step.events).cards == step.state.table.pile + 1


def test_the_discards_but_the_top_become_the_pile():  # R
    state = lay_out("halt-k/nazi-k/nazi-k", rest="discards")
    below = state.table.discards - 1
    step = play(state, "0 draw")
    assert only(Reshuffled, step.events).cards == below
    assert (step.state.table.top, step.state.table.discards) == ("assembly-k", 1)
    assert step.state.table.pile == below - 1
    orders = {play(state, "0 draw", seed=str(seed)).state.stock.pile for seed in range(5)}
    assert len(orders) == 5


def test_cards_to_be_turned_stay_when_the_discards_are_shuffled():  # D
    state = lay_out("nazi-k halt-a/list-a nazi-p halt-k/nazi-a", pile="halt-p", rest="discards")
    state = play(state, "0 lay nazi-k", "1 leave", "1 draw").state
    assert (state.table.pile, state.table.to_draw) == (0, state.table.discards - 1)
    step = play(state, "2 leave")  # settled: two draw, from what has just been shuffled
    assert only(Reshuffled, step.events).cards == state.table.discards - 1
    assert (step.state.table.top, step.state.table.discards) == ("nazi-k", 1)


def test_two_cards_to_be_turned_stay_and_only_the_rest_is_shuffled():  # D cards under an open contest stay too
    hands = "nazi-k halt-a/police-k halt-k halt-p/nazi-a halt-a/nazi-a nazi-p"
    state = lay_out(hands, pile="schnick-p", rest="discards")
    state = play(state, "0 lay nazi-k", "1 leave", "1 lay police-k >0").state
    assert len(state.table.contests) == 2
    below = state.table.discards - 2
    state = play(state, "2 leave", "2 leave", "2 draw").state  # the last of the pile
    assert (state.table.pile, state.table.to_draw) == (0, below)
    step = play(state, "3 leave")  # the Nazi is settled, and 1, 2 and 3 draw
    assert only(Reshuffled, step.events).cards == below
    assert draws(step.events) == [(1, 1), (2, 1), (3, 1)]
    assert discards(step.state, 2).split()[-1] == "police-k"
    assert step.state.table.contests[0].seat == 1


@pytest.mark.parametrize(
    ("pile", "drawn"),
    [
        pytest.param("halt-a halt-p", [(1, 2)], id="enough for both"),
        pytest.param("halt-a", [(1, 2)], id="one in the pile, one beneath the top"),
    ],
)
def test_a_pile_that_runs_out_in_the_midst_of_drawing(pile, drawn):  # D
    state = lay_out("capitalism-k halt-k/list-a/nazi-k", pile=pile, rest=1)
    step = play(state, "0 lay capitalism-k", "1 react")
    assert draws(step.events) == drawn
    assert len(all_of(Reshuffled, step.events)) == (pile == "halt-a")


def test_fewer_cards_than_owed_are_drawn():  # D draw what exists
    state = lay_out("capitalism-k halt-k/list-a/nazi-k", rest=1)  # the old top alone can be drawn
    step = play(state, "0 lay capitalism-k", "1 react")
    assert draws(step.events) == [(1, 1)]
    assert step.state.table.to_draw == 0


# Nothing to draw


def emptied(mine, top="list-k", others="nazi-k"):
    """Seat 0 is on turn and nothing can be drawn: all other cards are with seat 2."""
    return lay_out(f"{mine}/{others}/", top=top, rest=2)


def test_with_nothing_to_draw_one_must_lay_what_fits():  # D
    state = emptied("halt-k nazi-p")
    assert state.table.to_draw == 0
    assert refused(state, "0 draw") == "nothing_to_draw"
    assert refused(state, "0 pass") == "must_lay"
    assert way(state, 0, "turn", "draw").reason == "nothing_to_draw"
    assert way(state, 0, "turn", "pass") is None
    assert refused(state, "0 lay halt-k >1") is None


@pytest.mark.parametrize(
    "mine",
    [
        pytest.param("nazi-p police-a", id="D nothing fits"),
        pytest.param("razupaltuff nazi-a", id="D nor does a Razupaltuff"),
    ],
)
def test_with_nothing_to_draw_and_nothing_that_fits_one_passes(mine):
    state = emptied(mine)
    assert way(state, 0, "turn", "pass").reason is None
    assert refused(state, "0 draw") == "nothing_to_draw"
    step = play(state, "0 pass")
    assert step.events == (Passed(seat=0),)
    assert asked(step.state) == [(1, "turn")]


def test_there_is_no_pass_while_something_can_be_drawn():  # D
    state = lay_out("nazi-p/nazi-k/nazi-a", pile="halt-k", rest=2)
    assert way(state, 0, "turn", "pass") is None
    assert refused(state, "0 pass") is not None
    assert refused(state, "0 draw") is None


# Razupaltuff


@pytest.mark.parametrize(
    ("state", "answers", "said"),
    [
        pytest.param(
            lay_out("halt-k/nazi-k/nazi-k", pile="razupaltuff"), ("0 draw",), [0], id="R drawn on a turn"
        ),
        pytest.param(
            lay_out("capitalism-k halt-k/nazi-k nazi-a/nazi-p", pile="razupaltuff razupaltuff"),
            ("0 lay capitalism-k", "1 react"),
            [1, 1],
            id="R once for each received",
        ),
        pytest.param(
            lay_out("halt-k razupaltuff razupaltuff/nazi-k/nazi-p"),
            ("0 lay halt-k >2", "2 react"),
            [2],
            id="R passed on by Halt mal kurz",
        ),
        pytest.param(
            lay_out("swap-k razupaltuff/nazi-k/razupaltuff nazi-p"),
            ("0 lay swap-k >2", "2 react"),
            [0, 2],
            id="R swapped, both ways",
        ),
        pytest.param(
            lay_out("schnick-k razupaltuff halt-a/nazi-k nazi-a/nazi-p"),
            ("0 lay schnick-k >1", "0 throw r gift=razupaltuff", "1 throw s"),
            [1],
            id="R given after a duel",
        ),
        pytest.param(
            lay_out("schnick-k halt-k halt-a/nazi-k nazi-a/nazi-p", pile="razupaltuff"),
            ("0 lay schnick-k >1", "0 throw r gift=pile", "1 throw s"),
            [1],
            id="R from the pile after a duel",
        ),
        pytest.param(
            lay_out("assembly-k halt-k halt-a/nazi-k razupaltuff/nazi-p"),
            ("0 lay assembly-k", "0 vote 1>2", "1 abstain gift=razupaltuff", "2 abstain"),
            [2],
            id="R given by an assembly",
        ),
        pytest.param(
            lay_out("halt-k nazi-k nazi-p/list-a nazi-a/nazi-p", pile="razupaltuff"),
            ("0 lay halt-k >1", "1 react list"),
            [1],
            id="R drawn as a replacement",
        ),
        pytest.param(
            lay_out("communism/razupaltuff/razupaltuff"),
            ("0 lay communism", "1 react", "2 react"),
            [1, 2],
            id="R dealt anew",
        ),
        pytest.param(
            lay_out("nazi-k halt-k/halt-a/halt-p", pile="razupaltuff group-k"),
            ("0 lay nazi-k", "1 leave", "2 leave"),
            [1],
            id="R drawn for a Nazi",
        ),
        pytest.param(
            lay_out("halt-k razupaltuff/nazi-k/nazi-a", pile="nazi-k"),
            ("0 draw",),
            [],
            id="R not for one that is held already",
        ),
        pytest.param(
            lay_out("swap-k nazi-k/nazi-k/razupaltuff list-p", pile="halt-a"),
            ("0 lay swap-k >2", "2 react list"),
            [],
            id="R nor for one that stays",
        ),
    ],
)
def test_who_receives_a_razupaltuff_says_so(state, answers, said):
    step = play(state, *answers)
    assert sorted(event.seat for event in all_of(SaidRazupaltuff, step.events)) == said
