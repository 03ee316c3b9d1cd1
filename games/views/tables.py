"""New tables, and those that are open to everybody here."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import ties
from accounts.onward import see_other
from games import catalog, decks, forms, lobby, seating
from games.models import Match, Seat
from games.paces import DEFAULT_PACE, PACES
from games.refusals import Refused
from games.tables import Table
from games.views import questions
from games.views.guests import sitting_down
from games.views.lobby import about

PAGE_SIZE = 20


@login_not_required
@require_safe
def pick(request: HttpRequest) -> HttpResponse:
    games = [
        {"face": catalog.face(slug), "slug": slug, "low": min(game.seats), "high": max(game.seats)}
        for slug, game in catalog.GAMES.items()
    ]
    return render(request, "games/lobby/pick.html", {"games": games})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about a new table on one page; signed out, its host becomes a guest."""
    if slug not in catalog.GAMES:
        raise Http404
    if request.method != "POST":
        return render(request, "games/lobby/create.html", create_page(request, slug, None))
    try:
        wishes = read_wishes(request, slug)
        with sitting_down(request) as person:
            match = lobby.create(person, slug, **wishes)
    except ValueError:
        refused = Refused("not_understood", 422)
    except Refused as why:
        refused = why
    else:
        return see_other(match)
    context = create_page(request, slug, request.POST) | {"refused": refused.words}
    return render(request, "games/lobby/create.html", context, status=refused.status)


def may_open(request: HttpRequest) -> bool:
    """Open tables are for people with an account, where the site has them at all."""
    person = request.user
    return settings.PUBLIC_TABLES and person.is_authenticated and not person.is_guest


def read_wishes(request: HttpRequest, slug: str) -> dict[str, Any]:
    """What the form asks for. Raises ValueError for what the page does not offer, Refused for what cannot be."""
    form, game = request.POST, catalog.GAMES[slug]
    seats, bots = forms.whole_number(form.get("seats", "")), forms.whole_number(form.get("bots", "0"))
    pace = forms.whole_number(form.get("pace", str(DEFAULT_PACE)))
    visibility = form.get("who", Match.Visibility.INVITED)
    allowed = visibility in Match.Visibility.values and (visibility == "invited" or may_open(request))
    if seats not in game.seats or pace not in PACES or bots < 0 or not allowed:
        raise ValueError("not on the page")
    if bots >= seats:
        raise Refused("too_many_bots", 422)
    return {
        "seats": seats,
        "bots": bots,
        "pace": pace,
        "visibility": visibility,
        "auto_start": form.get("start") == "full",
        "watchable": "watch" in form,
        "chosen_decks": questions.read_decks(slug, form, questions.reader(request.user), seats),
        "options": questions.read(questions.option_fields(slug, pace), form),
    }


def create_page(request: HttpRequest, slug: str, sent: QueryDict | None) -> dict[str, Any]:
    game = catalog.GAMES[slug]
    form = sent if sent is not None else QueryDict()
    person, wanted = questions.reader(request.user), request.GET.getlist("deck")
    there = questions.deck_boxes(slug, person, sent, wanted=wanted)
    return {
        "game": catalog.face(slug),
        "slug": slug,
        "seat_choices": [(str(n), game.least_cards(n)) for n in game.seats],
        "bot_choices": [str(n) for n in range(max(game.seats))],
        "seats": form.get("seats", str(questions.seats_for(slug, there))),
        "bots": form.get("bots", "0"),
        "pace": form.get("pace", str(DEFAULT_PACE)),
        "paces": [(str(pace.seconds), pace, Match(pace=pace.seconds).live) for pace in PACES.values()],
        "who": form.get("who", "invited"),
        # Blanks are written and the marker is grabbed while a table waits.
        "start": form.get("start", "host" if decks.needs_decks(slug) else "full"),
        "watch": "watch" in form,
        "name": form.get("name", ""),
        "public": settings.PUBLIC_TABLES,
        "may_open": may_open(request),
        "options": questions.option_boxes(slug, sent),
        "of_decks": decks.needs_decks(slug),
        "decks": there,
    }


# Open tables


@login_not_required
@require_safe
@never_cache
def open_tables(request: HttpRequest) -> HttpResponse:
    if not settings.PUBLIC_TABLES:
        raise Http404
    chosen = read_filters(request.GET)
    found = Paginator(open_to(request.user, chosen), PAGE_SIZE).get_page(request.GET.get("page"))
    cards = [about(table, request.user) | {"own": own(table, request.user)} for table in with_seats(found)]
    context = {
        "cards": cards,
        "page": found,
        "chosen": chosen,
        "query": "".join(f"{key}={value}&" for key, value in chosen.items() if value),
        "games": [(slug, catalog.face(slug)) for slug in catalog.GAMES],
        "paces": [(str(pace.seconds), pace) for pace in PACES.values()],
        "may_join": may_open(request),
        "keep_seat": reverse("keep"),
    }
    return render(request, "games/lobby/open.html", context)


def own(table: Table, person: Any) -> bool:
    return person.is_authenticated and table.seat_of(person) is not None


def read_filters(form: QueryDict) -> dict[str, str]:
    """What of the filters can be understood; the rest is no filter."""
    allowed = {"game": set(catalog.GAMES), "pace": {str(n) for n in PACES}, "free": set("12345")}
    return {name: form.get(name, "") if form.get(name) in values else "" for name, values in allowed.items()}


def open_to(person: Any, chosen: dict[str, str]) -> QuerySet[Match]:
    """Open tables with free seats, the newest first; without those of people who avoid each other."""
    tables = Match.objects.filter(status=Match.Status.LOBBY, visibility=Match.Visibility.OPEN)
    tables = tables.filter(game__in=[chosen["game"]] if chosen["game"] else list(catalog.GAMES))
    if chosen["pace"]:
        tables = tables.filter(pace=int(chosen["pace"]))
    tables = tables.annotate(taken=Count("seats")).filter(taken__lte=F("wanted") - int(chosen["free"] or "1"))
    if person.is_authenticated:
        avoided = Seat.objects.filter(person__in=ties.blocked_with(person))
        tables = tables.exclude(pk__in=avoided.values("match"))
        tables = tables.exclude(invitations__in=person.invitations.filter(barred=True))
    return tables.select_related("host").order_by("-created_at", "-pk")


def with_seats(matches: Any) -> list[Table]:
    """One query for the seats of all, and one for their decks where a game has some."""
    rows = list(matches)
    questions.with_decks(rows)
    seats: dict[int, list[Seat]] = {match.pk: [] for match in rows}
    for seat in Seat.objects.filter(match__in=rows).with_names().order_by("number"):
        seats[seat.match_id].append(seat)
    return [Table(match, seats[match.pk]) for match in rows]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_open(request: HttpRequest, code: str) -> HttpResponse:
    if not settings.PUBLIC_TABLES:
        raise Http404
    if request.method != "POST":
        return redirect("open-tables")
    try:
        return see_other(seating.join(code, request.user))
    except Refused as refused:
        context = {"words": refused.words, "why": refused.why, "back": reverse("open-tables")}
        context["keep_seat"] = reverse("keep") if refused.why == "guests" else ""
        return render(request, "games/lobby/refused.html", context, status=refused.status)
