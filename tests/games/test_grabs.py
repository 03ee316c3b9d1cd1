"""What only one person at a table can have: the marker goes to whoever is first, a colour to nobody else."""

import json
import re
from collections import Counter
from functools import partial

import pytest

from games import grabs, lobby, seating
from games.models import Blank, Match
from tests.games.scripts import deck, state_of, text
from tests.games.test_blanks import look
from tests.games.test_lobby import ask, do, seat_all, table
from tests.games.test_lobby_races import browser, people
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"


@pytest.fixture
def match(alice, bob, cleo) -> Match:
    made = table(alice, SLUG, chosen_decks=[deck()])
    seat_all(made, bob, cleo)
    return made


def told(match, person) -> dict:
    return match.seats.get(person=person).told


def grab(client, match, what="grab", asked="marker"):
    return do(client, match, what, ask=asked)


def colours(page: str) -> dict[str, str]:
    """By colour: free, mine, or who has it."""
    found = re.findall(
        r'name="ask-colour" value="(\w+)"( checked)?( disabled)?>(?:<svg.*?</svg>)?'
        r"<span>\w+(?:<small>(\w+) has it</small>)?",
        page,
    )
    return {colour: name if shut else "mine" if mine else "free" for colour, mine, shut, name in found}


# The marker


def test_whoever_is_first_has_it_and_the_others_see_who(match, bob, cleo, sign_in):
    for client in (sign_in(bob), sign_in(cleo)):
        assert "Grab it" in look(client, match) and "Nobody has it yet" in look(client, match)
    assert grab(sign_in(bob), match)["Location"] == f"/m/{match.code}/?done=grab"
    late = grab(sign_in(cleo), match)
    assert late.status_code == 409 and "Somebody was faster: Bob has it." in text(late)
    assert (told(match, bob), told(match, cleo)) == ({"marker": 1}, {})
    mine, theirs = look(sign_in(bob), match), look(sign_in(cleo), match)
    assert "You have it." in mine and "Give it back" in mine and "Grab it" not in mine
    assert "Bob has it." in theirs and "Grab it" not in theirs and "Give it back" not in theirs


def test_it_can_be_given_back_by_whoever_has_it_alone(match, bob, cleo, sign_in):
    grab(sign_in(bob), match)
    grab(sign_in(cleo), match, "give-back")
    assert told(match, bob) == {"marker": 1}
    grab(sign_in(bob), match, "give-back")
    assert told(match, bob) == {} and grab(sign_in(cleo), match).status_code == 303


def test_pressed_twice_it_changes_nothing(match, bob, sign_in):
    for what in ("grab", "give-back"):
        grab(sign_in(bob), match, what)
        before = Match.objects.get().changed
        assert grab(sign_in(bob), match, what).status_code == 303
        assert Match.objects.get().changed == before


@pytest.mark.parametrize("how", ["gets up", "sent away", "the account is gone"])
def test_whoever_leaves_loses_it(match, alice, bob, cleo, sign_in, how):
    grab(sign_in(bob), match)
    if how == "sent away":
        lobby.remove(match.code, alice, match.seats.get(person=bob).pk)
    elif how == "the account is gone":
        bob.delete()
    else:
        seating.take_back(match.code, bob)
    assert "Nobody has it yet" in look(sign_in(cleo), match)
    assert grab(sign_in(cleo), match).status_code == 303


def test_it_cannot_be_slipped_into_another_form(match, alice, bob, dora, sign_in):
    grab(sign_in(bob), match)
    do(sign_in(alice), match, "told", **{"ask-marker": "1"})
    ask(match, dora)
    do(sign_in(dora), match, "join", **{"ask-marker": "1"})
    assert told(match, alice) == told(match, dora) == {}
    assert "ask-marker" not in look(sign_in(alice), match)


@pytest.mark.parametrize(
    ("asked", "status"), [("colour", 422), ("", 422), ("nonsense", 422), ("marker", 404)]
)
def test_nothing_else_is_grabbed_and_by_nobody_else(match, bob, dora, sign_in, asked, status):
    client = sign_in(dora if status == 404 else bob)
    assert grab(client, match, asked=asked).status_code == status
    assert told(match, bob) == {}


def test_games_without_one_show_none(alice, sign_in):
    made = table(alice)
    assert "Grab it" not in look(sign_in(alice), made)
    assert grab(sign_in(alice), made).status_code == 422


def test_whoever_has_it_leads_the_first_round(match, alice, bob, cleo, sign_in):
    grab(sign_in(cleo), match)
    do(sign_in(cleo), match, "told", **{"ask-colour": "red"})
    lobby.start(match.code, alice, "bots")
    match.refresh_from_db()
    assert json.loads(match.told) == [{}, {}, {"marker": 1, "colour": "red"}, {}]
    shown = state_of(match).table
    assert shown.leader == 2 and shown.colours[2] == "red"
    late = grab(sign_in(bob), match)
    assert late.status_code == 409 and "This match has begun" in text(late)


# A colour


def test_a_colour_that_somebody_has_is_closed_to_the_others_with_the_name(match, alice, bob, cleo, sign_in):
    do(sign_in(bob), match, "told", **{"ask-colour": "red"})
    assert colours(look(sign_in(bob), match))["red"] == "mine"
    rest = dict.fromkeys(("orange", "yellow", "green", "blue", "purple"), "free")
    assert colours(look(sign_in(cleo), match)) == {"red": "Bob", **rest}


def test_it_is_closed_to_whoever_comes_later_too(match, bob, dora, sign_in):
    do(sign_in(bob), match, "told", **{"ask-colour": "red"})
    ask(match, dora)
    for page in (look(sign_in(dora), match), text(sign_in(dora).get(f"/i/{match.invite}/"))):
        assert colours(page)["red"] == "Bob" and colours(page)["blue"] == "free"


def test_a_colour_that_was_taken_meanwhile_is_refused_in_words_and_ones_own_stays(match, bob, cleo, sign_in):
    do(sign_in(cleo), match, "told", **{"ask-colour": "blue"})
    grab(sign_in(cleo), match)
    do(sign_in(bob), match, "told", **{"ask-colour": "red"})
    late = do(sign_in(cleo), match, "told", **{"ask-colour": "red"})
    assert late.status_code == 409 and "has taken that one meanwhile: Bob." in text(late)
    assert told(match, cleo) == {"colour": "blue", "marker": 1}


@pytest.mark.parametrize("answer", ["green", ""])
def test_a_change_of_mind_frees_it_and_keeps_the_marker(match, bob, cleo, sign_in, answer):
    client = sign_in(bob)
    grab(client, match)
    for colour in ("red", answer):
        assert do(client, match, "told", **{"ask-colour": colour}).status_code == 303
    assert told(match, bob) == {"marker": 1} | ({"colour": answer} if answer else {})
    assert do(sign_in(cleo), match, "told", **{"ask-colour": "red"}).status_code == 303


def test_of_two_who_chose_the_same_at_once_the_first_has_it(match, alice, bob, dora, sign_in):
    """Whoever sits down with a colour that was taken while they looked at the page has none."""
    do(sign_in(bob), match, "told", **{"ask-colour": "red"})
    ask(match, dora)
    do(sign_in(dora), match, "join", **{"ask-colour": "red"})
    page = look(sign_in(dora), match)
    assert colours(page)["red"] == "Bob"
    assert 'name="ask-colour" value="" checked' in page
    assert colours(look(sign_in(bob), match))["red"] == "mine"
    lobby.start(match.code, alice)
    dealt = state_of(match).table.colours
    assert dealt[1] == "red" and len(set(dealt)) == 4


def test_the_others_pages_notice_a_colour_and_nothing_else(match, bob, sign_in):
    changes = []
    for form in ({"ask-colour": "red"}, {"ask-colour": "red"}, {"ask-colour": ""}):
        before = Match.objects.get().changed
        do(sign_in(bob), match, "told", **form)
        changes.append(Match.objects.get().changed - before)
    assert changes == [1, 0, 1]


def test_in_other_games_two_may_answer_the_same(alice, bob, sign_in, with_toy):
    made = table(alice, "toy")
    seat_all(made, bob)
    for who in (alice, bob):
        assert do(sign_in(who), made, "told", **{"ask-luck": "7"}).status_code == 303
    assert not grabs.fields("toy")


# All at once


@pytest.mark.django_db(transaction=True)
def test_when_all_press_at_once_one_has_the_marker_one_the_colour_and_four_the_blanks(app, alice):
    match = table(alice, SLUG, seats=6, chosen_decks=[deck()])
    others = people(5)
    seat_all(match, *others)
    browsers = [browser(app, who) for who in (alice, *others)]
    for what, form, enough in (
        ("grab", {"ask": "marker"}, 1),
        ("told", {"ask-colour": "red"}, 1),
        ("blank", {"quote": "Fish"}, 4),
    ):
        where = f"/m/{match.code}/table/{what}/"
        jobs = [partial(one.post, where, form, htmx=False) for one in browsers]
        assert Counter(status for status, _ in at_once(jobs)) == {303: enough, 409: 6 - enough}, what
    told = [seat.told for seat in match.seats.all()]
    assert sum("marker" in one for one in told) == sum("colour" in one for one in told) == 1
    assert Blank.objects.count() == 4
