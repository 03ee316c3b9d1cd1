"""What people read of a decision: its author, the owner of a deck, and whoever reported it."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts import dates
from accounts.standing import suspended_until
from games.moderation.actions import ACTIONS, ALREADY, FOR_A_WHILE, PARTLY, RENAMED, SPOKEN_TO, parts
from games.moderation.models import Appeal, Case
from games.moderation.why import sentence
from quotes.models import Deck

HIDES = {"hide", ALREADY}


def to_author(
    case: Case, actions: list[str], reason: str, words: str, until: datetime | None, called: str = ""
) -> list[str]:
    """A decision in the active language, a sentence or two a line. called: their name from now on."""
    said = [told for key in actions if (told := told_author(key, case.kind, until))]
    if "rename" in actions and ("suspend" in actions or suspended_until(case.author)):
        said[0] = str(RENAMED)
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
    return to_owner_of(case, case.actions, case.reason, case.words)


def to_owner_of(case: Case, actions: list[str], reason: str, words: str) -> list[str]:
    where = case.frozen.get("around", {})
    names = {"number": where.get("number", ""), "title": where.get("title", "")}
    told = [ACTIONS[key].owner for key in actions if key in ACTIONS]
    said = [str(sentences[case.kind]) % names for sentences in told if case.kind in sentences]
    return [" ".join(said), *because(reason, words)]


# Whoever reported it


def outcome(case: Case, *, shown: bool) -> str:
    """What became of a report, as it is now: never who decided, and never what was done to anybody.

    shown: whether what was hidden is shown again (`covers.shown_again`).
    """
    if not case.done:
        return _("Somebody will look at it. You will hear what became of it.")
    became = case.appealed.outcome if case.appealed is not None else ""
    hid = HIDES & {*case.actions, *case.frozen.get("taken_back", [])}
    if became == Appeal.Outcome.REVERSED and (shown or not hid):
        return str(ACTIONS["reverse"].reporter)
    twice = [str(ACTIONS["partly"].reporter)] if became == Appeal.Outcome.PARTLY else []
    if hid:
        return " ".join([*twice, str(ACTIONS["unhide" if shown else "hide"].reporter)])
    return " ".join([*twice, outcome_of(case.actions)])


def outcome_of(actions: list[str]) -> str:
    """What became of the thing; if nothing did, that its author was spoken to."""
    said = [ACTIONS[key].reporter for key in actions if key in ACTIONS]
    return str(said[0] if said else SPOKEN_TO)


# After an appeal, or an end before its time


def after_appeal(appeal: Appeal) -> list[str]:
    """What another moderator says to what was said against a decision."""
    if appeal.outcome == Appeal.Outcome.PARTLY:
        return answer(appeal.case.frozen.get("taken_back", []), appeal.case.actions, appeal.words)
    key = "reverse" if appeal.outcome == Appeal.Outcome.REVERSED else "uphold"
    return [line for line in (str(ACTIONS[key].author), appeal.words) if line]


def answer(gone: list[str], left: list[str], words: str) -> list[str]:
    """To whoever hears that these parts of a decision were taken back, and what is left of it."""
    if not left:
        said = str(ACTIONS["reverse"].author)
    elif not gone:  # an older version of the site did not write down which
        said = str(ACTIONS["partly"].author)
    else:
        said = str(PARTLY) % {"gone": parts(gone), "left": parts(left)}
    return [line for line in (said, words) if line]


def after_ending(key: str) -> str:
    """What its author reads once something of a decision was ended before its time."""
    return str(ACTIONS[key].author)
