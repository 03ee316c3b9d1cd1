"""A deck as a file, as whoever asks may see it."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.text import slugify
from msgspec.structs import replace

from quotes import crediting, decks, publishing, stamps
from quotes.exchange import Card as FileCard
from quotes.exchange import Meta, write_csv, write_json, write_text
from quotes.models import Card, Deck
from quotes.refusals import Refused

KINDS = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}
MOST_LETTERS = 60  # of the name of a file
FIELDS = ("number", "side", "quote", "source", "description", "category", "tags")
NAMES_OF_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def may_export(person: Any, deck: Deck) -> bool:
    """Who edits it, and everybody else where its licence lets them have it."""
    return decks.may_edit(person, deck) or bool(publishing.public_words(deck).licence)


def export(person: Any, deck: Deck, kind: str) -> bytes:
    """The file. kind: one of KINDS; ask `decks.may_see` first. Raises Refused."""
    if not may_export(person, deck):
        raise Refused("no_export", 403)
    cards = cards_of(person, deck)
    if kind == "csv":
        return write_csv(cards)
    meta = meta_of(person, deck)
    if kind == "txt":
        return write_text(meta, cards)
    stamp = stamps.stamp_for(deck, meta) if is_all_own(person, deck) else ""
    return write_json(replace(meta, stamp=stamp), cards)


def cards_of(person: Any, deck: Deck) -> list[FileCard]:
    """Hidden cards go nowhere, not even to those who edit the deck."""
    tagged = takes_tags(person, deck)
    rows = publishing.cards_shown(person, deck).shown()
    return [
        FileCard(quote, source, description, category, side, number, tuple(tags.split()) if tagged else ())
        for number, side, quote, source, description, category, tags in rows.values_list(*FIELDS)
    ]


def is_all_own(person: Any, deck: Deck) -> bool:
    """Whether this person owns it and wrote all that is in it, and neither a file nor another's deck is in it."""
    if not decks.owns(person, deck) or crediting.is_of_others(deck):
        return False
    cards = publishing.cards_shown(person, deck).shown().order_by()
    return set(cards.values_list("author", flat=True).distinct()) == {person.pk}


def with_cards(rows: QuerySet[Deck]) -> QuerySet[Deck]:
    """Those of the decks that somebody edits, or whose they are, of which a file has a card."""
    cards = Card.objects.there().shown().filter(deck=OuterRef("pk"))
    return rows.filter(Exists(cards), hidden_at=None)


def takes_tags(person: Any, deck: Deck) -> bool:
    """Tags are for those who edit the deck: no curator has read them."""
    return decks.may_edit(person, deck)


def meta_of(person: Any, deck: Deck) -> Meta:
    """Its owner's file says what the deck says of itself; in that of others the deck and its owner are named, too."""
    words, credit = publishing.words_shown(person, deck), crediting.shown(deck)
    if not decks.owns(person, deck):
        credit = crediting.joined(crediting.named(deck), credit)
    return Meta(
        **{name: getattr(words, name) for name in decks.WORDS},
        based_on=based_on(person, deck, credit),
        credit=credit,
    )


def based_on(person: Any, deck: Deck, credit: str) -> str:
    """The deck that it is a copy of, where its credit does not name that already."""
    other = deck.based_on
    if other is None or not decks.may_see(person, other):
        return ""
    title = publishing.words_shown(person, other).title
    return "" if title in credit else title


def file_name(title: str, kind: str) -> str:
    """Safe on every machine: letters of any script, digits and dashes."""
    name = slugify(title, allow_unicode=True)[:MOST_LETTERS].strip("-") or "deck"
    return f"{'deck-' if name in NAMES_OF_DEVICES else ''}{name}.{kind}"
