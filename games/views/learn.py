"""How a game is played: its page, and its lesson."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.onward import see_other
from games import catalog
from games import lesson as lessons
from games.views import start


@login_not_required
@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """A story, the rules with pictures of the cards, mistakes and tips."""
    face = face_of(slug)
    if not face.rules_template:
        raise Http404
    seats = catalog.GAMES[slug].seats
    context = {
        "game": face,
        "slug": slug,
        "cards": face.sample_cards(),
        "least": min(seats),
        "most": max(seats),
    }
    return render(request, face.rules_template, context | face.learn())


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """GET: what the lesson is; POST: sit down to it, or to the one that is under way."""
    face = face_of(slug)
    if face.lesson is None:
        raise Http404
    person = request.user
    under_way = lessons.running(person, slug) if person.is_authenticated else None
    context: dict[str, Any] = {"game": face, "slug": slug, "topics": face.lesson.topics.values()}
    if request.method != "POST":
        return render(request, "games/lesson.html", context | {"under_way": under_way})
    if under_way is not None:
        return see_other(under_way)
    try:
        with start.practising(request) as person:
            # Looked for once more: it may have been started in another tab just now.
            match = lessons.running(person, slug) or lessons.begin(person, slug)
    except start.TooMany as refusal:
        return render(request, "games/lesson.html", context | {"refused": str(refusal)}, status=429)
    return see_other(match)


def face_of(slug: str) -> Any:
    if slug not in catalog.GAMES:
        raise Http404
    return catalog.face(slug)
