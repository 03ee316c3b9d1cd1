"""What becomes of a person's seats when the person goes for good, or turns out to be somebody else."""

import logging

from django.db import transaction
from django.db.models import Q

from accounts.models import NAME_LIMIT, User
from games import lobby, play
from games.models import Invitation, Match, Message, Prompt, Seat
from quotes.models import Words

logger = logging.getLogger(__name__)

OVER = (Match.Status.FINISHED, Match.Status.CLOSED)


def leave_all(person: User) -> None:
    """Every match goes on without them: a bot takes the seat, and nothing says any more who sat there."""
    going_on = Seat.objects.filter(person=person).exclude(match__status__in=OVER)
    for code, status in list(going_on.values_list("match__code", "match__status").order_by("match_id")):
        get_up(person, code, status)
    forget(person)


def get_up(person: User, code: str, status: str) -> None:
    try:
        if status == Match.Status.LOBBY:
            lobby.take_back(code, person)
        else:
            play.leave(code, person)
    except (play.NotSeated, lobby.Refused):
        # Got up, or was dealt to, in this very moment: what is left is done by `forget` and the empty seat.
        logger.info("match %s changed while somebody left it for good", code)


def forget(person: User) -> None:
    """The name goes from seats and notes, and what was said at tables is gone; words that were played stay."""
    seats = Seat.objects.filter(Q(person=person) | Q(left_by=person, person=None))
    theirs = Q(pk__in=seats.values("match")) | Q(host=person) | Q(messages__person=person)
    matches = list(Match.objects.filter(theirs).distinct().values_list("pk", flat=True))
    name = str(person)[:NAME_LIMIT]
    for message in Message.objects.filter(match__in=matches, kind=Message.Kind.NOTE).exclude(names={}):
        if name in message.names.values():
            message.names = without(name, message.names)
            message.save(update_fields=["names"])
    for match in Match.objects.select_for_update().filter(pk__in=matches).exclude(news={}):
        names = match.news.get("names", {})
        if name in names.values():
            match.news["names"] = without(name, names)
            match.save(update_fields=["news"])
    Words.objects.filter(message__person=person, message__kind=Message.Kind.WORDS).delete()
    seats.update(name="")


def without(name: str, names: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in names.items() if value != name}


def move_seats(guest: User, person: User) -> None:
    """A guest's seats are the account's from now on, but for those in matches where it sits already."""
    seats = Seat.objects.filter(person=guest).exclude(match__seats__person=person)
    for seat in list(seats.order_by("match_id")):
        with transaction.atomic():
            match = Match.objects.select_for_update().get(pk=seat.match_id)
            Seat.objects.filter(pk=seat.pk).update(person=person, name=str(person)[:NAME_LIMIT])
            Prompt.objects.filter(match=match, person=guest).update(person=person)
            Message.objects.filter(match=match, person=guest).update(person=person)
            if match.host_id == guest.pk:
                match.host = person
            match.changed += 1
            match.save(update_fields=["host", "changed"])
    Words.objects.filter(author=guest).update(author=person)
    known = Invitation.objects.filter(person=person).values("match")
    Invitation.objects.filter(person=guest).exclude(match__in=known).update(person=person)
    Invitation.objects.filter(by=guest).update(by=person)
