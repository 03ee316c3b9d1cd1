"""What Celery's beat sets off. A lost task costs nothing but time."""

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from accounts.models import new_link
from quotes import co_editors, upload_sweep, uploads

READING = "reading-uploads"
READING_LASTS = 60  # seconds: then a next one may read beside it


@shared_task
def read_uploads() -> None:
    """One reader at a time is enough, and leaves the worker's other hands to the clock; two would do no harm."""
    mine = new_link()
    if not cache.add(READING, mine, READING_LASTS):
        return
    try:
        upload_sweep.sweep()
    finally:
        if cache.get(READING) == mine:
            cache.delete(READING)


@shared_task
def forget_uploads() -> None:
    """And with them the invitations that are over."""
    uploads.forget(timezone.now())
    co_editors.forget_links(timezone.now())
