import re
import unicodedata

# Control characters, letters that show nothing, and the marks that turn the direction of all that follows.
# Joiners stay: emoji and some scripts need them.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u115f\u1160\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb]"
)


def one_line(text: str) -> str:
    """What a person typed, normalized and in one line; empty if nothing in it can be seen."""
    text = unicodedata.normalize("NFC", text.encode("utf-8", "ignore").decode())
    text = " ".join(UNSEEN.sub("", re.sub(r"\s", " ", text)).split())
    return text if any(unicodedata.category(character)[0] in "LNPS" for character in text) else ""
