"""Everything that can be done with scripts can be done without."""

import json
from random import Random

import pytest

from games.models import Hand, Match
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import (
    answer,
    main_button,
    moves,
    play_to_the_end,
    press_plain,
    start_and_be_asked,
    table,
    task,
)
from tests.conftest import wait_until
from tests.games.scripts import play_on


def orders(match):
    return json.loads(Hand.objects.get(match=match, seat__number=0).orders)


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_whole_match_without_scripts(open_page, steady, screenshot, options):
    page = open_page(**options, java_script_enabled=False)
    match = start_and_be_asked(page)
    seen = set()

    def look(asked):
        if asked not in seen:
            seen.add(asked)
            steady(page)
            screenshot(page, f"plain-{asked}-{page.viewport_size['width']}")

    # Orders first: a standing defence for one colour, a plan, the plan taken back.
    page.locator("#defence > summary").click()
    page.locator("#defend-o").select_option("1")
    press_plain(page, page.get_by_role("button", name="Save the defence"))
    assert orders(match)["defend"]["o"] == 1
    assert orders(match)["defend"]["r"] is None
    page.locator("#plan > summary").click()
    page.locator("select[name='colour-1-1']").select_option("b")
    page.locator("select[name='where-1-1']").select_option("centre")
    press_plain(page, page.get_by_role("button", name="Save the plan"))
    assert orders(match)["plans"]
    page.locator("#plan > summary").click()
    assert "Blue, if it stands in the centre" in page.locator(".planned").inner_text()
    press_plain(page, page.get_by_role("button", name="Take the plan back"))
    assert not orders(match)["plans"]

    chance = Random(7)
    answer(page, chance, press_plain)
    # "Got it" puts the recap away; a reload alone does not.
    page.reload()
    if page.viewport_size["width"] < 1024:
        page.locator("#recap summary").click()
    press_plain(page, page.get_by_role("button", name="Got it"))
    assert page.locator("#recap").count() == 0

    done = play_to_the_end(page, chance, press_plain, look)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert done["defend"] and done["attack and be asked again"], done
    assert page.locator(".scores tbody tr").count() == 4

    with page.expect_download() as loading:
        page.get_by_role("link", name="The log as a file").click()
    assert len(json.loads(loading.value.path().read_text())["moves"]) == moves(match) + 1
    with page.expect_navigation():
        page.get_by_role("link", name="Step through").click()
    with page.expect_navigation():
        page.get_by_role("link", name="One on").click()
    assert page.locator("h1").inner_text() == f"Move 1 of {moves(match)}"
    with page.expect_navigation():
        page.get_by_role("link", name="Check the deal").click()
    assert page.get_by_role("heading", level=1).inner_text() == "The deal was fair"


def test_without_scripts_nothing_is_sent_twice_and_a_refused_form_keeps_what_was_chosen(
    alice, bob, open_page, sign_in_page, complaints
):
    match = table([alice, bob])
    page = open_page(java_script_enabled=False)
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    stale = page.context.new_page()
    stale.goto(match.get_absolute_url())
    before = moves(match)
    page.locator("form.move .slot").first.click()
    stale.locator("form.move .slot").last.click()
    main_button(page).dblclick()
    wait_until(lambda: moves(match) > before)
    page.goto(match.get_absolute_url())
    assert moves(match) == before + 1

    # Back and forward ask for the page again; neither sends the card again.
    there = page.locator("h1").inner_text()
    page.goto("/")
    page.go_back()
    assert page.locator("h1").inner_text() == there
    page.go_back()
    page.go_forward()
    assert moves(match) == before + 1

    press_plain(stale, main_button(stale))
    assert "already answered" in stale.locator(".reason:visible").inner_text()
    assert stale.locator("h1").inner_text() == there
    assert moves(match) == before + 1

    play_on(match, lambda state: state.owed()[0].seat == 0 and state.owed()[0].kind == "turn")
    before = moves(match)
    page.goto(match.get_absolute_url())
    page.locator("form.move .slot").nth(1).click()
    chosen = page.locator("form.move .slot input:checked").get_attribute("value")
    page.evaluate(
        """() => { const more = document.createElement("input");
            more.type = "hidden"; more.name = "persist"; more.value = "10";
            document.querySelector("form.move").append(more); }"""
    )
    press_plain(page, main_button(page))
    assert "do not hold that many" in page.locator("form.move .reason").inner_text()
    assert page.locator("form.move .slot input:checked").get_attribute("value") == chosen
    assert moves(match) == before
    press_plain(page, main_button(page))
    assert moves(match) == before + 1
    complaints[:] = [line for line in complaints if "422" not in line and "409" not in line]


def test_leaving_asks_first_and_hands_the_seat_to_a_bot(
    alice, bob, open_page, sign_in_page, screenshot, complaints
):
    page = open_page(**PHONE, java_script_enabled=False)
    match = table([alice, bob])
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    with page.expect_navigation():
        page.get_by_role("link", name="Leave this match").click()
    screenshot(page, "leave")
    assert "Who plays in your place?" in page.locator("main").inner_text()
    with page.expect_navigation():
        page.get_by_role("link", name="Stay").click()
    assert task(page) == "turn"
    page.goto(f"{match.get_absolute_url()}leave/")
    press_plain(page, page.get_by_role("button", name="Leave the match"))
    assert page.locator("h1").count() == 1
    assert match.seats.get(number=0).bot
    assert page.goto(match.get_absolute_url()).status == 404
    complaints[:] = [line for line in complaints if "404" not in line]
