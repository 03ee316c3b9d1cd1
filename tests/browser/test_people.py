"""From sign-up to the settings on a phone, in both themes and without scripts; and a guest who keeps the seat."""

import re

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from accounts.models import SitePage, User
from accounts.people import make_guest
from tests.accounts.steps import PASSWORD, last_code, member
from tests.browser.conftest import PHONE


def press(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()
    page.wait_for_load_state()


def look(page: Page, axe, steady, screenshot, name: str) -> None:
    """No barrier and nothing that sticks out, in light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
        steady(page)
        screenshot(page, f"{name}-{scheme}")
    small = page.evaluate(
        """() => [...document.querySelectorAll(
                "main a, main button, main input, main select, header a, header summary")]
            .filter(one => one.getClientRects().length && getComputedStyle(one).display !== "inline"
                && !one.closest("label"))
            .filter(one => one.getBoundingClientRect().height < 44)
            .map(one => one.outerHTML.slice(0, 90))"""
    )
    assert not small, small


@pytest.mark.parametrize("scripts", [True, False])
def test_from_sign_up_to_the_settings(open_page, axe, steady, screenshot, complaints, scripts):
    SitePage.objects.create(slug="terms", language="en", text="Be kind.")
    page = open_page(**PHONE, java_script_enabled=scripts)
    see = (lambda name: look(page, axe, steady, screenshot, name)) if scripts else (lambda _name: None)
    page.goto("/")
    page.get_by_role("link", name="Sign in").click()
    see("people-login")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name").fill("Admin")
    page.get_by_label("E-mail address").fill("ada@example.org")
    press(page, "Make an account")
    expect(page.get_by_text("Choose another name.")).to_be_visible()
    see("people-signup-refused")
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password (if you want one)").fill(PASSWORD)
    press(page, "Make an account")
    see("people-code")
    page.get_by_label("Code").fill(last_code())
    press(page, "Go on")
    page.locator("header .me").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    see("people-settings")

    quiet = page.locator("#quiet")
    quiet.get_by_label("until").fill("12:30")
    quiet.get_by_role("button", name="Save").click()
    expect(quiet.get_by_text("at most 12 of 24")).to_be_visible()
    see("people-settings-refused")
    quiet.get_by_label("until").fill("07:30")
    quiet.get_by_role("button", name="Save").click()
    expect(quiet.get_by_text("at the earliest at 07:30")).to_be_visible()
    expect(quiet.get_by_text("Saved.")).to_be_visible()
    page.locator("#place").get_by_label("Time zone").fill("berlin")
    page.locator("#place").get_by_role("button", name="Save").click()
    expect(page.locator("#place").get_by_label("Time zone")).to_have_value("Europe/Berlin")
    face = page.locator("#face .stamp").get_attribute("class")
    for _ in range(6):
        page.get_by_role("button", name="Roll another face").click()
        page.wait_for_load_state()
        if page.locator("#face .stamp").get_attribute("class") != face:
            break
    else:
        raise AssertionError("always the same face")

    page.get_by_role("link", name="Second factor").click()
    see("people-factor")
    page.get_by_role("link", name="Set it up").click()
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Go on")
    see("people-factor-on")
    page.goto("/settings/")
    page.get_by_role("link", name="Read what happens").click()
    see("people-delete")
    page.get_by_label("I am sure").check()
    press(page, "Delete my account")
    expect(page.get_by_role("heading", name="Your account is deleted")).to_be_visible()
    assert not User.objects.exists()
    complaints[:] = [line for line in complaints if "422" not in line]


def test_a_guest_keeps_the_seat(open_page, sign_in_page, axe, steady, screenshot):
    page, guest = open_page(**PHONE), make_guest("Gus")
    sign_in_page(page, guest)
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Keep this seat").click()
    look(page, axe, steady, screenshot, "people-keep")
    page.get_by_label("E-mail address").fill("gus@example.org")
    press(page, "Mail me a code")
    look(page, axe, steady, screenshot, "people-keep-code")
    page.get_by_label("Code").fill(last_code())
    press(page, "Keep this seat")
    page.locator("header .me").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    guest.refresh_from_db()
    assert not guest.is_guest and guest.email == "gus@example.org"


def test_signing_in_by_mail_and_out_again(open_page, axe, steady, screenshot):
    member("Ada")
    page = open_page(**PHONE)
    page.goto("/settings/")
    assert re.search(r"/account/login/\?next=/settings/$", page.url)
    page.get_by_role("link", name="Sign in by a code that we mail you").click()
    look(page, axe, steady, screenshot, "people-by-mail")
    page.get_by_label("E-mail address").fill("ada@example.org")
    press(page, "Mail me a code")
    assert len(mail.outbox) == 1
    page.get_by_label("Code").fill(last_code())
    press(page, "Go on")
    assert page.url.endswith("/settings/")
    page.locator(".prefs summary").click()
    page.locator(".prefs").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
