"""The decks that come with the house: read from their files, and kept up in the database."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from quotes.models import MOST_DESCRIPTION, MOST_NAME, Card, Deck
from quotes.text import LIMIT

FOLDER = Path(__file__).parent
LICENCE = "CC BY-SA 4.0"
KINDS = {
    "myth": Card.Category.MYTH,
    "tale": Card.Category.TALE,
    "literature": Card.Category.LITERATURE,
    "history": Card.Category.HISTORY,
    "science": Card.Category.SCIENCE,
    "art": Card.Category.ART,
    "work": Card.Category.WORK,
    "home": Card.Category.HOME,
}
TEXTS = ("quote", "source", "description", "category")


@dataclass(frozen=True)
class Line:
    """One side of a card as its file has it."""

    number: int
    side: str
    category: str
    quote: str
    source: str
    description: str


class BadLine(ValueError):
    """A line that is no side of a card; says which and why."""


def names() -> list[str]:
    """The starter decks there are, by their names."""
    return list(about())


def about() -> dict[str, dict[str, str]]:
    """Title, language and description of each starter deck."""
    return tomllib.loads((FOLDER / "decks.toml").read_text(encoding="utf-8"))


def lines(name: str) -> Iterator[Line]:
    """The sides of a deck's cards in the order of its file. Raises BadLine."""
    text = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8")
    for place, row in enumerate(text.splitlines(), 1):
        if row and not row.startswith("#"):
            yield read_line(row, f"{name}.tsv, line {place}")


def read_line(row: str, where: str) -> Line:
    """One line of a deck's file. Raises BadLine."""
    columns = row.split("\t")
    if len(columns) != 6:
        raise BadLine(f"{where}: {len(columns)} columns instead of 6")
    number, side, kind, quote, source, description = (column.strip() for column in columns)
    if not number.isdigit() or side not in Card.Side.values or kind not in KINDS:
        raise BadLine(f"{where}: number, side or kind of source is none")
    if not (
        0 < len(quote) <= LIMIT and 0 < len(source) <= MOST_NAME and len(description) <= MOST_DESCRIPTION
    ):
        raise BadLine(f"{where}: a text is missing or too long")
    return Line(int(number), side, KINDS[kind], quote, source, description)


def load(name: str) -> tuple[int, int]:
    """Bring a starter deck in the database up to its file; how many sides are new, and how many were retired.

    What has not changed keeps its row, so a second run changes nothing. Raises BadLine, and then nothing changes.
    """
    wanted = {(line.number, line.side): line for line in lines(name)}
    with transaction.atomic():
        deck, _ = Deck.objects.update_or_create(
            starter=name,
            defaults=about()[name] | {"licence": LICENCE},
            # A host may take it back from everybody; then it stays so.
            create_defaults=about()[name] | {"licence": LICENCE, "state": Deck.State.PUBLISHED},
        )
        there = {(card.number, card.side): card for card in deck.cards.filter(retired_at=None)}
        changed = [place for place, line in wanted.items() if not is_same(there.get(place), line)]
        gone = [card.pk for place, card in there.items() if place not in wanted or place in changed]
        Card.objects.filter(pk__in=gone).update(retired_at=timezone.now())
        Card.objects.bulk_create(new_card(deck, wanted[place]) for place in changed)
    return len(changed), len(gone)


def turn(chosen: Iterable[Deck], *, on: bool) -> list[Deck]:
    """Put starter decks out for everybody, or take them back; those that were not so before."""
    state = Deck.State.PUBLISHED if on else Deck.State.PRIVATE
    found = [deck for deck in chosen if deck.starter and deck.state != state]
    for deck in found:
        deck.state = state
        deck.save(update_fields=["state"])
    return found


def is_same(card: Card | None, line: Line) -> bool:
    return card is not None and all(getattr(card, text) == getattr(line, text) for text in TEXTS)


def new_card(deck: Deck, line: Line) -> Card:
    return Card(
        deck=deck,
        number=line.number,
        side=line.side,
        language=deck.language,
        **{text: getattr(line, text) for text in TEXTS},
    )
