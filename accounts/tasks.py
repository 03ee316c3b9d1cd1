import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts import leaving, sending
from accounts.models import User

logger = logging.getLogger(__name__)

UNCONFIRMED_FOR = timedelta(days=7)
AT_ONCE = 1000


@shared_task
def purge_guests() -> int:
    """Remove guests who have not been here for long, and accounts nobody ever confirmed. Returns how many."""
    gone = 0
    for due in (idle_guests, never_confirmed):
        for pk in list(due().values_list("pk", flat=True)[:AT_ONCE]):
            try:
                gone += erase_if_still(due(), pk)
            except Exception:  # whatever is wrong with one must not keep all others' data
                logger.exception("person %s could not be removed", pk)
    return gone


def erase_if_still(due: QuerySet[User], pk: int) -> bool:
    """Somebody may have come back since the list was made."""
    return leaving.erase(User(pk=pk), by="idle", still=due)


def idle_guests() -> QuerySet[User]:
    return User.objects.filter(
        is_guest=True, seen_at__lt=timezone.now() - timedelta(days=settings.GUEST_DAYS)
    ).order_by("seen_at")


def never_confirmed() -> QuerySet[User]:
    """Somebody typed an address, perhaps somebody else's, and that was all."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    return User.objects.filter(
        Exists(addresses.filter(verified=False)),
        ~Exists(addresses.filter(verified=True)),
        is_guest=False,
        is_staff=False,
        last_login=None,
        password__startswith="!",
        date_joined__lt=timezone.now() - UNCONFIRMED_FOR,
    ).order_by("date_joined")


SENDING = "sending"
SENDING_LASTS = 60  # seconds, more than one sweep takes


@shared_task
def send_notices() -> None:
    """One sender at a time is enough, and leaves the worker's other hands to the clock; two would do no harm."""
    if not cache.add(SENDING, 1, SENDING_LASTS):
        return
    try:
        sending.send_ready()
    finally:
        cache.delete(SENDING)


@shared_task
def forget_old_notices() -> None:
    sending.forget_old(timezone.now())
