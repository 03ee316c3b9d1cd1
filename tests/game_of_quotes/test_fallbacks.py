"""What the clock plays. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.answers import Both, Pick, Stamp, Write
from games.game_of_quotes.cards import has_source
from games.game_of_quotes.parts import Source

from .tables import SIX, answer, card, cards, fallback, lay_out, short, whole_match

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}
BLANKS = "1 2 3 w5- w6- w7- w8-/11 12 13 14 15 16 17/21 22 23 24 25 26 27"
MINE = [1, 2, 3, 4, 5, 6, 7]


def many(state, seat, kind, count=80):
    """What the clock answers, over many seeds."""
    return [fallback(state, seat, kind, seed=str(seed)) for seed in range(count)]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        pytest.param({}, "quote", id="D a random card as a quote"),
        pytest.param(SECOND, "source", id="D a random card as a source, by its name"),
        pytest.param({"round_": 2}, "source", id="D round 2: the source"),
        pytest.param({"round_": 2, **SECOND}, "quote", id="D round 2: the quote, its source by its name"),
        pytest.param({"round_": 3, **SECOND}, "quote", id="D round 3: the quote"),
    ],
)
def test_choosing_is_at_random_and_by_name(table, kind):
    said = many(lay_out(**table), 0, kind)
    assert {int(short(action.card)) for action in said} == set(MINE)
    assert {type(action) for action in said} == {Pick}
    assert {action.reads for action in said} == {"name"}


@pytest.mark.parametrize(("table", "kind"), [(SECOND, "source"), ({"round_": 2}, "source")])
def test_a_blank_without_a_source_is_not_chosen_as_one(table, kind):  # D
    assert {action.card for action in many(lay_out(BLANKS, **table), 0, kind)} == set(cards("1 2 3"))


def test_a_blank_without_a_source_is_a_quote_like_the_others():
    assert {action.card for action in many(lay_out(BLANKS), 0, "quote")} == set(
        cards("1 2 3 w5- w6- w7- w8-")
    )


def test_in_round_3_a_card_lends_its_name():  # D
    state = lay_out(round_=3)
    assert set(many(state, 0, "write")) == {Write(lends=card(str(row))) for row in MINE}
    lent = many(lay_out(BLANKS, round_=3), 0, "write")
    assert {action.lends for action in lent} == set(cards("1 2 3"))


def test_a_card_that_lends_its_name_is_used_up_when_the_round_goes_on():  # D
    state = lay_out(round_=3)
    action = fallback(state, 0, "write")
    one = answer(state, 0, "write", action).state
    assert one.table.counts == (7, 7, 7)
    for seat in (1, 2):
        one = answer(one, seat, "write", Write(words=31)).state
    assert one.table.counts == (7, 6, 7)
    assert (one.hands[0].lent, one.hands[0].source) == (action.lends, Source(action.lends))
    assert action.lends not in one.hands[1].cards


@pytest.mark.parametrize(
    ("hands", "names"),
    [
        pytest.param(None, "1 2 3 4 5 6 7", id="D any card of the hand"),
        pytest.param(BLANKS, "1 2 3", id="D no blank without a source"),
        pytest.param(f"1 2 w5- w6- w7- w8- 3/{BLANKS.partition('/')[2]}", "1 2 3", id="D wherever they lie"),
    ],
)
def test_in_round_4_a_card_lends_its_name_to_another(hands, names):
    state = lay_out(*([hands] if hands else []), round_=4)
    said = many(state, 0, "both")
    assert {type(action) for action in said} == {Both}
    assert {action.card for action in said} == set(state.hands[0].cards)  # D a random card
    assert {action.lends for action in said} == set(cards(names))
    assert all(action.lends != action.card for action in said)  # D never the quote's own


@pytest.mark.parametrize(
    ("used", "value"),
    [
        pytest.param((), 1, id="D a single one"),
        pytest.param((1, 1), 1, id="D while there is one"),
        pytest.param((1, 2, 1), 1, id="D the double one is used"),
        pytest.param((1, 1, 1), 2, id="D the double one is the last"),
    ],
)
def test_stamping_is_at_random_with_a_single_one_while_there_is_one(used, value):
    state = lay_out(SIX, round_=len(used) + 2, stamping=True, used=[used] * 6)
    assert set(many(state, 2, "stamp")) == {Stamp(seat, value) for seat in (0, 1, 3, 4, 5)}


@pytest.mark.parametrize("seats", range(3, 7))
def test_no_combination_is_ever_missing(seats):  # D
    *_, (_, last) = whole_match(seats, by="clock", blanks=("w5-", "w6-", "w7-", "w8-"))
    for reading in last.state.table.readings:
        assert len(reading) == seats
        for one in reading:
            assert has_source(one.source.face)
            assert one.source.face != one.quote
            assert one.source.reads == "name"
