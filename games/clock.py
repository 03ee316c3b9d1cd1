"""When an answer is due, and how a reaction is measured."""

from datetime import datetime, timedelta

from games.engine import Prompt
from games.models import Match

FASTEST_MS = 150
GRACE_MS = 1500
"""What the way to the server and back may take before it counts against the player."""


def due_at(match: Match, prompt: Prompt, opened_at: datetime) -> datetime | None:
    """When the clock answers `prompt`; None for never. A practice match has no deadlines, only windows."""
    if prompt.clock == "window":
        return opened_at + timedelta(seconds=prompt.seconds, milliseconds=GRACE_MS)
    return None


def reaction_ms(opened_at: datetime, now: datetime, browser_ms: int | None) -> int:
    """The reaction that counts, in milliseconds.

    The browser's own figure where there is one, but never less than a human takes, nor less than the server's
    measure minus the grace; without a figure the server's measure.
    """
    measured = max(0, int((now - opened_at).total_seconds() * 1000))
    if browser_ms is None:
        return max(FASTEST_MS, measured)
    return max(FASTEST_MS, browser_ms, measured - GRACE_MS)
