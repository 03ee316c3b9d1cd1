"""The lesson of a game as its learner plays it through the pages, and what has to hold of every lesson.

A game says how to `follow` a hint (as its page would send it) and how to `check` that what it says is true.
"""

import html as html_module
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import strip_tags

from games import catalog, heard, lesson, page
from games.engine import Prompt
from games.log import log_lines
from games.models import Match
from games.teaching import Hint, Lesson
from tests.engine.players import random_action
from tests.games.scripts import Party, Queries, form_for, person, random_form, text

Does = Callable[[Party, Hint], object]

LANGUAGES = ["en", "de", "nl", "fr", "sv"]
STANDS_STILL = [Match.Status.PAUSED, Match.Status.ASLEEP, Match.Status.FROZEN, Match.Status.CLOSED]
ALL_LEARNT = "That was all you need."
QUOTED = re.compile("[“„«”]\\s?(.+?)\\s?[”“»]")
BOX = re.compile(r'<details class="lesson".*?</details>', re.S)

in_every_language = pytest.mark.parametrize("language", LANGUAGES)
however_it_stands_still = pytest.mark.parametrize("status", STANDS_STILL)


# Sitting down, and doing what is said


def sit_down_to_the_lesson(slug: str, language: str = "en") -> Party:
    learner = person("Ada")
    learner.language = language
    learner.save()
    with translation.override(language):
        match = lesson.begin(learner, slug)
    client = Client()
    client.force_login(learner)
    return Party(match, {0: client})


def taught(slug: str) -> Lesson:
    return catalog.face(slug).lesson


def sight_of(table: Party) -> page.Sight:
    """As the page makes it: with the texts that are shown, and with what was heard."""
    sight = page.look(table.code, table.match.seats.get(number=0).person)
    assert sight is not None
    sight.heard = heard.so_far(table.hand(0))
    log_lines(sight)
    return sight


def box_of(table: Party) -> dict[str, Any]:
    table.match.refresh_from_db()
    box = lesson.box(sight_of(table))
    assert box is not None
    return box


def hints(table: Party, most: int = 80) -> Iterator[Hint]:
    """One after the other, as long as something is said; in between the learner does something."""
    for _ in range(most):
        box = box_of(table)
        if "hint" not in box:
            return
        yield box["hint"]


def asked(table: Party) -> Prompt:
    return first_of(table.match.game, table.state)


def first_of(slug: str, state: Any) -> Prompt:
    """What the learner's page shows first."""
    return lesson.in_order(slug, [prompt for prompt in state.owed() if prompt.seat == 0])[0]


def answer(table: Party, action: Any) -> None:
    prompt = asked(table)
    assert table.answer(0, prompt.number, form_for(table, prompt, action)).status_code == 200


def page_without_the_lesson(table: Party) -> str:
    return BOX.sub("", text(table.page(0)))


def told_in(hint: Hint) -> str:
    """What a hint says, without what marks it up."""
    return html_module.unescape(strip_tags(f"{hint.title} {hint.why}"))


# Through the pages


def follow_to_the_end(table: Party, follow: Does, check: Does, most: int) -> list[str]:
    """Every hint is true and on the page, and then all is learnt; the topics in their order."""
    shown: list[str] = []
    for hint in hints(table):
        check(table, hint)
        assert str(hint.title) in text(table.page(0))
        shown.append(hint.topic)
        follow(table, hint)
        assert len(shown) <= most, shown
    assert all(met for _, met in box_of(table)["topics"]), shown
    html = text(table.page(0))
    assert ALL_LEARNT in html and str(taught(table.match.game).outro) in html
    assert f'href="/practice/{table.match.game}/"' in html
    return shown


def play_as_one_likes(
    table: Party, chance: Random, check: Does, else_do: Callable[[], object], most: int = 200
) -> int:
    """Anything legal is answered, something else done in between: every hint is true, and the end counts right.

    How many hints there were.
    """
    told = 0
    for hint in hints(table, most):
        told += 1
        check(table, hint)
        else_do()
        if not any(prompt.seat == 0 for prompt in table.state.owed()):
            break
        prompt = asked(table)
        assert table.answer(0, prompt.number, random_form(table, prompt, chance)).status_code == 200
    box = box_of(table)
    if "topics" in box:
        assert text(table.page(0)).count("<small>not yet</small>") == sum(not met for _, met in box["topics"])
    return told


def answer_and_leave_no_orders(table: Party) -> list[str]:
    """The topics of all hints for whoever answers as they say, and does nothing else; the end claims no more."""
    told = []
    for hint in hints(table):
        told.append(hint.topic)
        answer(table, hint.action)
    assert ALL_LEARNT not in text(table.page(0))
    return told


def read_all_hints(table: Party, follow: Does, language: str, form: str = "{}") -> list[str]:
    """What they quote, which the page says besides them (form: how); and each is whole."""
    quotes: list[str] = []
    with translation.override(language):
        for hint in hints(table):
            told = told_in(hint)
            assert "%(" not in told
            rest = html_module.unescape(page_without_the_lesson(table))
            for quoted in QUOTED.findall(told):
                quotes.append(quoted)
                assert form.format(quoted) in rest, quoted
            follow(table, hint)
    return quotes


def assert_the_page_before_tells_what_comes(slug: str) -> None:
    html = text(Client().get(f"/games/{slug}/lesson/"))
    assert str(taught(slug).intro) in html
    for topic in taught(slug).topics.values():
        assert str(topic) in html


def assert_dealt_alike(slug: str, follow: Does, answers: int = 3) -> None:
    one, other = sit_down_to_the_lesson(slug), sit_down_to_the_lesson(slug)
    assert one.state == other.state
    for table in (one, other):
        for _ in range(answers):
            follow(table, box_of(table)["hint"])
    assert one.state == other.state


def assert_says_nothing(table: Party, status: str) -> None:
    Match.objects.filter(pk=table.match.pk).update(status=status)
    assert lesson.box(sight_of(table)) is None


def assert_a_hint_costs_one_query(table: Party, follow: Does) -> None:
    for _ in range(3):
        follow(table, box_of(table)["hint"])
    sight = sight_of(table)
    assert sight.cast.names == ("Ada", *taught(table.match.game).bots)
    with Queries() as queries:
        lesson.box(sight)
    assert len(queries) == 1


# Without the pages


def by_the_hint(state: Any, prompt: Prompt, hint: Hint) -> Any:
    return hint.action


def as_one_likes(slug: str, chance: Random, follow: Callable[..., Any] = by_the_hint) -> Callable[..., Any]:
    """How a learner chooses who follows every other hint, and else plays anything."""
    game, codec = catalog.GAMES[slug], catalog.codec(slug)

    def choose(state: Any, prompt: Prompt, hint: Hint) -> Any:
        if chance.random() < 0.5:
            return follow(state, prompt, hint)
        return random_action(game, codec, state.view(0), prompt, chance)

    return choose


def all_topics_soon(matches: Iterator[tuple[Any, ...]], topics: Iterable[str], most: int = 13) -> str:
    """The topics of the hints in their order, if they are all there in so many questions; else nothing."""
    shown = [hint.topic for _, _, hint, _ in islice(matches, most + 1)]
    return (
        " ".join(topic or "-" for topic in shown) if len(shown) <= most and set(topics) <= set(shown) else ""
    )
