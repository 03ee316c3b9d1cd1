"""What somebody says against a decision about them, once, and what is decided about that."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import limits
from accounts.text import one_line
from games.moderation import allowed, audit, cases, notices, verdicts
from games.moderation.models import MOST_APPEAL, MOST_WORDS, Appeal, Case
from games.moderation.verdicts import DISMISS
from games.moderation.why import Refused

MOST_A_DAY = 5
DAY = 24 * 3600
LOOKED_AT = 50


def about(person: Any) -> QuerySet[Case]:
    """The decisions about what somebody wrote, the latest first. Nobody hears of a report that led to nothing."""
    decided = Case.objects.filter(author=person, state=Case.State.DONE).exclude(verdict=DISMISS)
    return decided.order_by("-done_at", "-pk")


def appeal(person: Any, pk: int, text: str) -> Appeal:
    """Sent twice, it is one. Raises Case.DoesNotExist for a decision about somebody else, Refused."""
    case = about(person).get(pk=pk)
    text = one_line(text[: MOST_APPEAL * 20])
    if (there := Appeal.objects.filter(case=case).first()) is not None:
        if there.text == text:
            return there
        raise Refused("appealed", 409)
    if not text:
        raise Refused("nothing_said", field="text")
    if len(text) > MOST_APPEAL:
        raise Refused("long_words", field="text", length=len(text), limit=MOST_APPEAL)
    if not limits.allowed("appeal", str(person.pk), MOST_A_DAY, DAY):
        raise Refused("too_many_appeals", 429, again=limits.left(DAY))
    try:
        with transaction.atomic():
            made = Appeal.objects.create(case=case, text=text)
    except IntegrityError:
        raise Refused("appealed", 409) from None
    notices.appealed(case)
    return made


# Deciding about it


def undecided(moderator: Any) -> QuerySet[Appeal]:
    """All that this moderator may see, the oldest first."""
    seen = cases.seen_by(moderator)
    waiting = Appeal.objects.filter(outcome=Appeal.Outcome.OPEN, case__in=seen)
    return waiting.select_related("case__author", "case__moderator").order_by("at", "pk")


def open_to(moderator: Any) -> list[Appeal]:
    """Those of them that this moderator may decide."""
    return [one for one in undecided(moderator)[:LOOKED_AT] if allowed.offered(moderator, one.case)]


def decide(moderator: Any, pk: int, what: str, words: str = "") -> Case:
    """what: "uphold" or "reverse". pk: of the case. Raises Refused, Case.DoesNotExist."""
    if what not in allowed.OF_APPEALS:
        raise Refused("no_choice")
    with transaction.atomic():
        case = cases.locked(moderator, pk)
        allowed.demand(moderator, case, what)
        words = one_line(words[: MOST_WORDS * 20])
        if len(words) > MOST_WORDS:
            raise Refused("long_words", field="words", length=len(words), limit=MOST_WORDS)
        if what == "uphold" and not words:
            raise Refused("say_more", field="words")
        made = case.appeal
        made.outcome = Appeal.Outcome.REVERSED if what == "reverse" else Appeal.Outcome.UPHELD
        made.words, made.decided_by, made.decided_at = words, moderator, timezone.now()
        made.save(update_fields=["outcome", "words", "decided_by", "decided_at"])
        if what == "reverse":
            verdicts.take_back(case)
        audit.write(moderator, what, case, about=case.author, words=words)
        notices.appeal_decided(made)
        return case
