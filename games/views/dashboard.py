"""The front page: for visitors what this is, for everybody else their matches."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.onward import see_other
from games import catalog, errands, mine
from games.views.lobby import DONE

BOTH = ["GET", "HEAD", "POST"]
FEW = 3  # so many matches that wait for others stand open; more are folded away


@login_not_required
@require_safe
@never_cache
def front(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return render(request, "games/front.html", front_page() | {"done": done_words(request)})
    return dashboard(request)


def front_page() -> dict[str, Any]:
    slug = catalog.featured()
    return {
        "featured": catalog.face(slug),
        "seat_choices": catalog.GAMES[slug].seats,
        "seats": catalog.usual_seats(slug),
        "games": catalog.faces(),
        "public_tables": settings.PUBLIC_TABLES,
    }


def done_words(request: HttpRequest) -> Any:
    """What was just done elsewhere and ended here, in words."""
    return _("You have left the match.") if "left" in request.GET else DONE.get(request.GET.get("done", ""))


def dashboard(request: HttpRequest) -> HttpResponse:
    person: Any = request.user
    page = mine.matches_of(person)
    context = {
        "page": page,
        "errands": errands.of(person),
        "games": catalog.faces(),
        "waiting_for_me": page.waiting,
        "few": FEW,
        "away_until": mine.away_until(person),
        "away_now": mine.away_now(person),
        "public_tables": settings.PUBLIC_TABLES and not person.is_guest,
        "done": done_words(request),
    }
    return render(request, "games/dashboard.html", context)


@require_http_methods(BOTH)
def back(request: HttpRequest) -> HttpResponse:
    """ "I am back": the days away are over, or do not come."""
    if request.method != "POST":
        return redirect("front")
    person: Any = request.user
    if person.away_from or person.away_until:
        person.away_from = person.away_until = None
        person.save(update_fields=["away_from", "away_until"])
    return see_other("front")
