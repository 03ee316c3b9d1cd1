"""After a backup was put back: what the time in between made pointless."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from accounts.models import Send
from games.expiry import put_clocks_forward
from games.models import Pulse


class Command(BaseCommand):
    help = (
        "Run once after restoring a backup, before the worker starts: notices that waited in it are not sent (most "
        "were, after it was made), and nobody loses time that the site was away. Running it again changes nothing."
    )

    def handle(self, **options: Any) -> None:
        now = timezone.now()
        with transaction.atomic():
            pulse = Pulse.objects.filter(name="due").first()
            waiting = Send.objects.filter(state=Send.State.WAITING)
            dropped = waiting.update(state=Send.State.DROPPED, done_at=now, error="from before a restore")
            put_clocks_forward(now)
        self.stdout.write(f"{dropped} waiting notices dropped.")
        if pulse is None:
            self.stdout.write("No worker ever ran on this data: the clocks stay as they are.")
        else:
            self.stdout.write(f"The clocks last ran at {pulse.at:%Y-%m-%d %H:%M} UTC, and go on from now.")
