"""The combinations of a finished match, what is liked best among them, and what everybody may see."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import without_person
from accounts.onward import see_other
from games import catalog, corrections, heard, keepsakes, page, shared_picture
from games.models import Consent, Seat
from games.views.links import avoided, may_watch
from games.views.match import sight_of
from games.views.matters import number

BOTH = ["GET", "HEAD", "POST"]
CACHED = "public, max-age=300"  # what is hidden meanwhile is gone from everywhere after five minutes
TYPES = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png"}
SHOWS_NOTHING_ELSE = "default-src 'none'"


@login_not_required
@require_safe
@never_cache
def combinations(request: HttpRequest, code: str) -> HttpResponse:
    """All combinations of a match that is over, for whoever may see the match."""
    return show(request, told(seen(request, code)))


def seen(request: HttpRequest, code: str) -> page.Sight:
    """The match for whoever sits there or may watch it."""
    person: Any = request.user
    sight = page.look(code, person) if person.is_authenticated else None
    if sight is None:
        sight = page.watch(code)
        if sight is None or not may_watch(sight.match) or avoided(sight, person):
            raise Http404
    return sight


def told(sight: page.Sight) -> page.Sight:
    """404 before all is read, and for a match that has no combinations."""
    if not keepsakes.are_there(sight.match):
        raise Http404
    return sight


def show(
    request: HttpRequest,
    sight: page.Sight,
    refused: str = "",
    at: tuple[int, int] = (0, 0),
    status: int = 200,
) -> HttpResponse:
    """refused: why the one `at` this round and seat cannot be shared."""
    played = sight.me is not None
    if sight.hand is not None:
        sight.heard = heard.so_far(sight.hand)
    rows = keepsakes.rows_of(sight, request.user if played else None)
    for row in rows:
        row["refused"] = refused if (row["round"], row["seat"]) == at else ""
    context = {
        "match": sight.match,
        "game": sight.face,
        "rows": rows,
        "to_correct": corrections.open_to(request.user, cards_in(rows)),
        "played": played,
        "unturned": sight.face.holds_back(sight.view, sight.cast),
        "back": sight.match.get_absolute_url() if played else reverse("watch", args=[sight.match.code]),
    }
    return render(request, "games/keepsakes/combinations.html", context, status=status)


def cards_in(rows: list[dict[str, Any]]) -> set[int]:
    """The rows of decks' cards that these combinations show."""
    said = [row[part] for row in rows for part in ("quote", "source")]
    return {text.key for text in said if text.kind == "card"}


def posted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For addresses that only take posts, of those who sit in the match: whoever opens one wants the page."""

    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponse:
        sight = told(sight_of(request, code))
        if request.method != "POST":
            return redirect("combinations", code)
        try:
            return view(request, sight, number(request, "round"), number(request, "seat"))
        except LookupError:
            raise Http404 from None

    return never_cache(require_http_methods(BOTH)(wrapped))


@posted
def favourite(request: HttpRequest, sight: page.Sight, round_: int, seat: int) -> HttpResponse:
    """Post `on`, 1 or 0: what is wanted and not a change, so that a double click is one."""
    liked = request.POST.get("on") == "1"
    hearts = keepsakes.like(sight.match, request.user, round_, seat, on=liked)
    if not request.htmx:  # type: ignore[attr-defined]
        return to(sight.match.code, round_, seat)
    row = {"round": round_, "seat": seat, "hearts": hearts, "liked": liked}
    response = render(request, "games/keepsakes/_heart.html", {"row": row})
    response["Vary"] = "HX-Request"
    return response


def to(code: str, round_: int, seat: int) -> HttpResponse:
    return see_other("combinations", code, at=f"c-{round_}-{seat}")


@posted
def share_ask(request: HttpRequest, sight: page.Sight, round_: int, seat: int) -> HttpResponse:
    on_wall = request.POST.get("wall") == "1"
    try:
        keepsakes.ask(sight.match, request.user, round_, seat, on_wall=on_wall)
    except keepsakes.Refused as refused:
        return show(request, sight, refused.words, (round_, seat), refused.status)
    return to(sight.match.code, round_, seat)


@require_http_methods(BOTH)
@never_cache
def share_answer(request: HttpRequest, key: int) -> HttpResponse:
    """What a writer is asked, who need not sit in the match, and their answer. 404 for everybody else."""
    consent = asked(request, key)
    said = request.POST.get("answer", "")
    if request.method != "POST" or said not in ("yes", "no"):
        return question(request, consent, status=422 if request.method == "POST" else 200)
    return answered(request, consent, yes=said == "yes")


@require_http_methods(BOTH)
@never_cache
def share_stop(request: HttpRequest, key: int) -> HttpResponse:
    """A yes is taken back: nobody may see it any more."""
    consent = asked(request, key)
    if request.method != "POST":
        return redirect("share-answer", key)
    return answered(request, consent, yes=False)


def asked(request: HttpRequest, key: int) -> Consent:
    consent = keepsakes.question(request.user, key)
    if consent is None:
        raise Http404
    return consent


def answered(request: HttpRequest, consent: Consent, *, yes: bool) -> HttpResponse:
    try:
        keepsakes.answer(consent, yes=yes)
    except keepsakes.Refused as refused:
        return question(request, consent, refused.status, refused.words)
    shared = consent.shared
    if Seat.objects.filter(match=shared.match, person=request.user).exists():  # type: ignore[misc]
        return to(shared.match.code, shared.round, shared.seat)
    return see_other("share-answer", consent.pk, done=1)


def question(request: HttpRequest, consent: Consent, status: int, why: str = "") -> HttpResponse:
    """why: an answer was not taken, "" for one that is none."""
    context = keepsakes.question_box(consent) | {
        "game": catalog.face(consent.shared.match.game),
        "refused": status != 200,
        "why": why,
        "done": "done" in request.GET,
    }
    return render(request, "games/keepsakes/question.html", context, status=status)


# For everybody


@login_not_required
@require_safe
@never_cache
def shared(request: HttpRequest, link: str) -> HttpResponse:
    """A combination that everybody may see; the same kind page for one that nobody may see and one that never was."""
    found = keepsakes.by_link(link)
    if found is None:
        return render(request, "games/keepsakes/gone.html", status=404)
    png = shared_picture.has_png(keepsakes.scene_of(found))
    context = {
        "keepsake": found,
        "game": catalog.face(keepsakes.GAME),
        "url": absolute(request, "shared", link),
        "picture": absolute(request, "shared-picture", link, "png") if png else "",
        "download": reverse("shared-picture", args=[link, "png" if png else "svg"]),
    }
    return render(request, "games/keepsakes/shared.html", context)


def absolute(request: HttpRequest, name: str, *args: str) -> str:
    return request.build_absolute_uri(reverse(name, args=args))


@without_person
@require_safe
def picture(request: HttpRequest, link: str, kind: str) -> HttpResponse:
    found = keepsakes.by_link(link) if kind in TYPES else None
    drawn: str | bytes | None = None
    if found is not None:
        scene = keepsakes.scene_of(found)
        drawn = shared_picture.drawn(scene) if kind == "svg" else shared_picture.png(scene)
    response = HttpResponse(drawn or b"", content_type=TYPES.get(kind), status=200 if drawn else 404)
    response["Cache-Control"] = CACHED if drawn else "no-store"
    response["Content-Security-Policy"] = SHOWS_NOTHING_ELSE
    response["X-Content-Type-Options"] = "nosniff"
    return response
