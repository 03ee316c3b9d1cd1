from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache
from django.utils import timezone

from accounts.models import Session
from config.celery import ALIVE, alive, app, clear_sessions
from tests.conftest import wait_until


def test_the_worker_leaves_the_time_it_was_alive():
    cache.delete(ALIVE)
    alive.delay()
    assert cache.get(ALIVE)


def test_expired_sessions_are_removed_and_others_stay(db):
    now = timezone.now()
    for key, days in (("expired", -1), ("alive", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=days))
    clear_sessions.delay()
    assert [session.session_key for session in Session.objects.all()] == ["alive"]


@pytest.mark.parametrize("name", settings.CELERY_BEAT_SCHEDULE)
def test_what_the_clock_sends_is_a_task_and_is_dropped_before_its_next_turn(name):
    entry = settings.CELERY_BEAT_SCHEDULE[name]
    app.loader.import_default_modules()
    assert entry["task"] in app.tasks
    assert entry["options"]["expires"] < entry["schedule"]


@pytest.mark.redis
def test_a_real_worker_takes_a_task_from_a_real_redis(send_task, redis_url):
    left = RedisCache(redis_url, {})
    assert left.get(ALIVE) is None
    send_task("config.celery.alive")
    wait_until(lambda: left.get(ALIVE))
    left.clear()
    caches.close_all()
