"""Sources that are written: texts, names of the game's own, and the idea pad. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.answers import MOST_WRITTEN
from games.game_of_quotes.cards import STOCK
from games.game_of_quotes.parts import Source

from .tables import choices, combinations, fields, hand, lay_out, play, refused, whole_match

pytestmark = pytest.mark.pure

BLANKS = "1 2 3 4 5 w7-8 w9-/11 12 13 14 15 16 17/21 22 23 24 25 26 27"
BIG = 2**63


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("31", None, id="R a text of one's own"),
        pytest.param("0", None, id="a text that is not stored yet"),
        pytest.param(f"{BIG - 1}", None, id="the largest number of a text"),
        pytest.param(f"{BIG}", "wrong_answer", id="and no larger one"),
        pytest.param("no=1", None, id="D no idea: a name of the game's own"),
        pytest.param(f"no={STOCK}", None, id="D the last of these names"),
        pytest.param(f"no={STOCK + 1}", "wrong_answer", id="there are no more of them"),
        pytest.param("no=0", "wrong_answer", id="nor is there a name 0"),
        pytest.param("no=-1", "wrong_answer", id="a name is not a text"),
        pytest.param("31 no=1", None, id="a text and a name: the text counts"),
        pytest.param("", "nothing_written", id="R there is no combination without a source"),
        pytest.param("lends=3", None, id="D a card of the hand lends its name"),
        pytest.param("lends=13", "not_your_card", id="not one of another hand"),
        pytest.param("lends=w7-8", None, id="D a blank lends its own"),
        pytest.param("lends=w9-", "wrong_answer", id="D a blank without a source lends none"),
    ],
)
@pytest.mark.parametrize(("round_", "do"), [(3, "write"), (4, "both 1")])
def test_what_a_source_may_be(round_, do, source, reason):
    assert refused(lay_out(BLANKS, round_=round_), f"0 {do} {source}") == reason


def test_a_quote_never_gets_its_own_source():  # D
    assert refused(lay_out(round_=4), "0 both 1 lends=1") == "wrong_answer"
    assert refused(lay_out(round_=4), "0 both 1 lends=2") is None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        pytest.param("31", 31, id="R the text"),
        pytest.param("no=4", -4, id="D a name of the game's own, below 0"),
        pytest.param("31 no=4", 31, id="the text, where both are there"),
    ],
)
def test_a_written_source_is_the_number_of_its_text(said, words):
    third = play(lay_out(round_=3), f"write {said}/write 32/write 33").state
    assert third.hands[0].source == Source(words=words)
    assert third.hands[0].lent is None
    fourth = play(lay_out(round_=4), f"both 1 {said}/both 11 32/both 21 33").state
    assert fourth.table.readings[3][0].source == Source(words=words)


def test_the_source_of_round_3_is_for_the_quote_that_is_chosen_after_it():  # R
    state = play(lay_out(round_=3), "write 31/write 32/write 33", "pick 21/pick 1/pick 11").state
    assert combinations(state, 3) == ["0: 21 by text 31", "1: 1 by text 32", "2: 11 by text 33"]


def test_a_text_uses_no_card():  # R all 7 pass left
    state = play(lay_out(round_=3), "write 31/write 32/write no=1").state
    assert state.table.counts == (7, 7, 7)


def test_a_card_that_lends_its_name_is_used_up():  # D
    state = play(lay_out(round_=3), "write lends=3/write 32/write 33").state
    assert state.table.counts == (7, 6, 7)
    assert hand(state, 1) == "1 2 4 5 6 7"
    revealed = play(state, "pick 21/pick 1/pick 11").state
    assert combinations(revealed, 3)[0] == "0: 21 by 3"
    assert "3-" in " ".join(revealed.stock.read)


def test_a_card_that_lends_its_name_in_round_4_is_used_up():  # D
    state = play(lay_out(round_=4), "both 1 lends=3/both 11 32/both 21 33").state
    assert combinations(state, 4)[0] == "0: 1 by 3"
    assert (hand(state, 0), state.table.counts) == ("2 4 5 6 7", (5, 6, 6))


@pytest.mark.parametrize(("round_", "do"), [(3, "write"), (4, "both")])
def test_the_form_of_a_source(round_, do):
    state = lay_out(round_=round_)
    found = fields(state, 0, do, do)
    assert (found["words"].kind, found["words"].blank) == ("text", True)
    assert (found["words"].low, found["words"].high) == (1, MOST_WRITTEN)
    assert found["stock"].blank
    assert "lends" not in found  # the clock alone plays it
    names = list(choices(state, 0, do, do, "stock"))
    assert len(set(names)) == len(names) == 6
    assert all(-STOCK <= name <= -1 for name in names)
    for name in names:
        line = f"0 write no={-name}" if round_ == 3 else f"0 both 1 no={-name}"
        assert refused(state, line) is None


def test_names_of_the_games_own_differ_from_seat_to_seat():  # D a "no idea" button
    state = lay_out(round_=3)
    offered = [tuple(choices(state, seat, "write", "write", "stock")) for seat in range(3)]
    assert len(set(offered)) == 3


def test_each_combination_of_rounds_3_and_4_has_a_source_and_one_card_alone():  # R
    *_, (_, last) = whole_match(4)
    for round_ in (2, 3):
        for one in last.state.table.readings[round_]:
            assert (one.source.face, one.source.words != 0, one.source.reads) == ("", True, "name")
