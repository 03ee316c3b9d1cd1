"""What the tests of every game do at a table that was laid out: answer in a few words, and look."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.catalog import AnyGame
from games.engine import Dice, Event, Prompt, faces
from tests.engine.hooks import AnyState


@dataclass(frozen=True)
class Played:
    """Where some answers led. events: of all of them; last: of the last one."""

    state: Any
    events: tuple[Event, ...] = ()
    last: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Answering:
    """A game that is played on in lines. read: seat and action of a line; asked_as: the prompts an action answers."""

    game: AnyGame
    read: Callable[[Any, str], tuple[int, Any]]
    asked_as: Mapping[type, tuple[str, ...]]

    def play(self, state: AnyState, *answers: str, seed: str = "the tests") -> Played:
        """Give these answers one after the other; after each the state must be sound."""
        events: list[Event] = []
        last: tuple[Event, ...] = ()
        for number, line in enumerate(answers, 1):
            seat, action = self.read(state, line)
            step = self.game.play(state, self.asked_for(state, seat, action), action, Dice(seed, number))
            assert self.game.faults(step.state) == [], line
            state, last = step.state, step.events
            events += step.events
        return Played(state, tuple(events), last)

    def answer(self, state: AnyState, seat: int, kind: str, action: Any, seed: str = "the tests") -> Played:
        """Give an answer that was made elsewhere."""
        step = self.game.play(state, prompt_of(state, seat, kind), action, Dice(seed, 1))
        assert self.game.faults(step.state) == []
        return Played(step.state, step.events, step.events)

    def refused(self, state: AnyState, line: str, kind: str = "") -> str | None:
        """Why this may not be answered, or None. kind: to a prompt of another kind than it was made for."""
        seat, action = self.read(state, line)
        prompt = prompt_of(state, seat, kind) if kind else self.asked_for(state, seat, action)
        return self.game.check(state.view(seat), prompt, action)

    def asked_for(self, state: AnyState, seat: int, action: Any) -> Prompt:
        """The oldest prompt that this action answers, one without an answer first."""
        kinds = self.asked_as[type(action)]
        found = [prompt for prompt in state.prompts if prompt.seat == seat and prompt.kind in kinds]
        assert found, f"seat {seat} is not asked for {kinds}: {asked(state)}"
        return min(found, key=lambda prompt: (prompt.given, prompt.number))

    def way_of(self, state: AnyState, seat: int, kind: str, do: str) -> Any:
        """How a seat may answer, or None if this is not offered."""
        offer = self.game.offer(state.view(seat), prompt_of(state, seat, kind))
        return next((way for way in offer.ways if way.do == do), None)

    def fields(self, state: AnyState, seat: int, kind: str, do: str) -> dict[str, Any]:
        """The questions of a way by their names."""
        found = self.way_of(state, seat, kind, do)
        return {} if found is None else {field.name: field for field in found.fields}

    def stand(self, state: AnyState, seat: int, kind: str, kept: Any, seed: str = "orders") -> Any:
        """What orders answer when this prompt opens, and what is left of them."""
        return self.game.standing(state.view(seat), prompt_of(state, seat, kind), kept, Dice(seed, 1))

    def fallback(self, state: AnyState, seat: int, kind: str, kept: Any = None, seed: str = "clock") -> Any:
        """What the clock answers."""
        view, prompt = state.view(seat), prompt_of(state, seat, kind)
        action = self.game.fallback(view, prompt, kept or self.game.orders_type(), Dice(seed, 1))
        assert self.game.check(view, prompt, action) is None
        return action

    def outcome(self, state: AnyState) -> tuple[tuple[int, ...], str] | None:
        """Who has won, and what decided it; None while the match runs."""
        result = self.game.result(state)
        return None if result is None else (result.winners, result.why)


def cards(words: str) -> tuple[str, ...]:
    """Cards from faces; the same face again is another copy."""
    faces_named = words.split()
    return tuple(f"{face}.{faces_named[: place + 1].count(face)}" for place, face in enumerate(faces_named))


# Looking


def asked(state: AnyState) -> list[tuple[int, str]]:
    """Whom the match waits for, and for what."""
    return [(prompt.seat, prompt.kind) for prompt in state.owed()]


def prompt_of(state: AnyState, seat: int, kind: str) -> Prompt:
    return next(p for p in state.prompts if (p.seat, p.kind) == (seat, kind))


def hand(state: AnyState, seat: int) -> str:
    """What a seat holds, in order of arrival."""
    return " ".join(faces(state.hands[seat].cards))


def sorted_hand(state: AnyState, seat: int) -> list[str]:
    return sorted(faces(state.hands[seat].cards))


def all_of(kind: type, events: Iterable[Event], to: int | None = None) -> list[Any]:
    """The events of a kind that are for everybody, or for one seat."""
    return [event for event in events if isinstance(event, kind) and event.to == to]


def only(kind: type, events: Iterable[Event], to: int | None = None) -> Any:
    """The one event of a kind."""
    (event,) = all_of(kind, events, to)
    return event


def public(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.to is None)
