from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from games.moderation.moderators import is_moderator
from games.moderation.reports import mark_of

register = template.Library()


@register.simple_tag(takes_context=True)
def report_link(context: Any, kind: str, key: Any) -> str:
    """Where this reader reports it; "" for what has no row, and for one's own name."""
    request = context.get("request")
    if request is None or not key:
        return ""
    person = request.user.pk if request.user.is_authenticated else None
    if kind == "name" and key == person:
        return ""
    where = reverse("report", args=[kind, key, mark_of(kind, key, person)])
    return f"{where}?{urlencode({'next': page_of(request)})}"


def page_of(request: Any) -> str:
    """The page that is seen; of a fragment that which it is in."""
    htmx = getattr(request, "htmx", None)
    seen = htmx.current_url_abs_path if htmx else None
    return str(seen or request.get_full_path())


@register.filter
def moderates(person: Any) -> bool:
    return is_moderator(person)
