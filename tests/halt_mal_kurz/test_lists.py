"""Several lists at once, where they come to lie, and that being asked tells nothing. R is printed, D a house ruling."""

import pytest

from games.engine import encode
from games.halt_mal_kurz.answers import Lay, React
from games.halt_mal_kurz.events import Counted, Gave, Halved, ListUsed, Opened, Redealt, Swapped
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import all_of, hand, only, prompt_of, public

from .tables import (
    answer,
    asked,
    counts,
    discards,
    draws,
    fields,
    lay_out,
    lists,
    orders,
    outcome,
    play,
    stand,
)

pytestmark = pytest.mark.pure

GO = "halt-a halt-p"  # what the player of the card keeps


# Several at once


def test_several_are_asked_in_parallel():  # D
    state = lay_out("capitalism-k halt-a/list-k nazi-a/list-k nazi-p/nazi-a nazi-k")
    found = [p for p in play(state, "0 lay capitalism-k").state.prompts if p.kind == "react"]
    assert [prompt.seat for prompt in found] == [1, 2, 3]
    assert len({prompt.group for prompt in found}) == 1
    assert {prompt.clock for prompt in found} == {"pace"}


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_lists_are_laid_clockwise_with_replacements_then_the_rest(order):  # D whoever answers first
    hands = "capitalism-k halt-a/list-k nazi-a/nazi-k nazi-p/list-k nazi-k"
    state = lay_out(hands, pile="schnick-a schnick-p schnick-k group-a")
    wishes = {1: " list", 2: "", 3: " list"}
    step = play(state, "0 lay capitalism-k", *(f"{seat} react{wishes[seat]}" for seat in order))
    assert [seat for seat, _, _ in lists(step.events)] == [1, 3]
    assert draws(step.events, "replacement") == [(1, 1), (3, 1)]
    assert draws(step.events) == [(2, 2)]
    assert (hand(step.state, 1), hand(step.state, 3)) == ("nazi-a schnick-a", "nazi-k schnick-p")
    assert hand(step.state, 2) == "nazi-k nazi-p schnick-k group-a"
    assert discards(step.state, 3) == "capitalism-k list-k list-k"


def test_nobody_sees_an_answer_before_all_are_in():  # D asked in parallel
    hands = "communism halt-a/list-k nazi-a/list-a nazi-p/nazi-a nazi-k"
    state = play(lay_out(hands), "0 lay communism").state
    one, two = play(state, "2 react list"), play(state, "2 react")
    assert one.events == two.events == ()
    assert one.state.table == two.state.table == state.table
    assert one.state.prompts == two.state.prompts


def test_clockwise_is_from_the_player_of_the_card():  # D
    state = lay_out("list-k nazi-k/list-k nazi-p/capitalism-k halt-a/nazi-p nazi-a", turn=2)
    step = play(state, "2 lay capitalism-k", "0 react list", "1 react list", "3 react")
    assert [seat for seat, _, _ in lists(step.events)] == [0, 1]
    assert draws(step.events) == [(3, 2)]


# Where a list comes to lie


def test_with_no_turn_open_the_list_becomes_the_top():  # D
    state = lay_out(f"halt-k {GO}/list-a nazi-a/nazi-p", top="list-k")
    step = play(state, "0 lay halt-k >1", "1 react list")
    assert (step.state.table.top, discards(step.state)) == ("list-a", "list-k halt-k list-a")


def test_while_somebody_thinks_it_slides_in_under_the_top():  # D nobody's top changes while thinking
    state = lay_out(f"nazi-k {GO}/halt-k nazi-a/list-k nazi-p", top="list-k")
    state = play(state, "0 lay nazi-k", "1 leave").state
    assert asked(state) == [(1, "turn"), (2, "flip")]
    step = play(state, "2 leave list")
    assert lists(step.events) == [(2, "list-k", "nazi-k")]
    assert (step.state.table.top, discards(step.state)) == ("nazi-k", "list-k list-k nazi-k")
    assert step.state.hands[2].cards != state.hands[2].cards


def test_against_a_buried_card_it_slides_in_on_that_card():  # D
    state = lay_out(f"nazi-k {GO}/police-a nazi-a/list-k nazi-p/nazi-a", top="list-k")
    step = play(state, "0 lay nazi-k", "1 leave", "1 lay police-a >0", "3 leave", "2 leave list")
    assert lists(step.events) == [(2, "list-k", "nazi-k")]
    assert discards(step.state, 4) == "list-k nazi-k list-k police-a"
    assert step.state.table.top == "covered-a"


def test_however_deep_that_card_is_buried():  # D directly on the card it answers
    hands = f"nazi-k {GO}/police-a nazi-a/nazi-a nazi-p/list-k halt-k"
    answers = ("0 lay nazi-k", "1 leave", "1 lay police-a >0", "2 leave", "2 leave", "2 lay nazi-a")
    step = play(lay_out(hands, top="list-k"), *answers, "3 leave list")
    assert lists(step.events) == [(3, "list-k", "nazi-k")]
    assert discards(step.state, 5) == "list-k nazi-k list-k police-a nazi-a"


def test_a_turn_whose_seat_owes_flips_is_not_open():  # D its last flip's own settlement included
    state = lay_out(f"nazi-k {GO}/list-k nazi-a/halt-k nazi-p", top="list-k")
    state = play(state, "0 lay nazi-k", "2 leave").state
    assert asked(state) == [(1, "flip"), (1, "turn")]
    step = play(state, "1 leave list")
    assert (step.state.table.top, discards(step.state)) == ("list-k", "list-k nazi-k list-k")


def test_several_lists_against_one_card_lie_in_their_order():  # D
    state = lay_out("communism halt-a/list-k nazi-a/list-a nazi-p", top="list-p")
    step = play(state, "0 lay communism", "2 react list", "1 react list")
    assert discards(step.state) == "communism list-k list-a"


# Whether one is asked never depends on what one holds


ASKED = [
    pytest.param(f"halt-k {GO}/{{}} nazi-a/nazi-p", "0 lay halt-k >1", "receive", id="Halt mal kurz"),
    pytest.param(f"swap-k {GO}/{{}} nazi-a/nazi-p", "0 lay swap-k >1", "swap", id="Ach - mein, dein"),
    pytest.param(f"communism {GO}/{{}} nazi-a/nazi-p", "0 lay communism", "communism", id="Kommunismus"),
    pytest.param("capitalism-k/{} nazi-a/nazi-p", "0 lay capitalism-k", "draw", id="Kapitalismus"),
]


@pytest.mark.parametrize(("hands", "line", "hit"), ASKED)
@pytest.mark.parametrize("order", ["use", "ask", "never"])
def test_whether_a_seat_is_asked_does_not_depend_on_its_hand(hands, line, hit, order):  # D no tell
    hands = hands.replace("capitalism-k/", "capitalism-k halt-a/")
    kept = orders(**{hit: order})
    found = []
    for held in ("list-k", "nazi-k"):
        step = play(lay_out(hands.format(held)), line)
        assert step.state.table.affair.hit == hit
        action, left = stand(step.state, 1, "react", kept)
        assert left == kept
        found.append((asked(step.state), public(step.events), encode(step.state.table), action is None))
    assert found[0] == found[1]
    assert found[0][3] == (order == "ask")


@pytest.mark.parametrize(("hands", "line", "hit"), ASKED)
@pytest.mark.parametrize(
    ("order", "held", "wish"),
    [
        pytest.param("use", "list-k", 1, id="D use a list if I can"),
        pytest.param("use", "nazi-k", 0, id="D and without one take it at once"),
        pytest.param("never", "list-k", 0, id="D never"),
        pytest.param("never", "nazi-k", 0, id="D never, without one"),
    ],
)
def test_orders_answer_at_once(hands, line, hit, order, held, wish):
    hands = hands.replace("capitalism-k/", "capitalism-k halt-a/")
    state = play(lay_out(hands.format(held)), line).state
    others = {name: "ask" for name in ("draw", "receive", "swap", "open", "communism") if name != hit}
    action, _ = stand(state, 1, "react", orders(**others, **{hit: order}))
    assert action.wish == wish


def test_a_replacement_keeps_a_hand_from_emptying():  # D
    state = lay_out(f"halt-k {GO}/list-a/nazi-p", pile="razupaltuff")
    step = play(state, "0 lay halt-k >1", "1 react list")
    assert hand(step.state, 1) == "razupaltuff"
    assert asked(step.state) == [(1, "turn")]


def test_with_nothing_left_to_draw_a_reaction_can_empty_a_hand_and_that_wins():  # D
    state = lay_out("nazi-k halt-a/halt-k/list-k", rest=1)
    state = play(state, "0 lay nazi-k", "1 leave", "1 draw").state  # the old top was the last one to draw
    assert state.table.to_draw == 0
    step = play(state, "2 leave list")
    assert draws(step.events, "replacement") == [(2, 0)]
    assert outcome(step.state)[0] == (2,)


def test_how_a_reaction_is_said_is_told():
    state = play(lay_out(f"halt-k {GO}/list-a nazi-a/nazi-p"), "0 lay halt-k >1").state
    assert fields(state, 1, "react", "react")["delivery"].preset == "plain"
    step = answer(state, 1, "react", React(1, "sung"))
    assert only(ListUsed, step.events).delivery == "sung"
    hands = "capitalism-k halt-a/list-k nazi-a/list-k nazi-p"
    state = play(lay_out(hands), "0 lay capitalism-k").state
    state = answer(state, 2, "react", React(1, "roared")).state
    told = all_of(ListUsed, answer(state, 1, "react", React(1, "whispered")).events)
    assert [event.delivery for event in told] == ["whispered", "roared"]


@pytest.mark.parametrize(
    ("hands", "answers", "kind"),
    [
        pytest.param(f"halt-k {GO}/list-a/nazi-p", ("0 lay halt-k >1", "1 react list"), Halved, id="half"),
        pytest.param(f"swap-k {GO}/list-a/nazi-p", ("0 lay swap-k >1", "1 react list"), Swapped, id="swap"),
        pytest.param(
            f"assembly-k {GO}/list-a/nazi-p nazi-k",
            ("0 lay assembly-k", "0 vote 2>1", "1 abstain list", "2 abstain"),
            Gave,
            id="assembly",
        ),
        pytest.param(
            f"police-k {GO}/list-k/nazi-p",
            ("0 lay police-k >1", "2 leave", "1 leave list"),
            Opened,
            id="opening",
        ),
    ],
)
def test_a_reaction_ends_the_action_for_its_target(hands, answers, kind):  # R no new victim
    state = lay_out(hands)
    step = play(state, *answers)
    assert all_of(kind, step.events) == []
    assert counts(step.state)[2] == counts(state)[2]


def test_a_list_voids_only_its_own_part():  # D Kapitalismus, Kommunismus, group
    step = play(
        lay_out("capitalism-k halt-a/list-k nazi-a/nazi-p nazi-k"),
        "0 lay capitalism-k",
        "1 react list",
        "2 react",
    )
    assert only(Counted, step.events).targets == (1, 2)
    assert draws(step.events) == [(2, 2)]
    step = play(
        lay_out("communism halt-a/list-k nazi-a/nazi-p nazi-k"), "0 lay communism", "1 react list", "2 react"
    )
    assert set(only(Redealt, step.events).seats) == {0, 2}
    step = play(
        lay_out("group-k halt-a halt-p/list-k nazi-a/nazi-p nazi-k"),
        *("0 lay group-k", "0 throw r", "1 throw s list", "2 throw s"),
        "0 give halt-a",
    )
    assert [event.target for event in all_of(Gave, step.events)] == [2]


# Said aloud


@pytest.mark.parametrize("words", [None, 7])
@pytest.mark.parametrize("delivery", ["plain", "sung"])
def test_a_list_is_said_like_a_card_that_is_laid(delivery, words):  # D own words, or how it is delivered
    state = play(lay_out(f"communism {GO}/list-k nazi-a/nazi-p nazi-a"), "0 lay communism").state
    assert {"delivery", "words"} <= set(fields(state, 1, "react", "react"))
    promised = answer(state, 1, "react", React(1, delivery, words))
    assert all_of(ListUsed, promised.events) == []  # nobody reads it before the list is laid
    told = only(ListUsed, play(promised.state, "2 react").events)
    assert (told.delivery, told.words) == (delivery, words)


def test_words_to_a_list_that_is_not_used_are_not_told():
    state = play(lay_out(f"halt-k {GO}/list-k nazi-a/nazi-p"), "0 lay halt-k >1").state
    step = answer(state, 1, "react", React(0, "sung", 7))
    assert not any(getattr(event, "words", None) for event in step.events)


@pytest.mark.parametrize(
    ("words", "reason"), [(0, None), (2**63 - 1, None), (2**63, "wrong_answer"), (-1, "wrong_answer")]
)
def test_words_are_a_text_that_somebody_wrote(words, reason):
    laid = lay_out(f"halt-k {GO}/list-k nazi-a/nazi-p")
    asked_for = play(laid, "0 lay halt-k >1").state
    for state, seat, action in (
        (laid, 0, Lay("halt-k.1", 1, words=words)),
        (asked_for, 1, React(1, words=words)),
    ):
        prompt = prompt_of(state, seat, "turn" if seat == 0 else "react")
        assert GAME.check(state.view(seat), prompt, action) == reason
