"""What a match is made of: prompts, the three zones, views, steps, events and results.

Everything here is a value: frozen, comparable, and JSON in and out through msgspec.
"""

from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

T = TypeVar("T")  # table: what everybody sees
H = TypeVar("H")  # hand: what one seat alone knows
S = TypeVar("S")  # stock: what nobody knows

Clock = Literal["pace", "same", "free", "window"]
Reason = str
"""Why an action is refused, as a key such as "not_your_card"; a game's face says it in words."""


class Prompt(Struct, frozen=True, gc=False, omit_defaults=True):
    """One decision that one seat owes.

    number: unique in the match and rising (State.prompts is in that order); an answer is accepted once under it.
    group: prompts with the same group (not 0) close together and may be answered again until then.
    given: an answer is in; nobody waits for this seat any more. Only in a group.
    clock: `pace` a fresh due time; `same` the due time of this seat's latest pace prompt, whichever of the two has
        the lower number; `free` none; `window` `seconds` from opening. The rules may return the same number with
        another clock: `free` becomes `same` or `pace` when it begins to block, and `free` again after a planned turn.
        A `pace` prompt in the place of another (`opened_by` it, of the same seat and open group) goes on with its
        time, the days that were given included.
    opened_by: what this one is about: the number of the prompt whose answer opened it, 0 if none did.
    instead: of a `window`: the clock that counts for a person who has no timer. It is that of the prompt it came
        from, and the rules change it as they would change that one's; they need not know whom it counts for.
    """

    number: int
    seat: int
    kind: str
    group: int = 0
    given: bool = False
    clock: Clock = "pace"
    seconds: int = 0
    opened_by: int = 0
    instead: Clock = "pace"

    @property
    def blocks(self) -> bool:
        """Whether the match waits for this. A window counts as what it came from: nobody shall see that it runs."""
        clock = self.instead if self.clock == "window" else self.clock
        return not self.given and clock != "free"


class View(Struct, Generic[T, H], frozen=True, gc=False):
    """What one seat may see. A spectator has neither seat nor hand."""

    seat: int | None
    table: T
    hand: H | None
    prompts: tuple[Prompt, ...]

    def mine(self) -> tuple[int, H]:
        """My seat and my hand.

        Raises LookupError for a spectator, who is never asked anything.
        """
        if self.seat is None or self.hand is None:
            raise LookupError("a spectator has no hand")
        return self.seat, self.hand


class State(Struct, Generic[T, H, S], frozen=True, gc=False):
    """A whole match between two moves. `last` is the highest prompt number given out so far."""

    table: T
    hands: tuple[H, ...]
    stock: S
    prompts: tuple[Prompt, ...]
    last: int = 0

    def view(self, seat: int | None) -> View[T, H]:
        """What `seat` (0.., or None for a spectator) may see."""
        return View(seat, self.table, None if seat is None else self.hands[seat], self.prompts)

    def prompt(self, number: int) -> Prompt | None:
        """The open prompt with this number, or None."""
        for prompt in self.prompts:
            if prompt.number == number:
                return prompt
        return None

    def owed(self) -> tuple[Prompt, ...]:
        """The open prompts that still lack an answer."""
        return tuple(prompt for prompt in self.prompts if not prompt.given)


class Action(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """Base of every answer. A game's actions are one tagged union, so that JSON decodes to the right type.

    Fields that no offer names are never read from a form: `after_ms`, which the door fills in for a `window` prompt
    (so every answer to one has it), or a mark that `standing` sets on a planned turn.
    A written text is an int: the number of its row. `check` sees 0 for one that is not stored yet; numbers below 0
    are the game's own texts, which bots and fallbacks use.
    """


class Event(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="is", kw_only=True):
    """Base of everything a move causes.

    to: the one seat that may read it; None for everybody.
    reveals: this kind of event makes known what was hidden before (a drawn card, a turned one).
        Everything a move says up to its first revealing event must be the same whatever is hidden.
    """

    reveals: ClassVar[bool] = False
    to: int | None = None


class Step(Struct, Generic[T, H, S], frozen=True, gc=False):
    """What dealing or an action leads to."""

    state: State[T, H, S]
    events: tuple[Event, ...]


class Result(Struct, frozen=True):
    """How a match ended.

    places: by seat, 1 for the best; equal places share. points: by seat. why: a key the face says in words.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]
    why: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def places(points: tuple[int, ...]) -> tuple[int, ...]:
    """The place of each seat when most points win and equal points share a place."""
    return tuple(1 + sum(other > mine for other in points) for mine in points)


class IllegalAction(ValueError):
    """An action that `check` refuses reached `play`. `reason` is the key `check` gave."""

    def __init__(self, reason: Reason, action: Any = None) -> None:
        super().__init__(f"{reason}: {action!r}")
        self.reason = reason
