"""Halt mal kurz at a real table, every mechanic from all sides of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import asked, form, log, newest, plain, press, reload
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.hmk import (
    act,
    answers_of,
    choose_card,
    choose_gift,
    choose_seat,
    choose_throws,
    lay_table,
    same_for_all,
    shapes,
    times,
)
from tests.browser.playing import main_button, nothing_inline, task, unfold
from tests.browser.test_access import tab_to
from tests.games.scripts import people

DUEL = "schnick-k halt-k nazi-p/halt-p police-p nazi-a/swap-p nazi-k halt-a"
CALL = "Schnick, Schnack, Schnuck"
WON = "Es ist kein Glücksspiel"


# A duel


def test_a_duel_with_a_tie_is_told_on_three_beats_to_both_and_to_who_watches(sit, screenshot):
    match = lay_table(DUEL)
    alice, bob, cleo = sit(match, 0, 1, 2)
    choose_card(alice, "schnick")
    assert main_button(alice).inner_text() == "Lay Schnick-Schnack-Schnuck on whom?"
    choose_seat(alice, "Bob")
    assert main_button(alice).inner_text() == "Lay Schnick-Schnack-Schnuck on Bob"
    press(alice, main_button(alice))

    reload(bob, cleo)
    assert alice.locator("h1").inner_text() == "Your duel: choose your throws"
    assert bob.locator("h1").inner_text() == "Alice challenges you: choose your throws"
    assert cleo.locator("h1").inner_text() == "Waiting for Alice and Bob"
    assert [asked(page) for page in (alice, bob, cleo)] == [["throw"], ["throw"], []]
    for page in (alice, bob, cleo):  # both seats, the stake, and how long there is
        words = plain(page.locator(".chain").inner_text())
        assert "Schnick-Schnack-Schnuck" in words and "then the winner gives the loser a card" in words
    assert "left" in alice.locator(".status .due").inner_text()
    assert "left" in bob.locator(".status .due").inner_text()
    assert form(alice, "throw").locator(".wish").count() == 0  # no list helps against one's own card
    assert form(bob, "throw").locator(".wish").count() == 1

    # One throw each, and the same: both are asked again, without well.
    choose_throws(alice, "rock")
    press(alice, main_button(alice))
    assert alice.locator("h1").inner_text() == "Waiting for Bob"
    assert main_button(alice).inner_text() == "Change my throws"
    reload(bob)
    states = bob.locator(".throwers li > span:last-child").all_inner_texts()
    assert [plain(one) for one in states] == ["Alice has thrown", "You still to throw"]
    assert bob.locator("form.move input[name^=throw-]:checked:not([value=''])").count() == 0
    assert CALL not in log(bob)
    form(bob, "throw").locator("label.well").click()
    choose_throws(bob, "rock")
    press(bob, main_button(bob))
    assert newest(bob) == (
        f"You say first: Ohne Brunnen Alice calls: {CALL} You throw rock, Alice throws rock. "
        "Still a tie, and Alice and you have to throw again."
    )
    reload(alice, cleo)
    assert newest(cleo).startswith(f"Bob says first: Ohne Brunnen Alice calls: {CALL} Alice throws rock, Bob")
    assert f"You call: {CALL} You throw rock, Bob throws rock." in newest(alice)
    assert alice.get_by_text("This duel is without well.").count() == 1
    assert alice.locator("input[name=throw-1][value=well]").get_attribute("aria-disabled") == "true"
    screenshot(alice, "hmk-throw-again")

    # A list of throws settles the next tie in the same visit.
    choose_throws(alice, "rock", "paper")
    choose_gift(alice, "Halt mal kurz")
    press(alice, main_button(alice))
    reload(bob)
    choose_throws(bob, "rock", "rock", "scissors")
    press(bob, main_button(bob))
    reload(alice, cleo)
    assert newest(bob) == (
        f"Alice calls: {CALL} You throw rock, Alice throws rock. You throw rock, Alice throws paper. "
        f"Alice wins the duel against you and says: {WON} Alice gives you a card. "
        "You got from Alice: kangaroo Halt mal kurz."
    )
    assert newest(alice) == (
        f"You call: {CALL} You throw rock, Bob throws rock. You throw paper, Bob throws rock. "
        f"You win the duel and say: {WON} You give Bob a card. You gave Bob: kangaroo Halt mal kurz."
    )
    assert newest(cleo) == (
        f"Alice calls: {CALL} Alice throws rock, Bob throws rock. Alice throws paper, Bob throws rock. "
        f"Alice wins the duel and says: {WON} Alice gives Bob a card."
    )
    assert shapes(alice) == shapes(cleo) == ["rock", "rock", "paper", "rock"]
    assert shapes(bob) == ["rock", "rock", "rock", "paper"]
    for page in (alice, bob, cleo):
        assert page.locator("#log li").first.locator("q.bubble[lang=de]", has_text=CALL).count() == 1
    screenshot(bob, "hmk-duel-told")


GROUP = "group-k halt-k nazi-p swap-p/halt-p police-p/halt-a nazi-a"


def test_a_group_duel_is_won_and_each_of_the_beaten_gets_the_card_that_was_chosen(sit, complaints):
    match = lay_table(GROUP, "0 lay group-k")
    alice, bob = sit(match, 0, 1)
    assert form(alice, "throw").locator("fieldset.throw").count() == 1  # one throw, and ties do nothing
    assert bob.locator("h1").inner_text() == "Alice challenges you: choose your throws"
    choose_throws(bob, "scissors")
    choose_gift(bob, "Polizei")
    press(bob, main_button(bob))
    reload(alice)
    assert "scissors" not in log(alice)
    choose_throws(alice, "rock")
    press(alice, main_button(alice))
    act(match, "2 throw s")
    reload(alice, bob)
    assert newest(alice) == (
        f"You call: {CALL} You throw rock. Bob throws scissors. Cleo throws scissors. "
        f"You beat Bob. You beat Cleo. You say: {WON}"
    )
    assert newest(bob) == (
        f"Alice calls: {CALL} Alice throws rock. You throw scissors. Cleo throws scissors. "
        f"Alice beats you. Alice beats Cleo. Alice says: {WON}"
    )
    assert shapes(alice) == shapes(bob) == ["rock", "scissors", "scissors"]

    assert asked(alice) == ["give"] and asked(bob) == []
    assert bob.locator("h1").inner_text() == "Waiting for Alice"
    assert form(alice, "give").locator("label.give").count() == 2
    penguin = alice.locator("select[name=to-1] option", has_text="penguin, not funny").get_attribute("value")
    for place in (1, 2):
        alice.select_option(f"select[name=to-{place}]", penguin)
    with alice.expect_response("**/answer/**") as refused:
        main_button(alice).click()
    assert refused.value.status == 422  # one card for two
    expect(form(alice, "give").locator(".reason")).to_contain_text("given only once")
    swap = alice.locator("select[name=to-2] option", has_text="Ach").get_attribute("value")
    alice.select_option("select[name=to-2]", swap)
    press(alice, main_button(alice))
    reload(bob)
    assert "You gave Bob: penguin Nazi." in log(alice) and "You gave Cleo: penguin Ach" in log(alice)
    assert "You got from Alice: penguin Nazi." in log(bob)
    assert "Alice gives Cleo a card." in log(bob) and "Ach" not in newest(bob)
    complaints[:] = [line for line in complaints if "422" not in line]


# An assembly


def vote(page, giver, receiver):
    choose_seat(page, giver, "giver")
    choose_seat(page, receiver, "receiver")
    press(page, form(page, "vote").locator("button[value=vote]"))


def ballots(page):
    return [plain(one) for one in page.locator(".ballots li").all_inner_texts()]


def test_an_assembly_votes_in_the_open_and_all_read_the_same_tally(sit, screenshot):
    match = lay_table("assembly-p halt-k nazi-p/halt-p police-p/halt-a nazi-a", "0 lay assembly-p")
    alice, bob, cleo = sit(match, 0, 1, 2)
    for page in (alice, bob, cleo):
        assert asked(page) == ["vote"]
        assert "If two are equal, nothing happens." in form(page, "vote").inner_text()
        assert page.locator("#talk").count() == 1
    vote(alice, "You", "Cleo")
    reload(bob, cleo)
    assert ballots(bob) == ["Alice Alice should give Cleo a card.", "You still to vote", "Cleo still to vote"]
    assert ballots(cleo) == ["Alice Alice should give you a card.", "Bob still to vote", "You still to vote"]
    assert "1 of 3 have voted" in form(bob, "vote").inner_text()
    vote(bob, "Alice", "Cleo")

    # She sees where this leads, and changes hers while it is still open.
    reload(alice)
    assert ballots(alice)[1] == "Bob You should give Cleo a card."
    assert form(alice, "vote").locator("button[value=vote]").inner_text() == "Change my vote"
    vote(alice, "Bob", "Cleo")
    assert "You change your vote. You vote that Bob should give Cleo a card." in newest(alice)
    reload(cleo)
    assert ballots(cleo)[0] == "Alice Bob should give you a card."
    screenshot(cleo, "hmk-vote")
    vote(cleo, "Bob", "Alice")
    reload(alice, bob)
    assert "no majority in 3 votes, so nobody gives a card." in newest(alice)
    for page in (alice, bob, cleo):
        assert "The assembly is over: no majority in 3 votes" in log(page) and asked(page) != ["vote"]


def test_a_decided_assembly_is_carried_out(sit):
    match = lay_table(
        "assembly-p halt-k/halt-p police-p/halt-a nazi-a", "0 lay assembly-p", "2 abstain", "1 vote 0>1"
    )
    alice, bob, cleo = sit(match, 0, 1, 2)
    press(alice, form(alice, "vote").locator("button[value=abstain]"))
    reload(bob, cleo)
    assert "The assembly decides with 1 of 1 vote" in log(alice) and "you should give Bob a card" in log(
        alice
    )
    assert "Alice gives you a card" in log(bob) and "You got from Alice: kangaroo Halt mal kurz." in log(bob)
    assert "Alice gives Bob a card" in log(cleo) and "Halt mal kurz" not in newest(cleo)
    for page in (alice, bob, cleo):
        assert page.locator("#log .bars[aria-hidden=true]").count() == 1


# Flip and slap

SLAP = "halt-k halt-a swap-p/halt-p police-p schnick-a/nazi-k list-a swap-a"


def slap_by(page, how, wait):
    """Turn the card and slap it, in one's own way and after so many milliseconds."""
    turn = form(page, "flip").locator("button[value=flip]").first
    if how == "no scripts":
        turn.click()
        page.wait_for_selector("#slap-hit")
        page.wait_for_timeout(wait)
        page.click("#slap-hit")
    elif how == "touch":
        turn.tap()
        page.wait_for_function("() => document.activeElement.id === 'slap-hit'", polling=20)
        page.wait_for_timeout(wait)
        page.locator("#slap-hit").tap()
    else:
        turn.focus()
        page.keyboard.press(how)
        page.wait_for_function("() => document.activeElement.id === 'slap-hit'", polling=20)
        page.wait_for_timeout(wait)
        page.keyboard.press(how)
    page.wait_for_selector("#slap-hit", state="detached")


@pytest.mark.parametrize(
    ("alices", "bobs"), [("touch", "Space"), ("Enter", "no scripts")], ids=["touch-space", "enter-plain"]
)
def test_a_card_is_slapped_from_two_sides_and_the_times_are_told_at_the_settlement_alone(
    sit, alices, bobs, steady, screenshot
):
    match = lay_table(SLAP, "2 lay nazi-k", turn=2)
    alice = sit(match, 0, **(PHONE if alices == "touch" else {}))
    bob = sit(match, 1, **({"java_script_enabled": False} if bobs == "no scripts" else {}))
    assert asked(alice)[0] == "flip" and "turn" in asked(alice) and asked(bob) == ["flip"]
    assert alice.locator("h1").inner_text() == "Your turn: first turn the cards that wait"
    assert form(alice, "turn").locator("button[value=lay], button[value=draw]").count() == 0
    screenshot(alice, f"hmk-flip-{alices}")
    slap_by(alice, alices, 200)
    assert "You turn the card: kangaroo Nazi." in log(alice) and "You slap after" in log(alice)
    assert "slapped" not in log(alice)
    assert asked(alice) == ["turn"]

    # On Bob's page there is one seat less to wait for, and nothing else.
    reload(bob)
    text = plain(bob.locator("main").inner_text())
    assert "1 of 2 still to turn" in text and asked(bob) == ["flip"]
    assert bob.locator("main .t-nazi").count() == 0 and not re.search(r"\d[.,]\d\d s", text)
    assert not re.search(r"Alice (turn|slap|keep)", text)
    slap_by(bob, bobs, 500)
    reload(alice)
    mine, theirs = times(alice), times(bob)
    assert set(mine) == {"You", "Bob"} and set(theirs) == {"Alice", "You"}
    assert (mine["You"], mine["Bob"]) == (theirs["Alice"], theirs["You"])
    assert all(0.15 <= float(one) < 4 for one in mine.values())
    slowest = "You were" if mine["You"] > mine["Bob"] else "Bob was"
    assert f"{slowest} the slowest and should draw a card." in log(alice)
    assert "The card of Cleo was kangaroo Nazi." in log(alice) and "kangaroo Nazi" in log(bob)
    steady(alice)


def test_hands_off_at_a_police_names_who_plays_open_only_when_all_have_turned_it(sit):
    match = lay_table(SLAP.replace("nazi-k", "police-k"), "2 lay police-k >1", turn=2)
    alice, bob = sit(match, 0, 1)
    form(alice, "flip").locator("details.hush summary").click()
    press(alice, form(alice, "flip").locator("button[value=leave]"))
    reload(bob)
    for page in (alice, bob):
        assert "names" not in plain(page.locator("main").inner_text())
    form(bob, "flip").locator("button[value=flip]").click()
    bob.wait_for_selector("#slap-off")
    assert "Whoever slaps this one draws a card" in bob.locator("#slap, .says").first.inner_text()
    bob.click("#slap-off")
    bob.wait_for_selector("#slap-off", state="detached")
    reload(alice)
    assert (
        "The card of Cleo was kangaroo Polizei. It names you. Nobody slapped, so nobody has to draw."
        in log(bob)
    )
    assert "It names Bob. Nobody slapped, so nobody has to draw." in log(alice)
    assert bob.locator(".open-row").inner_text().startswith("Your hand lies open")
    assert alice.locator(".open-row .spread li").count() == 3


# A reaction


def test_a_reaction_is_asked_with_or_without_a_list_and_the_others_see_no_difference(sit, screenshot):
    cast = people(3)
    asks = {"reactions": "ask"}
    hands = "swap-p halt-k nazi-p/{0} police-p nazi-a/swap-k nazi-k halt-a"
    holds, lacks = (
        lay_table(hands.format(held), "0 lay swap-p >1", cast=cast, options=asks)
        for held in ("list-p", "halt-p")
    )
    alice, bob, cleo = sit(holds, 0, 1, 2)
    assert alice.locator("h1").inner_text() == cleo.locator("h1").inner_text() == "Waiting for Bob"
    for page in (alice, cleo):
        assert same_for_all(page, holds) == same_for_all(page, lacks)
    assert same_for_all(bob, holds) != same_for_all(bob, lacks)
    assert bob.locator("h1").inner_text() == "Alice plays Ach – mein, dein on you"
    assert "You get the 2 cards of Alice, and your 3 go over there." in form(bob, "react").inner_text()
    assert form(bob, "react").locator(".actions button").all_inner_texts() == ["Let it happen", "Use a list"]
    screenshot(bob, "hmk-react")
    press(bob, form(bob, "react").locator("button[value='1']"))
    reload(alice)
    used = "against Ach – mein, dein: it does nothing to"
    assert f"You use penguin Not-to-do-Liste {used} you." in log(bob)
    assert f"Bob uses penguin Not-to-do-Liste {used} Bob." in log(alice)
    assert "You draw another card for the list." in log(bob)
    assert "Bob draws another card for the list." in log(alice)

    bob.goto(lacks.get_absolute_url())
    assert "You hold no list that fits this card. Nobody else sees that." in form(bob, "react").inner_text()
    assert form(bob, "react").locator(".actions button").all_inner_texts() == ["Let it happen"]
    press(bob, main_button(bob))
    alice.goto(lacks.get_absolute_url())
    assert "Alice plays Ach – mein, dein and swaps 2 cards for your 3." in log(bob)
    assert "You play Ach – mein, dein and swap 2 cards for the 3 of Bob." in log(alice)
    assert "Your new hand" in log(alice) or "You got from Bob" in log(alice)


# An open hand


def test_an_open_hand_is_a_row_for_the_others_and_covered_while_a_card_from_it_is_turned(sit, screenshot):
    match = lay_table("halt-k swap-k/nazi-k halt-p swap-p/halt-a nazi-a", opened=1, turn=1)
    alice, bob, cleo = sit(match, 0, 1, 2)
    for page in (alice, cleo):
        row = page.locator(".open-row")
        assert plain(row.locator("h3").inner_text()) == "Open hand of Bob 3 cards, for all to see"
        assert row.locator(".spread .card").count() == 3 and row.locator(".t-nazi").count() == 1
    assert plain(bob.locator(".open-row").inner_text()) == "Your hand lies open everybody sees your cards"
    screenshot(alice, "hmk-open")

    choose_card(bob, "nazi")
    press(bob, main_button(bob))
    reload(alice, cleo)
    for page in (alice, bob, cleo):
        heading = plain(page.locator(".open-row h3").inner_text())
        assert heading.endswith("covered until everybody has turned the cards above")
        assert page.locator(".open-row .card").count() == 0

    # Who has turned it may look again; the others may not yet.
    form(alice, "flip").locator("details.hush summary").click()
    press(alice, form(alice, "flip").locator("button[value=leave]"))
    reload(cleo, bob)
    assert "only those who have turned all cards see it now" in alice.locator(".open-row").inner_text()
    assert alice.locator(".open-row .card").count() == 2
    assert cleo.locator(".open-row .card").count() == bob.locator(".open-row .card").count() == 0
    act(match, "2 leave")
    reload(alice, cleo, bob)
    for page in (alice, cleo):
        assert page.locator(".open-row .card").count() == 2
        assert "2 cards, for all to see" in plain(page.locator(".open-row").inner_text())
    assert "everybody sees your cards" in bob.locator(".open-row").inner_text()


# A planned turn


def plan(page, *lines):
    page.locator("#plan > summary").click()
    for place, (words, whom) in enumerate(lines, 1):
        option = page.locator(f"select[name=card-{place}] option", has_text=words)
        page.select_option(f"select[name=card-{place}]", option.first.get_attribute("value"))
        if whom:
            page.select_option(f"select[name=whom-{place}]", label=whom)
    page.get_by_role("button", name="Save the plan").click()
    page.wait_for_selector("#saved:focus")


def test_a_plan_fires_past_a_card_to_turn_and_is_called_planned(sit, screenshot):
    match = lay_table("nazi-p halt-k swap-a halt-a/halt-p police-p/nazi-k swap-k", turn=1)
    alice, bob = sit(match, 0, 1)
    plan(alice, ("Halt mal kurz, kangaroo", "Cleo"))
    alice.locator("#plan > summary").click()
    assert "Halt mal kurz on Cleo" in plain(alice.locator(".planned").inner_text())
    screenshot(alice, "hmk-plan")
    reload(bob)
    assert "Cleo" not in plain(bob.locator("#plan").inner_text()) and bob.locator(".planned").count() == 0
    act(match, "1 draw", "2 lay nazi-k")
    reload(alice, bob)
    assert "You lay kangaroo Halt mal kurz and name Cleo." in log(alice) and "(planned)" in log(alice)
    assert "Alice lays kangaroo Halt mal kurz and names Cleo." in log(bob)
    assert asked(alice) == ["flip"]  # that still waits
    assert "You can plan as soon as nothing is asked of you." in alice.locator("#plan").text_content()
    assert alice.locator("#plan button", has_text="Save the plan").count() == 0
    assert alice.locator(".planned").count() == 0  # good for one turn
    assert "planned" not in plain(alice.locator("#plan > summary").inner_text())


def test_a_plan_that_does_not_fit_is_said_to_its_owner_alone(sit):
    cast = people(3)
    hands = "halt-k swap-a nazi-a/halt-p police-p/nazi-p swap-k"
    planned, plain_one = (lay_table(hands, cast=cast, turn=1, top="assembly-p") for _ in range(2))
    alice, bob = sit(planned, 0, 1)
    plan(alice, ("Halt mal kurz, kangaroo", "Cleo"), ("Ach", "Bob"))
    for match in (planned, plain_one):
        act(match, "1 draw", "2 lay nazi-p")
    reload(alice)
    missed = "Your plan did not act, so you are asked. Only you see this."
    assert alice.get_by_text(missed).is_visible()
    assert asked(alice)[0] == "flip" and "turn" in asked(alice)
    assert "planned" not in log(alice)
    assert same_for_all(bob, planned) == same_for_all(bob, plain_one)
    assert same_for_all(alice, planned) != same_for_all(alice, plain_one)


# Said aloud


def test_own_words_are_read_as_words_by_all_and_never_as_markup(sit):
    match = lay_table("list-k halt-k/halt-p/halt-a")
    alice, bob = sit(match, 0, 1)
    wild = '<b id=x>Hü</b> & "hott" <script>top.x=1</script>'
    choose_card(alice, "list")
    alice.locator("#aloud > summary").click()
    alice.locator("#aloud label", has_text="roared").click()
    alice.get_by_label("In your own words").fill(wild)
    press(alice, main_button(alice))
    reload(bob)
    for page, told in ((alice, "You roar:"), (bob, "Alice roars:")):
        assert f"{told} {wild}" in page.locator("#log li").first.text_content()
        bubble = page.locator("#log q.bubble[data-delivery=roared]").first
        assert bubble.text_content() == wild and bubble.locator("*").count() == 0
        assert page.locator("#x").count() == 0 and page.evaluate("top.x === undefined")


def test_the_table_crowns_its_clown_at_the_end(sit, axe, screenshot):
    match = lay_table("list-k/halt-p swap-p/halt-a")
    alice, bob = sit(match, 0, 1)
    choose_card(alice, "list")
    press(alice, main_button(alice))
    reload(bob)
    assert alice.locator(".result h2").inner_text() == alice.locator("h1").inner_text()
    assert alice.locator(".scores tbody tr").count() == 3
    assert [plain(row) for row in bob.locator(".scores tbody tr").all_inner_texts()] == [
        "1 Alice 0 cards left",
        "2 Cleo 1 card left",
        "3 You 2 cards left",
    ]
    for page, whom, words in (
        (alice, "Bob", "Clown of the table: Bob, 1 vote"),
        (bob, "Cleo", "The red nose is shared: you and Cleo, 1 vote each"),
        (alice, "Cleo", "Clown of the table: Cleo, 2 votes"),
    ):
        page.locator("#clown label", has_text=whom).click()
        page.locator("#crown").click()
        expect(page.locator("#clown .nosed")).to_have_text(words)
    screenshot(bob, "hmk-clown")
    for scheme in ("light", "dark"):
        bob.emulate_media(color_scheme=scheme)
        axe(bob)


# For everybody

WAITS = {  # what the first seat is asked: hands, what was answered before, how it was laid out
    "turn": ("nazi-k police-k halt-a swap-p razupaltuff list-p nazi-a/halt-p swap-k/list-a nazi-p", (), {}),
    "flip": (SLAP, ("2 lay nazi-k",), {"turn": 2}),
    "react": (
        "list-p halt-k/swap-p halt-a/nazi-a halt-p",
        ("1 lay swap-p >0",),
        {"turn": 1, "options": {"reactions": "ask"}},
    ),
    "throw": (DUEL, ("0 lay schnick-k >1",), {}),
    "vote": ("assembly-p halt-k nazi-p/halt-p list-p/halt-a", ("0 lay assembly-p", "1 vote 0>2"), {}),
    "give": (GROUP, ("0 lay group-k", "0 throw r", "1 throw s", "2 throw s"), {}),
    "open": ("halt-k list-k/nazi-k swap-p/halt-a", (), {"opened": 1, "turn": 1}),
}


SCHEMES = [("light", 360, 740), ("dark", 1440, 900)]


@pytest.mark.parametrize(("scheme", "width", "height"), SCHEMES, ids=["light", "dark"])
def test_no_question_has_barriers_in_light_or_dark_or_scrolls_sideways(
    open_page, sign_in_page, axe, steady, screenshot, scheme, width, height
):
    cast = people(3)
    page = open_page(**(PHONE if width == 360 else DESKTOP), color_scheme=scheme)
    sign_in_page(page, cast[0])

    def look(name):
        if name != "slap":  # the ring's time is set from its script
            nothing_inline(page)
        axe(page)
        steady(page)
        assert_targets_are_large(page)
        screenshot(page, f"hmk-{name}-{scheme}")
        if width == 360:
            page.set_viewport_size({"width": 320, "height": 600})
            steady(page)
            page.set_viewport_size({"width": width, "height": height})

    for name, (hands, answers, more) in WAITS.items():
        match = lay_table(hands, *answers, cast=cast, **more)
        page.goto(match.get_absolute_url())
        unfold(page)
        if name == "turn":
            choose_card(page, "police")  # whom? and the orders are unfolded below
            expect(page.locator(".whom:visible")).to_have_count(1)
        look(name)
    match = lay_table(SLAP, "2 lay nazi-k", cast=cast, turn=2, window=600)
    page.goto(match.get_absolute_url())
    form(page, "flip").locator("button[value=flip]").click()
    page.wait_for_function("() => document.activeElement.id === 'slap-hit'")
    look("slap")
    for place in ("#slap-hit", "#slap-off"):  # in sight as the card is turned, and large
        box = page.locator(place).bounding_box()
        assert box["height"] >= 64 and box["y"] + box["height"] <= height


def assert_targets_are_large(page):
    """24 pixels for whatever can be pressed, 44 for cards and main buttons. Links within a sentence are words."""
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button, select, summary, input:not([type=hidden]))")]
            .filter(one => one.checkVisibility() && !(one.tagName === "A" && one.closest("p")))
            .map(one => [one, one.closest("label") || one])
            .map(([one, target]) => [one, target.getBoundingClientRect(),
                target.matches(".slot, .main, .person, .choice") ? 44 : 24])
            .filter(([one, box, least]) => box.width && (box.width < least - .5 || box.height < least - .5))
            .map(([one, box, least]) => `${one.tagName} ${one.name || ""} ${one.value || ""} `
                + `${one.textContent.trim().slice(0, 30)}: `
                + `${Math.round(box.width)}x${Math.round(box.height)} < ${least}`)"""
    )
    assert not small, "\n".join(small)


def test_a_phone_shows_who_what_until_when_and_the_first_row_of_the_hand(open_page, sign_in_page, screenshot):
    """For three, four and five seats."""
    cast = people(5)
    page = open_page(**PHONE)
    sign_in_page(page, cast[0])
    hands = (
        "nazi-k police-k halt-a swap-p razupaltuff list-p nazi-a",
        "halt-p swap-k",
        "list-a nazi-p",
        "halt-k",
        "group-a",
    )
    for seats in (3, 4, 5):
        match = lay_table("/".join(hands[:seats]), f"{seats - 1} draw", cast=cast[:seats], turn=seats - 1)
        page.goto(match.get_absolute_url())
        assert task(page) == "turn"
        screenshot(page, f"hmk-fits-{seats}")
        edges = page.evaluate(
            """() => { const box = (where) => document.querySelector(where).getBoundingClientRect();
                return { state: box(".status h1").top, due: box(".status .due").bottom, question: box(".ask").bottom,
                    card: box(".slot .card").bottom, bar: box(".actions").top, end: box(".actions").bottom,
                    scrolled: window.scrollY }; }"""
        )
        assert edges["scrolled"] == 0 and edges["state"] >= 0 and edges["due"] < edges["question"]
        assert edges["question"] < edges["card"] <= edges["bar"] < edges["end"] <= 740, (seats, edges)
    for name in ("flip", "react", "throw", "vote", "give"):
        hands, answers, more = WAITS[name]
        match = lay_table(hands, *answers, cast=cast[:3], **more)
        page.goto(match.get_absolute_url())
        asked_at = page.locator("form.move .ask").first.bounding_box()
        bar = page.locator("form.move .actions").first.bounding_box()
        assert asked_at["y"] + asked_at["height"] < bar["y"] < 740 - bar["height"] + 1, name


def test_what_cannot_be_laid_is_told_in_words_and_outlines_and_says_why_when_pressed(sit):
    match = lay_table("nazi-k halt-p nazi-a nazi-p razupaltuff/halt-a/swap-k")
    page = sit(match, 0, **PHONE)
    assert "2 of 5 playable" in page.locator(".prompt").inner_text()
    styles = page.evaluate(
        """() => [".legal", ".blocked"].map(which => { const style =
            getComputedStyle(document.querySelector(`form.move .slot${which} .card`));
            return [style.outlineStyle, style.outlineWidth, document.querySelector(
                `form.move .slot${which} .badge svg`) !== null].join(" "); })"""
    )
    assert styles[0] != styles[1] and styles[0].endswith("true") and styles[1].endswith("false"), styles
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    for kind, why in (("razupaltuff", "can never be laid"), ("nazi", "does not fit")):
        page.locator(f"label.slot.blocked[data-kind={kind}]").first.click(force=True)
        form(page, "turn").locator("button[value=lay]").click()
        expect(page.locator("#alert")).to_contain_text(why)
        expect(page.locator("#closed")).to_be_visible()
    assert not sent
    # Drawing is possible all the same.
    press(page, form(page, "turn").locator("button[value=draw]"))
    assert answers_of(match, 0, "draw") and "You draw 1 card." in log(page)


def at_radio(name, value=""):
    suffix = f'[value="{value}"]' if value else ""
    return f"document.activeElement.matches('form.move input[name={name}]{suffix}')"


def test_a_turn_a_throw_and_a_vote_by_keyboard_alone(sit):
    match = lay_table(DUEL)
    page = sit(match, 0)
    tab_to(page, "document.activeElement.matches('form.move .slot input')")
    for _ in range(8):
        if page.evaluate("document.activeElement.closest('.slot').dataset.kind") == "schnick":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    tab_to(page, at_radio("target"))
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('label').innerText").strip().endswith("3 cards")
    whom = page.evaluate("document.activeElement.value")
    press_by_keyboard(page, "button[value=lay]")
    assert answers_of(match, 0, "lay")[0]["target"] == int(whom)

    tab_to(page, at_radio("throw-1"))
    page.keyboard.press("Space")
    tab_to(page, at_radio("throw-2"))
    page.keyboard.press("ArrowRight")
    press_by_keyboard(page, "button.main")
    throws = answers_of(match, 0, "throw")[0]["throws"]
    assert throws[0] == "rock" and len(throws) == 2

    match = lay_table(
        "assembly-p halt-k nazi-p/halt-p list-p/halt-a", "0 lay assembly-p", cast=cast_of(match)
    )
    page.goto(match.get_absolute_url())
    tab_to(page, at_radio("giver"))
    page.keyboard.press("Space")
    tab_to(page, at_radio("receiver"))
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    press_by_keyboard(page, "button[value=vote]")
    (ballot,) = answers_of(match, 0, "vote")
    assert (ballot["giver"], ballot["receiver"]) == (0, 1)


def cast_of(match):
    return [seat.person for seat in match.seats.order_by("number")]


def press_by_keyboard(page, button):
    tab_to(page, f"document.activeElement.matches('form.move {button}')")
    before = page.evaluate("document.getElementById('match').dataset.poll")
    page.keyboard.press("Enter")
    page.wait_for_function(
        """before => document.getElementById("match").dataset.poll !== before
            && document.activeElement.id === "state" """,
        arg=before,
        polling=20,
    )


@pytest.mark.parametrize(("scheme", "width", "height"), SCHEMES, ids=["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_learn_page_has_no_barriers_in_light_or_dark(
    open_page, axe, steady, language, scheme, width, height
):
    page = open_page(
        **(PHONE | {"viewport": {"width": width, "height": height}}), locale=language, color_scheme=scheme
    )
    page.goto("/games/halt-mal-kurz/")
    assert page.locator("html").get_attribute("lang") == language
    unfold(page)
    axe(page)
    steady(page)
