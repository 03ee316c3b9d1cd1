"""All that is kept of a person, as one file for them to take along: a zip with data.json, and what apps lay beside it.

It holds what somebody wrote and did and were told, and nothing of others that they may not know. It is written
while it is sent, so that its size does not matter. What is in it and what is not, and why: `inventory.py` of each app.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date, time
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import Device, Send, Session, Tie, User

Rows = Iterable[dict[str, Any]]
AT_ONCE = 500  # rows that are in memory together

# Of data.json, by name; and files of their own, by their names. Other apps add theirs (`AppConfig.ready`).
parts: dict[str, Callable[[User], dict[str, Any] | Rows]] = {}
files: list[Callable[[User], Iterator[tuple[str, bytes]]]] = []


def zipped(person: User) -> Iterator[bytes]:
    pieces = Pieces()
    with ZipFile(pieces, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        with archive.open("data.json", "w") as data:
            for text in as_json(person):
                data.write(text.encode())
                yield pieces.taken()
        for lay in files:
            for name, content in lay(person):
                archive.writestr(name, content)
                yield pieces.taken()
    yield pieces.taken()


class Pieces:
    """Where the zip is written to: only forward."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def write(self, data: bytes) -> int:
        self.waiting += data
        return len(data)

    def flush(self) -> None:
        pass

    def taken(self) -> bytes:
        data = bytes(self.waiting)
        self.waiting.clear()
        return data


def as_json(person: User) -> Iterator[str]:
    """An object with a part a line, and of lists a row a line."""
    yield f'{{\n"made_at": {dumped(timezone.now())}'
    for name, part in parts.items():
        rows = part(person)
        yield f",\n{dumped(name)}: "
        if isinstance(rows, dict):
            yield dumped(rows)
            continue
        yield "["
        between = "\n"
        for row in rows:
            yield between + dumped(row)
            between = ",\n"
        yield "]"
    yield "\n}\n"


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=written)


def written(value: Any) -> str:
    return value.isoformat() if isinstance(value, date | time) else str(value)


def rows_of(rows: Any, **columns: str) -> Iterator[dict[str, Any]]:
    """The rows of a queryset, with what each column is called in the file."""
    for row in rows.values_list(*columns.values()).iterator(AT_ONCE):
        yield dict(zip(columns, row, strict=True))


def same(*names: str) -> dict[str, str]:
    """Columns that are called in the file as in the table."""
    return {name: name for name in names}


# What the accounts know

OF_PERSON = (
    *("name", "username", "email", "is_guest", "date_joined", "last_login", "seen_at", "is_active"),
    *("language", "time_zone", "theme", "face", "no_timer"),
    *("quiet_from", "quiet_until", "away_from", "away_until", "muted_until", "suspended_until"),
    *("mail_on", "digest", "digest_at", "notice_choices"),
    *("is_staff", "is_superuser"),
)


def profile(person: User) -> dict[str, Any]:
    return {name: getattr(person, name) for name in OF_PERSON} | {
        "groups": list(person.groups.values_list("name", flat=True)),
        "permissions": list(person.user_permissions.values_list("codename", flat=True)),
    }


def addresses(person: User) -> Rows:
    return rows_of(EmailAddress.objects.filter(user=person), **same("email", "verified", "primary"))


def second_factor(person: User) -> Rows:
    return rows_of(
        Authenticator.objects.filter(user=person).order_by("pk"), **same("type", "created_at", "last_used_at")
    )


def browsers(person: User) -> Rows:
    return rows_of(
        Session.objects.filter(person=person).order_by("expire_date"), signed_in_until="expire_date"
    )


def devices(person: User) -> Rows:
    return rows_of(
        Device.objects.filter(person=person).order_by("pk"),
        **same("name", "made_at", "last_sent_at", "errors"),
    )


def ties_of(person: User) -> Rows:
    rows = Tie.objects.filter(person=person).order_by("pk")
    return rows_of(rows, whom="other__name", **same("kind", "at"))


def notices(person: User) -> Rows:
    rows = Send.objects.filter(person=person).order_by("pk")
    return rows_of(rows, **same("kind", "channel", "state", "made_at", "done_at"))


def in_admin(person: User) -> Rows:
    rows = LogEntry.objects.filter(user=person).order_by("pk")
    return rows_of(rows, at="action_time", table="content_type__model", what="action_flag")


parts |= {
    "profile": profile,
    "addresses": addresses,
    "second_factor": second_factor,
    "browsers": browsers,
    "devices": devices,
    "ties": ties_of,
    "notices": notices,
    "in_admin": in_admin,
}
