"""The lesson of Halt mal kurz: every hint is true, and following them shows everything."""

import html as html_module
import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import strip_tags

from games import catalog, lesson, page
from games.engine import Dice, face_of, split_events
from games.halt_mal_kurz import events as said
from games.halt_mal_kurz.answers import Draw, Pass
from games.halt_mal_kurz.learning import PAIRS, STORY
from games.halt_mal_kurz.lesson import LESSON, ways_to_fit, with_tops
from games.halt_mal_kurz.pack import TARGETED, fits, kind_of
from games.halt_mal_kurz.rules import GAME
from games.models import Match
from games.teaching import Answered
from tests.engine.players import random_action
from tests.games.scripts import Party, Queries, form_of, person, random_form, text
from tests.halt_mal_kurz.lesson_seeds import first_of, lesson_matches

pytestmark = pytest.mark.django_db

SLUG = "halt-mal-kurz"
NAMES = ("Ada", *LESSON.bots)
MOST_PROMPTS = 14
THROWS = {"part": "throws", "throw-1": "paper", "throw-2": "scissors"}


# Sitting down, and doing what is said


def sit_down_to_the_lesson() -> Party:
    learner = person("Ada")
    match = lesson.begin(learner, SLUG)
    client = Client()
    client.force_login(learner)
    return Party(match, {0: client})


def sight_of(table: Party) -> page.Sight:
    sight = page.look(table.code, table.match.seats.get(number=0).person)
    assert sight is not None
    return sight


def box_of(table: Party) -> dict:
    table.match.refresh_from_db()
    box = lesson.box(sight_of(table))
    assert box is not None
    return box


def asked(table: Party):
    """What the page shows first."""
    return first_of(table.state)


def answer(table: Party, action: Any) -> None:
    prompt = asked(table)
    do = msgspec.to_builtins(action)["do"]
    way = next(way for way in table.offer(prompt).ways if way.do == do)
    assert table.answer(0, prompt.number, form_of(way, action)).status_code == 200


def follow(table: Party, hint: Any) -> None:
    """Do what the hint says, as the page would send it. What is left in advance brings the next hint at once."""
    if hint.topic == "ahead":
        assert table.post(0, "orders", THROWS).status_code == 200
    else:
        answer(table, hint.action)


# Through the pages


def test_whoever_follows_the_hints_practises_everything_in_about_twelve_questions():
    table = sit_down_to_the_lesson()
    shown = []
    while "hint" in (box := box_of(table)):
        check_hint(table, box["hint"])
        assert str(box["hint"].title) in text(table.page(0))
        shown.append(box["hint"].topic)
        follow(table, box["hint"])
        assert len(shown) <= MOST_PROMPTS, shown
    assert all(met for _, met in box["topics"]), shown
    assert set(shown) - {""} == set(LESSON.topics)
    html = text(table.page(0))
    assert "That was all you need." in html and str(LESSON.outro) in html
    assert f'href="/practice/{SLUG}/"' in html


def test_the_page_before_the_lesson_says_how_long_it_takes_and_what_comes():
    html = text(Client().get(f"/games/{SLUG}/lesson/"))
    assert str(LESSON.intro) in html
    for topic in LESSON.topics.values():
        assert str(topic) in html


QUOTED = re.compile("[“„«”]\\s?(.+?)\\s?[”“»]")


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr", "sv"])
def test_a_hint_is_whole_in_every_language_and_quotes_only_words_of_the_page(language):
    table = sit_down_to_the_lesson()
    learner = table.match.seats.get(number=0).person
    learner.language = language
    learner.save()
    with translation.override(language):
        while "hint" in (box := box_of(table)):
            told = html_module.unescape(strip_tags(f"{box['hint'].title} {box['hint'].why}"))
            assert "%(" not in told
            shown = html_module.unescape(text(table.page(0)))
            rest = re.sub(r'<details class="lesson".*?</details>', "", shown, flags=re.S)
            for quoted in QUOTED.findall(told):
                assert quoted in rest, quoted
            follow(table, box["hint"])


def test_the_lesson_is_dealt_alike_to_everybody():
    one, other = sit_down_to_the_lesson(), sit_down_to_the_lesson()
    assert one.state == other.state
    for table in (one, other):
        for _ in range(3):
            follow(table, box_of(table)["hint"])
    assert one.state.table == other.state.table


@pytest.mark.parametrize("seed", range(4))
def test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie(seed):
    chance = Random(seed)
    table = sit_down_to_the_lesson()
    hints = 0
    for _ in range(200):
        box = box_of(table)
        if "hint" not in box:
            break
        hints += 1
        check_hint(table, box["hint"])
        if chance.random() < 0.1:
            table.post(0, "orders", THROWS)
        prompt = asked(table) if table.state.owed() else None
        if prompt is None:
            break
        assert table.answer(0, prompt.number, random_form(table, prompt, chance)).status_code == 200
    assert hints <= 2 * LESSON.most
    html = text(table.page(0))
    box = box_of(table)
    if "topics" in box:
        assert html.count("<small>not yet</small>") == sum(not met for _, met in box["topics"])


def test_whoever_passes_over_a_hint_hears_of_something_else_next():
    """Never leaves throws in advance: the hints go on, and the end does not say that it was all."""
    table = sit_down_to_the_lesson()
    told = []
    for _ in range(80):
        box = box_of(table)
        if "hint" not in box:
            break
        told.append(box["hint"].topic)
        answer(table, box["hint"].action)
    assert "ahead" in told
    assert max(len(list(same)) for topic, same in groupby(told) if topic == "ahead") == 1
    assert "That was all you need." not in text(table.page(0))


@pytest.mark.parametrize("status", [Match.Status.PAUSED, Match.Status.ASLEEP, Match.Status.FROZEN])
def test_a_lesson_that_stands_still_says_nothing(status):
    table = sit_down_to_the_lesson()
    Match.objects.filter(pk=table.match.pk).update(status=status)
    assert lesson.box(sight_of(table)) is None


def test_a_hint_costs_one_query():
    table = sit_down_to_the_lesson()
    for _ in range(3):
        follow(table, box_of(table)["hint"])
    sight = sight_of(table)
    assert sight.cast.names == NAMES
    with Queries() as queries:
        lesson.box(sight)
    assert len(queries) == 1


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
    told = html_module.unescape(strip_tags(f"{hint.title} {hint.why}"))
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
    """As `lesson_matches`; the learner follows every other hint, and else plays anything."""
    codec = catalog.codec(SLUG)

    def choose(state: Any, prompt: Any, hint: Any) -> Any:
        follows = chance.random() < 0.5
        return hint.action if follows else random_action(GAME, codec, state.view(0), prompt, chance)

    return lesson_matches(seed, choose)
