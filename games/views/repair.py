"""Admin pages on which a match is repaired. Each asks first; what was done is written into the match's history."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from typing import Any

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, strip_tags
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.onward import see_other
from games import catalog, log, notices, page, repair, replay, resting, tables
from games.cast import Cast
from games.desk import BrokenMatch, Desk, load
from games.models import Hand, Match, Move

Status = Match.Status
MOVES_OFFERED = 60


@dataclass(frozen=True)
class Repair:
    """label: the button. asks: what the page says before. statuses: of matches it is for.

    done: what it did, for the history, with what `act` gives. foresees: what will come of it, in words.
    undealt: what it does instead to a table that waits for people, by its code.
    """

    label: Any
    asks: Any
    statuses: frozenset[str]
    form: Callable[..., forms.Form]
    act: Callable[[Desk, dict[str, Any]], Any]
    done: Any
    foresees: Callable[[Match], str] = lambda match: ""
    undealt: Callable[[str], None] | None = None


class NoForm(forms.Form):
    def __init__(self, match: Match, data: Any = None) -> None:
        super().__init__(data)


class PauseForm(NoForm):
    days = forms.IntegerField(
        label=gettext_lazy("Days"), min_value=1, max_value=resting.LONGEST_PAUSE.days, initial=3
    )


class SeatForm(NoForm):
    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int, widget=forms.RadioSelect)
    for_good = forms.TypedChoiceField(
        label=gettext_lazy("How long"),
        coerce=lambda value: value == "1",
        choices=[
            ("0", gettext_lazy("until its person takes the seat back")),
            ("1", gettext_lazy("for good: the seat is no longer theirs")),
        ],
        initial="0",
        widget=forms.RadioSelect,
    )

    def __init__(self, match: Match, data: Any = None) -> None:
        super().__init__(match, data)
        people = match.seats.filter(person__isnull=False).select_related("person").order_by("number")
        self.fields["seat"].choices = [(seat.number, str(seat.person)) for seat in people]


class MoveForm(NoForm):
    number = forms.TypedChoiceField(
        label=gettext_lazy("Back to the table as it was after"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, match: Match, data: Any = None) -> None:
        super().__init__(match, data)
        self.fields["number"].choices = earlier_moves(match)


def earlier_moves(match: Match) -> list[tuple[int, str]]:
    """Moves to go back to, newest first, in the words that everybody at the table has read.

    Without those that only one seat knows of: their number would count changed sealed answers.
    """
    face = catalog.face(match.game)
    seats = list(match.seats.with_names().order_by("number"))
    cast = Cast(tuple(page.name_of(seat) for seat in seats), None)
    known = match.moves.select_related("match").filter(number__lt=match.move_count).exclude(public="[]")
    moves = [(move, events_of(move)) for move in known.order_by("-number")[:MOVES_OFFERED]]
    cast = log.with_words(face, cast, (event for _move, events in moves for event in events or ()))
    return [
        (move.number, f"{move.number} · {move.get_by_display()} · {said_of(events, face, cast)}")
        for move, events in moves
    ]


def events_of(move: Move) -> tuple[Any, ...] | None:
    """None for a move that older rules or a former game wrote, or that somebody changed."""
    try:
        return log.read_events(move.match.game, move.public, None)
    except (KeyError, msgspec.DecodeError):
        return None


def said_of(events: tuple[Any, ...] | None, face: Any, cast: Cast) -> str:
    if events is None:
        return "?"
    said = " ".join(conditional_escape(text) for event in events if (text := face.say(event, cast)))
    return unescape(strip_tags(said)) or "…"


ALIVE = frozenset({Status.RUNNING, Status.PAUSED, Status.ASLEEP, Status.FROZEN})


def pause(desk: Desk, chosen: dict[str, Any]) -> str:
    resting.pause(desk, desk.now + timedelta(days=chosen["days"]))
    return str(chosen["days"])


def resume(desk: Desk, chosen: dict[str, Any]) -> str:
    resting.resume(desk)
    resting.play_on(desk)
    return ""


def close(desk: Desk, chosen: dict[str, Any]) -> str:
    resting.close(desk, "cancelled")
    return ""


def take_down(code: str) -> None:
    with tables.locked(code=code) as table:
        if table.match.status != Status.LOBBY:
            raise repair.Refused(not_now(table.match))
        tables.close(table, "cancelled", timezone.now())
        tables.changed(table)
        notices.noted(table.match, table.people, "cancelled")


def seat_bot(desk: Desk, chosen: dict[str, Any]) -> str:
    repair.seat_bot(desk, chosen["seat"], for_good=chosen["for_good"])
    return str(chosen["seat"])  # no name: the history outlasts accounts


def rewind(desk: Desk, chosen: dict[str, Any]) -> str:
    repair.rewind(desk, chosen["number"])
    return str(chosen["number"])


def unfreeze(desk: Desk, chosen: dict[str, Any]) -> str:
    return str(repair.unfreeze(desk))


def foresee_thaw(match: Match) -> str:
    try:
        numbers = {"number": repair.last_sound(match), "last": match.move_count}
    except repair.Refused as refused:
        return str(refused)
    return gettext("It will go on after move %(number)s of %(last)s.") % numbers


REPAIRS: dict[str, Repair] = {
    "pause": Repair(
        gettext_lazy("Pause"),
        gettext_lazy(
            "All clocks of this match stand still. Nobody is asked; everybody at the table is told."
        ),
        frozenset({Status.RUNNING}),
        PauseForm,
        pause,
        gettext_lazy("Paused for %(what)s days"),
    ),
    "resume": Repair(
        gettext_lazy("Resume"),
        gettext_lazy("The clocks of this match run again, each with the time it had left."),
        frozenset({Status.PAUSED}),
        NoForm,
        resume,
        gettext_lazy("Resumed"),
    ),
    "cancel": Repair(
        gettext_lazy("Cancel"),
        gettext_lazy("The match ends here without a result. Everybody at the table is told; its log stays."),
        ALIVE | {Status.LOBBY},
        NoForm,
        close,
        gettext_lazy("Cancelled"),
        undealt=take_down,
    ),
    "bot": Repair(
        gettext_lazy("Bot into a seat"),
        gettext_lazy("A bot plays on for somebody, and the table is told."),
        ALIVE,
        SeatForm,
        seat_bot,
        gettext_lazy("A bot was put into seat %(what)s"),
    ),
    "rewind": Repair(
        gettext_lazy("Rewind"),
        gettext_lazy(
            "Every move after the chosen one is taken back for good, chance included: the same answers lead to the "
            "same cards, so who has seen what came next knows it. Planned turns are dropped, standing orders stay, "
            "clocks begin anew, and everybody at the table is told."
        ),
        frozenset(repair.LIVING),
        MoveForm,
        rewind,
        gettext_lazy("Put back to move %(what)s"),
    ),
    "unfreeze": Repair(
        gettext_lazy("Unfreeze"),
        gettext_lazy(
            "The match goes on from the last move that the rules can play again without a fault; later ones are "
            "taken back. Clocks begin anew, and everybody at the table is told."
        ),
        frozenset({Status.FROZEN}),
        NoForm,
        unfreeze,
        gettext_lazy("Unfrozen at move %(what)s"),
        foresee_thaw,
    ),
}


def may_repair(request: HttpRequest) -> bool:
    return request.user.has_perm("games.change_match")  # type: ignore[union-attr]


def may_open_hands(request: HttpRequest) -> bool:
    return request.user.has_perms(["games.view_match", "games.open_hands"])  # type: ignore[union-attr]


def fitting(match: Match) -> list[tuple[str, Repair]]:
    """The repairs that a match in its state can have."""
    fit = [(slug, found) for slug, found in REPAIRS.items() if match.status in found.statuses]
    return [(slug, found) for slug, found in fit if match.dealt or found.undealt]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def repair_match(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Asks on GET, repairs on POST."""
    if not may_repair(request):
        raise PermissionDenied
    match = get_object_or_404(Match, pk=pk)
    wanted = REPAIRS.get(slug)
    if wanted is None:
        raise Http404
    if (slug, wanted) not in fitting(match):
        return refuse(request, match, not_now(match))
    if slug == "rewind" and match.running and match.seats.filter(person=request.user).exists():
        return refuse(request, match, gettext("You sit at this table: somebody else has to put it back."))
    form = wanted.form(match, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return carry_out(request, match, wanted, form.cleaned_data)
    status = 422 if form.is_bound else 200
    return render(
        request, "admin/games/match/repair.html", frame(request, match, wanted, form), status=status
    )


def carry_out(request: HttpRequest, match: Match, wanted: Repair, chosen: dict[str, Any]) -> HttpResponse:
    try:
        with transaction.atomic():
            done = wanted.done % {"what": act_on(match, wanted, chosen)}
            write_down(request, match, done)
    except repair.Refused as refused:
        return refuse(request, match, str(refused))
    except (BrokenMatch, replay.Mismatch) as broken:
        words = gettext("Nothing was changed, for it does not add up there: %(why)s. Try an earlier move.")
        return refuse(request, match, words % {"why": broken})
    messages.success(request, f"{match.code}: {done}")
    return back(match)


def act_on(match: Match, wanted: Repair, chosen: dict[str, Any]) -> Any:
    """Under the match's lock, for its state may have changed since the page was shown."""
    desk = load(match.code)
    if desk is None and wanted.undealt is not None:
        return wanted.undealt(match.code)
    if desk is None or desk.match.status not in wanted.statuses:
        raise repair.Refused(not_now(desk.match if desk else match))
    return wanted.act(desk, chosen)


def not_now(match: Match) -> str:
    return gettext("Not while it is: %(status)s.") % {"status": match.get_status_display()}


def refuse(request: HttpRequest, match: Match, words: str) -> HttpResponse:
    messages.error(request, f"{match.code}: {words}")
    return back(match)


def back(match: Match) -> HttpResponse:
    return see_other("admin:games_match_change", match.pk)


def write_down(request: HttpRequest, match: Match, words: str) -> None:
    admin.site.get_model_admin(Match).log_change(request, match, words)


def frame(request: HttpRequest, match: Match, wanted: Any, form: Any = None) -> dict[str, Any]:
    return {
        **admin.site.each_context(request),
        "title": f"{wanted.label}: {match.code}",
        "match": match,
        "repair": wanted,
        "form": form,
        "foreseen": wanted.foresees(match),
        "back": reverse("admin:games_match_change", args=[match.pk]),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_hands(request: HttpRequest, pk: int) -> HttpResponse:
    """What every seat holds and has ordered, on a press that is written down before anything is shown."""
    if not may_open_hands(request):
        raise PermissionDenied
    match = get_object_or_404(Match, pk=pk)
    if match.seats.filter(person=request.user).exists():
        return refuse(request, match, gettext("You sit at this table: somebody else has to look."))
    context = {
        **admin.site.each_context(request),
        "title": gettext("The hands of %(code)s") % {"code": match.code},
        "match": match,
        "back": reverse("admin:games_match_change", args=[match.pk]),
    }
    if request.method == "POST":
        write_down(request, match, gettext("Opened the hands"))
        context["hands"] = hands_of(match)
    return render(request, "admin/games/match/hands.html", context)


def hands_of(match: Match) -> list[dict[str, Any]]:
    rows = Hand.objects.filter(match=match, seat__isnull=False).select_related("seat__person")
    return [
        {
            "name": str(row.seat.person or row.seat.name),
            "zone": readable(row.zone),
            "orders": readable(row.orders),
        }
        for row in rows.order_by("seat__number")
        if row.seat
    ]


def readable(text: str) -> str:
    """JSON as stored, laid out for people."""
    return json.dumps(json.loads(text), indent=2, ensure_ascii=False) if text else ""
