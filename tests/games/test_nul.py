"""A NUL, which one of the databases can neither keep nor look for, in every field that the pages know."""

import re
from urllib.parse import quote

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.people import make_guest
from games.models import Match, Message
from tests.accounts.steps import member, sign_in
from tests.games.scripts import everything_stored, kangoeroe, text
from tests.games.test_strangers import ROUTES, address
from tests.games.test_strangers import url as url_of

pytestmark = pytest.mark.django_db
NUL = r"\u0000"  # as JSON writes it

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


# What a form is answered that holds nothing else: what reads a field refuses it, and what reads none does not care.
UNREAD = {
    303: (
        *("open/<slug:code>/join/", "m/<slug:code>/rematch/", "games/<slug:slug>/lesson/", "back/"),
        *("m/<slug:code>/heard/", "m/<slug:code>/back/", "m/<slug:code>/resume/", "m/<slug:code>/leave/"),
        "m/<slug:code>/mute/",
    ),
    404: (
        *("i/<str:link>/", "m/<slug:code>/combinations/favourite/", "m/<slug:code>/combinations/share/"),
        *("share/<int:key>/", "share/<int:key>/stop/"),
        *("m/<slug:code>/table/decks/", "m/<slug:code>/table/cards/"),
    ),
    409: ("m/<slug:code>/clown/", "m/<slug:code>/slap-anyway/", "m/<slug:code>/day/<int:prompt>/"),
}
ANSWERS = {route: 422 for route, row in ROUTES.items() if "post" in row[1]}
ANSWERS |= {route: status for status, routes in UNREAD.items() for route in routes}
DO_WITHOUT = {"games/<slug:slug>/lesson/", "m/<slug:code>/leave/"}  # the press alone is all they take
READ_UNTIL_THEN = {"m/<slug:code>/talk/seen/": 303}  # one number among those it looks for is enough

OF_A_TABLE = {
    **dict.fromkeys(("join", "decline", "told", "bots", "link"), 303),
    **dict.fromkeys(("remove", "hand-over", "invite", "start"), 422),
}


def press(client: Client, where: str, got: str = "") -> int:
    """What a form with nothing but NULs is answered, of which none is kept."""
    fields = fields_on(got) | set(NAMES)
    answer = client.post(where, dict.fromkeys(fields, "\x00"))
    assert NUL not in everything_stored(), where
    return answer.status_code


def press_each(client: Client, where: str, got: str = "") -> set[int]:
    """The answers to each field alone with a NUL, among what might be right; none of them is kept."""
    fields = fields_on(got) | set(NAMES)
    forms = [dict.fromkeys(fields, "1") | {field: "a\x00b"} for field in fields_on(got) or fields]
    answers = {client.post(where, form).status_code for form in forms}
    assert NUL not in everything_stored(), where
    return answers


@pytest.mark.parametrize("route", ANSWERS)
@pytest.mark.usefixtures("with_toy")
def test_no_form_of_the_play_breaks(route):
    table = kangoeroe()
    client = table.clients[0]
    client.raise_request_exception = False
    where, page = address(route, table), text(client.get(f"/m/{table.code}/"))
    before = everything_stored()
    assert press(client, where, page) == ANSWERS[route]
    assert (everything_stored() == before) == (route not in DO_WITHOUT)
    assert press_each(client, where, page) == {READ_UNTIL_THEN.get(route, ANSWERS[route])}


def test_no_form_of_a_table_that_waits_breaks(alice, sign_in):
    """It is refused or not read; whoever sat there still does, as they were."""
    client = sign_in(alice)
    client.raise_request_exception = False
    for what, status in OF_A_TABLE.items():
        client.post("/new/kangoeroe/", {"seats": "5", "bots": "1", "pace": "86400", "who": "invited"})
        match = Match.objects.latest("pk")
        where = url_of("m/<slug:code>/table/<slug:what>/", match.code).replace("/start/", f"/{what}/")
        before = everything_stored()
        assert press(client, where) == status, what
        assert (everything_stored() == before) == (what not in ("bots", "link")), what
        seats = list(match.seats.order_by("number").values_list("person", "bot"))
        assert seats == [(alice.pk, False), (None, True), *[(None, True)] * (what == "bots")], what
        assert press_each(client, where) <= {303, 409, 422}, what


@pytest.mark.parametrize(("typed", "called"), {"\x00": "Guest", "a\x00b": "ab"}.items())
def test_whoever_sits_down_as_a_guest_is_called_what_is_left_of_the_name(alice, sign_in, typed, called):
    sign_in(alice).post("/new/kangoeroe/", {"seats": "3", "bots": "0", "pace": "86400", "who": "invited"})
    match = Match.objects.get()
    form = dict.fromkeys(NAMES, "\x00") | {"name": typed}
    assert Client(raise_request_exception=False).post(f"/i/{match.invite}/", form).status_code == 303
    assert match.seats.get(number=1).name == User.objects.get(is_guest=True).name == called


REFUSED_OR_SENT_ON = {302, 303, 403, 404, 405, 422, 429}
# What is stored although a field has a NUL: a file is kept as it came, and a new face is drawn by the press alone.
STORES = {"/decks/import/": {"Upload"}, "/settings/part/face/": {"User"}}


def rows_stored() -> dict[str, str]:
    """All rows of all tables by their model, but for sessions, which change with every page."""
    kinds = [model for model in apps.get_models() if model.__name__ != "Session"]
    return {kind.__name__: serializers.serialize("json", kind._base_manager.order_by("pk")) for kind in kinds}


def test_no_form_of_the_entrance_or_the_settings_breaks():
    """It is refused, or leads on to where it would without; nobody is called otherwise, and nothing else is kept."""
    member("Ada")
    guest = Client(raise_request_exception=False)
    guest.force_login(make_guest("Gus"))
    signed_in = sign_in("Ada", client=Client(raise_request_exception=False))
    for where in sorted({*addresses_of_accounts(), *OWN} - {"/settings/delete/", "/account/logout/"}):
        clients = (Client(raise_request_exception=False), guest, signed_in)
        pages = [(client, client.get(where)) for client in clients]
        before = rows_stored()
        for client, page in pages:
            if page.streaming:  # a file
                continue
            fields = fields_on(text(page)) - {"next"}
            for names in (fields | set(NAMES), *([name] for name in fields)):
                form = dict.fromkeys(fields | set(NAMES), "ada@example.org") | dict.fromkeys(names, "a\x00b")
                assert client.post(where, form).status_code in REFUSED_OR_SENT_ON, (where, names)
        after = rows_stored()
        assert {kind for kind in after if after[kind] != before[kind]} <= STORES.get(where, set()), where
        assert NUL not in "".join(after.values()), where
    assert list(User.objects.order_by("pk").values_list("name", flat=True)) == ["Ada", "Gus"]


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
