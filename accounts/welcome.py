"""Making an account: open to all, to who was invited, or to nobody."""

from allauth.account import views as allauth
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.entrance import in_house, way_on
from accounts.models import SignupLink
from accounts.onward import see_other
from accounts.signup import WELCOMED

HOUR = 3600


@login_not_required
def sign_up(request: HttpRequest) -> HttpResponse:
    """allauth's, but for guests: they keep the row they have."""
    if request.user.is_authenticated:
        # Not Django's `redirect`: it takes a word for the name of a page.
        return redirect("keep") if request.user.is_guest else HttpResponseRedirect(way_on(request))
    return in_house(allauth.signup)(request)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def welcome(request: HttpRequest, link: str) -> HttpResponse:
    """GET says what the host's link is for; POST takes it."""
    if not limits.allowed("welcome", limits.address(request), 60, HOUR):
        return render(request, "429.html", status=429)
    found = SignupLink.objects.filter(link=link.replace("\x00", "")).first()
    if found is None or not found.good:
        raise Http404
    if request.method != "POST":
        return render(request, "accounts/welcome.html")
    request.session[WELCOMED] = found.link
    return see_other("account_signup")


@login_not_required
@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/deleted.html")
