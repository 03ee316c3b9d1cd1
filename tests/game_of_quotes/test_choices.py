"""Sealed choices: what may be chosen, how a source is read, and what can be changed. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.answers import Both, Pick, Stamp, Swap, Write
from games.game_of_quotes.parts import Draft, Source
from tests.engine.tables import asked, prompt_of

from .tables import answer, card, choices, combinations, fields, hand, lay_out, play, refused, way_of

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}
BLANKS = "1 2 3 4 5 w7-8 w9-/11 12 13 14 15 16 17/21 22 23 24 25 26 27"


# What may be chosen


@pytest.mark.parametrize(
    ("table", "line", "kind", "reason"),
    [
        pytest.param({}, "0 pick 3", "quote", None, id="R a card of the hand as a quote"),
        pytest.param({}, "0 pick 13", "quote", "not_your_card", id="a card of another hand"),
        pytest.param({}, "0 pick 60", "quote", "not_your_card", id="a card of the stack"),
        pytest.param({}, "0 pick x", "quote", "not_your_card", id="no card at all"),
        pytest.param(SECOND, "0 pick 41", "source", "not_your_card", id="R the card that lies there already"),
        pytest.param(SECOND, "0 pick 3", "source", None, id="R a card of the hand as a source"),
        pytest.param({"round_": 2}, "0 pick 3", "source", None, id="R round 2: a source first"),
        pytest.param({"round_": 2, **SECOND}, "0 pick 3", "quote", None, id="R round 2: the quote"),
        pytest.param({"round_": 3, **SECOND}, "0 pick 3", "quote", None, id="R round 3: the quote"),
        pytest.param({"round_": 4}, "0 both 3 31", "both", None, id="R round 4: a quote and a text"),
        pytest.param(
            {"round_": 4}, "0 both 13 31", "both", "not_your_card", id="round 4: not of another hand"
        ),
        pytest.param({}, "0 write 31", "quote", "wrong_answer", id="nothing is written in round 1"),
        pytest.param({}, "0 both 1 31", "quote", "wrong_answer", id="nor both at once"),
        pytest.param({}, "0 stamp >1", "quote", "wrong_answer", id="nor stamped"),
        pytest.param({"round_": 3}, "0 pick 3", "write", "wrong_answer", id="no card in place of a text"),
        pytest.param(
            {"round_": 3}, "0 both 3 31", "write", "wrong_answer", id="no quote with the text of round 3"
        ),
        pytest.param({"round_": 4}, "0 pick 3", "both", "wrong_answer", id="no quote alone in round 4"),
        pytest.param({"round_": 4}, "0 write 31", "both", "wrong_answer", id="no text alone in round 4"),
        pytest.param(
            {"round_": 2, "stamping": True}, "0 pick 3", "stamp", "wrong_answer", id="no card for a stamp"
        ),
        pytest.param(
            {"round_": 2, "stamping": True}, "0 swap 3", "stamp", "wrong_answer", id="no swap for a stamp"
        ),
    ],
)
def test_what_a_question_takes(table, line, kind, reason):
    assert refused(lay_out(**table), line, kind) == reason


@pytest.mark.parametrize(
    ("table", "kind", "closed"),
    [
        pytest.param({}, "quote", {}, id="R any card is a quote, a blank too"),
        pytest.param(SECOND, "source", {"w9-": "no_source"}, id="D a blank without a source is no source"),
        pytest.param({"round_": 2}, "source", {"w9-": "no_source"}, id="D nor in round 2"),
        pytest.param({"round_": 2, **SECOND}, "quote", {}, id="R round 2: any card is a quote"),
        pytest.param({"round_": 3, **SECOND}, "quote", {}, id="R round 3: any card is a quote"),
    ],
)
def test_blanks_are_cards_like_the_others(table, kind, closed):  # R shuffle them in
    state = lay_out(BLANKS, **table)
    found = choices(state, 0, kind, "pick", "card")
    assert list(found) == hand(state, 0).split()
    assert {name: reason for name, reason in found.items() if reason} == closed
    for name, reason in found.items():
        assert refused(state, f"0 pick {name}") == reason


def test_a_blank_can_be_the_quote_of_round_4():  # R
    state = lay_out(BLANKS, round_=4)
    assert set(choices(state, 0, "both", "both", "card").values()) == {None}
    step = play(state, "both w9- 31/both 11 32/both 21 33")
    assert combinations(step.state, 4)[0] == "0: w9- by text 31"


def test_a_blank_lends_its_source_like_any_card():  # R quote and source
    state = lay_out(BLANKS, **SECOND)
    step = play(state, "pick w7-8 description/pick 11/pick 21")
    assert combinations(step.state, 1)[0] == "0: 41 by w7-8 described"


# Name or description


@pytest.mark.parametrize(
    ("table", "kind", "names"),
    [
        pytest.param({}, "quote", ["card"], id="D round 1: not with the quote"),
        pytest.param(SECOND, "source", ["card", "reads"], id="D round 1: with the source, the last choice"),
        pytest.param(
            {"round_": 2}, "source", ["card"], id="D round 2: not with the source, the first choice"
        ),
        pytest.param(
            {"round_": 2, **SECOND}, "quote", ["card", "reads"], id="D round 2: with the quote, the last"
        ),
        pytest.param({"round_": 3, **SECOND}, "quote", ["card"], id="R round 3: a text is read as it is"),
    ],
)
def test_when_it_is_asked_how_the_source_is_read(table, kind, names):
    state = lay_out(**table)
    assert list(fields(state, 0, kind, "pick")) == names
    if "reads" in names:
        field = fields(state, 0, kind, "pick")["reads"]
        assert [choice.value for choice in field.choices] == ["name", "description"]  # R on no account both
        assert field.preset == "name"


@pytest.mark.parametrize(
    ("table", "answers", "read"),
    [
        pytest.param(
            SECOND,
            "pick 1/pick 11 description/pick 21",
            ["0: 41 by 1", "1: 42 by 11 described", "2: 43 by 21"],
            id="R round 1: each as it likes",
        ),
        pytest.param(
            {"round_": 2, **SECOND},
            "pick 1/pick 11 description/pick 21",
            ["0: 1 by 41", "1: 11 by 42 described", "2: 21 by 43"],
            id="R round 2: each as it likes",
        ),
    ],
)
def test_a_source_is_read_as_its_name_or_as_its_description(table, answers, read):
    state = play(lay_out(**table), answers).state
    assert combinations(state, state.table.round - 1) == read


def test_in_round_2_the_last_choice_alone_says_how_the_source_is_read():  # D
    first = play(lay_out(round_=2), "pick 1 description/pick 11 description/pick 21").state
    last = play(first, "pick 22/pick 2 description/pick 12").state
    assert combinations(last, 2) == ["0: 22 by 1", "1: 2 by 11 described", "2: 12 by 21"]


def test_a_text_has_no_description():  # R
    state = play(lay_out(round_=3, **SECOND), "pick 1 description/pick 11/pick 21").state
    assert state.table.readings[2][0].source == Source(words=41)


# Sealed, and changed until the last is in


@pytest.mark.parametrize(
    ("table", "kind", "first", "then", "draft"),
    [
        pytest.param({}, "quote", "0 pick 1", "0 pick 2", Draft(card("2")), id="a quote"),
        pytest.param(
            SECOND,
            "source",
            "0 pick 1",
            "0 pick 2 description",
            Draft(card("2"), "description"),
            id="a source",
        ),
        pytest.param(
            SECOND, "source", "0 pick 1 description", "0 pick 1", Draft(card("1")), id="how it is read alone"
        ),
        pytest.param({"round_": 3}, "write", "0 write 31", "0 write 32", Draft(words=32), id="a text"),
        pytest.param(
            {"round_": 3},
            "write",
            "0 write 31",
            "0 write no=4",
            Draft(words=-4),
            id="a name of the game's own",
        ),
        pytest.param(
            {"round_": 3},
            "write",
            "0 write lends=3",
            "0 write 32",
            Draft(words=32),
            id="what the clock wrote",
        ),
        pytest.param(
            {"round_": 4}, "both", "0 both 1 31", "0 both 2 32", Draft(card("2"), words=32), id="both"
        ),
    ],
)
def test_a_choice_is_sealed_and_can_be_changed(table, kind, first, then, draft):  # D until the last is in
    state = play(lay_out(**table), first).state
    assert not any(seat == 0 for seat, _ in asked(state))
    assert prompt_of(state, 0, kind).given
    assert state.table.counts == (7, 7, 7)  # its cards stay in the hand until all have answered
    changed = play(state, then)
    assert (changed.state.hands[0].draft, changed.events) == (draft, ())
    assert prompt_of(changed.state, 0, kind) == prompt_of(state, 0, kind)
    assert changed.state.table == state.table == lay_out(**table).table


def test_what_was_chosen_last_counts():  # D
    state = lay_out()
    chosen = play(state, "0 pick 1", "1 pick 11", "0 pick 2", "1 pick 12", "1 pick 13", "2 pick 21").state
    assert [mine.quote for mine in chosen.hands] == [card("2"), card("13"), card("21")]
    assert hand(chosen, 1) == "1 3 4 5 6 7"


def test_the_last_choice_closes_the_question():  # D
    state = play(lay_out(), "0 pick 1", "1 pick 11").state
    groups = {prompt.group for prompt in state.prompts}
    closed = play(state, "2 pick 21").state
    assert not groups & {prompt.group for prompt in closed.prompts}
    assert [mine.draft for mine in closed.hands] == [None] * 3


def test_the_form_starts_with_the_card_that_was_chosen():
    state = play(lay_out(), "0 pick 4").state
    assert fields(state, 0, "quote", "pick")["card"].preset == card("4")
    assert fields(state, 1, "quote", "pick")["card"].preset is None


def test_the_new_cards_are_marked_until_the_seat_acts():
    state = play(lay_out(), "pick 1/pick 11/pick 21").state
    assert [mine.new for mine in state.hands] == [6, 6, 6]
    acted = play(state, "0 pick 22").state
    assert [mine.new for mine in acted.hands] == [0, 6, 6]


@pytest.mark.parametrize(
    ("table", "kind", "ways"),
    [
        pytest.param({}, "quote", {"pick", "swap"}, id="a quote"),
        pytest.param(SECOND, "source", {"pick", "swap"}, id="a source"),
        pytest.param({"round_": 3}, "write", {"write"}, id="a text"),
        pytest.param({"round_": 4}, "both", {"both", "swap"}, id="both"),
        pytest.param({"round_": 2, "stamping": True}, "stamp", {"stamp"}, id="a stamp"),
    ],
)
def test_the_ways_to_answer(table, kind, ways):
    state = lay_out(**table)
    assert {do for do in ("pick", "write", "both", "swap", "stamp") if way_of(state, 0, kind, do)} == ways


@pytest.mark.parametrize("action", [Pick("1-t1"), Write(31), Both("1-t1", 31), Swap(("1-t1",)), Stamp(1)])
def test_every_answer_leaves_the_state_before_it_as_it_was(action):
    kinds = {Pick: "quote", Swap: "quote", Write: "write", Both: "both", Stamp: "stamp"}
    table = {Write: {"round_": 3}, Both: {"round_": 4}, Stamp: {"round_": 2, "stamping": True}}
    state, again = (lay_out(**table.get(type(action), {})) for _ in range(2))
    answer(state, 0, kinds[type(action)], action)
    assert state == again
