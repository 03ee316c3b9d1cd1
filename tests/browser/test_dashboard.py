"""The dashboard, the talk and people in a browser: for everybody, on a phone and a desk, with and without scripts."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import ties
from accounts.models import Tie
from games import talk
from games.catalog import GAMES
from games.models import Invitation, Match, Message, Prompt, Seat
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import nothing_inline, stay_at_home, unfold
from tests.games.scripts import person, play_on, sit_down

ASKED, OTHERS = {"first": 0, "defence": "ask"}, {"first": 1, "defence": "ask"}
DAY = 24 * 60 * 60
SIZES = [pytest.param(PHONE, "360", id="phone"), pytest.param(DESKTOP, "1440", id="desktop")]


def lobby_of(host, *others, wanted=4) -> Match:
    match = Match.objects.create(
        game="kangoeroe", rules=1, status="lobby", wanted=wanted, host=host, pace=DAY, invite=None
    )
    for number, who in enumerate((host, *others)):
        Seat.objects.create(match=match, number=number, person=who, name=str(who), face=who.face)
    return match


@pytest.fixture
def busy(alice, bob, cleo) -> Match:
    """Alice has some of everything; the match that waits most urgently."""
    now = timezone.now()
    urgent = sit_down("kangoeroe", [alice, bob, cleo], ASKED, pace=DAY)
    Prompt.objects.filter(match=urgent, waits=True).update(due_at=now + timedelta(hours=3, minutes=10))
    calm = sit_down(
        "kangoeroe", [alice, person("Emil the Unreasonably Long-Named of Ghent")], ASKED, pace=3 * DAY
    )
    Prompt.objects.filter(match=calm, waits=True).update(due_at=now + timedelta(days=2, hours=4, minutes=1))
    Match.objects.filter(pk=sit_down("kangoeroe", [alice, None, None], ASKED).pk).update(practice=True)
    for _ in range(4):
        sit_down("kangoeroe", [alice, bob], OTHERS, pace=DAY)
    resting = sit_down("kangoeroe", [alice, cleo], ASKED)
    Match.objects.filter(pk=resting.pk).update(status="paused", paused_until=now + timedelta(days=9))
    Prompt.objects.filter(match=resting).update(waits=False)
    play_on(sit_down("kangoeroe", [alice, bob, cleo], pace=DAY))
    Match.objects.filter(pk=play_on(sit_down("kangoeroe", [alice, None])).pk).update(practice=True)
    lobby_of(alice, cleo)
    Invitation.objects.create(match=lobby_of(bob), person=alice, by=bob)
    return urgent


@pytest.fixture
def chatty(busy, alice, bob, cleo) -> Match:
    """A table at which much was said."""
    from django.db import transaction

    for who, words in (
        (bob, "Good evening, everybody."),
        (cleo, "Who took my blue kangaroo? It was only resting in front of me, and I had plans for it."),
    ):
        talk.say(busy.code, who, words)
    talk.react(busy.code, alice, "oh-no")
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=busy.pk)
        talk.note(match, "day", 1, to="Alice")
    talk.react(busy.code, bob, "take-your-time")
    return busy


def every_way(page: Page, axe, steady, screenshot, name: str, size: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        axe(page)
        screenshot(page, f"{name}-{scheme}-{size}")
    steady(page)
    nothing_inline(page)
    wide = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 600})
    steady(page)
    page.set_viewport_size(wide)


@pytest.mark.parametrize(("options", "size"), SIZES)
def test_the_dashboard_has_no_barriers(
    busy, alice, open_page, sign_in_page, axe, steady, screenshot, options, size
):
    alice.away_until = timezone.now().date() + timedelta(days=3)
    alice.save()
    page = open_page(**options)
    strangers = stay_at_home(page)
    sign_in_page(page, alice)
    page.goto("/")
    assert page.title().startswith("(3) ")
    expect(page.locator("h1")).to_have_text("3 matches wait for you")
    expect(page.locator(".mark .tally > span").first).to_have_text("3")
    screenshot(page, f"dashboard-folded-{size}")
    unfold(page, "main details")
    every_way(page, axe, steady, screenshot, "dashboard", size)
    small = page.evaluate(
        """() => [...document.querySelectorAll("main a, main button, main summary")]
            .filter(one => one.getBoundingClientRect().height < 43.5).map(one => one.textContent.trim())"""
    )
    assert not small
    page.locator(".mine a").first.click()
    page.wait_for_url(f"**/m/{busy.code}/")
    assert page.title().startswith("(2) ")
    assert not strangers


@pytest.mark.parametrize(("options", "size"), SIZES)
def test_the_first_visit_shows_the_ways_into_each_game_and_a_card(
    alice, open_page, sign_in_page, axe, steady, screenshot, options, size
):
    page = open_page(**options)
    sign_in_page(page, alice)
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Nothing waits for you")
    expect(page.locator(".empty .desk-buttons a.btn")).to_have_count(1)
    for way in ("Practise against bots", "How to play"):
        expect(page.locator(".empty ul a").filter(has_text=way)).to_have_count(len(GAMES))
    expect(page.locator(".empty .card")).to_be_visible()
    every_way(page, axe, steady, screenshot, "dashboard-empty", size)


@pytest.mark.parametrize("scripts", [True, False])
def test_an_invitation_is_declined_and_another_accepted(busy, alice, bob, open_page, sign_in_page, scripts):
    second = lobby_of(bob)
    Invitation.objects.create(match=second, person=alice, by=bob)
    page = open_page(java_script_enabled=scripts)
    sign_in_page(page, alice)
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Decline")).first.click()
    page.wait_for_load_state()
    asked = page.locator("section:has(#invited) li")
    expect(asked).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Accept")).click()
    page.wait_for_url("**/m/*/?done=join")
    assert Seat.objects.filter(person=alice, match__host=bob, match__status="lobby").count() == 1


@pytest.mark.parametrize(("options", "size"), SIZES)
def test_two_people_talk_within_the_match_page(
    chatty, alice, bob, open_page, sign_in_page, axe, steady, screenshot, options, size
):
    page = open_page(**options)
    sign_in_page(page, bob)
    page.goto(chatty.get_absolute_url())
    fold = page.locator("#talk-fold")
    expect(fold.locator("summary")).to_contain_text("Words")
    fold.locator("summary").click()
    expect(page.locator(".talk-lines li")).to_have_count(5)
    expect(page.locator("#talk-new")).to_have_text("")
    every_way(page, axe, steady, screenshot, "talk-fold", size)
    page.reload()  # axe leaves empty styles behind, which htmx would copy
    fold.locator("summary").click()
    page.locator("#talk-text").fill("<b>Not</b> me, I have an alibi")
    page.locator("#talk-send").click()
    expect(page.locator(".talk-lines .mine .said").first).to_have_text("<b>Not</b> me, I have an alibi")
    expect(page.locator("#talk-text")).to_have_value("")
    expect(page.locator("#say")).to_have_text("Said.")
    assert page.evaluate("document.activeElement.id") == "talk-send"
    page.locator("#talk-ha").dblclick()
    expect(page.locator(".talk-lines li")).to_have_count(7)
    assert page.url.endswith(chatty.get_absolute_url())
    assert Message.objects.filter(match=chatty, key="ha").count() == 1

    other = open_page(**options)
    sign_in_page(other, alice)
    other.goto(chatty.get_absolute_url())
    expect(other.locator("#talk-new")).to_contain_text("new")
    other.locator("#talk-fold summary").click()
    expect(other.locator(".talk-lines .flagged").first).to_be_visible()
    expect(other.locator("#talk-new")).to_have_text("")  # said so by a post, without a press
    other.reload()
    expect(other.locator("#talk-new")).to_have_text("")


def test_what_is_half_written_survives_what_others_do(chatty, alice, bob, open_page, sign_in_page):
    page = open_page()
    sign_in_page(page, alice)
    page.goto(chatty.get_absolute_url())
    page.locator("#talk-fold summary").click()
    page.locator("#talk-text").fill("I was about to say")
    talk.say(chatty.code, bob, "Hurry up")
    with page.expect_response(lambda answer: "/p/" in answer.url):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#changed")).to_be_visible()
    expect(page.locator("#talk-text")).to_have_value("I was about to say")
    page.locator("#talk-send").click()
    expect(page.locator(".talk-lines .mine .said").first).to_have_text("I was about to say")
    with page.expect_response(lambda answer: answer.url.endswith(chatty.get_absolute_url())):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".talk-lines .mine .said").first).to_have_text("I was about to say")  # open as before


def test_a_talk_that_was_refused_says_why_and_keeps_the_words(
    chatty, alice, open_page, sign_in_page, axe, monkeypatch, complaints
):
    monkeypatch.setattr(talk, "MOST_A_MINUTE", 1)
    page = open_page()
    sign_in_page(page, alice)
    page.goto(chatty.get_absolute_url())
    page.locator("#talk-fold summary").click()
    for words in ("One", "And one more"):
        page.locator("#talk-text").fill(words)
        page.locator("#talk-send").click()
        page.wait_for_timeout(300)
    expect(page.locator("#talk-refused")).to_contain_text("You can send it in")
    expect(page.locator("#alert")).to_contain_text("You can send it in")
    expect(page.locator("#talk-text")).to_have_value("And one more")
    axe(page)
    complaints[:] = [line for line in complaints if "429" not in line]


@pytest.mark.parametrize(("options", "size"), SIZES)
def test_without_scripts_the_talk_is_a_page_of_its_own(
    chatty, alice, open_page, sign_in_page, axe, steady, screenshot, options, size
):
    page = open_page(**options, java_script_enabled=False)
    sign_in_page(page, alice)
    page.goto(chatty.get_absolute_url())
    page.locator("#talk-fold summary").click()
    page.get_by_role("link", name="Read and write").click()
    page.wait_for_url("**/talk/")
    screenshot(page, f"talk-plain-{size}")
    steady(page)
    page.get_by_role("button", name="Mark as read").click()
    page.wait_for_load_state()
    expect(page.locator(".flagged")).to_have_count(0)
    page.locator("#talk-text").fill("Hello")
    page.locator("#talk-send").click()
    page.wait_for_load_state()
    expect(page.locator(".talk-lines li").first).to_contain_text("Hello")
    page.get_by_role("button", name="No notices of this match").click()
    page.wait_for_load_state()
    expect(page.get_by_role("button", name="Notices on again")).to_be_visible()


@pytest.mark.parametrize(("options", "size"), SIZES)
def test_from_the_talk_to_a_person_who_is_muted_and_heard_again(
    chatty, alice, bob, cleo, open_page, sign_in_page, axe, steady, screenshot, options, size
):
    ties.tie(alice, cleo, Tie.Kind.BLOCK)
    page = open_page(**options)
    sign_in_page(page, alice)
    page.goto(f"{chatty.get_absolute_url()}talk/")
    every_way(page, axe, steady, screenshot, "talk-page", size)
    page.locator(".talk-lines").get_by_role("link", name="Bob").first.click()
    page.wait_for_url("**/people/*/")
    every_way(page, axe, steady, screenshot, "person", size)
    page.get_by_role("button", name="Mute", exact=True).click()
    page.wait_for_load_state()
    expect(page.locator(".tie-now")).to_contain_text("You have muted Bob")
    page.goto("/people/")
    every_way(page, axe, steady, screenshot, "people", size)
    page.goto(f"{chatty.get_absolute_url()}talk/")
    expect(page.locator(".talk-lines")).not_to_contain_text("Good evening")
    page.goto("/people/")
    page.get_by_role("button", name="Unmute Bob").click()
    page.wait_for_load_state()
    page.goto(f"{chatty.get_absolute_url()}talk/")
    expect(page.locator(".talk-lines")).to_contain_text("Good evening")
