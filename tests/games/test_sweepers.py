"""Several sweepers at once, some that die half-way, lost and repeated tasks: a due time is acted on exactly once."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from celery import Celery
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from redis import Redis

from accounts.models import Send
from games import expiry, notices, resting, tasks
from games.desk import BrokenMatch
from games.models import Hand, Match, Message, Move, Prompt, Pulse
from tests.conftest import ROOT, database_url, free_port, wait_until
from tests.games.scripts import Party, bot_form, desk_of, kangoeroe, people, play_on, poll_url, sit_down
from tests.games.test_races import Browser, at_once

pytestmark = pytest.mark.django_db(transaction=True)

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
ROUNDS = 30
SWEEP = "games.tasks.sweep_due_prompts"


def matches(count: int) -> list[Match]:
    """Of the same two people, at a day an answer; the first of them is asked."""
    both = people(2)
    options = {"first": 0, "defence": "ask"}
    return [sit_down("kangoeroe", both, options, str(n), pace=24 * 3600) for n in range(count)]


def make_due(at=None) -> None:
    """Everything that waits is due (or: at that moment), and the site was there all the time."""
    at = at or timezone.now() - SECOND
    Prompt.objects.filter(waits=True).update(due_at=at)
    Hand.objects.filter(last_due__isnull=False).update(last_due=at)
    Pulse.objects.update_or_create(name="due", defaults={"at": timezone.now()})


def due_matches(count: int) -> list[Match]:
    found = matches(count)
    make_due()
    return found


def by_the_clock() -> list[int]:
    """The first question of each match, as often as the clock has answered it."""
    answers = Move.objects.filter(by=Move.By.CLOCK, prompt=1)
    return sorted(Counter(answers.values_list("match", flat=True)).values())


def assert_once_each(count: int) -> None:
    """Each due time was acted on once, and nothing else was."""
    assert by_the_clock() == [1] * count
    assert Move.objects.filter(by=Move.By.CLOCK).count() == count
    assert not Prompt.objects.due(timezone.now()).exists()
    assert set(Match.objects.values_list("status", flat=True)) == {"running"}
    assert all(
        numbers == list(range(len(numbers)))
        for numbers in (
            list(match.moves.order_by("number").values_list("number", flat=True))
            for match in Match.objects.all()
        )
    )
    assert Hand.objects.filter(absences=1).count() == count
    assert not Hand.objects.filter(absences__gt=1).exists()


def together(*jobs) -> list:
    return at_once([*jobs], workers=len(jobs))


# Several at once


@pytest.mark.parametrize("sweepers", [2, 4])
def test_sweepers_at_once_act_once_on_each_due_time(sweepers):
    due_matches(60)
    acted = together(*[expiry.sweep] * sweepers)
    expiry.sweep()  # what one held while the others passed by
    assert sum(acted) <= 60
    assert_once_each(60)


@pytest.mark.parametrize("apart", [0, 1])
def test_batches_name_each_match_once_also_where_nothing_could_be_done(monkeypatch, apart):
    monkeypatch.setattr(expiry, "BATCH", 3)
    found, now = matches(10), timezone.now()
    for number, match in enumerate(found):
        Prompt.objects.filter(match=match).update(due_at=now - (1 + apart * number) * SECOND)
    assert sorted(expiry.due_matches(now)) == [match.pk for match in found]


def test_a_sweep_ends_although_more_becomes_due_on_its_way():
    found = matches(3)
    make_due()
    yielded = []
    for pk in expiry.due_matches(None):
        yielded.append(pk)
        Prompt.objects.filter(match=pk, waits=True).update(due_at=timezone.now())
    assert sorted(yielded) == [match.pk for match in found]


def test_all_sweeps_at_once_twice_over_do_no_more_than_each_once():
    due_matches(20)
    jobs = [tasks.sweep_due_prompts, tasks.tell_of_prompts, tasks.look_after_matches]
    together(*jobs * 2)
    for job in jobs:
        job()
    assert_once_each(20)
    assert Prompt.objects.filter(waits=True, told_at=None).count() == 0
    told = Counter(Send.objects.values_list("event", "person", "channel"))
    assert set(told.values()) <= {1}


def test_people_who_answer_while_sweepers_are_at_work_never_meet_an_error(app):
    table = kangoeroe(pace=24 * 3600)
    other = [kangoeroe_of(table, seed=str(n)) for n in range(19)]
    make_due()
    browser = Browser(app, table.clients[0])
    jobs = [expiry.sweep] * 3
    for one in [table, *other]:
        jobs.append(partial(browser.post, one.url("answer", 1), {"card": one.state.hands[0].cards[0]}))
    answers = [answer for answer in at_once(jobs, workers=8) if isinstance(answer, tuple)]
    expiry.sweep()
    statuses = Counter(status for status, _page in answers)
    assert set(statuses) <= {200, 409}
    for one in [table, *other]:
        assert len(one.moves(prompt=1)) == 1
    assert Move.objects.filter(by=Move.By.PLAYER).count() == statuses[200]


def kangoeroe_of(table: Party, seed: str) -> Party:
    """Another match of the same people."""
    both = [seat.person for seat in table.match.seats.select_related("person").order_by("number")]
    options = {"first": 0, "defence": "ask"}
    return Party(sit_down("kangoeroe", both, options, seed, pace=24 * 3600), table.clients)


def test_the_last_choice_against_the_deadline_counts_or_is_refused_and_told_why(app):
    first = kangoeroe(pace=24 * 3600)
    tables = [first, *[kangoeroe_of(first, str(n)) for n in range(ROUNDS - 1)]]
    browser = Browser(app, first.clients[0])
    forms = [{"card": table.state.hands[0].cards[0]} for table in tables]
    due = timezone.now() + timedelta(milliseconds=700)
    make_due(due)

    def sweep_on() -> None:
        while timezone.now() < due + timedelta(milliseconds=400):
            expiry.sweep()

    def answer(table: Party, form: dict) -> tuple[Party, int, str]:
        at = due + timedelta(milliseconds=random.uniform(-100, 100))
        time.sleep(max(0, (at - timezone.now()).total_seconds()))
        return table, *browser.post(table.url("answer", 1), form)

    jobs = [partial(answer, table, form) for table, form in zip(tables, forms, strict=True)]
    results = at_once([sweep_on, sweep_on, *jobs], workers=8)
    expiry.sweep()
    answered = [result for result in results if result is not None]
    assert len(answered) == ROUNDS
    for table, status, page in answered:
        [move] = table.moves(prompt=1)
        if status == 200:
            assert move.by == Move.By.PLAYER
        else:
            assert (status, move.by) == (409, Move.By.CLOCK)
            assert "The time was up and the clock has answered for you" in page


# One that dies

DYING = """
import os, signal, sys
import django
django.setup()
from games import expiry
from games.desk import Desk

point, count = sys.argv[1], int(sys.argv[2])
stored, store, expire = 0, Desk.store, expiry.expire

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def dying_store(desk):
    global stored
    stored += 1
    if point == "before" and stored == count:
        die()
    store(desk)
    if point == "within" and stored == count:
        die()

def dying_expire(*arguments):
    acted = expire(*arguments)
    if point == "after" and stored == count:
        die()
    return acted

Desk.store, expiry.expire = dying_store, dying_expire
expiry.sweep()
"""


def elsewhere(code: str, *arguments: str, folder, **more: str) -> subprocess.CompletedProcess:
    """Run this in a process of its own, on the database of this test."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(folder),
        "DATABASE_URL": database_url(),
        "SECRET_KEY": settings.SECRET_KEY,
        **more,
    }
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, timeout=60, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("point", "acted"), [("before", 4), ("within", 4), ("after", 5)])
def test_a_sweeper_killed_half_way_leaves_the_rest_to_the_next(tmp_path, point, acted):
    due_matches(12)
    died = elsewhere(DYING, point, "5", folder=tmp_path)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert by_the_clock() == [1] * acted
    assert expiry.sweep() == 12 - acted
    assert_once_each(12)


TELLING = """
import os, signal, sys
import django
django.setup()
from django.utils import timezone
from games import notices

tell_all = notices.tell_all
def dying(news):
    tell_all(news)
    os.kill(os.getpid(), signal.SIGKILL)
notices.tell_all = dying
notices.announce(timezone.now())
"""


def test_one_killed_while_telling_people_has_told_nobody_and_the_next_tells_all_once(tmp_path):
    matches(6)
    rows = Prompt.objects.filter(waits=True)
    for row in rows:
        row.person.email = f"{row.person.pk}@example.org"
        row.person.save()
    died = elsewhere(TELLING, folder=tmp_path)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert not Send.objects.exists() and rows.filter(told_at=None).count() == 6
    for _ in range(3):
        notices.announce(timezone.now())
    told = Counter(Send.objects.filter(channel="mail").values_list("about__match", "person"))
    assert sorted(told.values()) == [1] * 6


# Something is wrong with one match


@pytest.mark.parametrize("column", ["table", "prompts"])
def test_a_match_that_cannot_be_read_keeps_the_clock_from_no_other(column, caplog):
    found = due_matches(6)
    Match.objects.filter(pk=found[2].pk).update(**{column: '{"b.3"'})
    assert expiry.sweep() == 6
    assert by_the_clock() == [1] * 5
    frozen = Match.objects.get(status=Match.Status.FROZEN)
    assert frozen.pk == found[2].pk and "b.3" not in caplog.text + frozen.trouble
    assert expiry.sweep() == 0


def test_an_error_past_the_rules_stops_one_match_and_is_tried_again(monkeypatch):
    found = due_matches(4)
    settle = resting.settle

    def failing(desk) -> None:
        if desk.match.pk == found[1].pk:
            raise TypeError
        settle(desk)

    monkeypatch.setattr(resting, "settle", failing)
    assert expiry.sweep() == 3
    monkeypatch.undo()
    assert expiry.sweep() == 1
    assert_once_each(4)


def test_a_pause_that_cannot_end_keeps_no_other_from_ending():
    found = matches(3)
    Match.objects.update(status="paused", paused_until=timezone.now() - SECOND)
    Match.objects.filter(pk=found[0].pk).update(prompts="nothing to read")
    expiry.wake_and_close(timezone.now())
    assert sorted(Match.objects.values_list("status", flat=True)) == ["frozen", "running", "running"]


def test_rules_that_fail_as_a_pause_ends_freeze_the_match_and_spare_the_others(monkeypatch):
    found = matches(3)
    Match.objects.update(status="paused", paused_until=timezone.now() - SECOND)
    play_on = resting.play_on

    def failing(desk) -> None:
        if desk.match.pk == found[0].pk:
            raise BrokenMatch("KeyError in the rules")
        play_on(desk)

    monkeypatch.setattr(resting, "play_on", failing)
    expiry.wake_and_close(timezone.now())
    assert sorted(Match.objects.values_list("status", flat=True)) == ["frozen", "running", "running"]
    assert Match.objects.get(pk=found[0].pk).trouble == "KeyError in the rules"


# After a long silence


def test_clocks_are_put_forward_once_by_sweepers_that_start_together_while_people_answer(app):
    first = kangoeroe(pace=24 * 3600)
    tables = [first, *[kangoeroe_of(first, str(n)) for n in range(24)]]
    Prompt.objects.update(opened_at=timezone.now() - 2 * DAY)
    make_due(timezone.now() - 5 * 60 * SECOND)
    silence = 2 * 60 * 60 * SECOND
    Pulse.objects.update(at=timezone.now() - silence)
    browser = Browser(app, first.clients[0])
    jobs = [expiry.sweep] * 4
    for table in tables[:20]:
        form = {"card": table.state.hands[0].cards[0]}
        jobs.append(partial(browser.post, table.url("answer", 1), form))
    answers = [answer for answer in at_once(jobs, workers=8) if isinstance(answer, tuple)]
    assert {status for status, _page in answers} == {200}
    assert not Move.objects.filter(by=Move.By.CLOCK).exists()
    late = timezone.now() - 5 * 60 * SECOND + silence
    for row in Prompt.objects.filter(waits=True, match__in=[table.match for table in tables[20:]]):
        assert abs(row.due_at - late) < 60 * SECOND


def test_the_silence_within_a_pause_is_given_back_once():
    table = kangoeroe(pace=24 * 3600)
    now = timezone.now()
    with transaction.atomic():
        desk = desk_of(table.match)
        desk.now = now
        resting.pause(desk, now + 3 * DAY)
        resting.play_on(desk)
    last_due = table.hand(0).last_due
    Pulse.objects.create(name="due", at=now)
    expiry.sweep(now + 2 * DAY)
    expiry.wake_and_close(now + 3 * DAY)
    [row] = Prompt.objects.filter(match=table.match, waits=True)
    given = table.hand(0).last_due - last_due
    assert abs(given - 3 * DAY) < SECOND
    assert row.due_at >= table.hand(0).last_due - SECOND


# Tasks that come again, get lost, or have nowhere to go


@pytest.mark.parametrize("task", ["sweep_due_prompts", "tell_of_prompts", "look_after_matches"])
def test_a_task_delivered_five_times_has_one_effect(task):
    due_matches(5)
    work = getattr(tasks, task)
    work()
    once = effects()
    for _ in range(4):
        work()
    assert effects() == once
    assert (Move.objects.filter(by=Move.By.CLOCK).count() == 5) is (task == "sweep_due_prompts")


def effects() -> tuple[int, ...]:
    told = Prompt.objects.filter(told_at__isnull=False).count()
    return Move.objects.count(), Send.objects.count(), Message.objects.count(), told


@pytest.mark.redis
def test_a_real_worker_answers_what_is_due(send_task):
    due_matches(3)
    send_task(SWEEP)
    wait_until(lambda: not Prompt.objects.due(timezone.now()).exists())
    assert_once_each(3)


@pytest.mark.redis
def test_tasks_lost_with_the_broker_are_made_up_for_by_the_next_turn_of_the_clock(redis_url, request):
    due_matches(3)
    redis = Redis.from_url(redis_url)
    with Celery("clock", broker=redis_url) as clock:
        for _ in range(50):
            clock.send_task(SWEEP)
        assert redis.llen("celery") == 50
        redis.flushall()
        send = request.getfixturevalue("send_task")
        assert by_the_clock() == []
        send(SWEEP)
        wait_until(lambda: not Prompt.objects.due(timezone.now()).exists())
        assert_once_each(3)
        # And once more under a worker that is already at work.
        make_due()
        redis.flushall()
        clock.send_task(SWEEP)
        wait_until(lambda: not Prompt.objects.due(timezone.now()).exists())
    assert Move.objects.filter(by=Move.By.CLOCK).count() == 6


@pytest.mark.redis
def test_a_real_worker_that_gets_a_task_five_times_acts_once(send_task):
    due_matches(4)
    for _ in range(5):
        send_task(SWEEP)
    wait_until(lambda: not Prompt.objects.due(timezone.now()).exists())
    time.sleep(0.5)
    assert_once_each(4)


ANSWERING = """
import json, sys, time
import django
django.setup()
from django.conf import settings
from django.test import Client

path, form, session, poll = sys.argv[1:]
settings.ALLOWED_HOSTS = ["testserver"]
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
client = Client()
client.cookies[settings.SESSION_COOKIE_NAME] = session
begun = time.monotonic()
said = [client.get(poll).status_code]
said.append(client.post(path, json.loads(form), headers={"HX-Request": "true"}).status_code)
said.append(client.get("/").status_code)
print(settings.CELERY_BROKER_URL, said, time.monotonic() - begun < 8)
"""


@pytest.mark.parametrize("last", [False, True], ids=["a move", "the last move"])
def test_with_the_broker_away_moves_are_taken_and_kept(tmp_path, last):
    """Also the one that ends a match and tells people so."""
    table = kangoeroe(pace=24 * 3600)
    if last:
        play_to_the_last(table)
    prompt = table.owed()
    client = table.clients[prompt.seat]
    form, moves = bot_form(table, prompt), len(table.moves())
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    poll = poll_url(table.page(prompt.seat))
    arguments = (table.url("answer", prompt.number), json.dumps(form), session, poll)
    done = elsewhere(ANSWERING, *arguments, folder=tmp_path, REDIS_URL=nowhere)
    assert done.stdout.strip().endswith("[204, 200, 200] True"), (done.stdout, done.stderr)
    assert nowhere in done.stdout
    assert len(table.moves()) > moves
    table.match.refresh_from_db()
    assert (table.match.status == Match.Status.FINISHED) is last


def play_to_the_last(table: Party) -> None:
    """Until one answer lies between them and the end."""
    for _ in range(400):
        with transaction.atomic():
            desk = desk_of(table.match)
        prompt = desk.state.owed()[0]
        action = desk.game.bot(desk.view(prompt.seat), prompt, desk.orders(prompt.seat), desk.dice("bot"))
        if desk.game.result(desk.game.play(desk.state, prompt, action, desk.dice()).state) is not None:
            return
        answers = iter([False, True])
        play_on(table.match, lambda state, answers=answers: next(answers))
    raise AssertionError("a match without an end")
