"""The rows of an upload become cards of a deck: new ones, other texts for old ones, and missing sides."""

from collections.abc import Callable, Sequence
from itertools import count

from django.utils import timezone

from accounts.models import User
from quotes import decks, editing
from quotes.editing import AT_ONCE
from quotes.models import Card, Deck
from quotes.refusals import Refused
from quotes.upload_rows import CHANGED, NEW, Line


def bring_in(person: User, deck: Deck, lines: Sequence[Line], tell: Callable[[int], None]) -> dict[int, Card]:
    """All that is to be taken, by places; the deck is locked already. tell: is told how many are done.

    Raises Refused, MayNotWrite.
    """
    made = change(person, [line for line in lines if line.outcome == CHANGED])
    new = [line for line in lines if line.outcome == NEW]
    plain = [line for line in new if not (line.beside or line.double)]
    cards = editing.add_many(
        person,
        deck,
        [line.texts for line in plain if line.texts],
        [(line.card.number, line.card.side) for line in plain if line.card],
        lambda done: tell(len(made) + done),
    )
    made |= dict(zip((line.place for line in plain), cards, strict=True))
    made |= add_anyway(person, deck, [line for line in new if line.place not in made])
    decks.touch(deck)
    return made


def change(person: User, lines: Sequence[Line]) -> dict[int, Card]:
    """Other texts in the places of cards, as `editing.change` puts one there: tags alone change on the row."""
    made: dict[int, Card] = {}
    for first in range(0, len(lines), AT_ONCE):
        some = {line.was.pk: line for line in lines[first : first + AT_ONCE] if line.was}
        rows = Card.objects.select_for_update(no_key=True, of=("self",)).select_related("author", "deck")
        cards = list(rows.filter(pk__in=list(some)))
        if len(cards) < len(some) or any(card.retired_at or card.hidden_at for card in cards):
            raise Refused("changed_meanwhile", 409)
        made |= change_some(person, [(card, some[card.pk]) for card in cards])
    return made


def change_some(person: User, pairs: Sequence[tuple[Card, Line]]) -> dict[int, Card]:
    now, retagged, replaced, made = timezone.now(), [], [], {}
    for card, line in pairs:
        texts = line.texts
        assert texts
        if editing.says(card, texts, editing.PRINTED):
            card.tags = texts.tags
            retagged.append(card)
            made[line.place] = card
            continue
        replaced.append(card)
        author = card.author if editing.says(card, texts, editing.WORDS) else person
        row = editing.row_of(card.deck, texts, (card.number, card.side), author)
        made[line.place] = Card(replaces=card, created_at=now, **row)
    Card.objects.bulk_update(retagged, ["tags"])
    editing.retire(replaced, person, now)
    Card.objects.bulk_create([card for card in made.values() if card.pk is None])
    return made


def add_anyway(person: User, deck: Deck, lines: Sequence[Line]) -> dict[int, Card]:
    """Missing sides of cards, and what somebody wants although it is there already."""
    if not lines:
        return {}
    editing.must_have_room(deck, sum(not line.beside for line in lines))
    now, last = timezone.now(), count(editing.next_number(deck))
    made: dict[int, Card] = {}
    for line in lines:
        assert line.card and line.texts
        beside = line.card.number if line.beside else None
        place = (beside, line.card.side) if beside else (next(last), Card.Side.RED)
        made[line.place] = Card(created_at=now, **editing.row_of(deck, line.texts, place, person))
    for first in range(0, len(lines), AT_ONCE):
        Card.objects.bulk_create(list(made.values())[first : first + AT_ONCE])
    return made
