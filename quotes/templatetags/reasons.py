"""What curators said, on pages."""

from django import template

from quotes import reviewing

register = template.Library()


@register.filter
def as_read(reason: str) -> str:
    return reviewing.reason_as_read(reason)
