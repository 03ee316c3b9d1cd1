"""Many requests at once, in real threads with their own connections: through the same WSGI as in production."""

import io
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client
from msgspec.structs import replace

from games.models import Match, Move
from tests.engine.toy_parts import LAPS
from tests.games.scripts import Party, asks, kangoeroe, party, play_on, put_state, text

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("with_toy")]

TOKEN = "x" * 32
POSTS = 200
WORKERS = 10


class Browser:
    """Sends forms as a browser does, token and all, from any thread."""

    def __init__(self, app: WSGIHandler, client: Client) -> None:
        self.app = app
        self.session = client.cookies[settings.SESSION_COOKIE_NAME].value

    def post(self, path: str, form: dict[str, Any], htmx: bool = True) -> tuple[int, str]:
        body = urlencode({**form, "csrfmiddlewaretoken": TOKEN}, doseq=True).encode()
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": "",
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}={self.session}; csrftoken={TOKEN}",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            **({"HTTP_HX_REQUEST": "true"} if htmx else {}),
        }
        said: list[int] = []
        answer = self.app(environ, lambda status, headers, info=None: said.append(int(status[:3])))
        page = b"".join(answer).decode()
        answer.close()
        return said[0], page


def at_once(jobs: list[Any], workers: int = WORKERS) -> list[Any]:
    """Run all jobs, `workers` at a time and together from the first; connections are closed behind them."""
    start = Barrier(workers)

    def run(share: list[Any]) -> list[Any]:
        start.wait(30)
        try:
            return [job() for job in share]
        finally:
            connection.close()

    shares = [jobs[place::workers] for place in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        return [result for done in pool.map(run, shares) for result in done]


def sessions(app: WSGIHandler, table: Party, seat: int, count: int) -> list[Browser]:
    """So many devices of one player."""
    who = table.match.seats.get(number=seat).person
    browsers = []
    for _ in range(count):
        client = Client()
        client.force_login(who)
        browsers.append(Browser(app, client))
    assert len({browser.session for browser in browsers}) == count
    return browsers


def with_card(card: str, send: Any) -> tuple[str, int, str]:
    return (card, *send())


def is_sound(table: Party) -> bool:
    """No card is lost or doubled, the log has no gap, and what is stored follows from it."""
    numbers = list(Move.objects.filter(match=table.match).order_by("number").values_list("number", flat=True))
    match = Match.objects.get(pk=table.match.pk)
    return not table.game.faults(table.state) and numbers == list(range(match.move_count + 1))


@pytest.mark.parametrize("htmx", [True, False])
def test_two_hundred_posts_of_one_answer_are_one_move(app, htmx):
    table = kangoeroe()
    browsers = sessions(app, table, 0, 5)
    path, form = table.url("answer", 1), {"card": table.state.hands[0].cards[0]}
    count = POSTS if htmx else POSTS // 4
    jobs = [partial(browsers[n % 5].post, path, form, htmx) for n in range(count)]
    answers = at_once(jobs)
    assert Counter(status for status, _ in answers) == {200 if htmx else 303: len(jobs)}
    assert len(table.moves()) == 1
    if htmx:
        assert all("Waiting for Bob" in page for _, page in answers)
    assert is_sound(table)


def test_two_hundred_posts_of_five_answers_are_one_move_and_the_others_hear_why(app):
    table = kangoeroe()
    browsers = sessions(app, table, 0, 5)
    path, cards = table.url("answer", 1), table.state.hands[0].cards
    sent = [cards[n % 5] for n in range(POSTS)]
    send = [partial(browsers[n // 5 % 5].post, path, {"card": card}) for n, card in enumerate(sent)]
    answers = at_once([partial(with_card, card, job) for card, job in zip(sent, send, strict=True)])
    moves = table.moves()
    assert len(moves) == 1
    played = json.loads(moves[0].action)["card"]
    assert Counter(card for card, *_ in answers) == Counter(sent)
    for card, status, page in answers:
        assert status == (200 if card == played else 409)
        assert ("differently" in page) == (card != played)
        assert "Waiting for Bob" in page
    assert is_sound(table)


def test_sealed_choices_of_all_seats_at_once_are_all_taken_and_shown_once(app):
    """Every seat of several matches together, round after round: 105 choices."""
    taken = 0
    for number in range(7):
        table = party("toy", 5, {"rounds": 3, "cards": 4}, seed=f"together {number}")
        browsers = {seat: Browser(app, client) for seat, client in table.clients.items()}
        while table.match.running:
            state = table.state
            before = len(table.moves())
            jobs = []
            for seat, browser in browsers.items():
                prompt = next(p for p in state.prompts if p.kind == "seal" and p.seat == seat)
                form = {"do": "seal", "card": state.hands[seat].cards[0], "bid": "1"}
                jobs.append(partial(browser.post, table.url("answer", prompt.number), form))
            answers = at_once(jobs, workers=5)
            assert [status for status, _ in answers] == [200] * 5
            moves = table.moves()[before:]
            assert len(moves) == 5
            assert [move.public.count('"showed"') for move in moves] == [0, 0, 0, 0, 1]
            assert is_sound(table)
            taken += 5
            this = state.table.round
            play_on(table.match, lambda state, this=this: state.table.round > this)
        assert is_sound(table)
    assert taken == 105


def test_a_sealed_choice_changed_from_two_devices_is_one_choice(app):
    """All changes are logged, the last one in the log counts, and the one that closes the group comes last."""
    table = party("toy", 2)
    state = table.state
    mine = sessions(app, table, 0, 4)
    path = table.url("answer", table.prompt(0, "seal").number)
    cards = state.hands[0].cards
    forms = [{"do": "seal", "card": cards[n % 3], "bid": str(n % 2)} for n in range(60)]
    jobs = [partial(mine[n % 4].post, path, form) for n, form in enumerate(forms)]
    other = Browser(app, table.clients[1])
    theirs = table.url("answer", table.prompt(1, "seal").number)
    form = {"do": "seal", "card": state.hands[1].cards[0], "bid": "0"}
    jobs.insert(40, partial(other.post, theirs, form))
    answers = at_once(jobs)
    moves = table.moves()
    assert {status for status, _ in answers} <= {200, 409}
    assert [move.public.count('"showed"') for move in moves].count(1) == 1
    shown = next(move for move in moves if '"showed"' in move.public)
    assert all(move.number < shown.number for move in moves if move is not shown)
    last = [json.loads(move.action)["card"] for move in moves if move.seat == 0][-1]
    assert json.loads(shown.public)[0]["faces"][0] == last.partition(".")[0]
    assert is_sound(table)


def test_answers_orders_read_marks_and_leaving_at_once_leave_a_sound_match(app):
    table = party("kangoeroe", 4, {"first": 0, "defence": "ask"})
    browsers = {seat: Browser(app, client) for seat, client in table.clients.items()}
    cards = table.state.hands[0].cards
    jobs = []
    for n in range(40):
        who = browsers[n % 3]
        jobs.append(partial(browsers[0].post, table.url("answer", 1), {"card": cards[n % 5]}))
        jobs.append(partial(who.post, table.url("orders"), {"part": "plans", "colour-1-1": "rogbp"[n % 5]}))
        jobs.append(partial(who.post, table.url("read"), {"until": "2100-01-01T00:00:00+00:00"}))
    jobs.insert(30, partial(browsers[3].post, table.url("leave"), {}, htmx=False))
    statuses = Counter(status for status, _ in at_once(jobs))
    assert set(statuses) <= {200, 303, 409}, statuses
    assert len(table.moves(seat=0, prompt=1)) == 1
    assert table.match.seats.get(number=3).bot
    assert is_sound(table)


def test_two_players_of_one_match_wait_for_each_other_and_two_matches_do_not_mix(app):
    tables = [kangoeroe(), kangoeroe()]
    jobs = []
    for table in tables:
        for seat, client in table.clients.items():
            browser = Browser(app, client)
            for number in range(1, 11):
                card = table.state.hands[seat].cards[number % 5]
                jobs.append(partial(browser.post, table.url("answer", number), {"card": card}))
    statuses = Counter(status for status, _ in at_once(jobs, workers=8))
    assert set(statuses) <= {200, 409, 422}
    assert all(is_sound(table) for table in tables)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_last_card_of_a_match_ends_it_once(app, seats):
    table = party("toy", seats, {"rounds": 1})
    play_on(table.match, lambda state: asks("turn")(state) and not state.table.contests)
    state = table.state
    prompt = table.owed(kind="turn")
    put_state(table.match, replace(state, table=replace(state.table, turns=LAPS * seats - 1)))
    browsers = sessions(app, table, prompt.seat, 3)
    path = table.url("answer", prompt.number)
    jobs = [partial(browsers[n % 3].post, path, {"do": "draw"}) for n in range(30)]
    answers = at_once(jobs)
    assert {status for status, _ in answers} == {200}
    match = Match.objects.get(pk=table.match.pk)
    assert match.status == Match.Status.FINISHED
    assert sum('"round_ended"' in move.public for move in table.moves()) == 1
    assert 'aria-labelledby="ended"' in text(table.page(0))
