"""Pages in a real Chromium against pytest-django's live_server.

    def test_something(phone, visit, axe): ...

Every page fails its test if it logs an error, breaks the content security policy or does not get a file;
a test that expects one (a refused form logs "422") removes it from `complaints`.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tests.conftest import ROOT, chromium

# Playwright keeps an event loop in the test's thread, in which Django would refuse to use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return browser_type_launch_args | {"executable_path": chromium(), "args": ARGUMENTS}


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the pages of this test complained about; not empty at the end means failed."""
    heard: list[str] = []
    yield heard
    assert not heard, "the pages complained:\n" + "\n".join(heard)


@pytest.fixture
def open_page(complaints, live_server, transactional_db, new_context) -> Callable[..., Page]:
    """open_page(**options): a page in a browser of its own; options as of Playwright's new_context, on top of a
    desktop's, for example PHONE, java_script_enabled=False, color_scheme="dark", locale="de-DE"."""

    def open_one(**options) -> Page:
        context = new_context(**(DESKTOP | {"base_url": live_server.url, "locale": "en-GB"} | options))
        page = context.new_page()
        page.set_default_timeout(10_000)
        listen(page, complaints)
        return page

    return open_one


def listen(page: Page, complaints: "list[str] | Relay") -> None:
    def on_console(message) -> None:
        url = message.location.get("url", "")
        # Every page of ours names its icon; a browser asks for this one on pages like the admin's.
        if message.type == "error" and not url.endswith("/favicon.ico"):
            complaints.append(f"console: {message.text} ({url})")

    def on_failed(request) -> None:
        # A poll that the next page interrupts is nobody's fault.
        if "ERR_ABORTED" not in (request.failure or ""):
            complaints.append(f"failed: {request.method} {request.url} {request.failure}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    page.on("requestfailed", on_failed)


class Relay:
    """Hands what a page complains of to the test that has it just now."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def append(self, line: str) -> None:
        self.heard.append(line)


@pytest.fixture(scope="module")
def desks(browser, live_server):
    """Three pages on a desktop, each in a browser of its own: a new one for each test would cost most of the time."""
    relay = Relay()
    contexts = [browser.new_context(**DESKTOP, base_url=live_server.url, locale="en-GB") for _ in range(3)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.set_default_timeout(20_000)
        listen(page, relay)
    yield pages, relay
    for context in contexts:
        context.close()


@pytest.fixture
def sit(desks, complaints, open_page, sign_in_page):
    """sit(match, 0, 2): the pages of Alice and Cleo. options: of a page of their own instead."""
    pages, relay = desks
    relay.heard = complaints

    def sat(match, *seats: int, **options):
        sitting = []
        for seat in seats:
            page = open_page(**options) if options else pages[seat]
            sign_in_page(page, match.seats.get(number=seat).person)
            page.goto(match.get_absolute_url(), wait_until="domcontentloaded")
            sitting.append(page)
        return sitting if len(sitting) > 1 else sitting[0]

    yield sat
    for page in pages:
        page.goto("about:blank")
        page.context.clear_cookies()
        page.emulate_media(color_scheme=None)


@pytest.fixture
def phone(open_page) -> Page:
    return open_page(**PHONE)


@pytest.fixture
def desktop(open_page) -> Page:
    return open_page(**DESKTOP)


@pytest.fixture
def sign_in_page(live_server) -> Callable[[Page, object], None]:
    """sign_in_page(page, alice): from now on this page's browser is hers."""

    def sign_in(page: Page, person: object) -> None:
        client = Client()
        client.force_login(person)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies(
            [{"name": name, "value": client.cookies[name].value, "url": live_server.url}]
        )

    return sign_in


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """axe(page): fails with a readable list if the page breaks a rule of accessibility."""
    rules = Axe()

    def check(page: Page) -> None:
        violations = rules.run(page).response["violations"]
        assert not violations, f"{page.url}\n" + "\n".join(map(readable, violations))

    return check


def readable(violation: dict) -> str:
    places = "\n".join(
        f"    {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
        for node in violation["nodes"]
    )
    return f"  {violation['id']} ({violation['impact']}): {violation['help']}\n{places}"


def assert_no_sideways_scrolling(page: Page) -> None:
    wider = page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll("body *")]
                .filter((element) => element.getBoundingClientRect().right > width + 1)
                .slice(0, 5).map((element) => element.outerHTML.slice(0, 120));
        }"""
    )
    scrolls = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not scrolls, f"{page.url} scrolls sideways; beyond the edge: {wider}"


@pytest.fixture(scope="session")
def steady() -> Callable[[Page], None]:
    """steady(page): fails if the page can be scrolled sideways, and names what sticks out."""
    return assert_no_sideways_scrolling


@pytest.fixture(scope="session")
def screenshot() -> Callable[[Page, str], None]:
    """screenshot(page, name): saved to data/shots/ if SHOTS is set, else nothing."""

    def shoot(page: Page, name: str) -> None:
        if os.environ.get("SHOTS"):
            folder = Path(ROOT) / "data" / "shots"
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name}.png", full_page=True)

    return shoot
