"""The Polizei: who is opened, who is spared, and what an open hand shows. R is printed, D a house ruling."""

import pytest

from games.engine import encode
from games.halt_mal_kurz.events import (
    Closed,
    Opened,
    Showed,
    SlapsSettled,
)
from tests.engine.tables import all_of, hand, only

from .tables import FIVE, THREE, counts, draws, fields, lay_out, lists, nazi, play, refused, settled

pytestmark = pytest.mark.pure

# The Polizei


def test_who_slaps_a_polizei_draws_one():  # R by mistake or on purpose
    step = settled(FIVE, "0 lay police-k >2", "1 300", "2 -", "3 9", "4 untimed")
    assert only(SlapsSettled, step.events).draws == (1, 3, 4)
    assert draws(step.events) == [(1, 1), (3, 1), (4, 1)]
    assert counts(step.state) == (2, 3, 2, 3, 3)


def test_a_late_slap_at_a_polizei_costs_nothing():  # D hands off
    step = settled(THREE, "0 lay police-k >2", "1 4001", "2 -")
    assert draws(step.events) == []


def test_the_named_seat_plays_with_an_open_hand():  # R, announced at the settlement
    step = settled(THREE, "0 lay police-k >2", "1 -", "2 -")
    assert only(SlapsSettled, step.events).named == 2
    assert only(Opened, step.events).target == 2
    table = step.state.table
    assert (table.open, table.exempt, table.shown) == (2, 2, ("schnick-k", "schnick-p"))


def test_nobody_is_open_before_the_settlement():  # D all else happens there
    state = play(lay_out(THREE), "0 lay police-k >2", "2 leave").state
    assert (state.table.open, state.table.exempt, state.table.shown) == (None, None, None)


def test_until_the_next_polizei():  # R
    step = settled(THREE, "0 lay police-k >2", "1 -", "2 -", opened=1)
    assert only(Closed, step.events).target == 1
    assert (step.state.table.open, step.state.table.exempt) == (2, 2)


@pytest.mark.parametrize(
    ("table", "line", "reason"),
    [
        pytest.param({"opened": 1}, "0 lay police-k >1", "exempt", id="R not the seat that is open"),
        pytest.param({"exempt": 1}, "0 lay police-k >1", "exempt", id="R nor that was last open"),
        pytest.param({"exempt": 1}, "0 lay police-k >2", None, id="R but any other"),
        pytest.param({"exempt": 0}, "0 lay police-k >1", None, id="D its own player may be the exempt one"),
        pytest.param({"exempt": 1}, "0 lay halt-a >1", None, id="R only a Polizei spares it"),
        pytest.param({}, "0 lay police-k >1", None, id="R nobody was open yet"),
    ],
)
def test_whom_a_polizei_may_name(table, line, reason):
    assert refused(lay_out(THREE, **table), line) == reason


def test_if_a_polizei_is_all_that_fits_the_form_closes_the_exempt_seat():
    state = lay_out("police-k nazi-p/halt-k/halt-p/schnick-k", exempt=2)
    target = fields(state, 0, "turn", "lay")["target"]
    assert [(one.value, one.reason) for one in target.choices] == [(1, None), (2, "exempt"), (3, None)]


def test_the_exempt_seat_is_checked_once_when_the_card_is_laid():  # D on the public table
    hands = "police-k halt-a/police-k halt-p nazi-a/schnick-k schnick-p/swap-k swap-p"
    state = play(lay_out(hands), "0 lay police-k >3", "1 leave").state
    assert refused(state, "1 lay police-k >3") is None
    step = play(state, "1 lay police-k >3", "2 leave", "2 leave", "3 leave", "3 leave", "0 leave")
    assert [event.named for event in all_of(SlapsSettled, step.events)] == [3, 3]
    opened = [(event.target, event.still) for event in all_of(Opened, step.events)]
    assert opened == [(3, False), (3, True)]  # D simply stays open
    assert all_of(Closed, step.events) == []
    assert (step.state.table.open, step.state.table.exempt) == (3, 3)


def test_two_polizeis_open_at_once_open_one_after_the_other():  # D as they are settled
    hands = "police-k halt-a/police-k halt-p nazi-a/schnick-k schnick-p/swap-k swap-p"
    answers = ("0 lay police-k >3", "1 leave", "1 lay police-k >2", *("2 leave", "3 leave") * 2, "0 leave")
    step = play(lay_out(hands), *answers)
    assert [event.target for event in all_of(Opened, step.events)] == [3, 2]
    assert [event.target for event in all_of(Closed, step.events)] == [3]
    assert (step.state.table.open, step.state.table.exempt) == (2, 2)


def test_a_list_voids_the_opening_and_the_old_one_is_closed_all_the_same():  # D
    hands = "police-k halt-a/halt-k halt-p/list-k schnick-p"
    step = settled(hands, "0 lay police-k >2", "1 -", "2 - list", opened=1)
    assert lists(step.events) == [(2, "list-k", "police-k")]
    assert all_of(Opened, step.events) == []
    assert only(Closed, step.events).target == 1
    assert (step.state.table.open, step.state.table.exempt) == (None, 1)  # D never who got out of it


def test_after_kommunismus_who_was_open_last_stays_exempt():  # D also after a Kommunismus
    hands = "communism/police-k police-k police-k police-p/police-p police-p"
    state = play(lay_out(hands, opened=2), "0 lay communism", "1 react", "2 react").state
    assert (state.table.open, state.table.exempt) == (None, 2)
    card = hand(state, 1).split()[0]
    assert refused(state, f"1 lay {card} >2") == "exempt"
    assert refused(state, f"1 lay {card} >0") is None


def test_who_got_out_of_it_may_be_named_again():  # D exempt is who last really lay open
    hands = "police-k halt-a/police-k halt-p/list-k schnick-p"
    state = settled(hands, "0 lay police-k >2", "2 - list", "1 -").state
    assert refused(state, "1 lay police-k >2") is None


def test_one_list_voids_both_slap_and_opening():  # D
    hands = "police-k halt-a/halt-k halt-p/list-k list-a"
    step = settled(hands, "0 lay police-k >2", "1 -", "2 300 list")
    assert lists(step.events) == [(2, "list-k", "police-k")]
    assert only(SlapsSettled, step.events).draws == (2,)
    assert draws(step.events) == []
    assert draws(step.events, "replacement") == [(2, 1)]
    assert step.state.table.open is None


def test_a_slap_of_another_seat_voids_its_own_draw_alone():  # D only the reactor's part
    hands = "police-k halt-a/list-k halt-p/schnick-k schnick-p/swap-k swap-p"
    step = settled(hands, "0 lay police-k >2", "1 300 list", "2 -", "3 300")
    assert draws(step.events) == [(3, 1)]
    assert step.state.table.open == 2


def test_a_wish_without_a_hit_keeps_the_list():  # D looked at when the hit falls
    step = settled("police-k halt-a/list-k halt-p/schnick-k", "0 lay police-k >2", "1 - list", "2 -")
    assert hand(step.state, 1) == "list-k halt-p"
    step = settled("nazi-k halt-a/list-k halt-p/schnick-k", "0 lay nazi-k", "1 100 list", "2 200")
    assert hand(step.state, 1) == "list-k halt-p"


# The open hand


def test_openness_sticks_to_the_person():  # D cards received later are open too
    state = lay_out("halt-k nazi-p/nazi-k/nazi-a", opened=0, pile="schnick-a")
    assert play(state, "0 draw").state.table.shown == ("halt-k", "nazi-p", "schnick-a")
    state = lay_out("swap-k nazi-p/nazi-k nazi-a/nazi-a", opened=1)
    step = play(state, "0 lay swap-k >1", "1 react")
    assert (step.state.table.open, step.state.table.shown) == (1, ("nazi-p",))


OPENED = "nazi-k halt-a halt-p/halt-k nazi-a/schnick-k schnick-p"


def test_an_open_hand_is_covered_while_a_card_laid_from_it_is_to_be_turned():  # D
    state = nazi(OPENED, opened=0)
    assert state.table.shown is None
    assert [one.peek for one in state.hands] == [None] * 3
    state = play(state, "2 flip").state
    assert state.hands[2].peek == ("halt-a", "halt-p")  # D covered for a seat that still has to turn it
    assert (state.table.shown, state.hands[1].peek) == (None, None)
    state = play(state, "2 slap 300").state
    step = play(state, "1 leave")
    assert step.state.table.shown == ("halt-a", "halt-p")
    assert [one.peek for one in step.state.hands] == [None] * 3


def test_a_covered_hand_reads_the_same_whichever_card_was_laid_from_it():  # D no page tells
    hands = "nazi-k police-k halt-a/halt-k nazi-a/schnick-k schnick-p"
    tables = [
        play(lay_out(hands, opened=0), line).state.table for line in ("0 lay nazi-k", "0 lay police-k >2")
    ]
    assert encode(tables[0]) == encode(tables[1])


def test_an_open_hand_stays_uncovered_while_cards_of_others_are_turned():
    state = nazi(OPENED, opened=1)
    assert state.table.shown == ("halt-k", "nazi-a")


def test_a_funny_card_from_an_open_hand_covers_nothing():
    step = play(lay_out("list-k halt-a/nazi-k/nazi-k", opened=0), "0 lay list-k")
    assert step.state.table.shown == ("halt-a",)


def shown_by(step, to=None):
    return [(event.target, event.faces) for event in all_of(Showed, step.events, to)]


def test_what_comes_to_an_open_hand_is_shown_and_told():  # D cards received later are open too
    step = play(lay_out("halt-k nazi-p/nazi-k/nazi-a", opened=0, pile="schnick-a"), "0 draw")
    assert shown_by(step) == [(0, ("schnick-a",))]
    step = settled(THREE, "0 lay police-k >2", "1 -", "2 -")
    assert shown_by(step) == [(2, ("schnick-k", "schnick-p"))]
    step = play(lay_out("list-k nazi-p/nazi-k/nazi-a", opened=0), "0 lay list-k")
    assert shown_by(step) == []


def test_what_comes_to_a_covered_hand_is_told_to_those_who_may_look():  # D covered for the others
    hands = "nazi-k halt-a/swap-k nazi-a/schnick-k schnick-p/halt-k halt-p"
    state = play(lay_out(hands, opened=0), "0 lay nazi-k", "1 leave").state
    step = play(state, "1 lay swap-k >0", "0 react")
    assert (shown_by(step), shown_by(step, 1), shown_by(step, 2)) == ([], [(0, ("nazi-a",))], [])
    assert [one.peek for one in step.state.hands] == [None, ("nazi-a",), None, None]
    assert shown_by(play(step.state, "2 flip"), 2) == [(0, ("nazi-a",))]


# What a turn offers


@pytest.mark.parametrize(
    ("held", "reasons"),
    [
        pytest.param("police-k halt-k", {1: None, 2: None}, id="another card may name it"),
        pytest.param("police-k nazi-p", {1: "exempt", 2: None}, id="no other card may name anybody"),
    ],
)
def test_the_offer_says_which_seat_is_closed_to_a_polizei(held, reasons):  # R not who was open last
    seats = fields(lay_out(f"{held}/nazi-k/nazi-a", exempt=1), 0, "turn", "lay")["target"].choices
    assert {seat.value: seat.effect for seat in seats} == {1: "exempt", 2: ""}
    assert {seat.value: seat.reason for seat in seats} == reasons
