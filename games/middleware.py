from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.desk import UnreadableMatch


class UnreadableMatchMiddleware:
    """A page for those who sit in a match that today's rules cannot read, whatever they came for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnreadableMatch):
            return None
        found = request.resolver_match
        code = found.kwargs.get("code", "") if found else ""
        response = render(request, "games/unreadable.html", {"code": code}, status=503)
        response["Cache-Control"] = "private, no-store"
        return response
