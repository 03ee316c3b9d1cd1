"""Somebody goes for good: matches of others go on whole, and nothing says any more who it was."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts import addresses, leaving
from accounts.models import Device, Send, Session, Tie, User
from accounts.people import make_guest
from accounts.tasks import purge_guests
from games import agreement, expiry, links, lobby, play, replay, seating, talk
from games.models import Invitation, Match, Message, Move, Prompt, Seat
from quotes.models import Words
from tests.accounts.world import EMAIL, NAME, everything_about
from tests.games.scripts import ASK, Queries, desk_of, finished, person, sit_down, text

pytestmark = pytest.mark.django_db
DAY = 86400


@pytest.fixture
def zoe() -> User:
    zoe = person(NAME)
    addresses.set_email(zoe, EMAIL, verified=True)
    return zoe


def running(*people, pace=DAY) -> Match:
    return sit_down("kangoeroe", [*people], ASK, seed="1", pace=pace)


def test_of_a_deleted_account_no_table_knows_name_or_address(zoe, alice, bob):
    match, lobby_match = (
        running(zoe, alice),
        lobby.create(zoe, "kangoeroe", seats=3, bots=0, pace=DAY, options={}),
    )
    seating.join(lobby_match.code, bob) if Invitation.objects.create(
        match=lobby_match, person=bob, by=zoe
    ) else None
    hers = lobby.create(alice, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    Invitation.objects.create(match=hers, person=zoe, by=alice)
    left = running(zoe, alice, bob)
    talk.say(left.code, zoe, f"I am {NAME}")
    play.leave(left.code, zoe)
    over = finished()
    Seat.objects.filter(match=over.match, number=0).update(person=zoe, name=NAME)
    browser = Client()
    browser.force_login(zoe)
    Tie.objects.create(person=bob, other=zoe, kind=Tie.Kind.MUTE)
    Send.objects.create(event="x", kind="turn", person=zoe, channel="mail", about={"name": NAME})
    Device.objects.create(
        person=zoe, endpoint="https://push.example.org/1", key="k", auth="a", name=f"{NAME}'s phone"
    )
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=alice,
        content_type=kind,
        object_id=str(zoe.pk),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message="[]",
    )
    assert len(everything_about(NAME, EMAIL)) > 10

    leaving.erase(zoe)

    assert everything_about(NAME, EMAIL) == []
    assert not User.objects.filter(pk=zoe.pk).exists()
    assert not Session.objects.filter(person_id=zoe.pk).exists()
    seat = Seat.objects.get(match=match, number=0)
    assert seat.bot and seat.person is None
    match.refresh_from_db()
    assert match.running
    assert list(lobby_match.seats.values_list("person", flat=True)) == [bob.pk]
    lobby_match.refresh_from_db()
    assert lobby_match.host == bob


def test_the_others_play_on_and_read_of_somebody(zoe, alice, bob, sign_in):
    match = running(zoe, alice, bob)
    leaving.erase(zoe)
    page = text(sign_in(alice).get(match.get_absolute_url()))
    assert "Somebody" in page and NAME not in page
    desk = desk_of(match)
    assert not desk.game.faults(desk.state)
    assert all(prompt.seat != 0 for prompt in desk.state.owed())
    assert not Prompt.objects.filter(match=match, person=None, waits=True).exists()


def test_a_finished_match_stays_whole_and_is_still_proven(zoe, alice, sign_in):
    table = finished()
    Seat.objects.filter(match=table.match, number=0).update(person=zoe, name=NAME)
    Seat.objects.filter(match=table.match, number=1).update(person=alice)
    before = replay.verify(table.match)
    leaving.erase(zoe)
    assert replay.verify(Match.objects.get(pk=table.match.pk)) == before
    browser = sign_in(alice)
    for part in ("", "log/", "deal/", "replay/3/"):
        page = text(browser.get(f"{table.match.get_absolute_url()}{part}"))
        assert NAME not in page
    assert "Somebody" in text(browser.get(table.match.get_absolute_url()))


@pytest.mark.parametrize("pace", [0, DAY])
def test_a_match_of_the_deleted_alone_is_closed_or_sleeps(zoe, pace):
    match = sit_down("kangoeroe", [zoe, None], ASK, pace=pace)
    leaving.erase(zoe)
    match.refresh_from_db()
    assert match.status in (Match.Status.CLOSED, Match.Status.ASLEEP)
    assert not Prompt.objects.filter(match=match, waits=True).exists()


@pytest.mark.parametrize("status", [Match.Status.PAUSED, Match.Status.ASLEEP, Match.Status.FROZEN])
def test_a_match_that_rests_keeps_no_name_either(zoe, alice, status):
    match = running(zoe, alice)
    Match.objects.filter(pk=match.pk).update(status=status, since=timezone.now())
    leaving.erase(zoe)
    assert everything_about(NAME) == []
    assert Seat.objects.get(match=match, number=0).bot


def test_a_substitute_keeps_the_name_of_the_seat(zoe, alice, bob):
    match = running(zoe, alice)
    play.leave(match.code, zoe)
    Seat.objects.filter(match=match, number=0).update(person=bob, bot=False, name="Bob")
    leaving.erase(zoe)
    assert Seat.objects.get(match=match, number=0).name == "Bob"


def test_words_at_the_table_go_and_words_that_were_played_stay(zoe, alice):
    match = running(zoe, alice)
    talk.say(match.code, zoe, "hello")
    talk.say(match.code, alice, "hi there")
    played = Words.objects.create(text="an answer", author=zoe)
    Move.objects.create(match=match, number=90, seat=0, by="player", action=f'{{"words":{played.pk}}}')
    leaving.erase(zoe)
    assert set(Words.objects.values_list("text", flat=True)) == {"hi there", "an answer"}
    played.refresh_from_db()
    assert played.author is None
    assert Message.objects.filter(match=match, kind=Message.Kind.WORDS).count() == 2


def test_nothing_is_deleted_when_a_step_fails(zoe, alice, monkeypatch):
    running(zoe, alice)

    def fail(_person):
        raise RuntimeError

    monkeypatch.setattr(leaving, "before_deletion", [*leaving.before_deletion, fail])
    with pytest.raises(RuntimeError):
        leaving.erase(zoe)
    assert Seat.objects.filter(person=zoe).count() == 1 and User.objects.filter(pk=zoe.pk).exists()


# A guest turns out to have an account


def test_a_guests_seats_become_the_accounts_where_it_does_not_sit_already(zoe, alice, bob):
    guest = make_guest("Quentinius")
    alone, shared = running(guest, alice), running(guest, zoe, bob)
    hosted = lobby.create(guest, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    talk.say(alone.code, guest, "hello")
    Invitation.objects.create(match=hosted, person=alice, by=guest)
    leaving.merge(guest, zoe)
    assert not User.objects.filter(pk=guest.pk).exists()
    assert Seat.objects.get(match=alone, number=0).person == zoe
    hosted.refresh_from_db()
    assert hosted.host == zoe and hosted.seats.get().person == zoe
    assert Prompt.objects.filter(match=alone, seat__number=0).exclude(person=zoe).count() == 0
    assert Message.objects.get(match=alone, kind=Message.Kind.WORDS).person == zoe
    assert Words.objects.get().author == zoe and Invitation.objects.get().by == zoe
    first = Seat.objects.get(match=shared, number=0)
    assert first.bot and first.person is None
    assert Seat.objects.get(match=shared, number=1).person == zoe
    assert everything_about("Quentinius") == []


def test_what_a_guest_left_said_and_was_asked_becomes_the_accounts(zoe, alice, bob):
    guest = make_guest("Quentinius")
    left, shared, hosted = running(guest, alice, bob), running(guest, zoe, bob), running(alice, bob)
    Match.objects.filter(pk=hosted.pk).update(host=guest)
    talk.say(left.code, guest, "so long")
    talk.say(shared.code, guest, "hello")
    play.leave(left.code, guest)
    leaving.merge(guest, zoe)
    seat = Seat.objects.get(match=left, number=0)
    assert (seat.person, seat.left_by, seat.name) == (None, zoe, NAME)
    words = Message.objects.filter(kind=Message.Kind.WORDS)
    assert set(words.values_list("person", "words__text")) == {(zoe.pk, "so long"), (zoe.pk, "hello")}
    assert not Words.objects.exclude(author=zoe).exists()
    hosted.refresh_from_db()
    assert hosted.host == zoe
    assert everything_about("Quentinius") == []
    leaving.erase(zoe)
    assert everything_about(NAME, EMAIL) == []


@pytest.mark.parametrize(
    ("guests", "accounts", "after"),
    [
        ({}, None, {"barred": False}),
        ({}, {}, {"barred": False}),
        ({"barred": True}, {}, {"barred": True}),
        ({"barred": True}, None, {"barred": True}),
        ({}, {"barred": True}, {"barred": True}),
    ],
)
def test_invitations_of_a_guest_are_the_accounts_and_who_was_sent_away_stays_away(
    zoe, alice, guests, accounts, after
):
    guest = make_guest("Quentinius")
    table = lobby.create(alice, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    Invitation.objects.create(match=table, person=guest, by=alice, **guests)
    if accounts is not None:
        Invitation.objects.create(match=table, person=zoe, by=alice, **accounts)
    leaving.merge(guest, zoe)
    assert Invitation.objects.get().person == zoe
    assert Invitation.objects.get().barred == after["barred"]


@pytest.mark.parametrize("host", ["guest", "zoe"])
def test_nobody_is_invited_to_their_own_table_after_a_merge(zoe, host):
    guest = make_guest("Quentinius")
    one, other = (guest, zoe) if host == "guest" else (zoe, guest)
    table = lobby.create(one, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    Invitation.objects.create(match=table, person=other, by=one)
    leaving.merge(guest, zoe)
    assert not Invitation.objects.exists()


# Whatever they were called


def called(someone: User, name: str) -> None:
    someone.name = name
    someone.save()


def tell_everything(match: Match, zoe: User, alice: User, dora: User) -> None:
    """Every way in which a table tells of a person, and the history of the admin."""
    number = Prompt.objects.get(match=match, waits=True, person=zoe).number
    agreement.give_day(match.code, alice, number, 0)
    play.leave(match.code, zoe)
    links.offer_seat(match.code, 0, alice)
    links.take_seat(Seat.objects.get(match=match, number=0).invite, dora)


def test_names_of_before_go_with_the_account_too(zoe, alice, bob, dora):
    match, repaired = running(zoe, alice, bob), running(zoe, alice, bob)
    tell_everything(match, zoe, alice, dora)
    host = User.objects.create(name="Emil", is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(host)
    page = f"/admin/games/match/{repaired.pk}/repair/bot/"
    assert browser.post(page, {"seat": "0", "for_good": "1"}).status_code == 303
    assert LogEntry.objects.get().get_change_message() == "A bot was put into seat 0"
    called(zoe, "Quentinius")
    leaving.erase(zoe)
    assert everything_about(NAME, "Quentinius", EMAIL) == []


def test_a_namesake_keeps_the_name(alice, dora, sign_in):
    first, second = person("Sam"), person("Sam")
    match = running(first, alice, second)
    number = Prompt.objects.get(match=match, waits=True, person=first).number
    agreement.give_day(match.code, second, number, 0)
    play.leave(match.code, second)
    leaving.erase(first)
    said = text(sign_in(alice).get(f"{match.get_absolute_url()}talk/"))
    assert "Sam has given Somebody one day more." in said
    assert "Sam has left the table." in said and "Somebody has left the table." in said


def test_notes_of_old_that_hold_names_hold_none_afterwards(zoe, alice, bob, sign_in):
    match = running(zoe, alice, bob)
    for key, seat, names in (
        ("day", 1, {"to": "Zephy"}),
        ("left", 0, {"name": "Zephy"}),
        ("substitute", 2, {"name": "Bob", "other": "Zephy"}),
    ):
        talk.note(match, key, seat, **names)
    assert "Zephy has left the table." in text(sign_in(alice).get(f"{match.get_absolute_url()}talk/"))
    leaving.erase(zoe)
    assert everything_about("Zephy", NAME) == []
    said = text(sign_in(alice).get(f"{match.get_absolute_url()}talk/"))
    assert "You have given one day more." in said and "Somebody has left the table." in said


# Matches that today's rules cannot read

SPOILT = {
    "a game that is not here any more": {"game": "long-gone"},
    "a table of other rules": {"table": '{"is": "nothing"}'},
    "no JSON": {"prompts": "["},
}
spoilt = pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)


def spoilt_match(spoil: dict[str, str], *people: User, **more) -> Match:
    match = running(*people, **more)
    Match.objects.filter(pk=match.pk).update(**spoil)
    return match


@spoilt
@pytest.mark.parametrize("status", [Match.Status.RUNNING, Match.Status.PAUSED, Match.Status.FROZEN])
def test_no_match_keeps_anybody(zoe, alice, spoil, status, caplog):
    match, other = spoilt_match(spoil, zoe, alice), running(zoe, alice)
    Match.objects.filter(pk=match.pk).update(status=status)
    leaving.erase(zoe)
    assert everything_about(NAME, EMAIL) == []
    for one, standing in ((match, Match.Status.FROZEN), (other, Match.Status.RUNNING)):
        one.refresh_from_db()
        assert one.status == standing
        seat = Seat.objects.get(match=one, number=0)
        assert (seat.bot, seat.person, seat.name) == (True, None, "")
    assert not Prompt.objects.filter(match=match, person__isnull=False).exists()
    waiting = Prompt.objects.filter(match=match, waits=True)
    assert waiting.exists() == (status == Match.Status.FROZEN)  # which this test alone has left waiting


@spoilt
def test_a_guest_of_such_a_match_deletes_everything_with_a_press_and_so_does_the_purge(alice, spoil):
    for way in ("press", "purge"):
        guest = make_guest("Quentinius")
        spoilt_match(spoil, guest, alice)
        if way == "press":
            browser = Client()
            browser.force_login(guest)
            answer = browser.post("/settings/delete/", {"sure": "1"})
            assert (answer.status_code, answer["Location"]) == (303, "/deleted/")
            assert "sessionid" not in browser.cookies or not browser.cookies["sessionid"].value
        else:
            User.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - timedelta(days=61))
            assert purge_guests() == 1
        assert everything_about("Quentinius") == []


def test_a_table_of_a_game_that_is_gone_is_left_before_the_deal(zoe, alice):
    table = lobby.create(zoe, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    Match.objects.update(game="long-gone", visibility=Match.Visibility.OPEN)
    Seat.objects.create(match=table, number=1, person=alice, name="Alice")
    leaving.erase(zoe)
    table.refresh_from_db()
    assert table.host == alice and table.seats.get().person == alice


def test_a_database_that_fails_deletes_nothing(zoe, alice, monkeypatch):
    running(zoe, alice)

    def fail(*_):
        raise OperationalError("locked")

    monkeypatch.setattr(play, "leave", fail)
    with pytest.raises(OperationalError):
        leaving.erase(zoe)
    assert User.objects.filter(pk=zoe.pk).exists()


PARTS = ("", "log/", "leave/", "deal/", "replay/", "answer/1/", "table/start/", "seats/", "talk/")


@spoilt
@pytest.mark.parametrize("part", PARTS)
def test_those_who_sit_there_read_that_nothing_is_lost_and_strangers_nothing(
    zoe, alice, dora, sign_in, spoil, part
):
    match = spoilt_match(spoil, zoe, alice)
    address = f"{match.get_absolute_url()}{part}"
    answer = sign_in(zoe).get(address)
    if part in ("seats/", "talk/"):  # which need no rules
        assert answer.status_code == 200
    else:
        assert answer.status_code == 503
        assert "This match cannot be shown just now" in text(answer) and "Nothing is lost" in text(answer)
        assert f'href="/next/?skip={match.code}"' in text(answer)
    assert sign_in(dora).get(address).status_code == 404


@spoilt
@pytest.mark.parametrize(
    ("part", "form"),
    [
        ("answer/1/", {"do": "play"}),
        ("orders/", {"part": "plans"}),
        ("leave/", {}),
        ("back/", {}),
        ("propose/", {"what": "end"}),
        ("day/1/", {"given": "0"}),
    ],
)
def test_nothing_can_be_pressed_there_and_nothing_breaks(zoe, alice, dora, sign_in, spoil, part, form):
    match = spoilt_match(spoil, zoe, alice)
    address = f"{match.get_absolute_url()}{part}"
    assert sign_in(zoe).post(address, form).status_code == 503
    assert sign_in(dora).post(address, form).status_code == 404


@spoilt
def test_the_next_sweep_freezes_it_and_tells_the_table(zoe, alice, spoil):
    match = spoilt_match(spoil, zoe, alice)
    Prompt.objects.filter(match=match, due_at__isnull=False).update(
        due_at=timezone.now() - timedelta(minutes=1)
    )
    expiry.sweep()
    match.refresh_from_db()
    assert match.status == Match.Status.FROZEN and "cannot be read" in match.trouble
    assert not Prompt.objects.filter(match=match, waits=True).exists()
    assert match.news["key"] == "frozen"
    assert Send.objects.filter(kind="table").count() == 2
    expiry.sweep()
    assert Message.objects.filter(match=match, key="frozen").count() == 1


def test_the_next_match_is_one_that_can_be_played(zoe, alice, sign_in):
    spoilt_match({"game": "long-gone"}, zoe, alice)
    browser = sign_in(zoe)
    assert browser.get("/next/")["Location"] == "/"
    good = running(zoe, alice)
    assert browser.get("/next/")["Location"] == good.get_absolute_url()
    assert browser.get("/").status_code == 200


def test_a_lobby_and_a_rematch_of_a_game_that_is_gone(zoe, alice, dora, sign_in):
    table = lobby.create(zoe, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    over = running(zoe, alice)
    Match.objects.filter(pk=over.pk).update(status=Match.Status.FINISHED, ended_at=timezone.now())
    Match.objects.update(game="long-gone")
    assert sign_in(zoe).get(table.get_absolute_url()).status_code == 503
    assert sign_in(dora).get(table.get_absolute_url()).status_code == 404
    assert sign_in(zoe).post(f"{over.get_absolute_url()}rematch/").status_code == 503


def test_matches_are_locked_in_the_order_of_the_sweeps(zoe, alice, bob):
    """The match that is left first was dealt last: without one order, two departures could wait for each other."""
    left, going_on = running(zoe, alice, bob), running(zoe, alice)
    play.leave(left.code, zoe)
    with Queries() as queries:
        leaving.erase(zoe)
    if connection.vendor == "postgresql":
        first = next(sql for sql in queries.sql if "FOR NO KEY UPDATE" in sql and "games_match" in sql)
        assert str(left.pk) in first and str(going_on.pk) in first
        assert re.search(r'ORDER BY (1|"games_match"."id") ASC FOR NO KEY UPDATE', first)
