"""Our own format: a deck as JSON. docs/deck-format.md says what each part means."""

from collections.abc import Iterator
from typing import Any

from quotes.exchange.cards import make_row, skipped
from quotes.exchange.parts import SIDES, Row, Unreadable

FORMAT = "quote-deck"
VERSION = 1


def is_deck(tree: Any) -> bool:
    return isinstance(tree, dict) and tree.get("format") == FORMAT


def rows_of(deck: dict[str, Any]) -> Iterator[Row]:
    """The sides of its cards; keys that are not known are passed over. Raises Unreadable."""
    version = deck.get("version", VERSION)
    if isinstance(version, bool) or version not in (VERSION, str(VERSION)):
        raise Unreadable("version", version=str(version)[:20], known=VERSION)
    cards = deck.get("cards")
    if not isinstance(cards, list):
        raise Unreadable("nothing")
    for place, card in enumerate(cards, 1):
        yield from sides_of(place, card)


def sides_of(place: int, card: Any) -> Iterator[Row]:
    if not isinstance(card, dict):
        yield skipped(place, "empty" if card is None else "not_a_quote", card)
        return
    common = {"number": card.get("number"), "tags": card.get("tags")}
    sides = [side for side in SIDES if card.get(side) is not None]
    if not sides:  # a card of one side may have its texts without one
        yield make_row(place, card)
    for side in sides:
        texts = card[side]
        if isinstance(texts, dict):
            yield make_row(place, {**common, **texts, "side": side, "number": common["number"]})
        else:
            yield skipped(place, "not_a_quote", texts)
