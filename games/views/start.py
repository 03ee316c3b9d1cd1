"""Sitting down against bots."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.onward import see_other
from games import beginning, blanks, catalog, dealing, decks, forms
from games.models import Match, Seat
from games.refusals import Refused
from games.views import questions
from games.views.guests import sitting_down
from quotes.models import Deck

MOST_PRACTICE = 20


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: the options of a practice match; POST: sit down, as a guest if nobody is signed in."""
    if slug not in catalog.GAMES:
        raise Http404
    game = catalog.GAMES[slug]
    if request.method != "POST":
        return render(request, "games/practice.html", options_page(request, slug))
    try:
        seats = forms.whole_number(request.POST.get("seats", str(catalog.usual_seats(slug))))
        if seats not in game.seats:
            raise ValueError("no such number of seats")
        options = read_options(request, slug, seats)
        msgspec.convert(options, game.options_type)
        chosen = read_decks(request, slug, seats, options)
    except ValueError:
        return refuse(request, slug, 422, _("That choice is not there. Nothing was started; choose again."))
    except Refused as refused:
        return refuse(request, slug, refused.status, refused.words)
    try:
        with practising(request) as person:
            match = dealing.start_practice(person, slug, seats, options, chosen)
    except TooMany as refusal:
        return refuse(request, slug, 429, str(refusal))
    return see_other(match)


class TooMany(Exception):
    """Why nobody more can sit down, in words."""


@contextmanager
def practising(request: HttpRequest) -> Iterator[Any]:
    """Who is signed in, or a new guest; in one transaction with the deal. Raises TooMany."""
    try:
        with sitting_down(request) as person:
            must_have_room(person)
            yield person
    except Refused as refused:
        raise TooMany(refused.words) from refused


def must_have_room(person: Any) -> None:
    # The lock on the person makes two deals at once count one after the other.
    User.objects.select_for_update(no_key=True).filter(pk=person.pk).first()
    running = Seat.objects.filter(person=person, match__status=Match.Status.RUNNING, match__practice=True)
    if running.count() >= MOST_PRACTICE:
        words = _("You have %(n)s practice matches running. Finish or leave one first.")
        raise TooMany(words % {"n": MOST_PRACTICE})


def refuse(request: HttpRequest, slug: str, status: int, words: str) -> HttpResponse:
    context = options_page(request, slug, request.POST) | {"refused": words}
    return render(request, "games/practice.html", context, status=status)


def read_options(request: HttpRequest, slug: str, seats: int) -> dict[str, Any]:
    """The options that were chosen; what was not asked keeps its preset, for bots are always there."""
    fields = catalog.GAMES[slug].settings(seats, live=True)
    unasked = [field for field in fields if field.name not in request.POST and field.preset is not None]
    return {field.name: field.preset for field in unasked} | questions.read(fields, request.POST)


def read_decks(request: HttpRequest, slug: str, seats: int, options: dict[str, Any]) -> list[Deck]:
    """What it is dealt from: the usual deck where the form did not ask. Raises ValueError, Refused."""
    if not decks.needs_decks(slug):
        return []
    person = questions.reader(request.user)
    chosen = questions.read_decks(slug, request.POST, person, seats) or decks.usual()
    beginning.must_have_cards(slug, seats, chosen, options)
    return chosen


def options_page(request: HttpRequest, slug: str, sent: QueryDict | None = None) -> dict[str, Any]:
    """sent: a refused form, of which everything is kept. Bots leave nobody the time to fill in blanks."""
    game, form = catalog.GAMES[slug], sent if sent is not None else QueryDict()
    fields = [field for field in game.settings(max(game.seats), live=True) if field.name != blanks.OPTION]
    there = questions.deck_boxes(slug, questions.reader(request.user), sent)
    return {
        "game": catalog.face(slug),
        "slug": slug,
        "seat_choices": [str(n) for n in game.seats],
        "seats": form.get("seats", str(questions.seats_for(slug, there))),
        "name": form.get("name", ""),
        "fields": [questions.box(slug, field, form.get(field.name, field.preset)) for field in fields],
        "of_decks": decks.needs_decks(slug),
        "decks": there,
    }
