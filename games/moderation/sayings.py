"""What people read of a decision: its author, the owner of a deck, and whoever reported it."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts import dates
from games.moderation.actions import ACTIONS, FOR_A_WHILE, SPOKEN_TO
from games.moderation.models import Appeal, Case
from games.moderation.why import sentence
from quotes.models import Deck


def to_author(
    case: Case, actions: list[str], reason: str, words: str, until: datetime | None, called: str = ""
) -> list[str]:
    """A decision in the active language, a sentence or two a line. called: their name from now on."""
    said = [told for key in actions if (told := told_author(key, case.kind, until))]
    if "ask" in actions and case.frozen.get("around", {}).get("state") == Deck.State.PUBLISHED:
        said.append(_("Then hand the deck in again: until that is published, everybody sees what was there."))
    if called:
        said.insert(1, _("Until then you are called %(name)s.") % {"name": called})
    return [" ".join(said), *because(reason, words)]


def told_author(key: str, kind: str, until: datetime | None) -> str:
    """What was done, "" for what an older version of the site has done."""
    if key not in ACTIONS:
        return ""
    told = str(ACTIONS[key].of_kind.get(kind) or ACTIONS[key].author)
    return told % {"until": dates.full_moment(until) if until else ""} if key in FOR_A_WHILE else told


def because(reason: str, words: str) -> list[str]:
    """Why, in ready words and in the moderator's own."""
    return [line for line in (sentence(reason), words) if line]


def of_case(case: Case) -> list[str]:
    """What was decided, as its author reads it."""
    called = case.frozen.get("called", "") if "rename" in case.actions else ""
    return to_author(case, case.actions, case.reason, case.words, case.until, called)


def to_owner(case: Case) -> list[str]:
    """What was decided about what somebody else wrote, as the owner of its deck reads it."""
    where = case.frozen.get("around", {})
    names = {"number": where.get("number", ""), "title": where.get("title", "")}
    told = [ACTIONS[key].owner for key in case.actions if key in ACTIONS]
    said = [str(words[case.kind]) % names for words in told if case.kind in words]
    return [" ".join(said), *because(case.reason, case.words)]


def outcome(case: Case) -> str:
    """What became of a report, in a sentence or two: never who decided, and never what was done to anybody."""
    if not case.done:
        return _("Somebody will look at it. You will hear what became of it.")
    if case.appealed is not None and case.appealed.outcome == Appeal.Outcome.REVERSED:
        return str(ACTIONS["reverse"].reporter)
    return outcome_of(case.actions)


def outcome_of(actions: list[str]) -> str:
    """What became of the thing; if nothing did, that its author was spoken to."""
    said = [ACTIONS[key].reporter for key in actions if key in ACTIONS]
    return str(said[0] if said else SPOKEN_TO)


def after_appeal(appeal: Appeal) -> list[str]:
    """What another moderator says to what was said against a decision."""
    outcomes = {Appeal.Outcome.REVERSED: "reverse", Appeal.Outcome.PARTLY: "partly"}
    key = outcomes.get(Appeal.Outcome(appeal.outcome), "uphold")
    return [line for line in (str(ACTIONS[key].author), appeal.words) if line]


def after_ending(key: str) -> str:
    """What its author reads once something of a decision was ended before its time."""
    return str(ACTIONS[key].author)
