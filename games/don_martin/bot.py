"""A lively player of Don Martin's Kartenspiel. It reads one View and nothing else.

It weighs in points what everything it could do would leave it with: sounds that may still grow, cards that will cost
it, and its way out. The nearer somebody is to the end, the sooner it lays what it holds. No two bots play quite alike.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from games.engine import Card, Dice, Prompt

from .answers import MOST_LINES, AnyAction, Deed, Ignore, Keep, Lay, Line, Orders, Plan, Play, Throw
from .course import is_lone_special
from .pack import (
    COLOURS,
    COPIES,
    LEAST_GROUP,
    MIXES,
    SOUNDS,
    Special,
    colour_of,
    is_special,
    sound_of,
    special_of,
)
from .parts import DmView, Table
from .scoring import LEFT_COLOURED, LEFT_SPECIAL, SINGLE, points_of

# Found by simulation: whoever collects calmly and then goes out at once beats both the hasty and the patient.
MOOD = 1.5  # so many points are chance
NEAR = 0.5  # the chance that a seat with one card goes out before I play again
FARTHER = 0.5  # with each card more it is so many times that
GROUPS = 0.02  # that it goes out with groups, however many it holds
SKIPPED = 0.4  # all that so many times for a seat that I get ahead of
STILL = 0.2  # the chance that a round in which nothing changes ends so
HORIZON = 1.5  # so many turns pass before a group can be laid that waits
GROWS = 0.12  # the chance that it grows until then, for each card of its sound that others have or the pile
MOST_GROWTH = 0.8
JOINS = {1: 0.02, 2: 0.12}  # likewise, that one or two of a sound become a group
REMAINS = 0.6  # the chance that what is no group is still held at the end, if nobody is near it
LATE = 6.0  # what a special is worth besides
OUT = 0.6  # the chance to go out is this for one card, and for each more so many times that
LATER = 0.6  # the same for a lay-down that is still to come
ENDS = 6.0  # what it is worth that nobody else goes out
WINS = 40.0  # what it is worth to win the match so, and what it costs to lose it so
REACH = 100  # but who is so far behind may as well end it
THROWN = 1.0  # a card from a SPLABBADAP!, not yet known
LEAVES = 0.3  # what a card is worth that stays on the table for others
DRAWS = 2.0  # what it costs to draw instead of playing

IN_PACK = COPIES * len(COLOURS)
POINTS = tuple(points_of(size) for size in range(IN_PACK + 1))
PLACES = {sound: place for place, sound in enumerate(SOUNDS)}


class Outlook(NamedTuple):
    """What I reckon with.

    danger: the chance that the round ends before I play again. prize: for going out. lead: my points less those of
    the best other, if that decides the match. sounds: by sound, what 0, 1, 2... cards of it are worth. special: what
    one is worth.
    """

    danger: float
    prize: float
    lead: int | None
    sounds: tuple[tuple[float, ...], ...]
    special: float


class Held(NamedTuple):
    """My hand in numbers: cards by sound, specials. lays: lay-downs of the round; points: those of this visit."""

    sounds: tuple[int, ...]
    specials: int
    lays: int
    points: int = 0

    def plus(self, place: int, more: int = 1) -> "Held":
        """With more or fewer cards of a sound."""
        held = self.sounds
        changed = (*held[:place], held[place] + more, *held[place + 1 :])
        return Held(changed, self.specials, self.lays, self.points)

    def less(self, place: int) -> "Held":
        """With a card of a sound fewer."""
        return self.plus(place, -1)

    def less_special(self) -> "Held":
        """With a special fewer."""
        return self._replace(specials=self.specials - 1)

    def with_table(self, table: Table) -> "Held":
        """With all that lies on the table."""
        held = list(self.sounds)
        for one in table.lies:
            held[place_of(one.face)] += 1
        return self._replace(sounds=tuple(held))

    def laid(self, places: Iterable[int]) -> "Held":
        """With the groups of some sounds laid."""
        held, points = list(self.sounds), self.points
        for place in places:
            points += POINTS[held[place]]
            held[place] = 0
        return Held(tuple(held), self.specials, self.lays + 1, points)


class Choice(NamedTuple):
    """Something to do on a turn: one of these cards, all as good; none: ignore."""

    worth: float
    cards: tuple[Card, ...] = ()
    target: int | None = None


def answer(view: DmView, prompt: Prompt, dice: Dice) -> AnyAction:
    """What this player does."""
    if prompt.kind == "lay":
        return lay(view)
    if prompt.kind == "throw_in":
        return throw(view, dice)
    choice = max(choices(view), key=lambda one: one.worth + MOOD * dice.random())
    return Play(dice.pick(choice.cards), choice.target) if choice.cards else Ignore()


def place_of(card: Card) -> int:
    """The place of its sound."""
    return PLACES[sound_of(card)]


def held_by(view: DmView) -> Held:
    """My hand."""
    seat, hand = view.mine()
    sounds = [0] * len(SOUNDS)
    coloured = hand.coloured()
    for card in coloured:
        sounds[place_of(card)] += 1
    return Held(tuple(sounds), len(hand.cards) - len(coloured), view.table.laid_down[seat])


# The outlook


def look(view: DmView, counts: Sequence[int] = (), before: Sequence[int] | None = None) -> Outlook:
    """What I reckon with once I have played. counts: cards in the hands then; before: the seats that play before me."""
    seat, _ = view.mine()
    table = view.table
    counts = counts or table.counts
    safe = 1.0
    for other in range(table.seats):
        if other != seat:
            out = GROUPS + NEAR * FARTHER ** (counts[other] - 1)
            safe *= 1.0 - (out if before is None or other in before else SKIPPED * out)
    if before is None and table.still >= table.most_still - table.seats:
        safe *= 1.0 - STILL
    lost = 1.0 - safe**HORIZON
    remains = REMAINS + (1 - REMAINS) * lost
    room = rooms(table)
    rows = {cards: worths(cards, lost, LEFT_COLOURED * remains) for cards in set(room)}
    return Outlook(
        1.0 - safe,
        ENDS + sum(counts) - counts[seat],
        None if table.options.target else lead_of(table, seat),
        tuple([rows[cards] for cards in room]),
        LEFT_SPECIAL * remains + LATE,
    )


def lead_of(table: Table, seat: int) -> int:
    """My points for groups less the points that the best of the others would have now."""
    groups = [sum(POINTS[len(group.faces)] for group in groups) for groups in table.groups]
    others = [
        groups[other] + LEFT_COLOURED * table.counts[other] for other in range(table.seats) if other != seat
    ]
    return groups[seat] - max(others)


def rooms(table: Table) -> list[int]:
    """By sound, how many cards lie in no group."""
    found = [IN_PACK] * len(SOUNDS)
    for groups in table.groups:
        for group in groups:
            found[place_of(group.faces[0])] -= len(group.faces)
    return found


def worths(room: int, lost: float, left: float) -> tuple[float, ...]:
    """What 0, 1, 2... cards of a sound are worth, up to all in play.

    lost: the chance that the round ends too early; left: what a card costs that is no group.
    """
    found = [0.0]
    for held in range(1, room + 1):
        if held < LEAST_GROUP:
            joins = min(1.0, JOINS[held] * (room - held)) * (1 - lost) if room >= LEAST_GROUP else 0.0
            found.append(joins * POINTS[LEAST_GROUP] + (1 - joins) * left * held)
        else:
            grown = POINTS[held] * (1 + min(MOST_GROWTH, GROWS * (room - held)))
            found.append((1 - lost) * grown + lost * LEFT_COLOURED * held)
    return tuple(found)


def worth_of(outlook: Outlook, held: Held) -> float:
    """What a hand is worth when my turn is over, and the points laid before."""
    value = held.points + held.specials * outlook.special
    cards = strays = held.specials
    for row, count in zip(outlook.sounds, held.sounds, strict=True):
        if count:
            value += row[count]
            cards += count
            if count < LEAST_GROUP:
                strays += count
    single = SINGLE if held.lays == 1 else 0
    if not cards:
        return value + outlook.prize + single + worth_of_end(outlook, held.points + single)
    way_out = OUT**cards * (outlook.prize + single)
    if strays < cards:
        way_out = max(way_out, LATER * OUT**strays * (outlook.prize + (SINGLE if not held.lays else 0)))
    return value + (1 - outlook.danger) * way_out


def worth_of_end(outlook: Outlook, points: int) -> float:
    """What it is worth that the match is over. points: what the end brings me besides."""
    if outlook.lead is None:
        return 0.0
    ahead = outlook.lead + points + outlook.prize - ENDS
    if ahead > 0:
        return WINS
    return -WINS if ahead > -REACH else 0.0


# Turn and lead


def choices(view: DmView) -> list[Choice]:
    """All that is legal on an empty table or on cards that lie there."""
    _, hand = view.mine()
    table, colours = view.table, view.table.colours
    outlook, held = look(view), held_by(view)
    coloured = hand.coloured()
    found = []
    if takers := tuple(card for card in coloured if colour_of(card) in colours):
        found.append(Choice(best_lay(outlook, held.with_table(table))[0], takers))
    left = LEAVES * len(table.lies)
    for place, count in enumerate(held.sounds):
        cards = tuple(card for card in coloured if place_of(card) == place and colour_of(card) not in colours)
        if count and cards:
            found.append(Choice(worth_of(outlook, held.less(place)) - left, cards))
    if not table.first and len(hand.cards) > 1:
        found += specials(view, outlook, held)
    if table.lies and table.pile:
        found.append(Choice(worth_of_drawing(outlook, held, table) - left))
    return found


def worth_of_drawing(outlook: Outlook, held: Held, table: Table) -> float:
    """With one more card, which I do not know."""
    hidden = sum(MIXES[table.options.mix]) - len(table.spent) - held.specials
    value = hidden * worth_of(outlook, held._replace(specials=held.specials + 1))
    for place, row in enumerate(outlook.sounds):
        if free := len(row) - 1 - held.sounds[place]:
            value += free * worth_of(outlook, held.plus(place))
            hidden += free
    return value / hidden - DRAWS


def best_lay(outlook: Outlook, held: Held) -> tuple[float, tuple[int, ...]]:
    """The worth of a hand that may lay groups and then leads, and the sounds to lay."""
    groups = [place for place, count in enumerate(held.sounds) if count >= LEAST_GROUP]
    ways = {(), tuple(groups)}
    ways |= {(place,) for place in groups}
    ways |= {tuple(place for place in groups if place != kept) for kept in groups}
    best: tuple[float, tuple[int, ...]] = (-math.inf, ())
    for way in sorted(ways):
        after = held.laid(way) if way else held
        if after.specials != 1 or any(after.sounds):
            best = max(best, (worth_of_lead(outlook, after), way))
    return best


def worth_of_lead(outlook: Outlook, held: Held) -> float:
    """With the card fewer that is led."""
    found = [worth_of(outlook, held.less(place)) for place, count in enumerate(held.sounds) if count]
    if held.specials:
        found.append(worth_of(outlook, held.less_special()))
    return max(found) if found else worth_of(outlook, held)


# Specials


def specials(view: DmView, outlook: Outlook, held: Held) -> list[Choice]:
    """Each kind of special in my hand, GA-PWEEN! for each of the others."""
    _, hand = view.mine()
    kinds = {special_of(card): card for card in hand.cards if is_special(card)}
    less = held.less_special()
    return [choice for kind, card in kinds.items() for choice in uses(view, outlook, less, kind, card)]


def uses(view: DmView, outlook: Outlook, held: Held, kind: Special, card: Card) -> list[Choice]:
    """What a special is good for. held: my hand without it."""
    seat, _ = view.mine()
    table = view.table
    others = [other for other in range(table.seats) if other != seat]
    left = LEAVES * len(table.lies)
    match kind:
        case "arrargh":
            hit = look_after(view, table.after(seat), len(table.lies))
            return [Choice(worth_of(hit, held) - 2 * left, (card,))]
        case "splabbadap":
            counts = [max(1, count - 1) for count in table.counts]
            value = best_lay(look(view, counts), held.with_table(table))[0]
            return [Choice(value + THROWN * len(others), (card,))]
        case "gapween":
            cards = min(2, table.pile)
            found = [(worth_of(look_after(view, target, cards), held), target) for target in others]
            return [Choice(value - left, (card,), target) for value, target in found]
    return [Choice(worth_of(outlook, held) - left, (card,))]


def look_after(view: DmView, victim: int, cards: int) -> Outlook:
    """The outlook once a seat got so many cards and the seat behind it is on turn."""
    seat, _ = view.mine()
    counts = list(view.table.counts)
    counts[victim] += cards
    before = []
    following = view.table.after(victim)
    while following != seat:
        before.append(following)
        following = view.table.after(following)
    return look(view, counts, before)


# Groups and throwing in


def lay(view: DmView) -> Lay | Keep:
    """The groups that are worth more on the table than in the hand."""
    _, hand = view.mine()
    _, places = best_lay(look(view), held_by(view))
    return Lay(tuple(card for card in hand.coloured() if place_of(card) in places)) if places else Keep()


def throw(view: DmView, dice: Dice) -> Throw:
    """The card that is missed least."""
    _, hand = view.mine()
    outlook, held = look(view), held_by(view)
    return Throw(
        max(
            hand.coloured(),
            key=lambda card: worth_of(outlook, held.less(place_of(card))) + MOOD * dice.random(),
        )
    )


# What it leaves behind


def leave_orders(view: DmView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
    """Planned turns, made anew at each visit; ahead: what falls for a SPLABBADAP! as well."""
    left = replace(orders, throw="rarest", card=None) if ahead else orders
    lines = planned_lines(view, dice) if plans else ()
    return replace(left, plans=(Plan(view.table.round, lines),) * plans if lines else ())


def planned_lines(view: DmView, dice: Dice) -> tuple[Line, ...]:
    """What to add, to lead or to play of my specials, the best first; what I had rather keep only leads."""
    _, hand = view.mine()
    if is_lone_special(hand):
        return (Line("ignore"),)
    outlook, held = look(view), held_by(view)
    least = worth_of_drawing(outlook, held, view.table)
    found: list[tuple[float, Line]] = []
    for card in hand.coloured():
        value = worth_of(outlook, held.less(place_of(card)))
        deeds: tuple[Deed, ...] = ("add", "lead") if value >= least else ("lead",)
        value += MOOD * dice.random()
        found += [(value, Line(deed, card)) for deed in deeds]
    for choice in specials(view, outlook, held):
        if choice.worth >= least:
            found.append(
                (choice.worth + MOOD * dice.random(), Line("special", choice.cards[0], choice.target))
            )
    best: dict[tuple[Deed, Card | None], Line] = {}
    for _, line in sorted(found, key=lambda one: one[0], reverse=True):
        best.setdefault((line.do, line.card), line)
    return tuple(best.values())[:MOST_LINES]
