"""Fragments that follow from a few values alone: rendered once, then taken from memory.

Cards, stamps and select boxes fill most of a page and hardly ever change; rendering them anew for each reader would be
most of what a page costs. Only what is the same for everybody who sends the same values belongs here.
"""

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language


def fragment(template: str, **values: Any) -> SafeString:
    """The rendered template, from memory if it was rendered with equal values in this language before."""
    # The type belongs to the key: safe and unsafe text are equal, and so are 1 and True.
    return _render(
        get_language(), template, tuple((key, type(value), value) for key, value in values.items())
    )


@lru_cache(maxsize=4096)
def _render(language: str | None, template: str, values: tuple[tuple[str, type, Any], ...]) -> SafeString:
    return render_to_string(template, {key: value for key, _type, value in values})


def select(name: str, label: str, options: tuple[tuple[str, str], ...], chosen: str) -> SafeString:
    """A select box. label: its name for a screen reader, "" where a visible label stands beside it."""
    return fragment("games/_select.html", name=name, label=label, options=options, chosen=chosen)
