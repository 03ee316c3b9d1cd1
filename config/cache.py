"""The cache in Redis, without which the site goes on: what it keeps may be forgotten at any time."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis import exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds for an answer
LEFT_ALONE = 5.0
"""Seconds for which a Redis that did not answer is not asked again: else every page would wait for it anew."""


class Cache(RedisCache):
    """While Redis is down nothing is found and nothing kept; so limits on how often somebody may do a thing are off."""

    down_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {
            "socket_timeout": PATIENCE,
            "socket_connect_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 1),  # a connection that Redis has closed meanwhile is opened anew
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, {**params, "OPTIONS": options})

    def tried(self, act: Callable[[], Any], otherwise: Any) -> Any:
        if time.monotonic() < Cache.down_until:
            return otherwise
        try:
            return act()
        except (exceptions.ConnectionError, exceptions.TimeoutError) as error:
            Cache.down_until = time.monotonic() + LEFT_ALONE
            logger.warning("the cache does not answer: %s", type(error).__name__)
            return otherwise

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self.tried(lambda: super(Cache, self).add(*args, **kwargs), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self.tried(lambda: super(Cache, self).get(key, default, version), default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self.tried(lambda: super(Cache, self).set(*args, **kwargs), None)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self.tried(lambda: super(Cache, self).touch(*args, **kwargs), False)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self.tried(lambda: super(Cache, self).delete(*args, **kwargs), False)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self.tried(lambda: super(Cache, self).get_many(*args, **kwargs), {})

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self.tried(lambda: super(Cache, self).set_many(*args, **kwargs), [])

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self.tried(lambda: super(Cache, self).delete_many(*args, **kwargs), None)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self.tried(lambda: super(Cache, self).has_key(*args, **kwargs), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self.tried(lambda: super(Cache, self).incr(key, delta, version), delta)

    def clear(self) -> Any:
        return self.tried(super().clear, True)
