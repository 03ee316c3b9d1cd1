"""The stamp in the file of a deck that is all its owner's, by which a backup is known again.

Only this site makes one and can check it, and for one person alone: whoever brings the file in. It has two parts: what
stands for the deck, and that together with its owner and with where the file says that cards come from. Nobody reads
from it which deck it is, or whose.
"""

from typing import Any

from django.utils.crypto import constant_time_compare, salted_hmac

from quotes.exchange import Meta
from quotes.models import Deck

BETWEEN = "-"
OF_DECK, OF_SEAL = 16, 32  # letters: MOST_STAMP with what is between


def stamp_for(deck: Deck, meta: Meta) -> str:
    """For the file of a deck, which says this of it, as its owner takes it."""
    part = keyed("deck", str(deck.pk))[:OF_DECK]
    return f"{part}{BETWEEN}{seal(deck.owner_id, part, meta)}"


def is_of(person: Any, meta: Meta) -> bool:
    """Whether a file was taken out here by this person, of a deck that was all theirs."""
    part, _between, sealed = meta.stamp.partition(BETWEEN)
    return bool(part) and constant_time_compare(sealed, seal(person.pk, part, meta))


def seal(owner: Any, part: str, meta: Meta) -> str:
    said = "\n".join([str(owner), part, meta.based_on, meta.credit])
    return keyed("owner", said)[:OF_SEAL]


def keyed(what: str, value: str) -> str:
    return salted_hmac(f"quotes.stamps.{what}", value, algorithm="sha256").hexdigest()
