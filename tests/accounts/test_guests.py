"""Guests: they keep their seat by an address, bring it along to an account they have, or are forgotten."""

from datetime import timedelta

import pytest
from django.conf import settings as real
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from accounts.people import make_guest
from accounts.tasks import purge_guests
from tests.accounts.steps import (
    CODE,
    CONFIRM_CODE,
    LOGIN,
    PASSWORD,
    SIGNUP,
    last_code,
    member,
    sign_in,
    text,
    who,
)

pytestmark = pytest.mark.django_db
FORM = {"name": "Gus", "email": "gus@example.org"}


@pytest.fixture
def guest() -> User:
    return make_guest("Gus")


@pytest.fixture
def window(guest) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def test_a_guest_keeps_the_seat_with_an_address_on_the_same_row(guest, window):
    key = window.session.session_key
    assert "Keep this seat" in text(window.get("/"))
    assert 'value="Gus"' in text(window.get("/keep/"))
    answer = window.post("/keep/", FORM | {"name": "Gustav", "email": "Gus@Example.org"})
    assert (answer.status_code, answer["Location"]) == (303, "/keep/code/")
    assert "gus@example.org" in text(window.get("/keep/code/"))
    answer = window.post("/keep/code/", {"code": last_code()})
    assert (answer.status_code, answer["Location"]) == (303, "/settings/?saved=kept")
    kept = who(window)
    assert (kept.pk, kept.is_guest, kept.name, kept.email) == (guest.pk, False, "Gustav", "gus@example.org")
    assert kept.emailaddress_set.get().verified
    assert window.session.session_key != key
    assert "Keep this seat" not in text(window.get("/"))
    elsewhere = Client()
    elsewhere.post(CODE, {"email": "gus@example.org"})
    elsewhere.post(CONFIRM_CODE, {"code": last_code()})
    assert who(elsewhere) == kept


@pytest.mark.parametrize(
    ("form", "words"),
    [({"email": "x"}, "valid"), ({"email": ""}, "required"), ({"name": "You"}, "another name")],
)
def test_a_wrong_form_is_kept(window, form, words):
    answer = window.post("/keep/", FORM | form)
    assert answer.status_code == 422 and words in text(answer)
    assert not mail.outbox


def test_wrong_and_old_codes_keep_nothing(guest, window, time_machine):
    time_machine.move_to("2026-03-01T12:00:00Z", tick=False)
    window.force_login(guest)
    assert window.get("/keep/code/")["Location"] == "/keep/"
    window.post("/keep/", FORM)
    right = last_code()
    for _ in range(3):
        assert window.post("/keep/code/", {"code": "wrong"}).status_code == 422
    assert window.post("/keep/code/", {"code": right}).status_code == 302
    window.post("/keep/", FORM)
    time_machine.move_to("2026-03-01T12:16:00Z", tick=False)
    assert "too old" in text(window.post("/keep/code/", {"code": last_code()}))
    assert window.post("/keep/code/", {}).status_code == 302
    guest.refresh_from_db()
    assert guest.is_guest and not guest.email


def test_an_address_that_somebody_got_meanwhile_is_refused(guest, window):
    window.post("/keep/", FORM)
    code = last_code()
    member("Gus")
    answer = window.post("/keep/code/", {"code": code})
    assert answer.status_code == 422 and "another account" in text(answer)
    guest.refresh_from_db()
    assert guest.is_guest and not guest.email


def test_who_has_an_account_needs_not_keep_anything():
    member("Ada")
    client = sign_in("Ada")
    for where in ("/keep/", "/keep/code/"):
        assert client.get(where)["Location"] == "/settings/"
        assert client.post(where, FORM)["Location"] == "/settings/"


def test_a_guest_who_wants_an_account_is_led_to_keep_the_seat(window):
    for answer in (window.get(SIGNUP), window.post(SIGNUP, FORM)):
        assert answer["Location"] == "/keep/"


@pytest.mark.parametrize("way", ["password", "code"])
def test_a_guest_who_signs_in_brings_the_seats_along(guest, window, monkeypatch, way):
    ada, merged = member("Ada"), []
    monkeypatch.setattr(leaving, "before_merge", [lambda one, other: merged.append((one.pk, other.pk))])
    assert "<h1>Sign in" in text(window.get(LOGIN))
    window.post(LOGIN, {"login": "ada@example.org", "password": "wrong"})
    assert who(window) == guest and not merged
    if way == "password":
        window.post(LOGIN, {"login": "ada@example.org", "password": PASSWORD})
    else:
        window.post(CODE, {"email": "ada@example.org"})
        assert who(window) == guest
        window.post(CONFIRM_CODE, {"code": last_code()})
    assert who(window) == ada and merged == [(guest.pk, ada.pk)]
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_deletes_the_guest_with_a_press_and_without_a_password(guest, window):
    assert window.post("/settings/delete/").status_code == 422
    answer = window.post("/settings/delete/", {"sure": "1"})
    assert answer["Location"] == "/deleted/" and window.get("/deleted/").status_code == 200
    assert who(window) is None and not User.objects.filter(pk=guest.pk).exists()


# Deleting an account


@pytest.mark.parametrize("password", [PASSWORD, ""])
def test_an_account_is_deleted_once_its_person_has_shown_who_they_are(password):
    ada, client = member("Ada", password), Client()
    client.force_login(ada)
    assert "a bot takes your seat" in text(client.get("/settings/delete/"))
    answer = client.post("/settings/delete/", {"sure": "1"})
    where = answer["Location"]
    assert where.startswith("/account/reauthenticate/") and User.objects.filter(pk=ada.pk).exists()
    if password:
        assert client.post(where, {"password": "wrong"}).status_code == 422
        answer = client.post(where, {"password": password})
    else:
        answer = client.post(where, {"recipient": ada.email})
        assert client.post(answer["Location"], {"code": "wrong"}).status_code == 422
        answer = client.post(answer["Location"], {"code": last_code()})
    assert (answer.status_code, answer["Location"]) == (303, "/deleted/")
    assert who(client) is None and not User.objects.filter(pk=ada.pk).exists()


def test_a_get_deletes_nothing_and_a_press_without_being_sure_neither():
    ada, client = member("Ada"), sign_in("Ada")
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.get("/settings/delete/?sure=1")
    assert client.post("/settings/delete/").status_code == 422
    assert User.objects.filter(pk=ada.pk).exists()


# Forgotten


@pytest.mark.parametrize(
    ("days", "is_guest", "stays"),
    [(59, True, True), (61, True, False), (61, False, True), (4000, False, True)],
)
def test_guests_who_have_not_been_here_for_sixty_days_are_removed(days, is_guest, stays):
    one = make_guest("Gus")
    seen = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=one.pk).update(seen_at=seen, is_guest=is_guest)
    assert purge_guests() == (0 if stays else 1)
    assert User.objects.filter(pk=one.pk).exists() == stays


def test_one_guest_who_cannot_be_removed_does_not_keep_the_others(monkeypatch):
    guests = [make_guest(f"Gus {n}") for n in range(3)]
    User.objects.update(seen_at=timezone.now() - timedelta(days=61))

    def fail(person):
        if person == guests[1]:
            raise RuntimeError

    monkeypatch.setattr(leaving, "before_deletion", [fail])
    assert purge_guests() == 2
    assert User.objects.get() == guests[1]


def test_a_guest_who_comes_back_while_others_are_removed_stays(monkeypatch):
    guests = [make_guest(f"Gus {n}") for n in range(2)]
    User.objects.update(seen_at=timezone.now() - timedelta(days=61))

    def comes_back(person):
        User.objects.exclude(pk=person.pk).update(seen_at=timezone.now())

    monkeypatch.setattr(leaving, "before_deletion", [comes_back])
    assert purge_guests() == 1
    assert User.objects.get() in guests


def test_whoever_cannot_be_deleted_stays_signed_in(guest, monkeypatch):
    window = Client(raise_request_exception=False)
    window.force_login(guest)
    monkeypatch.setattr(leaving, "before_deletion", [lambda person: 1 / 0])
    assert window.post("/settings/delete/", {"sure": "1"}).status_code == 500
    assert who(window) == guest


@pytest.mark.parametrize(("days", "stays"), [(6, True), (8, False)])
def test_an_address_that_nobody_ever_confirmed_is_forgotten(client, days, stays):
    client.post(SIGNUP, {"name": "Eva", "email": "eva@example.org", "password1": PASSWORD})
    member("Ada")
    User.objects.update(date_joined=timezone.now() - timedelta(days=days))
    purge_guests()
    assert User.objects.filter(name="Eva").exists() == stays and User.objects.filter(name="Ada").exists()


def test_the_clock_sends_the_purge_once_a_day():
    entry = real.CELERY_BEAT_SCHEDULE["purge-guests"]
    assert entry["task"] == purge_guests.name and entry["schedule"] == 86400


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("/m/abc/", "/m/abc/?done=kept"),
        ("/open/?pace=1", "/open/?pace=1&done=kept"),
        ("/", "/?done=kept"),
        ("", "/settings/?saved=kept"),
        ("/settings/", "/settings/?saved=kept"),
        ("https://evil.example/", "/settings/?saved=kept"),
        ("//evil.example/", "/settings/?saved=kept"),
    ],
)
def test_whoever_kept_the_seat_goes_on_where_they_were(window, came_from, leads_to):
    page = text(window.get("/keep/", {"next": came_from}))
    assert (f'name="next" value="{came_from}"' in page) == ("evil" not in came_from and came_from != "")
    window.post("/keep/", FORM | {"next": came_from})
    assert window.post("/keep/code/", {"code": last_code()})["Location"] == leads_to


def test_the_front_page_says_that_the_seats_are_kept(window):
    assert "Your seats are yours now" in text(window.get("/?done=kept"))
    assert "/keep/?next=/" in text(window.get("/"))
