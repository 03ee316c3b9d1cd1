"""The forms of a round: choosing a quote or a source, writing one, both at once, and the one swap beside them."""

from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cast import Cast, Side, typed
from games.engine import Card, Choice, Field, Offer, Prompt, Way
from games.face import Face
from games.pictures import select

from .answers import MOST_WRITTEN
from .board import sealed
from .cards import is_blank
from .looks import (
    Text,
    own_language,
    quote_card,
    quote_text,
    report_of,
    reports,
    side_of,
    source_card,
    source_text,
    written,
    written_card,
)
from .names import name_of
from .parts import GoqView, Hand, Source
from .words import READS_WORDS

Form = dict[str, Any]

WRONG_TEXTS = ("nothing_written", "text_too_long", "text_too_short")  # refusals that belong to the text
TIPS = gettext_lazy("Famous people, friends, colleagues, the teacher, the pet: whoever would never say it.")


def show(face: Face, view: GoqView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    """What the template of this kind of prompt needs. sent: a refused form, whose choices are kept."""
    way = offer.ways[0]
    hand = view.mine()[1]
    form: Form = {
        "given": prompt.given,
        "sealed": sealed(view, prompt.kind),
        "aside": aside(view, cast),
        "swap": swap(view, offer, cast, sent),
        "count": len(hand.cards),
        "answer": answered(view, cast) if prompt.given else None,
    }
    if prompt.kind != "write":
        form["cards"] = candidates(face, view, prompt, way, cast, sent)
        form["reads"] = reads(view, way, cast, sent)
    if prompt.kind in ("write", "both"):
        form["writes"] = writing(view, way, cast, sent)
    if prompt.kind == "write":
        form["ideas"] = [idea(view, cast, card) for card in hand.cards]
    return form


def field_of(way: Way, name: str) -> Field | None:
    return next((field for field in way.fields if field.name == name), None)


def tidy(form: QueryDict) -> QueryDict:
    """An answer with the line that was taken from the idea pad as what was written."""
    if "mine" not in form:
        return form
    tidied = form.copy()
    taken = tidied.pop("mine")[-1]
    if taken and not tidied.get("words", "").strip():
        tidied["words"] = str(taken)
    return tidied


# What was answered


def answered(view: GoqView, cast: Cast) -> Form:
    """My sealed answer in its own words: a quote, a source, or both."""
    hand, language = view.mine()[1], view.table.options.language
    draft = hand.draft
    if draft is None:
        return {}
    kinds = {view.table.task} if view.table.task != "both" else {"quote", "source"}
    if kinds == {"source"} and draft.card:
        return {"source": source_text(Source(draft.card, draft.reads), cast, language)}
    said: Form = {"quote": quote_text(draft.card, cast, language)} if draft.card else {}
    if draft.lends:
        return said | {"source": source_text(Source(draft.lends), cast, language)}
    if draft.words:
        number = draft.words
        return said | {"source": Text(written(number, cast, language), own_language(number, language))}
    return said


# The cards to choose from


def candidates(
    face: Face, view: GoqView, prompt: Prompt, way: Way, cast: Cast, sent: QueryDict | None
) -> list[Form]:
    """The hand as radio cards, for what is chosen from it now."""
    field = field_of(way, "card")
    if field is None:
        return []
    chosen = sent.get("card", "") if sent is not None else str(field.preset or "")
    fresh = fresh_cards(view.mine()[1])
    return [candidate(face, view, prompt.kind, choice, cast, chosen, fresh) for choice in field.choices]


def candidate(
    face: Face, view: GoqView, kind: str, choice: Choice, cast: Cast, chosen: str, fresh: tuple[Card, ...]
) -> Form:
    card = str(choice.value)
    side = side_of(card, cast, view.table.options.language)
    return {
        "value": card,
        "picture": source_card(side) if kind == "source" else quote_card(side),
        "quote": quote_text(card, cast, view.table.options.language),
        "reports": reports(card, cast),
        "chosen": card == chosen,
        "reason": face.reason(choice.reason) if choice.reason else "",
        "new": card in fresh,
        "behind": behind(side),
    }


def fresh_cards(hand: Hand) -> tuple[Card, ...]:
    """The cards worth a mark: not when the whole hand has just come from the right."""
    return hand.cards[-hand.new :] if 0 < hand.new < len(hand.cards) else ()


def behind(side: Side) -> Form | None:
    """The other side of a card, where it may be looked at for ideas."""
    if side.behind is None:
        return None
    return {
        "quote": Text(side.behind.quote, side.behind.language),
        "source": Text(side.behind.source, side.behind.language),
        "description": Text(side.behind.description, side.behind.language),
        "reports": report_of(side.behind),
    }


def idea(view: GoqView, cast: Cast, card: Card) -> Form:
    """A card of the hand while a source is written: both its sides, for ideas."""
    side = side_of(card, cast, view.table.options.language)
    return {"card": source_card(side), "reports": reports(card, cast), "behind": behind(side)}


# What lies aside already


def aside(view: GoqView, cast: Cast) -> Form | None:
    """The card that the combination has already, pinned above the candidates."""
    hand, language = view.mine()[1], view.table.options.language
    if hand.quote is not None:
        # Whose it really is does not matter any more, and the card stays in sight.
        side = replace(side_of(hand.quote, cast, language), source="", description="")
        return {"label": _("Your quote"), "card": quote_card(side), "reports": reports(hand.quote, cast)}
    if hand.source is None:
        return None
    label = _("Your source")
    if hand.source.face:
        side = side_of(hand.source.face, cast, language)
        return {
            "label": label,
            "card": source_card(side, alone=True),
            "reports": reports(hand.source.face, cast),
        }
    number = hand.source.words
    text = Text(written(number, cast, language), own_language(number, language))
    return {"label": label, "card": written_card(text)}


def reads(view: GoqView, way: Way, cast: Cast, sent: QueryDict | None) -> Form | None:
    """Name or description, with the round's last choice; nothing where only one of them is there."""
    field = field_of(way, "reads")
    if field is None:
        return None
    hand, language = view.mine()[1], view.table.options.language
    chosen = sent.get("reads", "") if sent is not None else ""
    chosen = chosen or (hand.draft.reads if hand.draft else str(field.preset))
    side = side_of(hand.source.face, cast, language) if hand.source and hand.source.face else None
    if side is not None and not side.description:
        return None
    if side is None and all(is_blank(card) for card in hand.cards):
        return None
    return {
        "choices": [
            {
                "value": choice.value,
                "word": READS_WORDS[str(choice.value)],
                "chosen": choice.value == chosen,
            }
            for choice in field.choices
        ]
    }


# Writing


def writing(view: GoqView, way: Way, cast: Cast, sent: QueryDict | None) -> Form:
    """The card to write on, and a few names for whoever has no idea."""
    language, hand = view.table.options.language, view.mine()[1]
    number = hand.draft.words if hand.draft else hand.kept
    text = typed(cast.words(number)) if number > 0 else ""
    stock = str(number) if number < 0 else ""
    if sent is not None:
        text, stock = sent.get("words", ""), sent.get("stock", "")
    return {
        "text": text,
        "most": MOST_WRITTEN,
        "wrongs": WRONG_TEXTS,
        "tips": str(TIPS),
        "stock": stock_select(way, language, stock),
        "language": language,
    }


def stock_select(way: Way, language: str, chosen: str) -> Any:
    field = field_of(way, "stock")
    numbers = [int(choice.value) for choice in field.choices] if field else []
    digits = chosen.removeprefix("-")
    if chosen and digits.isascii() and digits.isdigit() and len(digits) < 3 and int(chosen) not in numbers:
        numbers.append(int(chosen))
    options = (("", _("I write one myself")), *((str(n), name_of(n, language)) for n in numbers))
    return select("stock", "", options, chosen)


# The swap


def swap(view: GoqView, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form | None:
    """The one swap: any number of cards for as many new ones. None where it is used up or none can be drawn."""
    way = next((way for way in offer.ways if way.do == "swap"), None)
    field = field_of(way, "cards") if way is not None and way.reason is None else None
    if field is None:
        return None
    language = view.table.options.language
    kept = sent.getlist("cards") if sent is not None else []
    rows = []
    for choice in field.choices:
        side = side_of(str(choice.value), cast, language)
        rows.append({"value": choice.value, "side": side, "chosen": str(choice.value) in kept})
    return {"cards": rows, "most": field.high, "open": bool(kept), "few": field.high < len(rows)}
