"""Every event of Game of Quotes as a sentence. None holds a quote or a source: those are heard on the stage alone."""

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase

from . import events

# What only the whole log needs to say.
MINOR = (events.Refilled, events.Reshuffled, events.Drew, events.Received)

# Rounds that can be heard, and who stamped whom, tell more than that cards have moved.
TELLING = (events.Revealed, events.AllStamped, events.Withdrawn, events.Exchanged, events.Ended)


def telling(event: Any, seat: int | None) -> int:
    """See `Face.telling`: to be stamped oneself tells most."""
    if isinstance(event, events.AllStamped) and seat in event.given:
        return 2
    return int(isinstance(event, TELLING))


def sentence(event: Any, cast: Cast) -> str:
    """An event in one sentence or a few."""
    match event:
        case events.Dealt():
            return dealt(event, cast)
        case events.Refilled(seat=seat, cards=n):
            return counted(
                cast,
                seat,
                n,
                ngettext("You draw %(n)s card.", "You draw %(n)s cards.", n),
                ngettext("%(name)s draws %(n)s card.", "%(name)s draws %(n)s cards.", n),
            )
        case events.Drew(faces=faces) | events.Received(faces=faces):
            n = len(faces)
            return phrase(
                ngettext("%(n)s new card is in your hand.", "%(n)s new cards are in your hand.", n), n=n
            )
        case events.Reshuffled(cards=n):
            return phrase(
                ngettext(
                    "The stack is used up: %(n)s discarded card becomes the new one.",
                    "The stack is used up: %(n)s discarded cards become the new one.",
                    n,
                ),
                n=n,
            )
        case events.HandsPassed():
            return phrase(_("All hands go one seat to the left."))
        case events.Swapped(seat=seat, cards=n):
            return counted(
                cast,
                seat,
                n,
                ngettext("You swap %(n)s card.", "You swap %(n)s cards.", n),
                ngettext("%(name)s swaps %(n)s card.", "%(name)s swaps %(n)s cards.", n),
            )
        case events.Withdrawn(cards=n):
            return phrase(
                ngettext(
                    "%(n)s card was removed from this match by those who look after this site.",
                    "%(n)s cards were removed from this match by those who look after this site.",
                    n,
                ),
                n=n,
            )
        case events.Exchanged():
            return exchanged(event)
        case events.AllChosen(round=number):
            words = _(
                "All have chosen in round %(n)s. It is read once the stamps of the round before are in."
            )
            return phrase(words, n=number)
        case events.Revealed():
            return revealed(event, cast)
        case events.AllStamped():
            return stamped(event, cast)
    return phrase(_("All four rounds are stamped. Now the stamps are turned over."))


def counted(cast: Cast, seat: int, n: int, mine: str, other: str) -> SafeString:
    return phrase(mine if cast.is_me(seat) else other, name=cast.name(seat), n=n)


def dealt(event: events.Dealt, cast: Cast) -> SafeString:
    me = cast.is_me(event.seat)
    if event.grabbed:
        words = (
            _("You grab the marker and read first.")
            if me
            else _("%(name)s grabs the marker and reads first.")
        )
    else:
        words = _("By lot, you read first.") if me else _("By lot, %(name)s reads first.")
    dealt_words = ngettext("Everybody gets %(n)s card.", "Everybody gets %(n)s cards.", event.cards)
    first = phrase(words, name=cast.name(event.seat))
    return mark_safe(" ".join([phrase(dealt_words, n=event.cards), first]))


def exchanged(event: events.Exchanged) -> SafeString:
    n = len(event.faces)
    words = ngettext(
        "%(n)s card of yours was among them; you have another for it.",
        "%(n)s cards of yours were among them; you have others for them.",
        n,
    )
    again = [phrase(_("You had chosen one of them: choose again."))] if event.again else []
    return mark_safe(" ".join([*([phrase(words, n=n)] if n else []), *again]))


def revealed(event: events.Revealed, cast: Cast) -> SafeString:
    order = cast.list(tuple(reading.seat for reading in event.readings))
    words = _("The combinations of round %(n)s can be heard, in this order: %(names)s.")
    return phrase(words, n=event.round, names=order)


def stamped(event: events.AllStamped, cast: Cast) -> SafeString:
    given = sorted(enumerate(event.given), key=lambda one: (not cast.is_me(one[1]), not cast.is_me(one[0])))
    lines = [stamp(cast, seat, to) for seat, to in given]
    head = phrase(_("Round %(n)s is stamped."), n=event.round)
    return mark_safe(" ".join([head, *lines]))


def stamp(cast: Cast, seat: int, to: int) -> SafeString:
    """Who stamped whom; not what it is worth."""
    names = {"name": cast.name(seat), "other": cast.name(to)}
    if cast.is_me(seat):
        return phrase(_("You stamp %(other)s."), **names)
    if cast.is_me(to):
        return phrase(_("%(name)s stamps you."), **names)
    return phrase(_("%(name)s stamps %(other)s."), **names)
