from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponse]


def without_person(view: View) -> View:
    """A view that is answered without asking who is there: no session, no user, no query for either."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs)

    wrapped.without_person = True
    wrapped.login_required = False
    return wrapped


def posted(page: str, part: str = "") -> Callable[[View], View]:
    """For addresses that only take posts: whoever opens one, after a refused form, wants the page it belongs to."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method in ("GET", "HEAD"):
                return redirect(reverse(page) + (f"#{part}" if part else ""))
            return view(request, *args, **kwargs)

        return require_http_methods(["GET", "HEAD", "POST"])(wrapped)

    return decorate
