"""From a row to a mail: once, together, still true, and never in the way of others."""

import smtplib
import threading
from datetime import UTC, datetime, time, timedelta
from email import message_from_bytes, policy

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends import locmem
from django.db import connection, connections
from django.utils import timezone

from accounts import notices, push, sending, tasks
from accounts.models import CLAIM_LASTS, Send, User
from accounts.notices import Item, Kind, News, tell, tell_all
from tests.conftest import person

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    """A kind of notice; `bell` holds what is not true any more, and what breaks."""
    state = {"over": set(), "broken": set()}

    def wanted(row):
        if row.about["n"] in state["broken"]:
            raise ValueError("a secret card")
        return row.about["n"] not in state["over"]

    def say(row):
        n = row.about["n"]
        return Item(f"Bell {n}", f"It rang {n}.", f"/m/{n}/", thread=f"match.{n}")

    kind = Kind("bell", "Bell", frozenset({"mail"}), wanted, say)
    monkeypatch.setitem(notices.KINDS, "bell", kind)
    monkeypatch.setitem(
        notices.KINDS, "whistle", Kind("whistle", "Whistle", frozenset({"mail"}), wanted, say)
    )
    return state


def ring(who, n=1, **more):
    tell_all([News(who.pk, "bell", f"bell/{n}", {"n": n}, **more)])


def states():
    return dict(Send.objects.values_list("event", "state"))


def sweep(after=0):
    return sending.send_ready(timezone.now() + timedelta(seconds=after))


def header(message, name):
    return message_from_bytes(message.message().as_bytes(), policy=policy.default)[name]


# Making rows


def test_the_same_event_told_again_changes_nothing(alice):
    ring(alice)
    sweep()
    for _ in range(3):
        ring(alice)
        tell([alice], "bell", "bell/1", {"n": 1})
        sweep(600)
    assert len(mail.outbox) == 1
    assert Send.objects.count() == 1


def test_many_are_told_with_three_queries(django_assert_num_queries, alice, bob):
    tell([alice], "bell", "warm", {"n": 0})
    with django_assert_num_queries(3):
        tell_all([News(who.pk, "bell", f"bell/{n}", {"n": n}) for who in (alice, bob) for n in range(30)])
    assert Send.objects.count() == 61


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        ({}, 1),
        ({"mail_on": False}, 0),
        ({"email": ""}, 0),
        ({"is_active": False}, 0),
        ({"notice_choices": {"bell": {"mail": False}}}, 0),
        ({"notice_choices": {"bell": {"push": True}}}, 1),  # no device: nothing to send it to
        ({"notice_choices": {"whistle": {"mail": False}}}, 1),
    ],
)
def test_who_is_told(alice, change, rows):
    User.objects.filter(pk=alice.pk).update(**change)
    ring(alice)
    assert Send.objects.count() == rows


@pytest.mark.parametrize(
    ("now", "person_has", "goes"),
    [
        ("12:00", {}, "12:00"),
        ("23:00", {}, "08:00 next day"),
        ("06:00", {}, "08:00"),
        ("08:00", {}, "08:00"),
        ("23:00", {"quiet_from": None}, "23:00"),
        ("21:30", {"time_zone": "Europe/Berlin"}, "07:00 next day"),
        ("12:00", {"digest": True}, "18:00"),
        ("18:00", {"digest": True}, "18:00"),
        ("18:01", {"digest": True}, "18:00 next day"),
        ("12:00", {"digest": True, "digest_at": time(20), "time_zone": "Europe/Berlin"}, "19:00"),
        ("23:00", {"digest": True}, "18:00 next day"),
    ],
)
def test_when_it_goes(clock, alice, now, person_has, goes):
    clock.move_to(datetime.combine(NOON.date(), time.fromisoformat(now), UTC))
    User.objects.filter(pk=alice.pk).update(**person_has)
    ring(alice)
    at, _space, day = goes.partition(" ")
    expected = datetime.combine(NOON.date() + timedelta(days=bool(day)), time.fromisoformat(at), UTC)
    assert Send.objects.get().not_before == expected


@pytest.mark.parametrize("day", [datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)])
def test_the_daily_mail_comes_once_on_the_days_the_clocks_change(clock, alice, day):
    User.objects.filter(pk=alice.pk).update(digest=True, digest_at=time(2, 30), time_zone="Europe/Berlin")
    gone = []
    moment = day - timedelta(days=1)
    while moment < day + timedelta(days=2):
        clock.move_to(moment)
        ring(alice, moment.isoformat())
        if sending.send_ready(moment):
            gone.append(moment)
        moment += timedelta(minutes=30)
    assert len(gone) == 3
    assert len({moment.date() for moment in gone}) == 3


def test_what_is_urgent_does_not_wait_for_the_morning(clock, alice):
    clock.move_to(NOON + timedelta(hours=11))
    ring(alice, quiet=False)
    assert Send.objects.get().not_before == timezone.now()


# Sending


def test_a_notice_is_one_mail_and_is_marked(alice):
    ring(alice)
    assert sweep() == 1
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    row = Send.objects.get()
    assert (row.state, row.tries, row.error) == ("sent", 1, "")
    assert row.done_at == NOON
    assert sweep(3600) == 0
    assert len(mail.outbox) == 1


def test_several_for_one_person_are_one_mail_and_nobody_elses(alice, bob):
    for n in range(20):
        ring(alice, n)
    tell_all([News(bob.pk, "bell", "bell/bob", {"n": "bob"})])
    sweep()
    to = {message.to[0]: message for message in mail.outbox}
    assert len(mail.outbox) == 2
    mine = to["alice@example.org"]
    assert mine.subject == "Bell 0 (and 19 more)"
    assert all(f"It rang {n}." in mine.body for n in range(20))
    assert "rang bob" not in mine.body and "rang bob" in to["bob@example.org"].body


def test_forty_in_a_minute_are_two_mails_and_the_last_is_told(alice, bell, clock):
    """Whoever plays fast answers most of them before the mail about them goes."""
    for n in range(40):
        ring(alice, n)
        sending.send_ready(timezone.now())
        bell["over"].add(n - 1)
        clock.shift(1.5)
    clock.shift(120)
    sweep()
    assert [message.subject for message in mail.outbox] == ["Bell 0", "Bell 39"]
    assert set(states().values()) == {"sent", "dropped"}


def test_between_two_mails_lie_two_minutes_and_nothing_is_lost(alice, clock):
    ring(alice, 1)
    sweep()
    clock.shift(30)
    ring(alice, 2)
    ring(alice, 3)
    assert sweep() == 0
    clock.shift(89)
    assert sweep() == 0
    clock.shift(1)
    assert sweep() == 2
    assert len(mail.outbox) == 2


def test_what_is_not_true_any_more_is_dropped(alice, bell):
    ring(alice, 1)
    ring(alice, 2)
    bell["over"].add(1)
    sweep()
    assert states() == {"bell/1": "dropped", "bell/2": "sent"}
    assert "It rang 1." not in mail.outbox[0].body
    bell["over"].add(3)
    ring(alice, 3)
    sweep(600)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"mail_on": False},
        {"email": ""},
        {"is_active": False},
        {"notice_choices": {"bell": {"mail": False}}},
    ],
)
def test_who_opts_out_while_it_waits_gets_nothing(alice, change):
    ring(alice)
    User.objects.filter(pk=alice.pk).update(**change)
    sweep()
    assert not mail.outbox
    assert states() == {"bell/1": "dropped"}


def test_who_is_deleted_while_it_waits_gets_nothing(alice):
    ring(alice)
    alice.delete()
    assert sweep() == 0
    assert not mail.outbox


def test_an_address_that_was_never_confirmed_gets_nothing(alice):
    address = EmailAddress.objects.create(user=alice, email="Alice@example.org", verified=False, primary=True)
    ring(alice)
    sweep()
    assert not mail.outbox
    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    ring(alice, 2)
    sweep()
    assert len(mail.outbox) == 1


def test_a_kind_that_this_release_does_not_know_is_dropped(alice):
    Send.objects.create(event="old", kind="gone", person=alice, channel="mail")
    sweep()
    assert states() == {"old": "dropped"}


# When something goes wrong


class Server(locmem.EmailBackend):
    """A mail server of which one can say what it does with whom."""

    closed = False
    answers: dict = {}

    def open(self):
        if Server.closed:
            raise ConnectionRefusedError("no mail server")

    def send_messages(self, messages):
        for message in messages:
            if error := Server.answers.get(message.to[0]):
                raise error
        return super().send_messages(messages)


@pytest.fixture
def server(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    Server.closed, Server.answers = False, {}
    return Server


REFUSED = smtplib.SMTPRecipientsRefused({"alice@example.org": (550, b"no such mailbox")})
BROKEN_LINE = smtplib.SMTPServerDisconnected("gone")


@pytest.mark.parametrize(
    ("error", "words"), [(REFUSED, "refused 550"), (BROKEN_LINE, "refused"), (TimeoutError(), "refused")]
)
def test_a_refused_mail_is_tried_five_times_and_stops_nobody_else(server, alice, bob, error, words):
    server.answers = {"alice@example.org": error}
    ring(alice)
    tell_all([News(bob.pk, "bell", "bell/bob", {"n": "bob"})])
    moments = []
    for minute in range(60 * 5):
        before = Send.objects.get(event="bell/1").tries
        sweep(60 * minute)
        if Send.objects.get(event="bell/1").tries > before:
            moments.append(minute)
    row = Send.objects.get(event="bell/1")
    assert (row.state, row.tries, row.error) == ("failed", 5, words)
    assert moments == [0, 1, 6, 36, 156]
    assert states()["bell/bob"] == "sent"
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]


def test_after_a_broken_line_the_mail_comes_again_under_its_name(server, alice):
    """It may have arrived; a mailbox knows by the name that it is the same."""
    ring(alice, 1)
    server.answers = {"alice@example.org": BROKEN_LINE}
    sweep()
    first = Send.objects.get().batch
    server.answers = {}
    ring(alice, 2)
    sweep(300)
    sweep(600)
    said = {header(message, "Message-ID").partition("@")[0]: message for message in mail.outbox}
    assert len(said) == 2
    assert "It rang 1." in said[f"<{first}"].body and "It rang 2." not in said[f"<{first}"].body
    assert Send.objects.filter(state="sent").count() == 2


def test_while_the_mail_server_is_away_everything_waits_and_then_goes_together(server, alice):
    server.closed = True
    for n in range(3):
        ring(alice, n)
        for minute in range(0, 600, 10):
            sweep(60 * minute)
    assert set(Send.objects.values_list("state", "tries", "error")) == {("waiting", 0, "no_server")}
    server.closed = False
    sweep(36060)
    assert len(mail.outbox) == 1
    assert set(states().values()) == {"sent"}


def test_one_try_a_sweep_while_the_mail_server_is_away(server, alice, bob, monkeypatch):
    server.closed = True
    for who in (alice, bob):
        tell_all([News(who.pk, "bell", f"bell/{who}", {"n": 1})])
    sweep()
    assert Send.objects.filter(error="no_server").count() == 1


def test_what_cannot_be_sent_for_a_week_is_given_up(server, alice):
    server.closed = True
    ring(alice)
    sweep()
    sweep(60 * 60 * 24 * 7 + 120)
    assert Send.objects.get().error == "too_old"
    assert states() == {"bell/1": "failed"}


def test_what_nobody_came_to_send_in_a_week_is_dropped(alice, bob):
    ring(alice)
    Send.objects.create(event="x", kind="bell", person=bob, channel="push", about={"n": 1})
    sweep(60 * 60 * 24 * 7 + 120)
    assert set(Send.objects.values_list("state", "error")) == {("dropped", "too_old")}
    assert not mail.outbox


@pytest.mark.parametrize("error", ["no_server", "refused 550", "devices", "broken", ""])
def test_whatever_its_trouble_was_nothing_waits_for_more_than_a_week(alice, error):
    ring(alice)
    Send.objects.update(error=error, tries=2, made_at=timezone.now() - timedelta(days=7, minutes=1))
    sweep()
    assert states() == {"bell/1": "failed"}


def test_a_channel_that_is_gone_keeps_nothing_waiting(alice, monkeypatch):
    monkeypatch.setattr(push, "available", lambda: False)
    Send.objects.create(event="x", kind="bell", person=alice, channel="push", about={"n": 1})
    later = timezone.now() + timedelta(hours=1)
    Send.objects.create(
        event="y", kind="bell", person=alice, channel="push", about={"n": 2}, not_before=later
    )
    sweep()
    assert states() == {"x": "dropped", "y": "waiting"}
    sweep(3601)
    assert states() == {"x": "dropped", "y": "dropped"}


def test_one_that_breaks_stops_no_other_and_is_parked(alice, bob, bell, caplog):
    bell["broken"].add(1)
    for who, n in ((alice, 1), (alice, 2), (bob, 3)):
        tell_all([News(who.pk, "bell", f"bell/{n}", {"n": n})])
    sweep()
    assert states() == {"bell/1": "waiting", "bell/2": "sent", "bell/3": "sent"}
    for minute in range(0, 300, 3):
        sweep(60 * minute)
    row = Send.objects.get(event="bell/1")
    assert (row.state, row.tries, row.error) == ("failed", 5, "broken")
    assert "secret" not in caplog.text and "ValueError" in caplog.text


def test_a_sender_killed_after_its_claim_loses_and_doubles_nothing(alice, monkeypatch):
    ring(alice)
    with monkeypatch.context() as patched:
        patched.setattr(sending, "hand_over", killed)
        with pytest.raises(KeyboardInterrupt):
            sweep()
    assert states() == {"bell/1": "waiting"}
    assert sweep(60) == 0  # somebody seems to be at it
    assert sweep(CLAIM_LASTS.total_seconds() + 1) == 1
    assert len(mail.outbox) == 1


def test_a_sender_killed_after_sending_sends_again_under_the_same_name(alice, monkeypatch):
    ring(alice, 1)
    ring(alice, 2)
    with monkeypatch.context() as patched:
        patched.setattr(sending, "finish", killed_if_sent)
        with pytest.raises(KeyboardInterrupt):
            sweep()
    ring(alice, 3)
    sweep(601)
    sweep(1200)
    names = [header(message, "Message-ID") for message in mail.outbox]
    assert names[0] == names[1] != names[2]
    assert mail.outbox[1].body == mail.outbox[0].body
    assert set(states().values()) == {"sent"}


def killed(*_args):
    raise KeyboardInterrupt


def killed_if_sent(rows, _now, state, _error=""):
    if rows and state == Send.State.SENT:
        raise KeyboardInterrupt


def test_a_hundred_killed_senders_end_in_failure_and_not_in_silence(alice, monkeypatch):
    ring(alice)
    monkeypatch.setattr(sending, "hand_over", killed)
    for n in range(5):
        with pytest.raises(KeyboardInterrupt):
            sweep(n * 700)
    sweep(5 * 700)
    row = Send.objects.get()
    assert (row.state, row.error) == ("failed", "interrupted")


def test_whoever_took_a_claim_over_has_the_say(alice):
    ring(alice)
    group = sending.groups("mail", NOON)[0]
    slow = sending.claim("mail", group, NOON)
    later = NOON + CLAIM_LASTS + timedelta(seconds=1)
    fast = sending.claim("mail", group._replace(batch=slow[0].batch), later)
    sending.finish(slow, later, Send.State.FAILED, "broken")
    assert states() == {"bell/1": "waiting"}
    sending.finish(fast, later, Send.State.SENT)
    assert states() == {"bell/1": "sent"}


def test_a_claimed_row_is_no_other_senders(alice):
    ring(alice)
    group = sending.groups("mail", NOON)[0]
    assert sending.claim("mail", group, NOON)
    assert not sending.claim("mail", group, NOON)
    assert not sending.groups("mail", NOON)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("senders", [2, 4])
def test_senders_at_once_send_each_notice_once(senders):
    everybody = [person(f"Guest {n}") for n in range(50)]
    tell_all([News(who.pk, "bell", f"bell/{who}/{n}", {"n": n}) for who in everybody for n in range(4)])
    gate = threading.Barrier(senders)

    def send():
        try:
            gate.wait()
            sending.send_ready(NOON)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(senders)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Send.objects.filter(state="sent", tries=1).count() == 200
    assert sorted(message.to[0] for message in mail.outbox) == sorted(who.email for who in everybody)


def test_the_queue_is_read_by_its_index(alice):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "EXPLAIN QUERY PLAN SELECT id FROM accounts_send WHERE state = 'waiting' AND not_before <= '2026-01-01'"
                " ORDER BY not_before LIMIT 500"
            )
            assert "to_send" in str(cursor.fetchall())


# Housekeeping


def test_a_change_of_settings_counts_for_what_waits(alice, clock):
    User.objects.filter(pk=alice.pk).update(digest=True)
    ring(alice)
    assert sweep() == 0
    alice.digest = False
    alice.save()
    notices.plan_again(alice, timezone.now())
    assert sweep() == 1


@pytest.mark.parametrize("digest", [False, True])
def test_a_change_of_settings_keeps_what_quiet_hours_do_not_hold_back(alice, clock, digest):
    clock.move_to(NOON.replace(hour=23))
    ring(alice, 1)
    ring(alice, 2, quiet=False)
    notices.ask_for_test(alice, "mail")
    alice.digest = digest
    alice.save()
    notices.plan_again(alice, timezone.now())
    found = {row.about.get("n"): row.not_before for row in Send.objects.all()}
    digest_at, morning = NOON.replace(day=3, hour=18), NOON.replace(day=3, hour=8)
    assert found[1] == (digest_at if digest else morning)
    assert found[2] == (digest_at if digest else NOON.replace(hour=23))
    assert found[None] == NOON.replace(hour=23)  # the test


def test_rows_long_done_are_forgotten_and_waiting_ones_never(alice, clock):
    ring(alice, 1)
    sweep()
    User.objects.filter(pk=alice.pk).update(digest=True)
    ring(alice, 2)
    clock.shift(timedelta(days=61))
    tasks.forget_old_notices()
    assert states() == {"bell/2": "waiting"}


def test_the_task_sends_and_leaves_the_way_free_for_the_next(alice, monkeypatch):
    for n in range(2):
        tell_all([News(alice.pk, "bell", f"bell/{n}", {"n": n}, not_before=NOON - timedelta(minutes=9))])
        tasks.send_notices()
    assert len(mail.outbox) == 1
    monkeypatch.setattr(sending, "send_ready", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tasks.send_notices()
    monkeypatch.undo()
    from django.core.cache import cache

    assert cache.add(tasks.SENDING, 1)
    tasks.send_notices()  # somebody is at it: not two
