"""How a round ends: by going out, or with nobody out. R is the printed rule, D a ruling of the house."""

import pytest

from games.don_martin.events import Ended, Led, LoneSpecial, RoundOver
from games.engine import faces
from tests.engine.tables import all_of, asked, hand, only

from .tables import ended, lay_out, lying, outcome, play, refused

pytestmark = pytest.mark.pure

THEIRS = "quarp-g huffta-g/quarp-p huffta-p"
BLUES = "rumms-b zwick-b/quarp-b huffta-b/wobbel-b blompf-b"


# Going out


@pytest.mark.parametrize(
    ("mine", "lies", "answers", "ending"),
    [
        pytest.param(
            "rumms-b rumms-g",
            "rumms-p@2 huffta-b@1",
            ["0 play rumms-b", "0 lay rumms-b rumms-g rumms-p", "0 play huffta-b"],
            "lead",
            id="R all but one in groups, and a coloured lead",
        ),
        pytest.param(
            "rumms-b rumms-g",
            "rumms-p@2 rumms-b@1",
            ["0 play rumms-b", "0 lay rumms-b rumms-b rumms-g rumms-p"],
            "groups",
            id="R all cards in groups after a take",
        ),
        pytest.param(
            "rumms-b rumms-g zwick-b zwick-g",
            "rumms-p@2 zwick-b@1",
            ["0 play rumms-b", "0 lay rumms-b rumms-g rumms-p zwick-b zwick-g zwick-b"],
            "groups",
            id="R all cards in several groups",
        ),
        pytest.param(
            "splabbadap rumms-b",
            "rumms-p@2",
            ["0 play splabbadap", "1 throw quarp-g", "2 throw quarp-p", "0 keep", "0 play rumms-b"],
            None,
            id="not with cards left",
        ),
        pytest.param("rumms-b", "quarp-g", ["0 play rumms-b"], "add", id="R by an add"),
        pytest.param("rumms-b", "", ["0 play rumms-b"], "lead", id="D by a lead onto an empty table"),
        pytest.param("rumms-b", "quarp-b", ["0 play rumms-b"], None, id="R a card that takes comes back"),
        pytest.param(
            "rumms-b",
            "quarp-g quarp-p quarp-o quarp-b",
            ["0 play rumms-b"],
            None,
            id="R with all four colours a card always takes",
        ),
    ],
)
def test_going_out(mine, lies, answers, ending):
    step = play(lay_out(f"{mine}/{THEIRS}", lies=lies), *answers)
    assert ended(step) == (None if ending is None else (0, ending))
    assert (outcome(step.state) is None) == (ending is None)
    if ending is not None:
        assert step.state.prompts == ()


def test_going_out_by_groups_after_a_splabbadap():  # R also after SPLABBADAP!
    state = lay_out("splabbadap rumms-b/rumms-g huffta-g/rumms-p huffta-p")
    step = play(state, "0 play splabbadap", "1 throw rumms-g", "2 throw rumms-p")
    step = play(step.state, "0 lay rumms-b rumms-g rumms-p")
    assert ended(step) == (0, "groups")


@pytest.mark.parametrize("lies", ["quarp-g", ""])
def test_the_card_before_the_last_ends_nothing(lies):
    step = play(lay_out(f"rumms-b zwick-p/{THEIRS}", lies=lies), "0 play rumms-b")
    assert ended(step) is None


@pytest.mark.parametrize(
    ("hands", "lies"),
    [(f"inkle/{THEIRS}", "quarp-g"), (f"arrargh/{THEIRS}", ""), (f"splabbadap/{THEIRS}", "")],
)
def test_nobody_goes_out_with_a_special(hands, lies):  # R
    state = lay_out(hands, lies=lies)
    assert refused(state, f"0 play {hand(state, 0)}") == "last_special"


def test_the_round_ends_at_once():  # R no one else may lay down any cards; what lies on the table is for nobody
    hands = "rumms-b/zwick-b zwick-g zwick-p/quarp-p huffta-p"
    step = play(lay_out(hands, lies="quarp-g@2"), "0 play rumms-b")
    assert step.state.table.groups == ((), (), ())
    assert lying(step.state) == "quarp-g@2 rumms-b@0"
    assert step.state.prompts == ()


def test_all_hands_are_shown_at_the_end():  # R
    step = play(lay_out("rumms-b/zwick-b inkle/quarp-p huffta-p"), "0 play rumms-b")
    shown = ((), ("zwick-b", "inkle"), ("quarp-p", "huffta-p"))
    over = only(RoundOver, step.events)
    assert (over.hands, over.round, over.out, over.ending) == (shown, 1, 0, "lead")
    assert step.state.table.shown == shown
    kinds = [type(event) for event in step.events]
    assert kinds == [Led, RoundOver, Ended]


@pytest.mark.parametrize(("turn", "way"), [(1, 1), (2, 1), (1, -1), (2, -1)])
def test_any_seat_may_go_out_in_any_direction(turn, way):
    hands = ["quarp-g huffta-g", "quarp-g huffta-g", "quarp-p huffta-p"]
    hands[turn] = "rumms-b"
    step = play(lay_out("/".join(hands), turn=turn, way=way), f"{turn} play rumms-b")
    assert ended(step) == (turn, "lead")


# Nobody gets out: the number of cards stays the same


def test_a_round_stalls_after_five_times_as_many_handings_on_as_seats():  # D exactly
    state = play(lay_out(BLUES, rest="spent"), "0 play zwick-b").state  # the first
    assert (state.table.still, state.table.most_still) == (1, 15)
    lead = "huffta-b"
    for number in range(2, 16):
        assert outcome(state) is None
        seat = state.table.turn
        card = next(face for face in hand(state, seat).split() if face != lead)
        step = play(state, f"{seat} play {card}", f"{seat} keep", f"{seat} play {card}")
        state = step.state
        if number < 15:
            assert (state.table.still, ended(step)) == (number, None)
    assert ended(step) == (None, "stall")
    assert state.prompts == ()


@pytest.mark.parametrize(
    ("seats", "still", "stalls"),
    [
        pytest.param(3, 13, False, id="D three seats: not at fourteen"),
        pytest.param(3, 14, True, id="D three seats: at fifteen"),
        pytest.param(4, 18, False, id="D four seats: not at nineteen"),
        pytest.param(4, 19, True, id="D four seats: at twenty"),
        pytest.param(6, 28, False, id="D six seats: not at twenty-nine"),
        pytest.param(6, 29, True, id="D six seats: at thirty"),
    ],
)
def test_when_a_round_stalls(seats, still, stalls):
    hands = "/".join(
        ["rumms-b zwick-g", "huffta-b huffta-g", *["quarp-b quarp-g"] * 2, *["wobbel-g wobbel-p"] * 2][:seats]
    )
    step = play(lay_out(hands, lies="blompf-o", still=still), "0 play rumms-b")
    assert ended(step) == ((None, "stall") if stalls else None)
    assert stalls or step.state.table.still == still + 1


@pytest.mark.parametrize(
    ("answers", "goes_on"),
    [
        pytest.param(["0 play rumms-p"], False, id="D an add moves a card from a hand to the table"),
        pytest.param(["0 play rumms-b", "0 keep", "0 play rumms-b"], False, id="D a take moves it back"),
        pytest.param(["0 ignore"], True, id="D a card that is drawn makes it more"),
        pytest.param(["0 play arrargh"], True, id="D a special makes it less, whatever it does"),
        pytest.param(["0 play inkle"], True, id="D also INKLE DINKLE GLINK GLONK!"),
        pytest.param(["0 play gapween >1"], True, id="D two drawn and one gone make one more"),
        pytest.param(
            ["0 play rumms-b", "0 lay rumms-b rumms-g rumms-p", "0 play inkle"],
            True,
            id="D groups make it less",
        ),
    ],
)
def test_what_keeps_a_round_from_stalling(answers, goes_on):
    mine = "rumms-b rumms-g rumms-p arrargh inkle gapween"
    step = play(lay_out(f"{mine}/{THEIRS}", lies="blompf-b@2 blompf-g@1", still=14), *answers)
    assert ended(step) == (None if goes_on else (None, "stall"))
    assert not goes_on or step.state.table.still == 1


def test_a_stalled_round_counts_nothing_of_the_one_before():
    state = play(
        lay_out("rumms-b/zwick-b quarp-b/quarp-p huffta-p", target=500, still=9), "0 play rumms-b"
    ).state
    assert (state.table.round, state.table.still, state.table.cards) == (2, 0, 0)


# Nobody gets out: all pass


def test_a_round_ends_when_all_have_passed():  # D without a pile, each with a special alone
    state = lay_out("rumms-b arrargh/inkle/gapween", lies="quarp-g", rest="spent")
    step = play(state, "0 play rumms-b")
    assert all_of(LoneSpecial, step.events) == [LoneSpecial(seat=seat, drew=False) for seat in (1, 2, 0)]
    assert ended(step) == (None, "passes")
    assert faces(step.state.hands[1].cards) == ("inkle",)


def test_all_pass_on_an_empty_table_too():  # D
    step = play(lay_out("arrargh inkle/inkle/gapween", rest="spent"), "0 play arrargh")
    assert [event.seat for event in all_of(LoneSpecial, step.events)] == [2, 0, 1]
    assert ended(step) == (None, "passes")


def test_whoever_can_play_breaks_the_row():  # D
    state = lay_out("rumms-b zwick-p arrargh/inkle/gapween", lies="quarp-g", rest="spent")
    step = play(state, "0 play rumms-b")
    assert (ended(step), asked(step.state)) == (None, [(0, "turn")])
    step = play(step.state, "0 play zwick-p")  # three more, from the first again
    assert [event.seat for event in all_of(LoneSpecial, step.events)] == [1, 2, 0]
    assert ended(step) == (None, "passes")


def test_whoever_drew_has_not_passed():  # D a lone special draws one where it should lead
    state = lay_out("arrargh inkle/gapween/inkle", pile="wobbel-b", rest="spent")
    step = play(state, "0 play arrargh")
    assert all_of(LoneSpecial, step.events) == [
        LoneSpecial(seat=2, drew=True),
        LoneSpecial(seat=0, drew=False),
        LoneSpecial(seat=1, drew=False),
    ]
    assert (ended(step), asked(step.state)) == (None, [(2, "lead")])


def test_passing_goes_round_six_seats():  # D as many passes as seats, not five of six
    hands = "rumms-b arrargh/inkle/gapween/inkle/gapween/arrargh"
    step = play(lay_out(hands, lies="quarp-g", rest=1), "0 play rumms-b")
    assert (ended(step), asked(step.state)) == (None, [(1, "turn")])
    state = lay_out(hands, lies="quarp-g", rest="spent", groups="/////" + "wobbel-b wobbel-g wobbel-p")
    step = play(state, "0 play rumms-b")
    assert len(all_of(LoneSpecial, step.events)) == 6
    assert ended(step) == (None, "passes")
