"""What near-duplicates have in common."""

import html
import unicodedata


def likeness(quote: str) -> str:
    """What two near-duplicates have in common: their letters and digits, whatever their case, accents and stops."""
    if quote.isascii() and "&" not in quote:  # most are, and a deck has thousands
        return "".join(filter(str.isalnum, quote.casefold()))
    plain = unicodedata.normalize("NFKD", html.unescape(quote)).casefold()
    return "".join(filter(str.isalnum, plain))
