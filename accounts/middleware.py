from collections.abc import Callable
from typing import Any

from django.contrib.auth import middleware as auth
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import people, preferences


class LoginRequiredMiddleware(auth.LoginRequiredMiddleware):
    """Django's own asks who is there (two queries) before it sees that the view wants nobody."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if not getattr(view, "login_required", True):
            return None
        return super().process_view(request, view, args, kwargs)


class PreferencesMiddleware:
    """Language, time zone and `request.theme` of whoever is there, before the view runs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.theme = preferences.theme_of_browser(request)
        try:
            return self.get_response(request)
        finally:
            # The thread goes on to serve somebody else.
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        if getattr(view, "without_person", False):
            return
        person = request.user
        people.note_visit(person)
        if zone := preferences.time_zone(request, person):
            timezone.activate(zone)
        if person.is_authenticated:
            request.theme = person.theme
            if preferences.is_language(person.language):
                translation.activate(person.language)
                request.LANGUAGE_CODE = person.language
