"""What a file says about its deck."""

import re
from typing import Any

from quotes.exchange.fields import key_of
from quotes.exchange.limits import MOST_CREDIT, MOST_LICENCE, MOST_QUOTE, MOST_STAMP, MOST_TITLE
from quotes.exchange.parts import Meta
from quotes.exchange.tidy import plain

FIELDS = {
    "title": (("title", "name", "deckname"), MOST_TITLE),
    "language": (("language", "lang"), 8),
    "description": (("description",), MOST_QUOTE),
    "licence": (("licence", "license"), MOST_LICENCE),
    "rating": (("rating",), 8),
    "based_on": (("basedon",), MOST_CREDIT),
    "credit": (("credit", "credits", "author", "authors", "by"), MOST_CREDIT),
    "stamp": (("stamp",), MOST_STAMP),
}
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)?")
RATINGS = ("all", "teens", "adults")
PLACES = ("metadata", "meta", "info", "deck")
LONGEST = 10_000  # of what is looked at


def meta_of(tree: Any) -> Meta:
    """What stands at the top of a JSON file, or in its part about itself."""
    if not isinstance(tree, dict):
        return Meta()
    values = {key_of(key): value for key, value in tree.items()}
    for place in PLACES:
        if isinstance(values.get(place), dict):
            values = {key_of(key): value for key, value in values[place].items()} | values
    return meta_from(values)


def meta_from(values: dict[str, Any]) -> Meta:
    """By the names of values, as likeness has them."""
    said = {
        field: shortened(next((text for name in names if (text := text_of(values.get(name)))), ""), most)
        for field, (names, most) in FIELDS.items()
    }
    if said["rating"].casefold() not in RATINGS:
        said["rating"] = ""
    if not LANGUAGE.fullmatch(said["language"]):
        said["language"] = ""
    return Meta(**said | {"rating": said["rating"].casefold(), "language": said["language"].casefold()})


def text_of(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(text_of, value[:20])))
    if isinstance(value, dict):
        value = value.get("name") or value.get("title")
    return plain(value[:LONGEST]) if isinstance(value, str) else ""


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
