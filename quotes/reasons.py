"""Ready sentences for curators, which the owner of a deck reads in their own language."""

from typing import Any

from django.utils.translation import gettext_lazy

READY: dict[str, Any] = {
    "living": gettext_lazy("At least one card names a real living person. Take those out."),
    "private": gettext_lazy("At least one card names somebody private. Take those out."),
    "known": gettext_lazy(
        "Some quotes are known already: from books, films, songs or sayings. Write your own instead."
    ),
    "alike": gettext_lazy("Many cards are too much alike."),
    "rating": gettext_lazy("Some cards do not fit the age rating. Change them, or the rating."),
    "language": gettext_lazy("Some cards are in another language than the deck."),
    "unkind": gettext_lazy("Some cards are unkind to a group of people."),
    "typing": gettext_lazy("There are many slips of the pen. Please read it once more."),
    "about": gettext_lazy("Title or description do not say what is in the deck."),
    "copied": gettext_lazy(
        "The cards are from somebody else’s work, and nothing says that they may be shared."
    ),
    "advertising": gettext_lazy("The deck advertises something."),
}
