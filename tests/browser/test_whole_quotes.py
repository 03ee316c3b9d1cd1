"""Whole matches of Game of Quotes: three people from the deal to the stamps, and a guest with a bot at the table."""

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Match
from quotes import starter
from tests.browser.at_table import asked, form, person_at
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.goq import hear_all, lay_match, open_fold, press, press_on_stage, source
from tests.browser.playing import match_on, press_plain
from tests.games.scripts import state_of

MOST_VISITS = 60  # everybody looks once a wait, and there are eight of them


class Player:
    """Somebody with a browser, who visits, hears, answers all that is asked and goes away again."""

    def __init__(self, name: str, page: Page, match: Match, scripts: bool = True) -> None:
        self.name, self.page, self.match, self.scripts = name, page, match, scripts
        self.heard: list[str] = []  # sources, in the order in which they were revealed
        self.wrote: list[str] = []
        self.chance = Random(name)

    def visit(self) -> list[str]:
        """The kinds that were asked and are answered now."""
        self.page.goto(self.match.get_absolute_url(), wait_until="domcontentloaded")
        done = []
        while True:
            self.hear()
            owed = [kind for kind in asked(self.page) if self.is_owed(kind)]
            if not owed:
                return done
            self.answer(owed[0])
            done.append(owed[0])

    def is_owed(self, kind: str) -> bool:
        """Whether it has no answer yet: what is sealed is folded away."""
        return not self.page.locator(
            ".question.given", has=self.page.locator(f"form[data-kind={kind}]")
        ).count()

    def hear(self) -> None:
        while self.page.locator("#tell").count():
            before = self.page.content()
            press_on_stage(self.page, self.scripts)
            if told := source(self.page):
                if told not in self.heard and told not in self.wrote and "’s invention" in told:
                    assert told not in before, "a source was in the page before it was revealed"
                self.heard.append(told)

    def answer(self, kind: str) -> None:
        open_fold(self.page, kind)
        asking = form(self.page, kind)
        if kind == "stamp":
            readings = asking.locator("label.reading:not(.own)")
            readings.nth(self.chance.randrange(readings.count())).click()
        else:
            picks = asking.locator("label.pick")
            if picks.count():
                picks.nth(self.chance.randrange(picks.count())).click()
            if asking.locator("#words").count():
                self.wrote.append(f"{self.name}’s invention {len(self.wrote)}")
                asking.locator("#words").fill(self.wrote[-1])
        press(self.page, kind, self.scripts)


def play(match: Match, players: list[Player]) -> int:
    """Everybody visits in turn until it is over; says how often somebody came for nothing."""
    idle = 0
    for visit in range(MOST_VISITS):
        done = players[visit % len(players)].visit()
        match.refresh_from_db()
        idle += not done
        if match.over:
            return idle
    raise AssertionError("no end in sight")


def turn_stamp_by_stamp(page: Page, scripts: bool) -> None:
    """Turn the first two on their own, then all; afterwards the score is there, and was not before."""
    bar = page.locator(".actions")
    expect(page.locator(".scores")).to_be_hidden()
    for _ in range(2):
        one_press(page, bar.locator("button.main"), scripts)
        expect(page.locator(".newest")).to_be_visible()
    one_press(page, bar.locator(".turns .btn").last, scripts)
    expect(page.locator(".scores")).to_be_visible()


def one_press(page: Page, button: Locator, scripts: bool) -> None:
    if scripts:
        button.click()
        page.wait_for_function(
            "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
        )
    else:
        press_plain(page, button)


def scores(page: Page) -> list[int]:
    return [int(words.split()[0]) for words in page.locator(".scores .num").all_inner_texts()[1:]]


def test_three_people_play_a_whole_match_to_the_turned_stamps(open_page, sign_in_page, screenshot):
    match = lay_match()
    ways = {0: DESKTOP, 1: PHONE, 2: PHONE | {"java_script_enabled": False}}
    players = []
    for seat, size in ways.items():
        who = person_at(match, seat)
        page = open_page(**size)
        sign_in_page(page, who)
        players.append(Player(who.name, page, match, scripts=seat < 2))
    play(match, players)

    table = state_of(match).table
    assert table.round == 4 and sum(table.points()) >= 12
    written = {words for player in players for words in player.wrote}
    for player in players:
        player.page.goto(match.get_absolute_url())
        player.hear()
        assert len(player.wrote) == 2, "one source in round 3, one in round 4"
        assert written <= set(player.heard), "everything that was written was read to everybody"
        turn_stamp_by_stamp(player.page, player.scripts)
        assert sorted(scores(player.page)) == sorted(table.points())
    screenshot(players[0].page, "goq-whole")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_guest_and_a_bot_sit_at_the_table_and_see_it_through(
    open_page, sign_in_page, alice, language, screenshot
):
    starter.load(language)
    User.objects.update(language=language)
    host = open_page(**DESKTOP, locale=f"{language}-{language.upper()}")
    guest = open_page(**PHONE, locale=f"{language}-{language.upper()}")
    sign_in_page(host, alice)
    host.goto("/new/game-of-quotes/")
    host.locator("label:has(input[name=seats][value='3'])").click()
    host.locator("label:has(input[name=bots][value='1'])").click()
    host.locator("main form button[type=submit].main, main form .actions button[type=submit]").last.click()
    host.wait_for_url("**/m/*/")
    match = match_on(host)
    guest.goto(host.locator("#link").input_value())
    guest.locator("input[name=name]").fill("Nora")
    guest.locator("main form button[type=submit]").first.click()
    guest.wait_for_url(f"**/m/{match.code}/")
    match.refresh_from_db()
    host.reload()
    host.locator("form[action$='/start/'] button").click()
    host.locator("#match").wait_for()
    match.refresh_from_db()
    assert match.seats.filter(bot=True).count() == 1 and match.running

    players = [Player("Alice", host, match), Player("Nora", guest, match)]
    assert play(match, players) <= 1, "with a bot nobody waits for anybody but each other"
    for player in players:
        player.page.goto(match.get_absolute_url())
        hear_all(player.page) if player.page.locator("#tell").count() else None
        turn_stamp_by_stamp(player.page, scripts=True)
        assert sum(scores(player.page)) >= 12
    assert guest.locator("html").get_attribute("lang") == language
    screenshot(guest, f"goq-guest-{language}")
