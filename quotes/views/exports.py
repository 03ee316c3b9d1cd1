"""A deck taken out of the site: as JSON, CSV or text."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import dates, limits
from quotes import exporting, publishing
from quotes.refusals import Refused
from quotes.views.pages import head, link_of, refuse, seen

MOST_AN_HOUR, HOUR = 60, 60 * 60
KINDS = [
    (
        "json",
        "JSON",
        gettext_lazy("All of the deck. Imported again, here or on another site, it is the same."),
    ),
    ("csv", "CSV", gettext_lazy("A table with all cards, for spreadsheets.")),
    ("txt", gettext_lazy("Text"), gettext_lazy("Quotes and sources alone, a line each, to read and print.")),
]


@login_not_required
@require_safe
@never_cache
def choose(request: HttpRequest, key: int) -> HttpResponse:
    """The kinds of files, each with what it is for."""
    deck = seen(request, key)
    if not exporting.may_export(request.user, deck):
        return refuse(request, Refused("no_export", 403), key)
    empty = not publishing.cards_shown(request.user, deck).shown().exists()
    context = head(request, deck) | {"kinds": KINDS, "link": link_of(request), "empty": empty}
    return render(request, "quotes/uploads/export.html", context)


@login_not_required
@require_safe
@never_cache
def export(request: HttpRequest, key: int, kind: str) -> HttpResponse:
    deck = seen(request, key)
    if kind not in exporting.KINDS:
        raise Http404
    try:
        must_not_be_too_many(request)
        data = exporting.export(request.user, deck, kind)
    except Refused as refused:
        return refuse(request, refused, key)
    response = HttpResponse(data, content_type=exporting.KINDS[kind])
    name = exporting.file_name(str(head(request, deck)["title"]), kind)
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    return response


def must_not_be_too_many(request: HttpRequest) -> None:
    """A deck of 20,000 cards is work, and anybody can ask for one. Raises Refused."""
    who = f"person-{request.user.pk}" if request.user.is_authenticated else limits.address(request)
    if not limits.allowed("export", who, MOST_AN_HOUR, HOUR):
        again = dates.after(limits.left(HOUR))
        raise Refused("too_many_exports", 429, limit=MOST_AN_HOUR, again=again)
