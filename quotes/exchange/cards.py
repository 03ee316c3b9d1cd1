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
    MOST_TAGS,
    WORTH_A_LOOK,
)
from quotes.exchange.marks import without_marks
from quotes.exchange.parts import SIDES, Card, Reason, Row, Unreadable
from quotes.exchange.tidy import in_one_line, plain

MOST = {"quote": MOST_QUOTE, "source": MOST_NAME, "description": MOST_DESCRIPTION}
LONGEST_TAGS = MOST_TAGS * WORTH_A_LOOK
BETWEEN_TAGS = re.compile(r",")
BETWEEN_FOREIGN_TAGS = re.compile(r"[,;|]")
DIGITS = re.compile(r"[0-9]{1,7}(?:\.0+)?")


def make_row(
    line: int, values: dict[str, Any], *, foreign: bool = False, notes: tuple[Reason, ...] = ()
) -> Row:
    """The row with these values by field. foreign: quotation marks around its quote are part of its file.

    Raises Unreadable for a text without end.
    """
    raw = {field: said(values.get(field)) for field in MOST}
    texts: dict[str, str] = {}
    for field, text in raw.items():
        if len(text) > MOST_LETTERS:
            raise Unreadable("endless_text", line=line, limit=MOST_LETTERS)
        texts[field] = tidied(field, text, foreign)
    if why := what_is_wrong(texts, raw, values):
        return Row(line, why=why)
    tags, left_out = tags_of(values.get("tags"), foreign)
    if left_out:
        notes = (*notes, Reason("tags", {"limit": MOST_TAGS}))
    card = Card(
        **texts,
        category=letter_of(values.get("category")),
        side=side_of(values.get("side")) or SIDES[0],
        number=number_of(values.get("number")),
        tags=tags,
    )
    return Row(line, card, notes=notes)


def skipped(line: int, key: str, **params: int | str) -> Row:
    return Row(line, why=Reason(key, params))


def said(value: Any) -> str:
    """A value as text; a person that is an object, by its name."""
    if isinstance(value, dict):
        value = value.get("name") or value.get("text")
    return value if isinstance(value, str) else ""


def tidied(field: str, text: str, foreign: bool) -> str:
    if not text or len(text) > MOST[field] * WORTH_A_LOOK:
        return text
    text = plain(text)
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
