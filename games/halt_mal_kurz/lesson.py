"""A first match of Halt mal kurz with a word above every question: what to do now, and why."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from games.cast import Cast
from games.engine import Face, Prompt, View, face_of
from games.teaching import Answered, Hint, Lesson

from . import hints
from .answers import HITS, Abstain, Draw, Flip, Lay, Orders, React, Slap, Throw, Vote
from .events import CardLaid, Dealt, ListUsed, SlapsSettled
from .offers import misfit, mistarget
from .pack import COVERED, FLIPPED, TARGETED, category_of, half_of, kind_of, symbols_of
from .parts import Hand, HmkView, Table

# Found by tests/halt_mal_kurz/lesson_seeds.py: every topic comes up, in an order that teaches.
SEED = "halt mal kurz lesson 7027"
DUELS = frozenset({"schnick", "group"})


class HaltMalKurzLesson(Lesson):
    """Three at the table, and whoever learns is asked about every hit."""

    seed = SEED
    bots = ("Tilda", "Otto")
    options = {"starts": "random", "reactions": "ask"}
    topics = {
        "symbol": gettext_lazy("Lay a card by its symbol"),
        "category": gettext_lazy("Lay a card by its category"),
        "target": gettext_lazy("Name somebody your card is for"),
        "draw": gettext_lazy("Draw instead of laying"),
        "flip": gettext_lazy("Turn a card that lies face down"),
        "nazi": gettext_lazy("Slap a Nazi"),
        "police": gettext_lazy("Keep your hands off a Polizei"),
        "react": gettext_lazy("Be hit: use a list, or let it happen"),
        "throw": gettext_lazy("Name your throws"),
        "vote": gettext_lazy("Vote in an assembly"),
        "ahead": gettext_lazy("Leave throws in advance"),
    }
    intro = gettext_lazy("About twelve questions, a few minutes. You will:")
    outro = gettext_lazy(
        "You can play this match to its end: whoever has no card left wins, no matter whose turn it is."
    )
    most = 26

    def met(
        self, view: View[Table, Hand], orders: Orders, answers: tuple[Answered, ...], *, missed: bool
    ) -> set[str]:
        found = {topic for answer, top in with_tops(answers) for topic in topics_of(answer, top)}
        return (
            found | {"ahead"} if orders.throws or any(orders.against(hit) != "ask" for hit in HITS) else found
        )

    def passed_over(self, answers: tuple[Answered, ...]) -> int:
        """Turns since the last answer that showed anything new."""
        met: set[str] = set()
        turns = 0
        for answer, top in with_tops(answers):
            new = topics_of(answer, top) - met
            met |= new
            turns = 0 if new else turns + isinstance(answer.action, Lay | Draw)
        return turns

    def hint(
        self, view: View[Table, Hand], prompt: Prompt, cast: Cast, met: set[str], passed_over: int = 0
    ) -> Hint:
        match prompt.kind:
            case "flip":
                return hints.flip(view, prompt, cast, met)
            case "slap":
                return hints.slap(view, prompt)
            case "react":
                return hints.react(view, cast)
            case "throw":
                return hints.throw(view, cast)
            case "vote":
                return hints.vote(view, cast)
            case "give":
                return hints.give()
        plays = possible_plays(view)
        shown = [
            (topic, found)
            for topic, find in FINDS.items()
            if topic not in met and (topic != "ahead" or "throw" in met) and (found := find(view, plays))
        ]
        if passed_over % 2:  # what is left in advance is a matter apart, and is not asked for twice running
            shown = [(topic, found) for topic, found in shown if topic != "ahead"]
        number = (passed_over + 1) // 2 % (len(shown) + 1)  # after the last of them, none
        if number < len(shown):
            topic, action = shown[number]
            return hints.turn(topic, action, view, cast)
        return hints.free(find_any(view, plays), view, cast)


# What was practised


def with_tops(answers: tuple[Answered, ...]) -> Iterator[tuple[Answered, Face]]:
    """Each answer with the card that lay on top when it was given."""
    discards = Discards()
    for answer in answers:
        for event in answer.before:
            discards.look(event)
        yield answer, discards.top
        for event in answer.events:
            discards.look(event)


class Discards:
    """The top of the discards, followed by what everybody sees. A card to be turned stays covered, which fits alike."""

    top: Face = ""
    waiting = 0  # cards to be turned
    turned = False  # whether the card that was settled last is the top

    def look(self, event: Any) -> None:
        match event:
            case Dealt(top=face):
                self.top = face
            case CardLaid(face=face):
                self.top, self.turned = face, False
                self.waiting += kind_of(face) == COVERED
            case SlapsSettled():
                self.waiting -= 1
                self.turned = not self.waiting and kind_of(self.top) == COVERED
            case ListUsed(face=face, against=against) if kind_of(against) not in FLIPPED or self.turned:
                self.top = face  # any other slides in further down


def topics_of(answer: Answered, top: Face) -> set[str]:
    """What was practised with one answer; nothing with what the orders gave."""
    if answer.by == "orders":
        return set()
    match answer.action:
        case Lay(card=card):
            found = {"target"} if kind_of(card) in TARGETED else set()
            return found | ways_to_fit(card, top)
        case Draw():
            return {"draw"}
        case Flip():
            return {"flip"}
        case Slap():
            settled = [event.face for event in answer.events if isinstance(event, SlapsSettled)]
            return {kind_of(face) for face in settled}
        case React():
            return {"react"}
        case Throw():
            return {"throw"}
        case Vote() | Abstain():
            return {"vote"}
    return set()


def ways_to_fit(card: Face, top: Face) -> set[str]:
    """By what a card fits the top one: its symbol, or else its category."""
    if set(symbols_of(card)) & set(symbols_of(top)):
        return {"symbol"}
    return {"category"} if category_of(card) == category_of(top) else set()


# What can be shown now


@dataclass(frozen=True)
class Plays:
    """The cards that fit, one of each face, with a seat for those that name one."""

    lays: tuple[Lay, ...]
    can_draw: bool

    def first(self, such: Callable[[Lay], bool]) -> Lay | None:
        return next((lay for lay in self.lays if such(lay)), None)


def possible_plays(view: HmkView) -> Plays:
    """Harmless cards first, then by name; the seat that is named holds fewest cards."""
    seat, hand = view.mine()
    table = view.table
    nearest = sorted((s for s in range(table.seats) if s != seat), key=lambda s: (table.counts[s], s))
    lays = []
    for card in {face_of(card): card for card in reversed(hand.cards)}.values():
        targets = nearest if kind_of(card) in TARGETED else [None]
        target = next((t for t in targets if mistarget(table, seat, card, t) is None), None)
        lay = Lay(card, target)
        if misfit(table, card) is None and mistarget(table, seat, card, target) is None:
            lays.append(lay)
    lays.sort(key=lambda lay: (is_harmful(view, lay), kind_of(lay.card) == "list", lay.card))
    return Plays(tuple(lays), table.to_draw > 0)


def is_harmful(view: HmkView, lay: Lay) -> bool:
    """Whether a card does its own player more harm than good, by what everybody sees."""
    seat, hand = view.mine()
    counts, left = view.table.counts, len(hand.cards) - 1
    others = [counts[s] for s in range(len(counts)) if s != seat]
    match kind_of(lay.card):
        case "halt":
            return not half_of(left)
        case "capitalism":
            return left >= max(others)
        case "swap":
            return lay.target is not None and counts[lay.target] >= left
        case "communism":
            return left <= sum(others) // len(others)
    return False


def find_symbol(view: HmkView, plays: Plays) -> Lay | None:
    top = view.table.top
    apart = [lay for lay in plays.lays if category_of(lay.card) != category_of(top)]
    return next((lay for lay in (*apart, *plays.lays) if fits_by(view, lay, "symbol")), None)


def find_category(view: HmkView, plays: Plays) -> Lay | None:
    return plays.first(lambda lay: fits_by(view, lay, "category"))


def fits_by(view: HmkView, lay: Lay, way: str) -> bool:
    """Whether a card shows one way to fit, and nothing besides: it names nobody, does no harm and is no list."""
    plain = kind_of(lay.card) not in TARGETED | {"list"} and not is_harmful(view, lay)
    return plain and way in ways_to_fit(lay.card, view.table.top)


def find_target(view: HmkView, plays: Plays) -> Lay | None:
    return plays.first(lambda lay: lay.target is not None and not is_harmful(view, lay))


def find_vote(view: HmkView, plays: Plays) -> Lay | None:
    return plays.first(lambda lay: kind_of(lay.card) == "assembly")


def find_throw(view: HmkView, plays: Plays) -> Lay | None:
    return plays.first(lambda lay: kind_of(lay.card) in DUELS)


def find_draw(view: HmkView, plays: Plays) -> Draw | None:
    """Where nothing fits, or nothing that one would like to lay."""
    poor = all(is_harmful(view, lay) or kind_of(lay.card) == "list" for lay in plays.lays)
    return Draw() if plays.can_draw and poor else None


def find_draw_once(view: HmkView, plays: Plays) -> Draw | None:
    return Draw() if plays.can_draw else None


def find_any(view: HmkView, plays: Plays) -> Any:
    """What one would do with everything learnt: shed a harmless card, else draw."""
    good = plays.first(lambda lay: not is_harmful(view, lay))
    return good or find_draw_once(view, plays) or next(iter(plays.lays), None)


# In this order: what has not been practised and can be shown now comes first.
FINDS: dict[str, Callable[[HmkView, Plays], Any]] = {
    "draw": find_draw,
    "symbol": find_symbol,
    "category": find_category,
    "vote": find_vote,
    "target": find_target,
    "throw": find_throw,
    "ahead": find_any,
}

LESSON: Any = HaltMalKurzLesson()
