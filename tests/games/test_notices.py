"""What people hear of their matches: once, when they want to, in their own words and time, and nothing secret."""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from accounts import notices as told
from accounts import sending, ties
from accounts.models import Device, Send, User
from games import catalog, expiry, notice_words, notices, presence, resting, talk
from games.models import Invitation, Match, Message, Prompt, Pulse, Seat
from tests.conftest import wait_until
from tests.games.scripts import Queries, bot_form, desk_of, kangoeroe, party, person, play_on, sit_down

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = 24 * 60 * 60
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


def at_table(seats=2, pace=DAY, **more):
    table = kangoeroe(seats, pace=pace, **more)
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(email=f"{user.name.lower()}@example.org")
    return table


def who(table, seat=0):
    return table.match.seats.get(number=seat).person


def announce():
    return notices.announce(timezone.now())


def sweep():
    return sending.send_ready(timezone.now())


def rows(**such):
    return list(Send.objects.filter(**such).values_list("kind", "person__name", "state"))


def texts():
    found = []
    for message in mail.outbox:
        parsed = message_from_bytes(message.message().as_bytes(), policy=policy.default)
        found.append(parsed.get_body(("plain",)).get_content() + parsed.get_body(("html",)).get_content())
    return found


# Your turn


def test_a_turn_is_told_once_to_whoever_it_is():
    at_table()
    for _ in range(3):
        announce()
    assert rows() == [("turn", "Alice", "waiting")]
    assert not Prompt.objects.to_tell().exists()
    for _ in range(3):
        sweep()
    assert len(mail.outbox) == 1
    assert mail.outbox[0].subject == "Your turn: Kangoeroe with Bob"
    assert mail.outbox[0].to == ["alice@example.org"]


def test_a_turn_says_by_when_and_what_silence_does():
    table = at_table()
    User.objects.filter(name="Alice").update(time_zone="Europe/Amsterdam")
    announce()
    sweep()
    assert (
        "Time until Tuesday 13:00 (CET). If nothing comes from you: a random card is played."
        in mail.outbox[0].body
    )
    assert mail.outbox[0].extra_headers["References"] == f"<match.{table.code}@127.0.0.1>"


def test_a_defence_is_an_answer_that_is_wanted():
    table = at_table()
    play_on(table.match, lambda state: any(prompt.kind == "defend" for prompt in state.owed()))
    announce()
    kinds = {kind for kind, *_ in rows()}
    assert kinds == {"answer"}
    sweep()
    assert mail.outbox[0].subject.startswith("Your answer is wanted: Kangoeroe with")


@pytest.mark.parametrize(
    ("change", "rows_made"),
    [
        (lambda table: None, 1),
        (lambda table: table.match.seats.update(muted=True), 0),
        (lambda table: table.match.seats.update(auto=True), 0),
        (lambda table: Match.objects.update(practice=True), 0),
        (lambda table: Match.objects.update(pace=0), 0),
        (lambda table: User.objects.update(is_active=False), 0),
        (lambda table: User.objects.update(mail_on=False), 0),
        (lambda table: User.objects.update(email=""), 0),
        (lambda table: User.objects.update(notice_choices={"turn": {"mail": False}}), 0),
        (lambda table: Prompt.objects.update(waits=False), 0),
        (lambda table: Prompt.objects.update(told_at=NOON), 0),
        (lambda table: Prompt.objects.update(person=None), 0),
    ],
)
def test_who_is_not_told(change, rows_made):
    table = at_table()
    change(table)
    announce()
    announce()
    assert Send.objects.count() == rows_made
    assert not Prompt.objects.to_tell().exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.match.seats.update(muted=True),
        lambda table: table.match.seats.update(auto=True),
        lambda table: Prompt.objects.update(waits=False),
        lambda table: Prompt.objects.update(person=None),
        lambda table: User.objects.update(is_active=False),
        lambda table: User.objects.update(notice_choices={"turn": {"mail": False}}),
        lambda table: table.post(0, "leave", {}),
        lambda table: table.answer(0, 1, bot_form(table, table.owed(0))),
        lambda table: Match.objects.all().delete(),
    ],
)
def test_what_is_over_before_it_goes_is_not_told(change):
    table = at_table()
    announce()
    change(table)
    sweep()
    assert not [
        message for message in mail.outbox if message.subject.startswith("Your turn: Kangoeroe with Bob")
    ]
    assert not Send.objects.filter(state="waiting", kind="turn", person__name="Alice").exists()


def test_a_match_of_live_pace_tells_a_turn_and_reminds_of_nothing():
    at_table(pace=300)
    Prompt.objects.update(remind_at=NOON)
    announce()
    notices.remind(NOON)
    assert rows() == [("turn", "Alice", "waiting")]


def test_a_push_message_goes_to_whoever_has_a_device():
    table = at_table()
    Device.objects.create(person=who(table), endpoint="https://push.example.org/1", key="k", auth="a")
    announce()
    assert set(Send.objects.values_list("channel", flat=True)) == {"mail", "push"}


def test_many_are_told_in_few_queries():
    table = at_table(3)
    for _ in range(9):
        sit_down("kangoeroe", [who(table, n) for n in range(3)], {"first": 0}, pace=DAY)
    with Queries() as queries:
        assert announce() == 10
    assert len(queries) <= 6


def test_more_than_a_hundred_are_told_in_one_go():
    alice, bob = person("Alice"), person("Bob")
    alice.email = "alice@example.org"
    alice.save()
    match = sit_down("kangoeroe", [alice, bob], {"first": 0}, pace=DAY)
    seat = match.seats.get(number=0)
    Prompt.objects.bulk_create(
        Prompt(match=match, number=n, seat=seat, person=alice, kind="turn", waits=True, opened_at=NOON)
        for n in range(1000, 1250)
    )
    assert announce() == 251
    assert Send.objects.count() == 251


def test_twenty_matches_of_one_person_are_one_mail():
    table = at_table()
    people = [who(table, n) for n in range(2)]
    for _ in range(19):
        sit_down("kangoeroe", people, {"first": 0}, pace=DAY)
    announce()
    sweep()
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    assert mail.outbox[0].subject == "Your turn: Kangoeroe with Bob (and 19 more)"
    assert mail.outbox[0].body.count("/c/") == 20
    assert Send.objects.filter(state="sent").count() == 20


def test_quick_turns_are_a_mail_in_two_minutes_and_the_last_is_told(clock):
    """Two people who are both there and both have closed their pages each time."""
    table = at_table(2)
    for _ in range(40):
        if table.game.result(table.state) is not None:
            break
        prompt = table.ready()
        table.answer(prompt.seat, prompt.number, bot_form(table, prompt))
        announce()
        sweep()
        clock.shift(1.5)
    clock.shift(150)
    waiting = table.owed()
    sweep()
    mine = [message for message in mail.outbox if message.to == [who(table, waiting.seat).email]]
    assert len(mine) <= 3
    last = Send.objects.filter(about__prompt=waiting.number, person=who(table, waiting.seat)).get()
    assert last.state == "sent"
    assert not Send.objects.filter(state="waiting", kind__in=("turn", "answer")).exists()


def test_a_prompt_that_opens_anew_is_told_anew():
    table = at_table()
    announce()
    sweep()
    Prompt.objects.filter(match=table.match).update(told_at=None, opened_at=NOON + timedelta(days=3))
    announce()
    assert len(rows(kind="turn")) == 2


# Night and day, and who is here


@pytest.mark.parametrize(("pace", "waits_until"), [(DAY, 8), (4 * 3600, 8), (3599, 0), (300, 0)])
def test_at_night_a_turn_waits_for_the_morning_where_there_are_nights(clock, pace, waits_until):
    clock.move_to(NOON.replace(hour=23))
    at_table(pace=pace)
    announce()
    moment = Send.objects.get().not_before
    if waits_until:
        assert moment == NOON.replace(day=3, hour=waits_until)
    else:
        assert moment == timezone.now()


NEWS = {
    "table": lambda table: notices.noted(table.match, table.match.seats.filter(number=0), "resumed"),
    "started": lambda table: notices.started(table.match, table.match.seats.filter(number=0)),
    "finished": lambda table: notices.finished(table.match, table.match.seats.filter(number=0)),
    "joined": lambda table: notices.joined(table.match, table.match.seats.get(number=1)),
}


@pytest.mark.parametrize(("pace", "waits"), [(DAY, True), (4 * 3600, True), (2 * 3600, False), (300, False)])
@pytest.mark.parametrize("kind", NEWS)
def test_other_news_waits_for_the_morning_in_the_same_matches(clock, kind, pace, waits):
    clock.move_to(NOON.replace(hour=23))
    table = at_table(pace=pace)
    table.match.host = who(table)
    NEWS[kind](table)
    (row,) = Send.objects.all()
    assert row.kind == kind
    assert row.not_before == (NOON.replace(day=3, hour=8) if waits else timezone.now())


def test_a_turn_in_the_night_is_one_message_in_the_morning_and_none_if_it_was_played(clock):
    clock.move_to(NOON.replace(hour=23))
    first, second = at_table(), None
    announce()
    assert sweep() == 0
    second = sit_down("kangoeroe", [who(first, 0), who(first, 1)], {"first": 0}, pace=DAY)
    announce()
    first.answer(0, 1, bot_form(first, first.owed(0)))
    Send.objects.filter(person__name="Bob").delete()
    clock.move_to(NOON.replace(day=3, hour=8))
    sweep()
    assert len(mail.outbox) == 1
    assert Send.objects.get(about__match=first.code).state == "dropped"
    assert Send.objects.get(about__match=second.code).state == "sent"


def test_with_a_digest_a_turn_comes_once_a_day(clock):
    table = at_table()
    User.objects.update(digest=True)
    announce()
    assert sweep() == 0
    clock.move_to(NOON.replace(hour=18))
    assert sweep() == 1
    assert "It is your turn." in mail.outbox[0].body
    assert table


def test_whoever_looks_is_told_two_minutes_later_and_never_not(clock):
    table = at_table()
    presence.mark(table.hand(0).pk)
    announce()
    assert Send.objects.get().not_before == NOON + timedelta(minutes=2)
    assert sweep() == 0
    clock.shift(120)
    assert sweep() == 1


def test_a_page_that_is_not_looked_at_any_more_delays_nothing(clock):
    hand = at_table().hand(0).pk
    presence.mark(hand)
    assert presence.who_is_here([hand]) == {hand}
    clock.shift(presence.LASTS)
    assert presence.who_is_here([hand]) == set()
    announce()
    assert Send.objects.get().not_before == timezone.now()


def test_being_here_is_written_down_every_half_minute(clock, monkeypatch):
    written = []
    monkeypatch.setattr(cache, "set", lambda *args, real=cache.set: written.append(args) or real(*args))
    for _ in range(25):
        presence.mark(7)
        clock.shift(5)
    assert len(written) == 5
    assert presence.who_is_here([7, 8]) == {7}


# Reminders


def test_a_reminder_comes_once_and_names_the_end():
    at_table()
    announce()
    sweep()
    Prompt.objects.update(remind_at=NOON)
    assert notices.remind(NOON) == 1
    assert notices.remind(NOON) == 0
    assert rows(kind="reminder") == [("reminder", "Alice", "waiting")]
    sending.send_ready(NOON + timedelta(minutes=3))
    assert mail.outbox[-1].subject == "Not much time left: Kangoeroe with Bob"
    assert "a random card is played" in mail.outbox[-1].body
    assert Prompt.objects.get().remind_at is None


def test_a_reminder_of_what_was_answered_is_none():
    table = at_table()
    Prompt.objects.update(remind_at=NOON, told_at=NOON)
    notices.remind(NOON)
    table.answer(0, 1, bot_form(table, table.owed(0)))
    sweep()
    assert not [message for message in mail.outbox if message.subject.startswith("Not much")]


def test_after_a_day_was_given_there_is_another_reminder():
    at_table()
    for days in range(3):
        due = NOON + timedelta(days=days)
        Prompt.objects.update(remind_at=NOON, due_at=due)
        notices.remind(NOON)
    assert len(rows(kind="reminder")) == 3


# What becomes of a match


def test_the_others_hear_that_it_has_begun():
    table = at_table()
    notices.started(table.match, table.match.seats.all())
    notices.started(table.match, table.match.seats.all())
    assert sorted(rows()) == [("started", "Alice", "waiting"), ("started", "Bob", "waiting")]
    announce()
    sweep()
    assert len(mail.outbox) == 2
    assert "The cards are dealt." in mail.outbox[0].body


def test_a_host_hears_who_sat_down_and_not_of_herself():
    table = at_table()
    table.match.host, table.match.status = who(table, 0), Match.Status.LOBBY
    table.match.save()
    for number in (0, 1):
        notices.joined(table.match, table.match.seats.get(number=number))
    assert rows() == [("joined", "Alice", "waiting")]
    sweep()
    assert mail.outbox[0].subject == "Bob has sat down: Kangoeroe"


def test_a_guest_who_got_up_again_is_no_news():
    table = at_table()
    table.match.host, table.match.status = who(table, 0), Match.Status.LOBBY
    table.match.save()
    notices.joined(table.match, table.match.seats.get(number=1))
    table.match.seats.filter(number=1).update(person=None)
    sweep()
    assert not mail.outbox


def test_the_end_is_told_with_who_won_to_those_who_do_not_know():
    table = at_table()
    play_on(table.match)
    assert sorted(rows(kind="finished")) == [("finished", "Alice", "waiting"), ("finished", "Bob", "waiting")]
    table.match.refresh_from_db()
    hand = table.hand(0)
    hand.seen = table.match.move_count
    hand.save()
    sweep()
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]
    assert mail.outbox[0].subject == "Kangoeroe with Alice is over"
    assert re.search(r"You win\.|Alice wins\.|Shared victory", mail.outbox[0].body)


def test_a_rest_is_told_in_the_words_of_the_table():
    table = at_table()
    from django.db import transaction

    with transaction.atomic():
        desk = desk_of(table.match)
        resting.pause(desk, NOON + timedelta(days=3))
        desk.store()
    assert {kind for kind, *_ in rows()} == {"table"}
    sweep()
    assert len(mail.outbox) == 2
    assert mail.outbox[0].subject == "News from the table: Kangoeroe with Bob"
    assert "The match is paused until" in mail.outbox[0].body


HOLDS = {
    "paused": {"status": "paused"},
    "asleep": {"status": "asleep"},
    "frozen": {"status": "frozen"},
    "closed": {"status": "closed"},
    "proposed": {"proposal": "end"},
    "few_cards": {"status": "lobby"},
}


def make_true(table, key):
    Match.objects.filter(pk=table.match.pk).update(**HOLDS.get(key, {}))
    if key == "auto":
        table.match.seats.update(auto=True)


def note(table, key, seat=-1, true=True, to=None, **names):
    """The table notes something, which is so unless it is said otherwise."""
    if true:
        make_true(table, key)
    talk.note(table.match, key, seat, **names)
    notices.noted(table.match, table.match.seats.all() if to is None else to, key)


@pytest.mark.parametrize(
    ("key", "after"),
    [
        ("paused", {"status": "running"}),
        ("asleep", {"status": "running"}),
        ("frozen", {"status": "running"}),
        ("resumed", {"status": "paused"}),
        ("woken", {"status": "asleep"}),
        ("thawed", {"status": "frozen"}),
        ("proposed", {"proposal": ""}),
    ],
)
def test_what_is_not_so_any_more_is_not_told(key, after):
    table = at_table()
    note(table, key)
    Match.objects.filter(pk=table.match.pk).update(**after)
    sweep()
    assert not mail.outbox
    assert {state for *_, state in rows()} == {"dropped"}


def test_a_pause_that_was_and_another_are_one_line_in_the_mail():
    table = at_table()
    note(table, "paused", until="2026-03-05")
    note(table, "resumed", true=False)
    note(table, "paused", until="2026-03-09")
    sweep()
    assert "9 March" in mail.outbox[0].body
    assert "5 March" not in mail.outbox[0].body and "pause is over" not in mail.outbox[0].body


def test_a_proposal_is_told_to_those_who_have_not_agreed():
    table = at_table(3)
    note(table, "proposed", 0, what="end")
    table.match.seats.filter(number__in=[0, 1]).update(agrees=True)
    sweep()
    assert [message.to for message in mail.outbox] == [["cleo@example.org"]]


def test_whoever_lost_the_seat_to_a_bot_is_spoken_to():
    table = at_table(3)
    note(table, "auto", 1, to=[table.match.seats.get(number=1)])
    sweep()
    assert mail.outbox[0].subject == "A bot plays for you: Kangoeroe with Alice and Cleo"
    assert "A bot plays for you. Take your seat back with one press." in mail.outbox[0].body
    assert "until Bob" not in mail.outbox[0].body


def test_a_seat_that_was_taken_back_is_not_told_of_the_bot():
    table = at_table()
    note(table, "auto", 1, true=False)
    sweep()
    assert not mail.outbox


def test_who_sat_down_is_no_news_once_the_match_has_begun():
    table = at_table()
    Match.objects.filter(pk=table.match.pk).update(host=who(table, 0), status=Match.Status.LOBBY)
    table.match.refresh_from_db()
    notices.joined(table.match, table.match.seats.get(number=1))
    Match.objects.filter(pk=table.match.pk).update(status=Match.Status.RUNNING)
    sweep()
    assert not mail.outbox


def test_a_rest_that_somebody_has_seen_is_no_news():
    table = at_table()
    note(table, "asleep")
    table.match.seats.filter(number=0).update(talk_seen=table.match.talk_count)
    sweep()
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]


@pytest.mark.parametrize(("key", "words"), [("cancelled", "taken down before"), ("unfilled", "two weeks")])
def test_a_table_that_was_taken_down_is_told(key, words):
    table = at_table()
    notices.noted(table.match, table.match.seats.all(), key)
    sweep()
    assert words in mail.outbox[0].body


@pytest.mark.parametrize("key", list(talk.NOTES))
def test_every_note_of_a_table_can_be_a_mail(key):
    table = at_table()
    make_true(table, key.partition("/")[0])
    talk.note(
        table.match,
        key.partition("/")[0],
        1,
        name="Bob & <b>Co</b>",
        until="2026-03-05",
        why=key.partition("/")[2],
    )
    notices.noted(table.match, [table.match.seats.get(number=0)], key.partition("/")[0])
    sweep()
    assert len(mail.outbox) == 1
    assert "&amp;" not in mail.outbox[0].body and "%(" not in mail.outbox[0].body


def test_an_invitation_names_who_asks_and_ends_with_a_refusal():
    table = at_table()
    cleo = person("Cleo")
    cleo.email = "cleo@example.org"
    cleo.save()
    Match.objects.update(status=Match.Status.LOBBY)
    asked = Invitation.objects.create(match=table.match, person=cleo, by=who(table, 0))
    notices.invited(asked)
    notices.invited(asked)
    sweep()
    assert [message.subject for message in mail.outbox] == ["Alice invites you: Kangoeroe"]
    Send.objects.update(state="waiting", claimed_at=None, done_at=None, tries=0, batch="")
    asked.declined_at = NOON
    asked.save()
    sweep()
    assert rows() == [("invitation", "Cleo", "dropped")]


def say_something(table, seat=1, text="a word about my red card"):
    assert talk.say(table.code, who(table, seat), text) is None
    table.match.refresh_from_db()


def test_new_words_are_told_only_to_those_who_ask_for_it():
    table = at_table(3)
    say_something(table)
    assert rows() == []
    User.objects.filter(name__in=("Alice", "Bob")).update(notice_choices={"words": {"mail": True}})
    for n in range(3):
        say_something(table, text=f"again and again {n}")
    assert {name for _kind, name, _state in rows()} == {"Alice"}
    sweep()
    assert [message.subject for message in mail.outbox] == ["Bob wrote to you: Kangoeroe"]
    assert "again and again" not in "".join(texts())
    assert mail.outbox[0].body.count("Bob wrote something at the table.") == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda table: ties.tie(who(table, 0), who(table, 1), "mute"),
        lambda table: ties.tie(who(table, 0), who(table, 1), "block"),
        lambda table: Message.objects.get(kind="words").words.__class__.objects.update(hidden_at=NOON),
        lambda table: Seat.objects.update(talk_seen=99),
        lambda table: Seat.objects.update(muted=True),
    ],
)
def test_words_of_somebody_one_does_not_want_to_hear_are_not_told(change):
    table = at_table()
    User.objects.update(notice_choices={"words": {"mail": True}})
    say_something(table)
    change(table)
    sweep()
    assert not mail.outbox


def test_a_practice_match_tells_nothing():
    table = party("kangoeroe", 1, bots=1, pace=0)
    User.objects.update(email="alice@example.org")
    Match.objects.update(practice=True)
    table.match.refresh_from_db()
    seats = table.match.seats.all()
    notices.started(table.match, seats)
    notices.finished(table.match, seats)
    talk.note(table.match, "closed")
    notices.noted(table.match, seats, "closed")
    announce()
    assert rows() == []


def test_every_kind_has_a_name_for_the_settings_page():
    kinds = [kind.slug for kind in told.kinds_to_choose()]
    assert kinds[:10] == [
        "moderation",
        *("turn", "answer", "reminder", "started", "joined", "finished", "invitation", "table", "words"),
    ]
    assert all(str(told.KINDS[slug].label) for slug in kinds)
    assert told.KINDS["words"].preset == frozenset()


# In the reader's language, and nothing secret


def test_each_reader_reads_their_own_language():
    table = at_table()
    User.objects.filter(name="Alice").update(language="de")
    notices.started(table.match, table.match.seats.all())
    announce()
    sweep()
    by_reader = {
        message.to[0].partition("@")[0]: text for message, text in zip(mail.outbox, texts(), strict=True)
    }
    assert '<html lang="de">' in by_reader["alice"] and '<html lang="en">' in by_reader["bob"]


def test_no_mail_of_a_whole_match_holds_a_card_or_a_secret(clock):
    """Every prompt of a match announced and sent, also its end; all mails searched."""
    table = at_table(3)
    cards = set()
    for _ in range(400):
        state = table.state
        if table.game.result(state) is not None:
            break
        cards |= {card for hand in state.hands for card in hand.cards}
        announce()
        Prompt.objects.filter(waits=True).update(remind_at=timezone.now())
        notices.remind(timezone.now())
        Send.objects.filter(state="waiting").update(not_before=timezone.now())
        sweep()
        clock.shift(121)
        prompt = table.ready()
        table.answer(prompt.seat, prompt.number, bot_form(table, prompt))
    Send.objects.filter(state="waiting").update(not_before=timezone.now())
    sweep()
    assert len(mail.outbox) > 30
    face = catalog.face("kangoeroe")
    said = "\n".join(texts())
    without_links = re.sub(r"http://\S+|#[0-9A-Fa-f]{6}", "", said)
    for card in cards:
        assert not re.search(rf"(?<![\w.]){re.escape(card)}(?![\w.])", without_links), card
    for word in ("green", "blue", "purple", "orange"):
        assert not re.search(rf"\b{word}\b", re.sub(r"style=\"[^\"]*\"", "", without_links), re.IGNORECASE), (
            word
        )
    table.match.refresh_from_db()
    assert table.match.seed not in said
    assert face


# With a real worker


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_a_turn_becomes_a_mail_through_a_real_worker(clock, send_task, tmp_path):
    clock.move_to(datetime.now(UTC))
    table = at_table(pace=300)
    assert table.match.code

    def mails():
        send_task("games.tasks.tell_of_prompts")
        send_task("accounts.tasks.send_notices")
        return [path.read_text() for path in (tmp_path / "mail").glob("*.eml")]

    wait_until(mails, 40)
    (text,) = mails()
    assert "Subject: Your turn: Kangoeroe with Bob" in text
    assert "To: alice@example.org" in text
    for _ in range(5):
        assert len(mails()) == 1


@pytest.mark.parametrize("choices", [[], "all", {"turn": "never"}, {"turn": ["mail"]}, 7])
def test_what_somebody_typed_in_the_admin_keeps_nobody_from_hearing(choices):
    at_table()
    User.objects.filter(name="Alice").update(notice_choices=choices)
    assert announce() == 1
    assert rows() == [("turn", "Alice", "waiting")]


def test_words_are_told_as_theirs_who_wrote_them_whoever_sits_there_by_now():
    table = at_table(3)
    User.objects.filter(name="Alice").update(notice_choices={"words": {"mail": True}})
    talk.say(table.code, who(table, 1), "Good morning")
    innocent = person("Innocent")
    table.match.seats.filter(number=1).update(person=innocent, name="Innocent")
    [row] = Send.objects.filter(kind="words")
    assert notice_words.say_words(row).subject == "Bob wrote to you: Kangoeroe"


@pytest.mark.parametrize(
    ("html", "read"),
    [
        ("You take <span class='f'><svg><use href='#x'/></svg> red</span> from Bo.", "You take red from Bo."),
        ("A &lt;b&gt; &amp; B", "A <b> & B"),
        ("plain", "plain"),
    ],
)
def test_a_sentence_with_pictures_is_words_alone_in_a_mail(html, read):
    assert notice_words.plain(html) == read


def test_a_clock_that_was_ahead_and_is_right_again_does_not_hide_the_next_outage():
    Pulse.objects.create(name="due", at=NOON + timedelta(hours=3))
    expiry.put_clocks_forward(NOON)
    assert Pulse.objects.get().at == NOON
