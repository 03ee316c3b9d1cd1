"""What the pages of the workshop have in common: whose deck it is, reasons in words, what was done."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.standing import MayNotWrite
from quotes import decks, looks, publishing
from quotes.models import Card, Deck
from quotes.refusals import LIMITS, Refused

View = Callable[..., HttpResponse]
BOTH = ["GET", "HEAD", "POST"]
CARDS_A_PAGE = 50
LINK = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_NUMBER = 18  # digits of what can be the number of a row
# Shown again where no form is left.
WRITTEN = ("title", "description", "quote", "source", "tags", "note", "lines", "new_tag", "own")


def page_view(view: View) -> View:
    """A page with a form, or a button: what the view does not answer itself is refused in words."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refused, MayNotWrite) as refused:
            return refuse(request, refused, kwargs.get("key"))
        except Http404:
            if not written(request):
                raise
            return refuse(request, Refused("closed_meanwhile", 404), kwargs.get("key"))

    return never_cache(require_http_methods(BOTH)(wrapped))


def button_view(view: View) -> View:
    """An address that only takes posts: whoever opens it wants the deck."""

    @wraps(view)
    def wrapped(request: HttpRequest, key: int, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return redirect("deck", key)
        return view(request, *args, key=key, **kwargs)

    return page_view(wrapped)


def refuse(request: HttpRequest, refused: Refused | MayNotWrite, key: int | None = None) -> HttpResponse:
    """A page with the reason, and what was typed."""
    deck = Deck.objects.filter(pk=key).first() if key else None
    there = deck if deck is not None and decks.may_see(request.user, deck) else None
    context = {"words": refused.words, "wrote": written(request), "deck": there}
    return render(request, "quotes/decks/refused.html", context, status=status_of(refused))


def written(request: HttpRequest) -> list[str]:
    """What somebody typed."""
    return [request.POST[name] for name in WRITTEN if request.POST.get(name, "").strip()]


def status_of(refused: Refused | MayNotWrite) -> int:
    return refused.status if isinstance(refused, Refused) else 403


def query_of(**asked: Any) -> str:
    """The beginning of an address's query that goes on with more; "" for nothing."""
    query = urlencode({name: value for name, value in asked.items() if value})
    return f"{query}&" if query else ""


# Decks


def link_of(request: HttpRequest) -> str:
    """By which a deck is looked at; "" for none, and for what can be none."""
    sent = request.POST.get("link", "") or request.GET.get("link", "")
    return sent if LINK.fullmatch(sent) else ""


def seen(request: HttpRequest, key: int) -> Deck:
    """A deck that this person may see, also by the link that the form or the address has; 404 for everybody else."""
    found = Deck.objects.select_related("owner", "published").defer("published__cards")
    deck = found.filter(pk=key).first()
    if deck is None or not decks.may_see(request.user, deck, link_of(request)):
        raise Http404
    return deck


def edited(request: HttpRequest, key: int) -> Deck:
    """A deck that this person edits; 404 for who may not even see it. Raises Refused."""
    deck = seen(request, key)
    if not decks.may_edit(request.user, deck):
        raise Refused("not_yours", 403)
    return deck


def title_of(deck: Deck, words: Any = None) -> str:
    return _("Your blank cards") if deck.of_blanks else str((words or deck).title)


def named(title: str, language: str | None) -> SafeString:
    """A title within a sentence, where no tag can stand beside it."""
    return format_html('<bdi lang="{}">{}</bdi>', language or "", title)


def language_words(code: str) -> str:
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def head(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    """What every page about one deck says of it."""
    words = publishing.words_shown(request.user, deck)
    return {
        "deck": deck,
        "words": words,
        "title": title_of(deck, words),
        "named": named(title_of(deck, words), get_language() if deck.of_blanks else words.language),
        # The name of a deck of blanks is the site's, and in the reader's language.
        "title_language": get_language() if deck.of_blanks else words.language,
        "in_language": language_words(words.language),
        "may_edit": decks.may_edit(request.user, deck),
        "own": decks.owns(request.user, deck),
        "limits": LIMITS,
    }


# Cards


def numbered(
    cards: QuerySet[Card], page: str | None, count: int | None = None
) -> tuple[Page, list[list[Card]]]:
    """A page of these cards, both sides of a number together. count: how many there are, where that is known."""
    numbers = cards.order_by("number").values_list("number", flat=True).distinct()
    pages = Paginator(numbers, CARDS_A_PAGE)
    if count is not None:
        pages.count = count
    found = pages.get_page(page)
    rows: dict[int, list[Card]] = {number: [] for number in found}
    for card in cards.filter(number__in=list(rows)):
        rows[card.number].append(card)
    return found, list(rows.values())


def look_of(category: str) -> dict[str, str]:
    """Drawing and word of a kind of source, as the templates of cards want them, and the drawing's whole address."""
    look = looks.kind_look(category)
    return look | {"picture": looks.drawing(look["drawing"])}


def number(sent: str | None) -> int | None:
    """A whole number from a form or an address, if it is one that a row can have."""
    fits = sent is not None and sent.isascii() and sent.isdigit() and len(sent) <= LONGEST_NUMBER
    return int(sent) if fits and sent else None


def numbers(sent: list[str]) -> list[int]:
    return [found for one in sent if (found := number(one)) is not None]
