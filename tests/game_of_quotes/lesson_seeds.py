"""The lesson without its pages. Every topic comes up with any seed; with a good one others read before the learner,
and the learner's first cards go well together, whichever starter deck it is.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from games.cast import Cast, Side
from games.decks import length_of
from games.engine import Dice, split_events
from games.game_of_quotes.bot import FAR, OTHER, contrast
from games.game_of_quotes.cards import deck_card, row_of
from games.game_of_quotes.lesson import LESSON
from games.game_of_quotes.parts import Options
from games.game_of_quotes.rules import GAME
from games.teaching import Answered
from quotes import starter
from tests.games.lessons import first_of

SHORT = 45  # characters of the first quote
FIRST = 1  # who shall read first; the learner then reads last


def starter_deck(name: str, row: Callable[[int], int] = lambda number: number) -> tuple[Any, dict[int, Any]]:
    """The options of a match with a starter deck, as the house would make them, and what its cards say by their rows.

    row: in which row of the database a card is.
    """
    lines = [line for line in starter.lines(name) if line.side == "red"]
    cards = tuple(deck_card(row(line.number), line.category, length_of(line.quote)) for line in lines)
    sides = {
        row(line.number): Side(line.quote, line.source, line.description, line.category, name)
        for line in lines
    }
    return Options(cards=cards, language=name), sides


def lesson_matches(
    seed: str, choose: Callable[[Any, Any, Any], Any], deck: tuple[Any, dict[int, Any]] | None = None
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """(state, question, hint, whoever sits there) wherever the learner is asked.

    choose: the learner's answer, from state, question and hint; None hears the round, or writes into the pad.
    """
    options, sides = deck or starter_deck("en")
    seats = 1 + len(LESSON.bots)
    step = GAME.deal(seats, options, ({},) * seats, Dice(seed, 0))
    state, orders, heard = step.state, GAME.first_orders(options), {}
    given: list[Answered] = []
    before, number, offered = split_events(step)[0], 1, 0
    while GAME.result(state) is None:
        by, action = "player", None
        prompt = next((p for p in state.owed() if p.seat), None)
        if prompt is not None:
            action = GAME.bot(
                state.view(prompt.seat), prompt, GAME.first_orders(options), Dice(seed, number, "bot")
            )
        else:
            prompt, view = first_of(GAME.slug, state), state.view(0)
            if max(p.number for p in state.prompts) > offered:
                offered = state.last
                for waiting in state.owed():
                    action, _ = GAME.standing(view, waiting, orders, Dice(seed, number, "orders"))
                    if action is not None:
                        prompt, by = waiting, "orders"
                        break
            if action is None:
                cast = Cast(
                    ("Ada", *LESSON.bots),
                    0,
                    words=lambda n: f"text {n}",
                    cards=sides,
                    heard=dict(heard),
                )
                met = LESSON.met(view, orders, tuple(given), missed=False)
                if len(met) == len(LESSON.topics):
                    return
                hint = LESSON.hint(view, prompt, cast, met, LESSON.passed_over(tuple(given)))
                yield state, prompt, hint, cast
                action = choose(state, prompt, hint)
            if action is None:
                if hint.rules == "pad":
                    orders = replace(orders, ideas=(-1,))
                else:
                    heard[len(state.table.readings)] = 2 * seats
                continue
        step = GAME.play(state, prompt, action, Dice(seed, number))
        happened = split_events(step)[0]
        if prompt.seat:
            before += happened
        else:
            given.append(Answered(by, action, happened, before))
            before = ()
        state, number = step.state, number + 1


def follow(state: Any, prompt: Any, hint: Any) -> Any:
    """What the hint says."""
    return None if hint.rules in ("pad", "reading") else hint.action


def pass_over(state: Any, prompt: Any, hint: Any) -> Any:
    """Answers the question, and neither swaps nor writes into the pad."""
    if hint.rules == "reading":
        return None
    if hint.rules != "swap":
        return hint.action
    return GAME.fallback(state.view(0), prompt, GAME.first_orders(state.table.options), Dice("any", 0))


def is_good(seed: str, deck: tuple[Any, dict[int, Any]], least_contrast: float) -> bool:
    """Whether the first two choices of the lesson show what they shall."""
    found = []
    for state, _, hint, _ in lesson_matches(seed, follow, deck):
        found.append((state, hint.action))
        if len(found) == 2:
            break
    (first, quote), (_, source) = found
    text = deck[1][row_of(quote.card)].quote
    return (
        first.table.leader == FIRST
        and len(text) <= SHORT
        and contrast(quote.card, source.card) >= least_contrast
    )


def praise(seed: str) -> str:
    """Which decks it is good with, if it is so with all."""
    names = starter.names()
    return " ".join(names) if all(is_good(seed, *wanted(name)) for name in names) else ""


@cache
def wanted(name: str) -> tuple[tuple[Any, dict[int, Any]], float]:
    """A starter deck, and how much the first two cards shall differ: more where there are more to choose from."""
    deck = starter_deck(name)
    return deck, FAR if len(deck[0].cards) > 100 else OTHER
