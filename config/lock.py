"""One server a data folder."""

import errno
import os
from pathlib import Path
from typing import IO

HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def hold(path: Path) -> IO[str] | None:
    """The locked file, or None if another process holds it.

    The system lets go of it when its holder ends, however that happens; a file left behind locks nothing.
    """
    file = path.open("a")
    try:
        lock(file)
    except OSError as error:
        if error.errno in HELD:
            file.close()
            return None
        # a file system without locks: better no lock than no site
    return file


def lock(file: IO[str]) -> None:
    if os.name == "nt":
        import msvcrt

        file.seek(0)  # a byte is locked, and it must be the same one for all
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
