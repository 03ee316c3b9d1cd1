"""Things that go wrong, on purpose and often: killed workers, a broker that is away, several sweepers (see README.md).

    DATABASE_URL=postgresql://.../chaos .venv/bin/python bench/chaos.py kill

Wants a database of its own whose name has "chaos" in it: everything in it is removed. Starts its own Redis, workers,
clock, web server and mail sink, and ends no other process. One line of figures each; ends with 1 where a promise is
broken.
"""

import argparse
import atexit
import contextlib
import logging
import os
import random
import secrets
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


CHILD = "CHAOS_CHILD" in os.environ
if not CHILD:  # the children inherit what they share
    FOLDER = tempfile.mkdtemp(prefix="play-chaos-")
    REDIS_PORT, SMTP_PORT, WEB_PORT = free_port(), free_port(), free_port()
    os.environ |= {
        "CHAOS_CHILD": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": FOLDER,
        "SECRET_KEY": secrets.token_hex(32),
        "REDIS_URL": f"redis://127.0.0.1:{REDIS_PORT}/0",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(SMTP_PORT),
        "EMAIL_USE_TLS": "0",
        "EMAIL_TIMEOUT": "5",
    }

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import Send, User  # noqa: E402
from config.celery import app  # noqa: E402
from games import dealing, expiry  # noqa: E402
from games.catalog import GAMES  # noqa: E402
from games.desk import load  # noqa: E402
from games.models import Hand, Match, Move, Prompt, Pulse, Seat, new_code  # noqa: E402

PERIOD = settings.CELERY_BEAT_SCHEDULE["due"]["schedule"]
DAY = 24 * 3600
PATIENCE = 300  # seconds

BY = Move.By


# Children


class Children:
    """Only what was started here is ended here."""

    def __init__(self) -> None:
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        atexit.register(self.stop)

    def start(self, name: str, command: list[str]) -> Path:
        log = Path(FOLDER) / f"{name}.{time.monotonic_ns()}.log"
        with log.open("wb") as file:
            self.running[name] = subprocess.Popen(
                command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
            )
        return log

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        for name in list(self.running):
            self.kill(name)


children: Children


def wait_for(condition: Callable[[], object], seconds: float = PATIENCE, step: float = 0.05) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(step)
    return True


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def start_redis() -> None:
    command = [
        "redis-server",
        "--port",
        str(REDIS_PORT),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--dir",
        FOLDER,
    ]
    children.start("redis", command)
    assert wait_for(lambda: accepts(REDIS_PORT), 20), "redis-server does not start"


def start_worker(name: str = "worker") -> None:
    """Returns when it takes tasks."""
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "threads", "-c", "2"]
    command += ["-n", f"{name}@chaos", "--without-gossip", "--without-mingle", "--loglevel", "INFO"]
    log = children.start(name, command)
    assert wait_for(lambda: " ready." in log.read_text(errors="replace"), 90), log.read_text(errors="replace")


def start_beat() -> None:
    command = [sys.executable, "-m", "celery", "-A", "config", "beat", "--pidfile=", "--loglevel", "INFO"]
    children.start("beat", command)


def start_web() -> None:
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{WEB_PORT}"]
    command += ["--worker-class", "gthread", "--workers", "2", "--threads", "4", "--log-level", "warning"]
    call_command("collectstatic", verbosity=0, interactive=False)
    children.start("web", command)
    assert wait_for(lambda: accepts(WEB_PORT), 60), "the web server does not start"


class Sink(socketserver.ThreadingTCPServer):
    """Takes every mail and remembers its Message-ID and whom it is for."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", SMTP_PORT), SinkTalk)
        self.mails: list[tuple[str, str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class SinkTalk(socketserver.StreamRequestHandler):
    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):
            self.say("220 sink")
            to = ""
            for line in self.rfile:
                word = line[:4].upper()
                if word == b"RCPT":
                    to = line.decode().partition("<")[2].partition(">")[0]
                if word == b"DATA":
                    self.say("354 go on")
                    self.take(to)
                elif word == b"QUIT":
                    self.say("221 bye")
                    return
                self.say("250 ok")

    def take(self, to: str) -> None:
        number = ""
        for line in self.rfile:
            if line.rstrip(b"\r\n") == b".":
                self.server.mails.append((number, to))
                return
            if line.lower().startswith(b"message-id:"):
                number = line.decode().partition(":")[2].strip() or self.rfile.readline().decode().strip()


# What there is to go wrong with


def empty() -> None:
    if connection.vendor != "postgresql" or "chaos" not in str(connection.settings_dict["NAME"]):
        sys.exit('DATABASE_URL must name a PostgreSQL database with "chaos" in its name: it is emptied.')
    call_command("migrate", verbosity=0)
    call_command("flush", verbosity=0, interactive=False)
    Pulse.objects.create(name="due", at=timezone.now())


def people(count: int) -> list[User]:
    """Awake day and night."""
    rows = [
        User(
            username=f"p{n}", name=f"Person {n}", email=f"p{n}@example.org", quiet_from=None, quiet_until=None
        )
        for n in range(count)
    ]
    return User.objects.bulk_create(rows)


def matches(people_of: list[tuple[User, User]]) -> list[Match]:
    """A match for each pair, copied from one that was dealt, in a handful of queries."""
    game = GAMES["kangoeroe"]
    model = Match(game="kangoeroe", rules=game.version, pace=DAY)
    first = people_of[0]
    seats = [Seat(match=model, number=n, person=who, name=who.name) for n, who in enumerate(first)]
    with transaction.atomic():
        dealing.deal(model, seats, game.options_type())
    # Which seat is asked, and of what, is the same in every copy.
    hands, asked = list(model.hands.order_by("pk")), list(model.prompt_rows.all())
    deal = model.moves.get(number=0)
    with transaction.atomic():
        copies = Match.objects.bulk_create(
            [copy_of(model, code=new_code()) for _ in people_of], batch_size=500
        )
        pairs = list(zip(copies, people_of, strict=True))
        rows = Seat.objects.bulk_create(
            [
                copy_of(seat, match=m, person=pair[seat.number], name=pair[seat.number].name)
                for m, pair in pairs
                for seat in seats
            ],
            batch_size=1000,
        )
        at = {(row.match_id, row.number): row for row in rows}
        number_of = {seat.pk: seat.number for seat in seats}
        Hand.objects.bulk_create(
            [
                copy_of(hand, match=m, seat=at[m.pk, number_of[hand.seat_id]] if hand.seat_id else None)
                for m in copies
                for hand in hands
            ],
            batch_size=1000,
        )
        Prompt.objects.bulk_create(
            [
                copy_of(
                    row, match=m, seat=at[m.pk, number_of[row.seat_id]], person=pair[number_of[row.seat_id]]
                )
                for m, pair in pairs
                for row in asked
            ],
            batch_size=1000,
        )
        Move.objects.bulk_create([copy_of(deal, match=m) for m in copies], batch_size=1000)
        Match.objects.filter(pk=model.pk).delete()
    return copies


def copy_of(row: Any, **changes: Any) -> Any:
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }
    made = type(row)(**values)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def make_due(found: list[Match], at: datetime | None = None) -> None:
    at = at or timezone.now() - timedelta(seconds=1)
    keys = [match.pk for match in found]
    Prompt.objects.filter(match__in=keys, waits=True).update(due_at=at, remind_at=None)
    Hand.objects.filter(match__in=keys, last_due__isnull=False).update(last_due=at)


def by_the_clock(found: list[Match]) -> Counter[int]:
    """How often each of these due times was acted on: the first question of each match."""
    moves = Move.objects.filter(match__in=[match.pk for match in found], by=BY.CLOCK, prompt=1)
    return Counter(moves.values_list("match_id", flat=True))


def doubled_notices() -> int:
    told = Counter(Send.objects.values_list("about__match", "about__prompt", "kind", "person", "channel"))
    return sum(1 for times in told.values() if times > 1)


def deadlocks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def figures(name: str, kept: bool, **values: Any) -> int:
    said = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in values.items())
    print(f"{name}: {said}: {'kept' if kept else 'BROKEN'} (load {os.getloadavg()[0]:.1f})", flush=True)
    return 0 if kept else 1


# The trials


def kill(options: argparse.Namespace) -> int:
    """The worker is killed at a random point of the sweep."""
    both = people(2)
    start_redis()
    start_beat()
    start_worker()
    wrong, within, delays = 0, 0, []
    for _ in range(options.rounds):
        found = matches([(both[0], both[1])] * options.due)
        point = random.randrange(options.due)
        make_due(found)
        wait_for(lambda found=found, point=point: len(by_the_clock(found)) > point, step=0.002)
        children.kill("worker")
        left = options.due - len(by_the_clock(found))
        within += left > 0
        start_worker()
        begun = time.monotonic()
        wait_for(lambda found=found: len(by_the_clock(found)) == options.due, 60)
        if left:
            delays.append(time.monotonic() - begun)
        times = by_the_clock(found)
        wrong += options.due - sum(1 for count in times.values() if count == 1)
    worst = max(delays, default=0) / PERIOD
    return figures(
        "kill",
        wrong == 0 and worst < 2,
        n=options.rounds * options.due,
        kills=options.rounds,
        of_them_within_a_sweep=within,
        not_exactly_once=wrong,
        worst_delay_in_periods=round(worst, 2),
    )


def sweepers(options: argparse.Namespace) -> int:
    """Several sweepers start together."""
    both = people(2)
    found = matches([(both[0], both[1])] * options.n)
    make_due(found)
    before = deadlocks()
    command = [sys.executable, __file__, "one-sweeper"]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(options.sweepers)
    ]
    for one in running:
        assert one.stdout and one.stdout.readline() == b"ready\n"
    begun = time.monotonic()
    for one in running:
        assert one.stdin
        one.stdin.write(b"go\n")
        one.stdin.flush()
    said = [one.communicate(timeout=1800) for one in running]
    took = time.monotonic() - begun
    times = by_the_clock(found)
    errors = sum(err.count(b"was left as it is") + err.count(b"Traceback") for _out, err in said)
    doubled, missed = sum(1 for count in times.values() if count > 1), options.n - len(times)
    time.sleep(1)  # the server's counters come late
    return figures(
        "sweepers",
        doubled == missed == errors == 0 and deadlocks() == before,
        n=options.n,
        sweepers=options.sweepers,
        acted=sum(times.values()),
        doubled=doubled,
        missed=missed,
        deadlocks=deadlocks() - before,
        errors=errors,
        seconds=round(took, 1),
        acted_each=[int(out.split()[-1]) for out, _err in said],
    )


def one_sweeper(options: argparse.Namespace) -> int:
    connection.ensure_connection()
    print("ready", flush=True)
    sys.stdin.readline()
    acted = 0
    while more := expiry.sweep():
        acted += more
    print(acted)
    return 0


def session_of(person: User) -> str:
    client = Client()
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def next_form(match: Match) -> tuple[int, int, dict[str, str]]:
    """Seat, prompt and a legal answer to what the match waits for."""
    with transaction.atomic():
        desk = load(match.code)
        assert desk
        prompt = desk.state.owed()[0]
        action = desk.game.bot(desk.view(prompt.seat), prompt, desk.orders(prompt.seat), desk.dice("bot"))
    names = ("card", "persist") if prompt.kind == "turn" else (action.__struct_fields__)
    return (
        prompt.seat,
        prompt.number,
        {name: str(getattr(action, name)) for name in names} | {"do": tag_of(action)},
    )


def tag_of(action: Any) -> str:
    return str(action.__struct_config__.tag)


def http(path: str, session: str, form: dict[str, str] | None = None) -> tuple[int, float]:
    from urllib import error, parse, request

    token = "a" * 32
    head = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={token}", "X-CSRFToken": token}
    body = parse.urlencode(form).encode() if form is not None else None
    asked = request.Request(f"http://127.0.0.1:{WEB_PORT}{path}", body, head | {"HX-Request": "true"})
    begun = time.monotonic()
    try:
        with request.urlopen(asked, timeout=60) as answer:
            answer.read()
            return answer.status, time.monotonic() - begun
    except error.HTTPError as refused:
        return refused.code, time.monotonic() - begun


def broker_down(options: argparse.Namespace) -> int:
    """The broker stops while people play; notices go out once it is back."""
    sink = Sink()
    who = people(2 * options.tables)
    found = matches([(who[2 * n], who[2 * n + 1]) for n in range(options.tables)])
    sessions = {person.pk: session_of(person) for person in who}
    seats = {(seat.match_id, seat.number): seat.person_id for seat in Seat.objects.all()}
    start_redis()
    start_worker()
    start_beat()
    start_web()
    for match in found[:4]:  # what a fresh server has to load counts for nothing
        http(match.get_absolute_url(), sessions[seats[match.pk, 0]])
    children.kill("redis")
    statuses: Counter[int] = Counter()
    slow, kept = 0, 0
    begun = time.monotonic()
    for number in range(options.moves):
        time.sleep(max(0, begun + number * options.seconds / options.moves - time.monotonic()))
        match = found[number % len(found)]
        seat, prompt, form = next_form(match)
        session = sessions[seats[match.pk, seat]]
        status, took = http(f"{match.get_absolute_url()}answer/{prompt}/", session, form)
        statuses[status] += 1
        slow += took > 2
        kept += Move.objects.filter(match=match, prompt=prompt, by=BY.PLAYER).count() == 1
        status, took = http(match.get_absolute_url(), session)
        statuses[status] += 1
        slow += took > 2
    away = time.monotonic() - begun
    start_redis()
    back = time.monotonic()
    told = wait_for(
        lambda: not Prompt.objects.to_tell().exists() and not Send.objects.waiting().exists(),
        options.patience,
        0.5,
    )
    open_now = Prompt.objects.filter(waits=True).values_list("match__code", "number", "person")
    sent = Counter(
        Send.objects.filter(state="sent", channel="mail").values_list(
            "about__match", "about__prompt", "person"
        )
    )
    untold = sum(1 for key in open_now if sent[key] != 1)
    ids = Counter(sink.mails)
    return figures(
        "broker-down",
        kept == options.moves
        and slow == 0
        and set(statuses) == {200}
        and told
        and not untold
        and max(ids.values()) == 1,
        n=options.moves,
        seconds_away=round(away),
        moves_kept=kept,
        answers=dict(statuses),
        over_2_s=slow,
        open_answers_not_told_once=untold,
        mails=len(sink.mails),
        mails_twice=sum(1 for times in ids.values() if times > 1),
        seconds_until_all_were_told=round(time.monotonic() - back),
    )


def broker_wiped(options: argparse.Namespace) -> int:
    """The broker forgets 500 tasks, with the clock at work and then also with the worker at work."""
    from redis import Redis

    sink = Sink()
    who = people(200)
    pairs = [(who[n % 100], who[100 + n % 100]) for n in range(options.tasks)]
    found = matches(pairs)
    start_redis()
    start_beat()
    redis = Redis(port=REDIS_PORT)
    names = ["games.tasks.sweep_due_prompts", "games.tasks.tell_of_prompts", "accounts.tasks.send_notices"]
    make_due(found)
    for number in range(options.tasks):
        app.send_task(names[number % len(names)])
    lost = redis.llen("celery")
    redis.flushall()
    begun = time.monotonic()
    start_worker()
    first = wait_for(lambda: len(by_the_clock(found)) == len(found), 120, 0.2)
    took = time.monotonic() - begun
    for number in range(options.tasks):
        app.send_task(names[number % len(names)])
    redis.flushall()
    make_due(found)
    second = wait_for(lambda: not Prompt.objects.due(timezone.now()).exists(), 120, 0.2)
    told = wait_for(
        lambda: not Prompt.objects.to_tell().exists() and not Send.objects.waiting().exists(),
        options.patience,
        0.5,
    )
    times = by_the_clock(found)
    wrong = sum(1 for match in found if times[match.pk] != 1)
    return figures(
        "broker-wiped",
        first and second and told and wrong == 0 and doubled_notices() == 0,
        n=len(found),
        tasks_lost=lost,
        due_times_not_acted_on_once=wrong,
        seconds=round(took, 1),
        under_a_working_worker="acted" if second else "LOST",
        notices_left=Send.objects.waiting().count(),
        doubled=doubled_notices(),
        mails=len(sink.mails),
    )


def deadline(options: argparse.Namespace) -> int:
    """The last choice within a tenth of a second of its due time."""
    logging.getLogger("django.request").setLevel(logging.ERROR)  # refusals are what is counted here
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    both = people(2)
    found = matches([(both[0], both[1])] * options.rounds)
    seat, number, form = next_form(found[0])
    stop = threading.Event()
    results: list[tuple[Match, int, str]] = []

    def sweep_on() -> None:
        while not stop.is_set():
            expiry.sweep()
        connection.close()

    def lane(share: list[Match]) -> None:
        client = Client()
        client.force_login(both[seat], "django.contrib.auth.backends.ModelBackend")
        for match in share:
            due = timezone.now() + timedelta(milliseconds=200)
            make_due([match], due)
            at = due + timedelta(milliseconds=random.uniform(-100, 100))
            time.sleep(max(0, (at - timezone.now()).total_seconds()))
            answer = client.post(
                f"{match.get_absolute_url()}answer/{number}/", form, headers={"HX-Request": "true"}
            )
            results.append((match, answer.status_code, answer.content.decode()))
        connection.close()

    with ThreadPoolExecutor(options.lanes + 2) as pool:
        sweeping = [pool.submit(sweep_on) for _ in range(2)]
        lanes = [pool.submit(lane, found[n :: options.lanes]) for n in range(options.lanes)]
        for one in lanes:
            one.result()
        time.sleep(0.3)
        stop.set()
        for one in sweeping:
            one.result()
    expiry.sweep()
    wrong, counted, refused = 0, 0, 0
    for match, status, page in results:
        moves = list(Move.objects.filter(match=match, prompt=number))
        by = moves[0].by if len(moves) == 1 else ""
        counted += (status, by) == (200, BY.PLAYER)
        told = "The time was up and the clock has answered for you" in page
        refused += (status, by, told) == (409, BY.CLOCK, True)
    wrong = options.rounds - counted - refused
    return figures(
        "deadline",
        wrong == 0,
        n=options.rounds,
        counted=counted,
        refused_with_the_reason=refused,
        wrong=wrong,
    )


def notices(options: argparse.Namespace) -> int:
    """Turns change while the worker is killed again and again."""
    sink = Sink()
    tables = max(1, options.n // 4)
    who = people(2 * tables)
    found = matches([(who[2 * n], who[2 * n + 1]) for n in range(tables)])
    start_redis()
    start_beat()
    start_worker()
    kills = 0
    next_kill = time.monotonic() + random.uniform(2, 12)

    def killed_on_time() -> None:
        nonlocal kills, next_kill
        if time.monotonic() > next_kill:
            children.kill("worker")
            kills += 1
            start_worker()
            next_kill = time.monotonic() + random.uniform(2, 12)

    for _ in range(4):
        for match in found:
            turn_changes(match)
            killed_on_time()
        until = time.monotonic() + PATIENCE
        while Prompt.objects.to_tell().exists() and time.monotonic() < until:
            killed_on_time()
            time.sleep(0.05)
    while kills < options.kills or (
        Send.objects.ready(timezone.now()).exists() and kills < 2 * options.kills
    ):
        killed_on_time()  # while mails go out
        time.sleep(0.05)
    # What a killed sender held is taken up ten minutes later: that time is taken for granted.
    Send.objects.waiting().filter(claimed_at__isnull=False).update(
        claimed_at=timezone.now() - timedelta(minutes=11)
    )
    told = wait_for(
        lambda: not Prompt.objects.to_tell().exists() and not Send.objects.waiting().exists(),
        options.patience,
        0.5,
    )
    states = Counter(Send.objects.values_list("state", flat=True))
    ids = Counter(number for number, _to in sink.mails)
    again = sum(times - 1 for times in ids.values())
    host = settings.SITE_URL.rpartition("/")[2].partition(":")[0]
    batches = {
        f"<{batch}@{host}>" for batch in Send.objects.filter(state="sent").values_list("batch", flat=True)
    }
    open_now = Prompt.objects.filter(waits=True).values_list("match__code", "number", "person")
    sent = Counter(
        Send.objects.filter(state="sent", channel="mail").values_list(
            "about__match", "about__prompt", "person"
        )
    )
    untold = sum(1 for key in open_now if sent[key] != 1)
    never_arrived = len(batches - set(ids))
    return figures(
        "notices",
        told
        and untold == 0
        and never_arrived == 0
        and doubled_notices() == 0
        and not set(states) - {"sent", "dropped"},
        n=4 * tables,
        kills=kills,
        rows=dict(states),
        doubled_rows=doubled_notices(),
        open_answers_not_told_once=untold,
        mails=len(sink.mails),
        mails_twice_with_the_same_number=again,
        mails_of_unknown_number=len(set(ids) - batches),
        marked_sent_but_not_there=never_arrived,
    )


def turn_changes(match: Match) -> None:
    """Somebody answers, through the door's own desk."""
    with transaction.atomic():
        desk = load(match.code)
        assert desk
        prompt = desk.state.owed()[0]
        action = desk.game.bot(desk.view(prompt.seat), prompt, desk.orders(prompt.seat), desk.dice("bot"))
        desk.play(prompt, action, BY.PLAYER)
        desk.run_on()
        desk.store()


TRIALS = {
    "kill": kill,
    "sweepers": sweepers,
    "broker-down": broker_down,
    "broker-wiped": broker_wiped,
    "deadline": deadline,
    "notices": notices,
    "one-sweeper": one_sweeper,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trial", choices=TRIALS)
    parser.add_argument("n", type=int, nargs="?", default=5000, help="of sweepers and notices")
    defaults = {
        "rounds": 0,
        "due": 200,
        "sweepers": 4,
        "lanes": 6,
        "seconds": 600,
        "moves": 300,
        "tables": 30,
    }
    for name, default in {**defaults, "tasks": 500, "kills": 5, "patience": 420}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    options.rounds = options.rounds or {"kill": 50, "deadline": 1000}.get(options.trial, 0)
    if options.trial != "one-sweeper":
        global children
        children = Children()
        empty()
    broken = TRIALS[options.trial](options)
    if not CHILD and broken:
        print(f"The logs are in {FOLDER}.")
    elif not CHILD:
        children.stop()
        shutil.rmtree(FOLDER, ignore_errors=True)
    return broken


if __name__ == "__main__":
    sys.exit(main())
