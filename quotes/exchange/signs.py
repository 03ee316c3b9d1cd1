"""What lines of a list begin with that is no part of them: numbers, bullets, dashes."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

DOT = re.compile(r"\s*+[*•·‣]\s++")
DASH = re.compile(r"\s*+(?:[–—―]|-{1,2}(?=\s|[^\W\d_]))\s*+")
HYPHEN = re.compile(r"\s*+-(?!-)")
NUMBER = re.compile(r"\s*+(\()?([0-9]{1,5})([.):])\s++")
YEARS = 1000  # from here on they are some, unless the lines count that far
ITEMS = 0.6  # of the lines begin like items of a list


class Line(NamedTuple):
    """A line and what it begins with: a number, a dot, a dash, a hyphen, or nothing; text: all behind that."""

    place: int
    whole: str
    sign: str = ""
    text: str = ""
    number: int = 0


def signed(lines: Sequence[str]) -> list[Line]:
    """The lines that are not empty, with their signs."""
    found = [sign_of(place, line) for place, line in enumerate(lines, 1) if line.strip()]
    items, counted = are_items(lines), in_a_row(found)
    return [
        line if counts(line, items, counted) else line._replace(sign="", text=line.whole) for line in found
    ]


def are_items(lines: Sequence[str]) -> bool:
    signs = [sign_of(0, line).sign for line in lines if line.strip()]
    return sum(map(bool, signs)) >= ITEMS * len(signs)


def sign_of(place: int, line: str) -> Line:
    if dot := DOT.match(line):
        return Line(place, line, "dot", line[dot.end() :])
    if dash := DASH.match(line):
        return Line(place, line, "hyphen" if HYPHEN.match(line) else "dash", line[dash.end() :])
    if number := NUMBER.match(line):
        return Line(place, line, "number", line[number.end() :], int(number[2]))
    return Line(place, line, "", line)


def in_a_row(lines: Sequence[Line]) -> set[int]:
    """The places of numbers that go on from the one before, or that the next one goes on from; years begin nothing."""
    counted: set[int] = set()
    for one, other in pairwise(line for line in lines if line.sign == "number"):
        if other.number == one.number + 1 and (one.number < YEARS or one.place in counted):
            counted |= {one.place, other.place}
    return counted


def counts(line: Line, items: bool, counted: set[int]) -> bool:
    """Whether its number counts lines: "1984. What a year" and "1. FC Köln" are no items."""
    if line.sign != "number" or line.place in counted:
        return True
    return line.number < YEARS and (items or ")" in line.whole[: -len(line.text)])
