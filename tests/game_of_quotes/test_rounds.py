"""The task of each round, whose hand goes to whom, and how many cards there are. R is printed, D our ruling."""

import pytest

from games.game_of_quotes.cards import HAND
from games.game_of_quotes.events import AllChosen, AllStamped, Drew, HandsPassed, Received, Refilled, Revealed
from games.game_of_quotes.parts import TASKS, Source
from tests.engine.tables import all_of, asked, only

from .tables import BY_SEATS, FOUR, combinations, deal, hand, lay_out, play, rows, waits_for, whole_match

pytestmark = pytest.mark.pure

QUOTES = "pick 1/pick 11/pick 21"
STAMPS = "stamp >1/stamp >2/stamp >0"


# The tasks


@pytest.mark.parametrize(
    ("round_", "tasks"),
    [
        pytest.param(1, ("quote", "source"), id="R round 1: a quote, then a source"),
        pytest.param(2, ("source", "quote"), id="R round 2: a source, then a quote"),
        pytest.param(3, ("write", "quote"), id="R round 3: a source is written, then a quote"),
        pytest.param(4, ("both",), id="R round 4: a quote and a source for it; D one decision"),
    ],
)
def test_what_is_asked_in_a_round(round_, tasks):
    assert TASKS[round_] == tasks
    for step, task in enumerate(tasks):
        state = lay_out(round_=round_, step=step, laid="31/32/33" if step else "")
        assert waits_for(state) == state.table.task == task


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_match_asks_in_this_order_and_no_more(
    seats,
):  # R four rounds, stamps after each; D stamps beside choices
    groups = {prompt.group: prompt.kind for state, _ in whole_match(seats) for prompt in state.prompts}
    assert [groups[group] for group in sorted(groups)] == [
        *("quote", "source"),
        *("stamp", "source", "quote"),
        *("stamp", "write", "quote"),
        *("stamp", "both", "stamp"),
    ]


def test_everyone_chooses_at_the_same_time():  # R you all play at the same time
    state = lay_out(FOUR)
    assert asked(state) == [(seat, "quote") for seat in range(4)]
    assert {prompt.clock for prompt in state.prompts} == {"pace"}
    assert len({prompt.group for prompt in state.prompts}) == 1
    following = play(state, "pick 1/pick 11/pick 21/pick 31").state
    assert asked(following) == [(seat, "source") for seat in range(4)]
    assert {prompt.clock for prompt in following.prompts} == {"pace"}


# Whose hand goes to whom


@pytest.mark.parametrize("seats", range(3, 7))
def test_the_six_others_pass_left_after_the_first_choice(
    seats,
):  # R clockwise; you receive the right neighbour's
    state = lay_out(BY_SEATS[seats])
    step = play(state, "/".join(f"pick {10 * seat + 1}" for seat in range(seats)))
    for seat in range(seats):
        giver = (seat - 1) % seats
        assert hand(step.state, seat) == " ".join(str(10 * giver + row) for row in range(2, 8))
        assert rows(only(Received, step.last, seat).faces) == hand(step.state, seat)
    assert step.state.table.counts == (6,) * seats
    assert only(HandsPassed, step.last).round == 1


@pytest.mark.parametrize(
    ("table", "answers", "hands"),
    [
        pytest.param(
            {"round_": 2},
            QUOTES,
            ["22 23 24 25 26 27", "2 3 4 5 6 7", "12 13 14 15 16 17"],
            id="R round 2: six pass",
        ),
        pytest.param(
            {"round_": 3},
            "write 1/write 2/write 3",
            ["21 22 23 24 25 26 27", "1 2 3 4 5 6 7", "11 12 13 14 15 16 17"],
            id="R round 3: all seven pass",
        ),
        pytest.param(
            {"round_": 1, "step": 1, "laid": "41/42/43"},
            "pick 1/pick 11/pick 21",
            ["2 3 4 5 6 7", "12 13 14 15 16 17", "22 23 24 25 26 27"],
            id="R round 1: nothing passes after the second choice",
        ),
        pytest.param(
            {"round_": 2, "step": 1, "laid": "41/42/43"},
            "pick 1/pick 11/pick 21",
            ["2 3 4 5 6 7", "12 13 14 15 16 17", "22 23 24 25 26 27"],
            id="R round 2: nothing passes after the second choice",
        ),
    ],
)
def test_which_hands_follow_a_choice(table, answers, hands):
    state = play(lay_out(pile="51 52 53 54 55 56", **table), answers).state
    found = [hand(state, seat).split() for seat in range(3)]
    assert [" ".join(found[seat][: len(hands[seat].split())]) for seat in range(3)] == hands
    drawn = [found[seat][len(hands[seat].split()) :] for seat in range(3)]  # for the next round
    read = len(state.table.readings) == table.get("round_", 1)
    assert [len(new) for new in drawn] == [7 - len(mine.split()) if read else 0 for mine in hands]


def test_in_round_4_the_hands_pass_before_the_only_question():  # R round 4: pass, then choose and write
    state = lay_out(round_=3, step=1, laid="31/32/33", pile="51 52 53")
    step = play(state, QUOTES)
    assert (step.state.table.round, waits_for(step.state)) == (4, "stamp, both")
    assert [hand(step.state, seat) for seat in range(3)] == [
        "22 23 24 25 26 27 52",
        "2 3 4 5 6 7 53",
        "12 13 14 15 16 17 51",
    ]
    kinds = [type(event) for event in step.last if event.to is None]
    assert kinds == [Revealed, *[Refilled] * 3, HandsPassed]  # R first everybody draws up to seven
    assert rows(only(Drew, step.last, 0).faces) == "53"  # which is its neighbour's now
    assert [len(only(Received, step.last, seat).faces) for seat in range(3)] == [7, 7, 7]


def test_in_round_4_nothing_passes_after_the_choice():
    step = play(lay_out(round_=4), "both 1 31/both 11 32/both 21 33")
    assert (step.state.table.counts, all_of(HandsPassed, step.events)) == ((6, 6, 6), [])
    assert hand(step.state, 0) == "2 3 4 5 6 7"


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("by", ["bot", "clock"])
def test_how_many_cards_a_hand_has_at_each_question(seats, by):
    """R seven at the start of each round; six after the first card, in round 3 seven; D six where one lent its name."""
    found: dict[tuple[int, str | None], set[int]] = {}
    for state, _ in whole_match(seats, by=by):
        key = state.table.round, state.table.task
        found[key] = found.get(key, set()) | {*state.table.counts}
        assert state.table.counts == tuple(len(mine.cards) for mine in state.hands)
    found = {key: counts for key, counts in found.items() if key[1]}
    written = {6} if by == "clock" else {7}
    assert found == {
        (1, "quote"): {7},
        (1, "source"): {6},
        (2, "source"): {7},
        (2, "quote"): {6},
        (3, "write"): {7},
        (3, "quote"): written,
        (4, "both"): {7},
    }


# From one round to the next


def test_hands_are_filled_to_seven_the_new_leader_first():  # R up to seven; D at the reveal, the new leader first
    hands = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26"
    state = lay_out(hands, step=1, laid="41/42/43", leader=1, pile="51 52 53 54 55 56")
    step = play(state, QUOTES)
    assert step.state.table.leader == 2
    assert [hand(step.state, seat)[-5:] for seat in range(3)] == ["53 54", "55 56", "51 52"]
    assert [(event.seat, event.cards) for event in all_of(Refilled, step.last)] == [(2, 2), (0, 2), (1, 2)]
    assert [rows(only(Drew, step.last, seat).faces) for seat in range(3)] == ["53 54", "55 56", "51 52"]


@pytest.mark.parametrize(
    ("round_", "drawn"),
    [
        pytest.param(1, 2, id="two cards were used in round 1"),
        pytest.param(2, 2, id="two in round 2"),
        pytest.param(3, 1, id="one in round 3"),
    ],
)
def test_as_many_are_drawn_as_were_used(round_, drawn):  # R the rest of the hand stays
    hands = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26" if round_ < 3 else None
    state = lay_out(*([hands] if hands else []), round_=round_, step=1, laid="41/42/43")
    step = play(state, QUOTES)
    assert [event.cards for event in all_of(Refilled, step.last)] == [drawn] * 3
    assert step.state.table.counts == (HAND,) * 3


def test_after_round_4_nothing_is_drawn_any_more():  # R
    step = play(lay_out(round_=4), "both 1 31/both 11 32/both 21 33")
    assert all_of(Refilled, step.events) == []
    assert (step.state.table.round, waits_for(step.state)) == (4, "stamp")


@pytest.mark.parametrize(
    ("leader", "following"),
    [pytest.param(0, 1, id="R one place to the left"), pytest.param(2, 0, id="R round the table")],
)
def test_the_marker_moves_at_the_reveal(leader, following):  # R left; D at the reveal
    state = lay_out(step=1, laid="41/42/43", leader=leader)
    before = play(state, "0 pick 1", "1 pick 11").state
    assert before.table.leader == leader
    after = play(before, "2 pick 21")
    assert (after.state.table.leader, only(Revealed, after.last).leader) == (following, following)
    assert play(after.state, STAMPS).state.table.leader == following  # and not with the stamps


def test_stamps_and_the_first_choice_of_the_next_round_are_open_together():  # D
    step = play(lay_out(step=1, laid="41/42/43"), QUOTES)
    assert waits_for(step.state) == "stamp, source"
    assert {prompt.clock for prompt in step.state.prompts} == {"pace"}
    assert len({prompt.group for prompt in step.state.prompts}) == 2


def test_a_round_goes_on_without_the_stamps_of_the_one_before_up_to_its_reveal():  # D stamps gate one thing only
    state = lay_out(round_=2, stamping=True)
    first = play(state, QUOTES)
    assert waits_for(first.state) == "stamp, quote"
    second = play(first.state, "pick 22/pick 2/pick 12")
    table = second.state.table
    assert (waits_for(second.state), table.task, len(table.readings)) == ("stamp", None, 1)
    assert only(AllChosen, second.last).round == 2
    assert all_of(Revealed, second.events) == []
    third = play(second.state, STAMPS)
    assert [type(event) for event in third.last if event.to is None][:2] == [AllStamped, Revealed]
    assert combinations(third.state, 2) == ["0: 22 by 1", "1: 2 by 11", "2: 12 by 21"]
    assert waits_for(third.state) == "stamp, write"


def test_stamps_alone_reveal_nothing_while_choices_are_missing():  # D both have to be in
    for step in (0, 1):
        state = lay_out(round_=2, stamping=True, step=step, laid="41/42/43" if step else "")
        after = play(state, STAMPS)
        assert all_of(Revealed, after.events) == []
        assert len(after.state.table.stamped) == 1
        last = play(after.state, "0 pick 1", "1 pick 11")
        assert all_of(Revealed, last.events) == []


def test_a_combination_waits_for_one_stamp_that_is_missing():  # D
    state = lay_out(round_=4, stamping=True)
    waiting = play(state, "both 1 31/both 11 32/both 21 33", "0 stamp >1", "1 stamp >2").state
    assert (asked(waiting), len(waiting.table.readings)) == ([(2, "stamp")], 3)
    revealed = play(waiting, "2 stamp >0").state
    assert (waits_for(revealed), len(revealed.table.readings)) == ("stamp", 4)


@pytest.mark.parametrize("seats", range(3, 7))
def test_the_first_round_waits_for_no_stamps(seats):
    assert waits_for(deal(seats).state) == "quote"
    state = lay_out(BY_SEATS[seats], step=1, laid="/".join(str(90 + seat) for seat in range(seats)))
    step = play(state, "/".join(f"pick {10 * seat + 1}" for seat in range(seats)))
    assert len(step.state.table.readings) == 1


def test_a_written_source_leaves_play():  # D
    state = lay_out(round_=3, step=1, laid="31/32/33", discards="")
    after = play(state, QUOTES, STAMPS).state
    assert [one.source for one in after.table.readings[2]] == [
        Source(words=31),
        Source(words=32),
        Source(words=33),
    ]
    assert [mine.source for mine in after.hands] == [None] * 3
    assert rows(after.stock.discards[-3:]) == "1 11 21"
