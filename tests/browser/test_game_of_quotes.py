"""Game of Quotes at a real table: choosing, writing, the stage, the stamps, and turning them over."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.game_of_quotes.names import NAMES
from games.models import Match
from tests.browser.at_table import asked, form, person_at
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.goq import (
    focus,
    hear_all,
    in_round,
    lay_match,
    open_fold,
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
window.voices = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices() { return window.voices; }, addEventListener(kind, heard) { window.fresh = heard; },
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


def in_sight(page, what: str) -> bool:
    """Whether all of it is on the screen, and nothing lies above its middle."""
    return page.evaluate(
        """what => {
            const one = document.querySelector(what), box = one.getBoundingClientRect();
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return box.top >= 0 && box.bottom <= innerHeight && (one.contains(top) || top.contains(one)); }""",
        what,
    )


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
    bar = alice.locator(".actions")
    assert "12 stamps still lie face down." in bar.inner_text()
    expect(alice.locator(".in-place")).to_be_hidden()
    for left in range(11, 8, -1):
        bar.locator("button.main").click()
        expect(bar).to_contain_text(f"{left} stamps still lie face down.")
        expect(alice.locator(".newest")).to_be_focused()
        assert in_sight(alice, ".actions .main") and in_sight(alice, ".newest")
    bar.get_by_role("button", name="Turn all").click()
    expect(alice.locator(".turns")).to_have_count(0)
    expect(alice.locator(".scores")).to_be_visible()
    table = state_of(match).table
    shown = sorted(int(words.split()[0]) for words in alice.locator(".scores .num").all_inner_texts()[1:])
    assert shown == sorted(table.points()) and sum(table.points()) >= 12
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
    assert page.locator(".question.given").inner_text().startswith("Sealed")
    assert not form(page, "stamp").is_visible()
    page.locator(".question.given > summary").click()
    button = form(page, "stamp").locator(".actions button")
    assert button.inner_text() == "Move my stamp" and "main" not in button.get_attribute("class")

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
    open_fold(page, "source")
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
    shades = "all => all.map(one => getComputedStyle(one).backgroundColor)"
    lit, dim = page.locator(".dots a").evaluate_all(shades)[::-1]
    page.locator(".dots a").first.click()
    expect(page.locator("#heard-1")).to_be_visible()
    expect(page.locator("#now")).to_be_hidden()
    assert page.locator(".dots a").evaluate_all(shades) == [lit, dim]
    assert page.locator("#heard-1 blockquote").inner_text() == first
    page.get_by_role("link", name="Back to where I was").click()
    expect(page.locator("#now")).to_be_visible()


def test_the_stage_is_read_aloud_on_a_press_and_silent_after_another(sit):
    match = lay_match(revealed(1))
    page = sit(match)
    page.add_init_script(VOICE)
    page.reload()
    assert page.evaluate("window.spoken") == []
    expect(page.locator("#read-aloud")).to_be_hidden()  # nobody is there to read
    page.evaluate("() => { window.voices = [{}]; window.fresh(); }")
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
    assert "My dentist" in page.locator(".question.given > summary").inner_text()
    open_fold(page, "write")
    page.locator("#words").fill("")
    offered = page.locator("#stock option").nth(2).get_attribute("value")
    page.select_option("#stock", offered)
    press(page, "write")
    assert page.locator("#stock").input_value() == offered and page.locator("#words").input_value() == ""
    open_fold(page, "write")
    page.locator("#words").fill(" ")
    page.select_option("#stock", "")
    with page.expect_response("**/answer/**") as refused:
        form(page, "write").locator(".actions button").click()
    assert refused.value.status == 422
    expect(page.locator("#words-wrong")).to_be_focused()
    assert "Write a source first" in page.locator("#words-wrong").inner_text()
    below = page.evaluate(
        """() => document.getElementById("words-wrong").getBoundingClientRect().top
            - document.querySelector(".pen").getBoundingClientRect().bottom"""
    )
    assert 0 <= below < 20 and in_sight(page, "#words-wrong")


def test_cards_are_swapped_once_and_everybody_sees_that(sit):
    match = lay_match()
    page, bob = sit(match, **PHONE), sit(match, 1)
    page.locator(".swap summary").click()
    assert "1 left" in page.locator(".swap summary").inner_text()
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
        unfold(page)
        if page.locator("label.pick").count():
            page.locator("label.pick").first.click()
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
    mark = "getComputedStyle(document.querySelector('#now blockquote'), '::before').content"
    assert "„" in page.evaluate(mark)
    page.evaluate("document.querySelector('#now blockquote').lang = 'fr'")
    assert "«" in page.evaluate(mark)


def test_what_was_begun_stays_while_a_stamp_is_set_the_pad_is_saved_and_others_answer(sit, screenshot):
    match = lay_match(revealed(1))
    page = sit(match, **PHONE)
    hear_all(page)
    open_fold(page, "source")
    form(page, "source").locator("label.pick").nth(3).click()
    ticked = form(page, "source").locator("input[name=card]:checked")
    value = ticked.get_attribute("value")
    page.locator("label.reading:not(.own)").first.click()
    press(page, "stamp")
    assert asked(page) == ["source", "stamp"] and not form(page, "stamp").is_visible()
    assert ticked.get_attribute("value") == value
    expect(ticked.locator("..")).to_be_visible()

    page.locator("#pad > summary").click()
    page.locator("#pad input[name=idea-1]").fill("A frog")
    page.get_by_role("button", name="Save the pad").click()
    expect(page.locator("#saved")).to_be_focused()
    assert page.locator("#saved").inner_text() == "Your idea pad is saved."
    assert ticked.get_attribute("value") == value
    screenshot(page, "goq-kept")

    say_of_others(match, stamp=0)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#changed")).to_be_visible()
    assert ticked.get_attribute("value") == value

    # A line that is saved is offered at once in the form that was left as it was.
    play_on(match, in_round(3))
    page.reload()
    hear_all(page) if page.locator("#tell").count() else None
    page.locator("#words").fill("Half a dra")
    page.locator("#pad > summary").click()
    page.locator("#pad input[name=idea-2]").fill("A duke")
    page.get_by_role("button", name="Save the pad").click()
    expect(page.locator("#mine option")).to_have_text(["–", "A frog", "A duke"])
    assert page.locator("#words").input_value() == "Half a dra"
    page.locator("#words").fill("")
    page.select_option("#mine", "A duke")
    press(page, "write")
    assert "A duke" in page.locator(".question.given > summary").inner_text()


STICKS = """() => {
    const box = (what) => [...document.querySelectorAll(what)]
        .map((one) => one.getBoundingClientRect())
        .filter((one) => one.height && one.bottom > 0 && one.top < innerHeight);
    const status = box(".status")[0], found = [];
    const top = document.elementFromPoint(innerWidth / 2, (status.top + status.bottom) / 2);
    if (!top.closest(".status")) found.push(`${top.className} lies over the header`);
    if (box(".actions").length > 1) found.push("two bars");
    for (const one of [...box(".swap > summary"), ...box(".question > summary")]) {
        const over = box(".aside").find((aside) => aside.top < one.bottom - 1 && aside.bottom > one.top + 1);
        if (over) found.push("the pinned card lies over what can be pressed");
    }
    return found; }"""
NARROW = """() => { const card = document.querySelector(".pick .goq.source"), name = card.querySelector("b");
    card.style.width = "10.5rem";
    name.textContent = "Ein Modeschöpfer";
    const range = document.createRange();
    range.setStart(name.firstChild, 4);
    range.setEnd(name.firstChild, 16);
    const rows = new Set([...range.getClientRects()].map((rect) => rect.top)).size;
    card.removeAttribute("style");
    return rows; }"""
# Words that are broken without need, in places where nothing is hyphenated.
BROKEN = """() => [...document.querySelectorAll(".steps li, .scores thead th, .scores td, .btn, .say, .fold > summary")]
    .flatMap((one) => { const found = [], texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size > 1) found.push(word[0]);
        } return found; })"""


def test_on_a_small_screen_one_thing_sticks_at_a_time_and_no_word_is_broken(sit, screenshot):
    match = lay_match(in_round(1, 1), seats=4, language="de")
    User.objects.update(language="de")
    User.objects.filter(pk=person_at(match, 2).pk).update(name="Maximiliane von und zu Wolkenkuckucksheim")
    page = sit(match, **PHONE)
    for place in (in_round(1, 1), revealed(1), in_round(2, 1), in_round(4), lambda state: False):
        play_on(match, place)
        page.reload(wait_until="domcontentloaded")
        hear_all(page) if page.locator("#tell").count() else None
        assert page.locator(".status").bounding_box()["height"] <= 84
        if page.locator("label.pick:visible").count():
            page.locator("label.pick:visible").first.click()
        if page.locator(".reads").count():
            assert in_sight(page, ".reads")  # with the button, whichever card is chosen
        if page.locator("#recap").count():
            page.locator("#recap > summary").click()
            expect(page.locator("#recap .first").first).to_be_hidden()  # all of it stands below
        height = page.evaluate("document.documentElement.scrollHeight")
        for top in range(0, height, 150):
            page.evaluate("top => scrollTo(0, top)", top)
            assert page.evaluate(STICKS) == [], (page.locator("h1").inner_text(), top)
        assert page.evaluate(BROKEN) == []
        if page.locator(".pick .goq.source:visible").count():
            assert page.evaluate(NARROW) == 1
    page.set_viewport_size(
        {"width": 320, "height": 640}
    )  # where nothing sticks, they are turned where they lie
    expect(page.locator(".in-place .main")).to_be_visible()
    expect(page.locator(".actions .turns")).to_be_hidden()
    page.set_viewport_size(PHONE["viewport"])
    page.locator(".actions .turns .btn").last.click()
    expect(page.locator(".scores")).to_be_visible()
    assert page.evaluate(BROKEN) == []
    lines = page.locator(".scores td.num").evaluate_all(
        """all => all.map((one) => { const range = document.createRange();
            range.selectNode([...one.childNodes].find((node) => node.data?.trim()));
            return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size; })"""
    )
    assert lines == [1] * 4  # the number, and "points" behind it
    assert_no_sideways_scrolling(page)
    screenshot(page, "goq-scores-de")


def test_a_word_without_end_is_broken_wherever_it_is_read(sit):
    match = lay_match(in_round(3))
    word = "W" * 80
    alice = sit(match, **PHONE)
    hear_all(alice) if alice.locator("#tell").count() else None
    alice.locator("#words").fill(word)
    press(alice, "write")
    assert_no_sideways_scrolling(alice)
    play_on(match, revealed(3))
    bob = sit(match, 1, **PHONE)
    while word not in (source(bob) or ""):
        press_on_stage(bob)
    assert_no_sideways_scrolling(bob)
    hear_all(bob) if bob.locator("#tell").count() else None
    expect(form(bob, "stamp").locator("label.reading", has_text=word)).to_be_visible()
    assert_no_sideways_scrolling(bob)
    play_on(match, lambda state: False)
    bob.reload()
    hear_all(bob) if bob.locator("#tell").count() else None
    assert_no_sideways_scrolling(bob)
    bob.locator(".actions .turns .btn").last.click()
    assert_no_sideways_scrolling(bob)


def test_a_waiting_page_is_short_says_what_is_sealed_and_keeps_language_and_colours_within_reach(sit):
    match = lay_match(in_round(4))
    page = sit(match, **PHONE, color_scheme="light")
    hear_all(page) if page.locator("#tell").count() else None
    page.locator("label.pick").first.click()
    page.locator("#words").fill("Nobody’s aunt")
    press(page, "both")
    sealed = page.locator(".question.given > summary")
    assert sealed.inner_text().startswith("Sealed") and "Nobody’s aunt" in sealed.inner_text()
    assert page.evaluate("document.documentElement.scrollHeight") < 2200
    assert page.locator(".btn.main:visible").count() == 0
    link = page.locator(".foot").get_by_role("link", name="Language and colours")
    icon, words = link.locator("svg").bounding_box(), link.bounding_box()
    assert abs(icon["y"] + icon["height"] / 2 - words["y"] - words["height"] / 2) < 4  # beside its words
    link.click()
    page.get_by_role("button", name="Dark").click()  # the menu stands open, and leads back
    page.wait_for_url(f"**{match.get_absolute_url()}")
    assert page.locator("html").get_attribute("data-theme") == "dark"


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
