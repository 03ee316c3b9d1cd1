"""What the four black-and-white cards do. R is the printed rule, D a ruling of the house."""

import pytest

from games.don_martin.events import (
    Drew,
    DrewTwo,
    Exempt,
    PickedUp,
    PileOut,
    Showed,
    Skipped,
    SpecialPlayed,
    ThrownIn,
    Turned,
)
from games.don_martin.rules import GAME
from tests.engine.tables import all_of, asked, hand, only, prompt_of, public

from .tables import choices, clocks, ended, groups_of, lay_out, lying, play, refused, way_of

pytestmark = pytest.mark.pure

LIES = "quarp-b quarp-o"
SIX = "rumms-b zwick-b / rumms-g zwick-g / rumms-p zwick-p / rumms-o zwick-o / quarp-g huffta-g / quarp-p huffta-p"


def six(*specials, seat=0, **table):
    """Six seats with two coloured cards each, and specials in the hand of one."""
    hands = [words.strip() for words in SIX.split("/")]
    hands[seat] = " ".join([*specials, hands[seat]])
    return lay_out(" / ".join(hands), turn=seat, **table)


@pytest.mark.parametrize("special", ["arrargh", "splabbadap", "gapween", "inkle"])
def test_a_special_leaves_the_game(special):  # R it is thrown away
    state = lay_out(f"{special} rumms-b/quarp-g quarp-o/quarp-p zwick-p", lies=LIES, spent="arrargh")
    assert choices(state, 0, "turn", "play")[special].effect == special
    step = play(state, f"0 play {special} >1")
    assert step.state.table.spent == ("arrargh", special)
    assert special not in hand(step.state, 0)
    assert special not in lying(step.state)
    target = 1 if special == "gapween" else None
    assert only(SpecialPlayed, step.events) == SpecialPlayed(seat=0, face=special, target=target)


def test_a_special_is_played_on_ones_own_turn_alone():  # D "whenever you like" is on your turn, also as a lead
    state = lay_out("rumms-b zwick-b/arrargh quarp-g/inkle quarp-p", lies=LIES)
    assert asked(state) == [(0, "turn")]
    state = play(state, "0 play rumms-b").state
    assert asked(state) == [(0, "lay")]


# ARRARGH!


@pytest.mark.parametrize(
    ("seats", "turn", "way", "victim", "following"),
    [
        pytest.param(6, 0, 1, 1, 2, id="R the next seat picks up, the one after it leads"),
        pytest.param(6, 5, 1, 0, 1, id="R round the table"),
        pytest.param(6, 0, -1, 5, 4, id="R the other way round"),
    ],
)
def test_arrargh_with_cards_on_the_table(seats, turn, way, victim, following):
    state = six("arrargh", seat=turn, way=way, lies="blompf-b@3 blompf-o@4")
    before = hand(state, victim)
    step = play(state, f"{turn} play arrargh")
    assert hand(step.state, victim) == f"{before} blompf-b blompf-o"
    assert step.state.hands[victim].new == 2
    picked = PickedUp(seat=victim, faces=("blompf-b", "blompf-o"), why="arrargh")
    assert public(step.events) == (SpecialPlayed(seat=turn, face="arrargh"), picked)
    assert (lying(step.state), asked(step.state)) == ("", [(following, "lead")])
    assert step.state.table.turn == following


def test_whoever_picks_up_lays_no_group():  # R lays nothing, plays nothing
    state = lay_out("arrargh zwick-b/rumms-b rumms-g rumms-p/quarp-p zwick-p", lies=LIES)
    step = play(state, "0 play arrargh")
    assert asked(step.state) == [(2, "lead")]
    assert groups_of(step.state, 1) == []


@pytest.mark.parametrize(
    ("way", "skipped", "following"),
    [
        pytest.param(1, 1, 2, id="R the next seat is skipped"),
        pytest.param(-1, 5, 4, id="R the other way round"),
    ],
)
def test_arrargh_on_an_empty_table(way, skipped, following):
    step = play(six("arrargh", way=way), "0 play arrargh")
    assert public(step.events) == (SpecialPlayed(seat=0, face="arrargh"), Skipped(seat=skipped))
    assert asked(step.state) == [(following, "lead")]
    assert all(len(held.cards) == 2 for held in step.state.hands)


def test_arrargh_may_be_the_card_after_a_take():  # R a printed case: there are no cards on the table
    state = lay_out("rumms-b arrargh/quarp-g quarp-o/quarp-p zwick-p", lies=LIES)
    step = play(state, "0 play rumms-b", "0 keep", "0 play arrargh")
    assert only(Skipped, step.last).seat == 1
    assert asked(step.state) == [(2, "lead")]


# GA-PWEEN!


@pytest.mark.parametrize(
    ("way", "target", "following"),
    [
        pytest.param(1, 0, 1, id="R oneself, then the next"),
        pytest.param(1, 1, 2, id="R the next seat, then the one after it"),
        pytest.param(1, 3, 4, id="R a seat across: those between are passed over"),
        pytest.param(1, 5, 0, id="D the seat before: one is on turn again"),
        pytest.param(-1, 0, 5, id="R the other way round"),
        pytest.param(-1, 1, 0, id="D the other way round, on turn again"),
        pytest.param(-1, 3, 2, id="R the other way round, across"),
    ],
)
@pytest.mark.parametrize(("lies", "kind"), [("blompf-b@3", "turn"), ("", "lead")])
def test_ga_pween(way, target, following, lies, kind):
    state = six("gapween", way=way, lies=lies, pile="wobbel-b wobbel-g wobbel-p")
    step = play(state, f"0 play gapween >{target}")
    assert hand(step.state, target).endswith("wobbel-b wobbel-g")
    assert only(DrewTwo, step.events) == DrewTwo(seat=target, cards=2)
    assert only(Drew, step.events, to=target).faces == ("wobbel-b", "wobbel-g")
    assert clocks(step.state) == [(following, kind, "pace")]  # R no groups, no card
    assert (step.state.table.turn, lying(step.state)) == (following, lies)


@pytest.mark.parametrize(
    ("pile", "drawn"),
    [
        pytest.param("wobbel-b wobbel-g", 2, id="R the last two"),
        pytest.param("wobbel-b", 1, id="D what the pile still has"),
        pytest.param("", 0, id="D even nothing"),
    ],
)
def test_ga_pween_and_a_short_pile(pile, drawn):
    state = lay_out("gapween rumms-b/quarp-g zwick-g/", lies="blompf-b", pile=pile, rest=2)
    step = play(state, "0 play gapween >1")
    assert only(DrewTwo, step.events) == DrewTwo(seat=1, cards=drawn)
    assert hand(step.state, 1) == f"quarp-g zwick-g {pile}".strip()
    assert len(all_of(Drew, step.events, to=1)) == bool(drawn)
    assert len(all_of(PileOut, step.events)) == bool(drawn)
    assert asked(step.state) == [(2, "turn")]


# INKLE DINKLE GLINK GLONK!


@pytest.mark.parametrize(
    ("hands", "turn", "way", "following"),
    [
        pytest.param("inkle rumms-b/rumms-g zwick-g/rumms-p zwick-p", 0, 1, 2, id="R three seats"),
        pytest.param("inkle rumms-b/rumms-g zwick-g/rumms-p zwick-p", 0, -1, 1, id="R and back"),
        pytest.param("rumms-b zwick-b/rumms-g zwick-g/inkle rumms-p", 2, -1, 0, id="R back, round the table"),
        pytest.param(f"inkle {SIX}", 0, 1, 5, id="R six seats"),
        pytest.param(f"inkle {SIX}", 0, -1, 1, id="R six seats, and back"),
    ],
)
@pytest.mark.parametrize(("lies", "kind"), [("blompf-b", "turn"), ("", "lead")])
def test_inkle_turns_the_direction(hands, turn, way, following, lies, kind):
    step = play(lay_out(hands, turn=turn, way=way, lies=lies), f"{turn} play inkle")
    assert step.state.table.way == -way
    assert only(Turned, step.events) == Turned(way=-way)
    assert asked(step.state) == [(following, kind)]


def test_the_direction_stays_turned():  # R
    state = six("inkle", lies="blompf-b@3")
    state = play(state, "0 play inkle", "5 ignore", "4 ignore", "3 ignore").state
    assert asked(state) == [(2, "turn")]
    state = play(
        lay_out("inkle rumms-b/inkle rumms-g/rumms-p zwick-p"), "0 play inkle", "2 play rumms-p"
    ).state
    state = play(state, "1 play inkle").state
    assert (asked(state), state.table.way) == ([(2, "turn")], 1)


# SPLABBADAP!


def test_all_others_throw_in_and_the_player_picks_up():  # R any colour, at once
    state = lay_out("splabbadap rumms-b / quarp-g huffta-g / blompf-b zwick-p", lies="quarp-b@1 quarp-o@2")
    step = play(state, "0 play splabbadap")
    assert step.events == (SpecialPlayed(seat=0, face="splabbadap"),)
    assert asked(step.state) == [(1, "throw_in"), (2, "throw_in")]
    assert (step.state.table.throwing, step.state.table.turn) == (True, 0)
    step = play(step.state, "1 throw huffta-g", "2 throw blompf-b")
    assert step.last == (
        ThrownIn(seats=(1, 2), faces=("huffta-g", "blompf-b")),
        PickedUp(seat=0, faces=("quarp-b", "quarp-o", "huffta-g", "blompf-b"), why="splabbadap"),
    )
    assert hand(step.state, 0) == "rumms-b quarp-b quarp-o huffta-g blompf-b"
    assert step.state.hands[0].new == 4
    assert (hand(step.state, 1), hand(step.state, 2), lying(step.state)) == ("quarp-g", "zwick-p", "")
    assert clocks(step.state) == [(0, "lay", "pace")]  # R may lay groups, D a time of its own
    step = play(step.state, "0 keep")
    assert clocks(step.state) == [(0, "lead", "same")]  # R and leads
    assert not step.state.table.throwing


def test_splabbadap_on_an_empty_table():
    state = lay_out("splabbadap rumms-b/quarp-g huffta-g/blompf-b zwick-p")
    step = play(state, "0 play splabbadap", "1 throw quarp-g", "2 throw zwick-p")
    assert hand(step.state, 0) == "rumms-b quarp-g zwick-p"
    assert asked(step.state) == [(0, "lay")]


def test_groups_are_laid_after_a_splabbadap():  # R
    state = lay_out("splabbadap rumms-b rumms-b zwick-b/rumms-g huffta-g/blompf-b zwick-p")
    step = play(state, "0 play splabbadap", "1 throw rumms-g", "2 throw zwick-p")
    step = play(step.state, "0 lay rumms-b rumms-b rumms-g", "0 play zwick-b")
    assert groups_of(step.state, 0) == ["rumms-b rumms-b rumms-g"]
    assert asked(step.state) == [(1, "turn")]


def test_throw_ins_are_open_at_once_and_close_together():  # D in parallel
    state = play(six("splabbadap"), "0 play splabbadap").state
    assert [prompt.seat for prompt in state.prompts] == [1, 2, 3, 4, 5]
    assert len({prompt.group for prompt in state.prompts}) == 1
    assert state.prompts[0].group > 0
    assert {prompt.clock for prompt in state.prompts} == {"pace"}
    state = play(state, "4 throw quarp-g").state
    assert asked(state) == [(seat, "throw_in") for seat in (1, 2, 3, 5)]
    assert prompt_of(state, 4, "throw_in").given


def test_a_thrown_card_is_sealed_until_all_are_in():  # D it stays in the hand
    state = play(six("splabbadap", lies="blompf-b@3"), "0 play splabbadap").state
    step = play(state, "2 throw rumms-p")
    assert step.events == ()
    assert hand(step.state, 2) == "rumms-p zwick-p"
    assert step.state.hands[2].thrown == "rumms-p.1"
    assert step.state.table == state.table
    field = way_of(step.state, 2, "throw_in", "throw").fields[0]
    assert field.preset == "rumms-p.1"


def test_a_throw_in_may_be_changed_until_the_last_is_in():  # D
    state = play(six("splabbadap"), "0 play splabbadap").state
    state = play(state, "2 throw rumms-p", "1 throw rumms-g", "2 throw zwick-p", "2 throw zwick-p").state
    assert asked(state) == [(3, "throw_in"), (4, "throw_in"), (5, "throw_in")]
    step = play(state, "3 throw rumms-o", "4 throw quarp-g", "5 throw quarp-p")
    assert only(ThrownIn, step.events).faces == ("rumms-g", "zwick-p", "rumms-o", "quarp-g", "quarp-p")
    assert hand(step.state, 2) == "rumms-p"
    assert all(held.thrown is None for held in step.state.hands)


@pytest.mark.parametrize(
    ("way", "seats"),
    [
        pytest.param(1, (1, 2, 3, 4, 5), id="D clockwise"),
        pytest.param(-1, (5, 4, 3, 2, 1), id="D the other way round"),
    ],
)
def test_thrown_cards_fall_in_the_direction_of_play(way, seats):
    state = play(six("splabbadap", way=way), "0 play splabbadap").state
    cards = {1: "rumms-g", 2: "rumms-p", 3: "rumms-o", 4: "quarp-g", 5: "quarp-p"}
    step = play(state, *(f"{seat} throw {cards[seat]}" for seat in (3, 1, 5, 2, 4)))  # whoever was the last
    faces = tuple(cards[seat] for seat in seats)
    assert only(ThrownIn, step.events) == ThrownIn(seats=seats, faces=faces)
    assert only(PickedUp, step.events).faces == faces


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("1 throw quarp-g", None, id="R a coloured card of any colour"),
        pytest.param("1 throw arrargh", "not_coloured", id="R no special"),
        pytest.param("1 throw huffta-g.1", "not_your_card", id="a card of another seat"),
    ],
)
def test_what_may_be_thrown_in(line, reason):
    state = lay_out("splabbadap rumms-b/quarp-g arrargh/huffta-g zwick-p", lies="quarp-g@2")
    state = play(state, "0 play splabbadap").state
    assert refused(state, line) == reason
    reasons = {face: choice.reason for face, choice in choices(state, 1, "throw_in", "throw").items()}
    assert reasons == {"quarp-g": None, "arrargh": "not_coloured"}


def test_a_throw_in_never_empties_a_hand():  # D sealed cards stay, and one card alone is exempt
    state = lay_out("splabbadap rumms-b/quarp-g arrargh/huffta-g zwick-p")
    step = play(state, "0 play splabbadap", "1 throw quarp-g", "2 throw zwick-p")
    assert step.state.table.counts == (3, 1, 1)
    assert ended(step) is None


# Who is exempt


EXEMPT = [
    pytest.param("quarp-g", Exempt(seat=1), id="R one card, coloured: it shows nothing"),
    pytest.param("inkle", Exempt(seat=1), id="R one card, black-and-white: it shows nothing either"),
    pytest.param("inkle gapween", Showed(seat=1, faces=("inkle", "gapween")), id="R specials only: shown"),
]


@pytest.mark.parametrize(("theirs", "told"), EXEMPT)
@pytest.mark.parametrize("lies", ["", "quarp-b@2"])
def test_who_is_exempt_from_a_splabbadap(theirs, told, lies):
    state = lay_out(f"splabbadap rumms-b/{theirs}/huffta-g zwick-p", lies=lies)
    step = play(state, "0 play splabbadap")
    assert step.events == (SpecialPlayed(seat=0, face="splabbadap"), told)
    assert asked(step.state) == [(2, "throw_in")]
    step = play(step.state, "2 throw zwick-p")
    assert only(ThrownIn, step.events) == ThrownIn(seats=(2,), faces=("zwick-p",))
    assert hand(step.state, 1) == theirs


def test_all_who_are_exempt_are_told_in_the_direction_of_play():
    hands = "splabbadap rumms-b / quarp-g / inkle gapween / inkle / arrargh inkle / huffta-g zwick-p"
    step = play(lay_out(hands), "0 play splabbadap")
    assert all_of(Exempt, step.events) == [Exempt(seat=1), Exempt(seat=3)]
    assert [event.seat for event in all_of(Showed, step.events)] == [2, 4]
    assert asked(step.state) == [(5, "throw_in")]


@pytest.mark.parametrize(
    ("lies", "picked"),
    [
        pytest.param(
            "quarp-b@2 quarp-o@1", "quarp-b quarp-o", id="R what lies there is picked up all the same"
        ),
        pytest.param("", "", id="D nothing lies there: groups may still be laid"),
    ],
)
def test_all_are_exempt(lies, picked):
    state = lay_out("splabbadap rumms-b rumms-g rumms-p zwick-o/quarp-g/arrargh inkle", lies=lies)
    step = play(state, "0 play splabbadap")
    assert hand(step.state, 0) == f"rumms-b rumms-g rumms-p zwick-o {picked}".strip()
    assert [event.faces for event in all_of(PickedUp, step.events)] == [tuple(picked.split())] * bool(picked)
    assert all_of(ThrownIn, step.events) == []
    assert clocks(step.state) == [(0, "lay", "pace")]
    assert not step.state.table.throwing
    step = play(step.state, "0 lay rumms-b rumms-g rumms-p")
    assert asked(step.state) == [(0, "lead")]


def test_a_splabbadap_with_nothing_to_pick_up_may_leave_a_lone_special():  # D which is no lead: it draws one
    state = lay_out("splabbadap arrargh/quarp-g/inkle", pile="wobbel-b")
    step = play(state, "0 play splabbadap", "0 keep")
    assert hand(step.state, 0) == "arrargh wobbel-b"
    assert asked(step.state) == [(1, "lead")]


# The last card


@pytest.mark.parametrize("special", ["arrargh", "splabbadap", "gapween", "inkle"])
@pytest.mark.parametrize("lies", ["quarp-b", ""])
def test_no_special_is_played_as_the_only_card(special, lies):  # R no black-and-white card goes out
    state = lay_out(f"{special}/quarp-g huffta-g/quarp-p", lies=lies)
    assert refused(state, f"0 play {special} >1") == "last_special"
    kind = "turn" if lies else "lead"
    assert choices(state, 0, kind, "play")[special].reason == "last_special"
    assert [way.do for way in GAME.offer(state.view(0), state.prompts[0]).ways if way.reason is None] == (
        ["ignore"] if lies else []
    )


def test_one_of_two_specials_may_be_played():  # D two or more left is fine
    state = lay_out("arrargh inkle/quarp-g huffta-g/quarp-p", lies="quarp-b")
    assert refused(state, "0 play arrargh") is None
