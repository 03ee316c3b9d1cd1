"""What a seat may answer in Don Martin's Kartenspiel: the form of each prompt, and what is legal."""

from collections import Counter

from games.engine import Card, Choice, Field, Offer, Prompt, Reason, Way, face_of

from .answers import AnyAction, Ignore, Keep, Lay, Play, Throw
from .pack import LEAST_GROUP, colour_of, is_special, sound_of
from .parts import DmView, Hand, Table
from .tricks import by_sound


def offer(view: DmView, prompt: Prompt) -> Offer:
    """By the kind of the prompt; what cannot be chosen is there with its reason."""
    _, hand = view.mine()
    match prompt.kind:
        case "turn" | "lead":
            return offer_turn(view, prompt, hand)
        case "lay":
            return offer_groups(hand)
    cards = tuple(
        Choice(card, face_of(card), reason="not_coloured" if is_special(card) else None)
        for card in hand.cards
    )
    return Offer((Way("throw", (Field("card", "one", cards, preset=hand.thrown),)),))


def offer_turn(view: DmView, prompt: Prompt, hand: Hand) -> Offer:
    """Ignore (never on an empty table), or play a card; `more` says how many cards a take would bring."""
    table = view.table
    cards = tuple(choice_of(table, hand, card) for card in hand.cards)
    legal = [choice.effect for choice in cards if choice.reason is None]
    seats = tuple(Choice(seat, seat=seat) for seat in range(table.seats))
    target = Field("target", "one", seats, blank=set(legal) != {"gapween"})
    play = Way("play", (Field("card", "one", cards), target), None if legal else "last_special")
    if prompt.kind == "lead":
        return Offer((play,))
    return Offer((Way("ignore", reason=None if table.pile else "no_pile"), play))


def choice_of(table: Table, hand: Hand, card: Card) -> Choice:
    """A card with what it would do now: lead, take, add, or the name of the special it is."""
    face = face_of(card)
    if is_special(card):
        return Choice(card, face, face, reason=misplay(table, hand, card))
    if not table.lies:
        return Choice(card, face, "leads")
    if colour_of(card) in table.colours:
        return Choice(card, face, "takes", more=len(table.lies))
    return Choice(card, face, "adds")


def misplay(table: Table, hand: Hand, card: Card) -> Reason | None:
    """Why a card of this hand cannot be played now, or None (rulebook, "Setup" and "End of the Game")."""
    if not is_special(card):
        return None
    if table.first:
        return "first_card"
    return "last_special" if len(hand.cards) == 1 else None


def offer_groups(hand: Hand) -> Offer:
    """Keep everything, or lay cards; `more` says how many of its sound are held."""
    held = Counter(sound_of(card) for card in hand.coloured())
    # Three of a sound and a special are all there is: whatever is laid, the special alone is left.
    closed = "lone_special" if list(held.values()) == [LEAST_GROUP] == [len(hand.cards) - 1] else None
    cards = tuple(
        Choice(
            card,
            face_of(card),
            sound_of(card),
            reason="too_few" if held[sound_of(card)] < LEAST_GROUP else closed,
            more=held[sound_of(card)],
        )
        for card in hand.coloured()
    )
    can = any(count >= LEAST_GROUP for count in held.values())
    field = Field("cards", "some", cards, LEAST_GROUP, max(LEAST_GROUP, len(cards)))
    return Offer((Way("keep"), Way("lay", (field,), closed if can else "no_group")))


def check(view: DmView, prompt: Prompt, action: AnyAction) -> Reason | None:
    """Why an action may not answer a prompt, or None."""
    _, hand = view.mine()
    match action:
        case Play() if prompt.kind in ("turn", "lead"):
            return check_play(view.table, hand, action)
        case Ignore() if prompt.kind == "turn":
            return None if view.table.pile else "no_pile"
        case Keep() if prompt.kind == "lay":
            return None
        case Lay(cards) if prompt.kind == "lay":
            return check_groups(hand, cards)
        case Throw(card) if prompt.kind == "throw_in":
            if card not in hand.cards:
                return "not_your_card"
            return "not_coloured" if is_special(card) else None
    return "wrong_answer"


def check_play(table: Table, hand: Hand, action: Play) -> Reason | None:
    """An own card that may be played now; a GA-PWEEN! names who draws."""
    if action.card not in hand.cards:
        return "not_your_card"
    if reason := misplay(table, hand, action.card):
        return reason
    return check_target(table, action.card, action.target)


def check_target(table: Table, card: Card, target: int | None) -> Reason | None:
    """A GA-PWEEN! names a seat of this table, oneself included; another card names nobody and does not care."""
    if face_of(card) != "gapween":
        return None
    if target is None:
        return "whom"
    return None if 0 <= target < table.seats else "no_such_seat"


def check_groups(hand: Hand, cards: tuple[Card, ...]) -> Reason | None:
    """At least three of each sound (rulebook, "Laying Down Groups").

    Ruling: not so many that one special alone is left, which could not lead.
    """
    if len(set(cards)) < len(cards):
        return "laid_twice"
    if not set(cards) <= set(hand.cards):
        return "not_your_card"
    if any(is_special(card) for card in cards):
        return "not_coloured"
    if not cards or any(len(group) < LEAST_GROUP for group in by_sound(cards).values()):
        return "too_few"
    left = set(hand.cards) - set(cards)
    return "lone_special" if len(left) == 1 and is_special(left.pop()) else None
