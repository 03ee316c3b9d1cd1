"""allauth's pages as ours: a refused form is 422, too often is 429, and a guest signs in like a stranger."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.adapter import TOO_MANY

View = Callable[..., HttpResponse]


def in_house(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method == "POST":
            response.status_code = honest_status(response)
        add_never_cache_headers(response)
        return response

    return wrapped


def honest_status(response: HttpResponse) -> int:
    if response.status_code == 302:
        return 303
    if response.status_code != 200:
        return response.status_code
    form = (getattr(response, "context_data", None) or {}).get("form")
    errors = form.errors.as_data().values() if form is not None else ()
    codes = {error.code for found in errors for error in found}
    return 429 if codes & set(TOO_MANY) else 422


def as_stranger(view: View) -> View:
    """For the way in: a guest may take it, whoever has signed in need not. See Adapter.login for what then happens."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            if not request.user.is_guest:
                return HttpResponseRedirect(way_on(request))  # `redirect` takes a word for the name of a page
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return in_house(wrapped)


def way_on(request: HttpRequest) -> str:
    return wanted(request) or resolve_url(settings.LOGIN_REDIRECT_URL)


def wanted(request: HttpRequest) -> str:
    """The page of ours that somebody is to come to in the end; empty if none was named."""
    named = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(named, {request.get_host()}, require_https=request.is_secure()):
        return named
    return ""


def for_guest(view: View) -> View:
    """A guest on the way to sign in is a stranger there; everybody else stays who they are."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return in_house(wrapped)


def not_for_guests(view: View) -> View:
    """Guests have neither address nor password to change; they may get one first."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("keep")
        return view(request, *args, **kwargs)

    return in_house(wrapped)
