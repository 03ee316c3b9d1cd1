"""What moderators do, in one table: what each thing is called wherever it is said, and what it can be done to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

KEEP, NOBODY = "keep", "nobody"  # the halves of a verdict in which nothing is done
DISMISS = "dismiss"
ALREADY = "hidden"  # by another decision: nothing is done
QUIET = (DISMISS, ALREADY)  # as a whole verdict; nobody but the reporters hears of them
FOR_A_WHILE = {"mute": "muted_until", "suspend": "suspended_until"}  # with the column that says until when


@dataclass(frozen=True)
class Action:
    """did: in the audit list. choice: in the form of a verdict. done: what a moderator reads after the press.

    author: what its author reads; of what is done to a thing, a sentence for each kind of thing. owner: what the owner
    of a deck reads of what somebody else wrote for it, by kind. reporter: what became of a report.
    ends: the action that it undoes.
    """

    did: Any
    choice: Any = ""
    author: Any = ""
    of_kind: dict[str, Any] = field(default_factory=dict)
    owner: dict[str, Any] = field(default_factory=dict)
    reporter: Any = ""
    done: Any = ""
    ends: str = ""


# What becomes of a thing

OF_THING: dict[str, Action] = {
    "ask": Action(
        _("asked to change it"),
        _("Ask to change it"),
        of_kind={
            "card": _("Please change a card that you wrote. It stays as it is until you do."),
            "deck": _("Please change your deck. It stays as it is until you do."),
        },
        owner={"card": _("Please see to it that card %(number)s of your deck %(title)s is changed.")},
        reporter=_("It is to be changed."),
    ),
    "hide": Action(
        _("hid it"),
        _("Hide it from everybody"),
        of_kind={
            "card": _("A card that you wrote is not shown any more."),
            "deck": _("Your deck is not shown any more, and its cards leave the matches that run."),
            "words": _("What you wrote at a table is not shown any more."),
            "shared": _("A combination that you put together is not shown to everybody any more."),
            "suggestion": _("A suggestion that you made to a deck is not shown any more."),
        },
        owner={
            "card": _(
                "Card %(number)s of your deck %(title)s is not shown any more. Somebody else wrote it."
            ),
            "suggestion": _("A suggestion to your deck %(title)s is not shown any more."),
        },
        reporter=_("It is not shown any more."),
    ),
    "rename": Action(
        _("took the name away"),
        _("Take the name away"),
        of_kind={"name": _("Your name was taken away. Choose another one in your settings.")},
        reporter=_("The name is not shown any more."),
    ),
}

# Whoever is suspended comes to no settings.
RENAMED = _("Your name was taken away. Once you take part again, choose another one in your settings.")

# What becomes of its author. Whoever reported it hears that somebody spoke to them, and nothing more.

SPOKEN_TO = _("We have spoken to whoever wrote it.")
OF_AUTHOR: dict[str, Action] = {
    "warn": Action(
        _("warned its author"),
        _("Warn them"),
        _("This is a warning. Please do not write such a thing again."),
        reporter=SPOKEN_TO,
    ),
    "mute": Action(
        _("ended their writing for a while"),
        _("They write nothing for a while"),
        _("You write nothing here until %(until)s. Playing goes on."),
        reporter=SPOKEN_TO,
    ),
    "suspend": Action(
        _("suspended them"),
        _("They take part in nothing for a while"),
        _("You take part in nothing here until %(until)s. Bots play on for you."),
        reporter=SPOKEN_TO,
    ),
}

# What of it is ended before its time

ENDINGS: dict[str, Action] = {
    "unhide": Action(
        _("showed it again"),
        author=_("What was hidden is shown again."),
        reporter=_("It was not shown for a while. Now it is shown again."),
        done=_("It is shown again."),
        ends="hide",
    ),
    "lift_mute": Action(
        _("let them write again"),
        author=_("You can write here again."),
        done=_("They can write again."),
        ends="mute",
    ),
    "lift_suspension": Action(
        _("ended the suspension"),
        author=_("You can take part again. Take your seats back at the tables where a bot plays for you."),
        done=_("They can take part again."),
        ends="suspend",
    ),
}

# What is decided about an appeal

OF_APPEALS: dict[str, Action] = {
    "uphold": Action(
        _("let the decision stand"),
        author=_("Somebody looked at it again. The decision stands."),
        done=_("That is decided. They are told."),
    ),
    "reverse": Action(
        _("took the decision back"),
        author=_("The decision was taken back. It is as if it had never been made."),
        reporter=_("We looked at it twice. In the end it stays as it is."),
        done=_("That is decided. They are told."),
    ),
}

# What of a verdict can be taken back, by what did it

UNDONE: dict[str, Any] = {
    "ask": _("It need not be changed any more"),
    "hide": _("What was hidden is shown again"),
    "rename": _("Their name comes back, unless they have chosen another"),
    "warn": _("The warning counts no more"),
    "mute": _("They can write again, unless another decision says otherwise"),
    "suspend": _("They can take part again, unless another decision says otherwise"),
}

# The parts of a verdict, as they are named where one was taken back and others stand

PARTS: dict[str, Any] = {
    "ask": _("that it is to be changed"),
    "hide": _("the hiding"),
    "rename": _("that the name was taken away"),
    "warn": _("the warning"),
    "mute": _("that nothing may be written for a while"),
    "suspend": _("the suspension"),
}
TAKEN_BACK: dict[str, Action] = {
    "back_ask": Action(_("took back that it is to be changed")),
    "back_hide": Action(_("took the hiding back")),
    "back_rename": Action(_("gave the name back")),
    "back_warn": Action(_("took the warning back")),
    "back_mute": Action(_("took back that nothing may be written for a while")),
    "back_suspend": Action(_("took the suspension back")),
}
PARTLY = _("A part of the decision was taken back: %(gone)s. This stands: %(left)s.")

ACTIONS: dict[str, Action] = {
    "partly": Action(
        _("took a part of the decision back"),
        author=_("A part of the decision was taken back. What still holds is what you read above."),
        reporter=_("We looked at it twice."),
    ),
    **TAKEN_BACK,
    "take": Action(_("took it"), done=_("You have this case now. Nobody else decides about it.")),
    "give_back": Action(_("gave it back"), done=_("You have given it back. It waits for somebody else.")),
    DISMISS: Action(
        _("left it as it is"),
        reporter=_("It stays as it is: we looked at it closely, and it may be said here."),
    ),
    ALREADY: Action(
        _("saw that it is hidden already"),
        _("It is hidden already"),
        reporter=_("It is not shown any more."),
    ),
    **OF_THING,
    **OF_AUTHOR,
    **ENDINGS,
    **OF_APPEALS,
    "published": Action(_("published it")),
    "sent_back": Action(_("sent it back")),
    "rejected": Action(_("rejected it")),
    "unpublished": Action(_("took it back from everybody")),
    "close_account": Action(_("closed the account")),
    "open_account": Action(_("opened the account again")),
    "add_word": Action(_("added a word to look at"), done=_("The word is in the list.")),
    "drop_word": Action(_("removed a word to look at"), done=_("The word is out of the list.")),
}
DECIDED = _("That is decided. Everybody whom it concerns is told.")

CHOICES_OF_THING: dict[str, Any] = {
    KEEP: _("Leave it as it is"),
    ALREADY: ACTIONS[ALREADY].choice,
    **{key: action.choice for key, action in OF_THING.items()},
}
CHOICES_OF_AUTHOR: dict[str, Any] = {
    NOBODY: _("Nothing"),
    **{key: action.choice for key, action in OF_AUTHOR.items()},
}
LIFTS = {key: action.ends for key, action in ENDINGS.items() if action.ends in FOR_A_WHILE}
TOLD_TO_OWNER = {key for key, action in OF_THING.items() if action.owner}


def is_quiet(actions: list[str]) -> bool:
    """Whether nothing was done: its author hears nothing, and there is nothing to say against it."""
    return len(actions) == 1 and actions[0] in QUIET


def does(keys: Iterable[str]) -> list[str]:
    """What is about to be done, as it is called where it is chosen."""
    return [str(ACTIONS[key].choice or CHOICES_OF_THING[KEEP]) for key in keys]


def did(keys: Iterable[str]) -> list[str]:
    """What was done, as moderators read it. An action of an older version of the site is named by its key."""
    return [str(ACTIONS[key].did) if key in ACTIONS else key for key in keys]


def done(key: str) -> str:
    """What a moderator reads after the press that did it; "" for what no press does."""
    if key == "decided":
        return str(DECIDED)
    return str(ACTIONS[key].done) if key in ACTIONS else ""
