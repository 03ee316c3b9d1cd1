"""A person goes, or a guest turns out to have an account. The one way in which a person's row is removed.

Apps that keep something of people register here what is to be done first (`AppConfig.ready`).
"""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import clashes, ties
from accounts.models import Device, Send, User

before_deletion: list[Callable[[User], None]] = []
before_merge: list[Callable[[User, User], None]] = []

# Locks are taken in this order everywhere, so that nobody waits in a circle: docs/architecture.md, "Locks".
LOCKS = ("cases", "matches", "people", "decks")
lockers: dict[str, Callable[[list[User]], object]] = {}


def lock_people(people: list[User]) -> None:
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[one.pk for one in people])
    list(rows.order_by("pk").values_list("pk", flat=True))


lockers["people"] = lock_people


def hold(*people: User) -> None:
    """All that knows of them, before any of it is changed. Call it inside a transaction."""
    for name in LOCKS:
        lockers[name](list(people))


def erase(person: User, by: str = "self", still: QuerySet[User] | None = None) -> bool:
    """Remove a person with all personal data; what others need (their matches) stays without the name.

    by: "self", "host" (who runs the site), or "idle" (the site, after a long time); what stays may say so. still: among
    whom they must be, once all is locked. Returns whether they are gone by this.
    """
    key = person.pk
    return clashes.once_more(lambda: erase_now(key, by, User.objects.all() if still is None else still))


@transaction.atomic
def erase_now(key: int, by: str, still: QuerySet[User]) -> bool:
    hold(User(pk=key))
    person = still.filter(pk=key).first()
    if person is None:
        return False
    person.ended_by = by  # type: ignore[attr-defined]
    for step in before_deletion:
        step(person)
    forget_in_admin_log(person)
    # Whatever is to refer to them from now on waits, and then hears that they are gone.
    User.objects.select_for_update().filter(pk=key).first()
    person.delete()
    return True


def forget_in_admin_log(person: User) -> None:
    """The admin writes down the name of whom it changed, and of the addresses."""
    addresses = [str(pk) for pk in EmailAddress.objects.filter(user=person).values_list("pk", flat=True)]
    kinds = ContentType.objects.get_for_models(User, EmailAddress)
    about = Q(content_type=kinds[User], object_id=str(person.pk))
    about |= Q(content_type=kinds[EmailAddress], object_id__in=addresses)
    LogEntry.objects.filter(about).update(object_repr=f"#{person.pk}", change_message="")


def merge(guest: User, person: User) -> None:
    """A guest has signed in to an account: what the guest had becomes the account's, and the guest goes."""
    clashes.once_more(lambda: merge_now(guest, person))


@transaction.atomic
def merge_now(guest: User, person: User) -> None:
    hold(guest, person)
    for step in before_merge:
        step(guest, person)
    ties.hand_over(guest, person)
    hand_over_notices(guest, person)
    erase(guest)


def hand_over_notices(guest: User, person: User) -> None:
    """The guest's browsers ring for the account, and what waits to be told is told there."""
    Device.objects.filter(person=guest).update(person=person)
    known = Send.objects.filter(person=person, event=OuterRef("event"), channel=OuterRef("channel"))
    Send.objects.waiting().filter(~Exists(known), person=guest).update(person=person)
