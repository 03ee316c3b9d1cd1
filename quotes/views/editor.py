"""The editor of a deck: its cards in a list, one of them open as it looks in a match."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.numbers import grouped
from accounts.onward import see_other
from accounts.standing import MayNotWrite
from accounts.text import one_line
from quotes import ahead, editing, looks, lookup
from quotes.models import Card, Deck, Tally
from quotes.refusals import Refused
from quotes.views import half_written, mending
from quotes.views.decks import DONE
from quotes.views.pages import (
    edited,
    head,
    look_of,
    number,
    numbered,
    numbers,
    page_view,
    query_of,
    status_of,
)

FIELDS = half_written.FIELDS
SIDES = {Card.Side.RED: gettext_lazy("red side"), Card.Side.BLUE: gettext_lazy("blue side")}


# What is asked for


def filters(sent: Any) -> dict[str, str]:
    """Which cards are listed, and which page of them; what cannot be understood is left out."""
    tags, kind = one_line(sent.get("tag", "")[:200]).casefold(), sent.get("kind", "")
    found = {
        "q": one_line(sent.get("q", "")[:200]),
        "tag": tags,
        "kind": kind if kind == "half" or kind in Card.Category.values else "",
        "page": str(number(sent.get("page")) or ""),
    }
    return {name: value for name, value in found.items() if value}


def address(deck: Deck, asked: dict[str, str], **more: Any) -> str:
    """The editor with the same cards in its list."""
    query = urlencode(asked | {name: value for name, value in more.items() if value})
    return reverse("deck-edit", args=[deck.pk]) + (f"?{query}" if query else "")


def back(deck: Deck, asked: dict[str, str], **said: Any) -> HttpResponse:
    return see_other("deck-edit", deck.pk, **asked, **said)


# The page


@page_view
def editor(request: HttpRequest, key: int) -> HttpResponse:
    """POST: other cards in the list, or another card, without scripts: what is half written is kept."""
    deck = edited(request, key)
    if request.method == "POST":
        return look_around(request, deck)
    return show(request, deck, opened_or_half_written(request, deck))


def look_around(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Where a button without scripts leads: to another card, or to other cards beside this one."""
    sent, look = request.POST.dict(), request.POST.get("look")
    there = request.get_full_path()
    if look == "drop":
        half_written.forget(request, deck, sent)
        return HttpResponseRedirect(there, status=303)
    if look == "clear":
        sent |= {"category": "", "tags": ""}
    elif look != "card":
        there = address(deck, filters(half_written.looked_for(request)), **still_open(deck, sent))
    return too_much(request, deck, sent, there) or HttpResponseRedirect(there, status=303)


def still_open(deck: Deck, sent: Any) -> dict[str, Any]:
    if card := card_named(deck, sent, "card"):
        return {"card": card.pk}
    if at := number(sent.get("number")):
        return {"number": at, "side": sent.get("side", "")}
    return {"new": 1 if half_written.is_unsaved(sent, None) else ""}


def too_much(request: HttpRequest, deck: Deck, sent: Any, there: str) -> HttpResponse | None:
    """The card again, where what is half written cannot be kept while something else is done; there: what that is."""
    card = card_named(deck, sent, "card")
    if half_written.keep(request, deck, card, sent):
        return None
    ticked = {"ticked": numbers(request.POST.getlist("rows")), "new_tag": sent.get("new_tag", "")}
    form = retyped(deck, sent, card) | ticked | {"unsaved": there}
    return show(request, deck, form, asked=filters(sent))


def opened_or_half_written(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    asked, kept = request.GET, half_written.kept(request, deck)
    form = opened(deck, asked)
    row = card_named(deck, asked, "card") if kept else None
    wanted, side = (row.number, row.side) if row else (number(asked.get("number")), asked.get("side", ""))
    for at in (half_written.place(wanted, form.get("side", side)), form["place"]):
        if half := kept.get(at):
            typed = retyped(deck, half, card_named(deck, half, "card"))
            return typed | {"place": at, "half": True, "open": form["open"] or at != form["place"]}
    return form


def opened(deck: Deck, sent: Any) -> dict[str, Any]:
    """The card that is open: one that is there (by its row), the side of one (by its number), or a new one."""
    row = card_named(deck, sent, "card")
    wanted, side = (row.number, row.side) if row else (number(sent.get("number")), sent.get("side", ""))
    cards = {card.side: card for card in editing.cards_in(deck).filter(number=wanted)} if wanted else {}
    if not cards:
        return new_card(deck, sent)
    side = side if side in SIDES else next(iter(cards))
    card = cards.get(side)
    typed = {name: getattr(card, name) for name in FIELDS} | {"tags_before": card.tags} if card else {}
    place = half_written.place(wanted, side)
    form = {"card": card, "on": card, "number": wanted, "side": side, "sides": cards, "place": place}
    return form | {"typed": typed, "open": True}


def card_named(deck: Deck, sent: Any, name: str) -> Card | None:
    row = number(sent.get(name))
    return deck.cards.filter(pk=row).first() if row is not None else None


def new_card(deck: Deck, sent: Any) -> dict[str, Any]:
    """Kind and tags are those of the card that was added before it: cards come in bunches."""
    last = card_named(deck, sent, "added")
    typed = {"category": last.category, "tags": last.tags} if last else {}
    tags = [hashes(last.tags)] if last and last.tags else []
    kind = [looks.KINDS[last.category]] if last and last.category != Card.Category.HOME else []
    kept = ", ".join(str(one) for one in [*kind, *tags])
    form = {"card": None, "number": None, "typed": typed, "place": half_written.place(None, "")}
    return form | {"open": "new" in sent, "added": last, "kept": kept}


def retyped(deck: Deck, sent: Any, card: Card | None = None) -> dict[str, Any]:
    """A refused form as it was typed. Sent again, it goes to what stands in the card's place by then."""
    typed = {name: sent.get(name, "") for name in FIELDS}
    if card is None:
        found = opened(deck, {name: sent.get(name, "") for name in ("number", "side")})
        place = half_written.place_of(sent) or found["place"]
        return found | {"typed": typed, "open": True, "now": found["card"], "place": place}
    typed["tags_before"] = sent.get("tags_before", card.tags)
    now = editing.current(card)
    sides = {one.side: one for one in editing.cards_in(deck).filter(number=card.number)}
    here = {"card": now, "on": now or card, "side": card.side, "sides": sides}
    here |= {"number": card.number if sides else None}
    here |= {"place": half_written.place_of(sent) or half_written.place(card.number, card.side)}
    return here | {"typed": typed, "open": True, "now": now if now != card else None, "gone": now is None}


def show(
    request: HttpRequest,
    deck: Deck,
    form: dict[str, Any],
    refused: Refused | MayNotWrite | None = None,
    asked: dict[str, str] | None = None,
) -> HttpResponse:
    """form: what is open. refused: why what it says was not kept. asked: which cards, as `filters` has it."""
    if asked is None:
        asked = filters(request.POST if refused else request.GET)
    found = lookup.matching(
        editing.cards_in(deck), asked.get("q", ""), asked.get("tag", ""), asked.get("kind", "")
    )
    page, rows = numbered(found.select_related("tally"), asked.get("page"))
    list_rows = [list_row(deck, card, asked, form, two=len(sides) > 1) for sides in rows for card in sides]
    here = saved(form) if form["open"] and form["number"] else {}
    elsewhere = [
        {
            "words": card_words(at),
            "url": address(deck, asked, **still_open(deck, half)),
            "beside": at == form["place"],  # on a phone it is on another page
        }
        for at, half in half_written.kept(request, deck).items()
        if at != form["place"] or not form["open"]
    ]
    context = {
        **head(request, deck),
        "form": form
        | form_look(deck, form, asked)
        | {"shown": half_written.shown_in(request, deck, form["place"], form["typed"])},
        "asked": asked,
        "hidden": [(name, value) for name, value in asked.items()],
        "hidden_beside": list((asked | here).items()),
        "beside": here.items(),
        "all_url": address(deck, {}, **here),
        "list_path": reverse("deck-edit", args=[deck.pk]),
        "page_query": query_of(**{name: value for name, value in (asked | here).items() if name != "page"}),
        "page": page,
        "rows": list_rows,
        "filtered": bool(set(asked) - {"page"}),
        "tags": lookup.tags_of(deck),
        "kinds": looks.KINDS.items(),
        "played": Tally.objects.filter(card__deck=deck).exists(),
        "faults": mending.faults_in(deck),
        "ahead": ahead.of(deck),
        "half_written": elsewhere,
        "only_beside": all(one["beside"] for one in elsewhere),
        "refused": refused.words if refused else "",
        "wrong": "" if form.get("bulk") else getattr(refused, "field", ""),
        "new_url": address(deck, asked, new=1),
        "list_url": address(deck, asked),
        **(said(deck, request.GET) if refused is None and request.method != "POST" else {}),
    }
    return render(request, "quotes/cards/editor.html", context, status=status_of(refused) if refused else 200)


def list_row(
    deck: Deck, card: Card, asked: dict[str, str], form: dict[str, Any], *, two: bool
) -> dict[str, Any]:
    return {
        "card": card,
        "url": address(deck, asked, card=card.pk),
        "open": form.get("card") == card,
        "side": SIDES[Card.Side(card.side)] if two or card.side == Card.Side.BLUE else "",
        "tally": getattr(card, "tally", None),
        "tags": hashes(card.tags),
        **look_of(card.category),
    }


def card_words(place: str) -> str:
    """What a card is called that is half written."""
    n, _space, side = place.partition(" ")
    if not side:
        return _("New card")
    words = _("Card %(n)s") % {"n": n}
    return f"{words}, {SIDES[Card.Side.BLUE]}" if side == Card.Side.BLUE else words


def hashes(tags: str) -> str:
    return " ".join(f"#{word}" for word in tags.split())


def form_look(deck: Deck, form: dict[str, Any], asked: dict[str, str]) -> dict[str, Any]:
    """Where the open card is sent to, its kinds to choose from, its other side, and the cards beside it."""
    card, typed = form["card"], form["typed"]
    chosen = typed.get("category") or Card.Category.HOME
    kinds = [{"value": value, "chosen": value == chosen, **look_of(value)} for value in looks.KINDS]
    there = form.get("sides", {})
    return {
        "action": reverse("card-change", args=[deck.pk, card.pk])
        if card
        else reverse("card-add", args=[deck.pk]),
        "saved_url": address(deck, asked, **saved(form)),
        "kinds": kinds,
        "look": look_of(chosen),
        "tally": Tally.objects.filter(card=card).first() if card else None,
        "tabs": [
            {
                "words": words,
                "there": side in there,
                "at": side == form["side"],
                "url": address(deck, asked, number=form["number"], side=side),
            }
            for side, words in SIDES.items()
        ]
        if form["number"]
        else [],
        **beside(deck, form["number"], asked),
    }


def saved(form: dict[str, Any]) -> dict[str, Any]:
    """The open card without what is typed."""
    if form["card"]:
        return {"card": form["card"].pk}
    return {"number": form["number"], "side": form["side"]} if form["number"] else {"new": 1}


def beside(deck: Deck, at: int | None, asked: dict[str, str]) -> dict[str, str]:
    if at is None:
        return {}
    cards = deck.cards.filter(retired_at=None)
    before = cards.filter(number__lt=at).order_by("-number").values_list("number", flat=True).first()
    after = cards.filter(number__gt=at).order_by("number").values_list("number", flat=True).first()
    found = {"before": before, "after": after}
    return {name: address(deck, asked, number=one) for name, one in found.items() if one is not None}


def said(deck: Deck, sent: Any) -> dict[str, Any]:
    """What was just done, in words, with its undo."""
    if (out := moment(sent.get("out", ""))) and (n := editing.removed_at(deck, out).count()):
        words = ngettext("%(n)s card is taken out.", "%(n)s cards are taken out.", n) % {"n": grouped(n)}
        return {"done": words, "undo": out.isoformat()}
    added = card_named(deck, sent, "added")
    if added and added.retired_at is None:
        return {"done": _("Card %(number)s is in the deck.") % {"number": added.number}, "typing": True}
    counted = {
        "tagged": lambda n: ngettext("%(n)s card is tagged.", "%(n)s cards are tagged.", n),
        "untagged": lambda n: ngettext(
            "The tag is taken off %(n)s card.", "The tag is taken off %(n)s cards.", n
        ),
        "brought": lambda n: ngettext("%(n)s card is back.", "%(n)s cards are back.", n),
    }
    for name, words_for in counted.items():
        if n := number(sent.get(name)):
            return {"done": words_for(n) % {"n": grouped(n)}}
    if "saved" in sent:
        return {"done": _("The card is saved. Matches that run keep the one they were dealt.")}
    return {"done": DONE.get(sent.get("done", "")), "typing": "new" in sent}


def moment(sent: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(sent)
    except ValueError:
        return None
    # At either end of the calendar a moment cannot be told in another time zone.
    return at if at.tzinfo and 2000 <= at.year < 9000 else None
