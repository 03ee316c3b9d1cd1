"""Who may make an account: everybody, those who were invited, or nobody (the SIGNUP setting)."""

from collections.abc import Callable

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import SignupLink

INVITED = "invited"  # in the session of whoever came by the link of a match: that link
WELCOMED = "welcomed"  # the host's own link

# Apps with links of their own say here whether one may let somebody in (`AppConfig.ready`).
invitation_checks: list[Callable[[str], bool]] = []


def may_sign_up(request: HttpRequest) -> bool:
    if settings.SIGNUP != "invitation":
        return bool(settings.SIGNUP == "open")
    return is_invited(request) or welcome_link(request) is not None


def opens_sign_up(link: str) -> bool:
    """Whether who holds this link of a match may make an account here."""
    if settings.SIGNUP != "invitation":
        return bool(settings.SIGNUP == "open")
    return any(is_good(link) for is_good in invitation_checks)


def is_invited(request: HttpRequest) -> bool:
    """By a link that is good still, whenever it was followed."""
    link = request.session.get(INVITED, "")
    return bool(link) and opens_sign_up(link)


def welcome_link(request: HttpRequest) -> SignupLink | None:
    """The host's link that this browser came by, while it is good."""
    link = SignupLink.objects.filter(link=request.session.get(WELCOMED, "")).first()
    return link if link and link.good else None


def use_invitation(request: HttpRequest) -> bool:
    """Whether an account may be made now; what allowed it is good for one less. Two at once use up two."""
    if settings.SIGNUP != "invitation":
        return bool(settings.SIGNUP == "open")
    if is_invited(request):
        del request.session[INVITED]
        return True
    link = request.session.pop(WELCOMED, "")
    good = SignupLink.objects.filter(link=link, left__gt=0, ends_at__gt=timezone.now())
    return good.update(left=F("left") - 1) > 0
