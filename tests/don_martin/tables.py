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
from dataclasses import dataclass
from typing import Any, cast

from games.don_martin.answers import Ignore, Keep, Lay, Line, Orders, Plan, Play, Throw
from games.don_martin.events import RoundOver
from games.don_martin.pack import LEAST_GROUP, SOUNDS, is_special, pack_of, sound_of
from games.don_martin.parts import DmState, Group, Hand, Laid, Options, Round, Score, Stock, Table
from games.don_martin.rules import GAME
from games.don_martin.turn import published
from games.engine import Dice, Event, Prompt, State, face_of, faces

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


@dataclass(frozen=True)
class Played:
    """Where some answers led. events: of all of them; last: of the last one."""

    state: DmState
    events: tuple[Event, ...] = ()
    last: tuple[Event, ...] = ()


def play(state: DmState, *answers: str, seed: str = "the tests") -> Played:
    """Give these answers one after the other; after each the state must be sound."""
    events: list[Event] = []
    last: tuple[Event, ...] = ()
    for number, line in enumerate(answers, 1):
        seat, action = read(state, line)
        step = GAME.play(state, asked_for(state, seat, action), action, Dice(seed, number))
        assert GAME.faults(step.state) == [], line
        state, last = step.state, step.events
        events += step.events
    return Played(state, tuple(events), last)


def refused(state: DmState, line: str) -> str | None:
    """Why this may not be answered, or None."""
    seat, action = read(state, line)
    return GAME.check(state.view(seat), asked_for(state, seat, action), action)


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


def asked_for(state: DmState, seat: int, action: Any) -> Prompt:
    """The prompt that this action answers."""
    kinds = ASKED_AS[type(action)]
    found = [prompt for prompt in state.prompts if prompt.seat == seat and prompt.kind in kinds]
    assert found, f"seat {seat} is not asked for {kinds}: {asked(state)}"
    return found[0]


def answer(state: DmState, seat: int, kind: str, action: Any, seed: str = "the tests") -> Played:
    """Give an answer that was made elsewhere."""
    step = GAME.play(state, prompt_of(state, seat, kind), action, Dice(seed, 1))
    assert GAME.faults(step.state) == []
    return Played(step.state, step.events, step.events)


# Looking


def asked(state: DmState) -> list[tuple[int, str]]:
    """Whom the match waits for, and for what."""
    return [(prompt.seat, prompt.kind) for prompt in state.owed()]


def clocks(state: DmState) -> list[tuple[int, str, str]]:
    """Whom the match waits for, for what, and on which clock."""
    return [(prompt.seat, prompt.kind, prompt.clock) for prompt in state.owed()]


def prompt_of(state: DmState, seat: int, kind: str) -> Prompt:
    return next(p for p in state.prompts if (p.seat, p.kind) == (seat, kind))


def way_of(state: DmState, seat: int, kind: str, do: str) -> Any:
    """How a seat may answer, or None if this is not offered."""
    offer = GAME.offer(state.view(seat), prompt_of(state, seat, kind))
    return next((way for way in offer.ways if way.do == do), None)


def fields(state: DmState, seat: int, kind: str, do: str) -> dict[str, Any]:
    """The questions of a way by their names."""
    found = way_of(state, seat, kind, do)
    return {} if found is None else {field.name: field for field in found.fields}


def choices(state: DmState, seat: int, kind: str, do: str, name: str = "card") -> dict[str, Any]:
    """The choices of a question by their faces."""
    return {choice.face: choice for choice in fields(state, seat, kind, do)[name].choices}


def hand(state: DmState, seat: int) -> str:
    """What a seat holds, in order of arrival."""
    return " ".join(faces(state.hands[seat].cards))


def sorted_hand(state: DmState, seat: int) -> list[str]:
    return sorted(faces(state.hands[seat].cards))


def lying(state: DmState) -> str:
    """What lies on the table, oldest first, and who put it there."""
    return " ".join(f"{one.face}@{one.seat}" for one in state.table.lies)


def groups_of(state: DmState, seat: int) -> list[str]:
    """The groups before a seat."""
    return [" ".join(group.faces) for group in state.table.groups[seat]]


def all_of(kind: type, events: Iterable[Event], to: int | None = None) -> list[Any]:
    """The events of a kind that are for everybody, or for one seat."""
    return [event for event in events if isinstance(event, kind) and event.to == to]


def only(kind: type, events: Iterable[Event], to: int | None = None) -> Any:
    """The one event of a kind."""
    (event,) = all_of(kind, events, to)
    return event


def public(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.to is None)


def ended(played: Played) -> tuple[int | None, str] | None:
    """Who went out in the round that these answers ended, and how it did; None while it runs."""
    found = all_of(RoundOver, played.events)
    return (found[-1].out, found[-1].ending) if found else None


def scores(played: Played) -> list[tuple[int, int, int, int]]:
    """By seat, the score of the round that these answers ended: groups, left, bonus, the hundred."""
    found = all_of(RoundOver, played.events)[-1].scores
    return [(score.groups, score.left, score.bonus, score.single) for score in found]


def outcome(state: DmState) -> tuple[tuple[int, ...], str] | None:
    """Who has won, and why the match ended; None while it runs."""
    result = GAME.result(state)
    return None if result is None else (result.winners, result.why)


def stand(state: DmState, seat: int, kind: str, kept: Orders, seed: str = "orders") -> Any:
    """What orders answer when this prompt opens, and what is left of them."""
    return GAME.standing(state.view(seat), prompt_of(state, seat, kind), kept, Dice(seed, 1))


def fallback(state: DmState, seat: int, kind: str, kept: Orders | None = None, seed: str = "clock") -> Any:
    """What the clock answers."""
    prompt = prompt_of(state, seat, kind)
    action = GAME.fallback(state.view(seat), prompt, kept or Orders(), Dice(seed, 1))
    assert GAME.check(state.view(seat), prompt, action) is None
    return action
