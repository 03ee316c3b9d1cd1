"""What asks for somebody on the front page beside their matches. None of it is a turn, and it is counted nowhere."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import keepsakes
from quotes import errands
from quotes.notice_words import title_of

MOST = 5  # decks that are named


@dataclass(frozen=True)
class Errand:
    says: str
    where: str


def of(person: Any) -> list[Errand]:
    """Two queries."""
    return [*questions_to(person), *(one for deck in errands.of(person)[:MOST] for one in asked_by(deck))]


def questions_to(person: Any) -> list[Errand]:
    """Whether everybody may see what they wrote: one line for all, which leads to the oldest."""
    keys = list(keepsakes.open_questions(person).values_list("pk", flat=True))
    words = ngettext(
        "May everybody see this? Somebody asks about %(n)s thing you wrote.",
        "May everybody see this? Somebody asks about %(n)s things you wrote.",
        len(keys),
    )
    return [Errand(words % {"n": len(keys)}, reverse("share-answer", args=keys[:1]))] if keys else []


def asked_by(deck: Any) -> list[Errand]:
    title, found = title_of(deck), []
    if deck.came_back:
        words = _("Your deck “%(deck)s” came back: read why") % {"deck": title}
        found.append(Errand(words, reverse("deck-publish", args=[deck.pk])))
    if deck.suggested:
        words = ngettext(
            "%(n)s suggestion waits for your deck “%(deck)s”",
            "%(n)s suggestions wait for your deck “%(deck)s”",
            deck.suggested,
        )
        where = reverse("deck-suggestions", args=[deck.pk])
        found.append(Errand(words % {"n": deck.suggested, "deck": title}, where))
    return found
