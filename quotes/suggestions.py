"""What people offer to a deck that they do not edit: another text for a card, or a card of their own."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import dates, limits, ties
from accounts.models import User
from accounts.standing import must_be_allowed_to_write
from quotes import decks, editing, hidden_words, notices, publishing
from quotes.editing import Texts
from quotes.likeness import key_of
from quotes.models import Card, Deck, Suggestion
from quotes.refusals import LIMITS, Refused

MOST_OPEN = 20  # of one person to one deck
MOST_WAITING = 200  # of all who have an account, to one deck
MOST_OF_GUESTS = 50  # of all guests, to one deck
MOST_AN_HOUR, HOUR = 30, 60 * 60
State = Suggestion.State


def waiting() -> QuerySet[Suggestion]:
    """What waits for those who edit a deck, the oldest first.

    Without suggestions for cards that a moderator has hidden: they say nearly the same.
    """
    now = Card.objects.there().filter(deck=OuterRef("deck"), hidden_at__isnull=False)
    hidden = Exists(now.filter(number=OuterRef("card__number"), side=OuterRef("card__side")))
    rows = Suggestion.objects.filter(~hidden, Q(card=None) | Q(card__hidden_at=None), state=State.OPEN)
    return rows.order_by("at", "pk")


def of(deck: Deck) -> QuerySet[Suggestion]:
    return waiting().filter(deck=deck).select_related("card", "writer")


def targets(rows: Iterable[Suggestion]) -> dict[int, Card | None]:
    """By suggestion what it would stand in the place of (`target`). One query."""
    about = {one.pk: one.card for one in rows}
    cards = [card for card in about.values() if card is not None]
    there = Card.objects.there().filter(
        deck__in={card.deck_id for card in cards}, number__in={card.number for card in cards}
    )
    now = {(card.deck_id, card.number, card.side): card for card in there} if cards else {}
    return {
        pk: now.get((card.deck_id, card.number, card.side)) if card is not None else None
        for pk, card in about.items()
    }


def suggest(person: User, card: Card, sent: Mapping[str, str]) -> Suggestion:
    """Offer another text for a card. Sent twice, it is one. The view has asked whether the card may be seen.

    Raises Refused, MayNotWrite.
    """
    must_be_allowed_to_write(person)
    must_take_suggestions(card.deck)
    if card.deck.owner_id in ties.blocked_with(person):
        raise Refused("no_suggestions", 403)
    texts = editing.read_texts({name: sent.get(name, "") for name in editing.WORDS})
    note = decks.read_line(sent.get("note", ""), "note", LIMITS["note"])
    if editing.says(card, texts, editing.WORDS) and not note:
        raise Refused("nothing_else", field="quote")
    with transaction.atomic():
        # The lock on the person makes two at once count one after the other; that on the deck keeps its cards there.
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        deck = decks.held(card.deck)
        if deck is None:
            raise Refused("deck_gone", 409)
        must_take_suggestions(deck)
        if twin := twin_of(deck, person, texts, note, card):
            return twin
        must_be_free(deck, card, texts, person)
        must_not_be_too_many(person, deck)
        return keep(deck, person, texts, note, card)


def must_be_free(deck: Deck, card: Card, texts: Texts, person: User) -> None:
    """Raises Refused for other words than the card's that a moderator has hidden, or that were hidden when they offered
    them before.
    """
    key = key_of(texts.quote, texts.source)
    if key == key_of(card.quote, card.source):
        return
    hidden_words.must_be_free(deck, texts.quote, texts.source, person.pk)
    theirs = Suggestion.objects.filter(writer=person, hiding__isnull=False)
    if any(key == key_of(*said) for said in theirs.values_list("quote", "source")):
        raise Refused("hidden_words", 403, field="quote")


def offer(writer: User | None, deck: Deck, quote: str, source: str) -> Suggestion | None:
    """A card that somebody wrote elsewhere and offers to a deck.

    Nothing where it was offered or is there already, or a moderator has hidden its words, or as much waits as may.
    """
    texts = Texts(quote[: LIMITS["quote"]], source[: LIMITS["source"]])
    offered = deck.suggestions.filter(writer=writer)
    if offered.filter(quote=texts.quote, source=texts.source).exists():
        return None
    if editing.says_already(deck, texts) is not None:
        return None
    if hidden_words.are_hidden(deck, texts.quote, texts.source, writer.pk if writer else None):
        return None
    if offered.filter(state=State.OPEN).count() >= MOST_OPEN or is_full_for(writer, deck):
        return None
    return keep(deck, writer, texts)


def keep(
    deck: Deck, writer: User | None, texts: Texts, note: str = "", card: Card | None = None
) -> Suggestion:
    words = {name: getattr(texts, name) for name in editing.WORDS}
    made = Suggestion.objects.create(deck=deck, card=card, writer=writer, note=note, **words)
    notices.suggested(made, publishing.people_of(deck))
    return made


def twin_of(deck: Deck, person: User, texts: Texts, note: str, card: Card) -> Suggestion | None:
    words = {name: getattr(texts, name) for name in editing.WORDS}
    return deck.suggestions.filter(state=State.OPEN, card=card, writer=person, note=note, **words).first()


def must_take_suggestions(deck: Deck) -> None:
    """A deck of the site has nobody who would read them."""
    if deck.owner_id is None or deck.removed_at or deck.hidden_at:
        raise Refused("no_suggestions", 403)


def must_not_be_too_many(person: User, deck: Deck) -> None:
    if deck.suggestions.filter(state=State.OPEN, writer=person).count() >= MOST_OPEN:
        raise Refused("too_many_open", 429, limit=MOST_OPEN)
    if is_full_for(person, deck):
        raise Refused("full_for_guests" if person.is_guest else "full_of_suggestions", 429)
    if not limits.allowed("suggest", str(person.pk), MOST_AN_HOUR, HOUR):
        raise Refused("too_many_suggestions", 429, again=dates.after(limits.left(HOUR)))


def is_full_for(writer: User | None, deck: Deck) -> bool:
    members, guests = full_for(deck)
    return guests if writer is None or writer.is_guest else members


def full_for(deck: Deck) -> tuple[bool, bool]:
    """Whether as much waits for a deck as may: of those who have an account, and of guests.

    Counted apart: however many guests come, they take nobody else's room. Who is gone counts with them.
    """
    has_account = Q(writer__is_guest=False)
    found = (
        waiting()
        .filter(deck=deck)
        .order_by()
        .aggregate(all=Count("pk"), known=Count("pk", filter=has_account))
    )
    return found["known"] >= MOST_WAITING, found["all"] - found["known"] >= MOST_OF_GUESTS


# Those who edit the deck decide


def take(person: User, suggestion: Suggestion, texts: Texts, tags_before: str | None = None) -> Card:
    """Put it into the deck, as it was offered or with other words. Sent twice, it is one. Raises Refused, MayNotWrite.

    Who wrote it is the author, unless its words were changed. tags_before: as `editing.change` has it.
    """
    with transaction.atomic():
        deck = decks.locked(person, suggestion.deck)
        mine = locked(suggestion, State.TAKEN)
        if mine is None:
            return there_already(deck, texts)
        must_be_shown(mine)
        offered = editing.says(mine, texts, editing.WORDS)
        author = mine.writer if offered else person
        card, start = target(mine), timezone.now()
        made = (
            editing.change(person, card, texts, author, tags_before)
            if card is not None
            else editing.add(person, deck, texts, author=author)
        )
        # In the history the card and the suggestion are known by one moment.
        decide(mine, State.TAKEN, made.created_at if made.created_at >= start else timezone.now())
        return made


def decline(person: User, suggestion: Suggestion) -> None:
    """Sent twice, it is once. Raises Refused."""
    with transaction.atomic():
        decks.locked(person, suggestion.deck)
        mine = locked(suggestion, State.DECLINED)
        if mine is not None:
            decide(mine, State.DECLINED, timezone.now())


def locked(suggestion: Suggestion, wanted: str) -> Suggestion | None:
    """The suggestion while it waits; None if just this was decided already. Raises Refused for anything else."""
    # Nothing is joined: PostgreSQL reads the row anew once it has the lock, but not what hung on it before.
    found = Suggestion.objects.select_for_update(no_key=True).get(pk=suggestion.pk)
    if found.state == State.OPEN:
        return found
    if found.state == wanted:
        return None
    raise Refused("decided_already", 409, state=found.get_state_display())


def must_be_shown(suggestion: Suggestion) -> None:
    """Raises Refused for what is about a card that a moderator has hidden."""
    if suggestion.state == State.OPEN and not waiting().filter(pk=suggestion.pk).exists():
        raise Refused("hidden_card", 403)


def there_already(deck: Deck, texts: Texts) -> Card:
    card = editing.cards_in(deck).filter(quote=texts.quote, source=texts.source).first()
    if card is None:
        raise Refused("decided_already", 409, state=State.TAKEN.label)
    return card


def target(suggestion: Suggestion) -> Card | None:
    """What it would stand in the place of; None for a card of its own, or if the card is not there any more."""
    return editing.current(suggestion.card) if suggestion.card is not None else None


def decide(suggestion: Suggestion, state: str, at: datetime) -> None:
    suggestion.state, suggestion.decided_at = state, at
    suggestion.save(update_fields=["state", "decided_at"])
    notices.answered(suggestion)
