"""What is to be mended in a deck, in words, for its editor."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quotes import faults
from quotes.models import Deck
from quotes.publishing import LEAST

MOST_FAULTS = 30  # listed


def faults_in(deck: Deck) -> dict[str, Any]:
    """What is to be mended, in words, each with a link to where that is done."""
    found, editor = faults.of(deck), reverse("deck-edit", args=[deck.pk])
    lines = [(row, missing(row)) for row in found.half] + [
        (row, twin(row, other)) for row, other in found.twins
    ]
    return {
        "small": small_words(found.size) if found.too_small else "",
        "lines": [
            {"words": words, "url": f"{editor}?card={row.pk}", "says": row.quote or row.source}
            for row, words in lines[:MOST_FAULTS]
        ],
        "more": max(0, len(lines) - MOST_FAULTS),
        "count": found.count,
        "half_url": f"{editor}?kind=half" if found.half else "",
    }


def small_words(n: int) -> str:
    words = ngettext(
        "%(n)s whole card so far. A match of three needs at least %(least)s.",
        "%(n)s whole cards so far. A match of three needs at least %(least)s.",
        n,
    )
    return words % {"n": n, "least": LEAST}


def missing(row: Any) -> str:
    if not row.quote:
        return _("Card %(number)s has no quote, so it is not dealt.") % {"number": row.number}
    return _("Card %(number)s has no source, so it is not dealt.") % {"number": row.number}


def twin(row: Any, other: Any) -> str:
    words = _("Card %(number)s says nearly the same as card %(other)s. One of them is dealt.")
    return words % {"number": row.number, "other": other.number}
