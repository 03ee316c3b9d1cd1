"""How to play Don Martin's Kartenspiel: its numbers are those of the rules, and its story keeps to them."""

import re

import pytest

from games import catalog
from games.don_martin.answers import MOST_PLANS
from games.don_martin.cards import NAMES
from games.don_martin.learning import END_GROUPS, END_HANDS, PAIRS, SEATS, STORY, learn, scores
from games.don_martin.offers import choice_of
from games.don_martin.pack import COLOURED, HAND_SIZES, MIXES, SOUNDS, SPECIALS, is_special, pack_of, sound_of
from games.don_martin.parts import MOST_ROUNDS, Options
from games.don_martin.scoring import LEFT_COLOURED, LEFT_SPECIAL, SINGLE, points_of
from games.engine import faces
from tests.don_martin.tables import groups_of, lay_out, play
from tests.engine.tables import asked
from tests.games.learn_pages import (
    LearnPage,
    assert_badges_lead_to_the_rulings_and_back,
    assert_the_question_mark_leads_to_the_rules,
    words,
)
from tests.games.scripts import asks, party, play_on

pytestmark = pytest.mark.django_db

page = LearnPage("/games/don-martin/")
section = page.section


# The rules


def test_the_numbers_are_those_of_the_rules():
    pack = pack_of(Options().mix)
    setup = words(section("setup"))
    assert (
        f"There are {len(pack)} cards: {len(COLOURED)} coloured ones and {len(pack) - len(COLOURED)} in"
        in setup
    )
    assert f"gets {HAND_SIZES[3]}, with four {HAND_SIZES[4]}, with five or six {HAND_SIZES[6]}" in setup
    assert f"{len(COLOURED) // len(SOUNDS)} cards of every sound" in words(section("cards"))
    end = words(section("end"))
    assert f"{-LEFT_COLOURED} for a coloured one, {-LEFT_SPECIAL} for a special" in end
    assert f"laid all groups at one time gets {SINGLE} points more" in end
    assert "15 turns in a row with three seats, 20 with four, 25 with five, 30 with six" in end
    rounds = words(section("rounds"))
    assert "500 or 1000 points" in rounds and f"After {MOST_ROUNDS} rounds" in rounds
    assert f"you can leave {MOST_PLANS}" in words(section("orders"))


def test_the_table_of_groups_is_that_of_the_scoring():
    rows = re.findall(r'rowheader">(\d) cards</th><td[^>]*>(\d+)</td>', section("groups"))
    assert [(int(size), int(points)) for size, points in rows] == [
        (3, 10),
        (4, 20),
        (5, 40),
        (6, 80),
        (7, 160),
        (8, 320),
    ]
    assert all(points_of(int(size)) == int(points) for size, points in rows)
    told = words(section("groups"))
    assert "6 cards laid together bring 80 points. The same cards as two groups bring 20." in told


def test_all_sounds_and_specials_are_shown_with_their_pictures_and_numbers():
    shown = section("cards")
    for sound in SOUNDS:
        assert NAMES[sound] in shown
    specials = section("specials")
    for special, count in zip(SPECIALS, MIXES[Options().mix], strict=True):
        assert f"<h3>{NAMES[special]} <small>{count}×</small></h3>" in specials


def test_every_noise_can_be_heard_where_scripts_run():
    buttons = re.findall(
        r'<button [^>]*data-noise="([a-z]+)"[^>]*aria-label="Hear ([^"]+)" hidden>', section("cards")
    )
    assert dict(buttons) == NAMES


def test_the_two_advertising_cards_are_there_for_a_laugh():
    assert section("setup").count('class="card dm ad') == 2


@pytest.mark.parametrize(("case", "effect"), [("take", "takes"), ("add", "adds"), ("special", "arrargh")])
def test_each_example_of_a_turn_does_what_its_heading_says(case, effect):
    lies, mine = PAIRS[case]
    state = lay_out(f"{mine} zwick-b / / ", lies=lies)
    hand = state.hands[0]
    assert choice_of(state.table, hand, hand.cards[0]).effect == effect


def test_every_badge_leads_to_the_rulings_and_those_back_to_their_places():
    assert_badges_lead_to_the_rulings_and_back(page, range(26, 100), least=8, bare=frozenset({"throw_in"}))


@pytest.mark.parametrize("kind", catalog.GAMES["don-martin"].stages)
def test_the_question_mark_of_each_question_leads_to_its_place(kind):
    table = party("don-martin", 3, {"throws": "ask"})
    play_on(table.match, until=asks(kind))
    assert_the_question_mark_leads_to_the_rules(table, kind)


def test_the_plan_the_throw_and_the_clock_have_their_places():
    orders = section("orders")
    for place in ("plan", "throws", "clock"):
        assert f'id="{place}"' in orders


def test_there_are_enough_mistakes_tips_and_questions():
    assert section("mistakes").count("<li>") + section("tips").count("<li>") >= 8
    assert section("questions").count("<summary>") >= 10


def test_sounds_and_specials_are_the_same_in_every_language():
    for language in ("de", "nl", "fr", "sv"):
        html = page(language)
        for name in NAMES.values():
            assert name in html


# The story


def test_the_story_is_played_as_it_is_told():
    """Berta deals; what each of the three needs is in their hands, and the rules let it happen."""
    names = dict(zip(SEATS, range(3), strict=True))
    assert set(names) == {"berta", "emil", "rosa"}
    state = lay_out(
        "splabbadap blompf-o blompf-p blompf-p wobbel-g zwick-b / "
        "rumms-b huffta-b quarp-b quarp-o zwick-o krakadoi-p blompf-g / "
        "quarp-g arrargh pfiuut-o blompf-b huffta-g",
        turn=names["emil"],
        dealer=names["berta"],
        first=True,
    )
    assert asked(state) == [(names["emil"], "lead")]
    verbs = {"lead": "play", "add": "play", "take": "play", "special": "play"}
    for name, deed, cards in STORY:
        if deed in ("lead", "add", "take", "special"):
            hand = state.hands[names[name]]
            card = next(card for card in hand.cards if card.startswith(cards[0]))
            effect = choice_of(state.table, hand, card).effect
            assert effect == {"lead": "leads", "add": "adds", "take": "takes"}.get(deed, cards[0])
        line = " ".join((str(names[name]), verbs.get(deed, deed), *cards))
        state = play(state, line).state
    assert groups_of(state, names["emil"]) == ["quarp-b quarp-o quarp-g"]
    assert groups_of(state, names["berta"]) == ["blompf-o blompf-p blompf-p blompf-g blompf-b"]
    assert groups_of(state, names["rosa"]) == []


def test_the_end_of_the_story_is_counted_as_the_rules_count():
    berta, emil, rosa = scores()
    assert (rosa.groups, rosa.bonus, rosa.single, rosa.left) == (80 + 20, 12, 100, 0)
    assert (berta.total, emil.total, rosa.total) == (0, -10, 212)
    told = words(section("end"))
    for total in ("Rosa: 212 points", "Berta: 0 points", "Emil: −10 points"):
        assert total in told
    assert "The others still hold 12 cards" in told


def test_the_hands_at_the_end_are_what_the_example_says():
    berta, emil, rosa = (faces(hand.cards) for hand in END_HANDS)
    assert [sum(not is_special(face) for face in hand) for hand in (berta, emil, rosa)] == [6, 4, 0]
    assert [sum(is_special(face) for face in hand) for hand in (berta, emil, rosa)] == [1, 1, 0]
    assert END_GROUPS == ((5,), (3, 3), (6, 4))
    laid = {"blompf": 5, "quarp": 6, "rumms": 6, "wobbel": 4}
    left = [sound_of(face) for face in (*berta, *emil) if not is_special(face)]
    assert all(laid.get(sound, 0) + left.count(sound) <= 8 for sound in SOUNDS)
    pack = faces(pack_of(Options().mix))
    assert all((*berta, *emil).count(face) <= pack.count(face) for face in (*berta, *emil))


def test_the_story_names_its_cards_in_their_order():
    story = words(section("story"))
    named = [face for _, deed, cards in STORY if deed != "throw" for face in cards[:1]]
    place = 0
    for face in named:
        sound = NAMES[face.partition("-")[0]].removesuffix("!")
        place = story.find(sound, place)
        assert place >= 0, face


def test_the_numbers_of_the_story_are_those_of_the_example():
    story = words(section("story"))
    example = learn()["example"]
    assert f"He lays the three at once: {example['emil']['points'][0]} points." in story
    assert f"five make {example['berta']['points'][0]} points" in story
    assert "Two groups of three bring 20 points; one group of six would have brought 80." in story
