"""From a new table to the first card: one person sets it up, another comes by the link on a phone."""

import pytest
from playwright.sync_api import Page

from games import lobby
from games.models import Match, Seat
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import match_on, nothing_inline
from tests.games.scripts import person, play_on
from tests.games.test_lobby import ask, seat_all, table

SMALL = """() => [...document.querySelectorAll(
        "main button, main .btn, main select, main label.choice, main input[type=text]")]
    .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5)
    .map((one) => one.textContent.trim() || one.id)"""


def create(page: Page, seats: int = 2, start: str = "host") -> Match:
    page.goto("/new/kangoeroe/")
    page.locator(f"label:has(input[name=seats][value='{seats}'])").click()
    page.locator(f"label:has(input[name=start][value={start}])").click()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/m/*/")
    return match_on(page)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_host_makes_a_table_a_guest_comes_by_the_link_and_the_host_starts(
    open_page, sign_in_page, complaints, alice, scripts
):
    host = open_page(**DESKTOP, java_script_enabled=scripts)
    guest = open_page(**PHONE, java_script_enabled=scripts)
    sign_in_page(host, alice)
    host.goto("/new/kangoeroe/")
    assert host.locator("#summary").is_visible() == scripts
    match = create(host)
    assert host.get_by_role("button", name="Copy").is_visible() == scripts
    link = host.locator("#link").input_value()

    guest.goto(link)
    assert "Alice invites you" in guest.locator("h1").inner_text()
    guest.get_by_label("Your name").fill("Nora")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(f"**/m/{match.code}/")
    assert guest.get_by_text("Alice starts the match.").is_visible()

    if scripts:  # the page notices by itself
        host.get_by_text("Nora", exact=True).first.wait_for()
    else:
        host.reload()
    host.get_by_role("button", name="Start the match").click()
    host.locator("#match").wait_for()
    if scripts:
        guest.locator("#match").wait_for()
    else:
        guest.reload()
    assert guest.locator("#match").is_visible()
    match.refresh_from_db()
    assert (
        match.status == "running" and match.seats.filter(person__name="Nora", person__is_guest=True).exists()
    )
    for page in (host, guest):
        page.goto(link)
        assert "you find it among your matches" in page.locator("main").inner_text()
    assert Seat.objects.filter(match=match).count() == 2
    complaints[:] = [line for line in complaints if "404" not in line]


def test_the_summary_says_in_sentences_what_is_chosen(desktop):
    desktop.goto("/new/kangoeroe/")
    words = desktop.locator("#summary")
    assert "4 seats, all for people." in words.inner_text()
    for name, value in (("seats", "5"), ("bots", "2"), ("pace", "300"), ("start", "host")):
        desktop.locator(f"label:has(input[name={name}][value='{value}'])").click()
    for sentence in (
        "5 seats, 2 of them for bots.",
        "Only people whom you invite can sit down.",
        "Live: everybody is here at once and has 5 minutes for each answer.",
        "It starts when you press the button.",
    ):
        assert sentence in words.inner_text()


def test_the_link_is_copied_and_said_to_be(open_page, sign_in_page, alice):
    page = open_page(**DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    sign_in_page(page, alice)
    match = table(alice)
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("The link is copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/i/{match.invite}/")


def test_alone_one_plays_with_bots_and_somebody_takes_over_later(open_page, alice, bob, sign_in_page):
    host, later = open_page(**PHONE), open_page(**PHONE)
    sign_in_page(host, alice)
    sign_in_page(later, bob)
    match = create(host, seats=3)
    link = host.locator("#link").input_value()
    host.get_by_role("button", name="Play now with bots").click()
    host.locator("#match").wait_for()
    later.goto(link)
    later.get_by_role("button", name="Sit down").click()
    later.locator("#match").wait_for()
    assert match.seats.filter(person=bob, bot=False).count() == 1


@pytest.fixture
def pages(alice, bob, cleo, dora):
    """Every page of a table, with something on it: by name its address and whom it shows itself to."""
    waiting = table(alice, seats=5, pace=4 * 3600, watchable=True, visibility="open", bots=1)
    seat_all(waiting, bob)
    ask(waiting, dora)
    met = table(alice, seats=2)
    seat_all(met, cleo)
    lobby.start(met.code, alice)
    full = table(alice, seats=2)
    seat_all(full, bob)
    played = table(alice, seats=3, watchable=True)
    seat_all(played, bob, cleo)
    lobby.start(played.code, alice)
    play_on(Match.objects.get(pk=played.pk), lambda state: state.last > 4)
    claimable = table(alice, seats=3)
    lobby.start(claimable.code, alice, "claim")
    claimable.refresh_from_db()
    invited = table(person("Somebody with quite a long name, really"), seats=6)
    return {
        "pick": ("/new/", None),
        "create": ("/new/kangoeroe/", alice),
        "create-guest": ("/new/kangoeroe/", None),
        "lobby-host": (waiting.get_absolute_url(), alice),
        "lobby-joiner": (waiting.get_absolute_url(), bob),
        "lobby-asked": (waiting.get_absolute_url(), dora),
        "lobby-full": (full.get_absolute_url(), alice),
        "invitation": (f"/i/{invited.invite}/", None),
        "invitation-open": (f"/i/{waiting.invite}/", None),
        "invitation-bot": (f"/i/{claimable.invite}/", None),
        "open": ("/open/", dora),
        "open-stranger": ("/open/", None),
        "watch": (f"/w/{played.code}/", None),
        "seats": (f"{claimable.get_absolute_url()}seats/", alice),
    }


def test_no_page_of_a_table_has_barriers_in_light_or_dark_or_scrolls_sideways(
    pages, open_page, sign_in_page, axe, steady, screenshot
):
    page = open_page()
    for name, (where, who) in pages.items():
        page.context.clear_cookies()
        if who:
            sign_in_page(page, who)
        page.goto(where)
        for fold in reversed(page.locator("main details:not([open]) > summary").all()):
            fold.click()
        nothing_inline(page)
        for scheme, size in (("light", 360), ("dark", 1440)):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": size, "height": 740 if size < 1000 else 900})
            axe(page)
            steady(page)
            screenshot(page, f"lobby-{name}-{scheme}-{size}")
        page.set_viewport_size({"width": 320, "height": 600})
        steady(page)


def test_refusals_are_pages_without_barriers(open_page, axe, steady, complaints, alice, bob):
    full = table(alice, seats=2)
    seat_all(full, bob)
    page = open_page(**PHONE)
    for where, title in (
        ("/i/nothing/", "This link leads nowhere"),
        (f"/i/{full.invite}/", "The table is full"),
    ):
        page.goto(where)
        assert page.locator("h1").inner_text() == title
        axe(page)
        steady(page)
    complaints[:] = [line for line in complaints if "404" not in line and "409" not in line]


def test_every_target_on_the_phone_is_large_enough(pages, open_page, sign_in_page):
    page = open_page(**PHONE)
    for name, (where, who) in pages.items():
        page.context.clear_cookies()
        if who:
            sign_in_page(page, who)
        page.goto(where)
        small = page.evaluate(SMALL)
        assert not small, f"{name}: {small}"


def test_the_white_round_the_picture_of_the_link_stays_in_the_dark(open_page, sign_in_page, alice):
    page = open_page(**DESKTOP, color_scheme="dark")
    sign_in_page(page, alice)
    page.goto(table(alice).get_absolute_url())
    assert (
        page.locator(".qr").evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"
    )
    assert page.locator(".qr").get_attribute("aria-label")
