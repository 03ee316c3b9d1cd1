"""The front page: for visitors what this is, for everybody else their matches."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import mine
from games.catalog import GAMES

BOTH = ["GET", "HEAD", "POST"]
FEW = 3  # so many matches that wait for others stand open; more are folded away


@login_not_required
@require_safe
@never_cache
def front(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        context = {"seat_choices": GAMES["kangoeroe"].seats, "left": "left" in request.GET}
        return render(request, "games/front.html", context)
    return dashboard(request)


def dashboard(request: HttpRequest) -> HttpResponse:
    person: Any = request.user
    page = mine.matches_of(person)
    context = {
        "page": page,
        "waiting_for_me": page.waiting,
        "few": FEW,
        "away_until": mine.away_until(person),
        "public_tables": settings.PUBLIC_TABLES and not person.is_guest,
        "left": "left" in request.GET,
    }
    response = render(request, "games/dashboard.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_http_methods(BOTH)
def back(request: HttpRequest) -> HttpResponse:
    """ "I am back": the days away are over, or do not come."""
    if request.method != "POST":
        return redirect("front")
    person: Any = request.user
    if person.away_from or person.away_until:
        person.away_from = person.away_until = None
        person.save(update_fields=["away_from", "away_until"])
    response = redirect("front")
    response.status_code = 303
    return response
