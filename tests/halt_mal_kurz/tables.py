"""Lays out a match of Halt mal kurz in one line, and plays it on in a few words.

Cards are named by their faces ("nazi-k"). An answer is a line: who, what, and how.

    "0 lay police-k >2"       "0 plan nazi-k"     a plan lays it, past the cards to turn
    "0 draw"   "0 pass"
    "1 flip"   "1 leave"      "1 leave list"      with the wish to use a list
    "1 slap 300"              "1 slap untimed"    "1 hands-off list"
    "1 react"  "1 react list" it happens, or a list is used
    "1 throw rps no-well gift=halt-k list"        "1 throw w gift=pile"
    "1 vote 0>2 gift=halt-k"  "1 abstain list"    "0 give halt-k nazi-a"   "0 give"
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import Event, Prompt, State, face_of, faces
from games.halt_mal_kurz import events as said
from games.halt_mal_kurz.answers import (
    PILE,
    Abstain,
    Draw,
    Flip,
    Give,
    Lay,
    Leave,
    Line,
    Orders,
    Pass,
    Plan,
    React,
    Slap,
    Throw,
    Vote,
)
from games.halt_mal_kurz.pack import PACK
from games.halt_mal_kurz.parts import Hand, HmkState, Options, Stock, Table
from games.halt_mal_kurz.rules import GAME
from tests.engine.tables import Answering, Played, all_of

THROWN = {"r": "rock", "p": "paper", "s": "scissors", "w": "well"}
ASKED_AS = {
    **dict.fromkeys((Lay, Draw, Pass), ("turn",)),
    **dict.fromkeys((Flip, Leave), ("flip",)),
    **dict.fromkeys((Vote, Abstain), ("vote",)),
    Slap: ("slap",),
    React: ("react",),
    Throw: ("throw",),
    Give: ("give",),
}


# Laying out


def lay_out(
    hands: str,
    *,
    top: str = "assembly-k",
    pile: str = "",
    under: str = "",
    rest: int | str = "pile",
    turn: int = 0,
    opened: int | None = None,
    exempt: int | None = None,
    **options: Any,
) -> HmkState:
    """`hands`: faces, a stroke between seats, each hand in order of arrival; `turn`: the seat to play.

    `pile`: the faces that are drawn next, in that order; `under`: what lies under the top, the lowest first;
    `rest`: where all other cards of the pack are: under the pile, in the discards, or in the hand of a seat;
    `opened`: the seat that plays open; `exempt`: the one that last did, if that is another.
    """
    left = {face: [card for card in PACK if face_of(card) == face] for face in faces(PACK)}

    def cards(words: str) -> list[str]:
        return [left[face].pop(0) for face in words.split()]

    held = [cards(words) for words in hands.split("/")]
    drawn_next, lowest, last = cards(pile), cards(under), cards(top)
    others = [card for copies in left.values() for card in copies]
    stock_pile = drawn_next[::-1]
    if isinstance(rest, int):
        held[rest] += others
    elif rest == "pile":
        stock_pile = others[::-1] + stock_pile
    else:
        lowest = others + lowest
    stock = Stock(tuple(stock_pile), (*lowest, *last))
    table = Table(
        Options(**options),
        tuple(len(hand) for hand in held),
        len(stock.pile),
        len(stock.discards),
        top,
        turn,
        opened,
        opened if exempt is None else exempt,
        None if opened is None else faces(held[opened]),
    )
    state = State(table, tuple(Hand(tuple(hand)) for hand in held), stock, (Prompt(1, turn, "turn"),), 1)
    assert GAME.faults(state) == []
    return state


def orders(*plans: Plan, **kept: Any) -> Orders:
    """Orders that use lists, unless said otherwise; `throws` as letters."""
    if "throws" in kept:
        kept["throws"] = throws(kept["throws"])
    return Orders(plans=plans, **kept)


def planned(state: HmkState, seat: int, *lines: str, else_draw: bool = False) -> Plan:
    """A plan from lines such as "halt-k >1"; a card that is not held is named as its first copy."""
    made = []
    for line in lines:
        face, *target = line.split(" >")
        held = [card for card in state.hands[seat].cards if face_of(card) == face]
        made.append(Line((held or [f"{face}.1"])[0], int(target[0]) if target else None))
    return Plan(tuple(made), else_draw)


# Playing


def read(state: HmkState, line: str) -> tuple[int, Any]:
    """An answer from its line."""
    first, verb, *words = line.split()
    seat = int(first)
    wish = int("list" in words)
    named = [word for word in words if word != "list"]
    match verb:
        case "lay" | "plan":
            target = next((int(word[1:]) for word in named if word.startswith(">")), None)
            return seat, Lay(held(state, seat, named[0]), target, planned=verb == "plan")
        case "draw" | "plan-draw":
            return seat, Draw(planned=verb == "plan-draw")
        case "slap":
            return seat, Slap(1, wish, None if named == ["untimed"] else int(named[0]))
        case "hands-off":
            return seat, Slap(0, wish, 900)
        case "react":
            return seat, React(wish)
        case "throw":
            no_well = int("no-well" in named)
            return seat, Throw(throws(named[0]), no_well, gift(state, seat, named), wish)
        case "vote":
            giver, receiver = named[0].split(">")
            return seat, Vote(int(giver), int(receiver), gift(state, seat, named), wish)
        case "abstain":
            return seat, Abstain(gift(state, seat, named), wish)
        case "give":
            cards: list[str] = []
            for face in named:
                cards.append(held(state, seat, face, cards))
            return seat, Give(tuple(cards))
    return seat, {"pass": Pass(), "flip": Flip(), "leave": Leave(wish)}[verb]


def throws(letters: str) -> tuple[Any, ...]:
    return tuple(THROWN[letter] for letter in letters)


def held(state: HmkState, seat: int, face: str, taken: Sequence[str] = ()) -> str:
    """The first copy of a face in a hand; a copy itself is taken as it is, even if it is not held."""
    if "." in face:
        return face
    return next(card for card in state.hands[seat].cards if face_of(card) == face and card not in taken)


def gift(state: HmkState, seat: int, words: Iterable[str]) -> str | None:
    for word in words:
        if word.startswith("gift="):
            return PILE if word == "gift=pile" else held(state, seat, word.removeprefix("gift="))
    return None


AT_TABLE = Answering(GAME, read, ASKED_AS)
play, answer, refused, asked_for = AT_TABLE.play, AT_TABLE.answer, AT_TABLE.refused, AT_TABLE.asked_for
way, fields, outcome = AT_TABLE.way_of, AT_TABLE.fields, AT_TABLE.outcome
stand, fallback = AT_TABLE.stand, AT_TABLE.fallback


# A Nazi or a Polizei before three, four or five seats

THREE = "nazi-k police-k halt-a/halt-k halt-p/schnick-k schnick-p"
FOUR = f"{THREE}/swap-k swap-p"
FIVE = f"{FOUR}/group-k group-p"


def nazi(hands: str = THREE, turn: int = 0, **table: Any) -> HmkState:
    """A Nazi lies there."""
    return play(lay_out(hands, turn=turn, **table), f"{turn} lay nazi-k").state


def settled(hands: str, line: str, *answers: str, **table: Any) -> Played:
    """A card is laid and all others answer it: "1 300" slaps, "1 untimed" without a timer, "1 -" keeps off."""
    said = [line]
    for one in answers:
        seat, how, *wish = one.split()
        rest = " ".join(wish)
        said += [f"{seat} leave {rest}"] if how == "-" else [f"{seat} flip", f"{seat} slap {how} {rest}"]
    return play(lay_out(hands, **table), *said)


# Looking


def asked(state: HmkState) -> list[tuple[int, str]]:
    """Whom the match waits for, and for what."""
    return sorted((prompt.seat, prompt.kind) for prompt in state.owed())


def clocks(state: HmkState, kind: str) -> dict[int, str]:
    """The clock of each seat's oldest prompt of a kind."""
    return {p.seat: p.clock for p in reversed(state.prompts) if p.kind == kind}


def counts(state: HmkState) -> tuple[int, ...]:
    return state.table.counts


def discards(state: HmkState, last: int = 3) -> str:
    """What lies on the discards, the top last; cards to be turned as they are."""
    return " ".join(faces(state.stock.discards[-last:]))


def draws(events: Iterable[Event], why: str = "hit") -> list[tuple[int, int]]:
    """Who drew how many, in order."""
    return [(event.seat, event.cards) for event in all_of(said.Took, events) if event.why == why]


def lists(events: Iterable[Event]) -> list[tuple[int, str, str]]:
    """Who used which list against what, in order."""
    return [(event.seat, event.face, event.against) for event in all_of(said.ListUsed, events)]
