"""What a deck is called, whom it is for, and who edits it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.faces import stamp
from accounts.models import User
from accounts.onward import see_other
from accounts.standing import MayNotWrite
from quotes import co_editors, decks, licences
from quotes.models import Deck
from quotes.refusals import Refused
from quotes.views.decks import LICENCES, RATINGS, words_form
from quotes.views.pages import button_view, edited, head, page_view, status_of

DONE = {
    "words": gettext_lazy("The words of the deck are saved."),
    "link": gettext_lazy("Whoever has the link can see the deck, save it and host a match with it."),
    "anew": gettext_lazy(
        "The link is a new one, and the old one leads nowhere. Whoever saved the deck needs the new one."
    ),
    "private": gettext_lazy("The deck is private again, and its link leads nowhere."),
    "added": gettext_lazy("You edit this deck together from now on."),
    "dropped": gettext_lazy("The deck has one co-editor less."),
    "dropped_and_ended": gettext_lazy(
        "The deck has one co-editor less. Invitations that were open have ended, too."
    ),
    "invited": gettext_lazy("The invitation is below. Send its link to one person."),
    "withdrawn": gettext_lazy("The invitation is withdrawn, and its link leads nowhere."),
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
            "bound": Refused(licences.why_bound(deck)).words if licences.bound(deck) else "",
            "editors": [person_row(one) for one in deck.editors.order_by("name", "pk")],
            "link_url": request.build_absolute_uri(reverse("deck-link", args=[deck.link]))
            if deck.link
            else "",
            "known": co_editors.people_to_ask(request.user, deck) if about["own"] else [],  # type: ignore[arg-type]
            "invitations": invitations(request, deck) if about["own"] and not deck.of_blanks else [],
            "invited_for": co_editors.GOOD_FOR.days,
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


def invitations(request: HttpRequest, deck: Deck) -> list[dict[str, Any]]:
    return [
        {
            "key": row.pk,
            "url": request.build_absolute_uri(reverse("editor-link", args=[row.link])),
            "made": row.made_at,
            "until": row.ends_at,
        }
        for row in co_editors.open_links(deck)
    ]


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
