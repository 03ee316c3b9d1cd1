"""What our queries cost among a million matches, in pages of the database (see README.md). PostgreSQL only.

    DATABASE_URL=postgresql://... .venv/bin/python bench/scale.py fill [MATCHES]    # an empty database
    DATABASE_URL=postgresql://... .venv/bin/python bench/scale.py measure           # ends with 1 where a bar is missed

What is measured is the SQL that our own functions send, caught on its way.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Count, Max, Min  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from accounts import sending  # noqa: E402
from accounts.models import Send, User  # noqa: E402
from games import expiry, mine, notices, page  # noqa: E402
from games.models import Match, Prompt, Seat  # noqa: E402

REPEATS = 5
HEAVY, HEAVY_WAITS = 1, 400  # this person, and how many matches wait for them
PEOPLE = 50_000
FILL = Path(__file__).with_name("scale.sql")


def fill(matches: int) -> None:
    call_command("migrate", verbosity=0)
    if Match.objects.exists():
        sys.exit("This database holds matches: an empty one is wanted.")
    begun = time.monotonic()
    with connection.cursor() as cursor:
        values = {"matches": matches, "people": PEOPLE, "share": matches // 2000}
        for statement in FILL.read_text().split(";\n"):
            if statement.strip():
                cursor.execute(statement, values)
        for model in (User, Match, Seat, Prompt, Send):
            table = model._meta.db_table
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
        cursor.execute("VACUUM ANALYZE")
    print(f"filled in {time.monotonic() - begun:.0f} s: {counts()}")


def counts() -> str:
    waiting = Prompt.objects.filter(waits=True).count()
    heavy = Prompt.objects.waiting_on(User(pk=HEAVY)).count()
    return (
        f"{Match.objects.count():,} matches, {Seat.objects.count():,} seats, {Prompt.objects.count():,} prompts, "
        f"of which {waiting:,} wait ({heavy} for one person), {Send.objects.count():,} notices"
    )


# What is measured


def moments() -> dict[str, Any]:
    """Moments at which nothing, a hundred and five thousand answers are due (and so on for the reminders)."""
    due = (
        Prompt.objects.filter(waits=True, due_at__isnull=False)
        .order_by("due_at")
        .values_list("due_at", flat=True)
    )
    remind = Prompt.objects.filter(waits=True, remind_at__isnull=False).order_by("remind_at")
    first = due.aggregate(first=Min("due_at"))["first"]
    return {
        "before": first - timedelta(seconds=1),
        "hundred": due[99],
        "thousands": due[min(4999, due.count() - 1)],
        "remind": remind.values_list("remind_at", flat=True)[99],
        "remind_none": remind.first().remind_at - timedelta(seconds=1),
        "send": Send.objects.waiting().aggregate(last=Max("not_before"))["last"],
    }


def cases() -> list[tuple[str, int, Callable[[], object]]]:
    """Name, the most buffers it may take (0: no bar), what sends the queries."""
    at, heavy = moments(), User.objects.get(pk=HEAVY)
    match = Prompt.objects.waiting_on(heavy).first().match
    return [
        ("a sweep's claim, 100 due", 400, lambda: list(islice(expiry.due_matches(at["hundred"]), 1))),
        ("a sweep's claim, 5,000 due", 400, lambda: list(islice(expiry.due_matches(at["thousands"]), 1))),
        ("its last claim of 5,000, nothing acted on", 0, lambda: last_claim(at["thousands"])),
        ("an empty sweep", 10, lambda: list(expiry.due_matches(at["before"]))),
        ("who has to be told, 100", 0, lambda: notices.locked(Prompt.objects.to_tell())),
        ("who has to be reminded, 100", 0, lambda: notices.locked(Prompt.objects.to_remind(at["remind"]))),
        ("nobody to remind", 10, lambda: notices.locked(Prompt.objects.to_remind(at["remind_none"]))),
        ("waiting for me, 400: the list", 300, lambda: mine.waiting_calls(heavy)),
        ("waiting for me, 400: the number", 300, lambda: number_waiting(heavy, match)),
        ("waiting for me, 400: a match page", 0, lambda: sight_of(match, heavy)),
        ("waiting for somebody, 4", 60, lambda: mine.waiting_calls(User(pk=2000))),
        ("my matches, 400 waiting: all queries", 0, lambda: mine.matches_of(heavy)),
        ("notices that may go out, 500", 0, lambda: sending.groups("mail", at["send"])),
        ("pauses and sleeps that are over", 20, lambda: expiry.wake_and_close(at["hundred"])),
    ]


def last_claim(now: Any) -> None:
    for _ in expiry.due_matches(now):
        pass


def number_waiting(person: User, match: Match) -> int:
    waiting = Prompt.objects.waiting_on(person).exclude(match=match)
    return int(waiting.aggregate(found=Count("match", distinct=True))["found"])


def sight_of(match: Match, person: User) -> int:
    """The query that a match page begins with; the page itself cannot be made of these rows."""
    mine_here = page.Hand.objects.filter(match__code=match.code, seat__person=person).select_related(
        "match", "seat"
    )
    others = page.RawSQL(page.OTHERS_WAITING, [person.pk], output_field=page.IntegerField())
    return mine_here.defer(*page.UNSEEN).annotate(others=others)[:1][0].pk


def queries_of(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as caught, transaction.atomic():
        run()
        transaction.set_rollback(True)
    return [query["sql"] for query in caught if query["sql"].startswith("SELECT")]


def explain(sql: str) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + sql.replace("%", "%%"), [])
        row = cursor.fetchone()[0]
        transaction.set_rollback(True)
    return (json.loads(row) if isinstance(row, str) else row)[0]["Plan"]


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *[inner for child in plan.get("Plans", []) for inner in nodes(child)]]


def measure() -> int:
    print(counts())
    print(f"{'':44} {'buffers':>8} {'bar':>5} {'rows':>6} {'ms':>8}  how")
    missed = 0
    for name, bar, run in cases():
        found = queries_of(run)
        if name.startswith("its last claim"):
            found = found[-2:-1]
        buffers, rows, took, how = 0, 0, 0.0, []
        for sql in found:
            plans = [explain(sql) for _ in range(REPEATS)]
            buffers += statistics.median_low(
                plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] for plan in plans
            )
            took += statistics.median_low(plan["Actual Total Time"] for plan in plans)
            rows += plans[-1]["Actual Rows"]
            how += [
                node.get("Index Name") or f"{node['Node Type']} on {node.get('Relation Name', '')}"
                for node in nodes(plans[-1])
                if "Scan" in node["Node Type"] and node["Node Type"] != "Bitmap Heap Scan"
            ]
        over = bool(bar) and buffers > bar
        missed += over
        bar_text = f"{bar or '':>5}"
        print(
            f"{name:44} {buffers:8} {bar_text} {rows:6.0f} {took:8.2f}  {', '.join(how)}{'  MISSED' if over else ''}"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    if connection.vendor != "postgresql":
        sys.exit("DATABASE_URL must name a PostgreSQL database.")
    if sys.argv[1:2] == ["fill"]:
        fill(int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
    else:
        sys.exit(measure())
