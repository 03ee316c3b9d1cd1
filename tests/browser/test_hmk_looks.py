"""Halt mal kurz as it is laid out: cards of every width, what is in sight without scrolling, words on the cloth."""

import pytest
from django.utils import translation
from playwright.sync_api import expect

from games.engine import faces
from games.halt_mal_kurz.cards import card
from games.halt_mal_kurz.pack import PACK
from tests.browser.at_table import form, plain
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.hmk import choose_card, lay_table

WIDTHS = (64, 68, 72, 78, 84, 90, 96, 104, 112, 130, 168, 200)  # as the pages use them
HAND = "schnick-k swap-a list-k group-p assembly-k communism razupaltuff halt-k"
FLIP_TOO = "list-k halt-a swap-p/nazi-k halt-p/{} nazi-a"


@pytest.fixture
def sit(open_page, sign_in_page):
    """sit(match): the page of the first seat."""

    def sat(match, **options):
        page = open_page(**options)
        sign_in_page(page, match.seats.get(number=0).person)
        page.goto(match.get_absolute_url())
        return page

    return sat


LAY_CARDS = """([cards, widths]) => {
    const main = document.querySelector("main");
    main.replaceChildren();
    main.className = "";
    for (const width of widths) for (const html of cards) {
        const box = document.createElement("div");
        box.style.width = width + "px"; box.style.float = "left"; box.style.margin = "4px";
        box.innerHTML = html;
        main.append(box);
    }
}"""
# The lines of a text as they are broken, and what lies over or beside what it should not.
FAULTS = """() => [...document.querySelectorAll("main > div > .card")].flatMap(card => {
    const found = [], name = card.querySelector(".name"), node = name && name.firstChild;
    const at = card.getBoundingClientRect();
    const says = what => found.push(`${Math.round(at.width)} px: ${what}`);
    const rects = element => { const range = document.createRange(); range.selectNodeContents(element);
        return [...range.getClientRects()].filter(box => box.width > 1); };
    if (node) {
        const top = place => { const range = document.createRange(); range.setStart(node, place);
            range.setEnd(node, place + 1); return [...range.getClientRects()].filter(box => box.width).pop(); };
        for (let place = 0; place + 1 < node.length; place++) {
            const one = top(place), next = top(place + 1), letter = node.data[place];
            if (next && one && next.top > one.top + 2 && !/[-\\u2013\\u00ad ]/.test(letter))
                says(`${node.data} breaks behind ${node.data.slice(0, place + 1)}`);
        }
    }
    const texts = [".name", ".gloss", ".acts", ".utter", ".w"].flatMap(which => [...card.querySelectorAll(which)])
        .filter(one => one.checkVisibility() && getComputedStyle(one).position !== "absolute");
    for (const text of texts) for (const box of rects(text)) {
        if (box.left < at.left || box.right > at.right + .5 || box.top < at.top || box.bottom > at.bottom + 1)
            says(`${text.textContent} sticks out`);
        for (const corner of card.querySelectorAll(".corner")) {
            const over = corner.getBoundingClientRect();
            if (over.width && over.left < box.right - .5 && over.right > box.left + .5 && over.top < box.bottom - 1
                && over.bottom > box.top + 1) says(`the corner lies on ${text.textContent}`);
        }
    }
    return found;
})"""


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr"])
def test_no_card_of_any_width_breaks_a_name_or_covers_it(sit, screenshot, language):
    page = sit(lay_table("halt-k/halt-p/halt-a"))
    with translation.override(language):
        cards = [str(card(face)) for face in sorted({*faces(PACK)})]
    page.evaluate(LAY_CARDS, [cards, WIDTHS])
    screenshot(page, f"hmk-cards-{language}")
    assert page.locator("main > div > .card").count() == len(cards) * len(WIDTHS)
    assert "\n".join(page.evaluate(FAULTS)) == ""


ON_CLOTH = """() => {
    const light = colour => { const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(value => value / 255)
        .map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
        return .2126 * r + .7152 * g + .0722 * b; };
    const probe = document.createElement("i"), cloth = document.querySelector(".cloth.hk");
    probe.style.color = "var(--cloth-lit)"; cloth.append(probe);
    const ground = light(getComputedStyle(probe).color); probe.remove();
    const walk = document.createTreeWalker(cloth, NodeFilter.SHOW_TEXT), found = [];
    for (let node; node = walk.nextNode();) {
        const inside = node.parentElement;
        if (!node.data.trim() || !inside.checkVisibility() || inside.closest(".card, .vh, .btn, svg")
            || getComputedStyle(inside, "::before").counterIncrement === "x") continue;
        const ink = light(getComputedStyle(inside).color);
        const ratio = (Math.max(ink, ground) + .05) / (Math.min(ink, ground) + .05);
        if (ratio < 4.5) found.push(`${ratio.toFixed(1)} ${node.data.trim()}`);
    }
    return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("hands", "answers"),
    [
        (FLIP_TOO.format("halt-k"), ("1 lay nazi-k", "2 plan-draw")),
        (FLIP_TOO.format("capitalism-k"), ("1 lay nazi-k", "2 plan capitalism-k")),
        (FLIP_TOO.format("assembly-k"), ("1 lay nazi-k", "2 plan assembly-k", "1 vote 0>2")),
    ],
    ids=["face down", "Kapitalismus", "votes"],
)
def test_every_word_on_the_cloth_can_be_read(sit, hands, answers, scheme):
    page = sit(lay_table(hands, *answers, turn=1), **PHONE, color_scheme=scheme)
    assert page.evaluate(ON_CLOTH) == []


QUESTIONS = {
    "throw": (HAND + "/halt-p list-p/halt-a", ("0 lay schnick-k >1",), "turn 0"),
    "vote": (HAND + "/halt-p list-p/halt-a", ("0 lay assembly-k", "1 vote 0>2"), "turn 0"),
    "throw and a card to turn": (
        FLIP_TOO.format("schnick-k"),
        ("1 lay nazi-k", "2 plan schnick-k >0"),
        "turn 1",
    ),
    "vote and a card to turn": (
        FLIP_TOO.format("assembly-k"),
        ("1 lay nazi-k", "2 plan assembly-k"),
        "turn 1",
    ),
}


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_first_choices_are_in_sight_above_the_bar(sit, screenshot, size, question):
    hands, answers, turn = QUESTIONS[question]
    page = sit(lay_table(hands, *answers, turn=int(turn[-1])), **size)
    kind = question.split()[0]
    assert page.locator("form.move").first.get_attribute("data-kind") == kind
    screenshot(page, f"hmk-first-{question}-{size['viewport']['width']}")
    bar = form(page, kind).locator(".actions").bounding_box()
    first = form(page, kind).locator("fieldset").first.locator("label").first.bounding_box()
    assert bar["y"] + bar["height"] <= size["viewport"]["height"] + 1
    assert first["y"] + first["height"] <= bar["y"]


def test_eight_cards_are_in_sight_on_a_desktop(sit):
    page = sit(lay_table(HAND + "/halt-p swap-k/list-a nazi-p", "2 draw", turn=2))
    bar = form(page, "turn").locator(".actions").bounding_box()
    ends = [
        box["y"] + box["height"] for one in page.locator(".slot .card").all() if (box := one.bounding_box())
    ]
    assert len(ends) == 8 and max(ends) <= bar["y"]


def test_the_button_says_that_the_chosen_card_does_not_fit(sit):
    page = sit(lay_table("nazi-k halt-p nazi-a nazi-p razupaltuff/halt-a/swap-k"))
    button = form(page, "turn").locator("button[value=lay]")
    assert plain(button.inner_text()) == "Choose a card"
    for kind, words in (
        ("nazi", "This card does not fit"),
        ("razupaltuff", "This card is never laid"),
    ):
        page.locator(f"label.slot.blocked[data-kind={kind}]").first.click(force=True)
        expect(button).to_have_text(words, use_inner_text=True)
    choose_card(page, "halt")
    expect(button).to_have_text("Lay Halt mal kurz on whom?", use_inner_text=True)


def test_the_newest_line_of_the_log_is_set_in_one_weight(sit):
    page = sit(lay_table("halt-k/halt-p/halt-a"))
    weights = page.evaluate(
        """() => { const line = document.querySelector("#log .last > span");
            return ["::first-line", null].map(part => getComputedStyle(line, part).fontWeight); }"""
    )
    assert len(set(weights)) == 1
