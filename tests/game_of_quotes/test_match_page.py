"""What the match page says first, what it leaves out, and what it folds."""

import re

import pytest

from games.game_of_quotes import board
from games.game_of_quotes.cards import HAND
from games.game_of_quotes.face import FACE
from games.game_of_quotes.rules import GAME
from games.models import Match
from games.models import Prompt as PromptRow
from tests.games.scripts import play_on, text

from .seated import cast_of, in_round, revealed, table
from .tables import lay_out, play

SIX = "1 2 3 4 5 6/11 12 13 14 15 16/21 22 23 24 25 26"


def page(party, seat=0):
    return text(party.page(seat))


def hear(party, part, seat=0):
    party.post(seat, "heard", {"part": part, "bits": 6})


def answer(party, seat, kind, /, **form):
    return party.answer(seat, party.prompt(seat, kind).number, form)


def folds(html):
    """The questions that are folded, by their kind, and whether they stand open."""
    found = re.findall(
        r'<details class="fold question( given)?" id="fold-\d+"( open)?>.*?data-kind="(\w+)"', html, re.S
    )
    return {kind: (bool(given), bool(opened)) for given, opened, kind in found}


# One thing at a time


@pytest.mark.django_db
def test_only_the_first_question_stands_open():
    party = table(revealed(1))
    assert folds(page(party)) == {"source": (False, False)}
    hear(party, 1)
    assert "open already, and can wait" in page(party)
    shown = text(answer(party, 0, "stamp", seat=1, value=2))
    assert folds(shown) == {"stamp": (True, False)}
    assert "a double on Bob’s reading" in shown


@pytest.mark.django_db
def test_what_is_sealed_is_said_in_words_and_folded_and_no_button_is_bright():
    party = table(in_round(4))
    card = party.state.hands[0].cards[0]
    shown = text(answer(party, 0, "both", do="both", card=card, words="A frog", stock=""))
    assert folds(shown) == {"both": (True, False)}
    fold = re.search(r'id="fold-.*?</summary>', shown, re.S)[0]
    assert ">Sealed <small>1 of 3 sealed</small>" in fold and "A frog</b>" in fold and "Change it" in fold
    assert "</q>" in fold
    form = re.search(r'data-kind="both".*?</form>', shown, re.S)[0]
    assert "Change both" in form and "btn main" not in form
    assert "Nothing else is waiting for you." in shown and "Front page" in shown
    assert "A frog" not in page(party, 1)


@pytest.mark.django_db
def test_a_change_that_is_refused_stands_open_with_its_reason():
    party = table(in_round(3))
    answer(party, 0, "write", do="write", words="A frog", stock="")
    refused = answer(party, 0, "write", do="write", words=" ", stock="")
    assert refused.status_code == 422 and folds(text(refused)) == {"write": (True, True)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "where"),
    [
        ({"words": "A frog"}, "head"),  # no card
        ({}, "head"),
        ({"card": True}, "field"),
        ({"card": True, "words": "x" * 90}, "field"),
    ],
)
def test_why_an_answer_was_refused_stands_where_something_is_missing(sent, where):
    party = table(in_round(4))
    form = {"do": "both", "words": "", "stock": ""} | sent
    if "card" in sent:
        form["card"] = party.state.hands[0].cards[0]
    refused = answer(party, 0, "both", **form)
    shown = text(refused)
    assert refused.status_code == 422 and shown.count('autofocus><svg class="icon"') == 1
    at_field = re.search(
        r'<textarea id="words".*?</textarea>.*?<p class="reason" id="words-wrong"', shown, re.S
    )
    assert bool(at_field) == (where == "field")
    assert ('aria-invalid="true"' in shown) == (where == "field")
    assert ("words-wrong words-hint" in shown) == (where == "field")


# What matters now


@pytest.mark.parametrize(
    ("left", "swapped", "said"),
    [
        (3 * HAND, (), False),
        (3 * HAND - 1, (), True),
        (0, (), True),
        (2, (0, 1), True),
        (2, (0, 1, 2), False),  # nobody can swap any more
    ],
)
def test_how_many_cards_can_be_drawn_is_said_only_where_they_might_not_be_enough(left, swapped, said):
    pile = " ".join(str(row) for row in range(41, 41 + left))
    state = lay_out(pile=pile, rest="out", count=70, swapped=swapped)
    shown = board.board(state.view(0), cast_of(state))["pile"]
    assert shown == (left if said else None)


@pytest.mark.django_db
@pytest.mark.parametrize("pace", [0, 24 * 3600])
@pytest.mark.parametrize("place", [in_round(1), in_round(3), in_round(4), revealed(1)])
def test_what_silence_does_is_said_where_there_is_a_deadline(place, pace):
    party = table(place)
    hear(party, 1)
    Match.objects.filter(pk=party.match.pk).update(pace=pace)
    if not pace:
        PromptRow.objects.filter(match=party.match).update(due_at=None)
    assert ("If nobody answers for you" in page(party)) == bool(pace)


# What happened


@pytest.mark.django_db
def test_the_recap_begins_with_who_stamped_me_and_not_with_hands_that_moved():
    party = table(revealed(1))
    play_on(party.match, in_round(2, 1))
    first = re.search(r'<span class="first">(.*?)</span>', page(party), re.S)[1]
    stamped = party.state.table.stamped[0]
    assert first.startswith("Round 1 is stamped.")
    names = ["Alice", "Bob", "Cleo"]
    mine = [f"{names[seat]} stamps you." for seat, to in enumerate(stamped) if to == 0]
    assert first.startswith(" ".join(["Round 1 is stamped.", *mine]))
    assert "All hands go one seat to the left." in page(party).partition('class="more"')[2]


@pytest.mark.django_db
def test_without_a_round_or_a_stamp_the_recap_tells_of_the_hands():
    party = table(in_round(1, 1))
    first = re.search(r'<span class="first">(.*?)</span>', page(party), re.S)[1]
    assert first == "All hands go one seat to the left."


# What was sealed, in its own words


def sealed(state, kind):
    view = state.view(0)
    prompt = next(one for one in view.prompts if one.seat == 0 and one.kind == kind)
    return FACE.form(view, prompt, GAME.offer(view, prompt), cast_of(state), None)["answer"]


@pytest.mark.parametrize(
    ("state", "answer_", "kind", "said"),
    [
        (lay_out(), "0 pick 3", "quote", {"quote": "Quote number 3."}),
        (lay_out(SIX, step=1, laid="7/17/27"), "0 pick 3", "source", {"source": "Source number 3"}),
        (
            lay_out(SIX, step=1, laid="7/17/27"),
            "0 pick 3 description",
            "source",
            {"source": "described as 3"},
        ),
        (lay_out(round_=3), "0 write 31", "write", {"source": "text 31"}),
        (lay_out(round_=3), "0 write no=1", "write", {"source": "The neighbour’s parrot"}),
        (lay_out(round_=3), "0 write lends=2", "write", {"source": "Source number 2"}),
        (lay_out(round_=4), "0 both 3 31", "both", {"quote": "Quote number 3.", "source": "text 31"}),
        (
            lay_out(round_=2, stamping=True),
            "0 stamp >2 double",
            "stamp",
            {"words": "a double on Cleo’s reading"},
        ),
    ],
)
def test_a_sealed_answer_is_said_as_it_is(state, answer_, kind, said):
    shown = sealed(play(state, answer_).state, kind)
    assert {name: str(getattr(one, "text", one)) for name, one in shown.items()} == said


# What decides a place


@pytest.mark.parametrize(("swapped", "words"), [((), "0 stamps"), ((0,), "0 stamps, has swapped")])
def test_a_place_says_stamps_and_the_swap(swapped, words):
    assert FACE.result_words(lay_out(swapped=swapped).view(0), 0) == words


# Language and colours, from a page without a header


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "lands"), [(None, ""), ("https://elsewhere.example/", "/"), ("//elsewhere.example/", "/")]
)
def test_the_footer_leads_to_the_open_menu_and_that_back_to_the_match_and_nowhere_else(asked, lands):
    party = table()
    where = re.search(r'href="(/\?prefs=[^"#]+)#prefs"', page(party))[1]
    client = party.clients[0]
    menu = text(client.get(where if asked is None else f"/?prefs={asked}"))
    assert 'id="prefs" open>' in menu and 'id="prefs" open>' not in text(client.get("/"))
    back = re.search(r'name="next" value="([^"]+)"', menu)[1]
    answer_ = client.post("/preferences/", {"theme": "dark", "next": back})
    assert answer_["Location"] == (lands or party.match.get_absolute_url())
