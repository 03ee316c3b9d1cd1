"""What the host of a table that waits may do to its cards: take other decks, and leave single cards out."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games import beginning, decks, tables
from games.catalog import GAMES
from games.models import Match
from games.refusals import Refused
from games.tables import Table
from quotes import lookup
from quotes.models import Card, Deck


@dataclass(frozen=True)
class Cards:
    """What a table is dealt from. out: what was left out; left: how many cards remain; needed: for all its seats."""

    all: list[Any]  # as decks.joined has them
    out: set[int]
    needed: int

    @property
    def left(self) -> int:
        return len(self.all) - len(self.out)

    @property
    def dealt(self) -> int:
        """So many lie in the match."""
        return min(decks.MOST_DEALT, self.left)

    @property
    def few(self) -> bool:
        return self.left < self.needed


def cards_of(match: Match) -> Cards:
    """Four queries, however many cards there are."""
    found = decks.joined(decks.of_table(match), side_of(match))
    kept = {card.pk for card in decks.left_in(found, match.vetoed)}
    needed = GAMES[match.game].least_cards(match.wanted)
    return Cards(found, {card.pk for card in found} - kept, needed)


def side_of(match: Match) -> str:
    return str(json.loads(match.options).get("side", Card.Side.RED))


def found_in(cards: Cards, text: str, *, only_out: bool = False) -> list[int]:
    """The rows of those that say this; all for "". One query, or none."""
    rows = [card.pk for card in cards.all if not only_out or card.pk in cards.out]
    if not text:
        return rows
    decks_there = {card.deck_id for card in cards.all}
    hits = set(lookup.keys(Card.objects.filter(deck__in=decks_there), text))
    return [row for row in rows if row in hits]


def leave_out(code: str, host: Any, shown: Iterable[int], out: Iterable[int]) -> Match:
    """Of the cards that were shown, leave these out and put all others back. Sent twice, it is the same.

    Raises Refused.
    """
    with tables.locked(code=code) as table:
        must_change(table, host)
        match = table.match
        there = {card.pk for card in cards_of(match).all}
        shown, out = there & set(shown), there & set(out)
        # A card that was left out before may have got another row: it is put back by what it says.
        back = decks.sayings(shown)
        left_out = Card.objects.filter(pk__in=match.vetoed).values_list("pk", "likeness")
        kept = [row for row, likeness in left_out if likeness not in back]
        store(table, sorted({*kept, *(out & shown)}))
        return match


def change_decks(code: str, host: Any, chosen: list[Deck]) -> Match:
    """Deal from these decks instead. What was left out of those that stay is left out still. Raises Refused."""
    with tables.locked(code=code) as table:
        must_change(table, host)
        match = table.match
        vetoed = decks.left_out_of(chosen, match.vetoed)
        options = json.loads(match.options)
        beginning.must_have_cards(match.game, match.wanted, chosen, options, vetoed)
        match.decks.set(chosen)
        store(table, vetoed)
        return match


def must_change(table: Table, host: Any) -> None:
    """Raises Refused unless this is the host of a table that waits, whose cards come from decks."""
    if not decks.needs_decks(table.match.game):
        raise Refused("gone", 404)
    tables.must_host(table, host)
    tables.must_wait(table)


def store(table: Table, vetoed: list[int]) -> None:
    if table.match.vetoed != vetoed:
        table.match.vetoed = vetoed
        tables.changed(table, "vetoed")
    else:
        tables.changed(table)
