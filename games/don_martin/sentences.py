"""Every event of Don Martin's Kartenspiel as a sentence that a child follows, with "you" where the reader is meant."""

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase
from games.engine import face_of

from . import events
from .looks import by, counted, group_worth, listed, said, seated
from .parts import Group
from .reports import frame, round_over

# What only the whole log needs to say.
MINOR = (events.Exempt,)


def sentence(event: Any, cast: Cast) -> str:
    """An event in one sentence or a few; "" for what nobody needs to read."""
    match event:
        case events.Led() | events.Added() | events.TookTrick():
            return played(event, cast)
        case events.Ignored() | events.Drew() | events.PileOut() | events.LoneSpecial():
            return drawn(event, cast)
        case (
            events.SpecialPlayed() | events.PickedUp() | events.Skipped() | events.DrewTwo() | events.Turned()
        ):
            return special(event, cast)
        case events.Exempt() | events.Showed() | events.ThrownIn():
            return thrown(event, cast)
        case events.LaidDown(seat=seat, groups=groups):
            return laid_down(seat, groups, cast)
        case events.RoundOver():
            return round_over(event, cast)
    return frame(event, cast)


# A card, and what it takes


def played(event: Any, cast: Cast) -> SafeString:
    names = {"name": cast.name(event.seat), "said": said(event.face)}
    match event:
        case events.Led(seat=seat):
            return phrase(by(cast, seat, _("You lead %(said)s."), _("%(name)s leads %(said)s.")), **names)
        case events.Added(seat=seat):
            return phrase(by(cast, seat, _("You add %(said)s."), _("%(name)s adds %(said)s.")), **names)
    count = len(event.faces)
    words = by(
        cast,
        event.seat,
        ngettext(
            "You play %(said)s and take %(n)s card: %(cards)s.",
            "You play %(said)s and take %(n)s cards: %(cards)s.",
            count,
        ),
        ngettext(
            "%(name)s plays %(said)s and takes %(n)s card: %(cards)s.",
            "%(name)s plays %(said)s and takes %(n)s cards: %(cards)s.",
            count,
        ),
    )
    return phrase(words, **names, n=count, cards=listed(event.faces))


def drawn(event: Any, cast: Cast) -> SafeString:
    match event:
        case events.Drew(faces=faces):
            return phrase(_("New in your hand: %(cards)s."), cards=listed(faces))
        case events.PileOut():
            return phrase(_("The draw pile is used up. From now on nobody can ignore what lies there."))
        case events.Ignored(seat=seat):
            words = by(
                cast,
                seat,
                _("You ignore what lies there and draw a card."),
                _("%(name)s ignores what lies there and draws a card."),
            )
            return phrase(words, name=cast.name(seat))
    words = (
        by(
            cast,
            event.seat,
            _("Your only card is black-and-white and must not go last, so you draw one more."),
            _(
                "The only card of %(name)s is black-and-white and must not go last, so %(name)s draws one more."
            ),
        )
        if event.drew
        else by(
            cast,
            event.seat,
            _("Your only card is black-and-white and must not go last, so you pass."),
            _("The only card of %(name)s is black-and-white and must not go last, so %(name)s passes."),
        )
    )
    return phrase(words, name=cast.name(event.seat))


def laid_down(seat: int, groups: tuple[Group, ...], cast: Cast) -> SafeString:
    words = by(
        cast,
        seat,
        ngettext("You lay a group: %(groups)s.", "You lay %(n)s groups: %(groups)s.", len(groups)),
        ngettext(
            "%(name)s lays a group: %(groups)s.", "%(name)s lays %(n)s groups: %(groups)s.", len(groups)
        ),
    )
    told = mark_safe(", ".join(group_worth(group) for group in groups))
    return phrase(words, name=cast.name(seat), n=len(groups), groups=told)


# Specials


def special(event: Any, cast: Cast) -> SafeString:
    match event:
        case events.SpecialPlayed(face="gapween"):
            return ga_pween(event, cast)
        case events.SpecialPlayed(seat=seat, face=face):
            names = {"name": cast.name(seat), "said": said(face)}
            words = by(cast, seat, _("You play %(said)s"), _("%(name)s plays %(said)s"))
            if face_of(face) != "splabbadap":
                return phrase(words, **names)
            more = _("Whoever can throws in a coloured card.")
            return phrase("%(told)s %(more)s", told=phrase(words, **names), more=more)
        case events.PickedUp(seat=seat):
            return picked_up(event, cast)
        case events.Skipped(seat=seat):
            words = by(
                cast,
                seat,
                _("Nothing lies there to pick up, so you are skipped."),
                _("Nothing lies there to pick up, so %(name)s is skipped."),
            )
            return phrase(words, name=cast.name(seat))
        case events.DrewTwo(seat=seat, cards=cards):
            return drew_two(seat, cards, cast)
    if event.way == 1:
        return phrase(_("Play turns round: it goes clockwise again."))
    return phrase(_("Play turns round: it goes anticlockwise now."))


def ga_pween(event: events.SpecialPlayed, cast: Cast) -> SafeString:
    seat, target = event.seat, event.seat if event.target is None else event.target
    if seat == target:
        words = by(
            cast,
            seat,
            _("You play %(said)s and name nobody else."),
            _("%(name)s plays %(said)s and names nobody else."),
        )
    elif cast.is_me(target):
        words = _("%(name)s plays %(said)s on you.")
    else:
        words = by(
            cast,
            seat,
            _("You play %(said)s on %(target)s."),
            _("%(name)s plays %(said)s on %(target)s."),
        )
    return phrase(words, name=cast.name(seat), target=cast.name(target), said=said(event.face))


def picked_up(event: events.PickedUp, cast: Cast) -> SafeString:
    count = len(event.faces)
    if event.why == "arrargh":
        words = by(
            cast,
            event.seat,
            ngettext(
                "You lose your turn and pick up %(n)s card: %(cards)s.",
                "You lose your turn and pick up %(n)s cards: %(cards)s.",
                count,
            ),
            ngettext(
                "%(name)s loses the turn and picks up %(n)s card: %(cards)s.",
                "%(name)s loses the turn and picks up %(n)s cards: %(cards)s.",
                count,
            ),
        )
    else:
        words = by(
            cast,
            event.seat,
            ngettext("You pick up %(n)s card: %(cards)s.", "You pick up all %(n)s cards: %(cards)s.", count),
            ngettext(
                "%(name)s picks up %(n)s card: %(cards)s.",
                "%(name)s picks up all %(n)s cards: %(cards)s.",
                count,
            ),
        )
    return phrase(words, name=cast.name(event.seat), n=count, cards=listed(event.faces))


def drew_two(seat: int, cards: int, cast: Cast) -> SafeString:
    if not cards:
        words = by(
            cast,
            seat,
            _("No card is left for you to draw."),
            _("No card is left for %(name)s to draw."),
        )
    else:
        words = by(
            cast,
            seat,
            ngettext("You draw %(n)s card.", "You draw %(n)s cards.", cards),
            ngettext("%(name)s draws %(n)s card.", "%(name)s draws %(n)s cards.", cards),
        )
    return phrase(words, name=cast.name(seat), n=cards)


def thrown(event: Any, cast: Cast) -> SafeString:
    match event:
        case events.Exempt(seat=seat):
            words = by(
                cast,
                seat,
                _("You have one card left and owe nothing."),
                _("%(name)s has one card left and owes nothing."),
            )
            return phrase(words, name=cast.name(seat))
        case events.Showed(seat=seat, faces=faces):
            words = by(
                cast,
                seat,
                _("You hold no coloured card and owe nothing. Everybody sees your hand once: %(cards)s."),
                _(
                    "%(name)s holds no coloured card and owes nothing. Everybody sees that hand once: %(cards)s."
                ),
            )
            return phrase(words, name=cast.name(seat), cards=counted(faces))
    cards = [
        phrase(_("%(name)s %(said)s"), name=seated(cast, seat), said=said(face))
        for seat, face in zip(event.seats, event.faces, strict=True)
    ]
    return phrase(_("Thrown in at the same moment: %(cards)s."), cards=mark_safe(", ".join(cards)))
