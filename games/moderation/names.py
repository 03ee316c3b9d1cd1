"""Somebody's name, and everywhere it was written down besides with its person."""

import zlib
from typing import Any

from django.conf import settings
from django.db.models import F, Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import NAME_LIMIT, User
from accounts.preferences import is_language
from games.models import Match, Seat
from quotes.models import Deck

DEPTH = 10  # copies of copies of a deck


def named(key: int) -> User | None:
    return User.objects.filter(pk=key, is_active=True).first()


def placeholder(person: User) -> str:
    """What somebody is called until they choose another name: the same each time, so that it can be said before."""
    language = person.language if is_language(person.language) else settings.LANGUAGE_CODE
    number = 1000 + zlib.crc32(f"{person.pk}/{person.name}".encode()) % 9000
    with translation.override(language):
        return f"{_('Somebody')} {number}"[:NAME_LIMIT]


def give(person: Any, new: str) -> None:
    """Another name for somebody, at all tables and in all credits, too."""
    old = person.name
    User.objects.filter(pk=person.pk).update(name=new)
    person.name = new
    seats = Seat.objects.filter(Q(person=person) | Q(left_by=person, person=None)).exclude(name="")
    seats.update(name=new)
    sat = Seat.objects.filter(Q(person=person) | Q(left_by=person)).values("match")
    Match.objects.filter(pk__in=sat).update(changed=F("changed") + 1)
    Deck.objects.filter(owner=person, of_blanks=True, title=old).update(title=new)
    for deck in credited(person):
        deck.credit = deck.credit.replace(f"({old})", f"({new})")[:200]
        deck.save(update_fields=["credit"])


def credited(person: Any) -> list[Deck]:
    """The copies of somebody's decks, and the copies of these, for a credit is carried on."""
    found: dict[int, Deck] = {}
    level = list(Deck.objects.filter(based_on__owner=person))
    for _level in range(DEPTH):
        found |= {deck.pk: deck for deck in level}
        level = list(Deck.objects.filter(based_on__in=level).exclude(pk__in=found))
        if not level:
            break
    return list(found.values())
