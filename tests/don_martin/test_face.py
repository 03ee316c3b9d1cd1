"""What the page says around the forms: the table in words, what silence does, what a seat has before it."""

import re

import pytest
from django.template.loader import render_to_string

from games.cast import Cast
from games.don_martin.answers import Ignore, Keep, Play, Throw
from games.don_martin.face import FACE
from games.don_martin.rules import GAME
from tests.don_martin.tables import fallback, lay_out, play
from tests.engine.tables import prompt_of

NAMES = ("Ada", "Bo", "Cleo", "Dora")
HANDS = "rumms-b zwick-o arrargh / wobbel-g quarp-p / huffta-o pfiuut-g"
CALLED = play(lay_out(f"splabbadap {HANDS}", lies="blompf-b"), "0 play splabbadap").state
GROUPED = lay_out(
    HANDS, lies="blompf-b", groups="/huffta-b huffta-g huffta-o,quarp-o quarp-p quarp-b quarp-g"
)


def cast_for(state, seat):
    return Cast(NAMES[: state.table.seats], seat, ("",) * state.table.seats)


def picture(state, seat=0, events=()):
    return FACE.table(state.view(seat), cast_for(state, seat), events)


def shown(state, seat=0, events=()):
    """The table as a page has it."""
    return render_to_string("games/don_martin/_table.html", {"picture": picture(state, seat, events)})


def plain(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", str(html))).strip()


# What lies there


@pytest.mark.parametrize(
    ("lies", "heading", "rule"),
    [
        ("", "The table is empty", "Any card can be led."),
        ("rumms-b", "blue lies here", "blue takes. green, purple or orange adds."),
        ("rumms-o rumms-g", "orange and green lie here", "orange or green takes. blue or purple adds."),
        (
            "rumms-b rumms-p zwick-o",
            "blue, purple and orange lie here",
            "blue, purple or orange takes. green adds.",
        ),
        ("rumms-b rumms-p zwick-o zwick-g", "All four colours lie here", "Any colour takes."),
    ],
)
def test_the_colours_that_lie_there_say_what_takes_and_what_adds(lies, heading, rule):
    table = picture(lay_out("blompf-b / wobbel-g quarp-p / huffta-o pfiuut-g", lies=lies))
    assert (plain(table["heading"]), plain(table["rule"])) == (heading, rule)


def test_the_first_card_of_a_round_is_announced_as_a_coloured_one():
    assert plain(picture(lay_out(HANDS, first=True))["rule"]) == (
        "Any coloured card can be led, but no black-and-white one."
    )


def test_a_colour_at_the_start_of_a_sentence_can_have_a_capital_letter():
    heading = str(picture(lay_out(HANDS, lies="blompf-b"))["heading"])
    assert heading.startswith('<span class="capital"><span class="fam fam-blue">')


@pytest.mark.parametrize(
    ("seat", "names"), [(0, ["Bo", "Cleo"]), (1, ["You", "Cleo"]), (None, ["Bo", "Cleo"])]
)
def test_each_card_of_the_table_says_who_played_it(seat, names):
    table = picture(lay_out(HANDS, lies="blompf-b zwick-g"), seat)
    assert [one["name"] for one in table["lies"]] == names


def test_cards_that_are_new_to_the_reader_are_marked():
    played = play(lay_out(HANDS, lies="blompf-o"), "0 play rumms-b", "1 play wobbel-g")
    table = picture(played.state, 2, played.events)
    assert [one["new"] for one in table["lies"]] == [False, True, True]
    assert not any(one["new"] for one in picture(played.state, 2)["lies"])


@pytest.mark.parametrize(
    ("turn", "way", "seat", "words"),
    [
        (0, 1, 0, "Clockwise: you, then Bo, Cleo"),
        (1, 1, 0, "Clockwise: Bo, then Cleo, you"),
        (1, -1, 0, "Anticlockwise: Bo, then you, Cleo"),
        (2, 1, None, "Clockwise: Cleo, then Ada, Bo"),
    ],
)
def test_the_order_begins_with_whoever_is_on_turn(turn, way, seat, words):
    assert picture(lay_out(HANDS, lies="blompf-b", turn=turn, way=way), seat)["order"] == words


@pytest.mark.parametrize(
    ("still", "words"),
    [
        (7, ""),
        (8, "After 7 more turns without change nobody gets out."),
        (14, "After 1 more turn without change nobody gets out."),
    ],
)
def test_half_way_to_a_round_without_end_the_table_says_so(still, words):
    assert picture(lay_out(HANDS, lies="blompf-b", still=still))["still"] == words


def test_a_splabbadap_tells_how_many_are_in_and_never_whose_card():
    state = play(CALLED, "2 throw pfiuut-g").state
    assert plain(picture(state, 1)["call"]) == "Ada called SPLABBADAP! 1 of 2 have thrown in."
    assert plain(picture(state, 0)["call"]) == "You called SPLABBADAP! 1 of 2 have thrown in."
    other = play(CALLED, "2 throw huffta-o").state
    for seat in (0, 1, None):
        assert shown(state, seat) == shown(other, seat)


# What is folded


def test_groups_are_folded_to_the_points_of_a_seat():
    html = shown(GROUPED)
    assert 'class="long">30 points</span></summary>' in html and html.count('<details id="groups-') == 1
    assert "HUFFTA" in html and "3 cards, 10 points" in html and "4 cards, 20 points" in html


def test_specials_that_are_used_up_are_counted_by_kind():
    html = plain(shown(lay_out(HANDS, spent="inkle arrargh inkle")))
    assert "3 specials used up" in html
    assert "ARRARGH! 1 of 5" in html and "INKLE DINKLE GLINK GLONK! 2 of 5" in html


@pytest.mark.parametrize(
    ("laid", "there"),
    [
        ({}, False),
        ({"points": (10, 20, -5), "target": 500}, True),
    ],
)
def test_the_score_sheet_is_there_once_a_round_is_over(laid, there):
    assert ('id="sheet"' in shown(lay_out(HANDS, **laid))) is there


def test_nothing_of_a_hand_is_on_the_table():
    html = shown(lay_out(HANDS, lies="blompf-b"), None)
    for sound in ("RUMMS", "ZWICK", "WOBBEL", "QUARP", "HUFFTA", "PFIUUT"):
        assert sound not in html


# Seats, silence, headings


@pytest.mark.parametrize(("seat", "words"), [(0, ""), (1, "2 groups, 30 points"), (2, "")])
def test_a_seat_in_words_and_marks(seat, words):
    assert FACE.seat_words(GROUPED.view(0), seat) == words
    assert (">30</b>" in FACE.seat_marks(GROUPED.view(0), seat)) is bool(words)


LAST = lay_out("rumms-b / wobbel-g quarp-p / huffta-o pfiuut-g", lies="blompf-b", rest=1)
BARE = lay_out("arrargh inkle / wobbel-g quarp-p / huffta-o pfiuut-g", lies="blompf-b", rest=1)
ROWS = [
    (lay_out(HANDS, lies="blompf-b"), 0, "turn", "you ignore it and draw 1", Ignore),
    (LAST, 0, "turn", "a card of your rarest sound is played", Play),
    (BARE, 0, "turn", "a random special is played", Play),
    (lay_out(HANDS), 0, "lead", "a card of your rarest sound is led", Play),
    (lay_out("arrargh inkle / wobbel-g / huffta-o"), 0, "lead", "a random special is played", Play),
    (lay_out(HANDS, asks="lay"), 0, "lay", "nothing is laid", Keep),
    (CALLED, 1, "throw_in", "a card of your rarest sound falls", Throw),
]


@pytest.mark.parametrize(("state", "seat", "kind", "words", "does"), ROWS, ids=[row[3] for row in ROWS])
def test_silence_says_what_the_clock_answers(state, seat, kind, words, does):
    assert FACE.silence(state.view(seat), prompt_of(state, seat, kind)) == words
    assert isinstance(fallback(state, seat, kind), does)


def test_silence_has_a_row_for_every_question():
    assert {row[2] for row in ROWS} == set(GAME.stages)


@pytest.mark.parametrize(
    ("state", "seat", "words"),
    [
        (lay_out(HANDS, lies="blompf-b"), 0, "Your turn: play or ignore"),
        (LAST, 0, "Your turn: play a card"),
        (lay_out(HANDS), 0, "Your turn: lead a card"),
        (lay_out(HANDS, asks="lay"), 0, "Your turn: lay groups or not"),
        (lay_out(HANDS), 1, "Waiting for Ada"),
        (CALLED, 1, "Ada called: throw a card in"),
        (CALLED, 0, "Waiting for Bo and Cleo"),
        (play(CALLED, "1 throw quarp-p").state, 1, "Waiting for Cleo"),
    ],
)
def test_the_page_is_headed_by_what_is_asked(state, seat, words):
    assert FACE.headline(state.view(seat), cast_for(state, seat)) == words


@pytest.mark.parametrize(("points", "words"), [(1, "1 point"), (40, "40 points"), (-15, "\u221215 points")])
def test_points_may_be_fewer_than_none(points, words):
    assert FACE.points(points) == words


@pytest.mark.parametrize(
    "key",
    [
        "no_pile",
        "first_card",
        "last_special",
        "not_coloured",
        "too_few",
        "no_group",
        "not_your_card",
        "whom",
        "no_such_seat",
        "laid_twice",
        "lone_special",
        "not_special",
        "too_many_plans",
        "empty_plan",
        "other_round",
    ],
)
def test_every_reason_has_words_of_its_own(key):
    assert FACE.reason(key) != FACE.reason("wrong_answer")


def test_every_option_has_words():
    fields = (*GAME.settings(4), *GAME.asks)
    assert all(FACE.option_label(field) for field in fields)
    for field in fields:
        for choice in field.choices:
            assert FACE.option(field, choice, NAMES) != str(choice.value)


# The hand while nothing is asked


@pytest.mark.parametrize(
    ("sort", "faces"),
    [
        ("", ["quarp-b", "rumms-g", "rumms-o", "arrargh"]),
        ("sound", ["quarp-b", "rumms-g", "rumms-o", "arrargh"]),
        ("symbol", ["quarp-b", "rumms-g", "rumms-o", "arrargh"]),  # of another game
        ("colour", ["quarp-b", "rumms-g", "rumms-o", "arrargh"]),
        ("arrival", ["rumms-o", "arrargh", "quarp-b", "rumms-g"]),
    ],
)
def test_a_hand_is_sorted_as_the_reader_likes(sort, faces):
    state = lay_out("wobbel-g quarp-p / rumms-o arrargh quarp-b rumms-g / huffta-o pfiuut-g")
    hand = FACE.hand(state.view(1), Cast(NAMES[:3], 1, ("",) * 3, sort=sort))
    labels = {
        "quarp-b": "QUARP, blue",
        "rumms-g": "RUMMS, green",
        "rumms-o": "RUMMS, orange",
        "arrargh": "ARRARGH, special",
    }
    assert [card["label"] for card in hand["cards"]] == [labels[face] for face in faces]
