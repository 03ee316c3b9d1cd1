"""What a person sees of moderation: their reports, the decisions about them, and the page of who is suspended."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.standing import muted_until, suspended_until
from games.moderation import appeals, own
from games.moderation.models import MOST_APPEAL, Case
from games.moderation.views.pages import BOTH, page_of, see_other
from games.moderation.why import Refused
from quotes import decks


@require_safe
@never_cache
def my_reports(request: HttpRequest) -> HttpResponse:
    page = page_of(request, own.reports_of(request.user))
    rows = [row | {"lines": own.named(row["lines"])} for row in map(own.report_row, page)]
    return render(request, "moderation/my_reports.html", {"rows": rows, "page": page})


@require_safe
@never_cache
def about_you(request: HttpRequest) -> HttpResponse:
    return show(request)


def show(request: HttpRequest, refused: Refused | None = None, at: int = 0) -> HttpResponse:
    """refused: why what was said against decision `at` was not taken; what was typed is kept."""
    rows = own.decisions_about(request.user)
    for row in rows:
        here = refused is not None and row["key"] == at
        row["lines"] = own.named(row["lines"])
        row["refused"] = refused.words if refused and here else ""
        row["typed"] = request.POST.get("text", "") if here else ""
    context: dict[str, Any] = {
        "rows": rows,
        "others": [row | {"lines": own.named(row["lines"])} for row in own.in_my_decks(request.user)],
        "muted": muted_until(request.user),
        "suspended": suspended_until(request.user),
        "most": MOST_APPEAL,
        "refused": refused.words if refused else "",
        "sent": "sent" in request.GET,
    }
    return render(request, "moderation/about_you.html", context, status=refused.status if refused else 200)


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
    return see_other("about-you", query="sent=1", anchor=f"case-{pk}")


@require_safe
@never_cache
def suspended(request: HttpRequest) -> HttpResponse:
    return suspended_page(request) if suspended_until(request.user) else redirect("front")


def suspended_page(request: HttpRequest, status: int = 200) -> HttpResponse:
    """Why, until when, and what can be done. status 403: in the place of what somebody sent."""
    found = appeals.about(request.user).filter(verdict__contains="suspend", until__gt=timezone.now())
    case = found.select_related("appeal").order_by("-until").first()
    row = own.decision_row(case) if case is not None else None
    context = {
        "until": suspended_until(request.user),
        "row": row | {"lines": own.named(row["lines"])} if row else None,
        "decks": decks.edited_by(request.user),  # type: ignore[arg-type]
        "most": MOST_APPEAL,
        "refused": status == 403,
    }
    response = render(request, "moderation/suspended.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
