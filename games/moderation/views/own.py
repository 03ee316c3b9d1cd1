"""What a person sees of moderation: their reports, the decisions about them, and the page of who is suspended."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.onward import see_other
from accounts.standing import muted_until, suspended_until
from games.moderation import appeals, own, verdicts
from games.moderation.models import MOST_APPEAL, Case
from games.moderation.views.pages import BOTH, page_of
from games.moderation.why import Refused
from quotes import decks, exporting
from quotes.views.pages import WRITTEN as OF_DECKS
from quotes.views.pages import title_of

WRITTEN = (*OF_DECKS, "text", "words", "message")  # shown again: what was sent is not taken


@require_safe
@never_cache
def my_reports(request: HttpRequest) -> HttpResponse:
    page = page_of(request, own.reports_of(request.user))
    rows = [row | {"lines": own.named(row["lines"])} for row in own.report_rows(page)]
    return render(request, "moderation/my_reports.html", {"rows": rows, "page": page})


@require_safe
@never_cache
def about_you(request: HttpRequest) -> HttpResponse:
    """With `case` in the address, the page that this decision is on. Whoever opens it has read what is new."""
    if request.user.unread_decision and request.method == "GET":  # type: ignore[union-attr]
        User.objects.filter(pk=request.user.pk).update(unread_decision=False)
        request.user.unread_decision = False  # type: ignore[union-attr]
    at = request.GET.get("case", "")
    return show(request, at=int(at) if at.isascii() and at.isdigit() and len(at) < 19 else 0)


@require_http_methods(BOTH)
@never_cache
def open_decisions(request: HttpRequest) -> HttpResponse:
    """From the bar on every page, which is gone then."""
    if request.method == "POST":
        User.objects.filter(pk=request.user.pk).update(unread_decision=False)
    return see_other("about-you")


def show(request: HttpRequest, refused: Refused | None = None, at: int = 0) -> HttpResponse:
    """refused: why what was said against decision `at` was not taken; what was typed is kept."""
    me = request.user
    page = page_of(request, own.decisions_about(me), at=at)
    others = page_of(request, own.in_my_decks(me), name="decks")
    links = own.edit_links([*page, *others], me)
    rows = [seen(own.decision_row(case), links) for case in page]
    for row in rows:
        here = refused is not None and row["key"] == at
        row["refused"] = refused.words if refused and here else ""
        row["typed"] = request.POST.get("text", "") if here else ""
    context: dict[str, Any] = {
        "rows": rows,
        "page": page,
        "others": [seen(own.owner_row(case), links) for case in others],
        "other_page": others,
        "muted": muted_until(me),
        "suspended": suspended_until(me),
        "most": MOST_APPEAL,
        "refused": refused.words if refused else "",
        "sent": "sent" in request.GET,
    }
    return render(request, "moderation/about_you.html", context, status=refused.status if refused else 200)


def seen(row: dict[str, Any], links: dict[int, str]) -> dict[str, Any]:
    return row | {"lines": own.named(row["lines"]), "edit": links.get(row["key"], "")}


@require_safe
@never_cache
def my_data(request: HttpRequest) -> HttpResponse:
    """All that moderation keeps of a person, as a file."""
    said = json.dumps(own.everything_about(request.user), ensure_ascii=False, indent=1)
    response = HttpResponse(said, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="reports-and-decisions.json"'
    return response


@require_http_methods(BOTH)
@never_cache
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("about-you")
    try:
        appeals.appeal(request.user, pk, request.POST.get("text", ""))
    except Case.DoesNotExist:
        raise Http404 from None
    except Refused as refused:
        return show(request, refused, pk)
    return see_other("about-you", sent=1, case=pk, at=f"case-{pk}")


@require_safe
@never_cache
def suspended(request: HttpRequest) -> HttpResponse:
    return suspended_page(request) if suspended_until(request.user) else redirect("front")


def suspended_page(request: HttpRequest, status: int = 200) -> HttpResponse:
    """Why, until when, and what can be done. status 403: in the place of what somebody sent."""
    case = verdicts.holding(request.user.pk, "suspend").select_related("appeal").first()
    mine = decks.edited_by(request.user)  # type: ignore[arg-type]
    context = {
        "until": suspended_until(request.user),
        "row": seen(own.decision_row(case), {}) if case is not None else None,
        "decks": [(deck.pk, title_of(deck)) for deck in exporting.with_cards(mine)],
        "most": MOST_APPEAL,
        "refused": status == 403,
        "wrote": [request.POST[name] for name in WRITTEN if request.POST.get(name, "").strip()],
    }
    response = render(request, "moderation/suspended.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
