"""Sitting at a table as a person does: look, choose, press; and what such a person expects of every page."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from games.models import Match, Move
from tests.games.scripts import ASK, play_on, sit_down

Press = Callable[[Page, Locator], None]

MOST_ANSWERS = 80  # no match of Kangoeroe asks one person more often


def start_against_bots(page: Page, seats: int = 4) -> Match:
    """From the front page: how many sit at the table, and go."""
    page.goto("/")
    page.locator(f"label:has(input[name=seats][value='{seats}'])").click()
    page.locator("form.start button[type=submit]").click()
    page.wait_for_url("**/m/*/")
    return match_on(page)


def start_and_be_asked(page: Page, seats: int = 4) -> Match:
    """From the page of options: the standing defence of the start is left out."""
    page.goto("/practice/kangoeroe/")
    page.locator(f"label:has(input[name=seats][value='{seats}'])").click()
    page.locator("label:has(input[name=defence][value=ask])").click()
    page.locator("label:has(input[name=first][value='0'])").click()
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/m/*/")
    return match_on(page)


def match_on(page: Page) -> Match:
    return Match.objects.get(code=page.url.rstrip("/").rsplit("/", 1)[1])


def moves(match: Match) -> int:
    """How many answers the log of this match holds."""
    return Move.objects.filter(match=match, number__gt=0).count()


# A table laid past the browser


def table(
    people: list[Any], kind: str = "turn", seed: str = "1", options: dict[str, Any] | None = None
) -> Match:
    """A match in which the first of these people (None: a bot) is asked this.

    "idle": only others are asked; "over": it has ended.
    """
    chance = Random(seed)
    for attempt in range(200):
        match = sit_down("kangoeroe", people, ASK if options is None else options, f"{seed}{attempt}")

        def is_reached(state: Any) -> bool:
            asked = {prompt.seat: prompt.kind for prompt in state.owed()}
            return bool(asked) and 0 not in asked if kind == "idle" else asked.get(0) == kind

        play_on(match, is_reached, chance)
        if kind == "over" or match.running:
            return match
        match.delete()
    raise AssertionError(f"nobody was asked to {kind}")


# Answering


def task(page: Page) -> str:
    """What the page asks: turn, defend, counter; "idle" if nothing, "over" at the end."""
    return page.evaluate(
        """() => document.querySelector(".result") ? "over"
            : document.querySelector("form.move")?.dataset.kind ?? "idle" """
    )


def main_button(page: Page) -> Locator:
    return page.locator("form.move .actions button.main")


def press_plain(page: Page, button: Locator) -> None:
    """Press and wait for the page that comes."""
    with page.expect_navigation():
        button.click()


def press_live(page: Page, button: Locator) -> None:
    """Press and wait until the table has been laid anew. The focus is never lost."""
    before = page.evaluate("document.getElementById('match').dataset.poll")
    button.click()
    wait_for_new_table(page, before)


def wait_for_new_table(page: Page, before: str) -> None:
    page.wait_for_function(
        """before => document.getElementById("match").dataset.poll !== before
            && ["state", "saved"].includes(document.activeElement.id)""",
        arg=before,
        polling=20,
    )


def answer(page: Page, chance: Random, press: Press) -> str:
    """Answer whatever is asked, eager to fight; says what was done."""
    asked = task(page)
    if asked == "turn":
        slots = page.locator("form.move label.slot")
        attacking = page.evaluate(
            """() => [...document.querySelectorAll("form.move label.slot")]
                .map((slot, n) => slot.matches(".attacks") ? n : -1).filter(n => n >= 0)"""
        )
        n = chance.choice(attacking) if attacking else chance.randrange(slots.count())
        slots.nth(n).click()
        family = slots.nth(n).get_attribute("data-fam")
        done = "attack" if attacking else "play"
        if attacking:
            again = page.locator(f"form.move .duel[data-fam={family}] label:has(input[value=''])")
            if chance.random() < 0.6:
                again.click()
                done = "attack and be asked again"
    elif asked in ("defend", "counter"):
        ways = page.locator("form.move .duel label:not(:has([aria-disabled]))")
        n = ways.count() - 1 if chance.random() < 0.7 else 0
        ways.nth(n).click()
        done = asked
    else:
        raise AssertionError(f"nothing to answer: {asked}")
    press(page, main_button(page))
    return done


def play_to_the_end(
    page: Page, chance: Random, press: Press = press_live, look: Callable[[str], None] = lambda asked: None
) -> Counter:
    """Answer until the result is there; counts what was done. `look` sees every question before its answer."""
    done: Counter = Counter()
    for _ in range(MOST_ANSWERS):
        asked = task(page)
        look(asked)
        if asked == "over":
            return done
        done[answer(page, chance, press)] += 1
    raise AssertionError(f"no end after {MOST_ANSWERS} answers: {done}")


# What is expected of every page


def stay_at_home(page: Page) -> list[str]:
    """The list of requests that left our own site, filled as the page goes on."""
    strangers: list[str] = []

    def look(request: Any) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", "localhost") and not request.url.startswith(
            "data:"
        ):
            strangers.append(request.url)

    page.on("request", look)
    return strangers


def nothing_inline(page: Page) -> None:
    """No style and no script inside the page."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("[style]:not([style='']), style, script:not([src])")]
            .concat([...document.querySelectorAll("body *")].filter(e =>
                e.getAttributeNames().some(name => /^on[a-z]/.test(name))))
            .map(element => element.outerHTML.slice(0, 120))"""
    )
    assert not found, f"{page.url} has inline style or script: {found}"


def unfold(page: Page, which: str = "details") -> None:
    page.evaluate("which => document.querySelectorAll(which).forEach(one => { one.open = true; })", which)


def visible_text(page: Page) -> str:
    """What can be read or heard: text, labels, title; not what a machine wrote."""
    unfold(page)
    return page.evaluate(
        """() => [document.title,
            [...document.querySelectorAll("code")].reduce((text, code) => text.replace(code.innerText, ""),
                document.body.innerText),
            ...[...document.querySelectorAll("[aria-label]")].map(e => e.getAttribute("aria-label")),
            ...[...document.querySelectorAll("option")].map(e => e.textContent)].join("\\n")"""
    )


def cut_labels(page: Page) -> list[str]:
    """Labels with text that does not fit into its box."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
                ".btn, .seat, .seat b, .seat .say, .card, .word, .under, .fig, .choice, summary, .ask, h1, .vs, .tag")]
            .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + 1 && !e.closest(".vh"))
            .map(e => `${e.className || e.tagName}: ${e.innerText.trim()} ${e.scrollWidth}>${e.clientWidth}`)"""
    )


def words_in(text: str, words: list[str]) -> list[str]:
    return [word for word in words if re.search(rf"\b{re.escape(word)}\b", text)]
