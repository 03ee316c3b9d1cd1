"""What a seat may answer in Game of Quotes: the form of each prompt, and what is legal."""

from games.engine import Card, Choice, Field, Offer, Prompt, Reason, Way

from .answers import MOST_WRITTEN, AnyAction, Both, Pick, Stamp, Swap, Write
from .cards import STOCK, has_source
from .parts import GoqView, Hand, Table

READS = Field("reads", "one", (Choice("name"), Choice("description")), preset="name")
WORDS = Field("words", "text", low=1, high=MOST_WRITTEN, blank=True)
OFFERED = 6  # names of the game's own at a time
SWAPPING = ("quote", "source", "both")  # the questions at which cards lie in the hand to choose from


def offer(view: GoqView, prompt: Prompt) -> Offer:
    """By the kind of the prompt; what cannot be chosen is there with its reason."""
    seat, hand = view.mine()
    match prompt.kind:
        case "stamp":
            return offer_stamp(view.table, seat, hand)
        case "write":
            return Offer((Way("write", (WORDS, stock_field(prompt))),))
        case "both":
            answer = Way("both", (card_field(hand, "quote"), WORDS, stock_field(prompt)))
        case _:
            fields = (card_field(hand, prompt.kind),)
            answer = Way("pick", (*fields, READS) if asks_reading(view, prompt) else fields)
    return Offer((answer, offer_swap(view.table, seat, hand, prompt.kind)))


def asks_reading(view: GoqView, prompt: Prompt) -> bool:
    """Whether this is the last choice of a round in which a source card is chosen (Ruling)."""
    return view.table.step == 1 and (prompt.kind == "source" or view.table.round == 2)


def card_field(hand: Hand, kind: str) -> Field:
    """The cards of the hand; a blank without a source can give none."""
    draft = hand.draft.card if hand.draft else None
    choices = tuple(Choice(card, reason=misfit(card, kind)) for card in hand.cards)
    return Field("card", "one", choices, preset=draft)


def misfit(card: Card, kind: str) -> Reason | None:
    """Why a card cannot be chosen for this, or None."""
    return None if kind != "source" or has_source(card) else "no_source"


def stock_field(prompt: Prompt) -> Field:
    """A few of the game's own names, others at each question."""
    numbers = [-1 - (prompt.number * 7 + step * 11) % STOCK for step in range(OFFERED)]
    return Field("stock", "one", tuple(Choice(number) for number in numbers), blank=True)


def offer_swap(table: Table, seat: int, hand: Hand, kind: str) -> Way:
    """Any number of cards, once; as many as can be drawn. What is written beside them goes along, and stays."""
    most = min(len(hand.cards), table.to_draw)
    reason = "swapped_already" if table.swapped[seat] else None if most else "nothing_to_draw"
    cards = tuple(Choice(card) for card in hand.cards)
    field = Field("cards", "some", cards, 1, max(1, most))
    return Way("swap", (field, WORDS) if kind == "both" else (field,), reason)


def offer_stamp(table: Table, seat: int, hand: Hand) -> Offer:
    """A stamp that is left, and another seat's combination."""
    values = tuple(
        Choice(value, more=hand.left(value), reason=None if hand.left(value) else "stamp_used")
        for value in (1, 2)
    )
    preset = hand.stamp.value if hand.stamp else 1 if hand.left(1) else 2
    order = [reading.seat for reading in table.readings[-1]]
    seats = tuple(
        Choice(other, seat=other, reason="own_reading" if other == seat else None) for other in order
    )
    to = Field("seat", "one", seats, preset=hand.stamp.seat if hand.stamp else None)
    return Offer((Way("stamp", (to, Field("value", "one", values, preset=preset))),))


def check(view: GoqView, prompt: Prompt, action: AnyAction) -> Reason | None:
    """Why an action may not answer a prompt, or None."""
    seat, hand = view.mine()
    match action:
        case Pick(card) if prompt.kind in ("quote", "source"):
            return own_card(hand, card) or misfit(card, prompt.kind)
        case Write() if prompt.kind == "write":
            return check_written(hand, action, None)
        case Both(card) if prompt.kind == "both":
            return own_card(hand, card) or check_written(hand, action, card)
        case Swap(cards, words) if prompt.kind in SWAPPING:
            if words is not None and (prompt.kind != "both" or not 0 <= words < 2**63):
                return "wrong_answer"
            return check_swap(view.table, seat, hand, cards)
        case Stamp(other, value) if prompt.kind == "stamp":
            return check_stamp(view.table, seat, hand, other, value)
    return "wrong_answer"


def own_card(hand: Hand, card: Card) -> Reason | None:
    """A card of this hand."""
    return None if card in hand.cards else "not_your_card"


def check_written(hand: Hand, action: Write | Both, quote: Card | None) -> Reason | None:
    """A text, one of the game's names, or (the clock) a card that lends its own, which is not the quote's."""
    if action.lends is not None:
        if action.lends == quote or not has_source(action.lends):
            return "wrong_answer"
        return own_card(hand, action.lends)
    if action.words is None and action.stock is None:
        return "nothing_written"
    if action.words is not None:
        return None if 0 <= action.words < 2**63 else "wrong_answer"  # 0 is a text that is not stored yet
    return None if -STOCK <= (action.stock or 0) <= -1 else "wrong_answer"


def check_swap(table: Table, seat: int, hand: Hand, cards: tuple[Card, ...]) -> Reason | None:
    """Once a match; own cards, each once, no more than can be drawn."""
    if table.swapped[seat]:
        return "swapped_already"
    if not cards:
        return "nothing_chosen"
    if len(set(cards)) < len(cards) or not set(cards) <= set(hand.cards):
        return "not_your_card"
    return None if len(cards) <= table.to_draw else "nothing_to_draw"


def check_stamp(table: Table, seat: int, hand: Hand, other: int, value: int) -> Reason | None:
    """A stamp that is left, for somebody else's combination (rulebook, "Scoring")."""
    if not 0 <= other < table.seats:
        return "no_such_seat"
    if other == seat:
        return "own_reading"
    return None if value in (1, 2) and hand.left(value) else "stamp_used"
