"""From the bytes of a file to its rows, by the first format that it fits."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec
from msgspec.structs import replace

from quotes.exchange import deck_json, dumps, lists, packs, quote_json, tables
from quotes.exchange.cards import skipped
from quotes.exchange.decoding import text_of
from quotes.exchange.limits import MOST_LETTERS, MOST_LINES, MOST_ROWS
from quotes.exchange.meta import meta_from, meta_of
from quotes.exchange.parts import Found, Meta, Reason, Row, Unreadable
from quotes.exchange.trees import lines_of, looks_like_json, refuse_monsters, tree_of


def read(data: bytes, name: str = "") -> Found:
    """All rows of a file, each with its card or the reason why there is none.

    name: of the file; its ending helps where its content could be two things. Raises Unreadable, with a sentence for
    whoever sent it, if the file is refused as a whole; nothing else, whatever the file holds.
    """
    text = text_of(data)
    if looks_like_json(text):
        return read_json(text)
    if text.count(b"\n") > MOST_LINES:
        raise Unreadable("too_many", limit=MOST_ROWS)
    return read_text(text, name)


def read_json(text: bytes) -> Found:
    if lines := lines_of(text):
        refuse_crowd(sum(1 for line in lines if line.strip()))
        return found("json_lines", map(row_of_json, range(1, len(lines) + 1), lines))
    tree = tree_of(text)
    refuse_crowd(len(tree) if isinstance(tree, list) else 0)
    if deck_json.is_deck(tree):
        return found("deck_json", deck_json.rows_of(tree), meta_of(tree))
    if entries := packs.entries_of(tree):
        refuse_crowd(len(entries))
        return found("packs", map(packs.row_of, range(1, len(entries) + 1), entries), meta_of(tree))
    entries = quote_json.list_in(tree)
    if entries is None:
        raise Unreadable("no_list")
    refuse_crowd(len(entries))
    return found("quotes_json", quote_json.rows_of(entries), meta_of(tree))


def row_of_json(place: int, line: bytes) -> Row | None:
    if not line.strip():
        return None
    refuse_monsters(line)
    try:
        return quote_json.row_of(place, msgspec.json.decode(line))
    except msgspec.DecodeError:
        return skipped(place, "bad_line", line.decode())


def read_text(text: bytes, name: str) -> Found:
    whole = text.decode()
    lines = whole.split("\n")
    if not is_ours(lines) and dumps.is_dump(whole):
        return found("sql", dumps.rows_of(whole))
    for place, line in enumerate(lines, 1):
        if len(line) > MOST_LETTERS:
            raise Unreadable("endless_text", line=place, limit=MOST_LETTERS)
    return read_lines(lines, name)


def is_ours(lines: list[str]) -> bool:
    return lists.is_ours(lines) or tables.is_ours(lines)


def read_lines(lines: list[str], name: str) -> Found:
    if lists.is_ours(lines):
        return found("deck_text", lists.own_rows(lines), meta_from(lists.own_meta(lines)))
    if lists.are_fortunes(lines):
        return found("fortunes", lists.fortune_rows(lines))
    if table := tables.table_in(lines, name):
        refuse_crowd(tables.count(lines, table))
        form = "deck_csv" if table.ours else "table"
        return found(form, tables.rows_of(lines, table), Meta(language=table.language))
    refuse_crowd(sum(1 for line in lines if line.strip()))
    return found("list", lists.rows_of(lines))


def refuse_crowd(rows: int) -> None:
    """Before each of them is looked at."""
    if rows > MOST_ROWS:
        raise Unreadable("too_many", limit=MOST_ROWS)


def found(form: str, rows: Iterable[Row | None], meta: Meta | None = None) -> Found:
    """All of it, once it is sure that it is not too much and not nothing. Raises Unreadable."""
    kept: list[Row] = []
    for row in numbered(row for row in rows if row):
        kept.append(row)
        refuse_crowd(len(kept))
    if all(row.why and row.why.key in ("empty", "remark") for row in kept):
        raise Unreadable("nothing")
    return Found(form, kept, meta or Meta())


def numbered(rows: Iterable[Row]) -> Iterator[Row]:
    """Each number and side once: whoever comes second gets another number later, and so does its other side."""
    taken: set[tuple[int, str]] = set()
    for _, together in groupby(rows, key=lambda row: row.line):
        sides = list(together)
        places = {(row.card.number, row.card.side) for row in sides if row.card and row.card.number}
        yield from map(without_number, sides) if places & taken else sides
        taken |= places


def without_number(row: Row) -> Row:
    if not row.card or not row.card.number:
        return row
    note = Reason("number_taken", {"number": row.card.number})
    return replace(row, card=replace(row.card, number=None), notes=(*row.notes, note))
