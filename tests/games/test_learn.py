"""How to play, in every language; and the lesson: every hint is true, and following them shows everything."""

import re
from functools import partial
from itertools import groupby
from random import Random

import msgspec
import pytest
from django.test import Client

from games import catalog, lesson
from games.cast import Cast
from games.engine import Dice, split_events
from games.kangoeroe import lesson as kangoeroe_lesson
from games.kangoeroe import parts
from games.kangoeroe.parts import COPIES, HAND_SIZE, PACK
from games.models import Match, Seat
from games.teaching import Answered, Hint
from games.views import guests, start
from tests.engine.players import random_action
from tests.games import lessons
from tests.games.learn_pages import anchors, assert_the_question_mark_leads_to_the_rules, links_within
from tests.games.lessons import ALL_LEARNT, LANGUAGES, answer, box_of, hints, sight_of
from tests.games.scripts import Party, everything_stored, kangoeroe, random_form, text

pytestmark = pytest.mark.django_db

TAUGHT = [slug for slug in catalog.GAMES if catalog.face(slug).rules_template]
MOST_PROMPTS = 12


def get(url: str, language: str = "en", client: Client | None = None):
    return (client or Client()).get(url, headers={"Accept-Language": language})


# The page


@pytest.mark.parametrize("slug", TAUGHT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_there_in_every_language_with_story_rules_mistakes_and_tips(slug, language):
    answer = get(f"/games/{slug}/", language)
    html = text(answer)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in html
    there = {"story", "setup", "end", "orders", "rulings", "mistakes", "tips", "aim"}
    assert anchors(html) >= there | catalog.GAMES[slug].turns
    assert links_within(html) <= anchors(html)


def test_the_page_differs_from_language_to_language():
    told = {language: text(get("/games/kangoeroe/", language)) for language in LANGUAGES}
    headings = {language: tuple(re.findall(r"<h2[^>]*>(.*?)</h2>", html)) for language, html in told.items()}
    assert len(set(headings.values())) == len(LANGUAGES)
    for html in told.values():
        assert '<span lang="nl">Kangoeroe</span>' in html


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_kind_of_question_and_every_hint_has_its_place_in_the_rules(slug):
    html = text(get(f"/games/{slug}/"))
    game = catalog.GAMES[slug]
    kinds = set(game.stages) or {"turn", "defend", "counter"}
    assert kinds <= anchors(html)


def test_the_numbers_on_the_page_are_those_of_the_game():
    html = text(get("/games/kangoeroe/"))
    assert f"There are {len(PACK)} cards, {COPIES} of each colour. Everybody gets {HAND_SIZE}." in html
    assert "From 2 to 6 can play" in html


@pytest.mark.parametrize("slug", ["nothing", "don-martins", "KANGOEROE"])
def test_a_game_that_is_not_there_has_neither_page_nor_lesson(slug):
    assert get(f"/games/{slug}/").status_code == 404
    assert get(f"/games/{slug}/lesson/").status_code == 404
    assert Client().post(f"/games/{slug}/lesson/").status_code == 404
    assert not Match.objects.exists()


@pytest.mark.parametrize("kind", ["turn", "defend", "counter"])
def test_the_question_mark_of_each_question_leads_to_its_place(kind):
    table = kangoeroe()
    if kind != "turn":
        to_a_duel(table, kind)
    assert_the_question_mark_leads_to_the_rules(table, kind)


def to_a_duel(table: Party, kind: str) -> None:
    """Everybody attacks where they can and wants to be asked again, until this is asked."""
    for _ in range(60):
        prompt = table.owed()
        if prompt.kind == kind:
            return
        view = table.state.view(prompt.seat)
        held = view.hand.cards
        if prompt.kind == "turn":
            theirs = [c for c in held if view.table.owner(c[0]) not in (parts.CENTRE, prompt.seat)]
            form = {"card": (theirs or held)[0], "persist": ""}
        else:
            form = {"cards": str(min(1, view.hand.held(view.table.duel.colour)))}
        table.answer(prompt.seat, prompt.number, form)
    raise AssertionError(f"nobody was asked to {kind}")


# Sitting down to the lesson


def test_the_lesson_is_begun_by_a_post_alone():
    client = Client()
    before = everything_stored()
    html = text(client.get("/games/kangoeroe/lesson/"))
    assert everything_stored() == before
    for topic in catalog.face("kangoeroe").lesson.topics.values():
        assert str(topic) in html
    answer = client.post("/games/kangoeroe/lesson/", {"name": "Ada"})
    assert answer.status_code == 303
    match = Match.objects.get()
    assert (match.lesson, match.practice, match.running, match.pace) == (True, True, True, 0)
    assert [str(seat) for seat in match.seats.order_by("number").values_list("name", flat=True)] == [
        "Ada",
        "Tilda",
        "Otto",
    ]
    html = text(client.get(answer["Location"]))
    assert 'id="lesson"' in html and "css/lesson.css" in html and "Lesson: 0 of 8 practised" in html


def test_whoever_comes_back_goes_on_with_the_lesson_that_is_under_way(alice, sign_in):
    client = sign_in(alice)
    first = client.post("/games/kangoeroe/lesson/")
    assert "Go on with the lesson" in text(client.get("/games/kangoeroe/lesson/"))
    assert client.post("/games/kangoeroe/lesson/")["Location"] == first["Location"]
    client.post(f"{first['Location']}leave/")
    assert client.post("/games/kangoeroe/lesson/")["Location"] != first["Location"]
    assert Seat.objects.filter(person=alice, match__lesson=True).count() == 1


def test_a_lesson_counts_as_practice_and_guests_are_limited(alice, sign_in, monkeypatch):
    monkeypatch.setattr(start, "MOST_PRACTICE", 1)
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    client = sign_in(alice)
    client.post("/practice/kangoeroe/", {"seats": "2"})
    refused = client.post("/games/kangoeroe/lesson/")
    assert refused.status_code == 429 and "Finish or leave one first" in text(refused)
    assert Client().post("/games/kangoeroe/lesson/").status_code == 303
    refused = Client().post("/games/kangoeroe/lesson/")
    assert refused.status_code == 429 and "try again in an hour" in text(refused)
    assert Match.objects.filter(lesson=True).count() == 1


def test_nobody_but_the_learner_sees_the_lesson(dora, sign_in):
    table = sit_down_to_the_lesson()
    assert sign_in(dora).get(table.url("match")).status_code == 404
    ordinary = kangoeroe()
    assert 'id="lesson"' not in text(ordinary.page(0))
    assert "lesson.css" not in text(ordinary.page(0))


# Playing it


def sit_down_to_the_lesson(language: str = "en") -> Party:
    return lessons.sit_down_to_the_lesson("kangoeroe", language)


def plan_of(table: Party, lines: int = 5, first: int = 0, where: str = "any") -> dict[str, str]:
    """A planned turn as the page sends it: so many colours of the hand from this one on."""
    colours = sorted({card[0] for card in table.state.hands[0].cards})
    chosen = [colours[(first + n) % len(colours)] for n in range(min(lines, len(colours)))]
    form = {"part": "plans"}
    for n, colour in enumerate(chosen, 1):
        form |= {f"colour-1-{n}": colour, f"where-1-{n}": where}
    return form


def follow(table: Party, hint: Hint, **plan) -> None:
    """Do what the hint says, as the page would send it. A plan that is left brings the next hint at once."""
    if hint.topic == "plan":
        assert table.post(0, "orders", plan_of(table, **plan)).status_code == 200
        return
    answer(table, hint.action)


PLANS = [
    {},
    {"first": 1},
    *({"lines": 1, "first": first} for first in range(3)),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_whoever_follows_the_hints_practises_everything_in_about_eight_questions(plan):
    table = sit_down_to_the_lesson()
    shown = lessons.follow_to_the_end(table, partial(follow, **plan), check_hint, MOST_PROMPTS)
    assert set(shown) - {""} == set(kangoeroe_lesson.LESSON.topics)
    assert shown[0] == "take" and len(shown) <= (10 if not plan else MOST_PROMPTS)
    if not plan:
        assert table.moves(by="orders", seat=0), "the plan was played within the lesson"


def test_a_plan_that_fits_nowhere_is_practised_as_well():
    table = sit_down_to_the_lesson()
    while "plan" not in (box := box_of(table))["hint"].topic:
        follow(table, box["hint"])
    follow(table, box["hint"], lines=1, where="centre")
    for hint in hints(table, 5):
        assert hint.topic != "plan"
        follow(table, hint)
    assert not table.moves(by="orders", seat=0)


@lessons.in_every_language
def test_what_a_hint_quotes_is_a_word_of_the_page_in_every_language(language):
    table = sit_down_to_the_lesson(language)
    assert len(lessons.read_all_hints(table, follow, language, form=">{}")) > 5


@lessons.however_it_stands_still
def test_a_lesson_that_stands_still_says_nothing(status):
    lessons.assert_says_nothing(sit_down_to_the_lesson(), status)


def test_the_lesson_is_dealt_alike_to_everybody():
    lessons.assert_dealt_alike("kangoeroe", follow, answers=4)


@pytest.mark.parametrize("seed", range(8))
def test_whoever_plays_as_they_like_is_never_stuck_and_never_told_a_lie(seed):
    table, chance = sit_down_to_the_lesson(), Random(seed)

    def plan_now_and_then():
        if chance.random() < 0.2:
            table.post(0, "orders", plan_of(table))
            assert box_of(table)

    hints_told = lessons.play_as_one_likes(table, chance, check_hint, plan_now_and_then)
    assert hints_told <= kangoeroe_lesson.LESSON.most
    topics = box_of(table)["topics"]
    assert sum(met for _, met in topics) >= 4
    assert (ALL_LEARNT in text(table.page(0))) == all(met for _, met in topics)


def test_whoever_passes_over_a_hint_hears_of_something_else_next():
    table = sit_down_to_the_lesson()
    told = lessons.answer_and_leave_no_orders(table)
    assert "plan" in told and max(len(list(same)) for _, same in groupby(told)) <= 2
    assert {"take", "attack", "again"} <= set(told)
    html = text(table.page(0))
    assert "You have practised" in html and "The rules explain all of them." in html


def test_hints_are_true_in_fifty_more_matches_on_other_cards():
    """Without the pages: the rules, the bots and the hints alone."""
    for seed in range(50):
        for view, prompt, hint, state in lesson_by_chance(f"any {seed}", Random(seed)):
            assert_true(view, prompt, hint, state)


def test_a_lesson_that_is_played_to_the_end_or_left_says_nothing_wrong():
    table = sit_down_to_the_lesson()
    chance = Random(1)
    for _ in range(80):
        table.match.refresh_from_db()
        if not table.match.running:
            break
        prompt = table.owed(0)
        table.answer(0, prompt.number, random_form(table, prompt, chance))
    assert table.match.status == Match.Status.FINISHED
    html = text(table.page(0))
    assert "You have practised" in html and "Sit down again" in html
    assert text(table.clients[0].get(table.url("log")))


def test_a_hint_costs_one_query():
    lessons.assert_a_hint_costs_one_query(sit_down_to_the_lesson(), follow)


def test_a_lesson_that_is_played_on_reads_no_more_of_its_log(monkeypatch):
    """Nobody is taught any longer, so what is answered later is not even looked at."""
    most, read = 4, []
    monkeypatch.setattr(kangoeroe_lesson.LESSON, "most", most)
    decode = catalog.codec("kangoeroe").events
    monkeypatch.setattr(catalog.codec("kangoeroe"), "events", lambda text: read.append(text) or decode(text))
    table, chance, costs = sit_down_to_the_lesson(), Random(1), []
    for _ in range(3 * most):
        sight = sight_of(table)
        read.clear()
        box = lesson.box(sight)
        costs.append(len(read))
        assert ("hint" in box) == (len(costs) <= most)
        given = lesson.own_answers(sight, most)
        assert len(given) == min(len(costs) - 1, most)
        prompt = table.owed(0)
        table.answer(0, prompt.number, random_form(table, prompt, chance))
    assert costs[1] < costs[most] == costs[-1] < sight.match.move_count


# What makes a hint true


def check_hint(table: Party, hint) -> None:
    state = table.state
    assert_true(state.view(0), table.owed(0), hint, state)


def assert_true(view, prompt, hint, state) -> None:
    game = catalog.GAMES["kangoeroe"]
    assert game.check(view, prompt, hint.action) is None
    assert hint.rules in ({"orders"} if hint.topic == "plan" else {prompt.kind})
    said = f"{hint.title} {hint.why}"
    assert "%(" not in said and len(hint.why) > 30
    step = game.play(state, prompt, hint.action, Dice("none", 0))
    events = split_events(step)[0]
    kinds = {type(event) for event in events}
    hand, table = view.hand, view.table
    if prompt.kind == "turn":
        held = hand.held(hint.action.card[0])
        match hint.topic:
            case "take":
                assert parts.Took in kinds
                assert f"{HAND_SIZE} cards" in said and table.pile >= HAND_SIZE
            case "own":
                assert parts.Stayed in kinds and held > 1 and f"you hold {held}" in said
            case "attack" | "persist" | "again":
                attacked = next(event for event in events if isinstance(event, parts.Attacked))
                assert ["Ada", "Tilda", "Otto"][attacked.owner] in said
                assert {"attack": 0, "persist": held - 1, "again": None}[hint.topic] == hint.action.persist
                if hint.topic == "persist":
                    assert held > 1 and f"You hold {held}" in said and f"“Up to {held - 1}”" in said
            case "plan" | "":
                assert hint.action.card in hand.cards
        if "centre" in said and hint.topic == "":
            assert parts.Took in kinds
    else:
        duel = table.duel
        held = hand.held(duel.colour)
        assert ["Ada", "Tilda", "Otto"][duel.attacker if prompt.kind == "defend" else duel.owner] in said
        assert (held == 0) == ("you hold no card" in said)
        if prompt.kind == "defend" and held:
            assert f"You hold {held}." in said


def lesson_by_chance(seed: str, chance: Random):
    """Every hint of a lesson dealt from some seed, with where it was given; the learner plays anything."""
    game, taught = catalog.GAMES["kangoeroe"], kangoeroe_lesson.LESSON
    options = msgspec.convert(taught.options, game.options_type)
    state, orders = game.deal(3, options, ({},) * 3, Dice(seed, 0)).state, game.first_orders(options)
    cast, given = Cast(("Ada", *taught.bots), 0), []
    for number in range(1, 400):
        if game.result(state) is not None:
            return
        prompt = state.owed()[0]
        view = state.view(prompt.seat)
        if prompt.seat:
            action = game.bot(view, prompt, orders, Dice(seed, number, "bot"))
        else:
            if len(given) >= taught.most or taught.is_over(view):
                return
            yield (
                view,
                prompt,
                taught.hint(view, prompt, cast, taught.met(view, orders, tuple(given), missed=False)),
                state,
            )
            action = random_action(game, catalog.codec("kangoeroe"), view, prompt, chance)
        step = game.play(state, prompt, action, Dice(seed, number))
        if prompt.seat == 0:
            given.append(Answered("player", action, split_events(step)[0]))
        state = step.state
