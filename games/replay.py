"""A match played again from its seed and its log: step by step, and as a proof of the deal."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games import catalog
from games.engine import Codec, Dice, IllegalAction, State, Step, encode, seed_hash, split_events
from games.models import Hand, Match, Move, seat_key


@dataclass(frozen=True)
class Position:
    """The state after a move (number 0: after the deal) and the events it caused."""

    move: Move
    state: State[Any, Any, Any]
    events: tuple[Any, ...]


class Mismatch(Exception):
    """The log does not lead where the match is: `number` is the first move at fault, `why` a key faces put in words."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"move {number}: {why}")
        self.number = number
        self.why = why


def positions(match: Match) -> Iterator[Position]:
    """Every position of a match in turn. Raises Mismatch where the log cannot have come from these rules."""
    game, decode = catalog.GAMES[match.game], catalog.codec(match.game)
    moves = list(match.moves.order_by("number"))
    if not moves or moves[0].number != 0:
        raise Mismatch(0, "log_not_whole")
    told = tuple(json.loads(match.told))
    step = game.deal(len(told), decode.options(match.options), told, Dice(match.seed, 0))
    compare_events(moves[0], step)
    yield Position(moves[0], step.state, step.events)
    for move in moves[1:]:
        play = play_house if move.by == Move.By.HOUSE else play_answer
        try:
            step = play(game, decode, step.state, move, Dice(match.seed, move.number))
        except IllegalAction as illegal:
            raise Mismatch(move.number, illegal.reason) from illegal
        except msgspec.DecodeError as error:
            raise Mismatch(move.number, "log_unreadable") from error
        compare_events(move, step)
        yield Position(move, step.state, step.events)


def play_answer(game: catalog.AnyGame, decode: Codec, state: Any, move: Move, dice: Dice) -> Any:
    """Raises Mismatch if nobody was asked for it."""
    prompt = state.prompt(move.prompt)
    if prompt is None or prompt.seat != move.seat:
        raise Mismatch(move.number, "log_nobody_asked")
    return game.play(state, prompt, decode.action(move.action), dice)


def play_house(game: catalog.AnyGame, decode: Codec, state: Any, move: Move, dice: Dice) -> Any:
    """Raises Mismatch if none of these cards lay there."""
    cards = msgspec.json.decode(move.action, type=frozenset[str])
    step = game.withdraw(state, cards, dice)
    if step is None:
        raise Mismatch(move.number, "log_unreadable")
    return step


def compare_events(move: Move, step: Step[Any, Any, Any]) -> None:
    """Raises Mismatch if the log tells the public or any seat something else than what happened."""
    public, private = split_events(step)
    told = json.loads(encode({seat_key(seat): events for seat, events in private.items()}))
    if encode(public).decode() != move.public or told != move.private:
        raise Mismatch(move.number, "log_other_events")


def verify(match: Match) -> int:
    """Replay a match and compare it with what is stored; gives the number of moves. Raises Mismatch."""
    last = None
    for position in positions(match):
        last = position
    if last is None or last.move.number != match.move_count:
        raise Mismatch(match.move_count, "log_not_whole")
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
    result = catalog.GAMES[match.game].result(last.state)
    if stored != last.state or match.result != ("" if result is None else encode(result).decode()):
        raise Mismatch(match.move_count, "log_other_state")
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
                "events_by_seat": {key.removeprefix("s"): events for key, events in move.private.items()},
            }
            for move in match.moves.order_by("number")
        ],
    }
