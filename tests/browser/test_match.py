"""Whole matches with scripts, and what happens when a tab, a network or a server misbehaves."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from games import catalog
from games.models import Hand, Match
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import (
    answer,
    main_button,
    moves,
    nothing_inline,
    play_to_the_end,
    press_live,
    start_against_bots,
    stay_at_home,
    table,
    task,
    wait_for_new_table,
)
from tests.games.scripts import play_on, state_of

COLOUR_NAMES = {"r": "red", "b": "blue", "o": "orange", "g": "green", "p": "purple"}


def hand_offer(match):
    """What the first seat's cards would do, one of each colour."""
    state = state_of(match)
    prompt = next(p for p in state.owed() if p.seat == 0)
    choices = catalog.GAMES[match.game].offer(state.view(0), prompt).ways[0].fields[0].choices
    return list({choice.face: choice for choice in choices}.values())


@pytest.mark.parametrize(("size", "options"), [("360", PHONE), ("1440", DESKTOP)])
def test_a_guest_plays_a_whole_match_against_three_bots(open_page, steady, screenshot, size, options):
    page = open_page(**options)
    strangers = stay_at_home(page)
    match = start_against_bots(page)
    shot = set()

    def look(asked):
        assert page.title().endswith("Kangoeroe")
        if asked not in shot:
            shot.add(asked)
            steady(page)
            nothing_inline(page)
            screenshot(page, f"match-{asked}-{size}")

    done = play_to_the_end(page, Random(size), look=look)
    match.refresh_from_db()
    assert done.total() >= 5 and match.status == Match.Status.FINISHED
    assert page.locator(".scores tbody tr").count() == 4

    with page.expect_download() as loading:
        page.get_by_role("link", name="The log as a file").click()
    log = json.loads(loading.value.path().read_text())
    assert log["seed"] == match.seed

    page.get_by_role("link", name="Step through").click()
    page.wait_for_url("**/replay/")
    screenshot(page, f"replay-{size}")
    for number in (1, 2, 3):
        page.get_by_role("link", name="One on").click()
        page.wait_for_url(f"**/replay/{number}/")
        assert page.locator("h1").inner_text() == f"Move {number} of {moves(match)}"
    page.get_by_role("link", name="Last move").click()
    page.wait_for_url(f"**/replay/{moves(match)}/")
    assert page.locator(".replay p").inner_text().count("Most kangaroos") == 1
    steady(page)

    page.get_by_role("link", name="Check the deal").click()
    assert page.get_by_role("heading", level=1).inner_text() == "The deal was fair"
    assert match.seed in page.locator("main").inner_text()
    steady(page)
    screenshot(page, f"proof-{size}")
    assert not strangers


def offers(page, family):
    """Choose a card of this colour; what the button then says."""
    page.locator(f"form.move label.slot[data-fam={family}]").first.click()
    return main_button(page).inner_text().strip()


@pytest.fixture
def alice_and_bob(alice, bob, open_page, sign_in_page):
    """A match of two people in which Alice is asked, and Alice's page."""

    def lay(kind="turn", **options):
        match = table([alice, bob], kind)
        page = open_page(**options)
        sign_in_page(page, alice)
        page.goto(match.get_absolute_url())
        return match, page

    return lay


def test_the_button_says_what_the_card_does_and_a_double_click_is_one_move(
    alice, bob, open_page, sign_in_page
):
    match = table([alice, bob], "turn", "fight")
    for _ in range(40):  # to a hand with cards of more than one kind
        if {"attacks", "takes"} <= {choice.effect for choice in hand_offer(match)}:
            break
        play_on(
            match,
            lambda state, seen=match.last_prompt: (
                state.last > seen and state.owed()[0].seat == 0 and state.owed()[0].kind == "turn"
            ),
        )
    page = open_page()
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    assert main_button(page).inner_text().strip() == "Choose a card"
    words = {"attacks": "Attack Bob with", "takes": "Take", "stays": "Play"}
    said = set()
    for choice in hand_offer(match):
        family = COLOUR_NAMES[choice.face]
        assert offers(page, family) == f"{words[choice.effect]} {family}"
        said.add(choice.effect)
        asked = page.locator("form.move fieldset.duel:visible")
        if choice.effect == "attacks":
            assert asked.count() == 1 and family in asked.inner_text()
            asked.get_by_text("Ask me again", exact=True).click()
        else:
            assert asked.count() == 0
    assert {"attacks", "takes"} <= said

    takes = next(choice for choice in hand_offer(match) if choice.effect == "takes")
    offers(page, COLOUR_NAMES[takes.face])
    before, shown = moves(match), page.evaluate("document.getElementById('match').dataset.poll")
    main_button(page).dblclick()
    wait_for_new_table(page, shown)
    assert moves(match) == before + 1
    taken = f"You take {COLOUR_NAMES[takes.face]} from the centre."
    assert taken in page.locator("#log li").first.inner_text()


def test_going_back_sends_nothing_again_and_shows_the_table_as_it_is(alice_and_bob):
    match, page = alice_and_bob()
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    answer(page, Random(1), press_live)
    headline, before = page.title(), moves(match)
    page.get_by_role("link", name="The whole log").first.click()
    page.wait_for_url("**/log/")
    page.go_back()
    assert page.title() == headline
    page.go_forward()
    page.go_back()
    play_on(match, lambda state: state.last > match.last_prompt + 1)
    page.go_forward()
    page.go_back()
    assert len(posts) == 1 and moves(match) > before
    assert page.locator("#log li").first.inner_text() == fresh_log(page)
    # A page kept whole in the history is loaded again when it comes back, with its buttons alive.
    with page.expect_navigation():
        page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert len(posts) == 1
    assert page.locator("button:disabled").count() == 0


def fresh_log(page):
    """The newest line of the log, as the server says it now."""
    return page.evaluate(
        """async () => { const answer = await fetch(location.href, { cache: "no-store" });
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const line = document.importNode(page.querySelector("#log li"), true);
            document.querySelector("#log ol").append(line);
            const text = line.innerText; line.remove(); return text; }"""
    )


def test_a_tab_three_turns_behind_gets_the_reason_and_the_table_and_loses_nothing(alice_and_bob, complaints):
    match, ahead = alice_and_bob()
    behind = [ahead.context.new_page() for _ in range(4)]
    for tab in behind:
        tab.set_default_timeout(10_000)
        tab.goto(match.get_absolute_url())
        if task(tab) == "turn":
            tab.locator("form.move label.slot").last.click()
    ahead.bring_to_front()
    for _ in range(3):
        answer(ahead, Random(1), press_live)
        play_on(match, lambda state: state.owed()[0].seat == 0 and state.owed()[0].kind == "turn")
        if not match.running:
            break
        ahead.reload()
    there = moves(match)
    hand = sorted(ahead.locator("form.move .slot").evaluate_all("all => all.map(one => one.dataset.fam)"))

    stale, plans, defends, reads = behind
    stale.bring_to_front()
    with stale.expect_response("**/answer/**") as answered:
        main_button(stale).click()
    assert answered.value.status == 409
    reason = stale.locator(".reason:visible")
    expect(reason).to_be_focused()
    assert reason.inner_text().strip() == stale.locator("#alert").inner_text().strip()
    assert "already answered this, and differently" in reason.inner_text()
    assert moves(match) == there
    assert_current(stale, hand)

    plans.bring_to_front()
    plans.locator("#plan > summary").click()
    plans.locator("#plan select[name='colour-1-1']").select_option("r")
    press_live(plans, plans.get_by_role("button", name="Save the plan"))
    assert "1 turn planned" in plans.locator("#plan > summary").inner_text()
    assert_current(plans, hand)
    defends.bring_to_front()
    defends.locator("#defence > summary").click()
    defends.locator("#defend-g").select_option("2")
    press_live(defends, defends.get_by_role("button", name="Save the defence"))
    assert_current(defends, hand)
    reads.bring_to_front()
    if reads.get_by_role("button", name="Got it").count():
        with reads.expect_response("**/read/"):
            reads.get_by_role("button", name="Got it").click()
        expect(reads.locator("#state")).to_be_focused()
        assert_current(reads, hand)
    assert moves(match) == there
    kept = Hand.objects.get(match=match, seat__number=0).orders
    assert '"r"' in kept and match.running
    complaints[:] = [line for line in complaints if "409" not in line]


def assert_current(page, hand):
    shown = page.locator("form.move .slot").evaluate_all("all => all.map(one => one.dataset.fam)")
    assert sorted(shown) == hand


def test_signed_out_the_button_leads_to_the_log_in_page_and_no_hand_is_left_behind(
    alice_and_bob, sign_in_page, complaints
):
    match, page = alice_and_bob()
    before = moves(match)
    for cookie in ("sessionid", None):
        page.locator("form.move .slot").first.click()
        page.context.clear_cookies(**({"name": cookie} if cookie else {}))
        main_button(page).click()
        page.wait_for_url(f"**/login/?next={match.get_absolute_url()}")
        assert page.locator("form.move").count() == 0
        page.go_back()
        assert page.locator(".slot").count() == 0
        sign_in_page(page, match.seats.get(number=0).person)
        page.goto(match.get_absolute_url())
        assert task(page) == "turn"
    assert moves(match) == before
    complaints[:] = [line for line in complaints if "403" not in line]


def test_offline_a_failing_server_and_a_refused_form_keep_what_was_chosen(alice_and_bob, complaints):
    match, page = alice_and_bob()
    before, sent = moves(match), []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.locator("form.move .slot").nth(2).click()
    chosen = page.locator("form.move .slot input:checked").get_attribute("value")

    page.context.set_offline(True)
    main_button(page).click()
    expect(page.locator("#offline")).to_be_visible()
    assert "Nothing was sent" in page.locator("#offline").inner_text()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    assert len(sent) == 1 and moves(match) == before
    assert page.locator("form.move .slot input:checked").get_attribute("value") == chosen

    page.route("**/answer/**", lambda route: route.fulfill(status=500, body="no"))
    main_button(page).click()
    expect(page.locator("#unsaved")).to_be_visible()
    assert "Not saved" in page.locator("#unsaved").inner_text()
    assert main_button(page).is_enabled()
    page.unroute("**/answer/**")

    # A number that nobody holds: the reason beside the cards, the card still chosen.
    page.evaluate(
        """() => { const form = document.querySelector("form.move");
            const more = document.createElement("input");
            more.type = "hidden"; more.name = "persist"; more.value = "10"; form.append(more); }"""
    )
    with page.expect_response("**/answer/**") as refused:
        main_button(page).click()
    assert refused.value.status == 422
    reason = page.locator("form.move .reason")
    expect(reason).to_be_focused()
    assert "do not hold that many" in reason.inner_text()
    assert page.locator("#unsaved").is_hidden()
    assert page.locator("form.move .slot input:checked").get_attribute("value") == chosen
    assert moves(match) == before
    press_live(page, main_button(page))
    assert moves(match) == before + 1
    complaints.clear()


def test_a_choice_that_is_closed_says_why_and_sends_nothing(alice, bob, open_page, sign_in_page):
    for seed in map(str, range(40)):
        match = table([alice, bob], "counter", seed)
        duel = state_of(match).table.duel
        if not state_of(match).hands[0].held(duel.colour):
            break
    page = open_page()
    sign_in_page(page, alice)
    page.goto(match.get_absolute_url())
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.locator("label:has(input[aria-disabled])").click(force=True)
    main_button(page).click()
    expect(page.locator("#alert")).to_have_text(
        "You hold no card of this colour any more: you can only stop."
    )
    assert not sent


def test_the_page_follows_what_others_do_but_leaves_focus_and_a_half_made_choice_alone(alice_and_bob):
    match, page = alice_and_bob("idle")
    page.clock.install()
    page.reload()
    polls = []
    page.on("request", lambda request: "/p/" in request.url and polls.append(request.url))
    with page.expect_response("**/p/**") as unchanged:
        page.clock.fast_forward("00:31")
    assert unchanged.value.status == 204

    # Others play: the table follows, the focus stays where it was and what was unfolded stays unfolded.
    page.locator("#plan > summary").focus()
    page.keyboard.press("Enter")
    shown = page.title()
    play_on(match, lambda state: state.owed()[0].seat == 0 and state.owed()[0].kind == "turn")
    page.clock.fast_forward("00:31")
    page.wait_for_function("before => document.title !== before", arg=shown, polling=20)
    expect(page.locator("#plan > summary")).to_be_focused()
    assert page.locator("#plan").get_attribute("open") is not None
    assert page.locator("#state").inner_text() == "Your turn: play a card"

    # A hidden tab asks nobody.
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })")
    page.evaluate("window.away = true")
    asked = len(polls)
    page.clock.fast_forward("01:35")
    page.wait_for_timeout(100)
    assert len(polls) == asked
    page.evaluate("window.away = false")

    # A choice is half made while the table changes elsewhere: it stays, and the page says so.
    page.locator("form.move .slot").nth(1).click()
    chosen = page.locator("form.move .slot input:checked").get_attribute("value")
    play_on(match, lambda state, seen=match.last_prompt: state.last > seen)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#changed")).to_be_visible()
    assert len(polls) > asked
    assert page.locator("form.move .slot input:checked").get_attribute("value") == chosen
    page.locator("#changed a").click()
    page.wait_for_function("() => !document.querySelector('.slot input:checked')")
