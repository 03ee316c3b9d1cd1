from django.utils.translation import gettext as _

from accounts.models import NAME_LIMIT, User
from accounts.text import one_line


def clean_name(name: str) -> str:
    """The name as it is shown, at most 40 characters; empty if nothing in it can be seen."""
    return one_line(one_line(name)[:NAME_LIMIT])


def make_guest(name: str, language: str = "", time_zone: str = "") -> User:
    """A new person without a password, kept only by the session; `name` may be anything."""
    guest = User(name=clean_name(name) or _("Guest"), language=language, time_zone=time_zone, is_guest=True)
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest
