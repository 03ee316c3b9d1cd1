import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator

import pytest

from tests.conftest import ROOT, free_port, wait_until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


@pytest.fixture
def start(tmp_path) -> Iterator[Callable[..., subprocess.Popen]]:
    started: list[subprocess.Popen] = []

    def up(port: int) -> subprocess.Popen:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=kept | {"DATA_DIR": str(tmp_path / "data"), "PORT": str(port)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield up
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def wait_for_address(process: subprocess.Popen) -> str:
    said = []
    for line in process.stdout:
        said.append(line)
        if line.startswith("Open http"):
            return line.split()[1]
    raise AssertionError("".join(said))


def children(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children") as listed:
        own = [int(child) for child in listed.read().split()]
    return own + [grandchild for child in own for grandchild in children(child)]


def status(url: str) -> int:
    try:
        return urllib.request.urlopen(url, timeout=10).status
    except urllib.error.HTTPError as error:
        return error.code


def is_gone(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_up_serves_stops_everything_and_starts_again_quickly(start):
    port = free_port()
    for seconds in (120, 30):  # the first start makes the database and collects the files
        began = time.monotonic()
        process = start(port)
        address = wait_for_address(process)
        assert address == f"http://127.0.0.1:{port}/"
        assert time.monotonic() - began < seconds
        assert status(address) in (200, 302)
        assert status(address + "admin/login/") == 200
        family = children(process.pid)
        assert len(family) >= 5  # web server with two workers, worker, clock
        process.terminate()
        assert process.wait(20) == 0
        wait_until(lambda family=family: all(map(is_gone, family)), 5)


@pytest.mark.parametrize("victim", ["celery", "gunicorn", "itself"])
def test_when_one_dies_all_stop_and_it_is_an_error(start, victim):
    process = start(free_port())
    wait_for_address(process)
    family = children(process.pid)
    os.kill(process.pid if victim == "itself" else first_called(victim, family), signal.SIGKILL)
    assert process.wait(20) != 0
    wait_until(lambda: all(map(is_gone, family)), 20)
    if victim != "itself":
        assert "ended by itself" in process.stdout.read()


def first_called(name: str, pids: list[int]) -> int:
    for pid in pids:
        with open(f"/proc/{pid}/cmdline") as command:
            if name in command.read():
                return pid
    raise AssertionError(f"no {name}")


def test_a_taken_port_is_said_in_one_sentence(start):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = start(taken.getsockname()[1])
        said = process.communicate(timeout=30)[0]
    assert process.returncode == 1
    assert len(said.splitlines()) == 1 and "choose another port" in said
