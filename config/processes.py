"""Several programs that live and die together."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time

PATIENCE = 12  # seconds from asking to stop to killing
LINUX = sys.platform.startswith("linux")
PR_SET_PDEATHSIG = 1


class Together:
    def __init__(self) -> None:
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.asked_to_stop = False

    def listen(self) -> None:
        """From now on Ctrl-C and TERM ask to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask_to_stop)

    def _ask_to_stop(self, *_arguments: object) -> None:
        self.asked_to_stop = True

    def start(self, name: str, command: list[str], folder: str) -> None:
        # Out of the terminal's reach: with Ctrl-C and our TERM, two signals, Celery would drop its work.
        self.running[name] = subprocess.Popen(
            command,
            cwd=folder,
            start_new_session=True,
            preexec_fn=stop_when_parent_dies if LINUX else None,
        )

    def first_ended(self) -> str | None:
        return next((name for name, process in self.running.items() if process.poll() is not None), None)

    def wait(self) -> str | None:
        """Until somebody asks to stop (None) or one ends by itself (its name)."""
        while not self.asked_to_stop:
            if ended := self.first_ended():
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
