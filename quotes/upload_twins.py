"""What a deck has beside the rows of a file: cards that say the same, and those that a row with their number alters."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from quotes.editing import Texts
from quotes.exchange import Card as FileCard
from quotes.exchange import Reason, Row, near_duplicates
from quotes.likeness import key_of, sameness
from quotes.models import Card, Deck

Place = tuple[int, str]  # number and side
LEAST_ALIKE = (
    2  # of so many rows with the number of a card one has its quote or source: the file is of this deck
)


class There(NamedTuple):
    """One side of a card of the deck."""

    pk: int
    number: int
    side: str
    quote: str
    source: str
    description: str
    category: str
    tags: str
    likeness: str
    created_at: datetime
    hidden_at: datetime | None

    @property
    def texts(self) -> Texts:
        return Texts(self.quote, self.source, self.description, self.category, self.tags)


def there(deck: Deck) -> list[There]:
    """All that is in a deck now, by number. One query."""
    return [There(*row) for row in deck.cards.there().in_order().values_list(*There._fields)]


@dataclass
class Beside:
    """The cards of a deck, by what rows of a file may have in common with them."""

    by_place: dict[Place, There] = field(default_factory=dict)
    by_likeness: dict[str, list[There]] = field(default_factory=lambda: defaultdict(list))
    numbers: set[int] = field(default_factory=set)

    def at(self, row: Row) -> There | None:
        """The card whose number and side a row has, unless a moderator has hidden it."""
        if row.card is None or row.card.number is None:
            return None
        card = self.by_place.get((row.card.number, row.card.side))
        return card if card and not card.hidden_at else None

    def has_free(self, card: FileCard) -> bool:
        """Whether a card with this number is there, and not this side of it."""
        return card.number in self.numbers and (card.number, card.side) not in self.by_place


def beside(cards: Iterable[There]) -> Beside:
    made = Beside()
    for card in cards:
        made.by_place[card.number, card.side] = card
        made.by_likeness[card.likeness].append(card)
        made.numbers.add(card.number)
    return made


def is_of(deck: Beside, rows: Sequence[Row]) -> bool:
    """Whether a file seems to be one of this deck, mended: its numbers are those of cards that are like its rows."""
    named = [(row, card) for row in rows if (card := deck.at(row))]
    return 0 < len(named) <= LEAST_ALIKE * sum(is_like(row, card) for row, card in named)


def is_like(row: Row, card: There) -> bool:
    assert row.card
    pairs = ((row.card.quote, card.quote), (row.card.source, card.source))
    return any(one and sameness(one) == sameness(other) for one, other in pairs)


class Twins(NamedTuple):
    """What is against taking a row, by places: a card that says the same, or another row of the file."""

    cards: dict[int, There]
    rows: dict[int, Reason]


def twins(
    deck: Beside, rows: Sequence[Row], changes: Mapping[int, There], held: set[int], anyway: set[int]
) -> Twins:
    """changes: rows that would change a card; held: those of them that do not; anyway: rows that are taken in any case.

    A card whose text goes is nobody's twin: quotes can change places.
    """
    merged = near_duplicates(rows, staying=changes)
    keys = {place: key_of(row.card.quote, row.card.source) for place, row in enumerate(rows) if row.card}
    going = {
        card.pk: place
        for place, card in changes.items()
        if keys[place] != card.likeness and place not in held and (place not in merged or place in anyway)
    }
    wanted: dict[str, list[int]] = defaultdict(list)
    for place in going.values():
        wanted[keys[place]].append(place)

    def twin_of(place: int) -> There | None:
        mine = changes.get(place)
        like = deck.by_likeness.get(keys[place], ())
        return next((card for card in like if card is not mine and card.pk not in going), None)

    # Where a change is not made its card keeps its text, and whoever wants that text has a twin again.
    stack = list(going.values())
    while stack:
        place = stack.pop()
        card = changes[place]
        if card.pk in going and place not in anyway and twin_of(place):
            del going[card.pk]
            stack += wanted.get(card.likeness, ())
    found = {place: card for place in keys if (card := twin_of(place))}
    return Twins(found, {place: why for place, why in merged.items() if place not in found})


def kind_of(given: str | None, preset: str, card: There | None) -> str:
    """The kind of source: as the row says, else as its card has it, else as was chosen for all."""
    return given or (card.category if card else "") or preset or Card.Category.HOME
