"""Bringing cards in: lines or a file are sent, what was found in them is looked at, and then it is added."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from accounts.models import User
from accounts.onward import see_other
from accounts.standing import MayNotWrite
from quotes import decks, looks, uploads
from quotes import upload_rows as rows
from quotes.exchange import MOST_BYTES, MOST_ROWS, Found, Unreadable
from quotes.exchange.limits import MEGABYTE
from quotes.exchange.words import FORMS
from quotes.models import Deck, Upload
from quotes.refusals import Refused
from quotes.upload_rows import Choices
from quotes.views.pages import (
    edited,
    number,
    numbers,
    page_view,
)
from quotes.views.upload_tables import DONE, FILTERS, Wrong, about, report_page, rows_page, status

State = Upload.State
MOST_LISTED = 10  # imports on the page where the next one begins


# Lines or a file are sent


def takes_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For the one who reads the form: config/uploads.py."""
    view.takes_file = MOST_BYTES  # type: ignore[attr-defined]
    return view


@takes_file
@page_view
def start(request: HttpRequest, paste: bool = False) -> HttpResponse:
    """Into a new deck, which is made at the very end."""
    decks.must_be_a_member(request.user)
    return take_in(request, None, paste)


@takes_file
@page_view
def into(request: HttpRequest, key: int, paste: bool = False) -> HttpResponse:
    return take_in(request, edited(request, key), paste)


def take_in(request: HttpRequest, deck: Deck | None, paste: bool) -> HttpResponse:
    if request.method != "POST":
        return start_page(request, deck, paste)
    try:
        data, name = sent(request)
        upload = uploads.take_in(me(request), deck, data, name)
    except (Refused, Unreadable, MayNotWrite) as refused:
        return start_page(request, deck, paste, refused)
    return see_other("upload", upload.pk)


def me(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def sent(request: HttpRequest) -> tuple[bytes, str]:
    """What was pasted, or the file and its name. Raises Refused, Unreadable."""
    pasted, file = request.POST.get("lines", ""), request.FILES.get("file")
    if size := getattr(request, "file_too_big", 0):
        raise uploads.too_big(size)
    if pasted.strip() and file:
        raise Refused("both_sent", field="file")
    if file:
        return file.read(), file.name or ""
    if not pasted.strip():
        raise Refused("nothing_sent", field="lines")
    return pasted.encode("utf-8", "ignore"), ""


def start_page(
    request: HttpRequest, deck: Deck | None, paste: bool, refused: Wrong | None = None
) -> HttpResponse:
    pasted = request.POST.get("lines", "")
    context = {
        **about(deck, request.user),
        "paste": paste,
        "pasted": pasted,
        "refused": refused.words if refused else "",
        "wrong": wrong_field(refused, pasted),
        "imports": listed_all(me(request)),
        "done": DONE.get(request.GET.get("done", "")),
        "most_bytes": MOST_BYTES,
        "megabytes": MOST_BYTES // MEGABYTE,
        "most_rows": MOST_ROWS,
        "forms": FORMS.values(),
        "too_big": uploads.too_big(MOST_BYTES + 1).words,
    }
    return render(request, "quotes/uploads/start.html", context, status=status(refused))


def wrong_field(refused: Wrong | None, pasted: str) -> str:
    if isinstance(refused, Unreadable):
        return "lines" if pasted.strip() else "file"
    return refused.field if isinstance(refused, Refused) else ""


def listed_all(person: User) -> list[dict[str, Any]]:
    """Somebody's latest imports; what their decks are called is looked up once each."""
    found = list(uploads.of(person)[:MOST_LISTED])
    called = {deck: about(deck, person) for deck in {one.deck for one in found}}
    return [{"upload": one, "state": one.get_state_display(), **called[one.deck]} for one in found]


# One import


@page_view
def upload(request: HttpRequest, row: int) -> HttpResponse:
    """Where it stands, for its person; 404 for everybody else."""
    found = uploads.with_decks(me(request).uploads.select_related("person")).filter(pk=row).first()
    if found is None:
        if request.session.get("dropped") == row:  # pressed twice
            return see_other("deck-import", done="dropped")
        raise Http404
    return do(request, found) if request.method == "POST" else show(request, found)


def show(request: HttpRequest, upload: Upload, refused: Wrong | None = None) -> HttpResponse:
    if upload.state in (State.WAITING, State.WORKING):
        return waiting_page(request, upload, refused)
    if upload.state == State.DONE:
        response = report_page(request, upload)
    elif upload.state == State.REFUSED or not may_go_on(request, upload):
        response = refused_page(request, upload)
    else:
        response = rows_page(request, upload, refused or uploads.refusal_of(upload), status(refused))
    if request.htmx:  # type: ignore[attr-defined]
        response["HX-Refresh"] = "true"  # who followed it while it was worked on sees all of the page
    return response


def waiting_page(request: HttpRequest, upload: Upload, refused: Wrong | None) -> HttpResponse:
    adds = bool(upload.agreed_at)
    done, rows = (
        uploads.progress_of(upload) if adds and upload.state == State.WORKING else (0, upload.all_rows)
    )
    context = {
        **about(upload.deck, request.user),
        "upload": upload,
        "working": upload.state == State.WORKING,
        "adds": adds,
        "rows_done": done,
        "rows_in_all": rows,
        "before": uploads.waiting_before(upload),
        "refused": refused.words if refused else "",
    }
    return render(request, "quotes/uploads/waiting.html", context, status=status(refused))


def may_go_on(request: HttpRequest, upload: Upload) -> bool:
    """Whether its deck is still there, and its person edits it."""
    return upload.deck is None or decks.may_edit(request.user, upload.deck)


def refused_page(request: HttpRequest, upload: Upload) -> HttpResponse:
    goes_on = may_go_on(request, upload)
    refused = uploads.refusal_of(upload) if goes_on else Refused("not_yours", 403)
    context = {
        **about(upload.deck if goes_on else None, request.user),
        "upload": upload,
        "words": refused.words if refused else "",
        "may_try": goes_on,
    }
    return render(request, "quotes/uploads/refused.html", context, status=200 if goes_on else 403)


def do(request: HttpRequest, upload: Upload) -> HttpResponse:
    """What is pressed on its page. What was chosen for the rows of that page is kept first."""
    what = request.POST.get("do", "")
    if what == "drop":
        return drop(request, upload)
    if upload.state != State.READY:
        return see_other("upload", upload.pk)
    if not may_go_on(request, upload):
        return refused_page(request, upload)
    try:
        keep(upload, request.POST, what)
        if what == "add":
            uploads.agree(upload)
            return see_other("upload", upload.pk)
    except (Refused, MayNotWrite) as refused:
        return show(request, uploads.again(upload), refused)
    said = {"pair": "paired", "unpair": "unpaired", "keep": "kept"}.get(what, "")
    asked = QueryDict(request.POST["go"][:100]) if "go" in request.POST else request.POST
    which = asked.get("show", "")
    where = {"show": which if which in FILTERS else "", "page": number(asked.get("page")) or ""}
    return see_other("upload", upload.pk, **where, done=said, at="" if said else "rows")


def drop(request: HttpRequest, upload: Upload) -> HttpResponse:
    uploads.drop(upload)
    if Upload.objects.filter(pk=upload.pk).exists():  # it is being worked on, or done
        return see_other("upload", upload.pk)
    request.session["dropped"] = upload.pk
    if upload.deck and may_go_on(request, upload):
        return see_other("deck-import", upload.deck.pk, done="dropped")
    return see_other("deck-import", done="dropped")


def for_all(sent: Any, choices: Choices) -> None:
    """What is chosen for all rows at once, where its page asks for it."""
    if sent.get("numbers") in (rows.CHANGE, rows.ADD):
        choices.numbers = sent["numbers"]
    if sent.get("kind") in looks.KINDS:
        choices.kind = sent["kind"]


def keep(upload: Upload, sent: Any, what: str) -> None:
    """The choices of the page that was sent, among those of all others. Raises Refused."""
    ticked, on_page = set(numbers(sent.getlist("take"))), numbers(sent.getlist("row"))
    anyway, in_doubt = set(numbers(sent.getlist("anyway"))), numbers(sent.getlist("doubt"))

    def change(fresh: Upload, found: Found, choices: Choices) -> None:
        there = range(len(found.rows))
        for place in filter(there.__contains__, on_page):
            (choices.out.discard if place in ticked else choices.out.add)(place)
        for place in filter(there.__contains__, in_doubt):
            (choices.anyway.add if place in anyway else choices.anyway.discard)(place)
        for_all(sent, choices)
        for place, row in enumerate(found.rows):
            way = sent.get(f"way-{place}")
            if way is not None:
                choices.ways.pop(place, None)
                choices.ways |= {place: way} if way in rows.ways_for(row) else {}
        if what == "pair":
            choices.pairs += rows.pairs_in(uploads.lines(fresh, found, choices))
        elif what == "unpair":
            choices.pairs = []

    uploads.choose(upload, change, sent if upload.deck is None and "title" in sent else None)
