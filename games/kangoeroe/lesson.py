"""A first match of Kangoeroe with a word above every question: what to do now, and why."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cast import Cast, phrase
from games.engine import Prompt, View
from games.teaching import Answered, Hint, Lesson

from . import parts
from .colours import marked
from .parts import COPIES, HAND_SIZE, Counter, Defend, Duel, Hand, Hop, Orders, Table
from .rules import effect_of

Play = tuple[Hop, str, int | None]  # an answer, what it does, and the owner of the kangaroo

# Found by playing the hinted answers on one seed after another: every topic comes up, in an order that teaches.
SEED = "kangoeroe lesson 5132"


class KangoeroeLesson(Lesson):
    """Three at the table: whoever learns starts, and is asked about every attack."""

    seed = SEED
    bots = ("Tilda", "Otto")
    options = {"first": 0, "defence": "ask"}
    intro = gettext_lazy("About eight questions, a few minutes. You will:")
    outro = gettext_lazy(
        "You can play this match to its end. When the pile is empty nobody draws any more, and whoever has the most "
        "kangaroos wins."
    )
    topics = {
        "take": gettext_lazy("Take a kangaroo from the centre"),
        "attack": gettext_lazy("Attack somebody"),
        "defend": gettext_lazy("Defend your kangaroo"),
        "own": gettext_lazy("Swap a card"),
        "persist": gettext_lazy("Attack with more cards"),
        "plan": gettext_lazy("Plan a turn"),
        "again": gettext_lazy("Attack and be asked again"),
        "counter": gettext_lazy("Go on in a duel, or stop"),
    }

    def met(
        self, view: View[Table, Hand], orders: Orders, answers: tuple[Answered, ...], *, missed: bool
    ) -> set[str]:
        found = {topic for answer in answers for topic in topics_of(answer)}
        return found | {"plan"} if orders.plans or missed else found

    def is_over(self, view: View[Table, Hand]) -> bool:
        """What the hints say of drawing cards holds while there is a pile."""
        return view.table.pile < HAND_SIZE

    def passed_over(self, answers: tuple[Answered, ...]) -> int:
        """Turns since the last that showed anything new."""
        met: set[str] = set()
        turns = 0
        for answer in answers:
            new = topics_of(answer) - met
            met |= new
            turns = 0 if new else turns + isinstance(answer.action, Hop)
        return turns

    def hint(
        self, view: View[Table, Hand], prompt: Prompt, cast: Cast, met: set[str], passed_over: int = 0
    ) -> Hint:
        if prompt.kind == "defend":
            return defend_hint(view, cast)
        if prompt.kind == "counter":
            return counter_hint(view, cast)
        plays = possible_plays(view)
        drawn = not self.is_over(view)  # a card that is laid down is replaced
        shown = [
            (topic, found)
            for topic, find in FINDS.items()
            if topic not in met and (drawn or topic != "own") and (found := find(view, plays)) is not None
        ]
        if passed_over % 2:  # a plan is a matter apart, and is not asked for twice running
            shown = [(topic, found) for topic, found in shown if topic != "plan"]
        number = (passed_over + 1) // 2 % (len(shown) + 1)  # after the last of them, none
        return turn_hint(*shown[number], view, cast) if number < len(shown) else free_hint(plays, view)


def topics_of(answer: Answered) -> set[str]:
    """What was practised with one answer."""
    if answer.by == "orders":
        return {"plan"} if isinstance(answer.action, Hop) else set()
    match answer.action:
        case Defend():
            return {"defend"}
        case Counter():
            return {"counter"}
        case Hop(persist=persist):
            return {topic for event in answer.events for topic in topics_of_turn(event, persist)}
    return set()


def topics_of_turn(event: Any, persist: int | None) -> set[str]:
    match event:
        case parts.Took():
            return {"take"}
        case parts.Stayed():
            return {"own"}
        case parts.Attacked():
            return (
                {"attack", "again"} if persist is None else {"attack", "persist"} if persist else {"attack"}
            )
    return set()


# What can be shown now


def possible_plays(view: View[Table, Hand]) -> list[Play]:
    """Every colour of the hand once, with what it would do; those held most often come first."""
    seat, hand = view.mine()
    cards = {card[0]: card for card in reversed(hand.cards)}
    ordered = sorted(cards, key=lambda colour: (-hand.held(colour), colour))
    return [(Hop(cards[colour]), *effect_of(view.table, seat, colour)) for colour in ordered]


def can_answer(view: View[Table, Hand], play: Play) -> bool:
    """Whether an attack opens a duel: by what everybody knows."""
    hop, _effect, owner = play
    return owner is not None and view.table.counts[owner] > 0 and view.table.out(hop.card[0]) + 1 < COPIES


def held(view: View[Table, Hand], play: Play) -> int:
    return view.mine()[1].held(play[0].card[0])


def find_take(view: View[Table, Hand], plays: list[Play]) -> Play | None:
    return next((play for play in plays if play[1] == "takes"), None)


def find_own(view: View[Table, Hand], plays: list[Play]) -> Play | None:
    """Only with a second card of the colour: the last one is the defence of its kangaroo."""
    return next((play for play in plays if play[1] == "stays" and held(view, play) > 1), None)


def find_attack(view: View[Table, Hand], plays: list[Play]) -> Play | None:
    return next((play for play in plays if can_answer(view, play)), None)


def find_persist(view: View[Table, Hand], plays: list[Play]) -> Play | None:
    play = find_attack(view, plays)  # the colour held most often
    if play is None or held(view, play) < 2:
        return None
    return Hop(play[0].card, held(view, play) - 1), play[1], play[2]


def find_again(view: View[Table, Hand], plays: list[Play]) -> Play | None:
    play = find_attack(view, plays)
    return None if play is None else (Hop(play[0].card, None), play[1], play[2])


def find_any(view: View[Table, Hand], plays: list[Play]) -> Play | None:
    found = find_take(view, plays) or find_own(view, plays) or find_attack(view, plays)
    return found or next(iter(plays), None)


# In this order: what has not been practised and can be shown now comes first.
FINDS: dict[str, Callable[[View[Table, Hand], list[Play]], Play | None]] = {
    "take": find_take,
    "attack": find_attack,
    "own": find_own,
    "persist": find_persist,
    "plan": find_any,
    "again": find_again,
}


# What is said


def turn_hint(topic: str, play: Play, view: View[Table, Hand], cast: Cast) -> Hint:
    hop, _effect, owner = play
    names = {
        "colour": marked(hop.card[0]),
        "name": "" if owner is None else cast.name(owner),
        "held": held(view, play),
        "more": held(view, play) - 1,
        "hand": HAND_SIZE,
    }
    title, why = TURN_WORDS[topic]
    return Hint(
        topic, "orders" if topic == "plan" else "turn", phrase(title, **names), phrase(why, **names), hop
    )


TURN_WORDS = {
    "take": (
        gettext_lazy("Take a kangaroo: play %(colour)s."),
        gettext_lazy(
            "This kangaroo still stands in the centre. Lay a card of its colour, and it hops to you; nobody can "
            "answer. Then you draw back up to %(hand)s cards, as long as the pile lasts."
        ),
    ),
    "attack": (
        gettext_lazy("Attack %(name)s: play %(colour)s."),
        gettext_lazy(
            "This kangaroo stands with %(name)s. Your card opens a duel: %(name)s may answer with a card of the same "
            "colour. You are also asked how many more cards you would lay then. Choose “None” this time."
        ),
    ),
    "own": (
        gettext_lazy("Swap a card: play %(colour)s."),
        gettext_lazy(
            "This kangaroo is yours already, so nothing moves: you lay the card and draw another. That is no waste, "
            "as you hold %(held)s of this colour and one is enough to defend. There is no passing."
        ),
    ),
    "persist": (
        gettext_lazy("Attack %(name)s with more cards: play %(colour)s and choose “Up to %(more)s”."),
        gettext_lazy(
            "You hold %(held)s of this colour. If %(name)s answers, your next card is laid at once, without another "
            "question. Only as many are spent as it takes, and nobody else sees your number."
        ),
    ),
    "again": (
        gettext_lazy("Attack %(name)s: play %(colour)s and choose “Ask me again”."),
        gettext_lazy(
            "This time leave the number open. If %(name)s answers, you are asked and decide then. You may choose it "
            "without a second card too: then it is a bluff."
        ),
    ),
    "plan": (
        gettext_lazy("Leave a plan for your next turn, then play a card."),
        gettext_lazy(
            "Open “Plan my next turn” further down, choose a colour and save. When your turn comes again, the first "
            "line that fits is played at once and the others need not wait for you. This turn you still play yourself."
        ),
    ),
}


def free_hint(plays: list[Play], view: View[Table, Hand]) -> Hint:
    """Nothing new can be shown with this hand."""
    play = find_any(view, plays)
    assert play is not None  # whoever is asked for a turn holds a card
    why = {
        "takes": _("A kangaroo in the centre is yours without a duel."),
        "stays": _(
            "You hold more than one of this colour: lay one of them and keep the rest for your defence."
        ),
        "attacks": _("Whoever has this kangaroo may answer. Often they have no card of its colour."),
    }[play[1]]
    if play[1] == "stays" and held(view, play) == 1:
        why = _("Nothing else fits, and there is no passing.")
    title = phrase(
        _("What you know already: play %(colour)s, or what you like."), colour=marked(play[0].card[0])
    )
    return Hint("", "turn", title, phrase("%(why)s", why=why), play[0])


def defend_hint(view: View[Table, Hand], cast: Cast) -> Hint:
    duel, cards = duel_and_held(view)
    names = {"colour": marked(duel.colour), "name": cast.name(duel.attacker), "held": cards}
    if not cards:
        title = phrase(_("Let it go: you hold no card in %(colour)s."), **names)
        why = _(
            "%(name)s is after your kangaroo, and only a card of its colour could keep it. You are asked all the same, "
            "so that nobody can tell from the question what you hold."
        )
        return Hint("defend", "defend", title, phrase(why, **names), Defend(0))
    title = phrase(_("Defend %(colour)s: choose “Up to 1”."), **names)
    why = _(
        "%(name)s has laid a card of its colour and wants your kangaroo. You hold %(held)s. Your card answers, and it "
        "stays unless %(name)s lays another. You need not answer: “None” saves the card and lets it go."
    )
    return Hint("defend", "defend", title, phrase(why, **names), Defend(1))


def counter_hint(view: View[Table, Hand], cast: Cast) -> Hint:
    duel, cards = duel_and_held(view)
    names = {"colour": marked(duel.colour), "name": cast.name(duel.owner)}
    if not cards:
        title = phrase(_("Stop: you hold no card in %(colour)s."), **names)
        why = _(
            "%(name)s has answered and keeps the kangaroo. Nobody learns that you could not have gone on."
        )
        return Hint("counter", "counter", title, phrase(why, **names), Counter(0))
    title = phrase(_("Go on: one more card in %(colour)s."), **names)
    why = _(
        "%(name)s has answered. If you lay one more, it is for %(name)s to answer again; if you stop, the kangaroo "
        "stays there. While the pile lasts, what you spend is drawn again."
    )
    return Hint("counter", "counter", title, phrase(why, **names), Counter(1))


def duel_and_held(view: View[Table, Hand]) -> tuple[Duel, int]:
    duel = view.table.duel
    assert duel is not None
    return duel, view.mine()[1].held(duel.colour)


LESSON: Any = KangoeroeLesson()
