"""What a match is dealt from where the cards are written by people: its decks, and the blanks filled in for it."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language
from msgspec.structs import replace

from games import catalog
from games.engine import Face
from games.game_of_quotes.cards import MOST_BLANKS, blank_card, deck_card
from games.models import Blank, Match, Seat
from quotes.models import MOST_NAME, Card, Deck

LENGTHS = (30, 60, 100)  # up to so many characters a quote is of length 0, 1, 2
FALLBACK = "en"
DEALT = Q(cards__retired_at=None, cards__hidden_at=None)


def needs_decks(slug: str) -> bool:
    """Whether the cards of this game come from decks."""
    return catalog.GAMES[slug].from_decks


def usable_by(person: Any) -> QuerySet[Deck]:
    """The decks somebody may host a match with: those for everybody, and their own."""
    mine = Q(owner=person) if person is not None else Q()
    return Deck.objects.filter(Q(state=Deck.State.PUBLISHED) | mine).filter(of_blanks=False)


def with_sizes(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """How many cards each has, as `size`: whichever side is played, a card is a number with any side."""
    return decks.annotate(size=Count("cards__number", distinct=True, filter=DEALT))


def chosen(person: Any, keys: Iterable[int]) -> list[Deck]:
    """The decks with these keys. Raises LookupError if one is not there, or not for this person."""
    wanted = set(keys)
    found = list(usable_by(person).filter(pk__in=wanted).order_by("pk"))
    if len(found) < len(wanted):
        raise LookupError("no such deck")
    return found


def readers_language() -> str:
    return (get_language() or FALLBACK).partition("-")[0]


def usual() -> list[Deck]:
    """The deck that is preset: the starter of the reader's language, else the English one."""
    starters = Deck.objects.filter(state=Deck.State.PUBLISHED).exclude(starter=None)
    decks = {deck.language: deck for deck in starters}
    deck = decks.get(readers_language()) or decks.get(FALLBACK)
    return [deck] if deck else []


def cards_of(decks: Iterable[Deck], side: str) -> tuple[Face, ...]:
    """The cards of some decks as the rules know them; where they join, near-duplicates are taken once.

    side: of the cards that have two; a card with one is played with that.
    """
    rows = Card.objects.filter(deck__in=list(decks), retired_at=None, hidden_at=None).order_by(
        "deck", "number"
    )
    by_place: dict[tuple[int, int], Card] = {}
    for row in rows.only("deck_id", "number", "side", "quote", "category"):
        place = (row.deck_id, row.number)
        if place not in by_place or row.side == side:
            by_place[place] = row
    alike: dict[str, Card] = {}
    for row in by_place.values():
        alike.setdefault(likeness(row.quote) or row.quote, row)
    return tuple(deck_card(row.pk, row.category, length_of(row.quote)) for row in alike.values())


def likeness(quote: str) -> str:
    """What two near-duplicates have in common: their letters and digits, whatever their case, accents and stops."""
    plain = unicodedata.normalize("NFKD", quote).casefold()
    return re.sub(r"[\W_]+", "", "".join(one for one in plain if not unicodedata.combining(one)))


def length_of(quote: str) -> int:
    """How long a quote is, as the rules count it."""
    return sum(len(quote) > most for most in LENGTHS)


def fewest(slug: str, seats: int) -> int:
    """How many cards a match with so many seats needs, blanks not counted."""
    return catalog.GAMES[slug].least_cards(seats)


def stock(match: Match, options: Any, decks: Iterable[Deck]) -> Any:
    """The options with the cards of the decks and the blanks of this match put in."""
    decks = sorted(decks, key=lambda deck: deck.pk)
    blanks = tuple(blank_card(blank.quote_id, blank.source_id) for blank in blanks_of(match)[:MOST_BLANKS])
    return replace(
        options,
        cards=cards_of(decks, options.side),
        blanks=blanks[: options.most_blanks],
        language=decks[0].language if decks else FALLBACK,
    )


# Blanks


def blanks_of(match: Match) -> QuerySet[Blank]:
    """The filled-in blanks of those who still sit there, the oldest first; without hidden ones."""
    if match.pk is None:
        return Blank.objects.none()
    there = Seat.objects.filter(match=match, person__isnull=False).values("person")
    seen = Blank.objects.filter(quote__hidden_at=None, source__hidden_at=None)
    return seen.filter(match=match, writer__in=there).order_by("pk")


def keep_blanks(match: Match) -> None:
    """Put the blanks that their writers want to keep into their own decks."""
    kept = blanks_of(match).filter(keep=True).select_related("writer", "quote", "source")
    # Whoever plays two matches that are dealt at once has both locked in the same order.
    for blank in kept.order_by("writer_id", "pk"):
        add_to_own(blank)


def add_to_own(blank: Blank) -> None:
    """A card of the writer's deck of blanks, unless its quote is there already."""
    deck = own_deck(blank.writer)
    source = blank.source.text[:MOST_NAME] if blank.source else ""
    if deck.cards.filter(quote=blank.quote.text, source=source, retired_at=None).exists():
        return
    last = deck.cards.order_by("-number").first()
    Card.objects.create(
        deck=deck,
        number=last.number + 1 if last else 1,
        quote=blank.quote.text,
        source=source,
        language=deck.language,
        author=blank.writer,
    )


def own_deck(writer: Any) -> Deck:
    """The writer's deck of blanks, locked."""
    language = writer.language or readers_language()
    presets = {"title": str(writer), "language": language[:8]}
    deck, _ = Deck.objects.get_or_create(owner=writer, of_blanks=True, defaults=presets)
    return Deck.objects.select_for_update().get(pk=deck.pk)
