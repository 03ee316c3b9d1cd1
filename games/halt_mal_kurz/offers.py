"""What each question of Halt mal kurz may be answered with, and why an answer may not be given."""

from games.engine import Card, Choice, Field, Offer, Prompt, Reason, Way, face_of, next_seats

from .answers import (
    DELIVERIES,
    MOST_THROWS,
    MOST_WORDS,
    PILE,
    THROWS,
    Abstain,
    AnyAction,
    Draw,
    Flip,
    Give,
    Lay,
    Leave,
    Line,
    Pass,
    React,
    Slap,
    Throw,
    Vote,
)
from .pack import NO_SYMBOL, TARGETED, fits, kind_of
from .parts import Affair, Hand, HmkView, Table
from .turn import owes_flips

NO_YES = (Choice(0), Choice(1))
DELIVERY = Field("delivery", "one", tuple(Choice(word) for word in DELIVERIES), preset="plain")
WORDS = Field("words", "text", low=1, high=MOST_WORDS, blank=True)
EXEMPT = "exempt"  # the effect of naming a seat that no Polizei may name


def misfit(table: Table, card: Card) -> Reason | None:
    """Why a card cannot be laid on the discards, or None (rulebook, "Das Spiel")."""
    if kind_of(card) in NO_SYMBOL:
        return "never_laid"
    return None if fits(card, table.top) else "no_fit"


def mistarget(table: Table, seat: int, card: Card, target: int | None) -> Reason | None:
    """Why a card cannot name this seat, or None; a card that names nobody does not care."""
    kind = kind_of(card)
    if kind not in TARGETED:
        return None
    if target is None:
        return "whom"
    if target == seat:
        return "not_yourself"
    if not 0 <= target < table.seats:
        return "no_such_seat"
    # Rulebook, "Die Polizei": not who was open last. Ruling: who last really was, as seen when the card is laid.
    return "exempt" if kind == "police" and target == table.exempt else None


def affair_of(view: HmkView) -> Affair:
    """The action that waits for an answer. Raises LookupError if there is none."""
    if view.table.affair is None:
        raise LookupError("no card is being carried out")
    return view.table.affair


def offer(view: HmkView, prompt: Prompt) -> Offer:
    """By the kind of the prompt; what cannot be chosen is there with its reason."""
    seat, hand = view.mine()
    match prompt.kind:
        case "turn":
            return offer_turn(view, seat, hand)
        case "flip":
            first = None if is_oldest_flip(view, prompt) else "older_first"
            return Offer((Way("flip", reason=first), Way("leave", (wish_field(0),), first)))
        case "slap":
            return Offer((Way("slap", (Field("hit", "one", NO_YES, preset=0), wish_field(0))),))
        case "react":
            none = None if hand.list_against(affair_of(view).face) else "no_list"
            wish = 0 if hand.promise is None else hand.promise.wish
            choices = (Choice(0), Choice(1, reason=none))
            return Offer((Way("react", (Field("wish", "one", choices, preset=wish), DELIVERY, WORDS)),))
        case "throw":
            return Offer((Way("throw", throw_fields(view, seat, hand)),))
        case "vote":
            return offer_vote(view, seat, hand)
    most = min(len(hand.cards), len(affair_of(view).targets))
    return Offer((Way("give", (Field("cards", "list", own_cards(hand), high=most),)),))


def wish_field(preset: int) -> Field:
    """Whether to use a list if it comes to a hit."""
    return Field("wish", "one", NO_YES, preset=preset)


def own_cards(hand: Hand) -> tuple[Choice, ...]:
    """Every card of a hand."""
    return tuple(Choice(card, face_of(card)) for card in hand.cards)


def offer_turn(view: HmkView, seat: int, hand: Hand) -> Offer:
    """Draw, lay, or pass where neither is possible; after the flips that are owed."""
    table = view.table
    cards = tuple(
        Choice(card, face_of(card), kind_of(card), reason=misfit(table, card)) for card in hand.cards
    )
    legal = [choice.effect for choice in cards if choice.reason is None]
    owing = "flip_first" if owes_flips(view.prompts, seat) else None
    nothing = None if table.to_draw else "nothing_to_draw"
    # The exempt seat is closed altogether if a Polizei is all that can be laid; else to a Polizei alone.
    closed = table.exempt if legal and set(legal) == {"police"} else None
    seats = tuple(
        Choice(
            other,
            effect=EXEMPT if other == table.exempt else "",
            seat=other,
            reason="exempt" if other == closed else None,
        )
        for other in next_seats(seat, table.seats)
    )
    must_name = bool(legal) and all(kind in TARGETED for kind in legal)
    target = Field("target", "one", seats, blank=not must_name)
    ways = [
        Way("draw", reason=owing or nothing),
        Way(
            "lay",
            (Field("card", "one", cards), target, DELIVERY, WORDS),
            owing or (None if legal else "no_fit"),
        ),
    ]
    if nothing and not legal:
        ways.insert(0, Way("pass", reason=owing))
    return Offer(tuple(ways))


def throw_fields(view: HmkView, seat: int, hand: Hand) -> tuple[Field, ...]:
    """Throws, and folded into them the gift if I win and the list if I lose."""
    affair = affair_of(view)
    group, mine = is_group(affair), seat == affair.seat
    promise = hand.promise
    throws = tuple(
        Choice(throw, reason="without_well" if affair.without_well and throw == "well" else None)
        for throw in THROWS
    )
    high = 1 if group else MOST_THROWS
    fields = [Field("throws", "list", throws, 1, high, preset=promise.throws if promise else None)]
    if not group and not affair.again:
        said = int(promise.without_well) if promise else 0
        fields.append(Field("without_well", "one", NO_YES, preset=said))
    gifts = gift_choices(view, hand, group=group)
    if gifts and not (group and mine):
        fields.append(Field("gift", "one", gifts, blank=True, preset=promise.gift if promise else None))
    if not mine:
        fields.append(wish_field(promise.wish if promise else 0))
    return tuple(fields)


def gift_choices(view: HmkView, hand: Hand, *, group: bool) -> tuple[Choice, ...]:
    """What can be given; nothing where there is no choice (Ruling). In a duel also a card from the pile (story)."""
    if group:
        return own_cards(hand) if len(hand.cards) > 1 else ()
    nothing = None if view.table.to_draw else "nothing_to_draw"
    return (*own_cards(hand), Choice(PILE, reason=nothing)) if hand.cards else ()


def offer_vote(view: HmkView, seat: int, hand: Hand) -> Offer:
    """Who gives to whom, or no vote; with either the gift and the wish."""
    affair, promise = affair_of(view), hand.promise
    ballot = affair.ballots[seat]
    seats = tuple(Choice(other, seat=other) for other in range(view.table.seats))
    folded = []
    if len(hand.cards) > 1:
        gift = promise.gift if promise else None
        folded.append(Field("gift", "one", own_cards(hand), blank=True, preset=gift))
    if seat != affair.seat:
        folded.append(wish_field(promise.wish if promise else 0))
    pair = (
        Field("giver", "one", seats, preset=ballot.giver if ballot else None),
        Field("receiver", "one", seats, preset=ballot.receiver if ballot else None),
    )
    return Offer((Way("abstain", tuple(folded)), Way("vote", (*pair, *folded))))


def is_group(affair: Affair) -> bool:
    """Whether a card with throws is a group duel."""
    return kind_of(affair.face) == "group"


def is_oldest_flip(view: HmkView, prompt: Prompt) -> bool:
    """Whether this is the flip that its seat has to answer first; an open slap always comes before."""
    mine = [other for other in view.prompts if other.seat == prompt.seat]
    first = min(other.number for other in mine if other.kind == "flip")
    return prompt.number == first and not any(other.kind == "slap" for other in mine)


# Legality


def check(view: HmkView, prompt: Prompt, action: AnyAction) -> Reason | None:
    """Why an action may not answer a prompt, or None."""
    match action:
        case Lay() | Draw() | Pass() if prompt.kind == "turn":
            return check_turn(view, action)
        case Flip() | Leave() if prompt.kind == "flip":
            return None if is_oldest_flip(view, prompt) else "older_first"
        case Slap(_, _, after_ms) if prompt.kind == "slap":
            return None if (after_ms or 0) >= 0 else "wrong_answer"
        case React() if prompt.kind == "react":
            return check_react(view, action)
        case Throw() if prompt.kind == "throw":
            return check_throw(view, action)
        case Vote() | Abstain() if prompt.kind == "vote":
            return check_vote(view, action)
        case Give(cards) if prompt.kind == "give":
            return check_gifts(view, cards)
    return "wrong_answer"


def check_turn(view: HmkView, action: Lay | Draw | Pass) -> Reason | None:
    """By hand, cards are turned first; a plan is taken all the same."""
    seat, hand = view.mine()
    planned = not isinstance(action, Pass) and action.planned
    if owes_flips(view.prompts, seat) and not planned:
        return "flip_first"
    if isinstance(action, Draw):
        return None if view.table.to_draw else "nothing_to_draw"
    if isinstance(action, Pass):
        if view.table.to_draw:
            return "wrong_answer"
        return "must_lay" if any(misfit(view.table, card) is None for card in hand.cards) else None
    if action.card not in hand.cards:
        return "not_your_card"
    return (
        check_words(action.words)
        or misfit(view.table, action.card)
        or mistarget(view.table, seat, action.card, action.target)
    )


def check_words(words: int | None) -> Reason | None:
    """A text is a row that somebody wrote."""
    return None if words is None or 0 <= words < 2**63 else "wrong_answer"


def check_react(view: HmkView, action: React) -> Reason | None:
    """A list is used only by whoever holds one that fits."""
    _, hand = view.mine()
    if action.wish and not hand.list_against(affair_of(view).face):
        return "no_list"
    return check_words(action.words)


def check_throw(view: HmkView, action: Throw) -> Reason | None:
    """As many throws as fit, no well once it was ruled out, an own card as gift."""
    affair, (seat, hand) = affair_of(view), view.mine()
    if not 1 <= len(action.throws) <= (1 if is_group(affair) else MOST_THROWS):
        return "not_that_many"
    if affair.without_well and "well" in action.throws:
        return "without_well"
    if action.without_well and (is_group(affair) or affair.again):
        return "wrong_answer"
    if action.wish and seat == affair.seat:
        return "own_card"
    if action.gift == PILE and not is_group(affair):
        return None if view.table.to_draw else "nothing_to_draw"
    return check_gift(hand, action.gift)


def check_gift(hand: Hand, gift: Card | None) -> Reason | None:
    """A gift is an own card, or left to chance."""
    return None if gift is None or gift in hand.cards else "not_your_card"


def check_vote(view: HmkView, action: Vote | Abstain) -> Reason | None:
    """Giver and receiver are two seats of the table (Ruling)."""
    seat, hand = view.mine()
    if action.wish and seat == affair_of(view).seat:
        return "own_card"
    if isinstance(action, Vote):
        seats = range(view.table.seats)
        if action.giver not in seats or action.receiver not in seats:
            return "no_such_seat"
        if action.giver == action.receiver:
            return "same_seat"
    return check_gift(hand, action.gift)


def check_gifts(view: HmkView, cards: tuple[Card, ...]) -> Reason | None:
    """Different own cards, at most one for each receiver."""
    _, hand = view.mine()
    if not set(cards) <= set(hand.cards):
        return "not_your_card"
    if len(set(cards)) < len(cards):
        return "given_twice"
    return None if len(cards) <= len(affair_of(view).targets) else "not_that_many"


def check_line(table: Table, seat: int, line: Line) -> Reason | None:
    """Why a line could never be laid, whatever lies on top and whoever is exempt by then."""
    if kind_of(line.card) in NO_SYMBOL:
        return "never_laid"
    reason = mistarget(table, seat, line.card, line.target)
    return None if reason == "exempt" else reason
