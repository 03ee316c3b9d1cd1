import sys
import unicodedata

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Session, User
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
        ("\u2800", ""),  # Braille without a dot
        ("\U0001d159", ""),  # a note without a head
        ("\u17b4\U00016fe4\ufffc", ""),
        ("A\u00add\u00ada", "Ada"),  # a place to break the word
        ("A\u034fd\u2800a", "Ada"),
        ("A\uffffd\ufdd0a\U0001fffe", "Ada"),  # no characters at all
        ("A\u115fd\u1160a\u3164\uffa0", "Ada"),
        ("A\u2061d\U000e0041a", "Ada"),
        ("A\u200dd\u200ca", "Ada"),  # Latin letters are never joined
        ("A\ufe0fd\U000e0100a", "Ada"),
        ("\u200dAda\u200d", "Ada"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a word of Persian is another one without
        ("क्\u200dष", "क्\u200dष"),
        ("র\u200d্য", "র\u200d্য"),
        ("❤\ufe0f\u200d🔥 1\ufe0f\u20e3", "❤\ufe0f\u200d🔥 1\ufe0f\u20e3"),
        ("👩\U0001f3fd\u200d🚀", "👩\U0001f3fd\u200d🚀"),
        ("a" + "\u0336" * 39, "a" + "\u0336" * 3),
        ("a" + "\u0336\u200b\u0337" * 13, "a\u0336\u0337\u0336"),
        ("\u0336" * 39 + "a", "a"),
        ("Ada \u0336\u0336", "Ada"),
        ("Việt Nguyễn", "Việt Nguyễn"),
        ("e\u200b\u0301", "é"),  # one letter, once nothing is between its parts
        ("ตั้ม שָׁלוֹם", "ตั้ม שָׁלוֹם"),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed, shown):
    assert clean_name(typed) == shown


def test_no_character_that_shows_nothing_stays_in_a_name():
    """Whatever Unicode lists as a control, a format or half a letter, wherever Latin letters are around it."""
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs"):
            assert clean_name(f"A{chr(code)}da").replace(" ", "") == "Ada", hex(code)


@given(st.text(max_size=60))
def test_a_clean_name_is_left_as_it_is(typed):
    assert clean_name(clean_name(typed)) == clean_name(typed)
    assert len(clean_name(typed)) <= 40


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("typed", "allowed"),
    [
        *[(name, False) for name in ("You", "YOU", "Du", "du", "Bot", "Admin", "admin", "Moderator")],
        *[(name, False) for name in ("Moderatorin", "Administrator", "System", "Bot 1", " b o t ", "_Bot_")],
        *[(name, False) for name in ("\uff22\uff2f\uff34", "Y\u200bou", "D\u00adu", "A.d.m.i.n")],
        *[(name, True) for name in ("Guest", "Gast", "Yousuf", "Dudu", "Botho", "Adminka", "Ada")],
    ],
)
def test_a_guest_is_not_called_what_the_pages_call_somebody(db, language, typed, allowed):
    with translation.override(language):
        name = make_guest(typed).name
    assert name == (typed if allowed else {"en": "Guest", "de": "Gast"}[language])


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


LIST = "/admin/accounts/user/"


@pytest.fixture
def clerk(alice, sign_in):
    """A client of Alice's, who may look at people and do nothing else."""
    alice.is_staff = True
    alice.set_password("a secret of Alice")
    alice.save()
    alice.user_permissions.set(Permission.objects.filter(codename="view_user"))
    return sign_in(alice)


@pytest.mark.parametrize(
    ("lookup", "allowed"),
    [
        ("is_guest__exact=0", True),
        ("is_active__exact=1", True),
        ("name__startswith=A", True),
        ("q=Alice", True),
        ("password__startswith=pbkdf2", False),
        ("password=x", False),
        ("groups__user__password__startswith=a", False),
        ("user_permissions__user__password__gt=a", False),
        ("logentry__user__password__startswith=a", False),
        ("last_login__gt=2020-01-01", False),
        ("seats__match__seed__startswith=a", False),
        ("nothing=1", False),
        ("_to_field=password", False),
    ],
)
def test_only_shown_columns_can_be_asked_for(clerk, lookup, allowed):
    assert clerk.get(f"{LIST}?{lookup}").status_code == (200 if allowed else 400)


def test_a_password_cannot_be_guessed_through_any_list_of_the_admin(admin_client):
    """By way of every column that leads from there to a person."""
    tried = 0
    for model in admin.site._registry:
        for field in model._meta.get_fields():
            if field.related_model is User:
                place = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
                assert admin_client.get(f"{place}?{field.name}__password__startswith=a").status_code == 400
                tried += 1
    assert tried


def test_nobody_sees_a_password_or_a_session_in_the_admin(clerk, admin_client, alice):
    secret = alice.password.split("$")
    for browser in (clerk, admin_client):
        page = browser.get(f"{LIST}{alice.pk}/change/").content.decode()
        assert "Alice" in page
        assert [part for part in secret if len(part) > 3 and part[:6] in page] == []
        assert ("/password/" in page) == (browser is admin_client)
    assert clerk.get(f"{LIST}{alice.pk}/password/").status_code == 403
    assert not admin.site.is_registered(Session)


def test_people_are_deleted_in_the_admin_by_who_may_and_nothing_of_them_stays(
    clerk, admin_client, alice, bob, cleo
):
    assert clerk.post(f"{LIST}{bob.pk}/delete/", {"post": "yes"}).status_code == 403
    clerk.post(LIST, {"action": "delete_selected", "_selected_action": [bob.pk], "post": "yes"})
    assert User.objects.filter(pk=bob.pk).exists()
    listed = admin_client.get(LIST).content.decode()
    assert "Delete with all personal data" in listed
    asked = admin_client.post(LIST, {"action": "delete_selected", "_selected_action": [bob.pk]})
    assert "Bob" in asked.content.decode() and User.objects.filter(pk=bob.pk).exists()
    admin_client.post(LIST, {"action": "delete_selected", "_selected_action": [bob.pk], "post": "yes"})
    admin_client.post(f"{LIST}{cleo.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(pk__in=[bob.pk, cleo.pk]).exists()
    assert [entry for entry in LogEntry.objects.all() if "Bob" in str(entry) or "Cleo" in str(entry)] == []


def test_the_admin_sets_a_new_password(admin_client, alice):
    form = {"usable_password": "true", "password1": "correct horse 1", "password2": "correct horse 1"}
    page = admin_client.post(f"{LIST}{alice.pk}/password/", form | {"set-password": "1"})
    alice.refresh_from_db()
    assert (page.status_code, alice.check_password("correct horse 1")) == (302, True)
