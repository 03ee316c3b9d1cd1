"""Why something was reported or decided, as ready words; and why something cannot be done here."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts import dates

OTHER = "other"

# What a reporter, or a moderator, chooses from.
REASONS: dict[str, Any] = {
    "insult": _("It insults or mocks somebody"),
    "hate": _("It is against people for what they are"),
    "private": _("It is about a private person, or tells what is private"),
    "real": _("It puts words into the mouth of somebody who lives"),
    "sexual": _("It is sexual"),
    "violence": _("It is cruel, or calls for violence"),
    "rating": _("It does not fit the age rating"),
    "rights": _("It was written by somebody who did not allow this"),
    "spam": _("It is advertising, or the same again and again"),
    OTHER: _("Something else"),
}

OF_CARDS_ONLY = {"rating", "rights"}
WITH_CARDS = {"card", "deck", "suggestion"}

# The same as its author reads it.
SENTENCES: dict[str, Any] = {
    "insult": _("It insults or mocks somebody. We want everybody to sit at a table here without that."),
    "hate": _("It is against people for what they are. That has no place here."),
    "private": _("It is about a private person, or tells what is private. Nobody here has agreed to that."),
    "real": _("It puts words into the mouth of somebody who lives. Our cards do that to nobody."),
    "sexual": _("It is sexual, and not everybody here has asked for that."),
    "violence": _("It is cruel, or calls for violence."),
    "rating": _("It does not fit the age rating of its deck."),
    "rights": _("It was written by somebody else, and we do not know that they allow it."),
    "spam": _("It is advertising, or the same again and again."),
    OTHER: "",
}

WHY: dict[str, Any] = {
    "not_there": _("What you reported is not there any more. Nothing was sent."),
    "changed_since": _(
        "It was changed or taken away since you saw it. Nothing was sent; look at it where it stands."
    ),
    "own": _("You wrote this yourself. You can change it or take it out."),
    "no_reason": _("Choose a reason first."),
    "say_more": _("Say in a few words what it is."),
    "say_why_it_stands": _("Say in a few words why the decision stands: they read it."),
    "long_note": _("This note is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_words": _("These words are too long: %(length)s characters, and %(limit)s are allowed."),
    "too_many_reports": _(
        "You have reported %(n)s things today. You can report the next one %(again)s; what you wrote is still here."
    ),
    "too_many_from_here": _(
        "Very much was reported from where you are. You can report this %(again)s; what you wrote is still here."
    ),
    "too_many_of_guests": _(
        "Very much that guests have reported waits for the moderators. Once some of it is decided, you can report "
        "this; with an account you can do so now. What you wrote is still here."
    ),
    "reported_by_many": _(
        "Very many have reported this already, and the moderators will look at it. Nothing was sent."
    ),
    "taken": _("%(name)s has had this case since %(at)s. After a day you can take it over."),
    "decided": _("%(name)s has decided this case meanwhile, at %(at)s. Nothing of yours was sent."),
    "not_taken": _("You do not have this case any more. Take it first; nothing was sent."),
    "own_report": _("You reported this yourself, so another moderator decides about it."),
    "own_case": _("This is about you, so another moderator decides about it."),
    "own_verdict": _("You decided this yourself, so another moderator looks at what is said against it."),
    "no_choice": _("That choice is not there. Nothing was sent; choose again."),
    "no_author": _("Its author is not here any more. Nothing can be decided about them."),
    "nobody_to_ask": _("Nobody could change it: it has no author, and its deck has no owner."),
    "asked_is_muted": _("Its author may write nothing just now, and nobody else could change it."),
    "asks_and_mutes": _(
        "Whoever writes nothing for a while cannot change it. Ask them, or end their writing; not both."
    ),
    "of_the_house": _("Whoever runs this site cannot be kept from it. You can warn them."),
    "sealed": _(
        "It is sealed until its match is over. Whoever reads it at the table can report it: it is decided about "
        "on the page of its case then."
    ),
    "gone": _("It is not there any more, so it need not be hidden."),
    "how_long": _("Choose for how long."),
    "nothing_said": _("Say in a few words why you see it otherwise."),
    "appealed": _("You have already said what you say against this decision."),
    "too_many_appeals": _(
        "You have said much against decisions today. You can send this %(again)s; it is still here."
    ),
    "appeal_waits": _(
        "Its author says something against that decision. Decide about that first, on the page of the case."
    ),
    "appeal_decided": _("This has been decided meanwhile. Nothing of yours was sent."),
    "no_part": _("Choose what of the decision is taken back."),
    "not_again": _("It is hidden, or not there any more. Nothing was changed."),
    "no_word": _("Type a word first."),
    "no_language": _("Choose a language from the list."),
    "word_there": _("This word is in the list already."),
    "nothing_to_lift": _("There is nothing to lift any more."),
}


def reasons_for(kind: str) -> dict[str, Any]:
    """What there is to choose from for this kind of thing, for reporters and moderators alike."""
    return {key: words for key, words in REASONS.items() if kind in WITH_CARDS or key not in OF_CARDS_ONLY}


class Refused(Exception):
    """Why something was not done: a key of WHY, the status of its page, and what the sentence names.

    field: of a form, where there is one.
    """

    def __init__(self, why: str, status: int = 422, *, field: str = "", **names: Any) -> None:
        super().__init__(why)
        self.why, self.status, self.field, self.names = why, status, field, names

    @property
    def words(self) -> str:
        names = dict(self.names)
        if "at" in names:
            names["at"] = dates.moment(names["at"])
        if "again" in names:
            names["again"] = dates.after(names["again"])
        return str(WHY[self.why]) % names if names else str(WHY[self.why])


def sentence(reason: str) -> str:
    """A reason as an author reads it; "" for one that is told in own words alone, or was taken out of the list."""
    return str(SENTENCES.get(reason, ""))


def label(reason: str) -> str:
    return str(REASONS.get(reason, REASONS[OTHER]))
