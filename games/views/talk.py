"""Words at a table: reading them, saying something, and muting a whole match."""

import re
import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import ties
from accounts.onward import see_other
from games import catalog, talk
from games.cast import Cast
from games.models import Message, Seat
from games.page import name_of

SHOWN = 50
MATCH_FIELDS = ("code", "game", "status", "practice", "ended_at", "talk_count")
BOTH = ["GET", "HEAD", "POST"]
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")


@require_http_methods(BOTH)
@never_cache
def words(request: HttpRequest, code: str) -> HttpResponse:
    """GET: what was said, the newest first, before message `before`. POST: say something, or react."""
    if request.method != "POST" and "after" in request.GET:
        return more(request, my_seat(request, code))
    if request.method != "POST":
        return show(request, my_seat(request, code))
    token = request.POST.get("form", "")
    token = token if TOKEN.fullmatch(token) else ""  # not one of ours: as without
    key = request.POST.get("reaction", "")
    try:
        if key:
            refusal = talk.react(code, request.user, key, token)
        else:
            refusal = talk.say(code, request.user, request.POST.get("text", ""), token)
    except Seat.DoesNotExist:
        raise Http404 from None
    if refusal is None and not request.htmx:  # type: ignore[attr-defined]
        return see_other("talk", code)
    return show(request, my_seat(request, code), refusal, "" if refusal else _("Said."))


def my_seat(request: HttpRequest, code: str) -> Seat:
    mine = Seat.objects.select_related("match").only(
        "match", "number", "muted", "talk_seen", *(f"match__{name}" for name in MATCH_FIELDS)
    )
    return get_object_or_404(mine, match__code=code, person=request.user)


def more(request: HttpRequest, seat: Seat) -> HttpResponse:
    """For a fold that stands open: the lines once there are others than it shows, and else 204."""
    if request.GET["after"] == str(seat.match.talk_count):
        return HttpResponse(status=204)
    if not request.htmx:  # type: ignore[attr-defined]
        return see_other("talk", seat.match.code)
    context = {"match_url": seat.match.get_absolute_url(), **conversation(request, seat)}
    response = render(request, "games/talk/_more.html", context)
    response["Vary"] = "HX-Request"
    return response


def show(
    request: HttpRequest, seat: Seat, refusal: talk.Refusal | None = None, said: str = ""
) -> HttpResponse:
    """The page, or its fragment for the fold of a match page. said: read out once."""
    template = "games/talk/_talk.html" if request.htmx else "games/talk/page.html"  # type: ignore[attr-defined]
    match = seat.match
    context = {
        "match": match,
        "match_url": match.get_absolute_url(),
        "game": catalog.face(match.game),
        "seat": seat,
        "token": secrets.token_urlsafe(12),
        "reactions": talk.REACTIONS.items(),
        "open": talk.may_talk(match),
        "refusal": refusal.words if refusal else "",
        "draft": request.POST.get("text", "") if refusal else "",
        "said": said,
        **conversation(request, seat),
    }
    response = render(request, template, context, status=refusal.status if refusal else 200)
    response["Vary"] = "HX-Request"
    return response


def conversation(request: HttpRequest, seat: Seat) -> dict[str, Any]:
    """The newest lines, or those before a number. Three queries: seats, messages, whom I do not want to read."""
    messages = Message.objects.filter(match=seat.match).select_related("words", "person")
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 10:
        messages = messages.filter(number__lt=int(before))
    rows = list(messages.order_by("-number")[: SHOWN + 1])
    seats = list(Seat.objects.filter(match=seat.match).with_names().order_by("number"))
    cast = cast_of(seats, seat.number)
    hidden = ties.hidden_authors(request.user)
    newest = rows[0].number if rows else 0
    return {
        "lines": [line(message, cast, hidden, seat) for message in rows[:SHOWN]],
        "older": rows[SHOWN - 1].number if len(rows) > SHOWN else 0,
        "newest": newest,
        "follows": not before and talk.may_talk(seat.match),
        "new": max(0, newest - seat.talk_seen),
        "people": [one.person for one in seats if one.person and one.pk != seat.pk],
    }


def cast_of(seats: list[Seat], me: int) -> Cast:
    """Names by seat, also where a lobby has empty places between."""
    names = {seat.number: name_of(seat) for seat in seats}
    return Cast(tuple(names.get(number, "") for number in range(max(names, default=-1) + 1)), me)


def line(message: Message, cast: Cast, hidden: set[int], seat: Seat) -> dict[str, Any]:
    """One message as its reader may see it: what is hidden is not in the page at all."""
    noted = message.kind == Message.Kind.NOTE
    person = None if noted else message.person
    removed = message.words.shown is None if message.words else message.kind == Message.Kind.WORDS
    muted = person is not None and person.pk in hidden
    shown = not muted and not removed
    return {
        "noted": noted,
        "mine": message.seat == seat.number and not noted,
        "name": str(person) if person else "" if noted else talked(message, cast),
        "handle": person.username if person and message.seat != seat.number else "",
        "key": message.key if message.kind == Message.Kind.REACTION and shown else "",
        "text": message.words.text if message.words and shown else "",
        "words": message.words_id if shown and message.seat != seat.number else None,
        "sentence": talk.sentence(message, cast) if shown and message.key else "",
        "muted": muted,
        "removed": removed and not muted,
        "new": message.number > seat.talk_seen,
        "at": message.at,
    }


def talked(message: Message, cast: Cast) -> str:
    """Whose words these are once their account is gone: the seat remembers."""
    return cast.name(message.seat) if 0 <= message.seat < len(cast.names) else _("Somebody")


@require_http_methods(BOTH)
@never_cache
def seen(request: HttpRequest, code: str) -> HttpResponse:
    """Everything up to a message has been read."""
    seat = my_seat(request, code)
    if request.method != "POST":
        return redirect("talk", code)
    until = request.POST.get("until", "")
    if not (until.isascii() and until.isdigit() and len(until) < 10):
        return show(
            request, seat, talk.Refusal(422, _("This page did not understand that. Please try again."))
        )
    talk.mark_seen(seat, int(until))
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/talk/_seen.html")
    return see_other("talk", code)


@require_http_methods(BOTH)
@never_cache
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """No notices of this match any more, or again."""
    seat = my_seat(request, code)
    if request.method != "POST":
        return redirect("talk", code)
    seat.muted = request.POST.get("muted") == "1"
    seat.save(update_fields=["muted"])
    if not request.htmx:  # type: ignore[attr-defined]
        return see_other("talk", code)
    said = (
        _("You get no notices of this match any more.") if seat.muted else _("You get notices of this match.")
    )
    return show(request, seat, said=said)
