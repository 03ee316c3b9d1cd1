"""A table of Game of Quotes played up to a place past the browser, and what a person does at it."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from playwright.sync_api import Page

from games.game_of_quotes.answers import Stamp
from games.models import Match, Move
from quotes import starter
from quotes.models import Deck
from tests.browser.at_table import form
from tests.browser.playing import press_live, press_plain
from tests.game_of_quotes.seated import in_round, revealed, sit
from tests.games.scripts import desk_of, play_on

__all__ = ["hear_all", "in_round", "lay_match", "revealed", "say_of_others"]


def lay_match(
    until: Callable[[Any], bool] | None = None, seats: int = 3, language: str = "en", **options: Any
) -> Match:
    """A match of Alice, Bob, Cleo ... with the house's own deck, as bots have played it for them up to here."""
    starter.load(language)
    match = sit(seats, deck=Deck.objects.get(starter=language), **options)
    if until is not None:
        play_on(match, until)
    match.refresh_from_db()
    return match


def say_of_others(match: Match, but: int = 0, stamp: int | None = None) -> None:
    """All but one answer whatever they owe, as a bot would. stamp: whom those that can stamp do stamp."""
    with transaction.atomic():
        desk = desk_of(match)
        for prompt in [one for one in desk.state.owed() if one.seat != but]:
            view = desk.view(prompt.seat)
            action = desk.game.bot(view, prompt, desk.orders(prompt.seat), desk.dice("bot"))
            if prompt.kind == "stamp" and stamp not in (None, prompt.seat):
                action = Stamp(stamp, action.value)
            desk.play(prompt, action, Move.By.PLAYER)
        desk.store()
    match.refresh_from_db()


# Looking


def quote(page: Page) -> str:
    """What is being read."""
    return page.locator("#now blockquote").inner_text()


def source(page: Page) -> str:
    """Who is made out to have said it; "" before it is revealed."""
    told = page.locator("#now .signed b")
    return told.inner_text() if told.count() else ""


def focus(page: Page) -> str:
    return page.evaluate("document.activeElement.className || document.activeElement.id || 'body'")


# Doing


def press_on_stage(page: Page, scripts: bool = True) -> str:
    """The button of the stage; says what stood on it."""
    button = page.locator("#tell button.main")
    words = button.inner_text()
    if scripts:
        with page.expect_response("**/heard/"):
            button.click()
        page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping')")
        page.wait_for_function("() => document.activeElement !== document.body")
    else:
        with page.expect_navigation():
            button.click()
    return words


def hear_all(page: Page) -> None:
    with page.expect_response("**/heard/"):
        page.locator("#tell button.link").click()
    page.locator("#tell").wait_for(state="detached")


def open_fold(page: Page, kind: str) -> None:
    """Opens the question, if it is folded."""
    fold = page.locator("details.question:not([open])", has=page.locator(f"form[data-kind={kind}]"))
    if fold.count():
        fold.locator("> summary").click()


def press(page: Page, kind: str, scripts: bool = True) -> None:
    open_fold(page, kind)
    button = form(page, kind).locator(".actions button[type=submit]")
    (press_live if scripts else press_plain)(page, button)
