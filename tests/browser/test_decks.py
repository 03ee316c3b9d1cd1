"""Choosing decks, grabbing the marker and filling in blanks, in a browser."""

import pytest
from playwright.sync_api import expect

from games import grabs, lobby, seating
from games.models import Blank, Invitation, Match
from quotes import starter
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.games.scripts import deck

SLUG = "game-of-quotes"


@pytest.mark.parametrize(("size", "scripts"), [(PHONE, False), (DESKTOP | {"color_scheme": "dark"}, True)])
def test_decks_are_ticked_and_one_that_is_too_small_is_refused_with_the_number(
    open_page, alice, sign_in_page, axe, screenshot, complaints, size, scripts
):
    for name in ("en", "de"):
        starter.load(name)
    deck(30, owner=alice, title="Kitchen talk", description="What we said", rating="teens")
    page = open_page(**size, java_script_enabled=scripts)
    sign_in_page(page, alice)
    page.goto(f"/new/{SLUG}/")
    box = page.locator(".decks")
    expect(box.get_by_role("checkbox", checked=True)).to_have_count(1)
    assert_no_sideways_scrolling(page)
    if scripts:
        axe(page)
    for words in ("Said Nobody, Ever", "Kitchen talk"):  # by keyboard: off, on
        box.get_by_role("checkbox", name=words).focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name="Create the table").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("These decks have 30 cards")
    complaints[:] = [line for line in complaints if "422" not in line]
    expect(box.get_by_role("checkbox", name="Kitchen talk")).to_be_checked()
    screenshot(page, f"decks-{scripts}")
    box.get_by_role("checkbox", name="Hat keiner je gesagt").check()
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".terms")).to_contain_text("Hat keiner je gesagt")
    assert Match.objects.get().decks.count() == 2


@pytest.mark.parametrize(("size", "scripts"), [(PHONE, True), (DESKTOP | {"color_scheme": "dark"}, False)])
def test_a_marker_is_grabbed_and_a_blank_is_written_refused_and_withdrawn(
    open_page, alice, bob, sign_in_page, axe, screenshot, complaints, size, scripts
):
    match = lobby.create(alice, SLUG, seats=3, bots=0, pace=86400, options={}, chosen_decks=[deck()])
    Invitation.objects.create(match=match, person=bob, by=alice)
    seating.join(match.code, bob)
    seating.tell(match.code, alice, {"colour": "red"})
    page = open_page(**size, java_script_enabled=scripts)
    sign_in_page(page, bob)
    page.goto(match.get_absolute_url())
    expect(page.get_by_role("radio", name="red Alice has it")).to_be_disabled()
    page.get_by_role("button", name="Grab it").press("Enter")
    expect(page.get_by_role("button", name="Give it back")).to_be_visible()
    page.get_by_label("Who said it?").fill("The cat")
    page.get_by_role("button", name="Fill in a blank").click()
    expect(page.get_by_role("alert")).to_contain_text("Write a quote first.")
    complaints[:] = [line for line in complaints if "422" not in line]
    expect(page.get_by_label("Who said it?")).to_have_value("The cat")
    page.get_by_label("A quote of your own").fill("Fish fly on Fridays, and who would not?")
    page.get_by_label("Keep it").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Fill in a blank").press("Enter")
    expect(page.locator("#done")).to_contain_text("It is shuffled in at the deal.")
    expect(page.get_by_text("3 of 4 blanks are free.")).to_be_visible()
    assert not Blank.objects.get().keep
    assert_no_sideways_scrolling(page)
    screenshot(page, f"blanks-{scripts}")
    if scripts:
        axe(page)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("4 of 4 blanks are free.")).to_be_visible()


def test_half_a_blank_outlives_the_other_buttons_of_the_table_and_is_gone_once_it_is_sent(
    open_page, alice, sign_in_page
):
    match = lobby.create(alice, SLUG, seats=3, bots=0, pace=86400, options={}, chosen_decks=[deck()])
    page = open_page(**PHONE)
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    quote, source = page.get_by_label("A quote of your own"), page.get_by_label("Who said it?")
    quote.fill("Fish fly on Fri")
    page.get_by_role("button", name="Grab it").click()
    expect(page.get_by_role("button", name="Give it back")).to_be_visible()
    expect(quote).to_have_value("Fish fly on Fri")
    source.fill("The cat")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#done")).to_be_visible()
    expect(quote).to_have_value("Fish fly on Fri")
    expect(source).to_have_value("The cat")
    page.get_by_role("button", name="Fill in a blank").click()
    expect(page.locator("#done")).to_contain_text("It is shuffled in at the deal.")
    expect(quote).to_have_value("")
    page.reload()
    expect(quote).to_have_value("")
    assert Blank.objects.get().quote.text == "Fish fly on Fri"


def test_a_lobby_goes_on_follows_what_others_do_and_never_goes_dead(
    open_page, alice, bob, sign_in_page, axe, screenshot
):
    match = lobby.create(alice, SLUG, seats=3, bots=0, pace=86400, options={}, chosen_decks=[deck()])
    Invitation.objects.create(match=match, person=bob, by=alice)
    seating.join(match.code, bob)
    page = open_page(**PHONE, color_scheme="light")
    sign_in_page(page, bob)
    page.clock.install()
    page.goto(match.get_absolute_url())
    # The names are as dark as all text, and a tick is a tick.
    ink = "one => getComputedStyle(one).color"
    assert page.locator(".places .who b").first.evaluate(ink) == page.locator("h1").evaluate(ink)
    tick = page.get_by_label("Keep it").evaluate("one => getComputedStyle(one, '::before').clipPath")
    assert tick.startswith("polygon")
    axe(page)

    def alice_chooses(colour):
        grabs.tell(match.code, alice, {"colour": colour}, {})

    def time_passes():
        with page.expect_response("**/p/**"):
            page.clock.fast_forward(5_100)

    # Half a line in the talk, then half a blank: it stays, and the page says that there is more to see.
    page.locator("#talk-fold > summary").click()
    page.locator("#talk input[name=text]").fill("Hel")
    alice_chooses("red")
    time_passes()
    expect(page.locator("#changed")).to_be_visible()
    assert page.locator("#talk input[name=text]").input_value() == "Hel"
    screenshot(page, "lobby-changed")
    page.locator("#talk input[name=text]").fill("")
    time_passes()
    expect(page.get_by_role("radio", name="red Alice has it")).to_be_disabled()
    expect(page.locator("#changed")).to_be_hidden()
    page.get_by_label("Who said it?").fill("The c")
    alice_chooses("blue")
    time_passes()
    expect(page.locator("#changed")).to_be_visible()
    assert page.get_by_label("Who said it?").input_value() == "The c"
    page.get_by_role("link", name="Show the table").click()
    expect(page.get_by_role("radio", name="blue Alice has it")).to_be_disabled()
