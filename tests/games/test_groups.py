"""Several questions at once, words, windows, orders, bots: what Kangoeroe does not have, played with the toy."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games import clock
from games.models import Prompt as PromptRow
from quotes.models import Words
from tests.engine import toy_parts as toy
from tests.games.scripts import Party, asks, party, play_on, same_at_any_time, seal, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]


def vote(table: Party, seat: int, choice: int | str):
    return table.answer(seat, table.prompt(seat, "vote").number, {"seat": str(choice)})


def write(table: Party, words: str):
    prompt = table.owed(kind="write")
    return table.answer(prompt.seat, prompt.number, {"words": words})


def events(table: Party) -> list[str]:
    """The kinds of the public events of the last move."""
    return [event["is"] for event in json.loads(table.moves()[-1].public)]


# Sealed and open answers


def test_a_sealed_answer_can_be_changed_until_the_last_is_in_and_each_change_is_in_the_log():
    table = party("toy", 3)
    for card in (0, 1, 2, 1):
        assert seal(table, 0, card).status_code == 200
    number = table.prompt(0, "seal").number
    assert [json.loads(move.action)["card"] for move in table.moves(prompt=number)] == [
        table.state.hands[0].cards[card] for card in (0, 1, 2, 1)
    ]
    assert table.state.hands[0].sealed.card == table.state.hands[0].cards[1]
    sealed = [table.state.hands[seat].cards[card] for seat, card in ((0, 1), (1, 0), (2, 2))]
    seal(table, 1, 0)
    seal(table, 2, 2)
    shown = json.loads(table.moves()[-1].public)[0]
    assert shown["faces"] == [card.partition(".")[0] for card in sealed]
    late = table.answer(0, number, {"do": "seal", "card": table.state.hands[0].cards[0], "bid": "0"})
    assert (late.status_code, len(table.moves())) == (409, 6)


def test_the_same_sealed_answer_again_is_no_change():
    table = party("toy", 3)
    for _ in range(3):
        assert seal(table, 0, 1).status_code == 200
    assert len(table.moves()) == 1


def test_to_go_back_to_an_earlier_sealed_answer_is_a_change():
    table = party("toy", 3)
    for card in (0, 1, 0):
        seal(table, 0, card)
    assert len(table.moves()) == 3
    assert table.state.hands[0].sealed.card == table.state.hands[0].cards[0]


@pytest.mark.parametrize("what", ["seal", "orders"])
def test_what_somebody_changes_in_secret_changes_nothing_for_the_others(what):
    """Neither their page, to the byte, nor the answer to "has anything changed"; only the own one."""
    table = party("toy", 3)
    seal(table, 0, 0)
    others = {seat: table.page(seat) for seat in (1, 2)}
    mine = table.page(0)
    if what == "seal":
        seal(table, 0, 1, bid="2")
    else:
        assert table.post(0, "orders", {"abstain": "on", "plans": "sun,moon"}).status_code == 200
    assert [table.poll(page) for page in others.values()] == [204, 204]
    assert table.poll(mine) == 205
    for seat, page in others.items():
        fresh = table.page(seat)
        assert same_at_any_time(fresh) == same_at_any_time(page)
        assert len(fresh.content) == len(page.content)


def test_that_somebody_has_sealed_is_seen_but_not_what():
    table = party("toy", 3)
    vote(table, 0, 1)
    page = table.page(1)
    assert "sealed" not in text(page)
    seal(table, 0, 0)
    assert table.poll(page) == 205
    assert "sealed" in text(table.page(1))


def test_an_open_ballot_and_its_change_are_seen_by_all():
    table = party("toy", 3)
    for choice in (1, 2):
        page = table.page(2)
        vote(table, 0, choice)
        assert table.poll(page) == 205
        assert f"ballot {choice}" in text(table.page(2))
    assert "Alice votes for Bob." in text(table.clients[2].get(table.url("log")))
    assert "Alice votes for Cleo." in text(table.clients[2].get(table.url("log")))


def test_an_answer_that_is_in_still_has_its_form_and_nobody_waits_for_it():
    table = party("toy", 3)
    seal(table, 0, 1)
    vote(table, 0, 2)
    page = text(table.page(0))
    assert page.count("Change my answer") == 2
    number = table.prompt(0, "seal").number
    row = PromptRow.objects.get(match=table.match, number=number)
    assert row.waits is False
    assert (
        not PromptRow.objects.waiting_on(table.match.seats.get(number=1).person)
        .filter(number=number)
        .exists()
    )
    assert f'value="{table.state.hands[0].cards[1]}" checked' in page


def test_a_swap_leaves_the_decision_open_under_a_new_number():
    table = party("toy", 2)
    old = table.prompt(0, "seal").number
    form = {"do": "swap", "cards": list(table.state.hands[0].cards[:2])}
    assert table.answer(0, old, form).status_code == 200
    assert table.prompt(0, "seal").number > old
    assert table.answer(0, old, form).status_code == 200  # a double click
    seal(table, 0)
    other = table.answer(0, old, {"do": "seal", "card": table.state.hands[0].cards[0], "bid": "0"})
    assert (other.status_code, len(table.moves())) == (409, 2)


# Words


def test_words_are_a_row_with_their_author_and_the_answer_holds_its_number():
    table = party("toy", 2)
    assert write(table, "  Carpe\n  noctem ").status_code == 200
    words = Words.objects.get()
    move = table.moves()[-1]
    assert words.text == "Carpe noctem"
    assert words.author == table.match.seats.get(number=move.seat).person
    assert json.loads(move.action) == {"do": "write", "words": words.pk}
    assert "Carpe" not in move.public + move.action + str(move.private)
    assert all("Carpe noctem" in text(table.page(seat)) for seat in (0, 1))


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("x" * 81, 422),
        ("x" * 80, 200),
        ("\x00\x1f", 422),
        ("\u202e\u200b", 422),
        ("a\x00b", 200),
        ("é" * 80, 200),
        ("👩‍👩‍👧", 200),
        ("", 200),  # left open
        (" \n ", 200),
    ],
)
def test_words_that_are_refused_are_not_stored(sent, status):
    table = party("toy", 2)
    assert write(table, sent).status_code == status
    kept = Words.objects.count()
    assert kept == (1 if status == 200 and sent.strip() else 0)
    assert all("\x00" not in words.text for words in Words.objects.all())


def test_words_to_a_question_that_is_not_asked_are_not_stored():
    table = party("toy", 2)
    prompt = table.owed(kind="write")
    assert table.answer(1 - prompt.seat, prompt.number, {"words": "mine"}).status_code == 409
    write(table, "first")
    assert table.answer(prompt.seat, prompt.number, {"words": "second"}).status_code == 409
    assert table.answer(prompt.seat, prompt.number, {"words": "first"}).status_code == 200
    assert [words.text for words in Words.objects.all()] == ["first"]


def test_hidden_words_are_gone_from_every_page_at_once():
    table = party("toy", 2)
    write(table, "Something nasty")
    Words.objects.update(hidden_at=timezone.now())
    for seat in (0, 1):
        for where in ("match", "log", "leave"):
            assert "nasty" not in text(table.clients[seat].get(table.url(where)))
        assert "writes: removed" in text(table.page(seat))


def test_a_text_cannot_name_the_words_of_others():
    table = party("toy", 2)
    theirs = Words.objects.create(text="theirs")
    write(table, str(theirs.pk))
    assert json.loads(table.moves()[-1].action)["words"] != theirs.pk


# A window and its reaction time


def turned() -> tuple[Party, int, datetime]:
    """A card lies hidden and a seat has just turned it, ready to slap: table, seat, when."""
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with time_machine.travel(at, tick=False):
        table = party("toy", 2)
        play_on(table.match, asks("turn"))
        state = table.state
        seat = state.owed()[0].seat
        table.answer(seat, state.owed()[0].number, {"do": "hide", "card": state.hands[seat].cards[0]})
        flip = table.owed(kind="flip")
        assert table.answer(flip.seat, flip.number, {"do": "flip"}).status_code == 200
    return table, flip.seat, at


@pytest.mark.parametrize(
    ("later_ms", "browser", "counts"),
    [
        (900, None, 900),  # no figure of the browser's: the server's
        (20, None, clock.FASTEST_MS),
        (900, "700", 700),  # the way to the server does not count
        (900, "10", clock.FASTEST_MS),  # quicker than a human
        (2900, "700", 1400),  # but not more than the grace
        (900, "3000", 3000),  # slower than the server saw: as it says
        (900, "-5", 900),
        (900, "soon", 900),
        (900, "", 900),
        (900, "99999999", 900),  # no page sends so many digits
        (900, "٣", 900),
    ],
)
def test_the_door_measures_a_reaction(later_ms, browser, counts):
    table, seat, at = turned()
    slap = table.owed(seat, "slap")
    form = {"hit": "1"} | ({} if browser is None else {"took_ms": browser})
    with time_machine.travel(at + timedelta(milliseconds=later_ms), tick=False):
        assert table.answer(seat, slap.number, form).status_code == 200
    assert json.loads(table.moves()[-1].action)["after_ms"] == counts


def test_a_browser_cannot_write_its_reaction_into_the_answer():
    table, seat, at = turned()
    slap = table.owed(seat, "slap")
    with time_machine.travel(at + timedelta(seconds=2), tick=False):
        assert table.answer(seat, slap.number, {"hit": "1", "after_ms": "1"}).status_code == 200
    assert json.loads(table.moves()[-1].action)["after_ms"] == 2000


def test_a_window_is_named_on_the_page_and_due_when_it_closes():
    table, seat, at = turned()
    row = PromptRow.objects.get(match=table.match, number=table.owed(seat, "slap").number)
    due = timedelta(seconds=toy.WINDOW_SECONDS, milliseconds=clock.GRACE_MS)
    assert (row.opened_at, row.due_at) == (at, at + due)
    with time_machine.travel(at, tick=False):
        assert f'data-seconds="{toy.WINDOW_SECONDS}"' in text(table.page(seat))
        assert "data-seconds" not in text(table.page(1 - seat))


def test_the_next_page_load_does_not_restart_a_window():
    table, seat, at = turned()
    slap = table.owed(seat, "slap")
    with time_machine.travel(at + timedelta(seconds=1), tick=False):
        table.page(seat)
        table.answer(seat, slap.number, {"hit": "7"})  # refused
    with time_machine.travel(at + timedelta(seconds=3), tick=False):
        table.answer(seat, slap.number, {"hit": "1"})
    assert json.loads(table.moves()[-1].action)["after_ms"] == 3000


def test_a_reaction_after_the_window_is_refused_in_words():
    table, seat, at = turned()
    slap = table.owed(seat, "slap")
    with time_machine.travel(at + timedelta(seconds=60), tick=False):
        answer = table.answer(seat, slap.number, {"hit": "1", "took_ms": "200"})
    assert answer.status_code == 422
    assert "Too late." in text(answer)
