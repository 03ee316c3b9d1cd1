"""What of decisions was undone since: shown again, ended before its time, taken back after an appeal."""

from collections.abc import Iterable

from django.db.models import Q

from games.moderation.actions import LIFTS, TAKEN_BACK
from games.moderation.models import Act, Case

OF_A_CASE = ("unhide", "reverse", *TAKEN_BACK)


def of(cases: Iterable[Case]) -> dict[int, list[Act]]:
    """By case the lines of the audit list, the oldest first. One query, or none where nothing was decided."""
    decided = [case for case in cases if case.done]
    if not decided:
        return {}
    lifted = Q(action__in=LIFTS, about__in={case.author_id for case in decided} - {None})
    acts = list(Act.objects.filter(Q(action__in=OF_A_CASE, case__in=decided) | lifted).order_by("at", "pk"))
    return {case.pk: undoings(case, acts) for case in decided}


def undoings(case: Case, acts: list[Act]) -> list[Act]:
    """A mute or a suspension that was lifted on another case has ended, too; once."""
    found: dict[str, Act] = {}
    for act in acts:
        if act.action in LIFTS:
            if lifts(act, case):
                found.setdefault(act.action, act)
        elif act.case_id == case.pk:
            found.setdefault(f"{act.action} {act.pk}", act)
    return list(found.values())


def lifts(act: Act, case: Case) -> bool:
    if LIFTS[act.action] not in case.actions or act.about_id != case.author_id:
        return False
    return case.done_at is not None and case.until is not None and case.done_at <= act.at < case.until
