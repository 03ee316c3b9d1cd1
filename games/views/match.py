"""The match page and the answers given on it."""

from datetime import UTC, datetime
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.decorators import without_person
from games import page, play
from games.desk import Desk
from games.engine import seed_hash
from games.log import log_lines
from games.models import Match
from games.models import Prompt as PromptRow

Refused = play.Refusal


@require_safe
@never_cache
def match(request: HttpRequest, code: str) -> HttpResponse:
    return show(request, sight_of(request, code))


def sight_of(request: HttpRequest, code: str) -> page.Sight:
    sight = page.look(code, request.user)
    if sight is None:
        raise Http404
    return sight


def show(
    request: HttpRequest, sight: page.Sight, refusal: Refused | None = None, say: str = ""
) -> HttpResponse:
    """The whole page, or its fragment for htmx. `say` is read out once."""
    template = "games/_match.html" if request.htmx else "games/match.html"  # type: ignore[attr-defined]
    context = page.context(sight, refusal) | {"say": say}
    response = render(request, template, context, status=refusal.status if refusal else 200)
    response["Cache-Control"] = "private, no-store"
    response["Vary"] = "HX-Request"
    return response


@require_POST
def answer(request: HttpRequest, code: str, number: int) -> HttpResponse:
    try:
        desk, seat, refusal = play.answer(code, request.user, number, request.POST)
    except play.NotSeated as error:
        raise Http404 from error
    return after(request, desk, seat, refusal)


def after(request: HttpRequest, desk: Desk, seat: int, refusal: Refused | None) -> HttpResponse:
    """The table as it is now: as a fragment or a refusal's page at once, otherwise by a fresh GET."""
    if refusal is None and not request.htmx:  # type: ignore[attr-defined]
        return see_other(desk.match)
    sight = page.Sight(desk.match, desk.seats, desk.hands[seat], desk.view(seat), request.user)
    return show(request, sight, refusal, say="moved" if refusal is None else "")


def see_other(match: Match) -> HttpResponse:
    response = redirect(match)
    response.status_code = 303
    return response


@require_POST
def orders(request: HttpRequest, code: str) -> HttpResponse:
    sight = sight_of(request, code)
    try:
        in_force = page.catalog.codec(sight.match.game).orders(sight.hand.orders if sight.hand else "{}")
        fields: dict[str, Any] = sight.face.read_orders(request.POST, in_force)
    except ValueError:
        return show(request, sight, Refused(422, "not_understood"))
    try:
        desk, seat, refusal = play.leave_orders(code, request.user, fields)
    except play.NotSeated as error:
        raise Http404 from error
    return after(request, desk, seat, refusal)


@require_POST
def read(request: HttpRequest, code: str) -> HttpResponse:
    """ "Got it": everything up to the moment the page was made has been read."""
    sight = sight_of(request, code)
    until = read_moment(request.POST.get("until", ""))
    if until is None:
        return show(request, sight, Refused(422, "not_understood"))
    play.mark_read(code, request.user, until)
    return show(request, sight_of(request, code)) if request.htmx else see_other(sight.match)  # type: ignore[attr-defined]


def read_moment(sent: str) -> datetime | None:
    """A moment with its time zone, in UTC, or None for anything else."""
    try:
        moment = parse_datetime(sent)
        return moment.astimezone(UTC) if moment and moment.tzinfo else None
    except (ValueError, OverflowError):  # no such day, or outside the years 1 to 9999 in UTC
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Ask, then hand the seat to a bot."""
    sight = sight_of(request, code)
    if request.method != "POST":
        people = sum(1 for seat in sight.seats if seat.person_id)
        return render(
            request, "games/leave.html", {"match": sight.match, "game": sight.face, "last": people == 1}
        )
    play.leave(code, request.user)
    response = redirect("front")
    response.status_code = 303
    return response


@require_safe
@never_cache
def log(request: HttpRequest, code: str) -> HttpResponse:
    sight = sight_of(request, code)
    lines = log_lines(sight, limit=None)
    return render(
        request,
        "games/log.html",
        {"match": sight.match, "game": sight.face, "lines": lines, "seed_hash": seed_hash(sight.match.seed)},
    )


@require_safe
def next_match(request: HttpRequest) -> HttpResponse:
    """To the waiting match with the nearest due time; `skip` names one to leave for later."""
    waiting = PromptRow.objects.waiting_on(request.user).exclude(
        match__code=request.GET.get("skip", "").replace("\x00", "")
    )
    row = waiting.select_related("match").order_by("due_at", "opened_at").first()
    return redirect(row.match if row else "front")


@without_person
@require_safe
@never_cache
def poll(request: HttpRequest, token: str) -> HttpResponse:
    """204 while the page this token came with is up to date, 205 once it is not."""
    try:
        changed = page.has_changed(token)
    except (signing.BadSignature, ValueError):
        raise Http404 from None
    return HttpResponse(status=205 if changed else 204)
