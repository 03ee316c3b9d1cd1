"""Whether anything has changed, and what has been read."""

import base64
import json
from datetime import timedelta
from random import Random

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from games.models import Move
from games.page import POLL_SALT
from tests.games.scripts import (
    HTMX,
    Party,
    Queries,
    everything_stored,
    kangoeroe,
    party,
    play_on,
    poll_url,
    random_form,
    same_at_any_time,
    text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

NEW = 'class="recap"'


def play_a_card(table: Party, seat: int, htmx: bool = True):
    prompt = table.owed(seat)
    form = {"card": table.state.hands[seat].cards[0]} if prompt.kind == "turn" else {"cards": "0"}
    return table.answer(seat, prompt.number, form, htmx=htmx)


def take_a_turn(table: Party) -> int:
    """Whoever is asked plays; gives the seat."""
    seat = table.owed().seat
    assert play_a_card(table, seat).status_code == 200
    return seat


# Has anything changed?


def test_a_page_is_up_to_date_until_somebody_plays():
    table = kangoeroe()
    pages = {seat: table.page(seat) for seat in (0, 1)}
    for _ in range(3):
        assert [table.poll(page) for page in pages.values()] == [204, 204]
    play_a_card(table, 0)
    assert [table.poll(page) for page in pages.values()] == [205, 205]
    assert table.poll(table.page(1)) == 204


def test_the_fragment_after_a_move_is_up_to_date():
    table = kangoeroe()
    answer = play_a_card(table, 0)
    assert table.poll(answer) == 204
    refused = table.answer(0, 1, {"card": "r.99"})
    assert refused.status_code == 409
    assert table.poll(refused) == 204


def test_what_nobody_sees_differently_is_no_change():
    """Refused answers, read marks, orders of another seat."""
    table = kangoeroe()
    page = table.page(0)
    table.answer(1, 1, {"card": "r.1"})
    table.answer(0, 1, {"card": "r.99"})
    table.post(1, "orders", {"part": "plans", "colour-1-1": "r"})
    table.post(1, "read", {"until": timezone.now().isoformat()})
    assert table.poll(page) == 204


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "a:b:c",
        "WzEsMiwzXQ:1:x",
        "%00",
        "..",
        "é",
        "x" * 5000,
        "::",
        signing.dumps([1, 1, 1], salt="another"),
        signing.dumps([1, 1, 1], key="another key", salt=POLL_SALT),
    ],
    ids=[
        "word",
        "three parts",
        "short",
        "nul",
        "dots",
        "accent",
        "huge",
        "colons",
        "other salt",
        "other key",
    ],
)
def test_a_token_of_no_page_of_ours_is_not_found(token):
    kangoeroe()
    assert Client().get(f"/p/{token}/").status_code == 404


def test_a_token_cannot_be_changed():
    table = kangoeroe()
    token = poll_url(table.page(0)).split("/")[2]
    _, stamp, signature = token.split(":")
    for hand in range(1, 8):
        forged = base64.urlsafe_b64encode(json.dumps([hand, 0, 0]).encode()).decode().rstrip("=")
        assert Client().get(f"/p/{forged}:{stamp}:{signature}/").status_code == 404
    for place in range(len(token)):
        other = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        # The last sign of a signature holds four bits that nobody reads.
        assert Client().get(f"/p/{other}/").status_code == 404 or place == len(token) - 1


def test_a_token_opens_nothing_but_its_own_question():
    table = kangoeroe()
    token = poll_url(table.page(0)).split("/")[2]
    for client in (table.clients[1], Client()):
        for where in (f"/m/{token}/", f"/m/{token[:12]}/", f"/practice/{token}/"):
            assert client.get(where).status_code in (302, 404)
        answer = client.get(f"/p/{token}/")
        assert (answer.status_code, answer.content) == (204, b"")
        assert not answer.cookies
    assert Client().post(f"/p/{token}/").status_code == 405


def test_a_token_says_nothing_about_cards_and_differs_from_seat_to_seat():
    table = party("kangoeroe", 3)
    tokens = [poll_url(table.page(seat)).split("/")[2] for seat in range(3)]
    said = [signing.loads(token, salt=POLL_SALT) for token in tokens]
    assert len(set(tokens)) == 3
    assert all(
        len(row) == 4 and all(type(n) is int for n in row) for row in said
    )  # hand, two counters, person


def test_a_poll_asks_for_no_session_and_no_person_and_is_not_kept():
    table = kangoeroe()
    where = poll_url(table.page(0))
    with Queries() as queries:
        answer = table.clients[0].get(where)
    assert len(queries) == 1
    assert not any(name in queries.sql[0] for name in ("session", "accounts_user"))
    assert {"no-store", "private"} <= {part.strip() for part in answer["Cache-Control"].split(",")}
    assert "Cookie" not in answer.get("Vary", "")


def test_a_match_that_is_over_is_not_asked_about():
    table = kangoeroe()
    page = table.page(0)
    play_on(table.match)
    assert table.poll(page) == 205
    assert 'data-poll=""' in text(table.page(0))


def test_a_page_of_a_match_that_is_gone_is_out_of_date():
    table = kangoeroe()
    page = table.page(0)
    table.match.delete()
    assert table.poll(page) == 205


@pytest.mark.parametrize("seed", range(2))
def test_nobody_misses_a_change_and_nobody_is_told_of_one_that_is_not_to_be_seen(seed):
    """Random matches: a page that differs is out of date, and one whose view is the same is not."""
    random = Random(seed)
    table = party(("toy", "kangoeroe")[seed], 3, seed=str(seed))
    for _ in range(14):
        state = table.state
        pages = {seat: table.page(seat) for seat in range(3)}
        prompts = [p for p in state.prompts if table.game.ready(state.view(p.seat), p)]
        prompt = random.choice(prompts)
        form = random_form(table, prompt, random)
        if form is None or table.answer(prompt.seat, prompt.number, form).status_code != 200:
            continue
        now = table.state
        quiet = table.moves()[-1].public == "[]"
        for seat, page in pages.items():
            if same_at_any_time(table.page(seat)) != same_at_any_time(page):
                assert table.poll(page) == 205
            if quiet and seat != prompt.seat and now.view(seat) == state.view(seat):
                assert table.poll(page) == 204


# What has been read


def since(page) -> str:
    """The part of a page that says what is new."""
    return text(page).partition(NEW)[2].partition("</details>")[0]


def until(page) -> str:
    return since(page).split('name="until" value="')[1].split('"')[0]


def test_what_happened_since_the_last_visit_stays_until_it_is_marked_as_read():
    table = kangoeroe()
    take_a_turn(table)
    for _ in range(2):  # looking at it changes nothing
        page = table.page(1)
        assert "Alice takes" in since(page)
    answer = table.post(1, "read", {"until": until(page)})
    assert answer.status_code == 200
    assert NEW not in text(answer)
    assert NEW not in text(table.page(1))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_is_told_to_one_seat_alone_is_on_its_page_and_on_no_other(seat):
    """Whatever its number: a database may take a bare number for a place in a list."""
    table = party("kangoeroe", 3, {"first": seat, "defence": "ask"})
    take_a_turn(table)
    drawn = "You draw: "
    for reader, client in table.clients.items():
        assert (drawn in text(client.get(table.url("log")))) == (reader == seat)
    assert "draws 1 card" in text(table.clients[(seat + 1) % 3].get(table.url("log")))


def test_without_htmx_reading_leads_back_to_the_match():
    table = kangoeroe()
    take_a_turn(table)
    answer = table.post(1, "read", {"until": until(table.page(1))}, htmx=False)
    assert (answer.status_code, answer["Location"]) == (303, table.match.get_absolute_url())
    assert NEW not in text(table.page(1))


def test_my_own_move_marks_all_before_it_as_read_and_what_came_of_it_as_new():
    table = party("kangoeroe", 3, {"first": 0, "defence": "ask"})
    for _ in range(3):
        take_a_turn(table)
    seat = table.owed().seat
    assert NEW in text(table.page(seat))
    take_a_turn(table)
    assert since(table.page(seat)).count("<li>") == 1
    other = take_a_turn(table)
    assert other != seat
    assert since(table.page(seat)).count("<li>") == 2


def test_what_a_bot_does_in_the_same_request_is_new():
    table = party("kangoeroe", 1, {"first": 0}, bots=3)
    answer = play_a_card(table, 0)
    assert NEW in text(answer)
    assert "Bot 1" in since(answer)


def test_only_what_is_new_is_told_and_at_most_five_lines_of_it():
    table = party("kangoeroe", 2, {"first": 0})
    play_on(table.match, lambda state: state.last > 4)
    page = table.page(1)
    table.post(1, "read", {"until": until(page)})
    play_on(table.match, lambda state: state.last > 14)
    lines = since(table.page(1))
    assert lines.count("<li>") == 5


def test_reading_up_to_a_moment_leaves_what_came_later():
    table = kangoeroe()
    take_a_turn(table)
    page = table.page(1)
    Move.objects.filter(match=table.match).update(at=timezone.now() - timedelta(hours=1))
    early = (timezone.now() - timedelta(minutes=30)).isoformat()
    play_on(table.match, lambda state: state.last > 3)
    table.post(1, "read", {"until": early})
    lines = since(table.page(1))
    assert lines.count("<li>") == table.match.move_count - 1
    assert NEW in text(page)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("", 422),
        ("yesterday", 422),
        ("2026-01-01", 422),
        ("2026-01-01T10:00:00", 422),  # in no time zone
        ("2026-13-45T99:99:99+00:00", 422),
        ("9999-12-31T23:59:59-23:00", 422),
        ("0001-01-01T00:00:00+23:00", 422),
        ("9" * 100_000, 422),
        ("\x00", 422),
        ("2026-01-01T10:00:00+99:99", 422),
        ("9999-12-31T23:59:59+00:00", 200),  # all there is now
        ("0001-01-01T00:00:00+00:00", 200),  # nothing
        ("2026-01-01T10:00:00Z", 200),
    ],
)
def test_moments_that_no_page_sends_are_refused(sent, status):
    table = kangoeroe()
    take_a_turn(table)
    before = everything_stored()
    answer = table.post(1, "read", {"until": sent})
    assert answer.status_code == status
    if not sent.startswith("9999-12-31T23:59:59+00"):
        assert everything_stored() == before
    else:
        assert NEW not in text(table.page(1))
        take_a_turn(table)
        take_a_turn(table)
        assert table.hand(1).seen <= table.match.moves.count()


def test_reading_never_goes_back():
    table = kangoeroe()
    play_on(table.match, lambda state: state.last > 4)
    table.post(1, "read", {"until": timezone.now().isoformat()})
    seen = table.hand(1).seen
    table.post(1, "read", {"until": "2001-01-01T00:00:00+00:00"})
    assert table.hand(1).seen == seen > 0


def test_reading_is_mine_alone():
    table = party("kangoeroe", 3, {"first": 0})
    take_a_turn(table)
    pages = {seat: table.page(seat) for seat in (1, 2)}
    table.clients[1].post(table.url("read"), {"until": until(pages[1])}, headers=HTMX)
    assert [table.poll(page) for page in pages.values()] == [204, 204]
    assert NEW in text(table.page(2))
    assert table.hand(2).seen == 0
