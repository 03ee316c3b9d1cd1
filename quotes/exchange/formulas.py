"""Cells that a spreadsheet would take for a formula: an apostrophe before them says that they are text.

It is put behind a semicolon too, where some spreadsheets begin a new cell whatever the quotation marks say.
"""

import re

BEGINNING = r"'*[=+\-@\t\r＝＋－＠]"
BARE = re.compile(f"(^|;)(?={BEGINNING})")
MARKED = re.compile(f"(^|;)'(?={BEGINNING})")


def neutral(cell: str) -> str:
    return BARE.sub(r"\1'", cell)


def restored(cell: str) -> str:
    return MARKED.sub(r"\1", cell)
