from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def correction_link(context: Any, kind: str, key: Any) -> str:
    """Where this reader offers another text for a card that was read; "" where nobody would look at it."""
    deck = context.get("to_correct", {}).get(key) if kind == "card" else None
    return reverse("suggest", args=[deck, key]) if deck else ""
