"""Mute and block: what a person no longer wants to see or hear of another."""

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Tie, User


def tie(person: User, other: User, kind: str) -> None:
    """From now on `person` mutes or blocks `other`; the later choice replaces the earlier one."""
    if person.pk != other.pk:
        Tie.objects.update_or_create(person=person, other=other, defaults={"kind": kind})


def untie(person: User, other: User) -> None:
    Tie.objects.filter(person=person, other=other).delete()


def hand_over(guest: User, person: User) -> None:
    """What a guest chose about others, and others about the guest, holds for the account; a block outdoes a mute."""
    for tie in Tie.objects.filter(Q(person=guest) | Q(other=guest)):
        mine, theirs = (person.pk if one == guest.pk else one for one in (tie.person_id, tie.other_id))
        if mine == theirs:
            continue
        chosen = {"kind": tie.kind, "at": tie.at}
        there, made = Tie.objects.get_or_create(person_id=mine, other_id=theirs, defaults=chosen)
        if not made and tie.kind == Tie.Kind.BLOCK:
            Tie.objects.filter(pk=there.pk).update(kind=Tie.Kind.BLOCK)


def kind_between(person: User, other: User) -> str:
    """What `person` has chosen about `other`: muted, blocked, or "" for nothing."""
    return Tie.objects.filter(person=person, other=other).values_list("kind", flat=True).first() or ""


def hidden_authors(person: User) -> set[int]:
    """Ids of those whose words `person` does not want to read."""
    return set(Tie.objects.filter(person=person).values_list("other", flat=True))


def hiding_from(author: User) -> set[int]:
    """Ids of those who do not want to read what `author` writes."""
    return set(Tie.objects.filter(other=author).values_list("person", flat=True))


def blocks() -> QuerySet[Tie]:
    return Tie.objects.filter(kind=Tie.Kind.BLOCK)


def blocked_with(person: User) -> set[int]:
    """Ids of those whom `person` blocked or who blocked `person`; which of the two is nobody's business."""
    pairs = blocks().filter(Q(person=person) | Q(other=person)).values_list("person", "other")
    return {one for pair in pairs for one in pair} - {person.pk}


def of(person: User) -> "QuerySet[Tie]":
    """Everybody that `person` mutes or blocks, the latest first."""
    return Tie.objects.filter(person=person).select_related("other").order_by("-at")


def without_blocked(rows: QuerySet[Any], person: User, author: str) -> QuerySet[Any]:
    """These rows without those whose `author` (a field with a person) has a block with `person`."""
    mine = blocks().filter(person=person).values("other")
    theirs = blocks().filter(other=person).values("person")
    # A row without an author stays: NULL would be left out by "not in".
    return rows.filter(
        Q(**{f"{author}__isnull": True}) | ~(Q(**{f"{author}__in": mine}) | Q(**{f"{author}__in": theirs}))
    )
