import unicodedata
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import NAME_LIMIT, User
from accounts.text import one_line

# What the pages call somebody, or whom one believes, in the languages we have.
RESERVED = {
    *("you", "bot", "admin", "administrator", "moderator", "system"),
    *("du", "moderatorin", "administratorin"),
}

SEEN_EVERY = timedelta(minutes=15)


def clean_name(name: str) -> str:
    """The name as it is shown, at most 40 characters; empty if nothing in it can be seen."""
    return one_line(one_line(name[: NAME_LIMIT * 20])[:NAME_LIMIT])


def is_reserved(name: str) -> bool:
    """Also with other capitals, wide letters, or with blanks, digits and signs around and between."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(filter(str.isalpha, folded)) in RESERVED


def make_guest(
    name: str, language: str = "", time_zone: str = "", theme: str = User.Theme.SYSTEM.value
) -> User:
    """A new person without a password, kept only by the session; `name` may be anything."""
    name = clean_name(name)
    if not name or is_reserved(name):
        name = _("Guest")
    guest = User(name=name, language=language, time_zone=time_zone, theme=theme, is_guest=True)
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def note_visit(person: Any) -> None:
    """Remember when somebody was last here, to a quarter of an hour."""
    now = timezone.now()
    if person.is_authenticated and now - person.seen_at > SEEN_EVERY:
        User.objects.filter(pk=person.pk).update(seen_at=now)
        person.seen_at = now
