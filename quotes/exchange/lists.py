"""Texts without cells: a quote a line and who said it, or paragraphs with a percent sign between them."""

import re
from collections import deque
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from quotes.exchange.cards import make_row, skipped
from quotes.exchange.fields import columns_of, key_of
from quotes.exchange.limits import MOST_NAME, MOST_QUOTE, WORTH_A_LOOK
from quotes.exchange.marks import ALSO_APOSTROPHES, OPENINGS, in_marks, without_marks
from quotes.exchange.parts import Reason, Row
from quotes.exchange.signs import Line, signed
from quotes.exchange.tables import REMARK
from quotes.exchange.tidy import decoded, guarded

OURS = "# quote-deck text 2"
FIRST = "# quote-deck text 1"  # in which entities of HTML were written
CLOSING = "”“«»\"'’›‹„"
DASH = re.compile(r"(?<!\s)\s++(?:[–—―‒|~]++|-{1,3})\s++")
# After a closing mark no space is needed.
CLOSED = re.compile(rf"(?<=[{CLOSING}])\s*+(?:[–—―‒]++|-{{1,3}})\s*+")
DOUBLE = re.compile(r"(?<!\s)\s++(?:--+|[–—]++(?=\w))")
OPEN_END = re.compile(r"\s(?:[–—―]|-{1,2})$")
BRACKETS = re.compile(r"[(\[]([^()\[\]]++)[)\]]\.?")
LINK = re.compile(r"(?:https?://|www\.)\S+")
LETTER = re.compile(r"[^\W_]")
SENTENCE = re.compile(r"[.!?…]$")
MOST_WORDS = 4  # of a name that ends with a stop: "Martin Luther King, Jr."
# Words of a name that begin with a small letter.
SMALL = {
    *(
        "af",
        "and",
        "d",
        "de",
        "den",
        "der",
        "des",
        "di",
        "du",
        "el",
        "en",
        "et",
        "la",
        "le",
        "of",
        "och",
        "on",
    ),
    *("ten", "ter", "the", "und", "van", "von", "y", "zu", "zum", "zur"),
}
BETWEEN = re.compile(r"\s*%+\s*")
LONGEST = MOST_QUOTE * WORTH_A_LOOK
LONGEST_MARKED = MOST_QUOTE + 2 * MOST_NAME
FEW = 8  # lines
PART_WITH_DASHES = 4


def rows_of(lines: Sequence[str]) -> Iterator[Row]:
    """A row for each line that is not empty; a name behind a dash goes to the quote in the line before."""
    there = signed([line if REMARK.match(line) else decoded(line) for line in lines])
    dashes = have_dashes([line.whole for line in there])
    alone = names_alone(there)
    before: Row | None = None
    unsigned = False
    for line in there:
        if before and unsigned and line.place in alone and (joined := with_source(before, line.text)):
            before, unsigned = joined, False
            continue
        if before:
            yield before
        before = row_of_signed(line, dashes, line.place in alone, top=line is there[0])
        unsigned = not line.sign or line.sign in ("number", "dot")
    if before:
        yield before


def row_of_signed(line: Line, dashes: bool, alone: bool, top: bool) -> Row:
    if REMARK.match(line.whole) or (top and "quote" in columns_of((line.whole.strip(),))):
        return skipped(line.place, "remark", line.whole)
    if not LETTER.search(line.text):
        row = row_of_decoded(line.place, line.whole, dashes)
        return replace(row, notes=(Reason("looks_broken"),)) if row.card and line.sign else row
    short = len(line.text) <= LONGEST
    if alone or (line.sign == "dash" and short and not split(line.text, dashes)[1]):
        notes = (Reason("name_alone"),) if alone else ()
        return row_of_texts(line.place, "", line.text, notes=notes)
    return row_of_decoded(line.place, line.text, dashes)


def names_alone(lines: Sequence[Line]) -> set[int]:
    """Places of lines in which a name stands alone behind a dash; where several are together, they are a list."""
    dashed = [line for line in lines if line.sign in ("dash", "hyphen") and len(line.text) <= LONGEST]
    named = {line.place for line in dashed if split(line.text, True)[1]}
    maybe = {line.place for line in dashed if line.place not in named and is_name(line.text)}
    hyphens = {line.place for line in dashed if line.sign == "hyphen"}
    items, sourced = len(hyphens) * 2 > len(lines), len(named) * 2 > len(dashed)
    alone: set[int] = set()
    for before, line, behind in zip([None, *lines], lines, [*lines[1:], None], strict=False):
        if line.place not in maybe or any(other and other.place in maybe for other in (before, behind)):
            continue
        item = items and before is not None and before.place in hyphens
        if not item or (sourced and begins_like_one(line.text.strip())):
            alone.add(line.place)
    return alone


def with_source(before: Row, name: str) -> Row | None:
    """The row with this source, if it is a quote without any."""
    card = before.card
    if card is None or before.kind != "quote" or card.quote.endswith(":") or before.doubtful:
        return None
    return row_of_texts(before.line, card.quote, name)


def have_dashes(lines: Sequence[str]) -> bool:
    """Whether a dash is before the source in this list: where few lines have one, it belongs to the quotes."""
    there = [line for line in lines if line.strip()]
    with_dash = sum(len(line) <= LONGEST and split_at_last(DASH, line.strip()) is not None for line in there)
    return len(there) < FEW or with_dash * PART_WITH_DASHES >= len(there)


def row_of_line(place: int, line: str, dashes: bool = True) -> Row:
    """The quote in a line, and its source where one is named."""
    return row_of_decoded(place, decoded(line), dashes)


def row_of_decoded(place: int, line: str, dashes: bool) -> Row:
    if len(line) > LONGEST:
        return make_row(place, {"quote": line})
    if not LETTER.search(line) or LINK.fullmatch(line.strip()):
        return skipped(place, "not_a_quote", line)
    quote, source, description = split(line, dashes)
    notes = () if source or not quote else doubts(line.strip(), quote, dashes)
    return row_of_texts(place, quote, source, description, notes)


def row_of_texts(
    place: int, quote: str, source: str, description: str = "", notes: tuple[Reason, ...] = ()
) -> Row:
    """The row with texts whose entities are read already."""
    values = {"quote": guarded(quote), "source": guarded(source), "description": guarded(description)}
    return make_row(place, values, foreign=True, times=1, notes=notes)


def doubts(line: str, quote: str, dashes: bool) -> tuple[Reason, ...]:
    """What speaks against a line being a quote alone, as it was read."""
    if dashes and (length := length_of_name(DASH, line)):
        return (Reason("long_name", {"length": length, "limit": MOST_NAME}),)
    opens = quote[0] in OPENINGS and quote[0] not in ALSO_APOSTROPHES
    opens = opens and len(quote) <= LONGEST_MARKED and in_marks(quote) is None
    return (Reason("looks_broken"),) if opens or OPEN_END.search(line) else ()


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
    if marked := named_behind_marks(line):
        return *marked, ""
    for pattern in (CLOSED, DASH, DOUBLE) if dashes else (CLOSED, DOUBLE):
        if found := split_at_last(pattern, line):
            return *found, ""
    if length_of_name(CLOSED, line):
        return *halves(CLOSED, line), ""
    return line, "", ""


def named_behind_marks(line: str) -> tuple[str, str] | None:
    """A quote in its marks and who said it, in brackets or just behind: “To be” (Bob)."""
    if len(line) > LONGEST_MARKED or not (parts := in_marks(line)):
        return None
    quote, behind = parts
    if bracket := BRACKETS.fullmatch(behind):
        name = bracket[1].strip()
        too_long = len(name) > MOST_NAME
        return (quote, name) if too_long or (is_name(name) and not name.isdecimal()) else None
    name = behind.removeprefix(",").strip()
    return (quote, name) if is_name(name) and begins_like_one(name) else None


def begins_like_one(name: str) -> bool:
    """Whether all of its words begin with capitals, as in a name, up to the comma behind it."""
    words = name.partition(",")[0].split()
    great = [word[0].isalpha() and not word[0].islower() for word in words]
    small = [word.casefold() in SMALL for word in words]
    return (
        0 < len(words) <= MOST_WORDS + 1
        and great[-1]
        and all(map(max, great, small))
        and name[-1] not in "!?…:"
    )


def split_at_last(pattern: re.Pattern[str], line: str) -> tuple[str, str] | None:
    """What is before and behind the last of these signs, if behind it there may be a name."""
    quote, source = halves(pattern, line)
    return (quote, source) if quote and is_name(source) else None


def halves(pattern: re.Pattern[str], line: str) -> tuple[str, str]:
    last = next(iter(deque(pattern.finditer(line), maxlen=1)), None)
    return (line[: last.start()], line[last.end() :]) if last else ("", "")


def length_of_name(pattern: re.Pattern[str], line: str) -> int:
    """Of what is behind the last of these signs, where it is too long for a name and no end of a sentence; or 0."""
    quote, source = halves(pattern, line)
    return len(source) if quote and len(source) > MOST_NAME and not SENTENCE.search(source) else 0


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
    return lines[0].strip() in (OURS, FIRST)


def own_rows(lines: Sequence[str]) -> Iterator[Row]:
    """Our own lines: a quote, a tab, who said it. What is at the top with a # says what deck it is."""
    top = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    for place, line in enumerate(lines[top:], top + 1):
        if line.strip():
            quote, _, source = as_written(lines, line).partition("\t")
            yield make_row(place, {"quote": quote, "source": source})


def as_written(lines: Sequence[str], text: str) -> str:
    """What looks like HTML in our own text is text."""
    return text if lines[0].strip() == FIRST else "\t".join(map(guarded, text.split("\t")))


def own_meta(lines: Sequence[str]) -> dict[str, str]:
    """What stands at the top of our own text, by name."""
    said: dict[str, str] = {}
    for line in lines[1:]:
        if not line.startswith("# "):
            break
        name, _, text = line[2:].partition(": ")
        said[key_of(name)] = as_written(lines, text)
    return said
