"""A deck on its way to everybody: the list before it is handed in, what curators decide, and taking it back."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.numbers import grouped
from accounts.onward import see_other
from accounts.standing import MayNotWrite
from quotes import decks, publishing
from quotes.models import Deck, Version
from quotes.overlaps import Overlap
from quotes.publishing import LEAST, MOST, PROMISES, Check, Draft
from quotes.refusals import Refused
from quotes.views.pages import edited, language_words, named, page_view, seen

NAMED = 20  # of the cards that a line of the list is about
DONE = {
    "words": gettext_lazy("The words of the deck are saved."),
    "submitted": gettext_lazy("Your deck is handed in. You hear of it as soon as a curator has decided."),
    "withdrawn": gettext_lazy("Your deck does not wait any more. You can hand it in again."),
    "unpublished": gettext_lazy("The deck is private again. Matches that run keep their cards."),
    "published": gettext_lazy("The version is published. Who made the deck is told."),
    "sent_back": gettext_lazy("The version is sent back. Who made the deck is told."),
    "rejected": gettext_lazy("The version is rejected. Who made the deck is told."),
}


def done_words(request: HttpRequest) -> Any:
    return DONE.get(request.GET.get("done", ""))


# Its owner


@page_view
def publish(request: HttpRequest, key: int) -> HttpResponse:
    """GET: what it takes, where it stands, and what became of versions before. POST: hand it in."""
    deck = edited(request, key)
    if request.method != "POST":
        return list_page(request, deck)
    missing = [name for name in PROMISES if name not in request.POST]
    try:
        decks.must_own(request.user, deck)  # type: ignore[arg-type]
        if missing:
            raise Refused("no_promise")
        publishing.submit(request.user, deck)  # type: ignore[arg-type]
    except Refused as refused:
        return list_page(request, deck, refused.words, refused.status, missing)
    except MayNotWrite as muted:
        return list_page(request, deck, muted.words, 403)
    return see_other("deck-publish", key, done="submitted")


def list_page(
    request: HttpRequest, deck: Deck, refused: str = "", status: int = 200, missing: list[str] | None = None
) -> HttpResponse:
    """missing: promises that were not given."""
    draft, versions = publishing.draft_of(deck), versions_of(deck)
    waiting = next((one for one in versions if one.state == Version.State.SUBMITTED), None)
    context = {
        "deck": deck,
        "named": named(deck.title, deck.language),
        "own": decks.owns(request.user, deck),
        "lines": [line_of(check, draft) for check in draft.checks],
        "draft": draft,
        "waiting": waiting,
        "nothing_new": deck.published is not None and draft.is_in(deck.published),
        "versions": versions,
        "refused": refused,
        "given": [name for name in PROMISES if name in request.POST],
        "missing": missing or [],
        "done": done_words(request) if not refused else None,
    }
    return render(request, "quotes/publishing/publish.html", context, status=status)


def versions_of(deck: Deck) -> list[Version]:
    return list(deck.versions.defer("cards").order_by("-number")[:50])


def line_of(check: Check, draft: Draft) -> dict[str, Any]:
    """A line of the list in words. where: what mends it, "words" or "cards"."""
    where = "cards" if check.key in ("size", "half", "double", "same") else "words"
    return {
        "key": check.key,
        "done": check.done,
        "must": check.must,
        "words": SAYS[check.key](check, draft),
        "where": where if not check.done else "",
        "cards": check.cards[:NAMED],
        "more": max(0, len(check.cards) - NAMED),
    }


def say_description(check: Check, draft: Draft) -> str:
    return (
        _("The description says what is in it.")
        if check.done
        else _("Write a description: people choose by it.")
    )


def say_language(check: Check, draft: Draft) -> str:
    return _("Language: %(language)s.") % {"language": language_words(draft.words["language"])}


def say_licence(check: Check, draft: Draft) -> str:
    if check.done:
        return _("Licence: %(licence)s.") % {"licence": draft.words["licence"]}
    return _(
        "Choose a free licence. With all rights reserved, others play with a deck where you let them; what is"
        " published here is for everybody."
    )


def say_rating(check: Check, draft: Draft) -> str:
    return _("Age rating: %(rating)s.") % {"rating": Deck.Rating(draft.words["rating"]).label}


def say_size(check: Check, draft: Draft) -> str:
    n = check.count
    there = ngettext("%(n)s whole card.", "%(n)s whole cards.", n) % {"n": grouped(n)}
    if check.done:
        return there
    if n < LEAST:
        return f"{there} " + _("%(least)s is the least: enough for three.") % {"least": LEAST}
    return f"{there} " + _("%(most)s is the most, for curators read each of them.") % {"most": grouped(MOST)}


def say_half(check: Check, draft: Draft) -> str:
    if check.done:
        return _("Every card has a quote and a source.")
    words = ngettext(
        "%(n)s side lacks its quote or its source. It stays in the deck and is not published.",
        "%(n)s sides lack their quote or their source. They stay in the deck and are not published.",
        check.count,
    )
    return words % {"n": grouped(check.count)}


def say_same(check: Check, draft: Draft) -> str:
    if check.done:
        return _("No card is the same as in a published deck.")
    said = " ".join(same_words(one, draft.size) for one in draft.overlaps)
    if check.must:
        return f"{said} {_('Nothing in this copy is your own yet: write some cards first.')}".lstrip()
    return said


def same_words(overlap: Overlap, size: int) -> str:
    words = ngettext(
        "%(same)s of %(n)s card is the same as in “%(deck)s”.",
        "%(same)s of %(n)s cards are the same as in “%(deck)s”.",
        size,
    )
    return words % {"same": grouped(overlap.same), "n": grouped(size), "deck": overlap.title}


def say_double(check: Check, draft: Draft) -> str:
    if check.done:
        return _("No two quotes are alike.")
    return _("These quotes are nearly alike. In a match each is taken once.")


SAYS: dict[str, Callable[[Check, Draft], str]] = {
    "description": say_description,
    "language": say_language,
    "licence": say_licence,
    "rating": say_rating,
    "size": say_size,
    "half": say_half,
    "double": say_double,
    "same": say_same,
}


@page_view
def withdraw(request: HttpRequest, key: int) -> HttpResponse:
    deck = seen(request, key)
    if request.method != "POST":
        return redirect("deck-publish", key)
    publishing.withdraw(request.user, deck)  # type: ignore[arg-type]
    return see_other("deck-publish", key, done="withdrawn")
