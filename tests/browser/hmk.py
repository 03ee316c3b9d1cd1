"""A table of Halt mal kurz laid past the browser, and what a person does at it.

What others do is written as tests/halt_mal_kurz/tables.py does: "1 lay schnick-k >0".
"""

import re
from typing import Any

import msgspec
from django.db import transaction
from msgspec.structs import replace
from playwright.sync_api import Locator, Page

from games.desk import Desk
from games.models import Match, Move
from tests.browser.playing import press_live, press_plain
from tests.games.scripts import desk_of, people, sit_down
from tests.halt_mal_kurz.tables import asked_for, lay_out, read

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
    options = options or {}
    sitting = cast or people(hands.count("/") + 1)
    match = sit_down("halt-mal-kurz", sitting, options, "hmk", pace=DAY)
    state = lay_out(hands, **options, **laid)
    (turn,) = state.prompts
    number = match.last_prompt + 1  # those before it are in the index already
    with transaction.atomic():
        desk = desk_of(match)
        desk.state = replace(state, prompts=(replace(turn, number=number),), last=number)
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


def person_at(match: Match, seat: int) -> Any:
    return match.seats.get(number=seat).person


def answers_of(match: Match, seat: int, tag: str) -> list[dict[str, Any]]:
    """What a seat has answered in this way, oldest first."""
    moves = Move.objects.filter(match=match, seat=seat).order_by("number").values_list("action", flat=True)
    return [action for one in moves if (action := msgspec.json.decode(one)).get("do") == tag]


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


def press(page: Page, button: Locator, scripts: bool = True) -> None:
    (press_live if scripts else press_plain)(page, button)


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
