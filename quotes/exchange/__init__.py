"""Decks as files: read what people have, write what they take with them. Nothing here knows the database.

    found = read(data, "deck.csv")           # or Unreadable, whose .words say why the file is refused
    found.meta, found.form_words, found.rows
    for row in found.rows:
        row.card or row.why.words            # .notes say what else is to know
    near_duplicates(found.rows, quotes)      # which of them are there already

docs/deck-format.md says what can be read.
"""

from quotes.exchange.alike import near_duplicates
from quotes.exchange.limits import (
    MOST_BYTES,
    MOST_DESCRIPTION,
    MOST_NAME,
    MOST_QUOTE,
    MOST_ROWS,
    MOST_TAGS,
)
from quotes.exchange.parts import Card, Found, Meta, Reason, Row, Unreadable
from quotes.exchange.reading import read
from quotes.exchange.writing import write_csv, write_json, write_text

__all__ = [
    "MOST_BYTES",
    "MOST_DESCRIPTION",
    "MOST_NAME",
    "MOST_QUOTE",
    "MOST_ROWS",
    "MOST_TAGS",
    "Card",
    "Found",
    "Meta",
    "Reason",
    "Row",
    "Unreadable",
    "near_duplicates",
    "read",
    "write_csv",
    "write_json",
    "write_text",
]
