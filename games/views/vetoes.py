"""The cards of a table that waits, for its host: other decks, and single cards that are left out."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.onward import see_other
from accounts.text import one_line
from games import catalog, decks, forms, tables, vetoes
from games.models import Match
from games.refusals import Refused
from games.tables import Table
from games.views import questions
from games.views.lobby import refuse
from quotes.looks import kind_look
from quotes.models import Card

BOTH = ["GET", "HEAD", "POST"]
PAGE = 24
LONGEST_SEARCH = 80
DONE = {
    "cards": gettext_lazy("Saved. These cards are left out; all others on this page are in."),
}


def hosted(request: HttpRequest, code: str) -> Table:
    """The table that this person hosts. 404 for strangers; raises Refused for who only sits there, or too late."""
    match = Match.objects.filter(code=code, practice=False).select_related("host").first()
    table = tables.table_of(match) if match else None
    if table is None or table.seat_of(request.user) is None or not decks.needs_decks(table.match.game):
        raise Http404
    if table.match.host_id != request.user.pk:
        raise Refused("not_host", 403)
    tables.must_wait(table)
    return table


@require_http_methods(BOTH)
@never_cache
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """GET: what would be dealt, page by page. POST: which of the cards that were shown are left out."""
    try:
        table = hosted(request, code)
        if request.method == "POST":
            vetoes.leave_out(code, request.user, rows(request, "shown"), rows(request, "out"))
            return to_page(request, code)
    except Refused as refused:
        return refused_page(request, code, refused)
    return cards_page(request, table)


def rows(request: HttpRequest, name: str) -> list[int]:
    try:
        return [questions.row_key(sent) for sent in request.POST.getlist(name)]
    except forms.Unreadable:
        raise Refused("not_understood", 422) from None


def refused_page(request: HttpRequest, code: str, refused: Refused) -> HttpResponse:
    if refused.status == 404:
        raise Http404
    return refuse(request, refused, Match.objects.filter(code=code, seats__person=request.user).first())


def to_page(request: HttpRequest, code: str) -> HttpResponse:
    """Back to the page that was saved, or on to what was asked for with it: another page, another search."""
    sent, go = request.POST.get("page", "1"), request.POST.get("go", "")
    page = int(sent) if sent.isascii() and sent.isdigit() and len(sent) <= 6 else 1
    turned = {"find": 1, "before": page - 1, "next": page + 1}
    there = sought(request.POST) | {"page": str(turned.get(go, page))}
    if go not in turned:
        there["done"] = "cards"
    return see_other("table-cards", code, **there)


def sought(sent: Any) -> dict[str, str]:
    """What is looked for: words, and whether only in what was left out."""
    words = one_line(sent.get("q", "")[: 4 * LONGEST_SEARCH])[:LONGEST_SEARCH]
    return {
        name: value
        for name, value in (("q", words), ("only", "out" if sent.get("only") == "out" else ""))
        if value
    }


def cards_page(request: HttpRequest, table: Table) -> HttpResponse:
    all_cards, looked_for = vetoes.cards_of(table.match), sought(request.GET)
    found = vetoes.found_in(all_cards, looked_for.get("q", ""), only_out="only" in looked_for)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "match": table.match,
        "game": catalog.face(table.match.game),
        "cards": all_cards,
        "page": page,
        "boxes": boxes(page.object_list, all_cards.out, request.user),
        "sought": looked_for,
        "done": DONE.get(request.GET.get("done", "")),
    }
    return render(request, "games/lobby/cards.html", context)


def boxes(keys: Any, out: set[int], person: Any) -> list[dict[str, Any]]:
    """The cards of a page as they look in the match."""
    found = Card.objects.select_related("deck").in_bulk(list(keys))
    return [
        {
            "card": found[key],
            "out": key in out,
            "own": person.pk == found[key].author_id,
            **kind_look(found[key].category),
        }
        for key in keys
        if key in found
    ]


# Other decks


@require_http_methods(BOTH)
@never_cache
def table_decks(request: HttpRequest, code: str) -> HttpResponse:
    try:
        table = hosted(request, code)
    except Refused as refused:
        return refused_page(request, code, refused)
    if request.method != "POST":
        return decks_page(request, table)
    try:
        match, there = table.match, decks.of_table(table.match)
        chosen = questions.read_decks(match.game, request.POST, request.user, match.wanted, there)
        if not chosen:
            raise Refused("not_understood", 422)
        vetoes.change_decks(code, request.user, chosen)
    except ValueError:
        return decks_page(request, table, Refused("not_understood", 422))
    except Refused as refused:
        return decks_page(request, table, refused)
    return see_other("match", code, done="decks")


def decks_page(request: HttpRequest, table: Table, refused: Refused | None = None) -> HttpResponse:
    match, there = table.match, decks.of_table(table.match)
    sent = request.POST if request.method == "POST" else None
    context = {
        "match": match,
        "game": catalog.face(match.game),
        "of_decks": True,
        "decks": questions.deck_boxes(match.game, request.user, sent, there),
        "needed": catalog.GAMES[match.game].least_cards(match.wanted),
        "refused": refused.words if refused else "",
    }
    return render(request, "games/lobby/decks.html", context, status=refused.status if refused else 200)
