from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from accounts.standing import suspended_until
from games.moderation.views.own import suspended_page

# What somebody who is suspended can still do: read why, say something against it, take their data and go.
OPEN = {
    *(
        "suspended",
        "about-you",
        "open-decisions",
        "appeal",
        "my-reports",
        "my-data",
        "take-along",
        "delete-account",
        "deleted",
        "account_logout",
    ),
    *("account_reauthenticate", "account_request_reauthentication_code", "mfa_reauthenticate"),
    *("account_confirm_reauthentication_code", "preferences", "imprint", "privacy", "terms"),
    "deck-export",
    *("unsubscribe", "continue", "mails", "mail", "service-worker", "health"),
}
SAFE = ("GET", "HEAD", "OPTIONS")


def note_beginning(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """When a request came, for the marks of its flags: what is changed while its page is made is perhaps not on it."""

    def noted(request: HttpRequest) -> HttpResponse:
        request.began = timezone.now()  # type: ignore[attr-defined]
        return get_response(request)

    return noted


class SuspendedMiddleware:
    """Whoever is suspended comes to a page that says why, whatever they came for, and nothing they send is taken."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if getattr(view, "without_person", False) or not suspended_until(request.user):
            return None
        if request.resolver_match is not None and request.resolver_match.url_name in OPEN:
            return None
        if request.method not in SAFE:
            return suspended_page(request, status=403)
        where = reverse("suspended")
        if not request.htmx:  # type: ignore[attr-defined]
            return redirect(where)
        response = HttpResponse(status=204)
        response["HX-Redirect"] = where
        return response
