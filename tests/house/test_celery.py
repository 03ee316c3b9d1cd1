import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache

from config.celery import ALIVE, alive
from tests.conftest import wait_until


def test_the_worker_leaves_the_time_it_was_alive():
    cache.delete(ALIVE)
    alive.delay()
    assert cache.get(ALIVE)


@pytest.mark.redis
def test_a_real_worker_takes_a_task_from_a_real_redis(send_task, redis_url):
    left = RedisCache(redis_url, {})
    assert left.get(ALIVE) is None
    send_task("config.celery.alive")
    wait_until(lambda: left.get(ALIVE))
    left.clear()
    caches.close_all()
