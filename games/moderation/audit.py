"""The audit list: what moderators did, line by line."""

from datetime import datetime
from typing import Any

from games.moderation.models import MOST_WORDS, NAME_ROOM, Act, Case
from quotes.models import Deck


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
    """One line, in the transaction of what it tells. action: of `actions.py`.

    thing: its kind and row, where no case names them.
    """
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


def write_curators(person: Any, deck: Deck, what: str, reason: str) -> None:
    """What curators decide about a deck. what: of `actions.py`."""
    thing = (Case.Kind.DECK.value, deck.pk)
    write(person, what, about=deck.owner, thing=thing, words=reason[:MOST_WORDS])
