"""Several programs that stop together; some of them are started again when they end by themselves."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

PATIENCE = 12  # seconds from asking to stop to killing
MOST_RESTARTS, WITHIN = 5, 600  # of one program, in so many seconds
LINUX = sys.platform.startswith("linux")
PR_SET_PDEATHSIG = 1


class Together:
    def __init__(self, say: Callable[[str], object] = print) -> None:
        self.say = say
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.again: dict[str, Callable[[], None]] = {}
        self.restarts: dict[str, list[float]] = {}
        self.asked_to_stop = False

    def listen(self) -> None:
        """From now on Ctrl-C and TERM ask to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask_to_stop)

    def _ask_to_stop(self, *_arguments: object) -> None:
        self.asked_to_stop = True

    def start(self, name: str, command: list[str], folder: str, *, again: bool = False) -> None:
        """`again`: start it anew when it ends by itself."""
        if again:
            self.again[name] = lambda: self.start(name, command, folder)
        # Out of the terminal's reach: with Ctrl-C and our TERM, two signals, Celery would drop its work.
        self.running[name] = subprocess.Popen(
            command,
            cwd=folder,
            start_new_session=True,
            preexec_fn=stop_when_parent_dies if LINUX else None,
        )

    def ended(self) -> str | None:
        """The name of a program that ended and is not to be started again; the others are."""
        for name, process in list(self.running.items()):
            if process.poll() is not None and not (name in self.again and self.start_again(name)):
                return name
        return None

    def start_again(self, name: str) -> bool:
        now = time.monotonic()
        earlier = [moment for moment in self.restarts.get(name, []) if now - moment < WITHIN]
        if len(earlier) >= MOST_RESTARTS:
            return False
        kill(self.running[name])
        self.restarts[name] = [*earlier, now]
        self.say(f"The {name} ended by itself and is started again.")
        self.again[name]()
        return True

    def wait(self) -> str | None:
        """Until somebody asks to stop (None) or one has ended for good (its name)."""
        while not self.asked_to_stop:
            if ended := self.ended():
                return ended
            time.sleep(0.1)
        return None

    def stop(self) -> None:
        for process in self.running.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + PATIENCE
        for process in self.running.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0, deadline - time.monotonic()))
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """The process and whatever it left behind."""
    if os.name == "nt":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def stop_when_parent_dies() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
