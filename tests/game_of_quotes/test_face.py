"""What the page says around the forms: heads, questions, what silence does, seats, options, the end."""

import re

import pytest
from django.conf import settings

from games.cast import Cast
from games.engine import Choice, Field, Result
from games.game_of_quotes import bot, start
from games.game_of_quotes.answers import MOST_WRITTEN, Orders
from games.game_of_quotes.cards import CATEGORIES, STOCK
from games.game_of_quotes.face import FACE
from games.game_of_quotes.names import NAMES, language_of, name_of
from games.game_of_quotes.parts import COLOURS
from games.game_of_quotes.rules import GAME
from games.game_of_quotes.words import COLOUR_WORDS, REASONS
from quotes import starter
from quotes.looks import KINDS, SPRITE
from quotes.models import Card
from tests.engine.tables import prompt_of

from .seated import cast_of
from .tables import fallback, lay_out, play

pytestmark = pytest.mark.pure


START = lay_out()
SECOND = lay_out(step=1, laid="8/18/28", hands="1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26")
STAMPING = lay_out(round_=2, stamping=True)
LATE = lay_out(round_=5, stamping=True, used=((1, 1, 1), (2, 1, 1), (1, 1, 1)))
WRITE = lay_out(round_=3)
BOTH = lay_out(round_=4)

ROWS = [
    (START, "quote", "Round 1: choose a quote", "a random quote"),
    (SECOND, "source", "Round 1: choose a source", "a random source, by its name"),
    (STAMPING, "source", "Round 2: choose a source", "a random source, by its name"),
    (WRITE, "write", "Round 3: write a source", "the name on a random card of yours"),
    (
        BOTH,
        "both",
        "Round 4: a quote, and a source of your own",
        "a random quote and the name on another card",
    ),
    (STAMPING, "stamp", "Round 1 can be heard", "a single stamp, at random"),
    (LATE, "stamp", "Round 4 can be heard", "your double stamp, at random"),
]


@pytest.mark.parametrize(("state", "kind", "task", "silence"), ROWS)
def test_a_question_is_headed_by_its_round_and_says_what_the_clock_would_play(state, kind, task, silence):
    prompt, view = prompt_of(state, 0, kind), state.view(0)
    assert FACE.task(view, prompt, cast_of(state)) == task
    assert FACE.silence(view, prompt) == silence
    assert FACE.question(view, prompt, cast_of(state))
    given = fallback(state, 0, kind)
    assert ("double" in silence) == (getattr(given, "value", 0) == 2)
    assert ("by its name" in silence) == (kind == "source") and getattr(given, "reads", "name") == "name"


def test_there_is_a_row_for_every_question():
    assert {row[1] for row in ROWS} == set(GAME.stages)


def test_the_stamps_come_before_the_next_choice_once_all_is_heard():
    view = STAMPING.view(0)
    assert FACE.headline(view, cast_of(STAMPING)) == "Round 1 can be heard"
    assert FACE.headline(view, cast_of(STAMPING, heard={1: 6})) == "Round 1: stamp what you liked"
    after = play(STAMPING, "0 stamp >1").state
    assert FACE.headline(after.view(0), cast_of(after, heard={1: 6})) == "Round 2: choose a source"


def test_who_is_waited_for_is_named_where_nothing_is_owed():
    state = play(START, "0 pick 1").state
    assert FACE.headline(state.view(0), cast_of(state)) == "Waiting for Bob and Cleo"


def test_a_seat_shows_its_colour_the_marker_and_whether_it_has_swapped():
    view = lay_out(leader=1, swapped=(1, 2)).view(0)
    assert FACE.seat_words(view, 0) == "red"
    assert FACE.seat_words(view, 1) == "orange, has the marker, has swapped"
    assert FACE.seat_words(view, 2) == "yellow, has swapped"
    marks = FACE.seat_marks(view, 1)
    assert marks.count("<use") == 3 and 'title="has the marker"' in marks


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("points", "Most points win."),
        ("markers", "A tie on points: more stamps win."),
        ("not_swapped", "whoever did not swap wins."),
        ("shared", "the victory is shared."),
    ],
)
def test_the_end_says_what_decided(why, words):
    result = Result((1, 2, 2), (4, 4, 2), why)
    assert words in FACE.ending_words(START.view(0), result, cast_of(START), ())


def test_every_option_has_words():
    names = ("Alice", "Bob", "Cleo")
    for field in (*GAME.settings(3), *start.ASKS):
        assert FACE.option_label(field)
        for choice in field.choices:
            assert FACE.option(field, choice, names) not in ("", str(choice.value)) or field.name == "colour"
        if field.blank:
            assert FACE.option(field, None, names)
    marker = next(field for field in start.ASKS if field.name == "marker")
    assert FACE.option(marker, Choice(1), names) == "Grab the marker"
    assert set(COLOUR_WORDS) == set(COLOURS)
    assert FACE.option(Field("side", "one"), Choice("blue"), names) == "the blue side"


def test_every_reason_is_told_in_words():
    for reason in (
        *("no_source", "swapped_already", "nothing_to_draw", "stamp_used", "own_reading", "not_your_card"),
        *("nothing_written", "no_such_seat", "too_many_ideas"),
    ):
        assert FACE.reason(reason) == str(REASONS[reason])


# Kinds of sources


def test_a_kind_of_source_is_known_wherever_one_is_named():
    """Whoever adds one finds here what it takes; the decks and the tests' own cards are asked elsewhere."""
    drawn = set(re.findall(r'<symbol id="k-(\w)"', (settings.BASE_DIR / "static" / SPRITE).read_text()))
    near = set().union(*bot.FAR_APART)
    for where in (Card.Category.values, KINDS, starter.KINDS.values(), drawn, near):
        assert {*map(str, where)} == {*CATEGORIES}, where


# The game's own names


@pytest.mark.parametrize("language", NAMES)
def test_every_language_has_sixty_names_that_fit_on_a_card(language):
    names = NAMES[language]
    assert len(names) == len(set(names)) == STOCK
    assert all(0 < len(name) <= MOST_WRITTEN for name in names)
    assert name_of(-1, language) == names[0] and name_of(-STOCK, language) == names[-1]


def test_a_language_without_names_takes_the_english_ones():
    assert (language_of("de-AT"), language_of("pt")) == ("de", "en")


# What a page has to load


def test_a_page_loads_its_own_hand_and_what_was_read():
    state = lay_out(
        "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26", round_=2, step=1, laid="7/17/27", stamping=True
    )
    read = set(range(61, 67))
    assert FACE.cards_in(state.view(0)) == {1, 2, 3, 4, 5, 6, 7} | read
    assert FACE.cards_in(state.view(None)) == read


def test_a_page_loads_the_texts_it_shows_and_no_name_of_the_games_own():
    state = lay_out("w7-8 w9- 3 4 5 6 7/11 12 13 14 15 16 17/21 22 23 24 25 26 27", round_=4)
    read = {700 + 85 + seat for seat in range(3)}
    assert FACE.written_in(state.view(0)) == {7, 8, 9} | read
    assert FACE.written_in(state.view(1)) == read
    written = play(state, "1 both 11 41", "0 both 3 no=4").state
    assert FACE.written_in(written.view(1)) == {41} | read
    assert FACE.written_in(written.view(0)) == {7, 8, 9} | read
    assert FACE.written_in_orders(Orders((5, -3, 6))) == {5, 6}


@pytest.mark.parametrize(
    ("state", "seen"), [(START, False), (STAMPING, False), (WRITE, True), (BOTH, True), (LATE, False)]
)
def test_the_other_sides_may_be_looked_at_in_rounds_3_and_4(state, seen):
    assert FACE.shows_both_sides(state.view(0)) is seen
    assert not FACE.shows_both_sides(state.view(None))


def test_the_generic_cast_reads_texts_as_removed():
    assert Cast(("Alice",), 0).words(4) == "removed"
    assert len(FACE.sample_cards()) == 2
