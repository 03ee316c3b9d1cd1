"""Which cards of a file are nearly the same."""

from collections.abc import Container, Iterable, Sequence

from quotes.exchange.parts import Card, Reason, Row
from quotes.likeness import sameness


def near_duplicates(
    rows: Sequence[Row],
    existing: Iterable[str] = (),
    existing_sources: Iterable[str] = (),
    staying: Container[int] = (),
) -> dict[int, Reason]:
    """Which rows need not be added, by their place in `rows`, and why.

    existing: the quotes that are in the deck; existing_sources: the sources there that have no quote.
    Of two rows that are alike that one stays which is in `staying`, then a whole card, then the first. A source without
    a quote is compared with its like.
    """
    there = {("quote", sameness(quote)) for quote in existing} | {
        ("source", sameness(one)) for one in existing_sources
    }
    first: dict[tuple[str, str], int] = {}

    def rank(place: int) -> tuple[bool, bool]:
        return place in staying, is_whole(rows[place])

    for place, row in enumerate(rows):
        if row.card:
            key = key_of(row.card)
            if key not in first or rank(place) > rank(first[key]):
                first[key] = place
    return {
        place: Reason("there_already") if key in there else Reason("merged", {"row": rows[first[key]].line})
        for place, row in enumerate(rows)
        if row.card and ((key := key_of(row.card)) in there or first[key] != place)
    }


def key_of(card: Card) -> tuple[str, str]:
    return ("quote", sameness(card.quote)) if card.quote else ("source", sameness(card.source))


def is_whole(row: Row) -> bool:
    return row.kind == "card"
