"""Many people at one table at once, in real threads with their own connections."""

import random
from collections import Counter
from functools import partial

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games import links, lobby
from games.models import Hand, Match, Move, Seat
from games.views import start
from tests.games.scripts import person, play_on
from tests.games.test_lobby import ask, seat_all, sitting, table
from tests.games.test_races import Browser, at_once

pytestmark = pytest.mark.django_db(transaction=True)

SIT = {"do": "sit"}


def browser(app, who) -> Browser:
    client = Client()
    client.force_login(who)
    return Browser(app, client)


def people(count: int, name: str = "Guest"):
    return [person(f"{name} {n}") for n in range(count)]


def test_fifty_people_press_for_three_free_seats_and_three_sit_down(app, alice):
    match = table(alice, seats=4)
    browsers = [browser(app, who) for who in people(50)]
    jobs = [partial(one.post, f"/i/{match.invite}/", SIT, htmx=False) for one in browsers for _ in range(2)]
    statuses = Counter(status for status, _ in at_once(jobs))
    assert set(statuses) <= {303, 302, 409}
    assert len(sitting(match)) == 4 == match.seats.values("person").distinct().count()
    assert Match.objects.get().status == "lobby"


def test_fifty_people_press_for_a_table_that_starts_by_itself(app, alice):
    match = table(alice, seats=4, auto_start=True)
    browsers = [browser(app, who) for who in people(50)]
    jobs = [partial(one.post, f"/i/{match.invite}/", SIT, htmx=False) for one in browsers]
    statuses = Counter(status for status, _ in at_once(jobs))
    assert statuses[303] == 3 and set(statuses) <= {303, 404, 409, 410}
    match.refresh_from_db()
    assert match.status == "running" and match.seats.count() == 4
    assert Hand.objects.filter(match=match).count() == 5
    assert Move.objects.filter(match=match, number=0).count() == 1


def test_one_person_pressing_on_ten_devices_takes_one_seat(app, alice, bob):
    match = table(alice, seats=6)
    browsers = [browser(app, bob) for _ in range(10)]
    jobs = [partial(one.post, f"/i/{match.invite}/", SIT, htmx=False) for one in browsers]
    assert {status for status, _ in at_once(jobs)} <= {303, 302}
    assert sitting(match) == ["Alice", "Bob"]


def stranger(app) -> Browser:
    client = Client()
    session = client.session
    session["seen"] = True
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return Browser(app, client)


@pytest.mark.parametrize("auto_start", [True, False])
def test_of_the_strangers_who_press_for_two_seats_two_become_guests(app, alice, auto_start):
    match = table(alice, seats=3, auto_start=auto_start)
    jobs = [
        partial(stranger(app).post, f"/i/{match.invite}/", SIT | {"name": "Eve"}, htmx=False)
        for _ in range(12)
    ]
    statuses = Counter(status for status, _ in at_once(jobs))
    assert statuses[303] == 2 and set(statuses) <= {303, 404, 409, 410}
    assert User.objects.filter(is_guest=True).count() == 2
    assert sitting(match) == ["Alice", "Eve", "Eve"]


def test_twenty_practice_matches_are_the_most_however_fast_one_presses(app, alice, monkeypatch):
    monkeypatch.setattr(start, "MOST_PRACTICE", 3)
    jobs = [
        partial(browser(app, alice).post, "/practice/kangoeroe/", {"seats": "2"}, htmx=False)
        for _ in range(12)
    ]
    statuses = Counter(status for status, _ in at_once(jobs))
    assert statuses == {303: 3, 429: 9}
    assert Match.objects.filter(practice=True).count() == 3


def test_a_lesson_pressed_many_times_is_one(app, alice):
    jobs = [partial(browser(app, alice).post, "/games/kangoeroe/lesson/", {}, htmx=False) for _ in range(6)]
    assert {status for status, _ in at_once(jobs)} == {303}
    assert Match.objects.filter(lesson=True).count() == 1


@pytest.mark.parametrize("how", ["few", "bots", "claim"])
def test_a_start_pressed_in_twenty_tabs_is_one_deal(app, alice, bob, how):
    match = table(alice, seats=4)
    seat_all(match, bob)
    browsers = [browser(app, alice) for _ in range(20)]
    url = f"/m/{match.code}/table/start/"
    statuses = {
        status
        for status, _ in at_once([partial(one.post, url, {"how": how}, htmx=False) for one in browsers])
    }
    assert statuses == {303}
    match.refresh_from_db()
    seats = 2 if how == "few" else 4
    assert match.seats.count() == match.wanted == seats
    assert Hand.objects.filter(match=match).count() == seats + 1
    assert Move.objects.filter(match=match, number=0).count() == 1
    play_on(match)


@pytest.mark.parametrize("turn", range(4))
def test_getting_up_while_the_table_starts_is_before_it_or_too_late(app, alice, bob, cleo, turn):
    match = table(alice, seats=3)
    seat_all(match, bob, cleo)
    host, joiner = browser(app, alice), browser(app, bob)
    start = partial(host.post, f"/m/{match.code}/table/start/", {"how": "few"}, False)
    leave = partial(joiner.post, f"/m/{match.code}/table/take-back/", {}, False)
    jobs = [start, leave] if turn % 2 else [leave, start]
    answers = at_once(jobs, workers=2)
    statuses = dict(zip(("start", "leave") if turn % 2 else ("leave", "start"), answers, strict=True))
    match.refresh_from_db()
    assert match.status == "running" and statuses["start"][0] == 303
    left = statuses["leave"][0] == 303
    assert left or statuses["leave"][0] == 409
    assert sitting(match) == (["Alice", "Cleo"] if left else ["Alice", "Bob", "Cleo"])
    assert Hand.objects.filter(match=match).count() == match.seats.count() + 1
    play_on(match)


def test_coming_and_going_leaves_no_gap_and_no_seat_twice(app, alice):
    match = table(alice, seats=4)
    guests = people(12)
    ask(match, *guests)
    chance, jobs = random.Random(5), []
    for who in guests * 4:
        one = browser(app, who)
        what = chance.choice(["join", "take-back", "join"])
        path = f"/i/{match.invite}/" if what == "join" else f"/m/{match.code}/table/take-back/"
        jobs.append(partial(one.post, path, SIT if what == "join" else {}, False))
    assert {status for status, _ in at_once(jobs)} <= {302, 303, 409}
    there = sitting(match)
    assert len(there) == len(set(there)) <= 4 and "Alice" in there
    fill = [who for who in guests if str(who) not in there][: 4 - len(there)]
    for who in fill:
        links.take_seat(Match.objects.get().invite, who)
    assert len(sitting(match)) == 4


def test_twenty_people_press_for_one_bots_seat(app, alice, bob):
    match = table(alice, seats=3)
    seat_all(match, bob)
    lobby.start(match.code, alice, "claim")
    match.refresh_from_db()
    browsers = [browser(app, who) for who in people(20)]
    jobs = [partial(one.post, f"/i/{match.invite}/", SIT, htmx=False) for one in browsers]
    statuses = Counter(status for status, _ in at_once(jobs))
    assert statuses[303] == 1 and set(statuses) <= {303, 404, 409, 410}
    seats = Seat.objects.filter(match=match).order_by("number")
    assert all(seat.person_id for seat in seats) and len({seat.person_id for seat in seats}) == 3
    play_on(match)


def test_a_rematch_pressed_by_everybody_at_once_is_one_table(app, alice, bob, cleo):
    match = table(alice, seats=3)
    seat_all(match, bob, cleo)
    lobby.start(match.code, alice)
    match.refresh_from_db()
    play_on(match)
    browsers = [browser(app, who) for who in (alice, bob, cleo) for _ in range(3)]
    jobs = [partial(one.post, f"/m/{match.code}/rematch/", {}, False) for one in browsers]
    assert {status for status, _ in at_once(jobs, workers=9)} == {303}
    again = match.rematches.get()
    assert sorted(sitting(again)) == ["Alice", "Bob", "Cleo"]


def test_the_twentieth_table_is_the_last_also_from_two_tabs(app, alice):
    for _ in range(lobby.MOST_UNFILLED - 1):
        table(alice)
    form = {"seats": "2", "bots": "0", "who": "invited", "pace": "86400"}
    browsers = [browser(app, alice) for _ in range(8)]
    jobs = [partial(one.post, "/new/kangoeroe/", form, False) for one in browsers]
    assert Counter(status for status, _ in at_once(jobs, workers=8)) == {303: 1, 429: 7}
    assert Match.objects.count() == lobby.MOST_UNFILLED
