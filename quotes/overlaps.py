"""What a deck has in common with what it is based on, and with what everybody here can play with already."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from quotes.models import Card, Deck
from quotes.models.decks import CardQuerySet

MOST_NAMED = 3
DEPTH = 10  # copies of copies


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
    """The decks with which these cards of a deck have the most in common. Three queries at most."""
    mine = list(cards.order_by().values_list("number", "likeness"))
    public = Q(deck__state=Deck.State.PUBLISHED, deck__of_blanks=False) | Q(deck=deck.based_on_id)
    there = Q(deck__removed_at=None, deck__hidden_at=None, likeness__in=cards.order_by().values("likeness"))
    others = Card.objects.there().shown().filter(public, there)
    others = others.exclude(deck=deck).exclude(deck__based_on=deck)
    said = defaultdict(set)
    for key, likeness in others.order_by().values_list("deck", "likeness"):
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
    """Of the decks that a copy comes from, those that a moderator has hidden. One query, for a copy."""
    if deck.based_on_id is None:
        return []
    paths = ["based_on__" * depth for depth in range(DEPTH)]
    columns = [f"{path}{name}" for path in paths for name in ("pk", "hidden_at")]
    row = Deck.objects.filter(pk=deck.based_on_id).values_list(*columns).get()
    return [key for key, hidden in zip(row[::2], row[1::2], strict=True) if key is not None and hidden]


def is_of_hidden(deck: Deck, cards: CardQuerySet) -> bool:
    """Whether one of these cards of a copy says what a hidden deck says that it comes from."""
    origins = hidden_origins(deck)
    if not origins:
        return False
    said = cards.order_by().values("likeness")
    return Card.objects.filter(deck__in=origins, likeness__in=said).exists()


def is_untouched_copy(deck: Deck, size: int, overlaps: Iterable[Overlap]) -> bool:
    """Whether all of its cards are those of what it is based on: somebody else's deck, or one that is published."""
    same = next((one for one in overlaps if one.deck.pk == deck.based_on_id), None)
    if same is None or same.same < size:
        return False
    other = same.deck
    if other.owner_id == deck.owner_id and other.state != Deck.State.PUBLISHED:
        return False
    return other.cards.there().shown().whole().order_by().values("number").distinct().count() <= size
