"""A whole evening by mail: one signs up, the other comes by a link as a guest, both play to the result, one stays."""

import re
from random import Random

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import sending
from accounts.models import User
from games import notices
from games.models import Match
from tests.accounts.steps import last_code
from tests.browser.conftest import PHONE
from tests.browser.playing import answer, match_on, press_live, press_plain, task
from tests.games.scripts import play_on


def press(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()
    page.wait_for_load_state()


def sign_up(page: Page) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("E-mail address").fill("ada@example.org")
    press(page, "Make an account")
    page.get_by_label("Code").fill(last_code())
    press(page, "Go on")


def set_up(page: Page) -> tuple[Match, str]:
    page.goto("/new/kangoeroe/")
    page.locator("label:has(input[name=seats][value='2'])").click()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/m/*/")
    return match_on(page), page.locator("#link").input_value()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_two_people_from_sign_up_to_the_result_and_the_guest_keeps_the_seat(open_page, scripts, complaints):
    User.objects.update(quiet_from=None)
    ada, ben = open_page(java_script_enabled=scripts), open_page(java_script_enabled=scripts, **PHONE)
    one_press = press_live if scripts else press_plain
    sign_up(ada)
    match, link = set_up(ada)
    ben.goto(link)
    ben.get_by_label("Your name").fill("Ben")
    press(ben, "Sit down")
    ben.wait_for_url(f"**/m/{match.code}/")  # full, so it has begun
    match.refresh_from_db()
    assert match.running and match.pace == 24 * 3600

    # The first answers by hand, whoever is asked
    chance = Random(5)
    for _ in range(6):
        page = next(page for page in (ada, ben) if fresh(page, match) in ("turn", "defend", "counter"))
        answer(page, chance, one_press)

    # A mail tells whose turn it is, and leads there; the guest has no address yet
    notices.announce(timezone.now())
    User.objects.update(quiet_from=None, quiet_until=None)
    told = [letter for letter in mail.outbox if "Kangoeroe" in letter.subject]
    sending.send_ready(timezone.now())
    assert all(letter.to == ["ada@example.org"] for letter in told)

    # Then the days go by, up to the last answers
    play_on(match, lambda state: state.table.pile == 0 and sum(state.table.counts) <= 5)
    for _ in range(12):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            break
        page = next(page for page in (ada, ben) if fresh(page, match) in ("turn", "defend", "counter"))
        answer(page, chance, one_press)
    for page in (ada, ben):
        fresh(page, match)
        expect(page.locator(".result")).to_be_visible()
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    # The guest keeps the seat, and comes back with another browser
    ben.locator(".guest a, main a[href^='/keep/']").first.click()
    ben.get_by_label("E-mail address").fill("ben@example.org")
    press(ben, ben.get_by_role("main").get_by_role("button").first.inner_text())
    ben.get_by_label("Code").fill(last_code())
    press(ben, "Keep this seat")
    person = User.objects.get(email="ben@example.org")
    assert (person.is_guest, person.seats.get().match) == (False, match)
    elsewhere = open_page(java_script_enabled=scripts)
    elsewhere.goto("/account/login/code/")
    elsewhere.get_by_label("E-mail address").fill("ben@example.org")
    press(elsewhere, elsewhere.get_by_role("main").get_by_role("button").first.inner_text())
    elsewhere.get_by_label("Code").fill(last_code())
    press(elsewhere, elsewhere.get_by_role("main").get_by_role("button").first.inner_text())
    elsewhere.goto(match.get_absolute_url())
    expect(elsewhere.locator(".result")).to_be_visible()
    assert re.search(r"Ada", elsewhere.locator("main").inner_text())


def fresh(page: Page, match: Match) -> str:
    page.goto(match.get_absolute_url())
    return task(page)
