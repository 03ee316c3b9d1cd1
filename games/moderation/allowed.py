"""Who may do what with a case. Pages show what `CaseSight.offered` names, and what is posted is held to the same."""

from collections.abc import Iterator, Set
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone

from accounts.standing import muted_until, suspended_until
from games.moderation import covers, moderators, verdicts
from games.moderation.actions import ENDINGS, LIFTS, OF_APPEALS
from games.moderation.models import Case
from games.moderation.moderators import Bench
from games.moderation.targets import TARGETS
from games.moderation.why import Refused

TAKEN_FOR = timedelta(hours=24)


class CaseSight:
    """A case as one moderator sees it. What is asked about it again and again is loaded once.

    bench: who moderates just now. thing: what was reported as it is today, None once it is gone.
    """

    def __init__(self, person: Any, case: Case, bench: Bench | None = None) -> None:
        self.person, self.case = person, case
        self.bench = moderators.bench() if bench is None else bench

    @cached_property
    def thing(self) -> Any:
        return TARGETS[self.case.kind].find(self.case.key)

    @cached_property
    def reporters(self) -> set[int]:
        """The moderators who reported it."""
        # Nothing is loaded twice.
        prefetch_related_objects([self.case], moderators.their_reports(self.bench))
        return {report.reporter_id for report in self.case.by_moderators if report.reporter_id is not None}

    @cached_property
    def insiders(self) -> set[int]:
        """Those who have a part in the deck that it is about: of the moderators, and this person."""
        deck = self.case.frozen.get("around", {}).get("deck")
        if deck is None:
            return set()
        return {one for one in {*self.bench, self.person.pk} if deck in self.bench.decks_of(one)}

    @property
    def is_theirs(self) -> bool:
        """Whether it is about what this person wrote, or about a deck in which they have a part."""
        return self.person.pk in {self.case.author_id, self.case.owner_id} | self.insiders

    @property
    def free(self) -> Set[int]:
        """The moderators whom it is not about."""
        return self.bench - {self.case.author_id, self.case.owner_id} - self.insiders

    @property
    def may_see(self) -> bool:
        """Not whom it is about, where somebody else can decide: they would read what others say of them."""
        return self.person.pk in self.bench and not (self.is_theirs and self.free - {self.person.pk})

    @property
    def appeal_waits(self) -> bool:
        return self.case.appealed is not None and not self.case.appealed.outcome

    # Who decides

    def tiers(self, *, appeal: bool) -> Iterator[Set[int]]:
        """Who should decide; if there is nobody of those, who should then, and so on. Nobody waits for nobody."""
        if appeal:
            yield self.free - {self.case.moderator_id} - self.reporters
            yield self.free - {self.case.moderator_id}
        yield self.free - self.reporters
        yield self.free

    def bar(self, *, appeal: bool = False) -> str:
        """Why this moderator decides nothing here, as a key of WHY; "" if they may."""
        decided_it = appeal and self.case.moderator_id == self.person.pk
        if not (self.is_theirs or decided_it or self.person.pk in self.reporters):
            return ""
        first = next((some for some in self.tiers(appeal=appeal) if some), None)
        if first is None or self.person.pk in first:
            return ""
        if self.is_theirs:
            return "own_case"
        return "own_verdict" if decided_it else "own_report"

    @property
    def is_stale(self) -> bool:
        """Whether others may take it over: who has it moderates no more, or has had it for so long."""
        since = self.case.taken_at
        return self.case.moderator_id not in self.bench or since is None or timezone.now() - since > TAKEN_FOR

    # What they may do

    @cached_property
    def offered(self) -> list[str]:
        """What this moderator may do with this case now, as keys of `actions.py`, or "decide" or "again"."""
        if not self.may_see or self.bar(appeal=self.case.done and self.appeal_waits):
            return []
        return self.of_done() if self.case.done else self.of_live()

    def of_live(self) -> list[str]:
        if self.case.state == Case.State.OPEN:
            return ["take"]
        if self.case.moderator_id == self.person.pk:
            return ["decide", "give_back"]
        return ["take"] if self.is_stale else []

    def of_done(self) -> list[str]:
        """An appeal is decided first; then, what of a verdict can still be ended."""
        if self.appeal_waits:
            return list(OF_APPEALS)
        still = {
            "unhide": covers.holds(self.case),
            **{key: self.is_lifted_here(what) for key, what in LIFTS.items()},
        }
        offered = [key for key in ENDINGS if still[key]]
        return [*offered, "again"] if self.can_be_decided_again else offered

    @cached_property
    def holding(self) -> dict[str, list[Case]]:
        """What mutes and suspends its author just now, the longest first; by what was decided."""
        now = {"mute": muted_until(self.case.author), "suspend": suspended_until(self.case.author)}
        return {
            what: list(verdicts.holding(self.case.author_id, what)) for what, until in now.items() if until
        }

    def is_lifted_here(self, what: str) -> bool:
        """On the cases that hold it; on any, where none does."""
        held = self.holding.get(what)
        return held is not None and (not held or self.case in held)

    @property
    def can_be_decided_again(self) -> bool:
        """Whether what was hidden is shown again, and may be hidden once more."""
        if "hide" not in self.case.actions or self.thing is None or covers.holds(self.case):
            return False
        return not TARGETS[self.case.kind].hidden_at(self.thing)

    def demand(self, what: str) -> None:
        """Raises Refused unless it is offered. The case is locked, and was found for somebody who may see it."""
        if what in self.offered:
            return
        if what in OF_APPEALS:
            raise self.why_no_appeal()
        if why := self.bar():
            raise Refused(why, 403)
        if what == "again":
            raise Refused("not_again", 409)
        if what in ENDINGS:
            raise Refused("nothing_to_lift", 409)
        raise self.why_not_now()

    def why_no_appeal(self) -> Refused:
        return Refused(self.bar(appeal=True), 403) if self.appeal_waits else Refused("appeal_decided", 409)

    def why_not_now(self) -> Refused:
        """Why a case cannot be taken or decided: who was faster."""
        case = self.case
        if case.done:
            return Refused("decided", 409, name=name_of(case), at=case.done_at)
        if case.state == Case.State.TAKEN and case.moderator_id != self.person.pk:
            return Refused("taken", 409, name=name_of(case), at=case.taken_at)
        return Refused("not_taken", 409)


def name_of(case: Case) -> str:
    return str(case.moderator) if case.moderator else "–"
