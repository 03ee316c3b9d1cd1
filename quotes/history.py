"""What was done to the cards of a deck, and when: read off their rows, which are never thrown away."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet

from accounts.models import User
from quotes import editing
from quotes.models import Card, Deck, Suggestion
from quotes.refusals import Refused

MOST_SHOWN = 5  # cards of one change
Step = tuple[Card | None, Card | None]  # its row before and after


@dataclass(frozen=True)
class Change:
    """What was done to cards at one time: "added", "copied", "changed" or "removed".

    suggested_by: who wrote it where it was taken from a suggestion, unless they are gone; by is "" then where nobody
    else had a hand in it.
    cards: some of them, each as (its row before, its row after), None where there is none. count: how many there are.
    """

    what: str
    at: datetime
    by: Any
    cards: list[Step]
    count: int
    suggested_by: Any = None


def history(deck: Deck, limit: int = 50) -> list[Change]:
    """What was done to the cards of a deck, the latest first. Five queries, however much was done at one time."""
    made = by_moment(deck.cards.select_related("author", "replaces__retired_by"), "created_at", limit)
    gone = deck.cards.filter(replaced_by=None).exclude(retired_at=None).select_related("retired_by")
    changes = [change_of(deck, cards, count) for cards, count in made]
    for cards, count in by_moment(gone, "retired_at", limit):
        at = cards[0].retired_at
        assert at is not None
        changes.append(Change("removed", at, cards[0].retired_by, [(card, None) for card in cards], count))
    latest = sorted(changes, key=lambda one: one.at, reverse=True)[:limit]
    return with_suggestions(deck, latest)


def with_suggestions(deck: Deck, changes: list[Change]) -> list[Change]:
    """Who suggested what was taken: it was decided at the moment its card came. One query."""
    moments = {one.at for one in changes if one.what in ("added", "changed") and one.count == 1}
    rows = deck.suggestions.filter(state=Suggestion.State.TAKEN, decided_at__in=moments, writer__isnull=False)
    writers = {row.decided_at: row.writer for row in rows.select_related("writer")}
    return [suggested(one, writers[one.at]) if one.at in writers else one for one in changes]


def suggested(change: Change, writer: Any) -> Change:
    """The author of a card that was added is who wrote it, not who took it."""
    return replace(change, suggested_by=writer, by="" if change.by == writer else change.by)


def bring_text_back(person: User, old: Card) -> Card:
    """What a card said before stands in its place again: a change like any other, and its tags stay.

    Raises Refused, MayNotWrite.
    """
    now = editing.current(old)
    if old.hidden_at:
        raise Refused("hidden_words", 403)
    if now is None:
        raise Refused("card_out", 409)
    texts = replace(editing.texts_of(old), tags=now.tags)
    return editing.change(person, now, texts, author=old.author)


def by_moment(rows: QuerySet[Card], when: str, limit: int) -> list[tuple[list[Card], int]]:
    """The rows by when it happened, the latest first: some of each moment, and how many there are."""
    moments = rows.order_by().values(when).annotate(n=Count("pk"), low=Min("pk")).order_by(f"-{when}")[:limit]
    found = {moment[when]: (moment["n"], moment["low"]) for moment in moments}
    few = [at for at, (n, _low) in found.items() if n <= MOST_SHOWN]
    lows = [low for n, low in found.values() if n > MOST_SHOWN]
    cards: dict[datetime, list[Card]] = {}
    for card in rows.filter(Q(**{f"{when}__in": few}) | Q(pk__in=lows)).order_by("pk"):
        cards.setdefault(getattr(card, when), []).append(card)
    return [(cards[at], n) for at, (n, _low) in found.items() if at in cards]


def change_of(deck: Deck, cards: list[Card], count: int) -> Change:
    first = cards[0]
    if first.replaces is not None:
        return Change(
            "changed",
            first.created_at,
            first.replaces.retired_by,
            [(card.replaces, card) for card in cards],
            count,
        )
    copied = deck.credit and first.created_at == deck.created_at
    rows: list[Step] = [(None, card) for card in cards]
    return Change("copied" if copied else "added", first.created_at, first.author, rows, count)
