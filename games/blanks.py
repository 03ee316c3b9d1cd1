"""Blank cards before the deal: whoever sits at the table may fill some in, first come, first served.

What is written shows itself to its writer alone until it is dealt.
"""

import json
from typing import Any

from django.db.models import QuerySet

from accounts.standing import MayNotWrite, must_be_allowed_to_write
from games import decks, tables
from games.models import Blank, Match
from games.refusals import Refused
from games.tables import Table
from quotes.models import MOST_NAME, Words
from quotes.text import clean

OPTION = "most_blanks"  # how many a table may fill in


def most(match: Match) -> int:
    """How many blanks this table may fill in."""
    return json.loads(match.options).get(OPTION, 0) if decks.needs_decks(match.game) else 0


def box(match: Match, person: Any, cards: int) -> dict[str, Any] | None:
    """What the table's page says of its blanks: how many are free, and what this person wrote. Three queries.

    offers: whether a deck of the table has somebody to offer a card to. cards: among how many they are shuffled.
    """
    count = most(match)
    if not count:
        return None
    filled = decks.blanks_of(match)
    mine = filled.filter(writer=person).select_related("quote", "source")
    return {
        "most": count,
        "free": max(0, count - filled.count()),
        "mine": list(mine),
        "offers": decks.taking_offers(match).exists(),
        "cards": cards,
    }


def write(
    code: str, person: Any, quote: str, source: str = "", *, keep: bool = True, offered: bool = False
) -> Match:
    """Fill in a blank. Sent twice, it is one. Raises Refused.

    keep: in the writer's own deck of blanks. offered: to the people who edit the table's deck, once the match is over.
    """
    texts = read_quote(quote), read_source(source)
    may_write(person)
    with tables.locked(code=code) as table:
        must_sit(table, person)
        twin = twins(table.match, person, *texts).first()
        if twin is not None:
            if twin.keep != keep:
                twin.keep = keep
                twin.save(update_fields=["keep"])
            return table.match
        drop_uncounted(table.match)
        if decks.blanks_of(table.match).count() >= most(table.match):
            raise Refused("no_blank")
        words = [Words.objects.create(text=text, author=person) if text else None for text in texts]
        Blank.objects.create(
            match=table.match, writer=person, quote=words[0], source=words[1], keep=keep, offered=offered
        )
        tables.changed(table)
        return table.match


def may_write(person: Any) -> None:
    """Raises Refused for somebody who writes nothing just now."""
    try:
        must_be_allowed_to_write(person)
    except MayNotWrite as muted:
        raise Refused("bad_text", 422, field="quote", words=muted.words) from muted


def withdraw(code: str, person: Any, key: int) -> Match:
    """Take back a blank of one's own (the row's key); pressed twice, it is gone once. Raises Refused."""
    with tables.locked(code=code) as table:
        must_sit(table, person)
        blank = Blank.objects.filter(match=table.match, writer=person, pk=key).first()
        if blank is not None:
            drop(blank)
            tables.changed(table)
        return table.match


def must_sit(table: Table, person: Any) -> None:
    if table.seat_of(person) is None:
        raise Refused("gone", 404)
    tables.must_wait(table)


def twins(match: Match, person: Any, quote: str, source: str) -> QuerySet[Blank]:
    """What this person wrote into a blank of this table already, word for word."""
    same = decks.blanks_of(match).filter(writer=person, quote__text=quote)
    return same.filter(source__text=source) if source else same.filter(source=None)


def drop_uncounted(match: Match) -> None:
    """Whoever got up took theirs along, and hidden ones take no place."""
    for blank in Blank.objects.filter(match=match).exclude(pk__in=decks.blanks_of(match).values("pk")):
        drop(blank)


def drop(blank: Blank) -> None:
    """With its texts, which were nowhere else yet; those that a moderator has hidden stay."""
    blank.delete()
    Words.objects.filter(pk__in=[blank.quote_id, blank.source_id], hidden_at=None).delete()


def read_quote(typed: str) -> str:
    """A quote as it is kept. Raises Refused."""
    if not typed.strip():
        raise Refused("no_quote", 422, field="quote")
    return read_text(typed, "quote")


def read_source(typed: str) -> str:
    """A source as it is kept, "" for none. Raises Refused."""
    text = read_text(typed, "source") if typed.strip() else ""
    if len(text) > MOST_NAME:
        raise Refused("long_source", 422, field="source", length=len(text), limit=MOST_NAME)
    return text


def read_text(typed: str, field: str) -> str:
    try:
        return clean(typed)
    except ValueError as error:
        raise Refused("bad_text", 422, field=field, words=str(error)) from error
