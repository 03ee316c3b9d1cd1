"""The audit list: what moderators did, line by line."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.moderation.models import NAME_ROOM, Act, Case

ACTIONS: dict[str, Any] = {
    "take": _("took it"),
    "give_back": _("gave it back"),
    "dismiss": _("left it as it is"),
    "hide": _("hid it"),
    "ask": _("asked to change it"),
    "rename": _("took the name away"),
    "warn": _("warned its author"),
    "mute": _("ended their writing for a while"),
    "suspend": _("suspended them"),
    "unhide": _("showed it again"),
    "lift_mute": _("let them write again"),
    "lift_suspension": _("ended the suspension"),
    "uphold": _("let the decision stand"),
    "reverse": _("took the decision back"),
    "add_word": _("added a word to look at"),
    "drop_word": _("removed a word to look at"),
}


def write(
    moderator: Any,
    action: str,
    case: Case | None = None,
    *,
    about: Any = None,
    thing: tuple[str, int] | None = None,
    reason: str = "",
    words: str = "",
    until: datetime | None = None,
) -> Act:
    """One line, in the transaction of what it tells. thing: its kind and row, where no case names them."""
    kind, key = (case.kind, case.key) if case is not None else thing or ("", None)
    return Act.objects.create(
        moderator=moderator,
        moderator_name=str(moderator)[:NAME_ROOM],
        action=action,
        case=case,
        kind=kind,
        key=key,
        about=about,
        reason=reason,
        words=words,
        until=until,
    )
