"""Sitting down against bots, getting up again, nasty names, and what is left after logging out."""

import json
import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import dealing
from games.models import Match, Move, Seat
from games.views import guests, start
from tests.games.scripts import (
    HTMX,
    Party,
    bot_form,
    everything_stored,
    finished,
    person,
    play_on,
    sit_down,
    text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

SIT_DOWN = "/practice/kangoeroe/"


def test_two_clicks_from_the_front_page_and_a_guest_sits_at_a_dealt_table(client):
    front = text(client.get("/"))
    form = re.search(rf'<form[^>]*action="{SIT_DOWN}".*?</form>', front, re.S)[0]
    assert 'name="seats" value="4" checked' in form
    answer = client.post(SIT_DOWN, {"name": "  Ada ", "seats": "4"})
    assert answer.status_code == 303
    guest, match = User.objects.get(), Match.objects.get()
    assert (guest.name, guest.is_guest, guest.has_usable_password()) == ("Ada", True, False)
    assert (match.practice, match.running, match.game) == (True, True, "kangoeroe")
    assert list(match.seats.order_by("number").values_list("number", "bot")) == [
        (0, False),
        (1, True),
        (2, True),
        (3, True),
    ]
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert "/answer/" in text(page)
    assert "No deadline" in text(page)


@pytest.mark.parametrize(("sent", "kept"), [("", "Guest"), ("\u202e\x00", "Guest"), ("x" * 200, "x" * 40)])
def test_a_guest_has_a_name_whatever_was_typed(client, sent, kept):
    client.post(SIT_DOWN, {"name": sent})
    assert User.objects.get().name == kept


def test_somebody_who_is_signed_in_plays_as_themselves(alice, sign_in):
    client = sign_in(alice)
    for _ in range(2):
        assert client.post(SIT_DOWN, {"name": "Mallory", "seats": "2"}).status_code == 303
    assert User.objects.get() == alice
    assert Seat.objects.filter(person=alice).count() == 2


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_number_of_seats_can_be_chosen_and_no_bot_has_the_name_of_another(client, seats):
    client.post(SIT_DOWN, {"seats": str(seats), "name": "Ada"})
    names = list(Seat.objects.values_list("name", flat=True))
    assert len(names) == len(set(names)) == seats
    assert set(names) - {"Ada"} <= set(dealing.BOT_NAMES)


@pytest.mark.parametrize(
    ("sent", "options", "moved"),
    [
        ({"first": "0", "defence": "ask"}, {"first": 0, "defence": "ask"}, 0),
        ({"first": "1", "defence": "automatic"}, {"first": 1, "defence": "automatic"}, 3),
        ({"first": "3"}, {"first": 3, "defence": "ask"}, 1),
        ({"first": "", "defence": ""}, {"first": None, "defence": "automatic"}, None),
        ({}, {"first": None, "defence": "ask"}, None),
        ({"unknown": "x"}, {"first": None, "defence": "ask"}, None),
    ],
)
def test_chosen_options_are_kept_and_bots_play_up_to_the_person(client, sent, options, moved):
    client.post(SIT_DOWN, {"seats": "4", **sent})
    match = Match.objects.get()
    assert json.loads(match.options) == options
    moves = [move.by for move in match.moves.filter(number__gt=0) if json.loads(move.action)["do"] == "hop"]
    assert set(moves) <= {Move.By.BOT}
    if moved is not None:
        assert len(moves) == moved


@pytest.mark.parametrize(
    "form",
    [
        {"seats": "1"},
        {"seats": "7"},
        {"seats": "-2"},
        {"seats": "two"},
        {"seats": "\x00"},
        {"seats": "9" * 5000},
        {"seats": "2", "first": "2"},
        {"seats": "4", "first": "x"},
        {"seats": "4", "first": "-1"},
        {"seats": "4", "first": "1.0"},
        {"seats": "4", "defence": "none"},
        {"seats": "4", "defence": "x" * 1_000_000},
    ],
)
def test_what_is_not_on_offer_is_refused_and_nobody_is_made(client, form):
    before = everything_stored()
    answer = client.post(SIT_DOWN, {"name": "Ada", **form})
    assert answer.status_code == 422
    assert "That choice is not there. Nothing was started" in text(answer)
    assert everything_stored() == before


@pytest.mark.parametrize("slug", ["nothing", "halt mal kurz", "KANGOEROE", "kangoeroe2"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_game_that_is_not_there_is_not_found(client, slug, method):
    assert getattr(client, method)(f"/practice/{slug}/").status_code == 404
    assert not User.objects.exists()


def test_a_whole_match_of_practice_can_be_played_over_http(client):
    client.post(SIT_DOWN, {"seats": "3", "name": "Ada", "defence": "ask"})
    table = Party(Match.objects.get(), {0: client})
    for _ in range(60):
        table.match.refresh_from_db()
        if not table.match.running:
            break
        prompt = table.owed()
        assert prompt.seat == 0  # the bots have answered in the same request
        assert table.answer(0, prompt.number, bot_form(table, prompt)).status_code == 200
    page = text(table.page(0))
    assert table.match.status == Match.Status.FINISHED
    assert "Play again" in page and "Check the deal" in page


def test_to_leave_is_asked_first_and_then_closes_the_match(client):
    client.post(SIT_DOWN, {"seats": "3"})
    match = Match.objects.get()
    leave = reverse("leave", args=[match.code])
    asked = client.get(leave)
    assert "Leave this match?" in text(asked) and "it will be closed" in text(asked)
    assert Match.objects.get().running
    answer = client.post(leave)
    assert (answer.status_code, answer["Location"]) == (303, "/?left=1")
    match.refresh_from_db()
    assert (match.status, match.result) == (Match.Status.CLOSED, "")
    assert client.get(match.get_absolute_url()).status_code == 404
    assert "You have left the match." in text(client.get(answer["Location"]))
    assert "You have left the match." not in text(client.get("/"))
    assert client.post(leave).status_code == 303  # a double click
    assert client.get(leave).status_code == 404
    assert "Lay the first card" in text(client.get("/"))


def test_the_front_page_shows_my_matches_and_those_that_wait_first(alice, bob, sign_in):
    waits, rests = (
        sit_down("kangoeroe", [alice, bob], {"first": 0}),
        sit_down("kangoeroe", [alice, bob], {"first": 1}),
    )
    play_on(sit_down("kangoeroe", [alice, bob]))
    page = text(sign_in(alice).get("/"))
    assert page.index(waits.code) < page.index(rests.code)
    assert page.count('class="waits-you"') == 1
    assert waits.code not in text(Client().get("/"))


def test_the_next_match_is_the_one_that_waits_and_skips_the_one_just_left(alice, bob, sign_in):
    first, second = (sit_down("kangoeroe", [alice, bob], {"first": 0}) for _ in range(2))
    client = sign_in(alice)
    assert client.get("/next/")["Location"] == first.get_absolute_url()
    assert client.get(f"/next/?skip={first.code}")["Location"] == second.get_absolute_url()
    for skip in ("x" * 5000, "' OR 1=1 --"):
        assert client.get("/next/", {"skip": skip})["Location"] == first.get_absolute_url()
    play_on(second, lambda state: state.owed()[0].seat == 1)
    assert client.get(f"/next/?skip={first.code}")["Location"] == "/"
    assert sign_in(bob).get("/next/")["Location"] == second.get_absolute_url()


# Nasty names

NAMES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=a>',
    "' onclick='x",
    "%(colour)s %s {0} {{ x }}",
    "</title><svg onload=x>",
    "&lt;u&gt;x&amp;",
)


def pages_of(table: Party, seat: int) -> list[str]:
    client = table.clients[seat]
    names = [("match",), ("log",), ("leave",)]
    if not table.match.running:
        names += [("replay", n) for n in range(0, table.match.move_count, 9)] + [("proof",), ("log-file",)]
    pages = [text(client.get(table.url(*name))) for name in names]
    return [*pages, text(client.get(table.url("match"), headers=HTMX)), text(client.get("/"))]


def assert_harmless(page: str) -> None:
    assert "<script>alert" not in page
    assert not re.search(r"<(?:img src=x|svg onload|u>)", page)
    tags = re.sub(r'"[^"]*"', '""', page)  # without what stands in attributes
    assert not re.search(r"<[^<>]*\son(?:click|error|load)\s*=", tags)
    assert "' onclick='" not in page


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
def test_names_are_escaped_wherever_they_stand(slug):
    """Of people who sit there, of one who left, in headlines, titles, sentences, forms, results and replays."""
    people = [person(name[:40]) for name in NAMES[: 5 if slug == "toy" else 6]]
    table = Party(sit_down(slug, people, {"defence": "ask"} if slug == "kangoeroe" else None, "names"), {})
    for seat, who in enumerate(people):
        table.clients[seat] = Client()
        table.clients[seat].force_login(who)
    seen = ""
    for last in (1, 6, 14, 25, 1000):
        play_on(table.match, lambda state, last=last: state.last > last, Random(3))
        for seat in (0, 1):
            for page in pages_of(table, seat):
                assert_harmless(page)
                seen += page
        prompt = next(iter(table.state.owed()), None)
        if prompt:
            assert_harmless(
                text(table.answer(prompt.seat, prompt.number, {"do": NAMES[0], "card": NAMES[1]}))
            )
        if last == 14:
            table.post(len(people) - 1, "leave", {})
    assert not table.match.running
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in seen
    assert "%(colour)s" in seen


def test_a_guest_with_a_nasty_name_is_greeted_safely(client):
    for name in (*NAMES, "\u202eevil\u202c", "\u0000<script>"):
        client = Client()
        answer = client.post(SIT_DOWN, {"name": name, "seats": "2"})
        page = text(client.get(answer["Location"]))
        assert_harmless(page)
        assert "\u202e" not in page and "\x00" not in page


@pytest.mark.parametrize("name", ["x" * 40, "", "é" * 40])
def test_a_long_name_or_none_takes_a_seat_and_leaves_it(name):
    who = User.objects.create(name=name, username="u" * 150)
    client = Client()
    client.force_login(who)
    answer = client.post(SIT_DOWN, {"seats": "2"})
    assert answer.status_code == 303
    match = sit_down("kangoeroe", [person("Ada"), None])
    match.seats.filter(number=1).update(person=who, bot=False)
    assert client.post(reverse("leave", args=[match.code])).status_code == 303
    assert match.seats.get(number=1).name == (name or "u" * 40)


def test_words_of_others_are_escaped():
    people = [person("Ada"), person("Bo")]
    table = Party(sit_down("toy", people, {}, "words"), {})
    for seat, who in enumerate(people):
        table.clients[seat] = Client()
        table.clients[seat].force_login(who)
    prompt = table.owed(kind="write")
    assert_harmless(text(table.answer(prompt.seat, prompt.number, {"words": NAMES[0]})))
    for seat in (0, 1):
        for page in pages_of(table, seat):
            assert_harmless(page)
    assert "&lt;script&gt;" in text(table.page(0))


# Afterwards


def is_private(answer) -> bool:
    return {"no-store", "private"} <= {part.strip() for part in answer["Cache-Control"].split(",")}


@pytest.mark.parametrize("ended", [True, False])
def test_no_page_with_a_hand_is_kept_and_none_is_shown_after_logging_out(ended):
    table = finished("kangoeroe", 2)
    if not ended:
        table = Party(sit_down("kangoeroe", list(User.objects.order_by("pk")), {"first": 0}), table.clients)
    client = table.clients[0]
    names = [("match",), ("log",)] + ([("replay", 3), ("proof",), ("log-file",)] if ended else [])
    for name in names:
        for headers in ({}, HTMX):
            answer = client.get(table.url(*name), headers=headers)
            assert answer.status_code == 200
            assert is_private(answer), name
    posts = [
        table.answer(0, 1, {"card": "r.99"}),
        table.answer(0, 99, {"card": "r.99"}),
        table.post(0, "orders", {"part": "forget"}),
        table.post(0, "read", {"until": "x"}),
    ]
    for answer in posts:
        assert answer.status_code in (200, 409, 422)
        assert is_private(answer)
    client.logout()
    for name in names:
        answer = client.get(table.url(*name))
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/login/")
        assert not answer.content
    assert table.code not in text(client.get("/"))


def test_a_second_person_in_the_same_browser_sees_nothing_of_the_first():
    table = finished("kangoeroe", 2)
    client = table.clients[0]
    client.force_login(person("Dora"))
    for name in ("match", "log", "replay", "proof", "log-file"):
        assert client.get(table.url(name)).status_code == 404


def test_practice_is_bounded_for_one_person_and_for_one_network(alice, sign_in, monkeypatch):
    monkeypatch.setattr(start, "MOST_PRACTICE", 2)
    monkeypatch.setattr(guests, "MOST_GUESTS", 3)
    client = sign_in(alice)
    assert [client.post(SIT_DOWN, {"seats": "2"}).status_code for _ in range(3)] == [303, 303, 429]
    assert "Finish or leave one first" in text(client.post(SIT_DOWN, {"seats": "2"}))
    assert [Client().post(SIT_DOWN, {"seats": "2"}).status_code for _ in range(4)] == [303, 303, 303, 429]
    assert "try again in an hour" in text(Client().post(SIT_DOWN, {"seats": "2"}))
    assert Seat.objects.filter(person=alice).count() == 2
    assert User.objects.filter(is_guest=True).count() == 3
