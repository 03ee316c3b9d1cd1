"""Words that a moderator has hidden do not come back another way: not into the same deck, nor by whoever wrote them.

That holds for cards that say nearly the same (`quotes.likeness`), as long as the decision stands.
"""

from django.db.models import Q, QuerySet

from quotes.likeness import key_of
from quotes.models import Card, Deck
from quotes.refusals import Refused


def hidden_from(deck: Deck | None, people: tuple[int | None, ...]) -> QuerySet[Card]:
    """What is hidden in this deck, or was written by one of these people (keys). None: a deck still to be made."""
    theirs = Q(author__in=[one for one in people if one is not None])
    return Card.objects.filter(theirs if deck is None else theirs | Q(deck=deck.pk), hidden_at__isnull=False)


def keys_for(deck: Deck | None, *people: int | None) -> frozenset[str]:
    """By their likeness. One query."""
    return frozenset(hidden_from(deck, people).values_list("likeness", flat=True))


def are_hidden(deck: Deck, quote: str, source: str, *people: int | None) -> bool:
    return hidden_from(deck, people).filter(likeness=key_of(quote, source)).exists()


def must_be_free(deck: Deck, quote: str, source: str, *people: int | None) -> None:
    """Raises Refused."""
    if are_hidden(deck, quote, source, *people):
        raise Refused("hidden_words", 403, field="quote" if quote else "source")
