"""What the page on how to play shows besides its sentences: numbers, pictures and people."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.faces import stamp
from games.cast import Side

from .answers import MOST_IDEAS, MOST_WRITTEN, Reads
from .cards import HAND, LEAST_A_SEAT, MOST_BLANKS, ROUNDS, STOCK
from .looks import Text, quote_card, source_card, written_card
from .parts import COLOURS, DOUBLES, SINGLES, TASKS, Kind, Options, Table
from .rules import GAME
from .words import ROUND_WORDS

# The people of the story, by the numbers of their faces, and their initials; Oskar is a dog.
PEOPLE = {"hedda": (5584, "H"), "milan": (5190, "M"), "noor": (3275, "N"), "oskar": (21086, "O")}
SEATS = ("hedda", "milan", "noor")  # clockwise; the first has the marker
# Whom each stamped in each round, and what it counts.
STAMPS: tuple[tuple[tuple[str, int], ...], ...] = (
    (("milan", 1), ("noor", 1), ("hedda", 1)),
    (("noor", 1), ("noor", 2), ("milan", 1)),
    (("milan", 2), ("hedda", 1), ("hedda", 1)),
    (("noor", 1), ("noor", 1), ("milan", 2)),
)
SWAPPED = {"hedda": (3, 4)}  # in which round, and how many cards


class Told(NamedTuple):
    """A combination that the story tells. kind: of its source, "" for one that was written."""

    round: int
    seat: str
    quote: Any
    source: Any
    description: Any = ""
    kind: str = ""
    reads: Reads = "name"


# Combinations that are in no deck.
TOLD: dict[str, Told] = {
    "shoes": Told(
        *(1, "hedda"),
        gettext_lazy("Please take off your shoes in the hall."),
        gettext_lazy("Blackbeard, before boarding"),
        gettext_lazy("a pirate with good manners"),
        "h",
    ),
    "door": Told(
        *(2, "noor"),
        gettext_lazy("Second door on the left, you cannot miss it."),
        gettext_lazy("Christopher Columbus"),
        gettext_lazy("looking for India"),
        "h",
        "description",
    ),
    "give": Told(
        *(3, "hedda"),
        gettext_lazy("I give and give, and nobody ever asks how I am."),
        gettext_lazy("The cash machine at the station"),
    ),
    "book": Told(
        *(4, "milan"),
        gettext_lazy("Of course I have read the book."),
        gettext_lazy("This reading circle"),
    ),
    "call": Told(
        *(4, "noor"),
        gettext_lazy("Say that again, I was not listening."),
        gettext_lazy("Oskar, called in from the garden"),
    ),
}
# A whole card, with who really said it.
WHOLE = (
    gettext_lazy("We found out later that it was the wrong building."),
    gettext_lazy("The head of a demolition firm"),
    gettext_lazy("punctual, at least"),
    "w",
)
SHOWN = {1: "shoes", 2: "door", 3: "give", 4: "book"}  # by round

TASK_WORDS: dict[Kind, Any] = {
    "quote": gettext_lazy("Choose a quote."),
    "source": gettext_lazy("Choose a source."),
    "write": gettext_lazy("Write a source."),
    "both": gettext_lazy("Choose a quote and write a source for it."),
}


def learn() -> dict[str, Any]:
    """The context of the page; its numbers are those of the rules."""
    waits = sum(len(tasks) for tasks in TASKS.values()) + 1  # the stamps of the last round
    return {
        "hand": HAND,
        "singles": SINGLES,
        "doubles": DOUBLES,
        "stamps": SINGLES + DOUBLES,
        "colours": len(COLOURS),
        "least_a_seat": LEAST_A_SEAT,
        "fewest": {seats: GAME.least_cards(seats) for seats in GAME.seats},
        "most_blanks": MOST_BLANKS,
        "most_written": MOST_WRITTEN,
        "most_ideas": MOST_IDEAS,
        "stock": STOCK,
        "waits": waits,
        "waits_ahead": waits - 1,
        "rounds": [round_of(number) for number in TASKS],
        "told": {key: combination(told) for key, told in TOLD.items()},
        "whole": whole(),
        "example": example(),
        "swapped": SWAPPED["hedda"][1],
        "people": {name: stamp(*person) for name, person in PEOPLE.items()},
    }


# Pictures


def combination(told: Told) -> dict[str, Any]:
    """Its two cards, and its source as it is read."""
    return {
        "quote": quote_card(Side(str(told.quote), "", "", "", "")),
        "source": mouth(told),
        "said": told.quote,
        "name": told.source,
        "description": told.description,
    }


def mouth(told: Told) -> SafeString:
    """A source card alone, or the one that somebody wrote."""
    if not told.kind:
        return written_card(Text(str(told.source), ""))
    return source_card(Side("", str(told.source), str(told.description), told.kind, ""), alone=True)


def whole() -> dict[str, SafeString]:
    """One card as it is held for its quote, and as it is held for its source."""
    quote, source, description, kind = WHOLE
    side = Side(str(quote), str(source), str(description), kind, "")
    return {"quote": quote_card(side), "source": source_card(side)}


# The rounds


def round_of(number: int) -> dict[str, Any]:
    """One round: its steps up to the reading, and the cards of the story in the order in which they are found."""
    cards = combination(TOLD[SHOWN[number]])
    quote_first = TASKS[number][0] in ("quote", "both")
    return {
        "number": number,
        "words": ROUND_WORDS[number],
        "steps": steps(number),
        "cards": [cards["quote"], cards["source"]] if quote_first else [cards["source"], cards["quote"]],
    }


def steps(number: int) -> list[str]:
    """What happens before the reading; the hands pass before the last task."""
    *before, last = TASKS[number]
    return [
        _("Fill your hand up to %(n)s cards.") % {"n": HAND},
        *(str(TASK_WORDS[kind]) for kind in before),
        passed_words(passed(number)),
        str(TASK_WORDS[last]),
    ]


def passed(number: int) -> int:
    """How many cards of each hand go to the left in a round."""
    return HAND - sum(kind != "write" for kind in TASKS[number][:-1])


def passed_words(cards: int) -> str:
    """The hands go to the left."""
    words = ngettext(
        "Your %(n)s card goes to the left, and as many come from the right.",
        "Your %(n)s cards go to the left, and as many come from the right.",
        cards,
    )
    return str(words % {"n": cards})


# The end of the story


def example() -> dict[str, Any]:
    """What everybody of the story has at the end, by name."""
    table = end_of_story()
    return {
        name: {"points": table.points()[seat], "stamps": table.markers()[seat], "total": total(table, seat)}
        for seat, name in enumerate(SEATS)
    }


def total(table: Table, seat: int) -> str:
    """Points and stamps of a seat."""
    points, markers = table.points()[seat], table.markers()[seat]
    words = {
        "points": ngettext("%(n)s point", "%(n)s points", points) % {"n": points},
        "stamps": ngettext("%(n)s stamp", "%(n)s stamps", markers) % {"n": markers},
    }
    return str(_("%(points)s from %(stamps)s") % words)


def end_of_story() -> Table:
    """The table of the story with all stamps turned over."""
    seats = len(SEATS)
    return Table(
        Options(),
        (HAND,) * seats,
        0,
        0,
        COLOURS[:seats],
        0,
        round=ROUNDS,
        swapped=tuple(name in SWAPPED for name in SEATS),
        stamped=tuple(tuple(SEATS.index(to) for to, _value in given) for given in STAMPS),
        values=tuple(tuple(value for _to, value in given) for given in STAMPS),
        ended=True,
    )
