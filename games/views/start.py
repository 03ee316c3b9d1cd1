"""Sitting down against bots."""

from typing import Any

import msgspec
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.people import make_guest
from games import catalog, dealing, forms
from games.engine import Field
from games.models import Match, Seat
from games.views.match import see_other

DEFAULT_SEATS = 4
MOST_PRACTICE = 20
MOST_GUESTS = 60
HOUR = 3600


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: the options of a practice match; POST: sit down, as a guest if nobody is signed in."""
    if slug not in catalog.GAMES:
        raise Http404
    game = catalog.GAMES[slug]
    if request.method != "POST":
        return render(request, "games/practice.html", options_page(request, slug, DEFAULT_SEATS))
    try:
        seats = forms.whole_number(request.POST.get("seats", str(DEFAULT_SEATS)))
        if seats not in game.seats:
            raise ValueError("no such number of seats")
        options = read_options(request, slug, seats)
        msgspec.convert(options, game.options_type)
    except ValueError:
        return refuse(request, slug, 422, _("That choice is not there. Nothing was started; choose again."))
    try:
        person = who_sits_down(request)
    except TooMany as refusal:
        return refuse(request, slug, 429, str(refusal))
    return see_other(dealing.start_practice(person, slug, seats, options))


class TooMany(Exception):
    """Why nobody more can sit down, in words."""


def who_sits_down(request: HttpRequest) -> Any:
    """Who is signed in, or a new guest who then is. Raises TooMany."""
    person = request.user
    if person.is_authenticated:
        running = Seat.objects.filter(person=person, match__status=Match.Status.RUNNING, match__practice=True)
        if running.count() >= MOST_PRACTICE:
            words = _("You have %(n)s practice matches running. Finish or leave one first.")
            raise TooMany(words % {"n": MOST_PRACTICE})
        return person
    if not limits.allowed("guest", limits.address(request), MOST_GUESTS, HOUR):
        raise TooMany(_("Too many new guests came from your network just now. Please try again in an hour."))
    guest = make_guest(request.POST.get("name", ""), language=request.LANGUAGE_CODE)
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def refuse(request: HttpRequest, slug: str, status: int, words: str) -> HttpResponse:
    context = options_page(request, slug, DEFAULT_SEATS) | {"refused": words}
    return render(request, "games/practice.html", context, status=status)


def read_options(request: HttpRequest, slug: str, seats: int) -> dict[str, Any]:
    """The options that were chosen; what was not asked keeps its preset, for bots are always there."""
    options: dict[str, Any] = {}
    for field in catalog.GAMES[slug].settings(seats, live=True):
        if field.name not in request.POST and field.preset is not None:
            options[field.name] = field.preset
        if request.POST.get(field.name, "") != "":
            value = forms.read_value(field, request.POST)
            fits = field.low <= value <= field.high if field.kind == "number" else value in values_of(field)
            if not fits:
                raise forms.Unreadable("not_understood")
            options[field.name] = value
    return options


def values_of(field: Field) -> list[Any]:
    return [choice.value for choice in field.choices]


def options_page(request: HttpRequest, slug: str, seats: int) -> dict[str, Any]:
    game, face = catalog.GAMES[slug], catalog.face(slug)
    fields = [
        {
            "name": field.name,
            "label": face.option_label(field),
            "kind": field.kind,
            "low": field.low,
            "high": field.high,
            "preset": field.preset,
            "open": face.option(field, None, ()) if field.blank else "",
            "choices": [
                {
                    "value": choice.value,
                    "word": face.option(field, choice, ()),
                    "chosen": choice.value == field.preset,
                }
                for choice in field.choices
            ],
        }
        for field in game.settings(max(game.seats), live=True)
    ]
    seats = min(max(seats, min(game.seats)), max(game.seats))
    return {"game": face, "slug": slug, "seat_choices": game.seats, "seats": seats, "fields": fields}
