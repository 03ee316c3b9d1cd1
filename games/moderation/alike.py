"""What says the same of the same author as something that is hidden: it goes with it, and comes back with it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Blank
from quotes import lineage
from quotes.models import MOST_NAME, Card, Deck, Suggestion, Words


@dataclass(frozen=True)
class Said:
    """The words of a card, and whose they are; of nobody's words there are no others."""

    author: int | None
    quote: str
    source: str

    def by(self, column: str) -> Q:
        if self.author is None:
            return Q(pk__in=[])
        return Q(**{column: self.author}, quote=self.quote, source=self.source)


def cards(said: Iterable[Said]) -> QuerySet[Card]:
    """Older rows of a card, and those in other decks."""
    same = Q(pk__in=[])
    for one in said:
        same |= one.by("author")
    return Card.objects.filter(same)


def offered(said: Iterable[Said]) -> QuerySet[Suggestion]:
    """What was suggested to decks; locked, and to be read before cards: whoever takes one makes a card of it."""
    same = Q(pk__in=[])
    for one in said:
        same |= one.by("writer")
    return Suggestion.objects.select_for_update(no_key=True).filter(same).order_by("pk")


# Words at tables


def words(one: Words) -> QuerySet[Words]:
    """Said again at this table or another."""
    if one.author_id is None:
        return Words.objects.filter(pk=one.pk)
    return Words.objects.filter(author=one.author_id, text=one.text)


def words_of_blanks(said: Said) -> QuerySet[Words]:
    """The texts of the blanks from which a card was kept."""
    if said.author is None:
        return Words.objects.none()
    same = Q(source__text=said.source) if said.source else Q(source=None)
    blanks = Blank.objects.filter(same, writer=said.author, quote__text=said.quote)
    return Words.objects.filter(Q(pk__in=blanks.values("quote")) | Q(pk__in=blanks.values("source")))


def kept_of(some: QuerySet[Words]) -> list[Said]:
    """What cards and suggestions say that were made of a blank with one of these texts."""
    blanks = Blank.objects.filter(Q(quote__in=some) | Q(source__in=some)).select_related("quote", "source")
    return [
        Said(blank.writer_id, blank.quote.text, blank.source.text[:MOST_NAME] if blank.source else "")
        for blank in blanks
        if blank.quote is not None
    ]


# Copies of decks


def copied_cards(deck: Deck) -> QuerySet[Card]:
    """In the copies of a deck, what says the same as a card of it."""
    same = {name: OuterRef(name) for name in ("likeness", "quote", "source")}
    there = Card.objects.filter(deck=deck.pk, **same)
    return Card.objects.filter(Exists(there), deck__in=lineage.with_copies([deck.pk]) - {deck.pk})


def of_nobody(card: Card) -> QuerySet[Card]:
    """A card that came with the site has no author: where its deck was copied, the text alone tells it."""
    origins = {origin.key for origin in lineage.origins_of(card.deck)}
    family = lineage.with_copies(origins | {card.deck_id})
    return Card.objects.filter(deck__in=family, author=None, quote=card.quote, source=card.source)
