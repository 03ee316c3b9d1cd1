"""Decks in a grid, one deck for whoever may see it, and what its buttons do."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.onward import see_other
from accounts.standing import MayNotWrite
from accounts.text import one_line
from quotes import ahead, browsing, copying, crediting, decks, lookup, publishing, suggestions
from quotes.models import Deck, Version
from quotes.refusals import LIMITS, Refused
from quotes.views.pages import (
    button_view,
    edited,
    head,
    language_words,
    link_of,
    look_of,
    numbered,
    page_view,
    query_of,
    seen,
    status_of,
    title_of,
)

STATES = {  # of a deck: its drawing and its word
    Deck.State.PRIVATE: ("shield", gettext_lazy("private")),
    Deck.State.LINK: ("share", gettext_lazy("by link")),
    Deck.State.PUBLISHED: ("globe", gettext_lazy("published")),
}
LICENCES = {
    Deck.Licence.NONE: (
        gettext_lazy("All rights reserved"),
        gettext_lazy("Others play with it where you let them, and copy nothing."),
    ),
    Deck.Licence.BY_SA: (
        "CC BY-SA 4.0",
        gettext_lazy("Others may use and change it, if they name you and pass theirs on in the same way."),
    ),
    Deck.Licence.BY: (
        "CC BY 4.0",
        gettext_lazy("Others may use and change it, if they name you."),
    ),
    Deck.Licence.ZERO: (
        "CC0 1.0",
        gettext_lazy("Others may do with it what they like, and need not name you."),
    ),
}
RATINGS = {
    Deck.Rating.ALL: (gettext_lazy("For everybody"), gettext_lazy("A child of ten may read every card.")),
    Deck.Rating.TEENS: (
        gettext_lazy("From 12 years"),
        gettext_lazy("Some of it is rude, or scares a child."),
    ),
    Deck.Rating.ADULTS: (
        gettext_lazy("For adults"),
        gettext_lazy("Some of it is about sex, drugs or the like."),
    ),
}
DONE = {
    "created": gettext_lazy("The deck is there. Nobody else sees it."),
    "copied": gettext_lazy("This is your own copy. Nobody else sees it."),
    "removed": gettext_lazy("The deck is removed. Matches that were dealt from it keep their cards."),
    "saved": gettext_lazy("The deck is among your saved ones."),
    "unsaved": gettext_lazy("The deck is no longer among your saved ones."),
    "thanked": gettext_lazy("Your thanks are counted."),
    "unthanked": gettext_lazy("Your thanks are taken back."),
    "suggested": gettext_lazy("Your suggestion is on its way to the people who edit the deck."),
    "text_back": gettext_lazy("The earlier text stands on the card again."),
    "joined": gettext_lazy("You edit this deck together from now on."),
    "left": gettext_lazy("You do not edit that deck any more."),
}


def done(request: HttpRequest) -> Any:
    return DONE.get(request.GET.get("done", ""))


# The grid


@require_safe
@never_cache
def grid(request: HttpRequest) -> HttpResponse:
    me: Any = request.user
    text = one_line(request.GET.get("q", "")[:200])
    mine = listed(browsing.saying(decks.edited_by(me), text))
    kept = browsing.as_read(decks.saved_by(me)).order_by("words_title", "pk")
    saved = listed(browsing.saying(kept, text, "words_"))
    open_ones = suggestions.waiting().filter(deck__in=mine).order_by()
    suggested = dict(open_ones.values_list("deck").annotate(n=Count("pk")))
    last = dict(publishing.last_versions(mine).values_list("deck", "state"))
    context = {
        "mine": [
            tile(row, me, edits=True) | {"suggested": suggested.get(row.pk, 0), **how(last.get(row.pk))}
            for row in mine
        ],
        "to_review": publishing.waiting().count() if publishing.is_curator(me) else 0,
        "saved": [tile(row, me) for row in saved],
        "q": text,
        "any": mine or saved or text,
        "done": done(request),
    }
    return render(request, "quotes/decks/grid.html", context)


def how(state: str | None) -> dict[str, Any]:
    """What became of the last version of a deck, where that asks something of somebody."""
    came_back = state in publishing.CAME_BACK
    return {
        "waits": state == Version.State.SUBMITTED,
        "came_back": Version.State(state).label if came_back else "",
    }


def listed(rows: QuerySet[Deck]) -> list[Any]:
    versions = Prefetch("published", queryset=Version.objects.defer("cards"))
    return list(decks.with_counts(rows).prefetch_related("owner", versions))


def tile(deck: Any, person: Any, *, edits: bool = False) -> dict[str, Any]:
    """A deck drawn as the back of its cards. Who does not edit it sees what was published."""
    words = deck if edits or deck.published is None else deck.published
    symbol, state = STATES[deck.state]
    return {
        "deck": deck,
        "title": title_of(deck, words),
        "language": get_language() if deck.of_blanks else words.language,
        "in_language": language_words(words.language),
        "size": deck.size if words is deck else words.size,
        "rating": RATINGS[words.rating][0],
        "licence": LICENCES[words.licence][0],
        "symbol": symbol,
        "state": state,
        "hidden": bool(deck.hidden_at),
        "version": deck.published.number if deck.published else None,
        "owner": "" if deck.owner_id == person.pk else decks.owner_words(deck),
        "weave": deck.pk % 6 + 1,
    }


# A new deck


@page_view
def new(request: HttpRequest) -> HttpResponse:
    """Its words; the cards come next."""
    if request.method != "POST":
        decks.must_be_a_member(request.user)
        return new_page(request, {"language": (get_language() or "en").partition("-")[0]})
    try:
        deck = decks.create(request.user, request.POST)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        if isinstance(refused, Refused) and refused.why == "guest":
            raise
        return new_page(request, request.POST, refused)
    return see_other("deck-edit", deck.pk, new=1, done="created")


def new_page(request: HttpRequest, typed: Any, refused: Refused | MayNotWrite | None = None) -> HttpResponse:
    status = status_of(refused) if refused else 200
    return render(request, "quotes/decks/new.html", words_form(typed, refused), status=status)


def words_form(typed: Any, refused: Refused | MayNotWrite | None = None) -> dict[str, Any]:
    """What a deck is called and meant for, as a form. typed: a deck's own words by name, or what was sent."""
    return {
        "typed": typed,
        "languages": [(code, language_words(code)) for code in decks.languages()],
        "licences": choices(LICENCES, typed.get("licence", "")),
        "ratings": choices(RATINGS, typed.get("rating", Deck.Rating.ALL)),
        "refused": refused.words if refused else "",
        "wrong": getattr(refused, "field", ""),
        "limits": LIMITS,
    }


def choices(table: dict[Any, tuple[Any, Any]], chosen: str) -> list[dict[str, Any]]:
    return [
        {"value": value, "name": name, "says": says, "chosen": value == chosen}
        for value, (name, says) in table.items()
    ]


# One deck


@login_not_required
@require_safe
@never_cache
def deck(request: HttpRequest, key: int) -> HttpResponse:
    return show(request, seen(request, key))


@login_not_required
@require_safe
@never_cache
def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """What the link leads to; the people who edit it get its own page."""
    found = None if "\x00" in link else Deck.objects.filter(decks.THERE, link=link).first()
    if found is None or not decks.may_see(request.user, found, link):
        words = {"words": _("This link leads nowhere any more.")}
        return render(request, "quotes/decks/refused.html", words, status=404)
    if decks.may_edit(request.user, found):
        return redirect("deck", found.pk)
    return show(request, found, link)


def show(request: HttpRequest, deck: Deck, link: str = "") -> HttpResponse:
    person, link = request.user, link or link_of(request)
    about = head(request, deck)
    cards = publishing.cards_shown(person, deck)
    text = one_line(request.GET.get("q", "")[:200])
    counts = publishing.counted(cards)
    credit, said_by_file = crediting.told(deck)
    there = None if text else counts["size"] + counts["halves"]
    page, rows = numbered(lookup.saying(cards, text), request.GET.get("page"), there)
    context = about | {
        **counts,
        "ahead": ahead.of(deck) if about["may_edit"] else None,
        "last": publishing.last_versions([deck]).first() if about["may_edit"] else None,
        "q": text,
        "page": page,
        "query": query_of(q=text, link=link_of(request) if "link" in request.GET else ""),
        "cards": [[{"card": card, **look_of(card.category)} for card in sides] for sides in rows],
        "owner": decks.owner_words(deck),
        "rating": RATINGS[about["words"].rating][0],
        "licence": LICENCES[about["words"].licence][0],
        "credit": credit,
        "said_by_file": said_by_file,
        "state": STATES[deck.state],
        "weave": deck.pk % 6 + 1,
        "link": link,
        "done": done(request),
        **buttons(person, deck, about),
    }
    return render(request, "quotes/decks/deck.html", context)


def buttons(person: Any, deck: Deck, about: dict[str, Any]) -> dict[str, Any]:
    """What this person may do with it."""
    member = person.is_authenticated and not person.is_guest
    edits, free = about["may_edit"], about["words"].licence != Deck.Licence.NONE
    saved = person.is_authenticated and not edits and deck.savers.filter(pk=person.pk).exists()
    return {
        "saved": saved,
        "may_save": person.is_authenticated and not edits and not about["own"],
        "thanked": deck.thanks.count(),
        "thanks_me": member and not about["own"] and deck.thanks.filter(person=person).exists(),
        "may_thank": member and not about["own"],
        "may_copy": member and (edits or free),
        "may_export": free and not edits,  # who edits it has it among the deck's other pages
        "may_suggest": person.is_authenticated
        and not edits
        and deck.owner_id is not None
        and not deck.hidden_at,
        "plays": not deck.of_blanks and not deck.hidden_at,
        "at_hand": edits or saved or deck.state == Deck.State.PUBLISHED,
        "suggested": suggestions.of(deck).count() if edits else 0,
    }


def back(request: HttpRequest, deck: Deck, said: str) -> HttpResponse:
    """To the page where a button of a deck was pressed: the deck's own, its link's, or the list of all."""
    if request.POST.get("back") == "browse":
        there = browsing.same_list(request.POST.get("browse", ""))
        return HttpResponseRedirect(f"{reverse('browse-decks')}?{there}#deck-{deck.pk}", status=303)
    link = link_of(request)
    if link and not decks.may_see(request.user, deck):
        return see_other("deck-link", link, done=said)
    return see_other("deck", deck.pk, done=said)


def switched_on(request: HttpRequest) -> bool:
    """The wanted state is sent, so that a double press is one."""
    return request.POST.get("on", "1") != "0"


@button_view
def save(request: HttpRequest, key: int) -> HttpResponse:
    deck, on = seen(request, key), switched_on(request)
    decks.save(request.user, deck, on=on)  # type: ignore[arg-type]
    if on and "play" in request.POST:
        return see_other("create", "game-of-quotes", deck=deck.pk)
    if not on and not decks.may_see(request.user, deck, link_of(request)):
        return see_other("decks", done="unsaved")
    return back(request, deck, "saved" if on else "unsaved")


@button_view
def thanks(request: HttpRequest, key: int) -> HttpResponse:
    deck, on = seen(request, key), switched_on(request)
    decks.thank(request.user, deck, on=on)  # type: ignore[arg-type]
    return back(request, deck, "thanked" if on else "unthanked")


@button_view
def copy(request: HttpRequest, key: int) -> HttpResponse:
    deck = seen(request, key)
    made = copying.copy(request.user, deck)  # type: ignore[arg-type]
    return see_other("deck-edit", made.pk, done="copied")


@page_view
def remove(request: HttpRequest, key: int) -> HttpResponse:
    """GET asks first and says what becomes of it; POST does it."""
    if request.method == "POST" and request.session.get("removed") == key:  # pressed twice
        return see_other("decks", done="removed")
    deck = edited(request, key)
    decks.must_own(request.user, deck)  # type: ignore[arg-type]
    if request.method != "POST":
        context = head(request, deck) | {"played": decks.in_use(deck), "copies": deck.copies.count()}
        return render(request, "quotes/decks/remove.html", context)
    decks.remove(request.user, deck)  # type: ignore[arg-type]
    request.session["removed"] = key
    return see_other("decks", done="removed")
