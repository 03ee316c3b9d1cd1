"""How to play Game of Quotes: its numbers are those of the rules, its story keeps to them and is in no deck."""

import re
from typing import Any

import pytest
from django.utils import translation

from games.game_of_quotes import learning
from games.game_of_quotes.answers import MOST_IDEAS, MOST_WRITTEN
from games.game_of_quotes.cards import HAND, LEAST_A_SEAT, MOST_BLANKS, ROUNDS, STOCK
from games.game_of_quotes.events import HandsPassed, Received
from games.game_of_quotes.learning import SEATS, SHOWN, STAMPS, SWAPPED, TOLD, WHOLE, example, learn, passed
from games.game_of_quotes.names import NAMES
from games.game_of_quotes.parts import COLOURS, DOUBLES, SINGLES, TASKS
from games.game_of_quotes.rules import GAME
from quotes import starter
from quotes.likeness import likeness
from tests.engine.tables import all_of
from tests.game_of_quotes import seated
from tests.game_of_quotes.tables import lay_out, outcome, play, rows, whole_match
from tests.games.learn_pages import (
    LearnPage,
    anchors,
    assert_badges_lead_to_the_rulings_and_back,
    assert_the_question_mark_leads_to_the_rules,
    links_within,
    words,
)
from tests.games.lessons import LANGUAGES
from tests.games.scripts import asks

pytestmark = pytest.mark.django_db

page = LearnPage(f"/games/{GAME.slug}/")
section = page.section


# The rules


def test_the_numbers_are_those_of_the_rules():
    setup = words(section("setup"))
    assert f"{min(GAME.seats)} to {max(GAME.seats)} people play" in setup
    assert f"There are {len(COLOURS)} colours" in setup
    assert f"Everybody gets {HAND} cards" in setup
    assert (
        f"{SINGLES + DOUBLES} stamps in their colour: {SINGLES} that count 1, {DOUBLES} that counts 2"
        in setup
    )
    decks = words(section("decks"))
    assert f"needs {LEAST_A_SEAT} cards a seat" in decks
    assert f"{GAME.least_cards(3)} for three seats, {GAME.least_cards(6)} for six" in decks
    assert f"up to {MOST_BLANKS} blank cards" in decks
    asked = words(section("choosing"))
    assert f"room for {MOST_WRITTEN} characters" in asked and f"It has {STOCK}, a few at a time" in asked
    assert f"There are {SINGLES + DOUBLES} stamps for {ROUNDS} rounds" in words(section("stamps"))
    orders = words(section("orders"))
    assert f"has {MOST_IDEAS} lines" in orders
    assert "waits 8 times for everybody, and 7 times if all have written ahead" in orders


def test_every_round_is_told_step_by_step_with_its_two_cards():
    rounds = section("rounds")
    for number, tasks in TASKS.items():
        found = re.search(rf'<div [^>]*id="round-{number}".*?</div>', rounds, re.S)
        assert found
        steps = re.findall(r"<li>([^<]+)</li>", found[0])
        assert steps[0] == f"Fill your hand up to {HAND} cards."
        assert [step for step in steps if step in {str(w) for w in learning.TASK_WORDS.values()}] == [
            str(learning.TASK_WORDS[kind]) for kind in tasks
        ]
        assert f"Your {passed(number)} cards go to the left, and as many come from the right." == steps[-2]
        kinds = re.findall(r'class="card goq (quote|source)"', found[0])
        assert kinds == (["quote", "source"] if tasks[0] in ("quote", "both") else ["source", "quote"])


def test_as_many_cards_are_passed_as_the_page_says():
    told = {}
    for state, step in whole_match(3):
        if any(isinstance(event, HandsPassed) for event in step.events):
            (got,) = all_of(Received, step.events, 0)
            told[step.state.table.round] = len(got.faces)
        assert state
    assert told == {number: passed(number) for number in TASKS}


def test_the_whole_match_waits_as_often_as_the_page_says():
    groups = {prompt.group for state, _ in whole_match(3) for prompt in state.prompts}
    with_stamps_alone = len(groups) - (ROUNDS - 1)  # those of the first three are open with a choice
    assert learn()["waits"] == with_stamps_alone


def test_every_badge_leads_to_the_rulings_and_those_back_to_their_places():
    # One for the rulings of a place, not one a line.
    assert_badges_lead_to_the_rulings_and_back(page, range(9, 15), least=9)


def test_the_page_leads_to_the_lesson_to_bots_and_to_friends():
    html = page()
    for where in (f"{page.url}lesson/", f"/practice/{GAME.slug}/", f"/new/{GAME.slug}/"):
        assert html.count(f'href="{where}"') == 2, where


def test_all_links_within_the_page_lead_somewhere():
    html = page()
    assert links_within(html) <= anchors(html)
    assert len(anchors(html)) == len(re.findall(r'\bid="', html)), "an anchor is there twice"


@pytest.mark.parametrize("kind", GAME.stages)
def test_the_question_mark_of_each_question_leads_to_its_place(kind):
    assert_the_question_mark_leads_to_the_rules(seated.table(asks(kind)), kind)


@pytest.mark.parametrize(
    "place", ["pad", "clock", "swap", "reading", "blanks", "decks", "variants", "not-funny"]
)
def test_other_matters_have_their_places_too(place):
    assert f'id="{place}"' in page()


def test_a_source_is_read_by_its_name_or_its_description_never_both():
    told = words(section("reading"))
    door = TOLD["door"]
    assert f"{door.source} by name: good" in told and f"{door.description} by description: good" in told
    assert f"{door.source}, {door.description} both: a joke with a footnote" in told


def test_there_is_no_mark_for_what_was_not_funny_and_the_page_says_why():
    assert "There is none, and there will be none" in words(section("stamps"))


def test_there_are_enough_mistakes_tips_variants_and_questions():
    assert section("mistakes").count("<li>") + section("tips").count("<li>") >= 8
    assert section("questions").count("<summary>") >= 10
    assert section("variants").count("<li>") >= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(language):
    html = page(language)
    assert f'lang="{language}"' in html
    assert "%(" not in html and html.count('class="card goq ') == 2 * (len(TASKS) + len(TOLD) + 1)


# The story


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_combination_of_the_page_is_in_any_deck(language):
    """Neither a quote nor a source, nor is a source one of the game's own names."""
    with translation.override(language):
        quotes = {likeness(str(told.quote)) for told in TOLD.values()} | {likeness(str(WHOLE[0]))}
        sources = {likeness(str(told.source)) for told in TOLD.values()} | {likeness(str(WHOLE[1]))}
        described = {likeness(str(told.description)) for told in TOLD.values() if told.description}
        described |= {likeness(str(WHOLE[2]))}
    lines = [line for name in starter.names() for line in starter.lines(name)]
    assert len(lines) > 500
    in_decks = {likeness(line.quote) for line in lines}
    assert not quotes & in_decks
    assert not any(one in other or other in one for one in quotes for other in in_decks)
    assert not sources & {likeness(line.source) for line in lines}
    assert not sources & {likeness(name) for names in NAMES.values() for name in names}
    assert not described & {likeness(line.description) for line in lines}


def test_the_story_is_played_as_it_is_told():
    """Four rounds of the rules with the stamps of the story; Hedda, who has the marker, swaps in the third."""
    state = lay_out(leader=0)
    for number, tasks in TASKS.items():
        for place, kind in enumerate(tasks):
            for seat, name in enumerate(SEATS):
                if (number, place) == (SWAPPED[name][0] if name in SWAPPED else 0, 1):
                    held = state.hands[seat].cards[: SWAPPED[name][1]]
                    state = play(state, f"{seat} swap {rows(held)}").state
                state = play(state, line_of(state, seat, name, number, kind)).state
        assert state.table.readings[-1][0].seat == (number - 1) % len(SEATS)
        for seat, (to, value) in enumerate(STAMPS[number - 1]):
            state = play(state, f"{seat} stamp >{SEATS.index(to)}{' double' * (value == 2)}").state
    assert outcome(state) == ((SEATS.index("noor"),), "markers")
    end = learning.end_of_story()
    assert (state.table.points(), state.table.markers()) == (end.points(), end.markers())
    assert state.table.swapped == end.swapped == (True, False, False)
    read = state.table.readings
    for told in TOLD.values():
        (one,) = (one for one in read[told.round - 1] if one.seat == SEATS.index(told.seat))
        assert bool(one.source.words) == (not told.kind)
        assert one.source.reads == told.reads


def line_of(state: Any, seat: int, name: str, number: int, kind: str) -> str:
    """What somebody of the story answers, with the first card at hand."""
    card = rows(state.hands[seat].cards[:1])
    described = any(
        (told.round, told.seat, told.reads) == (number, name, "description") for told in TOLD.values()
    )
    if kind in ("quote", "source"):
        last = TASKS[number][-1] == kind
        return f"{seat} pick {card}{' description' * (described and last)}"
    return f"{seat} write 3{seat}" if kind == "write" else f"{seat} both {card} 4{seat}"


def test_the_stamps_of_the_story_are_those_that_everybody_has():
    for seat in range(len(SEATS)):
        values = [given[seat][1] for given in STAMPS]
        assert (values.count(1), values.count(2)) == (SINGLES, DOUBLES)
        assert all(SEATS[seat] != given[seat][0] for given in STAMPS)


def test_who_stamps_whom_in_the_story_is_who_is_told_to():
    given = [dict(zip(SEATS, row, strict=True)) for row in STAMPS]
    assert given[0]["noor"] == ("hedda", 1)  # a stamp for the shoes
    assert given[1]["milan"] == ("noor", 2)  # what he hides
    assert given[3]["noor"] == ("milan", 2)  # for the book


def test_the_numbers_of_the_story_are_those_of_the_example():
    story, end = words(section("story")), words(section("end"))
    counted = example()
    assert f"Hedda has {counted['hedda']['points']} points, Milan and Noor have 6 each" in story
    assert "Milan’s points are on 4 stamps and Noor’s on 5" in story
    assert f"swaps {SWAPPED['hedda'][1]} cards" in story
    assert "Noor: 6 points from 5 stamps" in end and "Milan: 6 points from 4 stamps" in end
    assert "Hedda: 3 points from 3 stamps" in end
    doubles = [to for given in STAMPS for to, value in given if value == 2]
    assert sorted(doubles) == ["milan", "milan", "noor"]


def test_the_rounds_are_shown_with_the_cards_of_their_own_round():
    assert all(TOLD[key].round == number for number, key in SHOWN.items())
    assert set(SHOWN) == set(TASKS)
