"""White and black cards, in the shapes that they come in: a white one is a source, a black one a quote."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from quotes.exchange.cards import make_row, skipped
from quotes.exchange.fields import key_of
from quotes.exchange.limits import MOST_BLANKS, MOST_QUOTE, MOST_ROWS, WORTH_A_LOOK
from quotes.exchange.parts import Reason, Row

WHITE = ("white", "whitecards", "responses")
BLACK = ("black", "blackcards", "calls")
TEXT = ("text", "card", "content", "value")
PICK = ("pick", "numanswers", "blanks")
KIND = ("cardtype", "type", "color", "colour")
OF_KIND = {"a": "source", "white": "source", "q": "quote", "black": "quote"}

BLANK = re.compile(r"_++")
NAMED_BLANK = re.compile(r"\[{1,2}\s*+blank\s*+\]{1,2}", re.IGNORECASE)
STRESSED = re.compile(r"(?<![\w_])_(?=[^\W_])([^_\n]*[^\W_])_(?![\w_])")  # _like this_ in Markdown
STARRED = re.compile(r"(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1")
TITLED = re.compile(r"\s*\*\*([^*\n]+)\*\*\s*\n(.+)", re.DOTALL)  # **name**, and below what it is
SHOWN = "…"
HOLE = "____"
LEVELS = 4  # of objects within objects

Entry = tuple[str, Any]  # which field of a card it becomes, and what the file has


def entries_of(tree: Any) -> list[Entry] | None:
    """All cards of all packs in a file, the black ones of each first; None if it holds none."""
    found = list(walk(tree, LEVELS))
    return found or None


def walk(tree: Any, levels: int) -> Iterator[Entry]:
    if isinstance(tree, list):
        for one in tree:
            if isinstance(one, dict):
                yield from walk(one, levels)
    elif isinstance(tree, dict) and levels:
        if field := kind_of(tree):
            yield field, tree
        names = keys_of(tuple(tree))
        for field, known in (("quote", BLACK), ("source", WHITE)):
            for name in known:
                entries = tree[names[name]] if name in names else None
                if isinstance(entries, list):
                    yield from ((field, entry) for entry in entries if not is_place(entry))
        for name, key in names.items():
            if isinstance(tree[key], dict | list) and name not in WHITE + BLACK:
                yield from walk(tree[key], levels - 1)


@lru_cache(1000)
def keys_of(keys: tuple[str, ...]) -> dict[str, str]:
    """The keys of an object by what is alike in them."""
    names: dict[str, str] = {}
    for key in keys:
        names.setdefault(key_of(key), key)
    return names


def is_place(entry: Any) -> bool:
    """Packs that share their cards name them by their place."""
    return isinstance(entry, int) and not isinstance(entry, bool)


def kind_of(entry: dict[str, Any]) -> str | None:
    """What a card becomes that says itself whether it is white or black."""
    kind = value_of(entry, KIND)
    known = isinstance(kind, str) and value_of(entry, TEXT) is not None
    return OF_KIND.get(kind.casefold()) if known else None


def value_of(entry: dict[str, Any], names: tuple[str, ...]) -> Any:
    keys = keys_of(tuple(entry))
    return next((entry[keys[name]] for name in names if name in keys), None)


def row_of(line: int, entry: Entry) -> Row:
    """The row of one white or black card."""
    field, value = entry
    pick = value_of(value, PICK) if isinstance(value, dict) else None
    text = text_of(value)
    if text is None:
        return skipped(line, "empty" if value in (None, "", [], {}) else "not_a_quote", value)
    if len(text) > MOST_QUOTE * WORTH_A_LOOK:
        return make_row(line, {field: text})
    return source_row(line, text) if field == "source" else quote_row(line, text, pick)


def text_of(value: Any) -> str | None:
    """The text of a card, with a line for each of its blanks."""
    if isinstance(value, dict):
        value = value_of(value, TEXT)
    if isinstance(value, list):
        return joined(value)
    return value.replace("\\n", "\n") if isinstance(value, str) else None


def joined(parts: list[Any]) -> str:
    """Lines of parts, parts, or pieces with a blank between each two."""
    if any(isinstance(part, list) for part in parts):
        return " ".join(joined_parts(part if isinstance(part, list) else [part]) for part in parts)
    if all(isinstance(part, str) for part in parts):
        return HOLE.join(parts)
    return joined_parts(parts)


def joined_parts(parts: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else part_text(part) for part in parts)


def part_text(part: Any) -> str:
    text = part.get("text") if isinstance(part, dict) else None
    return text if isinstance(text, str) else HOLE


def source_row(line: int, text: str) -> Row:
    if titled := TITLED.fullmatch(text):
        return make_row(line, {"source": titled[1], "description": unstarred(titled[2])})
    return make_row(line, {"source": unstarred(text)})


def quote_row(line: int, text: str, pick: Any) -> Row:
    text = unstarred(STRESSED.sub(r"\1", text))
    if "blank" in text.casefold():
        text = NAMED_BLANK.sub(HOLE, text)
    blanks = len(BLANK.findall(text))
    if blanks > MOST_BLANKS:
        return skipped(line, "blanks", text, blanks=blanks, limit=MOST_BLANKS)
    notes: list[Reason] = []
    if blanks:
        notes.append(Reason("blank"))
        if is_place(pick) and pick != blanks and 0 <= pick <= MOST_ROWS:
            notes.append(Reason("pick", {"pick": pick, "blanks": blanks}))
    return make_row(line, {"quote": BLANK.sub(SHOWN, text)}, notes=tuple(notes))


def unstarred(text: str) -> str:
    return STARRED.sub(r"\2", text) if "*" in text else text
