"""What nobody needs any more goes: practice that nobody sits in."""

from datetime import datetime, timedelta

from games.models import Match

KEPT_FOR = timedelta(days=30)
BATCH = 500


def forget_practice(now: datetime) -> int:
    """Practice whose guest was purged or who got up: no person can come back to it, nor read its log."""
    left = Match.objects.filter(practice=True, created_at__lt=now - KEPT_FOR)
    left = left.exclude(status=Match.Status.RUNNING).exclude(seats__person__isnull=False)
    gone = list(left.values_list("pk", flat=True)[:BATCH])
    Match.objects.filter(pk__in=gone).delete()
    return len(gone)
