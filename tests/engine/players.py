"""Answers and orders drawn at random from what the game offers: all that a form could send, and nothing else."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from games.catalog import AnyGame
from games.engine import Choice, Codec, Dice, Field, Offer, Prompt, Reason, View, Way

AnyView = View[Any, Any]
TRIES = 60
BLANK = 0.2


class Nothing(Exception):
    """A question that cannot be answered."""


def is_blocked(offer: Offer) -> bool:
    """Whether a prompt has to wait for another one of the same seat: every way is closed."""
    return all(way.reason for way in offer.ways)


def random_value(field: Field, random: Random, must: Choice | None = None) -> Any:
    """A value as a form sends it. must: a choice, open or not, that has to be in it. Raises Nothing."""
    if must is None and field.blank and random.random() < BLANK:
        return None
    open_choices = [choice.value for choice in field.choices if choice.reason is None]
    forced = [] if must is None else [must.value]
    match field.kind:
        case "number":
            return random.randint(field.low, field.high)
        case "text":
            return 0  # the words are stored only once the answer is known to be allowed
        case "one":
            return random.choice(forced or needed(open_choices))
        case "some":
            if together := same_effect(field, random, must):
                return together
            others = [value for value in open_choices if value not in forced]
            most = min(field.high, len(others) + len(forced))
            count = random.randint(min(max(field.low, len(forced)), most), most) - len(forced)
            picked = [*forced, *random.sample(others, max(0, count))]
        case "list":
            count = random.randint(max(field.low, len(forced)), max(field.high, len(forced))) - len(forced)
            picked = forced + [random.choice(needed(open_choices)) for _ in range(count)]
    random.shuffle(picked)
    return picked


def same_effect(field: Field, random: Random, must: Choice | None) -> list[Any]:
    """Half of the time all open choices of one effect or of two: some forms take only what belongs together."""
    effects = sorted({choice.effect for choice in field.choices if choice.effect and choice.reason is None})
    if not effects or random.random() < 0.5:
        return []
    chosen = {
        *random.sample(effects, random.randint(1, min(2, len(effects)))),
        *([must.effect] if must else []),
    }
    values = [choice.value for choice in field.choices if choice.effect in chosen and choice.reason is None]
    fits = field.low <= len(values) <= field.high and (must is None or must.value in values)
    return values if fits else []


def needed(values: list[Any]) -> list[Any]:
    if not values:
        raise Nothing
    return values


def fill(way: Way, codec: Codec, random: Random, must: tuple[Field, Any] | None = None) -> Any:
    """An action of this way. must: a field and the choice (or, for a number, the value) it has to hold.

    Raises Nothing, and msgspec.ValidationError if the offer does not fit the action's type.
    """
    fields: dict[str, Any] = {"do": way.do}
    for field in way.fields:
        if must is None or must[0].name != field.name:
            fields[field.name] = random_value(field, random)
        elif isinstance(must[1], Choice):
            fields[field.name] = random_value(field, random, must[1])
        else:
            fields[field.name] = must[1]
    return codec.to_action(fields)


def random_action(
    game: AnyGame, codec: Codec, view: AnyView, prompt: Prompt, random: Random, only: type | None = None
) -> Any:
    """A legal action with its texts and its reaction time filled in as the door does, or None if none is found.

    only: of this class.
    """
    ways = [way for way in game.offer(view, prompt).ways if way.reason is None]
    for _ in range(TRIES if ways else 0):
        way = random.choice(ways)
        try:
            action = fill(way, codec, random)
        except Nothing:
            continue
        if (only is None or type(action) is only) and game.check(view, prompt, action) is None:
            return finish(way, prompt, action, random)
    return None


def finish(way: Way, prompt: Prompt, action: Any, random: Random) -> Any:
    """What the door adds: the ids of stored words, and where a window is open the time (None: without a timer)."""
    texts = [field.name for field in way.fields if field.kind == "text"]
    words = {name: random.randint(1, 10**6) for name in texts if getattr(action, name) is not None}
    if prompt.clock == "window":
        after = random.randint(150, prompt.seconds * 1000)
        words["after_ms"] = None if random.random() < 0.2 else after  # type: ignore[assignment]
    return replace(action, **words) if words else action


def random_orders(
    game: AnyGame,
    view: AnyView,
    orders: Any,
    random: Random,
    mutate: Callable[[AnyView, Any, Random], Any],
) -> tuple[Any, Reason | None]:
    """Orders to leave, and why the game's own proposal may not be left (which is a fault of the game)."""
    dice = Dice(str(random.random()), 0, "leave")
    left = game.leave_orders(view, orders, random.randint(0, 3), random.random() < 0.5, dice)
    wild = mutate(view, left, random)
    if game.check_orders(view, wild, orders) is None:
        return wild, None
    return left, game.check_orders(view, left, orders)


def random_options(game: AnyGame, seats: int, random: Random) -> Any:
    """Match options: each setting at its preset half of the time."""
    chosen = {}
    for field in game.settings(seats):
        value = field.preset if random.random() < 0.5 else random_value(field, random)
        if value is not None:
            chosen[field.name] = value
    return msgspec.convert(chosen, game.options_type)


def random_told(game: AnyGame, seats: int, random: Random) -> tuple[dict[str, Any], ...]:
    """What each seat says in the lobby: a third says nothing."""
    return tuple(
        {field.name: random_value(field, random) for field in game.asks} if random.random() < 0.67 else {}
        for _ in range(seats)
    )
