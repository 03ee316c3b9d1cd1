"""A small reader for what people write by hand where JSON is meant: comments, commas at the end, 'single quotes'."""

import re
from collections.abc import Iterator
from typing import Any

from quotes.exchange.limits import MOST_DEPTH, MOST_DIGITS, MOST_ROWS, MOST_VALUES
from quotes.exchange.parts import Unreadable

TOKEN = re.compile(
    r"""
    (?P<space>(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)++)
    |(?P<text>"(?:[^"\\]++|\\.)*+"|'(?:[^'\\]++|\\.)*+')
    |(?P<sign>[{}\[\],:])
    |(?P<number>[+-]?\.?[0-9][\w.+-]*+)
    |(?P<word>[+-]?[A-Za-z_$][\w$]*+)
    |(?P<open>["']|/\*)
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\n)|(.))", re.DOTALL)
ESCAPED = {"b": "", "f": " ", "n": "\n", "r": "\n", "t": "\t", "v": " ", "0": ""}
WORDS = {"true": True, "false": False}
LONGEST_NAME = 40  # of a list, in a sentence
MOST_TOKENS = 4 * MOST_VALUES
Token = tuple[str, str, int]  # kind, text, where

END: Token = ("end", "", -1)


def read_loosely(text: str) -> Any:
    """The value that a text means. Raises Unreadable, which names the line."""
    reader = Reader(text.rstrip().removesuffix(";"))
    value = reader.value(reader.next(), 0)
    kind, _, where = reader.next()
    if kind != "end":
        raise reader.wrong(where)
    return value


class Reader:
    """One text, token by token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[int] = []  # where the lists and objects begin that are not closed
        self.tokens = self.cut()

    def cut(self) -> Iterator[Token]:
        where, count = 0, 0
        while where < len(self.text):
            found = TOKEN.match(self.text, where)
            if found is None:
                raise self.wrong(where)
            kind = str(found.lastgroup)
            if kind == "open":
                raise Unreadable("json_cut_off", line=self.line(where))
            where = found.end()
            if kind != "space":
                count += 1
                if count > MOST_TOKENS:
                    raise Unreadable("too_many", limit=MOST_ROWS)
                yield kind, found[0], found.start()

    def next(self) -> Token:
        return next(self.tokens, END)

    def value(self, token: Token, depth: int) -> Any:
        kind, text, where = token
        if kind == "text":
            return unescaped(text[1:-1])
        if kind == "number":
            return number(text)
        if kind == "word":
            return WORDS.get(text)
        if kind == "sign" and text in "[{":
            if depth + 1 >= MOST_DEPTH:
                raise Unreadable("deep", limit=MOST_DEPTH)
            self.open.append(where)
            value = self.list(depth + 1) if text == "[" else self.object(depth + 1)
            self.open.pop()
            return value
        raise self.wrong(where)

    def list(self, depth: int) -> Any:
        values = []
        while (token := self.next())[1] != "]" or token[0] != "sign":
            values.append(self.value(token, depth))
            if not self.goes_on("]"):
                break
        return values

    def object(self, depth: int) -> Any:
        values: dict[str, Any] = {}
        while (token := self.next())[1] != "}" or token[0] != "sign":
            kind, text, where = token
            if kind not in ("text", "word", "number"):
                raise self.wrong(where)
            colon = self.next()
            if colon[:2] != ("sign", ":"):
                raise self.wrong(colon[2])
            key = unescaped(text[1:-1]) if kind == "text" else text
            value = self.value(self.next(), depth)
            if isinstance(values.get(key), list | dict):
                raise Unreadable("twice", name=key[:LONGEST_NAME])
            values[key] = value
            if not self.goes_on("}"):
                break
        return values

    def goes_on(self, closing: str) -> bool:
        """Whether a comma follows; or else what closes."""
        kind, text, where = self.next()
        if kind != "sign" or text not in ("," + closing):
            raise self.wrong(where)
        return text == ","

    def wrong(self, where: int) -> Unreadable:
        if where == END[2]:
            return Unreadable("json_cut_off", line=self.line(self.open[-1] if self.open else 0))
        return Unreadable("bad_json", line=self.line(where))

    def line(self, where: int) -> int:
        return self.text.count("\n", 0, where) + 1


def number(text: str) -> int | float | None:
    if len(text) > MOST_DIGITS:
        raise Unreadable("endless_number")
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    text = ESCAPE.sub(meant, text)
    # Two escapes may mean one letter between them.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")


def meant(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2]
    if code:
        return chr(int(code, 16))
    return "" if escape[3] else ESCAPED.get(escape[4], escape[4])
