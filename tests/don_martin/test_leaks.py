"""The suite finds what Don Martin's Kartenspiel could give away: games that are leaky in one place each."""

import re

import pytest
from msgspec.structs import replace

from games.don_martin.answers import Ignore, Keep, Play, Throw
from games.don_martin.events import Drew, Exempt, Ignored, Showed
from games.don_martin.parts import Lies, Options
from games.don_martin.rules import DonMartin
from games.don_martin.tricks import by_sound
from games.engine import Step, face_of, faces
from tests.engine.suite import Fault, random_match

from .tables import lay_out

pytestmark = pytest.mark.pure

MATCHES = 40


def also(step, *events, **changes):
    """A step with further events and another state."""
    return Step(replace(step.state, **changes), (*step.events, *events))


class ShowsWhatIsDrawn(DonMartin):
    """What a seat drew is told to everybody as something harmless."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        drawn = [event for event in step.events if isinstance(event, Drew)]
        return Step(step.state, (*(Ignored(seat=len(event.faces[0])) for event in drawn), *step.events))


class TellsOfAThrow(DonMartin):
    """A public word about a thrown card before the last is in."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Throw) or step.events:
            return step
        return also(step, Ignored(seat=ord(action.card[-3])))


class LaysAThrowOpen(DonMartin):
    """A thrown card is seen on the table before the last is in."""

    def publish(self, state):
        table = super().publish(state)
        thrown = [(seat, hand.thrown) for seat, hand in enumerate(state.hands) if hand.thrown is not None]
        return replace(table, lies=(*table.lies, *(Lies(seat, face_of(card)) for seat, card in thrown)))

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, table=self.publish(step.state))


class Near(DonMartin):
    """Starts near a SPLABBADAP! and a lone special. By itself not leaky: the control of the control."""

    def deal(self, seats, options, told, dice):
        hands = "splabbadap rumms-b zwick-g/inkle/arrargh gapween/quarp-g/quarp-o huffta-b/huffta-p"
        lies = dice.pick(["", "blompf-p blompf-o@2"])
        few = {"pile": "huffta-g krakadoi-b wobbel-p inkle", "rest": "spent"}
        return Step(lay_out("/".join(hands.split("/")[:seats]), lies=lies, **few), ())


class ShowsTheSingleCard(Near):
    """Whoever has one card alone shows it at a SPLABBADAP!"""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        said = []
        for event in step.events:
            said.append(event)
            if isinstance(event, Exempt):
                said.append(Exempt(seat=len(state.hands[event.seat].cards[0])))
        return Step(step.state, tuple(said))


class ShowsNoHand(Near):
    """Whoever holds specials alone is passed over without a word."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return Step(step.state, tuple(event for event in step.events if not isinstance(event, Showed)))


class AsksOnlyWhoHoldsAGroup(DonMartin):
    """Whether somebody is asked to lay groups tells what they hold."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        new = [one for one in step.state.prompts if one.kind == "lay"]
        if not isinstance(action, Play) or not new:
            return step
        held = by_sound(step.state.hands[new[0].seat].coloured()).values()
        if any(len(group) > 2 for group in held):
            return step
        follow = super().carry_out(step.state, new[0], Keep(), dice)
        return Step(follow.state, (*step.events, *follow.events))


class IgnoresForALoneSpecial(Near):
    """A seat whose only card is a special ignores by itself: an instant answer tells what it is."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        for one in step.state.prompts:
            cards = step.state.hands[one.seat].cards
            if one.kind == "turn" and len(cards) == 1 and "-" not in face_of(cards[0]):
                follow = super().carry_out(step.state, one, Ignore(), dice)
                return Step(follow.state, (*step.events, *follow.events))
        return step


class PutsThePileOnTheTable(DonMartin):
    """The table tells how many specials are left in the pile."""

    def publish(self, state):
        specials = sum("-" not in face for face in faces(state.stock.pile))
        return replace(super().publish(state), cards=specials)

    def deal(self, seats, options, told, dice):
        step = super().deal(seats, options, told, dice)
        return also(step, table=self.publish(step.state))

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return also(step, table=self.publish(step.state))


def caught(game, matches):
    for seed in range(matches):
        try:
            random_match(game, seed, 3 + seed % 4, Options())
        except Fault as fault:
            return str(fault)
    return ""


@pytest.mark.parametrize(
    ("leaky", "fault"),
    [
        (ShowsWhatIsDrawn, "an event depends on what is hidden"),
        (TellsOfAThrow, "an event tells it from Throw"),
        (LaysAThrowOpen, "the table or the hand tells it from Throw|with other cards hidden from seat"),
        (ShowsTheSingleCard, "an event depends on what is hidden"),
        (ShowsNoHand, "depends on what is hidden"),
        (AsksOnlyWhoHoldsAGroup, "depends on what is hidden"),
        (IgnoresForALoneSpecial, "depends on what is hidden"),
        (PutsThePileOnTheTable, "with other cards hidden from seat"),
    ],
)
def test_a_leak_is_found(leaky, fault):
    assert re.search(fault, caught(leaky(), MATCHES))


def test_without_a_leak_nothing_is_found():
    assert caught(Near(), 12) == ""
