"""The beginning and the end of a round and of a match as sentences of Don Martin's Kartenspiel."""

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase

from . import events
from .looks import by, counted, seated
from .parts import MOST_ROUNDS
from .words import points_words, signed


def frame(event: Any, cast: Cast) -> SafeString:
    match event:
        case events.AdsRemoved():
            return phrase(_("The two advertising cards are taken out: neither makes a sound."))
        case events.DealerChosen():
            return dealer_chosen(event, cast)
        case events.Dealt():
            return dealt(event, cast)
        case events.DealtAgain(seat=seat):
            words = by(
                cast,
                seat,
                _(
                    "You were to lead, but held nothing except black-and-white cards. So the cards are dealt again."
                ),
                _(
                    "%(name)s was to lead, but held nothing except black-and-white cards. "
                    "So the cards are dealt again."
                ),
            )
            return phrase(words, name=cast.name(seat))
    return ended(event, cast)


def dealer_chosen(event: events.DealerChosen, cast: Cast) -> SafeString:
    names = {"name": cast.name(event.seat), "n": event.votes}
    if not event.votes:
        words = by(
            cast,
            event.seat,
            _("Nobody was named as a caricature, so the lot decides: you deal first."),
            _("Nobody was named as a caricature, so the lot decides: %(name)s deals first."),
        )
        return phrase(words, **names)
    if event.tied:
        words = by(
            cast,
            event.seat,
            ngettext(
                "Equally like a caricature, with %(n)s vote each: %(names)s. The lot decides: you deal first.",
                "Equally like a caricature, with %(n)s votes each: %(names)s. The lot decides: you deal first.",
                event.votes,
            ),
            ngettext(
                "Equally like a caricature, with %(n)s vote each: %(names)s. The lot decides: %(name)s deals first.",
                "Equally like a caricature, with %(n)s votes each: %(names)s. The lot decides: %(name)s deals first.",
                event.votes,
            ),
        )
        return phrase(words, **names, names=cast.list(event.tied))
    words = by(
        cast,
        event.seat,
        ngettext(
            "The others find that you look most like a caricature: %(n)s vote. You deal first.",
            "The others find that you look most like a caricature: %(n)s votes. You deal first.",
            event.votes,
        ),
        ngettext(
            "The others find that %(name)s looks most like a caricature: %(n)s vote. %(name)s deals first.",
            "The others find that %(name)s looks most like a caricature: %(n)s votes. %(name)s deals first.",
            event.votes,
        ),
    )
    return phrase(words, **names)


def dealt(event: events.Dealt, cast: Cast) -> SafeString:
    names = {"round": event.round, "dealer": cast.name(event.dealer), "name": cast.name(event.seat)}
    if cast.is_me(event.dealer):
        words = _("Round %(round)s: you deal, %(n)s cards each, and %(name)s leads.")
    elif cast.is_me(event.seat):
        words = _("Round %(round)s: %(dealer)s deals, %(n)s cards each, and you lead.")
    else:
        words = _("Round %(round)s: %(dealer)s deals, %(n)s cards each, and %(name)s leads.")
    return phrase(words, **names, n=event.cards)


def round_over(event: events.RoundOver, cast: Cast) -> SafeString:
    """Who is out and how, what it brought, all points, and what was left in the hands."""
    told = [
        how_over(event.out, event.ending, len(event.scores), cast),
        phrase(_("Round %(round)s is over."), round=event.round),
    ]
    if event.out is not None:
        told.append(out_brought(event, event.out, cast))
    scores = ", ".join(
        phrase(_("%(name)s %(points)s"), name=seated(cast, seat), points=signed(score.total))
        for seat, score in enumerate(event.scores)
    )
    told.append(phrase(_("This round brings: %(scores)s."), scores=mark_safe(scores)))
    left = ", ".join(
        phrase(_("%(name)s (%(cards)s)"), name=seated(cast, seat), cards=counted(faces))
        for seat, faces in enumerate(event.hands)
        if faces
    )
    told.append(phrase(_("All show what is left: %(hands)s."), hands=mark_safe(left)))
    return mark_safe(" ".join(one for one in told if one))


def how_over(out: int | None, ending: str, seats: int, cast: Cast) -> SafeString:
    """How a round ended."""
    if out is None:
        if ending == "passes":
            return phrase(
                _("Nobody gets out: the draw pile is used up, and nobody holds a card that may go.")
            )
        words = _(
            "Nobody gets out: for %(n)s turns in a row, hands and table together held as many cards as before."
        )
        return phrase(words, n=5 * seats)
    words = {
        "groups": (
            _("You lay your last cards and are out."),
            _("%(name)s lays the last cards and is out."),
        ),
        "lead": (_("You lead your last card and are out."), _("%(name)s leads the last card and is out.")),
        "add": (_("You add your last card and are out."), _("%(name)s adds the last card and is out.")),
    }[ending]
    return phrase(by(cast, out, *words), name=cast.name(out))


def out_brought(event: events.RoundOver, out: int, cast: Cast) -> SafeString:
    """What going out brought besides."""
    score, held = event.scores[out], sum(len(faces) for faces in event.hands)
    words = by(
        cast,
        out,
        ngettext(
            "For %(n)s card of the others you get a point.",
            "For %(n)s cards of the others you get a point each.",
            held,
        ),
        ngettext(
            "For %(n)s card of the others %(name)s gets a point.",
            "For %(n)s cards of the others %(name)s gets a point each.",
            held,
        ),
    )
    told = phrase(words, n=held, name=cast.name(out))
    if not score.single:
        return told
    more = phrase(_("All groups came down at once: %(n)s more."), n=score.single)
    return phrase("%(told)s %(more)s", told=told, more=more)


def ended(event: events.Ended, cast: Cast) -> SafeString:
    names = {"names": cast.list(event.winners), "points": points_words(max(event.points))}
    if len(event.winners) > 1:
        words = _("The victory is shared: %(points)s for %(names)s each.")
    else:
        words = by(
            cast, event.winners[0], _("You win with %(points)s!"), _("%(names)s wins with %(points)s!")
        )
    told = phrase(words, **names)
    more = {
        "target": _("The points that the match was for are reached."),
        "most_rounds": _("After %(n)s rounds no more is dealt.") % {"n": MOST_ROUNDS},
    }.get(event.why)
    return phrase("%(told)s %(more)s", told=told, more=more) if more else told
