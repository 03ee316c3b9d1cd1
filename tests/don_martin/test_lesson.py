"""The lesson of Don Martin's Kartenspiel: every hint is true, and following them shows everything."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Any

import pytest
from django.utils.html import strip_tags

from games.don_martin import events as said
from games.don_martin.answers import Ignore, Keep, Lay, Play, Throw
from games.don_martin.cards import NAMES as SOUND_NAMES
from games.don_martin.lesson import LESSON, NEAR, topics_of
from games.don_martin.pack import LEAST_GROUP, colour_of, is_special, sound_of
from games.don_martin.rules import GAME
from games.don_martin.scoring import points_of
from games.engine import Dice, face_of, split_events
from games.teaching import Answered
from tests.don_martin.lesson_seeds import lesson_matches
from tests.games import lessons
from tests.games.lessons import answer, asked, box_of, hints, sit_down_to_the_lesson, told_in
from tests.games.scripts import Party

pytestmark = pytest.mark.django_db

SLUG = "don-martin"
NAMES = ("Ada", *LESSON.bots)
MOST_PROMPTS = 10
PLAN = {"part": "plans", "round": "1", "card-1-1": "ignore", "when-1-1": ".", "groups-1": "1"}


def follow(table: Party, hint: Any) -> None:
    """Do what the hint says, as the page would send it. A plan that is left brings the next hint at once."""
    if hint.topic == "plan":
        assert table.post(0, "orders", PLAN).status_code == 200
    else:
        answer(table, hint.action)


# Through the pages


def test_whoever_follows_the_hints_practises_everything_in_about_ten_questions():
    table = sit_down_to_the_lesson(SLUG)
    shown = lessons.follow_to_the_end(table, follow, check_hint, MOST_PROMPTS)
    assert set(shown) - {""} == set(LESSON.topics)


def test_the_page_before_the_lesson_says_how_long_it_takes_and_what_comes():
    lessons.assert_the_page_before_tells_what_comes(SLUG)


@lessons.in_every_language
def test_a_hint_is_whole_in_every_language_and_quotes_only_words_of_the_page(language):
    assert lessons.read_all_hints(sit_down_to_the_lesson(SLUG, language), follow, language)


def test_the_lesson_is_dealt_alike_to_everybody():
    lessons.assert_dealt_alike(SLUG, follow)


@pytest.mark.parametrize("seed", range(4))
def test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie(seed):
    table, chance = sit_down_to_the_lesson(SLUG), Random(seed)

    def plan_now_and_then():
        if chance.random() < 0.1:
            table.post(0, "orders", PLAN)

    assert lessons.play_as_one_likes(table, chance, check_hint, plan_now_and_then) <= 2 * LESSON.most


def test_whoever_passes_over_a_hint_hears_of_something_else_next():
    told = lessons.answer_and_leave_no_orders(sit_down_to_the_lesson(SLUG))
    assert "plan" in told
    assert max(len(list(same)) for topic, same in groupby(told) if topic == "plan") == 1


def test_a_plan_counts_even_if_it_did_not_fit():
    table = sit_down_to_the_lesson(SLUG)
    follow_to(table, "plan")
    unfit = PLAN | {"card-1-1": table.state.hands[0].cards[0]}
    assert table.post(0, "orders", unfit).status_code in (200, 422)
    assert table.post(0, "orders", PLAN).status_code == 200
    for hint in hints(table, 4):
        assert hint.topic != "plan"
        follow(table, hint)


def follow_to(table: Party, topic: str) -> None:
    """Follow the hints until one is about this."""
    while box_of(table)["hint"].topic != topic:
        follow(table, box_of(table)["hint"])


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
    seen, played = set(), set()
    for seed in range(60):
        for _, prompt, hint, _ in lesson_by_chance(f"any {seed}", Random(seed)):
            seen.add((prompt.kind, hint.topic))
            card = getattr(hint.action, "card", "")
            played.add(face_of(card) if card and is_special(card) else type(hint.action))
    assert {kind for kind, _ in seen} == set(GAME.stages)
    assert {topic for _, topic in seen} >= set(LESSON.topics)
    assert played >= {Play, Ignore, Keep, Lay, Throw, "arrargh", "splabbadap", "gapween", "inkle"}


@pytest.mark.parametrize(
    ("by", "action", "event", "topics"),
    [
        ("player", Play("rumms-b.1"), said.Led(seat=0, face="rumms-b"), {"lead"}),
        ("player", Play("rumms-b.1"), said.Added(seat=0, face="rumms-b"), {"add"}),
        ("player", Play("rumms-b.1"), said.TookTrick(seat=0, face="rumms-b", faces=()), {"take"}),
        ("player", Play("inkle.1"), said.SpecialPlayed(seat=0, face="inkle"), {"special"}),
        ("player", Lay(("rumms-b.1",)), said.LaidDown(seat=0, groups=()), {"lay"}),
        ("player", Keep(), None, set()),  # nothing was laid
        ("player", Throw("rumms-b.1"), None, {"throw_in"}),  # it falls later
        ("orders", Ignore(), said.Ignored(seat=0), {"plan"}),
        ("orders", Throw("rumms-b.1"), None, set()),  # an order, but no plan
    ],
)
def test_what_was_practised_is_read_from_what_happened(by, action, event, topics):
    assert topics_of(Answered(by, action, (event,) if event else ())) == topics


# What makes a hint true


def check_hint(table: Party, hint: Any) -> None:
    assert_true(table.state, asked(table), hint)


def assert_true(state: Any, prompt: Any, hint: Any) -> None:
    """Legal, about this question, and what it says happens."""
    view = state.view(0)
    assert GAME.check(view, prompt, hint.action) is None
    assert hint.rules == ("plan" if hint.topic == "plan" else prompt.kind)
    told = told_in(hint)
    assert "%(" not in told and len(strip_tags(hint.why)) > 40
    step = GAME.play(state, prompt, hint.action, Dice("none", 0))
    happened = split_events(step)[0]
    if hint.topic == "plan":
        return
    match hint.action:
        case Throw(card=card):
            assert f"{NAMES[view.table.turn]} has played SPLABBADAP!" in told
            assert_rarest(view, card, told)
        case Lay(cards=cards):
            assert len({sound_of(card) for card in cards}) == 1
            assert f"{len(cards)} cards" in told
            assert len(cards) == 8 or f"worth {points_of(len(cards))} points" in told
            assert len(cards) == 8 or f"made it {points_of(len(cards) + 1)}." in told
        case Keep():
            assert_keep_true(view, prompt, told)
        case Ignore():
            assert view.table.pile and any(isinstance(event, said.Ignored) for event in happened)
        case Play(card=card) if is_special(card):
            assert_special_true(view, hint.action, step.state, told)
        case Play(card=card):
            assert_card_true(view, card, happened, step.state, told)
    if hint.topic and not (hint.topic == "lay" and prompt.kind == "turn"):
        assert hint.topic in topics_of(Answered("player", hint.action, happened))


def assert_rarest(view: Any, card: str, told: str) -> None:
    held = held_of(view)
    assert held[sound_of(card)] == min(held.values())
    assert f"least of: {held[sound_of(card)]} of {spoken(card)}." in told


def assert_keep_true(view: Any, prompt: Any, told: str) -> None:
    """No group; none that may be laid; or one that can wait."""
    size = max(held_of(view).values(), default=0)
    groups = [c for c in view.hand.coloured() if held_of(view)[sound_of(c)] == size]
    largest = tuple(card for card in groups if sound_of(card) == sound_of(groups[0])) if groups else ()
    assert ("you hold no group" in told) == (size < LEAST_GROUP)
    lone = size >= LEAST_GROUP and GAME.check(view, prompt, Lay(largest)) == "lone_special"
    assert ("Keep the group and play the special first" in told) == lone
    if "Nobody is about to go out" in told:
        assert min(view.table.counts[1:]) > NEAR
        assert f"{size} cards of a sound are worth {points_of(size)} points" in told
        assert f"one more {points_of(size + 1)}." in told


def assert_card_true(view: Any, card: str, happened: Any, after: Any, told: str) -> None:
    table = view.table
    if colour_of(card) in table.colours:
        (took,) = (event for event in happened if isinstance(event, said.TookTrick))
        assert len(took.faces) == len(table.lies)
        assert len(table.lies) == 1 or f"the {len(table.lies)} cards of the table" in told
        assert card in after.hands[0].cards and "takes" in told
    elif len(view.hand.cards) == 1:
        (over,) = (event for event in happened if isinstance(event, said.RoundOver))
        assert "you are out" in told or "your hand is empty" in told
        assert over.out == 0
    else:
        assert card not in after.hands[0].cards
        assert f"{NAMES[table.after(0)]} is next." in told
        assert ("From now on every coloured card takes" in told) == (
            len({*table.colours, colour_of(card)}) == 4 and bool(table.lies)
        )
        if not table.lies:
            assert "you lead" in told
            assert_rarest(view, card, told)


def assert_special_true(view: Any, action: Any, after: Any, told: str) -> None:
    table = view.table
    following = table.after(0)
    match face_of(action.card):
        case "arrargh":
            assert ("nobody picks up" in told) == (not table.lies)
            assert NAMES[following] in told and f"{NAMES[table.after(following)]} is next" in told
            assert after.table.counts[following] == table.counts[following] + len(table.lies)
        case "gapween":
            drawn = after.table.counts[action.target] - table.counts[action.target]
            assert action.target and f"name {NAMES[action.target]}" in told
            assert ("draws two cards" in told) == (table.pile > 1)
            assert drawn == min(2, table.pile) or after.table.round > table.round
            then = table.after(action.target)
            if table.pile > 1:
                assert (f"after that: {NAMES[then]}." in told) if then else ("and that is you" in told)
        case "inkle":
            other = NAMES[(0 - table.way) % table.seats]
            assert f"{other} is next and not {NAMES[following]}" in told
        case "splabbadap":
            assert "You pick up everything" in told


def held_of(view: Any) -> Counter[Any]:
    return Counter(sound_of(card) for card in view.hand.coloured())


def spoken(card: str) -> str:
    return SOUND_NAMES[sound_of(card)].removesuffix("!")


def lesson_by_chance(seed: str, chance: Random) -> Iterator[tuple[Any, Any, Any, Any]]:
    return lesson_matches(seed, lessons.as_one_likes(SLUG, chance))
