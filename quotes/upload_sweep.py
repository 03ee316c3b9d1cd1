"""Large uploads, worked on while nobody waits for the page: a sweep claims a row, reads or adds it, and lets it go.

Whatever dies on the way has changed nothing, and the next sweep begins again.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.standing import MayNotWrite
from quotes import uploads
from quotes.exchange import Unreadable
from quotes.exchange.apart import read_apart
from quotes.models import Upload
from quotes.refusals import Refused

logger = logging.getLogger(__name__)
State = Upload.State

MOST_TRIES = 3
GIVEN_BACK = timedelta(minutes=2)  # from a worker of which nothing was heard
IN_HAND: set[int] = set()  # what threads of this process work on
A_SWEEP = 20  # uploads at most


def sweep() -> None:
    """Work on what waits, the oldest first."""
    for _one in range(A_SWEEP):
        upload = claim(timezone.now())
        if upload is None:
            return
        IN_HAND.add(upload.pk)
        try:
            work_on(upload)
        except Exception:  # it is given back to a later sweep, some times; others' wait meanwhile
            logger.exception("upload %s could not be worked on", upload.pk)
        finally:
            IN_HAND.discard(upload.pk)


def claim(now: datetime) -> Upload | None:
    """The next one for whoever asks, and for nobody else; of each person one at a time."""
    lost = now - GIVEN_BACK
    free = Q(state=State.WAITING) | Q(state=State.WORKING, claimed_at__lte=lost)
    # What is in hand here is slow, and not lost.
    busy = Upload.objects.filter(Q(claimed_at__gt=lost) | Q(pk__in=IN_HAND), state=State.WORKING)
    waiting = uploads.to_work_on().filter(free).exclude(person__in=busy.values("person")).order_by("at", "pk")
    for pk, person in list(waiting.values_list("pk", "person")[:A_SWEEP]):
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).filter(pk=person).first()
            mine = Upload.objects.filter(free, pk=pk)
            if busy.filter(person=person).exists():
                continue
            if mine.update(state=State.WORKING, claimed_at=now, tries=F("tries") + 1):
                return Upload.objects.select_related("person").get(pk=pk)
    return None


def work_on(upload: Upload) -> None:
    claimed_at = upload.claimed_at
    assert claimed_at is not None
    if upload.tries > MOST_TRIES:
        let_go(upload, Refused("given_up"))
    elif upload.agreed_at:
        add_claimed(upload, claimed_at)
    else:
        read_claimed(upload)


def read_claimed(upload: Upload) -> None:
    try:
        found = read_apart(bytes(upload.data or b""), upload.name)
    except Unreadable as refused:
        let_go(upload, refused)
    else:
        my_claim(upload).update(**uploads.as_read(found))


def add_claimed(upload: Upload, claimed_at: datetime) -> None:
    cache.delete(uploads.progress_key(upload))
    try:
        uploads.add(upload, claimed_at)
    except (Refused, MayNotWrite) as refused:
        let_go(upload, refused)


def let_go(upload: Upload, refused: Refused | Unreadable | MayNotWrite) -> None:
    """A file that cannot be read is refused for good; what could not be added goes back to its person."""
    report = upload.report | {"refused": kept(refused)}
    if upload.agreed_at:
        my_claim(upload).update(state=State.READY, report=report, agreed_at=None, claimed_at=None)
    else:
        my_claim(upload).update(state=State.REFUSED, report=report, data=None, claimed_at=None)


def kept(refused: Refused | Unreadable | MayNotWrite) -> dict[str, Any]:
    """A refusal as it is kept, to be put in words when somebody reads it."""
    if isinstance(refused, Unreadable):
        return {"key": refused.key, "params": refused.reason.params}
    if isinstance(refused, MayNotWrite):
        return {"why": "muted", "field": "", "names": {}}
    return {"why": refused.why, "field": refused.field, "names": refused.names}


def my_claim(upload: Upload) -> QuerySet[Upload]:
    """The row, unless it was given to somebody else meanwhile."""
    return Upload.objects.filter(pk=upload.pk, state=State.WORKING, claimed_at=upload.claimed_at)
