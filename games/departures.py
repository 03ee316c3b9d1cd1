"""What becomes of a person's seats when the person goes for good, or turns out to be somebody else."""

import json
import logging
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, Max, Q

from accounts.models import NAME_LIMIT, User
from games import play, resting, seating, talk
from games.models import Blank, Favourite, Hand, Invitation, Match, Message, Move, Prompt, Seat
from quotes.models import Card, Deck, Words

logger = logging.getLogger(__name__)

OVER = (Match.Status.FINISHED, Match.Status.CLOSED)


def leave_all(person: User) -> None:
    """Every match goes on without them: a bot takes the seat, and nothing says any more who sat there."""
    with transaction.atomic():
        matches = lock_all([person])
        going_on = Seat.objects.filter(person=person).exclude(match__status__in=OVER).order_by("match_id")
        for seat in list(going_on.select_related("match")):
            get_up(person, seat.match)
        forget(person, matches)


def lock_all(people: list[User]) -> list[int]:
    """Every match that knows of them, in the order in which sweeps lock, too: so nobody waits in a circle."""
    seats = Seat.objects.filter(Q(person__in=people) | Q(left_by__in=people))
    known = {
        *seats.values_list("match", flat=True),
        *Message.objects.filter(person__in=people).values_list("match", flat=True),
        *Match.objects.filter(host__in=people).values_list("pk", flat=True),
    }
    matches = Match.objects.select_for_update(no_key=True).filter(pk__in=known).order_by("pk")
    return list(matches.values_list("pk", flat=True))


def get_up(person: User, match: Match) -> None:
    """Nothing that is wrong with a match keeps anybody in it."""
    try:
        if match.status == Match.Status.LOBBY:
            seating.take_back(match.code, person)
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
    forget_unread(person, matches)
    Seat.objects.filter(Q(person=person) | Q(left_by=person, person=None)).update(name="")


def forget_unread(person: User, matches: list[int]) -> None:
    """What somebody wrote ahead, or wrote anew: it is part of no round, and nobody has read it."""
    played = Move.objects.filter(match__in=matches, action__contains='"words"').values_list(
        "action", flat=True
    )
    kept = {as_object(action).get("words") for action in played}
    for texts in Blank.objects.filter(writer=person).values_list("quote", "source"):
        kept.update(texts)
    written = Words.objects.filter(author=person, hidden_at=None).values_list("pk", flat=True)
    unread = set(written) - kept
    hands = Hand.objects.filter(Q(seat__person=person) | Q(seat__left_by=person), orders__contains='"ideas"')
    for hand in hands.only("orders"):
        orders = as_object(hand.orders)
        orders["ideas"] = [idea for idea in orders.get("ideas", []) if idea not in unread]
        hand.orders = json.dumps(orders)
        hand.save(update_fields=["orders"])
    Words.objects.filter(pk__in=unread).delete()


def as_object(text: str) -> dict[str, Any]:
    """What is no object says nothing here: a match that cannot be read keeps nobody."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


# Notes of old hold names, perhaps from before somebody was renamed, or of a namesake: none of them can be told apart.


def holds_names(names: dict[str, object]) -> bool:
    return not talk.OLD_NAMES.isdisjoint(names)


def without_names(names: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in names.items() if key not in talk.OLD_NAMES}


# A guest turns out to have an account


def move_seats(guest: User, person: User) -> None:
    """A guest's seats are the account's from now on, but for those in matches where it sits already."""
    with transaction.atomic():
        matches = lock_all([guest])
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
