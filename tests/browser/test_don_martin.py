"""Don Martin's Kartenspiel at a real table: taking, laying, leading, and the noise of the others."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import asked, form, log, newest, plain, press, reload
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.dm import (
    act,
    choose,
    choose_group,
    choose_seat,
    choose_single,
    cloth,
    lay_table,
    slot_of,
    unders,
)
from tests.browser.playing import cut_labels, main_button, nothing_inline, task, unfold
from tests.games.scripts import people

HAND = "rumms-b rumms-g rumms-o rumms-p wobbel-b wobbel-g zwick-o arrargh gapween splabbadap inkle"
OTHERS = "/quarp-b quarp-g blompf-o/zwick-g zwick-p huffta-b"
LIES = "blompf-b zwick-b"


def main_words(page):
    return plain(main_button(page).inner_text())


def steps(page):
    """The step chips that can be seen, the one of now in brackets."""
    chips = page.locator(".steps:visible li")
    return chips.evaluate_all("all => all.map(li => li.ariaCurrent ? `[${li.innerText}]` : li.innerText)")


# One visit: take, lay, lead


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_one_visit_takes_lays_and_leads_and_ends_a_round_against_bots(sit, screenshot, scripts):
    match = lay_table(
        "rumms-b rumms-g rumms-o/quarp-b quarp-g/zwick-g inkle",
        cast=[*people(1), None, None],
        lies="blompf-b",
    )
    alice = sit(match, 0, **(PHONE | {"java_script_enabled": scripts}))
    deadline = alice.locator(".status time").inner_text()
    assert "blue lies here" in cloth(alice).lower() and "Clockwise: you, then" in cloth(alice)
    assert unders(alice) == ["takes 1 card", "adds", "adds"]
    choose(alice, "rumms-b")
    assert main_words(alice) == "Take 1 with RUMMS" and steps(alice) == ["[Take]", "Lay", "Lead"]
    press(alice, main_button(alice), scripts)

    assert asked(alice) == ["lay"] and steps(alice) == ["Take", "[Lay]", "Lead"]
    assert alice.locator(".status time").inner_text() == deadline
    assert "3 cards: 10 points now. With one more: 20." in form(alice, "lay").inner_text()
    choose_group(alice, "RUMMS")
    assert alice.locator(".verdict .right").is_visible()
    screenshot(alice, "dm-lay")
    press(alice, main_button(alice), scripts)

    assert asked(alice) == ["lead"] and steps(alice) == ["Take", "Lay", "[Lead]"]
    assert alice.locator(".status time").inner_text() == deadline
    assert unders(alice) == ["last card: ends the round"]
    choose(alice, "blompf-b")
    assert main_words(alice) == "Play BLOMPF and go out"
    press(alice, main_button(alice), scripts)
    assert task(alice) == "over" and alice.locator("h1").inner_text() == "You win"
    assert "114 points" in plain(alice.locator(".result").inner_text())  # 10, 100, and 4 cards of the others
    assert alice.locator("#sheet table").first.is_visible()
    screenshot(alice, "dm-over")


def test_the_lay_down_says_what_is_missing_before_it_is_sent(sit, complaints):
    alice = sit(lay_table(f"{HAND} wobbel-p{OTHERS}", asks="lay"), 0)
    said, verdict = alice.locator(".g2 .says"), alice.locator(".verdict")
    assert plain(verdict.inner_text()) == "Nothing is chosen yet."
    choose_single(alice, "wobbel-b")
    assert plain(said.inner_text()) == "2 more needed"
    assert plain(verdict.inner_text()) == "Not like this: a group needs at least three cards."
    choose_group(alice, "RUMMS")
    assert plain(alice.locator(".g1 .says").inner_text()) == "a group, 20 points"
    with alice.expect_response("**/answer/**") as refused:
        main_button(alice).click()
    assert refused.value.status == 422
    expect(form(alice, "lay").locator(".reason")).to_contain_text("at least three cards of one sound")
    assert alice.locator("input.whole:checked").count() == 1  # what was chosen is still chosen
    choose_single(alice, "wobbel-g")
    assert plain(said.inner_text()) == "1 more needed"
    choose_single(alice, "wobbel-p")
    assert plain(said.inner_text()) == "a group, 10 points"
    assert plain(verdict.inner_text()) == "This can be laid."
    press(alice, main_button(alice))
    assert asked(alice) == ["lead"]
    alice.locator("#groups-0 summary").click()
    assert "RUMMS 4 cards, 20 points" in cloth(alice) and "WOBBEL 3 cards, 10 points" in cloth(alice)
    complaints[:] = [line for line in complaints if "422" not in line]


def test_a_lay_down_that_leaves_a_special_alone_says_why_not(sit, complaints):
    alice = sit(lay_table(f"rumms-b rumms-g rumms-o rumms-p inkle{OTHERS}", asks="lay"), 0)
    choose_group(alice, "RUMMS")
    assert "a single black-and-white card would be left" in plain(alice.locator(".verdict").inner_text())
    with alice.expect_response("**/answer/**") as refused:
        main_button(alice).click()
    assert refused.value.status == 422
    press(alice, form(alice, "lay").locator("button[value=keep]"))
    assert asked(alice) == ["lead"]
    complaints[:] = [line for line in complaints if "422" not in line]


# Specials


def test_a_special_says_whom_it_would_hit_and_a_ga_pween_asks_whom(sit):
    match = lay_table(HAND + OTHERS, lies=LIES)
    alice = sit(match, 0)
    for face, words in (
        ("arrargh", "Play ARRARGH!: Bob takes up 2 cards"),
        ("splabbadap", "Play SPLABBADAP!: 2 seats throw in"),
        ("inkle", "Play INKLE: Cleo is next"),
        ("gapween", "Play GA-PWEEN!: who draws?"),
    ):
        assert alice.locator(".whom").is_visible() is False
        choose(alice, face)
        assert main_words(alice) == words
        assert alice.locator(".tells:visible").count() == 1
    choose_seat(alice, "Cleo")
    assert main_words(alice) == "Play GA-PWEEN!: Cleo draws 2 cards"
    press(alice, main_button(alice))
    assert "Cleo" in newest(alice) and asked(alice) == ["turn"]  # after Cleo it is her turn again


def test_a_splabbadap_is_sealed_can_be_changed_and_falls_together(sit, screenshot):
    match = lay_table(f"splabbadap rumms-b{OTHERS}", lies="blompf-b zwick-b")
    alice, bob = sit(match, 0, 1)
    choose(alice, "splabbadap")
    press(alice, main_button(alice))
    assert "You called SPLABBADAP! 0 of 2 have thrown in." in cloth(alice)
    reload(bob)
    assert bob.locator("h1").inner_text() == "Alice called: throw a card in" and asked(bob) == ["throw_in"]
    assert unders(bob) == ["one of 2", "one of 2", "your only one"]
    choose(bob, "blompf-o")
    assert main_words(bob) == "Throw in BLOMPF"
    press(bob, main_button(bob))
    assert bob.locator("form.move input:checked").count() == 0
    assert "You threw" in bob.locator("form.move .sealed").inner_text()
    assert "BLOMPF" in bob.locator("form.move .sealed").inner_text()
    assert "1 of 2 have thrown in." in cloth(bob)
    sealed = alice.request.get(match.get_absolute_url()).text()
    choose(bob, "quarp-g")
    assert main_words(bob) == "Throw QUARP instead"
    press(bob, main_button(bob))
    for html in (sealed, alice.request.get(match.get_absolute_url()).text()):
        table = html[html.index('class="cloth') : html.index('id="plan"')]
        assert "QUARP" not in table and "blompf-o" not in table
    screenshot(bob, "dm-sealed")
    act(match, "2 throw zwick-g")
    reload(alice)
    assert asked(alice) == ["lay"] and steps(alice) == ["Take", "[Lay]", "Lead"]
    assert "QUARP" in log(alice) and "ZWICK" in log(alice)
    assert form(alice, "lay").locator("button[value=lay]").count() == 0  # no group in this hand
    press(alice, form(alice, "lay").locator("button[value=keep]"))
    assert asked(alice) == ["lead"] and alice.locator("form.move .slot").count() == 5


def test_a_closed_card_says_why_and_sends_nothing(sit):
    alice = sit(lay_table(HAND + OTHERS, first=True), 0)
    assert "7 of 11 playable" in plain(form(alice, "lead").inner_text())
    slot_of(alice, "inkle").click(force=True)
    sent = []
    alice.on("request", lambda request: sent.append(request.method))
    main_button(alice).click()
    expect(alice.locator("#closed")).to_contain_text("has to be a coloured one")
    assert "POST" not in sent


def test_a_turn_is_played_by_keyboard_alone(sit):
    alice = sit(lay_table(f"rumms-b rumms-g{OTHERS}", lies="blompf-b"), 0)
    alice.locator("form.move .slot input").first.focus()
    alice.keyboard.press("Space")
    alice.keyboard.press("ArrowRight")
    assert main_words(alice) == "Add RUMMS"
    main_button(alice).focus()
    alice.keyboard.press("Enter")
    expect(alice.locator("h1")).to_have_text("Waiting for Bob")


# What every page of it keeps

QUESTIONS = {
    "turn": {
        "hands": HAND + OTHERS,
        "lies": LIES,
        "groups": "/huffta-g huffta-o huffta-p",
        "spent": "inkle",
        "still": 8,
    },
    "lead": {"hands": f"{HAND}{OTHERS}/quarp-o quarp-p/pfiuut-b pfiuut-g/pfiuut-o krakadoi-b", "first": True},
    "lay": {
        "hands": f"{HAND} wobbel-p{OTHERS}",
        "asks": "lay",
        "points": (10, -20, 35),
        "options": {"target": 500},
    },
    "throw_in": {
        "hands": OTHERS[1:] + "/splabbadap rumms-b",
        "lies": LIES,
        "turn": 2,
        "answers": ["2 play splabbadap"],
    },
    "idle": {"hands": HAND + OTHERS, "lies": LIES, "turn": 1},
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_question_fits_a_phone_and_everybody(kind, sit, axe, steady, screenshot):
    laid = dict(QUESTIONS[kind])
    match = lay_table(laid.pop("hands"), *laid.pop("answers", ()), **laid)
    page = sit(match, 0)
    page.set_viewport_size(PHONE["viewport"])
    page.reload()
    assert task(page) == kind
    nothing_inline(page)
    if (
        kind != "idle"
    ):  # without scrolling: who acts, the task, the deadline, the rule of the table, the first row
        bar = page.locator("form.move .actions").bounding_box()["y"]
        for what in ("h1", ".status time", ".fits", "form.move .slot .card"):
            box = page.locator(what).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= bar, what
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        screenshot(page, f"dm-{kind}-phone-{scheme}")
    unfold(page)
    axe(page)
    assert cut_labels(page) == []
    for width in (320, 360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        steady(page)
    page.emulate_media(color_scheme="light")
    axe(page)
    screenshot(page, f"dm-{kind}-desktop")
    page.set_viewport_size(DESKTOP["viewport"])


def test_the_score_sheet_unfolds_to_the_rounds_that_are_over(sit):
    match = lay_table(HAND + OTHERS, lies=LIES, points=(120, -15, 40), options={"target": 500})
    alice = sit(match, 0)
    assert not alice.locator("#sheet table").first.is_visible()
    alice.locator("#sheet > summary").click()
    sums = alice.locator("#sheet tfoot tr").first.locator("td").all_inner_texts()
    assert sums == ["120", "\u221215", "40"]


def test_a_plan_is_left_and_played_when_the_turn_comes(sit):
    match = lay_table(f"rumms-g zwick-o{OTHERS}", lies="blompf-b", turn=2)
    alice = sit(match, 0)
    alice.locator("#plan > summary").click()
    first = alice.locator("#plan .step select").first
    option = first.locator("option", has_text="RUMMS").first.get_attribute("value")
    first.select_option(option)
    press(alice, alice.locator("#plan button", has_text="Save the plan"))
    act(match, "2 play zwick-p")
    reload(alice)
    assert asked(alice) == [] and "RUMMS" in log(alice)
    assert alice.locator("h1").inner_text() == "Waiting for Bob"
