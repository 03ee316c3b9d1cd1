"""Reporting something: a page with what was seen and the reasons, each of which sends it."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.onward import see_other
from games.moderation import reports
from games.moderation.models import MOST_NOTE, Case
from games.moderation.own import called, named
from games.moderation.reports import Glimpse
from games.moderation.targets import TARGETS
from games.moderation.views.pages import BOTH, way_back
from games.moderation.why import Refused, reasons_for

TITLES = dict(Case.Kind.choices)


@login_not_required
@require_http_methods(BOTH)
@never_cache
def report(request: HttpRequest, kind: str, key: int, mark: str) -> HttpResponse:
    """GET: what it says, and why one may report it. POST: send. 404 for whoever was never shown it."""
    if not request.user.is_authenticated:
        where = urlencode({"next": request.get_full_path()})
        context = {"what": TITLES.get(kind, ""), "where": where, "back": way_back(request)}
        return render(request, "moderation/report_sign_in.html", context)
    glimpse = reports.glimpse_of(kind, key, request.user, mark) if kind in TARGETS else None
    if glimpse is None:
        raise Http404
    try:
        if request.method != "POST":
            return show(request, kind, key, glimpse)
        reason, note = request.POST.get("reason", ""), request.POST.get("note", "")
        reports.report(request.user, kind, key, reason, note, glimpse, limits.address(request))
    except Refused as refused:
        return show(request, kind, key, glimpse, refused)
    return see_other("report-sent", next=way_back(request))


def show(
    request: HttpRequest, kind: str, key: int, glimpse: Glimpse, refused: Refused | None = None
) -> HttpResponse:
    """The form as it was typed; without it, where there is nothing to report any more."""
    try:
        target, row = reports.find(kind, key, request.user, glimpse)
    except Refused as gone:
        refused, lines, before, what = gone, [], None, TITLES[kind]
    else:
        lines = [line.__dict__ for line in target.lines(row)]
        before = reports.before(request.user, target, row)
        what = called(kind, target.around(row) if kind == Case.Kind.WORDS else {})
    context: dict[str, Any] = {
        "what": what,
        "before": before,
        "lines": named(lines),
        "reasons": reasons_for(kind).items(),
        "note": request.POST.get("note", ""),
        "most": MOST_NOTE,
        "refused": refused.words if refused else "",
        "wrong": refused.field if refused else "",
        "open": bool(lines) and (refused is None or refused.why not in ("own", "reported_by_many")),
        "back": way_back(request),
    }
    status = refused.status if refused else 200
    return render(request, "moderation/report.html", context, status=status)


@require_safe
@never_cache
def sent(request: HttpRequest) -> HttpResponse:
    return render(request, "moderation/sent.html", {"back": way_back(request)})
