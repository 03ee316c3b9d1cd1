"""The settings page for notices, its tests and troubles, and the page with the mails of this machine."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage, get_connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import mailbox, notices, push, sending
from accounts.models import Device, Send, User
from tests.conftest import person
from tests.house.test_settings import PRODUCTION, settings_in

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
PAGE, TEST = "/settings/notices/", "/settings/notices/test/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def noon():
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


@pytest.fixture
def mine(alice, sign_in):
    return sign_in(alice)


def text(response):
    return response.content.decode()


def presets():
    return [f"{kind.slug}/{channel}" for kind in notices.kinds_to_choose() for channel in kind.preset]


def form(**more):
    return {"told": presets(), "mail_on": "1", "digest": "", "digest_at": "18:00"} | more


# Choosing


def test_every_kind_and_channel_has_its_box_with_a_name(mine):
    page = text(mine.get(PAGE))
    boxes = re.findall(
        r'<label><span class="vh">([^<]+)</span><input class="tick-box" type="checkbox" name="told"', page
    )
    assert len(boxes) == len(notices.kinds_to_choose()) * 2
    assert "Your turn: e-mail" in boxes and "Your turn: push message" in boxes
    assert page.count("<h1>") == 1


def test_saving_what_is_shown_changes_nothing(mine, alice):
    assert mine.post(PAGE, form()).status_code == 303
    alice.refresh_from_db()
    assert alice.notice_choices == {} and alice.mail_on and not alice.digest


def test_only_what_differs_from_the_presets_is_kept(mine, alice):
    mine.post(PAGE, form(told=[*[one for one in presets() if one != "turn/mail"], "words/mail"]))
    alice.refresh_from_db()
    assert alice.notice_choices == {"turn": {"mail": False}, "words": {"mail": True}}
    assert notices.channels(alice, "turn") == ["push"]
    assert notices.channels(alice, "words") == ["mail"]
    mine.post(PAGE, form())
    alice.refresh_from_db()
    assert alice.notice_choices == {}


def test_a_saved_choice_is_shown_again(mine):
    mine.post(PAGE, form(told=["words/mail"], digest="1", digest_at="07:00"))
    page = text(mine.get(PAGE))
    assert re.search(r'value="words/mail" checked', page)
    assert not re.search(r'value="turn/mail" checked', page)
    assert re.search(r'name="digest" value="1" checked', page)
    assert "<option selected>07:00" in page


def test_mail_off_is_off(mine, alice):
    sent = form()
    del sent["mail_on"]
    mine.post(PAGE, sent)
    alice.refresh_from_db()
    assert not alice.mail_on and notices.channels(alice, "turn") == ["push"]


@pytest.mark.parametrize(
    "more",
    [
        {"digest": "2"},
        {"digest_at": ""},
        {"digest_at": "25:00"},
        {"digest_at": "noon"},
        {"digest_at": "\x00"},
    ],
)
def test_what_no_page_sends_changes_nothing_and_says_so(mine, alice, more):
    answer = mine.post(PAGE, form(told=[], **more))
    assert answer.status_code == 422 and "Nothing was changed" in text(answer)
    alice.refresh_from_db()
    assert alice.notice_choices == {} and alice.digest_at == time(18)


def test_unknown_boxes_are_passed_over(mine, alice):
    mine.post(PAGE, form(told=[*presets(), "turn/pigeon", "gold/mail", "test/mail", "x" * 5000]))
    alice.refresh_from_db()
    assert alice.notice_choices == {}


def test_a_change_counts_for_what_waits_already(mine, alice, noon):
    User.objects.filter(pk=alice.pk).update(digest=True)
    notices.tell([alice], "turn", "turn/1", {"match": "x", "prompt": 1})
    assert Send.objects.get().not_before == NOON.replace(hour=18)
    mine.post(PAGE, form())
    assert Send.objects.get().not_before == NOON


def test_a_guest_without_an_address_is_told_how_to_get_one(sign_in, db):
    guest = User.objects.create(name="Gus", is_guest=True)
    client = sign_in(guest)
    page = text(client.get(PAGE))
    assert "Without an e-mail address" in page and reverse("keep") in page
    assert client.post(PAGE, form(digest="")).status_code == 303
    assert client.post(TEST, {"channel": "mail"}).status_code == 422


def test_somebody_unknown_is_sent_to_sign_in():
    for where in (PAGE, TEST, reverse("add-device"), reverse("remove-device", args=[1])):
        assert Client().post(where).status_code in (302, 303)


def test_the_pages_queries_do_not_grow(mine, alice, django_assert_max_num_queries):
    for n in range(30):
        Send.objects.create(
            event=f"x/{n}", kind="turn", person=alice, channel="mail", error="refused 550", state="failed"
        )
        Device.objects.create(person=alice, endpoint=f"https://push.example.org/{n}", key="k", auth="a")
    with django_assert_max_num_queries(9):
        mine.get(PAGE)


# Tests and troubles


def test_a_test_is_a_mail_and_its_result_is_shown(mine, alice, noon):
    assert "Not tested yet" in text(mine.get(PAGE))
    assert mine.post(TEST, {"channel": "mail"}).status_code == 303
    assert "is on its way" in text(mine.get(PAGE))
    sending.send_ready(NOON)
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]
    assert mail.outbox[0].subject == "A test"
    assert mail.outbox[0].extra_headers["List-Unsubscribe"]
    assert "was sent" in text(mine.get(PAGE))


def test_a_test_comes_at_night_and_with_a_digest_and_right_after_another_mail(mine, alice, noon):
    noon.move_to(NOON.replace(hour=23))
    User.objects.filter(pk=alice.pk).update(digest=True, mail_on=False)
    for n in range(2):
        mine.post(TEST, {"channel": "mail"})
        noon.shift(1)
        sending.send_ready(timezone.now())
        assert len(mail.outbox) == n + 1


@pytest.mark.parametrize(
    ("channel", "status"), [("pigeon", 422), ("", 422), ("push", 422), ("mail\x00", 422)]
)
def test_a_test_that_cannot_be_says_why(mine, channel, status):
    answer = mine.post(TEST, {"channel": channel})
    assert answer.status_code == status and 'role="alert"' in text(answer)
    assert not Send.objects.exists()


def test_tests_are_limited(mine):
    statuses = [mine.post(TEST, {"channel": "mail"}).status_code for _ in range(6)]
    assert statuses == [303] * 5 + [429]


@pytest.mark.parametrize("error", [key for key in sending.ERRORS if key not in ("devices", "device_gone")])
@pytest.mark.parametrize("state", ["failed", "waiting"])
def test_what_went_wrong_is_said_in_words(mine, alice, noon, error, state):
    made = datetime(2026, 3, 3, 18, 2, tzinfo=UTC)
    Send.objects.create(
        event="x", kind="turn", person=alice, channel="mail", state=state, error=f"{error} 550", made_at=made
    )
    page = text(mine.get(PAGE))
    begins = "The mail of 3 Mar, 18:02"
    assert begins in page and f"{sending.ERRORS[error]} (550)" in page.replace("&#x27;", "'")
    assert ("could not be sent" if state == "failed" else "is tried again soon") in page


def test_nobody_sees_somebody_elses_troubles(mine, bob):
    Send.objects.create(
        event="x", kind="turn", person=bob, channel="mail", state="failed", error="refused 550"
    )
    Device.objects.create(
        person=bob, endpoint="https://push.example.org/1", key="k", auth="a", name="Bobs phone"
    )
    page = text(mine.get(PAGE))
    assert "went wrong" not in page and "Bobs phone" not in page


def test_the_times_are_the_readers(mine, alice):
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Kathmandu")
    made = datetime(2026, 3, 3, 18, 2, tzinfo=UTC)
    Send.objects.create(
        event="x", kind="turn", person=alice, channel="mail", state="failed", error="broken", made_at=made
    )
    assert "23:47" in text(mine.get(PAGE))


# The folder of mails


@pytest.fixture
def folder(settings, tmp_path):
    settings.EMAIL_BACKEND = "accounts.mailbox.FolderBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    settings.MAIL_PAGE = True
    return tmp_path / "mail"


def post_mail(
    subject="A code", body="Your code: 123456\nhttp://127.0.0.1:8000/c/abc:d-_e/ now", to="alice@example.org"
):
    EmailMessage(subject, body, to=[to]).send()


def test_mails_go_to_a_folder_that_only_their_owner_reads(folder):
    post_mail()
    (path,) = folder.iterdir()
    assert path.suffix == ".eml" and path.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert b"123456" in path.read_bytes()


def test_the_page_shows_the_newest_first_and_what_is_in_them(folder, client):
    for n in range(3):
        post_mail(f"Mail {n}")
    page = text(client.get("/mail/"))
    assert page.index("Mail 2") < page.index("Mail 1") < page.index("Mail 0")
    one = text(client.get(f"/mail/{mailbox.newest()[0].name}/"))
    assert "Your code: 123456" in one
    assert 'href="http://127.0.0.1:8000/c/abc:d-_e/"' in one


def test_a_mail_cannot_do_anything_to_the_page(folder, client):
    message = EmailMessage(
        "<script>alert(1)</script>", "<script>alert(2)</script> javascript:alert(3)", to=["a@b.example"]
    )
    message.send()
    name = mailbox.newest()[0].name
    for where in ("/mail/", f"/mail/{name}/"):
        page = text(client.get(where))
        assert "<script>alert" not in page and 'href="javascript' not in page


def test_an_empty_folder_is_said(folder, client):
    assert "Nothing was sent yet" in text(client.get("/mail/"))


def test_the_oldest_make_room(folder, monkeypatch):
    monkeypatch.setattr(mailbox, "MOST_MAILS", 3)
    for n in range(5):
        post_mail(f"Mail {n}")
    assert [found.subject for found in mailbox.newest()] == ["Mail 4", "Mail 3", "Mail 2"]


@pytest.mark.parametrize("name", ["x", "20260302-120000000000-deadbeef", "..", "db", "secret_key"])
def test_no_other_file_is_read(folder, client, name):
    assert client.get(f"/mail/{name}/").status_code == 404
    assert mailbox.read(f"../{name}") is None


def test_a_public_site_has_no_such_page(folder, client, settings):
    post_mail()
    settings.MAIL_PAGE = False
    for where in ("/mail/", f"/mail/{mailbox.newest()[0].name}/"):
        assert client.get(where).status_code == 404


def test_another_machine_sees_no_such_page(folder):
    assert Client(REMOTE_ADDR="192.168.1.7").get("/mail/").status_code == 404


def test_many_mails_at_once_are_a_file_each(folder):
    messages = [EmailMessage(f"Mail {n}", "x", to=["a@b.example"]) for n in range(20)]
    assert get_connection().send_messages([*messages, EmailMessage("to nobody", "x")]) == 21
    assert len(list(folder.glob("*.eml"))) == 20


# Settings of the site

MAIL_SETTINGS = (
    *("EMAIL_BACKEND", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "MAIL_PAGE"),
    *("SITE_URL", "EMAIL_TIMEOUT", "DEFAULT_FROM_EMAIL"),
)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        (
            {"PORT": "8123"},
            {
                "EMAIL_BACKEND": "accounts.mailbox.FolderBackend",
                "MAIL_PAGE": True,
                "SITE_URL": "http://127.0.0.1:8123",
                "EMAIL_TIMEOUT": 10,
            },
        ),
        (
            PRODUCTION,
            {
                "EMAIL_BACKEND": "accounts.mailbox.FolderBackend",
                "MAIL_PAGE": False,
                "SITE_URL": "https://games.example.org",
            },
        ),
        (
            PRODUCTION | {"EMAIL_HOST": "mail.example.org", "SITE_URL": "https://play.example.org/"},
            {
                "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
                "MAIL_PAGE": False,
                "EMAIL_PORT": 587,
                "EMAIL_USE_TLS": True,
                "EMAIL_USE_SSL": False,
                "SITE_URL": "https://play.example.org",
            },
        ),
        (
            {"EMAIL_HOST": "mail.example.org", "EMAIL_PORT": "465"},
            {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": True, "MAIL_PAGE": False},
        ),
        (
            {"EMAIL_HOST": "mail.example.org", "EMAIL_PORT": "25"},
            {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False},
        ),
    ],
)
def test_mail_by_environment(environment, expected, tmp_path):
    found = settings_in(environment | {"DATA_DIR": str(tmp_path)}, *MAIL_SETTINGS)
    assert {name: found[name] for name in expected} == expected


def test_the_key_for_push_messages_is_made_once_and_kept(tmp_path):
    keys = {
        settings_in({"DATA_DIR": str(tmp_path)}, "VAPID_PRIVATE_KEY")["VAPID_PRIVATE_KEY"] for _ in range(2)
    }
    assert len(keys) == 1
    assert len(push.from_base64(keys.pop())) == 32
    assert (tmp_path / "vapid_key").stat().st_mode & 0o777 == 0o600


def test_a_person_of_many_names_gets_mail_too():
    who = person("Alice")
    who.name = ""
    who.save()
    notices.ask_for_test(who, "mail")
    assert sending.send_ready(timezone.now() + timedelta(seconds=1)) == 1


def test_a_test_is_offered_only_where_something_can_arrive(mine, alice):
    assert text(mine.get("/settings/notices/")).count("Send me a test") == 1
    Device.objects.create(person=alice, endpoint="https://push.example/1", key="k", auth="a")
    assert text(mine.get("/settings/notices/")).count("Send me a test") == 2


def test_after_a_test_the_page_says_when_to_look_again(mine, alice, noon):
    answer = mine.post("/settings/notices/test/", {"channel": "mail"}, follow=True)
    assert "The test goes out within a minute." in text(answer)
    assert re.search(r'href="/settings/notices/\?tested=\d+#tests"', text(answer))
    Send.objects.update(state=Send.State.SENT)
    assert "within a minute" not in text(mine.get("/settings/notices/?tested=1"))
