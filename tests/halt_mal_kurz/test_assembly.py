"""Vollversammlung: open ballots, majorities, the gift. R is the printed rule, D a ruling of the house."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from games.halt_mal_kurz.assembly import tally
from games.halt_mal_kurz.events import Gave, HandedOver, Received, Tallied, Voted
from games.halt_mal_kurz.parts import Ballot
from tests.engine.tables import all_of, hand, only, public, sorted_hand

from .tables import asked, counts, fields, lay_out, lists, orders, outcome, play, refused, stand, way

pytestmark = pytest.mark.pure

MINE = "assembly-k halt-k halt-p"
HANDS = f"{MINE}/nazi-k nazi-p/nazi-k nazi-a/police-k police-p/swap-k swap-p"


def assembly(*answers, hands=HANDS, **table):
    """Seat 0 calls it."""
    return play(lay_out(hands, top="list-k", **table), "0 lay assembly-k", *answers)


def voted(votes, *, hands=HANDS, **table):
    """`votes`: by seat, "1>2" or "-" for an abstention."""
    lines = [
        f"{seat} abstain" if vote == "-" else f"{seat} vote {vote}" for seat, vote in enumerate(votes.split())
    ]
    return assembly(*lines, hands=hands, **table)


def test_everybody_votes_in_one_group():  # R all discuss, then vote
    state = assembly().state
    assert asked(state) == [(seat, "vote") for seat in range(5)]
    assert len({prompt.group for prompt in state.prompts}) == 1
    assert state.table.affair.ballots == (None,) * 5


def test_ballots_are_open():  # D
    step = assembly("1 vote 0>2", "3 abstain")
    assert public(step.events)[1:] == (Voted(seat=1, giver=0, receiver=2), Voted(seat=3))
    assert step.state.table.affair.ballots == (None, Ballot(0, 2), None, Ballot(), None)
    assert {prompt.seat for prompt in step.state.owed()} == {0, 2, 4}  # who still owes one is shown


def test_a_ballot_may_be_changed_until_the_last_is_in():  # D
    state = assembly("1 vote 0>2", "2 vote 0>2", "3 abstain", "4 abstain").state
    step = play(state, "1 vote 3>4", "2 abstain", "1 vote 2>0")
    assert [event.changed for event in all_of(Voted, step.events)] == [True] * 3
    step = play(step.state, "0 vote 2>0")
    assert only(Tallied, step.events) == Tallied(seat=0, giver=2, receiver=0, votes=2, cast=2)
    assert asked(step.state) == [(1, "turn")]


def test_a_new_form_replaces_ballot_gift_and_wish_together():  # D
    state = assembly("1 vote 0>1 gift=nazi-k list", "2 abstain", "3 abstain", "4 abstain").state
    presets = fields(state, 1, "vote", "vote")
    assert (presets["giver"].preset, presets["receiver"].preset) == (0, 1)
    assert (presets["gift"].preset, presets["wish"].preset) == (state.hands[1].cards[0], 1)
    state = play(state, "1 vote 1>2").state
    assert (state.hands[1].promise.gift, state.hands[1].promise.wish) == (None, 0)
    hands = HANDS.replace("nazi-k nazi-p", "list-k nazi-p", 1)
    answers = ("1 abstain list", "2 abstain", "3 abstain", "4 abstain", "1 abstain", "0 vote 2>1")
    assert lists(assembly(*answers, hands=hands).events) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("1 vote 0>2", None, id="R who gives to whom"),
        pytest.param("1 vote 1>2", None, id="R oneself may give"),
        pytest.param("1 vote 2>1", None, id="R or receive"),
        pytest.param("1 vote 2>2", "same_seat", id="D giver and receiver differ"),
        pytest.param("1 vote 5>2", "no_such_seat", id="a giver who is not there"),
        pytest.param("1 vote 2>-1", "no_such_seat", id="a receiver who is not there"),
        pytest.param("1 abstain", None, id="R one may abstain"),
        pytest.param("1 abstain gift=halt-k.1", "not_your_card", id="not somebody else's card"),
        pytest.param("1 vote 0>2 gift=pile", "not_your_card", id="R a card, none from the pile"),
        pytest.param("1 vote 0>1 gift=nazi-k list", None, id="D gift and wish are folded in"),
        pytest.param("0 vote 1>0 list", "own_card", id="D the caller has no wish"),
        pytest.param("0 abstain list", "own_card", id="D nor when it abstains"),
    ],
)
def test_what_may_be_voted(line, reason):
    assert refused(assembly().state, line) == reason


def test_what_the_seats_are_asked():  # D the caller has no wish; D one card is no choice
    state = assembly(hands=f"{MINE}/nazi-k nazi-p/nazi-a").state
    assert set(fields(state, 0, "vote", "vote")) == {"giver", "receiver", "gift"}
    assert set(fields(state, 1, "vote", "vote")) == {"giver", "receiver", "gift", "wish"}
    assert set(fields(state, 2, "vote", "vote")) == {"giver", "receiver", "wish"}
    assert {field.name for field in way(state, 1, "vote", "abstain").fields} == {"gift", "wish"}


# Majorities


@pytest.mark.parametrize(
    ("votes", "relative", "absolute", "most", "cast"),
    [
        pytest.param("1>2 1>2 1>2 - -", (1, 2), (1, 2), 3, 3, id="R a majority"),
        pytest.param("1>2 - - - -", (1, 2), (1, 2), 1, 1, id="D one vote and abstentions"),
        pytest.param("- - - - -", None, None, 0, 0, id="R all abstain: nothing happens"),
        pytest.param("1>2 2>1 - - -", None, None, 1, 2, id="R a tie is no majority"),
        pytest.param("1>2 1>2 2>1 2>1 -", None, None, 2, 4, id="D a tie of two"),
        pytest.param("1>2 1>2 2>1 3>1 0>4", (1, 2), None, 2, 5, id="D strictly most votes, not half of them"),
        pytest.param("1>2 1>2 2>1 - -", (1, 2), (1, 2), 2, 3, id="D more than half of the votes cast"),
        pytest.param("1>2 1>2 2>1 3>1 -", (1, 2), None, 2, 4, id="D exactly half is not more"),
        pytest.param("1>2 2>3 3>4 4>0 0>1", None, None, 1, 5, id="R everybody votes for their own"),
        pytest.param("1>2 1>3 1>4 - -", None, None, 1, 3, id="D who gives to whom: both must agree"),
    ],
)
def test_what_is_a_majority(votes, relative, absolute, most, cast):
    for majority, won in (("relative", relative), ("absolute", absolute)):
        step = voted(votes, majority=majority)
        told = only(Tallied, step.events)
        assert ((told.giver, told.receiver) if won else None) == won
        assert (told.giver is None) == (won is None)
        assert (told.votes, told.cast) == (most, cast)
        assert bool(all_of(Gave, step.events)) == bool(won)


def test_without_a_majority_nothing_happens():  # R
    step = voted("1>2 2>1 - - -")
    assert (counts(step.state), asked(step.state)) == ((2, 2, 2, 2, 2), [(1, "turn")])


PAIRS = [Ballot(), *(Ballot(*pair) for pair in permutations(range(3), 2))]


def count_by_hand(ballots, majority):
    """The written rule once more: strictly most votes, or more than half of those cast."""
    cast = [ballot for ballot in ballots if ballot.giver is not None]
    found = []
    for ballot, votes in Counter(cast).items():
        if majority == "absolute" and votes > len(cast) / 2:
            found.append(ballot)
        if majority == "relative" and all(
            votes > cast.count(other) for other in set(cast) if other != ballot
        ):
            found.append(ballot)
    return found[0] if found else None


@pytest.mark.parametrize("majority", ["relative", "absolute"])
def test_every_vote_of_three_seats_follows_the_written_rule(majority):  # R, exhaustively
    for ballots in product(PAIRS, repeat=3):
        assert tally(ballots, majority)[0] == count_by_hand(ballots, majority), ballots


def test_votes_changed_at_random_count_as_last_cast():  # D one vote a seat, the last one
    random = Random(6)
    for _ in range(100):
        state, last = assembly(hands="assembly-k halt-k/nazi-k nazi-p/nazi-a halt-a").state, {}
        while len(last) < 3:
            seat = random.randrange(3)
            giver, receiver = random.sample(range(3), 2)
            abstains = random.random() < 0.3
            state = play(state, f"{seat} abstain" if abstains else f"{seat} vote {giver}>{receiver}").state
            last[seat] = Ballot() if abstains else Ballot(giver, receiver)
            if len(last) < 3:
                assert state.table.affair.ballots == tuple(last.get(one) for one in range(3))
        chosen = count_by_hand(list(last.values()), "relative")
        # The caller holds one card, the others two: whoever gave holds one less, whoever got it one more.
        expected = [1, 2, 2]
        if chosen:
            expected[chosen.giver] -= 1
            expected[chosen.receiver] += 1
        assert list(counts(state)) == expected


# The gift


def test_the_giver_picks_the_card():  # D
    step = assembly("0 vote 1>2", "1 abstain gift=nazi-p", "2 abstain", "3 abstain", "4 abstain")
    assert only(Gave, step.events) == Gave(seat=1, target=2, why="assembly")
    assert only(HandedOver, step.events, to=1).faces == ("nazi-p",)
    assert only(Received, step.events, to=2).faces == ("nazi-p",)
    assert hand(step.state, 2) == "nazi-k nazi-a nazi-p"


def test_a_gift_that_is_not_named_is_a_random_card():  # D
    state = assembly("1 abstain", "2 abstain", "3 abstain", "4 abstain").state
    found = {sorted_hand(play(state, "0 vote 1>2", seed=str(seed)).state, 1)[0] for seed in range(30)}
    assert found == {"nazi-k", "nazi-p"}


def test_a_gift_that_is_gone_is_a_random_card():  # D
    hands = "assembly-k halt-k halt-p/list-k nazi-p nazi-a/nazi-k group-p/swap-k swap-p"
    state = play(lay_out(hands, turn=2), "2 lay nazi-k", "3 leave", "3 draw", "0 leave").state
    state = play(state, "0 lay assembly-k", "1 vote 1>3 gift=list-k", "2 abstain", "3 abstain").state
    state = play(state, "1 leave list").state  # a settlement takes the list away
    found = set()
    for seed in range(30):
        found.add(only(HandedOver, play(state, "0 vote 1>3", seed=str(seed)).events, to=1).faces)
    assert len(found) == 3
    assert ("list-k",) not in found


def test_a_giver_without_cards_gives_nothing():  # D
    hands = "assembly-k/list-k nazi-p/nazi-k nazi-a"
    step = assembly("0 vote 0>1", "1 abstain list", "2 abstain", hands=hands)
    assert (all_of(Gave, step.events), lists(step.events)) == ([], [])
    assert outcome(step.state) == ((0,), "shed")


def test_the_receiver_may_use_a_list():  # R receiving; no new victim
    hands = HANDS.replace("nazi-k nazi-a", "list-p nazi-a")
    answers = ("0 vote 1>2", "1 abstain gift=nazi-p", "2 abstain list", "3 abstain", "4 abstain")
    step = assembly(*answers, hands=hands, pile="group-a")
    assert lists(step.events) == [(2, "list-p", "assembly-k")]
    assert (hand(step.state, 1), hand(step.state, 2)) == ("nazi-k nazi-p", "nazi-a group-a")
    assert asked(step.state) == [(1, "turn")]


def test_the_last_card_may_be_answered_with_another():  # R that can lead to not having won after all
    hands = "assembly-k/nazi-k nazi-p/nazi-k nazi-a"
    step = assembly("0 abstain", "1 vote 2>0", "2 abstain gift=nazi-a", hands=hands)
    assert (outcome(step.state), hand(step.state, 0)) == (None, "nazi-a")


def test_an_assembly_may_make_another_seat_win():  # D on turn or not
    step = assembly("0 vote 1>2", "1 abstain", "2 abstain", hands=f"{MINE}/nazi-k/nazi-a nazi-p")
    assert outcome(step.state) == ((1,), "given")


def test_orders_do_not_vote():  # everybody is asked
    assert stand(assembly().state, 1, "vote", orders()) == (None, orders())
