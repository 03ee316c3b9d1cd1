"""Values to JSON and back, typed by the game they belong to."""

from typing import Any

import msgspec

from .game import Game
from .state import Event, Prompt, State, Step

encode = msgspec.json.Encoder().encode


class Codec:
    """The decoders of one game, made once. Wrong input raises msgspec.ValidationError or DecodeError."""

    def __init__(self, game: Game[Any, Any, Any, Any, Any, Any]) -> None:
        decoder = msgspec.json.Decoder
        self.table = decoder(game.table_type).decode
        self.hand = decoder(game.hand_type).decode
        self.stock = decoder(game.stock_type).decode
        self.orders = decoder(game.orders_type).decode
        self.options = decoder(game.options_type).decode
        self.action = decoder(game.action_type).decode
        row: Any = tuple
        many_events: Any = row[game.event_type, ...]
        generic: Any = State
        state = generic[game.table_type, game.hand_type, game.stock_type]
        self.events = decoder(many_events).decode
        self.prompts = decoder(tuple[Prompt, ...]).decode
        self.state = decoder(state).decode
        self._action_type = game.action_type

    def to_action(self, fields: dict[str, Any]) -> Any:
        """The action that a form's fields describe (`do` is its tag). Raises msgspec.ValidationError."""
        return msgspec.convert(fields, self._action_type)


def split_events(step: Step[Any, Any, Any]) -> tuple[tuple[Event, ...], dict[int, tuple[Event, ...]]]:
    """The events for everybody, and by seat those for one seat alone."""
    private: dict[int, tuple[Event, ...]] = {}
    for event in step.events:
        if event.to is not None:
            private[event.to] = (*private.get(event.to, ()), event)
    return tuple(event for event in step.events if event.to is None), private
