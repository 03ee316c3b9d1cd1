"""What can be decided about something that was reported, and what that does."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.standing import muted_until, suspended_until
from accounts.text import one_line
from games.moderation import covers, names
from games.moderation.actions import (
    ALREADY,
    CHOICES_OF_AUTHOR,
    CHOICES_OF_THING,
    DISMISS,
    FOR_A_WHILE,
    KEEP,
    LIFTS,
    NOBODY,
    is_quiet,
)
from games.moderation.models import MOST_WORDS, Act, Appeal, Case
from games.moderation.targets import TARGETS
from games.moderation.why import OTHER, Refused, reasons_for
from quotes import co_editors

USUAL_DAYS = 7
DAYS = (1, 3, USUAL_DAYS, 14, 30, 90, 365)


@dataclass(frozen=True)
class Verdict:
    """thing: of CHOICES_OF_THING. author: of CHOICES_OF_AUTHOR. days: how long, of what is for a while.

    reason: of why.REASONS.
    """

    thing: str = KEEP
    author: str = NOBODY
    days: int = 0
    reason: str = ""
    words: str = ""

    @property
    def actions(self) -> list[str]:
        done = [one for one in (self.thing, self.author) if one not in (KEEP, NOBODY)]
        return done or [DISMISS]

    def until(self, now: datetime) -> datetime | None:
        return now + timedelta(days=self.days) if self.author in FOR_A_WHILE else None


def for_thing(case: Case, thing: Any) -> list[str]:
    """What can become of the thing: nothing once it is gone (None). Hidden, it may be hidden by this verdict, too."""
    target = TARGETS[case.kind]
    if thing is None:
        return [KEEP]
    if target.hidden_at(thing):
        return [ALREADY, "hide"]
    asks = not why_not_ask(case, thing)
    return [KEEP, *(action for action in target.actions if action != "ask" or asks)]


def owner_of(case: Case, thing: Any) -> Any:
    """Who owns the deck that it is in; of one that was handed on since, who does now."""
    return case.owner or (TARGETS[case.kind].owner(thing) if thing is not None else None)


def why_not_ask(case: Case, thing: Any) -> str:
    """Why nobody can be asked to change it, as a key of WHY; "" if somebody can."""
    asked = [person for person in (case.author, owner_of(case, thing)) if person is not None]
    if not asked:
        return "nobody_to_ask"
    writes = [person for person in asked if not muted_until(person) and not suspended_until(person)]
    return "" if writes else "asked_is_muted"


def for_author(case: Case) -> list[str]:
    """What can become of its author. Nobody keeps the people who run the site from it."""
    if case.author is None:
        return [NOBODY]
    return [NOBODY, "warn"] if case.author.is_superuser else list(CHOICES_OF_AUTHOR)


def check(case: Case, verdict: Verdict, thing: Any) -> Verdict:
    """The verdict as it is kept, its words cleaned. thing: None once it is gone. Raises Refused."""
    if verdict.thing not in CHOICES_OF_THING or verdict.author not in CHOICES_OF_AUTHOR:
        raise Refused("no_choice")
    if verdict.thing == KEEP and ALREADY in for_thing(case, thing):
        verdict = replace(verdict, thing=ALREADY)
    if verdict.thing not in for_thing(case, thing):
        raise why_not_that(case, verdict, thing)
    if verdict.author not in for_author(case):
        raise Refused("of_the_house" if case.author else "no_author", field="author")
    if verdict.thing == "ask" and verdict.author in FOR_A_WHILE:
        raise Refused("asks_and_mutes", field="author")
    if verdict.author in FOR_A_WHILE and verdict.days not in DAYS:
        raise Refused("how_long", field="days")
    words = one_line(verdict.words[: MOST_WORDS * 20])
    if len(words) > MOST_WORDS:
        raise Refused("long_words", field="words", length=len(words), limit=MOST_WORDS)
    return checked_reason(case, replace(verdict, words=words))


def why_not_that(case: Case, verdict: Verdict, thing: Any) -> Refused:
    if verdict.thing not in TARGETS[case.kind].actions:
        return Refused("no_choice", field="thing")
    if thing is not None and verdict.thing == "ask":
        return Refused(why_not_ask(case, thing) or "no_choice", field="thing")
    return Refused("gone", field="thing")


def checked_reason(case: Case, verdict: Verdict) -> Verdict:
    """Whoever something is done to is told why; where nothing is, nothing was found either. Raises Refused."""
    if verdict.reason and verdict.reason not in reasons_for(case.kind):
        raise Refused("no_reason", field="reason")
    if is_quiet(verdict.actions):
        return replace(verdict, reason="")
    if not verdict.reason:
        raise Refused("no_reason", field="reason")
    if verdict.reason == OTHER and not verdict.words:
        raise Refused("say_more", field="words")
    return verdict


# Doing it


def carry_out(case: Case, verdict: Verdict, thing: Any, now: datetime) -> None:
    """What it does to the thing and to its author. now: when the case, which is locked, is done."""
    hold_people(case, renames=verdict.thing == "rename")
    if verdict.thing == "hide":
        case.frozen["elsewhere"] = TARGETS[case.kind].hide(thing, now, case) - 1
    elif verdict.thing == "rename":
        rename(case)
    until = verdict.until(now)
    if until is not None:
        person = demand_author(case)
        set_until(person, verdict.author, max(until, getattr(person, FOR_A_WHILE[verdict.author]) or until))
        co_editors.end_links_of(person)


def hold_people(case: Case, *, renames: bool) -> None:
    """Its author and the owner of its deck, who is told, too, are locked before the thing, as by whoever works on
    their own; and before them the author's tables, where a name goes.
    """
    if renames:
        names.hold_tables(case.author_id)
    told = {case.author_id, case.owner_id} - {None}
    list(User.objects.select_for_update(no_key=True).filter(pk__in=told).order_by("pk"))


def locked_author(case: Case) -> User | None:
    """As they are now; None if the account is gone."""
    return User.objects.select_for_update(no_key=True).filter(pk=case.author_id).first()


def demand_author(case: Case) -> User:
    """The same, locked. Raises Refused if the account is gone."""
    person = locked_author(case)
    if person is None:
        raise Refused("no_author", 409)
    return person


def set_until(person: User, what: str, until: datetime | None) -> None:
    User.objects.filter(pk=person.pk).update(**{FOR_A_WHILE[what]: until})


def rename(case: Case) -> None:
    """What they are called now is kept, to know later whether they have chosen another name; and what they were."""
    person = demand_author(case)
    case.frozen["called"], case.frozen["taken"] = names.placeholder(person), person.name
    names.give(person, case.frozen["called"])


# Undoing it


def take_back(case: Case, parts: list[str]) -> bool:
    """These parts of it are as if they had never been decided, as far as nobody has changed anything since.

    Whether anything of it still holds. What does is the verdict from then on.
    """
    hold_people(case, renames="rename" in parts)
    for action in parts:
        if action == "hide":
            covers.lift(case)
        elif action == "rename":
            give_name_back(case)
        elif action in FOR_A_WHILE:
            end_unless_held(case, action)
    left = [action for action in case.actions if action not in parts]
    if left:
        case.verdict, case.frozen["taken_back"] = " ".join(left), parts
        case.until = case.until if set(left) & FOR_A_WHILE.keys() else None
        case.save(update_fields=["verdict", "until", "frozen"])
    return bool(left)


def give_name_back(case: Case) -> None:
    """Unless they have chosen another since."""
    person = locked_author(case)
    before = case.frozen.get("taken") or case.text
    if person is not None and person.name == case.frozen.get("called") and before:
        names.give(person, before)


def end_unless_held(case: Case, what: str) -> None:
    """A mute or a suspension ends, unless another verdict holds it: then when that one ends."""
    person = locked_author(case)
    if person is not None and getattr(person, FOR_A_WHILE[what]) == case.until:
        set_until(person, what, longest_of_others(case, what))


def longest_of_others(case: Case, what: str) -> datetime | None:
    return holding(case.author_id, what).exclude(pk=case.pk).values_list("until", flat=True).first()


def holding(person: int | None, what: str) -> QuerySet[Case]:
    """The verdicts that mute or suspend somebody, the longest first: not over, lifted, or taken back."""
    decided = Case.objects.filter(author=person, verdict__contains=what, until__gt=timezone.now())
    decided = decided.exclude(appeal__outcome=Appeal.Outcome.REVERSED)
    lifts = [key for key, ends in LIFTS.items() if ends == what]
    lifted = Act.objects.filter(about=person, action__in=lifts).order_by("-at").first()
    if lifted is not None:
        decided = decided.filter(done_at__gt=lifted.at)
    return decided.order_by("-until")
