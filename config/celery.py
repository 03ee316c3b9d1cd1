import os

from celery import Celery
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("config")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

ALIVE = "worker-alive"


@app.task
def alive() -> None:
    """Leaves the time in the cache: whoever reads it there knows that broker, beat and worker are well."""
    cache.set(ALIVE, timezone.now().isoformat(), timeout=None)


@app.task
def clear_sessions() -> None:
    """Django lets expired sessions lie until it is told to remove them."""
    call_command("clearsessions")
