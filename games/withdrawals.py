"""The sweep that takes what a moderator hid out of the matches that run."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games import resting
from games.alone import alone
from games.desk import BrokenMatch, load_by_id
from games.models import Blank, Match
from quotes.models import Card, Words

AT_A_TIME = 100
TO_TAKE_OUT = Q(hidden_at__isnull=False, taken_out_at=None)
# A match that was being dealt when a card was hidden may hold it, and is seen only once its deal is stored.
DEALT_BY_THEN = timedelta(seconds=30)


def take_out_everywhere(now: datetime) -> int:
    """Out of every running match; how many matches were touched. Those that rest are seen to when they go on.

    What a match could not be rid of is tried again in the next sweep.
    """
    cards = list(Card.objects.filter(TO_TAKE_OUT).order_by("-hidden_at")[:AT_A_TIME])
    words = list(Words.objects.filter(TO_TAKE_OUT).order_by("-hidden_at")[:AT_A_TIME])
    touched, undone = 0, set()
    for match in sorted(matches_with(cards, words)):
        undone.add(match)
        with alone(match):
            touched += take_out_of(match)
            undone.discard(match)
    settled = Q(hidden_at__lte=now - DEALT_BY_THEN)
    done = Card.objects.filter(settled, pk__in=[card.pk for card in cards])
    done.exclude(deck__matches__in=undone).update(taken_out_at=now)
    done = Words.objects.filter(settled, pk__in=[one.pk for one in words])
    blanks = Blank.objects.filter(match__in=undone)
    for field in ("quote", "source"):
        done = done.exclude(pk__in=blanks.exclude(**{field: None}).values(field))
    done.update(taken_out_at=now)
    return touched


def matches_with(cards: Iterable[Card], words: Iterable[Words]) -> set[int]:
    """The running matches that may hold one of these."""
    running = Match.objects.filter(status=Match.Status.RUNNING)
    with_cards = running.filter(decks__in={card.deck_id for card in cards}) if cards else running.none()
    written = (
        Blank.objects.filter(Q(quote__in=words) | Q(source__in=words)) if words else Blank.objects.none()
    )
    with_words = running.filter(pk__in=written.values("match"))
    return {*with_cards.values_list("pk", flat=True), *with_words.values_list("pk", flat=True)}


def take_out_of(match_id: int) -> bool:
    """Under the lock of one match. A match that breaks over it is frozen."""
    try:
        with transaction.atomic():
            desk = load_by_id(match_id)
            if desk is None or not desk.match.running or not resting.take_out_hidden(desk):
                return False
            if desk.match.running:
                desk.run_on()
            desk.store()
            return True
    except BrokenMatch as broken:
        resting.freeze_now(match_id, str(broken))
        return True
