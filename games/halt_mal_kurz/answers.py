"""What a seat may say in Halt mal kurz: its answers to what it is asked, and the orders it leaves."""

from typing import Literal

from msgspec import Struct

from games.engine import Action, Card

MOST_PLANS = 1
MOST_LINES = 20
MOST_THROWS = 5
MOST_WORDS = 60  # characters said with a card
PILE = "pile"  # a gift that is drawn for the loser instead of taken from the hand

ThrowName = Literal["rock", "paper", "scissors", "well"]
THROWS: tuple[ThrowName, ...] = ("rock", "paper", "scissors", "well")
# Rulebook, "Schnick-Schnack-Schnuck": the well is beaten by paper and beats scissors and rock.
BEATS: dict[ThrowName, tuple[ThrowName, ...]] = {
    "rock": ("scissors",),
    "paper": ("rock", "well"),
    "scissors": ("paper",),
    "well": ("scissors", "rock"),
}

Hit = Literal["draw", "receive", "swap", "open", "communism"]
HITS: tuple[Hit, ...] = ("draw", "receive", "swap", "open", "communism")
Order = Literal["use", "ask", "never"]
Delivery = Literal["plain", "whispered", "roared", "sung"]
DELIVERIES: tuple[Delivery, ...] = ("plain", "whispered", "roared", "sung")


# Answers


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card. target: whom it names. delivery, words: how it is said aloud (words: the id of a text).

    planned: by a plan, so even with cards to turn; no offer has it, so no form.
    """

    card: Card
    target: int | None = None
    delivery: Delivery = "plain"
    words: int | None = None
    planned: bool = False


class Draw(Action, frozen=True, tag="draw"):
    """Draw one card and lay none. planned: as for Lay."""

    planned: bool = False


class Pass(Action, frozen=True, tag="pass"):
    """Nothing can be drawn and nothing fits."""


class Flip(Action, frozen=True, tag="flip"):
    """Turn a card, ready to slap."""


class Leave(Action, frozen=True, tag="leave"):
    """Turn a card and keep the hands off. wish: as for Slap."""

    wish: Literal[0, 1] = 0


class Slap(Action, frozen=True, tag="slap"):
    """Slap (1) or not. wish: 1 to use a list against whatever this card does to me.

    after_ms: since the turning, set by the door; None for a seat without a timer.
    """

    hit: Literal[0, 1]
    wish: Literal[0, 1] = 0
    after_ms: int | None = None


class React(Action, frozen=True, tag="react"):
    """Use a list (1), or let it happen. delivery, words: how it is said aloud, as for Lay."""

    wish: Literal[0, 1]
    delivery: Delivery = "plain"
    words: int | None = None


class Throw(Action, frozen=True, tag="throw"):
    """Throws in order, for ties; one in a group duel. See Promise for the rest."""

    throws: tuple[ThrowName, ...]
    without_well: Literal[0, 1] = 0
    gift: Card | None = None
    wish: Literal[0, 1] = 0


class Vote(Action, frozen=True, tag="vote"):
    """Who shall give a card to whom. gift: the card I would give. wish: as for Slap."""

    giver: int
    receiver: int
    gift: Card | None = None
    wish: Literal[0, 1] = 0


class Abstain(Action, frozen=True, tag="abstain"):
    """No vote; the others may still make me give or take. See Vote."""

    gift: Card | None = None
    wish: Literal[0, 1] = 0


class Give(Action, frozen=True, tag="give"):
    """After a group duel: a card for each of the first `targets` of the affair, in their order; empty: random ones."""

    cards: tuple[Card, ...] = ()


AnyAction = Lay | Draw | Pass | Flip | Leave | Slap | React | Throw | Vote | Abstain | Give


# Orders


class Line(Struct, frozen=True):
    """One card of a planned turn, and whom it names."""

    card: Card
    target: int | None = None


class Plan(Struct, frozen=True):
    """A planned turn: the first line that is legal is laid; nothing fits: draw, or ask me."""

    lines: tuple[Line, ...] = ()
    else_draw: bool = False


class Orders(Struct, frozen=True):
    """One order a kind of hit (`use` a list if I can, `ask` me, `never`).

    throws: for the first throw of any duel; empty: ask me. without_well: say so with them.
    plans: the planned turn, if there is one.
    """

    draw: Order = "use"
    receive: Order = "use"
    swap: Order = "use"
    open: Order = "use"
    communism: Order = "use"
    throws: tuple[ThrowName, ...] = ()
    without_well: bool = False
    plans: tuple[Plan, ...] = ()

    def against(self, hit: Hit) -> Order:
        """The order for one kind of hit."""
        order: Order = getattr(self, hit)
        return order
