"""What can be decided about something that was reported, and what that does."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.text import one_line
from games.moderation import names
from games.moderation.models import MOST_WORDS, Appeal, Case
from games.moderation.targets import TARGETS
from games.moderation.why import OTHER, REASONS, Refused

KEEP, NOBODY = "keep", "nobody"
DISMISS = "dismiss"
FOR_A_WHILE = ("mute", "suspend")
DAYS = (1, 3, 7, 14, 30, 90, 365)
COLUMNS = {"mute": "muted_until", "suspend": "suspended_until"}

# What becomes of the thing, and of whoever wrote it.
OF_THING: dict[str, Any] = {
    KEEP: _("Leave it as it is"),
    "ask": _("Ask to change it"),
    "hide": _("Hide it from everybody"),
    "rename": _("Take the name away"),
}
OF_AUTHOR: dict[str, Any] = {
    NOBODY: _("Nothing"),
    "warn": _("Warn them"),
    "mute": _("They write nothing for a while"),
    "suspend": _("They take part in nothing for a while"),
}


@dataclass(frozen=True)
class Verdict:
    """thing: of OF_THING. author: of OF_AUTHOR. days: how long, of what is for a while. reason: of why.REASONS."""

    thing: str = KEEP
    author: str = NOBODY
    days: int = 0
    reason: str = ""
    words: str = ""

    @property
    def deeds(self) -> list[str]:
        done = [one for one in (self.thing, self.author) if one not in (KEEP, NOBODY)]
        return done or [DISMISS]

    def until(self, now: datetime) -> datetime | None:
        return now + timedelta(days=self.days) if self.author in FOR_A_WHILE else None


def for_thing(case: Case) -> list[str]:
    """What can become of the thing: nothing, once it is gone or hidden."""
    target = TARGETS[case.kind]
    row = target.find(case.key)
    if row is None or target.hidden_at(row):
        return [KEEP]
    return [KEEP, *target.measures]


def for_author(case: Case) -> list[str]:
    """What can become of its author. Nobody keeps the people who run the site from it."""
    if case.author is None:
        return [NOBODY]
    return [NOBODY, "warn"] if case.author.is_superuser else list(OF_AUTHOR)


def check(case: Case, verdict: Verdict) -> Verdict:
    """The verdict as it is kept, its words cleaned. Raises Refused."""
    if verdict.thing not in OF_THING or verdict.author not in OF_AUTHOR:
        raise Refused("no_choice")
    if verdict.thing not in for_thing(case):
        raise Refused("gone" if verdict.thing in TARGETS[case.kind].measures else "no_choice", field="thing")
    if verdict.author not in for_author(case):
        raise Refused("of_the_house" if case.author else "no_author", field="author")
    if verdict.author in FOR_A_WHILE and verdict.days not in DAYS:
        raise Refused("how_long", field="days")
    words = one_line(verdict.words[: MOST_WORDS * 20])
    if len(words) > MOST_WORDS:
        raise Refused("long_words", field="words", length=len(words), limit=MOST_WORDS)
    return checked_reason(Verdict(verdict.thing, verdict.author, verdict.days, verdict.reason, words))


def checked_reason(verdict: Verdict) -> Verdict:
    """Whoever something is done to is told why. Raises Refused."""
    if verdict.reason and verdict.reason not in REASONS:
        raise Refused("no_reason", field="reason")
    if verdict.deeds != [DISMISS] and not verdict.reason:
        raise Refused("no_reason", field="reason")
    if verdict.deeds != [DISMISS] and verdict.reason == OTHER and not verdict.words:
        raise Refused("say_more", field="words")
    return verdict


# Doing it


def carry_out(case: Case, verdict: Verdict, now: datetime) -> None:
    """What it does to the thing and to its author. The case is locked."""
    if verdict.thing == "hide":
        TARGETS[case.kind].hide(TARGETS[case.kind].find(case.key), now)
    elif verdict.thing == "rename":
        rename(case)
    until = verdict.until(now)
    if until is not None:
        person = author_of(case)
        set_until(person, verdict.author, max(until, getattr(person, COLUMNS[verdict.author]) or until))


def author_of(case: Case) -> User:
    """Locked. Raises Refused if the account is gone."""
    person = User.objects.select_for_update(no_key=True).filter(pk=case.author_id).first()
    if person is None:
        raise Refused("no_author", 409)
    return person


def set_until(person: User, what: str, until: datetime | None) -> None:
    User.objects.filter(pk=person.pk).update(**{COLUMNS[what]: until})


def rename(case: Case) -> None:
    """What they are called now is kept, to know later whether they have chosen another name."""
    person = author_of(case)
    case.frozen["called"] = names.placeholder(person)
    names.give(person, case.frozen["called"])


# Undoing it


def take_back(case: Case) -> None:
    """As if it had never been decided, as far as nobody has changed it since."""
    undo: dict[str, Callable[[Case], None]] = {
        "hide": show_again,
        "rename": name_again,
        "mute": lambda one: end(one, "mute"),
        "suspend": lambda one: end(one, "suspend"),
    }
    for deed in case.deeds:
        if deed in undo:
            undo[deed](case)


def show_again(case: Case) -> None:
    target = TARGETS[case.kind]
    row = target.find(case.key)
    if row is not None and target.hidden_at(row):
        target.unhide(row)


def name_again(case: Case) -> None:
    person = User.objects.select_for_update(no_key=True).filter(pk=case.author_id).first()
    if person is not None and person.name == case.frozen.get("called") and case.text:
        names.give(person, case.text)


def end(case: Case, what: str) -> None:
    """It ends, unless another verdict holds it: then when that one ends."""
    person = User.objects.select_for_update(no_key=True).filter(pk=case.author_id).first()
    if person is not None and getattr(person, COLUMNS[what]) == case.until:
        set_until(person, what, longest_of_others(case, what))


def longest_of_others(case: Case, what: str) -> datetime | None:
    still = Case.objects.filter(author=case.author_id, verdict__contains=what, until__gt=timezone.now())
    still = still.exclude(pk=case.pk).exclude(appeal__outcome=Appeal.Outcome.REVERSED)
    return still.order_by("-until").values_list("until", flat=True).first()
