"""Nobody learns a hand, a draft, what a stamp is worth, or who chose what before it is read.

First on whole matches; then the suite that every game gets finds games that are leaky in one place each.
"""

import pytest
from msgspec.structs import replace

from games.engine import Dice, Event, Step, encode
from games.game_of_quotes.answers import Both, Orders, Pick, Stamp, Swap, Write
from games.game_of_quotes.cards import length_of
from games.game_of_quotes.events import AllChosen, AllStamped, AnyEvent, Drew, Received, Revealed, Swapped
from games.game_of_quotes.parts import Options
from games.game_of_quotes.rules import GAME, GameOfQuotes
from tests.engine.hidden import strings
from tests.engine.suite import Fault, random_match

from .tables import MOST_MOVES, lay_out, play, whole_match

pytestmark = pytest.mark.pure

MATCHES = 30
SECOND = {"step": 1, "laid": "41/42/43"}


def also(step, *events, **changes):
    """A step with further events and another state."""
    return Step(replace(step.state, **changes), (*step.events, *events))


def cards_in(value):
    """The cards of a deck that a value names."""
    return strings(value) & PACK


PACK = set(GAME.stocked(Options()).cards)


# Whole matches


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize(("by", "swaps"), [("bot", 0), ("bot", 2), ("clock", 4)])
def test_the_table_names_no_card_that_was_not_read(seats, by, swaps):
    for _, step in whole_match(seats, by=by, swaps=swaps):
        table = step.state.table
        read = cards_in(table.readings)
        assert cards_in(replace(table, options=Options())) <= read
        for seat, hand in enumerate(step.state.hands):
            mine = cards_in(hand)
            seen = cards_in(replace(step.state.view(seat), table=replace(table, options=Options())))
            assert seen <= read | mine
            assert mine == {*hand.cards, *hand.aside()}


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize(("by", "swaps"), [("bot", 0), ("bot", 1), ("clock", 4)])
def test_events_name_cards_to_nobody_but_their_owner(seats, by, swaps):
    for before, step in whole_match(seats, by=by, swaps=swaps):
        for event in step.events:
            if isinstance(event, Revealed):
                assert event.to is None
                assert cards_in(event) <= cards_in(step.state.table.readings[-1])
            elif cards_in(event):
                assert isinstance(event, Drew | Received)
                owner = event.to  # in round 4 what was drawn goes to the left at once
                left = (owner + 1) % seats
                passed = (
                    step.state.hands[left].cards if step.state.table.round > before.table.round == 3 else ()
                )
                assert cards_in(event) <= {*step.state.hands[owner].cards, *passed}


@pytest.mark.parametrize(
    ("table", "seat", "lines"),
    [
        pytest.param({}, 0, ["0 pick 1", "0 pick 2"], id="a quote"),
        pytest.param(
            SECOND, 0, ["0 pick 1", "0 pick 2", "0 pick 1 description"], id="a source, how it is read"
        ),
        pytest.param({"round_": 2}, 1, ["1 pick 11", "1 pick 12"], id="a source first"),
        pytest.param(
            {"round_": 3}, 2, ["2 write 31", "2 write 32", "2 write no=4", "2 write lends=21"], id="a text"
        ),
        pytest.param(
            {"round_": 4}, 0, ["0 both 1 31", "0 both 2 31", "0 both 1 no=4", "0 both 1 lends=2"], id="both"
        ),
        pytest.param(
            {"round_": 2, "stamping": True},
            1,
            ["1 stamp >0", "1 stamp >2", "1 stamp >0 double", "1 stamp >2 double"],
            id="a stamp",
        ),
        pytest.param({"pile": "51 52"}, 0, ["0 swap 1 2", "0 swap 3 4", "0 swap 6 7"], id="a swap"),
    ],
)
def test_a_sealed_answer_looks_the_same_whatever_it_is(table, seat, lines):
    """To all the others: the table, the prompts, their own hands and what is told."""
    steps = [play(lay_out(**table), line) for line in lines]
    for viewer in (None, *({0, 1, 2} - {seat})):
        assert len({encode(step.state.view(viewer)) for step in steps}) == 1
        told = [[event for event in step.events if event.to in (None, viewer)] for step in steps]
        assert told == [told[0]] * len(steps)


@pytest.mark.parametrize("seats", [3, 6])
def test_who_chose_what_is_not_known_before_the_reveal(seats):
    """What was laid aside is in no view but its owner's while it waits for stamps."""
    waiting = [
        step.state
        for seed in range(6)
        for _, step in whole_match(seats, str(seed))
        if step.state.table.task is None and step.state.prompts and len(step.state.table.readings) < 4
    ]
    waiting = [state for state in waiting if len(state.table.readings) < state.table.round]
    assert waiting
    for state in waiting:
        for seat, hand in enumerate(state.hands):
            for viewer in {None, *range(seats)} - {seat}:
                view = state.view(viewer)
                view = replace(view, table=replace(view.table, options=Options()))
                assert not set(hand.aside()) & cards_in(view)


@pytest.mark.parametrize("double", [0, 1, 2, 3])
def test_what_a_stamp_is_worth_stays_hidden_for_three_rounds(double):
    """Two matches alike but for the round of seat 0's double stamp: the same to all others up to the end."""
    seen = [course(which) for which in (double, (double + 1) % 4)]
    assert seen[0][:-1] == seen[1][:-1]
    assert seen[0][-1] != seen[1][-1]


def course(double):
    """What seat 1 saw of a match in which seat 0 gave its double stamp in this round."""
    state, seen, number = lay_out(), [], 0
    while state.prompts:
        number += 1
        assert number < MOST_MOVES
        prompt = state.owed()[0]
        action = GAME.fallback(state.view(prompt.seat), prompt, Orders(), Dice("course", number))
        if isinstance(action, Stamp) and prompt.seat == 0:
            action = Stamp(2, 2 if len(state.table.readings) - 1 == double else 1)
        elif isinstance(action, Stamp):
            action = Stamp(0, 2 if len(state.table.readings) == 1 else 1)
        step = GAME.play(state, prompt, action, Dice("course", number))
        state = step.state
        told = [event for event in step.events if event.to in (None, 1)]
        seen.append((encode(state.view(1)), encode(told)))
    return seen


# Games that are leaky in one place each


class Tight(GameOfQuotes):
    """Not leaky at all: the control of the control."""


class TellsOfAStamp(GameOfQuotes):
    """A public word about a stamp before the last is in."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return (
            also(step, AllChosen(round=action.seat))
            if isinstance(action, Stamp) and not step.events
            else step
        )


class TellsWhatAStampIsWorth(GameOfQuotes):
    """The event of the stamps says more than whom."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not any(isinstance(event, AllStamped) for event in step.events):
            return step
        doubles = sum(hand.used.count(2) for hand in step.state.hands)
        return Step(step.state, (AllChosen(round=doubles), *step.events))


class CountsStampsOpenly(GameOfQuotes):
    """The table knows what the stamps of the rounds before were worth."""

    def publish(self, state):
        table = super().publish(state)
        values = tuple(zip(*(hand.used for hand in state.hands), strict=True))
        return table if table.ended else replace(table, values=values)

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, table=self.publish(step.state))


class TellsOfAChoice(GameOfQuotes):
    """A public word about how long the chosen quote is."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, AllChosen(round=length_of(action.card))) if isinstance(action, Pick) else step


class TellsHowItIsRead(GameOfQuotes):
    """A public word about a source that is read by its description."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        read = isinstance(action, Pick) and action.reads == "description"
        return also(step, AllChosen(round=9)) if read and not step.events else step


class TellsOfAText(GameOfQuotes):
    """A public word about a source that is written."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, AllChosen(round=action.words or 0)) if isinstance(action, Write | Both) else step


class TellsWhatIsLaidDown(GameOfQuotes):
    """The event of a swap says what went."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Swap):
            return step
        length = sum(length_of(card) for card in action.cards)
        said = [
            replace(event, cards=length) if isinstance(event, Swapped) else event for event in step.events
        ]
        return Step(step.state, tuple(said))


class TellsWhatIsDrawn(GameOfQuotes):
    """The event of a swap says what came."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        drawn = [event for event in step.events if isinstance(event, Drew)]
        return Step(step.state, (*(AllChosen(round=length_of(one.faces[0])) for one in drawn), *step.events))


class Named(Event, frozen=True, tag="named"):
    """A card, for everybody, in an event that is not there to reveal one."""

    face: str


class NamesACardInPassing(GameOfQuotes):
    """A public event that reveals nothing names a card."""

    event_type = AnyEvent | Named

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, Named(face=action.card)) if isinstance(action, Pick) else step


class SendsAHandToTheWrongSeat(GameOfQuotes):
    """Whoever gave a hand away reads of the one that comes to another."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        said = [
            replace(event, to=(event.to + 1) % len(state.hands)) if isinstance(event, Received) else event
            for event in step.events
        ]
        return Step(step.state, tuple(said))


class LaysTheStackOpen(GameOfQuotes):
    """The table knows something of the card that is drawn next."""

    def publish(self, state):
        table = super().publish(state)
        return (
            replace(table, pile=table.pile * 4 + length_of(state.stock.pile[-1]))
            if state.stock.pile
            else table
        )

    def deal(self, seats, options, told, dice):
        step = super().deal(seats, options, told, dice)
        return also(step, table=self.publish(step.state))

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, table=self.publish(step.state))


class ShowsAWrittenSource(GameOfQuotes):
    """The table knows the sources of round 3 before they are read."""

    def publish(self, state):
        table = super().publish(state)
        words = sum(hand.source.words for hand in state.hands if hand.source is not None)
        return replace(table, discards=len(state.stock.discards) + abs(words))

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, table=self.publish(step.state))


class StopsTheClockOfAShortQuote(GameOfQuotes):
    """How somebody is asked tells what was chosen."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Pick) or step.events or length_of(action.card):
            return step
        prompts = tuple(
            replace(one, clock="free") if one.number == prompt.number else one for one in step.state.prompts
        )
        return also(step, prompts=prompts)


def caught(game, matches):
    for seed in range(matches):
        try:
            random_match(game, seed, 3 + seed % 2)
        except Fault as fault:
            return str(fault)
    return ""


@pytest.mark.parametrize(
    ("leaky", "fault"),
    [
        (TellsOfAStamp, "an event tells it from Stamp"),
        (TellsWhatAStampIsWorth, "an event "),
        (CountsStampsOpenly, "with other cards hidden from seat"),
        (TellsOfAChoice, "an event tells it from Pick"),
        (TellsHowItIsRead, "an event tells it from Pick"),
        (TellsOfAText, "an event tells it from "),
        (TellsWhatIsLaidDown, "an event tells it from Swap"),
        (TellsWhatIsDrawn, "an event depends on what is hidden"),
        (NamesACardInPassing, "an event names cards and reveals nothing"),
        (SendsAHandToTheWrongSeat, "reads of cards it never held"),
        (LaysTheStackOpen, "with other cards hidden from seat"),
        (ShowsAWrittenSource, "with other cards hidden from seat"),
        (StopsTheClockOfAShortQuote, "who is asked tells it from Pick"),
    ],
)
def test_a_leak_is_found(leaky, fault):
    assert fault in caught(leaky(), MATCHES)


@pytest.mark.parametrize("seats", range(3, 7))
def test_without_a_leak_nothing_is_found(seats):
    for seed in range(2):
        match = random_match(Tight(), seed, seats)
        assert GAME.result(match.state) is not None
