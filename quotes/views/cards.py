"""What is done to the cards of a deck in its editor."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts.onward import see_other
from accounts.standing import MayNotWrite
from quotes import editing, history
from quotes.models import Card, Deck
from quotes.refusals import Refused
from quotes.views import half_written
from quotes.views.editor import (
    address,
    back,
    card_named,
    filters,
    look_around,
    moment,
    opened,
    retyped,
    show,
    still_open,
    too_much,
)
from quotes.views.pages import button_view, edited, number, numbers


@button_view
def add(request: HttpRequest, key: int) -> HttpResponse:
    """A new card, or the missing side of one; then the next one can be typed."""
    deck, sent = edited(request, key), request.POST
    if half_written.is_search(sent):
        return look_around(request, deck)
    if half_written.is_tag(sent):
        return bulk(request, key=key)
    at, asked = number(sent.get("number")), filters(sent)
    try:
        card = editing.add(request.user, deck, editing.read_texts(sent), at)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        return refuse(request, deck, refused)
    half_written.forget(request, deck, sent)
    if at:
        return back(deck, asked, card=card.pk, saved=1)
    return back(deck, asked, new=1, added=card.pk)


@button_view
def change(request: HttpRequest, key: int, row: int) -> HttpResponse:
    """Another text for a card. Where somebody was faster, what is there now is shown beside what was typed."""
    deck, sent = edited(request, key), request.POST
    if half_written.is_search(sent):
        return look_around(request, deck)
    if half_written.is_tag(sent):
        return bulk(request, key=key)
    card = deck.cards.filter(pk=row).first()
    if card is None:
        raise Refused("no_such_card", 404)
    try:
        texts, before = editing.read_texts(sent), sent.get("tags_before")
        made = editing.change(request.user, card, texts, tags_before=before)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        return refuse(request, deck, refused, card)
    half_written.forget(request, deck, sent)
    return back(deck, filters(sent), card=made.pk, saved=1)


def refuse(
    request: HttpRequest, deck: Deck, refused: Refused | MayNotWrite, card: Card | None = None
) -> HttpResponse:
    sent = request.POST
    card = card or card_named(deck, sent, "card")
    half_written.keep(request, deck, card, sent)
    return show(request, deck, retyped(deck, sent, card), refused)


def open_beside(deck: Deck, sent: Any) -> dict[str, Any]:
    """The card beside the list that has sent this; without scripts the form of the card sends it all."""
    return {} if "half" in sent else still_open(deck, sent)


@button_view
def bulk(request: HttpRequest, key: int) -> HttpResponse:
    """What is done to all cards that are ticked."""
    deck, sent, me = edited(request, key), request.POST, request.user
    rows, asked, what = numbers(sent.getlist("rows")), filters(sent), sent.get("do", "")
    alone = number(sent.get("out"))
    if alone is not None:  # the open card, in one form with those that are ticked
        rows, what = [alone], "out"
    elif half_written.is_tag(sent):
        what = "tag"
    if what not in ("out", "tag", "untag"):
        raise Refused("no_choice")
    if again := too_much(request, deck, sent, address(deck, asked)):
        return again
    stay = open_beside(deck, sent)
    try:
        if not rows:
            raise Refused("none_ticked", field="rows")
        if what != "out":
            off, typed = what == "untag", sent.get("new_tag", "")
            n = editing.tag(me, deck, rows, typed, off=off)  # type: ignore[arg-type]
            return back(deck, asked, **stay, **{"untagged" if off else "tagged": n})
        editing.take_out(me, deck, rows)  # type: ignore[arg-type]
    except (Refused, MayNotWrite) as refused:
        form = retyped(deck, sent, card_named(deck, sent, "card")) if "half" in sent else opened(deck, sent)
        form |= {"ticked": rows, "new_tag": sent.get("new_tag", ""), "bulk": True}
        form |= {"open": any(stay.values())}
        return show(request, deck, form, refused)
    out = deck.cards.filter(pk__in=rows).exclude(retired_at=None).order_by("-retired_at").first()
    return back(deck, asked, **stay, out=out.retired_at.isoformat() if out and out.retired_at else "")


@button_view
def bring_back(request: HttpRequest, key: int) -> HttpResponse:
    """Undo a removal, from the message about it or from the history; or bring back what a card said before."""
    deck, sent = edited(request, key), request.POST
    if "row" in sent:
        card = card_named(deck, sent, "row")
        if card is None:
            raise Refused("no_such_card", 404)
        history.bring_text_back(request.user, card)  # type: ignore[arg-type]
        return see_other("deck-history", key, done="text_back")
    at = moment(sent.get("at", ""))
    if at is None:
        raise Refused("no_choice")
    if again := too_much(request, deck, sent, address(deck, filters(sent))):
        return again
    n = editing.bring_back(request.user, deck, at)  # type: ignore[arg-type]
    if "history" in sent:
        return see_other("deck-history", key, brought=n)
    return back(deck, filters(sent), **open_beside(deck, sent), brought=n)
