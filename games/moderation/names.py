"""Somebody's name, and everywhere it was written down besides with its person."""

import zlib
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from games.models import Match, Seat
from games.moderation.models import Appeal, Case
from quotes import crediting
from quotes.likeness import sameness
from quotes.models import Deck


def named(key: int) -> User | None:
    return User.objects.filter(pk=key, is_active=True).first()


def placeholder(person: User) -> str:
    """What somebody is called until they choose another name: the same each time, so that it can be said before.

    In no language, for people of all languages read it.
    """
    number = 1000 + zlib.crc32(f"{person.pk}/{person.name}".encode()) % 9000
    return f"N. N. {number}"


def hold_tables(person: int | None) -> None:
    """Under their locks, as by whoever plays on there."""
    sat = Seat.objects.filter(Q(person=person) | Q(left_by=person)).values("match")
    rows = Match.objects.select_for_update(no_key=True).filter(pk__in=sat).order_by("pk")
    list(rows.values_list("pk", flat=True))


def give(person: Any, new: str) -> None:
    """Another name for somebody, at all tables and in all credits, too."""
    old = person.name
    User.objects.filter(pk=person.pk).update(name=new)
    person.name = new
    seats = Seat.objects.filter(Q(person=person) | Q(left_by=person, person=None)).exclude(name="")
    seats.update(name=new)
    sat = Seat.objects.filter(Q(person=person) | Q(left_by=person)).values("match")
    Match.objects.filter(pk__in=sat).update(changed=F("changed") + 1)
    # Decks of blanks of an older version of the site are called like their owner.
    Deck.objects.filter(owner=person, of_blanks=True, title=old).update(title=new)
    crediting.rename(person, old, new)


def was_taken(person: User) -> bool:
    """Whether they still have the name that was given to them when theirs was taken away."""
    renamed = Case.objects.filter(author=person, verdict__contains="rename")
    return renamed.filter(frozen__called=person.name).exists()


def is_taken_away(person: User, name: str) -> bool:
    """Whether a decision that stands took this name from them, or one that reads the same."""
    renamed = Case.objects.filter(author=person, state=Case.State.DONE, verdict__contains="rename")
    standing = renamed.exclude(appeal__outcome=Appeal.Outcome.REVERSED)
    taken = {case.frozen.get("taken") or case.text for case in standing}
    return sameness(name) in map(sameness, taken)
