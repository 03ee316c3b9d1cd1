"""What can be tried out or floods a mailbox can be done only so many times; a shared address still lets a school in."""

import pytest
from django.core import mail
from django.test import Client

from accounts import limits
from accounts.people import make_guest
from tests.accounts.steps import (
    AGAIN,
    CODE,
    CONFIRM,
    LOGIN,
    PASSWORD,
    RESET,
    SIGNUP,
    last_code,
    member,
    sign_in,
    text,
    who,
)

pytestmark = pytest.mark.django_db
HOUR = 3600


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to("2026-03-01T12:00:00Z", tick=False)


def statuses(count: int, where: str, form, **more) -> list[int]:
    """What so many tries by as many browsers get. form: of the number of the try."""
    return [Client().post(where, form(n), **more).status_code for n in range(count)]


def refused(count: int, where: str, form, **more) -> int | None:
    """After how many the first is refused with 429."""
    found = statuses(count, where, form, **more)
    return found.index(429) if 429 in found else None


BY_ADDRESS = {
    "log in": (LOGIN, lambda n: {"login": f"p{n}@example.org", "password": "x"}, 30),
    "sign up": (SIGNUP, lambda n: {"name": "Eva", "email": f"p{n}@example.org"}, 40),
    "code": (CODE, lambda n: {"email": f"p{n}@example.org"}, 40),
    "reset": (RESET, lambda n: {"email": f"p{n}@example.org"}, 40),
}
BY_KEY = {
    "log in": (LOGIN, lambda n: {"login": "ada@example.org", "password": f"x{n}"}, 5),
    "sign up": (SIGNUP, lambda n: {"name": "Eva", "email": "eva@example.org"}, 1),
    "code": (CODE, lambda n: {"email": "ada@example.org"}, 3),
    "reset": (RESET, lambda n: {"email": "ada@example.org"}, 3),
    "code for nobody": (CODE, lambda n: {"email": "nobody@example.org"}, 3),
    "reset for nobody": (RESET, lambda n: {"email": "nobody@example.org"}, 3),
    "sign up with a known address": (SIGNUP, lambda n: {"name": "Eva", "email": "ada@example.org"}, 1),
}


@pytest.mark.parametrize("what", BY_ADDRESS)
@pytest.mark.parametrize("header", ["none", "forged"])
def test_over_the_limit_of_an_address_nothing_goes_whatever_the_browser_says_of_itself(what, header):
    where, form, most = BY_ADDRESS[what]
    for n in range(most):
        forged = {"X-Forwarded-For": f"10.0.0.{n}"} if header == "forged" else {}
        assert Client().post(where, form(n), headers=forged).status_code != 429, n
    forged = {"X-Forwarded-For": "10.9.9.9"} if header == "forged" else {}
    answer = Client().post(where, form(most), headers=forged)
    assert answer.status_code == 429
    assert "<h1" in text(answer) and ("wait" in text(answer).lower())
    assert Client().post(where, form(most + 1), REMOTE_ADDR="10.1.1.1").status_code != 429


@pytest.mark.parametrize("what", BY_KEY)
def test_over_the_limit_of_one_account_nothing_goes_from_anywhere(what):
    where, form, most = BY_KEY[what]
    member("Ada")
    found = [Client().post(where, form(n), REMOTE_ADDR=f"10.0.{n}.1").status_code for n in range(most + 1)]
    assert found.index(429) == most, found


@pytest.mark.parametrize("what", [key for key in BY_KEY if key != "sign up with a known address"])
def test_another_host_or_port_in_the_request_is_no_new_count(what):
    where, form, most = BY_KEY[what]
    member("Ada")
    found = [
        Client().post(where, form(n), REMOTE_ADDR=f"10.0.{n}.1", HTTP_HOST=f"127.0.0.1:{n + 1}").status_code
        for n in range(most + 1)
    ]
    assert found.index(429) == most, found


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("2001:db8:1:3::9", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_of_ipv6_a_network_counts(address, counts_as):
    assert limits.network(address) == counts_as


def test_a_network_of_ipv6_has_one_limit_of_ours_and_of_the_entrance():
    where, form, most = BY_ADDRESS["code"]
    for n in range(most):
        assert Client().post(where, form(n), REMOTE_ADDR=f"2001:db8::{n + 1:x}").status_code != 429
    assert Client().post(where, form(99), REMOTE_ADDR="2001:db8::ffff").status_code == 429
    assert Client().post(where, form(99), REMOTE_ADDR="2001:db8:0:1::1").status_code != 429
    guests = [
        Client().post("/practice/kangoeroe/", {"seats": "2"}, REMOTE_ADDR=f"2001:db8::{n + 1:x}").status_code
        for n in range(61)
    ]
    assert guests == [303] * 60 + [429]


def test_behind_a_proxy_the_last_address_counts_and_no_other(settings):
    settings.BEHIND_PROXY = True
    where, form, most = BY_ADDRESS["code"]
    for n in range(most):
        headers = {"X-Forwarded-For": f"10.0.0.{n}, 192.0.2.7"}
        assert Client().post(where, form(n), headers=headers).status_code != 429
    assert (
        Client().post(where, form(99), headers={"X-Forwarded-For": "10.9.9.9, 192.0.2.7"}).status_code == 429
    )
    assert (
        Client().post(where, form(99), headers={"X-Forwarded-For": "192.0.2.7, 192.0.2.8"}).status_code != 429
    )


def test_thirty_people_of_one_school_sign_in_at_once_by_password_or_code():
    for n in range(30):
        member(f"P{n}")
    assert all(who(sign_in(f"P{n}")) for n in range(30))
    for n in range(30):
        assert Client().post(CODE, {"email": f"p{n}@example.org"}).status_code == 303
    assert len(mail.outbox) == 30


def test_thirty_people_of_one_school_make_accounts_at_once():
    for n in range(30):
        client = Client()
        client.post(SIGNUP, {"name": f"P{n}", "email": f"p{n}@example.org"})
        client.post(CONFIRM, {"code": last_code()})
        assert who(client)


def test_the_right_password_is_refused_after_too_many_wrong_ones_and_taken_later(time_machine):
    member("Ada")
    for n in range(5):
        sign_in("Ada", f"wrong {n}")
    assert who(sign_in("Ada")) is None
    time_machine.move_to("2026-03-01T12:06:00Z", tick=False)
    assert who(sign_in("Ada"))


def test_the_way_by_the_admin_is_no_way_around():
    member("Ada", is_staff=True)
    for n in range(5):
        answer = Client().post("/admin/login/", {"username": "ada", "password": f"x{n}"}, follow=True)
        assert answer.redirect_chain[-1][0].startswith(LOGIN)
        sign_in("Ada", f"wrong {n}")
    assert sign_in("Ada").get("/admin/").status_code == 302


@pytest.mark.parametrize(
    ("where", "form"),
    [
        (AGAIN, {"password": "wrong"}),
        (
            "/account/password/change/",
            {"oldpassword": "wrong", "password1": "a new 22", "password2": "a new 22"},
        ),
    ],
)
def test_a_signed_in_browser_cannot_guess_the_password(where, form):
    member("Ada")
    client = sign_in("Ada")
    found = [client.post(where, form).status_code for _ in range(12)]
    assert found[0] == 422 and 429 in found, found


def test_the_digits_of_the_app_cannot_be_tried_out():
    from allauth.mfa.totp.internal.auth import TOTP

    ada = member("Ada")
    TOTP.activate(ada, "JBSWY3DPEHPK3PXP")
    client = sign_in("Ada")
    found = [client.post("/account/login/app/", {"code": f"{n:06}"}) for n in range(8)]
    assert 429 in [answer.status_code for answer in found]


def test_at_most_so_many_mails_go_to_one_address(time_machine):
    """By every way at once, from many addresses, for an hour."""
    member("Ada")
    for minute in range(60):
        time_machine.move_to(f"2026-03-01T13:{minute:02}:00Z", tick=False)
        for n in range(4):
            more = {"REMOTE_ADDR": f"10.{minute}.{n}.1"}
            Client().post(CODE, {"email": "ada@example.org"}, **more)
            Client().post(RESET, {"email": "ada@example.org"}, **more)
            Client().post(SIGNUP, {"name": "Eva", "email": "ada@example.org"}, **more)
            guest = Client()
            guest.force_login(make_guest("Eva"))
            guest.post("/keep/", {"name": "Eva", "email": "ada@example.org"}, **more)
    assert len(mail.outbox) <= 10 + 10 + 10 + 10


def test_a_guest_cannot_flood_mailboxes():
    guest = Client()
    guest.force_login(make_guest("Eva"))
    found = [
        guest.post("/keep/", {"name": "Eva", "email": f"p{n}@example.org"}).status_code for n in range(12)
    ]
    assert found == [303] * 10 + [429] * 2
    assert PASSWORD not in str(mail.outbox)
