"""What a moderator does with a case: takes it, gives it back, decides, and ends what was decided."""

from collections.abc import Iterable, Set
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case as Sorted
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.moderation import audit, covers, moderators, notices, seats, verdicts
from games.moderation.actions import LIFTS, QUIET
from games.moderation.allowed import TAKEN_FOR, CaseSight, name_of
from games.moderation.models import Act, Appeal, Case, Cover, Report
from games.moderation.moderators import Bench
from games.moderation.reports import LIVE, live_case
from games.moderation.targets import TARGETS, Target
from games.moderation.verdicts import Verdict
from games.moderation.why import Refused

LOOKED_AT = 50  # cases among which the next is looked for
SOON = timedelta(minutes=1)  # later than all that was decided


def locked(moderator: Any, pk: int) -> CaseSight:
    """A case for somebody who may see it. Call it inside a transaction. Raises Case.DoesNotExist."""
    # Nothing is joined: PostgreSQL reads the row anew once it has the lock, but not what hung on it before.
    sight = CaseSight(moderator, Case.objects.select_for_update().get(pk=pk))
    if not sight.may_see:
        raise Case.DoesNotExist
    return sight


# The queue


def seen_by(moderator: Any, bench: Bench | None = None) -> QuerySet[Case]:
    """All that this moderator may see (`CaseSight.may_see`): about themselves only if nobody else can decide."""
    everybody = moderators.bench() if bench is None else bench
    rows = Case.objects.select_related("author", "moderator")
    others = everybody - {moderator.pk}
    if not others:
        return rows
    own = Case.objects.filter(is_about(moderator.pk, everybody))
    # Of three who have a part in no deck, one is neither its author nor its owner.
    somebody_is_sure = sum(not everybody.decks_of(one) for one in others) > 2
    if not somebody_is_sure:
        somebody = Q()
        for one in others:
            somebody |= ~is_about(one, everybody)
        own = own.filter(somebody)
    return rows.exclude(pk__in=own.values("pk"))


def is_about(person: int, bench: Bench) -> Q:
    """About what somebody wrote, or about a deck in which they have a part (`CaseSight.is_theirs`)."""
    decks = bench.decks_of(person)
    theirs = Case.objects.filter(frozen__around__deck__in=sorted(decks)) if decks else Case.objects.none()
    return Q(author=person) | Q(owner=person) | Q(pk__in=theirs.values("pk"))


def acts_seen_by(moderator: Any, bench: Bench | None = None) -> QuerySet[Act]:
    """The audit list, the latest first. What it says about the one who reads stays with those who decide about them."""
    everybody = moderators.bench() if bench is None else bench
    rows = Act.objects.order_by("-at", "-pk")
    if not everybody - {moderator.pk}:
        return rows
    seen = seen_by(moderator, everybody).values("pk")
    rows = rows.exclude(about=moderator.pk).filter(Q(case=None) | Q(case__in=seen))
    return rows.exclude(kind=Case.Kind.DECK, case=None, key__in=everybody.decks_of(moderator.pk))


def with_counts(rows: QuerySet[Case]) -> QuerySet[Case]:
    """Each with how many reported it, and how many verdicts there were about its author before it was decided."""
    earlier = Case.objects.filter(author=OuterRef("author"), state=Case.State.DONE).exclude(verdict__in=QUIET)
    earlier = earlier.filter(done_at__lt=Coalesce(OuterRef("done_at"), Value(timezone.now() + SOON)))
    earlier = earlier.exclude(appeal__outcome=Appeal.Outcome.REVERSED).order_by().values("author")
    return rows.annotate(
        count=Count("reports", distinct=True),
        before=Coalesce(Subquery(earlier.annotate(n=Count("pk")).values("n")), 0),
    )


def is_free(bench: Set[int]) -> Q:
    """Open, or taken by somebody who has not come back to it, or moderates no more (`CaseSight.is_stale`)."""
    stale = Q(taken_at__lt=timezone.now() - TAKEN_FOR) | Q(moderator=None) | ~Q(moderator__in=bench)
    return Q(state=Case.State.OPEN) | (Q(state=Case.State.TAKEN) & stale)


def is_held(moderator: Any) -> Q:
    return Q(state=Case.State.TAKEN, moderator=moderator.pk)


def waiting(moderator: Any, bench: Bench | None = None) -> QuerySet[Case]:
    """The oldest first."""
    everybody = moderators.bench() if bench is None else bench
    return live(moderator, everybody).filter(is_free(everybody))


def live(moderator: Any, bench: Bench | None = None) -> QuerySet[Case]:
    return seen_by(moderator, bench).filter(LIVE).order_by("opened_at", "pk")


def mine(moderator: Any, bench: Bench | None = None) -> QuerySet[Case]:
    return live(moderator, bench).filter(is_held(moderator))


def counts(moderator: Any, bench: Bench | None = None) -> dict[str, int]:
    """How many wait, and how many this moderator has taken."""
    everybody = moderators.bench() if bench is None else bench
    rows, free = live(moderator, everybody).order_by(), is_free(everybody)
    return rows.aggregate(waiting=Count("pk", filter=free), mine=Count("pk", filter=is_held(moderator)))


def done(moderator: Any, bench: Bench | None = None) -> QuerySet[Case]:
    decided = seen_by(moderator, bench).filter(state=Case.State.DONE)
    return decided.order_by(F("done_at").desc(nulls_last=True), "-pk")


def next_after(moderator: Any, case: Case, bench: Bench | None = None) -> Case | None:
    """The one behind it in the queue that this moderator can take, else the oldest; what they reported comes last."""
    later = Q(opened_at__gt=case.opened_at) | Q(opened_at=case.opened_at, pk__gt=case.pk)
    others = waiting(moderator, bench).exclude(pk=case.pk).exclude(is_held(moderator))
    others = others.order_by(Sorted(When(later, then=Value(0)), default=Value(1)), "opened_at", "pk")
    reported = Exists(Report.objects.filter(case=OuterRef("pk"), reporter=moderator.pk))
    first = others.exclude(reported).first()
    if first is not None:
        return first
    everybody = moderators.bench() if bench is None else bench
    some = others.prefetch_related(moderators.their_reports(everybody))[:LOOKED_AT]
    return next((one for one in some if "take" in CaseSight(moderator, one, everybody).offered), None)


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
        sight = CaseSight(moderator, case)
        if why := sight.bar():
            raise Refused(why, 403)
        if case.state == Case.State.TAKEN and case.moderator_id != moderator.pk and not sight.is_stale:
            raise Refused("taken", 409, name=name_of(case), at=case.taken_at)
        case.moderator = moderator
        settle(moderator, case, row, verdict)
    see_to_seats(case)
    return case


def settle(moderator: Any, case: Case, thing: Any, verdict: Verdict) -> None:
    """Under the lock of the case."""
    verdict = verdicts.check(case, verdict, thing)
    case.owner = verdicts.owner_of(case, thing)
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
    changed = ("state", "moderator", "done_at", "verdict", "reason", "words", "until", "frozen", "owner")
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
    verdicts.hold_people(case, renames=False)
    if what in LIFTS:
        verdicts.set_until(verdicts.demand_author(case), LIFTS[what], None)
    else:
        covers.lift(case)
    act = audit.write(moderator, what, case, about=case.author)
    notices.ended(case, act)


def hiding(kind: str, key: int) -> QuerySet[Case]:
    """The decisions about just this row that hide something."""
    return Case.objects.filter(kind=kind, key=key, pk__in=Cover.objects.values("case")).order_by("pk")


def show_again(moderator: Any, kind: str, key: int) -> bool:
    """By the people who run the site: all that was decided about just this is ended. Raises Refused.

    Whether it is shown then: what is hidden with something else stays so.
    """
    target = TARGETS[kind]
    with transaction.atomic():
        about = list(hiding(kind, key).select_for_update())
        row = target.find(key)
        if row is None:
            return False
        must_be_showable(moderator, target, row, about)
        for case in about:
            carry_out_end(moderator, case, "unhide")
        row = target.find(key)
        if row is None or not target.hidden_at(row):
            return row is not None
        if covers.is_covered(kind, key):
            return False
        covers.show({kind: {key}})  # hidden without a decision, by an older version of the site
        audit.write(moderator, "unhide", about=target.author(row), thing=(kind, key))
        return True


def must_be_showable(moderator: Any, target: Target, row: Any, about: Iterable[Case]) -> None:
    """Held to the same as on the pages of its cases, and as if somebody opened one now. Raises Refused."""
    now = Case(author=target.author(row), owner=target.owner(row), frozen={"around": target.around(row)})
    now.by_moderators = []
    bench = moderators.bench()
    for case in (now, *about):
        sight = CaseSight(moderator, case, bench)
        if why := sight.bar():
            raise Refused(why, 403)
        if case is not now and sight.appeal_waits:
            raise Refused("appeal_waits", 409)


def why_not_shown(moderator: Any, kind: str, row: Any) -> str:
    """In words; "" for what would be shown."""
    try:
        must_be_showable(moderator, TARGETS[kind], row, hiding(kind, row.pk))
    except Refused as refused:
        return refused.words
    return ""
