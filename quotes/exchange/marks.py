"""Quotation marks around a whole quote."""

PAIRS = (
    *("“”", "„“", "„”", "«»", "»«", "‹›", "›‹", "‘’", "‚‘", "‚’", "””", '""', "''", "``", "「」", "『』"),
    *("＂＂", "〝〞", "❝❞"),
)
OPENINGS = frozenset(pair[0] for pair in PAIRS)
ALSO_APOSTROPHES = "’'‘"


def without_marks(text: str) -> str:
    """The text without the pair of quotation marks that encloses all of it, if one does."""
    if text[:1] not in OPENINGS or text[0] + text[-1] not in PAIRS:
        return text
    inner = text[1:-1].strip()
    return inner if inner and end_of_marked(text, text[-1]) == len(text) else text


def in_marks(text: str) -> tuple[str, str] | None:
    """What the quotation marks at the beginning of a text enclose, and what is behind them."""
    end = max((end_of_marked(text, pair[1]) for pair in PAIRS if text[:1] == pair[0]), default=0)
    inner = without_marks(text[:end])
    return (inner, text[end:].strip()) if inner != text[:end] else None


def end_of_marked(text: str, closing: str) -> int:
    """Where what the first sign opens is closed, each mark once; 0 if nowhere: “A” and “B” are two texts, not one."""
    opening = text[0]
    if closing in ALSO_APOSTROPHES:
        begin = len(text) - len(text[1:].lstrip())
        another = text.find(f" {opening}", begin)
        return text.rfind(closing, 1, another + 2 if another >= 0 else None) + 1
    if opening == closing:
        return text.find(closing, 1) + 1
    depth = 1
    for end, one in enumerate(text[1:], 2):
        depth += (one == opening) - (one == closing)
        if depth == 0:
            return end
    return 0
