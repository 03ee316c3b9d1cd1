"""What keeps cards of a deck, or all of it, from being dealt."""

from dataclasses import dataclass
from typing import Any

from quotes.models import Deck
from quotes.publishing import LEAST


@dataclass(frozen=True)
class Faults:
    """size: whole cards, however many sides they have. begun: whether there is a card at all. half: sides without a
    quote or a source. twins: what says nearly the same as a card before it, with that card. All are rows with pk,
    number, quote and source.
    """

    size: int
    begun: bool
    half: list[Any]
    twins: list[tuple[Any, Any]]

    @property
    def too_small(self) -> bool:
        return self.begun and self.size < LEAST

    @property
    def count(self) -> int:
        return self.too_small + len(self.half) + len(self.twins)


def of(deck: Deck) -> Faults:
    """One query, and plain rows, for a deck may be large."""
    cards = deck.cards.there().shown().in_order()
    rows = list(cards.values_list("pk", "number", "quote", "source", "likeness", named=True))
    whole = [row for row in rows if row.quote and row.source]
    first: dict[Any, Any] = {}
    twins = [(row, there) for row in whole if (there := first.setdefault(row.likeness, row)) is not row]
    half = [row for row in rows if not (row.quote and row.source)]
    return Faults(len({row.number for row in whole}), bool(rows), half, twins)
