"""What somebody wrote for decks and at tables, and did with decks, for the file that they take along."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Q

from accounts import takeout
from accounts.models import User
from accounts.takeout import Rows, rows_of, same
from quotes import decks, exporting, publishing
from quotes.models import Card, Deck, DeckChange, EditorLink, Suggestion, Thanks, Upload, Version, Words

OF_CARD = ("number", "side", "quote", "source", "description", "category", "tags", "language")


def called(person: User, deck: Deck | None) -> str:
    """What a deck is called for this person: nothing, if they may not see it any more."""
    if deck is None or not (decks.may_see(person, deck) or deck.owner_id == person.pk):
        return ""
    return str(publishing.words_shown(person, deck).title if deck.owner_id != person.pk else deck.title)


class Titles(dict[int, str]):
    """What decks are called for a person, each looked up once."""

    def __init__(self, person: User) -> None:
        super().__init__()
        self.person = person

    def __missing__(self, key: int) -> str:
        deck = Deck.objects.select_related("published").defer("published__cards").filter(pk=key).first()
        self[key] = called(self.person, deck)
        return self[key]


def with_titles(person: User, rows: Any, **columns: str) -> Iterator[dict[str, Any]]:
    titles = Titles(person)
    for row in rows_of(rows, deck="deck", **columns):
        yield row | {"deck": titles[row["deck"]] if row["deck"] else ""}


def own_decks(person: User) -> Rows:
    """Also the hidden and removed ones. Those that others own, too, where this person edits with them."""
    edits = Deck.editors.through.objects.filter(user=person, deck=OuterRef("pk"))
    mine = Q(owner=person) | Q(Exists(edits), removed_at=None, hidden_at=None)
    rows = Deck.objects.filter(mine).order_by("pk")
    for deck in rows.iterator(takeout.AT_ONCE):
        yield {name: getattr(deck, name) for name in (*decks.WORDS, "state", "of_blanks", "plays")} | {
            "own": deck.owner_id == person.pk,
            "file": file_of(deck) if decks.may_edit(person, deck) else "",
            **{name: getattr(deck, name) for name in ("created_at", "changed_at", "removed_at", "hidden_at")},
        }


def file_of(deck: Deck) -> str:
    return f"decks/{deck.pk}-{exporting.file_name(deck.title, 'json')}"


def deck_files(person: User) -> Iterator[tuple[str, bytes]]:
    for deck in decks.edited_by(person).filter(hidden_at=None).order_by("pk"):
        yield file_of(deck), exporting.export(person, deck, "json")


def saved_decks(person: User) -> Rows:
    rows = Deck.savers.through.objects.filter(user=person).order_by("pk")
    return with_titles(person, rows)


def cards(person: User) -> Rows:
    """All that somebody wrote, also in decks of others, before it was changed, and what was hidden."""
    rows = Card.objects.filter(author=person).order_by("pk")
    return with_titles(person, rows, written_at="created_at", **same(*OF_CARD, "retired_at", "hidden_at"))


def cards_taken_out(person: User) -> Rows:
    rows = Card.objects.filter(retired_by=person).order_by("pk")
    return with_titles(person, rows, **same("number", "side"), at="retired_at")


def words(person: User) -> Rows:
    rows = Words.objects.filter(author=person).order_by("pk")
    return rows_of(rows, key="pk", text="text", written_at="created_at", hidden_at="hidden_at")


OF_VERSION = ("number", "state", "title", "description", "language", "licence", "rating", "size")


def versions(person: User) -> Rows:
    """What somebody handed in, and what curators said to it."""
    rows = Version.objects.filter(submitted_by=person).order_by("pk")
    return rows_of(rows, **same(*OF_VERSION, "submitted_at", "decided_at", "reason"))


def curated(person: User) -> Rows:
    """What somebody decided as a curator."""
    rows = Version.objects.filter(decided_by=person).order_by("pk")
    return rows_of(rows, **same("title", "number", "state", "decided_at", "reason"))


def suggestions(person: User) -> Rows:
    rows = Suggestion.objects.filter(writer=person).order_by("pk")
    told = same("quote", "source", "description", "note", "state", "at", "decided_at")
    return with_titles(person, rows, **told)


def deck_changes(person: User) -> Rows:
    """What somebody did to decks as a whole; and when they became a co-editor, or were one no longer."""
    rows = DeckChange.objects.filter(Q(person=person) | Q(other=person)).order_by("pk")
    return with_titles(person, rows, **same("what", "before", "after", "at"))


def editor_links(person: User) -> Rows:
    """Their invitations to edit a deck, without what would let somebody in."""
    rows = EditorLink.objects.filter(by=person).order_by("pk")
    return with_titles(person, rows, **same("made_at", "ends_at", "used_at"))


def thanks(person: User) -> Rows:
    return with_titles(person, Thanks.objects.filter(person=person).order_by("pk"), at="at")


def uploads(person: User) -> Rows:
    rows = Upload.objects.filter(person=person).order_by("pk")
    return with_titles(person, rows, **same("name", "state", "at", "done_rows", "all_rows"))


PARTS = {
    "decks": own_decks,
    "saved_decks": saved_decks,
    "cards": cards,
    "cards_taken_out": cards_taken_out,
    "versions": versions,
    "curated": curated,
    "suggestions": suggestions,
    "deck_changes": deck_changes,
    "editor_links": editor_links,
    "thanks": thanks,
    "uploads": uploads,
    "words": words,
}


def register() -> None:
    takeout.parts |= PARTS
    takeout.files.append(deck_files)
