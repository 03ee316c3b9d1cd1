"""Questions whose choices are seats: which those are, and how their answers last until the deal.

A table before the deal has no fixed numbers: whoever gets up moves the others. So an answer is kept by the key of
the seat's row, and becomes a number when the cards are dealt.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import Field
from games.models import Seat

# Asks to which no two seats give the same answer.
ONE_EACH = {"game-of-quotes": ("colour",)}


def naming_seats(field: Field) -> bool:
    """Whether the choices of an option or ask are seats: it can be answered only once people sit there."""
    return any(choice.seat is not None for choice in field.choices)


def split(asks: Iterable[Field]) -> tuple[list[Field], list[Field]]:
    """What can be asked of everybody who sits down, and what only about those who sit there already."""
    fields = list(asks)
    return [one for one in fields if not naming_seats(one)], [one for one in fields if naming_seats(one)]


def by_number(asks: Iterable[Field], seats: list[Seat]) -> list[dict[str, Any]]:
    """What each seat told, its answers that name a seat as the number of that seat; without those that left."""
    places = {seat.pk: seat.number for seat in seats}
    names = {field.name for field in split(asks)[1]}
    return [
        {
            name: places[answer] if name in names else answer
            for name, answer in seat.told.items()
            if name not in names or answer in places
        }
        for seat in seats
    ]


def holders(name: str, seats: Sequence[Seat]) -> dict[Any, Seat]:
    """Who has which answer to an ask; of two, whoever sat down first."""
    found: dict[Any, Seat] = {}
    for seat in seats:
        if name in seat.told:
            found.setdefault(seat.told[name], seat)
    return found


def still_free(slug: str, told: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """What somebody says who sits down, without what only one can have and somebody has by now."""
    taken = {name for name in ONE_EACH.get(slug, ()) if told.get(name) in holders(name, seats)}
    return {name: answer for name, answer in told.items() if name not in taken}
