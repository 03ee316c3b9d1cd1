"""What a deck is called, whom it is for, and who edits it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.faces import stamp
from accounts.models import User
from accounts.standing import MayNotWrite
from quotes import acquainted, decks
from quotes.models import Deck
from quotes.refusals import Refused
from quotes.views.decks import LICENCES, RATINGS, words_form
from quotes.views.pages import button_view, edited, head, number, page_view, see_other, seen, status_of

DONE = {
    "words": gettext_lazy("The words of the deck are saved."),
    "link": gettext_lazy("Whoever has the link can see the deck, save it and host a match with it."),
    "anew": gettext_lazy(
        "The link is a new one, and the old one leads nowhere. Who saved the deck keeps it."
    ),
    "private": gettext_lazy("The deck is private again, and its link leads nowhere."),
    "added": gettext_lazy("You edit this deck together from now on."),
    "dropped": gettext_lazy("The deck has one co-editor less."),
}


@page_view
def settings(request: HttpRequest, key: int) -> HttpResponse:
    """GET: all of it. POST: other words."""
    deck = edited(request, key)
    if request.method != "POST":
        return show(request, deck)
    decks.must_own(request.user, deck)  # type: ignore[arg-type]
    try:
        decks.change(request.user, deck, request.POST)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        return show(request, deck, refused, request.POST)
    where = "deck-publish" if request.POST.get("then") == "publish" else "deck-settings"
    return see_other(where, key, done="words")


def show(
    request: HttpRequest, deck: Deck, refused: Refused | MayNotWrite | None = None, sent: Any = None
) -> HttpResponse:
    """sent: the form with the words, if that was refused; what else was refused has its sentence at its own form."""
    words = {name: getattr(deck, name) for name in decks.WORDS}
    about = head(request, deck)
    context = (
        about
        | words_form(sent if sent is not None else words, refused)
        | {
            "part": "" if refused is None else "words" if sent is not None else "people",
            "then": "publish" if "publish" in (request.GET.get("then"), request.POST.get("then")) else "",
            "facts": facts_of(deck, about),
            "share_alike": decks.must_share_alike(deck),
            "editors": [person_row(one) for one in deck.editors.order_by("name", "pk")],
            "link_url": request.build_absolute_uri(reverse("deck-link", args=[deck.link]))
            if deck.link
            else "",
            "known": people_to_ask(request.user, deck) if about["own"] else [],
            "done": DONE.get(request.GET.get("done", "")) if refused is None else None,
        }
    )
    return render(
        request, "quotes/decks/settings.html", context, status=status_of(refused) if refused else 200
    )


def facts_of(deck: Deck, about: dict[str, Any]) -> dict[str, Any]:
    """The words for those who read them only."""
    return {
        "language": about["in_language"],
        "rating": RATINGS[deck.rating][0],
        "licence": LICENCES[deck.licence][0],
    }


def person_row(person: User) -> dict[str, Any]:
    return {"key": person.pk, "name": str(person), "stamp": stamp(person.face, str(person)[:1].upper())}


def people_to_ask(person: Any, deck: Deck) -> list[User]:
    """Whom the owner knows from a table, or who saved the deck by its link, and who does not edit it yet."""
    there = set(deck.editors.values_list("pk", flat=True))
    known = {other.pk: other for other in [*acquainted.people(person), *decks.savers_to_ask(person, deck)]}
    return [other for other in known.values() if other.pk not in there]


@button_view
def share(request: HttpRequest, key: int) -> HttpResponse:
    """For whoever has the link, by a new link, or for nobody else any more."""
    deck, me = edited(request, key), request.user
    wanted = request.POST.get("to", "")
    if wanted not in ("link", "anew", "private"):
        raise Refused("no_choice")
    if wanted == "private":
        decks.make_private(me, deck)  # type: ignore[arg-type]
    else:
        decks.share_by_link(me, deck, anew=wanted == "anew")  # type: ignore[arg-type]
    return see_other("deck-settings", key, done=wanted, at="sharing")


@button_view
def editors(request: HttpRequest, key: int) -> HttpResponse:
    """Add somebody, drop somebody, or leave oneself."""
    me: Any = request.user
    if "leave" in request.POST:
        decks.drop_editor(me, seen(request, key), me)
        return see_other("decks", done="left")
    deck = edited(request, key)
    drop = number(request.POST.get("drop"))
    if drop is not None:
        decks.must_own(me, deck)
        for other in deck.editors.filter(pk=drop):
            decks.drop_editor(me, deck, other)
        return see_other("deck-settings", key, done="dropped", at="people")
    try:
        add_editor(me, deck, number(request.POST.get("person")))
    except Refused as refused:
        if refused.status == 403:
            raise
        return show(request, deck, refused)
    return see_other("deck-settings", key, done="added", at="people")


def add_editor(person: User, deck: Deck, key: int | None) -> None:
    """Raises Refused for whoever the owner cannot ask."""
    decks.must_own(person, deck)
    if deck.editors.filter(pk=key).exists():  # pressed twice
        return
    other = next((one for one in people_to_ask(person, deck) if one.pk == key), None)
    if other is None:
        raise Refused("no_such_person", field="person")
    decks.add_editor(person, deck, other)
