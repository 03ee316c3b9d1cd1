"""What is looked at before anything else reads the request."""

import re
from collections.abc import Callable, Mapping

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults

Answer = Callable[[HttpRequest], HttpResponse]
SESSION_KEY = re.compile(r"[a-z0-9]{8,40}")


def readable_requests(get_response: Answer) -> Answer:
    """Refuses what no browser sends; a cookie that cannot name a session is as good as none."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not is_utf8(request.content_params) or has_nul(request.META.get("QUERY_STRING", "")):
            return unreadable(request)
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if key is not None and not SESSION_KEY.fullmatch(
            key
        ):  # PostgreSQL takes no NUL, not even to look for
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        return get_response(request)

    return answer


def is_utf8(content_params: Mapping[str, str] | None) -> bool:
    """Django decodes with whatever codec of Python's the client names, also with those that make no text.

    The worst of them never get here: config/wsgi.py.
    """
    return (content_params or {}).get("charset", "utf-8").lower() == "utf-8"


def has_nul(query: str) -> bool:
    """PostgreSQL takes no NUL, not even to look for, and no page of ours asks for one."""
    return "%00" in query or "\x00" in query


def unreadable(request: HttpRequest) -> HttpResponse:
    # Not Django's own handler for 400: it looks for a token in the form, which must not be read.
    with translation.override(translation.get_language_from_request(request)):
        return HttpResponseBadRequest(render_to_string("400.html"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django calls where a request is refused later on: for more than a form may hold it has no page."""
    if isinstance(exception, RequestDataTooBig):
        return HttpResponse(render_to_string("413.html"), status=413)
    return defaults.bad_request(request, exception)


def words_for_405(get_response: Answer) -> Answer:
    """Django has a page for every other error; of this one a browser would show its own, or nothing."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and "text/html" in request.headers.get("Accept", ""):
            response.content = render_to_string("405.html", request=request)
        return response

    return answer
