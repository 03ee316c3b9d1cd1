from typing import Any

from django import template
from django.conf import settings
from django.utils.safestring import SafeString

from accounts import faces, site_pages

register = template.Library()


@register.simple_tag
def face(person: Any) -> SafeString:
    return faces.stamp(person.face, str(person)[:1].upper())


@register.simple_tag
def site_links() -> list[dict[str, str]]:
    """The pages that the host wrote: for the footer, and for the form that asks to agree to them."""
    return site_pages.links()


@register.simple_tag
def may_keep(person: Any) -> bool:
    """Whether to offer a guest an account."""
    return bool(getattr(person, "is_guest", False)) and settings.SIGNUP != "closed"


@register.simple_tag
def signup_is_open() -> bool:
    return bool(settings.SIGNUP == "open")
