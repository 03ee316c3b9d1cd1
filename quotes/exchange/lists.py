"""Texts without cells: a quote a line and who said it, or paragraphs with a percent sign between them."""

import re
from collections import deque
from collections.abc import Iterator, Sequence

from quotes.exchange.cards import make_row, skipped
from quotes.exchange.fields import columns_of, key_of
from quotes.exchange.limits import MOST_NAME, MOST_QUOTE, WORTH_A_LOOK
from quotes.exchange.marks import without_marks
from quotes.exchange.parts import Row
from quotes.exchange.tables import REMARK

OURS = "# quote-deck text 1"
CLOSING = "”“«»\"’'›‹„"
DASH = re.compile(r"(?<!\s)\s++(?:[–—―‒|~]++|-{1,3})\s++")
# After a closing mark no space is needed.
CLOSED = re.compile(rf"(?<=[{CLOSING}])\s*+(?:[–—―‒]++|-{{1,3}})\s*+")
DOUBLE = re.compile(r"(?<!\s)\s++(?:--+|[–—]++(?=\w))")
LEADING = re.compile(r"\s*+(?:[–—―]|--)\s*+")
BULLET = re.compile(r"\s*+(?:[-*•·‣]|\(?[0-9]{1,5}[.):])\s++")
LINK = re.compile(r"(?:https?://|www\.)\S+")
LETTER = re.compile(r"[^\W_]")
SENTENCE = re.compile(r"[.!?…]$")
MOST_WORDS = 4  # of a name that ends with a stop: "Martin Luther King, Jr."
BETWEEN = re.compile(r"\s*%+\s*")
LONGEST = MOST_QUOTE * WORTH_A_LOOK
FEW = 8  # lines
PART_WITH_DASHES = 4
ITEMS = 0.6  # of the lines begin like items of a list


def rows_of(lines: Sequence[str]) -> Iterator[Row]:
    """A row for each line that is not empty."""
    bulleted = are_items(lines)
    dashes = have_dashes(lines)
    top = next((place for place, line in enumerate(lines, 1) if line.strip()), 0)
    for place, line in enumerate(lines, 1):
        if REMARK.match(line) or (place == top and "quote" in columns_of((line.strip(),))):
            yield skipped(place, "remark")
        elif line.strip():
            yield row_of_line(place, BULLET.sub("", line, count=1) if bulleted else line, dashes)


def are_items(lines: Sequence[str]) -> bool:
    there = [line for line in lines if line.strip()]
    return len(there) > 1 and sum(BULLET.match(line) is not None for line in there) >= ITEMS * len(there)


def have_dashes(lines: Sequence[str]) -> bool:
    """Whether a dash is before the source in this list: where few lines have one, it belongs to the quotes."""
    there = [line for line in lines if line.strip()]
    with_dash = sum(len(line) <= LONGEST and split_at_last(DASH, line.strip()) is not None for line in there)
    return len(there) < FEW or with_dash * PART_WITH_DASHES >= len(there)


def row_of_line(place: int, line: str, dashes: bool = True) -> Row:
    """The quote in a line, and its source where one is named."""
    if len(line) > LONGEST:
        return make_row(place, {"quote": line})
    if not LETTER.search(line) or LINK.fullmatch(line.strip()):
        return skipped(place, "not_a_quote")
    quote, source, description = split(line, dashes)
    return make_row(place, {"quote": quote, "source": source, "description": description}, foreign=True)


def split(line: str, dashes: bool) -> tuple[str, str, str]:
    """Quote, source, description."""
    line = line.strip(" ")
    for between in ("\t", " | "):
        if between in line:
            parts = [*(part.strip() for part in line.split(between, 2)), "", ""]
            return parts[0], parts[1], parts[2]
    line = line.strip()
    if (inner := without_marks(line)) != line:
        return inner, "", ""
    if leading := LEADING.match(line):
        return "", line[leading.end() :], ""
    for pattern in (CLOSED, DASH, DOUBLE) if dashes else (CLOSED, DOUBLE):
        if found := split_at_last(pattern, line):
            return *found, ""
    return line, "", ""


def split_at_last(pattern: re.Pattern[str], line: str) -> tuple[str, str] | None:
    """What is before and behind the last of these signs, if behind it there may be a name."""
    last = next(iter(deque(pattern.finditer(line), maxlen=1)), None)
    if last is None or not last.start():
        return None
    quote, source = line[: last.start()], line[last.end() :]
    return (quote, source) if is_name(source) else None


def is_name(text: str) -> bool:
    if not LETTER.search(text) or len(text) > MOST_NAME:
        return False
    return not SENTENCE.search(text) or len(text.split()) <= MOST_WORDS


# Fortunes


def are_fortunes(lines: Sequence[str]) -> bool:
    return any(line.strip() == "%" for line in lines)


def fortune_rows(lines: Sequence[str]) -> Iterator[Row]:
    """A row for each paragraph; its last line is the source if it begins with a dash."""
    start: int = 0
    for place, line in enumerate([*lines, "%"], 1):
        if BETWEEN.fullmatch(line):
            texts = [text for text in lines[start : place - 1] if text.strip()]
            if texts:
                yield fortune_row(start + 1, texts)
            start = place


def fortune_row(place: int, texts: list[str]) -> Row:
    behind = next((at for at, text in enumerate(texts) if re.match(r"\s*(?:--+|[—–―])", text)), None)
    if behind is None:
        return row_of_line(place, " ".join(text.strip() for text in texts))
    source = re.sub(r"^[\s—–―-]+", "", " ".join(texts[behind:]))
    return make_row(place, {"quote": " ".join(texts[:behind]), "source": source}, foreign=True)


# Our own


def is_ours(lines: Sequence[str]) -> bool:
    return lines[0].strip() == OURS


def own_rows(lines: Sequence[str]) -> Iterator[Row]:
    """Our own lines: a quote, a tab, who said it. What is at the top with a # says what deck it is."""
    top = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    for place, line in enumerate(lines[top:], top + 1):
        if line.strip():
            quote, _, source = line.partition("\t")
            yield make_row(place, {"quote": quote, "source": source})


def own_meta(lines: Sequence[str]) -> dict[str, str]:
    """What stands at the top of our own text, by name."""
    said: dict[str, str] = {}
    for line in lines[1:]:
        if not line.startswith("# "):
            break
        name, _, text = line[2:].partition(": ")
        said[key_of(name)] = text
    return said
