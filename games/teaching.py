"""What a game's lesson.py says: its topics, and a hint above each question. What plays it is games/lesson.py."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.cast import Cast
from games.engine import Prompt, View


@dataclass(frozen=True)
class Answered:
    """One answer that was given for the reader's seat, by whom (`Move.By`), and what everybody saw of it.

    before: what everybody saw since this seat's answer before it, the deal included.
    """

    by: str
    action: Any
    events: tuple[Any, ...]
    before: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Hint:
    """What a lesson says above a question. rules: the place in the rules; action: an answer that follows the hint."""

    topic: str
    rules: str
    title: SafeString
    why: SafeString
    action: Any


class Lesson:
    """A first match against bots, always dealt alike, in which every question comes with a hint."""

    seed = ""
    bots: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    topics: dict[str, Any] = {}
    intro: Any = ""  # how long it takes, above the topics
    outro: Any = ""  # how the match would end, when everything was shown
    counts = True  # whether it says how many topics were practised
    most = 20  # after so many answers nobody is taught any longer

    def met(
        self, view: View[Any, Any], orders: Any, answers: tuple[Answered, ...], *, missed: bool
    ) -> set[str]:
        """The topics that were practised so far. missed: a plan was left and did not fit."""
        raise NotImplementedError

    def is_over(self, view: View[Any, Any]) -> bool:
        """Whether the match has come so far that the hints no longer fit."""
        return False

    def passed_over(self, answers: tuple[Answered, ...]) -> int:
        """How many of the latest answers followed no hint: the next hint is then about something else."""
        return 0

    def hint(
        self, view: View[Any, Any], prompt: Prompt, cast: Cast, met: set[str], passed_over: int = 0
    ) -> Hint:
        raise NotImplementedError
