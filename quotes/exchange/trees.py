"""From the text of a JSON file to its values, with an eye on what they would cost."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from quotes.exchange.limits import MOST_DEPTH, MOST_DIGITS, MOST_ROWS, MOST_VALUES
from quotes.exchange.loose import LONGEST_NAME, read_loosely
from quotes.exchange.parts import Unreadable

BEGINS = re.compile(
    rb"\s*(?://[^\n]*+\s*|/\*(?:[^*]++|\*(?!/))*+\*/\s*)*+"
    rb"(?:\{\s*+(?:[\"'}/]|[\w$]++\s*+:|\Z)|\[\s*+(?:[\[{\"'\]/]|(?:true|false|null)\s*+[,\]]|-?[0-9.]++\s*+,|\Z))"
)
PART = 65_536
EMPTY: dict[str, Any] = {}
BRACKETS = b"[]{}"
NO_BRACKETS = bytes(set(range(256)) - set(BRACKETS))


def looks_like_json(text: bytes) -> bool:
    return BEGINS.match(text) is not None


def tree_of(text: bytes) -> Any:
    """The value in a JSON file, or in one that is nearly JSON. Raises Unreadable."""
    refuse_monsters(text)
    try:
        tree = msgspec.json.decode(text)
        json.loads(text.decode(), object_pairs_hook=refuse_twice)
        return tree
    except msgspec.ValidationError:
        raise Unreadable("endless_number") from None
    except msgspec.DecodeError:
        return read_loosely(text.decode())


def refuse_monsters(text: bytes) -> None:
    """Raise Unreadable for what would take too much memory or depth. Nothing is parsed for that."""
    values = depth = 0
    for part in outside_of(text):
        values += part.count(b",") + part.count(b"[") + part.count(b"{")
        depth = depth_after(part, depth)
        if depth < 0:  # no JSON; the parser stops here too
            return
        if values > MOST_VALUES:
            raise Unreadable("too_many", limit=MOST_ROWS)
        # In a longer number one of these pieces is nothing but digits.
        if any(
            part[at : at + MOST_DIGITS].isdigit() for at in range(0, len(part) - MOST_DIGITS + 1, MOST_DIGITS)
        ):
            raise Unreadable("endless_number")


def refuse_twice(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Raise Unreadable where a list of an object and what comes later have one name: the list would be lost unsaid."""
    there: dict[str, Any] = {}
    for key, value in pairs:
        if isinstance(there.get(key), list | dict):
            raise Unreadable("twice", name=key[:LONGEST_NAME])
        there[key] = value
    return EMPTY


def outside_of(text: bytes) -> Iterator[bytes]:
    """What is not within quotation marks, part by part."""
    text = text.replace(b"\\\\", b"").replace(b'\\"', b"")
    inside = 0
    for at in range(0, len(text), PART):
        pieces = text[at : at + PART].split(b'"')
        yield b"".join(pieces[inside::2])
        inside = (inside + len(pieces) - 1) % 2


def depth_after(outside: bytes, depth: int) -> int:
    for bracket in outside.translate(None, NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth >= MOST_DEPTH:
            raise Unreadable("deep", limit=MOST_DEPTH)
        if depth < 0:
            break
    return depth


def lines_of(text: bytes) -> list[bytes] | None:
    """The lines of a file with one JSON object in each, or None if it is none: its first line must be one."""
    begin = text.lstrip()
    first, _, rest = begin.partition(b"\n")
    if not rest.lstrip().startswith(b"{") or not begin.startswith(b"{"):
        return None
    try:
        msgspec.json.decode(first)
    except (msgspec.DecodeError, RecursionError):
        return None
    return text.split(b"\n")
