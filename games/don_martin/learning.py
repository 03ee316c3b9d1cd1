"""What the page on how to play shows besides its sentences: numbers, pictures and people."""

from typing import Any

from accounts.faces import stamp
from games.engine import Face

from .answers import MOST_PLANS
from .cards import NAMES, ad_card, card
from .pack import (
    COLOURED,
    COLOURS,
    COPIES,
    HAND_SIZES,
    LEAST_GROUP,
    MIXES,
    MOST_GROUP,
    SOUNDS,
    SPECIALS,
    pack_of,
)
from .parts import MOST_ROUNDS, TARGETS, Group, Hand, Options, Score, Table
from .scoring import LEFT_COLOURED, LEFT_SPECIAL, SINGLE, points_of, score_round
from .words import points_words

# The people of the story, by the numbers of their faces, and their initials.
PEOPLE = {"berta": (1842, "B"), "emil": (3863, "E"), "rosa": (4296, "R"), "halm": (1702, "H")}
SEATS = ("berta", "emil", "rosa")  # in the direction of play; the first deals

# What happens in the story until the door opens: who, what, and with which cards.
STORY: tuple[tuple[str, str, tuple[Face, ...]], ...] = (
    ("emil", "lead", ("rumms-b",)),
    ("rosa", "add", ("quarp-g",)),
    ("berta", "ignore", ()),
    ("emil", "take", ("huffta-b",)),
    ("emil", "lay", ("quarp-b", "quarp-o", "quarp-g")),
    ("emil", "lead", ("zwick-o",)),
    ("rosa", "special", ("arrargh",)),
    ("emil", "lead", ("krakadoi-p",)),
    ("rosa", "add", ("pfiuut-o",)),
    ("berta", "special", ("splabbadap",)),
    ("emil", "throw", ("blompf-g",)),
    ("rosa", "throw", ("blompf-b",)),
    ("berta", "lay", ("blompf-o", "blompf-p", "blompf-p", "blompf-g", "blompf-b")),
    ("berta", "lead", ("wobbel-g",)),
    ("emil", "add", ("huffta-b",)),
)
# How it ends, by seat: the sizes of the groups, how often groups were laid, and what is left.
END_GROUPS = ((5,), (3, 3), (6, 4))
END_LAID_DOWN = (1, 2, 1)
END_HANDS = (
    Hand(("zwick-b.1", "zwick-g.1", "krakadoi-p.1", "pfiuut-o.1", "huffta-g.1", "huffta-p.1", "inkle.1")),
    Hand(("krakadoi-b.1", "pfiuut-b.1", "pfiuut-g.1", "zwick-p.1", "gapween.1")),
    Hand(()),
)
END_OUT = SEATS.index("rosa")

# What lies on the table, and what is played, for each case of a turn.
PAIRS: dict[str, tuple[Face, Face]] = {
    "take": ("rumms-g", "quarp-g"),
    "add": ("rumms-g", "quarp-o"),
    "special": ("rumms-g", "arrargh"),
}


def learn() -> dict[str, Any]:
    """The context of the page; its numbers are those of the rules."""
    mix = dict(zip(SPECIALS, MIXES[Options().mix], strict=True))
    return {
        "cards_in_all": len(pack_of(Options().mix)),
        "coloured": len(COLOURED),
        "specials": sum(mix.values()),
        "of_a_sound": len(COLOURS) * COPIES,
        "hand_sizes": HAND_SIZES,
        "least_group": LEAST_GROUP,
        "groups": [{"size": size, "points": points_of(size)} for size in range(LEAST_GROUP, MOST_GROUP + 1)],
        "together": points_of(2 * LEAST_GROUP),
        "apart": 2 * points_of(LEAST_GROUP),
        "both": 2 * LEAST_GROUP,
        "left_coloured": -LEFT_COLOURED,
        "left_special": -LEFT_SPECIAL,
        "single": SINGLE,
        "example": example(),
        "targets": TARGETS[1:],
        "most_rounds": MOST_ROUNDS,
        "most_plans": MOST_PLANS,
        "still": {seats: most_still(seats) for seats in HAND_SIZES},
        "sounds": [card(f"{sound}-{COLOURS[place % 4]}") for place, sound in enumerate(SOUNDS)],
        "noises": [{"key": key, "name": name} for key, name in NAMES.items()],
        "special": {face: {"picture": card(face), "count": count} for face, count in mix.items()},
        "pictures": {case: [card(face) for face in pair] for case, pair in PAIRS.items()},
        "ads": [ad_card(1), ad_card(2)],
        "people": {name: stamp(*person) for name, person in PEOPLE.items()},
    }


def example() -> dict[str, Any]:
    """What everybody gets at the end of the story, and what it is made of; by name."""
    counted: dict[str, Any] = {
        name: {
            "points": [points_of(size) for size in END_GROUPS[seat]],
            "left": -score.left,
            "bonus": score.bonus,
            "single": score.single,
            "total": points_words(score.total),
        }
        for seat, (name, score) in enumerate(zip(SEATS, scores(), strict=True))
    }
    return counted


def scores() -> tuple[Score, ...]:
    """The round of the story, counted by the rules."""
    groups = tuple(tuple(Group(("",) * size) for size in sizes) for sizes in END_GROUPS)
    return score_round(groups, END_LAID_DOWN, END_HANDS, END_OUT)


def most_still(seats: int) -> int:
    """How many unchanged handings-on end a round of so many seats."""
    nobody = (0,) * seats
    return Table(Options(), nobody, 0, (), ((),) * seats, nobody, (), 0, 0).most_still
