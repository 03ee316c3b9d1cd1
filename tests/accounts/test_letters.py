"""What a mail looks like to a mail program, a scanner, and somebody who picked an evil name."""

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import links, notices, sending
from accounts.models import Send, User
from accounts.notices import Item, Kind, News, tell_all
from tests.conftest import person

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def tell(monkeypatch):
    """tell(alice, Item(...)): a notice of hers, sent at once; the mail as a mail program reads it."""
    items = {}
    for slug in ("bell", "whistle"):
        kind = Kind(
            slug, slug.title(), frozenset({"mail"}), lambda row: True, lambda row: items[row.about["n"]]
        )
        monkeypatch.setitem(notices.KINDS, slug, kind)

    def told(who, *said, kind="bell"):
        for item in said:
            items[len(items)] = item
            tell_all([News(who.pk, kind, f"{kind}/{len(items)}", {"n": len(items) - 1}, quiet=False)])
        Send.objects.update(not_before=NOON)
        sending.send_ready(NOON)
        return message_from_bytes(mail.outbox[-1].message().as_bytes(), policy=policy.default)

    return told


def part(message, kind):
    return message.get_body((kind,)).get_content()


def links_in(message):
    return re.findall(
        r"http://127\.0\.0\.1:8000(/[^\s\"<>]*)", part(message, "plain") + part(message, "html")
    )


def match_link(message):
    return next(link for link in links_in(message) if link.startswith("/c/"))


def unsubscribe_link(message):
    return re.fullmatch(
        r"<http://127\.0\.0\.1:8000(/unsubscribe/[^>]+)>", message["List-Unsubscribe"].strip()
    )[1]


TURN = Item("Your turn: Kangoeroe with Bob", "It is your turn.", "/m/abc/", thread="match.abc")


def test_a_mail_is_whole_in_text_and_in_html_with_one_link_to_the_match(alice, tell):
    message = tell(alice, TURN)
    assert message["Subject"] == "Your turn: Kangoeroe with Bob"
    assert message["To"] == "alice@example.org"
    for kind in ("plain", "html"):
        text = part(message, kind)
        assert "Hello Alice" in text and "It is your turn." in text
        assert text.count("/c/") == 1
        assert "/m/abc/" not in text
    assert "style=" in part(message, "html") and "<script" not in part(message, "html")


def test_the_headers_thread_it_and_offer_to_end_it(alice, tell):
    first, second = tell(alice, TURN), None
    Send.objects.all().delete()
    second = tell(alice, TURN, kind="whistle")
    assert first["Message-ID"] != second["Message-ID"]
    for message in (first, second):
        assert message["In-Reply-To"] == message["References"] == "<match.abc@127.0.0.1>"
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert message["Auto-Submitted"] == "auto-generated"
    assert unsubscribe_link(first) != unsubscribe_link(second)


def test_a_mail_about_several_matches_hangs_in_no_thread_and_says_nothing_twice(alice, tell):
    other = Item("Your turn: Kangoeroe with Cleo", "It is your turn.", "/m/xyz/", thread="match.xyz")
    message = tell(alice, TURN, TURN, other)
    assert message["In-Reply-To"] is None and message["References"] is None
    assert part(message, "plain").count("It is your turn.") == 2
    assert part(message, "plain").count("/c/") == 2
    assert message["Subject"] == "Your turn: Kangoeroe with Bob (and 1 more)"


def test_what_leads_to_one_place_keeps_its_own_headings_above_one_link(alice, tell):
    last = Item("Not much time left: Kangoeroe with Bob", "Time is short.", TURN.path, thread=TURN.thread)
    message = tell(alice, TURN, last)
    assert message["Subject"] == "Your turn: Kangoeroe with Bob (and 1 more)"
    assert message["In-Reply-To"] == "<match.abc@127.0.0.1>"
    for kind in ("plain", "html"):
        text = part(message, kind)
        said = [TURN.subject, TURN.line, last.subject, last.line, "/c/"]
        body = text.partition("</head>")[2] or text
        assert [body.count(one) for one in said] == [1] * 5
        assert sorted(said, key=body.index) == said


EVIL = [
    "Bob\r\nBcc: eve@example.org",
    "Bob\nSubject: you have won",
    "Bob\r\n\r\n<b>a body</b>",
    "Bob\rX-Evil: 1",
    "Bob\u2028Bcc: eve@example.org",
    "Bob\x85Bcc: eve@example.org",
    "Bob\x0b\x0cBcc: eve@example.org",
    "Bob\x00",
    "x" * 2000,
    "ß" * 2000,
    "\u202emoc.live\u202c",
    "👩\u200d👩\u200d👧\u200d👧 Bob",
    "=?utf-8?q?=0ABcc=3A_eve=40example.org?=",
    "<script>alert(1)</script>",
    "{{ settings.SECRET_KEY }}%(names)s%n",
    "\ud800Bob",
    "a" + "\u0301" * 500,
]


@pytest.mark.parametrize("name", EVIL)
def test_an_evil_name_gets_no_header_of_its_own(alice, tell, name):
    item = Item(f"Your turn with {name}", f"{name} waits.", "/m/abc/", thread="match.abc")
    message = tell(alice, item)
    raw = mail.outbox[-1].message().as_bytes()
    head = raw.partition(b"\n\n")[0]
    assert mail.outbox[-1].recipients() == ["alice@example.org"]
    assert len(message.get_all("Subject")) == 1
    assert not {"bcc", "x-evil"} & {key.lower() for key in message}
    assert message["Subject"].strip().startswith("Your turn with")
    assert len(message["Subject"]) < 200 and "\n" not in message["Subject"]
    assert "\u202e" not in message["Subject"] and "\x00" not in message["Subject"]
    assert max(map(len, head.splitlines())) < 998
    assert "<script>" not in part(message, "html")
    assert Send.objects.get().state == "sent"


@pytest.mark.parametrize(
    "name", [one for one in EVIL if "\ud800" not in one and "\x00" not in one and len(one) <= 40]
)
def test_nor_does_an_evil_name_of_ones_own(tell, name):
    who = person("Eve")
    User.objects.filter(pk=who.pk).update(name=name)
    message = tell(who, TURN)
    assert mail.outbox[-1].recipients() == ["eve@example.org"]
    assert message["To"] == "eve@example.org"
    assert "<script>" not in part(message, "html")
    client = Client()
    page = client.get(match_link(message))
    assert page.status_code == 200 and b"<script>alert" not in page.content


@pytest.mark.parametrize("address", ["eve@example.org\nBcc: x@example.org", "eve@example.org, x@example.org"])
def test_an_address_that_is_none_stops_nobody(alice, tell, address):
    eve = person("Eve")
    User.objects.filter(pk=eve.pk).update(email=address)
    tell_all([News(eve.pk, "bell", "bell/eve", {"n": 0}, quiet=False)])
    tell(alice, TURN)
    assert not [message for message in mail.outbox if "x@example.org" in message.recipients()]
    assert Send.objects.get(person=alice).state == "sent"


@pytest.mark.parametrize(("language", "words"), [("de", "de"), ("en", "en"), ("", "en"), ("xx", "en")])
def test_it_speaks_the_readers_language(alice, tell, language, words):
    User.objects.filter(pk=alice.pk).update(language=language)
    message = tell(alice, TURN)
    assert f'<html lang="{words}">' in part(message, "html")


def test_the_language_and_zone_of_one_reader_are_not_the_next_ones(alice, bob, tell, monkeypatch):
    from django.utils import timezone, translation

    seen = {}

    def say(row):
        seen[row.person.name] = (translation.get_language(), timezone.get_current_timezone_name())
        return TURN

    monkeypatch.setitem(
        notices.KINDS, "bell", Kind("bell", "Bell", frozenset({"mail"}), lambda row: True, say)
    )
    User.objects.filter(pk=alice.pk).update(language="de", time_zone="Asia/Kathmandu")
    for who in (alice, bob):
        tell_all([News(who.pk, "bell", "bell/x", quiet=False)])
    sending.send_ready(NOON)
    assert seen == {"Alice": ("de", "Asia/Kathmandu"), "Bob": ("en", "UTC")}
    assert translation.get_language() == "en"


# Links


def test_scanners_change_nothing(alice, tell):
    """Every link of the mail, opened by something that has no cookies, twice."""
    message = tell(alice, TURN)
    before = everything()
    found = [*links_in(message), unsubscribe_link(message)]
    assert len(set(found)) == 3
    for link in found * 2:
        for ask in (Client().get, Client().head, Client().options):
            assert ask(link).status_code in (200, 302, 405)
    assert everything() == before


def everything():
    return list(User.objects.values()), list(Send.objects.values())


def test_one_post_without_anything_ends_this_kind_of_mail_and_no_other(alice, tell):
    message = tell(alice, TURN)
    client = Client(enforce_csrf_checks=True)
    link = unsubscribe_link(message)
    assert b"Bell" in client.get(link).content
    answer = client.post(link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200
    alice.refresh_from_db()
    assert alice.notice_choices == {"bell": {"mail": False}}
    assert notices.channels(alice, "bell") == [] and notices.channels(alice, "whistle") == ["mail"]
    client.post(link)
    alice.refresh_from_db()
    assert alice.notice_choices == {"bell": {"mail": False}}


def test_the_unsubscribe_link_works_years_later_and_for_nobody_else(alice, bob, tell, clock):
    link = unsubscribe_link(tell(alice, TURN))
    clock.shift(60 * 60 * 24 * 365 * 3)
    assert Client().post(link).status_code == 200
    bob.refresh_from_db()
    assert bob.notice_choices == {}
    alice.delete()
    assert Client().post(link).status_code == 200


@pytest.mark.parametrize("token", ["x", "x:y:z", "WzEsWyJiZWxsIl1d:1abc:forged", "%00"])
def test_forged_links_are_no_links(token):
    for name in ("unsubscribe", "continue"):
        where = reverse(name, args=["TOKEN"]).replace("TOKEN", token)
        for ask in (Client().get, Client().post):
            assert ask(where).status_code == 404


def test_a_link_is_good_for_its_own_purpose_only(alice):
    one, other = links.continue_path(alice, "/m/abc/"), links.unsubscribe_path(alice, ["bell"])
    assert Client().get(one.replace("/c/", "/unsubscribe/")).status_code == 404
    assert Client().get(other.replace("/unsubscribe/", "/c/")).status_code == 404


def test_continue_asks_first_and_signs_in_by_a_press(alice, tell):
    link = match_link(tell(alice, TURN))
    client = Client()
    page = client.get(link)
    assert page.status_code == 200 and b"Continue as Alice" in page.content
    assert "_auth_user_id" not in client.session
    answer = client.post(link)
    assert (answer.status_code, answer["Location"]) == (303, "/m/abc/")
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_continue_needs_our_own_form(alice, tell):
    link = match_link(tell(alice, TURN))
    assert Client(enforce_csrf_checks=True).post(link).status_code == 403


def test_whoever_is_signed_in_is_led_on(alice, tell, sign_in):
    link = match_link(tell(alice, TURN))
    answer = sign_in(alice).get(link)
    assert (answer.status_code, answer["Location"]) == (302, "/m/abc/")


def test_somebody_else_is_told_who_is_who(alice, bob, tell, sign_in):
    link = match_link(tell(alice, TURN))
    page = sign_in(bob).get(link)
    assert b"sent to Alice" in page.content and b"Bob is signed in" in page.content


def test_after_seven_days_it_asks_to_sign_in(alice, tell, clock):
    link = match_link(tell(alice, TURN))
    clock.shift(60 * 60 * 24 * 7 + 1)
    client = Client()
    assert b"too old" in client.get(link).content
    assert client.post(link).status_code == 409
    assert "_auth_user_id" not in client.session
    assert "next=%2Fm%2Fabc%2F" in client.get(link).content.decode()


@pytest.mark.parametrize(
    "change",
    [
        lambda who: who.set_password("another password"),
        lambda who: setattr(who, "email", "new@example.org"),
        lambda who: setattr(who, "is_active", False),
        lambda who: setattr(who, "is_staff", True),
        lambda who: setattr(who, "is_superuser", True),
    ],
)
def test_it_ends_with_what_makes_an_account_another(alice, tell, change):
    link = match_link(tell(alice, TURN))
    change(alice)
    alice.save()
    client = Client()
    assert client.get(link).status_code == 200
    assert client.post(link).status_code == 409
    assert "_auth_user_id" not in client.session


def test_a_second_factor_is_not_gone_round(alice, tell):
    from allauth.mfa.models import Authenticator

    link = match_link(tell(alice, TURN))
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": "x"})
    client = Client()
    assert b"not enough" in client.get(link).content
    assert client.post(link).status_code == 409
    assert "_auth_user_id" not in client.session


def test_continuing_is_limited(alice, tell):
    link = match_link(tell(alice, TURN))
    statuses = [Client().post(link).status_code for _ in range(61)]
    assert statuses == [303] * 60 + [429]


@pytest.mark.parametrize(
    "path", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_a_link_leads_nowhere_else(alice, path):
    link = links.continue_path(alice, path)
    assert Client().get(link).status_code == 404
    assert Client().post(link).status_code == 404


def test_the_page_behind_the_link_ends_what_is_ticked_and_a_mail_program_all(alice, tell):
    link = links.unsubscribe_path(alice, ["bell", "whistle"])
    page = Client().get(link).content.decode()
    assert page.count(" checked") == 2 and 'value="bell"' in page and 'value="whistle"' in page
    answer = Client().post(link, {"chosen": "1", "kind": ["whistle", "nonsense"]})
    assert b"Whistle" in answer.content and b"Bell" not in answer.content
    alice.refresh_from_db()
    assert alice.notice_choices == {"whistle": {"mail": False}}
    assert Client().post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    alice.refresh_from_db()
    assert alice.notice_choices == {"bell": {"mail": False}, "whistle": {"mail": False}}


def test_nothing_ticked_is_refused_and_ends_nothing(alice, tell):
    answer = Client().post(links.unsubscribe_path(alice, ["bell", "whistle"]), {"chosen": "1"})
    assert answer.status_code == 422 and b"Nothing was ticked" in answer.content
    alice.refresh_from_db()
    assert alice.notice_choices == {}


def test_no_other_kind_than_those_of_the_mail_can_be_ended_by_its_link(alice, tell):
    Client().post(links.unsubscribe_path(alice, ["bell"]), {"chosen": "1", "kind": ["bell", "whistle"]})
    alice.refresh_from_db()
    assert alice.notice_choices == {"bell": {"mail": False}}
