"""Who may make an account: everybody, those who were invited, or nobody (the SIGNUP setting)."""

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import SignupLink

INVITED = "invited"  # in the session of whoever came by the link of a match
WELCOMED = "welcomed"  # the host's own link


def may_sign_up(request: HttpRequest) -> bool:
    if settings.SIGNUP != "invitation":
        return bool(settings.SIGNUP == "open")
    return INVITED in request.session or welcome_link(request) is not None


def welcome_link(request: HttpRequest) -> SignupLink | None:
    """The host's link that this browser came by, while it is good."""
    link = SignupLink.objects.filter(link=request.session.get(WELCOMED, "")).first()
    return link if link and link.good else None


def use_link(request: HttpRequest) -> None:
    """An account was made: the link it was made by is good for one less."""
    if link := request.session.pop(WELCOMED, ""):
        good = SignupLink.objects.filter(link=link, left__gt=0, ends_at__gt=timezone.now())
        good.update(left=F("left") - 1)
