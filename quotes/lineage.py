"""Copies of copies, both ways: the decks that a copy comes from, and the copies that were made of some decks."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from quotes.models import Deck

AT_ONCE = 10  # decks of a chain that one query reads


class Origin(NamedTuple):
    """A deck that a copy comes from: since when it is hidden, and its own credit."""

    key: int
    hidden: datetime | None
    credit: str


READ = [
    f"{'based_on__' * depth}{name}"
    for depth in range(AT_ONCE)
    for name in ("pk", "hidden_at", "credit", "based_on")
]


def origins_of(deck: Deck) -> list[Origin]:
    """The decks that a copy comes from, the nearest first, each once. A query for every ten of them."""
    found: dict[int, Origin] = {}
    key = deck.based_on_id
    while key is not None and key not in found:
        row = Deck.objects.filter(pk=key).values_list(*READ).first()
        if row is None:  # it is gone since
            break
        for here, hidden, credit, further in zip(row[::4], row[1::4], row[2::4], row[3::4], strict=True):
            if key is None:
                break
            found[key], key = Origin(here, hidden, credit), further
    return list(found.values())


def with_copies(decks: Iterable[int]) -> set[int]:
    """These decks, their copies, and the copies of copies. A query for each generation."""
    found = latest = set(decks)
    while latest:
        latest = set(Deck.objects.filter(based_on__in=latest).values_list("pk", flat=True)) - found
        found = found | latest
    return found
