import re
import unicodedata

MOST_MARKS = 3  # on one letter: enough for every script that is written, too few to climb over other lines

# Letters, pictures and marks that show nothing, besides those that Unicode lists as controls and formats; and what
# is no character at all, which XML (so SVG) refuses.
BLANK = re.compile(
    "[\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(1, 17))
    + "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\ufff0-\ufff8\ufffc"
    "\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
JOINERS = "\u200c\u200d"
PICTURE_OR_TEXT = "\ufe0e\ufe0f"
KEYCAP = "\u20e3"
FIRST_JOINED = "\u0590"  # Latin, Greek and Cyrillic letters are below, and nothing there is ever joined


def one_line(text: str) -> str:
    """What a person typed, normalized and in one line; empty if nothing in it can be seen."""
    text = text.encode("utf-8", "ignore").decode()
    if not text.isascii():
        text = unicodedata.normalize("NFC", without_blanks(unicodedata.normalize("NFC", text)))
        text = unicodedata.normalize("NFC", without_towers(text))
    text = " ".join(re.sub(r"[\x00-\x1f\x7f]", "", re.sub(r"\s", " ", text)).split())
    return text if any(unicodedata.category(character)[0] in "LNPS" for character in text) else ""


def without_blanks(text: str) -> str:
    """No controls and formats (invisible, or turning the direction of all that follows) where they do nothing."""
    text = BLANK.sub("", re.sub(r"\s", " ", text))
    signs = set(text)  # few, however long it is
    text = text.translate(
        {ord(one): None for one in signs if one not in JOINERS and is_one_of(one, "Cc", "Cf")}
    )
    if signs.isdisjoint(JOINERS + PICTURE_OR_TEXT):
        return text
    kept: list[str] = []
    for place, one in enumerate(text):
        before, after = kept[-1] if kept else "", text[place + 1 : place + 2]
        if one in JOINERS and not (joins(before) and joins(after)):
            continue
        if one in PICTURE_OR_TEXT and not (is_picture(before) or after == KEYCAP):
            continue
        kept.append(one)
    return "".join(kept)


def is_one_of(one: str, *categories: str) -> bool:
    return unicodedata.category(one) in categories


def joins(one: str) -> bool:
    """Emoji and some scripts need joiners; between other letters one only makes two equal names differ."""
    return one >= FIRST_JOINED and (unicodedata.category(one)[0] in "LM" or is_picture(one))


def is_picture(one: str) -> bool:
    return one > "\xa8" and unicodedata.category(one) in ("So", "Sm", "Sk", "Po", "Pd", "Cn")


def without_towers(text: str) -> str:
    """At most three marks above and below a letter, and none on nothing."""
    if not any(is_one_of(one, "Mn", "Me") for one in set(text)):
        return text
    kept: list[str] = []
    marks = MOST_MARKS
    for one in text:
        if unicodedata.category(one) in ("Mn", "Me"):
            marks += 1
            if marks > MOST_MARKS:
                continue
        elif one == " ":
            marks = MOST_MARKS
        elif one not in JOINERS and unicodedata.category(one) != "Mc":
            marks = 0
        kept.append(one)
    return "".join(kept)
