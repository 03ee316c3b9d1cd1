from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from accounts.standing import MayNotWrite, muted_until
from games.moderation import duties as duty
from games.moderation.moderators import is_moderator
from games.moderation.reports import mark_of

register = template.Library()


@register.simple_tag(takes_context=True)
def report_link(context: Any, kind: str, key: Any, said: Any = "") -> str:
    """Where this reader reports it; "" for what has no row, and for one's own name. said: of a name, what it is."""
    request = context.get("request")
    if request is None or not key:
        return ""
    person = request.user.pk if request.user.is_authenticated else None
    if kind == "name" and key == person:
        return ""
    mark = mark_of(kind, key, person, said, getattr(request, "began", None))
    where = reverse("report", args=[kind, key, mark])
    return f"{where}?{urlencode({'next': page_of(request)})}"


def page_of(request: Any) -> str:
    """The page that is seen; of a fragment that which it is in."""
    htmx = getattr(request, "htmx", None)
    seen = htmx.current_url_abs_path if htmx else None
    return str(seen or request.get_full_path())


@register.simple_tag(takes_context=True)
def silence(context: Any) -> str:
    """Why this reader may write nothing just now, "" for who may."""
    request = context.get("request") or getattr(context, "request", None)
    until = muted_until(getattr(request, "user", None))
    return MayNotWrite(until).words if until else ""


@register.filter
def moderates(person: Any) -> bool:
    return is_moderator(person)


@register.simple_tag
def duties(person: Any) -> list[duty.Duty]:
    return duty.of(person)
