"""The noises of the cards: off until they are wanted, then once for each card that came, and each of its own kind."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from games import catalog
from games.models import Match
from tests.browser.conftest import DESKTOP
from tests.games.scripts import people, sit_down

CARDS = (
    *("wobbel", "quarp", "blompf", "rumms", "zwick", "krakadoi", "pfiuut", "huffta"),
    *("arrargh", "splabbadap", "gapween", "inkle"),
)
# Sounds into a buffer instead of a loudspeaker, and notes which waves were begun when, and until when.
STUDIO = """
window.made = []; window.waves = []; window.times = [];
window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 22050 * 14, 22050); window.made.push(this); }
    resume() { return Promise.resolve(); }
    close() { this.closed = true; return Promise.resolve(); } };
window.OscillatorNode = class extends OscillatorNode {
    constructor(audio, how) { super(audio, how); if (how.type) window.waves.push(how.type); } };
for (const what of ["start", "stop"]) {
    const plain = AudioScheduledSourceNode.prototype[what];
    const note = function (at) { window.times.push(at); return plain.call(this, at); };
    AudioScheduledSourceNode.prototype[what] = note;
    AudioBufferSourceNode.prototype[what] = note;
}
"""
CAME = """(names) => { for (const name of names)
    document.querySelector("#log ol").insertAdjacentHTML("afterbegin", `<li${window.fresh || ""}><time>Mon</time>
        <q class="bubble" data-noise="${name}">${name} ${++window.lines}</q></li>`); }"""
SWAPPED = (
    "() => document.getElementById('match').dispatchEvent(new Event('htmx:afterSettle', { bubbles: true }))"
)
UNPRESSED = """
addEventListener("pointerup", () => { window.pressed = true; }, true);
Object.defineProperty(navigator, "userActivation", { value: { get hasBeenActive() { return !!window.pressed; } } });
"""
LOUDEST = """async (spans) => {
    const sound = (await window.made[0].startRendering()).getChannelData(0);
    return spans.map(([begin, end]) => Math.max(...sound.subarray(begin * 22050, end * 22050).map(Math.abs))); }"""
# Noises of a single wave, to be told apart by it; a quarp has two.
WAVES = {"wobbel": ["sine"], "quarp": ["sawtooth"] * 2, "zwick": ["square"], "gapween": ["triangle"]}


@pytest.fixture
def played(transactional_db, monkeypatch) -> Match:
    monkeypatch.setattr(catalog.face("kangoeroe"), "sounds", True)
    return sit_down("kangoeroe", people(2), seed="noises")


@pytest.fixture
def page(open_page, sign_in_page, played) -> Page:
    page = open_page(**DESKTOP)
    page.add_init_script(STUDIO + "window.lines = 0;")
    sign_in_page(page, played.seats.get(number=0).person)
    page.goto(played.get_absolute_url())
    return page


def switch(page: Page, on: bool = True) -> None:
    page.get_by_role("button", name="Sounds").click()
    expect(page.locator("#noises")).to_have_attribute("aria-pressed", "true" if on else "false")


def come(page: Page, *names: str) -> None:
    """The page brings lines of the log, the oldest first."""
    page.evaluate(CAME, names)
    page.evaluate(SWAPPED)


def heard(page: Page) -> list[str]:
    return page.evaluate("() => window.waves.splice(0)")


def waves(*names: str) -> list[str]:
    return [wave for name in names for wave in WAVES[name]]


def test_nothing_is_fetched_and_nothing_sounds_before_it_is_wanted(page):
    assert page.locator("#noises").get_attribute("aria-pressed") == "false"
    come(page, "zwick")
    assert heard(page) == [] == page.evaluate("() => window.made")
    names = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
    assert not [name for name in names if "noises" in name]


def test_each_card_that_comes_sounds_once_and_of_many_the_last_four(page):
    page.evaluate("() => { window.fresh = ' data-fresh'; }")
    page.evaluate(CAME, ["zwick"])
    page.evaluate("() => { window.fresh = ''; }")
    page.evaluate(CAME, ["quarp"])  # read already
    switch(page)
    assert heard(page) == waves("zwick")
    come(page)
    assert heard(page) == []
    come(page, "gapween", "wobbel")
    assert heard(page) == waves("gapween", "wobbel")
    come(page, "wobbel", "zwick", "gapween", "zwick", "quarp", "no such card")
    assert heard(page) == waves("gapween", "zwick", "quarp")
    begun = page.evaluate("() => window.times.filter((_, n) => n % 4 === 0)")
    assert begun == sorted(begun) and len(set(begun)) == len(begun)
    switch(page, on=False)
    come(page, "zwick")
    assert heard(page) == [] and page.evaluate("() => window.made[0].closed")


def test_a_hidden_tab_is_silent_until_one_looks_again(page):
    switch(page)
    page.evaluate("() => Object.defineProperty(document, 'hidden', { configurable: true, value: true })")
    come(page, "zwick")
    assert heard(page) == []
    page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
    assert heard(page) == waves("zwick")


def test_it_is_remembered_and_waits_for_a_press_where_the_browser_wants_one(page):
    switch(page)
    page.add_init_script(UNPRESSED)
    page.reload()
    expect(page.locator("#noises")).to_have_attribute("aria-pressed", "true")
    come(page, "gapween")
    assert heard(page) == []
    page.mouse.click(5, 5)
    assert heard(page) == waves("gapween")


def test_every_card_has_a_short_noise_of_its_own_on_the_page_on_how_to_play(
    open_page, transactional_db, monkeypatch
):
    monkeypatch.setattr(catalog.face("kangoeroe"), "sounds", True)
    page = open_page(**DESKTOP)
    page.add_init_script(STUDIO)
    buttons = "".join(f'<button data-noise="{card}" hidden>{card}</button>' for card in CARDS)

    def with_buttons(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</article>", f"{buttons}</article>"))

    page.route("**/games/kangoeroe/", with_buttons)
    page.goto("/games/kangoeroe/")
    spans, tones = [], set()
    for card in CARDS:
        page.get_by_role("button", name=card, exact=True).click()
        times = page.evaluate("() => window.times.splice(0)")
        spans.append((min(times), max(times)))
        tones.add((*heard(page), *(round(time - times[0], 3) for time in times)))
    assert len(tones) == len(CARDS)
    assert all(end - begin < 0.8 for begin, end in spans)
    assert all(end < begin for (_, end), (begin, _) in pairwise(spans))  # one after the other
    loudest = dict(zip(CARDS, page.evaluate(LOUDEST, spans), strict=True))
    assert all(0.1 < most < 0.6 for most in loudest.values()), loudest
    assert "noises" not in [cookie["name"] for cookie in page.context.cookies()]


def test_without_scripts_there_is_no_button(open_page, sign_in_page, played):
    page = open_page(java_script_enabled=False)
    sign_in_page(page, played.seats.get(number=0).person)
    page.goto(played.get_absolute_url())
    assert page.locator("#noises").count() and not page.locator("#noises:visible").count()
