"""Every page for everybody: by keyboard, for a screen reader, in every colour scheme, width and language."""

from random import Random

import pytest
from playwright.sync_api import Page

from games.models import Match
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import (
    cut_labels,
    main_button,
    nothing_inline,
    stay_at_home,
    table,
    task,
    unfold,
    visible_text,
    wait_for_new_table,
    words_in,
)
from tests.games.scripts import play_on, sit_down

ENGLISH = [
    *(
        "Your",
        "You",
        "you",
        "Which",
        "card",
        "cards",
        "draws",
        "draw",
        "takes",
        "attacks",
        "keeps",
        "from",
        "the",
    ),
    *("with", "plays", "Pile", "Seats", "Log", "Since", "Got", "Leave", "Back", "Choose", "Answer", "None"),
    *("Place", "Result", "Move", "of", "deal", "seed", "match", "Play", "against", "bots", "centre", "yours"),
    *(
        "Red",
        "Blue",
        "Green",
        "Purple",
        "red",
        "blue",
        "green",
        "purple",
        "figure",
        "figures",
        "waiting",
        "to",
    ),
    *(
        "Language",
        "Colours",
        "Light",
        "Dark",
        "Games",
        "page",
        "Nothing",
        "finished",
        "running",
        "Sun",
        "Mon",
        "May",
    ),
]
# What stays English on a German page: names of things and of people, and what a button in English says.
NAMES = ["Game of Quotes", "Kitchen Table", "Don Martin", "English", "AGPL 3.0 or later", "CC BY-SA 4.0"]


@pytest.fixture
def pages(alice, bob, open_page, sign_in_page):
    """Every page there is: its name, how to get there, and what its answer's status is."""

    def tour(page: Page):
        playing = {
            kind: table([alice, bob], kind, "7") for kind in ("turn", "defend", "counter", "idle", "over")
        }
        practice = table([alice, None, None, None], "turn", "8")
        for number in range(3):  # something to tell since the last visit
            play_on(practice, lambda state, n=number: state.last > practice.last_prompt + 1 + n)
        sign_in_page(page, alice)
        running, over = playing["turn"].get_absolute_url(), playing["over"].get_absolute_url()
        for kind, match in playing.items():
            page.goto(match.get_absolute_url())
            assert task(page) == kind
            yield f"match-{kind}"
        places = {
            "front-mine": "/",
            "practice": "/practice/kangoeroe/",
            "rules": "/games/kangoeroe/",
            "match-recap": practice.get_absolute_url(),
            "log": f"{running}log/",
            "leave": f"{running}leave/",
            "replay": f"{over}replay/5/",
            "proof": f"{over}deal/",
            "404": "/nothing/here/",
        }
        for name, address in places.items():
            page.goto(address)
            yield name
        page.goto("/practice/kangoeroe/")
        page.context.clear_cookies(name="csrftoken")
        page.locator("main button[type=submit]").click()
        page.wait_for_load_state()
        yield "403-csrf"
        page.context.clear_cookies()
        page.goto("/")
        yield "front"

    return tour


def test_no_page_has_barriers_in_light_or_dark_or_scrolls_sideways(
    pages, open_page, axe, steady, screenshot, complaints
):
    page = open_page()
    strangers = stay_at_home(page)
    for name in pages(page):
        nothing_inline(page)
        unfold(page)
        for scheme, size in (("light", 360), ("dark", 1440)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": size, "height": 740 if size < 1000 else 900})
            axe(page)
            steady(page)
            screenshot(page, f"{name}-{scheme}-{size}")
        page.set_viewport_size({"width": 320, "height": 600})
        steady(page)
    complaints[:] = [line for line in complaints if "404" not in line and "403" not in line]
    assert not strangers


def test_on_a_german_page_every_word_is_german_and_nothing_is_cut(
    pages, open_page, screenshot, complaints, alice
):
    alice.language = "de"
    alice.save()
    page = open_page(**PHONE, locale="de-DE")
    found = []
    for name in pages(page):
        assert page.locator("html").get_attribute("lang") == "de", name
        text = visible_text(page)
        for kept in NAMES:
            text = text.replace(kept, "")
        found += [f"{name}: {word}" for word in words_in(text, ENGLISH)]
        found += [f"{name} at 360: {label}" for label in cut_labels(page)]
        screenshot(page, f"{name}-german")
    complaints[:] = [line for line in complaints if "404" not in line and "403" not in line]
    assert not found, "\n".join(found)


def test_language_and_colours_are_chosen_and_come_with_the_page(open_page):
    page = open_page(color_scheme="dark")
    page.goto("/")
    grounds = {}
    for theme, scheme in (("light", "dark"), ("dark", "light"), ("system", "dark"), ("system", "light")):
        page.emulate_media(color_scheme=scheme)
        page.locator(".prefs summary").click()
        page.locator(f".prefs button[name=theme][value={theme}]").click()
        page.wait_for_load_state()
        sent = page.request.get(page.url).text()
        assert ('<html lang="en" data-theme="' in sent) == (theme != "system")
        assert theme == "system" or f'data-theme="{theme}"' in sent
        grounds[theme, scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert page.locator(f".prefs button[value={theme}]").get_attribute("aria-pressed") == "true"
    assert grounds["light", "dark"] == grounds["system", "light"] != grounds["dark", "light"]
    assert grounds["dark", "light"] == grounds["system", "dark"]

    page.locator(".prefs summary").click()
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator(".prefs summary").click()
    page.get_by_role("button", name="English").click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("lang") == "en"


# By keyboard

FOCUS = """() => {
    const one = document.activeElement;
    const shown = [one, one.closest(".choice"), one.closest(".slot")?.querySelector(".card")].filter(Boolean);
    const ring = shown.some(part => { const style = getComputedStyle(part);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2; });
    const box = (one.closest("label, .choice, .slot") || one).getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2);
    const whole = one.closest("label") || one;
    const all = [...document.querySelectorAll("*")];
    return { what: `${one.tagName} ${one.name || ""} ${one.value || ""} ${one.textContent.trim().slice(0, 40)}`,
        tag: one.tagName, place: all.indexOf(one), ring, body: one === document.body,
        covered: Boolean(top) && !whole.contains(top) && !top.contains(whole) };
}"""


def walk(page: Page) -> list[dict]:
    """Every stop of the Tab key from the top of the page."""
    page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")
    stops = []
    for _ in range(150):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["body"] or (stops and stop["place"] <= stops[0]["place"]):
            break
        stops.append(stop)
    return stops


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_tab_key_goes_in_reading_order_and_one_always_sees_where(
    alice, bob, open_page, sign_in_page, options
):
    page = open_page(**options)
    sign_in_page(page, alice)
    match = table([alice, bob], "turn", "7")
    for address, least in ((match.get_absolute_url(), 10), ("/", 7), ("/practice/kangoeroe/", 8)):
        page.goto(address)
        unfold(page, "main details, footer details")
        stops = walk(page)
        assert len(stops) >= least, [stop["what"] for stop in stops]
        places = [stop["place"] for stop in stops]
        assert places == sorted(places), "the order of tab is not the order of reading"
        assert not [stop["what"] for stop in stops if not stop["ring"]], "no ring"
        assert not [stop["what"] for stop in stops if stop["covered"]], "under a bar"
        assert page.locator("[tabindex]:not([tabindex='-1']):not([tabindex='0'])").count() == 0

    page.goto(match.get_absolute_url())
    for words, target in (("To my move", "move"), ("To the log", "log")):
        page.reload()
        page.keyboard.press("Tab")
        if words == "To the log":
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == words
        assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= 0
        page.keyboard.press("Enter")
        page.wait_for_function("id => location.hash === '#' + id", arg=target)
        page.keyboard.press("Tab")
        assert page.evaluate("id => document.getElementById(id).contains(document.activeElement)", target), (
            words
        )


def test_a_whole_match_by_keyboard_alone(open_page):
    page = open_page()
    page.goto("/")
    tab_to(page, "document.activeElement.matches('form.start button[type=submit]')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*/")
    match = Match.objects.get()
    chance = Random(3)
    for turn in range(80):
        asked = task(page)
        if asked == "over":
            break
        assert asked in ("turn", "counter", "defend")
        tab_to(page, "document.activeElement.matches('form.move .slot input, form.move .duel input')")
        page.keyboard.press("Space")
        if asked == "turn":
            for _ in range(chance.randrange(4)):
                page.keyboard.press("ArrowRight" if turn % 2 else "ArrowDown")
            slot = "document.activeElement.closest('.slot')"
            assert page.evaluate(f"{slot}.querySelector('input').checked")
            if page.evaluate(f"{slot}.matches('.attacks')"):
                tab_to(page, "document.activeElement.matches('form.move .duel input')")
                page.keyboard.press("ArrowUp")  # past the first: ask me again
                assert page.evaluate("document.activeElement.checked && document.activeElement.value === ''")
        tab_to(page, "document.activeElement.matches('form.move button.main')")
        before = page.evaluate("document.getElementById('match').dataset.poll")
        page.keyboard.press("Enter" if turn % 2 else "Space")
        wait_for_new_table(page, before)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    tab_to(page, "document.activeElement.textContent.includes('Step through')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay/")


def tab_to(page: Page, condition: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        there, lost = page.evaluate(f"() => [{condition}, document.activeElement === document.body]")
        if there:
            return
        assert not lost, "the focus went out of the page"
    raise AssertionError(f"40 steps and not there: {condition}")


# On a phone, with other colours, without movement


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_phone_shows_state_question_first_cards_and_button_without_scrolling(
    alice, open_page, sign_in_page, screenshot, seats
):
    match = sit_down("kangoeroe", [alice, *[None] * (seats - 1)], {"first": 1}, seed=str(seats))
    page = open_page(**PHONE)
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    assert task(page) == "turn" and page.locator("#recap").count() == 1
    page.locator("form.move .slot").first.wait_for()
    screenshot(page, f"fits-{seats}")
    edges = page.evaluate(
        """() => { const box = (where) => document.querySelector(where).getBoundingClientRect();
            return { state: box(".status h1").top, question: box(".ask").bottom,
                card: box(".slot .card").bottom, bar: box(".actions").top, end: box(".actions").bottom,
                scrolled: window.scrollY }; }"""
    )
    assert edges["scrolled"] == 0 and edges["state"] >= 0
    assert edges["question"] < edges["card"] <= edges["bar"] < edges["end"] <= 740, edges


def test_in_forced_colours_a_chosen_card_stands_out_and_with_reduced_motion_nothing_moves(
    alice, bob, open_page, sign_in_page, screenshot
):
    page = open_page()
    sign_in_page(page, alice)
    match = table([alice, bob], "turn", "7")
    page.goto(match.get_absolute_url())
    page.locator("form.move .slot").first.click()
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    outlines = page.evaluate(
        """() => [...document.querySelectorAll("form.move .slot .card")].map(card => {
            const style = getComputedStyle(card);
            return [style.outlineStyle, style.outlineWidth, style.outlineColor].join(" "); })"""
    )
    assert len(set(outlines)) == 2 and outlines.count(outlines[0]) == 1
    assert not [outline for outline in outlines if outline.startswith("none") or " 0px" in outline]
    assert page.evaluate("getComputedStyle(document.querySelector('form.move .badge')).display") != "none"
    screenshot(page, "forced-colours")
    moving = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter(one => { const style = getComputedStyle(one);
            return style.transitionDuration.split(",").some(time => parseFloat(time) > 0.001)
                || style.animationName !== "none"; }).map(one => one.className).slice(0, 5)"""
    )
    assert not moving
    size = page.locator("form.move .slot .card").first.bounding_box()
    assert size["width"] >= 44 and main_button(page).bounding_box()["height"] >= 44
