"""What Celery's beat sets off. A lost task costs nothing but time."""

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from quotes import co_editors, upload_sweep, uploads

READING = "reading-uploads"
READING_LASTS = 60  # seconds, more than one sweep takes


@shared_task
def read_uploads() -> None:
    """One reader at a time is enough, and leaves the worker's other hands to the clock; two would do no harm."""
    if not cache.add(READING, 1, READING_LASTS):
        return
    try:
        upload_sweep.sweep()
    finally:
        cache.delete(READING)


@shared_task
def forget_uploads() -> None:
    """And with them the invitations that are over."""
    uploads.forget(timezone.now())
    co_editors.forget_links(timezone.now())
