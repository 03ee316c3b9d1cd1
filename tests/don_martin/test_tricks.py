"""Taking, adding, ignoring, leading, and the pile. R is the printed rule, D a ruling of the house."""

import pytest

from games.don_martin.answers import Ignore, Keep, Lay, Play, Throw
from games.don_martin.events import Added, Drew, Ignored, Led, PileOut, TookTrick
from games.don_martin.rules import GAME
from games.engine import IllegalAction
from tests.engine.tables import all_of, asked, hand, only, prompt_of

from .tables import answer, choices, clocks, fields, lay_out, lying, play, refused, way_of

pytestmark = pytest.mark.pure

FOUR = "rumms-o zwick-g rumms-b / quarp-g blompf-b / wobbel-p zwick-o / huffta-g huffta-p"
LIES = "quarp-b quarp-o"  # before the seat on turn


# The printed examples of play


def test_the_first_example_of_play():  # R
    state = lay_out(FOUR, pile="krakadoi-b", first=True)
    state = play(state, "0 play rumms-o").state
    assert (lying(state), asked(state)) == ("rumms-o@0", [(1, "turn")])
    state = play(state, "1 play quarp-g").state
    assert (lying(state), asked(state)) == ("rumms-o@0 quarp-g@1", [(2, "turn")])
    state = play(state, "2 ignore").state
    assert (hand(state, 2), asked(state)) == ("wobbel-p zwick-o krakadoi-b", [(3, "turn")])
    step = play(state, "3 play huffta-g")
    assert only(TookTrick, step.events) == TookTrick(seat=3, face="huffta-g", faces=("rumms-o", "quarp-g"))
    assert hand(step.state, 3) == "huffta-g huffta-p rumms-o quarp-g"
    assert (lying(step.state), asked(step.state)) == ("", [(3, "lay")])


def test_the_second_example_of_play():  # R three seats, twice round the table
    hands = "rumms-b rumms-p rumms-o rumms-g / quarp-o quarp-b / zwick-g zwick-o"
    state = play(
        lay_out(hands, pile="wobbel-b wobbel-g wobbel-p", first=True),
        *("0 play rumms-b", "1 ignore", "2 ignore", "0 play rumms-p", "1 ignore", "2 play zwick-g"),
        "0 play rumms-o",
    ).state
    assert lying(state) == "rumms-b@0 rumms-p@0 zwick-g@2 rumms-o@0"
    assert hand(state, 1) == "quarp-o quarp-b wobbel-b wobbel-p"
    effects = {choice.effect for choice in choices(state, 1, "turn", "play").values()}
    assert effects == {"takes"}  # whatever it plays
    assert way_of(state, 1, "turn", "ignore").reason is None
    assert play(state, "1 ignore").state.table.turn == 2
    assert hand(play(state, "1 play wobbel-p").state, 1).endswith("rumms-b rumms-p zwick-g rumms-o")


# What a card does


@pytest.mark.parametrize(
    ("lies", "card", "effect"),
    [
        pytest.param("", "rumms-b", "leads", id="R nothing lies there: a lead"),
        pytest.param("zwick-b", "rumms-b", "takes", id="R the colour of the card that lies there"),
        pytest.param("zwick-b", "rumms-g", "adds", id="R another colour"),
        pytest.param("rumms-b", "rumms-g", "adds", id="R the same sound in another colour adds"),
        pytest.param("zwick-b zwick-g", "rumms-b", "takes", id="R the colour of an older card"),
        pytest.param("zwick-b zwick-g", "rumms-g", "takes", id="R the colour of the last card"),
        pytest.param("zwick-b zwick-g", "rumms-p", "adds", id="R a third colour"),
        pytest.param("zwick-b zwick-g zwick-p", "rumms-o", "adds", id="R the fourth colour"),
        *(
            pytest.param(
                "zwick-b zwick-g zwick-p zwick-o", f"rumms-{colour}", "takes", id=f"R all four: {colour}"
            )
            for colour in "bgpo"
        ),
        pytest.param("zwick-b zwick-b", "rumms-b", "takes", id="the same colour twice"),
    ],
)
def test_what_a_coloured_card_does(lies, card, effect):
    state = lay_out(f"{card} huffta-b / quarp-b / quarp-g / quarp-p", lies=lies)
    kind = "turn" if lies else "lead"
    choice = choices(state, 0, kind, "play")[card]
    assert (choice.effect, choice.reason) == (effect, None)
    assert choice.more == (len(lies.split()) if effect == "takes" else 0)
    step = play(state, f"0 play {card}")
    told = {"leads": Led, "takes": TookTrick, "adds": Added}[effect]
    assert only(told, step.events).face == card
    if effect == "takes":
        assert hand(step.state, 0) == f"{card} huffta-b {lies}"
        assert (lying(step.state), asked(step.state), step.state.table.turn) == ("", [(0, "lay")], 0)
    else:
        assert hand(step.state, 0) == "huffta-b"
        assert lying(step.state).endswith(f"{card}@0")
        assert len(step.state.table.lies) == len(lies.split()) + 1
        assert (asked(step.state), step.state.table.turn) == ([(1, "turn")], 1)


def test_ones_own_lead_may_be_taken():  # R all others may have ignored it
    state = lay_out("rumms-b zwick-b/quarp-g/quarp-p", pile="wobbel-b wobbel-g")
    step = play(state, "0 play rumms-b", "1 ignore", "2 ignore", "0 play zwick-b")
    assert only(TookTrick, step.last) == TookTrick(seat=0, face="zwick-b", faces=("rumms-b",))
    assert hand(step.state, 0) == "zwick-b rumms-b"


def test_whoever_took_leads_and_the_next_is_on_turn():  # R
    state = lay_out("rumms-b zwick-p/quarp-g quarp-o/quarp-p", lies=LIES)
    state = play(state, "0 play rumms-b", "0 keep").state
    assert asked(state) == [(0, "lead")]
    assert set(choices(state, 0, "lead", "play")) == {"rumms-b", "zwick-p", "quarp-b", "quarp-o"}
    state = play(state, "0 play quarp-o").state  # R whichever it may be, one just taken as well
    assert (lying(state), asked(state)) == ("quarp-o@0", [(1, "turn")])


def test_the_card_that_takes_comes_back_too():  # R both cards into the hand
    state = lay_out("zwick-p rumms-b zwick-o/quarp-g/quarp-p", lies="quarp-b@2")
    step = play(state, "0 play rumms-b")
    assert hand(step.state, 0) == "zwick-p rumms-b zwick-o quarp-b"
    assert step.state.table.counts[0] == 4
    assert step.state.hands[0].new == 1


def test_ignoring_draws_the_top_card_and_nothing_more():  # R
    state = lay_out("rumms-b/quarp-g/quarp-p", lies=LIES, pile="wobbel-g wobbel-o")
    step = play(state, "0 ignore")
    assert step.events == (Ignored(seat=0), Drew(to=0, faces=("wobbel-g",)))
    assert (hand(step.state, 0), step.state.hands[0].new) == ("rumms-b wobbel-g", 1)
    assert lying(step.state) == lying(state)
    assert (asked(step.state), step.state.table.turn) == ([(1, "turn")], 1)
    assert step.state.table.pile == state.table.pile - 1


@pytest.mark.parametrize(
    ("hands", "turn", "way", "following"),
    [
        pytest.param("rumms-p/quarp-g/rumms-p rumms-g", 2, 1, 0, id="R clockwise, round the table"),
        pytest.param("rumms-p zwick-p/quarp-g/rumms-g", 0, -1, 2, id="R anticlockwise, round the table"),
        pytest.param("rumms-b/rumms-g/quarp-p/quarp-g/rumms-p zwick-p/zwick-b", 4, -1, 3, id="R six seats"),
    ],
)
@pytest.mark.parametrize("answer_", ["ignore", "play rumms-p"])
def test_the_turn_goes_on_in_the_direction_of_play(hands, turn, way, following, answer_):
    state = lay_out(hands, lies="blompf-b", turn=turn, way=way)
    assert asked(play(state, f"{turn} {answer_}").state) == [(following, "turn")]


# What may be answered


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("0 play rumms-b", None, id="R take"),
        pytest.param("0 play rumms-p", None, id="R add"),
        pytest.param("0 ignore", None, id="R ignore"),
        pytest.param("0 play arrargh", None, id="R a special"),
        pytest.param("0 play quarp-g.1", "not_your_card", id="a card of another seat"),
        pytest.param("0 play quarp-b.1", "not_your_card", id="a card of the table"),
        pytest.param("0 play rumms-b.9", "not_your_card", id="a card that is not there"),
        pytest.param("0 play gapween", "whom", id="R a GA-PWEEN! says who draws"),
        pytest.param("0 play gapween >0", None, id="R oneself"),
        pytest.param("0 play gapween >2", None, id="R any other seat"),
        pytest.param("0 play gapween >3", "no_such_seat", id="a seat that is not there"),
        pytest.param("0 play gapween >-1", "no_such_seat", id="a seat below the first"),
        pytest.param("0 play rumms-b >9", None, id="a coloured card names nobody and does not care"),
        pytest.param("0 play inkle >9", None, id="nor does another special"),
    ],
)
def test_what_may_be_answered_on_a_turn(line, reason):
    state = lay_out("rumms-b rumms-p arrargh gapween inkle/quarp-g/quarp-p", lies=LIES)
    assert refused(state, line) == reason


@pytest.mark.parametrize(
    ("asks", "action"),
    [
        *(
            pytest.param("turn", one, id=f"turn {one}")
            for one in (Keep(), Lay(("rumms-b.1",)), Throw("rumms-b.1"))
        ),
        *(
            pytest.param("lead", one, id=f"D lead {one}")  # an empty table cannot be ignored
            for one in (Ignore(), Keep(), Lay(("rumms-b.1",)), Throw("rumms-b.1"))
        ),
        *(
            pytest.param("lay", one, id=f"lay {one}")
            for one in (Ignore(), Play("rumms-b.1"), Throw("rumms-b.1"))
        ),
    ],
)
def test_what_answers_another_question(asks, action):
    state = lay_out("rumms-b rumms-p/quarp-g/quarp-p", lies=LIES if asks == "turn" else "", asks=asks)
    prompt = prompt_of(state, 0, asks)
    assert GAME.check(state.view(0), prompt, action) == "wrong_answer"
    with pytest.raises(IllegalAction):
        answer(state, 0, asks, action)


def test_a_throw_in_is_answered_with_a_throw_alone():
    state = play(lay_out("splabbadap rumms-b/quarp-g quarp-o/quarp-p zwick-p"), "0 play splabbadap").state
    prompt = prompt_of(state, 1, "throw_in")
    for action in (Ignore(), Keep(), Lay(()), Play("quarp-g.1")):
        assert GAME.check(state.view(1), prompt, action) == "wrong_answer"


@pytest.mark.parametrize(
    ("lies", "ways"),
    [
        pytest.param("quarp-b", ["ignore", "play"], id="R ignore, or a card that takes, adds or is special"),
        pytest.param("", ["play"], id="D an empty table cannot be ignored"),
    ],
)
def test_the_ways_of_a_form(lies, ways):
    state = lay_out("rumms-b arrargh/quarp-g/quarp-p", lies=lies)
    offer = GAME.offer(state.view(0), state.prompts[0])
    assert [way.do for way in offer.ways] == ways
    assert {way.reason for way in offer.ways} == {None}


@pytest.mark.parametrize(
    ("mine", "blank"),
    [
        pytest.param("gapween rumms-b", True, id="one may play another card"),
        pytest.param("gapween arrargh", True, id="or another special"),
        pytest.param("gapween gapween", False, id="nothing but GA-PWEEN!"),
        pytest.param("rumms-b zwick-b", True, id="no GA-PWEEN! at all"),
    ],
)
def test_a_form_asks_who_draws(mine, blank):  # R oneself or any other
    target = fields(lay_out(f"{mine}/quarp-g/quarp-p/quarp-b", turn=0), 0, "lead", "play")["target"]
    assert [(choice.value, choice.seat) for choice in target.choices] == [(n, n) for n in range(4)]
    assert target.blank == blank


# The first card of a round


def test_the_first_card_of_a_round_is_coloured():  # R
    state = lay_out("rumms-b arrargh splabbadap gapween inkle/quarp-g/quarp-p", first=True)
    reasons = {face: choice.reason for face, choice in choices(state, 0, "lead", "play").items()}
    specials = ("arrargh", "splabbadap", "gapween", "inkle")
    assert reasons == {"rumms-b": None, **dict.fromkeys(specials, "first_card")}
    assert [refused(state, f"0 play {face} >0") for face in specials] == ["first_card"] * 4
    after = play(state, "0 play rumms-b").state
    assert not after.table.first


def test_any_later_card_may_be_special():  # R whenever you like, D also as a lead
    state = lay_out("rumms-b rumms-p/arrargh quarp-g/quarp-p", first=True)
    state = play(state, "0 play rumms-b").state
    assert refused(state, "1 play arrargh") is None
    assert refused(lay_out("arrargh rumms-b/quarp-g/quarp-p"), "0 play arrargh") is None


# A special as the only card


def test_a_lone_special_on_a_turn_is_asked_and_can_only_ignore():  # D an instant ignore would tell what it is
    state = play(lay_out("rumms-b zwick-b/arrargh/quarp-p", pile="wobbel-g"), "0 play rumms-b").state
    assert asked(state) == [(1, "turn")]
    assert refused(state, "1 play arrargh") == "last_special"
    assert choices(state, 1, "turn", "play")["arrargh"].reason == "last_special"
    assert (way_of(state, 1, "turn", "play").reason, way_of(state, 1, "turn", "ignore").reason) == (
        "last_special",
        None,
    )
    assert hand(play(state, "1 ignore").state, 1) == "arrargh wobbel-g"


def test_a_lone_special_is_no_lead():  # D it is not asked: it draws one, and the next seat leads
    step = play(
        lay_out("gapween rumms-b/inkle/zwick-b", pile="wobbel-b wobbel-g splabbadap"), "0 play gapween >0"
    )
    assert hand(step.state, 1) == "inkle splabbadap"
    assert asked(step.state) == [(2, "lead")]  # and what it drew may not be played now
    assert step.state.table.turn == 2


def test_without_a_pile_a_lone_special_passes():  # D by itself, on a turn and on a lead
    hands = "rumms-b rumms-g zwick-g/arrargh/quarp-p quarp-g"
    step = play(lay_out(hands, rest="spent"), "0 play rumms-b")
    assert asked(step.state) == [(2, "turn")]
    assert hand(step.state, 1) == "arrargh"
    state = lay_out("gapween rumms-g zwick-g/arrargh/quarp-p quarp-g", rest="spent")
    assert asked(play(state, "0 play gapween >0").state) == [(2, "lead")]


def test_a_lone_coloured_card_is_asked_like_any_hand():
    state = play(lay_out("rumms-b zwick-b/quarp-g/quarp-p", rest=2), "0 play rumms-b").state
    assert asked(state) == [(1, "turn")]
    assert refused(state, "1 play quarp-g") is None


# Without a pile


def test_the_last_card_of_the_pile_is_told():  # R play goes on with the cards in hand
    state = lay_out("rumms-b/quarp-g/quarp-p", lies=LIES, pile="wobbel-g wobbel-o", rest=2)
    step = play(state, "0 ignore")
    assert all_of(PileOut, step.events) == []
    step = play(step.state, "1 ignore")
    assert step.events == (Ignored(seat=1), Drew(to=1, faces=("wobbel-o",)), PileOut())
    assert (step.state.table.pile, asked(step.state)) == (0, [(2, "turn")])


@pytest.mark.parametrize(
    ("mine", "line"),
    [
        pytest.param("rumms-b zwick-g", "0 play rumms-b", id="D a card that takes"),
        pytest.param("rumms-p zwick-g", "0 play rumms-p", id="D a card that adds"),
        pytest.param("arrargh inkle", "0 play inkle", id="D specials included"),
    ],
)
def test_without_a_pile_one_must_play(mine, line):
    state = lay_out(f"{mine}/quarp-g/", lies=LIES, rest=2)
    assert refused(state, "0 ignore") == "no_pile"
    assert way_of(state, 0, "turn", "ignore").reason == "no_pile"
    assert refused(state, line) is None


# Clocks


def test_a_visit_runs_on_one_clock():  # D lay and lead take the time of the turn, the next turn a new one
    state = lay_out("rumms-b zwick-p/quarp-g quarp-o/quarp-p", lies=LIES)
    assert clocks(state) == [(0, "turn", "pace")]
    state = play(state, "0 play rumms-b").state
    assert clocks(state) == [(0, "lay", "same")]
    state = play(state, "0 keep").state
    assert clocks(state) == [(0, "lead", "same")]
    state = play(state, "0 play zwick-p").state
    assert clocks(state) == [(1, "turn", "pace")]


def test_a_lead_is_on_the_clock_of_the_lay_down():  # D
    state = lay_out("rumms-b rumms-p rumms-o zwick-b/quarp-g/quarp-p", lies=LIES)
    state = play(state, "0 play rumms-b", "0 lay rumms-b rumms-p rumms-o").state
    assert clocks(state) == [(0, "lead", "same")]


def test_a_lead_that_comes_round_has_its_own_time():
    state = lay_out("arrargh rumms-b/quarp-g/quarp-p", lies=LIES)
    assert clocks(play(state, "0 play arrargh").state) == [(2, "lead", "pace")]


def test_a_question_says_whose_answer_opened_it():
    state = lay_out("rumms-b zwick-p/quarp-g quarp-o/quarp-p", lies=LIES)
    numbers = []
    for line in ("0 play rumms-b", "0 keep", "0 play zwick-p"):
        state = play(state, line).state
        numbers.append((state.prompts[0].number, state.prompts[0].opened_by))
        assert state.prompts[0].group == 0  # nothing of a turn waits for others
    assert numbers == [(2, 1), (3, 2), (4, 3)]
