"""A card that is half written while somebody looks at others, without scripts: it goes along, in one form with the
search. With scripts `static/js/drafts.js` keeps it.
"""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.text import one_line
from quotes.editing import WORDS
from quotes.models import Card

FIELDS = (*WORDS, "category", "tags")
FIND = "find_"  # before the names of the search: the form has those of the list that is shown, too
SEARCH = ("q", "tag", "kind")


def looked_for(request: HttpRequest) -> Mapping[str, str]:
    """Which cards are wanted in the list: by the search, or by the address that a button leads to."""
    sent = request.POST
    if sent.get("look") == "find" or is_search(sent):
        return {name: sent.get(FIND + name, "") for name in SEARCH}
    return request.GET


def is_search(sent: Mapping[str, str]) -> bool:
    """Enter presses the first button of the form, which keeps the card; but who typed a search meant that."""
    typed = any(FIND + name in sent and sent[FIND + name] != sent.get(name, "") for name in SEARCH)
    return "enter" in sent and typed


def is_unsaved(sent: Mapping[str, str], card: Card | None) -> bool:
    """Whether something is typed that its card does not say; card: None for a new one."""
    if card is None:
        return any(sent.get(name, "").strip() for name in WORDS)
    return any(one_line(sent[name]) != getattr(card, name) for name in FIELDS if name in sent)
