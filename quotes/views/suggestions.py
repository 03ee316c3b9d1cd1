"""Suggesting another text for a card, and what those who edit the deck do with it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy

from accounts.onward import see_other
from accounts.standing import MayNotWrite
from quotes import editing, looks, publishing, suggestions
from quotes.models import Card, Deck, Suggestion
from quotes.refusals import Refused
from quotes.views.half_written import FIELDS
from quotes.views.pages import edited, head, link_of, look_of, page_view, seen, status_of

A_PAGE = 30
DONE = {
    "taken": gettext_lazy("The suggestion is taken. Matches that run keep their cards."),
    "declined": gettext_lazy("The suggestion is declined."),
}


@page_view
def suggest(request: HttpRequest, key: int, row: int) -> HttpResponse:
    """A form with the card's words, for whoever may see the card."""
    deck = seen(request, key)
    card = get_object_or_404(
        publishing.cards_shown(request.user, deck).shown().select_related("deck"), pk=row
    )
    suggestions.must_take_suggestions(deck)
    typed = {name: getattr(card, name) for name in editing.WORDS}
    if request.method != "POST":
        return suggest_page(request, deck, card, typed)
    try:
        suggestions.suggest(request.user, card, request.POST)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        return suggest_page(request, deck, card, request.POST, refused)
    link = link_of(request)
    return (
        see_other("deck-link", link, done="suggested") if link else see_other("deck", key, done="suggested")
    )


def suggest_page(
    request: HttpRequest, deck: Deck, card: Card, typed: Any, refused: Refused | MayNotWrite | None = None
) -> HttpResponse:
    context = head(request, deck) | {
        "card": card,
        **look_of(card.category),
        "typed": typed,
        "link": link_of(request),
        "refused": refused.words if refused else "",
        "wrong": getattr(refused, "field", ""),
    }
    return render(
        request, "quotes/suggestions/suggest.html", context, status=status_of(refused) if refused else 200
    )


@page_view
def waiting(request: HttpRequest, key: int) -> HttpResponse:
    """What was suggested to a deck, for those who edit it."""
    deck = edited(request, key)
    page = Paginator(suggestions.of(deck), A_PAGE).get_page(request.GET.get("page"))
    there = suggestions.targets(page)
    full, full_for_guests = suggestions.full_for(deck)
    context = head(request, deck) | {
        "page": page,
        "full": full,
        "full_for_guests": full_for_guests,
        "rows": [row_of(one, deck, there[one.pk]) for one in page],
        "done": DONE.get(request.GET.get("done", "")),
    }
    return render(request, "quotes/suggestions/waiting.html", context)


def row_of(suggestion: Suggestion, deck: Deck, card: Card | None) -> dict[str, Any]:
    """A suggestion beside the card it is about."""
    return {
        "suggestion": suggestion,
        "card": card,
        "gone": suggestion.card_id is not None and card is None,
        "language": card.language if card else deck.language,
        **look_of(card.category if card else Card.Category.HOME),
    }


@page_view
def decide(request: HttpRequest, key: int, number: int) -> HttpResponse:
    """GET: change it before it is taken. POST: take it, as it is or changed, or decline it."""
    deck = edited(request, key)
    one = get_object_or_404(deck.suggestions.select_related("card", "writer", "deck"), pk=number)
    sent = request.POST
    if request.method != "POST":
        suggestions.must_be_shown(one)
        if one.state != Suggestion.State.OPEN:
            raise Refused("decided_already", 409, state=one.get_state_display())
        return change_page(request, deck, one, as_offered(one))
    if sent.get("do") == "decline":
        suggestions.decline(request.user, one)  # type: ignore[arg-type]
        return see_other("deck-suggestions", key, done="declined")
    typed = as_offered(one)
    if sent.get("do") == "change":
        typed |= {name: sent.get(name, "") for name in FIELDS}
        typed["tags_before"] = sent.get("tags_before", typed["tags_before"])
    try:
        texts, before = editing.read_texts(typed), typed["tags_before"]
        suggestions.take(request.user, one, texts, before)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        if getattr(refused, "why", "") == "decided_already":
            raise
        return change_page(request, deck, one, typed, refused)
    return see_other("deck-suggestions", key, done="taken")


def as_offered(suggestion: Suggestion) -> dict[str, str]:
    """Kind and tags are the card's own; a card that somebody wrote has none yet."""
    card = suggestions.target(suggestion)
    words = {name: getattr(suggestion, name) for name in editing.WORDS}
    return words | {
        "category": card.category if card else Card.Category.HOME,
        "tags": card.tags if card else "",
        "tags_before": card.tags if card else "",
    }


def change_page(
    request: HttpRequest,
    deck: Deck,
    suggestion: Suggestion,
    typed: dict[str, str],
    refused: Refused | MayNotWrite | None = None,
) -> HttpResponse:
    chosen = typed["category"] or Card.Category.HOME
    context = head(request, deck) | {
        "row": row_of(suggestion, deck, suggestions.target(suggestion)),
        "typed": typed,
        "kinds": [{"value": one, "chosen": one == chosen, **look_of(one)} for one in looks.KINDS],
        "look": look_of(chosen),
        "refused": refused.words if refused else "",
        "wrong": getattr(refused, "field", ""),
    }
    return render(
        request, "quotes/suggestions/change.html", context, status=status_of(refused) if refused else 200
    )
