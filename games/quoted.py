"""The cards of decks that a page shows, loaded for it: what the rules know by its row alone."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import F

from games.cast import Cast, Side
from games.face import Face
from quotes.models import Card

FIELDS = ("quote", "source", "description", "category", "language", "side", "hidden_at", "number", "deck_id")


def with_cards(face: Face, cast: Cast, view: Any) -> Cast:
    """The cast with all cards that this view shows: one query, or none for a game without decks."""
    rows = face.cards_in(view)
    return replace(cast, cards=sides(rows, both=face.shows_both_sides(view))) if rows else cast


def sides(rows: Iterable[int], *, both: bool = False) -> dict[int, Side]:
    """Cards by their row. both: also what is on the other side of each, which a card of one side has not.

    Of a hidden card nothing is told.
    """
    wanted = set(rows)
    found = Card.objects.filter(pk__in=wanted).values("pk", *FIELDS)
    if both:
        # Put together of two, as each is a look at a few rows: either of both in one condition would read all cards.
        places = Card.objects.filter(deck__cards__pk__in=wanted, number=F("deck__cards__number"))
        found = found.union(places.filter(retired_at=None).values("pk", *FIELDS))
    cards = list(found)
    others = {(card["deck_id"], card["number"], card["side"]): card for card in cards}
    return {
        card["pk"]: side_of(card, others.get((card["deck_id"], card["number"], other_side(card["side"]))))
        for card in cards
        if card["pk"] in wanted and not card["hidden_at"]
    }


def other_side(side: str) -> str:
    return Card.Side.BLUE if side == Card.Side.RED else Card.Side.RED


def side_of(card: dict[str, Any], other: dict[str, Any] | None = None) -> Side:
    behind = side_of(other) if other is not None and not other["hidden_at"] else None
    return Side(
        *(card[name] for name in ("quote", "source", "description", "category", "language")),
        behind=behind,
        row=card["pk"],
    )
