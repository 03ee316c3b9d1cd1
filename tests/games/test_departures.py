"""Somebody goes for good: matches of others go on whole, and nothing says any more who it was."""

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts import addresses, leaving
from accounts.models import Device, Send, Session, Tie, User
from accounts.people import make_guest
from games import lobby, play, replay, talk
from games.models import Invitation, Match, Message, Prompt, Seat
from quotes.models import Words
from tests.games.scripts import ASK, desk_of, finished, person, sit_down, text

pytestmark = pytest.mark.django_db
NAME, EMAIL = "Zephyrine", "zephyrine@example.org"
DAY = 86400


@pytest.fixture
def zoe() -> User:
    zoe = person(NAME)
    addresses.set_email(zoe, EMAIL, verified=True)
    return zoe


def running(*people, pace=DAY) -> Match:
    return sit_down("kangoeroe", [*people], ASK, seed="1", pace=pace)


def everything_about(*words: str) -> list[str]:
    """Every row of every table that has one of these words in it; sessions are opened."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.values():
            said = str(row)
            if model is Session:
                said += str(signing.loads(row["session_data"], salt=SALT, serializer=JSONSerializer))
            found += [f"{model.__name__}: {said}" for word in words if word.lower() in said.lower()]
    return found


SALT = "django.contrib.sessions.SessionStore"


def test_of_a_deleted_account_no_table_knows_name_or_address(zoe, alice, bob):
    match, lobby_match = (
        running(zoe, alice),
        lobby.create(zoe, "kangoeroe", seats=3, bots=0, pace=DAY, options={}),
    )
    lobby.join(lobby_match.code, bob) if Invitation.objects.create(
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
