"""What a moderator does with a case: takes it, gives it back, decides, and ends what was decided."""

from collections.abc import Set
from typing import Any

from django.db import transaction
from django.db.models import Case as Sorted
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.moderation import audit, covers, moderators, notices, seats, verdicts
from games.moderation.actions import LIFTS, QUIET
from games.moderation.allowed import TAKEN_FOR, Sight, name_of
from games.moderation.models import Appeal, Case, Report
from games.moderation.reports import LIVE, live_case
from games.moderation.targets import TARGETS
from games.moderation.verdicts import Verdict
from games.moderation.why import Refused

LOOKED_AT = 50  # cases among which the next is looked for


def locked(moderator: Any, pk: int) -> Sight:
    """A case for somebody who may see it. Call it inside a transaction. Raises Case.DoesNotExist."""
    # Nothing is joined: PostgreSQL reads the row anew once it has the lock, but not what hung on it before.
    sight = Sight(moderator, Case.objects.select_for_update().get(pk=pk))
    if not sight.may_see:
        raise Case.DoesNotExist
    return sight


# The queue


def seen_by(moderator: Any, bench: Set[int] | None = None) -> QuerySet[Case]:
    """All that this moderator may see (`Sight.may_see`): about themselves only if nobody else can decide."""
    rows = Case.objects.select_related("author", "moderator")
    free = (moderators.bench() if bench is None else bench) - {moderator.pk}
    if not free:
        return rows
    own = Q(author=moderator.pk) | Q(owner=moderator.pk)
    if len(free) == 1:  # who may be the other whom it is about
        own &= ~Q(author__in=free) & ~Q(owner__in=free)
    rows = rows.exclude(own)
    if decks := moderators.co_edited(moderator):
        rows = rows.exclude(pk__in=Case.objects.filter(frozen__around__deck__in=list(decks)).values("pk"))
    return rows


def with_counts(rows: QuerySet[Case]) -> QuerySet[Case]:
    """Each with how many reported it, and how many verdicts there were about its author before."""
    earlier = Case.objects.filter(author=OuterRef("author"), state=Case.State.DONE).exclude(verdict__in=QUIET)
    earlier = earlier.exclude(appeal__outcome=Appeal.Outcome.REVERSED).order_by().values("author")
    return rows.annotate(
        count=Count("reports", distinct=True),
        before=Coalesce(Subquery(earlier.annotate(n=Count("pk")).values("n")), 0),
    )


def is_free() -> Q:
    """Open, or taken by somebody who has not come back to it."""
    stale = Q(taken_at__lt=timezone.now() - TAKEN_FOR) | Q(moderator=None)
    return Q(state=Case.State.OPEN) | (Q(state=Case.State.TAKEN) & stale)


def is_held(moderator: Any) -> Q:
    return Q(state=Case.State.TAKEN, moderator=moderator.pk)


def waiting(moderator: Any, bench: Set[int] | None = None) -> QuerySet[Case]:
    """The oldest first."""
    return live(moderator, bench).filter(is_free())


def live(moderator: Any, bench: Set[int] | None = None) -> QuerySet[Case]:
    return seen_by(moderator, bench).filter(LIVE).order_by("opened_at", "pk")


def mine(moderator: Any, bench: Set[int] | None = None) -> QuerySet[Case]:
    return live(moderator, bench).filter(is_held(moderator))


def counts(moderator: Any, bench: Set[int] | None = None) -> dict[str, int]:
    """How many wait, and how many this moderator has taken."""
    rows = live(moderator, bench).order_by()
    return rows.aggregate(waiting=Count("pk", filter=is_free()), mine=Count("pk", filter=is_held(moderator)))


def done(moderator: Any, bench: Set[int] | None = None) -> QuerySet[Case]:
    decided = seen_by(moderator, bench).filter(state=Case.State.DONE)
    return decided.order_by(F("done_at").desc(nulls_last=True), "-pk")


def next_after(moderator: Any, case: Case, bench: Set[int] | None = None) -> Case | None:
    """The one behind it in the queue that this moderator can take, else the oldest; what they reported comes last."""
    later = Q(opened_at__gt=case.opened_at) | Q(opened_at=case.opened_at, pk__gt=case.pk)
    others = waiting(moderator, bench).exclude(pk=case.pk).exclude(is_held(moderator))
    others = others.order_by(Sorted(When(later, then=Value(0)), default=Value(1)), "opened_at", "pk")
    reported = Exists(Report.objects.filter(case=OuterRef("pk"), reporter=moderator.pk))
    first = others.exclude(reported).first()
    if first is not None:
        return first
    some = others.prefetch_related("reports")[:LOOKED_AT]
    return next((one for one in some if "take" in Sight(moderator, one, bench).offered), None)


# Taking


def take(moderator: Any, pk: int) -> Case:
    """Taken twice by the same, it is once. Raises Refused."""
    with transaction.atomic():
        sight = locked(moderator, pk)
        case = sight.case
        if case.state == Case.State.TAKEN and case.moderator_id == moderator.pk:
            return case
        sight.demand("take")
        case.state, case.moderator, case.taken_at = Case.State.TAKEN, moderator, timezone.now()
        case.save(update_fields=["state", "moderator", "taken_at"])
        audit.write(moderator, "take", case, about=case.author)
        return case


def give_back(moderator: Any, pk: int) -> Case:
    with transaction.atomic():
        sight = locked(moderator, pk)
        sight.demand("give_back")
        case = sight.case
        case.state, case.moderator, case.taken_at = Case.State.OPEN, None, None
        case.save(update_fields=["state", "moderator", "taken_at"])
        audit.write(moderator, "give_back", case, about=case.author)
        return case


# Deciding


def decide(moderator: Any, pk: int, verdict: Verdict) -> Case:
    """The one verdict of a case. Raises Refused; 409 says who was faster."""
    with transaction.atomic():
        sight = locked(moderator, pk)
        sight.demand("decide")
        settle(moderator, sight.case, sight.thing, verdict)
    see_to_seats(sight.case)
    return sight.case


def decide_at_once(moderator: Any, kind: str, key: int, verdict: Verdict) -> Case | None:
    """Without a report, by the people who run the site: in the case that is open about it, or in one of its own.

    None for what is not there. Raises Refused; 409 for what a moderator has taken.
    """
    target = TARGETS[kind]
    with transaction.atomic():
        row = target.find(key)
        if row is None:
            return None
        case, _opened = live_case(target, row)
        if case.state == Case.State.TAKEN and case.moderator_id not in (None, moderator.pk):
            raise Refused("taken", 409, name=name_of(case), at=case.taken_at)
        case.moderator = moderator
        settle(moderator, case, row, verdict)
    see_to_seats(case)
    return case


def settle(moderator: Any, case: Case, thing: Any, verdict: Verdict) -> None:
    """Under the lock of the case."""
    verdict = verdicts.check(case, verdict, thing)
    now = timezone.now()
    verdicts.carry_out(case, verdict, thing, now)
    close(case, verdict, now)
    for action in verdict.actions:
        lasts = case.until if action == verdict.author else None
        more = {"reason": case.reason, "words": case.words, "until": lasts}
        audit.write(moderator, action, case, about=case.author, **more)
    notices.decided(case)


def see_to_seats(case: Case) -> None:
    if "suspend" in case.actions and case.author is not None:
        seats.hand_over(case.author)


def close(case: Case, verdict: Verdict, now: Any) -> None:
    case.state, case.done_at, case.verdict = Case.State.DONE, now, " ".join(verdict.actions)
    case.reason, case.words, case.until = verdict.reason, verdict.words, verdict.until(now)
    changed = ("state", "moderator", "done_at", "verdict", "reason", "words", "until", "frozen")
    case.save(update_fields=changed)


def again(moderator: Any, pk: int) -> Case:
    """What was shown again is decided anew, in a case of its own: nobody reported it. Raises Refused."""
    with transaction.atomic():
        sight = locked(moderator, pk)
        sight.demand("again")
        case, opened = live_case(TARGETS[sight.case.kind], sight.thing)
        if not opened:
            return case
        case.state, case.moderator, case.taken_at = Case.State.TAKEN, moderator, timezone.now()
        case.save(update_fields=["state", "moderator", "taken_at"])
        audit.write(moderator, "take", case, about=case.author)
        return case


def end(moderator: Any, pk: int, what: str) -> Case:
    """End something of a verdict before its time. what: of `actions.ENDINGS`. Raises Refused."""
    with transaction.atomic():
        sight = locked(moderator, pk)
        sight.demand(what)
        carry_out_end(moderator, sight.case, what)
        return sight.case


def carry_out_end(moderator: Any, case: Case, what: str) -> None:
    """Under the lock of the case."""
    verdicts.hold_author(case, renames=False)
    if what in LIFTS:
        verdicts.set_until(verdicts.author_of(case), LIFTS[what], None)
    else:
        covers.lift(case)
    act = audit.write(moderator, what, case, about=case.author)
    notices.ended(case, act)


def show_again(moderator: Any, kind: str, key: int) -> bool:
    """By the people who run the site: all that was decided about just this is ended.

    Whether it is shown then: what is hidden with something else stays so.
    """
    target = TARGETS[kind]
    with transaction.atomic():
        about = Case.objects.filter(kind=kind, key=key, covers__isnull=False)
        for pk in sorted(set(about.values_list("pk", flat=True))):
            carry_out_end(moderator, Case.objects.select_for_update().get(pk=pk), "unhide")
        row = target.find(key)
        if row is None or not target.hidden_at(row):
            return row is not None
        if covers.is_covered(kind, key):
            return False
        covers.show({kind: {key}})  # hidden without a decision, by an older version of the site
        audit.write(moderator, "unhide", about=target.author(row), thing=(kind, key))
        return True
