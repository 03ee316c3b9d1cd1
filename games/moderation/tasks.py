"""What Celery's beat sets off."""

from celery import shared_task

from games.moderation import seats


@shared_task
def seat_bots() -> None:
    """For who is suspended, what a request that died has left undone."""
    seats.hand_over_all()
