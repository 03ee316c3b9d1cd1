"""Cards that are half written while somebody does something else in the editor, without scripts: each button sends
what is typed, and the session keeps it until it is saved. With scripts `static/js/drafts.js` keeps it.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from accounts.text import one_line
from quotes import decks
from quotes.editing import WORDS
from quotes.models import Card, Deck

FIELDS = (*WORDS, "category", "tags")
KEPT = (*FIELDS, "tags_before", "card", "number", "side")
PLAIN = "plain"  # the form has it where no scripts run
SHOWN = "half_shown"  # which half-written card the form began with
SESSION = "half_written"  # by deck, then by place
MOST = 20  # of all decks
LONGEST = 5_000  # letters of one
LONGEST_PLACE = 30
FIND = "find_"  # before the names of the search: the form has those of the list that is shown, too
SEARCH = ("q", "tag", "kind")


# What is looked for


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


def is_tag(sent: Mapping[str, str]) -> bool:
    """Whether Enter was pressed in the field for a tag of the ticked cards."""
    return "enter" in sent and bool(sent.get("new_tag", "").strip())


# What is kept


def is_unsaved(sent: Mapping[str, str], card: Card | None) -> bool:
    """Whether something is typed that its card does not say; card: None for a new one."""
    if card is None:
        return any(sent.get(name, "").strip() for name in WORDS)
    return any(one_line(sent[name]) != getattr(card, name) for name in FIELDS if name in sent)


def place(number: int | None, side: str) -> str:
    return f"{number} {side}" if number else "new"


def place_of(sent: Mapping[str, str]) -> str:
    return sent.get("half", "")[:LONGEST_PLACE]


def digest_of(half: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(half, sort_keys=True).encode()).hexdigest()[:16]


def shown_in(request: HttpRequest, deck: Deck, at: str, typed: Mapping[str, str]) -> str:
    """For a form that is made: what it shows of what is kept."""
    half = kept(request, deck).get(at)
    return digest_of(half) if half is not None and says_the_same(half, typed) else ""


def kept(request: HttpRequest, deck: Deck) -> dict[str, dict[str, str]]:
    """What is half written in a deck, by the place of its card."""
    found: dict[str, dict[str, str]] = request.session.get(SESSION, {}).get(str(deck.pk), {})
    return found


def keep(request: HttpRequest, deck: Deck, card: Card | None, sent: Mapping[str, str]) -> bool:
    """Keep what is typed and not saved. card: on which it was typed.

    False if it is too much to keep, or if another tab has kept something else in its place.
    """
    at, there = place_of(sent), kept(request, deck)
    if PLAIN not in sent or not at:
        return True
    if not is_unsaved(sent, card):
        forget(request, deck, sent)
        return True
    half = {name: sent[name] for name in KEPT if name in sent}
    if at in there and not is_shown(there[at], sent):
        return False
    others = sum(map(len, request.session.get(SESSION, {}).values())) - (at in there)
    if others >= MOST or sum(map(len, half.values())) > LONGEST:
        return False
    store(request, deck, there | {at: half})
    return True


def forget(request: HttpRequest, deck: Deck, sent: Mapping[str, str]) -> None:
    """It is saved, or thrown away; what another tab has kept in its place stays."""
    at, there = place_of(sent), kept(request, deck)
    if at in there and is_shown(there[at], sent):
        store(request, deck, {one: half for one, half in there.items() if one != at})


def is_shown(half: Mapping[str, str], sent: Mapping[str, str]) -> bool:
    """Whether this form has shown what is kept, or says the same."""
    return says_the_same(half, sent) or sent.get(SHOWN, "") == digest_of(half)


def says_the_same(half: Mapping[str, str], typed: Mapping[str, str]) -> bool:
    return all(half.get(name, "") == typed.get(name, "") for name in FIELDS)


def store(request: HttpRequest, deck: Deck, there: dict[str, Any]) -> None:
    halves = request.session.get(SESSION, {}) | {str(deck.pk): there}
    left = Deck.objects.filter(decks.THERE, pk__in=halves).values_list("pk", flat=True)
    request.session[SESSION] = {str(key): halves[str(key)] for key in left if halves[str(key)]}
