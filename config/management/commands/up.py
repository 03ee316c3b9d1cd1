import contextlib
import hashlib
import http.client
import os
import socket
import sys
import time
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError

from config import environment as env
from config import lock
from config.management.commands.compilemo import compile_messages
from config.processes import MOST_RESTARTS, Together

WEB_SERVER = "web server"


class Command(BaseCommand):
    help = "Set up what is missing and serve: web server, worker and clock, all stopped together."
    requires_system_checks = ()

    def handle(self, **options) -> None:
        os.umask(0o077)
        host, port = env.text("HOST", "127.0.0.1"), env.number("PORT", default=8000)
        held = lock.hold(settings.DATA_DIR / "up.lock")
        if held is None:
            raise CommandError(f"The data folder {settings.DATA_DIR} is already being served.")
        with held:
            refuse_taken_port(host, port)
            prepare()
            self.serve(host, port)

    def serve(self, host: str, port: int) -> None:
        together = Together(self.stderr.write)
        together.listen()
        for name, command in commands(host, port).items():
            together.start(name, command, str(settings.BASE_DIR), again=name != WEB_SERVER)
        try:
            if wait_for_answer(together, host, port):
                self.stdout.write(f"\nOpen http://{shown(host)}:{port}/ (Ctrl-C stops)\n")
                self.stdout.flush()
            ended = together.wait()
        finally:
            together.stop()
        if ended == WEB_SERVER:
            raise CommandError(f"The {ended} ended by itself, so everything was stopped.")
        if ended:
            raise CommandError(
                f"The {ended} ended by itself more than {MOST_RESTARTS} times, so everything was stopped."
            )


def commands(host: str, port: int) -> dict[str, list[str]]:
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "config"]
    return {
        WEB_SERVER: web_server(host, port),
        "worker": [
            *celery,
            "worker",
            *("--pool", "threads", "--concurrency", "2", "--without-gossip", "--without-mingle"),
            *("--loglevel", "WARNING"),
        ],
        "clock": [*celery, "beat", "--pidfile=", "--loglevel", "WARNING"],
    }


def web_server(host: str, port: int) -> list[str]:
    if os.name == "nt":  # gunicorn needs fork
        return [sys.executable, "manage.py", "runserver", "--noreload", f"{host}:{port}"]
    return [
        *(sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", "2", "--threads", "8"),
        *("--graceful-timeout", "8", "--log-level", "warning"),
        # By default gunicorn believes whoever connects from this machine. What a proxy says about HTTPS is read
        # by Django (BEHIND_PROXY), and the site has no place for another SCRIPT_NAME.
        *("--forwarded-allow-ips", "", "--forwarder-headers", ""),
    ]


def refuse_taken_port(host: str, port: int) -> None:
    family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}:{port} ({error.strerror}); choose another port: PORT=8001 ./play"
            ) from error


def prepare() -> None:
    keep_private()
    compile_messages()
    call_command("migrate", verbosity=0, interactive=False)
    collect_static_files()
    call_command("load_starter_decks")
    if "seed_demo" in get_commands():
        call_command("seed_demo")


def keep_private() -> None:
    """What an earlier release wrote for everybody on this machine to read: hands, seeds, session keys."""
    for path in settings.DATA_DIR.glob("db.sqlite3*"):
        with contextlib.suppress(PermissionError):  # somebody else's
            path.chmod(0o600)
    for name in ("cache", "queue", "queue-control"):
        with contextlib.suppress(PermissionError, FileNotFoundError):
            (settings.DATA_DIR / name).chmod(0o700)


def collect_static_files() -> None:
    """Only if a file or the code that collects them changed since the last time."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = static_fingerprint()
    if not stamp.exists() or stamp.read_text() != wanted:
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(wanted)


def static_fingerprint() -> str:
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for finder in get_finders():
        for name, storage in finder.list([]):
            found = os.stat(storage.path(name))
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def wait_for_answer(together: Together, host: str, port: int) -> bool:
    while not together.asked_to_stop and not together.ended():
        if answers(host, port):
            return True
        time.sleep(0.1)
    return False


def answers(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(reachable(host), port, timeout=5)
    try:
        connection.request("GET", "/")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def reachable(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def shown(host: str) -> str:
    return f"[{reachable(host)}]" if ":" in host else reachable(host)
