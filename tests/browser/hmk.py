"""A table of Halt mal kurz laid past the browser, and what a person does at it.

What others do is written as tests/halt_mal_kurz/tables.py does: "1 lay schnick-k >0".
"""

import re
from functools import partial
from typing import Any

import msgspec
from playwright.sync_api import Page

from games.models import Match, Move
from tests.browser import at_table
from tests.browser.at_table import form, log
from tests.halt_mal_kurz.tables import AT_TABLE, lay_out

act = partial(at_table.act, AT_TABLE)


def lay_table(hands: str, *answers: str, options: dict[str, Any] | None = None, **laid: Any) -> Match:
    """laid: cast and orders as of `at_table.lay`, all else as of `lay_out`."""
    options = options or {}
    who = {name: laid.pop(name) for name in ("cast", "orders") if name in laid}
    return at_table.lay(AT_TABLE, lay_out(hands, **options, **laid), answers, options, "hmk", **who)


def answers_of(match: Match, seat: int, tag: str) -> list[dict[str, Any]]:
    """What a seat has answered in this way, oldest first."""
    moves = Move.objects.filter(match=match, seat=seat).order_by("number").values_list("action", flat=True)
    return [action for one in moves if (action := msgspec.json.decode(one)).get("do") == tag]


# Looking


def shapes(page: Page) -> list[str]:
    """The hand shapes beside the newest throws, in order."""
    found = page.locator("#log li").first.locator(".shape use")
    return [str(one).partition("#g-")[2] for one in found.evaluate_all("all => all.map(u => u.href.baseVal)")]


def times(page: Page) -> dict[str, str]:
    """Who slapped when, as the settlement tells it."""
    told = dict(re.findall(r"(\w+) slapped after (\d+\.\d\d) s", log(page)))
    assert told, log(page)
    return told


def same_for_all(page: Page, match: Match) -> str:
    """The table of a page as it was sent, without what names this match or this moment."""
    html = page.request.get(match.get_absolute_url()).text()
    html = html[html.index("<main") : html.index("</main>")].replace(match.code, "CODE")
    return re.sub(
        r'csrfmiddlewaretoken" value="[^"]*"|/p/[^/"]*/|<time.*?</time>|name="until" value="[^"]*"', "", html
    )


# Answering


def choose_card(page: Page, kind: str) -> None:
    form(page, "turn").locator(f"label.slot.legal[data-kind={kind}]").first.click()


def choose_seat(page: Page, name: str, group: str = "") -> None:
    """Somebody's picture: whom a card names, or (group) who gives and who gets."""
    inside = f":has(input[name={group}])" if group else ""
    page.locator(f"form.move label.person{inside}:visible", has_text=name).click()


def choose_throws(page: Page, *throws: str) -> None:
    for place, throw in enumerate(throws, 1):
        page.locator(f"label:has(input[name=throw-{place}][value={throw}])").click()


def choose_gift(page: Page, name: str) -> None:
    page.locator(f"label.gift:has(input[aria-label^='{name}'])").click()
