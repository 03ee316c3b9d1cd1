"""Reporting something: it joins the case that is open about the same text, or begins one."""

from typing import Any

from django.core.signing import Signer
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from accounts import limits
from accounts.text import one_line
from games.moderation import notices
from games.moderation.models import MOST_NOTE, Case, Report
from games.moderation.targets import TARGETS, Target, freeze, print_of
from games.moderation.why import OTHER, REASONS, Refused

MOST_A_DAY = 20
DAY = 24 * 3600
LIVE = Q(state__in=[Case.State.OPEN, Case.State.TAKEN])
MARK = 20  # letters of a signature, 120 bits
OF_DECKS_ONLY = {"rating", "rights"}


# Who has seen it: whoever has an address of the report page has been shown the thing by a page of ours.


def mark_of(kind: str, key: int, person: Any) -> str:
    """The part of an address that only pages for this person hold; None for whoever is not signed in."""
    return Signer(salt="report").signature(f"{kind}/{key}/{person or 0}")[:MARK]


def has_seen(kind: str, key: int, person: Any, mark: str) -> bool:
    """Whether a page showed it to this person, or to everybody."""
    return any(constant_time_compare(mark_of(kind, key, who), mark) for who in (person.pk, 0))


# What there is to choose


def reasons_for(kind: str) -> dict[str, Any]:
    of_deck = kind in (Case.Kind.CARD, Case.Kind.DECK)
    return {key: words for key, words in REASONS.items() if of_deck or key not in OF_DECKS_ONLY}


def find(kind: str, key: int) -> tuple[Target, Any]:
    """What is to be reported. Raises Refused once it is gone or hidden."""
    target = TARGETS[kind]
    row = target.find(key)
    if row is None or target.hidden_at(row):
        raise Refused("not_there", 410)
    return target, row


# Reporting


def report(person: Any, kind: str, key: int, reason: str, note: str = "") -> Report:
    """Sent twice, it is one. Raises Refused."""
    target, row = find(kind, key)
    author = target.author(row)
    if author is not None and author.pk == person.pk:
        raise Refused("own", 422)
    note = read_note(kind, reason, note)
    if seconds := limits.wait("report", str(person.pk), MOST_A_DAY, DAY):
        raise Refused("too_many_reports", 429, n=MOST_A_DAY, again=seconds)
    made, is_new = add(person, target, row, reason, note)
    if is_new:
        limits.allowed("report", str(person.pk), MOST_A_DAY, DAY)
    return made


def read_note(kind: str, reason: str, typed: str) -> str:
    """The note as it is kept. Raises Refused."""
    if reason not in reasons_for(kind):
        raise Refused("no_reason", field="reason")
    note = one_line(typed[: MOST_NOTE * 20])
    if len(note) > MOST_NOTE:
        raise Refused("long_note", field="note", length=len(note), limit=MOST_NOTE)
    if reason == OTHER and not note:
        raise Refused("say_more", field="note")
    return note


def add(person: Any, target: Target, row: Any, reason: str, note: str) -> tuple[Report, bool]:
    """The report, and whether it is a new one."""
    with transaction.atomic():
        case, opened = live_case(target, row)
        told = {"reason": reason, "note": note}
        made, is_new = Report.objects.get_or_create(case=case, reporter=person, defaults=told)
    if opened:
        notices.something_waits(case)
    return made, is_new


def live_case(target: Target, row: Any) -> tuple[Case, bool]:
    """The case that is open about this text, locked; or a new one (True)."""
    same = {"kind": target.kind, "key": row.pk, "fingerprint": print_of(target.lines(row))}
    while True:
        # A case that is decided just now is let go: what is reported after a verdict is another one.
        case = Case.objects.select_for_update().filter(LIVE, **same).first()
        if case is not None:
            return case, False
        try:
            with transaction.atomic():
                return open_case(target, row, same), True
        except IntegrityError:  # somebody else was faster
            continue


def open_case(target: Target, row: Any, same: dict[str, Any]) -> Case:
    case = Case.objects.create(
        **same, author=target.author(row), owner=target.owner(row), frozen=freeze(target, row)
    )
    near = {line["by"] for line in case.frozen["around"].get("beside", []) if not line["this"]}
    case.beside.set(near - {None})
    return case
