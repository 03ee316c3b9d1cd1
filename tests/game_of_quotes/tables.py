"""Lays out a match of Game of Quotes in one line, and plays it on in a few words.

A card of a deck is named by its row ("12" is card 12, whatever it says), a blank by its whole name ("w7-8"). An answer
is a line: who, what, and how.

    "0 pick 3"     "0 pick 3 description"     a quote or a source card
    "0 write 31"   "0 write no=4"             text 31, or the game's own name 4
    "0 both 3 31"  "0 both 3 no=4"
    "0 swap 1 2"   "0 stamp >2"               "0 stamp >2 double"
    "0 write lends=3"   "0 both 4 lends=3"    as the clock plays

A line without a seat is for all of them, a stroke between seats: "pick 1/pick 11/pick 21".
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.engine import Dice, Prompt, State, Step
from games.game_of_quotes.answers import Both, Orders, Pick, Stamp, Swap, Write
from games.game_of_quotes.cards import CATEGORIES, LEAST_A_SEAT, deck_card, is_blank
from games.game_of_quotes.parts import (
    COLOURS,
    TASKS,
    GoqState,
    Hand,
    Options,
    Reading,
    Source,
    Stock,
    Table,
)
from games.game_of_quotes.rules import GAME
from games.game_of_quotes.turn import published
from tests.engine.tables import Answering, Played, asked

ASKED_AS = {
    Pick: ("quote", "source"),
    Write: ("write",),
    Both: ("both",),
    Swap: ("quote", "source", "both", "write"),
    Stamp: ("stamp",),
}

# Seven cards each: a seat's tens are its number.
THREE = "1 2 3 4 5 6 7/11 12 13 14 15 16 17/21 22 23 24 25 26 27"
FOUR = f"{THREE}/31 32 33 34 35 36 37"
FIVE = f"{FOUR}/41 42 43 44 45 46 47"
SIX = f"{FIVE}/51 52 53 54 55 56 57"
BY_SEATS = {3: THREE, 4: FOUR, 5: FIVE, 6: SIX}
DECK = 100
MOST_MOVES = 200
EARLIER = {1: 61, 2: 73, 3: 85, 4: 91}  # what was read in a round that is over: rows from here on


def card(word: str) -> str:
    """A card by its row; a blank, and what is no row at all, as it is."""
    row = word if word.isdigit() else ""
    return deck_card(int(row), CATEGORIES[int(row) % len(CATEGORIES)], int(row) % 4) if row else word


def short(name: str) -> str:
    """The other way round."""
    return name if is_blank(name) else name.partition("-")[0]


def cards(words: str) -> list[str]:
    return [card(word) for word in words.split()]


def deck(count: int = DECK) -> tuple[str, ...]:
    return tuple(card(str(row)) for row in range(1, count + 1))


# Laying out


def lay_out(
    hands: str = THREE,
    *,
    round_: int = 1,
    step: int = 0,
    laid: str = "",
    stamping: bool = False,
    stamped: Sequence[Sequence[int]] = (),
    used: Sequence[Sequence[int]] = (),
    leader: int = 0,
    swapped: Sequence[int] = (),
    pile: str = "",
    discards: str = "",
    rest: str = "pile",
    count: int = DECK,
    **options: Any,
) -> GoqState:
    """`hands`: rows, a stroke between seats; `round_`, `step`: which question is open, as in Table.

    `laid`: what each seat laid aside by the first question of the round (a card, or the number of a text).
    `stamping`: the stamps of the round before are open too; with round_=5 they alone are.
    `stamped`: by earlier round, by seat, whom it stamped (its left neighbour, unless said otherwise); `used`: by seat,
    what these stamps were worth (the double one first, unless said otherwise). `swapped`: the seats that did.
    `pile`: the rows drawn next, in that order; `rest`: where all other cards are: under the pile, in the discards, or
    "out" of the deck. What was read in earlier rounds is rows from 61 on, and lies where it belongs.
    """
    held = [cards(words) for words in hands.split("/")]
    seats, over = len(held), round_ > 4
    aside = [word.strip() for word in laid.split("/")] if laid else [""] * seats
    readings = tuple(earlier(seats, number) for number in range(1, round_))
    done = len(readings) - stamping
    read_now = [name for reading in readings[done:] for one in reading for name in cards_of(one)]
    read_before = [name for reading in readings[:done] for one in reading for name in cards_of(one)]
    drawn_next, thrown = cards(pile), cards(discards) + read_before
    hands_now = tuple(
        laid_aside(
            Hand(tuple(mine), used=tuple(used[seat] if used else (2, 1, 1)[:done])), round_, aside[seat]
        )
        for seat, mine in enumerate(held)
    )
    lying = [name for hand in hands_now for name in (*hand.cards, *hand.aside())]
    lying += drawn_next + thrown + read_now
    blanks = options.pop("blanks", tuple(name for name in lying if is_blank(name)))
    there = {*lying}
    others = [name for name in deck(count) if name not in there]
    known = [name for name in deck(count) if name in there]
    chosen = Options(
        cards=tuple(known if rest == "out" else [*known, *others]), blanks=tuple(blanks), **options
    )
    below = others[::-1] if rest == "pile" else []
    thrown = (others if rest == "discards" else []) + thrown
    stock = Stock(tuple(below + drawn_next[::-1]), tuple(thrown), tuple(read_now))
    table = Table(
        options=chosen,
        counts=(),
        pile=0,
        discards=0,
        colours=COLOURS[:seats],
        leader=leader,
        round=min(round_, 4),
        step=1 if over else step,
        swapped=tuple(seat in swapped for seat in range(seats)),
        readings=readings,
        stamped=tuple(
            tuple(stamped[number]) if number < len(stamped) else left_of(seats) for number in range(done)
        ),
    )
    prompts = [*ask("stamp", seats, 0)] if stamping else []
    if not over and step < len(TASKS[round_]):
        prompts += ask(TASKS[round_][step], seats, len(prompts))
    state = State(published(table, hands_now, stock), hands_now, stock, tuple(prompts), len(prompts))
    assert GAME.faults(state) == []
    return state


def ask(kind: str, seats: int, last: int) -> Iterator[Prompt]:
    return (Prompt(last + seat + 1, seat, kind, last + 1) for seat in range(seats))


def left_of(seats: int) -> tuple[int, ...]:
    return tuple((seat + 1) % seats for seat in range(seats))


def laid_aside(hand: Hand, round_: int, word: str) -> Hand:
    """A hand with what the first question of this round took from it."""
    if not word:
        return hand
    fields: dict[int, dict[str, Any]] = {
        1: {"quote": card(word)},
        2: {"lent": card(word), "source": Source(card(word))},
        3: {"source": Source(words=int(word) if round_ == 3 else 0)},
    }
    return Hand(hand.cards, used=hand.used, **fields[round_])


def earlier(seats: int, round_: int) -> tuple[Reading, ...]:
    """The combinations of a round before: two cards each in the first two, then one and a text."""
    first = EARLIER[round_]
    if round_ > 2:
        return tuple(
            Reading(seat, card(str(first + seat)), Source(words=700 + first + seat)) for seat in range(seats)
        )
    return tuple(
        Reading(seat, card(str(first + 2 * seat)), Source(card(str(first + 2 * seat + 1))))
        for seat in range(seats)
    )


def cards_of(reading: Reading) -> list[str]:
    return [name for name in (reading.quote, reading.source.face) if name]


# Playing


def by_seat(lines: Iterable[str]) -> Iterator[str]:
    """Lines for all seats taken apart; an empty part is no answer."""
    for line in lines:
        if line[0].isdigit():
            yield line
        else:
            yield from (f"{seat} {part}" for seat, part in enumerate(line.split("/")) if part)


def read(line: str) -> tuple[int, Any]:
    """An answer from its line."""
    first, verb, *words = line.split()
    seat = int(first)
    match verb:
        case "pick":
            return seat, Pick(card(words[0]), "description" if "description" in words else "name")
        case "write":
            return seat, Write(**written(words))
        case "both":
            return seat, Both(card(words[0]), **written(words[1:]))
        case "swap":
            return seat, Swap(tuple(card(word) for word in words))
    assert verb == "stamp", line
    return seat, Stamp(int(words[0].removeprefix(">")), 2 if "double" in words else 1)


def written(words: list[str]) -> dict[str, Any]:
    """A source of one's own."""
    said: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name == "no":
            said["stock"] = -int(value)
        elif name == "lends":
            said["lends"] = card(value)
        else:
            said["words"] = int(word)
    return said


AT_TABLE = Answering(GAME, lambda state, line: read(line), ASKED_AS)
answer, refused, outcome = AT_TABLE.answer, AT_TABLE.refused, AT_TABLE.outcome
way_of, fields, stand, fallback = AT_TABLE.way_of, AT_TABLE.fields, AT_TABLE.stand, AT_TABLE.fallback


def play(state: GoqState, *lines: str, seed: str = "the tests") -> Played:
    """Give these answers one after the other."""
    return AT_TABLE.play(state, *by_seat(lines), seed=seed)


def deal(
    seats: int, told: Sequence[Any] = (), seed: str = "deal", **options: Any
) -> Step[Table, Hand, Stock]:
    """A dealt match, with the deck of the simulations unless `cards` says otherwise."""
    chosen = GAME.stocked(Options(**options))
    return GAME.deal(seats, chosen, tuple(told) or ({},) * seats, Dice(seed, 0))


def whole_match(
    seats: int, seed: str = "a match", by: str = "bot", swaps: int = 0, **options: Any
) -> Iterator[tuple[GoqState, Step[Table, Hand, Stock]]]:
    """The states of a match that is played out, each with the step from it. by: "bot" or "clock".

    swaps: the round in which everybody swaps all its cards, at the first question that allows it.
    """
    options.setdefault("cards", deck(LEAST_A_SEAT * seats + 10))
    state, kept, number = deal(seats, seed=seed, **options).state, Orders(), 0
    while state.prompts:
        number += 1
        assert number < MOST_MOVES, "the match does not end"
        prompt = Dice(seed, number, "who").pick(state.owed())
        view, mine = state.view(prompt.seat), state.hands[prompt.seat].cards
        action = (GAME.bot if by == "bot" else GAME.fallback)(view, prompt, kept, Dice(seed, number, by))
        if state.table.round == swaps and GAME.check(view, prompt, Swap(mine)) is None:
            action = Swap(mine)
        step = GAME.play(state, prompt, action, Dice(seed, number))
        assert GAME.faults(step.state) == []
        yield state, step
        state = step.state


# Looking


def waits_for(state: GoqState) -> str:
    """The same, where all seats owe the same: "stamp, quote"."""
    seats = state.table.seats
    kinds = list(dict.fromkeys(kind for _, kind in asked(state)))
    assert sorted(asked(state)) == sorted((seat, kind) for kind in kinds for seat in range(seats))
    return ", ".join(kinds)


def choices(state: GoqState, seat: int, kind: str, do: str, name: str) -> dict[Any, str | None]:
    """The choices of a question and why they are closed, cards by their rows."""
    field = fields(state, seat, kind, do)[name]
    return {short(c.value) if isinstance(c.value, str) else c.value: c.reason for c in field.choices}


def hand(state: GoqState, seat: int) -> str:
    """What a seat holds, in order of arrival."""
    return rows(state.hands[seat].cards)


def rows(names: Iterable[str]) -> str:
    return " ".join(short(name) for name in names)


def pile(state: GoqState, count: int = 100) -> str:
    """What is drawn next, in that order."""
    return rows(state.stock.pile[::-1][:count])


def combinations(state: GoqState, round_: int) -> list[str]:
    """What was read in a round, in the order of reading: "0: 1 by 12", "0: 1 by 12 described", "0: 1 by text 31"."""
    return [
        f"{one.seat}: {short(one.quote)} by "
        + (
            short(one.source.face) + " described" * (one.source.reads == "description")
            if one.source.face
            else f"text {one.source.words}"
        )
        for one in state.table.readings[round_ - 1]
    ]
