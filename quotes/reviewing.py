"""What is different in a version from the one before, for curators; whether it is theirs to read at all; and what
was said about it, in the language of whoever reads it.
"""

from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.db.models import Q
from django.utils import translation

from accounts.text import one_line
from quotes import decks
from quotes.models import Card, Deck, Version, rows_of_version
from quotes.reasons import READY


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


# What was said about it: ready sentences as its owner reads them, then a curator's own (`publishing.reason_words`)


def reason_as_read(reason: str) -> str:
    """The ready sentences in the active language; what a curator typed stays as it is."""
    said, rest = [], reason
    while (found := next((one for one in ready_sentences() if starts_with(rest, one[0])), None)) is not None:
        sentence, key = found
        said.append(str(READY[key]))
        rest = rest[len(sentence) :].removeprefix(" ")
    return " ".join([*said, rest]).rstrip()


def starts_with(text: str, sentence: str) -> bool:
    return text == sentence or text.startswith(f"{sentence} ")


@cache
def ready_sentences() -> list[tuple[str, str]]:
    """Each in every language that an owner may have read it in, with its key; the longer of two first."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {one_line(str(sentence)): key for key, sentence in READY.items()}
    return sorted(found.items(), key=lambda one: -len(one[0]))
