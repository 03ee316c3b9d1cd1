"""A table before the deal: the page of those who sit there, and everything they can do to it."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import dates, limits
from accounts.faces import stamp
from accounts.onward import see_other
from games import blanks, catalog, decks, grabs, links, lobby, page, seating, tables, vetoes
from games.desk import UnreadableMatch
from games.models import Invitation, Match, Seat
from games.paces import pace_of
from games.refusals import Refused
from games.tables import Table
from games.views import questions

GETTING_UP = ("take-back", "decline")
WRITTEN = ("quote", "source")  # texts that are shown again where there is no form any more
MOST_INVITATIONS = 60
HOUR = 3600


def refuse(request: HttpRequest, refused: Refused, match: Match | None = None) -> HttpResponse:
    """A page with the reason and nothing else. match: one that this person may see."""
    wrote = [request.POST[name] for name in WRITTEN if request.POST.get(name, "").strip()]
    context = {"words": refused.words, "match": match, "why": refused.why, "wrote": wrote}
    return render(request, "games/lobby/refused.html", context, status=refused.status)


# The page


def show(request: HttpRequest, code: str, refused: Refused | None = None, sent: Any = None) -> HttpResponse:
    """The table that is not dealt yet, for those who sit there or were asked by name; 404 for everybody else."""
    match = Match.objects.filter(code=code, table="", practice=False).select_related("host").first()
    table = tables.table_of(match) if match else None
    if table is None or not (table.seat_of(request.user) or was_asked(table, request.user)):
        raise Http404
    if match.game not in catalog.GAMES:
        raise UnreadableMatch(match.code)
    return render(
        request,
        "games/lobby/table.html" if table.match.status == Match.Status.LOBBY else "games/lobby/closed.html",
        table_page(request, table)
        | {
            "refused": refused.words if refused else "",
            "wrote": sent if sent is not None and "quote" in sent else None,
            "wrong": refused.names.get("field", "") if refused else "",
            "done": DONE.get(request.GET.get("done", "")) if not refused else None,
        },
        status=refused.status if refused else 200,
    )


def was_asked(table: Table, person: Any) -> bool:
    return Invitation.objects.filter(match=table.match, person=person, barred=False).exists()


def table_page(request: HttpRequest, table: Table) -> dict[str, Any]:
    match = table.match
    mine = table.seat_of(request.user)
    hosting = mine is not None and match.host_id == request.user.pk
    shown = about(table, request.user)
    cards = vetoes.cards_of(match) if mine and decks.needs_decks(match.game) else None
    return shown | {
        "mine": mine,
        "talk_new": match.talk_count - mine.talk_seen if mine else 0,
        "hosting": hosting,
        "host": match.host,
        "asks": questions.asked(match, mine.told if mine else {}, mine, table.seats),
        "grabs": grabs.boxes(match.game, mine, table.seats) if mine else [],
        "blanks": blanks.box(match, request.user, cards.dealt) if cards else None,
        "votes": questions.votes(match.game, mine.told, shown["seats"]) if mine else [],
        "starters": questions.starters(match.game, table.seats) if hosting else [],
        "cards": cards if cards and has_cards(table, hosting=hosting) else None,
        "enough": len(table.seats) >= min(table.game.seats),
        "alone": len(table.people) == 1 and not table.number_of_bots(),
        "last_person": len(table.people) == 1,
        "invite": invite_sheet(request, match) if mine and table.free else None,
        "watch_url": request.build_absolute_uri(reverse("watch", args=[match.code]))
        if match.watchable
        else "",
        "known": links.acquaintances(request.user, match) if hosting else [],
        "asked": asked_people(match) if mine else [],
        "left_behind": [left_words(deck) for deck in decks.left_behind(match, request.user)] if mine else [],
        "poll": page.table_token(match),
    }


def left_words(deck: Any) -> dict[str, Any]:
    """A deck of the match before, by its title for those alone who may play with it; of one that is gone nothing."""
    if deck.removed_at or deck.hidden_at:
        return {"gone": True}
    words = deck.published or deck
    return {"title": words.title if deck.is_open else "", "language": words.language}


def has_cards(table: Table, *, hosting: bool) -> bool:
    """Whether the page says how many cards there are: to the host always, to others where the start hangs on it."""
    full = not table.free and table.match.auto_start
    return table.match.status == Match.Status.LOBBY and (hosting or full)


def about(table: Table, reader: Any = None) -> dict[str, Any]:
    """What every page about a table says of it."""
    match = table.match
    return {
        "match": match,
        "game": catalog.face(match.game),
        "pace": pace_of(match.pace),
        "seats": [chip(table, seat, reader) for seat in table.seats],
        "free": table.free,
        "gaps": range(table.free),
        "decks": questions.decks_of(match),
        "left_out": len(match.vetoed),
        "options": questions.in_words(match.game, json.loads(match.options), match.pace),
    }


def chip(table: Table, seat: Seat, reader: Any = None) -> dict[str, Any]:
    name = page.name_of(seat)
    me = reader is not None and seat.person_id is not None and seat.person_id == reader.pk
    return {
        "key": seat.pk,
        "person": seat.person_id,
        "number": seat.number,
        "name": name,
        "me": me,
        "bot": seat.bot,
        "host": seat.person_id is not None and seat.person_id == table.match.host_id,
        "stamp": stamp(seat.person.face if seat.person else seat.face, name[:1].upper(), bot=seat.bot),
    }


def asked_people(match: Match) -> list[Any]:
    rows = Invitation.objects.filter(match=match, barred=False).select_related("person")
    return list(rows.order_by("at", "pk"))


def invite_sheet(request: HttpRequest, match: Match) -> dict[str, Any] | None:
    return sheet(request, match.invite) if match.invite else None


def sheet(request: HttpRequest, link: str) -> dict[str, Any]:
    """A link that seats somebody, to be passed on."""
    url = request.build_absolute_uri(reverse("invitation", args=[link]))
    return {"url": url, "qr": qr(url)}


@lru_cache(maxsize=256)
def qr(url: str) -> SafeString:
    """The address as a picture: dark on white in both themes, with the quiet zone that readers need."""
    code = segno.make(url, error="m", micro=False)
    return mark_safe(code.svg_inline(border=4, dark="#1B1B1F", light="#FFFFFF", omitsize=True))


# What can be done to it


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def act(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Do it, and go where one is told that it is done."""
    if what not in ACTS:
        raise Http404
    if request.method != "POST":
        return back_to(request, code)
    done: Any = what
    try:
        done = ACTS[what](request, code)
    except Refused as refused:
        if not (what in GETTING_UP and refused.status == 404):  # pressed twice, or never there: all the same
            return after_refusal(request, code, refused)
    said = done if isinstance(done, str) else what
    done = said if said in DONE else ""
    return see_other("front", done=done) if what in GETTING_UP else see_other("match", code, done=done)


def back_to(request: HttpRequest, code: str) -> HttpResponse:
    """For addresses that only take posts: whoever opens one wants the match."""
    if page.look(code, request.user) is None:
        show(request, code)  # which says 404 to strangers
    return redirect("match", code)


def after_refusal(request: HttpRequest, code: str, refused: Refused) -> HttpResponse:
    """The table with the reason, or the reason alone where there is no table to see any more."""
    if refused.status == 404:
        raise Http404
    seated = Match.objects.filter(code=code, seats__person=request.user).first()
    if seated is not None and seated.dealt:
        return refuse(request, refused, seated)
    try:
        return show(request, code, refused, request.POST)
    except Http404:
        return refuse(request, refused)


def number(request: HttpRequest, name: str) -> int:
    sent = request.POST.get(name, "")
    if not (sent.isascii() and sent.isdigit() and len(sent) < 19):
        raise Refused("not_understood", 422)
    return int(sent)


def game_of(code: str) -> str:
    slug = Match.objects.filter(code=code).values_list("game", flat=True).first()
    if slug not in catalog.GAMES:
        raise Refused("gone", 404)
    return slug


def join(request: HttpRequest, code: str) -> None:
    slug = game_of(code)
    try:
        told = questions.read_asked(slug, request.POST)
    except ValueError:
        raise Refused("not_understood", 422) from None
    seating.join(code, request.user, told)


def tell(request: HttpRequest, code: str) -> None:
    slug = game_of(code)
    try:
        told, named = questions.read_asked(slug, request.POST), questions.read_votes(slug, request.POST)
    except ValueError:
        raise Refused("not_understood", 422) from None
    grabs.tell(code, request.user, told, named)


def start(request: HttpRequest, code: str) -> None:
    slug = game_of(code)
    how = request.POST.get("how", "few")
    if how not in ("few", "bots", "claim"):
        raise Refused("not_understood", 422)
    lobby.start(code, request.user, how, questions.read_starters(slug, request.POST))


def invite(request: HttpRequest, code: str) -> None:
    if not limits.allowed("invite", str(request.user.pk), MOST_INVITATIONS, HOUR):
        raise Refused("too_many_invitations", 429, again=dates.after(limits.left(HOUR)))
    links.invite(code, request.user, number(request, "person"))


def remove(request: HttpRequest, code: str) -> str:
    """What was done, in a word: a bot that goes is not barred."""
    seat = number(request, "seat")
    bot = Seat.objects.filter(pk=seat, match__code=code, bot=True).exists()
    lobby.remove(code, request.user, seat)
    return "remove-bot" if bot else "remove"


def grab(request: HttpRequest, code: str, *, on: bool) -> None:
    game_of(code)
    grabs.grab(code, request.user, request.POST.get("ask", ""), on=on)


def write_blank(request: HttpRequest, code: str) -> None:
    game_of(code)
    form = request.POST
    wishes = {"keep": "keep" in form, "offered": "offer" in form}
    blanks.write(code, request.user, form.get("quote", ""), form.get("source", ""), **wishes)


# What each of them does; it returns a key of DONE where that is another than its own name.
ACTS: dict[str, Callable[[HttpRequest, str], Any]] = {
    "join": join,
    "decline": lambda request, code: links.decline(code, request.user),
    "take-back": lambda request, code: seating.take_back(code, request.user),
    "told": tell,
    "grab": lambda request, code: grab(request, code, on=True),
    "give-back": lambda request, code: grab(request, code, on=False),
    "blank": write_blank,
    "no-blank": lambda request, code: blanks.withdraw(code, request.user, number(request, "blank")),
    "remove": remove,
    "hand-over": lambda request, code: lobby.hand_over(code, request.user, number(request, "seat")),
    "bots": lambda request, code: lobby.fill_with_bots(code, request.user, 1),
    "link": lambda request, code: lobby.set_link(code, request.user, on=True),
    "no-link": lambda request, code: lobby.set_link(code, request.user, on=False),
    "invite": invite,
    "start": start,
    "cancel": lambda request, code: lobby.cancel(code, request.user),
}
# Said once, on the page that follows.
DONE = {
    "join": _("You sit at this table now."),
    "told": _("Your answers are saved."),
    "grab": _("You have it now."),
    "give-back": _("You have given it back."),
    "blank": _("Your card is written. It is shuffled in at the deal."),
    "no-blank": _("Your card is withdrawn, and the blank is free again."),
    "remove": _("The seat is free again. Whoever sat there cannot come back, and an old link leads nowhere."),
    "remove-bot": _("The bot is gone and its seat is free again."),
    "hand-over": _("The table has a new host."),
    "bots": _("A bot has sat down."),
    "link": _("The link is a new one. An old one leads nowhere any more."),
    "no-link": _("There is no link any more; the old one leads nowhere."),
    "invite": _("The invitation is on its way."),
    "take-back": _("You have given up your seat."),
    "decline": _("You have declined the invitation."),
    "decks": _("The table has other decks now."),
    "kept": _("Your seats are yours now: with your address you get back to them from everywhere."),
}
