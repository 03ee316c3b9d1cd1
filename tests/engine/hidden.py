"""Nothing reaches a seat that it may not know: the same match with other hidden cards looks and goes the same to it."""

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine import Dice, Step, encode, face_of
from tests.engine.hooks import AnyState

if TYPE_CHECKING:
    from tests.engine.suite import Match, Move

AnyStep = Step[Any, Any, Any]
EXCHANGES = 0.4  # how many of the moves have this looked at
TWINS = 0.5


def check_events(match: "Match", move: "Move") -> None:
    """Nobody reads of a card that they do not hold."""
    check_names(match, move.before, move.step)


def check_names(match: "Match", before: AnyState, step: AnyStep) -> None:
    for event in step.events:
        named = match.cards & strings(event)
        if event.to is None:
            match.require(not named & match.copies, f"a public event names copies of cards: {event}")
            match.require(not named or event.reveals, f"an event names cards and reveals nothing: {event}")
        elif named:
            held = strings(before.hands[event.to]) | strings(step.state.hands[event.to])
            held |= match.hooks.may_name(before, step.state, event.to)
            match.require(named <= held, f"seat {event.to} reads of cards it never held: {event}")


def check_exchange(match: "Match", move: "Move") -> None:
    """Whatever is hidden from a seat, it sees the same, may do the same, and answers lead to the same for its eyes.

    For the seat that answers and for another one that looks on; for the latter the cards of the answer stay.
    """
    if match.random.random() > EXCHANGES:
        return
    prompt, game = move.prompt, match.game
    for viewer in {prompt.seat, match.random.randrange(match.seats)}:
        other = exchanged(match, move.before, viewer, strings(move.action))
        faults = game.faults(other)
        match.require(not faults, f"with other cards hidden from seat {viewer}: {faults}")
        reason = game.check(other.view(prompt.seat), prompt, move.action)
        if viewer == prompt.seat:
            offers = [game.offer(state.view(viewer), prompt) for state in (other, move.before)]
            match.require(offers[0] == offers[1], "the offer depends on what is hidden")
            match.require(reason is None, f"legality depends on what is hidden: {reason}")
        if reason is None:
            step = game.play(other, prompt, move.action, Dice(match.seed, move.number))
            compare(match, move.step, step, viewer, "depends on what is hidden")


def check_twin(match: "Match", move: "Move") -> None:
    """What an answer keeps to itself reaches nobody else before it is revealed."""
    if match.random.random() > TWINS:
        return
    twin = match.hooks.twin(move.before, move.prompt, move.action, match.random)
    if twin is None or match.game.check(move.before.view(move.prompt.seat), move.prompt, twin) is not None:
        return
    step = match.game.play(move.before, move.prompt, twin, Dice(match.seed, move.number))
    for viewer in (None, *range(match.seats)):
        if viewer != move.prompt.seat:
            compare(match, move.step, step, viewer, f"tells it from {twin}")


def compare(match: "Match", step: AnyStep, other: AnyStep, viewer: int | None, fault: str) -> None:
    """Two steps are the same for a viewer, up to the first difference that an event is there to reveal.

    Events that are all the same still leave the table free to show more of what a public one revealed.
    """
    sides = [[event for event in s.events if event.to in (None, viewer)] for s in (step, other)]
    for one, two in zip_longest(*sides):
        if one != two:
            revealed = any(event is not None and event.reveals for event in (one, two))
            match.require(revealed, f"for seat {viewer} an event {fault}: {one} or {two}")
            return
    views = [s.state.view(viewer) for s in (step, other)]
    match.require(views[0].prompts == views[1].prompts, f"for seat {viewer} who is asked {fault}")
    if not any(event.reveals and event.to is None for event in sides[0]):
        same = views[0] == views[1] or without_copies(match, views[0]) == without_copies(match, views[1])
        match.require(same, f"for seat {viewer} the table or the hand {fault}")


def without_copies(match: "Match", view: Any) -> Any:
    """A view with faces for cards: an event may name by its face what came into a hand, whichever copy it is."""
    return rename(msgspec.to_builtins(view), {card: face_of(card) for card in match.cards})


def exchanged(match: "Match", state: AnyState, viewer: int, kept: set[str]) -> AnyState:
    """The same match for `viewer` with other cards wherever it cannot look, or in some of these places only.

    kept: cards that stay all the same.
    """
    random = match.random
    hands = [seat for seat in range(match.seats) if seat != viewer]
    places = random.choice(["all", "all", "hands", "stock"])
    raw = msgspec.to_builtins(state)
    zones = [raw["hands"][seat] for seat in hands if places != "stock"]
    zones += [raw["stock"]] if places != "hands" else []
    cards = sorted((match.cards & strings(zones)) - match.hooks.known(state, viewer) - kept)
    names = dict(zip(cards, random.sample(cards, len(cards)), strict=True))
    raw["hands"] = [rename(hand, {} if seat == viewer else names) for seat, hand in enumerate(raw["hands"])]
    raw["stock"] = rename(raw["stock"], names)
    return match.hooks.scramble(match.codec.state(encode(raw)), viewer, random)


def rename(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {rename(key, names): rename(item, names) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rename(item, names) for item in value]
    return value


def strings(value: Any) -> set[str]:
    """All strings in a value, keys included, that need no escaping in JSON: no card does."""
    return set(re.findall(r'"([^"\\]*)"', encode(value).decode()))
