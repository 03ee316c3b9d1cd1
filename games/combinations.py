"""Combinations of matches of Game of Quotes that are over: what each is made of, and whose words they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from accounts import ties
from games import catalog
from games.cast import Cast, removed
from games.desk import readable
from games.game_of_quotes import looks
from games.game_of_quotes.cards import category_of, is_blank, row_of, source_words
from games.game_of_quotes.parts import Reading, Table
from games.models import Match, Seat
from games.quoted import FIELDS, side_of
from quotes.models import Card, Deck, Version, Words

PERSON = ("is_guest", "is_active")
OF_A_DECK = (
    *("starter", "state", "licence", "title", "hidden_at", "removed_at", "published"),
    *("owner", "owner__name"),
)
NOBODY = 0  # in place of a person: this part is free, or a bot's
LICENCES = {
    Deck.Licence.BY_SA: "https://creativecommons.org/licenses/by-sa/4.0/",
    Deck.Licence.BY: "https://creativecommons.org/licenses/by/4.0/",
    Deck.Licence.ZERO: "https://creativecommons.org/publicdomain/zero/1.0/",
}


@dataclass(frozen=True)
class Combination:
    """A quote and the mouth it was put into. match: its row. language: of the deck of its table."""

    match: int
    round: int
    reading: Reading
    language: str

    @property
    def seat(self) -> int:
        return self.reading.seat

    @property
    def cards(self) -> set[int]:
        """The rows of the decks' cards in it."""
        faces = (self.reading.quote, self.reading.source.face)
        return {row_of(face) for face in faces if face and not is_blank(face)}

    @property
    def words(self) -> set[int]:
        """The numbers of what people wrote for the match in it."""
        quote, source = self.reading.quote, self.reading.source
        numbers = {row_of(quote) if is_blank(quote) else None, source.words if source.words > 0 else None}
        if source.face and is_blank(source.face):
            numbers.add(source_words(source.face))
        return {number for number in numbers if number is not None}


def combinations_of(match: int, table: Table) -> list[Combination]:
    """All that were read in a match, in that order."""
    return [
        Combination(match, number, reading, table.options.language)
        for number, readings in enumerate(table.readings, 1)
        for reading in readings
    ]


def combination_at(match: Match, number: int, seat: int) -> Combination:
    """The one of this round and seat. Raises LookupError."""
    for one in combinations_of(match.pk, table_of(match)):
        if (one.round, one.seat) == (number, seat):
            return one
    raise LookupError("no such combination")


def table_of(match: Match) -> Table:
    with readable():
        table: Table = catalog.codec(match.game).table(match.table)
        return table


# What it says


def texts(combination: Combination, cast: Cast) -> tuple[looks.Text, looks.Text]:
    """The quote and the source, as they are read."""
    reading, language = combination.reading, combination.language
    return looks.quote_text(reading.quote, cast, language), looks.source_text(reading.source, cast, language)


def category(combination: Combination) -> str:
    """The kind of its source, "" for one that was written."""
    face = combination.reading.source.face
    return (category_of(face) or "") if face else ""


# What it is made of, and by whom


@dataclass
class Parts:
    """The rows behind some combinations: four queries, however many there are."""

    seats: dict[tuple[int, int], dict[str, Any]]
    words: dict[int, dict[str, Any]]
    cards: dict[int, dict[str, Any]]
    versions: dict[int, dict[str, Any]]
    unread: set[int] = field(default_factory=set)  # authors of whom the reader wants to read nothing

    def cast(self) -> Cast:
        """With all texts that may be seen."""
        texts = {
            number: row["text"] for number, row in self.words.items() if row["author"] not in self.unread
        }

        def read(number: int) -> str:
            return texts[number] if number in texts else removed(number)

        return Cast((), None, words=read, cards={row: side_of(card) for row, card in self.cards.items()})


def parts_of(combinations: Iterable[Combination], reader: Any = None) -> Parts:
    """What these combinations are made of; nothing of it that is hidden."""
    combinations = list(combinations)
    seats = Seat.objects.filter(match__in={one.match for one in combinations}).values(
        "match", "number", "bot", "name", "person", "person__name", "left_by", *people("person")
    )
    words = Words.objects.filter(pk__in={number for one in combinations for number in one.words})
    cards = Card.objects.filter(pk__in={row for one in combinations for row in one.cards})
    kept = cards.filter(hidden_at=None, deck__hidden_at=None).values(
        "pk", "author", *FIELDS, *people("author"), *(f"deck__{name}" for name in OF_A_DECK)
    )
    by_row = {card["pk"]: card for card in kept}
    published = {card["deck__published"] for card in by_row.values()} - {None}
    versions = Version.objects.filter(pk__in=published).values("pk", "title", "licence", "cards")
    return Parts(
        {(seat["match"], seat["number"]): seat for seat in seats},
        {
            row["pk"]: row
            for row in words.filter(hidden_at=None).values("pk", "text", "author", *people("author"))
        },
        by_row,
        {version["pk"]: version for version in versions},
        ties.hidden_authors(reader) if reader is not None else set(),
    )


def people(field_name: str) -> tuple[str, ...]:
    return tuple(f"{field_name}__{name}" for name in PERSON)


def writers(combination: Combination, parts: Parts) -> set[int] | None:
    """Whose yes it takes; None if somebody cannot give it, or a part is not to be seen."""
    if not (combination.cards <= parts.cards.keys() and combination.words <= parts.words.keys()):
        return None
    seat = parts.seats[combination.match, combination.seat]
    owed = [NOBODY if by_a_bot(seat) else asked(seat, "person")]
    owed += [asked(parts.words[number], "author") for number in combination.words]
    cards = [parts.cards[row] for row in combination.cards]
    owed += [NOBODY if is_free(card, parts) else asked(card, "author") for card in cards]
    if None in owed or left_by_another(seat) or not gone_from(combination.match, parts).isdisjoint(owed):
        return None
    return {person for person in owed if person}


def gone_from(match: int, parts: Parts) -> set[int]:
    """Who got up from a match and did not come back."""
    seats = [seat for (of, _number), seat in parts.seats.items() if of == match]
    return {seat["left_by"] for seat in seats} - {seat["person"] for seat in seats} - {None}


def asked(row: dict[str, Any], who: str) -> int | None:
    """The person who can be asked: there, with an account of their own."""
    there = row[who] is not None and row[f"{who}__is_active"] and not row[f"{who}__is_guest"]
    return row[who] if there else None


def by_a_bot(seat: dict[str, Any]) -> bool:
    """Whether a bot sat there from the beginning. Of a person who is gone for good not even the name is left."""
    return bool(seat["bot"] and seat["person"] is None and seat["left_by"] is None and seat["name"])


def left_by_another(seat: dict[str, Any]) -> bool:
    """Whether somebody got up from there who did not come back."""
    return seat["left_by"] is not None and seat["left_by"] != seat["person"]


def is_free(card: dict[str, Any], parts: Parts) -> bool:
    """Whether a licence lets everybody see this card: of a deck of the house, or as it was published."""
    return bool(card["deck__starter"] or licence_of(card, parts))


def licence_of(card: dict[str, Any], parts: Parts) -> str:
    """The licence under which a card is out, "" for none: a newer one of the same deck may not be out yet."""
    if card["deck__starter"]:
        return str(card["deck__licence"])
    if card["deck__state"] != Deck.State.PUBLISHED or card["deck__removed_at"]:
        return ""
    version = parts.versions.get(card["deck__published"])
    if version is None:
        return str(card["deck__licence"])
    return str(version["licence"]) if card["pk"] in version["cards"] else ""


# Who is named


def maker(one: Combination, parts: Parts) -> tuple[str, int | None]:
    """The name of who put it together, "" for a bot's, and the key of their row."""
    seat = parts.seats[one.match, one.seat]
    return ("", None) if by_a_bot(seat) else (str(seat["person__name"] or ""), seat["person"])


def decks_of(one: Combination, parts: Parts) -> list[dict[str, Any]]:
    """The decks its cards are from, with what their licences want named; of a private one nothing is told."""
    found: dict[str, dict[str, Any]] = {}
    for row in sorted(one.cards):
        card = parts.cards[row]
        licence = licence_of(card, parts)
        if licence:
            version = parts.versions.get(card["deck__published"]) or {"title": card["deck__title"]}
            named = {
                "title": version["title"],
                "licence": licence,
                "url": LICENCES.get(Deck.Licence(licence), "") if licence in Deck.Licence.values else "",
            }
            owner = {"owner": card["deck__owner__name"] or "", "owner_key": card["deck__owner"]}
            found[version["title"]] = named | owner
    return list(found.values())
