"""Push messages to browsers (RFC 8030, 8291, 8292), where the package pywebpush is installed.

A browser tells us the address that its messages go to, so somebody can make it anything: only names that lead to
public addresses are spoken to, at the very address that was looked at, and what they answer is shown to nobody.
"""

import base64
import contextlib
import http.client
import ipaddress
import json
import logging
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from accounts.models import Device
from accounts.notices import Item

logger = logging.getLogger(__name__)

TAKEN, GONE, LATER = "taken", "gone", "later"
SIDE_BY_SIDE = 8
PATIENCE = 5  # seconds for each step of an exchange
LONGEST = 10  # seconds for all of it: somebody could answer one letter at a time
KEPT_FOR = 60 * 60 * 24  # seconds that a push service keeps a message for a device that is off
MOST_ERRORS = 15  # in a row, then a device counts as gone
MOST_DEVICES = 10
LONGEST_ENDPOINT = 500
# Addresses in which an IPv4 address may hide, besides those that `ipaddress` knows.
TRANSLATED = [ipaddress.ip_network(network) for network in ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")]


class Refused(Exception):
    """An address that we do not speak to."""


@cache
def available() -> bool:
    return find_spec("pywebpush") is not None and bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """What a browser subscribes with."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def signer() -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode())


# Where to


def check(endpoint: str) -> SplitResult:
    """The parts of an address that may be a push service's. Raises Refused."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError as error:
        raise Refused("not an address") from error
    host = parts.hostname or ""
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None:
        raise Refused("not a plain https address")
    if (
        len(endpoint) > LONGEST_ENDPOINT
        or not endpoint.isascii()
        or any(character <= " " for character in endpoint)
    ):
        raise Refused("not a clean address")
    if "." not in host or ":" in host or not any(map(str.isalpha, host.rpartition(".")[2])) or "0x" in host:
        raise Refused("not the name of a host")
    return parts


def public_address(host: str) -> str:
    """An address of this host, if all of them are public. Raises Refused, or OSError if it has none."""
    found = [info[4][0] for info in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(str(address)) for address in found):
        raise Refused("not a public address")
    return str(found[0])


def is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(str(address.ipv4_mapped))
        if address.sixtofour or address.teredo or any(address in network for network in TRANSLATED):
            return False
        if address.is_site_local:  # of old, and global to `ipaddress`
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class Pinned(http.client.HTTPSConnection):
    """To one address, whatever the name leads to by now; the certificate must still be the name's."""

    def __init__(self, host: str, address: str) -> None:
        self.tls = ssl.create_default_context()
        super().__init__(host, timeout=PATIENCE, context=self.tls)
        self.address = address

    def connect(self) -> None:
        plain = socket.create_connection((self.address, 443), PATIENCE)
        # Kept before the handshake, so that it can be hung up in it.
        self.sock = self.tls.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


def connect(endpoint: str) -> http.client.HTTPConnection:
    """A connection to a push service, looked at anew each time. Raises Refused or OSError."""
    host = check(endpoint).hostname or ""
    return Pinned(host, public_address(host))


def check_subscription(endpoint: str, key: str, auth: str) -> None:
    """Whether a browser's subscription can be one. Raises Refused."""
    try:
        public_address(check(endpoint).hostname or "")
        point, secret = from_base64(key), from_base64(auth)
    except (OSError, ValueError) as error:
        raise Refused("nothing there") from error
    if len(point) != 65 or point[0] != 4 or len(secret) != 16 or len(key) > 88 or len(auth) > 24:
        raise Refused("not the keys of a browser")


def from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


# What


def message(title: str, items: list[Item]) -> bytes:
    """Title and path, nothing else: it is shown on a locked screen."""
    paths = {item.path for item in items}
    return json.dumps({"title": title, "path": paths.pop() if len(paths) == 1 else "/"}).encode()


# Sending


def deliver_all(letters: Iterable[tuple[Device, bytes]]) -> dict[int, str]:
    """Answers by device. Side by side, so that a slow one does not keep the others waiting; no database in there."""
    letters = list(letters)
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        answers = pool.map(lambda letter: deliver(*letter), letters)
        return {device.pk: answer for (device, _message), answer in zip(letters, answers, strict=True)}


def deliver(device: Device, text: bytes) -> str:
    try:
        status = post(device, text)
    except Refused:
        return GONE
    except (OSError, http.client.HTTPException) as error:
        logger.info("Push to device %s: %s", device.pk, type(error).__name__)
        status = 0
    except Exception as error:  # keys that cannot be used, say
        logger.warning("Push to device %s breaks: %s", device.pk, type(error).__name__)
        status = 0
    if 200 <= status < 300:
        return TAKEN
    return GONE if status in (404, 410) or device.errors + 1 >= MOST_ERRORS else LATER


def post(device: Device, text: bytes) -> int:
    """One exchange; the status, and not a word of the rest. Redirects are answers like others."""
    from pywebpush import WebPusher

    keys = {"p256dh": device.key, "auth": device.auth}
    body = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(text)["body"]
    parts = urlsplit(device.endpoint)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        **signer().sign(
            {
                "aud": f"https://{parts.hostname}",
                "sub": settings.VAPID_SUBJECT,
                "exp": int(time.time()) + 12 * 60 * 60,
            }
        ),
    }
    connection = connect(device.endpoint)
    watch = threading.Timer(LONGEST, hang_up, [connection])
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, headers)
        return connection.getresponse().status
    finally:
        watch.cancel()
        connection.close()


def hang_up(connection: http.client.HTTPConnection) -> None:
    if connection.sock is not None:
        with contextlib.suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
