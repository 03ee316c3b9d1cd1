"""A table of Game of Quotes that waits, and which cards would be dealt at it."""

import json
import re

from games.models import Match
from quotes.models import Deck
from tests.games.scripts import text
from tests.games.test_decks import quotes_of
from tests.games.test_lobby import table

SLUG = "game-of-quotes"


def waiting(host, *chosen, seats=3, **more) -> Match:
    return table(host, SLUG, seats=seats, chosen_decks=chosen, **more)


def cards_url(match: Match, query: str = "") -> str:
    return f"/m/{match.code}/table/cards/{query}"


def row(made: Deck, number: int, side: str = "red") -> int:
    return made.cards.get(number=number, side=side, retired_at=None).pk


def dealt_quotes(match: Match) -> set[str]:
    match.refresh_from_db()
    options = json.loads(match.options)
    return set(quotes_of(options["cards"]))


def shown(page) -> list[int]:
    return [int(key) for key in re.findall(r'name="shown" value="(\d+)"', text(page))]


def ticked(page) -> list[int]:
    return [int(key) for key in re.findall(r'name="out" value="(\d+)" checked', text(page))]
