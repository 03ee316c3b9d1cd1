"""Why something was not done with a deck, in words."""

from typing import Any

from django.utils.translation import gettext_lazy

from quotes.models import MOST_DESCRIPTION, MOST_NAME, MOST_TAGS, MOST_TITLE
from quotes.text import LIMIT

WHY: dict[str, Any] = {
    "not_yours": gettext_lazy("Only its owner and co-editors change this deck."),
    "not_the_owner": gettext_lazy("Only the owner of this deck can do that."),
    "no_title": gettext_lazy("A deck needs a title."),
    "long_title": gettext_lazy("This title is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_quote": gettext_lazy("This quote is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_source": gettext_lazy("This name is too long: %(length)s characters, and %(limit)s are allowed."),
    "long_description": gettext_lazy(
        "This description is too long: %(length)s characters, and %(limit)s are allowed."
    ),
    "long_tags": gettext_lazy("These tags are too long: %(length)s characters, and %(limit)s are allowed."),
    "no_text": gettext_lazy("Write a quote, a source, or both."),
    "there_already": gettext_lazy("This quote is in the deck already: card %(number)s."),
    "no_language": gettext_lazy("Choose a language from the list."),
    "no_choice": gettext_lazy("That choice is not there. Choose again."),
    "changed_meanwhile": gettext_lazy(
        "Somebody has changed this card meanwhile. What is there now is shown; your text is still in the form."
    ),
    "place_taken": gettext_lazy(
        "Another card has taken this place meanwhile. It cannot be brought back there."
    ),
    "deck_full": gettext_lazy("A deck holds at most %(limit)s cards."),
    "too_many_decks": gettext_lazy("You own %(limit)s decks, and more are not possible. Remove one first."),
    "no_such_person": gettext_lazy(
        "Nobody of that name plays with you. Co-editors are people you know from a table."
    ),
    "too_many_editors": gettext_lazy("A deck has at most %(limit)s co-editors."),
    "no_free_licence": gettext_lazy("The licence of this deck does not allow copies."),
    "under_review": gettext_lazy("This deck waits for a curator. Withdraw it first."),
    "guest": gettext_lazy("Guests cannot do that. Keep your seat with an e-mail address first."),
}

LIMITS = {
    "title": MOST_TITLE,
    "quote": LIMIT,
    "source": MOST_NAME,
    "description": MOST_DESCRIPTION,
    "tags": MOST_TAGS,
}


class Refused(Exception):
    """Why something was not done: a key of WHY, the status its page is sent with, and what the sentence names.

    field: of a form, where there is one.
    """

    def __init__(self, why: str, status: int = 422, *, field: str = "", **names: Any) -> None:
        super().__init__(why)
        self.why, self.status, self.field, self.names = why, status, field, names

    @property
    def words(self) -> str:
        """The sentence for the person who is refused."""
        return str(WHY[self.why]) % self.names if self.names else str(WHY[self.why])
