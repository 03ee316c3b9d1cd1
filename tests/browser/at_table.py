"""A table of any game, laid past the browser or found on a page, and what a person does at it."""

import re
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from msgspec.structs import replace
from playwright.sync_api import Locator, Page

from games.desk import Desk
from games.models import Match, Move
from tests.browser.playing import press_live, press_plain
from tests.engine.hooks import AnyState
from tests.engine.tables import Answering
from tests.games.scripts import desk_of, people, sit_down

DAY = 24 * 3600


# The table


def lay(
    at_table: Answering,
    state: AnyState,
    answers: Sequence[str],
    options: dict[str, Any],
    seed: str,
    cast: Sequence[Any] | None = None,
    orders: dict[int, Any] | None = None,
) -> Match:
    """A match of Alice, Bob, Cleo ... as it stands after these answers, which its log tells.

    cast: who sits there, if they have sat at a table before; None is a bot. orders: by seat.
    """
    match = sit_down(at_table.game.slug, cast or people(len(state.hands)), options, seed, pace=DAY)
    (prompt,) = state.prompts
    number = match.last_prompt + 1  # those before it are in the index already
    with transaction.atomic():
        desk = desk_of(match)
        desk.state = replace(state, prompts=(replace(prompt, number=number),), last=number)
        desk.match.offered = number
        desk.touched = set(range(len(state.hands)))
        for seat, kept in (orders or {}).items():
            desk.keep_orders(seat, kept)
        for line in answers:
            answer_at(at_table, desk, line)
        desk.store()
    match.refresh_from_db()
    return match


def act(at_table: Answering, match: Match, *answers: str) -> None:
    """Somebody else answers, elsewhere."""
    with transaction.atomic():
        desk = desk_of(match)
        for line in answers:
            answer_at(at_table, desk, line)
        desk.store()
    match.refresh_from_db()


def answer_at(at_table: Answering, desk: Desk, line: str) -> None:
    seat, action = at_table.read(desk.state, line)
    prompt = at_table.asked_for(desk.state, seat, action)
    assert desk.game.check(desk.view(seat), prompt, action) is None, line
    desk.play(prompt, action, Move.By.PLAYER)
    desk.run_on()


def person_at(match: Match, seat: int) -> Any:
    return match.seats.get(number=seat).person


# Looking


def form(page: Page, kind: str) -> Locator:
    return page.locator(f"form.move[data-kind={kind}]")


def asked(page: Page) -> list[str]:
    """The kinds of all questions on the page, in their order."""
    return page.locator("form.move").evaluate_all("all => all.map(one => one.dataset.kind)")


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\u00a0", " ")).strip()


def log(page: Page) -> str:
    return plain(page.locator("#log ol").inner_text())


def newest(page: Page) -> str:
    """What came of the last answer."""
    return plain(page.locator("#log li span").first.inner_text())


# Doing


def press(page: Page, button: Locator, scripts: bool = True) -> None:
    (press_live if scripts else press_plain)(page, button)


def reload(*pages: Page) -> None:
    for page in pages:
        page.reload(wait_until="domcontentloaded")
