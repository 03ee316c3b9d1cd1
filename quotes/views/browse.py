"""The list of published decks, for everybody who comes by."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quotes import browsing, decks, publishing
from quotes.models import Deck
from quotes.views.pages import language_words


@login_not_required
@require_safe
@never_cache
def browse(request: HttpRequest) -> HttpResponse:
    wanted = browsing.read(request.GET)
    page = Paginator(browsing.found(wanted, request.user), browsing.PAGE).get_page(request.GET.get("page"))
    query, curates = urlencode(wanted.as_dict()), publishing.is_curator(request.user)
    context = {
        "page": page,
        "tiles": [tile_of(deck, request.user) for deck in page],
        "wanted": wanted,
        "longest": browsing.LONGEST_SEARCH,
        "filtered": bool(wanted.q or wanted.language or wanted.rating or wanted.size),
        "query": f"{query}&" if query else "",
        "here": f"{query}&page={page.number}" if page.number > 1 else query,
        "languages": [(code, language_words(code)) for code in decks.languages()],
        "ratings": Deck.Rating.choices,
        "sizes": browsing.SIZES.items(),
        "sorts": [(key, words) for key, (words, _order) in browsing.SORTS.items()],
        "curates": curates,
        "to_review": publishing.waiting().count() if curates else 0,
    }
    return render(request, "quotes/browse/browse.html", context)


def tile_of(deck: Any, person: Any) -> dict[str, Any]:
    """A deck as it was published."""
    member = person.is_authenticated and not person.is_guest
    own = decks.owns(person, deck)
    return {
        "deck": deck,
        "words": publishing.public_words(deck),
        "language": language_words(deck.words_language),
        "owner": decks.owner_words(deck),
        "own": own,
        "weave": deck.pk % 6 + 1,
        "may_save": person.is_authenticated and not own,
        "may_thank": member and not own,
    }
