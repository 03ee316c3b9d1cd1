"""Cards that may not be seen any more leave a match that runs. Ruling: whoever held one gets the next of the stack."""

from msgspec.structs import replace

from games.engine import Card, faces

from .cards import has_source
from .events import Exchanged, Withdrawn
from .turn import Turn

Cards = frozenset[Card]


def withdraw(turn: Turn, gone: Cards) -> None:
    """Out of the stack, the discards and what is being read; out of hands as far as there are others to draw.

    A sealed answer with such a card is opened, and its seat asked anew. With nothing left to draw all stays as it is,
    and the card is read as removed.
    """
    before = len(turn.withdrawn)
    place = len(turn.events)
    for zone in (turn.pile, turn.discards, turn.read):
        turn.withdrawn += [card for card in zone if card in gone]
        zone[:] = [card for card in zone if card not in gone]
    for seat in turn.clockwise_from(turn.table.leader):
        exchange(turn, seat, gone)
    turn.events.insert(place, Withdrawn(cards=len(turn.withdrawn) - before))


def exchange(turn: Turn, seat: int, gone: Cards) -> None:
    """Other cards for those of one seat: in its hand, and laid aside for this round's combination."""
    again = reopen(turn, seat, gone)
    got = [*exchange_aside(turn, seat, gone), *exchange_held(turn, seat, gone)]
    if got or again:
        turn.say(Exchanged(to=seat, faces=faces(got), again=again))


def reopen(turn: Turn, seat: int, gone: Cards) -> bool:
    """Whether the seat had chosen a card that is gone; it is asked again, with the time of a new question."""
    draft = turn.hands[seat].draft
    if draft is None or not {draft.card, draft.lends} & gone or not (turn.pile or turn.discards):
        return False
    turn.change(seat, draft=None, kept=draft.words)
    prompt = next(one for one in turn.prompts if one.seat == seat and one.given and one.kind != "stamp")
    turn.ask_again(prompt, anew=True)
    return True


def exchange_held(turn: Turn, seat: int, gone: Cards) -> list[Card]:
    """For the cards in the hand; where nothing is left to draw, they stay."""
    old = [card for card in turn.hands[seat].cards if card in gone]
    drawn = turn.take(len(old))
    for card in old[: len(drawn)]:
        turn.spend(seat, card)
        turn.withdrawn.append(card)
    hand = turn.hands[seat]
    turn.change(seat, cards=hand.cards + drawn, new=hand.new + len(drawn))
    return list(drawn)


def exchange_aside(turn: Turn, seat: int, gone: Cards) -> list[Card]:
    """For what the seat has laid aside already; a source only for a card that has one."""
    got: list[Card] = []
    hand = turn.hands[seat]
    if hand.quote in gone and (cards := turn.take(1)):
        turn.withdrawn.append(hand.quote)
        turn.change(seat, quote=cards[0])
        got += cards
    if hand.lent in gone and hand.source is not None and (card := take_named(turn)):
        turn.withdrawn.append(hand.lent)
        turn.change(seat, lent=card, source=replace(hand.source, face=card))
        got.append(card)
    return got


def take_named(turn: Turn) -> Card | None:
    """The next card of the stack that can lend a source; those before it are discarded."""
    if not any(has_source(card) for card in (*turn.pile, *turn.discards)):
        return None
    while cards := turn.take(1):
        if has_source(cards[0]):
            return cards[0]
        turn.discards += cards
    return None
