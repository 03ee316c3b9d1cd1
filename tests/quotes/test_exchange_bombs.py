"""Files that were made to take time or memory: each is dealt with in two seconds, and in a hundred megabytes.

This file is a program too: it reads each of them in a process of its own and says what that took.
"""

import gzip
import io
import json
import os
import resource
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable

import pytest

from quotes.exchange import MOST_BYTES, Unreadable, read
from tests.conftest import ROOT

SECONDS = 2  # of the processor: others may work beside
MEGABYTES = 100


def full(piece: str, around: tuple[str, str] = ("", "")) -> bytes:
    """As many pieces as a file may hold."""
    start, end = around[0].encode(), around[1].encode()
    one = piece.encode()
    return start + one * ((MOST_BYTES - len(start) - len(end)) // len(one)) + end


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deck.json", b"0" * MOST_BYTES)
    return packed.getvalue()


def lines_of(sign: str) -> bytes:
    """As long lines as may be, all of one sign."""
    line = "x " + sign * (99_900 // len(sign))
    return "\n".join([line] * (MOST_BYTES // (len(line.encode()) + 1))).encode()


Bomb = tuple[str, Callable[[], bytes], str]
BOMBS: list[Bomb] = [
    ("a zip that unpacks to a thousand times its size", zipped, "packed"),
    ("a gzip that does", lambda: gzip.compress(b"0" * MOST_BYTES), "packed"),
    ("nothing but NULs", lambda: full("\0"), "binary"),
    ("nothing but empty lines", lambda: full("\n"), "nothing"),
    ("nothing but spaces", lambda: full(" "), "nothing"),
    ("nothing but marks of its encoding", lambda: full("\ufeff"), "nothing"),
    ("one line", lambda: full("a"), "endless_text"),
    ("one line that takes four bytes a letter", lambda: full("a", ("", "😀")), "endless_text"),
    ("one line of old letters", lambda: b"caf\xe9 " * (MOST_BYTES // 5), "endless_text"),
    ("one line in UTF-16", lambda: ("a" * (MOST_BYTES // 2 - 1)).encode("utf-16"), "endless_text"),
    ("a line for each second letter", lambda: full("x\n"), "too_many"),
    ("100,000 lines", lambda: b"To be\n" * 100_000, "too_many"),
    ("100,000 rows of a table", lambda: b"quote,author\n" + b"some,body\n" * 99_990, "too_many"),
    ("100,000 objects", lambda: b"[" + b'{"quote":"Hi","author":"me"},' * 99_999 + b"{}]", "too_many"),
    ("100,000 objects a line", lambda: b'{"quote":"Hi","author":"me"}\n' * 100_000, "too_many"),
    ("lists in lists", lambda: full("["), "deep"),
    ("objects in objects", lambda: full('{"a":'), "deep"),
    ("objects in objects, by hand", lambda: full("[{a:"), "deep"),
    ("lists that only close", lambda: full("]", ("[", "")), "bad_json"),
    ("empty lists", lambda: full("[],", ("[", "[]]")), "too_many"),
    ("empty objects", lambda: full("{},", ("[", "{}]")), "too_many"),
    ("small texts", lambda: full('"ab",', ("[", '"ab"]')), "too_many"),
    ("small texts by hand", lambda: full("'ab',", ("[", "'ab']")), "too_many"),
    ("as many values as may be", lambda: b"[" + b'{"a":1},' * 199_000 + b"{}]", "too_many"),
    ("a number of ten million digits", lambda: full("1", ('[{"quote":', "}]")), "endless_number"),
    ("a number of ten million digits by hand", lambda: full("1", ("[{quote:", "}]")), "endless_number"),
    ("numbers of 299 digits", lambda: full("1" * 299 + ",", ("[", "1]")), "too_many"),
    ("a text of ten million letters", lambda: full("a", ('[{"quote":"', '"}]')), "endless_text"),
    ("a text of escapes", lambda: full("\\n", ('[{"quote":"', '"}]')), "endless_text"),
    ("a text of quotation marks", lambda: full('\\"', ('[{"quote":"', '"}]')), "endless_text"),
    ("a text of entities", lambda: full("&amp;", ('[{"quote":"', '"}]')), "endless_text"),
    ("a text by hand that is not closed", lambda: full("\\n", ("[{quote:'", "")), "json_cut_off"),
    ("a remark that is not closed", lambda: b"[ /*" + b"*" * 3_000_000, "json_cut_off"),
    ("JSON that ends too early", lambda: b'{"cards":[' + b'{"quote":"Hi"},' * 19_990, "json_cut_off"),
    ("a cell of nine megabytes", lambda: b'quote,author\n"' + b"a" * 9_000_000 + b'",b\n', "endless_text"),
    ("a cell of many lines", lambda: b'quote,author\n"' + b"a\n" * 90_000 + b'",b\n', "endless_text"),
    ("a table that ends too early", lambda: b"quote,author\n" + b'"a","b"\n' * 9_990 + b'"open', "unclosed"),
    ("brackets in a copy", lambda: full("(", ("INSERT INTO q VALUES ", "")), "bad_sql"),
    ("commas in a copy", lambda: full(",", ("INSERT INTO q VALUES (", "")), "bad_sql"),
    ("rows in a copy", lambda: full("(),", ("INSERT INTO q VALUES ", "()")), "too_many"),
    ("statements in a copy", lambda: full("A;", ("INSERT INTO q VALUES ('a');", "")), "too_many"),
    ("a text in a copy", lambda: b"INSERT INTO q VALUES ('" + b"''" * 1_500_000, "unclosed"),
    ("lines in a copy", lambda: full("a\n", ("COPY q (quote) FROM stdin;\n", "")), "too_many"),
    # what is read to its end
    *(
        (f"lines of {sign!r}", lambda sign=sign: lines_of(sign), "list")
        for sign in ("<", "*", " ", "<a ", "<u>", "–")
    ),
    ("marks that are not closed", lambda: b"\n".join(["“".encode() + "“a”".encode() * 150] * 9_900), "list"),
    ("rows of commas", lambda: b"quote,author\n" + (b"," * 5000 + b"\n") * 2000, "nothing"),
    *(
        (
            f"texts of {sign!r}",
            lambda sign=sign: b'["x' + f'{sign * 5000}","x'.encode() * 400 + b'"]',
            "quotes_json",
        )
        for sign in "<-"
    ),
    (
        "black cards of brackets",
        lambda: b'{"black":["x' + b'","x'.join([b"[" * 5000] * 800) + b'"]}',
        "packs",
    ),
]


def measure(bomb: Callable[[], bytes]) -> tuple[str, float, float]:
    """What a file is refused or taken for, and the seconds and megabytes that this took."""
    data = bomb()
    assert len(data) <= MOST_BYTES
    memory, began = peak(), time.process_time()
    try:
        end = read(data).form
    except Unreadable as refused:
        end = refused.key
    return end, time.process_time() - began, peak() - memory


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024**2 if sys.platform == "darwin" else 1024
    )


def measure_all() -> None:
    """Each in a process of its own, so that none profits from what another has left."""
    for name, bomb, _ in BOMBS:
        if os.fork() == 0:
            print(json.dumps([name, *measure(bomb)]), flush=True)
            os._exit(0)
        os.wait()


@pytest.fixture(scope="module")
def measured() -> dict[str, tuple[str, float, float]]:
    run = subprocess.run(
        [sys.executable, __file__], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=-1
    )
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return {name: (end, seconds, megabytes) for name, end, seconds, megabytes in lines}


@pytest.mark.parametrize(("name", "end"), [(name, end) for name, _, end in BOMBS])
def test_it_takes_neither_long_nor_much(measured, name, end):
    came_to, seconds, megabytes = measured[name]
    assert came_to == end
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.parametrize("row", ["Why is it always me? – A lightning rod", "なぜ? – « 猫 »"])
def test_five_thousand_rows_are_read_in_well_under_two_seconds(row):
    began = time.process_time()
    assert sum(found.card is not None for found in read(f"{row}\n".encode() * 5000).rows) == 5000
    assert time.process_time() - began < 1


if __name__ == "__main__":
    measure_all()
