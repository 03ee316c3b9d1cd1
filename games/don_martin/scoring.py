"""What a round is worth (rulebook, "Scoring")."""

from collections.abc import Sequence

from .pack import LEAST_GROUP, is_special
from .parts import Group, Hand, Score

LEFT_COLOURED, LEFT_SPECIAL = -5, -10
SINGLE = 100


def points_of(size: int) -> int:
    """Ten for three of a sound, twice as much with each further one; 0 for fewer than three."""
    return 10 * 2 ** (size - LEAST_GROUP) if size >= LEAST_GROUP else 0


def left_points(hand: Hand) -> int:
    """What the cards still in a hand cost."""
    return sum(LEFT_SPECIAL if is_special(card) else LEFT_COLOURED for card in hand.cards)


def score_round(
    groups: Sequence[tuple[Group, ...]], laid_down: Sequence[int], hands: Sequence[Hand], out: int | None
) -> tuple[Score, ...]:
    """By seat. The bonus and the hundred go to whoever went out; cards on the table count for nobody (Ruling).

    Ruling: the hundred needs one lay-down exactly, not none.
    """
    held = sum(len(hand.cards) for hand in hands)
    return tuple(
        Score(
            groups=sum(points_of(len(group.faces)) for group in groups[seat]),
            left=left_points(hand),
            bonus=held if seat == out else 0,
            single=SINGLE if seat == out and laid_down[seat] == 1 else 0,
        )
        for seat, hand in enumerate(hands)
    )
