"""Chance that can be checked afterwards: one secret seed a match, one stream a move."""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random numbers of one move. The same seed, number and stream give the same numbers for ever.

    Built on `Random.random()` alone, the one method whose sequence Python promises across versions,
    and made only when first thrown: most moves need no chance at all.
    """

    __slots__ = ("_key", "_random")

    def __init__(self, seed: str, number: int, stream: str = "rules") -> None:
        self._key = (seed, number, stream)
        self._random: random.Random | None = None

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        if self._random is None:
            seed, number, stream = self._key
            digest = hashlib.sha256(f"{seed}/{number}/{stream}".encode()).digest()
            self._random = random.Random(int.from_bytes(digest, "big"))
        return self._random.random()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1. Raises ValueError if n < 1."""
        if n < 1:
            raise ValueError("nothing to choose from")
        return int(self.random() * n)

    def pick(self, things: Sequence[T]) -> T:
        """One of `things`. Raises ValueError if there are none."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """A new list of `things` in random order."""
        out = list(things)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def weighted(self, things: Sequence[T], weights: Sequence[float]) -> T:
        """One of `things`, each as likely as its weight (0 or more, at least one above 0)."""
        mark = self.random() * sum(weights)
        for thing, weight in zip(things, weights, strict=True):
            mark -= weight
            if mark < 0:
                return thing
        return things[-1]


def seed_hash(seed: str) -> str:
    """The SHA-256 of a seed in hex: shown from the start, so that the seed at the end can be checked."""
    return hashlib.sha256(seed.encode()).hexdigest()
