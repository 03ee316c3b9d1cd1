"""The Not-to-do-Liste: what it stops, when, and where it comes to lie. R is the printed rule, D a house ruling."""

import pytest

from games.halt_mal_kurz.events import ListUsed
from games.halt_mal_kurz.pack import kind_of
from tests.engine.tables import all_of, hand

from .tables import asked, draws, fields, lay_out, lists, play, refused

pytestmark = pytest.mark.pure

GO = "halt-a halt-p"  # what the player of the card keeps

# Each kind of hit: who is hit by what, the answers before it falls, and the one that brings the wish.
HITS = [
    pytest.param(
        f"nazi-k {GO}/list-k nazi-a/nazi-p nazi-a",
        ("0 lay nazi-k", "2 flip", "2 slap 300", "1 leave{}"),
        "nazi-k",
        id="R drawing: a Nazi",
    ),
    pytest.param(
        f"police-k {GO}/list-k nazi-a/nazi-p nazi-a",
        ("0 lay police-k >2", "2 leave", "1 flip", "1 slap 300{}"),
        "police-k",
        id="R drawing: a slapped Polizei",
    ),
    pytest.param(
        "capitalism-k halt-a/list-k nazi-a/nazi-p",
        ("0 lay capitalism-k", "1 react{}"),
        "capitalism-k",
        id="R drawing: Kapitalismus",
    ),
    pytest.param(
        f"schnick-p {GO}/list-k nazi-a/nazi-p",
        ("0 lay schnick-p >1", "0 throw r", "1 throw s{}"),
        "schnick-p",
        id="R receiving: Schnick",
    ),
    pytest.param(
        f"group-p {GO}/list-k nazi-a/nazi-p nazi-a",
        ("0 lay group-p", "0 throw r", "2 throw r", "1 throw s{}"),
        "group-p",
        id="R receiving: Gruppen-Schnick",
    ),
    pytest.param(
        f"halt-k {GO}/list-k nazi-a/nazi-p",
        ("0 lay halt-k >1", "1 react{}"),
        "halt-k",
        id="R receiving: Halt mal kurz",
    ),
    pytest.param(
        f"assembly-k {GO}/list-k nazi-a/nazi-p nazi-a",
        ("0 lay assembly-k", "0 vote 2>1", "2 abstain", "1 abstain{}"),
        "assembly-k",
        id="R receiving: Vollversammlung",
    ),
    pytest.param(
        f"swap-k {GO}/list-k nazi-a/nazi-p",
        ("0 lay swap-k >1", "1 react{}"),
        "swap-k",
        id="R swapping: Ach - mein, dein",
    ),
    pytest.param(
        f"police-k {GO}/list-k nazi-a/nazi-p nazi-a",
        ("0 lay police-k >1", "2 leave", "1 leave{}"),
        "police-k",
        id="R playing open: Polizei",
    ),
    pytest.param(
        f"communism {GO}/list-k nazi-a/nazi-p nazi-a",
        ("0 lay communism", "2 react", "1 react{}"),
        "communism",
        id="R Kommunismus",
    ),
]


@pytest.mark.parametrize(("hands", "answers", "against"), HITS)
def test_a_list_makes_a_hit_void_and_is_replaced(hands, answers, against):
    state = lay_out(hands, pile="schnick-a")
    step = play(state, *(line.format(" list") for line in answers))
    assert lists(step.events) == [(1, "list-k", against)]
    assert draws(step.events, "replacement") == [(1, 1)]
    assert hand(step.state, 1) == "nazi-a schnick-a"
    assert (1, 1) not in draws(step.events)
    assert step.state.table.open != 1


@pytest.mark.parametrize(("hands", "answers", "against"), HITS)
def test_without_the_wish_it_hits(hands, answers, against):
    step = play(lay_out(hands), *(line.format("") for line in answers))
    assert lists(step.events) == []
    assert draws(step.events, "replacement") == []
    changed = hand(step.state, 1) != "list-k nazi-a" or step.state.table.open == 1
    assert changed or asked(step.state) == [(0, "give")]


@pytest.mark.parametrize(("hands", "answers", "against"), HITS)
def test_play_goes_on_with_the_seat_that_was_next(hands, answers, against):  # R
    step = play(lay_out(hands), *(line.format(" list") for line in answers))
    give = asked(step.state) == [(0, "give")]
    assert give or asked(step.state)[-1] == (1, "turn")


@pytest.mark.parametrize(("hands", "answers", "against"), HITS)
def test_nobody_reacts_to_a_reaction(hands, answers, against):  # D, and R the action looks for no new victim
    state = lay_out(hands.replace("nazi-p", "list-p"))
    step = play(state, *(line.format(" list") for line in answers))
    assert [seat for seat, _, _ in lists(step.events)] == [1]
    assert "react" not in {kind for _, kind in asked(step.state)}


# When a list does not help


@pytest.mark.parametrize(
    ("state", "answers"),
    [
        pytest.param(
            lay_out(f"nazi-p {GO}/list-k nazi-a/nazi-a", top="assembly-p"),
            ("0 lay nazi-p", "2 flip", "2 slap 300", "1 leave list"),
            id="R it does not fit the card",
        ),
        pytest.param(
            lay_out(f"police-k {GO}/list-p nazi-a/nazi-a"),
            ("0 lay police-k >1", "2 leave", "1 leave list"),
            id="R nor does it fit a Polizei",
        ),
        pytest.param(
            lay_out(f"schnick-k {GO} list-k/nazi-k halt-p/nazi-a"),
            ("0 lay schnick-k >1", "0 throw r", "1 throw p"),
            id="R never against your own card: a duel lost by who laid it",
        ),
        pytest.param(
            lay_out("capitalism-k list-k halt-a halt-p/nazi-k/nazi-a"),
            ("0 lay capitalism-k",),
            id="R never against your own card: Kapitalismus",
        ),
        pytest.param(
            lay_out(f"assembly-k list-k {GO}/nazi-k nazi-k/nazi-a"),
            ("0 lay assembly-k", "0 vote 1>0", "1 abstain", "2 abstain"),
            id="R never against your own card: the caller of an assembly",
        ),
        pytest.param(
            lay_out(f"group-k list-k {GO}/nazi-k nazi-k/nazi-a"),
            ("0 lay group-k", "0 throw r", "1 throw p", "2 throw r"),
            id="R never against your own card: a group duel",
        ),
        pytest.param(
            lay_out(f"assembly-k {GO}/list-k nazi-k/nazi-a"),
            ("0 lay assembly-k", "0 vote 1>2", "1 abstain gift=nazi-k list", "2 abstain"),
            id="D a giver is not harmed",
        ),
        pytest.param(
            lay_out(f"schnick-p {GO}/list-k nazi-k/nazi-a"),
            ("0 lay schnick-p >1", "0 throw r", "1 throw p gift=nazi-k list"),
            id="D nor is the winner of a duel",
        ),
    ],
)
def test_a_list_that_is_no_use(state, answers):
    step = play(state, *answers)
    assert all_of(ListUsed, step.events) == []


@pytest.mark.parametrize(
    ("state", "before", "line"),
    [
        pytest.param(
            lay_out("capitalism-k list-k/nazi-k/nazi-a"), ("0 lay capitalism-k",), "", id="own card"
        ),
        pytest.param(
            lay_out(f"communism {GO} list-k/nazi-k/nazi-a"), ("0 lay communism",), "", id="own Kommunismus"
        ),
        pytest.param(lay_out(f"halt-k {GO}/nazi-k/list-a"), ("0 lay halt-k >1",), "", id="not hit at all"),
    ],
)
def test_who_is_not_hit_by_another_is_not_asked(state, before, line):
    seats = {seat for seat, kind in asked(play(state, *before).state) if kind == "react"}
    assert seats.isdisjoint({0, 2} if kind_of(state.hands[0].cards[0]) == "halt" else {0})


def test_a_list_that_is_not_held_cannot_be_used():
    state = play(lay_out(f"halt-k {GO}/nazi-k nazi-p/nazi-a"), "0 lay halt-k >1").state
    assert refused(state, "1 react list") == "no_list"
    state = play(
        lay_out("capitalism-p halt-a/nazi-k list-k/nazi-a", top="list-p"), "0 lay capitalism-p"
    ).state
    assert refused(state, "1 react list") == "no_list"  # held, but it does not fit


def test_what_is_offered_says_whether_there_is_a_list():
    for held, reason in (("list-a", None), ("nazi-a", "no_list")):
        state = play(lay_out(f"halt-k {GO}/nazi-k {held}/nazi-a"), "0 lay halt-k >1").state
        wish = fields(state, 1, "react", "react")["wish"]
        assert [(choice.value, choice.reason) for choice in wish.choices] == [(0, None), (1, reason)]


def test_a_list_out_of_turn_is_no_answer_to_a_list():  # D no reaction to a reaction, R only on a turn
    state = play(lay_out(f"list-k {GO}/list-a nazi-k/list-p"), "0 lay list-k").state
    assert asked(state) == [(1, "turn")]
    assert [prompt.kind for prompt in state.prompts if prompt.seat == 2] == []


# Which list, and against what


@pytest.mark.parametrize(
    ("held", "face", "used"),
    [
        pytest.param("list-p list-k", "halt-a", "list-p", id="D the one held longest"),
        pytest.param("nazi-k list-k list-p", "halt-a", "list-k", id="D in order of arrival"),
        pytest.param("list-p list-a list-k", "capitalism-k", "list-k", id="D the longest held that fits"),
        pytest.param("list-p list-a", "communism", "list-p", id="R any list fits Kommunismus"),
    ],
)
def test_the_fitting_list_held_longest_is_laid(held, face, used):
    state = lay_out(f"{face} halt-k halt-p/{held} nazi-a nazi-p/nazi-a")
    target = " >1" if face.startswith("halt") else ""
    answers = [f"0 lay {face}{target}", "1 react list"]
    answers += ["2 react"] if face == "communism" else []
    assert lists(play(state, *answers).events) == [(1, used, face)]


@pytest.mark.parametrize(
    ("held", "used"),
    [
        pytest.param("list-k", True, id="D it fits the card it answers, though not the present top"),
        pytest.param("list-a", False, id="D it fits the present top, but not the card it answers"),
    ],
)
def test_a_list_fits_the_card_it_answers_not_the_present_top(held, used):
    state = lay_out(f"nazi-k {GO}/police-a nazi-a/{held} nazi-p/nazi-a nazi-p", pile="nazi-p nazi-p nazi-p")
    answers = ("0 lay nazi-k", "1 leave", "1 lay police-a >0", "3 leave", "2 leave list")
    step = play(state, *answers)
    assert bool(lists(step.events)) == used
    assert ((2, 1) in draws(step.events)) == (not used)


def test_a_wish_whose_list_is_gone_is_no_wish():  # D looked at when the hit falls
    state = lay_out(f"nazi-k {GO}/nazi-k nazi-a halt-k/list-k nazi-p/nazi-a", pile="nazi-p nazi-p nazi-p")
    answers = (
        "0 lay nazi-k",
        "1 leave",
        "1 lay nazi-k",
        "2 leave list",
        "2 leave list",
        "0 leave",
        "3 leave",
    )
    step = play(state, *answers, "3 leave")
    assert lists(step.events) == [(2, "list-k", "nazi-k")]
    assert [event for event in draws(step.events) if event[0] == 2] == [(2, 1)]


def test_a_list_that_came_later_serves_an_earlier_wish():  # D looked at when the hit falls
    state = lay_out(f"nazi-k {GO}/halt-k/nazi-p/nazi-a nazi-p", pile="nazi-a list-k")
    answers = ("0 lay nazi-k", "1 leave list", "2 leave", "1 draw", "2 draw", "3 leave")
    assert lists(play(state, *answers).events) == []
    state = lay_out(f"nazi-k {GO}/halt-k/nazi-p/nazi-a nazi-p", pile="list-k")
    assert lists(play(state, *answers).events) == [(1, "list-k", "nazi-k")]
