"""Who may do what with a case. Pages show what `offered` names, and what is posted is held to the same."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.standing import muted_until, suspended_until
from games.moderation.models import Appeal, Case
from games.moderation.moderators import is_moderator, others
from games.moderation.targets import TARGETS
from games.moderation.why import Refused

TAKEN_FOR = timedelta(hours=24)
LIFTS = {"lift_mute": "mute", "lift_suspension": "suspend"}
OF_APPEALS = ("uphold", "reverse")


def is_mine(person: Any, case: Case) -> bool:
    """Whether it is about what this person wrote, or about a deck of theirs."""
    return person.pk in (case.author_id, case.owner_id)


def has_reported(person: Any, case: Case) -> bool:
    return case.reports.filter(reporter=person).exists()


def may_see(person: Any, case: Case) -> bool:
    """Moderators; not whom it is about, where somebody else can decide: they would read what others say of them."""
    return is_moderator(person) and not (is_mine(person, case) and others(case.author, case.owner).exists())


def tiers(case: Case, *, appeal: bool) -> Iterator[QuerySet[User]]:
    """Who should decide; if there is nobody of those, who should then, and so on. Nobody waits for nobody."""
    free = others(case.author, case.owner)
    reporters = case.reports.filter(reporter__isnull=False).values("reporter")
    if appeal:
        yield others(case.author, case.owner, case.moderator).exclude(pk__in=reporters)
        yield others(case.author, case.owner, case.moderator)
    yield free.exclude(pk__in=reporters)
    yield free


def bar(person: Any, case: Case, *, appeal: bool = False) -> str:
    """Why this moderator decides nothing here, as a key of WHY; "" if they may."""
    own = is_mine(person, case) or has_reported(person, case)
    if not own and not (appeal and case.moderator_id == person.pk):
        return ""
    for some in tiers(case, appeal=appeal):
        if some.filter(pk=person.pk).exists():
            return ""
        if some.exists():
            break
    else:
        return ""
    if is_mine(person, case):
        return "own_case"
    return "own_verdict" if appeal and case.moderator_id == person.pk else "own_report"


def is_stale(case: Case) -> bool:
    """Whether somebody has had it for so long that others may take it over."""
    return case.moderator_id is None or case.taken_at is None or timezone.now() - case.taken_at > TAKEN_FOR


def offered(person: Any, case: Case) -> list[str]:
    """What this moderator may do with this case now."""
    if not may_see(person, case):
        return []
    return of_live(person, case) if not case.done else of_done(person, case)


def of_live(person: Any, case: Case) -> list[str]:
    if bar(person, case):
        return []
    if case.state == Case.State.OPEN:
        return ["take"]
    if case.moderator_id == person.pk:
        return ["decide", "give_back"]
    return ["take"] if is_stale(case) else []


def of_done(person: Any, case: Case) -> list[str]:
    appeal = Appeal.objects.filter(case=case).first()
    if appeal is not None and not appeal.outcome:
        return [] if bar(person, case, appeal=True) else list(OF_APPEALS)
    return [] if bar(person, case) else undoings(case)


def undoings(case: Case) -> list[str]:
    """What of a verdict can still be ended."""
    found = []
    if "hide" in case.deeds:
        target = TARGETS[case.kind]
        row = target.find(case.key)
        if row is not None and target.hidden_at(row):
            found.append("unhide")
    if muted_until(case.author):
        found.append("lift_mute")
    if suspended_until(case.author):
        found.append("lift_suspension")
    return found


def demand(person: Any, case: Case, what: str) -> None:
    """Raises Refused unless it is offered. The case is locked, and was found for somebody who may see it."""
    if what in offered(person, case):
        return
    if what in OF_APPEALS:
        raise why_no_appeal(person, case)
    if why := bar(person, case):
        raise Refused(why, 403)
    if what in LIFTS or what == "unhide":
        raise Refused("nothing_to_lift", 409)
    raise why_not_now(person, case)


def why_no_appeal(person: Any, case: Case) -> Refused:
    waits = Appeal.objects.filter(case=case, outcome=Appeal.Outcome.OPEN).exists()
    return Refused(bar(person, case, appeal=True), 403) if waits else Refused("appeal_decided", 409)


def why_not_now(person: Any, case: Case) -> Refused:
    """Why a case cannot be taken or decided: who was faster."""
    if case.done:
        return Refused("decided", 409, name=name_of(case), at=case.done_at)
    if case.state == Case.State.TAKEN and case.moderator_id != person.pk:
        return Refused("taken", 409, name=name_of(case), at=case.taken_at)
    return Refused("not_taken", 409)


def name_of(case: Case) -> str:
    return str(case.moderator) if case.moderator else "–"
