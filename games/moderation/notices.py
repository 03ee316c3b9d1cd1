"""What people are told of reports and decisions: each function makes the rows for one happening."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Max
from django.utils import timezone

from accounts.models import Send, User
from accounts.notices import News, tell_all
from games.moderation.actions import TOLD_TO_OWNER, is_quiet
from games.moderation.models import Act, Appeal, Case
from games.moderation.moderators import bench

KIND = "moderation"
QUEUE = "queue/"
APART = timedelta(hours=1)


def something_waits(case: Case) -> None:
    """Moderators hear of the first at once, then at most once an hour: all that came meanwhile is one notice."""
    everybody = bench()
    reporters = set(case.reports.values_list("reporter", flat=True))
    tell_moderators(everybody - {case.author_id, case.owner_id} - reporters or everybody)


def appealed(case: Case) -> None:
    everybody = bench()
    tell_moderators(everybody - {case.author_id, case.owner_id, case.moderator_id} or everybody)


def tell_moderators(people: Iterable[int]) -> None:
    told, now = sorted(people), timezone.now()
    rows = Send.objects.filter(kind=KIND, event__startswith=QUEUE, person__in=told).order_by()
    last = dict(rows.values_list("person").annotate(Max("not_before")))
    # What has not gone out yet tells of all that waits by then.
    free = {who: max(now, last[who] + APART) if who in last else now for who in told}
    tell_all(
        News(who, KIND, f"{QUEUE}{int(at.timestamp())}", {"to": "moderators"}, not_before=at)
        for who, at in free.items()
        if who not in last or last[who] <= now
    )


def decided(case: Case) -> None:
    """Its author what was decided and why; the owner of the deck, where that is somebody else; all who reported it."""
    about = to_those_it_is_about(case)
    tell_all([*about, *to_reporters(case)])
    to_be_opened(one.person for one in about)
    case.reports.filter(told_at=None).update(told_at=timezone.now())


def to_be_opened(people: Iterable[int]) -> None:
    """Every page says so until they do: not everybody has an address."""
    User.objects.filter(pk__in=list(people)).update(unread_decision=True)


def to_those_it_is_about(case: Case) -> list[News]:
    """Nobody, if it was left as it is: then nobody but the reporters knows of it."""
    if is_quiet(case.actions):
        return []
    event = f"verdict/{case.pk}"
    people = {case.author_id: "author"}
    if owner_is_told(case, case.actions):
        people[case.owner_id] = "owner"
    return [
        News(person, KIND, event, {"case": case.pk, "to": to})
        for person, to in people.items()
        if person is not None
    ]


def owner_is_told(case: Case, actions: list[str]) -> bool:
    """Whether it is about what somebody else wrote for a person's deck, and something becomes of it."""
    touched = TOLD_TO_OWNER & set(actions)
    return bool(touched) and case.owner_id is not None and case.owner_id != case.author_id


def to_reporters(case: Case) -> list[News]:
    rows = case.reports.filter(reporter__isnull=False).values_list("pk", "reporter")
    return [News(who, KIND, f"outcome/{pk}", {"case": case.pk, "to": "reporter"}) for pk, who in rows]


def ended(case: Case, act: Act) -> None:
    """Something of a decision was ended before its time."""
    if case.author_id is not None:
        about = {"case": case.pk, "to": "author", "lifted": act.action}
        tell_all([News(case.author_id, KIND, f"lifted/{act.pk}", about)])
        to_be_opened([case.author_id])


def appeal_decided(appeal: Appeal) -> None:
    if appeal.case.author_id is not None:
        about = {"case": appeal.case_id, "to": "author", "appeal": appeal.pk}
        tell_all([News(appeal.case.author_id, KIND, f"appeal/{appeal.pk}", about)])
        to_be_opened([appeal.case.author_id])
