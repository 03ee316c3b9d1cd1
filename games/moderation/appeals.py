"""What somebody says against a decision about them, once, and what is decided about that."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import limits
from accounts.text import one_line
from games.moderation import audit, cases, moderators, notices, verdicts
from games.moderation.actions import OF_APPEALS, QUIET
from games.moderation.allowed import CaseSight
from games.moderation.models import MOST_APPEAL, MOST_WORDS, Appeal, Case
from games.moderation.moderators import Bench
from games.moderation.why import Refused

MOST_A_DAY = 5
DAY = 24 * 3600
LOOKED_AT = 50
OUTCOMES = {
    "uphold": Appeal.Outcome.UPHELD,
    "reverse": Appeal.Outcome.REVERSED,
    "partly": Appeal.Outcome.PARTLY,
}


def about(person: Any) -> QuerySet[Case]:
    """The decisions about what somebody wrote, the latest first. Nobody hears of a report that led to nothing."""
    decided = Case.objects.filter(author=person, state=Case.State.DONE).exclude(verdict__in=QUIET)
    return decided.order_by("-done_at", "-pk")


def appeal(person: Any, pk: int, text: str) -> Appeal:
    """Sent twice, it is one. Raises Case.DoesNotExist for a decision about somebody else, Refused."""
    text = one_line(text[: MOST_APPEAL * 20])
    with transaction.atomic():
        # The lock makes two at once one after the other.
        case = about(person).select_for_update().get(pk=pk)
        if case.appealed is not None:
            if case.appealed.text == text:
                return case.appealed
            raise Refused("appealed", 409)
        must_be_sayable(text)
        if not limits.allowed("appeal", str(person.pk), MOST_A_DAY, DAY):
            raise Refused("too_many_appeals", 429, again=limits.left(DAY))
        made = Appeal.objects.create(case=case, text=text)
        notices.appealed(case)
        return made


def must_be_sayable(text: str) -> None:
    if not text:
        raise Refused("nothing_said", field="text")
    if len(text) > MOST_APPEAL:
        raise Refused("long_words", field="text", length=len(text), limit=MOST_APPEAL)


# Deciding about it


def undecided(moderator: Any, bench: Bench | None = None) -> QuerySet[Appeal]:
    """All that this moderator may see, the oldest first."""
    seen = cases.seen_by(moderator, bench)
    waiting = Appeal.objects.filter(outcome=Appeal.Outcome.OPEN, case__in=seen)
    return waiting.select_related("case__author", "case__moderator").order_by("at", "pk")


def open_to(moderator: Any, bench: Bench | None = None) -> list[Appeal]:
    """Those of them that this moderator may decide."""
    everybody = moderators.bench() if bench is None else bench
    reports = moderators.their_reports(everybody, "case__reports")
    some = undecided(moderator, everybody).prefetch_related(reports)[:LOOKED_AT]
    return [one for one in some if CaseSight(moderator, one.case, everybody).offered]


def decide(moderator: Any, pk: int, what: str, words: str = "", parts: list[str] | None = None) -> Case:
    """what: "uphold" or "reverse"; of the latter only these parts, as keys of `actions.IN_VERDICTS`. pk: of the case.

    Raises Refused, Case.DoesNotExist.
    """
    if what not in OF_APPEALS:
        raise Refused("no_choice")
    with transaction.atomic():
        sight = cases.locked(moderator, pk)
        sight.demand(what)
        case = sight.case
        words = one_line(words[: MOST_WORDS * 20])
        if len(words) > MOST_WORDS:
            raise Refused("long_words", field="words", length=len(words), limit=MOST_WORDS)
        if what == "uphold" and not words:
            raise Refused("say_why_it_stands", field="words")
        made = case.appeal
        done = what
        if what == "reverse":
            taken = checked_parts(case, parts)
            if verdicts.take_back(case, taken):
                done = "partly"
                for part in taken:
                    audit.write(moderator, f"back_{part}", case, about=case.author)
        made.outcome = OUTCOMES[done]
        made.words, made.decided_by, made.decided_at = words, moderator, timezone.now()
        made.save(update_fields=["outcome", "words", "decided_by", "decided_at"])
        audit.write(moderator, done, case, about=case.author, words=words)
        notices.appeal_decided(made)
        return case


def checked_parts(case: Case, parts: list[str] | None) -> list[str]:
    """What of the decision is taken back, in its own order; None for all of it. Raises Refused."""
    if parts is None:
        return case.actions
    if not parts or not set(parts) <= set(case.actions):
        raise Refused("no_part", field="part")
    return [action for action in case.actions if action in parts]
