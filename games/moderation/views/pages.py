"""What the pages of moderation have in common."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.moderation import appeals, cases
from games.moderation.moderators import bench

View = Callable[..., HttpResponse]
BOTH = ["GET", "HEAD", "POST"]
A_PAGE = 30


def for_moderators(view: View) -> View:
    """404 for everybody else: nobody is told that there is such a page. `request.bench` is who moderates just now."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.bench = bench()  # type: ignore[attr-defined]
        if request.user.pk not in request.bench:  # type: ignore[attr-defined]
            raise Http404
        return view(request, *args, **kwargs)

    return never_cache(require_http_methods(BOTH)(wrapped))


def page_of(request: HttpRequest, rows: QuerySet[Any], name: str = "page", at: int = 0) -> Page[Any]:
    """name: of the number in the address. at: a row that is wanted, on whatever page it is."""
    number: Any = request.GET.get(name)
    if at and number is None:
        keys = list(rows.values_list("pk", flat=True))
        number = keys.index(at) // A_PAGE + 1 if at in keys else 1
    return Paginator(rows, A_PAGE).get_page(number)


def way_back(request: HttpRequest) -> str:
    """The page of ours that somebody came from, "" for none."""
    named = request.POST.get("next") or request.GET.get("next") or ""
    fits = url_has_allowed_host_and_scheme(named, {request.get_host()}, require_https=request.is_secure())
    return named if fits and named.startswith("/") else ""


def tabs(request: Any, at: str, current: str = "page") -> dict[str, Any]:
    """The head of every page of the queue: where one is, and how much waits. current: as `aria-current` says it."""
    waits = appeals.undecided(request.user, request.bench).count()
    return {"at": at, "current": current, "appeals": waits, **cases.counts(request.user, request.bench)}
