"""How to play Halt mal kurz: its numbers are those of the rules, and its story keeps to them."""

import re
from itertools import pairwise

import pytest

from games import catalog
from games.engine import face_of
from games.halt_mal_kurz.answers import BEATS, MOST_THROWS
from games.halt_mal_kurz.cards import NAMES
from games.halt_mal_kurz.learning import PAIRS, STORY, STORY_THROWS, learn
from games.halt_mal_kurz.pack import COUNTS, HAND_SIZES, PACK, category_of, fits, kind_of, symbols_of
from games.halt_mal_kurz.parts import WINDOW_SECONDS
from tests.games.learn_pages import (
    LearnPage,
    assert_badges_lead_to_the_rulings_and_back,
    assert_the_question_mark_leads_to_the_rules,
    words,
)
from tests.games.scripts import asks, party, play_on

pytestmark = pytest.mark.django_db

page = LearnPage("/games/halt-mal-kurz/")
section = page.section
WHOLE = [pair for run in STORY for pair in pairwise(run)]


# The rules


def test_the_numbers_are_those_of_the_rules():
    setup = words(section("setup"))
    assert f"There are {len(PACK)} cards." in setup
    assert f"gets {HAND_SIZES[3]}, with four {HAND_SIZES[4]}, with five {HAND_SIZES[5]}" in setup
    slapping = words(section("slapping"))
    flipped = COUNTS["nazi"] + COUNTS["police"]
    assert (
        f"Of {flipped} such cards {COUNTS['nazi']} are Nazis and {COUNTS['police']} are Polizei" in slapping
    )
    assert f"{WINDOW_SECONDS} seconds" in slapping
    assert f"up to {MOST_THROWS} throws" in words(section("duels"))


def test_the_table_has_every_kind_with_count_category_and_action():
    rows = re.findall(r'<tr role="row"><th scope="row".*?</tr>', section("cards"), re.S)
    assert len(rows) == len(COUNTS) == 11
    for row, (kind, count) in zip(rows, COUNTS.items(), strict=True):
        name, number, category, does = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        assert f'<span lang="de">{NAMES[kind]}</span>' in name
        assert number == f"{count}×"
        assert (
            category == {"funny": "funny", "not_funny": "not funny", "none": "never laid"}[category_of(kind)]
        )
        assert len(does) > 10


@pytest.mark.parametrize("throw", list(BEATS))
def test_who_beats_whom_is_said_of_every_throw(throw):
    told = next(
        words(row["words"]) for row in learn()["beats"] if words(row["words"]).lower().startswith(throw)
    )
    for other in BEATS:
        assert (other in told.lower().split("beats")[1]) == (other in BEATS[throw])


def test_each_example_of_a_turn_is_what_its_heading_says():
    for case, (top, laid) in PAIRS.items():
        same_symbol = symbols_of(top) == symbols_of(laid)
        same_category = category_of(top) == category_of(laid)
        assert (same_symbol, same_category) == (case == "symbol", case == "category")
        assert fits(laid, top) == (case != "neither")


def test_every_badge_leads_to_the_rulings_and_those_back_to_their_places():
    assert_badges_lead_to_the_rulings_and_back(page, range(26, 100), least=7)


@pytest.mark.parametrize("kind", catalog.GAMES["halt-mal-kurz"].stages)
def test_the_question_mark_of_each_question_leads_to_its_place(kind):
    table = party("halt-mal-kurz", 3, {"reactions": "ask"})
    play_on(table.match, until=asks(kind))
    assert_the_question_mark_leads_to_the_rules(table, kind)


def test_the_orders_the_plan_and_the_throws_in_advance_have_their_places():
    orders = section("orders")
    for place in ("lists", "plan", "throws", "timer"):
        assert f'id="{place}"' in orders


def test_there_are_enough_mistakes_tips_and_questions():
    assert section("mistakes").count("<li>") + section("tips").count("<li>") >= 8
    assert section("questions").count("<summary>") >= 10


def test_what_is_said_aloud_is_german_in_every_language():
    for said in ("Razupaltuff", "Es ist kein Glücksspiel", "Steht auf meiner Not-to-do-Liste"):
        assert f'<span lang="de">{said}</span>' in page("fr")


# The story


def test_every_card_of_the_story_fits_the_one_it_is_laid_on():
    for top, laid in WHOLE:
        assert fits(laid, top), (top, laid)
    assert {face_of(card) for card in PACK} >= {face for run in STORY for face in run}


def test_the_story_shows_both_ways_to_fit_alone():
    shared = [
        (symbols_of(top) == symbols_of(laid), category_of(top) == category_of(laid)) for top, laid in WHOLE
    ]
    assert (True, False) in shared and (False, True) in shared


def test_the_duel_of_the_story_is_a_tie_and_then_a_well_under_paper():
    *ties, (mine, theirs) = STORY_THROWS
    assert ties and all(one == other for one, other in ties)
    assert (mine, theirs) == ("paper", "well") and theirs in BEATS[mine]


def test_the_story_names_its_cards_in_their_order():
    story = words(section("story"))
    place = 0
    for face in (face for run in STORY for face in run):
        name = "Liste" if kind_of(face) == "list" else NAMES[kind_of(face)]
        place = story.find(name, place)
        assert place >= 0, face
        place += 1


def test_the_hands_of_the_story_are_as_big_as_it_says():
    """Irma, Jasper, Tilda, Otto: each line is what one card of the first run changes, but the one turned up."""
    hands = dict.fromkeys(("Irma", "Jasper", "Tilda", "Otto"), HAND_SIZES[4])
    changes = [
        {"Irma": -1, "Jasper": +1},  # a Nazi, slapped late
        {"Jasper": -1, "Tilda": +1},  # a Polizei, slapped by mistake
        {"Tilda": -2, "Jasper": +1},  # a duel, won
        {"Otto": -1},  # a swap ...
        {},  # ... and a list with its replacement
        {"Irma": -1, "Jasper": +2},  # Kapitalismus
        {"Jasper": -1},  # Halt mal kurz, half of it still to go
    ]
    assert len(changes) == len(STORY[0]) - 1
    for number, change in enumerate(changes):
        if number == 5:
            assert max(hands, key=hands.__getitem__) == "Jasper" and hands["Jasper"] == 7
        for name, cards in change.items():
            hands[name] += cards
    story = words(section("story"))
    assert "That is Jasper, with seven." in story
    assert hands["Jasper"] == 8 and "four of his eight cards" in story
