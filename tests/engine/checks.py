"""What has to hold after every move, of the state, the prompts, the offers and the answers that no person gives."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine import Dice, Event, IllegalAction, Offer, Prompt, Way, encode
from tests.engine.hidden import strings
from tests.engine.hooks import AnyState
from tests.engine.players import TRIES, Nothing, fill, is_blocked

if TYPE_CHECKING:
    from tests.engine.suite import Match, Move

ANSWERS = 0.3  # how many of the older prompts have their answers looked at


def check_move(match: "Match", move: "Move") -> None:
    """The answer and the new state are sound, and are the same after JSON."""
    match.require(survives(match.codec.action, move.action), "an action is not the same after JSON")
    if move.prompt.clock == "window":
        timed = hasattr(move.action, "after_ms")
        match.require(timed, "an answer in a window has no after_ms for the door to fill in")
    check_state(match, move.step.state, move.step.events)


def survives(decode: Callable[[bytes], Any], value: Any) -> bool:
    """Whether a value is the same after JSON."""
    try:
        return bool(decode(encode(value)) == value)
    except msgspec.ValidationError:
        return False


def check_state(match: "Match", state: AnyState, events: tuple[Event, ...]) -> None:
    faults = match.game.faults(state)
    match.require(not faults, "; ".join(faults))
    match.require(survives(match.codec.state, state), "a state is not the same after JSON")
    match.require(survives(match.codec.events, events), "events are not the same after JSON")
    match.require(not match.copies & strings(state.table), "the table names copies of cards")
    numbers = [prompt.number for prompt in state.prompts]
    match.require(numbers == sorted(numbers), "prompts are not in the order of their numbers")
    match.require(
        all(p.group or not p.given for p in state.prompts), "an answered prompt outside a group stays"
    )
    for group in {prompt.group for prompt in state.prompts if prompt.given}:
        waiting = any(p.group == group and not p.given for p in state.prompts)
        match.require(waiting, "a group is complete and still open")
    for seat in range(match.seats):
        owed = [prompt for prompt in state.owed() if prompt.seat == seat]
        blocked = [p for p in owed if is_blocked(match.game.offer(state.view(seat), p))]
        match.require(not owed or len(blocked) < len(owed), f"seat {seat} can answer nothing that it owes")


def check_prompts(match: "Match", move: "Move") -> None:
    """A number is answered once, unless its group is still open; it never comes back and never changes its matter."""
    before, after = move.before, move.step.state
    same = after.prompt(move.prompt.number)
    match.require(same is None or (same.group and same.given), "an answered prompt is still waiting")
    old = {prompt.number for prompt in before.prompts}
    new = {prompt.number for prompt in after.prompts}
    match.require(after.last >= before.last, "prompt numbers fall")
    match.require(all(number > before.last for number in new - old), "a number is used again")
    match.closed |= old - new
    match.require(not match.closed & new, "a closed prompt is open again")
    for prompt in before.prompts:
        now = after.prompt(prompt.number)
        if now is None:
            continue
        match.require(matter(now) == matter(prompt), f"{prompt} became {now}")
        clocked = now.clock == prompt.clock or {prompt.clock, now.clock} <= {"free", "pace", "same"}
        match.require(clocked and now.instead != "window", f"{prompt} became {now}")
        match.require(now.given or not prompt.given, "an answer in a group is forgotten")


def matter(prompt: Prompt) -> tuple[Any, ...]:
    return prompt.seat, prompt.kind, prompt.group, prompt.seconds, prompt.opened_by


def check_helpers(match: "Match", move: "Move") -> None:
    """Clock and bot have a legal answer to whatever opened and to some older prompts."""
    state = move.step.state
    for prompt in state.owed():
        if prompt.number <= move.before.last and match.random.random() > ANSWERS:
            continue
        view, orders = state.view(prompt.seat), match.orders[prompt.seat]
        if is_blocked(match.game.offer(view, prompt)):
            continue
        for name, ask in (("fallback", match.game.fallback), ("bot", match.game.bot)):
            action = ask(view, prompt, orders, Dice(match.seed, move.number, name))
            reason = match.game.check(view, prompt, action)
            match.require(reason is None, f"the {name} {action} for {prompt} is refused: {reason}")


def check_strangers(match: "Match", move: "Move") -> None:
    """An answer meant for something else, or out of all bounds, gets a reason or is fine.

    What gets a reason is not played.
    """
    prompt = match.random.choice(move.before.prompts)
    action = match.codec.action(match.random.choice(match.log)[1])
    with suppress(msgspec.ValidationError):  # where the type itself keeps such numbers out
        action = match.codec.to_action(stretch(msgspec.to_builtins(action), match.random))
    reason = match.game.check(move.before.view(prompt.seat), prompt, action)
    if reason is not None:
        try:
            match.game.play(move.before, prompt, action, Dice(match.seed, move.number))
        except IllegalAction as illegal:
            match.require(illegal.reason == reason, "play gives another reason than check")
        else:
            match.require([], f"play takes {action} for {prompt}, which check refuses")


def stretch(fields: dict[str, Any], random: Random) -> dict[str, Any]:
    """Some of the numbers are as far off as a form lets through."""
    return {
        name: random.choice([value, -999_999, -1, 999_999]) if type(value) is int else value
        for name, value in fields.items()
    }


def check_offer(match: "Match", state: AnyState, prompt: Prompt) -> None:
    """A choice is refused whatever goes with it if it has a reason, and else accepted with something."""
    offer = match.game.offer(state.view(prompt.seat), prompt)
    match.require(len({way.do for way in offer.ways}) == len(offer.ways), "two ways have one name")
    check_preset(match, state, prompt, offer)
    for way in offer.ways:
        if way.reason is not None or not way.fields:
            check_way(match, state, prompt, way, None, way.reason)
        for field in way.fields if way.reason is None else ():
            for choice in field.choices:
                if field.high or field.kind == "one":
                    check_way(match, state, prompt, way, (field, choice), choice.reason)
            if field.kind == "number":
                check_way(match, state, prompt, way, (field, field.low), None)
                check_way(match, state, prompt, way, (field, field.high), None)
            if field.blank:
                check_way(match, state, prompt, way, (field, None), None)


def check_preset(match: "Match", state: AnyState, prompt: Prompt, offer: Offer) -> None:
    """Orders fill a form in and change nothing else of it; what they choose is among the choices."""
    filled = match.game.preset(state.view(prompt.seat), prompt, offer, match.orders[prompt.seat])
    match.require(blank_form(filled) == blank_form(offer), f"orders change the form of {prompt}")
    for field in (field for way in filled.ways for field in way.fields if field.choices):
        preset = field.preset if isinstance(field.preset, tuple) else (field.preset,)
        strange = {*preset} - {None} - {choice.value for choice in field.choices}
        match.require(not strange, f"{prompt} starts with {strange}, which {field.name} does not offer")


def blank_form(offer: Offer) -> Offer:
    """A form with nothing filled in."""
    return offer.filled_in(**{field.name: None for way in offer.ways for field in way.fields})


def check_way(
    match: "Match", state: AnyState, prompt: Prompt, way: Way, must: Any, reason: str | None
) -> None:
    view, accepted = state.view(prompt.seat), None
    for _ in range(TRIES if reason is None else 5):
        try:
            action = fill(way, match.codec, match.random, must)
        except Nothing:
            continue
        if match.game.check(view, prompt, action) is None:
            accepted = action
            break
    what = f"{way.do} {must[0].name}={must[1]}" if must else way.do
    if reason is None:
        match.require(accepted is not None, f"{prompt} offers {what}, which is always refused")
    else:
        match.require(
            accepted is None, f"{prompt} offers {what} only with a reason, yet {accepted} is allowed"
        )


def check_replay(match: "Match") -> None:
    """The deal and the log give the same states again, bit for bit."""
    match.fault_at = "the replay"
    state = match.deal().state
    match.require(encode(state) == match.states[0], "the same seed deals otherwise")
    for move, (number, action, _by) in enumerate(match.log, 1):
        prompt = state.prompt(number)
        match.require(prompt is not None, f"move {move} answers what nobody was asked")
        if prompt is not None:
            state = match.game.play(state, prompt, match.codec.action(action), Dice(match.seed, move)).state
        match.require(encode(state) == match.states[move], f"move {move} leads elsewhere")
