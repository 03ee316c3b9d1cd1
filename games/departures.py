"""What becomes of a person's seats when the person goes for good, or turns out to be somebody else."""

import logging

from django.db import DatabaseError, transaction
from django.db.models import F, Max, Q

from accounts.models import NAME_LIMIT, User
from games import lobby, play, resting, talk
from games.models import Blank, Favourite, Invitation, Match, Message, Prompt, Seat
from quotes.models import Card, Deck, Words

logger = logging.getLogger(__name__)

OVER = (Match.Status.FINISHED, Match.Status.CLOSED)


def leave_all(person: User) -> None:
    """Every match goes on without them: a bot takes the seat, and nothing says any more who sat there."""
    with transaction.atomic():
        matches = lock_all(person)
        going_on = Seat.objects.filter(person=person).exclude(match__status__in=OVER).order_by("match_id")
        for seat in list(going_on.select_related("match")):
            get_up(person, seat.match)
        forget(person, matches)


def lock_all(person: User) -> list[int]:
    """Every match that knows of somebody, in the order in which sweeps lock, too: so nobody waits in a circle."""
    seats = Seat.objects.filter(Q(person=person) | Q(left_by=person))
    known = {
        *seats.values_list("match", flat=True),
        *Message.objects.filter(person=person).values_list("match", flat=True),
        *Match.objects.filter(host=person).values_list("pk", flat=True),
    }
    matches = Match.objects.select_for_update().filter(pk__in=known).order_by("pk")
    return list(matches.values_list("pk", flat=True))


def get_up(person: User, match: Match) -> None:
    """Nothing that is wrong with a match keeps anybody in it."""
    try:
        if match.status == Match.Status.LOBBY:
            lobby.take_back(match.code, person)
        else:
            play.leave(match.code, person)
    except DatabaseError:
        raise
    except Exception as error:  # of its kind alone: its text may name cards
        logger.error("match %s could not be left as usual: %s", match.code, type(error).__name__)
    vacate(person, match)


def vacate(person: User, match: Match) -> None:
    """Past the door: the seat of a match that could not be left is a bot's, and the match stands still."""
    seats = Seat.objects.filter(match=match, person=person).exclude(match__status__in=OVER)
    if seats.update(bot=True, auto=False, agrees=False, person=None, left_by=person):
        Prompt.objects.filter(match=match, person=person).update(person=None)
        resting.freeze_unread(match.pk, "could not be left as usual")


def forget(person: User, matches: list[int]) -> None:
    """The name goes from seats and notes, and what was said at tables is gone; words that were played stay."""
    for message in Message.objects.filter(match__in=matches, kind=Message.Kind.NOTE).exclude(names={}):
        if holds_names(message.names):
            message.names = without_names(message.names)
            message.save(update_fields=["names"])
    for match in Match.objects.filter(pk__in=matches).exclude(news={}):
        if holds_names(match.news.get("names", {})):
            match.news["names"] = without_names(match.news["names"])
            match.save(update_fields=["news"])
    Words.objects.filter(message__person=person, message__kind=Message.Kind.WORDS).delete()
    Seat.objects.filter(Q(person=person) | Q(left_by=person, person=None)).update(name="")


# Notes of old hold names, perhaps from before somebody was renamed, or of a namesake: none of them can be told apart.


def holds_names(names: dict[str, object]) -> bool:
    return not talk.OLD_NAMES.isdisjoint(names)


def without_names(names: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in names.items() if key not in talk.OLD_NAMES}


# A guest turns out to have an account


def move_seats(guest: User, person: User) -> None:
    """A guest's seats are the account's from now on, but for those in matches where it sits already."""
    with transaction.atomic():
        matches = lock_all(guest)
        theirs = Seat.objects.filter(person=guest).exclude(match__seats__person=person)
        seats, name = list(theirs), str(person)[:NAME_LIMIT]
        moved = [seat.match_id for seat in seats]
        Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(person=person, name=name)
        Seat.objects.filter(left_by=guest, person=None).update(name=name)
        Seat.objects.filter(left_by=guest).update(left_by=person)
        Prompt.objects.filter(match__in=moved, person=guest).update(person=person)
        Message.objects.filter(person=guest).update(person=person)
        Words.objects.filter(author=guest).update(author=person)
        move_decks(guest, person)
        move_favourites(guest, person)
        Match.objects.filter(host=guest).update(host=person)
        Match.objects.filter(pk__in=matches).update(changed=F("changed") + 1)
        move_invitations(guest, person)


def move_decks(guest: User, person: User) -> None:
    """What a guest wrote for decks; the deck of blanks joins the account's own, if it has one."""
    Blank.objects.filter(writer=guest).update(writer=person)
    Card.objects.filter(author=guest).update(author=person)
    theirs = Deck.objects.filter(owner=guest, of_blanks=True).first()
    own = Deck.objects.filter(owner=person, of_blanks=True).first()
    if theirs is not None and own is not None:
        last = own.cards.aggregate(last=Max("number"))["last"] or 0
        theirs.cards.update(deck=own, number=F("number") + last)
        theirs.delete()
    Deck.objects.filter(owner=guest).update(owner=person)


def move_favourites(guest: User, person: User) -> None:
    """What both liked is liked once."""
    for liked in Favourite.objects.filter(person=guest):
        Favourite.objects.get_or_create(match=liked.match, person=person, round=liked.round, seat=liked.seat)


def move_invitations(guest: User, person: User) -> None:
    """Whom a host has sent away stays away; nobody is invited to where they sit, or by themselves."""
    Invitation.objects.filter(by=guest).update(by=person)
    barred = Invitation.objects.filter(person=guest, barred=True).values("match")
    Invitation.objects.filter(person=person, match__in=barred).update(barred=True)
    known = Invitation.objects.filter(person=person).values("match")
    Invitation.objects.filter(person=guest).exclude(match__in=known).update(person=person)
    needless = Q(by=person) | Q(match__in=Seat.objects.filter(person=person).values("match"))
    Invitation.objects.filter(needless, person=person, barred=False).delete()
