"""What a moderator does with a case: takes it, gives it back, decides, and ends what was decided."""

from typing import Any

from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.moderation import allowed, audit, notices, seats, verdicts
from games.moderation.models import Appeal, Case
from games.moderation.moderators import others
from games.moderation.reports import LIVE
from games.moderation.verdicts import DISMISS, Verdict

LOOKED_AT = 20  # cases among which the next is looked for


def locked(moderator: Any, pk: int) -> Case:
    """A case for somebody who may see it. Call it inside a transaction. Raises Case.DoesNotExist."""
    # Nothing is joined: PostgreSQL reads the row anew once it has the lock, but not what hung on it before.
    case = Case.objects.select_for_update().get(pk=pk)
    if not allowed.may_see(moderator, case):
        raise Case.DoesNotExist
    return case


# The queue


def seen_by(moderator: Any) -> QuerySet[Case]:
    """All that this moderator may see (`allowed.may_see`): about themselves only if nobody else can decide."""
    rows = Case.objects.select_related("author", "moderator")
    free = list(others(moderator).values_list("pk", flat=True))
    if not free:
        return rows
    own = Q(author=moderator.pk) | Q(owner=moderator.pk)
    if len(free) == 1:  # who may be the other whom it is about
        own &= ~Q(author__in=free) & ~Q(owner__in=free)
    return rows.exclude(own)


def with_counts(rows: QuerySet[Case]) -> QuerySet[Case]:
    """Each with how many reported it, and how many verdicts there were about its author before."""
    earlier = Case.objects.filter(author=OuterRef("author"), state=Case.State.DONE).exclude(verdict=DISMISS)
    earlier = earlier.exclude(appeal__outcome=Appeal.Outcome.REVERSED).order_by().values("author")
    return rows.annotate(
        count=Count("reports", distinct=True),
        before=Coalesce(Subquery(earlier.annotate(n=Count("pk")).values("n")), 0),
    )


def waiting(moderator: Any) -> QuerySet[Case]:
    """Open, or taken by somebody who has not come back to it; the oldest first."""
    stale = Q(taken_at__lt=timezone.now() - allowed.TAKEN_FOR) | Q(moderator=None)
    free = Q(state=Case.State.OPEN) | (Q(state=Case.State.TAKEN) & stale)
    return seen_by(moderator).filter(free).order_by("opened_at", "pk")


def live(moderator: Any) -> QuerySet[Case]:
    return seen_by(moderator).filter(LIVE).order_by("opened_at", "pk")


def mine(moderator: Any) -> QuerySet[Case]:
    return live(moderator).filter(state=Case.State.TAKEN, moderator=moderator.pk)


def done(moderator: Any) -> QuerySet[Case]:
    return (
        seen_by(moderator).filter(state=Case.State.DONE).order_by(F("done_at").desc(nulls_last=True), "-pk")
    )


def next_after(moderator: Any, case: Case) -> Case | None:
    """The oldest that this moderator can take, besides this one."""
    some = waiting(moderator).exclude(pk=case.pk)[:LOOKED_AT]
    return next((one for one in some if "take" in allowed.offered(moderator, one)), None)


# Taking


def take(moderator: Any, pk: int) -> Case:
    """Taken twice by the same, it is once. Raises Refused."""
    with transaction.atomic():
        case = locked(moderator, pk)
        if case.state == Case.State.TAKEN and case.moderator_id == moderator.pk:
            return case
        allowed.demand(moderator, case, "take")
        case.state, case.moderator, case.taken_at = Case.State.TAKEN, moderator, timezone.now()
        case.save(update_fields=["state", "moderator", "taken_at"])
        audit.write(moderator, "take", case, about=case.author)
        return case


def give_back(moderator: Any, pk: int) -> Case:
    with transaction.atomic():
        case = locked(moderator, pk)
        allowed.demand(moderator, case, "give_back")
        case.state, case.moderator, case.taken_at = Case.State.OPEN, None, None
        case.save(update_fields=["state", "moderator", "taken_at"])
        audit.write(moderator, "give_back", case, about=case.author)
        return case


# Deciding


def decide(moderator: Any, pk: int, verdict: Verdict) -> Case:
    """The one verdict of a case. Raises Refused; 409 says who was faster."""
    with transaction.atomic():
        case = locked(moderator, pk)
        allowed.demand(moderator, case, "decide")
        verdict = verdicts.check(case, verdict)
        now = timezone.now()
        verdicts.carry_out(case, verdict, now)
        close(case, verdict, now)
        for deed in verdict.deeds:
            lasts = case.until if deed == verdict.author else None
            more = {"reason": case.reason, "words": case.words, "until": lasts}
            audit.write(moderator, deed, case, about=case.author, **more)
        notices.decided(case)
    if "suspend" in case.deeds and case.author is not None:
        seats.hand_over(case.author)
    return case


def close(case: Case, verdict: Verdict, now: Any) -> None:
    case.state, case.done_at, case.verdict = Case.State.DONE, now, " ".join(verdict.deeds)
    case.reason, case.words, case.until = verdict.reason, verdict.words, verdict.until(now)
    case.save(update_fields=["state", "done_at", "verdict", "reason", "words", "until", "frozen"])


def lift(moderator: Any, pk: int, what: str) -> Case:
    """End a mute or a suspension ("lift_mute", "lift_suspension"). Raises Refused."""
    with transaction.atomic():
        case = locked(moderator, pk)
        allowed.demand(moderator, case, what)
        verdicts.set_until(verdicts.author_of(case), allowed.LIFTS[what], None)
        act = audit.write(moderator, what, case, about=case.author)
        notices.lifted(case, act)
        return case


def unhide(moderator: Any, pk: int) -> Case:
    """Show again what a verdict hid. Raises Refused."""
    with transaction.atomic():
        case = locked(moderator, pk)
        allowed.demand(moderator, case, "unhide")
        verdicts.show_again(case)
        act = audit.write(moderator, "unhide", case, about=case.author)
        notices.lifted(case, act)
        return case
