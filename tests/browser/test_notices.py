"""The settings of notices and the pages behind mails, for everybody; and push messages asked for by a press."""

import pytest

from accounts import links, mailbox, notices
from accounts.models import Device, Send
from tests.browser.conftest import PHONE
from tests.conftest import person

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"
)
NO_PUSH = "delete window.PushManager"


@pytest.fixture
def alice(transactional_db):
    alice = person("Alice")
    Device.objects.create(
        person=alice, endpoint="https://push.example.org/1", key="k", auth="a", name="Firefox · Linux"
    )
    Send.objects.create(
        event="x", kind="turn", person=alice, channel="mail", state="failed", error="refused 550"
    )
    notices.ask_for_test(alice, "mail")
    return alice


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_notices_is_for_everybody(
    open_page, sign_in_page, axe, steady, alice, scheme, settings, tmp_path
):
    settings.EMAIL_FILE_PATH, settings.MAIL_PAGE = str(tmp_path), True
    mailbox.store(b"Subject: A code\nTo: alice@example.org\n\nhttp://127.0.0.1/c/abc/")
    page = open_page(**PHONE, color_scheme=scheme)
    unknown = [
        "/mail/",
        f"/mail/{mailbox.newest()[0].name}/",
        links.continue_path(alice, "/m/abc/"),
        links.unsubscribe_path(alice, ["turn"]),
    ]
    for where in unknown:
        page.goto(where)
        axe(page)
        steady(page)
    sign_in_page(page, alice)
    page.goto("/settings/notices/")
    axe(page)
    steady(page)


def test_choices_are_kept_without_scripts(open_page, sign_in_page, alice):
    page = open_page(**PHONE, java_script_enabled=False)
    sign_in_page(page, alice)
    page.goto("/settings/notices/")
    page.get_by_label("Somebody wrote at the table: e-mail").check()
    page.get_by_label("Once a day").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert page.get_by_label("Somebody wrote at the table: e-mail").is_checked()
    alice.refresh_from_db()
    assert alice.digest and alice.notice_choices == {"words": {"mail": True}}
    page.get_by_role("button", name="Remove").click()
    assert page.get_by_text("No device gets push messages yet.").is_visible()


def test_push_is_asked_after_a_press_and_a_refusal_is_explained(phone, sign_in_page, alice):
    phone.add_init_script(
        "window.asked = 0; Notification.requestPermission = async () => { window.asked += 1; return 'denied'; };"
        "Object.defineProperty(Notification, 'permission', { get: () => 'default' });"
    )
    sign_in_page(phone, alice)
    phone.goto("/settings/notices/")
    assert phone.evaluate("window.asked") == 0
    phone.get_by_role("button", name="Turn on push messages on this device").click()
    phone.get_by_text("does not let this site show messages").wait_for()
    assert phone.evaluate("window.asked") == 1


@pytest.mark.parametrize(
    ("agent", "words"), [(IPHONE, "Add to Home Screen"), (None, "takes no push messages")]
)
def test_a_browser_that_cannot_is_told_what_to_do(open_page, sign_in_page, alice, agent, words):
    page = open_page(**PHONE, **({"user_agent": agent} if agent else {}))
    page.add_init_script(NO_PUSH)
    sign_in_page(page, alice)
    page.goto("/settings/notices/")
    page.get_by_text(words).wait_for()
    assert not page.get_by_role("button", name="Turn on push messages on this device").is_visible()


def test_the_link_of_a_mail_signs_in_by_a_press(phone, alice):
    phone.goto(links.continue_path(alice, "/settings/notices/"))
    phone.get_by_role("button", name="Continue as Alice").click()
    phone.get_by_role("heading", name="Notices", exact=True).wait_for()
