"""The lesson of Game of Quotes: every hint is true, and following them shows everything, in whichever row cards are."""

import html as html_module
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine import split_events
from games.game_of_quotes import events as said
from games.game_of_quotes.answers import Both, Orders, Pick, Stamp, Swap, Write
from games.game_of_quotes.cards import row_of
from games.game_of_quotes.lesson import LESSON, SHOWN, place_after, topics_of
from games.game_of_quotes.names import name_of
from games.game_of_quotes.rules import GAME
from games.models import Match
from games.teaching import Answered
from quotes import starter
from quotes.models import Card, Deck
from tests.game_of_quotes.lesson_hints import MARKED, assert_true, place_now
from tests.game_of_quotes.lesson_seeds import follow, is_good, lesson_matches, pass_over, starter_deck, wanted
from tests.game_of_quotes.tables import whole_match
from tests.games import lessons
from tests.games.lessons import ALL_LEARNT, answer, asked, box_of, hints, sight_of
from tests.games.scripts import Party, text
from tests.games.scripts import deck as filled_deck

pytestmark = pytest.mark.django_db

SLUG = GAME.slug
MOST_PROMPTS = 14
PAD = {"part": "pad", "idea-1": "The lollipop man", "asked": "1", "ahead": "1"}


# Sitting down, and doing what is said


def sit_down_to_the_lesson(language: str = "en") -> Party:
    if not Deck.objects.filter(starter=language).exists():
        starter.load(language)
    return lessons.sit_down_to_the_lesson(SLUG, language)


def hear(table: Party) -> None:
    """The whole round that is on the stage."""
    readings = table.state.table.readings
    form = {"part": str(len(readings)), "bits": str(2 * len(readings[-1]))}
    assert table.post(0, "heard", form).status_code == 200


def do_as_told(table: Party, hint: Any) -> None:
    """Do what the hint says, as the page would send it."""
    if hint.rules == "reading":
        hear(table)
    elif hint.rules == "pad":
        assert table.post(0, "orders", PAD).status_code == 200
    else:
        answer(table, hint.action)


# Through the pages


def test_whoever_follows_the_hints_practises_everything_in_about_twelve_questions():
    shown = lessons.follow_to_the_end(sit_down_to_the_lesson(), do_as_told, check_hint, MOST_PROMPTS)
    # The pad has written.
    assert [topic for topic in shown if topic] == [topic for topic in LESSON.topics if topic != "write"]


def test_the_hint_has_no_count_that_would_jump():
    table = sit_down_to_the_lesson()
    shown = text(table.page(0))
    assert 'class="lesson-step"' in shown and "practised" not in shown


def test_what_the_pad_holds_is_the_source_of_the_third_round():
    table = sit_down_to_the_lesson()
    while (hint := box_of(table)["hint"]).topic != "swap":
        do_as_told(table, hint)
    assert (table.state.table.round, asked(table).kind) == (3, "quote")
    answer(table, hint.action)
    assert "<q lang" in box_of(table)["hint"].why and "The lollipop man" in box_of(table)["hint"].why


def test_whoever_leaves_no_pad_is_shown_how_to_write():
    table = sit_down_to_the_lesson()
    shown = []
    for hint in hints(table):
        shown.append(hint.topic)
        if hint.rules == "reading":
            hear(table)
        elif hint.rules == "swap":
            answer(table, pass_over(table.state, asked(table), hint))
        else:
            answer(table, hint.action)
    assert set(shown) - {""} == set(LESSON.topics) - {"source"}  # chosen where the pad was shown
    assert [str(words) for words, met in box_of(table)["topics"] if not met] == [
        str(LESSON.topics[topic]) for topic in ("pad", "swap")
    ]
    assert ALL_LEARNT not in text(table.page(0))


def test_the_page_before_the_lesson_says_how_long_it_takes_and_what_comes():
    lessons.assert_the_page_before_tells_what_comes(SLUG)


@lessons.in_every_language
def test_a_hint_is_whole_in_every_language_and_quotes_only_words_of_the_page(language):
    marked = []

    def follow_and_read(table: Party, hint: Any) -> None:
        shown = html_module.unescape(lessons.page_without_the_lesson(table))
        for words in MARKED.findall(hint.why):
            marked.append(words)
            assert html_module.unescape(words) in shown, words
        assert f'<q lang="{language}">' in hint.why or not MARKED.search(hint.why)
        do_as_told(table, hint)

    assert lessons.read_all_hints(sit_down_to_the_lesson(language), follow_and_read, language)
    assert marked


@pytest.mark.parametrize("seed", range(4))
def test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie(seed):
    table, chance = sit_down_to_the_lesson(), Random(seed)

    def write_and_hear_now_and_then():
        if chance.random() < 0.1:
            table.post(0, "orders", PAD)
        if chance.random() < 0.5 and table.state.table.readings:
            hear(table)

    lessons.play_as_one_likes(table, chance, check_hint, write_and_hear_now_and_then, most=60)


@lessons.however_it_stands_still
def test_a_lesson_that_stands_still_says_nothing(status):
    lessons.assert_says_nothing(sit_down_to_the_lesson(), status)


def test_a_hint_costs_one_query():
    lessons.assert_a_hint_costs_one_query(sit_down_to_the_lesson(), do_as_told)


# The same for everybody, whatever is in the database


def told_lesson() -> list[Any]:
    """By question: topic, and what is said, for whoever follows the hints; at last, what was read."""
    table = sit_down_to_the_lesson()
    shown = []
    for hint in hints(table):
        shown.append((hint.topic, str(hint.title), str(hint.why)))
        do_as_told(table, hint)
    return [*shown, read_there(table)]


def read_there(table: Party) -> Any:
    """What was read, by what the cards say."""
    texts = Card.objects.in_bulk()

    def says(reading: Any) -> tuple[str, str]:
        source = reading.source
        own = source.words and (name_of(source.words, "en") if source.words < 0 else "written")
        return texts[row_of(reading.quote)].quote, own or texts[row_of(source.face)].source

    return [[says(reading) for reading in round_] for round_ in table.state.table.readings]


def test_the_lesson_is_the_same_in_two_databases_that_are_filled_differently():
    """Cards are named by their rows, and those differ from site to site; nothing that is dealt or told may."""
    starter.load("en")
    rows = list(
        Card.objects.filter(deck__starter="en").order_by("number", "side").values_list("pk", flat=True)
    )
    here = told_lesson()
    Match.objects.all().delete()
    Deck.objects.all().delete()
    starter.load("de")
    filled_deck(77)
    starter.load("en")
    others = list(
        Card.objects.filter(deck__starter="en").order_by("number", "side").values_list("pk", flat=True)
    )
    assert not set(rows) & set(others)
    assert told_lesson() == here


def test_nor_do_the_rules_and_hints_look_at_rows():
    """Backwards rows sort otherwise, as numbers and as words."""
    seen = []
    for row in (lambda number: number, lambda number: 10_000 - 7 * number):
        options, sides = starter_deck("en", row)
        place = {card: number for number, card in enumerate(options.cards)}
        shown = []
        for state, prompt, hint, _ in lesson_matches(LESSON.seed, follow, (options, sides)):
            held = [place[card] for card in state.hands[0].cards]
            shown.append((prompt.kind, hint.topic, hint.title, hint.why, held))
        seen.append(shown)
    assert seen[0] == seen[1] and len(seen[0]) >= 10


@pytest.mark.parametrize("name", starter.names())
def test_with_every_starter_deck_two_others_are_read_first_and_the_first_cards_go_well_together(name):
    assert is_good(LESSON.seed, *wanted(name))


# Without the pages


def test_hints_are_true_in_sixty_more_matches_on_other_cards():
    for seed in range(60):
        for state, prompt, hint, cast in lesson_by_chance(f"any {seed}", Random(seed)):
            assert_true(state, prompt, hint, cast)


def test_every_kind_of_hint_is_tried_in_those():
    seen, played = set(), set()
    for seed in range(60):
        for _, prompt, hint, _ in lesson_by_chance(f"any {seed}", Random(seed)):
            seen.add((prompt.kind, hint.topic))
            played.add(type(hint.action))
    assert {kind for kind, _ in seen} == set(GAME.stages)
    assert {topic for _, topic in seen} >= set(LESSON.topics)
    assert played == {Pick, Write, Both, Swap, Stamp}


def test_a_source_without_a_description_is_not_said_to_have_one():
    options, sides = starter_deck("en")
    bare = {row: replace(side, description="") for row, side in sides.items()}
    told = [hint.why for _, _, hint, _ in lesson_matches(LESSON.seed, follow, (options, bare))]
    assert sum("Your source has no description" in why for why in told) == 1
    assert not any("below the cards you see the two" in why for why in told)


def test_whoever_may_still_change_a_choice_hears_nothing_new():
    state, prompt, _, cast = next(lesson_matches(LESSON.seed, follow))
    again = LESSON.hint(state.view(0), prompt, cast, {"quote"})
    assert again.topic == "" and "What you know already" in again.title
    assert_true(state, prompt, again, cast)


@pytest.mark.parametrize(
    ("by", "action", "place", "topics"),
    [
        ("player", Pick("1-m0"), (1, 0), {"quote"}),
        ("player", Pick("1-m0"), (1, 1), {"pass"}),
        ("player", Pick("1-m0", "description"), (1, 1), {"pass", "reads"}),
        ("player", Pick("1-m0"), (2, 0), {"source"}),
        ("player", Pick("1-m0"), (2, 1), {"reads"}),
        ("player", Pick("1-m0"), (3, 1), set()),
        ("player", Write(stock=-1), (3, 0), {"write"}),
        ("orders", Write(words=7), (3, 0), {"write", "pad"}),
        ("player", Both("1-m0", stock=-1), (4, 1), {"both"}),
        ("player", Swap(("1-m0",)), (3, 1), {"swap"}),
        ("player", Stamp(1), (2, 0), {"stage", "stamp"}),
    ],
)
def test_what_was_practised_is_read_from_what_happened(by, action, place, topics):
    assert topics_of(Answered(by, action, ()), place) == topics


def test_the_idea_pad_counts_as_soon_as_something_stands_on_it():
    view = next(lesson_matches(LESSON.seed, follow))[0].view(0)
    assert LESSON.met(view, Orders((-1,)), (), missed=False) == {"pad"}
    assert LESSON.met(view, Orders(), (), missed=False) == set()


# What makes a hint true


def check_hint(table: Party, hint: Any) -> None:
    assert_true(table.state, asked(table), hint, sight_of(table).cast)


def test_the_place_of_an_answer_is_followed_by_what_everybody_sees():
    place = (1, 0)
    for state, step in whole_match(3):
        if state.table.task is not None:
            assert place == place_now(state)
        for event in split_events(step)[0]:
            place = place_after(event, *place)
    assert set(SHOWN) <= {(1, 0), (1, 1), (2, 0), (2, 1)}
    assert place_after(said.AllChosen(round=2), 2, 1) == (2, 1)


def lesson_by_chance(seed: str, chance: Random) -> Iterator[tuple[Any, Any, Any, Any]]:
    return lesson_matches(seed, lessons.as_one_likes(SLUG, chance, follow))
