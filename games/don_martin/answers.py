"""What a seat may say in Don Martin's Kartenspiel: its answers to what it is asked, and the orders it leaves."""

from typing import Literal

from msgspec import Struct

from games.engine import Action, Card

from .pack import Colour

MOST_PLANS = 3
MOST_LINES = 20

# Answers


class Play(Action, frozen=True, tag="play"):
    """Play a card, on a turn or as the lead. target: who draws two, for a GA-PWEEN! alone."""

    card: Card
    target: int | None = None


class Ignore(Action, frozen=True, tag="ignore"):
    """Draw the top card of the pile and do nothing more."""


class Keep(Action, frozen=True, tag="keep"):
    """Lay no group."""


class Lay(Action, frozen=True, tag="lay"):
    """Lay these cards, one group a sound."""

    cards: tuple[Card, ...]


class Throw(Action, frozen=True, tag="throw"):
    """The card for somebody's SPLABBADAP!"""

    card: Card


AnyAction = Play | Ignore | Keep | Lay | Throw


# Orders

Deed = Literal["add", "lead", "special", "ignore"]
ThrowOrder = Literal["rarest", "card", "ask"]


class Line(Struct, frozen=True):
    """One line of a planned turn: it is played if it is legal when the turn comes and its conditions hold.

    do: `add` on cards that lie there, `lead` where none do, `special` in either case, `ignore`.
    card: None for `ignore`. target: who draws two. some: only if one of these colours lies there (empty: whatever
    lies there); none: only if none of these does.
    """

    do: Deed
    card: Card | None = None
    target: int | None = None
    some: tuple[Colour, ...] = ()
    none: tuple[Colour, ...] = ()


class Plan(Struct, frozen=True):
    """A planned turn of one round: the first line that fits is played, and if none does its person is asked.

    ask_for_groups: ask as well whenever I could take cards and lay a group then.
    """

    round: int
    lines: tuple[Line, ...] = ()
    ask_for_groups: bool = True


class Orders(Struct, frozen=True):
    """throw: what falls when somebody plays SPLABBADAP!; card: which one, for `card`, in round `card_round` alone.

    plans: the next planned turns.
    """

    throw: ThrowOrder = "rarest"
    card: Card | None = None
    plans: tuple[Plan, ...] = ()
    card_round: int = 0
