"""What is different in a version from the one before, for curators; and whether it is theirs to read at all."""

from dataclasses import dataclass

from django.db.models import Q

from quotes import decks
from quotes.models import Card, Deck, Version, rows_of_version


def is_taken_back(version: Version) -> bool:
    """Whether it is its owner's alone again: what waited and was withdrawn, what was out and is so no more."""
    if version.state == Version.State.PUBLISHED:
        return version.deck.state != Deck.State.PUBLISHED
    return version.state == Version.State.WITHDRAWN


@dataclass(frozen=True)
class Changes:
    """What is different from a version before: cards that came, that went, that say something else (old, new)."""

    before: Version
    words: list[tuple[str, str, str]]
    added: list[Card]
    removed: list[Card]
    changed: list[tuple[Card, Card]]

    @property
    def none(self) -> bool:
        return not (self.words or self.added or self.removed or self.changed)


def version_before(version: Version) -> Version | None:
    """The last one that a curator has read before this was handed in, whatever became of it."""
    read = [Version.State.PUBLISHED, Version.State.SENT_BACK, Version.State.REJECTED]
    found = Version.objects.filter(deck=version.deck_id, state__in=read, number__lt=version.number)
    return found.select_related("deck").order_by("-number").first()


def changes_since(before: Version, version: Version) -> Changes:
    """One query. A card is another text in the same place. What a moderator has hidden is on neither side; of a version
    that was taken back nothing is told, and what is different from it has come.
    """
    earlier, later = set(before.cards), set(version.cards)
    changed = Q(pk__in=rows_of_version(before.pk)) ^ Q(pk__in=rows_of_version(version.pk))
    rows = Card.objects.filter(changed, deck=version.deck_id).shown().in_order()
    new = {(card.number, card.side): card for card in rows if card.pk in later}
    if is_taken_back(before):
        return Changes(before, [], list(new.values()), [], [])
    old = {(card.number, card.side): card for card in rows if card.pk in earlier}
    words = [(name, label_of(before, name), label_of(version, name)) for name in decks.WORDS]
    return Changes(
        before,
        [one for one in words if one[1] != one[2]],
        [card for place, card in new.items() if place not in old],
        [card for place, card in old.items() if place not in new],
        [(old[place], card) for place, card in new.items() if place in old],
    )


def label_of(version: Version, name: str) -> str:
    display = getattr(version, f"get_{name}_display", None)
    return str(display() if display else getattr(version, name))
