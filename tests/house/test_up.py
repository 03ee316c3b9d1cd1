import http.client
import io
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from config import lock
from config.management.commands import up
from config.management.commands.up import keep_private
from config.processes import Together
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


def test_up_serves_stops_everything_and_starts_again_quickly(start, tmp_path):
    port = free_port()
    for seconds in (120, 30):  # the first start makes the database and collects the files
        began = time.monotonic()
        process = start(port)
        address = wait_for_address(process)
        assert address == f"http://127.0.0.1:{port}/"
        assert time.monotonic() - began < seconds
        assert status(address) in (200, 302)
        assert status(address + "admin/login/") == 200
        assert readable_by_others(tmp_path / "data") == []
        family = children(process.pid)
        assert len(family) >= 5  # web server with two workers, worker, clock
        process.terminate()
        assert process.wait(20) == 0
        wait_until(lambda family=family: all(map(is_gone, family)), 5)


@pytest.mark.parametrize("victim", ["gunicorn", "itself"])
def test_when_the_web_server_ends_all_stop_and_it_is_an_error(start, victim):
    process = start(free_port())
    wait_for_address(process)
    family = children(process.pid)
    os.kill(process.pid if victim == "itself" else first_called(victim, family), signal.SIGKILL)
    assert process.wait(20) != 0
    wait_until(lambda: all(map(is_gone, family)), 20)
    if victim != "itself":
        assert "web server ended by itself" in process.stdout.read()


def test_when_worker_or_clock_ends_pages_go_on_and_a_new_one_comes(start):
    process = start(free_port())
    address = wait_for_address(process)
    for name, called in (("worker", "\0worker\0"), ("clock", "\0beat\0")):
        victim = first_called(called, children(process.pid))
        os.kill(victim, signal.SIGKILL)
        assert status(address + "admin/login/") == 200
        wait_until(lambda called=called, victim=victim: is_called(called, children(process.pid), victim))
        assert any(f"The {name} ended by itself and is started again." in line for line in process.stdout)
    assert status(address + "admin/login/") == 200
    family = children(process.pid)
    process.terminate()
    assert process.wait(20) == 0
    wait_until(lambda: all(map(is_gone, family)), 5)


def readable_by_others(data: Path) -> list[Path]:
    """All but the collected files, which everybody gets to see."""
    assert (data / "db.sqlite3").exists()
    made = [data, *(path for path in data.rglob("*") if data / "static" not in path.parents)]
    return [path for path in made if path.stat().st_mode & 0o077]


def is_called(name: str, pids: list[int], earlier: int) -> bool:
    try:
        return first_called(name, pids) != earlier
    except (AssertionError, FileNotFoundError, ProcessLookupError):
        return False


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


def test_a_data_folder_is_served_once(start, tmp_path):
    """Two at once, on an empty folder."""
    both = [start(free_port()), start(free_port())]
    wait_until(lambda: any(process.poll() is not None for process in both))
    second, first = sorted(both, key=lambda process: process.poll() is None)
    said = second.stdout.read()
    assert second.returncode == 1
    assert said.splitlines() == [
        f"CommandError: The data folder {tmp_path / 'data'} is already being served."
    ]
    address = wait_for_address(first)
    assert status(address) == 200
    first.kill()  # leaves its file behind
    first.wait()
    wait_for_address(start(free_port()))


def test_what_a_stranger_says_about_the_way_here_changes_nothing(start):
    port = free_port()
    wait_for_address(start(port))
    plain, told = (
        ask(port, "/admin/", headers)
        for headers in (
            {},
            {
                "X-Forwarded-Proto": "https",
                "X-Forwarded-Ssl": "on",
                "SCRIPT_NAME": "/x",
                "PATH_INFO": "/nowhere/",
            },
        )
    )
    assert plain == told
    assert plain == (302, "/admin/login/?next=/admin/")
    # Over HTTPS a form without a referrer would be refused: 403.
    for headers in ({}, {"X-Forwarded-Proto": "https"}):
        assert ask(port, "/preferences/", headers, "POST")[0] == 403
        assert "Secure" not in str(ask(port, "/preferences/", headers, "POST"))


def ask(port: int, path: str, headers: dict[str, str], method: str = "GET") -> tuple[int, str | None]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location")
    finally:
        connection.close()


def test_what_an_earlier_release_left_open_is_closed(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    for name in ("db.sqlite3", "db.sqlite3-wal", "notes.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    (tmp_path / "queue").mkdir(mode=0o755)
    keep_private()
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {"db.sqlite3": 0o600, "db.sqlite3-wal": 0o600, "notes.txt": 0o644, "queue": 0o700}


ENDS, STAYS = ([sys.executable, "-c", f"import time; time.sleep({seconds})"] for seconds in (0, 60))


@pytest.mark.parametrize(
    ("again", "already", "restarts"),
    [
        (False, [], 0),
        (True, [], 5),
        (True, [-1, -2, -3], 2),
        (True, [-1, -2, -3, -4, -5], 0),
        (True, [-601, -602, -603, -604, -605], 5),  # long ago
    ],
)
def test_a_program_is_started_again_at_most_five_times_in_ten_minutes(again, already, restarts):
    said: list[str] = []
    together = Together(said.append)
    together.restarts["other"] = [time.monotonic()] * 9
    together.restarts["worker"] = [time.monotonic() + seconds for seconds in already]
    together.start("other", STAYS, ".", again=True)
    together.start("worker", ENDS, ".", again=again)
    try:
        assert together.wait() == "worker"
    finally:
        together.stop()
    assert said == ["The worker ended by itself and is started again."] * restarts
    assert all(process.poll() is not None for process in together.running.values())


def test_a_worker_that_cannot_stay_stops_all_with_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(up, "commands", lambda host, port: {up.WEB_SERVER: STAYS, "worker": ENDS})
    monkeypatch.setattr(signal, "signal", lambda *_arguments: None)
    with pytest.raises(
        CommandError, match=r"^The worker ended by itself more than 5 times, so everything was"
    ):
        up.Command(stderr=io.StringIO()).serve("127.0.0.1", free_port())


def test_a_lock_is_held_once_and_free_again_when_it_is_let_go(tmp_path):
    held = lock.hold(tmp_path / "lock")
    assert held
    assert lock.hold(tmp_path / "lock") is None
    held.close()
    again = lock.hold(tmp_path / "lock")
    assert again
    again.close()
