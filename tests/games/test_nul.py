"""A NUL, which one of the databases can neither keep nor look for, in every field that the pages know."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.people import make_guest
from games.models import Match, Message
from tests.accounts.steps import member, sign_in
from tests.games.scripts import kangoeroe, text
from tests.games.test_strangers import ROUTES, address
from tests.games.test_strangers import url as url_of

pytestmark = pytest.mark.django_db

# Whatever a view asks a form for; the page's own fields are read off the page.
NAMES = [
    "name",
    "email",
    "login",
    "password",
    "password1",
    "password2",
    "oldpassword",
    "code",
    "next",
    "theme",
    "time_zone",
    "language",
    "seats",
    "bots",
    "pace",
    "who",
    "start",
    "watch",
    "text",
    "form",
    "reaction",
    "until",
    "muted",
    "before",
    "do",
    "card",
    "key",
    "choice",
    "then",
    "what",
    "say",
    "days",
    "part",
    "plan",
    "person",
    "seat",
    "how",
    "endpoint",
    "auth",
    "channel",
    "digest",
    "digest_at",
    "told",
    "sure",
    "away_from",
    "away_until",
    "quiet",
    "quiet_from",
    "quiet_until",
    "action",
    "action_add",
    "options",
    "recipient",
    "remember",
    "resend",
    "id",
    "face",
]
OWN = ["/keep/", "/keep/code/", "/settings/sessions/", "/settings/notices/", "/settings/notices/test/"]
OWN += [
    "/settings/devices/",
    "/settings/devices/1/remove/",
    "/settings/delete/",
    "/preferences/",
    "/unsubscribe/x/",
]
OWN += ["/c/x/", "/welcome/x/"]
OWN += [
    f"/settings/part/{part}/"
    for part in ("name", "place", "theme", "away", "quiet", "face", "timer", "nothing")
]


def addresses_of_accounts() -> list[str]:
    """Without arguments in them, wherever they are included."""
    found = []

    def walk(patterns, before):
        for one in patterns:
            where = before + str(one.pattern).lstrip("^").rstrip("$")
            if isinstance(one, URLResolver):
                if not where.startswith(("admin", "/admin")):
                    walk(one.url_patterns, where)
            elif isinstance(one, URLPattern) and "<" not in where and "(" not in where:
                found.append(f"/{where}")

    walk(get_resolver().url_patterns, "")
    return found


def fields_on(page: str) -> set[str]:
    return set(re.findall(r'name="([^"]+)"', page)) - {"csrfmiddlewaretoken"}


def press(client: Client, where: str, got: str = "") -> None:
    """Each field alone with a NUL among what might be right, and all at once."""
    fields = fields_on(got) | set(NAMES)
    assert client.post(where, dict.fromkeys(fields, "\x00")).status_code < 500, where
    for field in fields_on(got) or fields:
        form = dict.fromkeys(fields, "1") | {field: "a\x00b"}
        assert client.post(where, form).status_code < 500, (where, field)


@pytest.mark.parametrize("route", [route for route, row in ROUTES.items() if "post" in row[1]])
@pytest.mark.usefixtures("with_toy")
def test_no_form_of_the_play_breaks(route):
    table = kangoeroe()
    client = table.clients[0]
    client.raise_request_exception = False
    where = address(route, table)
    press(client, where, text(client.get(f"/m/{table.code}/")))


def test_no_form_of_a_table_that_waits_breaks(alice, sign_in):
    client = sign_in(alice)
    client.raise_request_exception = False
    client.post("/new/kangoeroe/", {"seats": "3", "bots": "0", "pace": "86400", "who": "invited"})
    match = Match.objects.get()
    press(Client(raise_request_exception=False), f"/i/{match.invite}/")
    for what in ("join", "decline", "told", "remove", "hand-over", "bots", "link", "invite", "start"):
        press(client, url_of("m/<slug:code>/table/<slug:what>/", match.code).replace("/start/", f"/{what}/"))


def test_no_form_of_the_entrance_or_the_settings_breaks():
    member("Ada")
    guest = Client(raise_request_exception=False)
    guest.force_login(make_guest("Gus"))
    signed_in = sign_in("Ada", client=Client(raise_request_exception=False))
    for where in {*addresses_of_accounts(), *OWN}:
        for client in (Client(raise_request_exception=False), guest, signed_in):
            page = client.get(where) if "logout" not in where else None
            if page is not None and page.streaming:  # a file
                continue
            fields = fields_on(text(page)) - {"next"} if page is not None else set()
            for names in (fields | set(NAMES), *([name] for name in fields)):
                form = dict.fromkeys(fields | set(NAMES), "ada@example.org") | dict.fromkeys(names, "a\x00b")
                if where not in ("/settings/delete/", "/account/logout/"):
                    assert client.post(where, form).status_code < 500, (where, names)
    assert User.objects.filter(email="ada@example.org").exists()


@pytest.mark.parametrize("token", ["", "a\x00", "é", "x" * 65, "a b", "\ud800"])
def test_a_mark_of_a_talk_form_that_is_not_ours_is_none(token):
    table = kangoeroe()
    body = f"text=Hello&form={quote(token.encode('utf-8', 'surrogatepass'))}"
    where, kind = f"/m/{table.code}/talk/", "application/x-www-form-urlencoded"
    assert table.clients[0].post(where, body, content_type=kind).status_code == 303
    assert Message.objects.get(words__text="Hello").names == {}


def test_a_mark_of_ours_keeps_a_second_press_from_saying_it_twice():
    table = kangoeroe()
    for _ in range(2):
        table.clients[0].post(f"/m/{table.code}/talk/", {"text": "Hello", "form": "abcDEF-_123"})
    assert Message.objects.get(words__text="Hello").names == {"form": "abcDEF-_123"}
