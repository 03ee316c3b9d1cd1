"""The log-in that a first start makes."""

import pytest
from django.core.management import call_command
from django.test import Client

from accounts import addresses
from accounts.models import User
from games.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def note(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path / "demo-login.txt"


def signs_in(note) -> bool:
    email, _, password = note.read_text().strip().partition(" / ")
    client = Client()
    client.post("/account/login/", {"login": email, "password": password})
    return client.get("/admin/").status_code == 200


def test_the_demo_log_in_opens_the_admin_and_has_a_match_to_play_and_one_to_look_at(note):
    call_command("seed_demo")
    assert signs_in(note)
    assert note.stat().st_mode & 0o077 == 0
    assert sorted(Match.objects.values_list("status", flat=True)) == ["finished", "running"]


def test_a_second_start_makes_nothing_new(note):
    for _ in range(2):
        call_command("seed_demo")
    assert (User.objects.count(), Match.objects.count()) == (1, 2)
    assert signs_in(note)


def test_a_log_in_of_an_older_release_gets_an_address_to_sign_in_with(note):
    call_command("seed_demo")
    person = User.objects.get()
    addresses.set_email(person, "", verified=False)
    note.write_text(note.read_text().replace("demo@example.org", "demo"))
    call_command("seed_demo")
    assert signs_in(note)


def test_a_public_site_gets_no_demo_log_in(note, settings):
    settings.HTTPS = True
    call_command("seed_demo")
    assert not note.exists() and not User.objects.exists()
