"""Tables: cells with commas, semicolons or tabs between them, with names at the top or without."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from quotes.exchange.cards import excerpt, make_row, skipped
from quotes.exchange.fields import columns_of, language_of, letter_of, side_of
from quotes.exchange.formulas import restored
from quotes.exchange.limits import MOST_LETTERS, MOST_ROWS
from quotes.exchange.parts import Reason, Row, Unreadable
from quotes.exchange.signs import are_items, sign_of
from quotes.exchange.tidy import ENTITY

HEADER = ("number", "side", "quote", "source", "description", "category", "tags")
DELIMITERS = ",;\t|"
SEPARATOR_LINE = re.compile(r'"?sep=([,;\t|])"?', re.IGNORECASE)
QUOTED = re.compile(r'"[^"]*"')
REMARK = re.compile(r"#[ \t]")
SAMPLE = 200  # lines
LONGEST_NAME = 30
MOST_COLUMNS = 40
MUCH_LONGER = 2  # times: with less difference the first of two columns has the quotes
ALIKE = 0.8  # so many of the rows have as many cells as most

Record = tuple[int, list[str] | Reason]


class Table(NamedTuple):
    """How to read a file as a table. start: the first line of its rows; signs: its quotes are numbered.

    language: that of the names at its top.
    """

    delimiter: str
    columns: dict[str, int]
    width: int
    start: int
    ours: bool = False
    signs: bool = False
    language: str = ""


def is_ours(lines: Sequence[str]) -> bool:
    return lines[0] == ",".join(HEADER)


def table_in(lines: Sequence[str], name: str = "") -> Table | None:
    """The table that a file is, or None if it is none."""
    start = next((at for at, line in enumerate(lines) if line.strip() and not REMARK.match(line)), 0)
    delimiters = DELIMITERS
    if forced := SEPARATOR_LINE.fullmatch(lines[start].strip(" ")):
        delimiters, start = forced[1], start + 1
    sample = [line for line in beginning(lines, start) if not REMARK.match(line)]
    by_name = name.casefold().endswith((".csv", ".tsv", ".tab"))
    found = [named_table(sample, delimiter, start, by_name) for delimiter in delimiters]
    named = [table for table in found if table]
    if named:
        return max(named, key=lambda table: (len(table.columns), table.width))
    return nameless_table(sample, delimiters, start, by_name or delimiters != DELIMITERS)


def beginning(lines: Sequence[str], start: int) -> Iterator[str]:
    """The lines that are looked at."""
    left = MOST_LETTERS
    for line in lines[start : start + SAMPLE]:
        yield line
        if (left := left - len(line)) < 0:
            break


def named_table(sample: list[str], delimiter: str, start: int, by_name: bool) -> Table | None:
    """The table, if the first row says what its columns are."""
    names = first_row(sample, delimiter)
    columns = columns_of(tuple(names))
    if not {"quote", "source"} & set(columns) or len(names) > MOST_COLUMNS:
        return None
    if not (by_name or (len(columns) > 1 and all(len(name) <= LONGEST_NAME for name in names))):
        return None
    ours, language = tuple(names) == HEADER, language_of(tuple(names))
    return Table(delimiter, columns, len(names), start + 1, ours, language=language)


def first_row(sample: list[str], delimiter: str) -> list[str]:
    rows = csv.reader(sample[:1], delimiter=delimiter, skipinitialspace=delimiter != "\t")
    return [name.strip() for name in next(rows, [])]


def nameless_table(sample: list[str], delimiters: str, start: int, sure: bool) -> Table | None:
    """The table, if most rows have as many cells as the others and do not look like sentences. sure: it is one."""
    likely = {delimiter: likelihood(sample, delimiter) for delimiter in delimiters}
    delimiter = max(delimiters, key=lambda one: likely[one])
    if likely[delimiter] < (ALIKE if sure else 2 * ALIKE):
        return None
    rows = cell_rows(sample, delimiter)
    width = usual_width(rows)
    rows = [row for row in rows if len(row) == width]
    columns = guessed_columns(rows)
    if not columns:
        return None
    return Table(delimiter, columns, width, start, signs=are_items([row[columns["quote"]] for row in rows]))


def likelihood(sample: list[str], delimiter: str) -> float:
    """How many rows are as wide as most, and how many delimiters are none of a sentence: 0 to 2."""
    if delimiter == ";":  # that of an entity is between no cells
        sample = [ENTITY.sub("", line) for line in sample]
    rows = cell_rows(sample, delimiter)
    width = usual_width(rows)
    if not 2 <= width <= MOST_COLUMNS:
        return 0
    alike = sum(len(row) == width for row in rows) / len(rows)
    if alike < ALIKE:
        return 0
    there = [line for line in sample if line.strip()]
    # In a sentence a space follows the comma. Two lines without one may be chance; a quotation mark beside is not.
    quoted = sum(f'"{delimiter}' in line or f'{delimiter}"' in line for line in there)
    bare = [QUOTED.sub("", line) for line in there]
    tight = sum(delimiter in line and f"{delimiter} " not in line for line in bare)
    sure = delimiter == "\t" or quoted * 2 >= len(rows)
    return alike + (1 if sure else tight / len(there) if len(rows) > 2 else 0)


def cell_rows(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    return [row for row in lenient_rows(lines, delimiter) if any(cell.strip() for cell in row)]


def usual_width(rows: list[list[str]]) -> int:
    return Counter(map(len, rows)).most_common(1)[0][0] if rows else 0


def lenient_rows(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    reader = csv.reader(
        (f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=delimiter != "\t"
    )
    rows: list[list[str]] = []
    with suppress(csv.Error):  # a text without end; whoever reads all rows says where
        rows.extend(reader)
    return rows


def guessed_columns(rows: list[list[str]]) -> dict[str, int]:
    """Which column has what, by what is in them."""
    columns: dict[str, int] = {}
    texts: list[tuple[int, float]] = []
    for place, cells in enumerate(zip(*rows, strict=False)):
        there = [cell.strip() for cell in cells if cell.strip()]
        kind = kind_of_cells(there)
        if kind in ("number", "side", "category"):
            columns.setdefault(kind, place)
        elif kind == "text":
            texts.append((place, sum(map(len, there)) / len(there)))
    if not texts:
        return {}
    longest = max(length for _, length in texts)
    columns["quote"] = next(place for place, length in texts if length * MUCH_LONGER >= longest)
    behind = [place for place, _ in texts if place > columns["quote"]]
    before = [place for place, _ in texts if place < columns["quote"]]
    if behind or before:
        columns["source"] = behind[0] if behind else before[-1]
    if len(behind) > 1 and {"side", "category"} & set(columns):  # in any other table it may be anything
        columns["description"] = behind[1]
    return columns


def kind_of_cells(cells: list[str]) -> str:
    if not cells:
        return "nothing"
    if all(cell.isdecimal() for cell in cells):
        return "number"
    if all(map(side_of, cells)):
        return "side"
    if all(map(letter_of, cells)):
        return "category"
    return "text"


def count(lines: Sequence[str], table: Table) -> int:
    """How many rows there are, before any is looked into; 0 where they cannot be too many."""
    return sum(bool(cells) for _line, cells in records(lines, table)) if len(lines) > MOST_ROWS else 0


def rows_of(lines: Sequence[str], table: Table) -> Iterator[Row]:
    """The rows of a table. Raises Unreadable where a quotation mark is never closed."""
    for line, cells in records(lines, table):
        if isinstance(cells, Reason):
            yield Row(line, why=cells, text=excerpt(lines[line - 1]))
        elif REMARK.match(lines[line - 1]):
            yield skipped(line, "remark", lines[line - 1])
        elif cells:
            yield cells_row(line, cells, table, lines[line - 1])


def cells_row(line: int, cells: list[str], table: Table, raw: str) -> Row:
    more = any(cell.strip() for cell in cells[table.width :])
    if more and table.width == 1:  # nothing is between cells where there is one
        cells = [raw]
    elif more:
        return skipped(line, "columns", raw, columns=len(cells), wanted=table.width)
    values = {field: restored(cell) for field, cell in values_of(cells, table.columns).items()}
    if table.signs and "quote" in values:
        values["quote"] = sign_of(line, values["quote"]).text
    return make_row(line, values, foreign=not table.ours)


def values_of(cells: Sequence[Any], columns: dict[str, int]) -> dict[str, Any]:
    return {field: cells[place] for field, place in columns.items() if place < len(cells)}


def records(lines: Sequence[str], table: Table) -> Iterator[Record]:
    """The cells of each record, and the line where it begins.

    Where a quotation mark is wrong, its line is left out, and reading goes on with the next line.
    """
    at = table.start

    def feed() -> Iterator[str]:
        nonlocal at
        while at < len(lines):
            at += 1
            yield f"{lines[at - 1]}\n"

    reader = csv.reader(
        feed(), delimiter=table.delimiter, strict=True, skipinitialspace=table.delimiter != "\t"
    )
    while True:
        first = at + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "field larger" in str(error):
                raise Unreadable("endless_text", line=first, limit=MOST_LETTERS) from None
            if at == len(lines) and "end of data" in str(error):
                raise Unreadable("unclosed", line=first) from None
            if at > first:
                at = first
                yield first, Reason("unclosed", {"line": first})
            else:
                yield first, lenient_rows(lines[first - 1 : first], table.delimiter)[0]
        else:
            yield first, cells
