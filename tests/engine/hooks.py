"""What the suite has to be told about a game: what a seat may know of hidden zones, and what is hidden there."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine import Prompt, State, face_of, next_seats
from games.kangoeroe import parts as kangoeroe
from tests.engine import toy_parts as toy

AnyState = State[Any, Any, Any]


@dataclass(frozen=True)
class Hooks:
    """One game's answers. The defaults do for a game whose cards alone are hidden.

    known: cards in other hands and the stock whose face a seat may know; they are not exchanged.
    scramble: the same state with everything else drawn anew that a seat cannot know (sealed numbers, notes);
        it comes after the exchange of cards and has to agree with them.
    twin: another action that the other seats cannot tell from this one before it is revealed, or None.
    mutate: other orders than `leave_orders` makes; illegal ones are not used.
    may_name: cards that a private event may name though the seat holds them neither before nor after.
    most_moves: no match is longer.
    """

    known: Callable[[AnyState, int], set[str]] = lambda state, seat: set()
    scramble: Callable[[AnyState, int, Random], AnyState] = lambda state, seat, random: state
    twin: Callable[[AnyState, Prompt, Any, Random], Any] = lambda state, prompt, action, random: None
    mutate: Callable[[Any, Any, Random], Any] = lambda view, orders, random: orders
    may_name: Callable[[AnyState, AnyState, int], set[str]] = lambda before, after, seat: set()
    most_moves: int = 3000


def others(state: AnyState, seat: int) -> list[tuple[int, Any]]:
    return [(other, state.hands[other]) for other in next_seats(seat, len(state.hands))]


def with_hands(state: AnyState, hands: dict[int, Any]) -> AnyState:
    return replace(state, hands=tuple(hands.get(seat, hand) for seat, hand in enumerate(state.hands)))


# Kangoeroe


def scramble_duel(state: AnyState, seat: int, random: Random) -> AnyState:
    """How far the attacker will go, and how often the owner will answer, are theirs alone."""
    duel = state.table.duel
    if duel is None:
        return state
    hands = {}
    for other, hand in others(state, seat):
        held = hand.held(duel.colour)
        if other == duel.attacker and duel.owner_spent == 0:
            hands[other] = replace(hand, persist=random.choice([None, *range(held + 1)]))
        elif other == duel.owner and duel.owner_spent > 0:
            hands[other] = replace(hand, answers=random.randint(0, held))
    return with_hands(state, hands)


def other_strength(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    """The same card with other cards behind it; an answer with another number of cards."""
    hand = state.hands[prompt.seat]
    if isinstance(action, kangoeroe.Hop):
        return kangoeroe.Hop(action.card, random.choice([None, *range(hand.held(action.card[0]))]))
    if isinstance(action, kangoeroe.Defend) and action.cards:
        return kangoeroe.Defend(random.randint(1, hand.held(state.table.duel.colour)))
    return None


def wild_kangoeroe_orders(view: Any, orders: Any, random: Random) -> Any:
    most: list[int | None] = [None, 0, 1, 2, kangoeroe.COPIES]
    defend: dict[str, int | None] = {colour: random.choice(most) for colour in kangoeroe.COLOURS}
    lines = tuple(
        kangoeroe.Planned(
            random.choice(kangoeroe.COLOURS), random.choice([None, 0, 1, 11]), ("theirs", "mine")
        )
        for _ in range(random.randint(0, 4))
    )
    return kangoeroe.Orders(defend, (*orders.plans, lines))


# The toy


def known_in_toy(state: AnyState, seat: int) -> set[str]:
    """The discards, the hidden cards that the seat has turned or laid, an open hand."""
    seen = {note.contest for note in state.hands[seat].seen}
    covered = zip(state.table.contests, state.stock.covered, strict=True)
    known = set(state.stock.discards) | {card for contest, card in covered if contest.number in seen}
    return known | set(state.hands[state.table.open].cards if state.table.shown is not None else ())


def scramble_toy(state: AnyState, seat: int, random: Random) -> AnyState:
    """Sealed choices, what the others saw (the card is another now), and whether they slapped it."""
    faces = {
        contest.number: face_of(card)
        for contest, card in zip(state.table.contests, state.stock.covered, strict=True)
    }
    hands = {}
    for other, hand in others(state, seat):
        calls = tuple(random.choices(toy.SORTS, k=len(hand.sealed.calls) if hand.sealed else 0))
        sealed = hand.sealed and toy.Seal(random.choice(hand.cards), random.randint(0, toy.MOST_BID), calls)
        mine = {contest.number for contest in state.table.contests if contest.seat == other}
        seen = tuple(
            replace(
                note,
                face=faces[note.contest],
                hit=random.randint(0, 1) if note.done and note.contest not in mine else 0,
                after_ms=random.randint(150, 4000) if note.done and note.contest not in mine else None,
            )
            for note in hand.seen
        )
        hands[other] = replace(hand, sealed=sealed, seen=seen)
    return with_hands(state, hands)


def twin_in_toy(state: AnyState, prompt: Prompt, action: Any, random: Random) -> Any:
    hand = state.hands[prompt.seat]
    match action:
        case toy.Seal(_, _, calls):
            sealed = random.choice(hand.cards), random.randint(0, toy.MOST_BID)
            return toy.Seal(*sealed, tuple(random.choices(toy.SORTS, k=len(calls))))
        case toy.Hide():
            return toy.Hide(random.choice(hand.cards))
        case toy.Slap(hit, after_ms):
            return toy.Slap(0 if hit else 1, after_ms)
    return None


def wild_toy_orders(view: Any, orders: Any, random: Random) -> Any:
    plans = tuple(
        tuple(random.choices(toy.SORTS, k=random.randint(1, 3))) for _ in range(random.randint(0, 2))
    )
    return toy.Orders(random.random() < 0.2, random.choice([None, -1, 7]), plans)


def dealt_anew(before: AnyState, after: AnyState, seat: int) -> set[str]:
    """A round that ended took away what was drawn just before."""
    return set(toy.PACK) if after.table.round > before.table.round else set()


HOOKS: dict[str, Hooks] = {
    "kangoeroe": Hooks(
        scramble=scramble_duel, twin=other_strength, mutate=wild_kangoeroe_orders, most_moves=400
    ),
    "toy": Hooks(
        known=known_in_toy,
        scramble=scramble_toy,
        twin=twin_in_toy,
        mutate=wild_toy_orders,
        may_name=dealt_anew,
        most_moves=1000,
    ),
}
