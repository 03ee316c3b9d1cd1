"""From a posted form to the fields of an action, guided by the offer alone.

Only types are settled here. Whether an answer is allowed is the rules' business (`check`).
"""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from accounts.text import one_line
from games.engine import Field, Offer, Way
from quotes.text import clean

MOST_LIST = 60
LONGEST_VALUE = 64
REWINDS = "rewinds"  # how often the match had been put back when the form was shown
NOT_PART_OF_THE_ANSWER = {"csrfmiddlewaretoken", "took_ms", REWINDS}


class Unreadable(ValueError):
    """A form that no page of ours sends. `reason` is the key of a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Draft:
    """An answer before its texts are stored: `fields` for the action, `texts` by field name."""

    fields: dict[str, Any]
    texts: dict[str, str] = field(default_factory=dict)


def fingerprint(form: QueryDict) -> str:
    """The same for the same answer: how a double click is told from a different answer."""
    rows = sorted((key, form.getlist(key)) for key in form if key not in NOT_PART_OF_THE_ANSWER)
    return hashlib.blake2b(repr(rows).encode(), digest_size=16).hexdigest()


def read(offer: Offer, form: QueryDict) -> Draft:
    """The answer in `form`. Raises Unreadable if it is none of the offered ways or a value has the wrong type."""
    way = way_of(offer, form.get("do", ""))
    fields: dict[str, Any] = {"do": way.do}
    texts: dict[str, str] = {}
    for question in way.fields:
        if question.kind == "text":
            text = read_text(question, form)
            if text is None:
                fields[question.name] = None
            else:
                texts[question.name] = text
                fields[question.name] = 0
        else:
            fields[question.name] = read_value(question, form)
    return Draft(fields, texts)


def way_of(offer: Offer, do: str) -> Way:
    if not do and len(offer.ways) == 1:
        return offer.ways[0]
    for way in offer.ways:
        if way.do == do:
            return way
    raise Unreadable("not_understood")


def read_value(question: Field, form: QueryDict) -> Any:
    sent = [value for value in form.getlist(question.name) if value != ""]
    if question.kind in ("some", "list"):
        if len(sent) > MOST_LIST:
            raise Unreadable("not_understood")
        return [one_of(question, value) for value in sent]
    if not sent:
        if question.blank:
            return None
        raise Unreadable("nothing_chosen")
    if question.kind == "number":
        return whole_number(sent[-1])
    return one_of(question, sent[-1])


def one_of(question: Field, value: str) -> str | int:
    """A value typed like the choices. One that is not offered goes on to the rules, which know why not."""
    if any(isinstance(choice.value, int) for choice in question.choices):
        return whole_number(value)
    if len(value) > LONGEST_VALUE:
        raise Unreadable("not_understood")
    return value


def whole_number(value: str) -> int:
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise Unreadable("not_understood")
    return int(value)


def read_text(question: Field, form: QueryDict) -> str | None:
    raw = form.get(question.name, "")
    if not raw.strip() and question.blank:
        return None
    try:
        text = clean(raw)
    except ValueError as error:
        raise Unreadable("text_too_long" if one_line(raw[: question.high]) else "nothing_written") from error
    if not question.low <= len(text) <= question.high:
        raise Unreadable("text_too_long" if len(text) > question.high else "text_too_short")
    return text
