"""The slap, measured in a real browser, at a table that is nothing but its two forms, under our own policy."""

import gzip
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import django_htmx
import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

from games.models import Move
from tests.browser.conftest import DESKTOP, PHONE, listen
from tests.conftest import ROOT
from tests.games.scripts import people, play_on, sit_down

SITE = "http://table.test"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'"
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
CONFIG = '{"includeIndicatorStyles":false,"allowEval":false}'
FORM = (
    'class="move" novalidate method="post" action="/m/x/answer/{n}/" hx-post="/m/x/answer/{n}/" hx-target="#match" '
    'hx-swap="outerHTML" hx-disabled-elt="find button[type=submit]"'
)
NEAR = 60  # milliseconds by which what the test sees and what the page measures may differ
WINDOW = 4000


@dataclass
class Table:
    """What the server of this table got, and how it behaves."""

    window: int = WINDOW
    left: int | None = None
    timer: bool = True
    away: int = 0  # so many answers get lost on the way
    answers: list[dict[str, str]] = field(default_factory=list)
    polls: int = 0

    @property
    def took(self) -> int:
        return int(self.answers[-1]["took_ms"])

    def serve(self, route: Route) -> None:
        path, request = route.request.url.removeprefix(SITE), route.request
        if path.startswith("/static/"):
            file = HTMX if "htmx" in path else ROOT / path[1:]
            route.fulfill(path=file)
        elif path == "/p/x/":
            self.polls += 1
            route.fulfill(status=204)
        elif request.method == "GET":
            self.page(route, self.slap() if "slap" in path else self.flip())
        elif "/answer/1/" in path:
            self.page(route, self.slap(), whole="hx-request" not in request.headers)
        elif self.away:
            self.away -= 1
            route.abort("internetdisconnected")
        else:
            sent = parse_qs(request.post_data or "", keep_blank_values=True)
            self.answers.append({key: values[-1] for key, values in sent.items()})
            done = '<h1 id="state" tabindex="-1">Done</h1><a id="next" href="/gone">Next</a>'
            self.page(route, done, whole="hx-request" not in request.headers)

    def page(self, route: Route, inside: str, whole: bool = True) -> None:
        notes = "".join(f'<p id="{name}" hidden>{name}</p>' for name in ("changed", "offline", "unsaved"))
        html = (
            f'<main class="match" id="match" data-poll="/p/x/" data-every="0.2" data-home="/m/x/">{notes}'
            f"{inside}</main>"
        )
        if whole:
            scripts = "".join(
                f'<script src="/static/{file}.js" defer></script>' for file in ("htmx", "js/table")
            )
            html = (
                f"<!doctype html><html lang=en><head><meta charset=utf-8><title>Table</title>"
                f"<meta name='viewport' content='width=device-width'><meta name='htmx-config' content='{CONFIG}'>"
                f'<link rel="stylesheet" href="/static/css/halt_mal_kurz.css">'
                f"{scripts}</head><body>{html}</body></html>"
            )
        route.fulfill(body=html, content_type="text/html", headers={"content-security-policy": POLICY})

    def flip(self) -> str:
        return (
            f'<h1 id="state" tabindex="-1">Turn</h1><form {FORM.format(n=1)} data-kind="flip">'
            f'<button type="submit" name="do" value="flip" id="turn">Turn the card</button>{ring()}</form>'
        )

    def slap(self) -> str:
        left = self.window if self.left is None else self.left
        timed = f' data-window="{self.window}" data-left="{left}"' if self.timer else ""
        return (
            f'<h1 id="state" tabindex="-1">Slap</h1><form {FORM.format(n=2)} data-kind="slap"'
            f'{" data-seconds=4" if self.timer else ""}><div id="slap"{timed}><p id="slap-card" tabindex="-1">Nazi</p>'
            f'<input type="hidden" name="do" value="slap"><button type="submit" name="hit" value="1" id="slap-hit">Slap'
            f'</button> <button type="submit" name="hit" value="0" id="slap-off">Hands off</button></div>'
            f"{ring() if self.timer else ''}</form>"
        )


def ring() -> str:
    html = render_to_string("games/halt_mal_kurz/_ring.html")
    return re.sub(r'src="[^"]*slap[^"]*\.js"', 'src="/static/js/slap.js"', html)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def open_table(new_context, complaints, table):
    """open_table(**options): a page at the table, with its form still to be opened."""

    def open_one(**options: Any) -> Page:
        page = new_context(**(DESKTOP | options)).new_page()
        page.set_default_timeout(8000)
        page.route(f"{SITE}/**", table.serve)
        listen(page, complaints)
        return page

    return open_one


@pytest.fixture
def page(open_table) -> Page:
    return open_table()


WATCH_PAINT = """
addEventListener("focusin", event => {
    if (event.target.id === "slap-hit") window.painted ??= performance.now();
}, true);
"""


def turn(page: Page, by: str = "click") -> None:
    """Turn the card; the slap's button has the focus once the card is painted."""
    page.add_init_script(WATCH_PAINT)
    page.goto(f"{SITE}/m/x/flip/")
    page.wait_for_function("() => !!window.slapping")
    if by == "click":
        page.click("#turn")
    else:
        page.focus("#turn")
        page.keyboard.press(by)
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'", polling=10)


def after(page: Page, milliseconds: int) -> None:
    """Wait until so long after the paint, by the page's own clock."""
    page.wait_for_function(f"() => performance.now() - window.painted >= {milliseconds}", polling=5)


def pressed(page: Page) -> float:
    """Milliseconds from paint to now, by the page's own clock."""
    return page.evaluate("performance.now() - window.painted")


def is_done(page: Page) -> None:
    page.wait_for_selector("h1:text('Done')")


PRESSES = {
    "mouse": lambda page: page.mouse.down(),
    "Space": lambda page: page.keyboard.down("Space"),
    "Enter": lambda page: page.keyboard.down("Enter"),
}


@pytest.mark.parametrize("by", PRESSES)
@pytest.mark.parametrize("wait", [300, 1200])
def test_a_slap_counts_from_the_paint_to_the_moment_it_goes_down(page, table, by, wait):
    turn(page)
    page.hover("#slap-hit")
    after(page, wait)
    PRESSES[by](page)
    up = pressed(page)
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["1"]
    assert wait - NEAR <= table.took <= up + NEAR
    if by == "mouse":
        page.mouse.up()  # the click of this press meets nothing of the new page
    else:
        page.keyboard.up(by)
    page.wait_for_timeout(150)
    assert len(table.answers) == 1 and page.url.endswith("/flip/")


def test_a_slap_by_touch_is_one_slap(open_table, table):
    page = open_table(**PHONE)
    page.add_init_script(WATCH_PAINT)
    page.goto(f"{SITE}/m/x/flip/")
    page.wait_for_function("() => !!window.slapping")
    page.tap("#turn")
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
    after(page, 400)
    page.tap("#slap-hit")
    up = pressed(page)
    is_done(page)
    page.wait_for_timeout(200)
    assert len(table.answers) == 1 and 400 - NEAR <= table.took <= up + NEAR


def test_hands_off_is_one_answer_without_a_slap(page, table):
    turn(page)
    page.click("#slap-off")
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["0"]


def test_hands_off_by_keyboard(page, table):
    turn(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["0"]


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_that_is_still_held_is_no_slap(page, table, key):
    """Enter turns the card as it goes down: what its repeats meet is the slap."""
    turn(page)
    page.evaluate(
        """key => { for (let n = 0; n < 3; n++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            { key, repeat: true, bubbles: true, cancelable: true })); }""",
        " " if key == "Space" else key,
    )
    page.wait_for_timeout(200)
    assert not table.answers
    page.keyboard.press(key)
    is_done(page)
    assert len(table.answers) == 1


def test_enter_held_from_turning_the_card_does_not_slap(page, table):
    page.goto(f"{SITE}/m/x/flip/")
    page.wait_for_function("() => !!window.slapping")
    page.focus("#turn")
    page.keyboard.down("Enter")
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'", polling=10)
    page.keyboard.down("Enter")  # a second time without going up is a repeat
    page.keyboard.down("Enter")
    page.wait_for_timeout(200)
    assert not table.answers
    page.keyboard.up("Enter")
    page.wait_for_timeout(100)
    assert not table.answers
    page.keyboard.press("Enter")
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["1"]


@pytest.mark.parametrize("key", ["Shift+Space", "Control+Enter", "Alt+Enter", "a", "Tab"])
def test_other_keys_are_no_slap(page, table, key):
    turn(page)
    page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert not table.answers


def test_pressing_twice_is_one_answer(page, table):
    turn(page)
    page.dblclick("#slap-hit", no_wait_after=True)
    page.keyboard.press("Space")
    is_done(page)
    page.wait_for_timeout(200)
    assert len(table.answers) == 1


def test_when_the_time_is_over_the_form_says_hands_off_once(page, table):
    table.window = 700
    turn(page)
    is_done(page)
    assert 690 <= pressed(page) < 1500
    page.wait_for_timeout(900)
    assert [answer["hit"] for answer in table.answers] == ["0"]


def test_a_lost_press_is_said_and_sent_when_pressed_again(page, table, complaints):
    table.away = 1
    turn(page)
    after(page, 300)
    page.keyboard.press("Space")
    up = pressed(page)
    page.wait_for_selector("#offline:visible")
    assert page.evaluate("document.activeElement.id") == "slap-hit"
    assert not table.answers
    page.keyboard.press("Space")
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["1"] and table.took <= up + NEAR
    assert any("ERR_INTERNET_DISCONNECTED" in line for line in complaints)
    complaints.clear()


def test_a_time_that_ran_out_on_a_dead_line_is_sent_once_and_can_be_pressed(page, table, complaints):
    table.away, table.window = 1, 500
    turn(page)
    page.wait_for_selector("#offline:visible")
    page.wait_for_timeout(800)
    assert table.away == 0 and not table.answers
    page.click("#slap-off")
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["0"]
    complaints.clear()


def test_nothing_is_asked_of_the_server_while_the_time_runs(page, table):
    turn(page)
    page.wait_for_timeout(300)
    had = table.polls
    page.wait_for_timeout(600)
    assert table.polls == had
    assert page.evaluate("document.activeElement.id") == "slap-hit"


def test_a_page_that_is_opened_again_has_only_what_is_left(page, table):
    table.left = 1000
    page.goto(f"{SITE}/m/x/slap/")
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
    page.keyboard.press("Space")
    is_done(page)
    assert 3000 <= table.took < 3900


@pytest.mark.parametrize("left", [0, -30_000])
def test_a_page_that_is_opened_too_late_says_hands_off_at_once(page, table, left):
    table.left = left
    page.goto(f"{SITE}/m/x/slap/")
    is_done(page)
    assert [answer["hit"] for answer in table.answers] == ["0"]


def test_the_ring_runs_and_its_number_steps_down(page, table):
    turn(page)
    assert page.inner_text("#slap-count") == "4"
    assert page.evaluate("document.getAnimations().length") == 1
    ring = page.locator("#slap-ring")
    assert "runs" in ring.get_attribute("class") and "--window: 4000ms" in ring.get_attribute("style")
    page.wait_for_function("() => document.getElementById('slap-count').textContent === '3'")


def test_where_nothing_may_move_only_the_number_steps(open_table, table):
    page = open_table(reduced_motion="reduce")
    turn(page)
    assert page.evaluate("document.getAnimations().length") == 0
    page.wait_for_function("() => document.getElementById('slap-count').textContent === '3'")


def test_without_a_timer_nothing_is_measured_and_nothing_ends(page, table):
    table.timer, table.window = False, 300
    page.goto(f"{SITE}/m/x/flip/")
    page.click("#turn")
    page.wait_for_selector("#slap-hit")
    page.wait_for_timeout(700)
    assert not table.answers and not page.locator("#slap-ring").count() and table.polls
    page.click("#slap-hit")
    is_done(page)
    assert table.answers[0]["hit"] == "1" and not table.answers[0].get("took_ms")


def test_a_screen_reader_hears_the_card_before_the_time_starts(page, table):
    """What it presses comes without a key or a pointer."""
    page.add_init_script(WATCH_PAINT)
    page.goto(f"{SITE}/m/x/flip/")
    page.wait_for_function("() => !!window.slapping")
    page.evaluate("document.getElementById('turn').click()")
    page.wait_for_function("() => document.activeElement.id === 'slap-card'")
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
    after(page, 300)
    page.evaluate("document.getElementById('slap-hit').click()")
    is_done(page)
    up = pressed(page)
    assert 300 - 3 * NEAR <= table.took <= up


def test_a_page_in_the_background_measures_from_the_moment_it_came(page, table):
    """No frame is painted there: the time runs all the same, so waiting is no way to gain any."""
    page.add_init_script(
        """window.requestAnimationFrame = then => setTimeout(() => then(performance.now()), 900);"""
    )
    page.goto(f"{SITE}/m/x/slap/")
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
    page.keyboard.press("Space")
    is_done(page)
    assert 1700 <= table.took < 2600


def test_the_script_may_run_again_and_again(page, table):
    turn(page)
    after(page, 200)
    for _ in range(3):
        page.evaluate("window.slapping()")
        page.add_script_tag(url="/static/js/slap.js")
    page.keyboard.press("Space")
    is_done(page)
    page.wait_for_timeout(100)
    assert len(table.answers) == 1 and table.took >= 180


def test_the_same_question_drawn_anew_goes_on_with_its_own_time(page, table):
    turn(page)
    after(page, 400)
    page.evaluate(
        """() => { const old = document.querySelector("form[data-kind=slap]");
            old.replaceWith(old.cloneNode(true)); window.slapping(); }"""
    )
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
    page.keyboard.press("Enter")
    is_done(page)
    assert len(table.answers) == 1 and table.took >= 380


def test_a_page_from_the_memory_of_the_browser_sends_nothing_by_itself(page, table):
    turn(page)
    page.keyboard.press("Space")
    is_done(page)
    page.goto(f"{SITE}/m/x/flip/")
    page.go_back()
    page.go_forward()
    page.wait_for_timeout(300)
    assert len(table.answers) == 1


def test_without_scripts_the_two_buttons_are_plain(open_table, table):
    page = open_table(java_script_enabled=False)
    page.goto(f"{SITE}/m/x/flip/")
    page.click("#turn")
    page.click("#slap-hit")
    assert page.inner_text("h1") == "Done"
    assert table.answers == [{"do": "slap", "hit": "1"}]


def test_the_slap_is_light():
    assert len(gzip.compress((ROOT / "static/js/slap.js").read_bytes())) < 2000


# At a real table


@pytest.fixture
def asked_to_turn(transactional_db):
    """A match of Halt mal kurz in which Alice has a card to turn."""
    for attempt in range(50):
        match = sit_down("halt-mal-kurz", people(3), seed=f"flip {attempt}")
        play_on(match, lambda state: any(one.seat == 0 and one.kind == "flip" for one in state.owed()))
        if match.running:
            return match
    raise AssertionError("nobody had to turn a card")


def turn_for_real(page: Page, match: Any) -> None:
    page.goto(match.get_absolute_url())
    page.click("form[data-kind=flip] button[value=flip]")
    page.wait_for_selector("#slap-hit")


def slapped(match: Any) -> dict[str, Any]:
    """What Alice's last slap came to."""
    moves = Move.objects.filter(match=match, seat=0, by="player").order_by("-number")
    return next(action for move in moves if (action := json.loads(move.action)).get("do") == "slap")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("hit", [1, 0])
def test_at_a_real_table_a_card_is_turned_and_met(open_page, sign_in_page, asked_to_turn, scripts, hit):
    match = asked_to_turn
    page = open_page(java_script_enabled=scripts)
    sign_in_page(page, match.seats.get(number=0).person)
    turn_for_real(page, match)
    if scripts:
        page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
        assert "runs" in page.locator("#slap-ring").get_attribute("class")
    page.click("#slap-hit" if hit else "#slap-off")
    page.wait_for_selector("#slap-hit", state="detached")
    action = slapped(match)
    assert action["hit"] == hit
    assert 150 <= action["after_ms"] < 4000


def test_at_a_real_table_the_time_runs_out(open_page, sign_in_page, asked_to_turn):
    match = asked_to_turn
    page = open_page()
    sign_in_page(page, match.seats.get(number=0).person)
    turn_for_real(page, match)
    page.wait_for_selector("#slap-hit", state="detached")
    assert slapped(match)["hit"] == 0


def test_at_a_real_table_somebody_without_a_timer_has_all_the_time(open_page, sign_in_page, asked_to_turn):
    match = asked_to_turn
    alice = match.seats.get(number=0).person
    alice.no_timer = True
    alice.save()
    page = open_page()
    sign_in_page(page, alice)
    turn_for_real(page, match)
    page.wait_for_timeout(4500)
    assert not page.locator("#slap-ring").count()
    page.click("#slap-hit")
    page.wait_for_selector("#slap-hit", state="detached")
    action = slapped(match)
    assert action["hit"] == 1 and action.get("after_ms") is None
