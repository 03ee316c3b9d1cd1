"""Questions of a game outside a match: its options, and what it asks of those who sit down."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games import catalog, forms, lobby
from games.engine import Field
from games.models import Match
from games.paces import DEFAULT_PACE


def read(fields: Iterable[Field], form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """What was answered, by the fields' own names; what was left open is not in it. Raises ValueError."""
    answers: dict[str, Any] = {}
    for field in fields:
        question = msgspec.structs.replace(field, name=prefix + field.name)
        if form.get(question.name, "") == "":
            continue
        value = forms.read_value(question, form)
        fits = field.low <= value <= field.high if field.kind == "number" else value in values_of(field)
        if not fits:
            raise forms.Unreadable("not_understood")
        answers[field.name] = value
    return answers


def values_of(field: Field) -> list[Any]:
    return [choice.value for choice in field.choices]


def option_fields(slug: str, pace: int = DEFAULT_PACE) -> list[Field]:
    """The options that can be settled before anybody sits down."""
    game = catalog.GAMES[slug]
    fields = game.settings(max(game.seats), Match(pace=pace).live)
    return [field for field in fields if not lobby.naming_seats(field)]


def option_boxes(slug: str, sent: QueryDict | None) -> list[dict[str, Any]]:
    """The options for a form; one whose preset hangs on the pace can be left to it."""
    live = {field.name: field.preset for field in option_fields(slug, pace=1)}
    boxes = []
    for field in option_fields(slug):
        by_pace = by_the_pace(slug, field, live[field.name]) if live[field.name] != field.preset else {}
        sent_value = sent.get(field.name, "") if sent is not None else None
        value = sent_value if sent_value is not None else "" if by_pace else field.preset
        leave_open = _("as suits the pace (live: %(live)s; else: %(calm)s)") % by_pace if by_pace else ""
        boxes.append(box(slug, field, value, leave_open) | by_pace)
    return boxes


def by_the_pace(slug: str, field: Field, live: Any) -> dict[str, str]:
    """What leaving it open comes to: one thing where everybody is there at once, another in letters."""
    return {"live": value_words(slug, field, live), "calm": value_words(slug, field, field.preset)}


def value_words(slug: str, field: Field, value: Any) -> str:
    if field.kind == "number":
        return str(value)
    choice = next((one for one in field.choices if one.value == value), None)
    return str(catalog.face(slug).option(field, choice, ()))


def box(slug: str, field: Field, value: Any, leave_open: str = "") -> dict[str, Any]:
    """One question for its template. value: what is chosen, "" or None for nothing."""
    face = catalog.face(slug)
    if field.blank and not leave_open:
        leave_open = face.option(field, None, ()) if field.choices else _("I do not mind")
    chosen = "" if value is None else str(value)
    return {
        "name": field.name,
        "label": face.option_label(field),
        "kind": field.kind,
        "by_seat": lobby.naming_seats(field),
        "low": field.low,
        "high": field.high,
        "value": chosen,
        "open": leave_open,
        "left_open": chosen == "",
        "choices": [
            {
                "value": choice.value,
                "word": face.option(field, choice, ()),
                "chosen": chosen == str(choice.value),
            }
            for choice in field.choices
        ],
    }


def asked(slug: str, told: dict[str, Any]) -> list[dict[str, Any]]:
    """What the game asks whoever sits down, with the answers so far."""
    boxes = []
    for field in catalog.GAMES[slug].asks:
        answer = box(slug, field, told.get(field.name, field.preset))
        boxes.append(answer | {"name": f"ask-{field.name}"})
    return boxes


def read_asked(slug: str, form: QueryDict) -> dict[str, Any]:
    return read(catalog.GAMES[slug].asks, form, "ask-")


def in_words(slug: str, options: dict[str, Any], pace: int) -> list[dict[str, Any]]:
    """The options of a table as label and sentence."""
    face = catalog.face(slug)
    lines = []
    for field in option_fields(slug, pace):
        words = value_words(slug, field, options.get(field.name, field.preset))
        lines.append({"label": face.option_label(field), "words": words})
    return lines


def starters(slug: str, seats: Sequence[Any]) -> list[dict[str, Any]]:
    """Options that name a seat, for whoever starts the match: the people and bots at the table."""
    game, face = catalog.GAMES[slug], catalog.face(slug)
    boxes = []
    for field in game.settings(max(game.seats)):
        if lobby.naming_seats(field):
            people = [{"value": seat.pk, "word": str(seat.person or seat.name)} for seat in seats]
            boxes.append(
                {
                    "name": field.name,
                    "label": face.option_label(field),
                    "open": face.option(field, None, ()),
                    "choices": people,
                }
            )
    return boxes


def read_starters(slug: str, form: QueryDict) -> dict[str, int | None]:
    """By option the key of a seat's row, None for leaving it open."""
    named_by: dict[str, int | None] = {}
    for field in catalog.GAMES[slug].settings(max(catalog.GAMES[slug].seats)):
        if lobby.naming_seats(field):
            sent = form.get(field.name, "")
            named_by[field.name] = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else None
    return named_by
