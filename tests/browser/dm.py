"""A table of Don Martin's Kartenspiel laid past the browser, and what a person does at it.

What others do is written as tests/don_martin/tables.py does: "1 play rumms-b".
"""

from typing import Any

from django.db import transaction
from msgspec.structs import replace
from playwright.sync_api import Locator, Page

from games.desk import Desk
from games.models import Match, Move
from tests.browser.hmk import form, plain
from tests.don_martin.tables import asked_for, lay_out, read
from tests.games.scripts import desk_of, people, sit_down

DAY = 24 * 3600


# The table


def lay_table(
    hands: str,
    *answers: str,
    cast: list[Any] | None = None,
    orders: dict[int, Any] | None = None,
    options: dict[str, Any] | None = None,
    **laid: Any,
) -> Match:
    """A match of Alice, Bob, Cleo ... as it stands after these answers, which its log tells.

    cast: who sits there, if they have sat at a table before; None is a bot. orders: by seat. laid: as of `lay_out`.
    """
    options = {"throws": "ask"} | (options or {})
    sitting = cast or people(hands.count("/") + 1)
    match = sit_down("don-martin", sitting, options, "dm", pace=DAY)
    state = lay_out(hands, **options, **laid)
    (asked,) = state.prompts
    number = match.last_prompt + 1  # those before it are in the index already
    with transaction.atomic():
        desk = desk_of(match)
        desk.state = replace(state, prompts=(replace(asked, number=number),), last=number)
        desk.match.offered = number
        desk.touched = set(range(len(sitting)))
        for seat, kept in (orders or {}).items():
            desk.keep_orders(seat, kept)
        for line in answers:
            answer_at(desk, line)
        desk.store()
    match.refresh_from_db()
    return match


def act(match: Match, *answers: str) -> None:
    """Somebody else answers, elsewhere."""
    with transaction.atomic():
        desk = desk_of(match)
        for line in answers:
            answer_at(desk, line)
        desk.store()
    match.refresh_from_db()


def answer_at(desk: Desk, line: str) -> None:
    seat, action = read(desk.state, line)
    prompt = asked_for(desk.state, seat, action)
    assert desk.game.check(desk.view(seat), prompt, action) is None, line
    desk.play(prompt, action, Move.By.PLAYER)
    desk.run_on()


# Looking


def cloth(page: Page) -> str:
    """What the table says."""
    return plain(page.locator(".cloth").inner_text())


def unders(page: Page) -> list[str]:
    """What stands below the cards of the hand, in their order."""
    return [plain(one) for one in page.locator("form.move .slot .under").all_inner_texts()]


# Choosing


def choose(page: Page, face: str) -> None:
    """A card of a turn, a lead or a throw."""
    slot_of(page, face).click()


def slot_of(page: Page, face: str) -> Locator:
    return page.locator(f"form.move label.slot:has(input[value^='{face}.'])").first


def choose_seat(page: Page, name: str) -> None:
    """Whom a GA-PWEEN! names."""
    form(page, task_of(page)).locator(f"label.person:visible:has(b:text-is('{name}'))").click()


def task_of(page: Page) -> str:
    return page.locator("form.move").first.get_attribute("data-kind") or ""


def choose_group(page: Page, sound: str) -> None:
    """A whole group to be laid."""
    page.locator("form.move .grp", has_text=sound).locator("label.all").click()


def choose_single(page: Page, face: str) -> None:
    """One card of a group."""
    page.locator(f"form.move .pick input[value^='{face}.'] + label").first.click()
