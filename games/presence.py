"""Who is looking at which match just now. Written by the poll, which a page sends only while it can be seen.

An entry in the cache and no row: it is out of date after a minute and a half, and nothing but a delay hangs on it.
"""

from collections.abc import Iterable

from django.core.cache import cache
from django.utils import timezone

LASTS = 90
RENEWED_AFTER = 30


def mark(hand: int) -> None:
    """The page of this hand is being looked at; written at most every half minute."""
    now = timezone.now().timestamp()
    if now - (cache.get(key(hand)) or 0) >= RENEWED_AFTER:
        cache.set(key(hand), now, LASTS)


def who_is_here(hands: Iterable[int]) -> set[int]:
    """Those of these hands whose page is being looked at; one question to the cache."""
    names = {key(hand): hand for hand in hands}
    now = timezone.now().timestamp()
    return {names[name] for name, at in cache.get_many(names).items() if now - at < LASTS}


def key(hand: int) -> str:
    return f"here/{hand}"
