"""Somebody I play with: who they are, and what I want to see and hear of them."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import ties
from accounts.faces import stamp
from accounts.models import Tie, User
from accounts.onward import see_other
from games import catalog
from games.models import Invitation, Match, Message, Seat

SHOWN = 10
# what a button sends -> what is chosen about the other from then on
CHOICES = {"mute": Tie.Kind.MUTE, "block": Tie.Kind.BLOCK, "none": ""}


def known_to(person: User) -> "QuerySet[User]":
    """Those a person may look up: who sits or has spoken at the same table, invited them, or is muted by them."""
    mine = Seat.objects.filter(person=person).values("match")
    said = Message.objects.exclude(kind=Message.Kind.NOTE)
    met = (
        Exists(Seat.objects.filter(person=OuterRef("pk"), match__in=mine))
        | Exists(said.filter(person=OuterRef("pk"), match__in=mine))
        | Exists(Invitation.objects.filter(by=OuterRef("pk"), person=person))
        | Exists(Tie.objects.filter(person=person, other=OuterRef("pk")))
    )
    return User.objects.filter(met, is_active=True).exclude(pk=person.pk)


def somebody(request: HttpRequest, handle: str) -> User:
    if "\x00" in handle:
        raise Http404
    return get_object_or_404(known_to(request.user), username=handle)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def person(request: HttpRequest, handle: str) -> HttpResponse:
    """GET: a person I have met at a table. POST: mute or block them, or no longer."""
    other = somebody(request, handle)
    if request.method == "POST":
        return choose(request, other)
    return show(request, other)


def choose(request: HttpRequest, other: User) -> HttpResponse:
    me: Any = request.user
    choice = request.POST.get("choice", "")
    if choice not in CHOICES:
        return show(request, other, status=422)
    if CHOICES[choice]:
        ties.tie(me, other, CHOICES[choice])
    else:
        ties.untie(me, other)
    # Without a common match, the page of somebody who is no longer muted or blocked is gone.
    there = known_to(me).filter(pk=other.pk).exists()
    return see_other("person", other.username) if there else see_other("people")


def show(request: HttpRequest, other: User, status: int = 200) -> HttpResponse:
    me: Any = request.user
    mine = Seat.objects.filter(person=me, match=OuterRef("match"))
    common = Seat.objects.filter(Exists(mine), person=other, match__game__in=catalog.GAMES)
    seats = common.select_related("match").only(
        "match__code", "match__game", "match__status", "match__created_at"
    )
    matches = [match_row(seat.match) for seat in seats.order_by("-match__created_at")[:SHOWN]]
    context = {
        "other": other,
        "stamp": stamp(other.face, str(other)[:1].upper()),
        "kind": ties.kind_between(me, other),
        "together": common.count() if len(matches) == SHOWN else len(matches),
        "matches": matches,
        "refused": status == 422,
    }
    return render(request, "games/people/person.html", context, status=status)


def match_row(match: Match) -> dict[str, Any]:
    return {
        "title": catalog.face(match.game).title,
        "url": match.get_absolute_url(),
        "state": match.get_status_display(),
        "at": match.created_at,
    }


@require_safe
@never_cache
def people(request: HttpRequest) -> HttpResponse:
    """Whom I mute and block, to take it back, and whom I played with lately."""
    me: Any = request.user
    tied = list(ties.of(me)[:200])
    mine = Seat.objects.filter(person=me).order_by("-pk").values_list("match", flat=True)[:50]
    met = User.objects.filter(seats__match__in=list(mine), is_active=True)
    met = met.exclude(pk__in=[me.pk, *(tie.other_id for tie in tied)]).distinct().order_by("name", "pk")
    context = {
        "tied": [{"kind": tie.kind, **card(tie.other)} for tie in tied],
        "met": [card(other) for other in met.only("name", "username", "face")[:50]],
    }
    return render(request, "games/people/people.html", context)


def card(other: User) -> dict[str, Any]:
    return {
        "name": str(other),
        "handle": other.username,
        "stamp": stamp(other.face, str(other)[:1].upper()),
    }
