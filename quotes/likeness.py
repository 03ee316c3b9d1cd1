"""What near-duplicates have in common."""

import html
import unicodedata
from hashlib import blake2b

LONGEST_KEY = 32


def likeness(quote: str) -> str:
    """What two near-duplicates have in common: their letters and digits, whatever their case, accents and stops."""
    if quote.isascii() and "&" not in quote:  # most are, and a deck has thousands
        return "".join(filter(str.isalnum, quote.casefold()))
    plain = unicodedata.normalize("NFKD", html.unescape(quote)).casefold()
    return "".join(filter(str.isalnum, plain))


def sameness(text: str) -> str:
    """The same for a text of which nothing is a letter or digit: then all of it."""
    return likeness(text) or text


def key_of(quote: str, source: str) -> str:
    """What two cards have in common that say the same: the quote; without one, the source. Short, for an index."""
    text = f"q{sameness(quote)}" if quote else f"s{sameness(source)}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=LONGEST_KEY // 2).hexdigest()
