"""What a move does to a match of the toy game."""

from statistics import median
from typing import Any

from msgspec.structs import replace

from games.engine import Card, Clock, Dice, Event, Prompt, State, Step, face_of, next_seats

from .toy_parts import (
    ABSTAINED,
    LAPS,
    OUT_POINTS,
    PACK,
    WINDOW_SECONDS,
    Contest,
    Covered,
    Dealt,
    Drew,
    Elected,
    Hand,
    Laid,
    Opened,
    Reshuffled,
    RoundEnded,
    Seal,
    Seen,
    Showed,
    Stock,
    Swapped,
    Took,
    ToyState,
    ToyStep,
    Turned,
    Uncovered,
    Voted,
    Wrote,
    published,
)


class Turn:
    """One move on a copy of the state: lists while it lasts, values before and after.

    number: of the prompt that is answered.
    """

    def __init__(self, state: ToyState, dice: Dice, number: int = 0) -> None:
        self.was = state.table
        self.table = state.table
        self.hands = list(state.hands)
        self.pile = list(state.stock.pile)
        self.discards = list(state.stock.discards)
        self.covered = list(state.stock.covered)
        self.prompts = list(state.prompts)
        self.last = state.last
        self.dice = dice
        self.number = number
        self.events: list[Event] = []

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.table.points)

    def step(self) -> ToyStep:
        """The state after the move, its table published; what an open hand newly shows is said as well."""
        stock = Stock(tuple(self.pile), tuple(self.discards), tuple(self.covered))
        table = published(self.table, tuple(self.hands), stock)
        if table.open is not None and table.shown is not None and table.shown != self.was.shown:
            self.events.append(Opened(seat=table.open, faces=table.shown))
        state = State(table, tuple(self.hands), stock, tuple(self.prompts), self.last)
        return Step(state, tuple(self.events))

    # Prompts

    def ask(self, seat: int, kind: str, group: int = 0, clock: Clock = "pace", **window: Any) -> None:
        """Open a prompt. window: its `seconds`, and the clock `instead` for whom has no timer."""
        self.last += 1
        opened = Prompt(self.last, seat, kind, group, clock=clock, opened_by=self.number, **window)
        self.prompts.append(opened)

    def close(self, prompt: Prompt) -> None:
        """Take a prompt away for good."""
        self.prompts = [other for other in self.prompts if other.number != prompt.number]

    def give(self, prompt: Prompt) -> bool:
        """Note an answer in a group; when it was the last one missing, close the group and return True."""
        group = [other for other in self.prompts if other.group == prompt.group]
        if all(other.given or other.number == prompt.number for other in group):
            self.prompts = [other for other in self.prompts if other.group != prompt.group]
            return True
        given = replace(prompt, given=True)
        self.prompts = [given if other.number == prompt.number else other for other in self.prompts]
        return False

    def set_flips(self, clock: Clock, seat: int | None = None) -> None:
        """Give the flips (of one seat, or all) another clock; their numbers stay.

        A slap keeps its window; for whom has none it goes on like the flip that it was.
        """
        change = {"flip": "clock", "slap": "instead"}
        self.prompts = [
            replace(prompt, **{change[prompt.kind]: clock})
            if prompt.kind in change and seat in (None, prompt.seat)
            else prompt
            for prompt in self.prompts
        ]

    # A round: seal, vote and write side by side, then turns

    def open_round(self, leader: int) -> None:
        """Deal; ask everybody for two things at once, and the leader for a third."""
        cards = self.dice.shuffled(PACK)
        size = self.table.options.cards
        self.hands = [Hand(tuple(cards[seat * size : (seat + 1) * size])) for seat in range(self.seats)]
        self.pile, self.discards, self.covered = cards[self.seats * size :], [], []
        self.table = replace(
            self.table,
            round=self.table.round + 1,
            leader=leader,
            next=leader,
            turns=0,
            ballots=(None,) * self.seats,
            motto=None,
            open=None,
        )
        self.events.append(Dealt(round=self.table.round, leader=leader))
        for kind in ("seal", "vote"):
            group = self.last + 1
            for seat in range(self.seats):
                self.ask(seat, kind, group)
        self.ask(leader, "write")
        self.events.extend(Drew(to=seat, cards=hand.cards) for seat, hand in enumerate(self.hands))

    def seal(self, prompt: Prompt, action: Seal) -> None:
        """Keep the choice in the hand, unseen; when the last is in, all are shown in one event."""
        self.hands[prompt.seat] = replace(self.hands[prompt.seat], sealed=action)
        if self.give(prompt):
            self.show()
            self.begin_turns()

    def show(self) -> None:
        """A sort that nobody else shows wins 1 and the bid, else the bid is lost; each right call wins 1."""
        choices = [hand.sealed for hand in self.hands if hand.sealed]
        faces = [face_of(choice.card) for choice in choices]
        won = []
        for seat, choice in enumerate(choices):
            alone = faces.count(faces[seat]) == 1
            shown = [faces[other] for other in next_seats(seat, self.seats)]
            right = sum(call == face for call, face in zip(choice.calls, shown, strict=False))
            won.append((1 + choice.bid if alone else -choice.bid) + right)
            self.discards.append(self.spend(seat, choice.card))
            self.hands[seat] = replace(self.hands[seat], sealed=None)
        self.events.append(Showed(faces=tuple(faces), points=tuple(won)))
        self.score(won)

    def swap(self, prompt: Prompt, cards: tuple[Card, ...]) -> None:
        """Draw first, then put back under the pile. The decision stays open: a new number, the same clock."""
        seat = prompt.seat
        self.events.append(Swapped(seat=seat, cards=len(cards)))
        self.draw(seat, len(cards))
        for card in cards:
            self.pile.insert(0, self.spend(seat, card))
        self.hands[seat] = replace(self.hands[seat], sealed=None)
        swapped = [done or other == seat for other, done in enumerate(self.table.swapped)]
        self.table = replace(self.table, swapped=tuple(swapped))
        self.close(prompt)
        self.ask(seat, "seal", prompt.group, "same")

    def vote(self, prompt: Prompt, choice: int | None) -> None:
        """An open ballot. The most votes open a hand; a tie does nothing."""
        ballots = list(self.table.ballots)
        ballots[prompt.seat] = ABSTAINED if choice is None else choice
        self.table = replace(self.table, ballots=tuple(ballots))
        self.events.append(Voted(seat=prompt.seat, choice=choice))
        if self.give(prompt):
            votes = [ballots.count(seat) for seat in range(self.seats)]
            first = votes.index(max(votes)) if votes.count(max(votes)) == 1 else None
            self.table = replace(self.table, open=first)
            self.events.append(Elected(seat=first))
            self.begin_turns()

    def write(self, prompt: Prompt, words: int | None) -> None:
        """Words are ids; what they say is no matter of the rules."""
        self.table = replace(self.table, motto=words)
        self.events.append(Wrote(seat=prompt.seat, words=words))
        self.close(prompt)
        self.begin_turns()

    def begin_turns(self) -> None:
        """Once everything that was asked side by side is in."""
        if not self.prompts:
            self.go_on()

    def end_turn(self, prompt: Prompt, planned: bool = False) -> None:
        """The next seat is on turn. After a planned turn its own flips have time until the next one."""
        self.close(prompt)
        if planned:
            self.set_flips("free", prompt.seat)
        following = (prompt.seat + 1) % self.seats
        self.table = replace(self.table, turns=self.table.turns + 1, next=following)
        self.go_on()

    def go_on(self) -> None:
        """Ask for the next turn, with the flips that its seat owes, unless the round is over.

        With a hand empty while hidden cards lie, those flips stop the others, and the end is decided after.
        """
        out = any(not hand.cards for hand in self.hands)
        if not out and self.table.turns < LAPS * self.seats:
            self.set_flips("same", self.table.next)
            self.ask(self.table.next, "turn")
        elif self.table.contests:
            self.set_flips("pace")
        else:
            self.end_round()

    def end_round(self) -> None:
        """Whoever is out wins points; then the next round or the end of the match."""
        out = tuple(seat for seat, hand in enumerate(self.hands) if not hand.cards)
        self.score([OUT_POINTS * (seat in out) for seat in range(self.seats)])
        self.events.append(RoundEnded(out=out, points=self.table.points))
        if self.table.round < self.table.options.rounds:
            self.open_round((self.table.leader + 1) % self.seats)
        else:
            self.table = replace(self.table, over=True)

    # Cards

    def spend(self, seat: int, card: Card) -> Card:
        """Take a card out of a hand."""
        hand = self.hands[seat]
        self.hands[seat] = replace(hand, cards=tuple(other for other in hand.cards if other != card))
        return card

    def draw(self, seat: int, count: int) -> None:
        """Draw what there is; an empty pile is made anew from the discards but the top."""
        drawn: list[Card] = []
        while len(drawn) < count and (self.pile or len(self.discards) > 1):
            if not self.pile:
                self.pile, self.discards = self.dice.shuffled(self.discards[:-1]), self.discards[-1:]
                self.events.append(Reshuffled())
            drawn.append(self.pile.pop())
        self.hands[seat] = replace(self.hands[seat], cards=(*self.hands[seat].cards, *drawn))
        self.events += [Took(seat=seat, cards=len(drawn)), Drew(to=seat, cards=tuple(drawn))]

    def lay(self, seat: int, card: Card) -> None:
        """Openly, on top."""
        self.discards.append(self.spend(seat, card))
        self.events.append(Laid(seat=seat, face=face_of(card)))

    def score(self, won: list[int]) -> None:
        """Points are public at once."""
        points = tuple(had + new for had, new in zip(self.table.points, won, strict=True))
        self.table = replace(self.table, points=points)

    # Hidden cards

    def hide(self, seat: int, card: Card) -> None:
        """The others may turn it when they like; with their own next turn they must."""
        self.covered.append(self.spend(seat, card))
        self.table = replace(self.table, contests=(*self.table.contests, Contest(self.number, seat)))
        self.note(seat, Seen(self.number, face_of(card), done=True))
        self.events.append(Covered(seat=seat))
        for other in next_seats(seat, self.seats):
            self.ask(other, "flip", clock="free")

    def flip(self, prompt: Prompt, ready: bool) -> None:
        """The face is for the seat that turned it alone. A ready seat has a few seconds to slap."""
        at = [contest.number for contest in self.table.contests].index(prompt.opened_by)
        face = face_of(self.covered[at])
        self.note(prompt.seat, Seen(prompt.opened_by, face, done=not ready))
        self.events.append(Turned(to=prompt.seat, contest=prompt.opened_by, face=face))
        self.close(prompt)
        if ready:
            self.ask(prompt.seat, "slap", clock="window", seconds=WINDOW_SECONDS, instead=prompt.clock)
        else:
            self.settle()

    def slap(self, prompt: Prompt, hit: int, after_ms: int | None) -> None:
        """Kept in the hand until all have answered."""
        hand = self.hands[prompt.seat]
        seen = replace(hand.seen[-1], done=True, hit=hit, after_ms=after_ms)
        self.hands[prompt.seat] = replace(hand, seen=(*hand.seen[:-1], seen))
        self.close(prompt)
        self.settle()

    def note(self, seat: int, seen: Seen) -> None:
        """Remember a face in the hand of the seat that saw it."""
        self.hands[seat] = replace(self.hands[seat], seen=(*self.hands[seat].seen, seen))

    def settle(self) -> None:
        """Hidden cards that all have answered, oldest first; then the turn that waited for it, if one did."""
        while self.table.contests and self.complete(self.table.contests[0]):
            self.uncover(self.table.contests[0])
        if not self.table.contests and not any(prompt.kind == "turn" for prompt in self.prompts):
            self.go_on()

    def complete(self, contest: Contest) -> bool:
        """Whether every seat is done with it."""
        return all(any(s.contest == contest.number and s.done for s in hand.seen) for hand in self.hands)

    def uncover(self, contest: Contest) -> None:
        """A moon: the slowest slap draws, the others win a point. Anything else: every slap draws."""
        card = self.covered.pop(0)
        self.table = replace(self.table, contests=self.table.contests[1:])
        times: dict[int, int | None] = {}
        for seat in next_seats(contest.seat, self.seats):
            seen = next(s for s in self.hands[seat].seen if s.contest == contest.number)
            if seen.hit:
                times[seat] = seen.after_ms
        for seat, hand in enumerate(self.hands):
            left = tuple(s for s in hand.seen if s.contest != contest.number)
            self.hands[seat] = replace(hand, seen=left)
        moon = face_of(card) == "moon"
        draws = slowest(times) if moon else tuple(times)
        self.discards.insert(-1, card)  # just under the top: nothing changes its fit while somebody thinks
        self.events.append(Uncovered(seat=contest.seat, face=face_of(card), hits=tuple(times), draws=draws))
        if moon:
            self.score([seat in times and seat not in draws for seat in range(self.seats)])
        for seat in draws:
            self.draw(seat, 1)


def slowest(times: dict[int, int | None]) -> tuple[int, ...]:
    """Who slapped last: by seat in turn order, milliseconds; None counts as the median of the others.

    Equal times: the later in turn order. Nobody measured: nobody is slowest.
    """
    measured = [after for after in times.values() if after is not None]
    if not measured:
        return ()
    middle = median(measured)
    filled = {seat: middle if after is None else after for seat, after in times.items()}
    return (max(reversed(filled), key=lambda seat: filled[seat]),)
