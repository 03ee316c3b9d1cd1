"""Choices that cannot be are out of reach, with scripts and without; what was done has the focus."""

import json

import pytest
from playwright.sync_api import expect

from games import catalog, lobby, seating
from games.engine import Choice, Field
from games.models import Invitation
from tests.browser.conftest import PHONE, assert_no_sideways_scrolling
from tests.games.scripts import play_on, sit_down


def choose(page, name, value):
    page.locator(f"[name={name}][value='{value}']").check(force=True)


def choices(page, name):
    found = page.locator(f"label:has([name={name}])")
    return [one.inner_text().strip() for one in found.all() if one.is_visible()]


@pytest.mark.parametrize("scripts", [True, False])
def test_there_are_never_as_many_bots_to_choose_as_seats(open_page, alice, sign_in_page, scripts):
    page = open_page(**PHONE, java_script_enabled=scripts)
    sign_in_page(page, alice)
    page.goto("/new/kangoeroe/")
    assert choices(page, "bots") == ["0", "1", "2", "3"]
    choose(page, "seats", 6)
    assert choices(page, "bots") == ["0", "1", "2", "3", "4", "5"]
    choose(page, "bots", 5)
    choose(page, "seats", 3)
    warning = page.locator(".too-many:visible")
    if scripts:  # the nearest that can be
        assert page.locator("[name=bots]:checked").input_value() == "2"
        expect(page.locator("#summary")).to_contain_text("3 seats, 2 of them for bots.")
        expect(warning).to_have_count(0)
    else:  # what was chosen stays in sight, with the reason
        assert choices(page, "bots") == ["0", "1", "2", "5"]
        expect(warning).to_contain_text("Leave at least one seat for a person")
        choose(page, "bots", 1)
        expect(warning).to_have_count(0)
    assert_no_sideways_scrolling(page)


def test_the_summary_says_what_the_pace_decides(open_page, alice, sign_in_page):
    page = open_page()
    sign_in_page(page, alice)
    page.goto("/new/kangoeroe/")
    expect(page.locator("#summary")).to_contain_text("Defence at the start: the table defends at once")
    choose(page, "pace", 300)
    expect(page.locator("#summary")).to_contain_text("Defence at the start: whoever is attacked is asked")


@pytest.mark.parametrize("scripts", [True, False])
def test_only_seats_of_the_table_start_a_practice_match(open_page, transactional_db, scripts):
    page = open_page(**PHONE, java_script_enabled=scripts)
    page.goto("/practice/kangoeroe/")
    assert choices(page, "first") == ["drawn at random", "seat 1", "seat 2", "seat 3", "seat 4"]
    choose(page, "seats", 2)
    assert choices(page, "first") == ["drawn at random", "seat 1", "seat 2"]


def test_removing_asks_first_and_the_answer_has_the_focus(phone, alice, bob, sign_in_page, axe):
    match = lobby.create(alice, "kangoeroe", seats=3, bots=0, pace=86400, options={})
    Invitation.objects.create(match=match, person=bob, by=alice)
    seating.join(match.code, bob)
    sign_in_page(phone, alice)
    phone.goto(match.get_absolute_url())
    sure = phone.get_by_role("button", name="Remove Bob")
    expect(sure).to_be_hidden()
    phone.locator("summary", has_text="Remove").click()
    axe(phone)
    assert_no_sideways_scrolling(phone)
    sure.click()
    expect(phone.locator("#done")).to_be_focused()
    expect(phone.locator("#done")).to_contain_text("cannot come back")
    assert not match.seats.filter(person=bob).exists()


def test_a_rematch_is_in_sight_with_the_result(phone, alice, bob, sign_in_page, axe):
    match = play_on(sit_down("kangoeroe", [alice, bob]))
    sign_in_page(phone, alice)
    phone.goto(match.get_absolute_url())
    phone.locator("#ended").scroll_into_view_if_needed()
    expect(phone.get_by_role("button", name="Rematch")).to_be_in_viewport()
    expect(phone.get_by_role("link", name="Front page")).to_be_in_viewport()
    axe(phone)
    assert_no_sideways_scrolling(phone)


def test_the_way_to_sit_down_is_on_the_first_screen(phone, alice):
    match = lobby.create(alice, "kangoeroe", seats=6, bots=0, pace=4 * 3600, options={})
    phone.goto(f"/i/{match.invite}/")
    expect(phone.get_by_label("Your name")).to_be_in_viewport()
    expect(phone.get_by_role("button", name="Sit down")).to_be_in_viewport()


@pytest.mark.parametrize("scripts", [True, False])
def test_one_of_the_others_is_voted_for_by_the_face(
    open_page, sign_in_page, alice, bob, cleo, monkeypatch, axe, screenshot, scripts
):
    seats = Field("first", "one", tuple(Choice(seat, seat=seat) for seat in range(4)), blank=True)
    monkeypatch.setattr(catalog.GAMES["kangoeroe"].__class__, "asks", (seats,))
    match = lobby.create(alice, "kangoeroe", seats=5, bots=1, pace=86400, options={})
    for one in (bob, cleo):
        Invitation.objects.create(match=match, person=one, by=alice)
        seating.join(match.code, one)
    page = open_page(**PHONE, java_script_enabled=scripts)
    sign_in_page(page, bob)
    page.goto(match.get_absolute_url())
    box = page.locator(".faces")
    expect(box.get_by_role("radio")).to_have_count(4)  # Alice, a bot, Cleo, nobody
    expect(box.locator(".choice .stamp")).to_have_count(3)
    for name in ("Cleo", "Alice"):  # and a change of mind, by keyboard
        box.get_by_role("radio", name=name).focus()
        page.keyboard.press("Space")
        page.get_by_role("button", name="Save").press("Enter")
        expect(page.locator("#done")).to_contain_text("Your answers are saved.")
        expect(box.get_by_role("radio", name=name)).to_be_checked()
    assert_no_sideways_scrolling(page)
    screenshot(page, f"seat-votes-{scripts}")
    if scripts:
        axe(page)
    lobby.start(match.code, alice)
    match.refresh_from_db()
    assert json.loads(match.told)[2] == {"first": 0}
