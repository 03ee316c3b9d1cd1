"""What was done to a deck: to its cards, to its words, to whom it is for, and who came and went."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quotes import history, records
from quotes.models import Deck, DeckChange
from quotes.records import What
from quotes.views.decks import LICENCES, RATINGS
from quotes.views.editor import SIDES, said
from quotes.views.pages import edited, head, language_words, page_view

MOST = 50  # on the page
LABELS = {
    What.TITLE: gettext_lazy("Title"),
    What.LANGUAGE: gettext_lazy("Language of the cards"),
    What.DESCRIPTION: gettext_lazy("Description"),
    What.LICENCE: gettext_lazy("Licence"),
    What.RATING: gettext_lazy("Age rating"),
}


@dataclass(frozen=True)
class Told:
    """What was done to a deck as a whole at one time. words: which ones, and what they were and became."""

    at: datetime
    says: str
    by: str
    words: list[dict[str, Any]]


@page_view
def changes(request: HttpRequest, key: int) -> HttpResponse:
    """By whom, and when; the latest first."""
    deck = edited(request, key)
    if request.method == "POST":
        return redirect("deck-history", key)
    about = head(request, deck)
    steps: list[Any] = [*history.history(deck, MOST), *told(deck)]
    context = about | {
        "changes": sorted(steps, key=lambda one: one.at, reverse=True)[:MOST],
        "sides": SIDES,
        **said(deck, request.GET),
    }
    return render(request, "quotes/cards/history.html", context)


def told(deck: Deck) -> list[Told]:
    hidden = records.hides_texts(deck)
    return [tell(rows, hidden) for rows in records.of(deck, MOST)]


def tell(rows: list[DeckChange], hidden: bool) -> Told:
    """hidden: whether what was typed is not to be read."""
    first = rows[0]
    if first.what in records.WORDS:
        words = [change_of(row, hidden and row.what in records.TYPED) for row in rows]
        return Told(first.at, _("The words of the deck changed"), name_of(first.person), words)
    by = _("a curator") if first.what in records.BY_CURATORS else name_of(first.person)
    return Told(first.at, SENTENCES[What(first.what)](first), by, [])


def name_of(person: Any) -> str:
    return str(person) if person else _("somebody who is gone")


def change_of(row: DeckChange, hidden: bool) -> dict[str, Any]:
    typed = row.what in records.TYPED
    return {
        "label": LABELS[What(row.what)],
        "typed": typed,
        "hidden": hidden,
        "before": "" if hidden else row.before if typed else word(row.what, row.before),
        "after": "" if hidden else row.after if typed else word(row.what, row.after),
    }


def word(what: str, value: str) -> str:
    """A choice as its form says it."""
    if what == What.LANGUAGE:
        return language_words(value)
    choices: dict[Any, Any] = LICENCES if what == What.LICENCE else RATINGS
    return str(choices[value][0]) if value in choices else value


# In a sentence


def whom_for(row: DeckChange) -> str:
    if row.after == Deck.State.LINK:
        if row.before == Deck.State.LINK:
            return _("A new link to the deck; the old one leads nowhere")
        return _("Whoever has the link sees the deck")
    if row.before == Deck.State.PUBLISHED:
        return _("Taken back from everybody")
    return _("Private again, and the link leads nowhere")


def joined(row: DeckChange) -> str:
    name = {"name": name_of(row.other)}
    if row.other and row.other == row.person:
        return _("%(name)s accepted an invitation and is a co-editor") % name
    return _("%(name)s is a co-editor") % name


def left(row: DeckChange) -> str:
    name = {"name": name_of(row.other)}
    if row.other and row.other == row.person:
        return _("%(name)s does not edit the deck any more") % name
    return _("%(name)s is no co-editor any more") % name


SENTENCES: dict[What, Callable[[DeckChange], str]] = {
    What.STATE: whom_for,
    What.PUBLISHED: lambda row: _("Version %(n)s is published for everybody") % {"n": row.number},
    What.TAKEN_BACK: lambda row: _("Taken back from everybody"),
    What.JOINED: joined,
    What.LEFT: left,
    What.HANDED_ON: lambda row: _("The deck went to %(name)s") % {"name": name_of(row.other)},
}
