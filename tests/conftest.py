"""The cast, the outside programs that some tests need, and what is said aloud when one is missing."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote, urlencode

import pytest
import time_machine
from celery import Celery
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import translation

from accounts import limits
from config.management.commands.compilemo import compile_messages
from tests import selection

ROOT = Path(__file__).resolve().parent.parent
CI = os.environ.get("CI", "").lower() not in ("", "0", "false")
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def redis_server() -> str | None:
    return shutil.which("redis-server")


# marker -> (what finds the program, how it is called)
PROGRAMS: dict[str, tuple[Callable[[], str | None], str]] = {
    "browser": (chromium, "Chromium"),
    "redis": (redis_server, "redis-server"),
}


def pytest_make_parametrize_id(val):
    """Bytes by their number: packed files hold the time of their making, and two workers must collect the same."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_messages()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")
        for mark in selection.marks(item.nodeid):
            item.add_marker(mark)
        if not touches_database(item):
            item.add_marker("pure")
        for marker, (find, name) in PROGRAMS.items():
            if item.get_closest_marker(marker) and not find() and not CI:
                item.add_marker(pytest.mark.skip(f"{name} is not installed"))
        if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
            item.add_marker(pytest.mark.skip("makes sense on PostgreSQL only"))
    on_database = [one for one in items if not any(map(one.get_closest_marker, ("pure", "browser")))]
    long = selection.left_out_of_wide_tables(one.nodeid for one in on_database)
    for item in on_database:
        if item.nodeid in long:
            item.add_marker("long")


def touches_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("django_db") or item.get_closest_marker("postgres"):
        return True
    is_django_case = hasattr(getattr(item, "cls", None), "databases")
    return is_django_case or bool(DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())))


def pytest_runtest_setup(item: pytest.Item) -> None:
    # A page that was asked for in another language leaves that one behind.
    translation.activate(settings.LANGUAGE_CODE)
    for marker, (find, name) in PROGRAMS.items():
        if item.get_closest_marker(marker) and not find():
            pytest.fail(f"{name} is not installed, and with CI set that is a failure", pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missing = [
        f"{name} is not installed: its tests did not run" for find, name in PROGRAMS.values() if not find()
    ]
    earlier = os.environ.get("TEST_NOTES", "").splitlines()  # from tests/run.py
    if lines := earlier + missing:
        terminalreporter.section("to know")
        for line in lines:
            terminalreporter.line(line)


@pytest.fixture
def alice(db):
    """Alice hosts."""
    return person("Alice")


@pytest.fixture
def bob(db):
    """Bob plays."""
    return person("Bob")


@pytest.fixture
def cleo(db):
    """Cleo plays."""
    return person("Cleo")


@pytest.fixture
def dora(db):
    """Dora is a stranger: 404 everywhere."""
    return person("Dora")


def person(name: str):
    from accounts.models import User

    return User.objects.create_user(username=name.lower(), email=f"{name.lower()}@example.org", name=name)


@pytest.fixture
def sign_in() -> Callable:
    """sign_in(alice) -> a test client of her own."""

    def signed_in(user) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"still waiting after {seconds} s"
        time.sleep(0.05)


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory) -> Iterator[str]:
    """A real Redis of its own for this run."""
    port, folder = free_port(), tmp_path_factory.mktemp("redis")
    command = [redis_server(), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_until(lambda: accepts(port))
    yield f"redis://127.0.0.1:{port}/0"
    process.terminate()
    process.wait()


def database_url() -> str:
    """Where the database of this test is, for another process."""
    used = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{used['NAME']}"
    login = f"{quote(used['USER'])}:{quote(used['PASSWORD'])}@"
    query = {key: value for key, value in used["OPTIONS"].items() if key != "pool"}
    query |= {"host": used["HOST"], "port": used["PORT"]}
    return f"postgresql://{login}/{quote(used['NAME'])}?{urlencode(query)}"


@pytest.fixture
def worker(redis_url, transactional_db, tmp_path) -> Iterator[subprocess.Popen]:
    """A real Celery worker on a real Redis, with the database of this test."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": database_url(),
        "REDIS_URL": redis_url,
        "SECRET_KEY": settings.SECRET_KEY,
    }
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "threads", "-c", "2"]
    command += ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    yield process
    process.terminate()
    process.wait(15)


@pytest.fixture
def send_task(redis_url, worker) -> Callable:
    """send_task("games.tasks.sweep", *arguments): give the real worker something to do."""
    sender = Celery("sender", broker=redis_url)

    def send(name: str, *arguments: object) -> None:
        sender.send_task(name, arguments)

    yield send
    sender.close()


@pytest.fixture(autouse=True)
def forget_counts():
    """What one test did too often must not be held against the next."""
    cache.clear()
    cache.set(
        "site-pages", {}, None
    )  # asked for once a minute: not by whichever page a test happens to open first
    cache.set("on-duty", frozenset(), None)


@pytest.fixture(autouse=True)
def one_stretch(monkeypatch):
    """A minute or a day that ends in the middle of a test would end what was counted. Who moves the clock is heard."""
    began = time.time()

    def now() -> float:
        return time.time() if time_machine.escape_hatch.is_travelling() else began

    monkeypatch.setattr(limits, "time", SimpleNamespace(time=now))
