"""Cards and words that a moderator hid leave a match: whoever held one gets another, as a move of the log.

What is hidden is not shown from that moment on (log.with_words, quoted.sides); this comes some seconds later, by
withdrawals.py.
"""

from collections.abc import Iterable

from games.catalog import GAMES
from games.desk import Desk
from games.engine import Card as PlayedCard
from games.game_of_quotes.cards import is_blank, row_of, source_words
from quotes.models import Card, Words


def take_out(desk: Desk) -> bool:
    """Whether there was anything to take out; store the desk then. Two queries for a game of decks, else none."""
    if not GAMES[desk.match.game].from_decks:
        return False
    gone = hidden_among(desk.game.pack(desk.game.options_of(desk.state)))
    return bool(gone) and desk.withdraw(gone)


def is_spoilt(desk: Desk) -> bool:
    """Whether somebody is left with nothing but hidden cards, because there were no others to draw."""
    return any(hand.cards and hidden_among(hand.cards) == frozenset(hand.cards) for hand in desk.state.hands)


def hidden_among(pack: Iterable[PlayedCard]) -> frozenset[PlayedCard]:
    """Those of the cards that are hidden by now, blanks by their quote or their source."""
    pack = list(pack)
    rows = hidden_rows(Card, {row_of(card) for card in pack if not is_blank(card)})
    texts = hidden_rows(Words, {one for card in pack if is_blank(card) for one in texts_of(card)})
    return frozenset(
        card for card in pack if (texts & texts_of(card) if is_blank(card) else row_of(card) in rows)
    )


def texts_of(card: PlayedCard) -> set[int]:
    """The rows of what is written on a blank."""
    source = source_words(card)
    return {row_of(card)} if source is None else {row_of(card), source}


def hidden_rows(model: type[Card] | type[Words], rows: set[int]) -> set[int]:
    if not rows:
        return set()
    return set(model.objects.filter(pk__in=rows, hidden_at__isnull=False).values_list("pk", flat=True))
