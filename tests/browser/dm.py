"""A table of Don Martin's Kartenspiel laid past the browser, and what a person does at it.

What others do is written as tests/don_martin/tables.py does: "1 play rumms-b".
"""

from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page

from games.models import Match
from tests.browser import at_table
from tests.browser.at_table import form, plain
from tests.don_martin.tables import AT_TABLE, lay_out

act = partial(at_table.act, AT_TABLE)


def lay_table(hands: str, *answers: str, options: dict[str, Any] | None = None, **laid: Any) -> Match:
    """laid: cast and orders as of `at_table.lay`, all else as of `lay_out`."""
    options = {"throws": "ask"} | (options or {})
    who = {name: laid.pop(name) for name in ("cast", "orders") if name in laid}
    return at_table.lay(AT_TABLE, lay_out(hands, **options, **laid), answers, options, "dm", **who)


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
