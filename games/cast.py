"""What sentences and pages are made from: who sits where, what somebody wrote, and the cards of decks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


class Removed(str):
    """What stands in the place of a text that is not shown (any more); nobody typed it."""

    __slots__ = ()


def typed(text: str) -> str:
    """A text for a field that is to be written in: nothing in place of one that was removed."""
    return "" if isinstance(text, Removed) else text


def removed(number: int) -> str:
    """What stands where a text was hidden or is not there any more."""
    return Removed(_("removed"))


@dataclass(frozen=True)
class Side:
    """What a card of a deck says on the side that is played, and its row. behind: its other side, if it may be seen."""

    quote: str
    source: str
    description: str
    category: str
    language: str
    behind: "Side | None" = None
    row: int = 0


@dataclass(frozen=True)
class Cast:
    """Who sits where, and which seat is reading (None: nobody's, as in a replay or for a watcher).

    words: what somebody wrote, by its number, as plain text; known for those that the events name which are to be
    said (`Face.words_in`), and for those the view shows (`Face.written_in`).
    cards: of decks, by their row, those that the view shows (`Face.cards_in`); a hidden one is not there.
    heard: how far the reader has come in what is told bit by bit, by its number (`Face.told_in_parts`).
    The log fills all of them in (`log.told`), and a replay (`views/replay.py`). A sentence of the log that uses words
    is never kept in memory; none uses cards or what was heard.
    """

    names: tuple[str, ...]
    me: int | None
    stamps: tuple[SafeString, ...] = ()
    words: Callable[[int], str] = removed
    sort: str = ""  # how the reader wants a hand sorted, where a game offers it
    cards: Mapping[int, Side] = field(default_factory=dict, compare=False)
    heard: Mapping[int, int] = field(default_factory=dict, compare=False)

    def name(self, seat: int) -> str:
        return self.names[seat]

    def is_me(self, seat: int) -> bool:
        return self.me is not None and seat == self.me

    def list(self, seats: tuple[int, ...]) -> str:
        """Names as a phrase: "Ada, Bo and Cleo"; the reader is "you"."""
        names = [_("you") if self.is_me(seat) else self.name(seat) for seat in seats]
        if len(names) < 2:
            return "".join(names)
        return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def phrase(sentence: Any, **names: Any) -> SafeString:
    """A translated sentence with its placeholders filled in; everything but our own markup is escaped."""
    return mark_safe(str(sentence) % {key: conditional_escape(value) for key, value in names.items()})
