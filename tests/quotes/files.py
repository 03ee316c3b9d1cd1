"""Files of quotes for the tests of quotes.exchange, and what is found in them at a glance."""

import json
from typing import Any

import pytest

from quotes.exchange import Card, Found, Row, Unreadable, read

HEADER = "number,side,quote,source,description,category,tags"


def as_bytes(file: Any) -> bytes:
    """A file as it is sent: bytes are, text is UTF-8, anything else is JSON."""
    if isinstance(file, bytes):
        return file
    return (file if isinstance(file, str) else json.dumps(file)).encode()


def found(file: Any, name: str = "") -> Found:
    return read(as_bytes(file), name)


def cards(file: Any, name: str = "") -> list[Card]:
    return [row.card for row in found(file, name).rows if row.card]


def pairs(file: Any, name: str = "") -> list[tuple[str, str]]:
    """Quote and source of each card."""
    return [(card.quote, card.source) for card in cards(file, name)]


def skips(file: Any, name: str = "") -> list[tuple[int, str]]:
    """Line and reason of each row that is left out."""
    return [(row.line, row.why.key) for row in skipped(file, name) if row.why]


def skipped(file: Any, name: str = "") -> list[Row]:
    return [row for row in found(file, name).rows if not row.card]


def notes(file: Any) -> list[list[str]]:
    return [[note.key for note in row.notes] for row in found(file).rows]


def refusal(file: Any, name: str = "") -> Unreadable:
    """Why a file is refused as a whole."""
    with pytest.raises(Unreadable) as refused:
        found(file, name)
    return refused.value


def deck(*entries: Any, **more: Any) -> dict[str, Any]:
    """A deck in our own format."""
    return {"format": "quote-deck", "version": 1, "cards": list(entries), **more}
