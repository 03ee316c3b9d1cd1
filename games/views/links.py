"""Links that are passed on: an invitation, a substitute's seat, a table to watch; and playing once more."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import signup
from accounts.onward import see_other
from games import catalog, links, page, seating, tables
from games.models import Match, Seat
from games.refusals import Refused
from games.tables import Table
from games.views import questions
from games.views.guests import sitting_down
from games.views.lobby import about, back_to, refuse


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest, link: str) -> HttpResponse:
    """GET shows, and changes nothing; only POST seats anybody."""
    found = links.table_by_link(link)
    if found is None or found[0].match.game not in catalog.GAMES:
        return refuse(request, Refused("link_gone", 404))
    table, own_seat = found
    if request.user.is_authenticated and table.seat_of(request.user):
        return see_other(table.match) if request.method == "POST" else redirect(table.match)
    if refused := why_not(table, own_seat) or unwelcome(table, request.user):
        return refuse(request, refused)
    if request.method != "POST":
        return invitation_page(request, link, table, own_seat)
    if request.POST.get("do") == "sign-up":
        return sign_up_first(request, link)
    return sit(request, link, table, own_seat)


def why_not(table: Table, own_seat: Seat | None) -> Refused | None:
    """Why nobody can sit down by this link any more."""
    if table.match.over:
        return Refused("closed", 410)
    if table.match.status == Match.Status.LOBBY:
        return None if table.free else Refused("full")
    return None if own_seat or links.claimable(table) else Refused("begun", 410)


def unwelcome(table: Table, person: Any) -> Refused | None:
    """Why this person in particular cannot: said at once and not after a name was typed."""
    try:
        if person.is_authenticated:
            seating.must_be_welcome(table, person)
    except Refused as refused:
        return refused if refused.why == "not_open" else None
    return None


def sit(request: HttpRequest, link: str, table: Table, own_seat: Seat | None) -> HttpResponse:
    try:
        told = questions.read_asked(table.match.game, request.POST)
        if table.match.visibility == Match.Visibility.OPEN and not request.user.is_authenticated:
            raise Refused("guests")
        with links.frozen_if_broken(link), sitting_down(request) as person:
            match = links.take_seat_now(link, person, told)
        return see_other(match)
    except ValueError:
        refused = Refused("not_understood", 422)
    except Refused as why:
        refused = why
    if refused.why in ("not_understood", "guests", "too_many_guests"):
        return invitation_page(request, link, table, own_seat, refused)
    return refuse(request, refused)


def invitation_page(
    request: HttpRequest, link: str, table: Table, own_seat: Seat | None, refused: Refused | None = None
) -> HttpResponse:
    match = table.match
    seats = [own_seat] if own_seat else links.claimable(table)
    context = about(table) | {
        "link": link,
        "running": match.dealt,
        "free": len(seats) if match.dealt else table.free,
        "place": seats[0] if match.dealt else None,
        "host": match.host,
        "asks": questions.asked(match, {}) if not match.dealt else [],
        "guests_may": match.visibility == Match.Visibility.INVITED,
        "sign_in": f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': request.path})}",
        "sign_up": reverse("account_signup") if signup.opens_sign_up(link) else "",
        "keep_seat": reverse("keep"),
        "watch": may_watch(match),
        "refused": refused.words if refused else "",
        "name": request.POST.get("name", ""),
        "url": request.build_absolute_uri(request.path),
    }
    status = refused.status if refused else 200
    response = render(request, "games/lobby/invitation.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def sign_up_first(request: HttpRequest, link: str) -> HttpResponse:
    """An invitation in hand opens sign-up where the site wants one."""
    if signup.opens_sign_up(link):
        request.session[signup.INVITED] = link
    return see_other("account_signup", next=reverse("invitation", args=[link]))


# Watching


def may_watch(match: Match) -> bool:
    return match.watchable and (settings.PUBLIC_TABLES or match.visibility == Match.Visibility.INVITED)


@login_not_required
@require_safe
@never_cache
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """The table alone, for whoever has the address."""
    sight = page.watch(code)
    if sight is None:
        return not_dealt_yet(request, code)
    if not may_watch(sight.match) or avoided(sight, request.user):
        raise Http404
    template = "games/lobby/_watch.html" if request.htmx else "games/lobby/watch.html"  # type: ignore[attr-defined]
    people = [seat.person for seat in sight.seats if seat.person]
    context = page.watch_context(sight) | {"match_url": reverse("watch", args=[code]), "people": people}
    response = render(request, template, context)
    response["Vary"] = "HX-Request"
    return response


def not_dealt_yet(request: HttpRequest, code: str) -> HttpResponse:
    """The address can be passed on before there is anything to see; 404 if it will never lead anywhere."""
    match = Match.objects.filter(code=code, watchable=True, status=Match.Status.LOBBY).first()
    if match is None or not may_watch(match):
        raise Http404
    if request.user.is_authenticated and seating.avoided_by(tables.table_of(match), request.user):
        raise Http404
    return render(request, "games/lobby/not_dealt.html", {"game": catalog.face(match.game)})


def avoided(sight: page.Sight, person: Any) -> bool:
    return person.is_authenticated and seating.avoided_by(Table(sight.match, sight.seats), person)


# Once more, and somebody else


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    if request.method != "POST":
        return back_to(request, code)
    try:
        return see_other(links.rematch(code, request.user))
    except Refused as refused:
        if refused.status == 404:
            raise Http404 from None
        old = Match.objects.filter(code=code, seats__person=request.user).first()
        return refuse(request, refused, old)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def offer(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A new link for a bot's seat, or (do=withdraw) none."""
    if request.method != "POST":
        return back_to(request, code)
    try:
        on = request.POST.get("do") != "withdraw"
        links.offer_seat(code, number, request.user, on=on)
        return see_other("seats", code)
    except Refused as refused:
        if refused.status == 404:
            raise Http404 from None
        return refuse(request, refused, Match.objects.filter(code=code).first())


@require_safe
@never_cache
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """The bots' seats of a match that goes on, and their links, for those who sit there."""
    match = Match.objects.filter(code=code, seats__person=request.user, practice=False).first()
    if match is None or not match.dealt:
        raise Http404
    if match.status not in links.GOING_ON:
        return redirect(match)
    context = {
        "match": match,
        "game": catalog.face(match.game),
        "substitutes": [
            {"number": seat.number, "name": seat.name, "url": link_of(request, seat.invite)}
            for seat in match.seats.filter(person=None).order_by("number")
        ],
    }
    return render(request, "games/lobby/seats.html", context)


def link_of(request: HttpRequest, link: str | None) -> str:
    return request.build_absolute_uri(reverse("invitation", args=[link])) if link else ""
