"""How often each card of a deck was dealt, played and stamped: added up once, when a match is over.

Any number of these may run at once: whoever first marks a match as counted counts it, in the same transaction.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import QuerySet

from games import combinations, replay
from games.alone import alone
from games.game_of_quotes.cards import is_blank, row_of
from games.keepsakes import GAME
from games.models import Match
from quotes.models import Card, Tally

AT_A_TIME = 100


@dataclass
class Counts:
    """By the rows of cards. dealt: once a match; played, stamps: as often as it was read, and stamped."""

    dealt: set[int] = field(default_factory=set)
    played: Counter[int] = field(default_factory=Counter)
    stamps: Counter[int] = field(default_factory=Counter)


def to_count() -> QuerySet[Match]:
    """Matches that ended with a result; practice and lessons say nothing about a card."""
    return Match.objects.filter(game=GAME, status=Match.Status.FINISHED, practice=False, tallied=False)


def count_finished() -> int:
    """Add up what became of the cards of all matches that are over; how many matches there were."""
    done = 0
    for pk in list(to_count().order_by("pk").values_list("pk", flat=True)[:AT_A_TIME]):
        with alone(pk):
            done += count(pk)
    return done


@transaction.atomic
def count(pk: int) -> bool:
    """One match; False if another has counted it meanwhile."""
    if not to_count().filter(pk=pk).update(tallied=True):
        return False
    add_up(counts_of(Match.objects.get(pk=pk)))
    return True


def counts_of(match: Match) -> Counts:
    counts = Counts(dealt=ever_held(match))
    table = combinations.table_of(match)
    stamped: dict[tuple[int, int], int] = defaultdict(int)
    for number, given in enumerate(table.stamped, 1):
        for seat in given:
            stamped[number, seat] += 1
    for one in combinations.combinations_of(match.pk, table):
        for row in one.cards:
            counts.dealt.add(row)
            counts.played[row] += 1
            counts.stamps[row] += stamped[one.round, one.seat]
    return counts


def ever_held(match: Match) -> set[int]:
    """The cards that lay in a hand at any time. Of a log that cannot be played again: none but those that were read."""
    held: set[str] = set()
    try:
        for position in replay.positions(match):
            for hand in position.state.hands:
                held.update(hand.cards)
    except replay.Mismatch:
        return set()
    return {row_of(card) for card in held if not is_blank(card)}


def add_up(counts: Counts) -> None:
    """Rows are made and locked in one order, so that two matches with the same cards wait and do not clash."""
    rows = existing(counts.dealt)
    Tally.objects.bulk_create([Tally(card_id=row) for row in rows], ignore_conflicts=True)
    tallies = list(Tally.objects.select_for_update().filter(card__in=rows).order_by("card_id"))
    for tally in tallies:
        tally.dealt += 1
        tally.played += counts.played[tally.card_id]
        tally.stamps += counts.stamps[tally.card_id]
    Tally.objects.bulk_update(tallies, ["dealt", "played", "stamps"])


def existing(rows: Iterable[int]) -> list[int]:
    """Those whose deck was not removed for good meanwhile."""
    return list(Card.objects.filter(pk__in=list(rows)).order_by("pk").values_list("pk", flat=True))
