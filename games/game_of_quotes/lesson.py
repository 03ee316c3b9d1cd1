"""A first match of Game of Quotes with a word above every question: what to do now, and why."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy

from games.cast import Cast
from games.engine import Card, Prompt, View
from games.teaching import Answered, Hint, Lesson

from . import hints
from .answers import Both, Orders, Pick, Stamp, Swap, Write
from .bot import contrast
from .cards import Category, category_of, has_source
from .events import HandsPassed, Revealed
from .looks import quote_text
from .offers import check_swap, stock_field
from .parts import GoqView, Hand, Table
from .stage import unheard

# Found by tests/game_of_quotes/lesson_seeds.py: others read before the learner, whose cards go well together.
SEED = "game of quotes lesson 547"
SWAPPED = 3  # so many cards a hint lays down
GRAND: tuple[Category, ...] = ("m", "h", "s")  # of myth, of history, of science: most have a name to lose
PAD_IN, SWAP_IN = 2, 3  # the rounds in which these are shown

# What a pick shows, by the round and by how often the hands have passed in it.
SHOWN: dict[tuple[int, int], str] = {(1, 0): "quote", (1, 1): "pass", (2, 0): "source", (2, 1): "reads"}


class GameOfQuotesLesson(Lesson):
    """Three at the table; whatever was dealt, each round asks what it always asks."""

    seed = SEED
    bots = ("Tilda", "Otto")
    topics = {
        "quote": gettext_lazy("Choose a quote for a wrong mouth"),
        "pass": gettext_lazy("Find its source in the hand that is passed to you"),
        "stage": gettext_lazy("Hear a round: quotes first, sources later"),
        "stamp": gettext_lazy("Stamp what made you laugh"),
        "pad": gettext_lazy("Note a source on the idea pad"),
        "source": gettext_lazy("Begin with a source"),
        "reads": gettext_lazy("Have a source read by its name or by its description"),
        "write": gettext_lazy("Write a source of your own"),
        "swap": gettext_lazy("Swap cards, once in the match"),
        "both": gettext_lazy("Choose a quote and write its source in one go"),
    }
    counts = False  # one answer may practise two topics, and some none: a count would jump
    intro = gettext_lazy("A whole match of about twelve questions, some ten minutes. You will:")
    outro = gettext_lazy(
        "All that is left is to hear the last round and to stamp it. Then all stamps are turned over, and you see "
        "who made whom laugh how much."
    )

    def met(
        self, view: View[Table, Hand], orders: Orders, answers: tuple[Answered, ...], *, missed: bool
    ) -> set[str]:
        found = {topic for answer, place in with_places(answers) for topic in topics_of(answer, place)}
        return found | {"pad"} if orders.ideas else found

    def hint(
        self, view: View[Table, Hand], prompt: Prompt, cast: Cast, met: set[str], passed_over: int = 0
    ) -> Hint:
        table: Table = view.table
        match prompt.kind:
            case "stamp" if unheard(table, cast):
                return hints.stage(new("stage", met), stamp_to_give(view), view, cast)
            case "stamp":
                return hints.stamp(new("stamp", met), stamp_to_give(view), view)
            case "write":
                return hints.write(new("write", met), Write(stock=offered(prompt)), view, cast)
            case "both":
                quote = shortest(view, cast)
                return hints.both(new("both", met), Both(quote, stock=offered(prompt)), view, cast)
        if table.round == PAD_IN and table.step == 0 and "pad" not in met:
            return hints.pad(Pick(farthest(view)), cast)
        swap = Swap(view.mine()[1].cards[:SWAPPED])
        if table.round == SWAP_IN and "swap" not in met and can_swap(view, swap):
            return hints.swap(swap, view, cast)
        topic = SHOWN.get((table.round, table.step), "")
        if prompt.kind == "source":
            return hints.source(new(topic, met), Pick(farthest(view)), view, cast)
        return hints.quote(new(topic, met), Pick(shortest(view, cast)), view, cast)


def new(topic: str, met: set[str]) -> str:
    """A topic as long as it was not practised, then none."""
    return "" if topic in met else topic


# What was practised


def with_places(answers: tuple[Answered, ...]) -> Iterator[tuple[Answered, tuple[int, int]]]:
    """Each answer with the round it was given in and how often the hands had passed in that round by then."""
    round_, passed = 1, 0
    for answer in answers:
        for event in answer.before:
            round_, passed = place_after(event, round_, passed)
        yield answer, (round_, passed)
        for event in answer.events:
            round_, passed = place_after(event, round_, passed)


def place_after(event: Any, round_: int, passed: int) -> tuple[int, int]:
    match event:
        case Revealed(round=number):
            return number + 1, 0
        case HandsPassed():
            return round_, passed + 1
    return round_, passed


def topics_of(answer: Answered, place: tuple[int, int]) -> set[str]:
    """What was practised with one answer."""
    match answer.action:
        case Pick(reads=reads):
            found = {SHOWN[place]} if place in SHOWN else set()
            return found | {"reads"} if reads == "description" else found
        case Write():
            return {"write", "pad"} if answer.by == "orders" else {"write"}
        case Both():
            return {"both"}
        case Swap():
            return {"swap"}
        case Stamp():
            return {"stage", "stamp"}
    return set()


# What the hints would do


def shortest(view: GoqView, cast: Cast) -> Card:
    """The card of the hand with the shortest quote, the first of several."""
    language = view.table.options.language
    return min(view.mine()[1].cards, key=lambda card: len(quote_text(card, cast, language).text))


def farthest(view: GoqView) -> Card:
    """The first card whose source is farthest from the quote's own kind; without a quote, the first grand one."""
    hand = view.mine()[1]
    quote = hand.quote
    sources = [card for card in hand.cards if has_source(card)]
    if quote is not None:
        return max(sources, key=lambda card: contrast(card, quote))
    return next((card for card in sources if category_of(card) in GRAND), sources[0])


def offered(prompt: Prompt) -> int:
    """The first of the names that the game offers."""
    return int(stock_field(prompt).choices[0].value)


def can_swap(view: GoqView, swap: Swap) -> bool:
    seat, hand = view.mine()
    return check_swap(view.table, seat, hand, swap.cards) is None


def stamp_to_give(view: GoqView) -> Stamp:
    """A single stamp while there is one, for whoever of the others read first."""
    seat, hand = view.mine()
    others = [reading.seat for reading in view.table.readings[-1] if reading.seat != seat]
    return Stamp(others[0], 1 if hand.left(1) else 2)


LESSON: Any = GameOfQuotesLesson()
