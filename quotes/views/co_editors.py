"""Who edits a deck together: chosen, dropped, or invited by a link that is opened here."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from accounts.onward import see_other
from accounts.standing import MayNotWrite, muted_until
from quotes import co_editors, decks
from quotes.models import Deck
from quotes.refusals import Refused
from quotes.views import deck_settings
from quotes.views.pages import button_view, edited, head, number, page_view


@button_view
def editors(request: HttpRequest, key: int) -> HttpResponse:
    """Add somebody, drop somebody, or leave oneself."""
    me: Any = request.user
    if "leave" in request.POST:
        # Of a private deck nothing is seen any more by whoever has left it already.
        co_editors.drop(me, Deck(pk=key), me)
        return see_other("decks", done="left")
    deck = edited(request, key)
    drop = number(request.POST.get("drop"))
    if drop is not None:
        decks.must_own(me, deck)
        ends = co_editors.open_links(deck).exists() and deck.editors.filter(pk=drop).exists()
        for other in deck.editors.filter(pk=drop):
            co_editors.drop(me, deck, other)
        return see_other("deck-settings", key, done="dropped_and_ended" if ends else "dropped", at="people")
    try:
        add_editor(me, deck, number(request.POST.get("person")))
    except Refused as refused:
        if refused.status == 403:
            raise
        return deck_settings.show(request, deck, refused)
    return see_other("deck-settings", key, done="added", at="people")


def add_editor(person: User, deck: Deck, key: int | None) -> None:
    """Raises Refused for whoever the owner cannot ask."""
    decks.must_own(person, deck)
    if deck.editors.filter(pk=key).exists():  # pressed twice
        return
    other = next((one for one in co_editors.people_to_ask(person, deck) if one.pk == key), None)
    if other is None:
        raise Refused("no_such_person", field="person")
    co_editors.add(person, deck, other)


@button_view
def links(request: HttpRequest, key: int) -> HttpResponse:
    """A new invitation, or one less."""
    deck, me = edited(request, key), request.user
    try:
        if "withdraw" in request.POST:
            row = number(request.POST["withdraw"])
            co_editors.withdraw(me, deck, row or 0)  # type: ignore[arg-type]
            return see_other("deck-settings", key, done="withdrawn", at="people")
        co_editors.invite(me, deck)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        if getattr(refused, "status", 403) == 403:
            raise
        return deck_settings.show(request, deck, refused)
    return see_other("deck-settings", key, done="invited", at="people")


@login_not_required
@page_view
def join(request: HttpRequest, link: str) -> HttpResponse:
    """What somebody is invited to. GET shows, and changes nothing; only POST lets anybody in."""
    me: Any = request.user
    row = co_editors.invitation(me, link)
    if decks.may_edit(me, row.deck):
        return redirect("deck-edit", row.deck_id) if request.method != "POST" else joined(row.deck)
    co_editors.must_be_good(row)
    if request.method == "POST" and me.is_authenticated:
        return joined(co_editors.accept(me, link))
    coming_back = urlencode({"next": reverse("editor-link", args=[link])})
    context = head(request, row.deck) | {
        "owner": row.by,
        "until": row.ends_at,
        "may_accept": me.is_authenticated and not me.is_guest and not muted_until(me),
        "coming_back": coming_back,
    }
    response = render(request, "quotes/decks/join.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def joined(deck: Deck) -> HttpResponse:
    return see_other("deck-edit", deck.pk, done="joined")
