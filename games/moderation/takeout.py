"""What somebody reported, what was decided about them, and what they decided, for the file that they take along.

Never who reported, or who decided: a decision about somebody is told as they read it on the site.
"""

from accounts import takeout
from accounts.models import User
from accounts.takeout import Rows, rows_of, same
from games.moderation import own
from games.moderation.models import Act, Appeal, Case, FlagWord


def reports(person: User) -> Rows:
    return own.everything_about(person)["reports"]  # type: ignore[no-any-return]


def decisions(person: User) -> Rows:
    return own.everything_about(person)["decisions"]  # type: ignore[no-any-return]


def decisions_in_my_decks(person: User) -> Rows:
    for row in map(own.owner_row, own.in_my_decks(person)):
        yield {"text": [line["text"] for line in row["lines"]], "decided": row["said"], "at": row["at"]}


def moderated(person: User) -> Rows:
    """A moderator's own lines of the audit list."""
    rows = Act.objects.filter(moderator=person).order_by("pk")
    return rows_of(rows, **same("at", "moderator_name", "action", "kind", "reason", "words", "until"))


def cases_decided(person: User) -> Rows:
    rows = Case.objects.filter(moderator=person).order_by("pk")
    return rows_of(rows, **same("kind", "state", "verdict", "reason", "words", "until", "done_at"))


def appeals_decided(person: User) -> Rows:
    rows = Appeal.objects.filter(decided_by=person).order_by("pk")
    return rows_of(rows, **same("outcome", "words", "decided_at"))


def flag_words(person: User) -> Rows:
    rows = FlagWord.objects.filter(added_by=person).order_by("pk")
    return rows_of(rows, **same("language", "word", "added_at"))


PARTS = {
    "reports": reports,
    "decisions": decisions,
    "decisions_in_my_decks": decisions_in_my_decks,
    "moderated": moderated,
    "cases_decided": cases_decided,
    "appeals_decided": appeals_decided,
    "flag_words": flag_words,
}


def register() -> None:
    takeout.parts |= PARTS
