"""What moderators have decided about a person: that they write nothing for a while, or take part in nothing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import dates

# Asked whether the name somebody has was given to them by a moderator, who took theirs away.
name_takers: list[Callable[[Any], bool]] = []
# Asked whether a moderator took just this name from somebody.
names_taken: list[Callable[[Any, str], bool]] = []


class MayNotWrite(Exception):
    """Somebody may not write just now; the words say until when."""

    def __init__(self, until: datetime) -> None:
        super().__init__("muted")
        self.until = until

    @property
    def words(self) -> str:
        until = dates.moment(self.until)
        return _("A moderator decided that you write nothing here until %(until)s. Playing goes on.") % {
            "until": until
        }


class MayNotBeCalled(MayNotWrite):
    """A name that a moderator took away from this person."""

    def __init__(self) -> None:
        Exception.__init__(self, "name")

    @property
    def words(self) -> str:
        return _("A moderator took this name away from you. Choose another one.")


def muted_until(person: Any) -> datetime | None:
    """Until when somebody may write nothing that others read; None for who may."""
    until = getattr(person, "muted_until", None)
    return until if until and until > timezone.now() else None


def suspended_until(person: Any) -> datetime | None:
    """Until when somebody takes part in nothing; None for who may."""
    until = getattr(person, "suspended_until", None)
    return until if until and until > timezone.now() else None


def must_be_allowed_to_write(person: Any) -> None:
    """Ask this wherever a text is kept that others will read. Raises MayNotWrite."""
    until = muted_until(person)
    if until is not None:
        raise MayNotWrite(until)


def must_be_allowed_to_be_called(person: Any, name: str) -> None:
    """Ask this wherever a name is chosen. Whose was taken away chooses another, once. Raises MayNotWrite."""
    if name == person.name:
        return
    if any(took(person, name) for took in names_taken):
        raise MayNotBeCalled
    if muted_until(person) is None:
        return
    if not any(was_taken(person) for was_taken in name_takers):
        must_be_allowed_to_write(person)
