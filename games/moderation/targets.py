"""What can be reported: for each kind where it is, what it says, whose it is, and how it is taken from everybody."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import combinations
from games.desk import UnreadableMatch
from games.models import Blank, Seat, Shared
from games.moderation import around, names
from games.moderation.models import Case
from quotes.models import MOST_NAME, Card, Deck, Suggestion, Words
from quotes.publishing import public_words

LABELS: dict[str, Any] = {
    "quote": _("Quote"),
    "source": _("Source"),
    "description": _("Description"),
    "title": _("Title"),
    "name": _("Name"),
    "text": _("Text"),
}


@dataclass(frozen=True)
class Line:
    """A part of what was reported. what: a key of LABELS. language: "" where nobody knows."""

    what: str
    text: str
    language: str = ""


class Target:
    """One kind of thing. measures: what a verdict may do with it, besides leaving it as it is."""

    kind: str
    measures: ClassVar[tuple[str, ...]] = ("hide",)

    def find(self, key: int) -> Any:
        """The row, or None once it is gone."""
        raise NotImplementedError

    def lines(self, row: Any) -> list[Line]:
        """What it says now."""
        raise NotImplementedError

    def author(self, row: Any) -> Any:
        """Whose it is, None for nobody's."""
        return row.author

    def owner(self, row: Any) -> Any:
        """Whose deck it is in, where that is not its author's."""
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

    def hide(self, row: Any, at: datetime) -> None:
        """It is gone everywhere at once, with all that says the same of the same author."""
        raise NotImplementedError

    def unhide(self, row: Any) -> None:
        """Undo `hide`, for all that was hidden with it."""
        raise NotImplementedError


class OfCard(Target):
    kind = Case.Kind.CARD
    measures = ("ask", "hide")

    def find(self, key: int) -> Card | None:
        return Card.objects.select_related("author", "deck__owner").filter(pk=key).first()

    def lines(self, row: Card) -> list[Line]:
        parts = {"quote": row.quote, "source": row.source, "description": row.description}
        return [Line(what, text, row.language) for what, text in parts.items() if text]

    def author(self, row: Card) -> Any:
        return row.author or row.deck.owner

    def owner(self, row: Card) -> Any:
        return row.deck.owner

    def around(self, row: Card) -> dict[str, Any]:
        return around.in_deck(row)

    def link(self, row: Card) -> str:
        return deck_link(row.deck)

    def hide(self, row: Card, at: datetime) -> None:
        alike(row).filter(hidden_at=None).update(hidden_at=at)
        blank_words(row).filter(hidden_at=None).update(hidden_at=at)
        decline_suggestions(row.author_id, row.quote)

    def unhide(self, row: Card) -> None:
        alike(row).filter(hidden_at=row.hidden_at).update(hidden_at=None, taken_out_at=None)
        blank_words(row).filter(hidden_at=row.hidden_at).update(hidden_at=None, taken_out_at=None)


def alike(card: Card) -> QuerySet[Card]:
    """A card, and all that says the same of the same author: older rows of it, and those in copies of the deck."""
    same = Q(pk=card.pk)
    if card.author_id is not None:
        same |= Q(author=card.author_id, quote=card.quote, source=card.source)
    return Card.objects.filter(same)


def blank_words(card: Card) -> QuerySet[Words]:
    """The texts of the blanks from which a card was kept."""
    blanks = Blank.objects.filter(writer=card.author_id, quote__text=card.quote)
    if card.author_id is None:
        blanks = Blank.objects.none()
    return Words.objects.filter(
        Q(pk__in=blanks.values("quote")) | Q(pk__in=blanks.values("source"), text=card.source)
    )


def decline_suggestions(writer: int | None, quote: str) -> None:
    """What was hidden is no suggestion any more."""
    if writer is not None:
        waiting = Suggestion.objects.filter(writer=writer, quote=quote, state=Suggestion.State.OPEN)
        waiting.update(state=Suggestion.State.DECLINED)


def deck_link(deck: Deck) -> str:
    open_to_all = deck.state == Deck.State.PUBLISHED and not deck.hidden_at and not deck.removed_at
    return reverse("deck", args=[deck.pk]) if open_to_all else ""


class OfDeck(Target):
    kind = Case.Kind.DECK
    measures = ("ask", "hide")

    def find(self, key: int) -> Deck | None:
        return Deck.objects.select_related("owner", "published").filter(pk=key, removed_at=None).first()

    def lines(self, row: Deck) -> list[Line]:
        """As everybody sees it, whatever its owner has changed since it was published."""
        there = public_words(row)
        parts = {"title": there.title, "description": there.description}
        return [Line(what, text, there.language) for what, text in parts.items() if text]

    def author(self, row: Deck) -> Any:
        return row.owner

    def owner(self, row: Deck) -> Any:
        return row.owner

    def around(self, row: Deck) -> dict[str, Any]:
        return around.of_deck(row)

    def link(self, row: Deck) -> str:
        return deck_link(row)

    def hide(self, row: Deck, at: datetime) -> None:
        """With all its cards, for matches know the cards alone."""
        Deck.objects.filter(pk=row.pk, hidden_at=None).update(hidden_at=at)
        row.cards.filter(hidden_at=None).update(hidden_at=at)

    def unhide(self, row: Deck) -> None:
        row.cards.filter(hidden_at=row.hidden_at).update(hidden_at=None, taken_out_at=None)
        Deck.objects.filter(pk=row.pk).update(hidden_at=None)


class OfWords(Target):
    kind = Case.Kind.WORDS

    def find(self, key: int) -> Words | None:
        return Words.objects.select_related("author").filter(pk=key).first()

    def lines(self, row: Words) -> list[Line]:
        return [Line("text", row.text)]

    def around(self, row: Words) -> dict[str, Any]:
        return around.of_words(row)

    def hide(self, row: Words, at: datetime) -> None:
        Words.objects.filter(pk=row.pk, hidden_at=None).update(hidden_at=at)
        kept_of(row).filter(hidden_at=None).update(hidden_at=at)
        decline_suggestions(row.author_id, row.text)

    def unhide(self, row: Words) -> None:
        kept_of(row).filter(hidden_at=row.hidden_at).update(hidden_at=None, taken_out_at=None)
        Words.objects.filter(pk=row.pk).update(hidden_at=None, taken_out_at=None)


def kept_of(words: Words) -> QuerySet[Card]:
    """The cards that were made of a blank with this text, in its writer's own deck and in others."""
    blanks = Blank.objects.filter(Q(quote=words) | Q(source=words)).select_related("quote", "source")
    same = Q(pk__in=[])
    for blank in blanks:
        source = blank.source.text[:MOST_NAME] if blank.source else ""
        same |= Q(quote=blank.quote.text, source=source)
    return Card.objects.filter(same, author=words.author_id, author__isnull=False)


class OfName(Target):
    kind = Case.Kind.NAME
    measures = ("rename",)

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

    def hide(self, row: Shared, at: datetime) -> None:
        Shared.objects.filter(pk=row.pk, hidden_at=None).update(hidden_at=at)

    def unhide(self, row: Shared) -> None:
        Shared.objects.filter(pk=row.pk).update(hidden_at=None)


TARGETS: dict[str, Target] = {
    target.kind: target for target in (OfCard(), OfDeck(), OfWords(), OfName(), OfShared())
}


def print_of(lines: list[Line]) -> str:
    """A fingerprint of what is said, by which a changed text is another one."""
    said = json.dumps([(line.what, line.text) for line in lines], ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def freeze(target: Target, row: Any) -> dict[str, Any]:
    """What it says and what stands around it, as it is kept."""
    return {"lines": [asdict(line) for line in target.lines(row)], "around": target.around(row)}
