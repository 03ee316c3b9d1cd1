"""The cache: in Redis, without which the site goes on, or in a folder. What it keeps may be forgotten at any time."""

import logging
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache
from django.core.files import locks
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


class Folder(FileBasedCache):
    """Two at the very same moment add or count one after the other, whatever their processes: limits hold by that."""

    def add(self, *args: Any, **kwargs: Any) -> Any:
        with self.alone():
            return super().add(*args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """It goes when it would have gone. Raises ValueError for what is not there."""
        with self.alone():
            count = self.get(key, version=version)
            if count is None:
                raise ValueError(f"{key} is not there")
            self.set(key, count + delta, self.left(key, version), version)
            return int(count + delta)

    def left(self, key: Any, version: Any) -> float | None:
        """In how many seconds it goes; None for never."""
        try:
            ends = pickle.loads(Path(self._key_to_file(key, version)).read_bytes())
        except FileNotFoundError:
            raise ValueError(f"{key} is not there") from None
        return None if ends is None else max(0.0, ends - time.time())

    @contextmanager
    def alone(self) -> Iterator[None]:
        self._createdir()
        with Path(self._dir, "lock").open("ab") as file:
            locks.lock(file, locks.LOCK_EX)
            try:
                yield
            finally:
                locks.unlock(file)
