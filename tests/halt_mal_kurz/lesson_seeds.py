"""The lesson without its pages; a good seed is one by which whoever follows the hints meets every topic soon."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.cast import Cast
from games.engine import Dice, split_events
from games.halt_mal_kurz.lesson import LESSON
from games.halt_mal_kurz.parts import Options
from games.halt_mal_kurz.rules import GAME
from games.teaching import Answered
from tests.games.lessons import all_topics_soon, first_of


def lesson_matches(seed: str, choose: Callable[[Any, Any, Any], Any]) -> Iterator[tuple[Any, Any, Any, Any]]:
    """(state, question, hint, (answers so far, what everybody saw since)) wherever the learner is asked.

    choose: the learner's answer, from state, question and hint; None leaves throws in advance instead.
    """
    options = msgspec.convert(LESSON.options, Options)
    step = GAME.deal(1 + len(LESSON.bots), options, ({},) * (1 + len(LESSON.bots)), Dice(seed, 0))
    state, asking = step.state, GAME.first_orders(options)
    orders, cast = asking, Cast(("Ada", *LESSON.bots), 0)
    given: list[Answered] = []
    before, number = split_events(step)[0], 1
    while GAME.result(state) is None and len(given) < LESSON.most:
        ready = (p for p in state.owed() if p.seat and GAME.ready(state.view(p.seat), p))
        prompt = next(ready, None)
        if prompt is not None:
            action = GAME.bot(state.view(prompt.seat), prompt, asking, Dice(seed, number, "bot"))
        else:
            prompt, view = first_of(GAME.slug, state), state.view(0)
            met = LESSON.met(view, orders, tuple(given), missed=False)
            if len(met) == len(LESSON.topics):
                return
            hint = LESSON.hint(view, prompt, cast, met, LESSON.passed_over(tuple(given)))
            yield state, prompt, hint, (tuple(given), before)
            action = choose(state, prompt, hint)
            if action is None:
                orders = msgspec.structs.replace(orders, throws=("paper", "scissors"))
                continue
        step = GAME.play(state, prompt, action, Dice(seed, number))
        happened = split_events(step)[0]
        if prompt.seat:
            before += happened
        else:
            given.append(Answered("player", action, happened, before))
            before = ()
        state, number = step.state, number + 1


def follow(state: Any, prompt: Any, hint: Any) -> Any:
    """What the hint says."""
    return None if hint.topic == "ahead" else hint.action


def praise(seed: str) -> str:
    """What is said to whoever follows the hints, if that is everything and soon."""
    return all_topics_soon(lesson_matches(seed, follow), LESSON.topics)
