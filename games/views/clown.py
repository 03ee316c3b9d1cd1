"""Two jokes of a table: crowning its clown once the match is over, and slapping what cannot be slapped."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.onward import see_other
from games import clown, slap_anyway
from games.play import Refusal
from games.views.match import after, posted, show, sight_of
from games.views.matters import number


@posted
def crown(request: HttpRequest, code: str) -> HttpResponse:
    refusal = clown.crown(code, request.user, number(request, "seat"))
    sight = sight_of(request, code)
    box = clown.box(sight)
    if not request.htmx or box is None:  # type: ignore[attr-defined]
        return show(request, sight, refusal) if refusal else see_other(sight.match, at="clown")
    context = {
        "match_url": sight.match.get_absolute_url(),
        "game": sight.face,
        "clown": box,
        "uncrowned": sight.face.reason(refusal.reason) if refusal else "",
        "said": "" if refusal else f"{clown.said(box)} {box['words']}",
    }
    return part(request, "games/_crowned.html", context, refusal)


@posted
def slap(request: HttpRequest, code: str) -> HttpResponse:
    """Only the button changes: what was chosen in a form of the page stays chosen."""
    desk, seat, refusal = slap_anyway.slap(code, request.user)
    if not request.htmx or refusal:  # type: ignore[attr-defined]
        return after(request, desk, seat, refusal)
    return part(request, "games/halt_mal_kurz/_slapped.html", {}, refusal)


def part(
    request: HttpRequest, template: str, context: dict[str, object], refusal: Refusal | None
) -> HttpResponse:
    response = render(request, template, context, status=refusal.status if refusal else 200)
    response["Vary"] = "HX-Request"
    return response
