"""A table of Game of Quotes with people and a deck whose texts tell which card they are of.

Card 12 says "Quote number 12.", and it is said by "Source number 12", "described as 12"; its blue side is the same with
"behind" in it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from django.db import transaction
from django.test import Client

from games import dealing
from games.cast import Cast, Side
from games.engine import State
from games.game_of_quotes.cards import CATEGORIES, is_blank, row_of
from games.game_of_quotes.face import cards_of
from games.game_of_quotes.rules import GAME
from games.models import Match, Seat
from quotes.models import Card, Deck
from tests.games.scripts import Party, people, play_on

NAMES = ("Alice", "Bob", "Cleo", "Emil", "Fay", "Gus")
CARDS = 80


# Without a database


def side(number: int, behind: bool = False) -> Side:
    other = None if behind else side(number, behind=True)
    more = "behind " if behind else ""
    return Side(
        f"Quote {more}number {number}.",
        f"Source {more}number {number}",
        f"described {more}as {number}",
        CATEGORIES[number % len(CATEGORIES)],
        "en",
        other,
    )


def cast_of(
    state: State[Any, Any, Any], me: int | None = 0, heard: dict[int, int] | None = None, both: bool = False
) -> Cast:
    """As the house would fill it for this viewer. both: with the other sides of the cards."""
    rows = {row_of(card) for card in cards_of(state.view(me)) if not is_blank(card)}
    cards = {row: side(row) if both else replace(side(row), behind=None) for row in rows}
    seats = state.table.seats
    return Cast(NAMES[:seats], me, ("",) * seats, words=lambda n: f"text {n}", cards=cards, heard=heard or {})


# With one


def make_deck(count: int = CARDS) -> Deck:
    """A deck of two-sided cards; texts are by the number, not by the row."""
    deck = Deck.objects.create(title="The deck", language="en", state=Deck.State.PUBLISHED, starter="en")
    rows = []
    for number in range(1, count + 1):
        for name, one in (("red", side(number)), ("blue", side(number, behind=True))):
            rows.append(
                Card(
                    deck=deck,
                    number=number,
                    side=name,
                    quote=one.quote,
                    source=one.source,
                    description=one.description,
                    category=one.category,
                    language="en",
                )
            )
    Card.objects.bulk_create(rows)
    return deck


def sit(
    seats: int = 3, cast: list[Any] | None = None, deck: Deck | None = None, seed: str = "1", **options: Any
) -> Match:
    """A dealt match of so many people. cast: who, None for a bot."""
    sitting = cast if cast is not None else people(seats)
    match = Match(game=GAME.slug, rules=GAME.version, options="{}", pace=24 * 3600)
    match.seed = f"the secret seed {seed}"
    rows = [
        Seat(match=match, number=n, person=who, bot=who is None, name=str(who or f"Bot {n}"), face=n)
        for n, who in enumerate(sitting)
    ]
    with transaction.atomic():
        dealing.deal(match, rows, msgspec.convert(options, GAME.options_type), [deck or make_deck()])
    return match


def table(
    until: Callable[[Any], bool] | None = None, seats: int = 3, deck: Deck | None = None, **options: Any
) -> Party:
    """People at a match that bots have played for them up to here, each with a browser."""
    match = sit(seats, deck=deck, **options)
    if until is not None:
        play_on(match, until)
    clients = {}
    for seat in match.seats.all():
        clients[seat.number] = Client()
        clients[seat.number].force_login(seat.person)
    return Party(match, clients)


def in_round(number: int, step: int = 0) -> Callable[[Any], bool]:
    """Until this question is open, and no stamp any more."""

    def is_there(state: Any) -> bool:
        stamping = any(prompt.kind == "stamp" for prompt in state.prompts)
        return (state.table.round, state.table.step) == (number, step) and not stamping

    return is_there


def revealed(number: int) -> Callable[[Any], bool]:
    """Until the combinations of this round can be read, and nobody has stamped them."""
    return lambda state: len(state.table.readings) == number


def texts(party: Party, cards: Any) -> dict[str, Card]:
    """The rows of these cards by their names in the rules."""
    rows = Card.objects.in_bulk([row_of(card) for card in cards])
    return {card: rows[row_of(card)] for card in cards}
