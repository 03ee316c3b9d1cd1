"""What nobody needs any more goes: practice that nobody sits in, the index of what was once open."""

from datetime import datetime, timedelta

from games.models import Match
from games.models import Prompt as PromptRow

KEPT_FOR = timedelta(days=30)
BATCH = 500


def tidy(now: datetime) -> None:
    forget_practice(now)
    forget_prompts()


def forget_practice(now: datetime) -> int:
    """Practice whose guest was purged or who got up: no person can come back to it, nor read its log."""
    left = Match.objects.filter(practice=True, created_at__lt=now - KEPT_FOR)
    left = left.exclude(status=Match.Status.RUNNING).exclude(seats__person__isnull=False)
    gone = list(left.values_list("pk", flat=True)[:BATCH])
    Match.objects.filter(pk__in=gone).delete()
    return len(gone)


def forget_prompts() -> int:
    """The index names what is open; of matches that are over nothing is."""
    over = PromptRow.objects.filter(
        waits=False, match__status__in=(Match.Status.FINISHED, Match.Status.CLOSED)
    )
    gone = list(over.values_list("pk", flat=True)[: BATCH * 20])
    PromptRow.objects.filter(pk__in=gone).delete()
    return len(gone)
