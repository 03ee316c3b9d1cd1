"""Time at a table, seen by the people who sit there: a visit missed, a seat taken back, a pause, a sleep."""

from datetime import timedelta
from random import Random

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games import expiry
from games.models import Hand, Match, Prompt, Pulse, Seat
from tests.browser.conftest import PHONE
from tests.browser.playing import answer, press_live, press_plain, table, task
from tests.games.scripts import HTMX, Party, bot_form

DAY = 24 * 3600


@pytest.fixture
def alice_and_bob(alice, bob) -> Match:
    """A match with a day for each answer, in which Alice is asked. Neither of them sleeps."""
    User.objects.update(quiet_from=None, quiet_until=None)
    match = table([alice, bob], "turn")
    Match.objects.filter(pk=match.pk).update(pace=DAY)
    give_time(match)
    return Match.objects.get(pk=match.pk)


def give_time(match: Match) -> None:
    """The match was laid without a pace: its question gets its day now."""
    due = timezone.now() + timedelta(days=1)
    Prompt.objects.filter(match=match, waits=True).update(due_at=due, remind_at=due - timedelta(hours=4))


def let_time_run_out(match: Match) -> None:
    Pulse.objects.all().delete()
    day = timedelta(seconds=DAY)
    Hand.objects.filter(match=match, missed_at__isnull=False).update(missed_at=F("missed_at") - 2 * day)
    waiting = Prompt.objects.filter(match=match, waits=True)
    waiting.update(due_at=timezone.now() - timedelta(seconds=1), opened_at=F("opened_at") - day)
    assert expiry.sweep() == 1


def asks_alice(match: Match, alice, bob, sign_in) -> None:
    """Bob answers whatever he is asked until it is Alice's turn."""
    party = Party(match, {1: sign_in(bob)})
    while party.owed().seat == 1:
        prompt = party.owed(1)
        assert party.answer(1, prompt.number, bot_form(party, prompt)).status_code == 200


def test_two_visits_missed_hand_the_seat_to_a_bot_and_one_press_takes_it_back(
    alice_and_bob, alice, bob, sign_in, sign_in_page, phone, axe, steady, screenshot
):
    match = alice_and_bob
    sign_in_page(phone, alice)
    phone.goto(match.get_absolute_url())
    expect(phone.locator(".status .due")).to_contain_text("23 h 59 min left")
    expect(phone.locator(".status .due")).to_contain_text("then: a random card is played")

    let_time_run_out(match)
    phone.reload()
    phone.locator("#recap summary").click()
    expect(phone.locator("#recap")).to_contain_text("Your time had run out, so the clock played for you.")
    expect(phone.locator(".asked")).to_have_count(0)

    asks_alice(match, alice, bob, sign_in)
    let_time_run_out(match)
    phone.reload()
    expect(phone.locator(".asked")).to_contain_text("You missed two visits, so a bot plays for you.")
    expect(phone.locator(".seat").first).to_contain_text("a bot plays")
    axe(phone)
    steady(phone)
    screenshot(phone, "time-auto")

    press_live(phone, phone.get_by_role("button", name="Take my seat back"))
    expect(phone.locator(".asked")).to_have_count(0)
    assert not Seat.objects.get(match=match, person=alice).auto
    asks_alice(match, alice, bob, sign_in)
    phone.reload()
    assert task(phone) in ("turn", "defend")
    answer(phone, Random(1), press_live)


def test_a_pause_is_proposed_agreed_and_ended_by_hand(
    alice_and_bob, alice, bob, sign_in_page, open_page, axe, steady, screenshot
):
    match = alice_and_bob
    hers, his = open_page(**PHONE), open_page(color_scheme="dark")
    sign_in_page(hers, alice)
    sign_in_page(his, bob)
    hers.goto(match.get_absolute_url())
    hers.locator("#matters summary").click()
    axe(hers)
    screenshot(hers, "time-matters")
    press_live(hers, hers.get_by_role("button", name="7 days"))
    expect(hers.locator(".asked")).to_contain_text(
        "A pause of 7 days is proposed. Agreed: you. Still asked: Bob."
    )
    steady(hers)

    his.goto(match.get_absolute_url())
    axe(his)
    screenshot(his, "time-proposal")
    press_live(his, his.get_by_role("button", name="I agree"))
    expect(his.locator("#state")).to_have_text("This match is paused")
    axe(his)
    screenshot(his, "time-paused")
    assert Match.objects.get(pk=match.pk).status == Match.Status.PAUSED

    hers.reload()
    press_live(hers, hers.get_by_role("button", name="End the pause"))
    assert task(hers) == "turn"


def test_a_day_is_given_by_one_press_and_said_aloud(alice_and_bob, bob, sign_in_page, phone):
    match = alice_and_bob
    sign_in_page(phone, bob)
    phone.goto(match.get_absolute_url())
    phone.locator("#matters summary").click()
    press_live(phone, phone.get_by_role("button", name="Give Alice a day"))
    expect(phone.locator(".status .due")).to_contain_text("1 day 23 h left")
    expect(phone.locator("#say")).to_contain_text("You have given Alice one day more")


def test_all_of_it_works_without_scripts(alice_and_bob, alice, bob, sign_in_page, open_page):
    match = alice_and_bob
    hers, his = (open_page(java_script_enabled=False, **PHONE) for _ in range(2))
    sign_in_page(hers, alice)
    sign_in_page(his, bob)
    his.goto(match.get_absolute_url())
    his.locator("#matters summary").click()
    press_plain(his, his.get_by_role("button", name="Give Alice a day"))
    expect(his.locator(".status .due")).to_contain_text("1 day 23 h left")
    his.locator("#matters summary").click()
    press_plain(his, his.get_by_role("button", name="Propose to end the match"))
    hers.goto(match.get_absolute_url())
    press_plain(hers, hers.get_by_role("button", name="No, go on"))
    expect(hers.locator(".asked")).to_have_count(0)
    Seat.objects.filter(match=match, person=alice).update(auto=True)
    hers.reload()
    press_plain(hers, hers.get_by_role("button", name="Take my seat back"))
    expect(hers.locator(".asked")).to_have_count(0)


def test_a_table_that_sleeps_says_how_to_wake_it(
    alice_and_bob, alice, bob, sign_in_page, phone, axe, screenshot
):
    match = alice_and_bob
    Seat.objects.filter(match=match, person=bob).update(auto=True)
    let_time_run_out(match)
    for _ in range(6):
        match.refresh_from_db()
        if match.running:
            let_time_run_out(match)
    assert match.status == Match.Status.ASLEEP
    sign_in_page(phone, alice)
    phone.goto(match.get_absolute_url())
    expect(phone.locator("#state")).to_have_text("This match sleeps")
    axe(phone)
    screenshot(phone, "time-asleep")
    press_live(phone, phone.get_by_role("button", name="Take my seat back"))
    match.refresh_from_db()
    assert match.running


def test_what_others_settle_reaches_an_open_page_by_itself(
    alice_and_bob, alice, bob, sign_in_page, phone, sign_in
):
    match = alice_and_bob
    sign_in_page(phone, alice)
    phone.goto(match.get_absolute_url())
    poll_often(phone)
    sign_in(bob).post(f"{match.get_absolute_url()}propose/", {"what": "end", "days": "0"}, headers=HTMX)
    expect(phone.locator(".asked")).to_contain_text("It is proposed to end this match without a result.")


def poll_often(page: Page) -> None:
    page.evaluate(
        "document.getElementById('match').dataset.every = '0.3'; window.dispatchEvent(new Event('online'))"
    )
