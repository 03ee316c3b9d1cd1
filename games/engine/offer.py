"""What a prompt may be answered with, described so that forms, bots and tests need no knowledge of the game."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from .state import Reason

Kind = Literal["one", "some", "list", "number", "text"]


class Choice(Struct, frozen=True, gc=False):
    """One thing that can be picked.

    value: what the form sends (never a bool: use 0 and 1). face: its picture or word, where that differs.
    effect: a key for what it would do now; seat: whom it would do it to.
    reason: why it cannot be picked now, or None. more: a number the game attaches (further copies held).
    """

    value: str | int
    face: str = ""
    effect: str = ""
    seat: int | None = None
    reason: Reason | None = None
    more: int = 0


class Field(Struct, frozen=True, gc=False):
    """One question of a form; its name is the name of a field of the action.

    kind: `one` of the choices; `some` of them, each once (low to high many); a `list` of them in order,
        repeats allowed (low to high long); a `number` from low to high; a `text` of low to high characters.
    blank: it may be left open, which arrives as None. preset: what the form starts with.
    """

    name: str
    kind: Kind
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    blank: bool = False
    preset: str | int | tuple[str | int, ...] | None = None


class Way(Struct, frozen=True, gc=False):
    """One kind of answer: the tag of its action and the questions it takes; closed if there is a reason."""

    do: str
    fields: tuple[Field, ...] = ()
    reason: Reason | None = None


class Offer(Struct, frozen=True, gc=False):
    """All ways to answer one prompt, the safest first."""

    ways: tuple[Way, ...]

    def filled_in(self, **presets: str | int | tuple[str | int, ...] | None) -> "Offer":
        """The same form with fields of these names preset, in whichever way they are."""
        return Offer(
            tuple(
                replace(
                    way,
                    fields=tuple(
                        replace(field, preset=presets[field.name]) if field.name in presets else field
                        for field in way.fields
                    ),
                )
                for way in self.ways
            )
        )
