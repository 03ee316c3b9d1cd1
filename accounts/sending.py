"""Notices on their way out: what is ready is claimed, looked at once more, sent, and marked.

Several notices for one person are one mail, but for those of which their kind says that they stand apart; between two
mails to a person lie two minutes at least. Nothing is
sent inside a transaction. A sender that dies before its mark leaves a claim, which another takes up ten minutes
later: so a mail can go out twice, in that one case, and then with the same Message-ID, by which mailboxes know it.
"""

import logging
import smtplib
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts import hours, letters, preferences, push
from accounts.models import Device, Send, User
from accounts.notices import KINDS, TEST, Item, channels

logger = logging.getLogger(__name__)

APART = timedelta(minutes=2)
LATER = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120)]
MOST_TRIES = len(LATER) + 1
TOO_OLD = timedelta(days=7)
KEPT = timedelta(days=60)
AT_A_TIME = 500
BUDGET = 20  # seconds that one sweep gives to each channel

ERRORS = {
    "no_server": _("the mail server did not answer"),
    "refused": _("the mail server did not take it"),
    "broken": _(
        "something is wrong with the message itself; the people who run this site find it in their log"
    ),
    "interrupted": _("sending was interrupted again and again"),
    "too_old": _("it could not be sent for a week"),
    "devices": _("no device took it"),
    "device_gone": _("a device takes no messages any more, so it was removed"),
}


class NoServer(Exception):
    """The mail server cannot be reached: nothing is wrong with any single mail."""


def send_ready(now: datetime | None = None) -> int:
    """One sweep; how many rows went out. Any number of these may run at once."""
    now = now or timezone.now()
    give_up_on_old(now)
    return send_mails(now) + send_pushes(now)


def give_up_on_old(now: datetime) -> None:
    """What was tried for a week has failed; what nobody came to try in a week is no news any more."""
    old = Send.objects.free(now).filter(not_before__lte=now, made_at__lt=now - TOO_OLD)
    old.filter(error="", tries=0).update(state=Send.State.DROPPED, error="too_old", done_at=now)
    old.update(state=Send.State.FAILED, error="too_old", done_at=now)


def forget_old(now: datetime) -> int:
    """Rows that are done and long past."""
    done = Send.objects.filter(made_at__lt=now - KEPT).exclude(state=Send.State.WAITING)
    return done.delete()[0]


# Claiming


class Group(NamedTuple):
    """What goes out together. batch: "" for what was never tried. apart: as `Kind.apart`."""

    person: int
    batch: str
    apart: str


def group_of(row: Send) -> Group:
    kind = KINDS.get(row.kind)
    return Group(row.person_id, row.batch, kind.apart(row) if kind is not None else "")


def groups(channel: str, now: datetime) -> list[Group]:
    """What stands apart first."""
    ready = Send.objects.ready(now).filter(channel=channel)[:AT_A_TIME]
    return sorted(dict.fromkeys(map(group_of, ready)), key=lambda group: not group.apart)


def claim(channel: str, group: Group, now: datetime) -> list[Send]:
    """The rows of a group, which no other sender takes from now on; none if another was faster, or it is too soon."""
    person, batch, apart = group
    is_test = apart == TEST
    with transaction.atomic():
        ready = Send.objects.ready(now).filter(person=person, channel=channel, batch=batch)
        ready = ready.filter(kind=TEST) if is_test else ready.exclude(kind=TEST)
        locked = sorted(ready.select_for_update(), key=lambda row: row.pk)
        rows = [row for row in locked if group_of(row) == group]
        lost = [row for row in rows if row.tries >= MOST_TRIES]
        finish(lost, now, Send.State.FAILED, "interrupted")
        rows = [row for row in rows if row.tries < MOST_TRIES]
        if rows and not is_test and (free_at := free_again(person, channel, now)):
            update(rows, not_before=free_at)
            return []
        if rows and channel == Send.Channel.MAIL:
            batch = batch or letters.batch_name(rows)
        update(rows, claimed_at=now, tries=F("tries") + 1, batch=batch)
    for row in rows:
        row.claimed_at, row.tries, row.batch = now, row.tries + 1, batch
    return rows


def free_again(person: int, channel: str, now: datetime) -> datetime | None:
    """When the next may go to a person, if one has just gone or is just going."""
    others = Send.objects.filter(person=person, channel=channel).exclude(kind=TEST)
    lately = Q(state=Send.State.SENT, done_at__gt=now - APART)
    going = Q(state=Send.State.WAITING, claimed_at__gt=now - APART)
    last = others.filter(lately | going).aggregate(done=Max("done_at"), claimed=Max("claimed_at"))
    moments = [moment for moment in last.values() if moment]
    return max(moments) + APART if moments else None


def update(rows: list[Send], **values: Any) -> None:
    """Of rows that are still ours: whoever took them over after ten minutes has the say."""
    for claimed_at in {row.claimed_at for row in rows}:
        mine = [row.pk for row in rows if row.claimed_at == claimed_at]
        Send.objects.waiting().filter(pk__in=mine, claimed_at=claimed_at).update(**values)


def finish(rows: list[Send], now: datetime, state: str, error: str = "") -> None:
    if rows:
        update(rows, state=state, done_at=now, error=error[:200])


def put_back(rows: list[Send], now: datetime, error: str, batch: str | None = None) -> None:
    """To be tried again later, or given up after the fifth time."""
    finish([row for row in rows if row.tries >= MOST_TRIES], now, Send.State.FAILED, error)
    for row in rows:
        if row.tries < MOST_TRIES:
            kept = row.batch if batch is None else batch
            later = now + LATER[row.tries - 1]
            update([row], claimed_at=None, not_before=later, error=error[:200], batch=kept)


# Looking once more


@contextmanager
def as_read_by(person: User) -> Iterator[None]:
    language = person.language if preferences.is_language(person.language) else settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(hours.zone_of(person)):
        yield


def still_wanted(person: User | None, rows: list[Send], now: datetime) -> tuple[list[Send], list[Item]]:
    """The rows that are still true, in words; the others are dropped, and one that breaks stops no other."""
    wanted: list[Send] = []
    items: list[Item] = []
    dropped: list[Send] = []
    first = list(KINDS)  # what matters most heads the mail
    for row in sorted(rows, key=lambda row: first.index(row.kind) if row.kind in KINDS else 0):
        row.person = person or row.person
        try:
            if person is None or not is_open_to(person, row) or not KINDS[row.kind].wanted(row):
                dropped.append(row)
                continue
            items.append(KINDS[row.kind].say(row))
            wanted.append(row)
        except Exception as error:
            logger.error("Notice %s (%s) breaks: %s", row.pk, row.kind, kind_and_place(error))
            put_back([row], now, "broken")
    finish(dropped, now, Send.State.DROPPED)
    return wanted, items


def kind_and_place(error: Exception) -> str:
    """Not its text, which may name what nobody else should read."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename}:{last.lineno}"


def is_open_to(person: User, row: Send) -> bool:
    if row.kind == TEST:
        return row.channel != Send.Channel.MAIL or bool(person.email)
    return row.kind in KINDS and row.channel in channels(person, row.kind)


# E-mail


def has_proved(person: User) -> bool:
    """An address that its owner has not confirmed is perhaps somebody else's."""
    return not EmailAddress.objects.filter(user=person, email__iexact=person.email, verified=False).exists()


def send_mails(now: datetime) -> int:
    sent = 0
    until = time.monotonic() + BUDGET
    connection = get_connection()
    try:
        for group in groups(Send.Channel.MAIL, now):
            if time.monotonic() > until:
                break
            sent += send_mail(connection, group, now)
    except NoServer as error:
        logger.warning("The mail server cannot be reached (%s); the mails wait.", error)
    finally:
        connection.close()
    return sent


def send_mail(connection: Any, group: Group, now: datetime) -> int:
    rows = claim(Send.Channel.MAIL, group, now)
    person = User.objects.filter(pk=group.person, is_active=True).first() if rows else None
    try:
        with as_read_by(person or User()):
            person = person if person and has_proved(person) else None
            rows, items = still_wanted(person, rows, now)
            if person is None or not rows:
                return 0
            mail = letters.write(person, rows, items, rows[0].batch)
        hand_over(connection, mail)
    except NoServer:
        # Nobody has seen the mail: not counted as a try, for every mail would run out of them together.
        batch = rows[0].batch if rows[0].tries > 1 else ""
        later = {"claimed_at": None, "not_before": now + LATER[0], "tries": F("tries") - 1}
        update(rows, **later, error="no_server", batch=batch)
        raise
    except (smtplib.SMTPException, OSError) as error:
        connection.close()
        # Refused is refused. Where the line broke the mail may have arrived: it keeps its rows and its Message-ID.
        refused = isinstance(error, smtplib.SMTPResponseException | smtplib.SMTPRecipientsRefused)
        logger.warning("A mail was not taken: %s", type(error).__name__)
        put_back(rows, now, f"refused {code_of(error)}".strip(), "" if refused else None)
    except Exception as error:
        connection.close()
        logger.error("A mail cannot be written or sent: %s", kind_and_place(error))
        put_back(rows, now, "broken")
    else:
        finish(rows, now, Send.State.SENT)
        return len(rows)
    return 0


def hand_over(connection: Any, mail: Any) -> None:
    try:
        connection.open()
    except (smtplib.SMTPException, OSError) as error:
        raise NoServer(type(error).__name__) from error
    mail.connection = connection
    mail.send()


def code_of(error: Exception) -> str:
    """What the mail server said, as a number."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return " ".join(sorted({str(code) for code, _words in error.recipients.values()}))
    return str(getattr(error, "smtp_code", ""))


# Push messages


def send_pushes(now: datetime) -> int:
    if not push.available():
        unsent = Send.objects.ready(now).filter(channel=Send.Channel.PUSH)
        unsent.order_by().update(state=Send.State.DROPPED, done_at=now)
        return 0
    sent = 0
    until = time.monotonic() + BUDGET
    todo = groups(Send.Channel.PUSH, now)
    while todo and time.monotonic() < until:
        some, todo = todo[: push.SIDE_BY_SIDE], todo[push.SIDE_BY_SIDE :]
        letters_out = [letter for group in some if (letter := push_letter(group, now))]
        told = push.deliver_all([(device, message) for _rows, to, message in letters_out for device in to])
        for rows, to, _message in letters_out:
            sent += settle(rows, {device: told[device.pk] for device in to}, now)
    return sent


def push_letter(group: Group, now: datetime) -> tuple[list[Send], list[Device], bytes] | None:
    rows = claim(Send.Channel.PUSH, group, now)
    person = User.objects.filter(pk=group.person, is_active=True).first() if rows else None
    with as_read_by(person or User()):
        rows, items = still_wanted(person, rows, now)
        if person is None or not rows:
            return None
        devices = Device.objects.filter(person=person)
        if group.batch:
            devices = devices.filter(pk__in=group.batch.split(","))
        if not (to := list(devices)):
            finish(rows, now, Send.State.DROPPED)
            return None
        return rows, to, push.message(letters.subject_of(items), items)


def settle(rows: list[Send], told: dict[Device, str], now: datetime) -> int:
    """What becomes of rows and devices once each device has answered; one that failed is tried again alone."""
    by_answer: dict[str, list[Device]] = {push.TAKEN: [], push.GONE: [], push.LATER: []}
    for device, answer in told.items():
        by_answer[answer].append(device)
    for device in by_answer[push.TAKEN]:
        Device.objects.filter(pk=device.pk).update(last_sent_at=now, errors=0, last_error="")
    for device in by_answer[push.LATER]:
        Device.objects.filter(pk=device.pk).update(errors=F("errors") + 1, last_error="devices")
    Device.objects.filter(pk__in=[device.pk for device in by_answer[push.GONE]]).delete()
    error = f"device_gone {by_answer[push.GONE][0]}" if by_answer[push.GONE] else ""
    if by_answer[push.LATER]:
        put_back(rows, now, error or "devices", ",".join(str(device.pk) for device in by_answer[push.LATER]))
    elif by_answer[push.TAKEN]:
        finish(rows, now, Send.State.SENT, error)
    else:
        finish(rows, now, Send.State.FAILED, error)
    return len(rows) if by_answer[push.TAKEN] else 0
