"""The cards of a deck: added, changed, taken out and brought back. A card is never edited: a new text is a new row.

Matches that were dealt before keep the rows they were dealt, so nothing here touches one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.standing import must_be_allowed_to_write
from accounts.text import one_line
from quotes import decks
from quotes.likeness import likeness
from quotes.models import Card, Deck
from quotes.refusals import LIMITS, Refused

MOST_CARDS = 20_000
TEXTS = ("quote", "source", "description", "category", "tags")
FAR_TOO_LONG = 20  # times the limit: not worth a look at each letter


@dataclass(frozen=True)
class Texts:
    """What stands on one side of a card, cleaned. A card with a quote alone or a source alone is not dealt."""

    quote: str
    source: str
    description: str = ""
    category: str = Card.Category.HOME
    tags: str = ""


def read_texts(sent: Mapping[str, str]) -> Texts:
    """What a form or a file says of a card, as it is kept. Raises Refused with the field."""
    found = {name: read_text(name, sent.get(name, "")) for name in ("quote", "source", "description")}
    if not found["quote"] and not found["source"]:
        raise Refused("no_text", field="quote")
    category = sent.get("category", "") or Card.Category.HOME
    if category not in Card.Category.values:
        raise Refused("no_choice", field="category")
    return Texts(**found, category=category, tags=read_tags(sent.get("tags", "")))


def read_text(name: str, typed: str) -> str:
    """One text in one line. Raises Refused."""
    limit = LIMITS[name]
    text = one_line(typed) if len(typed) <= limit * FAR_TOO_LONG else typed
    if len(text) > limit:
        raise Refused(f"long_{name}", field=name, length=len(text), limit=limit)
    return text


def read_tags(typed: str) -> str:
    """Words in small letters, each once, in the order they were typed. Raises Refused."""
    words = (
        one_line(typed[: LIMITS["tags"] * FAR_TOO_LONG].replace(",", " ").replace("#", " "))
        .casefold()
        .split()
    )
    text = " ".join(dict.fromkeys(words))
    if len(text) > LIMITS["tags"]:
        raise Refused("long_tags", field="tags", length=len(text), limit=LIMITS["tags"])
    return text


def cards_in(deck: Deck) -> QuerySet[Card]:
    """What is in a deck now, hidden cards too: by number, red before blue."""
    return deck.cards.filter(retired_at=None).order_by("number", "-side")


# One card


def add(person: User, deck: Deck, texts: Texts, number: int | None = None) -> Card:
    """A new card at the end, or the missing side of one that is there. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, deck)
        must_be_new(deck, texts)
        place = free_side(deck, number) if number is not None else (next_number(deck), Card.Side.RED)
        card = Card.objects.create(**row_of(deck, texts, place, person))
        decks.touch(deck)
        return card


def change(person: User, card: Card, texts: Texts) -> Card:
    """Another text in the place of a card; the same text changes nothing. Raises Refused, MayNotWrite.

    A card that somebody else has changed meanwhile is refused: nobody's text overwrites another's unseen.
    """
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, card.deck)
        card = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
        if card.retired_at:
            raise Refused("changed_meanwhile", 409)
        if all(getattr(card, name) == getattr(texts, name) for name in TEXTS):
            return card
        if likeness(card.quote) != likeness(texts.quote):
            must_be_new(deck, texts)
        author = card.author if card.quote == texts.quote and card.source == texts.source else person
        retire([card], person)
        made = Card.objects.create(replaces=card, **row_of(deck, texts, (card.number, card.side), author))
        decks.touch(deck)
        return made


def take_out(person: User, deck: Deck, rows: Iterable[int]) -> int:
    """Remove cards of a deck by their rows, each with the side that was named; how many. It can be undone."""
    with transaction.atomic():
        deck = decks.locked(person, deck)
        cards = list(deck.cards.filter(pk__in=list(rows), retired_at=None))
        retire(cards, person)
        decks.touch(deck)
        return len(cards)


def bring_back(person: User, deck: Deck, rows: Iterable[int]) -> int:
    """Undo a removal, where nothing else stands in the card's place; how many came back. Raises Refused."""
    with transaction.atomic():
        deck = decks.locked(person, deck)
        cards = list(
            deck.cards.select_for_update(no_key=True).filter(pk__in=list(rows)).exclude(retired_at=None)
        )
        try:
            with transaction.atomic():
                back = Card.objects.filter(pk__in=[card.pk for card in cards])
                back.update(retired_at=None, retired_by=None)
        except IntegrityError:
            raise Refused("place_taken", 409) from None
        decks.touch(deck)
        return len(cards)


def retire(cards: Iterable[Card], person: User) -> None:
    rows = [card.pk for card in cards]
    Card.objects.filter(pk__in=rows, retired_at=None).update(retired_at=timezone.now(), retired_by=person)


def row_of(deck: Deck, texts: Texts, place: tuple[int, str], author: Any) -> dict[str, Any]:
    number, side = place
    return {
        "deck": deck,
        "number": number,
        "side": side,
        "language": deck.language,
        "author": author,
        **{name: getattr(texts, name) for name in TEXTS},
    }


def next_number(deck: Deck) -> int:
    """Behind all that was ever there, so that a removed card finds its place free. Raises Refused."""
    last = deck.cards.aggregate(last=Max("number"))["last"] or 0
    if last >= MOST_CARDS:
        raise Refused("deck_full", 422, limit=MOST_CARDS)
    return int(last) + 1


def free_side(deck: Deck, number: int) -> tuple[int, str]:
    """The side of a card that is not written yet. Raises Refused."""
    there = set(deck.cards.filter(number=number, retired_at=None).values_list("side", flat=True))
    free = [side for side in (Card.Side.RED, Card.Side.BLUE) if side not in there]
    if not there or not free:
        raise Refused("place_taken", 409)
    return number, free[0]


def must_be_new(deck: Deck, texts: Texts) -> None:
    """No quote twice in a deck, whatever its case, accents and stops. Raises Refused with the number of the other."""
    wanted = likeness(texts.quote)
    if not wanted:
        return
    for number, quote in deck.cards.filter(retired_at=None).exclude(quote="").values_list("number", "quote"):
        if likeness(quote) == wanted:
            raise Refused("there_already", field="quote", number=number)


# Many cards


def add_many(person: User, deck: Deck, rows: Iterable[Texts]) -> list[Card]:
    """New cards at the end, all or none; what is in the deck already is left out. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, deck)
        known = {
            likeness(quote) for quote in cards_in(deck).exclude(quote="").values_list("quote", flat=True)
        }
        number, made = next_number(deck), []
        for texts in rows:
            like = likeness(texts.quote)
            if like and like in known:
                continue
            known.add(like)
            made.append(Card(**row_of(deck, texts, (number, Card.Side.RED), person)))
            number += 1
        if number - 1 > MOST_CARDS:
            raise Refused("deck_full", 422, limit=MOST_CARDS)
        Card.objects.bulk_create(made, batch_size=500)
        decks.touch(deck)
        return made


# Looking


def search(deck: Deck, text: str = "", tag: str = "", kind: str = "") -> QuerySet[Card]:
    """The cards of a deck that say this, have this tag, and are of this kind: a category, or "half" (not whole)."""
    found = cards_in(deck)
    if text:
        found = found.filter(
            Q(quote__icontains=text) | Q(source__icontains=text) | Q(description__icontains=text)
        )
    if tag:
        words = (
            Q(tags=tag)
            | Q(tags__startswith=f"{tag} ")
            | Q(tags__endswith=f" {tag}")
            | Q(tags__contains=f" {tag} ")
        )
        found = found.filter(words)
    if kind == "half":
        return found.filter(Q(quote="") | Q(source=""))
    return found.filter(category=kind) if kind else found


@dataclass(frozen=True)
class Change:
    """What was done to a card: "added", "changed" or "removed". old, new: its rows, None where there is none."""

    what: str
    at: datetime
    by: Any
    old: Card | None
    new: Card | None


def history(deck: Deck, limit: int = 100) -> list[Change]:
    """What was done to the cards of a deck, the latest first. Two queries."""
    made = deck.cards.select_related("author", "replaces__retired_by").order_by("-created_at", "-pk")[:limit]
    gone = deck.cards.filter(replaced_by=None).exclude(retired_at=None).select_related("retired_by")
    changes = [change_of(card) for card in made]
    for card in gone.order_by("-retired_at")[:limit]:
        assert card.retired_at is not None
        changes.append(Change("removed", card.retired_at, card.retired_by, card, None))
    return sorted(changes, key=lambda one: one.at, reverse=True)[:limit]


def change_of(card: Card) -> Change:
    old = card.replaces
    if old is None:
        return Change("added", card.created_at, card.author, None, card)
    return Change("changed", card.created_at, old.retired_by, old, card)
