"""Copies of databases: what is put into tables of quotes, or of white and black cards. All else is passed over."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from quotes.exchange.cards import make_row, skipped
from quotes.exchange.fields import MOST_COLUMNS, columns_of
from quotes.exchange.limits import MOST_DEPTH, MOST_DIGITS, MOST_LINES, MOST_ROWS
from quotes.exchange.packs import row_of as card_row
from quotes.exchange.parts import Row, Unreadable
from quotes.exchange.tables import guessed_columns, values_of

NAME = r"[\w.`\"\[\]]++"
INTO = rf"(?:INSERT\s++(?:\w++\s++){{0,3}}?|REPLACE\s++)INTO\s++({NAME})\s*+"
INSERT = re.compile(rf"{INTO}(?:\(([^()]*+)\)\s*+)?VALUES\s*+", re.IGNORECASE)
COPY = re.compile(rf"COPY\s++({NAME})\s*+\(([^()]*+)\)\s++FROM\s++stdin[^;\n]*+;[^\n]*+\n", re.IGNORECASE)
BEGINS = re.compile(
    rf"^[ \t]*+(?:{INTO}(?:\(|VALUES\b)|COPY\s++{NAME}\s*+\([^()]*+\)\s++FROM\s++stdin)", re.I | re.M
)
SPACE = re.compile(r"(?:[\s;]++|--[^\n]*+|\#[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
CELL = re.compile(
    r"""\s*+(?:(?:\w++\s*+)?'((?:[^'\\]++|''|\\.)*+)'|"((?:[^"\\]++|""|\\.)*+)"|([^'"(),;]*+))(?:::[\w ]++)?\s*+""",
    re.DOTALL | re.IGNORECASE,
)
STATEMENT = re.compile(
    r"""(?:[^'";\-/$]++|'(?:[^'\\]++|\\.)*+'|"(?:[^"\\]++|\\.)*+"|--[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/|[\-/$])*+""",
    re.DOTALL,
)
ESCAPE = re.compile(r"\\(.)|''|\"\"", re.DOTALL)
ESCAPED = {"n": "\n", "r": "\n", "t": "\t", "0": "", "b": "", "Z": ""}
NULL = r"\N"
LOOK_AT = 50  # rows, where columns have no names


class Part(NamedTuple):
    """The rows that one statement puts into a table."""

    table: str
    names: tuple[str, ...]
    rows: list[tuple[int, list[str | None]]]


def is_dump(text: str) -> bool:
    return BEGINS.search(text) is not None


def rows_of(text: str) -> Iterator[Row]:
    """The rows of all tables that have quotes; each other kind of statement and table is named once."""
    told: set[str] = set()
    for line, part in parts_of(text):
        if isinstance(part, Part):
            columns = part_columns(part)
            if "quote" in columns:
                yield from part_rows(part, columns)
                continue
            part = part.table
        if part not in told:
            told.add(part)
            yield skipped(line, "no_cards_here", part=part)


def parts_of(text: str) -> Iterator[tuple[int, Part | str]]:
    """Each statement with its line; one that is not read by its first word."""
    lines = Lines(text)
    where = count = 0
    while (where := end_of(SPACE, text, where)) < len(text):
        line, count = lines.at(where), count + 1
        if count > MOST_LINES:
            raise Unreadable("too_many", limit=MOST_ROWS)
        if found := INSERT.match(text, where):
            where, rows = inserted(text, found.end(), lines)
            yield line, Part(bare(found[1]), names_in(found[2]), rows)
        elif found := COPY.match(text, where):
            where, rows = copied(text, found.end(), lines)
            yield line, Part(bare(found[1]), names_in(found[2]), rows)
        else:
            end = end_of(STATEMENT, text, where)
            if end < len(text) and text[end] in "'\"":
                raise Unreadable("unclosed", line=lines.at(end))
            yield line, text[where : where + 20].split()[0].upper().rstrip(";")
            where = end + 1


class Lines:
    """Counts lines from front to end, once."""

    def __init__(self, text: str) -> None:
        self.text, self.where, self.line = text, 0, 1

    def at(self, where: int) -> int:
        self.line += self.text.count("\n", self.where, where)
        self.where = where
        return self.line


def end_of(pattern: re.Pattern[str], text: str, where: int) -> int:
    found = pattern.match(text, where)
    return found.end() if found else where


def bare(name: str) -> str:
    """The name of a table without its schema and marks."""
    return re.sub(r"[`\"\[\]]", "", name).rpartition(".")[2]


def names_in(columns: str | None) -> tuple[str, ...]:
    return tuple(re.sub(r"[`\"\[\]\s]", "", name) for name in columns.split(",")) if columns else ()


def inserted(text: str, where: int, lines: Lines) -> tuple[int, list[tuple[int, list[str | None]]]]:
    """The rows in brackets from here on, and where they end."""
    rows: list[tuple[int, list[str | None]]] = []
    while text.startswith("(", where := end_of(SPACE, text, where)):
        line = lines.at(where)
        where, cells = bracket(text, where + 1, lines)
        rows.append((line, cells))
        if len(rows) > MOST_LINES:
            raise Unreadable("too_many", limit=MOST_ROWS)
        where = end_of(SPACE, text, where)
        if not text.startswith(",", where):
            break
        where += 1
    end = end_of(STATEMENT, text, where)
    return end, rows


def bracket(text: str, where: int, lines: Lines, depth: int = 1) -> tuple[int, list[str | None]]:
    """The cells up to the closing bracket, and where it is past. Raises Unreadable if it does not come."""
    cells: list[str | None] = []
    while depth < MOST_DEPTH and len(cells) < MOST_COLUMNS and (found := CELL.match(text, where)):
        cells.append(cell_of(found))
        where = found.end()
        if text.startswith("(", where):  # a function, whose value nobody knows
            where = end_of(SPACE, text, bracket(text, where + 1, lines, depth + 1)[0])
        if text.startswith(")", where):
            return where + 1, cells
        if not text.startswith(",", where):
            break
        where += 1
    raise Unreadable(what_is_wrong(text, where), line=lines.at(where))


def what_is_wrong(text: str, where: int) -> str:
    if where >= len(text):
        return "json_cut_off"
    is_text = (found := CELL.match(text, where)) is not None and found.end() > where
    return "unclosed" if text[where] in "'\"" and not is_text else "bad_sql"


def cell_of(found: re.Match[str]) -> str | None:
    text = found[1] if found[1] is not None else found[2]
    if text is not None:
        return ESCAPE.sub(lambda one: ESCAPED.get(one[1], one[1]) if one[1] else one[0][0], text)
    bare = found[3].strip()
    return None if bare.upper() == "NULL" else bare[:MOST_DIGITS]


def copied(text: str, where: int, lines: Lines) -> tuple[int, list[tuple[int, list[str | None]]]]:
    """The rows of a COPY: a line each, tabs between cells, up to the line with a backslash and a stop."""
    rows: list[tuple[int, list[str | None]]] = []
    while where < len(text):
        end = text.find("\n", where)
        end = len(text) if end < 0 else end
        line = text[where:end]
        if line == "\\.":
            return end, rows
        rows.append((lines.at(where), [copied_cell(cell) for cell in line.split("\t")]))
        where = end + 1
    raise Unreadable("json_cut_off", line=lines.at(len(text)))


def copied_cell(cell: str) -> str | None:
    if cell == NULL:
        return None
    return ESCAPE.sub(lambda one: ESCAPED.get(one[1], one[1]) if one[1] else one[0], cell)


def part_rows(part: Part, columns: dict[str, int]) -> Iterator[Row]:
    field = field_of(part.table)
    for line, cells in part.rows:
        values: dict[str, Any] = values_of(cells, columns)
        if field:
            yield card_row(line, (field, {"text": values.get("quote"), "pick": pick_of(part, cells)}))
        else:
            yield make_row(line, values, foreign=True)


def part_columns(part: Part) -> dict[str, int]:
    if part.names:
        return columns_of(part.names)
    columns = guessed_columns([[cell or "" for cell in cells] for _, cells in part.rows[:LOOK_AT]])
    columns.pop("number", None)  # a key of the table is no place in a deck
    return columns


def field_of(table: str) -> str | None:
    """What the cards of a table become, if it is one of white or of black cards."""
    name = table.casefold()
    return "source" if "white" in name else "quote" if "black" in name else None


def pick_of(part: Part, cells: list[str | None]) -> int | None:
    place = part.names.index("pick") if "pick" in part.names else len(cells)
    cell = cells[place] if place < len(cells) else None
    return int(cell) if cell and cell.isdecimal() and len(cell) < 4 else None
