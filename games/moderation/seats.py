"""The seats of somebody who is suspended: a bot plays, and nothing says why."""

import logging
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import play, resting, seating, talk
from games.alone import alone
from games.desk import BrokenMatch, UnreadableMatch
from games.models import Match, Seat
from games.refusals import Refused

logger = logging.getLogger(__name__)

OVER = (Match.Status.FINISHED, Match.Status.CLOSED)


def undone() -> QuerySet[Seat]:
    """Seats that a person plays, or that are not dealt to yet."""
    sitting = Seat.objects.filter(bot=False, person__isnull=False, match__practice=False)
    played = sitting.exclude(match__status__in=OVER)
    return played.filter(Q(auto=False) | Q(match__status=Match.Status.LOBBY)).order_by("match_id")


def hand_over(person: Any) -> None:
    """Bots go on in all their matches; tables that were not dealt go on without them, or are taken down.

    Call it outside of a transaction: each match is locked by itself.
    """
    for seat in list(undone().filter(person=person).select_related("match")):
        with alone(seat.match.code):
            leave(seat.match, person)


def hand_over_all() -> int:
    """Once more for all who are suspended: what a request that died has left undone. How many people it was."""
    theirs = undone().filter(person__suspended_until__gt=timezone.now()).select_related("person")
    people = {seat.person_id: seat.person for seat in theirs}
    for person in people.values():
        hand_over(person)
    return len(people)


def leave(match: Match, person: Any) -> None:
    if match.status == Match.Status.LOBBY:
        try:
            seating.take_back(match.code, person)
            return
        except Refused:  # dealt in this very moment
            pass
    try:
        let_bot_play(match.code, person)
    except UnreadableMatch:
        set_auto(match, person)
    except BrokenMatch as broken:
        resting.freeze_now(match.pk, str(broken))
        set_auto(match, person)
    except play.NotSeated:
        pass


def let_bot_play(code: str, person: Any) -> None:
    """As for somebody who did not come twice; only that person is not told to take the seat back."""
    with transaction.atomic():
        desk, number = play.sit(code, person)
        seat = desk.seats[number]
        if seat.auto or desk.match.over:
            return
        seat.auto, seat.agrees = True, False
        seat.save(update_fields=["auto", "agrees"])
        talk.note(desk.match, "auto", number)
        if desk.match.status != Match.Status.FROZEN:
            resting.play_on(desk)


def set_auto(match: Match, person: Any) -> None:
    """Past the door, for a match that stands still until it is repaired."""
    Seat.objects.filter(match=match, person=person).update(auto=True, agrees=False)
