"""Nazi and Polizei: turning, slapping, the settlement, the open hand. R is the printed rule, D a house ruling."""

import pytest

from games.engine import encode
from games.halt_mal_kurz.answers import Flip, Leave, Orders, Slap
from games.halt_mal_kurz.events import (
    CardLaid,
    Closed,
    Opened,
    Reacted,
    SlapsSettled,
    SlowestDrawn,
    Turned,
)
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import all_of, only, prompt_of, public

from .tables import (
    FIVE,
    FOUR,
    THREE,
    answer,
    asked,
    clocks,
    counts,
    discards,
    draws,
    fallback,
    fields,
    lay_out,
    lists,
    nazi,
    orders,
    play,
    refused,
    settled,
    stand,
    way,
)

pytestmark = pytest.mark.pure

# Face down


def test_a_card_to_be_turned_shows_its_symbol_and_that_it_is_not_funny():  # D public at once
    for line in ("0 lay nazi-k", "0 lay police-k >1"):
        step = play(lay_out(THREE), line)
        laid = only(CardLaid, step.events)
        assert (laid.face, laid.target) == ("covered-k", None)
        assert (step.state.table.top, discards(step.state, 1).split("-")[1]) == ("covered-k", "k")


def test_which_of_the_two_it_is_stays_hidden_and_so_does_whom_it_names():  # D hidden until settled
    lines = ("0 lay nazi-k", "0 lay police-k >1", "0 lay police-k >2")
    steps = [play(lay_out(THREE), line) for line in lines]
    assert len({step.events for step in steps}) == 1
    assert len({encode(step.state.table) for step in steps}) == 1
    assert len({step.state.prompts for step in steps}) == 1
    assert len({step.state.hands[1:] for step in steps}) == 1


def test_all_others_are_asked_to_turn_it():  # R everyone but its player
    state = nazi(FIVE)
    assert asked(state) == [(1, "flip"), (1, "turn"), (2, "flip"), (3, "flip"), (4, "flip")]
    number = state.table.contests[0].number
    assert {p.opened_by for p in state.prompts if p.kind == "flip"} == {number}


def test_turning_never_stops_the_others_and_is_due_with_ones_own_turn():  # D
    state = nazi(FOUR)
    assert clocks(state, "flip") == {1: "same", 2: "free", 3: "free"}
    assert clocks(state, "turn") == {1: "pace"}
    flip, turn = prompt_of(state, 1, "flip"), prompt_of(state, 1, "turn")
    assert flip.number < turn.number  # one deadline, the flip first
    state = play(state, "1 leave", "1 draw").state
    assert clocks(state, "flip") == {2: "same", 3: "free"}


def test_a_turn_by_hand_waits_until_the_cards_are_turned():  # D turn the cards first
    state = nazi()
    for line in ("1 lay halt-k >0", "1 draw"):
        assert refused(state, line) == "flip_first"
    assert {one.reason for one in (way(state, 1, "turn", "lay"), way(state, 1, "turn", "draw"))} == {
        "flip_first"
    }
    ready = play(state, "1 flip").state
    assert refused(ready, "1 draw") == "flip_first"  # a window is open
    assert refused(play(ready, "1 hands-off").state, "1 draw") is None
    assert refused(play(state, "1 leave").state, "1 draw") is None


def test_the_oldest_card_is_turned_first():  # D
    hands = "nazi-k halt-a/nazi-k halt-p/schnick-k schnick-p/swap-k swap-p"
    state = play(nazi(hands), "1 leave", "1 lay nazi-k").state
    flips = {p.opened_by: p for p in state.prompts if (p.seat, p.kind) == (2, "flip")}
    older, newer = (flips[contest.number] for contest in state.table.contests)
    slapping = play(state, "2 flip").state  # the window of the older one is open
    slapped = play(slapping, "2 slap 300").state
    for now, prompt, reason in (
        (state, older, None),
        (state, newer, "older_first"),
        (slapping, newer, "older_first"),
        (slapped, newer, None),
    ):
        assert {one.reason for one in GAME.offer(now.view(2), prompt).ways} == {reason}
        assert {GAME.check(now.view(2), prompt, action) for action in (Flip(), Leave())} == {reason}
    assert prompt_of(slapped, 2, "flip") == newer


def test_turning_tells_that_seat_alone_and_opens_its_window():  # D
    state = nazi(window=7)
    step = play(state, "2 flip")
    contest = state.table.contests[0].number
    assert step.events == (Turned(to=2, contest=contest, face="nazi-k"),)
    assert step.state.table == state.table
    slap = prompt_of(step.state, 2, "slap")
    assert (slap.clock, slap.seconds, slap.opened_by) == ("window", 7, contest)
    assert step.state.hands[2].seen[0].face == "nazi-k"
    assert step.state.hands[1].seen == ()


def test_keeping_the_hands_off_opens_no_window():  # D
    step = play(nazi(), "2 leave")
    assert (2, "slap") not in asked(step.state)
    assert only(Turned, step.events, to=2).face == "nazi-k"


def test_the_player_knows_its_own_card():
    state = play(lay_out(THREE), "0 lay police-k >2").state
    assert [(seen.face, seen.named) for seen in state.hands[0].seen] == [("police-k", 2)]
    assert (0, "flip") not in asked(state)


def test_a_slap_form_starts_with_hands_off():
    state = play(nazi(), "2 flip").state
    asked_for = fields(state, 2, "slap", "slap")
    assert (asked_for["hit"].preset, asked_for["wish"].preset) == (0, 0)
    assert {choice.value for choice in asked_for["wish"].choices} == {0, 1}


def test_what_was_slapped_is_seen_by_nobody_before_the_settlement():  # D
    state = play(nazi(FOUR), "2 flip").state
    steps = [play(state, line) for line in ("2 slap 200", "2 slap untimed", "2 hands-off")]
    assert [public(step.events) for step in steps] == [(), (), ()]
    assert len({encode(step.state.table) for step in steps}) == 1
    assert len({step.state.prompts for step in steps}) == 1


@pytest.mark.parametrize(
    ("answers", "seat", "clock"),
    [
        pytest.param(("2 flip",), 2, "free", id="D it stops nobody"),
        pytest.param(("1 flip",), 1, "same", id="D due with its own turn"),
        pytest.param(("2 flip", "1 leave", "1 draw"), 2, "same", id="D due once its own turn has come"),
        pytest.param(
            ("2 flip", "1 plan-draw", "2 plan-draw"), 2, "free", id="D a planned turn does not wait"
        ),
        pytest.param(("1 flip", "1 plan-draw"), 1, "free", id="D nor does it for a slap"),
        pytest.param(
            ("2 flip", "1 leave", "1 lay halt-k >3"), 2, "pace", id="D a photo finish stops the others"
        ),
        pytest.param(
            ("2 flip", "1 plan halt-k >3", "1 flip", "1 slap 9", "3 flip"), 3, "pace", id="D and so it opens"
        ),
    ],
)
def test_a_seat_without_a_timer_keeps_the_clock_of_the_card_it_turned(answers, seat, clock):  # D no window
    hands = "nazi-k halt-a/halt-k/schnick-k schnick-p/swap-k swap-p"
    state = play(nazi(hands), *answers).state
    slap = prompt_of(state, seat, "slap")
    assert (slap.clock, slap.instead) == ("window", clock)


# The slowest


@pytest.mark.parametrize(
    ("answers", "drawing"),
    [
        pytest.param(("1 300", "2 400", "3 350", "4 500"), [4], id="R the last one draws"),
        pytest.param(("4 300", "3 400", "2 350", "1 500"), [1], id="D whoever came to it first"),
        pytest.param(("1 300", "2 -", "3 250", "4 -"), [2, 4], id="D everyone who did not slap"),
        pytest.param(("1 -", "2 -", "3 -", "4 -"), [1, 2, 3, 4], id="D nobody slapped: all of them"),
        pytest.param(("1 900", "2 -", "3 100", "4 100"), [2], id="D then the slowest does not draw"),
        pytest.param(("1 500", "2 500", "3 300", "4 300"), [2], id="D equal: the later in turn order"),
        pytest.param(("2 300", "1 300", "4 300", "3 300"), [4], id="D all equal: the last in turn order"),
        pytest.param(
            ("1 100", "2 500", "3 500", "4 untimed"), [4], id="D no timer, three others: their median"
        ),
        pytest.param(
            ("1 300", "2 500", "3 untimed", "4 untimed"), [2], id="D no timer, two others: the mean"
        ),
        pytest.param(("1 untimed", "2 500", "3 500", "4 600"), [4], id="D a median is seldom slowest"),
        pytest.param(
            ("1 untimed", "2 untimed", "3 400", "4 untimed"), [4], id="D one measured: all are equal"
        ),
        pytest.param(
            ("1 untimed", "2 untimed", "3 untimed", "4 untimed"), [], id="D only seats without a timer"
        ),
        pytest.param(("1 untimed", "2 untimed", "3 untimed", "4 -"), [4], id="D one of them kept off"),
    ],
)
def test_who_draws_for_a_nazi(answers, drawing):
    step = settled(FIVE, "0 lay nazi-k", *answers)
    assert only(SlapsSettled, step.events).draws == tuple(drawing)
    assert draws(step.events) == [(seat, 1) for seat in drawing]
    assert only(SlapsSettled, step.events).face == "nazi-k"


def test_turn_order_is_reckoned_from_the_player_of_the_card():  # D
    hands = "halt-k halt-p/schnick-k schnick-p/nazi-k halt-a/swap-k swap-p"
    step = settled(hands, "2 lay nazi-k", "3 300", "0 300", "1 200", turn=2)
    assert only(SlapsSettled, step.events).draws == (0,)
    step = settled(hands, "2 lay nazi-k", "3 -", "0 -", "1 -", turn=2)
    assert draws(step.events) == [(3, 1), (0, 1), (1, 1)]


def test_the_player_of_a_nazi_never_draws_for_it():  # R everyone but its player
    step = settled(THREE, "0 lay nazi-k", "1 -", "2 -")
    assert counts(step.state) == (2, 3, 3)


def test_the_settlement_tells_who_slapped_and_when():
    step = settled(FOUR, "0 lay nazi-k", "1 300", "2 -", "3 untimed")
    assert only(SlapsSettled, step.events).slaps == ((1, 300), (3, None))
    assert step.state.table.contests == ()
    assert all(one.seen == () for one in step.state.hands)
    assert step.state.table.top == "nazi-k"


@pytest.mark.parametrize(
    ("after", "window", "told", "slaps", "drawing"),
    [
        pytest.param(4000, 4, (1, False), ((1, 4000),), (2,), id="D at the end of the window"),
        pytest.param(4001, 4, (0, True), (), (1, 2), id="D over the window: hands off"),
        pytest.param(4001, 5, (1, False), ((1, 4001),), (2,), id="D a longer window"),
        pytest.param(2001, 2, (0, True), (), (1, 2), id="D a shorter one"),
        pytest.param(150, 4, (1, False), ((1, 150),), (2,), id="as fast as can be"),
    ],
)
def test_a_late_slap_is_hands_off(after, window, told, slaps, drawing):
    state = play(nazi(window=window), "1 flip").state
    assert refused(state, f"1 slap {after}") is None
    step = play(state, f"1 slap {after}", "2 leave")
    reacted, settled_as = only(Reacted, step.events, to=1), only(SlapsSettled, step.events)
    assert (reacted.hit, reacted.late) == told
    assert (settled_as.slaps, settled_as.draws) == (slaps, drawing)


def test_a_late_hands_off_is_not_told_as_late():
    state = play(nazi(), "1 flip").state
    step = answer(state, 1, "slap", Slap(0, 0, 9999))
    assert not only(Reacted, step.events, to=1).late


# Several cards at once


THREE_CONTESTS = (
    "nazi-k halt-a/nazi-k halt-p police-a/police-k schnick-p/nazi-p swap-p",
    ("0 lay nazi-k", "1 leave", "1 lay nazi-k", "2 leave", "2 leave", "2 lay police-k >0"),
)


def test_three_contests_may_be_open():  # D the flip never stops the others
    state = play(lay_out(THREE_CONTESTS[0]), *THREE_CONTESTS[1]).state
    assert [contest.seat for contest in state.table.contests] == [0, 1, 2]
    assert asked(state) == [(0, "flip")] * 2 + [(1, "flip")] + [(3, "flip")] * 3 + [(3, "turn")]
    assert clocks(state, "flip") == {0: "free", 1: "free", 3: "same"}


def test_contests_settle_in_the_order_in_which_they_were_laid():  # D a complete one waits for the older ones
    state = play(lay_out(THREE_CONTESTS[0]), *THREE_CONTESTS[1]).state
    step = play(state, "0 leave", "0 leave", "1 leave", "3 leave")
    assert [event.seat for event in all_of(SlapsSettled, step.events)] == [0]
    step = play(state, "1 leave", "3 leave", "3 leave", "3 leave", "0 leave", "0 leave")
    assert [event.seat for event in all_of(SlapsSettled, step.events)] == [0, 1, 2]
    assert [event.face for event in all_of(SlapsSettled, step.events)] == ["nazi-k", "nazi-k", "police-k"]


def test_a_complete_contest_waits_for_the_older_one():  # D
    hands = "nazi-k halt-a nazi-p/nazi-k halt-p/schnick-k schnick-p swap-a/swap-k swap-p"
    state = play(lay_out(hands), "0 lay nazi-k", "1 leave", "1 lay nazi-k", "0 leave").state
    step = play(state, "2 leave", "2 leave", "3 leave")
    assert [event.seat for event in all_of(SlapsSettled, step.events)] == [0]
    step = play(step.state, "3 leave")
    assert [event.seat for event in all_of(SlapsSettled, step.last)] == [1]


def test_a_settlement_looks_at_the_table_as_it_is_then():  # D all else happens at the settlement
    hands = "police-k halt-a/swap-k halt-p/schnick-k schnick-p/nazi-k nazi-p"
    state = play(lay_out(hands), "0 lay police-k >3", "1 leave", "1 lay swap-k >3", "3 react").state
    step = play(state, "2 leave", "3 leave")
    assert step.state.table.shown == ("halt-p",)


def test_a_settlement_may_fall_into_an_action_that_waits():  # D the flip never stops the others
    hands = "nazi-k halt-a/schnick-k halt-p/halt-k schnick-p/swap-k swap-p"
    state = play(lay_out(hands), "0 lay nazi-k", "1 leave", "1 lay schnick-k >3", "2 leave").state
    step = play(state, "3 leave")
    assert only(SlapsSettled, step.events).draws == (1, 2, 3)
    assert asked(step.state) == [(1, "throw"), (3, "throw")]


# Option luck


def test_luck_draws_the_slowest_and_nobody_turns_anything():  # D
    found = set()
    for seed in range(40):
        step = play(lay_out(FOUR, slap="luck"), "0 lay nazi-k", seed=str(seed))
        assert only(CardLaid, step.events).face == step.state.table.top == "nazi-k"
        slow = only(SlowestDrawn, step.events).target
        assert asked(step.state) == [(slow, "react")]
        assert (step.state.table.affair.hit, step.state.table.contests) == ("draw", ())
        assert draws(play(step.state, f"{slow} react").events) == [(slow, 1)]
        found.add(slow)
    assert found == {1, 2, 3}


def test_luck_opens_the_named_seat_after_a_reaction():  # D mistaken slaps do not happen
    step = play(lay_out(THREE, slap="luck", opened=1), "0 lay police-k >2")
    assert (only(CardLaid, step.events).face, only(CardLaid, step.events).target) == ("police-k", 2)
    assert asked(step.state) == [(2, "react")]
    assert step.state.table.affair.hit == "open"
    step = play(step.state, "2 react")
    assert (only(Closed, step.events).target, only(Opened, step.events).target) == (1, 2)
    assert (step.state.table.open, asked(step.state)) == (2, [(1, "turn")])


@pytest.mark.parametrize(
    ("line", "hit"), [("0 lay nazi-k", "draw"), ("0 lay police-k >1", "open")], ids=["Nazi", "Polizei"]
)
def test_luck_asks_for_all_kinds_of_cards(line, hit):  # D with `luck` also those of Nazi and Polizei
    hands = "nazi-k police-k halt-a/list-k halt-p/list-k schnick-p"
    for seed in range(5):
        step = play(lay_out(hands, slap="luck"), line, seed=str(seed))
        ((seat, kind),) = asked(step.state)
        assert kind == "react"
        assert stand(step.state, seat, "react", orders(**{hit: "ask"}))[0] is None
        assert stand(step.state, seat, "react", orders(**{hit: "never"}))[0].wish == 0
        step = play(step.state, f"{seat} react list")
        assert lists(step.events)[0][0] == seat
        assert draws(step.events) == []
        assert step.state.table.open is None


def test_luck_and_a_list_close_the_old_open_hand():  # D also if a list voids the opening
    hands = "police-k halt-a/halt-k halt-p/list-k schnick-p"
    step = play(lay_out(hands, slap="luck", opened=1), "0 lay police-k >2", "2 react list")
    assert (step.state.table.open, step.state.table.exempt) == (None, 1)


# Orders and the clock


@pytest.mark.parametrize(
    ("kept", "wish"),
    [
        pytest.param(orders(), 1, id="D both orders use a list"),
        pytest.param(orders(draw="never"), 1, id="D one of the two is enough: open"),
        pytest.param(orders(open="ask"), 1, id="D one of the two is enough: draw"),
        pytest.param(orders(draw="ask", open="never"), 0, id="D neither does"),
    ],
)
def test_the_clock_keeps_the_hands_off_and_wishes_as_the_orders_say(kept, wish):
    state = nazi()
    assert fallback(state, 1, "flip", kept).wish == wish
    slapping = play(state, "1 flip").state
    found = fallback(slapping, 1, "slap", kept)
    assert (found.hit, found.wish) == (0, wish)


def test_orders_turn_no_card():  # D asked always: a flip is never answered by orders
    state = nazi()
    assert stand(state, 1, "flip", Orders()) == (None, Orders())
    assert stand(play(state, "1 flip").state, 1, "slap", Orders()) == (None, Orders())
