"""Lists of quotes as JSON, in the shapes that people have them in."""

from collections.abc import Iterator
from typing import Any

from quotes.exchange.cards import make_row, skipped
from quotes.exchange.fields import columns_of, key_of
from quotes.exchange.lists import have_dashes, row_of_line
from quotes.exchange.parts import Row
from quotes.exchange.tables import guessed_columns, values_of

LISTS = (
    *("quotes", "cards", "data", "results", "items", "entries", "rows", "deck", "list", "content"),
    *("zitate", "karten", "citations", "citaten", "citat", "sayings"),
)
LEVELS = 4
LOOK_AT = 200  # entries


def list_in(tree: Any, levels: int = LEVELS) -> list[Any] | None:
    """The list that a file is about: itself, the one under the best known name, or else the first of quotes."""
    if isinstance(tree, list):
        return tree
    if not isinstance(tree, dict) or not levels:
        return None
    if by_person := list_by_person(tree):
        return by_person
    by_name = {key_of(key): value for key, value in tree.items()}
    for value in (by_name[name] for name in LISTS if name in by_name):
        if (found := list_in(value, levels - 1)) is not None:
            return found
    for value in tree.values():
        if any(map(is_quote, (found := list_in(value, levels - 1) or [])[:LOOK_AT])):
            return found
    return [tree] if is_quote(tree) else None


def is_quote(entry: Any) -> bool:
    return isinstance(entry, dict) and "quote" in columns_of(tuple(entry))


def list_by_person(tree: dict[str, Any]) -> list[Any] | None:
    """The quotes of {"The printer": ["…", "…"], …}."""
    if any(key_of(key) in LISTS for key in tree):
        return None
    if len(tree) < 2 or not all(is_list_of_texts(value) for value in tree.values()):
        return None
    return [{"quote": quote, "author": person} for person, quotes in tree.items() for quote in quotes]


def is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def rows_of(entries: list[Any]) -> Iterator[Row]:
    """The row of each entry: an object, a text in one line, or a list of cells."""
    cells = [entry for entry in entries if isinstance(entry, list)]
    columns = guessed_columns([[str(cell) for cell in row] for row in cells[:LOOK_AT]]) if cells else {}
    dashes = have_dashes([entry for entry in entries if isinstance(entry, str)])
    for place, entry in enumerate(entries, 1):
        yield row_of(place, entry, columns, dashes)


def row_of(place: int, entry: Any, columns: dict[str, int] | None = None, dashes: bool = True) -> Row:
    if isinstance(entry, dict):
        return object_row(place, entry)
    if isinstance(entry, str):
        return row_of_line(place, entry, dashes)
    if isinstance(entry, list) and columns and entry:
        return make_row(place, values_of(entry, columns), foreign=True)
    return skipped(place, "empty" if entry in (None, [], {}) else "not_a_quote", entry)


def object_row(place: int, entry: dict[str, Any]) -> Row:
    names = tuple(entry)
    columns = columns_of(names)
    values = {field: entry[names[column]] for field, column in columns.items()}
    if not values and entry:
        return skipped(place, "not_a_quote", entry)
    return make_row(place, values, foreign=True)
