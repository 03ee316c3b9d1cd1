"""Game of Quotes at a real table: choosing, writing, the stage, the stamps, and turning them over."""

import pytest
from playwright.sync_api import expect

from games.game_of_quotes.names import NAMES
from games.models import Match
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.goq import (
    asked,
    focus,
    form,
    hear_all,
    in_round,
    lay_match,
    person_at,
    press,
    press_on_stage,
    quote,
    revealed,
    say_of_others,
    source,
)
from tests.browser.playing import cut_labels, nothing_inline, unfold
from tests.games.scripts import play_on, state_of

VOICE = """
window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
    cancel() {}, speak(one) { window.spoken.push([one.text, one.lang]); setTimeout(one.onend); } } });
"""


@pytest.fixture
def sit(open_page, sign_in_page):
    """sit(match, 0, **options): the page of Alice in a browser of its own."""

    def sat(match: Match, seat: int = 0, **options):
        page = open_page(**options)
        sign_in_page(page, person_at(match, seat))
        page.goto(match.get_absolute_url(), wait_until="domcontentloaded")
        return page

    return sat


def test_the_last_round_of_three_is_chosen_heard_stamped_and_turned_over(sit, screenshot):
    match = lay_match(in_round(4))
    alice, bob = sit(match), sit(match, 1, **PHONE)
    for page, name in ((alice, "Nobody’s aunt"), (bob, "A tired dragon")):
        hear_all(page) if page.locator("#tell").count() else None
        page.locator("label.pick").first.click()
        page.locator("#words").fill(name)
        press(page, "both")
    assert "Waiting for" in bob.locator("h1").inner_text()
    say_of_others(match, but=-1)  # Cleo
    alice.reload()
    bob.reload()

    heard = []
    while not source(alice) or len(heard) < 3:
        if press_on_stage(alice) == "Reveal the source":
            heard.append(source(alice))
    assert "Nobody’s aunt" in heard and "A tired dragon" in heard
    assert "A tired dragon" not in bob.content()
    press_on_stage(alice)  # to the stamps
    assert focus(alice) == "ask"
    assert form(alice, "stamp").locator("button.main").inner_text() == "Choose a reading"
    form(alice, "stamp").locator("label.reading", has_text="A tired dragon").click()
    assert form(alice, "stamp").locator("button.main").inner_text() == "Stamp Bob’s reading"
    screenshot(alice, "goq-stamping")
    press(alice, "stamp")
    hear_all(bob)
    form(bob, "stamp").locator("label.reading", has_text="Nobody’s aunt").click()
    press(bob, "stamp")
    say_of_others(match, but=-1)
    assert match.over

    alice.reload()
    turning = alice.locator(".turning")
    assert "12 stamps still lie face down." in turning.inner_text()
    for left in range(11, 8, -1):
        turning.locator("button.main").click()
        expect(turning).to_contain_text(f"{left} stamps still lie face down.")
        expect(alice.locator(".newest")).to_be_focused()
    turning.get_by_role("button", name="Turn all").click()
    expect(turning.locator("button")).to_have_count(0)
    points = state_of(match).table.points()
    shown = [int(words.split()[0]) for words in turning.locator("li > span").all_inner_texts()]
    assert shown == list(points) and sum(points) >= 12
    screenshot(alice, "goq-turned")


def test_a_round_is_heard_and_stamped_without_scripts(sit):
    match = lay_match(revealed(1))
    page = sit(match, java_script_enabled=False, **PHONE)
    steps = []
    while page.locator("#tell").count():
        before = source(page)
        steps.append(press_on_stage(page, scripts=False))
        assert (source(page) != "") != (before != "") or not page.locator("#tell").count()
    assert steps == ["Reveal the source", "Next reading"] * 2 + ["Reveal the source", "To the stamps"]
    assert page.url.endswith("#told")
    page.locator("label.reading:not(.own)").first.click()
    press(page, "stamp", scripts=False)
    assert form(page, "stamp").locator("button.main").inner_text() == "Move my stamp"

    # The next choice was open all the time; without scripts all of it is plain forms.
    page.locator("label.pick").nth(2).click()
    press(page, "source", scripts=False)
    assert page.locator("h1").inner_text() == "Waiting for Bob and Cleo"
    say_of_others(match)
    page.reload()
    assert asked(page) == ["quote"]
    page.locator(".reads label", has_text="read the description").click()
    page.locator("label.pick").first.click()
    press(page, "quote", scripts=False)
    assert page.locator("input[name=reads][value=description]").is_checked()


def test_revealing_puts_the_source_under_the_eyes_and_leaves_a_choice_below_as_it_was(sit):
    match = lay_match(revealed(1))
    page = sit(match, **PHONE)
    form(page, "source").locator("label.pick").nth(3).click()
    first = quote(page)
    assert not source(page)
    press_on_stage(page)
    assert focus(page) == "signed" and quote(page) == first and source(page)
    both = page.evaluate(
        """() => ["#now blockquote", "#now .signed"].every(one => {
            const box = document.querySelector(one).getBoundingClientRect();
            return box.top >= 56 && box.bottom <= innerHeight; })"""
    )
    assert both
    press_on_stage(page)
    assert quote(page) != first and not source(page)
    assert form(page, "source").locator("input[name=card]:checked").count() == 1
    # What was heard before is a link away, and back.
    page.locator(".dots a").first.click()
    expect(page.locator("#heard-1")).to_be_visible()
    expect(page.locator("#now")).to_be_hidden()
    assert page.locator("#heard-1 blockquote").inner_text() == first
    page.get_by_role("link", name="Back to where I was").click()
    expect(page.locator("#now")).to_be_visible()


def test_the_stage_is_read_aloud_on_a_press_the_source_after_a_pause(sit):
    match = lay_match(revealed(1))
    page = sit(match)
    page.add_init_script(VOICE)
    page.reload()
    assert page.evaluate("window.spoken") == []
    first = quote(page)
    page.get_by_role("button", name="Read to me").click()
    assert page.evaluate("window.spoken") == [[first, "en"]]
    press_on_stage(page)
    page.wait_for_function("() => window.spoken.length === 2")
    assert page.evaluate("window.spoken[1]") == [source(page), "en"]
    button = page.get_by_role("button", name="Read to me")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    press_on_stage(page)
    assert page.evaluate("window.spoken.length") == 2


@pytest.fixture
def refusals(complaints):
    """A refused form logs its status, which is no fault of the page."""
    yield
    complaints[:] = [line for line in complaints if "422" not in line]


@pytest.mark.usefixtures("refusals")
def test_a_source_is_written_on_the_card_sealed_and_changed(sit):
    match = lay_match(in_round(3))
    page = sit(match, **PHONE)
    if page.locator("#tell").count():
        hear_all(page)
    page.locator("#words").press_sequentially("My dentist")
    assert page.locator(".counter").inner_text() == "10/80"
    page.locator("#words").fill("x" * 100)
    page.locator("#words").press_sequentially("more")
    page.locator("#words").fill("My dentist")
    press(page, "write")
    assert page.locator("#words").input_value() == "My dentist"
    page.locator("#words").fill("")
    offered = page.locator("#stock option").nth(2).get_attribute("value")
    page.select_option("#stock", offered)
    press(page, "write")
    assert page.locator("#stock").input_value() == offered and page.locator("#words").input_value() == ""
    page.locator("#words").fill(" ")
    page.select_option("#stock", "")
    with page.expect_response("**/answer/**") as refused:
        form(page, "write").locator("button.main").click()
    assert refused.value.status == 422
    expect(page.locator(".reason", has_text="Write a source first").first).to_be_visible()


def test_cards_are_swapped_once_and_everybody_sees_that(sit):
    match = lay_match()
    page, bob = sit(match, **PHONE), sit(match, 1)
    page.locator(".swap summary").click()
    boxes = page.locator("input[name=cards]")
    old = [boxes.nth(n).get_attribute("value") for n in range(2)]
    for n in range(2):
        page.locator(".swap label.choice").nth(n).click()
    before = page.evaluate("document.getElementById('match').dataset.poll")
    page.get_by_role("button", name="Swap these for new ones").click()
    page.wait_for_function("old => document.getElementById('match').dataset.poll !== old", arg=before)
    values = page.locator("input[name=card]").evaluate_all("all => all.map(one => one.value)")
    assert len(values) == 7 and not set(old) & set(values)
    assert page.locator(".pick .flag").count() == 2 and page.locator(".swap").count() == 0
    bob.reload()
    assert "Alice swaps 2 cards." in bob.locator("#log").inner_text()
    assert bob.locator(".seat", has_text="Alice").locator(".vh").inner_text().endswith("has swapped")


def test_the_own_reading_cannot_be_stamped(sit):
    match = lay_match(revealed(1))
    page = sit(match)
    hear_all(page)
    page.locator("label.reading.own").click(force=True)
    form(page, "stamp").locator("button.main").click()
    assert page.locator("#alert").inner_text() == "That is your own. Stamp one of the others."
    assert state_of(match).hands[0].stamp is None


PLACES = {  # in the order of a match
    "quote": in_round(1),
    "source": in_round(1, 1),
    "stamp": revealed(1),
    "described": in_round(2, 1),
    "stage": revealed(2),
    "write": in_round(3),
    "both": in_round(4),
    "end": lambda state: False,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_question_has_barriers_or_scrolls_sideways(sit, axe, steady, screenshot, scheme):
    match = lay_match(seats=4)
    page = sit(match, color_scheme=scheme, **(PHONE if scheme == "light" else DESKTOP))
    for name, place in PLACES.items():
        play_on(match, place)
        page.reload(wait_until="domcontentloaded")
        if page.locator("#tell").count() and name != "stage":
            hear_all(page)
        if name == "stage":
            press_on_stage(page)
        if name == "end":
            page.get_by_role("button", name="Turn the first stamp").click()
            expect(page.locator(".newest")).to_be_visible()
        if page.locator("label.pick").count():
            page.locator("label.pick").first.click()
        unfold(page)
        axe(page)
        nothing_inline(page)
        steady(page)
        assert cut_labels(page) == []
        screenshot(page, f"goq-{name}-{scheme}")
        if scheme == "light":
            page.set_viewport_size({"width": 320, "height": 640})
            steady(page)
            page.set_viewport_size(PHONE["viewport"])


def test_a_german_deck_is_read_and_offered_in_german(sit):
    match = lay_match(in_round(3), language="de")
    page = sit(match, locale="de-DE")
    assert page.locator("html").get_attribute("lang") == "de"
    offered = page.locator("#stock option").all_inner_texts()[1:]
    assert len(offered) == 6 and set(offered) <= set(NAMES["de"])
    assert page.locator("#now blockquote").get_attribute("lang") == "de"
    assert page.locator("#words").get_attribute("lang") == "de"


def test_a_choice_is_made_by_keyboard(sit):
    match = lay_match()
    page = sit(match)
    page.locator("input[name=card]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.locator("label.pick").nth(2).locator("input").is_checked()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Waiting for Bob and Cleo")
    expect(page.locator("#state")).to_be_focused()
