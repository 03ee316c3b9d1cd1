"""What can be reported: for each kind where it is, what it says, whose it is, and how it is taken from everybody."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import combinations
from games.desk import UnreadableMatch
from games.models import Seat, Shared
from games.moderation import alike, around, covers, names
from games.moderation.alike import Said
from games.moderation.covers import Reach
from games.moderation.models import Case
from quotes import crediting, editing
from quotes.models import Card, Deck, Suggestion, Words
from quotes.publishing import cards_shown, public_words
from quotes.views.pages import CARDS_A_PAGE

OPEN = Q(state=Suggestion.State.OPEN)
LABELS: dict[str, Any] = {
    "quote": _("Quote"),
    "source": _("Source"),
    "description": _("Description"),
    "title": _("Title"),
    "origin": _("Said by a file"),
    "name": _("Name"),
    "text": _("Text"),
    "note": _("Note"),
}


@dataclass(frozen=True)
class Line:
    """A part of what was reported. what: a key of LABELS. language: "" where nobody knows."""

    what: str
    text: str
    language: str = ""


class Target:
    """One kind of thing. actions: what a verdict may do with it, besides leaving it as it is."""

    kind: str
    actions: ClassVar[tuple[str, ...]] = ("hide",)

    def find(self, key: int) -> Any:
        """The row, or None once it is gone."""
        raise NotImplementedError

    def lines(self, row: Any) -> list[Line]:
        """What it says now."""
        raise NotImplementedError

    def current(self, row: Any) -> Any:
        """What stands in its place now, None for nothing: some texts are never changed, but exchanged."""
        return row

    def waits(self, row: Any) -> bool:
        """Whether it was changed, and everybody still sees what it was: until that is published, too."""
        return False

    def author(self, row: Any) -> Any:
        """Whose it is, None for nobody's."""
        return row.author

    def owner(self, row: Any) -> Any:
        """Whose deck it is or is in, None for what is in no deck. Of a deck, and of cards in one's own, its author."""
        return None

    def around(self, row: Any) -> dict[str, Any]:
        """What stands around it, as it is kept with a case."""
        return {}

    def link(self, row: Any) -> str:
        """Where everybody finds it, "" for what has no page for everybody."""
        return ""

    def hidden_at(self, row: Any) -> datetime | None:
        found: datetime | None = row.hidden_at
        return found

    def reach(self, row: Any) -> Reach:
        """All that is hidden with it, itself among it: what says the same of the same author."""
        return {self.kind: {row.pk}}

    def hide(self, row: Any, at: datetime, case: Case) -> int:
        """It is gone everywhere at once, as long as the decision stands; how many places it was. See `covers.lift`."""
        reach = self.reach(row)
        covers.put(case, reach, at)
        return covers.size_of(reach)


class OfCard(Target):
    kind = Case.Kind.CARD
    actions = ("ask", "hide")

    def find(self, key: int) -> Card | None:
        return Card.objects.select_related("author", "deck__owner").filter(pk=key).first()

    def lines(self, row: Card) -> list[Line]:
        parts = {"quote": row.quote, "source": row.source, "description": row.description}
        return [Line(what, text, row.language) for what, text in parts.items() if text]

    def current(self, row: Card) -> Card | None:
        return editing.current(row)

    def waits(self, row: Card) -> bool:
        version = row.deck.published_id
        if version is None or row.retired_at is None:
            return False
        return Card.objects.filter(pk=row.pk).in_version(version).exists()

    def owner(self, row: Card) -> Any:
        return row.deck.owner

    def around(self, row: Card) -> dict[str, Any]:
        return around.in_deck(row)

    def link(self, row: Card) -> str:
        return card_link(row)

    def reach(self, row: Card) -> Reach:
        said = said_by(row)
        reach = covers.reach_of(
            suggestion=alike.offered([said]).filter(OPEN),
            card=alike.of_nobody(row) if row.author_id is None else alike.cards([said]),
            words=alike.words_of_blanks(said),
        )
        reach[self.kind].add(row.pk)
        return reach


def said_by(card: Card) -> Said:
    return Said(card.author_id, card.quote, card.source)


def deck_link(deck: Deck) -> str:
    open_to_all = deck.state == Deck.State.PUBLISHED and not deck.hidden_at and not deck.removed_at
    return reverse("deck", args=[deck.pk]) if open_to_all else ""


def card_link(card: Card) -> str:
    """The card on its page of the deck."""
    there = deck_link(card.deck)
    shown = cards_shown(AnonymousUser(), card.deck)
    if not there or card.hidden_at or not shown.filter(number=card.number, side=card.side).exists():
        return ""
    before = shown.filter(number__lt=card.number).order_by().values("number").distinct().count()
    page = before // CARDS_A_PAGE + 1
    return f"{there}{f'?page={page}' if page > 1 else ''}#card-{card.number}"


class OfDeck(Target):
    kind = Case.Kind.DECK
    actions = ("ask", "hide")

    def find(self, key: int) -> Deck | None:
        return Deck.objects.select_related("owner", "published").filter(pk=key, removed_at=None).first()

    def lines(self, row: Deck) -> list[Line]:
        """As everybody sees it, whatever its owner has changed since it was published."""
        there = public_words(row)
        parts = {"title": there.title, "description": there.description}
        said = [Line(what, text, there.language) for what, text in parts.items() if text]
        _based_on, by_file = crediting.told(row)
        return [*said, Line("origin", by_file)] if by_file else said

    def waits(self, row: Deck) -> bool:
        there = public_words(row)
        return (there.title, there.description) != (row.title, row.description)

    def author(self, row: Deck) -> Any:
        return row.owner

    def owner(self, row: Deck) -> Any:
        return row.owner

    def around(self, row: Deck) -> dict[str, Any]:
        return around.of_deck(row)

    def link(self, row: Deck) -> str:
        return deck_link(row)

    def reach(self, row: Deck) -> Reach:
        """With all its cards, for matches know the cards alone; in its copies, too."""
        reach = covers.reach_of(card=row.cards.all())
        reach[Case.Kind.CARD] |= set(alike.copied_cards(row).values_list("pk", flat=True))
        return reach | {self.kind: {row.pk}}


class OfWords(Target):
    kind = Case.Kind.WORDS

    def find(self, key: int) -> Words | None:
        return Words.objects.select_related("author").filter(pk=key).first()

    def lines(self, row: Words) -> list[Line]:
        return [Line("text", row.text)]

    def around(self, row: Words) -> dict[str, Any]:
        return around.of_words(row)

    def reach(self, row: Words) -> Reach:
        same = alike.words(row)
        kept = alike.kept_of(same)
        return covers.reach_of(
            suggestion=alike.offered(kept).filter(OPEN), words=same, card=alike.cards(kept)
        )


class OfName(Target):
    kind = Case.Kind.NAME
    actions = ("rename",)

    def find(self, key: int) -> Any:
        return names.named(key)

    def lines(self, row: Any) -> list[Line]:
        return [Line("name", row.name)]

    def author(self, row: Any) -> Any:
        return row

    def hidden_at(self, row: Any) -> datetime | None:
        return None


class OfShared(Target):
    kind = Case.Kind.SHARED

    def find(self, key: int) -> Shared | None:
        return Shared.objects.select_related("match").filter(pk=key).first()

    def lines(self, row: Shared) -> list[Line]:
        try:
            one = combinations.combination_at(row.match, row.round, row.seat)
        except (LookupError, UnreadableMatch):
            return []
        quote, source = combinations.texts(one, combinations.parts_of([one]).cast())
        return [Line("quote", quote.text, quote.language), Line("source", source.text, source.language)]

    def author(self, row: Shared) -> Any:
        """Who put it together."""
        seat = Seat.objects.filter(match=row.match, number=row.seat).select_related("person").first()
        return seat.person if seat else None

    def around(self, row: Shared) -> dict[str, Any]:
        return {"where": "shared", "match": row.match.code, "round": row.round}

    def link(self, row: Shared) -> str:
        return row.get_absolute_url() if row.hidden_at is None else ""


class OfSuggestion(Target):
    """What somebody offered to a deck. It can be reported and hidden however those who edit the deck decided."""

    kind = Case.Kind.SUGGESTION

    def find(self, key: int) -> Suggestion | None:
        rows = Suggestion.objects.select_related("writer", "deck__owner", "deck__published", "card", "hiding")
        return rows.filter(pk=key).first()

    def lines(self, row: Suggestion) -> list[Line]:
        language = row.card.language if row.card else row.deck.language
        parts = {"quote": row.quote, "source": row.source, "description": row.description}
        said = [Line(what, text, language) for what, text in parts.items() if text]
        return [*said, Line("note", row.note)] if row.note else said

    def author(self, row: Suggestion) -> Any:
        return row.writer

    def owner(self, row: Suggestion) -> Any:
        return row.deck.owner

    def around(self, row: Suggestion) -> dict[str, Any]:
        return around.of_suggestion(row)

    def hidden_at(self, row: Suggestion) -> datetime | None:
        hiding = getattr(row, "hiding", None)
        return hiding.at if hiding is not None else None

    def reach(self, row: Suggestion) -> Reach:
        said = Said(row.writer_id, row.quote, row.source)
        reach = covers.reach_of(
            suggestion=alike.offered([said]).filter(OPEN),
            card=alike.cards([said]),
            words=alike.words_of_blanks(said),
        )
        reach[self.kind].add(row.pk)
        return reach


TARGETS: dict[str, Target] = {
    target.kind: target for target in (OfCard(), OfDeck(), OfWords(), OfName(), OfShared(), OfSuggestion())
}


def print_of(lines: list[Line]) -> str:
    """A fingerprint of what is said, by which a changed text is another one."""
    said = json.dumps([(line.what, line.text) for line in lines], ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def freeze(target: Target, row: Any) -> dict[str, Any]:
    """What it says and what stands around it, as it is kept."""
    return {"lines": [asdict(line) for line in target.lines(row)], "around": target.around(row)}
