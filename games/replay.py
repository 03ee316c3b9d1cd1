"""A match played again from its seed and its log: step by step, and as a proof of the deal."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games import catalog
from games.engine import Dice, IllegalAction, State, encode, seed_hash
from games.models import Hand, Match, Move


@dataclass(frozen=True)
class Position:
    """The state after a move (number 0: after the deal) and the events it caused."""

    move: Move
    state: State[Any, Any, Any]
    events: tuple[Any, ...]


class Mismatch(Exception):
    """The log does not lead where the match is: `number` is the first move at fault."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"move {number}: {why}")
        self.number = number
        self.why = why


def positions(match: Match) -> Iterator[Position]:
    """Every position of a match in turn. Raises Mismatch where the log cannot have come from these rules."""
    game, decode = catalog.GAMES[match.game], catalog.codec(match.game)
    moves = list(match.moves.order_by("number"))
    told = tuple(json.loads(match.told))
    step = game.deal(len(told), decode.options(match.options), told, Dice(match.seed, 0))
    yield Position(moves[0], step.state, step.events)
    for move in moves[1:]:
        prompt = step.state.prompt(move.prompt)
        if prompt is None or prompt.seat != move.seat:
            raise Mismatch(move.number, "nobody was asked that")
        try:
            step = game.play(step.state, prompt, decode.action(move.action), Dice(match.seed, move.number))
        except IllegalAction as illegal:
            raise Mismatch(move.number, illegal.reason) from illegal
        public = encode(tuple(event for event in step.events if event.to is None)).decode()
        if public != move.public:
            raise Mismatch(move.number, "other events than the log has")
        yield Position(move, step.state, step.events)


def verify(match: Match) -> int:
    """Replay a match and compare it with what is stored; gives the number of moves. Raises Mismatch."""
    last = None
    for position in positions(match):
        last = position
    if last is None or last.move.number != match.move_count:
        raise Mismatch(match.move_count, "the log is not whole")
    decode = catalog.codec(match.game)
    rows = Hand.objects.filter(match=match).select_related("seat")
    hands = sorted((row for row in rows if row.seat), key=lambda row: row.seat.number)
    stored: State[Any, Any, Any] = State(
        decode.table(match.table),
        tuple(decode.hand(row.zone) for row in hands),
        decode.stock(next(row.zone for row in rows if row.seat is None)),
        decode.prompts(match.prompts),
        match.last_prompt,
    )
    if stored != last.state:
        raise Mismatch(match.move_count, "the stored state is another one")
    return last.move.number


def log_file(match: Match) -> dict[str, Any]:
    """Everything needed to follow a finished match without this program."""
    seats = list(match.seats.order_by("number").values_list("name", "bot"))
    return {
        "game": match.game,
        "rules": match.rules,
        "code": match.code,
        "seed": match.seed,
        "seed_sha256": seed_hash(match.seed),
        "options": json.loads(match.options),
        "seats": [{"number": number, "bot": bot} for number, (_name, bot) in enumerate(seats)],
        "moves": [
            {
                "number": move.number,
                "at": move.at.isoformat(),
                "prompt": move.prompt,
                "seat": move.seat,
                "by": move.by,
                "action": json.loads(move.action) if move.action else None,
                "events": json.loads(move.public),
                "events_by_seat": move.private,
            }
            for move in match.moves.order_by("number")
        ],
    }
