"""Lays out a Kangoeroe match in one line, and plays it on in one line."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine import Dice, Event, Prompt, State, Step
from games.kangoeroe.parts import CENTRE, COLOURS, Hand, Hop, Options, Orders, Stock, Table
from games.kangoeroe.rules import GAME

KState = State[Table, Hand, Stock]
KStep = Step[Table, Hand, Stock]

DICE = Dice("the tests", 1)


def lay_out(hands: str, *, figures: str = "", pile: str = "", laid: str = "", turn: int = 0) -> KState:
    """`hands` and `laid`: letters, a stroke between seats ("rrg/bp"); `figures`: "r0 b1", the rest in the centre;
    `pile`: the letters in the order they are drawn; `turn`: the seat to play.
    """
    made: Counter[str] = Counter()

    def cards(letters: str) -> tuple[str, ...]:
        made.update(letters)
        return tuple(f"{c}.{made[c] - letters[i + 1 :].count(c)}" for i, c in enumerate(letters))

    held = tuple(Hand(cards(letters)) for letters in hands.split("/"))
    stock = cards(pile)[::-1]
    where = {word[0]: int(word[1]) for word in figures.split()}
    discards = tuple(laid.split("/")) if laid else ("",) * len(held)
    table = Table(
        Options(),
        tuple(where.get(colour, CENTRE) for colour in COLOURS),
        discards,
        tuple(len(hand.cards) for hand in held),
        len(stock),
    )
    return State(table, held, Stock(stock), (Prompt(1, turn, "turn"),), 1)


def play(state: KState, action: Any) -> KStep:
    """Answer the one open prompt."""
    return GAME.play(state, state.prompts[0], action, DICE)


def hop(state: KState, colour: str, persist: int | None = 0) -> KStep:
    """The seat on turn plays its first card of a colour."""
    hand = state.hands[state.prompts[0].seat]
    return play(state, Hop(next(card for card in hand.cards if card[0] == colour), persist))


def refused(state: KState, action: Any) -> str | None:
    """Why the seat that is asked may not answer so, or None."""
    prompt = state.prompts[0]
    return GAME.check(state.view(prompt.seat), prompt, action)


def asked(state: KState) -> list[tuple[int, str]]:
    """Whom the match waits for, and for what."""
    return [(prompt.seat, prompt.kind) for prompt in state.prompts]


def letters(state: KState, seat: int) -> str:
    """The colours in a hand."""
    return "".join(card[0] for card in state.hands[seat].cards)


def kinds(events: Sequence[Event]) -> list[str]:
    """The names of some events."""
    return [type(event).__name__ for event in events]


def only(kind: Any, step: KStep) -> Any:
    """The one event of a kind."""
    (event,) = [event for event in step.events if isinstance(event, kind)]
    return event


def stands(state: KState, colour: str) -> int:
    """With which seat a figure stands."""
    return state.table.owner(colour)


def orders(defend: int | None = None, *plans: Any, **by_colour: int | None) -> Orders:
    """Standing defence for all colours or by colour, and plans."""
    return Orders({**dict.fromkeys(COLOURS, defend), **by_colour}, tuple(plans))
