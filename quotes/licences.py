"""Cards of others, in a copy or by a file: under which licence they go on, into which decks, and whom a deck credits
that took them.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Q

from quotes import crediting, stamps
from quotes.exchange import Found
from quotes.likeness import key_of
from quotes.models import Card, Deck
from quotes.refusals import Refused

Licence = Deck.Licence
NAMING = (Licence.BY, Licence.BY_SA)  # who made the cards has to be named
LOOKED_AT = 100  # cards of a file
LEAST_ALIKE = 2  # of so many cards a deck has one: the file is of this deck


def fits(of_cards: str, of_deck: str) -> bool:
    """Whether a deck under the one licence asks for all that the other one does. What is none of ours asks nothing."""
    if of_cards == Licence.BY_SA:
        return of_deck == Licence.BY_SA
    return of_cards != Licence.BY or of_deck != Licence.ZERO


def must_stay(deck: Deck, licence: str) -> None:
    """A deck with cards of others asks for no less later on than they do. Raises Refused."""
    if licence == deck.licence or not bound(deck):
        return
    if deck.licence != Licence.BY or not fits(Licence.BY, licence):
        raise Refused(why_bound(deck), field="licence")


def why_bound(deck: Deck) -> str:
    """As a key of WHY."""
    return f"stays_{Licence(deck.licence).name.lower()}"


def bound(deck: Deck) -> bool:
    """Whether its licence is that of others, too, and holds it to something."""
    if deck.licence == Licence.NONE:  # what a file brought came without a word about rights
        return crediting.is_of_others(deck, files=False)
    return deck.licence in NAMING and crediting.is_of_others(deck)


def is_own(person: Any, found: Found, deck: Deck | None = None) -> bool:
    """Whether the cards of a file are those of a deck of this person that owes nothing to others: it is there, or the
    file has its stamp.

    deck: where they are to go. What was taken out of it may come back, whoever made it.
    """
    if stamps.is_of(person, found.meta):
        return True
    keys = {key_of(row.card.quote, row.card.source) for row in found.rows[:LOOKED_AT] if row.card}
    candidates = Q(deck__owner=person) | Q(deck__in=[deck] if deck else [])
    there = Card.objects.there().filter(candidates, likeness__in=keys)
    said = defaultdict(set)
    for key, likeness in there.values_list("deck", "likeness"):
        said[key].add(likeness)
    alike = [key for key, likenesses in said.items() if LEAST_ALIKE * len(likenesses) >= len(keys)]
    if deck is not None and deck.pk in alike:
        return True
    return not all(map(crediting.is_of_others, Deck.objects.filter(pk__in=alike)))


def unfit(person: Any, found: Found, licence: str, deck: Deck | None = None) -> Refused | None:
    """Why the cards of a file may not go into a deck under this licence: a new one, or one that is there."""
    if fits(found.meta.licence, licence) or is_own(person, found, deck):
        return None
    if found.meta.licence == Licence.BY:
        return Refused("by_of_file", field="" if deck else "licence")
    return Refused("licence_of_file" if deck else "licence_of_new", field="" if deck else "licence")


def must_fit(person: Any, found: Found, licence: str, deck: Deck | None = None) -> None:
    """Raises Refused."""
    if refused := unfit(person, found, licence, deck):
        raise refused


def credit_of(found: Found) -> str:
    """Where the cards come from, as a copy of a deck says it: what it is based on, and that one's own credit."""
    based_on, credit = found.meta.based_on, found.meta.credit
    return crediting.joined("" if based_on in credit else based_on, credit)


def credit_for(person: Any, found: Found, deck: Deck | None, *, bound_by_it: bool) -> str:
    """What the deck credits that takes the cards of a file; deck: None for a new one. bound_by_it: as `binds` has it.

    A new one says all that the file says, and at least what it is called where others' cards ask to be named. What a
    stamped file says names nobody but the one who brings it.
    """
    if stamps.is_of(person, found.meta):
        return ""
    said = credit_of(found)
    if not bound_by_it:
        return "" if deck else said
    return said or found.meta.title or found.meta.licence


def binds(person: Any, found: Found, deck: Deck | None = None) -> bool:
    """Whether its cards count as others', who have to be named."""
    return found.meta.licence in NAMING and not is_own(person, found, deck)
