"""What people are told of reports and decisions: each function makes the rows for one happening."""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.utils import timezone

from accounts.models import User
from accounts.notices import News, tell_all
from games.moderation.models import Act, Appeal, Case
from games.moderation.moderators import moderators, others
from games.moderation.verdicts import DISMISS

KIND = "moderation"
HOUR = 3600


def something_waits(case: Case) -> None:
    """Moderators hear once an hour that something waits, at its end: all that came in it is one notice."""
    free = others(case.author, case.owner).exclude(reports__case=case)
    tell_moderators(free if free.exists() else moderators())


def appealed(case: Case) -> None:
    free = others(case.author, case.owner, case.moderator)
    tell_moderators(free if free.exists() else moderators())


def tell_moderators(people: Iterable[User]) -> None:
    slot = int(timezone.now().timestamp()) // HOUR
    ends = datetime.fromtimestamp((slot + 1) * HOUR, UTC)
    about = {"to": "moderators"}
    tell_all(News(person.pk, KIND, f"queue/{slot}", about, not_before=ends) for person in people)


def decided(case: Case) -> None:
    """Its author what was decided and why; the owner of the deck, where that is somebody else; all who reported it."""
    news = [*to_those_it_is_about(case), *to_reporters(case)]
    tell_all(news)
    case.reports.filter(told_at=None).update(told_at=timezone.now())


def to_those_it_is_about(case: Case) -> list[News]:
    """Nobody, if it was left as it is: then nobody but the reporters knows of it."""
    if case.deeds == [DISMISS]:
        return []
    event = f"verdict/{case.pk}"
    people = {case.author_id: "author"}
    if owner_is_told(case):
        people[case.owner_id] = "owner"
    return [
        News(person, KIND, event, {"case": case.pk, "to": to})
        for person, to in people.items()
        if person is not None
    ]


def owner_is_told(case: Case) -> bool:
    """Whether it is about a card of another writer in somebody's deck, and something becomes of the card."""
    touched = {"ask", "hide"} & set(case.deeds)
    return bool(touched) and case.owner_id is not None and case.owner_id != case.author_id


def to_reporters(case: Case) -> list[News]:
    rows = case.reports.filter(reporter__isnull=False).values_list("pk", "reporter")
    return [News(who, KIND, f"outcome/{pk}", {"case": case.pk, "to": "reporter"}) for pk, who in rows]


def lifted(case: Case, act: Act) -> None:
    """Something of a decision was ended before its time."""
    if case.author_id is not None:
        about = {"case": case.pk, "to": "author", "lifted": act.action}
        tell_all([News(case.author_id, KIND, f"lifted/{act.pk}", about)])


def appeal_decided(appeal: Appeal) -> None:
    if appeal.case.author_id is not None:
        about = {"case": appeal.case_id, "to": "author", "appeal": appeal.pk}
        tell_all([News(appeal.case.author_id, KIND, f"appeal/{appeal.pk}", about)])
