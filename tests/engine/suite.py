"""Whole random matches with everything checked that has to hold for every game. What is wrong raises Fault."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from games.catalog import AnyGame
from games.engine import Codec, Dice, Offer, Prompt, Step, encode, face_of
from tests.engine import checks, hidden
from tests.engine.hooks import HOOKS, AnyState, Hooks
from tests.engine.players import (
    is_blocked,
    random_action,
    random_options,
    random_orders,
    random_told,
)

AnyStep = Step[Any, Any, Any]
OFFERS = 0.15  # how many of the moves have every choice of their offer tried


class Fault(AssertionError):
    """A rule that every game has to keep is broken."""


@dataclass(frozen=True)
class Move:
    """An answer and what came of it. number: its place in the log, from 1, and that of its dice."""

    number: int
    before: AnyState
    prompt: Prompt
    action: Any
    by: str
    step: AnyStep


class Match:
    """The door in miniature: answers in random order from persons, bots, orders and the clock, all in a log."""

    def __init__(self, game: AnyGame, seed: int, seats: int, options: Any = None) -> None:
        self.game, self.codec, self.seed, self.seats = game, Codec(game), f"match {seed}", seats
        self.random = Random(f"{game.slug}/{seats}/{seed}")
        self.hooks = HOOKS.get(game.slug, Hooks())
        self.options = self.pick_options() if options is None else game.stocked(options)
        self.cards = set(game.pack(self.options))
        self.copies = {card for card in self.cards if face_of(card) != card}
        self.told = random_told(game, seats, self.random)
        dealt = self.deal()
        self.state = dealt.state
        self.bots: set[int] = set()
        self.orders = [game.first_orders(self.options) for _ in range(seats)]
        self.log: list[tuple[int, bytes, str]] = []
        self.states = [encode(self.state)]
        self.closed: set[int] = set()
        self.unoffered = deque(prompt.number for prompt in self.state.prompts)
        # Each match has its own habits, so that some are all plans and others all clock.
        self.habits = [self.random.random() ** 2 for _ in range(3)]
        self.orders_rate = self.random.choice([0, 0, 0.2, 0.8])
        self.fault_at = "the deal"
        hidden.check_names(self, self.state, dealt)
        checks.check_state(self, self.state, dealt.events)

    def pick_options(self) -> Any:
        options = self.game.stocked(random_options(self.game, self.seats, self.random))
        return self.hooks.options(options, self.random)

    def deal(self) -> AnyStep:
        return self.game.deal(self.seats, self.options, self.told, Dice(self.seed, 0))

    def require(self, fine: object, fault: str) -> None:
        """Raises Fault, with all that is needed to see it again."""
        if not fine:
            where = f"{self.game.slug}, {self.seats} seats, {self.seed}, {self.options}"
            raise Fault(f"{fault}\n  in {where}\n  at {self.fault_at}")

    def play_out(self) -> "Match":
        """From the deal to the result, with every check; then once more from the log."""
        self.offer_to_orders()
        while self.game.result(self.state) is None:
            self.require(len(self.log) < self.hooks.most_moves, "the match does not end")
            prompt = self.pick_prompt()
            by = self.pick_hand(prompt)
            self.answer(prompt, self.action_by(by, prompt), by)
            if by == "player" and self.state.prompts and self.random.random() < self.orders_rate:
                self.leave_orders(prompt.seat)
            if self.random.random() < 0.03:
                self.bots ^= {self.random.randrange(self.seats)}
            self.offer_to_orders()
        checks.check_replay(self)
        return self

    def pick_prompt(self) -> Prompt:
        """Any open prompt that can be answered now; one that is given already only sometimes."""
        again = 0.25
        prompts = [p for p in self.state.prompts if not p.given or self.random.random() < again]
        for prompt in self.random.sample(prompts, len(prompts)):
            if not is_blocked(self.offer(prompt)):
                return prompt
        self.require([], "no open prompt can be answered")
        raise LookupError

    def offer(self, prompt: Prompt) -> Offer:
        return self.game.offer(self.state.view(prompt.seat), prompt)

    def pick_hand(self, prompt: Prompt) -> str:
        if prompt.given:
            return "player"
        if prompt.seat in self.bots:
            return "bot"
        return self.random.choices(["player", "bot", "clock"], [self.habits[0] + 0.01, *self.habits[1:]])[0]

    def action_by(self, by: str, prompt: Prompt) -> Any:
        """The answer of a person (anything legal), the bot, or the clock."""
        view, orders, number = self.state.view(prompt.seat), self.orders[prompt.seat], len(self.log) + 1
        if by == "bot":
            return self.game.bot(view, prompt, orders, Dice(self.seed, number, "bot"))
        if by == "clock":
            return self.game.fallback(view, prompt, orders, Dice(self.seed, number, "clock"))
        action = random_action(self.game, self.codec, view, prompt, self.random)
        self.require(action is not None, f"nothing that is offered may be answered to {prompt}")
        return action

    def offer_to_orders(self) -> None:
        """What has just opened is put to the orders of its seat, the oldest first."""
        while self.unoffered:
            prompt = self.state.prompt(self.unoffered.popleft())
            if prompt is None or prompt.given or prompt.seat in self.bots:
                continue
            view, dice = self.state.view(prompt.seat), Dice(self.seed, len(self.log) + 1, "orders")
            action, self.orders[prompt.seat] = self.game.standing(
                view, prompt, self.orders[prompt.seat], dice
            )
            if action is not None:
                self.answer(prompt, action, "orders")

    def leave_orders(self, seat: int) -> None:
        view = self.state.view(seat)
        left = random_orders(self.game, view, self.orders[seat], self.random, self.hooks.mutate)
        self.orders[seat], reason = left
        self.require(reason is None, f"the orders it proposes may not be left: {reason}")
        fine = checks.survives(self.codec.orders, self.orders[seat])
        self.require(fine, "orders are not the same after JSON")

    def answer(self, prompt: Prompt, action: Any, by: str) -> None:
        """One move and all checks."""
        before, encoded, number = self.state, self.states[-1], len(self.log) + 1
        self.fault_at = f"move {number} by {by}: {prompt} {action}"
        view = before.view(prompt.seat)
        reason = self.game.check(view, prompt, action)
        self.require(reason is None, f"an answer by {by} is refused: {reason}")
        if self.random.random() < OFFERS:
            checks.check_offer(self, before, prompt)
        step = self.game.play(before, prompt, action, Dice(self.seed, number))
        self.require(encode(before) == encoded, "the move changed the state it started from")
        self.state = step.state
        self.log.append((prompt.number, encode(action), by))
        self.states.append(encode(self.state))
        move = Move(number, before, prompt, action, by, step)
        for check in CHECKS:
            check(self, move)
        self.unoffered.extend(p.number for p in self.state.prompts if p.number > before.last)


def random_match(game: AnyGame, seed: int, seats: int, options: Any = None) -> Match:
    """A whole random match, checked. options: None for random ones. Raises Fault."""
    return Match(game, seed, seats, options).play_out()


CHECKS: tuple[Callable[[Match, Move], None], ...] = (
    checks.check_move,
    checks.check_prompts,
    checks.check_helpers,
    checks.check_strangers,
    hidden.check_events,
    hidden.check_exchange,
    hidden.check_twin,
)
