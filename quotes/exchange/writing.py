"""Decks as files. Whatever is written here is read back without a difference."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from quotes.exchange.deck_json import FORMAT, VERSION
from quotes.exchange.fields import NAMES
from quotes.exchange.formulas import neutral
from quotes.exchange.lists import OURS
from quotes.exchange.parts import Card, Meta
from quotes.exchange.tables import HEADER
from quotes.exchange.tidy import guarded

BOM = "\ufeff"  # without it Excel takes the file for one of its own old encoding
TEXTS = ("quote", "source", "description")


def write_json(meta: Meta, cards: Iterable[Card]) -> bytes:
    """The whole deck in our own format: all that is known about it."""
    said = {key: guarded(text) for key, text in msgspec.structs.asdict(meta).items() if text}
    deck = {
        "format": FORMAT,
        "version": VERSION,
        **said,
        "cards": [entry(sides) for sides in by_number(cards)],
    }
    return msgspec.json.format(msgspec.json.encode(deck), indent=1)


def by_number(cards: Iterable[Card]) -> list[list[Card]]:
    """The sides of each card, in the order of the first of them; a side without a number is a card of its own."""
    together: dict[Any, list[Card]] = {}
    for place, card in enumerate(cards):
        key = (card.number,) if card.number else (None, place)
        sides = together.setdefault(key, [])
        # Nowhere are there two for one side of a place; if there are, both are kept.
        if any(other.side == card.side for other in sides):
            sides = together.setdefault((card.number, place), [])
        sides.append(card)
    return list(together.values())


def entry(sides: Sequence[Card]) -> dict[str, Any]:
    number, tags = sides[0].number, sides[0].tags
    same_tags = all(card.tags == tags for card in sides)
    return {
        **({"number": number} if number else {}),
        **{card.side: side(card, with_tags=not same_tags) for card in sides},
        **({"tags": [*map(guarded, tags)]} if tags and same_tags else {}),
    }


def side(card: Card, *, with_tags: bool) -> dict[str, Any]:
    texts: dict[str, Any] = {text: guarded(getattr(card, text)) for text in TEXTS if getattr(card, text)}
    if card.category:
        texts["category"] = NAMES[card.category]
    if with_tags:
        texts["tags"] = [*map(guarded, card.tags)]
    return texts


def write_csv(cards: Iterable[Card]) -> bytes:
    """The cards as a table for spreadsheets: RFC 4180, in UTF-8 with its mark, and no cell is a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for card in cards:
        texts = [neutral(guarded(getattr(card, text))) for text in TEXTS]
        tags = neutral(guarded(", ".join(card.tags)))
        writer.writerow([card.number or "", card.side, *texts, NAMES.get(card.category or "", ""), tags])
    return (BOM + out.getvalue()).encode()


def write_text(meta: Meta, cards: Iterable[Card]) -> bytes:
    """Quotes and sources alone, a card a line with a tab between; descriptions, sides and numbers are left out."""
    top = [OURS, *(f"# {key}: {text}" for key, text in msgspec.structs.asdict(meta).items() if text)]
    lines = [f"{card.quote}\t{card.source}".rstrip("\t") for card in cards]
    return "\n".join([*top, "", *lines, ""]).encode()
