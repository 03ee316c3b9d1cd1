"""What is told of an answer, and to whom. R is the printed rule, D a ruling of the house."""

import pytest
from msgspec.structs import replace

from games.don_martin.events import (
    Added,
    AnyEvent,
    Dealt,
    Drew,
    DrewTwo,
    Ended,
    Exempt,
    Ignored,
    LaidDown,
    Led,
    LoneSpecial,
    PickedUp,
    PileOut,
    RoundOver,
    Showed,
    Skipped,
    SpecialPlayed,
    ThrownIn,
    TookTrick,
    Turned,
)
from games.don_martin.parts import Group, Score
from games.don_martin.rules import GAME
from games.engine import Dice, Event, faces
from tests.engine.tables import public

from .tables import lay_out, play

pytestmark = pytest.mark.pure

MINE = "rumms-b zwick-g arrargh splabbadap gapween inkle"
HANDS = f"{MINE}/quarp-g huffta-g/quarp-p huffta-p"
LIES = "blompf-b@1 blompf-p@2"


def told(played):
    """What each seat alone was told, in order."""
    return [(event.to, event.faces) for event in played.last if event.to is not None]


@pytest.mark.parametrize(
    ("table", "answers", "everybody", "alone"),
    [
        pytest.param({}, ["0 play rumms-b"], [Led(seat=0, face="rumms-b")], [], id="a lead"),
        pytest.param({"lies": LIES}, ["0 play zwick-g"], [Added(seat=0, face="zwick-g")], [], id="an add"),
        pytest.param(
            {"lies": LIES},
            ["0 play rumms-b"],
            [TookTrick(seat=0, face="rumms-b", faces=("blompf-b", "blompf-p"))],
            [],
            id="a take: everybody saw the cards",
        ),
        pytest.param(
            {"lies": LIES}, ["0 play rumms-b", "0 keep"], [], [], id="D nothing is told of keeping all"
        ),
        pytest.param(
            {"lies": LIES, "pile": "wobbel-b"},
            ["0 ignore"],
            [Ignored(seat=0)],
            [(0, ("wobbel-b",))],
            id="R a card is drawn: its face for that seat alone",
        ),
        pytest.param(
            {"lies": LIES, "pile": "wobbel-b wobbel-g"},
            ["0 play gapween >2"],
            [SpecialPlayed(seat=0, face="gapween", target=2), DrewTwo(seat=2, cards=2)],
            [(2, ("wobbel-b", "wobbel-g"))],
            id="R two for another seat: for that seat alone",
        ),
        pytest.param(
            {"lies": LIES},
            ["0 play arrargh"],
            [
                SpecialPlayed(seat=0, face="arrargh"),
                PickedUp(seat=1, faces=("blompf-b", "blompf-p"), why="arrargh"),
            ],
            [],
            id="ARRARGH! with cards",
        ),
        pytest.param(
            {},
            ["0 play arrargh"],
            [SpecialPlayed(seat=0, face="arrargh"), Skipped(seat=1)],
            [],
            id="ARRARGH! without",
        ),
        pytest.param(
            {},
            ["0 play inkle"],
            [SpecialPlayed(seat=0, face="inkle"), Turned(way=-1)],
            [],
            id="the other way round",
        ),
        pytest.param(
            {"lies": LIES},
            ["0 play splabbadap"],
            [SpecialPlayed(seat=0, face="splabbadap")],
            [],
            id="SPLABBADAP!",
        ),
        pytest.param(
            {"lies": LIES},
            ["0 play splabbadap", "2 throw quarp-p"],
            [],
            [],
            id="D nothing is told of the first card",
        ),
        pytest.param(
            {"lies": LIES},
            ["0 play splabbadap", "2 throw quarp-p", "1 throw huffta-g"],
            [
                ThrownIn(seats=(1, 2), faces=("huffta-g", "quarp-p")),
                PickedUp(seat=0, faces=("blompf-b", "blompf-p", "huffta-g", "quarp-p"), why="splabbadap"),
            ],
            [],
            id="D all are told of with the last",
        ),
    ],
)
def test_what_is_told(table, answers, everybody, alone):
    step = play(lay_out(HANDS, **table), *answers)
    assert public(step.last) == tuple(everybody)
    assert told(step) == alone


@pytest.mark.parametrize(
    ("hands", "table", "answers", "everybody"),
    [
        pytest.param(
            "rumms-b zwick-g/inkle/quarp-p huffta-p",
            {"rest": 2},
            ["0 play rumms-b"],
            [Led(seat=0, face="rumms-b"), LoneSpecial(seat=1, drew=False)],
            id="D a lone special passes, which tells that it is one",
        ),
        pytest.param(
            "arrargh zwick-g/quarp-p huffta-p/inkle",
            {"pile": "wobbel-b"},
            ["0 play arrargh"],
            [SpecialPlayed(seat=0, face="arrargh"), Skipped(seat=1), LoneSpecial(seat=2, drew=True)],
            id="D or draws one, and nobody else sees what",
        ),
        pytest.param(
            "splabbadap zwick-g/inkle/arrargh gapween",
            {},
            ["0 play splabbadap"],
            [
                SpecialPlayed(seat=0, face="splabbadap"),
                Exempt(seat=1),
                Showed(seat=2, faces=("arrargh", "gapween")),
            ],
            id="R specials alone are shown, a single card is not",
        ),
        pytest.param(
            "rumms-b rumms-g/inkle/quarp-p",
            {"lies": "rumms-p@2"},
            ["0 ignore", "1 ignore", "2 play quarp-p", "2 keep", "2 play rumms-p"],
            [Led(seat=2, face="rumms-p")],
            id="a lead after a take",
        ),
        pytest.param(
            "rumms-b rumms-g/inkle quarp-b/quarp-p",
            {"lies": "rumms-b@2"},
            ["0 play rumms-b", "0 lay rumms-b rumms-g rumms-b"],
            [
                LaidDown(seat=0, groups=(Group(("rumms-b", "rumms-g", "rumms-b")),)),
                RoundOver(
                    round=1,
                    out=0,
                    ending="groups",
                    scores=(Score(10, 0, 3, 100), Score(0, -15), Score(0, -5)),
                    hands=((), ("inkle", "quarp-b"), ("quarp-p",)),
                ),
                Ended(winners=(0,), points=(113, -15, -5), why="one_round"),
            ],
            id="R the end: all hands are shown",
        ),
    ],
)
def test_what_everybody_is_told(hands, table, answers, everybody):
    assert public(play(lay_out(hands, **table), *answers).last) == tuple(everybody)


def test_the_last_card_of_the_pile_is_told_to_everybody():
    state = lay_out(HANDS, lies=LIES, pile="wobbel-b", rest=1)
    step = play(state, "0 play gapween >2")
    assert step.last[1:] == (DrewTwo(seat=2, cards=1), Drew(to=2, faces=("wobbel-b",)), PileOut())


def test_a_new_round_tells_nobody_of_cards():  # each sees its own hand
    step = play(lay_out("rumms-b/quarp-g/quarp-p", target=500), "0 play rumms-b")
    assert [type(event) for event in step.events] == [Led, RoundOver, Dealt]
    assert told(step) == []


# What is new in a hand


@pytest.mark.parametrize(
    ("lines", "seat", "new"),
    [
        pytest.param(["0 ignore"], 0, 1, id="a card drawn"),
        pytest.param(["0 play rumms-b"], 0, 2, id="the cards taken, not the one that took"),
        pytest.param(["0 play rumms-b", "0 keep"], 0, 0, id="nothing any more after the next answer"),
        pytest.param(["0 play arrargh"], 1, 2, id="what ARRARGH! gave"),
        pytest.param(["0 play gapween >1"], 1, 2, id="what GA-PWEEN! gave"),
        pytest.param(["0 play gapween >1", "2 ignore", "0 ignore"], 1, 2, id="until its own answer"),
        pytest.param(
            ["0 play gapween >1", "2 ignore", "0 ignore", "1 ignore"], 1, 1, id="and then the next card"
        ),
        pytest.param(
            ["0 play gapween >1", "2 ignore", "0 play splabbadap", "1 throw quarp-g", "2 throw quarp-p"],
            1,
            0,
            id="a throw-in is an answer",
        ),
        pytest.param(
            ["0 play splabbadap", "1 throw quarp-g", "2 throw quarp-p"], 0, 4, id="what a SPLABBADAP! brought"
        ),
    ],
)
def test_what_is_new_in_a_hand(lines, seat, new):
    state = play(lay_out(HANDS, lies=LIES), *lines).state
    assert state.hands[seat].new == new


def test_a_thrown_card_that_was_new_is_not_counted_on():
    """What came between the answer and the fall stays new."""
    state = lay_out("splabbadap rumms-b/quarp-g huffta-g/quarp-p huffta-p")
    state = play(state, "0 play splabbadap", "1 throw huffta-g").state
    hands = (state.hands[0], replace(state.hands[1], new=1), state.hands[2])
    step = play(replace(state, hands=hands), "2 throw quarp-p")
    assert step.state.hands[1].new == 0
    hands = (state.hands[0], replace(state.hands[1], thrown="quarp-g.1", new=1), state.hands[2])
    step = play(replace(state, hands=hands), "2 throw quarp-p")
    assert (step.state.hands[1].new, step.state.hands[1].cards) == (1, ("huffta-g.1",))


# What a seat may see


def test_a_view_has_no_hand_but_ones_own():
    state = play(lay_out(HANDS, lies=LIES), "0 play splabbadap", "1 throw quarp-g").state
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert (view.table, view.prompts) == (state.table, state.prompts)
        assert view.hand == (None if seat is None else state.hands[seat])


def test_the_table_names_no_copies_and_no_hidden_card():
    state = play(lay_out(HANDS, lies=LIES, pile="wobbel-o"), "0 ignore").state
    assert "." not in repr(state.table).replace("...", "")
    assert "wobbel-o" not in repr(state.table)


def test_which_events_make_known_what_was_hidden():
    kinds = {kind.__name__ for kind in AnyEvent.__args__ if kind.reveals}
    assert kinds == {"DealtAgain", "Drew", "Showed", "ThrownIn", "LoneSpecial", "RoundOver", "Ended"}
    assert all(issubclass(kind, Event) for kind in AnyEvent.__args__)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_deal_tells_of_no_card(seats):
    step = GAME.deal(seats, lay_out(HANDS).table.options, ({},) * seats, Dice("told", 0))
    known = {face for held in step.state.hands for face in faces(held.cards)}
    assert not any(face in repr(step.events) for face in known)


# What a simulation counts


@pytest.mark.parametrize(
    ("event", "names"),
    [
        (SpecialPlayed(seat=0, face="inkle"), ("special inkle",)),
        (
            LaidDown(seat=0, groups=(Group(("rumms-b",) * 3), Group(("zwick-b",) * 5))),
            ("group of 3", "group of 5"),
        ),
        (LoneSpecial(seat=0, drew=True), ("lone special draws",)),
        (LoneSpecial(seat=0, drew=False), ("lone special passes",)),
        (RoundOver(round=1, out=None, ending="stall", scores=(), hands=()), ("round stall",)),
        (PickedUp(seat=0, faces=(), why="arrargh"), ("picked_up arrargh",)),
        (Ended(winners=(0,), points=(0,), why="target"), ("ended target",)),
        (Ignored(seat=0), ("ignored",)),
    ],
)
def test_under_which_names_events_are_counted(event, names):
    assert GAME.counted(event) == names
