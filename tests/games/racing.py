"""A real table laid out anew for a race through the door, one press ready to be sent, and the log read again."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from games import catalog
from games.engine import Dice, Prompt
from games.models import Move
from tests.engine.hooks import AnyState
from tests.games.scripts import Party, form_for, put_state
from tests.games.test_races import Browser


def put_anew(table: Party, state: AnyState) -> None:
    """With its one prompt under a number that was not used yet."""
    (asked,) = state.prompts
    number = table.match.last_prompt + 1
    put_state(table.match, replace(state, prompts=(replace(asked, number=number),), last=number))
    table.match.refresh_from_db()


def press(table: Party, browser: Browser, prompt: Prompt, action: Any) -> partial[tuple[int, str]]:
    """One press, ready to be sent."""
    return partial(browser.post, table.url("answer", prompt.number), form_for(table, prompt, action))


def replayed(table: Party, before: AnyState, first: int) -> AnyState:
    """Where the rules lead from a state, move by move of the log."""
    state, codec = before, catalog.codec(table.match.game)
    for move in Move.objects.filter(match=table.match, number__gte=first).order_by("number"):
        prompt = state.prompt(move.prompt)
        assert prompt is not None, "the log answers what nobody was asked"
        dice = Dice(table.match.seed, move.number)
        state = table.game.play(state, prompt, codec.action(move.action.encode()), dice).state
    return state
