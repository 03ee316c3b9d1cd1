"""Lays out a match of Don Martin's Kartenspiel in one line, and plays it on in a few words.

Cards are named by their faces ("rumms-b"). An answer is a line: who, what, and with which cards.

    "0 play rumms-b"    "0 play gapween >2"     on a turn or as the lead
    "1 ignore"          "2 throw zwick-p"       for a SPLABBADAP!
    "0 keep"            "0 lay rumms-b rumms-g rumms-o"

A line of a plan is what it does, with what, and when:

    "add rumms-b if=bg"     only if blue or green lies there
    "special gapween >2 not=po"     only if neither purple nor orange does
    "lead zwick-o"      "ignore"
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from games.don_martin.answers import Ignore, Keep, Lay, Line, Orders, Plan, Play, Throw
from games.don_martin.events import RoundOver
from games.don_martin.pack import LEAST_GROUP, SOUNDS, is_special, pack_of, sound_of
from games.don_martin.parts import DmState, Group, Hand, Laid, Options, Round, Score, Stock, Table
from games.don_martin.rules import GAME
from games.don_martin.turn import published
from games.engine import Prompt, State, face_of, faces
from tests.engine.tables import Answering, Played, all_of, hand

ASKED_AS = {Play: ("turn", "lead"), Ignore: ("turn",), Keep: ("lay",), Lay: ("lay",), Throw: ("throw_in",)}


# Laying out


def lay_out(
    hands: str,
    *,
    lies: str = "",
    pile: str = "",
    groups: str = "",
    laid_down: Sequence[int] | None = None,
    spent: str = "",
    rest: int | str = "pile",
    turn: int = 0,
    way: int = 1,
    dealer: int | None = None,
    first: bool = False,
    round_: int = 1,
    points: Sequence[int] = (),
    still: int = 0,
    asks: str = "",
    **options: Any,
) -> DmState:
    """`hands`: faces, a stroke between seats, each hand in order of arrival; `turn`: the seat to play.

    `lies`: the table, oldest first, laid by the seats before (or "rumms-b@2": by this one).
    `pile`: the faces that are drawn next, in that order; `rest`: where all other cards are: under the pile, in the
    hand of a seat, or "spent": specials out of the game, and all else in groups of the last seat (no pile then but
    `pile`). `groups`: a stroke between seats, a comma between groups; `laid_down`: how often, once where groups lie.
    `first`: the first card of the round is still to come. `dealer`: the seat before 0, unless said otherwise.
    `round_`: its number; `points`: of the rounds before, by seat. `still`: unchanged handings-on so far, if any.
    `asks`: "turn" or "lead", whichever the table asks for, or "lay".
    """
    chosen = Options(**options)
    pack = pack_of(chosen.mix)
    left = {face: [card for card in pack if face_of(card) == face] for face in faces(pack)}

    def cards(words: str) -> list[str]:
        return [left[face].pop(0) for face in words.split()]

    held = [cards(words) for words in hands.split("/")]
    seats = len(held)
    table_cards = [laid_from(word, turn, place, lies, left, seats) for place, word in enumerate(lies.split())]
    drawn_next = cards(pile)
    out = cards(spent)
    lying = [
        [Group(faces(cards(one))) for one in words.split(",") if one.strip()] for words in groups.split("/")
    ]
    lying += [[] for _ in range(seats - len(lying))]
    laid_before = [int(bool(mine)) for mine in lying] if laid_down is None else list(laid_down)
    others = [card for copies in left.values() for card in copies]
    stock_pile = drawn_next[::-1]
    if isinstance(rest, int):
        held[rest] += others
    elif rest == "pile":
        stock_pile = others[::-1] + stock_pile
    else:
        out += [card for card in others if is_special(card)]
        lying[-1] += away(others)
    hands_now = tuple(Hand(tuple(hand)) for hand in held)
    stock = Stock(tuple(stock_pile), tuple(table_cards))
    rounds = earlier(seats, points, max(round_, 2 if points else 1))
    table = Table(
        options=chosen,
        counts=(),
        pile=0,
        lies=(),
        groups=tuple(tuple(mine) for mine in lying),
        laid_down=tuple(laid_before),
        spent=faces(out),
        turn=turn,
        dealer=seats - 1 if dealer is None else dealer,
        way=cast(Any, way),
        round=len(rounds) + 1,
        first=first,
        cards=sum(len(hand) for hand in held) + len(table_cards) if still else 0,
        still=still,
        rounds=rounds,
    )
    kind = asks or ("turn" if lies else "lead")
    prompt = Prompt(1, turn, kind, clock="same" if kind == "lay" else "pace")
    state = State(published(table, hands_now, stock), hands_now, stock, (prompt,), 1)
    assert GAME.faults(state) == []
    return state


def laid_from(word: str, turn: int, place: int, lies: str, left: dict[str, list[str]], seats: int) -> Laid:
    """A card of the table: by whoever is named, else one a seat back from the one on turn."""
    face, _, seat = word.partition("@")
    before = (turn - len(lies.split()) + place) % seats
    return Laid(int(seat) if seat else before, left[face].pop(0))


def away(cards: Iterable[str]) -> list[Group]:
    """Coloured cards as one group a sound. There have to be at least three of each, or none."""
    sounds = {
        sound: [card for card in cards if not is_special(card) and sound_of(card) == sound]
        for sound in SOUNDS
    }
    short = [sound for sound, held in sounds.items() if 0 < len(held) < LEAST_GROUP]
    assert not short, f"too few of {short} are left for a group"
    return [Group(faces(held)) for held in sounds.values() if held]


def earlier(seats: int, points: Sequence[int], number: int) -> tuple[Round, ...]:
    """The rounds before this one: the points in the first, nothing in the others."""
    first = points or (0,) * seats
    return tuple(
        Round(seats - 1, 0, "groups", tuple(Score(mine if done == 1 else 0, 0) for mine in first))
        for done in range(1, number)
    )


def orders(*plans: Plan, **kept: Any) -> Orders:
    return Orders(plans=plans, **kept)


def planned(state: DmState, seat: int, *lines: str, ask: bool = False, round_: int | None = None) -> Plan:
    """A plan for the round that runs, which does not ask for groups unless said otherwise."""
    made = tuple(line_of(state, seat, line) for line in lines)
    return Plan(state.table.round if round_ is None else round_, made, ask)


def line_of(state: DmState, seat: int, words: str) -> Line:
    """A line of a plan; a card that is not held is named as its first copy."""
    do, *named = words.split()
    said: dict[str, Any] = {}
    for word in named:
        if word.startswith(">"):
            said["target"] = int(word[1:])
        elif word.startswith(("if=", "not=")):
            name, _, colours = word.partition("=")
            said["some" if name == "if" else "none"] = tuple(colours)
        else:
            mine = [card for card in state.hands[seat].cards if face_of(card) == word]
            said["card"] = word if "." in word else (mine or [f"{word}.1"])[0]
    return Line(cast(Any, do), **said)


# Playing


def read(state: DmState, line: str) -> tuple[int, Any]:
    """An answer from its line."""
    first, verb, *words = line.split()
    seat = int(first)
    target = next((int(word[1:]) for word in words if word.startswith(">")), None)
    cards: list[str] = []
    for word in words:
        if not word.startswith(">"):
            cards.append(held(state, seat, word, cards))
    match verb:
        case "play":
            return seat, Play(cards[0], target)
        case "lay":
            return seat, Lay(tuple(cards))
        case "throw":
            return seat, Throw(cards[0])
    return seat, {"ignore": Ignore(), "keep": Keep()}[verb]


def held(state: DmState, seat: int, face: str, taken: Sequence[str] = ()) -> str:
    """The first copy of a face in a hand; a copy itself is taken as it is, even if it is not held."""
    if "." in face:
        return face
    mine = [card for card in state.hands[seat].cards if face_of(card) == face and card not in taken]
    assert mine, f"seat {seat} holds no {face}: {hand(state, seat)}"
    return mine[0]


AT_TABLE = Answering(GAME, read, ASKED_AS)
play, answer, refused, asked_for = AT_TABLE.play, AT_TABLE.answer, AT_TABLE.refused, AT_TABLE.asked_for
way_of, fields, outcome = AT_TABLE.way_of, AT_TABLE.fields, AT_TABLE.outcome
stand, fallback = AT_TABLE.stand, AT_TABLE.fallback


# Looking


def clocks(state: DmState) -> list[tuple[int, str, str]]:
    """Whom the match waits for, for what, and on which clock."""
    return [(prompt.seat, prompt.kind, prompt.clock) for prompt in state.owed()]


def choices(state: DmState, seat: int, kind: str, do: str, name: str = "card") -> dict[str, Any]:
    """The choices of a question by their faces."""
    return {choice.face: choice for choice in fields(state, seat, kind, do)[name].choices}


def lying(state: DmState) -> str:
    """What lies on the table, oldest first, and who put it there."""
    return " ".join(f"{one.face}@{one.seat}" for one in state.table.lies)


def groups_of(state: DmState, seat: int) -> list[str]:
    """The groups before a seat."""
    return [" ".join(group.faces) for group in state.table.groups[seat]]


def ended(played: Played) -> tuple[int | None, str] | None:
    """Who went out in the round that these answers ended, and how it did; None while it runs."""
    found = all_of(RoundOver, played.events)
    return (found[-1].out, found[-1].ending) if found else None


def scores(played: Played) -> list[tuple[int, int, int, int]]:
    """By seat, the score of the round that these answers ended: groups, left, bonus, the hundred."""
    found = all_of(RoundOver, played.events)[-1].scores
    return [(score.groups, score.left, score.bonus, score.single) for score in found]
