"""Signed addresses in mails: to go on where the mail points, and to end a kind of mail.

Opening one never changes anything: mail programs and scanners open every link.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User

CONTINUE = "continue"
UNSUBSCRIBE = "unsubscribe"
LASTS = timedelta(days=7)


class Expired(Exception):
    """The link was once good. path: where it led."""

    def __init__(self, path: str) -> None:
        super().__init__("expired")
        self.path = path


@dataclass(frozen=True)
class Way:
    """Where a link leads, and whom it may let in."""

    person: User
    path: str


def absolute(path: str) -> str:
    """For what leaves the site: a worker has no request to read the host from."""
    return settings.SITE_URL + path


def continue_path(person: User, path: str) -> str:
    token = signing.dumps([person.pk, mark_of(person), path], salt=CONTINUE, compress=True)
    return reverse("continue", args=[token])


def mark_of(person: User) -> str:
    """Changes with the password and the e-mail address, and links sent before with it."""
    return salted_hmac(CONTINUE, f"{person.get_session_auth_hash()} {person.email}").hexdigest()[:16]


def read_continue(token: str) -> Way:
    """Raises BadSignature for what we did not sign, Expired for what is too old or whose person has changed."""
    number, mark, path = signed(token)
    try:
        signing.loads(token, salt=CONTINUE, max_age=LASTS)
    except signing.SignatureExpired:
        raise Expired(path) from None
    person = User.objects.filter(pk=number, is_active=True).first()
    if person is None or mark_of(person) != mark:
        raise Expired(path)
    return Way(person, path)


def signed(token: str) -> tuple[int, str, str]:
    try:
        number, mark, path = signing.loads(token, salt=CONTINUE)
    except ValueError as error:  # signed, but not by this release
        raise signing.BadSignature from error
    if not url_has_allowed_host_and_scheme(path, None):
        raise signing.BadSignature("another site")
    return number, mark, path


def unsubscribe_path(person: User, kinds: list[str]) -> str:
    """kinds: those of the mail; none for all mail."""
    token = signing.dumps([person.pk, sorted(set(kinds))], salt=UNSUBSCRIBE, compress=True)
    return reverse("unsubscribe", args=[token])


def read_unsubscribe(token: str) -> tuple[int, list[str]]:
    """The person's number and the kinds; good for ever, as old mails are kept. Raises BadSignature."""
    found: Any = signing.loads(token, salt=UNSUBSCRIBE)
    return found[0], found[1]
