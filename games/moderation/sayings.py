"""What people read of a decision: its author, the owner of a deck, and whoever reported it."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import dates
from games.moderation.models import Appeal, Case
from games.moderation.verdicts import DISMISS
from games.moderation.why import sentence

# What became of the thing, as its author reads it.
YOURS: dict[tuple[str, str], Any] = {
    ("hide", "card"): gettext_lazy("A card that you wrote is not shown any more."),
    ("hide", "deck"): gettext_lazy(
        "Your deck is not shown any more, and its cards leave the matches that run."
    ),
    ("hide", "words"): gettext_lazy("What you wrote at a table is not shown any more."),
    ("hide", "shared"): gettext_lazy(
        "A combination that you put together is not shown to everybody any more."
    ),
    ("ask", "card"): gettext_lazy("Please change a card that you wrote. It stays as it is until you do."),
    ("ask", "deck"): gettext_lazy("Please change your deck. It stays as it is until you do."),
    ("rename", "name"): gettext_lazy("Your name was taken away. Choose another one in your settings."),
}
# The same as the owner of a deck reads it, where somebody else wrote the card.
IN_YOUR_DECK: dict[str, Any] = {
    "hide": gettext_lazy(
        "Card %(number)s of your deck %(title)s is not shown any more. Somebody else wrote it."
    ),
    "ask": gettext_lazy("Please see to it that card %(number)s of your deck %(title)s is changed."),
}
OUTCOMES: dict[str, Any] = {
    "hide": gettext_lazy("It is not shown any more."),
    "rename": gettext_lazy("The name is not shown any more."),
    "ask": gettext_lazy("It is to be changed."),
    DISMISS: gettext_lazy("It stays as it is: we looked at it closely, and it may be said here."),
}


def to_author(
    case: Case, deeds: list[str], reason: str, words: str, until: datetime | None, called: str = ""
) -> list[str]:
    """A decision in the active language, a sentence or two a line. called: their name from now on."""
    said = [str(YOURS[deed, case.kind]) for deed in deeds if (deed, case.kind) in YOURS]
    if called:
        said.append(_("Until then you are called %(name)s.") % {"name": called})
    if "warn" in deeds:
        said.append(_("This is a warning. Please do not write such a thing again."))
    if "mute" in deeds:
        said.append(_("You write nothing here until %(until)s. Playing goes on.") % {"until": shown(until)})
    if "suspend" in deeds:
        said.append(
            _("You take part in nothing here until %(until)s. Bots play on for you.")
            % {"until": shown(until)}
        )
    return [" ".join(said), *because(reason, words)]


def because(reason: str, words: str) -> list[str]:
    """Why, in ready words and in the moderator's own."""
    return [line for line in (sentence(reason), words) if line]


def shown(until: datetime | None) -> str:
    return dates.full_moment(until) if until else ""


def of_case(case: Case) -> list[str]:
    """What was decided, as its author reads it."""
    called = case.frozen.get("called", "") if "rename" in case.deeds else ""
    return to_author(case, case.deeds, case.reason, case.words, case.until, called)


def to_owner(case: Case) -> list[str]:
    """What was decided about a card that somebody else wrote, as the owner of its deck reads it."""
    where = case.frozen.get("around", {})
    names = {"number": where.get("number", ""), "title": where.get("title", "")}
    said = [str(IN_YOUR_DECK[deed]) % names for deed in case.deeds if deed in IN_YOUR_DECK]
    return [" ".join(said), *because(case.reason, case.words)]


def outcome(case: Case) -> str:
    """What became of a report, in a sentence or two: never who decided, and never what was done to anybody."""
    if not case.done:
        return _("Somebody will look at it. You will hear what became of it.")
    appeal = appeal_of(case)
    if appeal is not None and appeal.outcome == Appeal.Outcome.REVERSED:
        return _("We looked at it twice. In the end it stays as it is.")
    return outcome_of(case.deeds)


def appeal_of(case: Case) -> Appeal | None:
    """What was said against a decision, if anything was."""
    return getattr(case, "appeal", None)


def outcome_of(deeds: list[str]) -> str:
    said = [str(OUTCOMES[deed]) for deed in deeds if deed in OUTCOMES]
    return " ".join(said or [_("We have spoken to whoever wrote it.")])


def after_appeal(appeal: Appeal) -> list[str]:
    """What another moderator says to what was said against a decision."""
    said = (
        _("The decision was taken back. It is as if it had never been made.")
        if appeal.outcome == Appeal.Outcome.REVERSED
        else _("Somebody looked at it again. The decision stands.")
    )
    return [line for line in (said, appeal.words) if line]


def after_lift(action: str) -> str:
    return {
        "lift_mute": _("You can write here again."),
        "lift_suspension": _(
            "You can take part again. Take your seats back at the tables where a bot plays for you."
        ),
        "unhide": _("What was hidden is shown again."),
    }[action]
