"""The cards of Game of Quotes as the rules know them: which row a card is, never what it says.

A card of a deck is "<row>-<category><length>" ("512-h2": row 512 of the cards, history, a long quote); a blank that
somebody filled in is "w<words>-<words>", the rows of its quote and of its source ("w7-": it has no source). No two
cards are alike, so there are no copies.
"""

from typing import Literal, cast

from games.engine import Card, Face

Category = Literal["m", "t", "l", "h", "s", "a", "w", "o"]
# Whose words they are: of myth, of a fairy tale, of literature, history, science, the arts, of people at work, at home.
CATEGORIES: tuple[Category, ...] = ("m", "t", "l", "h", "s", "a", "w", "o")
LONGEST = 3  # lengths are 0 (a few words) to 3

ROUNDS = 4
HAND = 7
LEAST_A_SEAT = 12  # Ruling: 7 in hand, 2 + 2 + 1 used; swaps and round 3 reshuffle the discards
MOST_BLANKS = 4
PRINTED = 170  # cards in the printed game (rulebook, "Game Components")
STOCK = 60  # so many names has the game itself for whoever has no idea, as texts -1 to -STOCK


def deck_card(row: int, category: Category, length: int) -> Face:
    """A card of a deck by its row."""
    return f"{row}-{category}{min(length, LONGEST)}"


def blank_card(quote: int, source: int | None) -> Face:
    """A filled-in blank by the rows of its texts."""
    return f"w{quote}-{source or ''}"


def is_blank(card: Card | Face) -> bool:
    """Whether somebody wrote this card for the match."""
    return card.startswith("w")


def row_of(card: Card | Face) -> int:
    """The row of a deck's card, or of a blank's quote."""
    return int(card.partition("-")[0].removeprefix("w"))


def source_words(card: Card | Face) -> int | None:
    """The row of a blank's source, if it has one."""
    source = card.partition("-")[2]
    return int(source) if is_blank(card) and source else None


def has_source(card: Card | Face) -> bool:
    """Whether a card can lend its source; a blank may have none."""
    return not is_blank(card) or source_words(card) is not None


def category_of(card: Card | Face) -> Category | None:
    """What kind of source a card has, None for a blank."""
    return None if is_blank(card) else cast(Category, card.partition("-")[2][0])


def length_of(card: Card | Face) -> int:
    """How long the quote is, 0 to LONGEST; a blank counts as short."""
    return 0 if is_blank(card) else int(card.partition("-")[2][1:])
