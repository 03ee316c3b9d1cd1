"""The form of a stamp: which of mine, and on whose combination."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase
from games.engine import Choice, Offer, Prompt
from games.face import Face

from .board import combo, sealed
from .parts import GoqView
from .stage import steps_of, unheard
from .words import VALUE_WORDS, value_words

Form = dict[str, Any]


def show(face: Face, view: GoqView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    """What the template needs: nothing to stamp before all has been heard. sent: a refused form."""
    table = view.table
    left = unheard(table, cast)
    form: Form = {"given": prompt.given, "sealed": sealed(view, "stamp"), "left": left}
    if prompt.given:
        form["answer"] = answered(view, cast)
    if left:
        words = ngettext(
            "%(n)s source is still to be heard. Then you stamp.",
            "%(n)s sources are still to be heard. Then you stamp.",
            left,
        )
        return form | {"left_words": words % {"n": left}, "all": steps_of(table.readings[-1])}
    to, value = offer.ways[0].fields
    chosen_to = sent.get("seat", "") if sent is not None else chosen(to.preset)
    chosen_value = sent.get("value", "") if sent is not None else chosen(value.preset)
    return form | {
        "values": [value_row(face, choice, chosen_value) for choice in value.choices],
        "readings": [
            reading_row(face, view, cast, place, choice, chosen_to) for place, choice in enumerate(to.choices)
        ],
        "verbs": [
            phrase(_("Stamp %(name)s’s reading"), name=cast.name(int(choice.value))) for choice in to.choices
        ],
    }


def answered(view: GoqView, cast: Cast) -> Form:
    """My sealed stamp, and on whose combination it lies."""
    stamp = view.mine()[1].stamp
    if stamp is None:
        return {}
    names = {"stamp": value_words(stamp.value), "name": cast.name(stamp.seat)}
    return {"words": phrase(_("%(stamp)s on %(name)s’s reading"), **names)}


def chosen(preset: Any) -> str:
    return "" if preset is None else str(preset)


def value_row(face: Face, choice: Choice, now: str) -> Form:
    """One kind of stamp, and how many of it are left."""
    name, counts = VALUE_WORDS[int(choice.value)]
    left = choice.more
    return {
        "value": choice.value,
        "name": name,
        "counts": counts,
        "left": ngettext("%(n)s left", "%(n)s left", left) % {"n": left},
        "reason": face.reason(choice.reason) if choice.reason else "",
        "chosen": str(choice.value) == now,
    }


def reading_row(face: Face, view: GoqView, cast: Cast, place: int, choice: Choice, now: str) -> Form:
    """One combination in the order of reading; my own is there, and closed."""
    row = combo(view, cast, len(view.table.readings), place)
    return row | {
        "value": choice.value,
        "n": place + 1,
        "reason": face.reason(choice.reason) if choice.reason else "",
        "chosen": str(choice.value) == now,
        "marks": [],
    }
