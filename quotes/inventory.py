"""What the tables of decks, cards and words keep of people; see `accounts/inventory.py`."""

from accounts.inventory import GONE, HANDED_ON, KEPT, NAMELESS, RECKONED, Holding, nothing

DEALT = "matches of others were dealt from it"
OF_OTHERS = "it is part of what others made: their deck, their round"

HOLDINGS = {
    "quotes.Deck": Holding(
        {"owner": (GONE, HANDED_ON, NAMELESS), "title": (GONE, KEPT, NAMELESS)}
        | {"description": (GONE, KEPT, NAMELESS), "credit": (KEPT, NAMELESS)},
        f"a deck is a co-editor's from then on; without one it stays where {DEALT}, shown nowhere, and where copies"
        " were made of it a row without words. Its copies say what it was called, and not whose it was",
        taken=("decks", "decks/"),
        plain=("language", "starter", "link"),
    ),
    "quotes.Deck_editors": Holding({"user": GONE}, taken=("decks",)),
    "quotes.Deck_savers": Holding({"user": GONE}, taken=("saved_decks",)),
    "quotes.Card": Holding(
        {"author": (GONE, NAMELESS), "retired_by": NAMELESS}
        | dict.fromkeys(("quote", "source", "description", "tags"), (GONE, KEPT)),
        OF_OTHERS,
        taken=("cards", "cards_taken_out"),
        plain=("language", "likeness"),
    ),
    "quotes.Words": Holding({"author": (GONE, NAMELESS), "text": (GONE, KEPT)}, OF_OTHERS, taken=("words",)),
    "quotes.Version": Holding(
        {
            "submitted_by": (GONE, NAMELESS),
            "decided_by": NAMELESS,
            "title": (GONE, KEPT),
            "description": (GONE, KEPT),
        }
        | {"reason": KEPT},
        f"a version belongs to its deck; {DEALT}",
        taken=("versions", "curated"),
        plain=("language", "cards"),
    ),
    "quotes.Suggestion": Holding(
        {"writer": NAMELESS} | dict.fromkeys(("quote", "source", "description", "note"), KEPT),
        "it was given to the people of a deck, who decide on it",
        taken=("suggestions",),
    ),
    "quotes.DeckChange": Holding(
        {
            "person": (GONE, NAMELESS),
            "other": (GONE, NAMELESS),
            "before": (GONE, KEPT),
            "after": (GONE, KEPT),
        },
        "the history belongs to the deck and to those who edit it from then on",
        taken=("deck_changes",),
    ),
    "quotes.EditorLink": Holding({"by": GONE}, taken=("editor_links",), plain=("link",)),
    "quotes.Thanks": Holding({"person": GONE}, taken=("thanks",)),
    "quotes.Tally": nothing(),
    "quotes.Upload": Holding(
        {"person": GONE, "name": GONE, "data": GONE, "report": GONE},
        taken=("uploads",),
        left_out={"data": "somebody's own file, kept until it is a deck or refused", "report": RECKONED},
    ),
}
