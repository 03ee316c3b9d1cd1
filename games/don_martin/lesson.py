"""A first match of Don Martin's Kartenspiel with a word above every question: what to do now, and why."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from games.cast import Cast
from games.engine import Card, Prompt, View, face_of
from games.teaching import Answered, Hint, Lesson

from . import hints
from .answers import Ignore, Keep, Lay, Orders, Play, Throw
from .events import Added, Ignored, LaidDown, Led, SpecialPlayed, TookTrick
from .offers import check, choice_of
from .pack import LEAST_GROUP, SPECIALS, Sound, sound_of
from .parts import DmView, Hand, Table
from .tricks import by_sound

# Found by tests/don_martin/lesson_seeds.py: every topic comes up, in an order that teaches.
SEED = "don martin lesson 336"
SHOWN: dict[type, str] = {
    Led: "lead",
    Added: "add",
    TookTrick: "take",
    LaidDown: "lay",
    Ignored: "ignore",
    SpecialPlayed: "special",
}
NEAR = 3  # with so few cards somebody may be out soon


class DonMartinLesson(Lesson):
    """Three at the table, one round, and whoever learns is asked at every SPLABBADAP!"""

    seed = SEED
    bots = ("Tilda", "Otto")
    options = {"target": 0, "throws": "ask"}
    topics = {
        "lead": gettext_lazy("Lead a card onto the empty table"),
        "add": gettext_lazy("Add a colour that is missing"),
        "take": gettext_lazy("Take a trick"),
        "lay": gettext_lazy("Lay a group"),
        "ignore": gettext_lazy("Ignore a trick and draw a card"),
        "special": gettext_lazy("Play a black-and-white card"),
        "throw_in": gettext_lazy("Throw a card in for somebody’s SPLABBADAP!"),
        "plan": gettext_lazy("Plan a turn"),
    }
    intro = gettext_lazy("About ten questions, a few minutes. You will:")
    outro = gettext_lazy(
        "You can play this round to its end. It is over when somebody has no card left, or when everybody only goes "
        "round in circles; then the points are counted."
    )
    most = 30

    def met(
        self, view: View[Table, Hand], orders: Orders, answers: tuple[Answered, ...], *, missed: bool
    ) -> set[str]:
        found = {topic for answer in answers for topic in topics_of(answer)}
        return found | {"plan"} if orders.plans or missed else found

    def passed_over(self, answers: tuple[Answered, ...]) -> int:
        """Cards played or drawn since the last answer that showed anything new."""
        met: set[str] = set()
        turns = 0
        for answer in answers:
            new = topics_of(answer) - met
            met |= new
            turns = 0 if new else turns + isinstance(answer.action, Play | Ignore)
        return turns

    def hint(
        self, view: View[Table, Hand], prompt: Prompt, cast: Cast, met: set[str], passed_over: int = 0
    ) -> Hint:
        if prompt.kind == "lay":
            return hints.lay(group_to_lay(view, prompt, met), view)
        plays = possible_plays(view, prompt)
        if prompt.kind == "throw_in":
            return hints.throw_in(Throw(plays.rarest(tuple(view.mine()[1].coloured()))), view, cast)
        shown = [
            (topic, found)
            for topic, find in FINDS.items()
            if topic not in met and (found := find(view, plays)) is not None
        ]
        if passed_over % 2:  # a plan is a matter apart, and is not asked for twice running
            shown = [(topic, found) for topic, found in shown if topic != "plan"]
        number = (passed_over + 1) // 2 % (len(shown) + 1)  # after the last of them, none
        if number < len(shown):
            topic, action = shown[number]
            return hints.turn(topic, action, view, prompt, cast)
        return hints.turn("", find_any(view, plays), view, prompt, cast)


def topics_of(answer: Answered) -> set[str]:
    """What was practised with one answer."""
    if answer.by == "orders":
        return {"plan"} if isinstance(answer.action, Play | Ignore) else set()
    if isinstance(answer.action, Throw):
        return {"throw_in"}
    return {SHOWN[type(event)] for event in answer.events if type(event) in SHOWN}


# What can be shown now


@dataclass(frozen=True)
class Plays:
    """What a hand can play now, one card of each face, those whose sound it holds least of first."""

    held: Counter[Sound]
    leads: tuple[Card, ...] = ()
    adds: tuple[Card, ...] = ()
    takes: tuple[Card, ...] = ()
    specials: tuple[Play, ...] = ()
    can_ignore: bool = False

    def rarest(self, cards: tuple[Card, ...]) -> Card:
        """The card whose sound is held least."""
        return min(cards, key=lambda card: (self.held[sound_of(card)], card))


def possible_plays(view: DmView, prompt: Prompt) -> Plays:
    """By what each card would do; a GA-PWEEN! is for the other seat with fewest cards."""
    seat, hand = view.mine()
    table = view.table
    held = Counter(sound_of(card) for card in hand.coloured())
    found: dict[str, list[Card]] = {"leads": [], "adds": [], "takes": []}
    specials = []
    others = [other for other in range(table.seats) if other != seat]
    nearest = min(others, key=lambda other: (table.counts[other], other))
    for face, card in {face_of(card): card for card in reversed(hand.cards)}.items():
        choice = choice_of(table, hand, card)
        if choice.reason is not None:
            continue
        if face in SPECIALS:
            specials.append(Play(card, nearest if face == "gapween" else None))
        else:
            found[choice.effect].append(card)
    ordered = {
        effect: tuple(sorted(cards, key=lambda card: (held[sound_of(card)], card)))
        for effect, cards in found.items()
    }
    specials.sort(key=lambda play: play.card)
    return Plays(
        held, **ordered, specials=tuple(specials), can_ignore=prompt.kind == "turn" and table.pile > 0
    )


def find_lead(view: DmView, plays: Plays) -> Play | None:
    return Play(plays.leads[0]) if plays.leads else None


def find_add(view: DmView, plays: Plays) -> Play | None:
    return Play(plays.adds[0]) if plays.adds else None


def find_take(view: DmView, plays: Plays) -> Play | None:
    return Play(plays.takes[-1]) if plays.takes else None


def find_group(view: DmView, plays: Plays) -> Play | None:
    """A take after which a group can be laid."""
    return find_take(view, plays) if most_after_take(view, plays) >= LEAST_GROUP else None


def most_after_take(view: DmView, plays: Plays) -> int:
    """How many cards of one sound would be held after taking."""
    lying = Counter(sound_of(one.face) for one in view.table.lies)
    return max((plays.held + lying).values(), default=0)


def find_ignore(view: DmView, plays: Plays) -> Ignore | None:
    return Ignore() if plays.can_ignore else None


def find_special(view: DmView, plays: Plays) -> Play | None:
    """One that does something: cards to draw for a GA-PWEEN!, cards to pick up for an ARRARGH!"""
    wants = {"gapween": view.table.pile > 1, "arrargh": bool(view.table.lies)}
    return next((play for play in plays.specials if wants.get(face_of(play.card), True)), None)


def find_any(view: DmView, plays: Plays) -> Play | Ignore:
    """What one would do with everything learnt: take for a group, shed a single, else draw."""
    singles = [card for card in plays.adds if plays.held[sound_of(card)] == 1]
    found = find_lead(view, plays) or find_group(view, plays)
    found = found or (Play(singles[0]) if singles else None) or find_special(view, plays)
    return found or find_ignore(view, plays) or find_add(view, plays) or find_last(view, plays)


def find_last(view: DmView, plays: Plays) -> Play:
    """Without a pile something has to be played."""
    return find_take(view, plays) or plays.specials[0]


# In this order: what has not been practised and can be shown now comes first.
FINDS: dict[str, Callable[[DmView, Plays], Play | Ignore | None]] = {
    "lead": find_lead,
    "take": find_group,
    "lay": find_group,
    "add": find_add,
    "special": find_special,
    "ignore": find_ignore,
    "plan": find_any,
}


def group_to_lay(view: DmView, prompt: Prompt, met: set[str]) -> Lay | Keep:
    """The largest group, if one can be laid; later on one of three waits, unless somebody may be out soon."""
    seat, hand = view.mine()
    groups = sorted(by_sound(hand.coloured()).values(), key=len, reverse=True)
    lays = [Lay(tuple(group)) for group in groups if len(group) >= LEAST_GROUP]
    lays = [lay for lay in lays if check(view, prompt, lay) is None]
    near = min(count for other, count in enumerate(view.table.counts) if other != seat) <= NEAR
    if lays and ("lay" not in met or near or len(lays[0].cards) > LEAST_GROUP):
        return lays[0]
    return Keep()


LESSON: Any = DonMartinLesson()
