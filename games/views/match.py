"""The match page and the answers given on it."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django.core import signing
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import without_person
from accounts.onward import see_other
from games import catalog, heard, page, play, presence
from games.desk import Desk
from games.engine import seed_hash
from games.log import log_lines
from games.models import Prompt as PromptRow
from games.models import Seat, new_link
from games.views import lobby

Refused = play.Refusal
HAND_ORDERS = ("playable", "symbol", "sound", "colour", "arrival")


@require_safe
@never_cache
def match(request: HttpRequest, code: str) -> HttpResponse:
    sight = page.look(code, request.user)
    if sight is None:
        return lobby.show(request, code)
    return show(request, sight, say="saved" if "saved" in request.GET else "")


def sight_of(request: HttpRequest, code: str) -> page.Sight:
    sight = page.look(code, request.user)
    if sight is None:
        raise Http404
    return sight


def show(
    request: HttpRequest, sight: page.Sight, refusal: Refused | None = None, say: str = "", answered: int = 0
) -> HttpResponse:
    """The whole page, or its fragment for htmx. `say` is read out once."""
    sight.sort = hand_order(request)
    if sight.hand is not None:
        sight.heard = heard.so_far(sight.hand)
    template = "games/_match.html" if request.htmx else "games/match.html"  # type: ignore[attr-defined]
    done = lobby.DONE["kept"] if request.GET.get("done") == "kept" else ""
    context = page.context(sight, refusal, answered) | {"say": say, "done": done}
    response = render(request, template, context, status=refusal.status if refusal else 200)
    response["Vary"] = "HX-Request"
    return response


def hand_order(request: HttpRequest) -> str:
    """How the reader wants a hand sorted: as the last link asked, remembered for all matches."""
    wanted = request.GET.get("hand", "")
    if wanted in HAND_ORDERS and wanted != request.session.get("hand"):
        request.session["hand"] = wanted
    return str(request.session.get("hand", ""))


def seated(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """404 for whoever does not sit in the match, also if they got up while the request was under way."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except play.NotSeated as error:
            raise Http404 from error

    return wrapped


def posted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For addresses that only take posts: whoever opens one, after a refused form or a log-in, wants the match."""

    @wraps(view)
    def wrapped(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return redirect(sight_of(request, code).match)
        return view(request, code, **kwargs)

    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(seated(wrapped)))


@posted
def answer(request: HttpRequest, code: str, number: int) -> HttpResponse:
    desk, seat, refusal = play.answer(code, request.user, number, request.POST)
    return after(request, desk, seat, refusal, answered=number)


def after(
    request: HttpRequest,
    desk: Desk,
    seat: int,
    refusal: Refused | None,
    say: str = "moved",
    answered: int = 0,
) -> HttpResponse:
    """The table as it is now: as a fragment or a refusal's page at once, otherwise by a fresh GET."""
    if refusal is None and not request.htmx:  # type: ignore[attr-defined]
        return see_other(desk.match, saved="1" if say == "saved" else "")
    hand, view = desk.hands[seat], desk.view(seat)
    sight = page.Sight(desk.match, desk.seats, hand, view, request.user, desk.clocks)
    return show(request, sight, refusal, "" if refusal else say, answered)


@posted
def orders(request: HttpRequest, code: str) -> HttpResponse:
    desk, seat, refusal = play.leave_orders(code, request.user, request.POST)
    return after(request, desk, seat, refusal, say="saved")


@posted
def read(request: HttpRequest, code: str) -> HttpResponse:
    """ "Got it": everything up to the moment the page was made has been read."""
    until = read_moment(request.POST.get("until", ""))
    if until is None:
        return show(request, sight_of(request, code), Refused(422, "not_understood"))
    play.mark_read(code, request.user, until)
    sight = sight_of(request, code)
    return show(request, sight) if request.htmx else see_other(sight.match)  # type: ignore[attr-defined]


def read_moment(sent: str) -> datetime | None:
    """A moment with its time zone, in UTC, or None for anything else."""
    try:
        moment = parse_datetime(sent)
        return moment.astimezone(UTC) if moment and moment.tzinfo else None
    except (ValueError, OverflowError):  # no such day, or outside the years 1 to 9999 in UTC
        return None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Ask, then hand the seat to a bot. Sent twice, the second finds nobody there and leads to the same page."""
    if request.method == "POST":
        return get_up(request, code)
    sight = sight_of(request, code)
    if sight.match.over:
        return redirect(sight.match)
    people = sum(1 for seat in sight.seats if seat.person_id)
    context = {"match": sight.match, "game": sight.face, "last": people == 1}
    return render(request, "games/leave.html", context)


def get_up(request: HttpRequest, code: str) -> HttpResponse:
    link = new_link() if request.POST.get("then") == "substitute" else None
    try:
        match = play.leave(code, request.user, link)
        if match.seats.filter(person=request.user).exists():  # it was over before
            return see_other(match)
    except play.NotSeated:
        pass
    left = Seat.objects.filter(match__code=code, left_by=request.user).first()
    if left is None:
        raise Http404
    request.session["left"] = left.invite
    return see_other("left") if left.invite else see_other("front", left=1)


@require_safe
@never_cache
def left(request: HttpRequest) -> HttpResponse:
    """The link for a substitute, shown to whoever has just left."""
    link = request.session.get("left")
    if not link:
        return redirect("front")
    seat = Seat.objects.filter(invite=link).select_related("match").first()
    open_to_somebody = seat is not None and not seat.match.over
    context = {
        "game": catalog.face(seat.match.game) if seat is not None else None,
        "invite": lobby.sheet(request, link) if open_to_somebody else None,
    }
    return render(request, "games/left.html", context)


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
    waiting = PromptRow.objects.waiting_on(request.user).filter(match__game__in=catalog.GAMES)
    waiting = waiting.exclude(match__code=request.GET.get("skip", "").replace("\x00", ""))
    row = waiting.select_related("match").order_by(F("due_at").asc(nulls_last=True), "opened_at").first()
    return redirect(row.match if row else "front")


@without_person
@require_safe
@never_cache
def poll(request: HttpRequest, token: str) -> HttpResponse:
    """204 while the page this token came with is up to date, 205 once it is not."""
    try:
        changed, hand = page.has_changed(token)
    except (signing.BadSignature, ValueError):
        raise Http404 from None
    if hand is not None:
        presence.mark(hand)
    return HttpResponse(status=205 if changed else 204)
