"""What the page says around the forms: what silence does, what a seat has before it, what may be talked about."""

import pytest
from django.template.loader import render_to_string

from games.cast import Cast
from games.halt_mal_kurz.answers import Abstain, Draw, Give, Lay, Leave, Pass, React, Slap, Throw
from games.halt_mal_kurz.cards import drawing
from games.halt_mal_kurz.face import FACE
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import prompt_of
from tests.halt_mal_kurz.tables import answer, fallback, lay_out, play

NAMES = ("Ada", "Bo", "Cleo")


HANDS = "nazi-k halt-a halt-k / police-p list-p / halt-p halt-k"
LAID = play(lay_out(HANDS), "0 lay nazi-k").state
# Nothing can be drawn: all other cards are in the hand of Bo.
FITS, CLOSED, SHUT = (
    lay_out(f"{face} / halt-p / halt-a", rest=1) for face in ("halt-a", "nazi-a", "razupaltuff")
)
FITS_OWING, CLOSED_OWING = (
    play(lay_out(f"nazi-k halt-k / halt-p / {face}", rest=1), "0 lay nazi-k", "1 plan-draw").state
    for face in ("swap-k", "halt-a")
)
FINISH = play(lay_out("nazi-k halt-k / list-k / halt-p"), "0 lay nazi-k", "1 plan list-k").state
ASKED = {
    "react": play(lay_out("swap-k halt-a / nazi-a / halt-p", reactions="ask"), "0 lay swap-k >1").state,
    "throw": play(lay_out("schnick-k halt-a / nazi-a / halt-p"), "0 lay schnick-k >1").state,
    "vote": play(lay_out("assembly-k halt-a / nazi-a / halt-p"), "0 lay assembly-k").state,
    "slap": play(LAID, "1 flip").state,
}
GIVE = play(
    lay_out("group-k halt-a nazi-p / nazi-a / halt-p"), "0 lay group-k", "0 throw p", "1 throw r", "2 throw r"
).state
ROWS = [
    (lay_out("nazi-a / halt-p / halt-a"), 0, "turn", "you draw a card", Draw),
    (FITS, 0, "turn", "a random card that fits is laid", Lay),
    (CLOSED, 0, "turn", "you pass", Pass),
    (SHUT, 0, "turn", "you pass", Pass),
    (LAID, 1, "turn", "the cards are turned, and you draw a card", Draw),
    (FITS_OWING, 2, "turn", "the cards are turned, and a random card that fits is laid", Lay),
    (CLOSED_OWING, 2, "turn", "the cards are turned, and you pass", Pass),
    (LAID, 1, "flip", "the card is turned, and your hands are off", Leave),
    (FINISH, 2, "flip", "the card is turned, and your hands are off", Leave),
    (ASKED["slap"], 1, "slap", "your hands are off", Slap),
    (ASKED["react"], 1, "react", "it happens", React),
    (ASKED["throw"], 1, "throw", "you throw at random", Throw),
    (ASKED["vote"], 1, "vote", "you abstain", Abstain),
    (GIVE, 0, "give", "random cards are given", Give),
]


@pytest.mark.parametrize(("state", "seat", "kind", "words", "does"), ROWS, ids=lambda value: str(value)[:40])
def test_silence_says_what_the_clock_answers(state, seat, kind, words, does):
    prompt = prompt_of(state, seat, kind)
    assert FACE.silence(state.view(seat), prompt) == words
    while kind == "turn" and any(other.kind == "flip" and other.seat == seat for other in state.prompts):
        state = answer(state, seat, "flip", fallback(state, seat, "flip")).state
    assert isinstance(fallback(state, seat, kind), does)


def test_silence_has_a_row_for_every_question():
    assert {row[2] for row in ROWS} == set(GAME.stages)


def test_a_card_that_stops_nobody_has_no_deadline_but_the_next_turn():
    prompt = prompt_of(LAID, 2, "flip")
    assert prompt.clock == "free"
    assert FACE.silence(LAID.view(2), prompt) == "nothing, until your next turn"
    form = flip_form(LAID, 2)
    assert "No deadline, but before your next turn." in form
    assert "No deadline" not in flip_form(LAID, 1)  # it is their turn: one deadline for both


def flip_form(state, seat):
    view, prompt = state.view(seat), prompt_of(state, seat, "flip")
    form = FACE.form(view, prompt, GAME.offer(view, prompt), Cast(NAMES, seat, ("",) * 3), None)
    context = {"prompt": {"number": prompt.number, "kind": "flip"}, "form": form}
    return render_to_string(FACE.prompt_template(prompt), context)


@pytest.mark.parametrize(
    ("opened", "seat", "words"),
    [
        (None, 1, "1 card to turn"),
        (1, 1, "open hand, 1 card to turn"),
        (1, 2, "1 card to turn"),
        (0, 0, "open hand"),
        (None, 0, ""),
    ],
)
def test_a_seat_in_words(opened, seat, words):
    state = play(lay_out(HANDS, opened=opened), "0 lay nazi-k").state
    assert FACE.seat_words(state.view(2), seat) == words


# The open hand

COVERED = play(
    lay_out("nazi-k halt-a / police-p list-p / halt-p halt-k", opened=0),
    "0 lay nazi-k",
    "1 flip",
    "1 slap 300",
).state


@pytest.mark.parametrize(
    ("state", "seat", "covered", "private", "cards"),
    [
        (lay_out("nazi-k halt-a / list-p / halt-p", opened=0), 1, False, False, 2),
        (lay_out("nazi-k halt-a / list-p / halt-p", opened=0), None, False, False, 2),
        (lay_out("nazi-k halt-a / list-p / halt-p", opened=0), 0, False, False, 0),  # my own hand is below
        (COVERED, 2, True, False, 0),  # still has to turn
        (COVERED, 1, False, True, 1),  # has turned
        (COVERED, 0, True, False, 0),
        (COVERED, None, True, False, 0),
    ],
)
def test_an_open_hand_is_a_row_for_whoever_may_see_it(state, seat, covered, private, cards):
    row = FACE.table(state.view(seat), Cast(NAMES, seat), ())["open"]
    assert (row["covered"], row["private"], len(row["cards"])) == (covered, private, cards)


# Talking and fooling


def table_of(state, seat, **context):
    picture = FACE.table(state.view(seat), Cast(NAMES, seat), ())
    return render_to_string("games/halt_mal_kurz/_table.html", {"picture": picture, **context})


@pytest.mark.parametrize(
    ("state", "context", "told"),
    [
        pytest.param(LAID, {"talk_new": 0, "match": {}}, True, id="at the table"),
        pytest.param(LAID, {"talk_new": 0, "match": {"practice": True}}, False, id="bots do not talk"),
        pytest.param(LAID, {"match": {}}, False, id="nor do watchers"),
        pytest.param(lay_out(HANDS), {"talk_new": 0, "match": {}}, False, id="nothing to be turned"),
    ],
)
def test_talk_and_bluffing_are_allowed_about_what_lies_face_down(state, context, told):
    html = table_of(state, 1, **context)
    assert ("and bluff" in html) is told
    assert ('href="#talk"' in html) is told


@pytest.mark.parametrize(("game", "told"), [(FACE, True), (None, False)])
def test_the_talk_says_so_too(game, told):
    html = render_to_string("games/talk/_words.html", {"game": game, "match": {}, "seat": {}})
    assert ("so is bluffing" in html) is told


def test_the_clown_has_the_nose_of_the_games_own_drawings():
    html = render_to_string("games/_clown.html", {"game": FACE, "clown": {"words": "Bo", "choices": []}})
    assert f'href="{drawing("nose")}"' in html
