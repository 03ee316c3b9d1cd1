"""What people offer to a deck that they do not edit: another text for a card, or a card of their own."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.standing import must_be_allowed_to_write
from quotes import decks, editing
from quotes.editing import Texts
from quotes.models import Card, Deck, Suggestion
from quotes.refusals import LIMITS, Refused

MOST_OPEN = 20  # of one person to one deck
MOST_AN_HOUR, HOUR = 30, 60 * 60
State = Suggestion.State


def of(deck: Deck) -> list[Suggestion]:
    """What waits for those who edit the deck, the oldest first, without what is in a hidden card. One query."""
    waiting = deck.suggestions.filter(state=State.OPEN).select_related("card", "writer")
    return list(waiting.order_by("at", "pk"))


def suggest(person: User, card: Card, sent: Mapping[str, str]) -> Suggestion:
    """Offer another text for a card. Sent twice, it is one. The view has asked whether the card may be seen.

    Raises Refused, MayNotWrite.
    """
    must_be_allowed_to_write(person)
    must_take_suggestions(card.deck)
    texts = editing.read_texts({name: sent.get(name, "") for name in editing.WORDS})
    note = decks.read_line(sent.get("note", ""), "note", LIMITS["quote"])
    if all(getattr(card, name) == getattr(texts, name) for name in editing.WORDS) and not note:
        raise Refused("nothing_else", field="quote")
    with transaction.atomic():
        # The lock on the person makes two at once count one after the other.
        User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if twin := twin_of(card.deck, person, texts, note, card):
            return twin
        must_not_be_too_many(person, card.deck)
        return keep(card.deck, person, texts, note, card)


def offer(writer: User | None, deck: Deck, quote: str, source: str) -> Suggestion | None:
    """A card that somebody wrote elsewhere and offers to a deck; nothing where it was offered or is there already."""
    texts = Texts(quote[: LIMITS["quote"]], source[: LIMITS["source"]])
    offered = deck.suggestions.filter(writer=writer, quote=texts.quote, source=texts.source)
    if offered.exists() or editing.sameness(texts) in editing.known(deck):
        return None
    return keep(deck, writer, texts)


def keep(
    deck: Deck, writer: User | None, texts: Texts, note: str = "", card: Card | None = None
) -> Suggestion:
    words = {name: getattr(texts, name) for name in editing.WORDS}
    return Suggestion.objects.create(deck=deck, card=card, writer=writer, note=note, **words)


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
    if not limits.allowed("suggest", str(person.pk), MOST_AN_HOUR, HOUR):
        raise Refused("too_many_suggestions", 429)


# Those who edit the deck decide


def take(person: User, suggestion: Suggestion, texts: Texts) -> Card:
    """Put it into the deck, as it was offered or with other words. Sent twice, it is one. Raises Refused, MayNotWrite.

    Who wrote it is the author, unless its words were changed.
    """
    with transaction.atomic():
        deck = decks.locked(person, suggestion.deck)
        mine = locked(suggestion, State.TAKEN)
        if mine is None:
            return there_already(deck, texts)
        offered = all(getattr(mine, name) == getattr(texts, name) for name in editing.WORDS)
        author = mine.writer if offered else person
        card = target(mine)
        made = (
            editing.change(person, card, texts, author)
            if card is not None
            else editing.add(person, deck, texts, author=author)
        )
        decide(mine, State.TAKEN)
        return made


def decline(person: User, suggestion: Suggestion) -> None:
    """Nobody is told. Sent twice, it is once. Raises Refused."""
    with transaction.atomic():
        decks.locked(person, suggestion.deck)
        mine = locked(suggestion, State.DECLINED)
        if mine is not None:
            decide(mine, State.DECLINED)


def locked(suggestion: Suggestion, wanted: str) -> Suggestion | None:
    """The suggestion while it waits; None if just this was decided already. Raises Refused for anything else."""
    mine = Suggestion.objects.select_for_update(no_key=True, of=("self",)).select_related("writer", "card")
    found = mine.get(pk=suggestion.pk)
    if found.state == State.OPEN:
        return found
    if found.state == wanted:
        return None
    raise Refused("decided_already", 409, state=found.get_state_display())


def there_already(deck: Deck, texts: Texts) -> Card:
    card = editing.cards_in(deck).filter(quote=texts.quote, source=texts.source).first()
    if card is None:
        raise Refused("decided_already", 409, state=State.TAKEN.label)
    return card


def target(suggestion: Suggestion) -> Card | None:
    """What it would stand in the place of; None for a card of its own, or if the card is not there any more."""
    return editing.current(suggestion.card) if suggestion.card is not None else None


def decide(suggestion: Suggestion, state: str) -> None:
    suggestion.state, suggestion.decided_at = state, timezone.now()
    suggestion.save(update_fields=["state", "decided_at"])
