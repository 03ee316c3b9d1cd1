"""The contract every game keeps. How to write one: CONTRIBUTING.md, "How to add a game"."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar, cast

from msgspec.structs import replace

from .cards import face_of
from .dice import Dice
from .offer import Field, Offer
from .state import Event, H, IllegalAction, Prompt, Reason, Result, S, State, Step, T, View

A = TypeVar("A")  # the union of the game's actions
O = TypeVar("O")  # its standing orders and plans
P = TypeVar("P")  # its options


@lru_cache(maxsize=64)
def count_faces(pack: tuple[str, ...]) -> Counter[str]:
    """How often each face is in a pack."""
    return Counter(face_of(card) for card in pack)


class Game(ABC, Generic[T, H, S, A, O, P]):
    """The rules of one game: values in, values out, no clock, no database, no words.

    Everything but `play` and `deal` reads a View, so legality and bots cannot depend on another's hand.
    """

    slug: ClassVar[str]
    version: ClassVar[int]  # rises when a change makes old logs replay differently
    seats: ClassVar[range]
    table_type: ClassVar[Any]
    hand_type: ClassVar[Any]
    stock_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    orders_type: ClassVar[Any]
    options_type: ClassVar[Any]
    # What each seat is asked in the lobby; the answers are `told`. Choices that are seats (`Choice.seat`) stand for all
    # the others who sit there: an answer is the number of one of them, or missing.
    asks: ClassVar[tuple[Field, ...]] = ()
    from_decks: ClassVar[bool] = (
        False  # its cards are written by people: the house puts them into the options
    )
    stages: ClassVar[tuple[str, ...]] = ()  # the prompt kinds in the order a page shows them
    turns: ClassVar[frozenset[str]] = frozenset(
        {"turn"}
    )  # the kinds that are a turn; all others answer somebody

    # Starting

    @abstractmethod
    def settings(self, seats: int, live: bool = False) -> tuple[Field, ...]:
        """The match options as questions of a form, each preset to its default.

        live: everybody is there to be asked; a match by mail presets what spares waits.
        """

    @abstractmethod
    def pack(self, options: P) -> tuple[str, ...]:
        """Every card of a match with these options."""

    def stocked(self, options: P) -> P:
        """The same options with cards to play with, for simulations and tests of a game whose cards are in decks.

        Everywhere else the house puts the cards of the chosen decks in before the deal.
        """
        return options

    def least_cards(self, seats: int) -> int:
        """How many cards of decks a match with so many seats needs at least."""
        return 0

    def options_of(self, state: State[T, H, S]) -> P:
        """The options a match was dealt with: a table carries them as `options`."""
        options: P = cast(Any, state.table).options
        return options

    @abstractmethod
    def deal(self, seats: int, options: P, told: tuple[Mapping[str, Any], ...], dice: Dice) -> Step[T, H, S]:
        """The first state and what everybody may know of it.

        told: by seat, the answers to `asks` (an empty mapping: said nothing).
        Raises ValueError if the game is not for so many seats.
        """

    @abstractmethod
    def first_orders(self, options: P) -> O:
        """The standing orders everyone starts with."""

    # A decision

    @abstractmethod
    def offer(self, view: View[T, H], prompt: Prompt) -> Offer:
        """What the form for `prompt` looks like: its ways, their fields, and each card's effect or reason."""

    @abstractmethod
    def check(self, view: View[T, H], prompt: Prompt, action: A) -> Reason | None:
        """Why `action` may not answer `prompt`, or None if it may. The only place where legality is decided."""

    @abstractmethod
    def carry_out(self, state: State[T, H, S], prompt: Prompt, action: A, dice: Dice) -> Step[T, H, S]:
        """The next state and its events, for an action that `check` let pass."""

    def preset(self, view: View[T, H], prompt: Prompt, offer: Offer, orders: O) -> Offer:
        """The same form filled in from the seat's standing orders (`Offer.filled_in`): only presets may differ.

        A form sends what was chosen, so orders that change later do not touch one that is open.
        """
        return offer

    def ready(self, view: View[T, H], prompt: Prompt) -> bool:
        """Whether `prompt` can be answered now; one may have to wait for another of the same seat."""
        return any(way.reason is None for way in self.offer(view, prompt).ways)

    def play(self, state: State[T, H, S], prompt: Prompt, action: A, dice: Dice) -> Step[T, H, S]:
        """The next state and its events; `state` stays as it was.

        Raises IllegalAction for what `check` refuses.
        """
        reason = self.check(state.view(prompt.seat), prompt, action)
        if reason is not None:
            raise IllegalAction(reason, action)
        return self.carry_out(state, prompt, action, dice)

    # Answers that no person gives

    @abstractmethod
    def fallback(self, view: View[T, H], prompt: Prompt, orders: O, dice: Dice) -> A:
        """What the clock answers: legal, harmless, and named on the page in advance."""

    @abstractmethod
    def standing(self, view: View[T, H], prompt: Prompt, orders: O, dice: Dice) -> tuple[A | None, O]:
        """What the orders answer when `prompt` opens (None: ask the person), and what is left of them.

        The head of the plans is dropped when a turn comes, whether it fired or not.
        """

    @abstractmethod
    def check_orders(self, view: View[T, H], orders: O, old: O) -> Reason | None:
        """Why these orders cannot be left, or None.

        old: those in force. A plan among them may stay where a new one could not be left.
        """

    @abstractmethod
    def bot(self, view: View[T, H], prompt: Prompt, orders: O, dice: Dice) -> A:
        """A decent answer from what this seat may know."""

    @abstractmethod
    def leave_orders(self, view: View[T, H], orders: O, plans: int, ahead: bool, dice: Dice) -> O:
        """The orders a forward-looking player leaves at the end of a visit.

        plans: how many planned turns at most; ahead: also whatever else can be left (throws, sources, ...).
        """

    # Cards that may not be seen any more

    def withdraw(self, state: State[T, H, S], cards: frozenset[str], dice: Dice) -> Step[T, H, S] | None:
        """The state without these cards (as `pack` names them), and what is told of it; None where none of them lies.

        For games of decks: a card can be hidden while a match lasts. It stays counted, where nobody gets it.
        """
        return None

    def without_plans(self, orders: O) -> O:
        """The orders that stay when a match is put back: not what was planned for the table that is gone.

        Drops the field `plans`; a game whose plans have another name says so here.
        """
        if not hasattr(orders, "plans"):
            return orders
        return cast(O, replace(cast(Any, orders), plans=()))

    def counted(self, event: Event) -> tuple[str, ...]:
        """The names under which a simulation counts an event; its tag, unless the game says otherwise."""
        tag = type(event).__struct_config__.tag
        return (str(tag),)

    # The end, and what must always hold

    @abstractmethod
    def result(self, state: State[T, H, S]) -> Result | None:
        """Places, points and why it ended; None while the match runs."""

    @abstractmethod
    def publish(self, state: State[T, H, S]) -> T:
        """The table with everything that follows from hands and stock (counts, an open hand) worked out anew."""

    @abstractmethod
    def everything(self, state: State[T, H, S]) -> Iterable[str]:
        """The face of every card, wherever it lies, each as often as it lies somewhere."""

    def faults(self, state: State[T, H, S]) -> list[str]:
        """What is wrong with a state, in words for a log; empty for a sound one."""
        found = []
        if Counter(self.everything(state)) != count_faces(self.pack(self.options_of(state))):
            found.append("cards are lost or doubled")
        if self.publish(state) != state.table:
            found.append("the table does not agree with the hands")
        numbers = [prompt.number for prompt in state.prompts]
        if numbers != sorted(set(numbers)) or max(numbers, default=0) > state.last:
            found.append("prompt numbers do not rise")
        if any(prompt.given and not prompt.group for prompt in state.prompts):
            found.append("an answered prompt outside a group is still open")
        over = self.result(state) is not None
        if over and state.prompts:
            found.append("the match is over and still asks")
        if not over and not state.owed():
            found.append("nobody is asked and the match is not over")
        return found
