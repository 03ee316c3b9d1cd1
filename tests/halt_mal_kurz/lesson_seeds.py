"""Looks for seeds of the lesson: whoever follows its hints meets every topic soon.

A change of the rules, of the bot or of the hints makes another match of the same seed. Then:
    .venv/bin/python -m tests.halt_mal_kurz.lesson_seeds 20000
"""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

MOST = 13


def lesson_matches(seed: str, choose: Callable[[Any, Any, Any], Any]) -> Iterator[tuple[Any, Any, Any, Any]]:
    """(state, question, hint, (answers so far, what everybody saw since)) wherever the learner is asked.

    choose: the learner's answer, from state, question and hint; None leaves throws in advance instead.
    """
    import msgspec

    from games.cast import Cast
    from games.engine import Dice, split_events
    from games.halt_mal_kurz.lesson import LESSON
    from games.halt_mal_kurz.parts import Options
    from games.halt_mal_kurz.rules import GAME
    from games.teaching import Answered

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
            prompt, view = first_of(state), state.view(0)
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


def first_of(state: Any) -> Any:
    """What the learner's page shows first."""
    from games.lesson import in_order

    return in_order("halt-mal-kurz", [prompt for prompt in state.owed() if prompt.seat == 0])[0]


def follow(state: Any, prompt: Any, hint: Any) -> Any:
    """What the hint says."""
    return None if hint.topic == "ahead" else hint.action


def hinted(seed: str) -> list[str]:
    """The topics of the hints, for whoever follows them; at most one more than MOST."""
    shown = []
    for _, _, hint, _ in lesson_matches(seed, follow):
        shown.append(hint.topic)
        if len(shown) > MOST:
            break
    return shown


def main(count: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from games.halt_mal_kurz.lesson import LESSON

    for number in range(count):
        seed = f"halt mal kurz lesson {number}"
        shown = hinted(seed)
        if len(shown) <= MOST and set(LESSON.topics) <= set(shown):
            print(f"{len(shown)} {seed}: {' '.join(topic or '-' for topic in shown)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
