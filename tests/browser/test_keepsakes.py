"""The combinations of a match in a browser: liking, asking, agreeing, and the page and picture that everybody sees."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games import shared_picture
from games.models import Consent, Favourite, Hand, Shared
from tests.browser.at_table import person_at
from tests.browser.conftest import PHONE
from tests.browser.goq import lay_match
from tests.browser.playing import cut_labels, nothing_inline, press_plain, stay_at_home
from tests.games.test_shared_picture import NASTY, SCENE


@pytest.fixture
def match(transactional_db):
    """Alice, Bob and Cleo have played to the end, and all stamps are turned over."""
    made = lay_match(lambda state: False)
    Hand.objects.filter(match=made).update(heard={"0": 99})
    return made


@pytest.fixture
def look(open_page, sign_in_page, match):
    """look(0, **options): the page of the combinations as Alice sees it."""

    def looked(seat: int, **options):
        page = open_page(**options)
        sign_in_page(page, person_at(match, seat))
        page.goto(f"{match.get_absolute_url()}combinations/", wait_until="domcontentloaded")
        return page

    return looked


def test_one_is_liked_asked_about_agreed_to_and_sent_to_everybody(
    look, open_page, match, steady, axe, screenshot
):
    alice = look(0, **PHONE)
    last = alice.locator(".keepsake").last
    where = f"#{last.get_attribute('id')}"
    with alice.expect_response("**/favourite/"):
        last.locator(".heart button").dblclick()
    expect(last.locator(".heart button")).to_have_text("I like this one: 1 heart")
    alice.wait_for_timeout(300)
    assert Favourite.objects.count() == 1  # the second press of a double click is none
    expect(last.locator(".heart button")).to_be_focused()
    steady(alice)
    nothing_inline(alice)
    axe(alice)
    alice.reload()
    best = alice.locator(".keepsake").first
    assert f"#{best.get_attribute('id')}" == where and "The table’s favourite" in best.inner_text()
    screenshot(alice, "keepsakes-phone")

    mine = alice.locator(".keepsake", has=alice.locator(".maker", has_text="Bob")).first
    mine.locator("summary").click()
    press_plain(alice, mine.get_by_role("button", name="Ask them"))
    assert "Asked." in alice.locator(f"#c-{alice.url.partition('#c-')[2]}").inner_text()
    bob = look(1, color_scheme="dark")
    axe(bob)
    screenshot(bob, "keepsakes-asked")
    press_plain(bob, bob.get_by_role("button", name="Yes, everybody may see it"))
    press_plain(bob, bob.get_by_role("link", name="Its page for everybody"))
    shared = Shared.objects.get()
    assert bob.url.endswith(f"/q/{shared.link}/")

    for name, options in (("phone", PHONE), ("desktop", {}), ("dark", {"color_scheme": "dark"})):
        page = open_page(**options)
        strangers = stay_at_home(page)
        page.goto(shared.get_absolute_url())
        cards = page.locator(".shown .card")
        assert cards.count() == 2
        quote, source = (cards.nth(n).bounding_box() for n in (0, 1))
        words = page.locator(".shown .text").bounding_box()
        assert words["y"] + words["height"] <= source["y"] or words["x"] + words["width"] <= source["x"]
        assert quote["y"] >= 0 and "Put together by Bob" in page.locator("figcaption").inner_text()
        steady(page)
        nothing_inline(page)
        axe(page)
        assert not cut_labels(page) and not strangers
        screenshot(page, f"shared-{name}")

    bob.go_back()
    press_plain(bob, bob.get_by_role("button", name="Take my yes back"))
    page.context.clear_cookies()
    assert page.request.get(shared.get_absolute_url()).status == 404


def test_all_of_it_works_without_scripts(look, match):
    page = look(0, java_script_enabled=False, **PHONE)
    first = page.locator(".keepsake").first
    press_plain(page, first.locator(".heart button"))
    assert page.locator(".heart [aria-pressed=true]").count() == 1
    mine = page.locator(".keepsake", has=page.locator(".maker", has_text="You")).first
    mine.locator("summary").click()
    mine.locator(".choice").click()
    press_plain(page, mine.get_by_role("button", name="Show it to everybody"))
    assert Shared.objects.get().on_wall and Consent.objects.get().answer == "yes"
    press_plain(page, page.get_by_role("button", name="Take my yes back"))
    assert Consent.objects.get().answer == "no"
    press_plain(page, page.get_by_role("button", name="Say yes after all"))
    press_plain(page, page.get_by_role("link", name="Its page for everybody"))
    assert page.locator(".shown .card").count() == 2


INSIDE = """() => [...document.querySelectorAll("svg > g")].filter(card => card.querySelector("text")).flatMap(card => {
    const paper = card.querySelector("rect:nth-of-type(2)").getBBox();
    return [...card.querySelectorAll("text")].filter(line => line.textContent).filter(line => {
        const box = line.getBBox();
        return box.x < paper.x + 15 || box.x + box.width > paper.x + paper.width - 4
            || box.y < paper.y || box.y + box.height > paper.y + paper.height;
    }).map(line => line.textContent);
})"""


def test_no_line_of_a_picture_leaves_its_card_in_the_browsers_own_letters(open_page):
    page = open_page(viewport={"width": 1200, "height": 630})
    texts = [*NASTY, "mmmm " * 60, "MIND THE GAP, PLEASE. " * 13, "Ææœ Щука ЖЮЖ ψω " * 15]
    for text in texts:
        for scene in (replace(SCENE, quote=text), replace(SCENE, source=text)):
            page.set_content(shared_picture.drawn(scene))
            assert page.evaluate(INSIDE) == [], text
