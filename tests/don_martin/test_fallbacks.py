"""What the clock plays. R is the printed rule, D a ruling of the house."""

import pytest

from games.don_martin.answers import Ignore, Keep, Orders, Play, Throw
from games.engine import face_of
from tests.engine.tables import asked

from .tables import answer, fallback, lay_out, outcome, play

pytestmark = pytest.mark.pure

THEIRS = "quarp-g quarp-p/quarp-b quarp-o"


def over_seeds(state, seat, kind, kept=None):
    return {fallback(state, seat, kind, kept, seed=str(seed)) for seed in range(60)}


def played(state, kind):
    """The faces it plays, over many seeds."""
    found = over_seeds(state, 0, kind)
    assert {type(one) for one in found} == {Play}
    return {face_of(one.card) for one in found}


@pytest.mark.parametrize("mine", ["rumms-b rumms-g rumms-p", "rumms-g", "arrargh", "arrargh inkle"])
def test_a_turn_is_ignored(mine):  # D whatever is held
    assert over_seeds(lay_out(f"{mine}/{THEIRS}", lies="blompf-b"), 0, "turn") == {Ignore()}


RAREST = [
    pytest.param("rumms-b rumms-g zwick-p", {"zwick-p"}, id="D a coloured card of the rarest sound held"),
    pytest.param(
        "rumms-b rumms-g zwick-p zwick-o", {"rumms-b", "rumms-g", "zwick-p", "zwick-o"}, id="D ties"
    ),
    pytest.param("rumms-b rumms-g rumms-p inkle", {"rumms-b", "rumms-g", "rumms-p"}, id="D no special"),
    pytest.param("arrargh inkle", {"arrargh", "inkle"}, id="D specials only: a random one"),
    pytest.param("arrargh splabbadap gapween", {"arrargh", "splabbadap", "gapween"}, id="D whichever it is"),
]


@pytest.mark.parametrize(("mine", "faces"), RAREST)
def test_without_a_pile_a_turn_is_a_card(mine, faces):  # D
    assert played(lay_out(f"{mine}/quarp-g/", lies="blompf-b", rest=2), "turn") == faces


@pytest.mark.parametrize(("mine", "faces"), RAREST)
def test_a_lead_is_a_card(mine, faces):  # D
    assert played(lay_out(f"{mine}/{THEIRS}"), "lead") == faces


def test_the_first_lead_of_a_round_is_coloured():  # R
    assert played(lay_out(f"rumms-b arrargh inkle/{THEIRS}", first=True), "lead") == {"rumms-b"}


@pytest.mark.parametrize("seat", [0, 2])
def test_ga_pween_is_played_on_oneself(seat):  # D
    hands = ["quarp-g quarp-p", "quarp-b quarp-o", "huffta-g huffta-p"]
    hands[seat] = "gapween gapween"
    found = over_seeds(lay_out("/".join(hands), turn=seat), seat, "lead")
    assert {one.target for one in found} == {seat}


@pytest.mark.parametrize("mine", ["rumms-b rumms-g rumms-p zwick-b", "rumms-b zwick-g", "inkle arrargh"])
def test_nothing_is_laid(mine):  # D
    assert over_seeds(lay_out(f"{mine}/{THEIRS}", asks="lay"), 0, "lay") == {Keep()}


@pytest.mark.parametrize("kept", [Orders(), Orders("ask"), Orders("card", "rumms-b.1")])
def test_a_throw_in_is_the_rarest_sound(kept):  # D whatever the order was
    state = play(
        lay_out("splabbadap rumms-o/rumms-b rumms-g zwick-p inkle/quarp-g quarp-p"), "0 play splabbadap"
    ).state
    assert over_seeds(state, 1, "throw_in", kept) == {Throw("zwick-p.1")}
    assert over_seeds(state, 2, "throw_in", kept) == {Throw("quarp-g.1"), Throw("quarp-p.1")}


def test_the_clock_plays_a_visit_to_its_end():  # D the rest of the visit too
    state = play(lay_out(f"rumms-b zwick-g/{THEIRS}", lies="blompf-b"), "0 play rumms-b").state
    kinds = []
    while asked(state)[0][0] == 0:
        kind = asked(state)[0][1]
        kinds.append(kind)
        state = answer(state, 0, kind, fallback(state, 0, kind)).state
    assert kinds == ["lay", "lead"]
    assert asked(state) == [(1, "turn")]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_match_left_to_the_clock_comes_to_an_end(seats):  # D nobody there any more
    cards = (
        "rumms-b zwick-g arrargh quarp-p/rumms-g inkle splabbadap zwick-p/huffta-b huffta-g gapween wobbel-p"
    )
    more = "blompf-b blompf-g inkle/pfiuut-b pfiuut-g arrargh/krakadoi-b krakadoi-g splabbadap"
    state = lay_out("/".join(f"{cards}/{more}".split("/")[:seats]), lies="wobbel-b")
    kinds = set()
    for number in range(2000):
        if outcome(state) is not None:
            break
        prompt = state.owed()[0]
        kinds.add(prompt.kind)
        action = fallback(state, prompt.seat, prompt.kind, seed=str(number))
        state = answer(state, prompt.seat, prompt.kind, action, seed=str(number)).state
    assert outcome(state) is not None
    assert {"turn", "lay", "lead"} <= kinds
