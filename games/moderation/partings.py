"""What becomes of reports and cases when somebody goes for good, or turns out to be somebody else."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.moderation.actions import FOR_A_WHILE
from games.moderation.models import Act, Appeal, Case, Report


def hold_all_of(people: list[User]) -> None:
    """Every case that they are in: a verdict of one is carried out before they go, or finds them gone."""
    known = {
        *Case.objects.filter(Q(author__in=people) | Q(owner__in=people)).values_list("pk", flat=True),
        *Case.objects.filter(moderator__in=people).values_list("pk", flat=True),
        *Case.beside.through.objects.filter(user__in=people).values_list("case", flat=True),
        *Report.objects.filter(reporter__in=people).values_list("case", flat=True),
    }
    rows = Case.objects.select_for_update(no_key=True).filter(pk__in=known).order_by("pk")
    list(rows.values_list("pk", flat=True))


def forget(person: User) -> None:
    """Cases keep what was reported, for somebody has to decide; not whose it was, and not what stood beside it."""
    with transaction.atomic():
        theirs = Case.objects.select_for_update(no_key=True).filter(author=person).order_by("pk")
        for case in theirs:
            part_with_author(case, getattr(person, "ended_by", "self"))
        for case in Case.objects.select_for_update(no_key=True).filter(beside=person).order_by("pk"):
            silence(case, person.pk)
        Appeal.objects.filter(case__author=person, outcome=Appeal.Outcome.OPEN).delete()
        Appeal.objects.filter(case__author=person).update(text="")


def part_with_author(case: Case, by: str) -> None:
    """by: how the account ended, one of Case.Left. A name is the person: it goes, too."""
    case.author_left = by if by in Case.Left.values else Case.Left.SELF
    case.author_left_at = timezone.now()
    if case.kind == Case.Kind.NAME:
        case.frozen["lines"] = [line | {"text": ""} for line in case.frozen.get("lines", [])]
        for name in ("called", "taken"):
            case.frozen.pop(name, None)
    case.save(update_fields=["author_left", "author_left_at", "frozen"])
    silence(case, case.author_id)


def silence(case: Case, person: int | None) -> None:
    """What somebody said beside the reported words."""
    beside = case.frozen.get("around", {}).get("beside", [])
    for line in beside:
        if line["by"] == person:
            line["by"], line["text"], line["key"], line["words"] = None, "", "", None
    case.save(update_fields=["frozen"])


# A guest turns out to have an account


def hand_over(guest: User, person: User) -> None:
    """What was decided about a guest holds for the account; the longer time of the two, where both have one."""
    with transaction.atomic():
        Case.objects.filter(author=guest).update(author=person)
        Case.objects.filter(owner=guest).update(owner=person)
        Act._base_manager.filter(about=guest).update(about=person)
        known = Report.objects.filter(reporter=person).values("case")
        Report.objects.filter(reporter=guest).exclude(case__in=known).update(reporter=person)
        for case in Case.objects.select_for_update(no_key=True).filter(beside=guest).order_by("pk"):
            rename_beside(case, guest.pk, person)
        keep_longer(guest, person)


def rename_beside(case: Case, guest: int, person: User) -> None:
    for line in case.frozen.get("around", {}).get("beside", []):
        if line["by"] == guest:
            line["by"] = person.pk
    case.save(update_fields=["frozen"])
    case.beside.add(person)


def keep_longer(guest: User, person: User) -> None:
    longer: dict[str, Any] = {"unread_decision": True} if guest.unread_decision else {}
    for column in FOR_A_WHILE.values():
        theirs, own = getattr(guest, column), getattr(person, column)
        if theirs and (own is None or theirs > own):
            longer[column] = theirs
            setattr(person, column, theirs)
    if longer:
        User.objects.filter(pk=person.pk).update(**longer)
