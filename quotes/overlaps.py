"""What a deck has in common with what everybody here can play with already, and whether it is a copy and no more."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from quotes import lineage
from quotes.models import Card, Deck, Version
from quotes.models.decks import CardQuerySet

MOST_NAMED = 3


@dataclass(frozen=True)
class Overlap:
    """same: how many cards of the one deck say what the other says, nearly or all of it."""

    deck: Deck
    same: int

    @property
    def title(self) -> str:
        """As everybody sees it."""
        return (self.deck.published or self.deck).title


def of(deck: Deck, cards: CardQuerySet) -> list[Overlap]:
    """The decks with which these cards of a deck have the most in common, as everybody sees them: what is worked on
    would be told card by card. Four queries at most.
    """
    mine = list(cards.order_by().values_list("number", "likeness"))
    public = Q(deck__state=Deck.State.PUBLISHED, deck__of_blanks=False)
    there = Q(deck__removed_at=None, deck__hidden_at=None, likeness__in=cards.order_by().values("likeness"))
    others = Card.objects.shown().filter(public, there, Q(retired_at=None) | Q(deck__published__isnull=False))
    others = others.exclude(deck=deck).exclude(deck__based_on=deck)
    rows = list(others.order_by().values_list("pk", "deck", "deck__published", "likeness"))
    versions = Version.objects.filter(pk__in={version for _pk, _deck, version, _likeness in rows if version})
    frozen = {key: set(cards) for key, cards in versions.values_list("pk", "cards")} if rows else {}
    said = defaultdict(set)
    for pk, key, version, likeness in rows:
        if version is None or pk in frozen[version]:
            said[key].add(likeness)
    return named({key: common(mine, words) for key, words in said.items()})


def common(mine: Iterable[tuple[int, str]], said: set[str]) -> int:
    return len({number for number, likeness in mine if likeness in said})


def named(counts: dict[int, int]) -> list[Overlap]:
    most = sorted(counts, key=lambda key: (-counts[key], key))[:MOST_NAMED]
    rows = Deck.objects.filter(pk__in=most).select_related("published").defer("published__cards")
    found = rows.in_bulk() if most else {}
    return [Overlap(found[key], counts[key]) for key in most if key in found]


def hidden_origins(deck: Deck) -> list[int]:
    """Of the decks that a copy comes from, those that a moderator has hidden."""
    return [one.key for one in lineage.origins_of(deck) if one.hidden]


def is_of_hidden(deck: Deck, cards: CardQuerySet) -> bool:
    """Whether one of these cards of a copy says what came with it of a hidden deck. What else that one says by now
    would be told to whoever guesses it.
    """
    origins = hidden_origins(deck)
    if not origins:
        return False
    came = deck.cards.filter(created_at=deck.created_at)
    said = cards.order_by().filter(likeness__in=came.values("likeness")).values("likeness")
    return Card.objects.filter(deck__in=origins, likeness__in=said).exists()


def is_untouched_copy(deck: Deck, size: int, overlaps: Iterable[Overlap]) -> bool:
    """Whether all of its cards are those of what it is based on: somebody else's deck, or one that is published."""
    if deck.based_on is None:
        return False
    if deck.based_on.state != Deck.State.PUBLISHED:
        return deck.based_on.owner_id != deck.owner_id and is_as_copied(deck)
    same = next((one for one in overlaps if one.deck.pk == deck.based_on_id), None)
    return same is not None and same.same == size and cards_out(same.deck) <= size


def is_as_copied(deck: Deck) -> bool:
    """Whether its cards are those that came with it, all of them. What the other deck has by now is not looked at."""
    since = Q(retired_at__isnull=False) | ~Q(created_at=deck.created_at)
    return not deck.cards.filter(since).exists()


def cards_out(deck: Deck) -> int:
    """How many cards everybody sees."""
    rows = deck.cards.in_version(deck.published_id) if deck.published_id else deck.cards.there()
    return rows.shown().whole().order_by().values("number").distinct().count()
