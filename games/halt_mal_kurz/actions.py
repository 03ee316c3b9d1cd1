"""What a laid card does (rulebook, "Witzig-Karten" and "Nicht-Witzig-Karten")."""

from games.engine import Card, Prompt, face_of, faces

from . import assembly, contests, duels, reactions
from .answers import Lay, React
from .course import end_action
from .events import CardLaid, Closed, Counted, Halved, Passed, Received, Redealt, SlowestDrawn, Swapped
from .pack import CAPITALISM_DRAWS, FLIPPED, TARGETED, half_of, kind_of
from .parts import Affair
from .turn import Turn


def lay(turn: Turn, prompt: Prompt, action: Lay) -> None:
    """Lay a card on turn; then its action happens, even if it was the last one."""
    seat, card = prompt.seat, action.card
    end_turn(turn, prompt, action.planned)
    kind = kind_of(card)
    turn.discards.append(turn.spend(seat, card))
    if kind in FLIPPED and turn.options.slap == "reflex":
        contests.open_contest(turn, card, action)
        return
    target = action.target if kind in TARGETED else None
    turn.say(
        CardLaid(seat=seat, face=face_of(card), target=target, delivery=action.delivery, words=action.words)
    )
    start(turn, kind, card, target)


def start(turn: Turn, kind: str, card: Card, target: int | None) -> None:
    """Begin an action: most ask somebody first."""
    seat, others = turn.turn, turn.clockwise(turn.turn)
    match kind, target:
        case "halt", int():
            if not half_of(len(turn.hands[seat].cards)):  # Ruling: with nothing to halve nobody is asked
                turn.say(Halved(seat=seat, target=target, cards=0))
                end_action(turn)
            else:
                reactions.ask_targets(turn, card, (target,), (target,), "receive")
        case "swap", int():
            reactions.ask_targets(turn, card, (target,), (target,), "swap")
        case "schnick", int():
            duels.start_duel(turn, card, target)
        case "police", int():
            reactions.ask_targets(turn, card, (target,), (target,), "open")
        case "group", _:
            duels.start_group(turn, card)
        case "assembly", _:
            assembly.call_assembly(turn, card)
        case "communism", _:
            reactions.ask_targets(turn, card, others, others, "communism")
        case "capitalism", _:
            count_cards(turn, card)
        case "nazi", _:
            slow = turn.dice.pick(others)
            turn.say(SlowestDrawn(seat=seat, target=slow))
            reactions.ask_targets(turn, card, (slow,), (slow,), "draw")
        case _:
            end_action(turn)


def count_cards(turn: Turn, card: Card) -> None:
    """Ruling: whoever holds most is counted when the card is laid, its player included, who cannot react."""
    seat = turn.turn
    counts = [len(hand.cards) for hand in turn.hands]
    targets = tuple(other for other in (*turn.clockwise(seat), seat) if counts[other] == max(counts))
    turn.say(Counted(seat=seat, most=max(counts), targets=targets))
    asked = tuple(other for other in targets if other != seat)
    if asked:
        reactions.ask_targets(turn, card, targets, asked, "draw")
    else:
        turn.draw(seat, CAPITALISM_DRAWS, "hit")
        end_action(turn)


def react(turn: Turn, prompt: Prompt, action: React) -> None:
    """When everybody has said whether to use a list, those are laid, and the rest of the action follows."""
    if not reactions.react(turn, prompt, action):
        return
    affair = turn.affair
    assert affair is not None
    void = reactions.use_lists(turn, affair.targets, affair.face, never=affair.seat)
    hit = tuple(seat for seat in affair.targets if seat not in void)
    carry_out(turn, affair, hit)
    end_action(turn)


def carry_out(turn: Turn, affair: Affair, hit: tuple[int, ...]) -> None:
    """What an action does to those who did not use a list; the list ends it for the others: no new victim."""
    seat = affair.seat
    match kind_of(affair.face):
        case "halt" if hit:
            halve(turn, seat, hit[0])
        case "swap" if hit:
            swap_hands(turn, seat, hit[0])
        case "communism":
            deal_anew(turn, seat, hit)
        case "capitalism":
            for target in hit:
                turn.draw(target, CAPITALISM_DRAWS, "hit")
        case "nazi" if hit:
            turn.draw(hit[0], 1, "hit")
        case "police":
            contests.open_hand(turn, affair.targets[0], void=not hit)


def halve(turn: Turn, seat: int, target: int) -> None:
    """A random half of the hand, rounded down (rulebook, "Halt mal kurz")."""
    cards = turn.hands[seat].cards
    half = tuple(turn.dice.shuffled(cards)[: half_of(len(cards))])
    turn.say(Halved(seat=seat, target=target, cards=len(half)))
    turn.hand_over(seat, target, half)


def swap_hands(turn: Turn, seat: int, target: int) -> None:
    """Whole hands, also none for theirs (rulebook, "Ach - mein, dein ...")."""
    mine, theirs = turn.hands[seat].cards, turn.hands[target].cards
    turn.say(
        Swapped(seat=seat, target=target, gave=len(mine), got=len(theirs)),
        Received(to=seat, giver=target, faces=faces(theirs)),
        Received(to=target, giver=seat, faces=faces(mine)),
    )
    turn.set_hand(seat, theirs)
    turn.set_hand(target, mine)


def deal_anew(turn: Turn, seat: int, others: tuple[int, ...]) -> None:
    """All hands together, shuffled, dealt one by one from the left; the open hand is closed.

    Rulebook, "Der Kommunismus". Ruling: whoever reacted stays out; the open seat stays the exempt one.
    """
    order = (*others, seat)
    cards = turn.dice.shuffled([card for one in order for card in turn.hands[one].cards])
    dealt = {one: tuple(cards[place :: len(order)]) for place, one in enumerate(order)}
    turn.say(Redealt(seat=seat, seats=order, counts=tuple(len(dealt[one]) for one in order)))
    if turn.open is not None:
        turn.say(Closed(target=turn.open))
        turn.open = None
    for one in order:
        turn.say(Received(to=one, giver=None, faces=faces(dealt[one])))
        turn.set_hand(one, dealt[one])


def draw(turn: Turn, prompt: Prompt, planned: bool) -> None:
    """Draw instead of laying; the card cannot be laid at once, as the turn is over."""
    end_turn(turn, prompt, planned)
    turn.draw(prompt.seat, 1, "turn")
    end_action(turn)


def skip(turn: Turn, prompt: Prompt) -> None:
    """Ruling: with nothing to draw and nothing to lay."""
    end_turn(turn, prompt, planned=False)
    turn.say(Passed(seat=prompt.seat))
    end_action(turn)


def end_turn(turn: Turn, prompt: Prompt, planned: bool) -> None:
    """The turn is answered. After a planned one its own flips have time until the next (Ruling)."""
    turn.close(prompt)
    if planned:
        turn.set_flips("same", "free", prompt.seat)
