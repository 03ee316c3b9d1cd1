"""Reading aloud: off until it is pressed, then what is new, each thing once, in a voice of its language."""

import pytest
from playwright.sync_api import Page

from games.models import Hand, Match
from tests.browser.conftest import DESKTOP
from tests.games.scripts import people, play_on, sit_down

SPEECH = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { configurable: true, value: {
    getVoices: () => [{ lang: "en-GB", name: "Ada" }, { lang: "de_DE", name: "Bea" }],
    speak: (words) => window.spoken.push(words), cancel: () => window.spoken.push("silence") } });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
SPOKEN = "() => window.spoken.map(one => one.text ?? one)"


@pytest.fixture
def played(transactional_db) -> Match:
    """A match with some cards laid, of which Alice has read nothing."""
    match = sit_down("halt-mal-kurz", people(3), seed="voice")
    play_on(match, lambda state: state.last > 14)
    assert match.running
    Hand.objects.filter(match=match).update(seen=0)
    return match


@pytest.fixture
def page(open_page, sign_in_page, played) -> Page:
    page = open_page(**DESKTOP)
    page.add_init_script(SPEECH)
    sign_in_page(page, played.seats.get(number=0).person)
    page.goto(played.get_absolute_url())
    return page


def bubbles(page: Page) -> list[str]:
    """What the log says that is new, the oldest first."""
    return page.evaluate(
        """() => [...document.querySelectorAll("#log li[data-fresh]")].reverse()
            .flatMap(line => [...line.querySelectorAll("q.bubble")].map(one => one.textContent.trim()))"""
    )


def test_nothing_is_fetched_and_nothing_said_before_it_is_wanted(page):
    assert page.get_by_role("button", name="Read aloud").get_attribute("aria-pressed") == "false"
    assert page.evaluate(SPOKEN) == []
    assert not [
        name
        for name in page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
        if "voice" in name
    ]


def test_what_is_new_is_said_once_until_it_is_pressed_again(page):
    button = page.get_by_role("button", name="Read aloud")
    said = bubbles(page)
    assert said
    button.click()
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'true'")
    assert page.evaluate(SPOKEN) == said
    first = page.evaluate("() => ({ ...window.spoken.find(one => one.lang === 'de') })")
    assert first["voice"]["name"] == "Bea" and first["volume"] == 0.8
    page.evaluate("() => window.htmx.ajax('GET', location.pathname, {target: '#match', swap: 'outerHTML'})")
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'true'")
    assert page.evaluate(SPOKEN) == said
    button.click()
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'false'")
    assert page.evaluate(SPOKEN) == [*said, "silence"]


def test_it_is_remembered_and_waits_for_a_press_where_the_browser_wants_one(page, played):
    page.get_by_role("button", name="Read aloud").click()
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'true'")
    page.reload()
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'true'")
    assert page.evaluate(SPOKEN) == []  # heard already
    page.evaluate("() => sessionStorage.clear()")
    page.reload()
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'true'")
    page.mouse.click(5, 5)
    assert page.evaluate(SPOKEN) == bubbles(page)


def test_every_delivery_has_its_own_sound(page):
    page.evaluate(
        """() => { document.querySelector("#log ol").innerHTML = ["plain", "whispered", "roared", "sung"].map(way =>
            `<li data-fresh><time></time><q class="bubble" lang="de" data-delivery="${way}">${way}</q></li>`
        ).reverse().join(""); }"""
    )
    page.get_by_role("button", name="Read aloud").click()
    page.wait_for_function("() => window.spoken.length === 4")
    volume = {
        one["text"]: (one["volume"], one["pitch"])
        for one in page.evaluate("() => window.spoken.map(one => ({ ...one }))")
    }
    assert volume["whispered"][0] < volume["plain"][0] < volume["roared"][0]
    assert volume["roared"][1] > volume["plain"][1] and len(set(volume.values())) == 4


@pytest.mark.parametrize(
    "block",
    [
        "Object.defineProperty(document, 'cookie', { set() { throw new Error('kept out'); } });",
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('kept out'); } });",
    ],
)
def test_a_browser_that_keeps_nothing_reads_all_the_same(open_page, sign_in_page, played, block):
    page = open_page(**DESKTOP)
    page.add_init_script(SPEECH + block)
    sign_in_page(page, played.seats.get(number=0).person)
    page.goto(played.get_absolute_url())
    page.get_by_role("button", name="Read aloud").click()
    page.wait_for_function("() => document.getElementById('voice').ariaPressed === 'true'")
    assert page.evaluate(SPOKEN) == bubbles(page)


def test_where_there_is_no_speech_nothing_breaks(open_page, sign_in_page, played):
    page = open_page(**DESKTOP)
    page.add_init_script("delete window.speechSynthesis; delete Window.prototype.speechSynthesis;")
    sign_in_page(page, played.seats.get(number=0).person)
    page.goto(played.get_absolute_url())
    for _ in range(2):
        page.get_by_role("button", name="Read aloud").click()
        page.wait_for_load_state("networkidle")
    assert page.locator("#voice").get_attribute("aria-pressed") == "false"


def test_without_scripts_there_is_no_button(open_page, sign_in_page, played):
    page = open_page(java_script_enabled=False)
    sign_in_page(page, played.seats.get(number=0).person)
    page.goto(played.get_absolute_url())
    assert page.locator("#voice").count() and not page.locator("#voice:visible").count()
