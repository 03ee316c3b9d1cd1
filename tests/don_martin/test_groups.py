"""Laying down groups: when, of what, and how many cards may be left. R is the printed rule, D a house ruling."""

import pytest

from games.don_martin.events import LaidDown
from games.don_martin.parts import Group
from games.don_martin.rules import GAME
from tests.engine.tables import all_of, asked, hand, only

from .tables import choices, clocks, ended, fields, groups_of, lay_out, play, refused, way_of

pytestmark = pytest.mark.pure

OTHERS = "huffta-g huffta-p/huffta-o huffta-b"


def to_lay(mine, **table):
    """Seat 0 has just taken, and may lay groups."""
    return lay_out(f"{mine}/{OTHERS}", asks="lay", **table)


def laid(*groups, seat=0):
    return LaidDown(seat=seat, groups=tuple(Group(tuple(group.split())) for group in groups))


# When


@pytest.mark.parametrize(
    ("mine", "line"),
    [
        pytest.param("rumms-b rumms-g rumms-p", "0 play rumms-b", id="D after a take, a group in hand"),
        pytest.param("rumms-b zwick-g wobbel-p", "0 play rumms-b", id="D after a take, none in hand"),
    ],
)
def test_every_take_asks_for_groups(mine, line):  # D skipping the question would tell
    state = play(lay_out(f"{mine}/{OTHERS}", lies="quarp-b"), line).state
    assert clocks(state) == [(0, "lay", "same")]


@pytest.mark.parametrize("mine", ["rumms-b rumms-g rumms-p", "rumms-b zwick-g wobbel-p", "rumms-b inkle"])
def test_every_splabbadap_asks_for_groups(mine):  # D whatever is in hand
    state = lay_out(f"splabbadap {mine}/{OTHERS}")
    state = play(state, "0 play splabbadap", "1 throw huffta-g", "2 throw huffta-o").state
    assert clocks(state) == [(0, "lay", "pace")]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("0 play rumms-p", id="R not after adding"),
        pytest.param("0 ignore", id="R not after ignoring"),
        pytest.param("0 play gapween >0", id="R not after GA-PWEEN!"),
        pytest.param("0 play arrargh", id="R not after ARRARGH!, nor does whoever picks up"),
        pytest.param("0 play inkle", id="not after INKLE DINKLE GLINK GLONK!"),
    ],
)
def test_nothing_else_asks_for_groups(line):
    mine = "rumms-b rumms-g rumms-p gapween arrargh inkle"
    state = lay_out(f"{mine}/zwick-b zwick-g zwick-p/huffta-o huffta-b", lies="quarp-b")
    assert [kind for _, kind in asked(play(state, line).state)] in (["turn"], ["lead"])


# Of what


@pytest.mark.parametrize(
    ("mine", "cards", "reason"),
    [
        pytest.param(
            "rumms-b rumms-g rumms-p zwick-b", "rumms-b rumms-g rumms-p", None, id="R three of a sound"
        ),
        pytest.param(
            "rumms-b rumms-b rumms-g zwick-b", "rumms-b rumms-b rumms-g", None, id="R colours do not matter"
        ),
        pytest.param("rumms-b rumms-g zwick-b", "rumms-b rumms-g", "too_few", id="R two are no group"),
        pytest.param("rumms-b rumms-g rumms-p", "rumms-b rumms-g", "too_few", id="nor are two of three"),
        pytest.param("rumms-b rumms-g rumms-p zwick-b", "", "too_few", id="none at all: that is to keep"),
        pytest.param(
            "rumms-b rumms-g rumms-p zwick-b", "rumms-b rumms-g zwick-b", "too_few", id="R not of two sounds"
        ),
        pytest.param(
            "rumms-b rumms-g rumms-p zwick-b zwick-g zwick-p huffta-p",
            "rumms-b zwick-b rumms-g zwick-g rumms-p zwick-p",
            None,
            id="R several groups, in any order",
        ),
        pytest.param(
            "rumms-b rumms-g rumms-p zwick-b zwick-g huffta-p",
            "rumms-b rumms-g rumms-p zwick-b zwick-g",
            "too_few",
            id="R each of three at least",
        ),
        pytest.param(
            "rumms-b rumms-g rumms-p rumms-o zwick-b",
            "rumms-b rumms-g rumms-o",
            None,
            id="one may be kept back",
        ),
        pytest.param(
            "arrargh arrargh arrargh zwick-b", "arrargh arrargh arrargh", "not_coloured", id="R no specials"
        ),
        pytest.param(
            "rumms-b rumms-g rumms-p inkle inkle",
            "rumms-b rumms-g rumms-p inkle",
            "not_coloured",
            id="R not one",
        ),
        pytest.param(
            "rumms-b rumms-g zwick-b", "rumms-b rumms-g rumms-p.1", "not_your_card", id="a card of the pile"
        ),
        pytest.param(
            "rumms-b rumms-g zwick-b", "rumms-b rumms-g rumms-g.1", "laid_twice", id="the same card twice"
        ),
    ],
)
def test_what_is_a_group(mine, cards, reason):
    assert refused(to_lay(mine), f"0 lay {cards}") == reason


@pytest.mark.parametrize("line", ["0 keep", "0 lay rumms-b rumms-g rumms-p"])
def test_one_may_lay_or_keep(line):  # R he may
    state = to_lay("rumms-b rumms-g rumms-p zwick-b")
    assert refused(state, line) is None
    step = play(state, line)
    assert asked(step.state) == [(0, "lead")]
    assert len(all_of(LaidDown, step.events)) == (line != "0 keep")
    assert step.state.table.laid_down == ((0, 0, 0) if line == "0 keep" else (1, 0, 0))


def test_groups_lie_before_their_player():  # R fully visible
    mine = "zwick-b zwick-g rumms-b zwick-p rumms-g inkle rumms-p wobbel-o"
    state = to_lay(mine)
    step = play(state, "0 lay zwick-p rumms-g rumms-b zwick-g zwick-b rumms-p")
    assert groups_of(step.state, 0) == ["rumms-g rumms-b rumms-p", "zwick-p zwick-g zwick-b"]
    assert only(LaidDown, step.events) == laid("rumms-g rumms-b rumms-p", "zwick-p zwick-g zwick-b")
    assert hand(step.state, 0) == "inkle wobbel-o"
    assert step.state.table.counts == (2, 2, 2)
    assert step.state.table.laid_down == (1, 0, 0)


@pytest.mark.parametrize("size", range(3, 9))
def test_cards_of_one_sound_are_one_group(size):  # D one group a sound in one lay-down
    cards = [f"rumms-{colour}" for colour in "bgpobgpo"[:size]]
    step = play(to_lay(" ".join([*cards, "zwick-b"])), f"0 lay {' '.join(cards)}")
    assert [len(group.faces) for group in step.state.table.groups[0]] == [size]


def test_a_group_is_never_extended():  # R two groups of the same sound stay two groups
    state = to_lay("rumms-p rumms-o rumms-o zwick-b", groups="rumms-b rumms-b rumms-g")
    step = play(state, "0 lay rumms-p rumms-o rumms-o")
    assert groups_of(step.state, 0) == ["rumms-b rumms-b rumms-g", "rumms-p rumms-o rumms-o"]
    assert step.state.table.laid_down == (2, 0, 0)
    state = to_lay("rumms-p zwick-b", groups="rumms-b rumms-b rumms-g")
    assert refused(state, "0 lay rumms-p") == "too_few"


def test_groups_are_laid_on_several_occasions():  # R
    mine = "rumms-b rumms-g rumms-p zwick-b zwick-g zwick-p wobbel-b wobbel-g"
    state = lay_out(
        f"{mine}/huffta-g huffta-p/huffta-p huffta-o", lies="quarp-b", pile="krakadoi-g krakadoi-p"
    )
    step = play(
        state,
        *("0 play rumms-b", "0 lay rumms-b rumms-g rumms-p", "0 play wobbel-b", "1 ignore", "2 ignore"),
        *("0 play zwick-b", "0 lay zwick-b zwick-g zwick-p"),
    )
    assert [event.seat for event in all_of(LaidDown, step.events)] == [0, 0]
    assert len(step.state.table.groups[0]) == 2
    assert step.state.table.laid_down == (2, 0, 0)


# What may be left


@pytest.mark.parametrize(
    ("left", "reason"),
    [
        pytest.param("arrargh", "lone_special", id="D one special alone: it could not lead"),
        pytest.param("zwick-b", None, id="R one coloured card: it is led, and that is the end"),
        pytest.param("arrargh inkle", None, id="D two specials are fine"),
        pytest.param("arrargh arrargh inkle", None, id="D three specials are fine"),
        pytest.param("arrargh zwick-b", None, id="D a special and a coloured card"),
        pytest.param("", None, id="R nothing: that is the end"),
    ],
)
def test_what_a_lay_down_may_leave(left, reason):
    state = to_lay(f"rumms-b rumms-g rumms-p {left}")
    assert refused(state, "0 lay rumms-b rumms-g rumms-p") == reason


def test_a_card_kept_back_saves_a_lay_down():  # D the reason is for all the cards, not for the group
    state = to_lay("rumms-b rumms-g rumms-p rumms-o arrargh")
    assert refused(state, "0 lay rumms-b rumms-g rumms-p rumms-o") == "lone_special"
    assert refused(state, "0 lay rumms-b rumms-g rumms-p") is None


def test_a_lay_down_of_everything_is_the_end():  # R
    step = play(to_lay("rumms-b rumms-g rumms-p"), "0 lay rumms-b rumms-g rumms-p")
    assert ended(step) == (0, "groups")


# The form


def test_a_form_marks_what_can_be_laid():
    state = to_lay("rumms-b rumms-g rumms-p zwick-b zwick-g inkle")
    found = choices(state, 0, "lay", "lay", "cards")
    assert set(found) == {"rumms-b", "rumms-g", "rumms-p", "zwick-b", "zwick-g"}  # specials are no groups
    assert {face: (one.effect, one.more, one.reason) for face, one in found.items()} == {
        "rumms-b": ("rumms", 3, None),
        "rumms-g": ("rumms", 3, None),
        "rumms-p": ("rumms", 3, None),
        "zwick-b": ("zwick", 2, "too_few"),
        "zwick-g": ("zwick", 2, "too_few"),
    }
    field = fields(state, 0, "lay", "lay")["cards"]
    assert (field.kind, field.low, field.high) == ("some", 3, 5)
    assert [way.do for way in GAME.offer(state.view(0), state.prompts[0]).ways] == ["keep", "lay"]


@pytest.mark.parametrize(
    ("mine", "reason"),
    [
        ("rumms-b rumms-g zwick-b inkle", "no_group"),
        ("rumms-b rumms-g rumms-p", None),
        ("inkle inkle", "no_group"),
    ],
)
def test_without_a_group_one_can_only_keep(mine, reason):
    state = to_lay(mine)
    assert way_of(state, 0, "lay", "lay").reason == reason
    assert way_of(state, 0, "lay", "keep").reason is None


def test_where_every_lay_down_would_leave_a_lone_special_the_form_is_closed_and_says_why():  # D
    state = to_lay("rumms-b rumms-g rumms-p inkle")
    assert way_of(state, 0, "lay", "lay").reason == "lone_special"
    assert {choice.reason for choice in choices(state, 0, "lay", "lay", "cards").values()} == {"lone_special"}
