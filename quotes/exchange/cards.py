"""From the values of one row to a card, or to the reason why it is none."""

import re
from typing import Any

from quotes.exchange.fields import letter_of, side_of
from quotes.exchange.limits import (
    MOST_DESCRIPTION,
    MOST_LETTERS,
    MOST_NAME,
    MOST_NUMBER,
    MOST_QUOTE,
    MOST_SHOWN,
    MOST_TAGS,
    WORTH_A_LOOK,
)
from quotes.exchange.marks import without_marks
from quotes.exchange.parts import SIDES, Card, Reason, Row, Unreadable
from quotes.exchange.tidy import TIMES, in_one_line, plain

MOST = {"quote": MOST_QUOTE, "source": MOST_NAME, "description": MOST_DESCRIPTION}
LONGEST_TAGS = MOST_TAGS * WORTH_A_LOOK
BETWEEN_TAGS = re.compile(r",")
BETWEEN_FOREIGN_TAGS = re.compile(r"[,;|]")
DIGITS = re.compile(r"[0-9]{1,7}(?:\.0+)?")


def make_row(
    line: int,
    values: dict[str, Any],
    *,
    foreign: bool = False,
    times: int = 0,
    notes: tuple[Reason, ...] = (),
) -> Row:
    """The row with these values by field. foreign: quotation marks around its quote are part of its file.

    times: that entities of HTML are read, if not as often as in other files of its sort. Raises Unreadable for a text
    without end.
    """
    times = times or (TIMES if foreign else 1)
    raw = {field: said(values.get(field)) for field in MOST}
    texts: dict[str, str] = {}
    for field, text in raw.items():
        if len(text) > MOST_LETTERS:
            raise Unreadable("endless_text", line=line, limit=MOST_LETTERS)
        texts[field] = tidied(field, text, foreign, times)
    if why := what_is_wrong(texts, raw, values):
        there = " – ".join(filter(None, texts.values())) or next(
            filter(None, map(shown, values.values())), ""
        )
        return Row(line, why=why, text=excerpt(there))
    tags, left_out = tags_of(values.get("tags"), foreign)
    if left_out:
        notes = (*notes, Reason("tags", {"limit": MOST_TAGS}))
    category = letter_of(kind := values.get("category"))
    if category is None and isinstance(kind, str) and (unknown := excerpt(kind)):
        notes = (*notes, Reason("unknown_kind", {"kind": unknown}))
    card = Card(
        **texts,
        category=category,
        side=side_of(values.get("side")) or SIDES[0],
        number=number_of(values.get("number")),
        tags=tags,
    )
    return Row(line, card, notes=notes)


def skipped(line: int, key: str, text: Any = "", **params: int | str) -> Row:
    """A row that is no card. text: what is there instead."""
    return Row(line, why=Reason(key, params), text=excerpt(shown(text)))


def excerpt(text: str) -> str:
    """As much of a text as is shown to say which it is."""
    line = in_one_line(text[: MOST_SHOWN * WORTH_A_LOOK])
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN].rstrip()}…"


def shown(value: Any) -> str:
    """A value as it stands in a file, as far as it is of use to see it."""
    return "" if value in (None, "", [], {}) else str(value)


def said(value: Any) -> str:
    """A value as text; a person that is an object, by its name."""
    if isinstance(value, dict):
        value = value.get("name") or value.get("text")
    return value if isinstance(value, str) else ""


def tidied(field: str, text: str, foreign: bool, times: int) -> str:
    if not text or len(text) > MOST[field] * WORTH_A_LOOK:
        return text
    text = plain(text, times)
    return without_marks(text) if foreign and field == "quote" else text


def what_is_wrong(texts: dict[str, str], raw: dict[str, str], values: dict[str, Any]) -> Reason | None:
    if not texts["quote"] and not texts["source"]:
        return Reason(what_is_missing(raw, values))
    for field, most in MOST.items():
        if len(texts[field]) > most:
            return Reason(f"long_{field}", {"length": len(texts[field]), "limit": most})
    return None


def what_is_missing(raw: dict[str, str], values: dict[str, Any]) -> str:
    if (raw["quote"] + raw["source"]).strip():
        return "no_text"
    # A number where a text should be, or a description of nobody.
    there = any(values.get(field) not in (None, "", [], {}) for field in (*MOST, "category", "tags"))
    return "not_a_quote" if there else "empty"


def number_of(value: Any) -> int | None:
    """The number of a card, or None if this is none."""
    text = value.strip() if isinstance(value, str) else str(value)
    if not DIGITS.fullmatch(text):
        return None
    number = int(text.partition(".")[0])
    return number if 0 < number <= MOST_NUMBER else None


def tags_of(value: Any, foreign: bool) -> tuple[tuple[str, ...], bool]:
    """The tags of a card, each one word in small letters, and whether some were left out."""
    words = dict.fromkeys(filter(None, map(tag_of, pieces_of(value, foreign))))
    kept: list[str] = []
    for word in words:
        if len(" ".join([*kept, word])) <= MOST_TAGS:
            kept.append(word)
    return tuple(kept), len(kept) < len(words)


def pieces_of(value: Any, foreign: bool) -> list[str]:
    """A text with commas between its tags or, where it has none, spaces; or a list of tags."""
    between = BETWEEN_FOREIGN_TAGS if foreign else BETWEEN_TAGS
    if isinstance(value, str):
        pieces = between.split(plain(value[:LONGEST_TAGS]))
        return pieces[0].split() if len(pieces) == 1 else pieces
    texts = value[:MOST_TAGS] if isinstance(value, list) else []
    return [
        piece
        for text in texts
        if isinstance(text, str)
        for piece in between.split(plain(text[:LONGEST_TAGS]))
    ]


def tag_of(piece: str) -> str:
    return "-".join(in_one_line(piece[: MOST_TAGS * 2].replace("#", " ")).casefold().split())
