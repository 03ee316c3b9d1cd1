"""The lesson of Halt mal kurz: every hint is true, and following them shows everything."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from random import Random
from typing import Any

import pytest
from django.utils.html import strip_tags

from games.engine import Dice, face_of, split_events
from games.halt_mal_kurz import events as said
from games.halt_mal_kurz.answers import Draw, Pass
from games.halt_mal_kurz.learning import PAIRS, STORY
from games.halt_mal_kurz.lesson import LESSON, ways_to_fit, with_tops
from games.halt_mal_kurz.pack import TARGETED, fits, kind_of
from games.halt_mal_kurz.rules import GAME
from games.teaching import Answered
from tests.games import lessons
from tests.games.lessons import answer, asked, sit_down_to_the_lesson, told_in
from tests.games.scripts import Party
from tests.halt_mal_kurz.lesson_seeds import lesson_matches

pytestmark = pytest.mark.django_db

SLUG = "halt-mal-kurz"
NAMES = ("Ada", *LESSON.bots)
MOST_PROMPTS = 14
THROWS = {"part": "throws", "throw-1": "paper", "throw-2": "scissors"}


def follow(table: Party, hint: Any) -> None:
    """Do what the hint says, as the page would send it. What is left in advance brings the next hint at once."""
    if hint.topic == "ahead":
        assert table.post(0, "orders", THROWS).status_code == 200
    else:
        answer(table, hint.action)


# Through the pages


def test_whoever_follows_the_hints_practises_everything_in_about_twelve_questions():
    table = sit_down_to_the_lesson(SLUG)
    shown = lessons.follow_to_the_end(table, follow, check_hint, MOST_PROMPTS)
    assert set(shown) - {""} == set(LESSON.topics)


def test_the_page_before_the_lesson_says_how_long_it_takes_and_what_comes():
    lessons.assert_the_page_before_tells_what_comes(SLUG)


@lessons.in_every_language
def test_a_hint_is_whole_in_every_language_and_quotes_only_words_of_the_page(language):
    lessons.read_all_hints(sit_down_to_the_lesson(SLUG, language), follow, language)


def test_the_lesson_is_dealt_alike_to_everybody():
    lessons.assert_dealt_alike(SLUG, follow)


@pytest.mark.parametrize("seed", range(4))
def test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie(seed):
    table, chance = sit_down_to_the_lesson(SLUG), Random(seed)

    def throw_in_advance_now_and_then():
        if chance.random() < 0.1:
            table.post(0, "orders", THROWS)

    told = lessons.play_as_one_likes(table, chance, check_hint, throw_in_advance_now_and_then)
    assert told <= 2 * LESSON.most


def test_whoever_passes_over_a_hint_hears_of_something_else_next():
    told = lessons.answer_and_leave_no_orders(sit_down_to_the_lesson(SLUG))
    assert "ahead" in told
    assert max(len(list(same)) for topic, same in groupby(told) if topic == "ahead") == 1


@lessons.however_it_stands_still
def test_a_lesson_that_stands_still_says_nothing(status):
    lessons.assert_says_nothing(sit_down_to_the_lesson(SLUG), status)


def test_a_hint_costs_one_query():
    lessons.assert_a_hint_costs_one_query(sit_down_to_the_lesson(SLUG), follow)


# Without the pages


def test_hints_are_true_in_sixty_more_matches_on_other_cards():
    for seed in range(60):
        for state, prompt, hint, _ in lesson_by_chance(f"any {seed}", Random(seed)):
            assert_true(state, prompt, hint)


def test_every_kind_of_hint_is_tried_in_those():
    seen = {
        (prompt.kind, hint.topic)
        for seed in range(60)
        for _, prompt, hint, _ in lesson_by_chance(f"any {seed}", Random(seed))
    }
    assert {kind for kind, _ in seen} == set(GAME.stages)
    assert {topic for _, topic in seen} >= set(LESSON.topics)


def test_the_top_that_an_answer_met_is_read_from_what_everybody_saw():
    """It decides what a card was laid by; a card to be turned stays covered, which fits alike."""
    laid = 0
    for seed in range(40):
        for state, prompt, _, given in lesson_by_chance(f"any {seed}", Random(seed)):
            here = Answered("player", Draw(), (), given[1])
            *_, (_, top) = with_tops((*given[0], here))
            if prompt.kind != "turn":
                continue
            laid += 1
            for card in state.hands[0].cards:
                assert ways_to_fit(card, top) == ways_to_fit(card, state.table.top), (top, state.table.top)
    assert laid > 100


def test_no_example_of_the_story_happens_in_a_lesson_by_accident():
    """No three cards of the story lie one on the other; nor is a pair of the page what the lesson begins with."""
    told = {run[place : place + 3] for run in STORY for place in range(len(run) - 2)}
    pairs = {pair for run in STORY for pair in pairwise(run)} | set(PAIRS.values())
    openings = set()
    for number in range(60):
        for state, *_ in lesson_by_chance(LESSON.seed, Random(number)):
            laid = tuple(face_of(card) for card in state.stock.discards)
            assert not told & {laid[place : place + 3] for place in range(len(laid) - 2)}
            openings.add(laid[:2])
    assert openings and not pairs & openings


# What makes a hint true


def check_hint(table: Party, hint: Any) -> None:
    assert_true(table.state, asked(table), hint)


def assert_true(state: Any, prompt: Any, hint: Any) -> None:
    """Legal, about this question, and what it says happens."""
    view = state.view(0)
    assert GAME.check(view, prompt, hint.action) is None
    assert hint.rules == ("throws" if hint.topic == "ahead" else prompt.kind)
    told = told_in(hint)
    assert "%(" not in told and len(strip_tags(hint.why)) > 40
    table, hand = view.table, view.hand
    happened = split_events(GAME.play(state, prompt, hint.action, Dice("none", 0)))[0]
    match prompt.kind:
        case "turn":
            assert_turn_true(view, hint, told)
        case "flip":
            contest = next(one for one in table.contests if one.number == prompt.opened_by)
            assert f"{NAMES[contest.seat]} has laid it face down" in told
        case "slap":
            nazi = kind_of(hand.seen[-1].face) == "nazi"
            assert (hint.topic, hint.action.hit) == (("nazi", 1) if nazi else ("police", 0))
        case "react":
            held = hand.list_against(table.affair.face) is not None
            assert ("no list that fits" in told) == (not held)
            assert NAMES[table.affair.seat] in told
            if "a gift" in told:
                assert table.counts[table.affair.seat] < table.counts[0]
            if hint.action.wish and not any(
                p.seat and not p.given and p.group == prompt.group for p in view.prompts
            ):
                assert any(isinstance(event, said.ListUsed) and event.seat == 0 for event in happened)
        case "throw":
            group = kind_of(table.affair.face) == "group"
            assert len(hint.action.throws) == 1 if group else len(hint.action.throws) > 1
            assert ("no well" in told) == (table.affair.without_well and not table.affair.again)
        case "vote":
            ballot = hint.action
            assert table.counts[ballot.receiver] == min(table.counts[1:])
            assert f"{NAMES[ballot.receiver]} a card" in told
            assert ("you give" in told) == (ballot.giver == 0) == (len(hand.cards) > 0)


def assert_turn_true(view: Any, hint: Any, told: str) -> None:
    table, hand, action = view.table, view.hand, hint.action
    fitting = [card for card in hand.cards if fits(card, table.top)]
    if isinstance(action, Pass):
        assert not fitting and not table.to_draw
        return
    if isinstance(action, Draw):
        assert hint.topic == "ahead" or ("nothing fits" in told) == (not fitting)
        return
    if action.target is not None:
        assert NAMES[action.target] in told or hint.topic in ("throw", "ahead")
    left = len(hand.cards) - 1
    match hint.topic:
        case "symbol" | "category":
            assert ways_to_fit(action.card, table.top) == {hint.topic}
            assert kind_of(action.card) not in TARGETED
        case "target" if kind_of(action.card) == "halt":
            assert f"keep {left} cards" in told and f"half is: {left // 2}." in told and left > 1
        case "target" if kind_of(action.card) == "swap":
            assert f"{left} for {table.counts[action.target]}." in told and table.counts[action.target] < left
        case "vote":
            assert kind_of(action.card) == "assembly"
        case "throw":
            assert kind_of(action.card) in ("schnick", "group")


def lesson_by_chance(seed: str, chance: Random) -> Iterator[tuple[Any, Any, Any, Any]]:
    return lesson_matches(seed, lessons.as_one_likes(SLUG, chance))
