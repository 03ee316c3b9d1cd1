"""Nothing that somebody wrote for a match is lost: not by a late answer, a swap, a second tab, or a goodbye."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts import leaving
from games import agreement, decks, expiry
from games.models import Match
from games.models import Prompt as PromptRow
from quotes.models import Card, Deck, Words
from tests.games.scripts import Party, state_of, text

from .seated import in_round, make_deck, revealed, sit, table, texts

pytestmark = pytest.mark.django_db

MINE = "The emperor of crumbs"
WORDS = re.compile(r'<textarea id="words".*?>(.*?)</textarea>', re.S)


def answer(party, seat, kind, /, htmx=True, **form):
    return party.answer(seat, party.prompt(seat, kind).number, form, htmx=htmx)


def late(party):
    """The clock answers for everybody, whom orders were asked before."""
    Match.objects.filter(pk=party.match.pk).update(offered=F("last_prompt"))
    PromptRow.objects.filter(match=party.match).update(due_at=timezone.now() - timedelta(minutes=1))
    expiry.sweep()
    party.match.refresh_from_db()


def field(party, seat=0):
    return WORDS.search(text(party.page(seat)))[1]


# Too late


@pytest.mark.parametrize("htmx", [True, False])
def test_a_source_that_comes_too_late_is_given_back(htmx):
    party = table(in_round(3))
    Match.objects.filter(pk=party.match.pk).update(pace=24 * 3600)
    number = party.prompt(0, "write").number
    late(party)
    response = party.answer(0, number, {"do": "write", "words": f"{MINE} <b>", "stock": ""}, htmx=htmx)
    assert response.status_code == 409
    assert f"{MINE} &lt;b&gt;</textarea>" in text(response) and "What you wrote" in text(response)


def test_where_nothing_was_written_nothing_is_given_back():
    party = table(in_round(3))
    number = party.prompt(0, "write").number
    late(party)
    response = party.answer(0, number, {"do": "write", "words": "", "stock": "-3"})
    assert response.status_code == 409 and "What you wrote" not in text(response)


# The swap of round 4


@pytest.mark.parametrize("sealed", [False, True])
def test_a_swap_keeps_what_was_written_so_far(sealed):
    party = table(in_round(4))
    cards = party.state.hands[0].cards
    if sealed:
        assert answer(party, 0, "both", do="both", card=cards[0], words=MINE, stock="").status_code == 200
    typed = "" if sealed else MINE
    assert answer(party, 0, "both", do="swap", cards=cards[:2], words=typed, stock="").status_code == 200
    assert field(party) == MINE and party.state.hands[0].draft is None
    assert MINE not in text(party.page(1))
    card = party.state.hands[0].cards[0]
    assert answer(party, 0, "both", do="both", card=card, words=MINE, stock="").status_code == 200
    assert party.state.hands[0].draft.card == card


def test_what_was_kept_at_a_swap_is_gone_with_the_round():
    party = table(in_round(4))
    answer(party, 0, "both", do="swap", cards=party.state.hands[0].cards[:1], words=MINE, stock="")
    for seat in range(3):
        answer(
            party,
            seat,
            "both",
            do="both",
            card=party.state.hands[seat].cards[0],
            words=f"Text {seat}",
            stock="",
        )
    assert party.state.hands[0].kept == 0 and len(party.state.table.readings) == 4


def test_a_text_that_is_too_long_for_a_swap_is_refused_and_stays():
    party = table(in_round(4))
    response = answer(
        party, 0, "both", do="swap", cards=party.state.hands[0].cards[:1], words="x" * 400, stock=""
    )
    assert response.status_code == 422 and "x" * 400 in text(response)
    assert not party.state.table.swapped[0]


def test_a_swap_before_the_last_round_takes_no_text():
    party = table()
    response = answer(party, 0, "quote", do="swap", cards=party.state.hands[0].cards[:1], words=MINE)
    assert response.status_code == 200 and not Words.objects.filter(text=MINE).exists()


# The time of a swap


def due(party, seat, kind):
    return PromptRow.objects.get(match=party.match, number=party.prompt(seat, kind).number)


def test_after_a_swap_the_same_time_runs_on_and_a_day_can_be_given():
    party = table()
    person = {seat: party.match.seats.get(number=seat).person for seat in (0, 1)}
    agreement.give_day(party.code, person[1], party.prompt(0, "quote").number, 0)
    before = due(party, 0, "quote")
    answer(party, 0, "quote", do="swap", cards=party.state.hands[0].cards[:1])
    after = due(party, 0, "quote")
    assert (after.due_at, after.remind_at, after.days_given) == (before.due_at, before.remind_at, 1)
    _, _, refusal = agreement.give_day(party.code, person[1], after.number, 1)
    assert refusal is None and due(party, 0, "quote").due_at > after.due_at


def test_whoever_swaps_after_their_time_and_before_the_clock_can_still_choose():
    party = table()
    PromptRow.objects.filter(match=party.match).update(due_at=timezone.now() - timedelta(seconds=2))
    assert answer(party, 0, "quote", do="swap", cards=party.state.hands[0].cards[:1]).status_code == 200
    assert due(party, 0, "quote").due_at > timezone.now() + timedelta(hours=12)


# The idea pad


def pad(party, seat, *lines, was=None, **more):
    form = {"part": "pad", "asked": "1"} | {f"idea-{n}": line for n, line in enumerate(lines, 1)} | more
    return party.post(seat, "orders", form | ({} if was is None else {"was": was}))


def mark_of(party, seat=0):
    return re.search(r'name="was" value="([^"]*)"', text(party.page(seat)))[1]


def test_an_older_tab_does_not_overwrite_newer_lines_unseen():
    party = table()
    old = mark_of(party)
    assert pad(party, 0, "From the first tab", was=old).status_code == 200
    refused = pad(party, 0, "From the second", was=old)
    assert refused.status_code == 409 and "changed elsewhere" in text(refused)
    assert "From the second" in text(refused) and "From the first tab" in text(party.page(0))
    now = re.search(r'name="was" value="([^"]*)"', text(refused))[1]
    assert pad(party, 0, "From the second", was=now).status_code == 200
    assert "From the second" in text(party.page(0))


def test_a_pad_that_is_sent_twice_is_saved_once():
    party = table()
    old = mark_of(party)
    assert [pad(party, 0, "A frog", "A duke", was=old).status_code for _ in range(2)] == [200, 200]
    assert Words.objects.filter(text="A frog").count() == 1


def test_an_answer_on_the_same_page_leaves_unsaved_lines_in_the_browser():
    party = table()
    card = party.state.hands[0].cards[0]
    shown = text(answer(party, 0, "quote", do="pick", card=card, reads="name"))
    assert re.search(r'<details class="fold" id="pad"[^>]* hx-preserve="true"', shown)
    assert not re.search(r'id="pad"[^>]* hx-preserve', text(pad(party, 0, "A frog", was=mark_of(party))))


def preserved(html):
    """The kinds of question whose forms the browser keeps as they are."""
    return re.findall(r'<form class="move" id="prompt-\d+" hx-preserve="true" data-kind="(\w+)"', html)


def test_saving_the_pad_leaves_what_was_begun_beside_it_in_the_browser():
    party = table(in_round(3))
    saved = text(pad(party, 0, "A frog", was=mark_of(party)))
    assert preserved(saved) == ["write"] and "Your idea pad is saved." in saved
    assert "acts from the next question" not in saved
    # The lines are offered in the form that is kept, too.
    assert re.search(r'<div id="from-pad" hx-swap-oob="true">.*?<option>A frog</option>', saved, re.S)
    refused = text(pad(party, 0, "x" * 90, was=mark_of(party)))
    assert preserved(refused) == []


def test_a_stamp_leaves_the_choice_that_was_begun_below_in_the_browser():
    party = table(revealed(1))
    party.post(0, "heard", {"part": 1, "bits": 6})
    stamped = text(answer(party, 0, "stamp", seat=1, value=1))
    assert preserved(stamped) == ["source"]
    # The last stamp of all closes its own question, and the other is alone on the page.
    party = table(revealed(1), deck=Deck.objects.get())
    party.post(0, "heard", {"part": 1, "bits": 6})
    for seat in (1, 2):
        answer(party, seat, "stamp", seat=0, value=1)
    assert preserved(text(answer(party, 0, "stamp", seat=1, value=1))) == ["source"]


# Lines of the pad where something is written


def options(html):
    found = re.search(r'<select id="mine".*?</select>', html, re.S)
    return re.findall(r"<option[^>]*>(.*?)</option>", found[0]) if found else []


@pytest.mark.parametrize("kind", ["write", "both"])
def test_the_lines_of_the_pad_are_offered_where_a_source_is_written(kind):
    party = table(in_round(3 if kind == "write" else 4))
    assert options(text(party.page(0))) == []
    pad(party, 0, "A frog & a duke", "The vet", was=mark_of(party))
    assert options(text(party.page(0))) == ["–", "A frog &amp; a duke", "The vet"]
    assert options(text(party.page(1))) == []
    card = party.state.hands[0].cards[0]
    response = answer(party, 0, kind, do=kind, card=card, words=" ", stock="-3", mine="The vet")
    assert response.status_code == 200 and field(party) == "The vet"
    assert Words.objects.filter(text="The vet").count() == 2  # what is sealed is a text of its own


@pytest.mark.parametrize(
    ("words", "mine", "kept"), [("My own", "The vet", "My own"), ("", "", None), ("", "x" * 90, None)]
)
def test_what_was_written_counts_before_a_line_of_the_pad_and_nothing_is_no_source(words, mine, kept):
    party = table(in_round(3))
    response = answer(party, 0, "write", do="write", words=words, stock="", mine=mine)
    assert response.status_code == (200 if kept else 422)
    assert field(party) == (kept or "")


def test_the_same_line_that_is_sent_twice_counts_once():
    party = table(in_round(3))
    for _ in range(2):
        response = answer(party, 0, "write", do="write", words="", stock="", mine="The vet")
        assert response.status_code == 200
    assert Words.objects.filter(text="The vet").count() == 1


def test_who_wrote_ahead_is_told_that_the_first_idea_was_sealed():
    party = table(in_round(2, 1))
    pad(party, 0, "A frog", "The vet", ahead="1", was=mark_of(party))
    for seat in range(3):
        answer(party, seat, "quote", do="pick", card=party.state.hands[seat].cards[0], reads="name")
    shown = text(party.page(0))
    assert "Your first idea was sealed for you" in shown and "Change it" in shown
    assert "A frog</b>" in shown
    answer(party, 0, "write", do="write", words=MINE, stock="")
    assert "Your first idea was sealed" not in text(party.page(0))


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("\u200b", 200, ""),
        ("\u2060 \u00ad", 200, ""),
        ("x" * 81, 422, "at most 80 characters"),
        ("x" * 1500, 422, "at most 80 characters"),
    ],
)
def test_a_line_that_says_nothing_is_left_out_and_one_too_long_is_refused_whole(line, status, says):
    party = table()
    response = pad(party, 0, line, was=mark_of(party))
    assert response.status_code == status and says in text(response)
    assert status == 200 or line in text(response)


def test_invisible_text_is_no_source_and_says_so():
    party = table(in_round(3))
    response = answer(party, 0, "write", do="write", words="\u200b\u2060", stock="")
    assert response.status_code == 422 and "too long" not in text(response)


# What was hidden


def test_what_was_hidden_is_in_no_field_and_does_not_become_a_text_of_its_own():
    party = table()
    pad(party, 0, "Something unkind", "A frog", was=mark_of(party))
    Words.objects.filter(text="Something unkind").update(hidden_at=timezone.now())
    shown = text(party.page(0))
    lines = re.findall(r'name="idea-\d" [^>]*value="([^"]*)"', shown)
    assert lines == ["A frog", "", "", "", "", ""]


def test_a_sealed_source_that_was_hidden_is_not_typed_for_anybody():
    party = table(in_round(3))
    answer(party, 0, "write", do="write", words=MINE, stock="")
    Words.objects.filter(text=MINE).update(hidden_at=timezone.now())
    assert field(party) == ""


# Whoever goes


def test_when_the_owner_of_a_deck_goes_the_cards_stay_in_the_hands(alice):
    deck = make_deck()
    Deck.objects.filter(pk=deck.pk).update(owner=alice, starter=None, state=Deck.State.PRIVATE)
    match = sit(3, deck=Deck.objects.get(pk=deck.pk))
    leaving.erase(alice)
    client = Client()
    client.force_login(match.seats.get(number=0).person)
    party = Party(Match.objects.get(pk=match.pk), {0: client})
    shown = text(party.page(0))
    for row in texts(party, state_of(match).hands[0].cards).values():
        assert row.quote in shown
    assert "removed" not in shown and Deck.objects.get(pk=deck.pk).removed_at


def test_the_cards_of_a_deck_that_is_gone_are_dealt_to_nobody_new(alice):
    deck = make_deck()
    Deck.objects.filter(pk=deck.pk).update(owner=alice, starter=None, state=Deck.State.PRIVATE)
    sit(3, deck=Deck.objects.get(pk=deck.pk))
    leaving.erase(alice)
    assert deck.pk not in decks.usable_by(None).values_list("pk", flat=True)
    assert Card.objects.filter(deck=deck).exists()
