"""A lively player of Halt mal kurz. It reads one View and nothing else.

A match ends because cards are laid: this one draws only if nothing fits, or if what fits would cost it more than
a card. It is quick but no machine: it slaps like a person, errs like one, and no two bots play quite alike.
"""

import math
from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from games.engine import Card, Dice, Face, Prompt, next_seats

from .answers import (
    DELIVERIES,
    HITS,
    MOST_LINES,
    MOST_PLANS,
    MOST_THROWS,
    THROWS,
    Abstain,
    AnyAction,
    Delivery,
    Draw,
    Flip,
    Give,
    Hit,
    Lay,
    Leave,
    Line,
    Order,
    Orders,
    Pass,
    Plan,
    React,
    Slap,
    Throw,
    ThrowName,
    Vote,
)
from .offers import affair_of, is_group
from .pack import TARGETED, fits, half_of, kind_of, symbols_of
from .parts import Ballot, Hand, HmkView
from .turn import owes_anything

# Found by simulation: matches are short, and who picks cards at random wins two thirds of a fair share. In cards:
MOOD = 0.5  # so much of a card's worth is chance
DRAWING = -2.0  # a card more instead of one less
STUCK = 1.5  # what a Razupaltuff weighs beyond a card: nobody can lay it
CLEARLY = 2.0  # so many cards fewer make a swap worth it
KEPT_LIST = 0.8  # what the only list is worth in the hand
COVER = 1.5  # for a hand that can lay on anything
SYMBOL = 0.15  # for each further card with a symbol
LAST_CARD = 1.0  # for a last card that wins when it is laid

AIM = 1.2  # a seat with so many cards more may be hit instead of the leader
SPEAKS = 0.2
JOINS = 0.9  # for each vote that a ballot has: joining gets something done
NO_OPINION = 0.04
NO_EYES = 0.015  # turns a card with the hands off already
ASLEEP = 0.04  # takes a Nazi for a Polizei
TOO_LATE = 0.02
JUMPY = 0.05  # takes a Polizei for a Nazi
MEDIAN_MS, SPREAD = 640, 0.27  # eight of ten slaps come between 450 and 900 ms
LEAST_MS = 250
WITHOUT_WELL = 0.25
MIX = {"rock": 1.0, "paper": 1.6, "scissors": 1.6, "well": 1.6}  # the well beats what the rock beats

ENDERS = frozenset({"halt", "list", "nazi", "police", "capitalism"})  # laid as the last card, these win
EVERY_TOP: tuple[Face, ...] = ("halt-k", "halt-p", "halt-a", "nazi-k", "nazi-p", "nazi-a")
WORTH = {"nazi": 0.2, "police": 0.5, "schnick": 0.0, "group": 0.1, "assembly": 0.0}
# The same with no card left and with one: a duel won with one card wins the match, lost with none it costs it.
CLOSE = {"schnick": (-1.0, 0.8), "group": (-1.2, 0.4), "assembly": (-1.0, 0.4)}
USES: dict[Hit, float] = {"draw": 0.95, "receive": 0.9, "swap": 1.0, "open": 0.4, "communism": 1.0}


def answer(view: HmkView, prompt: Prompt, orders: Orders, dice: Dice) -> AnyAction:
    """What this player does; for a turn only once its cards are turned, as the offer has it."""
    match prompt.kind:
        case "flip":
            return Flip() if dice.random() >= NO_EYES else Leave(wish_against_slap(view, "draw", dice))
        case "slap":
            return slap(view, prompt, dice)
        case "react":
            return react(view, dice)
        case "throw":
            return throw(view, dice)
        case "vote":
            return vote(view, dice)
        case "give":
            _, hand = view.mine()
            return Give(worst_cards(hand.cards)[: len(affair_of(view).targets)])
    return take_turn(view, dice)


# The turn


def take_turn(view: HmkView, dice: Dice) -> Lay | Draw | Pass:
    """The worthiest card that fits, or a new one."""
    _, hand = view.mine()
    best, worth = None, -math.inf
    for card in hand.cards:
        if not fits(card, view.table.top):
            continue
        line = Line(card, pick_target(view, card, dice))
        if (now := worth_of(view, line) + MOOD * dice.random()) > worth:
            best, worth = line, now
    if view.table.to_draw > 0 and worth < worth_of_drawing(hand):
        return Draw()
    return Pass() if best is None else Lay(best.card, best.target, pick_delivery(dice))


def pick_target(view: HmkView, card: Card, dice: Dice) -> int | None:
    """Whom a card names: mostly who is nearest to the end."""
    if kind_of(card) not in TARGETED:
        return None
    exempt = view.table.exempt if kind_of(card) == "police" else None
    seats = [seat for seat in other_seats(view) if seat != exempt]
    if kind_of(card) == "swap":
        return min(seats, key=lambda seat: load(view, seat) + 0.1 * dice.random())
    return min(seats, key=lambda seat: view.table.counts[seat] + AIM * dice.random())


def other_seats(view: HmkView) -> list[int]:
    """All but me."""
    return [seat for seat in range(view.table.seats) if seat != view.seat]


def pick_delivery(dice: Dice) -> Delivery:
    """Mostly plain."""
    return dice.pick(DELIVERIES[1:]) if dice.random() < SPEAKS else "plain"


def worth_of(view: HmkView, line: Line) -> float:
    """How good it is to lay a card that fits, in cards."""
    _, hand = view.mine()
    rest = tuple(card for card in hand.cards if card != line.card)
    same = sum(bool(set(symbols_of(card)) & set(symbols_of(line.card))) for card in rest)
    return effect_of(view, line, rest) + SYMBOL * same + worth_of_rest(rest)


def worth_of_drawing(hand: Hand) -> float:
    """How good it is to keep all cards and take another: always worse than a card that does no harm."""
    return DRAWING + worth_of_rest(hand.cards)


def worth_of_rest(rest: tuple[Card, ...]) -> float:
    """How well a hand can go on: how many tops it can be laid on, and whether its last card can win."""
    if not rest:
        return COVER + LAST_CARD
    covered = sum(any(fits(card, top) for card in rest) for top in EVERY_TOP) / len(EVERY_TOP)
    last = LAST_CARD / len(rest) if any(kind_of(card) in ENDERS for card in rest) else 0.0
    return COVER * covered + last


def effect_of(view: HmkView, line: Line, rest: tuple[Card, ...]) -> float:
    """What a card does for me, in cards. rest: my hand without it."""
    left = len(rest)
    stuck = sum(kind_of(card) == "razupaltuff" for card in rest)
    match kind_of(line.card):
        case "halt":
            return 0.7 * half_of(left) + 0.4 * stuck
        case "swap":
            return worth_of_change(rest, load(view, line.target or 0), CLEARLY)
        case "communism":
            table = view.table
            return worth_of_change(rest, (sum(table.counts) - 1) / table.seats, CLEARLY / 2)
        case "capitalism":
            most = max(view.table.counts[seat] for seat in other_seats(view))
            return 0.2 if left < most else -2.0
        case "list":
            _, hand = view.mine()
            only = sum(kind_of(card) == "list" for card in hand.cards) == 1
            return -KEPT_LIST if only and rest else 0.0
        case "nazi" | "police" as kind:
            return WORTH[kind]
        case kind:
            # With these the hand gets smaller or larger by chance, and a Razupaltuff may go.
            return CLOSE[kind][left] if left < 2 else WORTH[kind] + 0.4 * stuck


def worth_of_change(rest: tuple[Card, ...], gets: float, clearly: float) -> float:
    """What it is worth to get so many cards for the rest of my hand; with nothing left, it throws a victory away."""
    gain = weigh(rest) - gets
    if not rest:
        return -10.0
    return gain if gain >= clearly else min(gain, 1.0) - 1.0


def weigh(cards: Iterable[Card | Face]) -> float:
    """How many cards a hand feels like."""
    return sum(1 + STUCK * (kind_of(card) == "razupaltuff") for card in cards)


def load(view: HmkView, seat: int) -> float:
    """How many cards another's hand feels like, as far as it may be known."""
    _, hand = view.mine()
    known = view.table.shown or hand.peek
    return weigh(known) if seat == view.table.open and known else view.table.counts[seat]


# What others do to me


def wants_list(view: HmkView, hit: Hit, giver: int, dice: Dice) -> bool:
    """Whether a list is well spent: nearly always, but not against what does me good."""
    seat, hand = view.mine()
    counts = view.table.counts
    if hit == "swap" and weigh(hand.cards) >= load(view, giver):
        return False
    if hit == "communism" and counts[seat] >= sum(counts) / len(counts):
        return False
    return dice.random() < USES[hit]


def react(view: HmkView, dice: Dice) -> React:
    """A list, said as the mood is."""
    _, hand = view.mine()
    affair = affair_of(view)
    held = hand.list_against(affair.face) is not None
    if affair.hit is None or not held or not wants_list(view, affair.hit, affair.seat, dice):
        return React(0)
    return React(1, pick_delivery(dice))


def wish_against_slap(view: HmkView, hit: Hit, dice: Dice) -> Literal[0, 1]:
    """Whether a list shall meet what a turned card does to me."""
    return 1 if wants_list(view, hit, 0, dice) else 0


def slap(view: HmkView, prompt: Prompt, dice: Dice) -> Slap:
    """As quick as people are, and as easily mistaken."""
    _, hand = view.mine()
    nazi = kind_of(face_turned(hand, prompt)) == "nazi"
    hit = dice.random() >= ASLEEP if nazi else dice.random() < JUMPY
    after = reaction_ms(dice)
    if nazi and dice.random() < TOO_LATE:
        after += 1000 * prompt.seconds
    return Slap(1 if hit else 0, wish_against_slap(view, "draw" if nazi else "open", dice), after)


def face_turned(hand: Hand, prompt: Prompt) -> Face:
    """The card that a slap is about; "" if this seat has not turned it."""
    return next((seen.face for seen in hand.seen if seen.contest == prompt.opened_by), "")


def reaction_ms(dice: Dice) -> int:
    """How long it takes from the turning to the slap: log-normal, as with people."""
    bell = 2 * (dice.random() + dice.random() + dice.random() - 1.5)  # near enough, and within three
    return max(LEAST_MS, round(MEDIAN_MS * math.exp(SPREAD * bell)))


# Duels and assemblies


def throw(view: HmkView, dice: Dice) -> Throw:
    """A mixed list. A group duel has one throw, in which the well counts."""
    seat, hand = view.mine()
    affair = affair_of(view)
    group = is_group(affair)
    calls = not group and not affair.again and not affair.without_well and dice.random() < WITHOUT_WELL
    throws = mixed_throws(1 if group else MOST_THROWS, affair.without_well or calls, dice)
    wish = affair.seat != seat and wants_list(view, "receive", affair.seat, dice)
    gift = None if group and affair.seat == seat else worst_gift(hand.cards)
    return Throw(throws, 1 if calls else 0, gift, 1 if wish else 0)


def mixed_throws(count: int, without_well: bool, dice: Dice) -> tuple[ThrowName, ...]:
    """So many throws that nobody can foresee."""
    names = THROWS[:3] if without_well else THROWS
    weights = [1.0] * 3 if without_well else [MIX[name] for name in names]
    return tuple(dice.weighted(names, weights) for _ in range(count))


def vote(view: HmkView, dice: Dice) -> Vote | Abstain:
    """Burdens the leader: joins a ballot that does, or would give a card itself."""
    seat, hand = view.mine()
    affair = affair_of(view)
    gift = worst_gift(hand.cards)
    wish: Literal[0, 1] = 1 if affair.seat != seat and wants_list(view, "receive", seat, dice) else 0
    if dice.random() < NO_OPINION:
        return Abstain(gift, wish)
    ballots = dict.fromkeys(ballot for ballot in affair.ballots if ballot is not None)
    ballots.update(dict.fromkeys(own_ballots(view)))
    support = {ballot: worth_of_ballot(view, ballot) + MOOD * dice.random() for ballot in ballots}
    best = max(support, key=support.__getitem__)
    if best.giver is None or best.receiver is None or support[best] < 0:
        return Abstain(gift, wish)
    return Vote(best.giver, best.receiver, gift, wish)


def own_ballots(view: HmkView) -> list[Ballot]:
    """To the leader from me, or from whoever holds most."""
    seat, _ = view.mine()
    counts = view.table.counts
    leader = leading(view)
    richest = max((other for other in range(len(counts)) if other != leader), key=lambda other: counts[other])
    return [Ballot(giver, leader) for giver in dict.fromkeys((seat, richest)) if counts[giver]]


def leading(view: HmkView) -> int:
    """Who holds fewest cards but me; if that are several, the next on turn after me."""
    seat, _ = view.mine()
    return min(next_seats(seat, view.table.seats), key=lambda other: view.table.counts[other])


def worth_of_ballot(view: HmkView, ballot: Ballot) -> float:
    """How much I like a ballot, and how likely it is to pass: below 0 not at all."""
    seat, _ = view.mine()
    counts = view.table.counts
    if ballot.giver is None or ballot.receiver in (None, seat) or not counts[ballot.giver]:
        return -10.0
    if counts[ballot.giver] == 1:
        return 10.0 if ballot.giver == seat else -10.0
    cast = sum(other == ballot for other in affair_of(view).ballots)
    leader = leading(view)
    return (
        (ballot.giver == seat) + 0.5 * (ballot.receiver == leader) - (ballot.giver == leader) + JOINS * cast
    )


def worst_gift(cards: tuple[Card, ...]) -> Card | None:
    """The card to part with, if there is a choice."""
    return worst_cards(cards)[0] if len(cards) > 1 else None


def worst_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The worst first: what nobody can lay, then what the others of my hand do as well, a list last."""
    worst: list[Card] = []
    while len(worst) < len(cards):
        rest = tuple(card for card in cards if card not in worst)
        worst.append(max(rest, key=lambda card: worth_without(rest, card)))
    return tuple(worst)


def worth_without(cards: tuple[Card, ...], card: Card) -> float:
    """How well my hand does once it has given a card."""
    kind, rest = kind_of(card), tuple(other for other in cards if other != card)
    same = sum(symbols_of(other) == symbols_of(card) for other in rest)
    kept = 2 * KEPT_LIST if kind == "list" else 0.0
    return worth_of_rest(rest) + SYMBOL * same - kept + (10.0 if kind == "razupaltuff" else 0.0)


# What it leaves behind


def leave_orders(view: HmkView, orders: Orders, plans: int, ahead: bool, dice: Dice) -> Orders:
    """A planned turn, made anew where nothing is owed; ahead: throws too, and what had to be asked is settled."""
    seat, _ = view.mine()
    planned = orders.plans if plans else ()
    if plans and not owes_anything(view.prompts, seat):
        lines = planned_lines(view, dice)
        planned = (Plan(lines),) if lines else ()
    left = replace(orders, plans=planned[:MOST_PLANS])
    if not ahead:
        return left
    wanted: dict[Hit, Order] = {
        hit: ("use" if hit in ("draw", "receive", "open") or is_ahead(view) else "never") for hit in HITS
    }
    return replace(left, throws=mixed_throws(MOST_THROWS, False, dice), without_well=False, **wanted)


def is_ahead(view: HmkView) -> bool:
    """Whether I hold less than the others do on average."""
    seat, _ = view.mine()
    return view.table.counts[seat] * view.table.seats < sum(view.table.counts)


def planned_lines(view: HmkView, dice: Dice) -> tuple[Line, ...]:
    """All cards worth laying, the worthiest first; for a Polizei a second name, if the first is exempt by then."""
    _, hand = view.mine()
    rated: list[tuple[float, Line]] = []
    for card in hand.cards:
        if kind_of(card) == "razupaltuff":
            continue
        line = Line(card, pick_target(view, card, dice))
        worth = worth_of(view, line) + MOOD * dice.random()
        if worth < worth_of_drawing(hand):
            continue
        rated.append((worth, line))
        if kind_of(card) == "police":
            other = next(seat for seat in other_seats(view) if seat != line.target)
            rated.append((worth - MOOD, Line(card, other)))
    rated.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(line for _, line in rated)[:MOST_LINES]
