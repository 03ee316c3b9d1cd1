"""What moderators do, and what each of it is called wherever it is said.

A new action also has its place in `Target.actions`, which says to what kinds of thing it is done, in
`verdicts.carry_out`, which does it, and in `verdicts.take_back`, which undoes it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

KEEP, NOBODY = "keep", "nobody"  # the halves of a verdict in which nothing is done
DISMISS = "dismiss"
ALREADY = "hidden"  # by another decision: nothing is done
QUIET = (DISMISS, ALREADY)  # as a whole verdict; nobody but the reporters hears of them


@dataclass(frozen=True, kw_only=True)
class Action:
    """did: in the audit list. choice: in the form of a verdict. done: what a moderator reads after the press.

    author: what its author reads; of what is done to a thing, a sentence for each kind of thing. owner: what the owner
    of a deck reads of what somebody else wrote for it, by kind. reporter: what became of a report.
    undone: what taking it back after an appeal does. part: as it is named where one part of a verdict was taken back
    and others stand. back: in the audit list, that it was taken back.
    until: of what is for a while, the column of its author that says until when. ends: the action that it undoes.
    """

    did: Any
    choice: Any = ""
    author: Any = ""
    of_kind: dict[str, Any] = field(default_factory=dict)
    owner: dict[str, Any] = field(default_factory=dict)
    reporter: Any = ""
    done: Any = ""
    undone: Any = ""
    part: Any = ""
    back: Any = ""
    until: str = ""
    ends: str = ""


# What becomes of a thing

OF_THING: dict[str, Action] = {
    "ask": Action(
        did=_("asked to change it"),
        choice=_("Ask to change it"),
        of_kind={
            "card": _("Please change a card that you wrote. It stays as it is until you do."),
            "deck": _("Please change your deck. It stays as it is until you do."),
        },
        owner={"card": _("Please see to it that card %(number)s of your deck %(title)s is changed.")},
        reporter=_("It is to be changed."),
        undone=_("It need not be changed any more"),
        part=_("that it is to be changed"),
        back=_("took back that it is to be changed"),
    ),
    "hide": Action(
        did=_("hid it"),
        choice=_("Hide it from everybody"),
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
        undone=_("What was hidden is shown again"),
        part=_("the hiding"),
        back=_("took the hiding back"),
    ),
    "rename": Action(
        did=_("took the name away"),
        choice=_("Take the name away"),
        of_kind={"name": _("Your name was taken away. Choose another one in your settings.")},
        reporter=_("The name is not shown any more."),
        undone=_("Their name comes back, unless they have chosen another"),
        part=_("that the name was taken away"),
        back=_("gave the name back"),
    ),
}

# Whoever is suspended comes to no settings.
RENAMED = _("Your name was taken away. Once you take part again, choose another one in your settings.")

# What becomes of its author. Whoever reported it hears that somebody spoke to them, and nothing more.

SPOKEN_TO = _("We have spoken to whoever wrote it.")
OF_AUTHOR: dict[str, Action] = {
    "warn": Action(
        did=_("warned its author"),
        choice=_("Warn them"),
        author=_("This is a warning. Please do not write such a thing again."),
        reporter=SPOKEN_TO,
        undone=_("The warning counts no more"),
        part=_("the warning"),
        back=_("took the warning back"),
    ),
    "mute": Action(
        did=_("ended their writing for a while"),
        choice=_("They write nothing for a while"),
        author=_("You write nothing here until %(until)s. Playing goes on."),
        reporter=SPOKEN_TO,
        undone=_("They can write again, unless another decision says otherwise"),
        part=_("that nothing may be written for a while"),
        back=_("took back that nothing may be written for a while"),
        until="muted_until",
    ),
    "suspend": Action(
        did=_("suspended them"),
        choice=_("They take part in nothing for a while"),
        author=_("You take part in nothing here until %(until)s. Bots play on for you."),
        reporter=SPOKEN_TO,
        undone=_("They can take part again, unless another decision says otherwise"),
        part=_("the suspension"),
        back=_("took the suspension back"),
        until="suspended_until",
    ),
}
IN_VERDICTS = OF_THING | OF_AUTHOR
FOR_A_WHILE = {key: action.until for key, action in OF_AUTHOR.items() if action.until}

# What of it is ended before its time

ENDINGS: dict[str, Action] = {
    "unhide": Action(
        did=_("showed it again"),
        author=_("What was hidden is shown again."),
        reporter=_("It was not shown for a while. Now it is shown again."),
        done=_("It is shown again."),
        ends="hide",
    ),
    "lift_mute": Action(
        did=_("let them write again"),
        author=_("You can write here again."),
        done=_("They can write again."),
        ends="mute",
    ),
    "lift_suspension": Action(
        did=_("ended the suspension"),
        author=_("You can take part again. Take your seats back at the tables where a bot plays for you."),
        done=_("They can take part again."),
        ends="suspend",
    ),
}

# What is decided about an appeal

OF_APPEALS: dict[str, Action] = {
    "uphold": Action(
        did=_("let the decision stand"),
        author=_("Somebody looked at it again. The decision stands."),
        done=_("That is decided. They are told."),
    ),
    "reverse": Action(
        did=_("took the decision back"),
        author=_("The decision was taken back. It is as if it had never been made."),
        reporter=_("We looked at it twice. In the end it stays as it is."),
        done=_("That is decided. They are told."),
    ),
}

TAKEN_BACK: dict[str, Action] = {
    f"back_{key}": Action(did=action.back) for key, action in IN_VERDICTS.items()
}
PARTLY = _("A part of the decision was taken back: %(gone)s. This stands: %(left)s.")

ACTIONS: dict[str, Action] = {
    "partly": Action(
        did=_("took a part of the decision back"),
        author=_("A part of the decision was taken back. What still holds is what you read above."),
        reporter=_("We looked at it twice."),
    ),
    **TAKEN_BACK,
    "take": Action(did=_("took it"), done=_("You have this case now. Nobody else decides about it.")),
    "give_back": Action(did=_("gave it back"), done=_("You have given it back. It waits for somebody else.")),
    DISMISS: Action(
        did=_("left it as it is"),
        reporter=_("It stays as it is: we looked at it closely, and it may be said here."),
    ),
    ALREADY: Action(
        did=_("saw that it is hidden already"),
        choice=_("It is hidden already"),
        reporter=_("It is not shown any more."),
    ),
    **IN_VERDICTS,
    **ENDINGS,
    **OF_APPEALS,
    "published": Action(did=_("published it")),
    "sent_back": Action(did=_("sent it back")),
    "rejected": Action(did=_("rejected it")),
    "unpublished": Action(did=_("took it back from everybody")),
    "close_account": Action(did=_("closed the account")),
    "open_account": Action(did=_("opened the account again")),
    "add_word": Action(did=_("added a word to look at"), done=_("The word is in the list.")),
    "drop_word": Action(did=_("removed a word to look at"), done=_("The word is out of the list.")),
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


def undone(keys: Iterable[str]) -> list[tuple[str, str]]:
    """What can be taken back of a verdict, each with what that does. An action of an older version by its key."""
    return [(key, str(IN_VERDICTS[key].undone) if key in IN_VERDICTS else key) for key in keys]


def parts(keys: Iterable[str]) -> str:
    """Some of a verdict as it is named where others stand."""
    return ", ".join(str(IN_VERDICTS[key].part) if key in IN_VERDICTS else key for key in keys)


def done(key: str) -> str:
    """What a moderator reads after the press that did it; "" for what no press does."""
    if key == "decided":
        return str(DECIDED)
    return str(ACTIONS[key].done) if key in ACTIONS else ""
