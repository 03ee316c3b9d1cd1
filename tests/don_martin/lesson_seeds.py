"""The lesson without its pages; a good seed is one by which whoever follows the hints meets every topic soon."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.cast import Cast
from games.don_martin.answers import Line, Plan
from games.don_martin.lesson import LESSON
from games.don_martin.parts import Options
from games.don_martin.rules import GAME
from games.engine import Dice, split_events
from games.teaching import Answered
from tests.games.lessons import all_topics_soon, first_of


def lesson_matches(seed: str, choose: Callable[[Any, Any, Any], Any]) -> Iterator[tuple[Any, Any, Any, Any]]:
    """(state, question, hint, answers so far) wherever the learner is asked.

    choose: the learner's answer, from state, question and hint; None leaves a plan instead.
    """
    options = msgspec.convert(LESSON.options, Options)
    seats = 1 + len(LESSON.bots)
    step = GAME.deal(seats, options, ({},) * seats, Dice(seed, 0))
    state, asking = step.state, GAME.first_orders(options)
    orders, cast = asking, Cast(("Ada", *LESSON.bots), 0)
    given: list[Answered] = []
    before, number, offered, missed = split_events(step)[0], 1, 0, False
    while GAME.result(state) is None and len(given) < LESSON.most:
        by = "player"
        prompt = next((p for p in state.owed() if p.seat), None)
        if prompt is not None:
            action = GAME.bot(state.view(prompt.seat), prompt, asking, Dice(seed, number, "bot"))
        else:
            prompt, view, action = first_of(GAME.slug, state), state.view(0), None
            if prompt.number > offered:
                offered = prompt.number
                action, left = GAME.standing(view, prompt, orders, Dice(seed, number, "orders"))
                missed = missed or (left != orders and action is None)
                orders, by = left, "orders"
            if action is None:
                by = "player"
                met = LESSON.met(view, orders, tuple(given), missed=missed)
                if len(met) == len(LESSON.topics):
                    return
                hint = LESSON.hint(view, prompt, cast, met, LESSON.passed_over(tuple(given)))
                yield state, prompt, hint, tuple(given)
                action = choose(state, prompt, hint)
            if action is None:
                orders = msgspec.structs.replace(orders, plans=(plan_of(state),))
                continue
        step = GAME.play(state, prompt, action, Dice(seed, number))
        happened = split_events(step)[0]
        if prompt.seat:
            before += happened
        else:
            given.append(Answered(by, action, happened, before))
            before = ()
        state, number = step.state, number + 1


def plan_of(state: Any) -> Plan:
    """The plan of whoever follows the hint: to ignore, but to be asked where a group is in reach."""
    return Plan(state.table.round, (Line("ignore"),))


def follow(state: Any, prompt: Any, hint: Any) -> Any:
    """What the hint says."""
    return None if hint.topic == "plan" else hint.action


def praise(seed: str) -> str:
    """What is said to whoever follows the hints, if that is everything and soon."""
    return all_topics_soon(lesson_matches(seed, follow), LESSON.topics)
