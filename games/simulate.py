"""Bots against bots, without a database: how long matches are, how they end and how many days they take.

The answers go the way of the door: after each play every newly opened prompt is first offered to the orders
of its seat. With visits a day, seats are away between their visits; otherwise they answer as soon as asked.
"""

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from statistics import median
from time import process_time
from typing import IO, Any

import msgspec

from games.catalog import AnyGame
from games.engine import Dice, Event, IllegalAction, Prompt, encode

MOST_MOVES = 5000  # a match that takes more is cut off


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What is simulated.

    seats: the seat counts, which the matches take in turn. overrides: match options that differ from their presets.
    visits_a_day: how often each seat comes by, 0 if it is always there. plans, ahead: what is left at the end of
    a visit, as for `Game.leave_orders`. obey: standing orders answer (always, where seats come by only at times).
    check: look for faults after every move instead of at the end. log: where each match goes as a line of JSON.
    count: count events by the names that `Game.counted` gives them.
    """

    game: AnyGame
    seats: tuple[int, ...]
    matches: int = 100
    seed: str = "1"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    visits_a_day: int = 0
    plans: int = 0
    ahead: bool = False
    obey: bool = False
    check: bool = False
    log: IO[str] | None = None
    count: bool = False


class Run:
    """One match while it is played: its state, the orders of each seat, and what is to be said of it."""

    def __init__(self, trial: Trial, number: int) -> None:
        """Deal match `number` of a trial. Raises ValueError for options or seats the game does not know."""
        self.trial = trial
        self.game = trial.game
        self.seed = f"{trial.seed}/{number}"
        self.seats = trial.seats[number % len(trial.seats)]
        self.options = self.game.stocked(options_for(self.game, self.seats, trial.overrides))
        self.dealt = self.game.deal(self.seats, self.options, ({},) * self.seats, Dice(self.seed, 0))
        self.state = self.dealt.state
        self.orders = [self.game.first_orders(self.options) for _ in range(self.seats)]
        self.obey = bool(trial.obey or trial.visits_a_day or trial.plans or trial.ahead)
        self.opened = deque(prompt.number for prompt in self.state.prompts)
        self.moves = 0
        self.days = 0.0
        self.rows: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.count(self.dealt.events)

    def running(self) -> bool:
        """Whether there is somebody to answer and the match is neither over, faulty nor too long."""
        return not self.faults and self.moves < MOST_MOVES and bool(self.state.owed())

    def answerable(self) -> list[Prompt]:
        """The owed prompts that can be answered now, and do not wait for another of the same seat."""
        game, state = self.game, self.state
        return [prompt for prompt in state.owed() if game.ready(state.view(prompt.seat), prompt)]

    def play(self) -> None:
        """From the deal to the end."""
        try:
            self.settle()
            if self.trial.visits_a_day:
                self.play_by_visits()
            while self.running():
                self.visit_once(Dice(self.seed, self.moves, "next").pick(self.answerable()))
        except IllegalAction as error:
            self.faults.append(f"an illegal answer: {error}")
        self.look_for_faults()

    def play_by_visits(self) -> None:
        """Every seat comes by at its times of day and answers all that is open to it, what that opens included."""
        for time, seat in visits(self.seats, self.trial.visits_a_day, Dice(self.seed, 0, "visits")):
            if not self.running():
                return
            self.days = time
            while self.running() and (open_to_me := [p for p in self.answerable() if p.seat == seat]):
                self.answer(open_to_me[0], self.ask_bot(open_to_me[0]), "bot")
                self.settle()
            self.leave_orders(seat)

    def visit_once(self, prompt: Prompt) -> None:
        """A seat that is always there answers one prompt and leaves its orders anew."""
        self.answer(prompt, self.ask_bot(prompt), "bot")
        self.settle()
        self.leave_orders(prompt.seat)

    def settle(self) -> None:
        """Offer what has just opened to the orders of its seat; a window is answered at once, it waits for nobody."""
        while self.opened and self.running():
            prompt = self.state.prompt(self.opened.popleft())
            if prompt is None or prompt.given:
                continue
            action = self.ask_orders(prompt) if self.obey else None
            if action is not None:
                self.answer(prompt, action, "orders")
            elif prompt.clock == "window":
                self.answer(prompt, self.ask_bot(prompt), "bot")

    def ask_orders(self, prompt: Prompt) -> Any:
        """What the orders of the seat answer, or None."""
        seat = prompt.seat
        dice = Dice(self.seed, self.moves + 1, "orders")
        view = self.state.view(seat)
        action, self.orders[seat] = self.game.standing(view, prompt, self.orders[seat], dice)
        return action

    def ask_bot(self, prompt: Prompt) -> Any:
        """What the bot of the seat answers."""
        dice = Dice(self.seed, self.moves + 1, "bot")
        return self.game.bot(self.state.view(prompt.seat), prompt, self.orders[prompt.seat], dice)

    def leave_orders(self, seat: int) -> None:
        """At the end of a visit."""
        if not (self.trial.plans or self.trial.ahead) or not self.state.owed():
            return
        view = self.state.view(seat)
        dice = Dice(self.seed, self.moves, "leave")
        left = self.game.leave_orders(view, self.orders[seat], self.trial.plans, self.trial.ahead, dice)
        reason = self.game.check_orders(view, left, self.orders[seat])
        if reason is not None:
            self.faults.append(f"orders that cannot be left: {reason}")
        self.orders[seat] = left

    def answer(self, prompt: Prompt, action: Any, by: str) -> None:
        """One move. Raises IllegalAction if the game refuses it."""
        self.moves += 1
        last = self.state.last
        step = self.game.play(self.state, prompt, action, Dice(self.seed, self.moves))
        self.state = step.state
        self.opened.extend(opened.number for opened in self.state.prompts if opened.number > last)
        if self.trial.log is not None:
            self.rows.append(
                {
                    "prompt": prompt.number,
                    "seat": prompt.seat,
                    "by": by,
                    "action": action,
                    "events": step.events,
                }
            )
        self.count(step.events)
        if self.trial.check:
            self.look_for_faults()

    def count(self, events: tuple[Event, ...]) -> None:
        """Count some events, if that is asked for."""
        if self.trial.count:
            self.counts.update(name for event in events for name in self.game.counted(event))

    def look_for_faults(self) -> None:
        """Note what is wrong with the state, once."""
        if not self.faults:
            self.faults = self.game.faults(self.state)

    def ending(self) -> str:
        """Why the match ended: the game's key, or `abandoned` if it was cut off, or `faulty`."""
        if self.faults:
            return "faulty"
        result = self.game.result(self.state)
        return "abandoned" if result is None else result.why

    def line(self) -> str:
        """The match as a line of JSON. `dealt` is the whole state after the deal: all hands, the stock in order."""
        return encode(
            {
                "game": self.game.slug,
                "version": self.game.version,
                "seats": self.seats,
                "options": self.options,
                "seed": self.seed,
                "dealt": self.dealt.state,
                "events": self.dealt.events,
                "moves": self.rows,
                "ending": self.ending(),
                "result": self.game.result(self.state),
            }
        ).decode()


def options_for(game: AnyGame, seats: int, overrides: Mapping[str, Any]) -> Any:
    """The options of a match: the presets of its settings, and what differs. Raises ValueError for unknown ones."""
    presets = {field.name: field.preset for field in game.settings(seats)}
    strange = set(overrides) - set(presets)
    if strange:
        raise ValueError(f"{game.slug} has no option {', '.join(sorted(strange))}")
    chosen = {name: value for name, value in {**presets, **overrides}.items() if value is not None}
    try:
        return msgspec.convert(chosen, game.options_type)
    except msgspec.ValidationError as error:
        raise ValueError(f"{game.slug}: {error}") from error


def option_of_orders(game: AnyGame, word: str) -> dict[str, Any]:
    """The settings that start everyone with orders of this kind (`ask`, `automatic`).

    Raises ValueError if the game has none.
    """
    fields = game.settings(game.seats[0])
    names = [field.name for field in fields if word in [choice.value for choice in field.choices]]
    if not names:
        raise ValueError(f"{game.slug} has no option that could be {word}")
    return dict.fromkeys(names, word)


def visits(seats: int, a_day: int, dice: Dice) -> Iterator[tuple[float, int]]:
    """Without end, (time in days, seat): each seat comes by at times of day drawn once."""
    times = sorted((dice.random(), seat) for seat in range(seats) for _ in range(a_day))
    for day in count():
        for time, seat in times:
            yield day + time, seat


@dataclass
class Report:
    """What came of some matches. moves: by match; days: by match that ended, where seats came by at times.

    counts: of events, by their names, where they are counted.
    """

    moves: list[int] = field(default_factory=list)
    days: list[float] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, run: Run, seconds: float) -> None:
        """Count one finished match."""
        ending = run.ending()
        self.moves.append(run.moves)
        self.endings[ending] += 1
        self.faults += [f"match {run.seed}, move {run.moves}: {fault}" for fault in run.faults]
        self.seconds += seconds
        self.counts.update(run.counts)
        if run.trial.visits_a_day and ending not in ("abandoned", "faulty"):
            self.days.append(run.days)

    def figures(self) -> dict[str, Any]:
        """The numbers by name; days_median is None unless seats came by at times."""
        ordered = sorted(self.moves)
        return {
            "matches": len(self.moves),
            "moves": sum(self.moves),
            "moves_per_second": round(sum(self.moves) / self.seconds) if self.seconds else 0,
            "moves_median": median(ordered) if ordered else 0,
            "moves_p90": ordered[math.ceil(0.9 * len(ordered)) - 1] if ordered else 0,
            "endings": dict(self.endings.most_common()),
            "days_median": round(median(self.days), 2) if self.days else None,
            "counts": dict(sorted(self.counts.items())),
        }


def simulate(trial: Trial) -> dict[int, Report]:
    """Play all matches of a trial; a report by seat count.

    Raises ValueError for options or seats the game does not know.
    """
    reports = {seats: Report() for seats in trial.seats}
    for number in range(trial.matches):
        start = process_time()
        run = Run(trial, number)
        run.play()
        reports[run.seats].add(run, process_time() - start)
        if trial.log is not None:
            trial.log.write(run.line() + "\n")
    return reports


def total(reports: Mapping[int, Report]) -> Report:
    """All of them as one."""
    whole = Report()
    for report in reports.values():
        whole.moves += report.moves
        whole.days += report.days
        whole.endings += report.endings
        whole.faults += report.faults
        whole.seconds += report.seconds
        whole.counts.update(report.counts)
    return whole


def sentence(name: str, report: Report) -> str:
    """A report in a line for a person."""
    figures = report.figures()
    endings = ", ".join(f"{why} {number:,}" for why, number in figures["endings"].items())
    days = f"; {figures['days_median']} days a match (median)" if report.days else ""
    return (
        f"{name}: {figures['matches']:,} matches, {figures['moves']:,} moves, "
        f"{figures['moves_per_second']:,} moves/s; {figures['moves_median']:g} moves a match (median), "
        f"{figures['moves_p90']} (90 %); ended: {endings}{days}"
    )
