"""Nobody learns from the pages whether somebody has an account; the mailbox alone tells."""

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from accounts.people import make_guest
from tests.accounts.steps import (
    CODE,
    CONFIRM,
    CONFIRM_CODE,
    LOGIN,
    PASSWORD,
    RESET,
    RESET_CODE,
    SIGNUP,
    last_code,
    member,
    plain,
    sign_in,
    text,
    who,
)

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "ada@example.org", "eve@example.org"  # of the same length


def as_guest() -> Client:
    client, guest = Client(), make_guest("Guest")
    guest.face = 1  # the header shows it
    guest.save()
    client.force_login(guest)
    return client


def as_bob() -> Client:
    client = sign_in("Bob")
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


# how somebody asks, with which form, and the page it leads to
ASKING = {
    "sign up": (Client, SIGNUP, {"name": "Eva", "email": "{}"}, CONFIRM),
    "sign up with a password": (
        Client,
        SIGNUP,
        {"name": "Eva", "email": "{}", "password1": PASSWORD},
        CONFIRM,
    ),
    "code": (Client, CODE, {"email": "{}"}, CONFIRM_CODE),
    "wrong password": (Client, LOGIN, {"login": "{}", "password": "wrong"}, LOGIN),
    "reset": (Client, RESET, {"email": "{}"}, RESET_CODE),
    "new address": (as_bob, "/account/email/", {"email": "{}", "action_add": "1"}, CONFIRM),
    "keep the seat": (as_guest, "/keep/", {"name": "Eva", "email": "{}"}, "/keep/code/"),
}


@pytest.mark.parametrize("way", ASKING)
def test_known_and_unknown_addresses_get_the_same_pages_and_one_mail_each(way):
    browser, where, form, leads_to = ASKING[way]
    member("Bob"), member("Ada")
    seen = []
    for address in (KNOWN, UNKNOWN):
        client, before = browser(), len(mail.outbox)
        answer = client.post(where, {name: value.format(address) for name, value in form.items()})
        page = client.get(leads_to)
        wrong = client.post(leads_to, {"code": "wrong1"}) if leads_to != LOGIN else page
        sent = mail.outbox[before:]
        seen.append(
            (
                answer.status_code,
                answer.get("Location"),
                plain(answer, address),
                (page.status_code, plain(page, address), len(page.content) // 8),
                (wrong.status_code, plain(wrong, address)),
                sorted(client.cookies),
                [letter.to for letter in sent] == [[address]] or (sent == [] and way == "wrong password"),
            )
        )
    assert seen[0] == seen[1]
    assert seen[0][-1]


@pytest.mark.parametrize(
    ("way", "known", "unknown"),
    [
        ("sign up", "There is one already", "Type this code"),
        ("code", "Type this code", "There is no account with it"),
        ("reset", "you choose a new password", "There is no account with it"),
        ("keep the seat", "There is one already", "Type this code"),
    ],
)
def test_the_mail_says_which_it_is(way, known, unknown):
    browser, where, form, _leads_to = ASKING[way]
    member("Ada")
    for address, words in ((KNOWN, known), (UNKNOWN, unknown)):
        browser().post(where, {name: value.format(address) for name, value in form.items()})
        assert words in mail.outbox[-1].body


def test_a_code_for_nobody_is_never_right(client):
    client.post(CODE, {"email": UNKNOWN})
    for code in ("", "None", " ", "0"):
        client.post(CONFIRM_CODE, {"code": code})
    assert who(client) is None


@pytest.mark.parametrize("signup", ["open", "closed"])
def test_a_mail_to_nobody_offers_an_account_only_where_there_are_some(settings, signup):
    settings.SIGNUP = signup
    Client().post(CODE, {"email": UNKNOWN})
    assert ("/account/signup/" in mail.outbox[-1].body) == (signup == "open")


def test_an_address_that_was_taken_meanwhile_is_told_only_to_who_reads_its_mail():
    bob = member("Bob")
    browser = as_bob()
    browser.post("/account/email/", {"email": UNKNOWN, "action_add": "1"})
    code = last_code()
    member("Eve")
    answer = browser.post(CONFIRM, {"code": code})
    assert answer.status_code == 422 and "another account" in text(answer)
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"


def test_as_much_is_hashed_for_a_known_address_as_for_a_new_one(monkeypatch):
    """Counted, not measured: hashing is nearly all of the time that these take."""
    member("Ada")
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, password, salt: hashed.append(password) or encode(self, password, salt),
    )
    for way in ("sign up with a password", "sign up", "code", "wrong password", "reset"):
        _browser, where, form, _leads_to = ASKING[way]
        counts = []
        for address in (KNOWN, UNKNOWN):
            hashed.clear()
            Client().post(where, {name: value.format(address) for name, value in form.items()})
            counts.append(len(hashed))
        assert counts[0] == counts[1], way
