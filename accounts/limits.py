"""How often somebody may do a thing. Counted in the cache, so it is shared by all processes."""

import ipaddress
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


def allowed(what: str, who: str, most: int, seconds: int) -> bool:
    """Count one more `what` by `who`; False beyond `most` in the present stretch of `seconds`.

    Counted first and compared then, so that of many at the very same moment no more than `most` are let through. Those
    that are refused count too, but the stretch gets no longer by them.
    """
    key = key_of(what, who, seconds)
    cache.add(key, 0, 2 * seconds)
    try:
        return cache.incr(key) <= most
    except ValueError:  # forgotten meanwhile, as a cache may
        return True


def wait(what: str, who: str, most: int, seconds: int) -> int:
    """In how many seconds one more is allowed; 0 for now. It counts nothing."""
    if cache.get(key_of(what, who, seconds), 0) < most:
        return 0
    return left(seconds)


def left(seconds: int) -> int:
    """How many seconds of the present stretch are still to come."""
    return seconds - int(time.time()) % seconds


def key_of(what: str, who: str, seconds: int) -> str:
    return f"limit/{what}/{who}/{int(time.time() // seconds)}"


def address(request: HttpRequest) -> str:
    """Where a request comes from: what our proxy says, if there is one, and nobody else's word."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return network(forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))


def network(text: str) -> str:
    """What somebody has one of: an IPv4 address, or 2^64 of IPv6."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, ipaddress.IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
