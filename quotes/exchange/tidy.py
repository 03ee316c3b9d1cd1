"""A text from a file, as a card keeps it."""

import html
import re
from functools import lru_cache

from accounts.text import one_line

# Of HTML only what HTML knows: "<3" and "a < b" are text. What is not closed costs no time.
TAG = re.compile(r"<(?:/?([a-zA-Z]++[1-6]?)(?:\s[^<>]*+|/)?+|!--[^<>]*+)>", re.ASCII)
LINES = (
    "address article aside blockquote br center dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p"
    " pre section table tbody td tfoot th thead tr ul"
)
PIECES = (
    "a abbr acronym b bdi bdo big cite code del dfn em embed font form i iframe img input ins kbd label link mark meta"
    " object q ruby s samp script small span strike strong style sub sup svg time tt u var wbr"
)
STANDS_FOR = (
    dict.fromkeys(LINES.split(), " ") | dict.fromkeys(PIECES.split(), "") | {"": ""}
)  # a remark has no name
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")

# French has a no-break space before two-part signs and inside its quotation marks; elsewhere it is any space.
NO_BREAK = "\u00a0\u202f"
KEPT = re.compile(f"(?<=\\S)[{NO_BREAK}](?=[:;!?»])|(?<=«)[{NO_BREAK}](?=\\S)")
KEPT_OR_NOT = re.compile(f"{KEPT.pattern}|(?P<not>[{NO_BREAK}])")
# Their stand-ins are the last two for private use: nobody writes with them.
HELD = {"\u00a0": "\U0010fffc", "\u202f": "\U0010fffd"}
GIVEN_BACK = {ord(stand_in): space for space, stand_in in HELD.items()}
ALL_HELD = re.compile("[\U0010fffc\U0010fffd]")

# Letters and signs that one_line leaves as they are: it looks at each by itself, and that takes time.
HARMLESS = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0373\u0388-\u0482\u048a-\u0513\u2010-\u2027\u2030-\u2047\u20a0-\u20bf]*"
)
LETTER = re.compile(r"[^\W_]")


TIMES = 3  # that a file which is not ours may have written its entities over and over: "&amp;amp;ndash;"

meant = lru_cache(1000)(html.unescape)


def plain(text: str, times: int = 1) -> str:
    """The text in one line, without HTML and whatever cannot be seen; empty if nothing is left."""
    return in_one_line(decoded(text, times))


def decoded(text: str, times: int = TIMES) -> str:
    """The text without tags of HTML, its entities read. times: at most, for entities of entities."""
    if "<" in text:
        text = TAG.sub(lambda tag: STANDS_FOR.get((tag[1] or "").lower(), tag[0]), text)
    for _ in range(times):
        before = text
        if "&" in text:
            text = ENTITY.sub(lambda entity: meant(entity[0]), text)
        if text == before:
            break
    return text


def in_one_line(text: str) -> str:
    """As one_line has it, but with the no-break spaces that French needs."""
    if not any(space in text for space in NO_BREAK):
        return quick_line(text)
    text = KEPT.sub(lambda space: HELD[space[0]], ALL_HELD.sub("", text))
    text = quick_line(text).translate(GIVEN_BACK)
    # What stood beside a space may be gone by now.
    text = KEPT_OR_NOT.sub(lambda space: " " if space["not"] else space[0], text)
    return " ".join(text.split(" ")).strip()


def quick_line(text: str) -> str:
    if HARMLESS.fullmatch(text) and LETTER.search(text):
        return " ".join(text.split())
    return one_line(text)


def guarded(text: str) -> str:
    """What is read as this text, even where it holds what looks like HTML."""
    return text if plain(text) == text else text.replace("&", "&amp;").replace("<", "&lt;")
