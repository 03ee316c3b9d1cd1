"""Quotation marks around a whole quote."""

PAIRS = (
    *("“”", "„“", "„”", "«»", "»«", "‹›", "›‹", "‘’", "‚‘", "‚’", "””", '""', "''", "``", "「」", "『』"),
    *("＂＂", "〝〞", "❝❞"),
)
OPENINGS = frozenset(pair[0] for pair in PAIRS)
ALSO_APOSTROPHES = "’'‘"


def without_marks(text: str) -> str:
    """The text without the pair of quotation marks that encloses all of it, if one does."""
    if text[:1] not in OPENINGS:
        return text
    inner = text[1:-1].strip()
    return inner if inner and text[0] + text[-1] in PAIRS and is_whole(inner, text[0], text[-1]) else text


def in_marks(text: str) -> tuple[str, str] | None:
    """What the quotation marks at the beginning of a text enclose, and what is behind them."""
    closings = {pair[1] for pair in PAIRS if text[:1] == pair[0]}
    for end in range(len(text), 1, -1):
        if text[end - 1] in closings and (inner := without_marks(text[:end])) != text[:end]:
            return inner, text[end:].strip()
    return None


def is_whole(inner: str, opening: str, closing: str) -> bool:
    """Whether the outer marks belong together: “A” and “B” are two texts, not one."""
    if closing in ALSO_APOSTROPHES:
        return f" {opening}" not in inner
    if opening == closing:
        return opening not in inner
    depth = 0
    for one in inner:
        depth += (one == opening) - (one == closing)
        if depth < 0:
            return False
    return depth == 0
