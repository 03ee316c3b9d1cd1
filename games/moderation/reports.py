"""Reporting something: it joins the case that is open about the same text, or begins one."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.signing import Signer
from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import limits
from accounts.text import one_line
from games import keepsakes
from games.models import Seat, Shared
from games.moderation import notices
from games.moderation.models import MOST_NOTE, Case, Report
from games.moderation.targets import TARGETS, Target, freeze, print_of
from games.moderation.why import OTHER, Refused, reasons_for
from quotes import decks

MOST_A_DAY = 20
DAY, HOUR = 24 * 3600, 3600
MOST_CASES_AN_HOUR = {"guests": 30, "members": 120}  # begun from one address
MOST_OF_GUESTS = 100  # cases that wait and that guests alone reported
MOST_GUESTS = 100  # of them who report the same
LIVE = Q(state__in=[Case.State.OPEN, Case.State.TAKEN])
TO_SIGN_IN = timedelta(hours=1)  # in which whoever was not signed in comes back
EPOCH, SECOND = datetime(1970, 1, 1, tzinfo=UTC), 1_000_000
MARK = 20  # letters of a signature, 120 bits


# Who has seen it: whoever has an address of the report page has been shown the thing by a page of ours.


@dataclass(frozen=True)
class Glimpse:
    """What an address says of how somebody was shown a thing. said: a digest of what.

    at: when, where that counts, in microseconds. Older addresses know the second alone, and count from where it began.
    """

    signed_in: bool
    at: int = 0
    said: str = ""


def mark_of(kind: str, key: int, person: Any, said: Any = "", at: datetime | None = None) -> str:
    """The part of an address that only pages for this person hold; None for whoever is not signed in.

    said: what can be changed in its place, as it was shown. at: since when the page is made, if not just now.
    """
    tail = f".m{exactly(at or timezone.now())}" if person is None or kind == Case.Kind.DECK else ""
    if said and kind == Case.Kind.NAME:
        tail += f".d{digest_of(said)}"
    return signature(kind, key, person, tail) + tail


def signature(kind: str, key: int, person: Any, tail: str) -> str:
    return Signer(salt="report").signature(f"{kind}/{key}/{person or 0}{tail}")[:MARK]


def digest_of(said: Any) -> str:
    return hashlib.sha256(str(said).encode()).hexdigest()[:10]


def glimpse_of(kind: str, key: int, person: Any, mark: str) -> Glimpse | None:
    """None if no page has shown it, to this person or to people who are not signed in."""
    signed, dot, rest = mark.partition(".")
    for who in (person.pk, 0):
        if constant_time_compare(signature(kind, key, who, dot + rest), signed):
            parts = {part[:1]: part[1:] for part in rest.split(".")}
            at = int(parts["m"]) if "m" in parts else int(parts.get("t", 0)) * SECOND
            return Glimpse(bool(who), at, parts.get("d", ""))
    return None


def exactly(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def find(kind: str, key: int, person: Any = None, glimpse: Glimpse | None = None) -> tuple[Target, Any]:
    """What is to be reported, as it was seen. Raises Refused once it is gone, hidden, or another."""
    target = TARGETS[kind]
    row = target.find(key)
    if row is None or target.hidden_at(row):
        raise Refused("not_there", 410)
    if glimpse is not None and not is_as_seen(kind, row, person, glimpse):
        raise Refused("changed_since", 410)
    return target, row


def is_as_seen(kind: str, row: Any, person: Any, glimpse: Glimpse) -> bool:
    """Whether it says what this person was shown, or what they may see now. Most texts are never changed."""
    if not glimpse.signed_in and glimpse.at < exactly(timezone.now() - TO_SIGN_IN):
        return False
    if kind == Case.Kind.DECK:
        return decks.may_see(person, row) or exactly(row.changed_at) <= glimpse.at
    if kind == Case.Kind.NAME:
        return not glimpse.said or glimpse.said == digest_of(row.name)
    if kind == Case.Kind.SHARED:
        return is_shown_to(person, row)
    return True


def is_shown_to(person: Any, shared: Shared) -> bool:
    """To everybody, to who sat at its table, and to who wrote a part of it."""
    if shared.consents.filter(person=person).exists():
        return True
    if Seat.objects.filter(match=shared.match_id, person=person).exists():
        return True
    return bool(keepsakes.public(keepsakes.agreed().filter(pk=shared.pk)))


# Reporting


def report(
    person: Any,
    kind: str,
    key: int,
    reason: str,
    note: str = "",
    glimpse: Glimpse | None = None,
    address: str = "",
) -> Report:
    """Sent twice, it is one. address: where it comes from, if that is known. Raises Refused."""
    target, row = find(kind, key, person, glimpse)
    author = target.author(row)
    if author is not None and author.pk == person.pk:
        raise Refused("own", 422)
    note = read_note(kind, reason, note)
    if seconds := limits.wait("report", str(person.pk), MOST_A_DAY, DAY):
        raise Refused("too_many_reports", 429, n=MOST_A_DAY, again=seconds)
    return add(person, target, row, reason, note, address)


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


def add(person: Any, target: Target, row: Any, reason: str, note: str, address: str = "") -> Report:
    """Raises Refused."""
    with transaction.atomic():
        case, opened = live_case(target, row)
        must_have_room(person, case, opened, address)
        told = {"reason": reason, "note": note}
        made, is_new = Report.objects.get_or_create(case=case, reporter=person, defaults=told)
        if is_new and not limits.allowed("report", str(person.pk), MOST_A_DAY, DAY):
            raise Refused("too_many_reports", 429, n=MOST_A_DAY, again=limits.left(DAY))
        if not is_new:
            say_anew(made, reason, note)
        if opened:
            notices.something_waits(case)
        return made


def say_anew(report: Report, reason: str, note: str) -> None:
    """What somebody says of the same later counts, and takes nothing away that they wrote before."""
    Report.objects.filter(pk=report.pk).update(reason=reason, note=note or report.note)


def before(person: Any, target: Target, row: Any) -> Report | None:
    """What this person has reported of the same text, while it waits."""
    live = Case.objects.filter(LIVE, kind=target.kind, key=row.pk, fingerprint=print_of(target.lines(row)))
    return Report.objects.filter(case__in=live, reporter=person).first()


def must_have_room(person: Any, case: Case, opened: bool, address: str) -> None:
    """However many guests come, moderators get through what they report, and nobody else is kept from it."""
    if not opened:
        if person.is_guest and guests_beside(person, case) >= MOST_GUESTS:
            raise Refused("reported_by_many", 429)
        return
    if person.is_guest and of_guests_alone().count() >= MOST_OF_GUESTS:
        raise Refused("too_many_of_guests", 429)
    who = "guests" if person.is_guest else "members"
    if address and not limits.allowed(f"cases-of-{who}", address, MOST_CASES_AN_HOUR[who], HOUR):
        raise Refused("too_many_from_here", 429, again=limits.left(HOUR))


def guests_beside(person: Any, case: Case) -> int:
    """How many other guests have reported the same; 0 for whoever has themselves, for sent twice it is one."""
    if case.reports.filter(reporter=person).exists():
        return 0
    return case.reports.filter(Q(reporter=None) | Q(reporter__is_guest=True)).count()


def of_guests_alone() -> QuerySet[Case]:
    """What waits and was reported by nobody with an account. Who is gone counts with the guests."""
    all_of_it = Report.objects.filter(case=OuterRef("pk"))
    known = all_of_it.filter(reporter__is_guest=False)
    return Case.objects.filter(LIVE, Exists(all_of_it), ~Exists(known))


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


def reasons_of(case: Case) -> dict[str, int]:
    """Why it was reported, and by how many; what most of them chose comes first, and what came first before that."""
    rows = case.reports.order_by().values_list("reason").annotate(n=Count("pk"), first=Min("pk"))
    return {reason: n for reason, n, _first in rows.order_by("-n", "first")}


def open_case(target: Target, row: Any, same: dict[str, Any]) -> Case:
    case = Case.objects.create(
        **same, author=target.author(row), owner=target.owner(row), frozen=freeze(target, row)
    )
    near = {line["by"] for line in case.frozen["around"].get("beside", []) if not line["this"]}
    case.beside.set(near - {None})
    return case
