"""The stage read aloud: in the language of the deck, and with a breath before the source."""

from tests.browser.at_table import person_at
from tests.browser.goq import lay_match, press_on_stage, quote, revealed, source

VOICE = """
window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices() { return [{}]; }, addEventListener() {}, cancel() {},
    speak(one) { window.spoken.push([one.text, one.lang, performance.now()]); window.finish = one.onend; } } });
"""
PAUSE = 850  # milliseconds; the page's own clocks differ by some


def test_a_german_deck_is_read_as_german_and_a_source_that_is_asked_for_at_once_waits_for_a_pause(
    open_page, sign_in_page
):
    match = lay_match(revealed(1), language="de")
    page = open_page()
    page.add_init_script(VOICE)
    sign_in_page(page, person_at(match, 0))
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Read to me").click()
    said = quote(page)
    press_on_stage(page)
    assert page.evaluate("window.spoken.map(one => one.slice(0, 2))") == [[said, "de"]]
    ended = page.evaluate("() => { const at = performance.now(); window.finish(); return at; }")
    page.wait_for_function("() => window.spoken.length === 2")
    text, spoken_in, at = page.evaluate("window.spoken[1]")
    assert (text, spoken_in) == (source(page), "de")
    assert at - ended >= PAUSE
