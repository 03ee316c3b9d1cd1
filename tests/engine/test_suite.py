"""The suite finds what it is there to find: toys that are broken in one place each."""

from itertools import count
from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from games.engine import Choice, Event, Field, Offer, Prompt, Step, Way, face_of
from tests.engine.suite import Fault, random_match
from tests.engine.toy import Toy
from tests.engine.toy_parts import Covered, Draw, Drew, Hide, Laid, Lay, Seal, Slap, Took, Voted

pytestmark = pytest.mark.pure

MATCHES = 60
CALLS = count(1)


def after(step: Any, *events: Event, **changes: Any) -> Any:
    """A step with further events and another state."""
    return Step(replace(step.state, **changes), (*step.events, *events))


def holds_moon(hand: Any) -> bool:
    return any(face_of(card) == "moon" for card in hand.cards)


class Mended(Toy):
    """Not broken at all: the control of the control."""


class TellsTheNextHand(Toy):
    """A public event depends on a hand that nobody sees."""

    teller = 1

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        seat = (prompt.seat + self.teller) % len(state.hands)
        moon = isinstance(action, Lay) and holds_moon(state.hands[seat])
        return after(step, Laid(seat=seat, face="moon")) if moon else step


class TellsTheOwnHand(TellsTheNextHand):
    """A public event depends on more of the hand of the seat that answers than on the answer."""

    teller = 0


class NamesACopy(Toy):
    """The copy of a card in a public event: it could be followed for the rest of the match."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return after(step, Laid(seat=0, face=action.card)) if isinstance(action, Lay) else step


class SendsItToTheNeighbour(Toy):
    """What one seat draws goes to another one."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        wrong = [
            replace(event, to=(prompt.seat + 1) % len(state.hands)) if isinstance(event, Drew) else event
            for event in step.events
        ]
        return Step(step.state, tuple(wrong)) if isinstance(action, Draw) else step


class AsksWhoHoldsAMoon(Toy):
    """Whether somebody is asked tells what they hold."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        seat, last = (prompt.seat + 1) % len(state.hands), step.state.last + 1
        if step.state.table.over:
            return after(step, prompts=())
        if not isinstance(action, Draw) or not holds_moon(state.hands[seat]):
            return step
        return after(step, prompts=(*step.state.prompts, Prompt(last, seat, "write")), last=last)


class ShowsTheSealedChoice(Toy):
    """A word about a sealed choice before all are in."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return after(step, Voted(seat=prompt.seat, choice=action.bid)) if isinstance(action, Seal) else step


class SaysWhatIsHidden(Toy):
    """The table shows the top of the pile, agreed on by `publish`."""

    def publish(self, state):
        table = super().publish(state)
        top = tuple(face_of(card) for card in state.stock.pile[-1:])
        return replace(table, discards=table.discards + top)

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return after(step, table=self.publish(step.state))

    def deal(self, seats, options, told, dice):
        step = super().deal(seats, options, told, dice)
        return after(step, table=self.publish(step.state))


class LosesACard(Toy):
    """The pile ends one card early."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Draw) or not step.state.stock.pile:
            return step
        shorter = after(step, stock=replace(step.state.stock, pile=step.state.stock.pile[1:]))
        return after(shorter, table=self.publish(shorter.state))


class ChangesItsInput(Toy):
    """The old state is not what it was."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if isinstance(action, Lay):
            force_setattr(state, "stock", step.state.stock)
        return step


class ForgetsTheTable(Toy):
    """A count that is not published anew."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        wrong = replace(step.state.table, counts=state.table.counts)
        return after(step, table=wrong) if isinstance(action, Lay) else step


class ChangesTheFormByOrders(Toy):
    """Orders take a choice away instead of filling the form in."""

    def preset(self, view, prompt, offer, orders):
        if prompt.kind != "slap" or not orders.slap:
            return offer
        return Offer((Way("slap", (Field("hit", "one", (Choice(1),), preset=1),)),))


class StartsWithWhatIsNotOffered(Toy):
    """A form that starts with something that its question does not offer."""

    def preset(self, view, prompt, offer, orders):
        return offer.filled_in(seat=99) if prompt.kind == "vote" else offer


class TakesNoSlap(Toy):
    """A prompt that nothing can answer."""

    def check(self, view, prompt, action):
        return "too_late" if isinstance(action, Slap) else super().check(view, prompt, action)


class ClosesEveryWay(Toy):
    """A seat that owes something and can do nothing."""

    def offer(self, view, prompt):
        ways = super().offer(view, prompt).ways
        return (
            Offer(tuple(replace(way, reason="no") for way in ways)) if prompt.kind == "slap" else Offer(ways)
        )


class OffersWhatItRefuses(Toy):
    """A choice without a reason that is never accepted."""

    def offer(self, view, prompt):
        if prompt.kind != "vote":
            return super().offer(view, prompt)
        seats = tuple(Choice(seat) for seat in range(len(view.table.points)))
        return Offer((Way("vote", (Field("seat", "one", seats, blank=True),)),))


class RefusesInWordsOnly(Toy):
    """A choice with a reason that is accepted all the same."""

    def check(self, view, prompt, action):
        return super().check(view, prompt, action) if action != Lay("") and not self.same(action) else None

    def same(self, action):
        return isinstance(action, Lay) and not action.planned


class FallsBackOnTheFirstCard(Toy):
    """The clock's answer is not always legal."""

    def fallback(self, view, prompt, orders, dice):
        if prompt.kind == "turn":
            return Lay(view.hand.cards[0])
        return super().fallback(view, prompt, orders, dice)


class AsksTheBotForMore(Toy):
    """A bot that breaks the rules now and then."""

    def bot(self, view, prompt, orders, dice):
        return Slap(1, 9999) if prompt.kind == "slap" else super().bot(view, prompt, orders, dice)


class PlansBlindly(Toy):
    """A plan that fires whether it is allowed or not."""

    def standing(self, view, prompt, orders, dice):
        action, left = super().standing(view, prompt, orders, dice)
        if prompt.kind == "turn" and orders.plans:
            action = Lay(view.hand.cards[0], planned=True)
        return action, left


class ProposesBadOrders(Toy):
    """Orders that its own check refuses."""

    def leave_orders(self, view, orders, plans, ahead, dice):
        return replace(orders, plans=(("moon",),) * 3)


class ThrowsOtherDice(Toy):
    """Chance that does not come from the dice."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        wrong = replace(step.state.table, motto=next(CALLS))
        return after(step, table=wrong) if isinstance(action, Draw) else step


class NeverEnds(Toy):
    """Rounds without end."""

    def carry_out(self, state, prompt, action, dice):
        return super().carry_out(replace(state, table=replace(state.table, round=0)), prompt, action, dice)


class AsksTwice(Toy):
    """An answered prompt that stays open."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        again = (prompt, *(other for other in step.state.prompts if other.number != prompt.number))
        return after(step, prompts=again) if isinstance(action, Draw) else step


class ReusesNumbers(Toy):
    """A new decision under an old number."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Draw) or len(step.state.prompts) != 1:
            return step
        old = Prompt(prompt.number, step.state.prompts[0].seat, "turn")
        return after(step, prompts=(old,))


class HidesAnEvent(Toy):
    """An event that is no event of the game."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        return after(step, Event()) if isinstance(action, Draw) else step


class LooksBeforeItCovers(Toy):
    """Which card was laid face down is public: the others could tell two answers apart."""

    def carry_out(self, state, prompt, action, dice):
        step = super().carry_out(state, prompt, action, dice)
        if not isinstance(action, Hide):
            return step
        events = [
            Took(seat=e.seat, cards=len(action.card)) if isinstance(e, Covered) else e for e in step.events
        ]
        return Step(step.state, tuple(events))


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (TellsTheNextHand, "an event depends on what is hidden"),
        (TellsTheOwnHand, "an event depends on what is hidden"),
        (NamesACopy, "a public event names copies"),
        (SendsItToTheNeighbour, "reads of cards it never held"),
        (AsksWhoHoldsAMoon, "who is asked depends on what is hidden"),
        (ShowsTheSealedChoice, "an event tells it from"),
        (LooksBeforeItCovers, "an event tells it from"),
        (SaysWhatIsHidden, "with other cards hidden from seat"),
        (LosesACard, "cards are lost or doubled"),
        (ChangesItsInput, "changed the state it started from"),
        (ForgetsTheTable, "the table does not agree with the hands"),
        (ChangesTheFormByOrders, "orders change the form"),
        (StartsWithWhatIsNotOffered, "which seat does not offer"),
        (TakesNoSlap, "is refused: too_late"),
        (ClosesEveryWay, "can answer nothing that it owes"),
        (OffersWhatItRefuses, "which is always refused"),
        (RefusesInWordsOnly, "only with a reason"),
        (FallsBackOnTheFirstCard, "the fallback .* is refused"),
        (AsksTheBotForMore, "the bot .* is refused: too_late"),
        (PlansBlindly, "an answer by orders is refused"),
        (ProposesBadOrders, "may not be left: too_many_plans"),
        (ThrowsOtherDice, "leads elsewhere|depends on what is hidden"),
        (NeverEnds, "the match does not end"),
        (AsksTwice, "an answered prompt is still waiting"),
        (ReusesNumbers, "a number is used again|still waiting"),
        (HidesAnEvent, "events are not the same"),
    ],
)
def test_a_broken_toy_is_caught(broken, fault):
    with pytest.raises(Fault, match=fault):
        play_some(broken())


def test_the_toy_itself_is_not_caught():
    play_some(Mended(), 12)


def play_some(game: Toy, matches: int = MATCHES) -> None:
    for seed in range(matches):
        random_match(game, seed, 2 + seed % 4)
