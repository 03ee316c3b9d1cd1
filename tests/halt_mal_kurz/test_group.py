"""Gruppen-Schnick. R is the printed rule, D a ruling of the house."""

import pytest

from games.halt_mal_kurz.answers import Give
from games.halt_mal_kurz.events import Ended, Gave, GroupThrown, HandedOver, Received
from tests.engine.tables import all_of, hand, only, public, sorted_hand

from .tables import (
    answer,
    asked,
    counts,
    draws,
    fallback,
    fields,
    lay_out,
    lists,
    orders,
    outcome,
    play,
    refused,
    stand,
)

pytestmark = pytest.mark.pure

MINE = "group-k halt-k halt-p halt-a"
HANDS = f"{MINE}/nazi-k nazi-p/nazi-k nazi-a/police-k police-p/swap-k swap-p"


def group(*answers, hands=HANDS, **table):
    """Seat 0 challenges everybody."""
    return play(lay_out(hands, **table), "0 lay group-k", *answers)


def thrown(mine, others, *answers, hands=HANDS, **table):
    """`others`: the throws of the seats 1, 2, 3 and 4, with what is folded in ("r p gift=nazi-k w list s")."""
    lines, seat = [], 0
    for word in others.split():
        if "=" in word or word == "list":
            lines[-1] += f" {word}"
        else:
            seat += 1
            lines.append(f"{seat} throw {word}")
    return group(*lines, f"0 throw {mine}", *answers, hands=hands, **table)


def gave(step):
    return [(event.seat, event.target) for event in all_of(Gave, step.events)]


def test_everybody_throws_once_in_one_sealed_group():  # R against everyone at the same time
    state = group().state
    assert asked(state) == [(seat, "throw") for seat in range(5)]
    assert len({prompt.group for prompt in state.prompts}) == 1
    for seat in range(5):
        field = fields(state, seat, "throw", "throw")["throws"]
        assert (field.low, field.high) == (1, 1)
    step = play(state, "2 throw r gift=nazi-k list", "0 throw p")
    assert (step.events, step.state.table) == ((), state.table)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("1 throw r", None, id="R one throw"),
        pytest.param("1 throw rp", "not_that_many", id="D no second one"),
        pytest.param("1 throw w", None, id="D the well always counts"),
        pytest.param("1 throw w no-well", "wrong_answer", id="D nobody can rule it out"),
        pytest.param("1 throw r gift=pile", "not_your_card", id="R a card, none from the pile"),
        pytest.param("1 throw r gift=nazi-p list", None, id="D gift and wish are folded in"),
        pytest.param("0 throw r list", "own_card", id="R never against your own card"),
    ],
)
def test_what_may_be_thrown(line, reason):
    assert refused(group().state, line) == reason


def test_what_the_seats_are_asked():  # D the opponents' gifts are folded in, the player's are not
    state = group(hands=f"{MINE}/nazi-k nazi-p/nazi-a").state
    assert set(fields(state, 0, "throw", "throw")) == {"throws"}
    assert set(fields(state, 1, "throw", "throw")) == {"throws", "gift", "wish"}
    assert set(fields(state, 2, "throw", "throw")) == {"throws", "wish"}  # D one card is no choice


@pytest.mark.parametrize(
    ("mine", "others", "winners", "losers"),
    [
        pytest.param("r", "p s r w", (1, 4), (2,), id="R beaten by paper and well, beats scissors"),
        pytest.param("w", "p s r w", (1,), (2, 3), id="D the well counts"),
        pytest.param("p", "r r w w", (), (1, 2, 3, 4), id="R one paper against rocks and wells"),
        pytest.param("s", "r r w w", (1, 2, 3, 4), (), id="R beaten by all"),
        pytest.param("r", "r r r r", (), (), id="D equal: nothing"),
    ],
)
def test_who_beats_whom(mine, others, winners, losers):
    step = thrown(mine, others)
    told = only(GroupThrown, step.events)
    assert (told.winners, told.losers) == (winners, losers)
    assert told.throws[0] == {"r": "rock", "w": "well", "p": "paper", "s": "scissors"}[mine]
    assert gave(step) == [(seat, 0) for seat in winners]
    assert (asked(step.state) == [(0, "give")]) == bool(losers)


def test_equal_throws_do_nothing():  # D
    step = thrown("r", "r r r r")
    assert (counts(step.state), asked(step.state)) == ((3, 2, 2, 2, 2), [(1, "turn")])


def test_winners_give_first_then_the_player_gives():  # R first everyone who beat the player
    step = thrown("r", "p gift=nazi-p s w gift=police-k s", "0 give nazi-p halt-a")
    assert gave(step) == [(1, 0), (3, 0), (0, 2), (0, 4)]
    assert hand(step.state, 0) == "halt-k halt-p police-k"
    assert sorted_hand(step.state, 2) == ["nazi-a", "nazi-k", "nazi-p"]
    assert sorted_hand(step.state, 4) == ["halt-a", "swap-k", "swap-p"]


def test_gifts_go_clockwise_from_the_players_left():  # D
    hands = "nazi-k nazi-p/nazi-k nazi-a/group-k halt-k halt-p halt-a/swap-k swap-p"
    state = play(
        lay_out(hands, turn=2), "2 lay group-k", "0 throw s", "1 throw s", "3 throw s", "2 throw r"
    ).state
    assert state.table.affair.targets == (3, 0, 1)
    step = play(state, "2 give halt-a halt-k halt-p")
    assert gave(step) == [(2, 3), (2, 0), (2, 1)]
    assert only(Received, step.events, to=3).faces == ("halt-a",)
    assert only(Received, step.events, to=0).faces == ("halt-k",)
    assert only(Received, step.events, to=1).faces == ("halt-p",)


def test_winners_give_clockwise_too():  # D
    hands = "nazi-k nazi-p/nazi-k nazi-a/group-k halt-k/swap-k swap-p"
    step = play(lay_out(hands, turn=2), "2 lay group-k", "0 throw p", "1 throw p", "3 throw p", "2 throw r")
    assert only(GroupThrown, step.events).winners == (3, 0, 1)
    assert gave(step) == [(3, 2), (0, 2), (1, 2)]


def test_the_lists_of_the_beaten_are_laid_before_it_gives():  # D then the lists, then it gives to the rest
    hands = f"{MINE}/list-k nazi-p/nazi-k nazi-a/list-p police-p"
    step = thrown("r", "s list s p gift=police-p", "0 give halt-a", hands=hands)
    assert gave(step) == [(3, 0), (0, 2)]
    assert lists(step.events) == [(1, "list-k", "group-k")]
    names = [type(event).__name__ for event in public(step.events)]
    assert names.index("Gave") < names.index("ListUsed")
    step = thrown("r", "s list s list s list", hands=hands.replace("nazi-k", "list-a"))
    assert [seat for seat, _, _ in lists(step.events)] == [1, 2, 3]
    assert asked(step.state) == [(1, "turn")]  # nobody is left to give to


def test_the_lists_are_looked_at_after_the_winners_gave():  # D the wish is looked at when the hit falls
    step = thrown("r", "p gift=nazi-k s list r r")
    assert lists(step.events) == []
    assert step.state.table.affair.targets == (2,)


def test_a_winner_has_no_use_for_a_list():  # D only the harmed side
    hands = f"{MINE}/list-k nazi-p/nazi-k nazi-a"
    step = thrown("r", "p gift=nazi-p list s", "0 give halt-a", hands=hands)
    assert lists(step.events) == []


def test_a_gift_is_the_named_card_or_a_random_one():  # D
    found = set()
    for seed in range(30):
        state = group("2 throw r", "3 throw r", "4 throw r", "1 throw p").state
        step = play(state, "0 throw r", seed=str(seed))
        found.add(only(HandedOver, step.events, to=1).faces)
    assert found == {("nazi-k",), ("nazi-p",)}


def test_a_gift_that_is_gone_is_a_random_card():  # D in every form that gives
    hands = "group-k halt-k/list-k nazi-p nazi-a/nazi-k police-p/swap-k swap-p"
    state = play(lay_out(hands, turn=2), "2 lay nazi-k", "3 leave", "3 draw", "0 leave").state
    state = play(state, "0 lay group-k", "1 throw p gift=list-k", "2 throw r", "3 throw r").state
    state = play(state, "1 leave list").state  # a settlement takes the list away
    found = set()
    for seed in range(30):
        found.add(only(HandedOver, play(state, "0 throw r", seed=str(seed)).events, to=1).faces)
    assert len(found) == 3
    assert ("list-k",) not in found


# The player gives


def test_the_player_is_asked_what_to_give():  # R, prompt `give`
    state = thrown("r", "s s r r").state
    (prompt,) = state.prompts
    assert (prompt.seat, prompt.kind, prompt.clock, prompt.group) == (0, "give", "pace", 0)
    assert state.table.affair.stage == "give"
    assert state.table.affair.targets == (1, 2)
    field = fields(state, 0, "give", "give")["cards"]
    assert (field.kind, field.low, field.high) == ("list", 0, 2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("0 give halt-k halt-p", None, id="R a card for each"),
        pytest.param("0 give halt-p", None, id="D what is not named is random"),
        pytest.param("0 give", None, id="D none is named"),
        pytest.param("0 give halt-k.1 halt-k.1", "given_twice", id="no card for two"),
        pytest.param("0 give halt-k halt-p halt-a", "not_that_many", id="more than there are"),
        pytest.param("0 give nazi-k.1", "not_your_card", id="not somebody else's"),
    ],
)
def test_what_may_be_given(line, reason):
    assert refused(thrown("r", "s s r r").state, line) == reason


def test_what_is_not_named_is_a_random_card():  # D
    state = thrown("r", "s s r r").state
    found = {sorted_hand(play(state, "0 give halt-p", seed=str(seed)).state, 0)[0] for seed in range(20)}
    assert found == {"halt-a", "halt-k"}
    found = {tuple(sorted_hand(play(state, "0 give", seed=str(seed)).state, 0)) for seed in range(40)}
    assert found == {("halt-a",), ("halt-k",), ("halt-p",)}


def test_it_gives_as_far_as_its_hand_goes():  # D clockwise
    hands = HANDS.replace(MINE, "group-k halt-k halt-p")
    state = thrown("r", "s s s s", hands=hands).state
    assert fields(state, 0, "give", "give")["cards"].high == 2
    step = play(state, "0 give halt-p halt-k")
    assert gave(step) == [(0, 1), (0, 2)]
    assert counts(step.state) == (0, 3, 3, 2, 2)
    assert outcome(step.state) == ((0,), "shed")


@pytest.mark.parametrize(
    ("mine", "given", "who"),
    [
        pytest.param("group-k halt-k", [(0, 1)], (0,), id="D one card: not asked, it goes to the first"),
        pytest.param("group-k", [], (0,), id="D none: nothing to give, and that wins"),
    ],
)
def test_with_one_card_or_none_it_is_not_asked(mine, given, who):
    step = thrown("r", "s s s s", hands=HANDS.replace(MINE, mine))
    assert gave(step) == given
    assert outcome(step.state) == (who, "shed")


def test_won_and_lost_at_once():  # R its last card is carried out: it gets one and gives it on
    step = thrown("r", "p gift=nazi-p s r r", hands=HANDS.replace(MINE, "group-k"))
    assert gave(step) == [(1, 0), (0, 2)]
    assert sorted_hand(step.state, 2) == ["nazi-a", "nazi-k", "nazi-p"]
    assert outcome(step.state) == ((0,), "shed")


def test_a_last_card_that_is_lost_to_all_is_not_the_last():  # R
    step = thrown("s", "r r r r", hands=HANDS.replace(MINE, "group-k"))
    assert counts(step.state) == (4, 1, 1, 1, 1)
    assert asked(step.state) == [(1, "turn")]


def test_a_winner_may_win_the_match_with_its_gift():  # D on turn or not
    step = thrown("r", "p r", hands=f"{MINE}/nazi-k/nazi-a nazi-p")
    assert outcome(step.state) == ((1,), "given")
    step = thrown("r", "p p", hands=f"{MINE}/nazi-k/nazi-a")
    assert only(Ended, step.events).winners == (1, 2)
    assert outcome(step.state) == ((1, 2), "shared")


def test_the_end_is_looked_for_after_all_of_it():  # R after the action has been carried out
    step = thrown("r", "p s", hands=f"{MINE}/nazi-k/nazi-a nazi-p")
    assert (outcome(step.state), asked(step.state)) == (None, [(0, "give")])
    step = play(step.state, "0 give halt-k")
    assert outcome(step.state) == ((1,), "given")


# Orders and the clock


def test_an_order_throws_its_first_throw_here_too():  # D group duel
    action, _ = stand(group().state, 3, "throw", orders(throws="wps", without_well=True))
    assert (action.throws, action.without_well, action.wish) == (("well",), 0, 1)
    action, _ = stand(group().state, 0, "throw", orders(throws="sp"))
    assert (action.throws, action.wish) == (("scissors",), 0)


def test_orders_give_nothing():
    assert stand(thrown("r", "s s r r").state, 0, "give", orders()) == (None, orders())


def test_the_clock_gives_at_random():  # D
    state = thrown("r", "s s r r").state
    assert fallback(state, 0, "give") == Give()
    assert gave(answer(state, 0, "give", Give())) == [(0, 1), (0, 2)]
    assert draws(answer(state, 0, "give", Give()).events) == []
