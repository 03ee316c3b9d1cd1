"""How to play and the lesson, in a real browser and every language."""

import re

import pytest

from games.models import Match
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import (
    cut_labels,
    main_button,
    nothing_inline,
    press_live,
    press_plain,
    table,
    task,
    unfold,
)

LANGUAGES = ["en", "de", "nl", "fr"]
PAGES = ["/games/kangoeroe/", "/games/kangoeroe/lesson/"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_have_no_barriers_and_nothing_is_cut_in_any_language(
    open_page, axe, steady, screenshot, language
):
    page = open_page(**PHONE, locale=language)
    for number, address in enumerate(PAGES):
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        assert page.locator("h1").count() == 1
        nothing_inline(page)
        for scheme, width in (("light", 360), ("dark", 1440)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 740 if width < 1000 else 900})
            axe(page)
            steady(page)
            assert not cut_labels(page)
            screenshot(page, f"learn-{number}-{language}-{width}")
        page.set_viewport_size({"width": 320, "height": 640})
        steady(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_match_and_front_page_fit_a_phone_in_every_language(
    alice, bob, open_page, sign_in_page, steady, screenshot, language
):
    alice.language = language
    alice.save()
    page = open_page(**PHONE)
    for kind in ("turn", "defend", "counter"):
        match = table([alice, bob], kind, "7")
        sign_in_page(page, alice)
        page.goto(match.get_absolute_url())
        assert task(page) == kind and page.locator("html").get_attribute("lang") == language
        unfold(page)
        steady(page)
        assert not cut_labels(page)
        screenshot(page, f"learn-match-{kind}-{language}")
    page.context.clear_cookies()
    page.goto("/")
    page.locator(".prefs summary").click()
    names = page.locator(".prefs button[name=language]").all_inner_texts()
    assert names == ["English", "Deutsch", "Nederlands", "Français", "Svenska"]
    steady(page)


def test_the_question_mark_opens_the_rule_beside_and_the_draft_stays(
    alice, bob, open_page, sign_in_page, axe
):
    page = open_page(**PHONE)
    sign_in_page(page, alice)
    page.goto(table([alice, bob], "turn", "7").get_absolute_url())
    page.locator("form.move .slot").first.click()
    help_link = page.locator("form.move a.help")
    box = help_link.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules for this question (new tab)").click()
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.url.endswith("/games/kangoeroe/#turn")
    assert 0 <= rules.evaluate("document.getElementById('turn').getBoundingClientRect().top") < 300
    assert page.locator("form.move .slot input").first.is_checked()
    axe(page)


@pytest.mark.parametrize(
    ("options", "press"),
    [(PHONE, press_live), (DESKTOP, press_live), (PHONE | {"java_script_enabled": False}, press_plain)],
    ids=["phone", "desktop", "no-scripts"],
)
def test_the_lesson_is_played_from_the_first_word_to_the_last(
    open_page, axe, steady, screenshot, options, press
):
    scripts = options.get("java_script_enabled", True)
    page = open_page(**options)
    page.goto("/games/kangoeroe/")
    page.locator("main a.main").first.click()
    page.wait_for_url("**/lesson/")
    page.locator("input[name=name]").fill("Ada")
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/m/*/")
    width = page.viewport_size["width"]
    shown = 0
    while page.locator("#lesson .lesson-step").count():
        shown += 1
        assert shown <= 12
        if scripts:
            axe(page)
            steady(page)
        screenshot(page, f"lesson-{width}-{shown}")
        title = page.locator("#lesson-says").inner_text()
        if title.startswith("Leave a plan"):
            leave_a_plan(page, press, scripts)
            continue
        answer_as_told(page, title)
        press(page, main_button(page))
    assert page.locator("#lesson-says").inner_text() == "That was all you need."
    assert page.locator(".lesson-learnt .met").count() == 8
    if scripts:
        axe(page)
        steady(page)
    screenshot(page, f"lesson-{width}-end")
    assert Match.objects.get().lesson


def answer_as_told(page, title: str) -> None:
    """Does what the hint's heading says and nothing else."""
    if task(page) == "turn":
        family = page.locator("#lesson-says .fam").get_attribute("class").split("fam-")[1]
        page.locator(f"form.move label.slot[data-fam={family}]").first.click()
        duel = page.locator(f"form.move .duel[data-fam={family}]")
        if told := re.search("“(.+?)”", title):
            duel.locator(".choice").filter(has_text=told[1]).first.click()
    else:
        told = re.search("“(.+?)”", title)
        word = told[1] if told else {"Go": "One more", "St": "Stop", "Le": "None"}[title[:2]]
        page.locator("form.move .duel .choice").filter(has_text=word).first.click()


def leave_a_plan(page, press, scripts: bool) -> None:
    page.locator("#plan > summary").click()
    form = page.locator("#plan form").last
    colours = form.locator("select[name^=colour-1]")
    for n in range(colours.count()):
        colours.nth(n).select_option(["b", "g", "o", "p", "r"][n])
    press(page, form.locator("button[type=submit]"))
