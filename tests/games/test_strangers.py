"""Who may see and do what, for every address of the play; and what a GET leaves behind: nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import page, urls
from games.models import Match
from tests.games.scripts import (
    HTMX,
    Party,
    desk_of,
    everything_stored,
    finished,
    kangoeroe,
    party,
    person,
    play_on,
    text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
GET, BOTH = {"get", "head"}, {"get", "head", "post"}

# address -> (its arguments after the code, or None if it is of no match; what it answers to; what a seat gets on GET)
ROUTES = {
    "": (None, GET, 200),
    "practice/<slug:slug>/": (None, BOTH, 200),
    "next/": (None, GET, 302),
    "p/<str:token>/": (None, GET, 204),
    "new/": (None, GET, 200),
    "new/<slug:slug>/": (None, BOTH, 200),
    "open/": (None, GET, 200),
    "open/<slug:code>/join/": (None, BOTH, 302),
    "i/<str:link>/": (None, BOTH, 404),  # one that leads somewhere: test_lobby_links.py
    "w/<slug:code>/": ((), GET, 404),  # 200 where others may watch
    "m/<slug:code>/table/<slug:what>/": (("start",), BOTH, 302),
    "m/<slug:code>/rematch/": ((), BOTH, 302),
    "m/<slug:code>/seats/": ((), GET, 200),
    "m/<slug:code>/seat/<int:number>/": ((0,), BOTH, 302),
    "m/<slug:code>/": ((), GET, 200),
    "games/<slug:slug>/": (None, GET, 200),
    "games/<slug:slug>/lesson/": (None, BOTH, 200),
    "m/<slug:code>/answer/<int:number>/": ((1,), BOTH, 302),  # whoever opens it wants the match
    "m/<slug:code>/orders/": ((), BOTH, 302),
    "m/<slug:code>/read/": ((), BOTH, 302),
    "m/<slug:code>/heard/": ((), BOTH, 302),
    "m/<slug:code>/combinations/": ((), GET, 404),  # 200 once Game of Quotes is over: test_keepsakes.py
    "m/<slug:code>/combinations/favourite/": ((), BOTH, 404),
    "m/<slug:code>/combinations/share/": ((), BOTH, 404),
    "share/<int:key>/": (None, BOTH, 404),
    "share/<int:key>/stop/": (None, BOTH, 404),
    "q/<str:link>/": (None, GET, 404),
    "q/<str:link>.<slug:kind>": (None, GET, 404),
    "m/<slug:code>/clown/": ((), BOTH, 302),
    "m/<slug:code>/slap-anyway/": ((), BOTH, 302),
    "m/<slug:code>/back/": ((), BOTH, 302),
    "m/<slug:code>/day/<int:prompt>/": ((1,), BOTH, 302),
    "m/<slug:code>/propose/": ((), BOTH, 302),
    "m/<slug:code>/reply/": ((), BOTH, 302),
    "m/<slug:code>/resume/": ((), BOTH, 302),
    "m/<slug:code>/leave/": ((), BOTH, 200),
    "m/<slug:code>/log/": ((), GET, 200),
    "m/<slug:code>/replay/": ((), GET, 404),  # 200 once it is over
    "m/<slug:code>/replay/<int:number>/": ((1,), GET, 404),
    "m/<slug:code>/deal/": ((), GET, 404),
    "m/<slug:code>/log.json": ((), GET, 404),
    "m/<slug:code>/talk/": ((), BOTH, 200),
    "m/<slug:code>/talk/seen/": ((), BOTH, 302),
    "m/<slug:code>/mute/": ((), BOTH, 302),
    "back/": (None, BOTH, 302),
    "left/": (None, GET, 302),
    "m/<slug:code>/table/decks/": ((), BOTH, 404),  # of a game of decks, while it waits
    "m/<slug:code>/table/cards/": ((), BOTH, 404),
    "wall/": (None, GET, 200),
    "people/": (None, GET, 200),
    "people/<str:handle>/": (None, BOTH, 200),
}
OF_A_MATCH = {route: row for route, row in ROUTES.items() if row[0] is not None}
NAMES = {str(pattern.pattern): pattern.name for pattern in urls.urlpatterns}
OPEN_TO_ALL = {
    *("", "practice/<slug:slug>/", "games/<slug:slug>/", "games/<slug:slug>/lesson/", "p/<str:token>/"),
    *("new/", "new/<slug:slug>/", "open/", "i/<str:link>/", "w/<slug:code>/"),
    *("wall/", "m/<slug:code>/combinations/", "q/<str:link>/", "q/<str:link>.<slug:kind>"),
}


def url(route: str, code: str) -> str:
    return reverse(NAMES[route], args=[code, *ROUTES[route][0]])


def address(route: str, table: Party) -> str:
    """An address that exists, for any route."""
    if ROUTES[route][0] is not None:
        return url(route, table.code)
    return {
        "": "/",
        "practice/<slug:slug>/": "/practice/kangoeroe/",
        "games/<slug:slug>/": "/games/kangoeroe/",
        "games/<slug:slug>/lesson/": "/games/kangoeroe/lesson/",
        "next/": "/next/",
        "back/": "/back/",
        "left/": "/left/",
        "wall/": "/wall/",
        "people/": "/people/",
        "people/<str:handle>/": f"/people/{table.match.seats.get(number=1).person.username}/",
        "new/": "/new/",
        "new/<slug:slug>/": "/new/kangoeroe/",
        "open/": "/open/",
        "open/<slug:code>/join/": f"/open/{table.code}/join/",
        "i/<str:link>/": "/i/nosuchlink9/",
        "share/<int:key>/": "/share/9/",
        "share/<int:key>/stop/": "/share/9/stop/",
        "q/<str:link>/": "/q/nosuchlink9/",
        "q/<str:link>.<slug:kind>": "/q/nosuchlink9.svg",
        "p/<str:token>/": re.search(r"/p/[^/\"]+/", text(table.page(0)))[0],
    }[route]


def send(client: Client, method: str, where: str, **headers: str):
    return getattr(client, method)(where, headers=headers)


def test_every_address_of_the_play_has_its_row_here():
    assert set(NAMES) == set(ROUTES)


def test_a_stranger_cannot_tell_a_match_from_nothing(dora, sign_in):
    """Dora, who sits nowhere, somebody who sits at another table, and somebody who got up from this one."""
    ended, running = finished(), kangoeroe(3)
    elsewhere = party("kangoeroe", 1, bots=1)
    running.post(2, "leave", {})
    strangers = [sign_in(dora), elsewhere.clients[0], running.clients[2]]
    before = everything_stored()
    for route in OF_A_MATCH:
        for method in METHODS:
            expected = 404 if method in ROUTES[route][1] else 405
            for number, client in enumerate(strangers):
                for code in (running.code, "nosuchmatch9", ended.code)[: 3 if number == 0 else 1]:
                    if number == 2 and (route, method) == ("m/<slug:code>/leave/", "post"):
                        continue  # a second press leads where the first did
                    answer = send(client, method, url(route, code), **(HTMX if number else {}))
                    assert answer.status_code == expected, (route, method, number)
                    assert code not in text(answer).replace(url(route, code), "")
    assert everything_stored() == before


def test_somebody_unknown_is_sent_to_sign_in():
    table = kangoeroe()
    token = address("p/<str:token>/", table)
    before = everything_stored()
    for route in ROUTES:
        where = token if route.startswith("p/") else address(route, table)
        for method in METHODS:
            if route in OPEN_TO_ALL:
                good = ROUTES[route][2]
                makes_guests = ("practice/<slug:slug>/", "games/<slug:slug>/lesson/", "new/<slug:slug>/")
                if method != "post" or route not in makes_guests:
                    answer = send(Client(), method, where)
                    assert answer.status_code == (good if method in ROUTES[route][1] else 405), (
                        route,
                        method,
                    )
            else:
                answer = send(Client(), method, where)
                assert answer.status_code == 302, (route, method)
                assert answer["Location"].startswith("/account/login/?next=/")
                assert not answer.content
    assert everything_stored() == before


def test_a_seat_gets_what_an_address_answers_to():
    table = kangoeroe()
    for route, (_, allowed, on_get) in ROUTES.items():
        for method in sorted(METHODS, key=lambda method: (method == "post", method)):
            if (route, method) == ("m/<slug:code>/leave/", "post"):
                continue  # tested at length elsewhere
            status = send(table.clients[0], method, address(route, table)).status_code
            if method not in allowed:
                assert status == 405, (route, method)
            else:
                posted = (404,) if on_get == 404 else (303, 409, 422)
                assert status in (posted if method == "post" else (on_get,)), (route, method)


@pytest.mark.parametrize("ended", [True, False])
def test_no_get_changes_anything(ended):
    """Every address, and everything that the pages behind them lead to."""
    table = finished() if ended else kangoeroe(3)
    if not ended:
        play_on(table.match, lambda state: state.last > 5)
    everyone = [*table.clients.values(), Client()]
    seen: set[str] = set()
    before = everything_stored()
    for client in everyone:
        todo = ["/", "/next/", "/next/?skip=x", "/practice/kangoeroe/"]
        todo += [url(route, table.code) for route in OF_A_MATCH]
        todo += [f"/m/{table.code}/replay/{n}/" for n in (0, 1, 10_000, 10**30)]
        visited: set[str] = set()
        while todo:
            where = todo.pop()
            if where in visited or len(visited) > 30:
                continue
            visited.add(where)
            for headers in ({}, HTMX):
                answer = client.get(where, headers=headers)
                assert answer.status_code < 500, where
            links = re.findall(
                r'(?:href|action|data-poll|hx-post)="(/(?:m|p|next|practice)[^"#]*)"', text(answer)
            )
            todo += [link.replace("&amp;", "&") for link in links]
        seen |= visited
    assert everything_stored() == before
    assert len(seen) > 15


POSTS = {route: row for route, row in ROUTES.items() if "post" in row[1]}


@pytest.mark.parametrize("route", POSTS)
@pytest.mark.parametrize("htmx", [True, False])
def test_a_post_without_our_token_is_refused(route, htmx):
    table = kangoeroe()
    client = Client(enforce_csrf_checks=True)
    client.cookies = table.clients[0].cookies
    client.get("/")
    before = everything_stored()
    card = table.state.hands[0].cards[0]
    for token in ("", "x" * 64, "\x00"):
        form = {"card": card, "csrfmiddlewaretoken": token, "seats": "2"}
        answer = client.post(address(route, table), form, headers=HTMX if htmx else {})
        assert answer.status_code == 403
        assert "Nothing was sent" in text(answer)
    assert everything_stored() == before


def test_a_post_with_the_token_of_the_page_is_taken():
    table = kangoeroe()
    client = Client(enforce_csrf_checks=True)
    client.cookies = table.clients[0].cookies
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', text(client.get(table.url("match"))))[1]
    form = {"card": table.state.hands[0].cards[0], "csrfmiddlewaretoken": token}
    assert client.post(table.url("answer", 1), form).status_code == 303


def test_a_person_without_a_seat_sees_nothing_even_with_the_code_in_hand():
    table = kangoeroe()
    assert page.look(table.code, person("Dora")) is None
    assert page.look("", table.match.seats.get(number=0).person) is None
    assert desk_of(table.match).seat_of(person("Dora")) is None


def test_a_bots_seat_belongs_to_nobody():
    """Neither a person without an account nor one whose id is empty sits in it."""
    table = party("kangoeroe", 1, bots=1)
    from django.contrib.auth.models import AnonymousUser

    desk = desk_of(table.match)
    assert desk.seat_of(AnonymousUser()) is None


def test_a_deleted_or_suspended_account_sees_nothing_any_more():
    table = kangoeroe()
    who = table.match.seats.get(number=0).person
    who.is_active = False
    who.save()
    assert table.page(0).status_code == 302
    who.delete()
    assert table.page(0).status_code == 302
    assert Match.objects.filter(pk=table.match.pk).exists()
    assert "Waiting for Alice" in text(table.page(1))
