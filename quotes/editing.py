"""The cards of a deck: added, changed, taken out and brought back. A card is never edited: a new text is a new row.

Matches that were dealt before keep the rows they were dealt, so nothing here touches one. Tags alone are no text of a
card: they change on its row.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import repeat
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.standing import must_be_allowed_to_write
from accounts.text import one_line
from quotes import decks, hidden_words
from quotes.likeness import key_of
from quotes.models import Card, Deck
from quotes.refusals import LIMITS, Refused

MOST_CARDS = 20_000
AT_ONCE = 500  # rows that are stored together
WORDS = ("quote", "source", "description")
PRINTED = (*WORDS, "category")
ME: Any = object()  # in the place of an author: whoever does it


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
    found = {name: read_text(name, sent.get(name, "")) for name in WORDS}
    if not found["quote"] and not found["source"]:
        raise Refused("no_text", field="quote")
    category = sent.get("category", "") or Card.Category.HOME
    if category not in Card.Category.values:
        raise Refused("no_choice", field="category")
    return Texts(**found, category=category, tags=read_tags(sent.get("tags", "")))


def read_text(name: str, typed: str) -> str:
    return decks.read_line(typed, name, LIMITS[name])


def read_tags(typed: str) -> str:
    """Words in small letters, each once, in the order they were typed. Raises Refused."""
    plain = typed[: LIMITS["tags"] * decks.FAR_TOO_LONG].replace(",", " ").replace("#", " ")
    text = " ".join(dict.fromkeys(one_line(plain).casefold().split()))
    if len(text) > LIMITS["tags"]:
        raise Refused("long_tags", field="tags", length=len(text), limit=LIMITS["tags"])
    return text


def cards_in(deck: Deck) -> QuerySet[Card]:
    """What is in a deck now, hidden cards too: by number, red before blue."""
    return deck.cards.there().in_order()


# One card


def add(person: User, deck: Deck, texts: Texts, number: int | None = None, author: Any = ME) -> Card:
    """A new card at the end, or the missing side of one that is there. Sent twice, it is one.

    author: who wrote it, if that is somebody else; None if they are gone. Raises Refused, MayNotWrite.
    """
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, deck)
        if twin := just_added(person, deck, texts, number):
            return twin
        must_be_new(deck, texts)
        writer = person if author is ME else author
        must_be_free(deck, texts, person, writer)
        must_have_room(deck)
        place = free_side(deck, number) if number is not None else (next_number(deck), Card.Side.RED)
        card = Card.objects.create(**row_of(deck, texts, place, writer))
        decks.touch(deck)
        return card


def just_added(person: User, deck: Deck, texts: Texts, number: int | None) -> Card | None:
    """The last card of the deck, if this is what it says: a button was pressed twice."""
    last = deck.cards.order_by("-created_at", "-pk").first()
    if last is None or last.retired_at or last.hidden_at or last.replaces_id:
        return None
    same = texts == texts_of(last) and number in (None, last.number)
    return last if same and timezone.now() - last.created_at < decks.A_MOMENT else None


def says(card: Any, texts: Texts, names: Iterable[str]) -> bool:
    """Whether a card, or a suggestion, says the same as these texts in what is named."""
    return all(getattr(card, name) == getattr(texts, name) for name in names)


def texts_of(card: Card) -> Texts:
    return Texts(card.quote, card.source, card.description, card.category, card.tags)


def change(person: User, card: Card, texts: Texts, author: Any = ME, tags_before: str | None = None) -> Card:
    """Another text in the place of a card; the same text changes nothing. Raises Refused, MayNotWrite.

    A card that somebody else has changed meanwhile is refused: nobody's text overwrites another's unseen. tags_before:
    those that the person saw; what others did to them since stays done.
    author: who wrote what is new, if that is somebody else; None if they are gone.
    """
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, card.deck)
        card = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
        if card.retired_at:
            return sent_again(card, texts, tags_before)
        if card.hidden_at:
            raise Refused("hidden_card", 403)
        texts = replace(texts, tags=merged(card.tags, tags_before, texts.tags))
        if says(card, texts, PRINTED):
            return retag(deck, card, texts.tags)
        writer = person if author is ME else author
        if key_of(card.quote, card.source) != key_of(texts.quote, texts.source):
            must_be_new(deck, texts)
            must_be_free(deck, texts, person, writer)
        same_words = says(card, texts, WORDS)
        retire([card], person, now := timezone.now())
        place = (card.number, card.side)
        written_by = card.author if same_words else writer
        made = Card.objects.create(replaces=card, created_at=now, **row_of(deck, texts, place, written_by))
        decks.touch(deck)
        return made


def sent_again(card: Card, texts: Texts, tags_before: str | None) -> Card:
    """What stands in the place of a card that is gone, if it says this already. Raises Refused."""
    there = current(card)
    same = replace(texts, tags=merged(there.tags, tags_before, texts.tags)) if there else None
    if there is None or texts_of(there) != same:
        raise Refused("changed_meanwhile", 409)
    return there


def current(card: Card) -> Card | None:
    """What stands in the place of a card now: itself, what it was changed into, or nothing."""
    if card.retired_at is None:
        return card
    return Card.objects.filter(deck=card.deck_id, number=card.number, side=card.side, retired_at=None).first()


def merged(there: str, seen: str | None, wanted: str) -> str:
    """The tags that somebody wants who saw others than are there now; None: what they saw is not known.

    Raises Refused if they are too many.
    """
    if seen in (None, there):
        return wanted
    mine, before = wanted.split(), seen.split() if seen else []
    kept = [word for word in there.split() if word in mine or word not in before]
    return read_tags(" ".join([*kept, *(word for word in mine if word not in before)]))


def retag(deck: Deck, card: Card, tags: str) -> Card:
    if card.tags != tags:
        card.tags = tags
        card.save(update_fields=["tags"])
        decks.touch(deck)
    return card


def tag(person: User, deck: Deck, rows: Iterable[int], typed: str, *, off: bool = False) -> int:
    """Give cards of a deck more tags, or take these off; of how many cards. Raises Refused, MayNotWrite."""
    must_be_allowed_to_write(person)
    words = read_tags(typed)
    if not words:
        raise Refused("no_tag", field="tags")
    with transaction.atomic():
        deck = decks.locked(person, deck)
        cards = list(deck.cards.there().filter(pk__in=list(rows)))
        for card in cards:
            kept = [word for word in card.tags.split() if word not in words.split()]
            card.tags = " ".join(kept) if off else read_tags(f"{card.tags} {words}")
        Card.objects.bulk_update(cards, ["tags"], batch_size=AT_ONCE)
        decks.touch(deck)
        return len(cards)


def take_out(person: User, deck: Deck, rows: Iterable[int]) -> int:
    """Remove cards of a deck by their rows, each with the side that was named; how many. It can be undone."""
    with transaction.atomic():
        deck = decks.locked(person, deck)
        cards = list(deck.cards.there().filter(pk__in=list(rows)))
        if cards:
            retire(cards, person, timezone.now())
            decks.touch(deck)
        return len(cards)


def removed_at(deck: Deck, at: datetime) -> QuerySet[Card]:
    """The cards that were taken out at one time and are still out."""
    return deck.cards.filter(retired_at=at, replaced_by=None)


def bring_back(person: User, deck: Deck, at: datetime) -> int:
    """Undo the removal of that moment, all or nothing; how many came back. Done twice, it is done.

    Raises Refused where something else stands in a card's place, where another card says the same by now, or where a
    moderator has hidden what it says meanwhile; MayNotWrite. What is hidden itself comes back hidden.
    """
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, deck)
        cards = list(removed_at(deck, at).only("pk", "likeness", "hidden_at"))
        hidden = hidden_words.keys_for(deck)
        if any(card.likeness in hidden and not card.hidden_at for card in cards):
            raise Refused("hidden_words", 403)
        again = deck.cards.there().filter(likeness__in=removed_at(deck, at).values("likeness"))
        if first := again.order_by("number").first():
            raise Refused("back_already", 409, number=first.number)
        rows = [card.pk for card in cards]
        try:
            with transaction.atomic():
                Card.objects.filter(pk__in=rows).update(retired_at=None, retired_by=None)
        except IntegrityError:
            raise Refused("place_taken", 409) from None
        must_have_room(deck, 0)
        decks.touch(deck)
        return len(rows)


def retire(cards: Iterable[Card], person: User, now: datetime) -> None:
    rows = [card.pk for card in cards]
    Card.objects.filter(pk__in=rows, retired_at=None).update(retired_at=now, retired_by=person)


def row_of(deck: Deck, texts: Texts, place: tuple[int, str], author: Any) -> dict[str, Any]:
    number, side = place
    return {
        "deck": deck,
        "number": number,
        "side": side,
        "language": deck.language,
        "author": author,
        **vars(texts),  # asdict() copies deeply, and thousands come at once
    }


def next_number(deck: Deck) -> int:
    """Behind all that was ever there, so that a removed card finds its place free."""
    return int(deck.cards.aggregate(last=Max("number"))["last"] or 0) + 1


def numbers_used(deck: Deck) -> set[int]:
    """Those that cards have, and had: matches know them by it, and a removed card finds its place free."""
    return set(deck.cards.order_by().values_list("number", flat=True).distinct())


def must_have_room(deck: Deck, more: int = 1) -> None:
    """Raises Refused where a deck would hold too many cards (however many sides each has)."""
    there = deck.cards.there().aggregate(n=Count("number", distinct=True))["n"]
    if there + more > MOST_CARDS:
        raise Refused("deck_full", limit=MOST_CARDS)


def free_side(deck: Deck, number: int) -> tuple[int, str]:
    """The side of a card that is not written yet. Raises Refused."""
    there = set(deck.cards.there().filter(number=number).values_list("side", flat=True))
    free = [side for side in (Card.Side.RED, Card.Side.BLUE) if side not in there]
    if not there or not free:
        raise Refused("place_taken", 409)
    return number, free[0]


def says_already(deck: Deck, texts: Texts) -> int | None:
    """The number of the card that says this, whatever its case, accents and stops. One look into an index."""
    like = deck.cards.there().filter(likeness=key_of(texts.quote, texts.source))
    return like.order_by("number").values_list("number", flat=True).first()


def must_be_new(deck: Deck, texts: Texts) -> None:
    """Nothing twice in a deck. Raises Refused with the number of the other."""
    number = says_already(deck, texts)
    if number is not None:
        why, kind = ("there_already", "quote") if texts.quote else ("source_there", "source")
        raise Refused(why, field=kind, number=number)


def must_be_free(deck: Deck, texts: Texts, person: User, writer: Any) -> None:
    """Raises Refused for words that a moderator has hidden."""
    people = (person.pk, writer.pk if writer else None)
    hidden_words.must_be_free(deck, texts.quote, texts.source, *people)


# Many cards

Place = tuple[int | None, str]  # the number of a card in a file, if it has one, and the side


def add_many(
    person: User,
    deck: Deck,
    rows: Iterable[Texts],
    places: Iterable[Place] | None = None,
    after_some: Callable[[int], None] = lambda count: None,
) -> list[Card]:
    """New cards, all or none; what is in the deck already is left out. Raises Refused, MayNotWrite.

    places: rows of one number become the sides of one card. It keeps the number if that was never used in this deck;
    all others go to the end. after_some: is told how many are stored so far.
    """
    must_be_allowed_to_write(person)
    with transaction.atomic():
        deck = decks.locked(person, deck)
        there = set(deck.cards.there().values_list("likeness", flat=True))
        hidden = hidden_words.keys_for(deck, person.pk)
        now, made = timezone.now(), []
        numbers = Numbers(numbers_used(deck))
        where = repeat((None, Card.Side.RED)) if places is None else places
        for texts, place in zip(rows, where, strict=places is not None):
            if (same := key_of(texts.quote, texts.source)) in there:
                continue
            if same in hidden:
                raise Refused("hidden_words", 403)
            there.add(same)
            at = numbers.place(*place)
            made.append(Card(created_at=now, **row_of(deck, texts, at, person)))
        must_have_room(deck, len({card.number for card in made}))
        for first in range(0, len(made), AT_ONCE):
            Card.objects.bulk_create(made[first : first + AT_ONCE])
            after_some(min(first + AT_ONCE, len(made)))
        decks.touch(deck)
        return made


@dataclass
class Numbers:
    """Which places of a deck are free for what comes from a file. used: numbers that were ever there."""

    used: set[int]
    given: dict[int, int] = field(default_factory=dict)  # number in the file -> number in the deck
    sides: set[tuple[int, str]] = field(default_factory=set)
    last: int = 0

    def __post_init__(self) -> None:
        self.last = max(self.used, default=0)

    def place(self, number: int | None, side: str) -> tuple[int, str]:
        mine = self.given.get(number) if number is not None else None
        if mine is None or (mine, side) in self.sides:
            mine = self.free(number)
            if number is not None:
                self.given[number] = mine
        self.sides.add((mine, side))
        return mine, side

    def free(self, wanted: int | None) -> int:
        number = wanted if wanted and wanted not in self.used and wanted <= MOST_CARDS else self.last + 1
        self.used.add(number)
        self.last = max(self.last, number)
        return number
