"""The site goes on while Redis is down: pages are shown, moves are taken, nothing is kept in the cache."""

import socket
import time

import pytest
from django.core.cache import caches

from config.cache import Cache
from tests.conftest import free_port
from tests.games.scripts import bot_form, kangoeroe, play_on


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch):
    monkeypatch.setattr(Cache, "down_until", 0.0)


def down() -> Cache:
    return Cache(f"redis://127.0.0.1:{free_port()}/0", {})


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (lambda cache: cache.get("a"), None),
        (lambda cache: cache.get("a", 3), 3),
        (lambda cache: cache.get_many(["a", "b"]), {}),
        (lambda cache: cache.set("a", 1), None),
        (lambda cache: cache.set_many({"a": 1}), []),
        (lambda cache: cache.add("a", 1), True),
        (lambda cache: cache.incr("a"), 1),
        (lambda cache: cache.touch("a"), False),
        (lambda cache: cache.delete("a"), False),
        (lambda cache: cache.delete_many(["a"]), None),
        (lambda cache: cache.has_key("a"), False),
        (lambda cache: "a" in cache, False),
        (lambda cache: cache.get_or_set("a", 5), 5),
        (lambda cache: cache.clear(), True),
    ],
)
def test_without_redis_nothing_is_found_and_nothing_breaks(call, answer):
    assert call(down()) == answer


def test_a_redis_that_says_nothing_is_waited_for_once():
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        cache = Cache(f"redis://127.0.0.1:{deaf.getsockname()[1]}/0", {})
        started = time.monotonic()
        for number in range(20):
            assert cache.get(f"key{number}") is None
        assert time.monotonic() - started < 4


@pytest.mark.redis
def test_it_is_used_again_soon_after_it_is_back(redis_url, monkeypatch):
    cache = Cache(redis_url, {})
    down().get("a")
    cache.set("a", 1)
    assert cache.get("a") is None
    monkeypatch.setattr(Cache, "down_until", time.monotonic() - 0.01)
    cache.set("a", 1)
    assert cache.get("a") == 1
    assert cache.incr("a") == 2
    cache.clear()


@pytest.mark.django_db
def test_a_match_is_played_without_it(settings):
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.Cache", "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}
    }
    caches.close_all()
    table = kangoeroe()
    for _ in range(4):
        prompt = table.ready()
        assert table.page(prompt.seat).status_code == 200
        assert table.answer(prompt.seat, prompt.number, bot_form(table, prompt)).status_code == 200
    play_on(table.match)
    assert table.page(0).status_code == 200
