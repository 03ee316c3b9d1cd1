import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from accounts.models import User
from accounts.people import clean_name, make_guest


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n Lovelace  ", "Ada Lovelace"),
        ("Zoe\u0308", "Zoë"),  # two characters become the usual one
        ("\u202eadA", "adA"),  # would write everything after it backwards
        ("A\u2066d\u2069a\u200f", "Ada"),
        ("A\x00d\x1ba", "Ada"),
        ("👩\u200d🚀 Ada", "👩\u200d🚀 Ada"),  # the joiner makes one picture of two
        ("x" * 41, "x" * 40),
        ("x" * 39 + " y", "x" * 39),  # no blank at the end where it is cut
        ("<b>Ada</b>", "<b>Ada</b>"),  # the templates escape it
        ("\ud800", ""),  # half a character
        ("", ""),
        (" \u200b\u2060\ufeff ", ""),
        ("\u3164", ""),  # a letter that shows nothing
        ("\u0301", ""),  # an accent on nothing
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed, shown):
    assert clean_name(typed) == shown


@pytest.mark.parametrize(("language", "name"), [("en", "Guest"), ("de", "Gast")])
def test_a_guest_without_a_name_is_called_guest_in_the_language_of_the_page(db, language, name):
    with translation.override(language):
        assert make_guest(" ").name == name


def test_a_guest_has_no_password_and_a_username_nobody_can_guess(db):
    guests = [make_guest("Ada", language="de", time_zone="Europe/Berlin") for _ in range(2)]
    assert all(guest.is_guest and not guest.has_usable_password() for guest in guests)
    assert guests[0].username != guests[1].username and len(guests[0].username) == 24
    assert (guests[0].language, guests[0].time_zone, guests[0].theme) == ("de", "Europe/Berlin", "system")


def test_an_empty_username_is_filled_in(db):
    person = User(username="", name="Ada")
    person.save()
    assert len(person.username) == 24


@pytest.mark.parametrize(
    ("first", "second", "allowed"),
    [
        ("", "", True),
        ("ada@example.org", "", True),
        ("ada@example.org", "eve@example.org", True),
        ("ada@example.org", "ada@example.org", False),
        ("ada@example.org", "ADA@Example.org", False),
    ],
)
def test_an_email_belongs_to_one_person(db, first, second, allowed):
    User.objects.create(email=first)
    if allowed:
        User.objects.create(email=second)
    else:
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create(email=second)


def test_the_admin_lists_adds_and_changes_people(admin_client, alice):
    for url in (
        "/admin/accounts/user/",
        "/admin/accounts/user/add/",
        f"/admin/accounts/user/{alice.pk}/change/",
    ):
        assert admin_client.get(url).status_code == 200
