"""What only one person at a table can have before the deal: the thing that is grabbed, a colour of one's own.

They are asks of the game like others, and their answers are `told` of a seat.
"""

from collections.abc import Sequence
from typing import Any

from games import catalog, naming, page, seating, tables
from games.engine import Field
from games.models import Match, Seat
from games.refusals import Refused


def is_grab(field: Field) -> bool:
    """Whether an ask has but one answer, which goes to whoever is first."""
    return field.kind == "one" and len(field.choices) == 1 and not naming.naming_seats(field)


def fields(slug: str) -> list[Field]:
    """What can be grabbed in this game."""
    return [field for field in catalog.GAMES[slug].asks if is_grab(field)]


def boxes(slug: str, mine: Seat, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """What can be grabbed at a table, and who has it, for the page of one who sits there."""
    face = catalog.face(slug)
    found = []
    for field in fields(slug):
        holder = next(iter(naming.holders(field.name, seats).values()), None)
        found.append(
            {
                "name": field.name,
                "label": face.option_label(field),
                "open": face.option(field, None, ()),
                "holder": page.name_of(holder) if holder else "",
                "mine": holder is not None and holder.pk == mine.pk,
            }
        )
    return found


def grab(code: str, person: Any, name: str, *, on: bool = True) -> Match:
    """Take it, or give it back. Pressed twice, it changes nothing. Raises Refused."""
    with tables.locked(code=code) as table:
        seat = table.seat_of(person)
        if seat is None:
            raise Refused("gone", 404)
        tables.must_wait(table)
        field = next((one for one in fields(table.match.game) if one.name == name), None)
        if field is None:
            raise Refused("not_understood", 422)
        holder = next(iter(naming.holders(name, table.seats).values()), None)
        if on and holder is not None and holder.pk != seat.pk:
            raise Refused("grabbed", name=page.name_of(holder))
        if on == (name in seat.told):
            return table.match
        others = {key: value for key, value in seat.told.items() if key != name}
        seat.told = others | ({name: field.choices[0].value} if on else {})
        seat.save(update_fields=["told"])
        tables.changed(table)
        return table.match


def tell(code: str, person: Any, told: dict[str, Any], named: dict[str, int | None]) -> Match:
    """As `seating.tell`, with what was grabbed kept, and no answer that somebody else has. Raises Refused."""
    with tables.locked(code=code) as table:
        seat = table.seat_of(person)
        if seat is None:
            raise Refused("gone", 404)
        tables.must_wait(table)
        asks = naming.ONE_EACH.get(table.match.game, ())
        must_be_free(asks, told, [other for other in table.seats if other.pk != seat.pk])
        kept = {field.name for field in fields(table.match.game)} & set(seat.told)
        shown = any(told.get(name) != seat.told.get(name) for name in asks)
        seating.tell(code, person, told | {name: seat.told[name] for name in kept}, named)
        if shown:  # the others cannot have it now, or can
            tables.changed(table)
        return table.match


def must_be_free(asks: Sequence[str], told: dict[str, Any], others: Sequence[Seat]) -> None:
    """Raises Refused if somebody else has an answer that no two can have."""
    for name in asks:
        holder = naming.holders(name, others).get(told.get(name))
        if holder is not None:
            raise Refused("not_yours", name=page.name_of(holder))
