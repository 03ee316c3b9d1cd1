"""The suite finds what Halt mal kurz could give away: games that are leaky in one place each."""

import pytest
from msgspec.structs import replace

from games.engine import Step, faces
from games.halt_mal_kurz.answers import Lay, Leave, React, Slap, Throw
from games.halt_mal_kurz.events import CardLaid, Reacted, Voted
from games.halt_mal_kurz.pack import kind_of
from games.halt_mal_kurz.parts import Options
from games.halt_mal_kurz.rules import HaltMalKurz
from tests.engine.suite import Fault, random_match

pytestmark = pytest.mark.pure

MATCHES = 40


def also(step, *events, **changes):
    """A step with further events and another state."""
    return Step(replace(step.state, **changes), (*step.events, *events))


class Tight(HaltMalKurz):
    """Not leaky at all: the control of the control."""


class NamesTheCardToBeTurned(HaltMalKurz):
    """The event of a card laid face down says what it is."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Lay) or not any(isinstance(event, CardLaid) for event in step.events):
            return step
        said = [
            replace(event, face=action.card.partition(".")[0]) if isinstance(event, CardLaid) else event
            for event in step.events
        ]
        return Step(step.state, tuple(said))


class NamesWhomThePolizeiNames(HaltMalKurz):
    """The event of a card laid face down says whom it names."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Lay) or kind_of(action.card) != "police":
            return step
        said = [
            replace(event, target=action.target) if isinstance(event, CardLaid) else event
            for event in step.events
        ]
        return Step(step.state, tuple(said))


class NeverCoversAnOpenHand(HaltMalKurz):
    """An open hand is shown while a card laid from it is still to be turned."""

    def publish(self, state):
        table = super().publish(state)
        return table if table.open is None else replace(table, shown=faces(state.hands[table.open].cards))

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, table=self.publish(step.state))


class TellsOfASlap(HaltMalKurz):
    """A public word about a slap before the settlement."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, Reacted(contest=1, hit=action.hit)) if isinstance(action, Slap) else step


class TellsOfAThrow(HaltMalKurz):
    """A public word about a gift before the throws are shown."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, Voted(seat=prompt.seat, giver=action.wish)) if isinstance(action, Throw) else step


class TellsOfAWish(HaltMalKurz):
    """A public word about the list that a seat wants to use when a card is settled."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, Voted(seat=prompt.seat, giver=action.wish)) if isinstance(action, Leave) else step


class AsksOnlyWhoHoldsAList(HaltMalKurz):
    """Whether somebody is asked tells what they hold."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        new = [p for p in step.state.prompts if p.kind == "react" and not p.given]
        if not isinstance(action, Lay) or len(new) != 1:
            return step
        seat = new[0].seat
        if any(kind_of(card) == "list" for card in step.state.hands[seat].cards):
            return step
        follow = super().carry_out(step.state, new[0], React(0), dice)
        return Step(follow.state, (*step.events, *follow.events))


def caught(game, matches):
    for seed in range(matches):
        try:
            random_match(game, seed, 3 + seed % 3, Options(reactions="ask"))
        except Fault as fault:
            return str(fault)
    return ""


@pytest.mark.parametrize(
    ("leaky", "fault"),
    [
        (NamesTheCardToBeTurned, "an event tells it from Lay"),
        (NamesWhomThePolizeiNames, "an event tells it from Lay"),
        (NeverCoversAnOpenHand, "the table or the hand tells it from Lay"),
        (TellsOfASlap, "an event tells it from Slap"),
        (TellsOfAThrow, "an event tells it from Throw"),
        (TellsOfAWish, "an event tells it from Leave"),
        (AsksOnlyWhoHoldsAList, "depends on what is hidden"),
    ],
)
def test_a_leak_is_found(leaky, fault):
    assert fault in caught(leaky(), MATCHES)


def test_without_a_leak_nothing_is_found():
    assert caught(Tight(), 3) == ""
