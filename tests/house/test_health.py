"""/health/: red when something that has to run does not; public, quick, and without a secret."""

import http.server
import json
import socket
import subprocess
import sys
import threading
import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from accounts.models import Send
from config import health
from config.celery import ALIVE
from games.models import Prompt, Pulse
from tests.conftest import ROOT, free_port
from tests.games.scripts import Queries, kangoeroe

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    monkeypatch.setattr(health, "answer", None)
    monkeypatch.setattr(health, "REMEMBERED", -1.0)


@pytest.fixture
def running():
    """A site on which everything runs."""
    seen(0)
    Pulse.objects.update_or_create(name="due", defaults={"at": timezone.now()})


def seen(seconds_ago: int) -> None:
    cache.set(ALIVE, (timezone.now() - timedelta(seconds=seconds_ago)).isoformat(), timeout=None)


def asked() -> tuple[int, dict]:
    answer = Client().get("/health/")
    said = json.loads(answer.content)
    assert said["ok"] == (answer.status_code == 200) == all(check["ok"] for check in said["checks"].values())
    return answer.status_code, said["checks"]


def red(checks: dict) -> set[str]:
    return {name for name, check in checks.items() if not check["ok"]}


def test_all_is_well(running):
    status, checks = asked()
    assert status == 200
    assert list(checks) == ["database", "broker", "worker", "sweep", "mail"]
    assert checks["worker"]["seen_seconds_ago"] < 10


def test_whoever_asks_needs_no_account_and_gets_no_cookie(running, settings):
    answer = Client().get("/health/")
    assert answer.status_code == 200
    assert not answer.cookies
    assert "no-store" in answer["Cache-Control"]
    assert Client().post("/health/").status_code == 405
    assert Client().head("/health/").status_code == 200


def test_it_is_answered_without_https_too_because_it_is_asked_past_the_proxy(running, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/health/").status_code == 200
    assert Client().get("/").status_code == 301


@pytest.mark.parametrize(("seconds", "well"), [(0, True), (100, True), (200, False), (100_000, False)])
def test_a_worker_that_was_not_seen_for_minutes_turns_it_red(running, seconds, well):
    seen(seconds)
    assert red(asked()[1]) == (set() if well else {"worker"})
    assert timedelta(minutes=5) > health.WORKER_LATE


def test_a_worker_that_never_came_turns_it_red(running):
    cache.delete(ALIVE)
    status, checks = asked()
    assert (status, red(checks)) == (503, {"worker"})


def test_a_sweep_that_stopped_or_never_ran_turns_it_red(running):
    Pulse.objects.update(at=timezone.now() - timedelta(minutes=10))
    assert red(asked()[1]) == {"sweep"}
    Pulse.objects.all().delete()
    status, checks = asked()
    assert (status, red(checks), checks["sweep"]["swept_seconds_ago"]) == (503, {"sweep"}, None)


@pytest.mark.parametrize(("minutes", "well"), [(-60, True), (1, True), (10, False)])
def test_an_answer_that_is_overdue_turns_it_red_even_if_the_sweep_runs(running, minutes, well):
    table = kangoeroe()
    due = timezone.now() - timedelta(minutes=minutes)
    Prompt.objects.filter(match=table.match, waits=True).update(due_at=due)
    _status, checks = asked()
    assert red(checks) == (set() if well else {"sweep"})
    assert checks["sweep"]["overdue_seconds"] == pytest.approx(max(0, minutes * 60), abs=5)


def send(
    alice, number: int, state: str = "waiting", minutes: int = 0, done_days: float | None = None
) -> None:
    now = timezone.now()
    Send.objects.create(
        person=alice,
        event=f"turn/x/{number}",
        kind="turn",
        channel="mail",
        state=state,
        not_before=now - timedelta(minutes=minutes),
        done_at=None if done_days is None else now - timedelta(days=done_days),
    )


@pytest.mark.parametrize(("minutes", "well"), [(-600, True), (5, True), (40, False)])
def test_notices_that_wait_too_long_turn_it_red(running, alice, minutes, well):
    send(alice, 1, minutes=minutes)
    _status, checks = asked()
    assert red(checks) == (set() if well else {"mail"})
    assert checks["mail"]["waiting"] == (minutes > 0)


@pytest.mark.parametrize(
    ("failed", "sent", "days", "well"),
    [(2, 0, 0.5, True), (3, 0, 0.5, False), (3, 3, 0.5, True), (4, 3, 0.5, False), (9, 0, 2, True)],
)
def test_more_failures_than_letters_in_a_day_turn_it_red(running, alice, failed, sent, days, well):
    for number in range(failed):
        send(alice, number, "failed", 60, days)
    for number in range(sent):
        send(alice, 100 + number, "sent", 60, days)
    _status, checks = asked()
    assert red(checks) == (set() if well else {"mail"})
    assert checks["mail"]["failed_in_a_day"] == (failed if days < 1 else 0)


def test_a_broker_that_is_down_turns_it_red_and_says_no_address(running, settings):
    settings.REDIS_URL = f"redis://:the-password@127.0.0.1:{free_port()}/0"
    started = time.monotonic()
    answer = Client().get("/health/")
    assert time.monotonic() - started < 3
    assert answer.status_code == 503
    checks = json.loads(answer.content)["checks"]
    assert red(checks) == {"broker", "worker"}
    assert "the-password" not in answer.content.decode()
    assert "127.0.0.1" not in answer.content.decode()


def test_a_broker_that_takes_the_call_and_says_nothing_is_not_waited_for(running, settings):
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        settings.REDIS_URL = f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"
        started = time.monotonic()
        assert red(asked()[1]) == {"broker", "worker"}
        assert time.monotonic() - started < 4


@pytest.mark.redis
def test_a_real_broker_says_how_much_waits(running, settings, redis_url):
    settings.REDIS_URL = redis_url
    _status, checks = asked()
    assert checks["broker"] == {"ok": True, "kind": "redis", "waiting": 0}


def test_a_database_that_is_down_turns_it_red(running, monkeypatch):
    def down():
        raise DatabaseError("password authentication failed for user games")

    monkeypatch.setattr(health, "database_answers", down)
    answer = Client().get("/health/")
    assert answer.status_code == 503
    assert red(json.loads(answer.content)["checks"]) == {"database", "sweep", "mail"}
    assert "password" not in answer.content.decode()


def test_the_number_of_queries_does_not_grow_with_the_site(running, alice):
    def count() -> int:
        with Queries() as queries:
            asked()
        return len(queries)

    few = count()
    kangoeroe(4)
    for number in range(30):
        send(alice, number, "sent", 5, 0.1)
    assert count() == few <= 5


def test_whoever_asks_often_gets_the_same_answer_for_some_seconds(running, monkeypatch):
    monkeypatch.setattr(health, "REMEMBERED", 5.0)
    asked()
    cache.delete(ALIVE)
    with Queries() as queries:
        assert asked()[0] == 200
    assert len(queries) == 0


# The probe of the service managers


class Site(http.server.BaseHTTPRequestHandler):
    said = b""
    hosts: list[str] = []

    def do_GET(self):
        self.hosts.append(self.headers["Host"])
        self.send_response(503)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, *_arguments):
        pass


@pytest.fixture
def site():
    server = http.server.HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/health/"
    server.shutdown()
    server.server_close()


def probe(address: str, *names: str) -> int:
    environment = {"HEALTH_URL": address, "ALLOWED_HOSTS": " games.example.org, other"}
    return subprocess.run(
        [sys.executable, "config/probe.py", *names], cwd=ROOT, env=environment, capture_output=True
    ).returncode


@pytest.mark.parametrize(
    ("names", "ends"),
    [([], 1), (["database"], 0), (["database", "broker"], 0), (["worker"], 1), (["nonsense"], 1)],
)
def test_the_probe_ends_well_if_what_it_asked_for_is(site, names, ends):
    checks = {"database": {"ok": True}, "broker": {"ok": True}, "worker": {"ok": False}}
    Site.said = json.dumps({"ok": False, "checks": checks}).encode()
    Site.hosts = []
    assert probe(site, *names) == ends
    assert Site.hosts == ["games.example.org"]


@pytest.mark.parametrize("said", [b"", b"<html>", b"[]", b"{}"])
def test_the_probe_fails_on_anything_else(site, said):
    Site.said = said
    assert probe(site) == 1


def test_the_probe_fails_if_nobody_answers():
    assert probe(f"http://127.0.0.1:{free_port()}/health/") == 1
