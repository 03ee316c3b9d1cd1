from quotes.models.decks import (
    MOST_DESCRIPTION,
    MOST_NAME,
    MOST_TAGS,
    MOST_TITLE,
    Card,
    Deck,
    rows_of_version,
)
from quotes.models.together import DeckChange, EditorLink
from quotes.models.words import Words
from quotes.models.workshop import MOST_REASON, Suggestion, Tally, Thanks, Upload, Version

__all__ = [
    "MOST_DESCRIPTION",
    "MOST_NAME",
    "MOST_REASON",
    "MOST_TAGS",
    "MOST_TITLE",
    "Card",
    "Deck",
    "DeckChange",
    "EditorLink",
    "Suggestion",
    "Tally",
    "Thanks",
    "Upload",
    "Version",
    "Words",
    "rows_of_version",
]
