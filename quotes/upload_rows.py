"""What becomes of each row of an upload: what was found in it, as its person has chosen, beside what is in the deck."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from quotes.editing import Texts
from quotes.exchange import MOST_NAME, Card, Found, Reason, Row, near_duplicates
from quotes.models import Card as CardRow

NEW, THERE, MERGED, SKIPPED, OUT, PAIRED = "new", "there", "merged", "skipped", "out", "paired"
OUTCOMES = (NEW, THERE, MERGED, SKIPPED, OUT, PAIRED)
SWAP, QUOTE, SOURCE = "swap", "quote", "source"


class Choices(Struct):
    """What a person has chosen for the rows, by their places: left out, taken in another way, put together.

    ways: SWAP quote and source, or take the QUOTE or the SOURCE alone. pairs: a quote and the source it gets.
    """

    out: set[int] = set()
    ways: dict[int, str] = {}
    pairs: list[tuple[int, int]] = []


@dataclass(frozen=True)
class Line:
    """One row as it stands now. place: among all of the upload; why: of what is not new, and what else is to know."""

    place: int
    row: Row
    outcome: str
    why: tuple[Reason, ...] = ()
    way: str = ""
    ways: tuple[str, ...] = ()

    @property
    def card(self) -> Card | None:
        return self.row.card

    @property
    def half(self) -> bool:
        return self.outcome == NEW and self.row.kind != "card"


def lines_of(
    found: Found, choices: Choices, quotes: Iterable[str] = (), sources: Iterable[str] = ()
) -> list[Line]:
    """All rows of a file. quotes: what is in the deck; sources: those there that stand alone."""
    rows = [changed(row, choices.ways.get(place, "")) for place, row in enumerate(found.rows)]
    partners = put_together(rows, choices.pairs)
    doubles = near_duplicates(rows, quotes, sources)
    return [
        line_of(found.rows[place], row, place, choices, doubles.get(place), partners)
        for place, row in enumerate(rows)
    ]


def line_of(
    read: Row, row: Row, place: int, choices: Choices, double: Reason | None, partners: Mapping[int, int]
) -> Line:
    if place in partners:
        return Line(place, read, PAIRED, (Reason("paired", {"row": partners[place]}),))
    if row.card is None:
        return Line(place, row, SKIPPED, (row.why,) if row.why else ())
    way = choices.ways.get(place, "")
    ways = () if row is not read and not way else ways_for(read)
    if double:
        outcome = MERGED if double.key == "merged" else THERE
        return Line(place, row, outcome, (double, *row.notes), way, ways if way else ())
    return Line(place, row, OUT if place in choices.out else NEW, row.notes, way, ways)


# Other ways to take a row


def ways_for(row: Row) -> tuple[str, ...]:
    """In which other ways than it was read a row can be taken: a name is shorter than a quote may be."""
    card = row.card
    if card is None:
        return ()
    swap = (SWAP,) if len(card.quote) <= MOST_NAME else ()
    return (*swap, QUOTE, SOURCE) if row.kind == "card" else swap


def changed(row: Row, way: str) -> Row:
    card = row.card
    if card is None or way not in ways_for(row):
        return row
    if way == SWAP:
        return replace(row, card=replace(card, quote=card.source, source=card.quote))
    if way == QUOTE:
        return replace(row, card=replace(card, source="", description="", category=None))
    return replace(row, card=replace(card, quote=""))


# Quotes and sources that stand alone


def pairs_in(lines: Iterable[Line]) -> list[tuple[int, int]]:
    """Each quote that stands alone and the source it gets, in the order of the file; who is left over stays alone."""
    half = [line for line in lines if line.half]
    quotes = [line.place for line in half if line.row.kind == "quote"]
    sources = [line.place for line in half if line.row.kind == "source"]
    return list(zip(quotes, sources, strict=False))


def put_together(rows: list[Row], pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Give quotes their sources, in `rows` itself. Returns which rows have gone into which line of the file."""
    partners: dict[int, int] = {}
    for quote, source in pairs:
        if max(quote, source) >= len(rows) or (rows[quote].kind, rows[source].kind) != ("quote", "source"):
            continue
        first, second = rows[quote].card, rows[source].card
        assert first and second
        tags = first.tags or second.tags
        card = replace(second, quote=first.quote, side=first.side, number=first.number, tags=tags)
        rows[quote], rows[source] = replace(rows[quote], card=card), replace(rows[source], card=None)
        partners[source] = rows[quote].line
    return partners


# In numbers, and for the deck


def counted(lines: Iterable[Line]) -> dict[str, int]:
    """How many rows come to what."""
    lines = list(lines)
    counts = Counter(line.outcome for line in lines)
    return {outcome: counts[outcome] for outcome in OUTCOMES} | {"half": sum(line.half for line in lines)}


def shown(lines: Iterable[Line], which: str) -> list[Line]:
    """Those of the lines that a filter names: an outcome, "half", "doubles"; all for anything else."""
    if which == "half":
        return [line for line in lines if line.half]
    wanted = {"doubles": (THERE, MERGED)}.get(which, (which,) if which in OUTCOMES else OUTCOMES)
    return [line for line in lines if line.outcome in wanted]


def texts_of(card: Card) -> Texts:
    """As it is kept in a deck; what the file does not say about the kind of source is preset."""
    category = card.category or CardRow.Category.HOME
    return Texts(card.quote, card.source, card.description, category, " ".join(card.tags))


def report_row(line: Line, made: Any = None) -> dict[str, Any]:
    """What is kept of a row when all is done. made: its card in the deck, whose text is not kept twice."""
    kept: dict[str, Any] = {"line": line.row.line, "what": line.outcome}
    if line.why:
        kept["why"] = [[reason.key, reason.params] for reason in line.why]
    if made is not None:
        return kept | {"number": made.number, "side": made.side}
    text = (line.card.quote or line.card.source) if line.card else ""
    return kept | ({"text": text} if text else {})


PAIRED_WORDS = _("This is the source of row %(row)s now.")


def words_of(reason: Reason) -> str:
    return str(PAIRED_WORDS) % reason.params if reason.key == "paired" else reason.words
