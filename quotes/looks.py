"""What a card of a deck looks like: the drawing and the word of its kind of source. The rest: templates/quotes/."""

from typing import Any

from django.templatetags.static import static
from django.utils.translation import pgettext_lazy

from quotes.models import Card

SPRITE = "img/game_of_quotes.svg"
KINDS: dict[str, Any] = {
    Card.Category.MYTH: pgettext_lazy("kind of source", "myth"),
    Card.Category.TALE: pgettext_lazy("kind of source", "fairy tale"),
    Card.Category.LITERATURE: pgettext_lazy("kind of source", "literature"),
    Card.Category.HISTORY: pgettext_lazy("kind of source", "history"),
    Card.Category.SCIENCE: pgettext_lazy("kind of source", "science"),
    Card.Category.ART: pgettext_lazy("kind of source", "the arts"),
    Card.Category.WORK: pgettext_lazy("kind of source", "at work"),
    Card.Category.HOME: pgettext_lazy("kind of source", "at home"),
}
SELF_WRITTEN = pgettext_lazy("kind of source", "written by hand")


def drawing(name: str) -> str:
    """The address of a drawing of quote cards, for `<use href="…">`."""
    return f"{static(SPRITE)}#{name}"


def kind_look(category: str) -> dict[str, str]:
    """Drawing and word of a kind of source; "" is one that was written at the table."""
    known = next((kind for kind in KINDS if kind == category), None)
    return {"drawing": f"k-{known or 'pen'}", "kind": str(KINDS[known] if known else SELF_WRITTEN)}
