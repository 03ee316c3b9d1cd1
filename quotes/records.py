"""What was done to a deck as a whole: written down with the change itself, and read for its history."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from quotes import crediting
from quotes.models import Deck, DeckChange

KEPT = 200  # changes of a deck; the oldest go
What = DeckChange.What
WORDS = (What.TITLE, What.LANGUAGE, What.DESCRIPTION, What.LICENCE, What.RATING)
TYPED = (What.TITLE, What.DESCRIPTION)
BY_CURATORS = (What.PUBLISHED, What.TAKEN_BACK)


# Written in the transaction of what is done, under the deck's lock


def words(person: Any, deck: Deck, before: Mapping[str, str]) -> None:
    """The words of a deck that are other ones now, all at one time. before: what they were."""
    about = {"deck": deck, "person": person, "at": deck.changed_at}
    pairs = {name: {"before": before[name], "after": getattr(deck, name)} for name in WORDS}
    other = {name: pair for name, pair in pairs.items() if pair["before"] != pair["after"]}
    keep(deck, [DeckChange(what=name, **about, **pair) for name, pair in other.items()])


def taken_back(deck: Deck, owner: Any) -> None:
    """From everybody: by its owner, or by a curator."""
    if owner is None:
        note(deck, What.TAKEN_BACK)
    else:
        note(deck, What.STATE, owner, before=Deck.State.PUBLISHED, after=deck.state)


def note(deck: Deck, what: str, person: Any = None, **more: Any) -> None:
    keep(deck, [DeckChange(deck=deck, what=what, person=person, **more)])


def keep(deck: Deck, rows: Iterable[DeckChange]) -> None:
    if not DeckChange.objects.bulk_create(rows):
        return
    old = deck.changes.order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 1]
    for last in old:
        deck.changes.filter(pk__lte=last).delete()


def forget(deck: Deck) -> None:
    """Nobody edits it any more: neither is its history read, nor can anybody join."""
    deck.changes.all().delete()
    deck.editor_links.all().delete()


# Read


def of(deck: Deck, limit: int) -> list[list[DeckChange]]:
    """What was done at one time, each; the latest first. One query, of a copy two."""
    rows = list(deck.changes.select_related("person", "other").order_by("-at", "-pk")[:limit])
    found = [list(together) for _at, together in groupby(rows, key=lambda row: row.at)]
    return [sorted(together, key=lambda row: row.pk) for together in found]


def hides_texts(deck: Deck) -> bool:
    """A copy begins with the words of the other deck: once that is hidden, what it was called is read nowhere."""
    return any(one.hidden for one in crediting.origins_of(deck))
