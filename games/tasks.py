"""What Celery's beat sets off. Everything is read from the database anew: a lost task costs nothing but time."""

from celery import shared_task
from django.utils import timezone

from games import expiry, lobby, notices, tallies, withdrawals
from games import tidy as tidying


@shared_task
def sweep_due_prompts() -> None:
    expiry.sweep()


@shared_task
def tell_of_prompts() -> None:
    """Make the notices of what waits for people, and the reminders."""
    now = timezone.now()
    expiry.put_clocks_forward(now)  # or a reminder would go out by a clock that is about to be put forward
    notices.announce(now)
    notices.remind(now)


@shared_task
def take_out_hidden() -> None:
    withdrawals.take_out_everywhere(timezone.now())


@shared_task
def count_cards() -> None:
    """What became of the cards of the matches that are over."""
    tallies.count_finished()


@shared_task
def look_after_matches() -> None:
    """Days away that have begun, pauses and sleeps that are over, tables that nobody joined."""
    now = timezone.now()
    expiry.put_clocks_forward(now)
    expiry.hasten_away(now)
    expiry.wake_and_close(now)
    lobby.expire_unfilled(now)


@shared_task
def tidy() -> None:
    tidying.forget_practice(timezone.now())
