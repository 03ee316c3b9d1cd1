"""The steps people take through sign-up, sign-in and settings, for the tests that are about something else."""

import re

from django.core import mail
from django.test import Client

from accounts import addresses
from accounts.models import User

LOGIN, CODE, CONFIRM_CODE = "/account/login/", "/account/login/code/", "/account/login/code/confirm/"
SIGNUP, CONFIRM = "/account/signup/", "/account/confirm-email/"
RESET, RESET_CODE, RESET_NEW = (f"/account/password/reset/{part}" for part in ("", "confirm/", "complete/"))
AGAIN = "/account/reauthenticate/"
PASSWORD = "correct horse 1"


def member(name: str, password: str = PASSWORD, **more) -> User:
    """Somebody with a confirmed address."""
    person = User(name=name, **more)
    person.set_password(password or None)
    person.save()
    addresses.set_email(person, f"{name.lower()}@example.org", verified=True)
    return person


def code_in(letter) -> str:
    return re.search(r"^    (\S+)$", letter.body, re.M)[1]


def last_code() -> str:
    return code_in(mail.outbox[-1])


def text(answer) -> str:
    return answer.content.decode()


def plain(answer, *typed: str) -> str:
    """A page without what differs from one form to the next by itself: tokens, and what was typed."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text(answer))
    for word in typed:
        page = page.replace(word, "…")
    return page


def sign_in(name: str, password: str = PASSWORD, client: Client | None = None, **more) -> Client:
    client = client or Client()
    form = {"login": f"{name.lower()}@example.org", "password": password}
    client.post(LOGIN, form, **more)
    return client


def who(client: Client) -> User | None:
    user = client.get("/imprint/").wsgi_request.user
    return user if user.is_authenticated else None


def sign_up(name: str, client: Client | None = None, **more) -> Client:
    client = client or Client()
    client.post(SIGNUP, {"name": name, "email": f"{name.lower()}@example.org", **more})
    client.post(CONFIRM, {"code": last_code()})
    return client
