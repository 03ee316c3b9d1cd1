"""Mail in a folder, where there is no mail server: one file a mail, which every mail program opens too."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from pathlib import Path
from typing import cast

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

MOST_MAILS = 200
NAME = re.compile(r"[0-9]{8}-[0-9]{12}-[0-9a-f]{8}")


class FolderBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            if message.recipients():
                store(message.message().as_bytes())
        return len(email_messages)


@dataclass(frozen=True)
class Mail:
    name: str
    to: str
    subject: str
    at: datetime | None
    text: str = ""
    html: str = ""
    source: str = ""


def store(content: bytes) -> None:
    """Under its name only when it is whole, and the oldest make room."""
    box = folder()
    box.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = f"{timezone.now():%Y%m%d-%H%M%S%f}-{secrets.token_hex(4)}"
    draft = box / f"{name}.part"
    draft.touch(mode=0o600)
    draft.write_bytes(content)
    draft.rename(box / f"{name}.eml")
    for old in sorted(box.glob("*.eml"), reverse=True)[MOST_MAILS:]:
        old.unlink(missing_ok=True)


def folder() -> Path:
    return Path(settings.EMAIL_FILE_PATH)


def newest(most: int = 50) -> list[Mail]:
    """The mails that came last, without what is in them."""
    names = sorted((path.stem for path in folder().glob("*.eml")), reverse=True)[:most]
    return [mail for name in names if (mail := read(name, whole=False))]


def read(name: str, *, whole: bool = True) -> Mail | None:
    if not NAME.fullmatch(name):
        return None
    try:
        content = (folder() / f"{name}.eml").read_bytes()
    except FileNotFoundError:
        return None
    mail = cast(Parsed, message_from_bytes(content, policy=policy.default))
    date = mail["Date"].datetime if mail["Date"] else None
    if date is not None and date.tzinfo is None:  # "-0000": in UTC, from nowhere in particular
        date = date.replace(tzinfo=UTC)
    head = (name, str(mail["To"] or ""), str(mail["Subject"] or ""), date)
    if not whole:
        return Mail(*head)
    return Mail(*head, body(mail, "plain"), body(mail, "html"), content.decode("utf-8", "replace"))


def body(mail: Parsed, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part else ""
