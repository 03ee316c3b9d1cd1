"""/health/: whether everything that has to run for the site does, for a monitor to ask. It tells no secret."""

import contextlib
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Min, Q
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.decorators import without_person
from accounts.models import Send
from config.celery import ALIVE
from games.models import Prompt, Pulse

WORKER_LATE = timedelta(minutes=3)  # with a monitor that asks every minute or two, red within five
SWEEP_LATE = timedelta(minutes=3)
ANSWER_LATE = timedelta(minutes=5)
MAIL_LATE = timedelta(minutes=15)
FEW_FAILURES = 2  # some addresses are simply wrong
BROKER_PATIENCE = 1.0
REMEMBERED = 5.0
"""Seconds for which an answer is given again: anybody may ask, and as often as they like."""

Check = dict[str, Any]
answer: tuple[float, dict[str, Check]] | None = None


@without_person
@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 if all is well, else 503; what is wrong is named in either case."""
    checks = remembered()
    well = all(check["ok"] for check in checks.values())
    return JsonResponse(
        {"ok": well, "checks": checks}, status=200 if well else 503, json_dumps_params={"indent": 1}
    )


def remembered() -> dict[str, Check]:
    global answer
    now = time.monotonic()
    if answer is None or now - answer[0] > REMEMBERED:
        answer = (now, examine())
    return answer[1]


def examine() -> dict[str, Check]:
    """Every check by name. What hangs on something that is down is not asked: it would only wait."""
    now = timezone.now()
    database = tried(database_answers)
    broker = tried(broker_answers)
    return {
        "database": database,
        "broker": broker,
        "worker": tried(lambda: worker_seen(now)) if broker["ok"] else not_asked("broker"),
        "sweep": tried(lambda: sweep_lag(now)) if database["ok"] else not_asked("database"),
        "mail": tried(lambda: mail_queue(now)) if database["ok"] else not_asked("database"),
    }


def tried(check: Callable[[], Check]) -> Check:
    """An error is named by its kind alone: its text may hold an address or a password."""
    try:
        return check()
    except Exception as error:
        return {"ok": False, "why": type(error).__name__}


def not_asked(about: str) -> Check:
    return {"ok": False, "why": f"not asked: the {about} is down"}


def seconds(since: timedelta | None) -> int | None:
    return None if since is None else max(0, int(since.total_seconds()))


def database_answers() -> Check:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return {"ok": True, "kind": connection.vendor}


def broker_answers() -> Check:
    if not settings.REDIS_URL:
        return {"ok": True, "kind": "folder", "waiting": sum(1 for _ in Path(settings.QUEUE).iterdir())}
    redis = Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=BROKER_PATIENCE,
        socket_timeout=BROKER_PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    with contextlib.closing(redis):
        return {"ok": True, "kind": "redis", "waiting": redis.llen("celery")}


def worker_seen(now: datetime) -> Check:
    """The clock sends a task every half a minute with which the worker leaves the time: both have to run."""
    seen = cache.get(ALIVE)
    if seen is None:
        return {"ok": False, "seen_seconds_ago": None, "why": "the worker has not been seen yet"}
    since = now - datetime.fromisoformat(seen)
    return {"ok": since < WORKER_LATE, "seen_seconds_ago": seconds(since)}


def sweep_lag(now: datetime) -> Check:
    """When due answers were last looked for, and how long the longest overdue one waits."""
    pulse = Pulse.objects.filter(name="due").first()
    oldest = Prompt.objects.due(now).values_list("due_at", flat=True).first()
    since = now - pulse.at if pulse else None
    overdue = now - oldest if oldest else timedelta()
    return {
        "ok": since is not None and since < SWEEP_LATE and overdue < ANSWER_LATE,
        "swept_seconds_ago": seconds(since),
        "overdue_seconds": seconds(overdue),
    }


def mail_queue(now: datetime) -> Check:
    """Red if notices stay unsent, or if more of the last day's failed than went out (a few always may)."""
    lately = Q(done_at__gte=now - timedelta(days=1))
    ready = Q(state=Send.State.WAITING, not_before__lte=now)
    found = Send.objects.filter(ready | lately).aggregate(
        oldest=Min("not_before", filter=ready),
        waiting=Count("pk", filter=ready),
        failed=Count("pk", filter=lately & Q(state=Send.State.FAILED)),
        sent=Count("pk", filter=lately & Q(state=Send.State.SENT)),
    )
    waits = now - found["oldest"] if found["oldest"] else timedelta()
    return {
        "ok": waits < MAIL_LATE and found["failed"] <= max(FEW_FAILURES, found["sent"]),
        "waiting": found["waiting"],
        "oldest_seconds": seconds(waits),
        "failed_in_a_day": found["failed"],
    }
