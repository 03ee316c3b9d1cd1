"""Cards that may not be seen any more leave a match. Ruling: who held one gets the next of the stack."""

import pytest
from msgspec.structs import replace

from games.engine import Codec, Dice, encode
from games.game_of_quotes.cards import HAND
from games.game_of_quotes.events import Exchanged, Reshuffled, Withdrawn
from games.game_of_quotes.parts import Draft
from games.game_of_quotes.rules import GAME
from tests.engine.tables import Played, all_of, asked, only, prompt_of

from .tables import card, cards, combinations, hand, lay_out, pile, play, rows, whole_match

pytestmark = pytest.mark.pure

SECOND = {"step": 1, "laid": "41/42/43"}


def withdraw(state, names, seed="the tests"):
    """The match without these cards, or None where that changes nothing."""
    step = GAME.withdraw(state, frozenset(cards(names)), Dice(seed, 99))
    if step is None:
        return None
    assert GAME.faults(step.state) == []
    return Played(step.state, step.events, step.events)


def gone(state):
    return {*rows(state.stock.withdrawn).split()}


# Where a card lies


@pytest.mark.parametrize(
    ("table", "names", "hands", "drawn"),
    [
        pytest.param({}, "3", "1 2 4 5 6 7 50", "50", id="in a hand"),
        pytest.param({}, "3 5 7", "1 2 4 6 50 51 52", "50 51 52", id="several in a hand"),
        pytest.param({}, "3 50", "1 2 4 5 6 7 51", "51", id="in a hand and next on the pile"),
        pytest.param({}, "50", "1 2 3 4 5 6 7", "", id="on the pile: nobody notices"),
        pytest.param({"discards": "61 62"}, "61", "1 2 3 4 5 6 7", "", id="in the discards"),
        pytest.param(
            {"rest": "discards", "pile": ""}, "3", None, None, id="in a hand, and the discards come back"
        ),
    ],
)
def test_who_holds_a_card_that_is_withdrawn_gets_the_next_of_the_stack(table, names, hands, drawn):
    state = lay_out(**({"pile": "50 51 52 53"} | table))
    played = withdraw(state, names)
    assert gone(played.state) == {*names.split()}
    assert not gone(played.state) & {*rows(GAME.lying(played.state)).split()}
    assert only(Withdrawn, played.events).cards == len(names.split())
    if hands is None:
        assert len(hand(played.state, 0).split()) == HAND and all_of(Reshuffled, played.events)
    else:
        assert hand(played.state, 0) == hands
        told = all_of(Exchanged, played.events, 0)
        assert (rows(told[0].faces) if told else "") == drawn


def test_nobody_else_learns_which_cards_and_the_own_new_ones_are_marked():
    played = withdraw(lay_out(pile="50 51"), "3 12")
    assert Codec(GAME).events(encode(played.events)) == played.events
    assert (hand(played.state, 0), hand(played.state, 1)) == ("1 2 4 5 6 7 50", "11 13 14 15 16 17 51")
    assert [played.state.hands[seat].new for seat in range(3)] == [1, 1, 0]
    public = [event for event in played.events if event.to is None]
    assert public == [Withdrawn(cards=2)] and played.events[0] == public[0]
    assert asked(played.state) == asked(lay_out())


@pytest.mark.parametrize(
    ("leader", "first"), [pytest.param(0, "50", id="leader 0"), pytest.param(1, "51", id="leader 1")]
)
def test_the_leader_draws_first(leader, first):
    played = withdraw(lay_out(pile="50 51", leader=leader), "3 12")
    assert hand(played.state, 0).split()[-1] == first


@pytest.mark.parametrize(
    "names",
    [
        pytest.param("", id="none"),
        pytest.param("99", id="one that is not in this deck"),
        pytest.param("w7-8", id="a blank that nobody wrote here"),
    ],
)
def test_what_does_not_lie_here_changes_nothing(names):
    assert withdraw(lay_out(count=60), names) is None


def test_the_same_again_changes_nothing():
    once = withdraw(lay_out(pile="50"), "3 12")
    assert withdraw(once.state, "3 12") is None


def test_with_nothing_left_to_draw_a_hand_keeps_its_cards_and_nothing_is_said_again():
    state = lay_out(rest="out", pile="50")
    once = withdraw(state, "3 4 12")
    assert hand(once.state, 0) == "1 2 4 5 6 7 50" and "12" in hand(once.state, 1).split()
    assert withdraw(once.state, "3 4 12") is None
    assert withdraw(lay_out(rest="out"), "3") is None


# What was chosen already


@pytest.mark.parametrize(
    ("table", "line", "kind", "names"),
    [
        pytest.param({}, "0 pick 3", "quote", "3", id="a sealed quote"),
        pytest.param({"round_": 2}, "0 pick 3", "source", "3", id="a sealed source"),
        pytest.param({"round_": 4}, "0 both 3 31", "both", "3", id="a quote with a text"),
        pytest.param({"round_": 4}, "0 both 4 lends=3", "both", "3", id="what the clock lends"),
        pytest.param({"round_": 3}, "0 write lends=3", "write", "3", id="a name the clock lends in round 3"),
    ],
)
def test_whoever_had_sealed_a_withdrawn_card_is_asked_again_with_a_whole_time(table, line, kind, names):
    before = play(lay_out(pile="50 51", **table), line).state
    old = prompt_of(before, 0, kind)
    played = withdraw(before, names)
    new = prompt_of(played.state, 0, kind)
    assert old.given and not new.given
    assert (new.group, new.clock, new.opened_by) == (old.group, "pace", 0)
    assert new.number > old.number and played.state.prompt(old.number) is None
    assert only(Exchanged, played.events, 0).again
    assert played.state.hands[0].draft is None and "3" not in hand(played.state, 0).split()


def test_another_sealed_answer_stays_sealed():
    before = play(lay_out(pile="50 51"), "0 pick 3", "1 pick 12").state
    played = withdraw(before, "4 12")
    assert played.state.hands[0].draft == Draft(card("3"))
    assert [prompt.given for prompt in played.state.prompts] == [True, False, False]
    assert not only(Exchanged, played.events, 0).again and only(Exchanged, played.events, 1).again


def test_a_sealed_stamp_is_not_touched():
    before = play(lay_out(round_=2, stamping=True), "0 stamp >1", "0 pick 3").state
    after = withdraw(before, "3").state
    assert after.hands[0].stamp == before.hands[0].stamp
    assert prompt_of(after, 0, "stamp").given and not prompt_of(after, 0, "source").given


@pytest.mark.parametrize(
    ("table", "names", "combination"),
    [
        pytest.param(SECOND, "41", "0: 50 by 2", id="a quote that lies there"),
        pytest.param(SECOND, "41 50", "0: 51 by 2", id="and the next is gone, too"),
        pytest.param({"round_": 2, **SECOND}, "41", "0: 2 by 50", id="a source that lies there"),
        pytest.param(
            {**SECOND, "pile": "w7- 50"}, "41", "0: w7- by 2", id="a quote may be a blank without source"
        ),
        pytest.param(
            {"round_": 2, **SECOND, "pile": "w7- 50"}, "41", "0: 2 by 50", id="a source may not: the next one"
        ),
    ],
)
def test_what_is_laid_aside_is_exchanged_so_that_no_combination_is_missing(table, names, combination):
    state = lay_out(**({"pile": "50 51 52"} | table))
    after = withdraw(state, names).state
    done = play(after, "pick 2/pick 12/pick 22").state
    assert combinations(done, table.get("round_", 1))[0] == combination


def test_a_source_stays_where_no_card_with_a_source_is_left():
    state = lay_out(round_=2, step=1, laid="41/42/43", rest="out", pile="w7- w8-")
    state = replace(state, stock=replace(state.stock, discards=(), withdrawn=state.stock.discards))
    state = replace(state, table=GAME.publish(state))
    assert GAME.faults(state) == []
    assert withdraw(state, "41") is None


def test_a_sealed_answer_stays_where_nothing_is_left_to_draw():
    before = play(lay_out(rest="out"), "0 pick 3").state
    assert withdraw(before, "3") is None


def test_what_is_being_read_stays_on_the_table_but_nobody_draws_it_again():
    before = lay_out(round_=2, stamping=True)
    (quote, *_) = [one.quote for one in before.table.readings[0]]
    after = withdraw(before, rows([quote])).state
    assert after.table.readings == before.table.readings
    assert quote in after.stock.withdrawn and quote not in after.stock.read
    stamped = play(after, "stamp >1/stamp >2/stamp >0").state
    assert quote not in stamped.stock.discards and GAME.faults(stamped) == []


# In whole matches


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("by", ["bot", "clock"])
def test_a_match_goes_on_to_its_end_whatever_is_withdrawn_on_the_way(seats, by):
    """After each move of a match another card is taken from it; it can be played on from there."""
    for place, (state, _step) in enumerate(whole_match(seats, by=by)):
        lying = GAME.lying(state)
        names = frozenset(Dice("which", place).shuffled(lying)[:3])
        step = GAME.withdraw(state, names, Dice("taking", place))
        assert step is not None and GAME.faults(step.state) == []
        assert not names & {*GAME.lying(step.state)}
        assert len(step.state.prompts) == len(state.prompts)


def test_the_pile_is_what_others_see_of_it():
    state = lay_out(pile="50 51 52")
    after = withdraw(state, "51").state
    assert after.table.pile == state.table.pile - 1 and pile(after, 2) == "50 52"
    assert after.table.counts == state.table.counts
