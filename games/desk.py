"""A match on the desk: loaded under its lock, played on in memory, stored in one go.

Queries: the match, its hands with seats and people, then on storing the match, the changed hands, the moves and the
prompt rows; six, whatever the number of seats, cards and moves.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from games import clock, decks, notices
from games.catalog import GAMES, AnyGame, codec
from games.engine import Clock as Kind
from games.engine import Codec, Dice, Prompt, State, View, encode, split_events
from games.models import PERSON_FIELDS, SEAT_FIELDS, Hand, Match, Move, Seat, seat_key, waiting_prompts
from games.models import Prompt as PromptRow

MOST_ANSWERS = 100
"""How many answers of bots and orders one request plays; what is left over waits for the sweep."""


MATCH_FIELDS = [
    *("table", "prompts", "last_prompt", "offered", "move_count"),
    *("changed", "status", "since", "ended_at", "result", "closed_why", "paused_until"),
    *("proposal", "proposal_days"),
]
HAND_FIELDS = ["zone", "orders", "seen", "changed", "plan_missed", "absences", "missed_at", "last_due"]
PROMPT_FIELDS = ["person", "waits", "opened_at", "due_at", "remind_at", "told_at", "left", "days_given"]
CLOCK_FIELDS = ("quiet_from", "quiet_until", "seen_at", "no_timer", "muted_until")
LOADED = (
    *("match", "seat", "heard", *HAND_FIELDS),
    *(f"seat__{name}" for name in (*SEAT_FIELDS, "talk_seen", "muted")),
    *(f"seat__person__{name}" for name in (*PERSON_FIELDS, *CLOCK_FIELDS)),
)


class BrokenMatch(Exception):
    """A state that cannot be: nothing of the move is stored."""


class UnreadableMatch(BrokenMatch):
    """Today's rules cannot even read what is stored: its game is not here any more, or has changed its cards."""


@contextmanager
def readable() -> Iterator[None]:
    """Around decoding. As with `rules_at_work` the text of an error is kept from logs."""
    try:
        yield
    except (KeyError, msgspec.MsgspecError) as error:
        raise UnreadableMatch(f"cannot be read: {type(error).__name__}") from None


@contextmanager
def rules_at_work() -> Iterator[None]:
    """An error of the rules or a bot is a broken match.

    It is named by its kind and place alone, and nothing hangs on it: its text may name cards, and a log would print it.
    """
    try:
        yield
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{last.filename.rpartition('/')[2]}:{last.lineno}"
        raise BrokenMatch(f"{type(error).__name__} in the rules ({place})") from None


def encode_text(value: Any) -> str:
    return encode(value).decode()


@dataclass
class Desk:
    match: Match
    game: AnyGame
    codec: Codec
    seats: list[Seat]
    hands: list[Hand]
    stock: Hand
    state: State[Any, Any, Any]
    clocks: dict[int, clock.Clock] = field(default_factory=dict)  # of what waits, by the prompt's number
    now: datetime = field(default_factory=timezone.now)
    moves: list[Move] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)  # seats whose row must be stored
    restarted: set[int] = field(default_factory=set)  # prompts whose clock starts anew
    cut_short: bool = False  # bots and orders have more to answer than one request plays

    def __post_init__(self) -> None:
        self.before = self.state
        self.clocks_before = dict(self.clocks)

    def seat_of(self, person: Any) -> int | None:
        for seat in self.seats:
            if seat.person_id is not None and seat.person_id == person.pk:
                return seat.number
        return None

    def view(self, seat: int | None) -> View[Any, Any]:
        return self.state.view(seat)

    def orders(self, seat: int) -> Any:
        return self.codec.orders(self.hands[seat].orders)

    def dice(self, stream: str = "rules") -> Dice:
        return Dice(self.match.seed, self.match.move_count + 1, stream)

    # Playing

    def play(self, prompt: Prompt, action: Any, by: str, form: str = "") -> None:
        """One answer that `check` let pass. Raises BrokenMatch if it leads to a state that cannot be."""
        with rules_at_work():
            step = self.game.play(self.state, prompt, action, self.dice())
        self.note(step, prompt.number, prompt.seat, by, encode_text(action), form)

    def withdraw(self, cards: frozenset[str]) -> bool:
        """Take cards out of the match that may not be seen any more; whether there were any. Raises BrokenMatch."""
        with rules_at_work():
            step = self.game.withdraw(self.state, cards, self.dice())
        if step is not None:
            self.note(step, 0, -1, Move.By.HOUSE, encode_text(sorted(cards)))
        return step is not None

    def note(self, step: Any, prompt: int, seat: int, by: str, action: str, form: str = "") -> None:
        """The next state, and its row for the log. Raises BrokenMatch if it cannot be."""
        faults = self.game.faults(step.state)
        if faults:
            raise BrokenMatch("; ".join(faults))
        self.state = step.state
        self.match.move_count += 1
        public, private = split_events(step)
        self.moves.append(
            Move(
                match=self.match,
                number=self.match.move_count,
                prompt=prompt,
                seat=seat,
                by=by,
                action=action,
                form=form,
                public=encode_text(public),
                private={seat_key(seat): msgspec.to_builtins(events) for seat, events in private.items()},
                at=self.now,
            )
        )

    def run_on(self) -> None:
        """Let bots and orders answer what is open to them, until only people are waited for."""
        for _ in range(MOST_ANSWERS):
            if not self.answer_next():
                return
        self.cut_short = True

    def answer_next(self) -> bool:
        """One answer that no person has to give; False if there is none left."""
        for prompt in self.state.owed():
            seat = self.seats[prompt.seat]
            if seat.by_bot:
                if not self.game.ready(self.view(prompt.seat), prompt):
                    continue
                self.play_bot(prompt)
                return True
            if prompt.number > self.match.offered:
                self.match.offered = prompt.number
                if self.put_to_orders(prompt):
                    return True
        return False

    def play_bot(self, prompt: Prompt) -> None:
        """What a bot answers, in its own seat or in that of somebody who is not there."""
        with rules_at_work():
            orders = self.orders(prompt.seat)
            action = self.game.bot(self.view(prompt.seat), prompt, orders, self.dice("bot"))
        self.play(prompt, action, Move.By.STANDIN if self.seats[prompt.seat].person_id else Move.By.BOT)

    def put_to_orders(self, prompt: Prompt) -> bool:
        """Whether the seat's orders or plans answered a prompt that has just opened."""
        orders = self.orders(prompt.seat)
        with rules_at_work():
            action, left = self.game.standing(self.view(prompt.seat), prompt, orders, self.dice("orders"))
        if left != orders:
            self.keep_orders(prompt.seat, left)
            if action is None:
                self.hands[prompt.seat].plan_missed = prompt.number
        if action is None:
            return False
        self.play(prompt, action, Move.By.ORDERS)
        return True

    def keep_orders(self, seat: int, orders: Any) -> None:
        self.hands[seat].orders = encode_text(orders)
        self.touched.add(seat)

    def people(self) -> list[Seat]:
        """Seats whose person still plays: they can agree to something, and the match is theirs."""
        return [seat for seat in self.seats if not seat.by_bot]

    # Storing

    def store(self) -> None:
        """Everything at once; call it once, inside the transaction that holds the lock."""
        result = self.game.result(self.state)
        if result is not None and not self.match.over:
            self.match.status = Match.Status.FINISHED
            self.match.since = self.match.ended_at = self.now
            self.match.result = encode_text(result)
            self.match.proposal = Match.Proposal.NONE
            notices.finished(self.match, self.seats)
            if decks.needs_decks(self.match.game):
                decks.offer_blanks(self.match)
        prompts = self.prompt_rows()
        self.note_changes()
        self.match.table = encode_text(self.state.table)
        self.match.prompts = encode_text(self.state.prompts)
        self.match.last_prompt = self.state.last
        self.match.save(update_fields=MATCH_FIELDS)
        self.store_hands()
        Move.objects.bulk_create(self.moves)
        if self.match.over:
            PromptRow.objects.filter(match=self.match).delete()  # an index of what is open: nothing is
        else:
            PromptRow.objects.bulk_create(
                prompts, update_conflicts=True, unique_fields=["match", "number"], update_fields=PROMPT_FIELDS
            )

    def note_changes(self) -> None:
        """Count up what each viewer will see differently, and nothing that somebody else alone sees."""
        same = self.state.table == self.before.table and shapes(self.state) == shapes(self.before)
        if not same or any(move.public != "[]" for move in self.moves):
            self.match.changed += 1
        for seat, hand in enumerate(self.hands):
            told = any(seat_key(seat) in move.private for move in self.moves)
            if told or seat in self.touched or self.state.hands[seat] != self.before.hands[seat]:
                hand.changed += 1
                self.touched.add(seat)

    def store_hands(self) -> None:
        rows = []
        for seat in sorted(self.touched):
            self.hands[seat].zone = encode_text(self.state.hands[seat])
            rows.append(self.hands[seat])
        if self.state.stock != self.before.stock:
            self.stock.zone = encode_text(self.state.stock)
            rows.append(self.stock)
        Hand.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=HAND_FIELDS,
        )

    # Clocks

    def prompt_rows(self) -> list[PromptRow]:
        """The index rows of what began or ceased to wait, and of what gets a new clock.

        A prompt that opened and closed within this request never had a row.
        """
        old = {prompt.number: prompt for prompt in self.before.prompts}
        new = {prompt.number: prompt for prompt in self.state.prompts}
        return [
            self.prompt_row(prompt, is_open=number in new)
            for number, prompt in sorted({**old, **new}.items(), key=self.pace_first)
            if number in self.restarted or self.waits_otherwise(number, old.get(number), new.get(number))
        ]

    def pace_first(self, item: tuple[int, Prompt]) -> tuple[bool, int]:
        """What shares a due time comes after the prompt that sets it, even if it has the lower number."""
        number, prompt = item
        return self.clock_of(prompt) != "pace", number

    def waits_otherwise(self, number: int, old: Prompt | None, new: Prompt | None) -> bool:
        """Whether a prompt begins or ceases to wait, or gets a clock of another kind."""
        was, now = self.waits_as(old), self.waits_as(new)
        return was != now or (now == "free" and number in self.clocks)

    def waits_as(self, prompt: Prompt | None) -> Kind:
        """The clock by which a prompt is waited for: `free` if nobody waits for it."""
        return "free" if prompt is None or prompt.given else self.clock_of(prompt)

    def is_waited_for(self, prompt: Prompt) -> bool:
        return self.waits_as(prompt) != "free"

    def clock_of(self, prompt: Prompt) -> Kind:
        """The clock that counts for whoever is asked: a window is none to a person without a timer.

        It stays as it began, whatever its person sets meanwhile; one that was interrupted has no timer any more.
        """
        if prompt.clock != "window":
            return prompt.clock
        if self.opened_now(prompt):
            person = self.seats[prompt.seat].person
            return prompt.instead if person and person.no_timer else "window"
        return "window" if clock.has_timer(prompt, self.clocks.get(prompt.number)) else prompt.instead

    def opened_now(self, prompt: Prompt) -> bool:
        return prompt.number > self.before.last

    def leader(self, prompt: Prompt) -> Prompt | None:
        """The open prompt whose due time one of clock `same` shares, if that is not answered yet."""
        if self.clock_of(prompt) != "same":
            return None
        mine = [other for other in self.state.owed() if other.seat == prompt.seat]
        return next((other for other in reversed(mine) if self.clock_of(other) == "pace"), None)

    def prompt_row(self, prompt: Prompt, *, is_open: bool) -> PromptRow:
        seat = self.seats[prompt.seat]
        waits = is_open and self.is_waited_for(prompt) and self.match.running
        if waits:
            self.clocks[prompt.number] = self.start_clock(prompt)
        else:
            self.clocks.pop(prompt.number, None)
        times = self.clocks.get(prompt.number, clock.Clock(self.now, told_at=self.now))
        return PromptRow(
            match=self.match,
            number=prompt.number,
            seat=seat,
            person_id=seat.person_id,
            kind=prompt.kind,
            waits=waits,
            opened_at=times.opened_at,
            due_at=times.due_at,
            remind_at=times.remind_at,
            told_at=times.told_at,
            days_given=times.days_given,
        )

    def start_clock(self, prompt: Prompt) -> clock.Clock:
        seat, hand = self.seats[prompt.seat], self.hands[prompt.seat]
        if seat.by_bot:  # due at once only if this request has no time left to answer it
            return clock.Clock(self.now, self.now if self.cut_short else None, told_at=self.now)
        kind, shared = self.clock_of(prompt), hand.last_due
        if prompt.clock == "window" and kind == "pace" and self.opened_now(prompt):
            # Without a timer: as long as the question it came from, unless its time is up already.
            kind, shared = "same", shared if shared and shared > self.now else None
        old = self.before_it(prompt)
        late = self.is_late(prompt.seat, old.due_at if old is not None else shared)
        if kind == "pace" and old is not None and not late:
            return clock.Clock(self.now, old.due_at, old.remind_at, old.told_at, old.days_given)
        if kind == "same" and late:
            kind = "pace"
        times = clock.start(self.match, replace(prompt, clock=kind), seat.person, self.now, shared)
        if self.cut_short and prompt.number > self.match.offered:
            return clock.Clock(self.now, self.now, told_at=self.now)  # its orders have not been asked yet
        if kind == "pace" and times.due_at != hand.last_due:
            hand.last_due = times.due_at
            self.touched.add(prompt.seat)
        return times

    def before_it(self, prompt: Prompt) -> clock.Clock | None:
        """The clock of the prompt in whose place this one has just opened, if it took that of another."""
        old = self.before.prompt(prompt.opened_by) if self.opened_now(prompt) and prompt.group else None
        if old is None or (old.seat, old.group) != (prompt.seat, prompt.group):
            return None
        return self.clocks_before.get(old.number)

    def is_late(self, seat: int, due: datetime | None) -> bool:
        """Whether somebody has just answered after their time, before the clock did: what that opens has its own."""
        mine = (move for move in self.moves if move.seat == seat and move.by == Move.By.PLAYER)
        return due is not None and due <= self.now and any(mine)


def shapes(state: State[Any, Any, Any]) -> list[tuple[int, int, bool, bool]]:
    """What others see of prompts: not that a card was turned and its window runs, or reactions could be timed."""
    return sorted((prompt.seat, prompt.group, prompt.given, prompt.blocks) for prompt in state.prompts)


def load(code: str) -> Desk | None:
    """The match with this code under its lock, or None. Call it inside a transaction. Raises UnreadableMatch."""
    return load_from(Match.objects.select_for_update(no_key=True).filter(code=code))


def load_by_id(match_id: int) -> Desk | None:
    return load_from(Match.objects.select_for_update(no_key=True).filter(pk=match_id))


def load_unless_busy(match_id: int) -> Desk | None:
    """For sweeps: None also if somebody else holds the lock, who then changes what would have been looked at."""
    return load_from(Match.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=match_id))


def load_from(matches: Any) -> Desk | None:
    match = next(iter(matches[:1]), None)
    if match is None or not match.dealt:
        return None
    found = Hand.objects.filter(match=match).select_related("seat__person").only(*LOADED)
    rows = list(found.annotate(**waiting_prompts("seat__")))
    stock = next(row for row in rows if row.seat is None)
    by_seat = {row.seat.number: row for row in reversed(rows) if row.seat}
    hands = [by_seat[number] for number in sorted(by_seat)]
    with readable():
        decode = codec(match.game)
        state: State[Any, Any, Any] = State(
            decode.table(match.table),
            tuple(decode.hand(hand.zone) for hand in hands),
            decode.stock(stock.zone),
            decode.prompts(match.prompts),
            match.last_prompt,
        )
    seats = [hand.seat for hand in hands if hand.seat]
    return Desk(match, GAMES[match.game], decode, seats, hands, stock, state, clocks_of(rows))


def clocks_of(rows: list[Any]) -> dict[int, clock.Clock]:
    """The clocks that `waiting_prompts` joined to rows of seats or hands."""
    return {
        row.waiting_number: clock.Clock(
            row.waiting_opened_at,
            row.waiting_due_at,
            row.waiting_remind_at,
            row.waiting_told_at,
            row.waiting_days_given,
        )
        for row in rows
        if row.waiting_number is not None
    }
