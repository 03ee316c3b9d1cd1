"""A large file is read in a process of its own: whatever it holds, that ends soon, and others are not kept waiting.

This file is that process, too. It gets the name of the file as JSON in the first line, and behind it the file.
"""

import contextlib
import subprocess
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from quotes.exchange.parts import Found, Reason, Unreadable
from quotes.exchange.reading import read

HERE_UP_TO = 200_000  # bytes; what is smaller is read at once
SECONDS, OF_PROCESSOR = 20, 10  # the largest files take two of the processor
MEGABYTES = 1024
HOUSE = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "quotes.exchange.apart"]


class Answer(Struct):
    """What the process found, or why the file is refused."""

    found: Found | None = None
    why: Reason | None = None


def read_apart(data: bytes, name: str = "") -> Found:
    """As `read` does, within a limit of time and memory. Raises Unreadable, for whatever passes it, too."""
    if len(data) <= HERE_UP_TO:
        return read(data, name)
    sent = msgspec.json.encode(name) + b"\n" + data
    try:
        done = subprocess.run(
            COMMAND, input=sent, capture_output=True, cwd=HOUSE, timeout=SECONDS, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        raise Unreadable("takes_long") from None
    answer = msgspec.json.decode(done.stdout, type=Answer)
    if answer.found is None:
        why = answer.why or Reason("takes_long")
        raise Unreadable(why.key, **why.params)
    return answer.found


def main() -> None:
    keep_within()
    name, _, data = sys.stdin.buffer.read().partition(b"\n")
    try:
        answer = Answer(found=read(data, msgspec.json.decode(name)))
    except Unreadable as refused:
        answer = Answer(why=refused.reason)
    sys.stdout.buffer.write(msgspec.json.encode(answer))


def keep_within() -> None:
    """From now on this process ends where it takes too much. Windows has no such limits, and macOS not all of them."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (OF_PROCESSOR, OF_PROCESSOR + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 2**20, MEGABYTES * 2**20))


if __name__ == "__main__":
    main()
