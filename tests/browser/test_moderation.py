"""From a report to the verdict and what is said against it: by keyboard, on a phone, without scripts."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.moderation import appeals, cases, flags
from games.moderation.models import Case
from tests.browser.conftest import DESKTOP, PHONE
from tests.games.scripts import sit_down
from tests.moderation import scenes
from tests.moderation.scenes import decided, moderator, person, report

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen, sagte der Pförtner zum dritten Mal."


def look(page: Page, axe, steady, screenshot, name: str) -> None:
    """No barrier and nothing that sticks out, in light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
        steady(page)
        screenshot(page, f"moderation-{name}-{scheme}")


def tab_to(page: Page, words: str, most: int = 80) -> None:
    """Press Tab until the focus is on what has these words, or is labelled with them."""
    for _ in range(most):
        page.keyboard.press("Tab")
        at = page.evaluate(
            """() => { const e = document.activeElement; if (!e) return "";
                const label = e.labels && e.labels.length ? e.labels[0].innerText : "";
                return (e.getAttribute("aria-label") || label || e.innerText || e.value || "").trim(); }"""
        )
        if words in at:
            return
    raise AssertionError(f"Tab does not come to {words!r} on {page.url}")


def press(page: Page, words: str) -> None:
    tab_to(page, words)
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.parametrize("scripts", [True, False])
def test_report_verdict_and_appeal_by_keyboard_alone(open_page, sign_in_page, complaints, scripts):
    alice, bob, judge, other = person("Alice"), person("Bob"), moderator("Judge"), moderator("Other")
    match = sit_down("kangoeroe", [alice, bob])
    scenes.said(match, alice, "You play like a wardrobe.")
    pages = {}
    for who in (alice, bob, judge, other):
        pages[who.name] = open_page(**DESKTOP, java_script_enabled=scripts)
        sign_in_page(pages[who.name], who)
    page = pages["Bob"]
    page.goto(f"/m/{match.code}/talk/")
    press(page, "Report these words")
    expect(page.get_by_text("You play like a wardrobe.")).to_be_visible()
    press(page, "It insults or mocks somebody")
    expect(page.get_by_role("heading", name="Your report is sent")).to_be_visible()
    press(page, "Back to where you were")
    assert page.url.endswith(f"/m/{match.code}/talk/")

    page = pages["Judge"]
    page.goto("/settings/")
    press(page, "You moderate here: open reports")
    press(page, "Words at a table")
    press(page, "Take this case")
    expect(page.get_by_text("You have this case now.")).to_be_visible()
    tab_to(page, "Leave it as it is")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Nothing")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    tab_to(page, "In your own words")
    page.keyboard.type("Please be kind.")
    press(page, "See what is sent")
    expect(page.get_by_role("heading", name="This is what is sent")).to_be_focused()
    expect(page.get_by_text("You write nothing here until")).to_be_visible()
    press(page, "Decide and send it")
    expect(page.get_by_text("That is decided.")).to_be_visible()
    assert Case.objects.get().actions == ["hide", "mute"]

    page = pages["Alice"]
    page.goto("/settings/")
    press(page, "Decisions about you")
    expect(page.get_by_text("Please be kind.")).to_be_visible()
    tab_to(page, "Say something against it")
    page.keyboard.press("Enter")
    tab_to(page, "Why do you see it otherwise?")
    page.keyboard.type("It was a joke among friends.")
    press(page, "Send it")
    expect(page.get_by_text("Your words are sent.")).to_be_visible()

    page = pages["Other"]
    page.goto("/moderation/appeals/")
    press(page, "Words at a table")
    press(page, "Take the decision back")
    expect(page.get_by_role("heading", name="This is what comes back")).to_be_focused()
    press(page, "Take it back")
    expect(page.get_by_text("That is decided. They are told.")).to_be_visible()
    alice.refresh_from_db()
    assert alice.muted_until is None
    pages["Bob"].goto("/reports/")
    expect(pages["Bob"].get_by_text("In the end it stays as it is.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_page_has_barriers_or_scrolls_sideways(
    open_page, sign_in_page, axe, steady, screenshot, complaints, language, size
):
    alice, bob, judge, other = person("Alice"), person("Bob"), moderator("Judge"), moderator("Other")
    User.objects.update(language=language)
    deck = scenes.deck_of(alice, LONG[:80])
    one = scenes.card(alice, LONG, deck=deck)
    flags.add(judge, "", "pförtner")
    match = sit_down("kangoeroe", [alice, bob])
    for words in ("Hello", "You wardrobe", LONG):
        row = scenes.said(match, alice, words)
    report(bob, "card", one, "other", "Please look at this one: " + LONG)
    report(bob, "words", row)
    taken = cases.take(judge, report(bob, "deck", deck).pk)
    done = decided(other, report(bob, "name", alice), "rename", "mute", words="In short.")
    appeals.appeal(alice, done.pk, "But it is my name.")
    page = open_page(**(PHONE if size == "phone" else DESKTOP))
    fresh = scenes.card(alice, "Another one.", deck=deck)
    for who, places in (
        (bob, [scenes.address(bob, "card", fresh.pk), "/report/sent/?next=/people/", "/reports/"]),
        (alice, ["/", "/about-you/"]),
        (judge, [f"/moderation/{tab}" for tab in ("", "mine/", "done/", "appeals/", "audit/", "words/")]),
        (judge, [f"/moderation/case/{taken.pk}/", f"/moderation/case/{done.pk}/"]),
    ):
        sign_in_page(page, User.objects.get(pk=who.pk))
        for where in places:
            page.goto(where)
            name = where.strip("/").replace("/", "-").partition("?")[0] or "bar"
            look(page, axe, steady, screenshot, f"{size}-{language}-{name}")
    page.locator("button[value=reverse]").click()
    expect(page.locator("#h-undoing")).to_be_visible()
    look(page, axe, steady, screenshot, f"{size}-{language}-undoing")
    page.goto(f"/moderation/case/{taken.pk}/")
    page.locator("input[value=hide]").check()
    page.locator("input[value=suspend]").check()
    page.locator("form.verdict button[type=submit]").click()
    look(page, axe, steady, screenshot, f"{size}-{language}-preview")
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=3))
    decided(other, report(bob, "card", fresh), "hide", "suspend")
    sign_in_page(page, User.objects.get(pk=alice.pk))
    page.goto("/")
    look(page, axe, steady, screenshot, f"{size}-{language}-suspended")
    page.context.clear_cookies()
    page.goto(scenes.address(None, "deck", deck.pk))
    look(page, axe, steady, screenshot, f"{size}-{language}-sign-in")


def test_a_report_from_a_phone_in_two_presses(phone, sign_in_page, complaints):
    alice, bob = person("Alice"), person("Bob")
    card = scenes.card(alice)
    sign_in_page(phone, bob)
    phone.goto(f"/decks/{card.deck.pk}/")
    phone.get_by_role("link", name="Report this card").tap()
    phone.get_by_role("button", name="It is sexual").tap()
    expect(phone.get_by_role("heading", name="Your report is sent")).to_be_visible()
    assert Case.objects.get().reports.get().reason == "sexual"
    phone.get_by_role("link", name="Back to where you were").tap()
    phone.wait_for_url(f"**/decks/{card.deck.pk}/")


@pytest.mark.parametrize("where", ["links", "buttons"])
def test_what_can_be_pressed_is_large_enough(phone, sign_in_page, where):
    alice, bob, judge = person("Alice"), person("Bob"), moderator("Judge")
    case = cases.take(judge, report(bob, "card", scenes.card(alice)).pk)
    match = sit_down("kangoeroe", [alice, bob])
    scenes.said(match, alice, "Hello")
    least = {"links": 24, "buttons": 44}[where]
    what = {"links": "main a, nav a", "buttons": "main button, main select, main textarea, main .choice"}[
        where
    ]
    for who, places in (
        (bob, [f"/m/{match.code}/talk/", f"/decks/{case.frozen['around']['deck']}/"]),
        (judge, ["/moderation/", "/moderation/words/", f"/moderation/case/{case.pk}/"]),
    ):
        sign_in_page(phone, who)
        for path in places:
            phone.goto(path)
            small = phone.evaluate(
                """([what, least]) => [...document.querySelectorAll(what)]
                    .filter(one => one.getClientRects().length && !one.closest(".vh"))
                    .filter(one => getComputedStyle(one).display !== "inline")
                    .filter(one => one.getBoundingClientRect().height < least)
                    .map(one => one.outerHTML.slice(0, 90))""",
                [what, least],
            )
            assert not small, (path, small)
