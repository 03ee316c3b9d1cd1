"""A finished match again: step by step with everything open, the check of its deal, its log as a file."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import page, replay
from games.cast import Cast
from games.engine import seed_hash
from games.log import with_words
from games.models import Match
from games.quoted import sides
from games.views.match import sight_of


def finished(request: HttpRequest, code: str) -> page.Sight:
    """A match whose cards may be seen: 404 before its end, as for a stranger."""
    sight = sight_of(request, code)
    if sight.match.status != Match.Status.FINISHED:
        raise Http404
    return sight


@require_safe
@never_cache
def step(request: HttpRequest, code: str, number: int = 0) -> HttpResponse:
    """One position, all hands open. Played again from the seed up to that move."""
    sight = finished(request, code)
    if number > sight.match.move_count:
        raise Http404
    try:
        position = next(p for p in replay.positions(sight.match) if p.move.number == number)
    except (replay.Mismatch, StopIteration):
        return redirect("proof", code)  # which says what does not add up
    cast = knowing(sight, position, request.user)
    sentences = [
        text
        for text in (sight.face.say(event, cast) for event in position.events if event.to is None)
        if text
    ]
    context = {
        "match": sight.match,
        "game": sight.face,
        "number": number,
        "last": sight.match.move_count,
        "before": max(0, number - 1),
        "after": min(sight.match.move_count, number + 1),
        "sentences": sentences,
        "by": position.move.by,
        "picture": sight.face.table(position.state.view(None), cast, position.events),
        "hands": open_hands(sight, position.state, cast),
    }
    return render(request, "games/replay.html", context)


def knowing(sight: page.Sight, position: Any, reader: Any) -> Cast:
    """The cast of a position with all that was written for it: nothing is held back from who steps through."""
    face, state = sight.face, position.state
    views = [state.view(seat) for seat in (None, *range(len(state.hands)))]
    cast = Cast(sight.cast.names, None, heard=face.told_in_parts(views[0]))
    written = {number for view in views for number in face.written_in(view)}
    cast = with_words(face, cast, position.events, reader, written)
    rows = {row for view in views for row in face.cards_in(view)}
    return replace(cast, cards=sides(rows)) if rows else cast


def open_hands(sight: page.Sight, state: Any, cast: Cast) -> list[dict[str, Any]]:
    return [
        {"name": cast.name(seat), "cards": sight.face.open_cards(state.hands[seat], cast)}
        for seat in range(len(state.hands))
    ]


@require_safe
@never_cache
def proof(request: HttpRequest, code: str) -> HttpResponse:
    """Seed, its hash, the order of the deal, and whether the log replays to the stored end."""
    sight = finished(request, code)
    try:
        moves, fault = replay.verify(sight.match), None
    except replay.Mismatch as mismatch:
        moves, fault = 0, mismatch
    try:
        first = next(replay.positions(sight.match))
        dealt = open_hands(sight, first.state, knowing(sight, first, request.user))
    except replay.Mismatch:
        dealt = []
    context = {
        "match": sight.match,
        "game": sight.face,
        "moves": moves,
        "fault": fault,
        "why": sight.face.reason(fault.why) if fault else "",
        "seed": sight.match.seed,
        "seed_hash": seed_hash(sight.match.seed),
        "hands": dealt,
    }
    return render(request, "games/proof.html", context)


@require_safe
@never_cache
def log_file(request: HttpRequest, code: str) -> HttpResponse:
    sight = finished(request, code)
    response = JsonResponse(replay.log_file(sight.match), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{sight.match.game}-{code}.json"'
    return response
