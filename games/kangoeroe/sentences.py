"""Every event of Kangoeroe as a sentence that a child follows."""

from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cast import Cast, phrase

from . import parts
from .colours import marked
from .parts import Colour


def colours_phrase(colours: tuple[Colour, ...]) -> str:
    words = [marked(colour) for colour in colours]
    if len(words) < 2:
        return mark_safe("".join(words))
    first = mark_safe(", ".join(words[:-1]))
    return phrase(_("%(names)s and %(last)s"), names=first, last=words[-1])


# What one seat did with one colour: to that seat itself, and to everybody else.
ONE_COLOUR: dict[type, tuple[Any, Any]] = {
    parts.Took: (
        gettext_lazy("You take %(colour)s from the centre."),
        gettext_lazy("%(name)s takes %(colour)s from the centre."),
    ),
    parts.Stayed: (
        gettext_lazy("You play %(colour)s, which is yours already. Nothing moves."),
        gettext_lazy("%(name)s plays %(colour)s and has it already. Nothing moves."),
    ),
    parts.Countered: (
        gettext_lazy("You add another %(colour)s."),
        gettext_lazy("%(name)s adds another %(colour)s."),
    ),
    parts.Answered: (
        gettext_lazy("You answer with %(colour)s."),
        gettext_lazy("%(name)s answers with %(colour)s."),
    ),
}


def sentence(event: Any, cast: Cast) -> str:
    """An event in one sentence, with "you" where the reader is meant."""
    match event:
        case parts.Took() | parts.Stayed() | parts.Countered() | parts.Answered():
            to_me, to_others = ONE_COLOUR[type(event)]
            words = to_me if cast.is_me(event.seat) else to_others
            return phrase(words, name=cast.name(event.seat), colour=marked(event.colour))
        case parts.Grabbed() | parts.Attacked():
            return attack_sentence(event, cast)
        case parts.Settled():
            return duel_sentence(event, cast)
        case parts.Drew() | parts.Refilled() | parts.PileOut():
            return pile_sentence(event, cast)
        case parts.Dealt(seat=seat):
            if cast.is_me(seat):
                return _("The cards are dealt. You start.")
            return phrase(_("The cards are dealt. %(name)s starts."), name=cast.name(seat))
        case parts.LastHand(seat=seat, colours=colours):
            words = (
                _("Only you hold cards now: all are played, and you have %(colours)s.")
                if cast.is_me(seat)
                else _("Only %(name)s holds cards now: all are played, and %(name)s has %(colours)s.")
            )
            return phrase(words, name=cast.name(seat), colours=colours_phrase(colours))
        case parts.Ended(winners=winners):
            return phrase(_("All cards are played. Most kangaroos: %(names)s."), names=cast.list(winners))
    return ""


def pile_sentence(event: parts.Drew | parts.Refilled | parts.PileOut, cast: Cast) -> str:
    """What came from the pile; a seat reads its own cards instead of their number."""
    match event:
        case parts.Drew(cards=cards):
            drawn = mark_safe(", ".join(marked(card[0]) for card in cards))
            return phrase(_("You draw: %(cards)s."), cards=drawn)
        case parts.Refilled(seat=seat, cards=cards):
            if cast.is_me(seat):
                return ""
            text = ngettext("%(name)s draws %(n)s card.", "%(name)s draws %(n)s cards.", cards)
            return phrase(text, name=cast.name(seat), n=cards)
    return _("The draw pile is empty: nobody refills any more.")


def attack_sentence(event: parts.Grabbed | parts.Attacked, cast: Cast) -> str:
    names = {"name": cast.name(event.seat), "owner": cast.name(event.owner), "colour": marked(event.colour)}
    if isinstance(event, parts.Grabbed):
        if cast.is_me(event.seat):
            return phrase(_("You take %(colour)s from %(owner)s; no answer was possible."), **names)
        if cast.is_me(event.owner):
            return phrase(_("%(name)s takes your %(colour)s; no answer was possible."), **names)
        return phrase(_("%(name)s takes %(colour)s from %(owner)s; no answer was possible."), **names)
    if cast.is_me(event.seat):
        return phrase(_("You attack %(owner)s with %(colour)s."), **names)
    if cast.is_me(event.owner):
        return phrase(_("%(name)s attacks your %(colour)s."), **names)
    return phrase(_("%(name)s attacks %(owner)s with %(colour)s."), **names)


def duel_sentence(event: parts.Settled, cast: Cast) -> str:
    """Who has the figure now, and what the duel cost both sides: winner's cards first."""
    kept = event.winner == event.owner
    loser = event.attacker if kept else event.owner
    spent = (event.attacker_spent, event.owner_spent)
    names = {
        "name": cast.name(event.winner),
        "other": cast.name(loser),
        "colour": marked(event.colour),
        "spent": spent[1] if kept else spent[0],
        "against": spent[0] if kept else spent[1],
    }
    if kept:
        if cast.is_me(event.winner):
            return phrase(
                _("You keep %(colour)s from %(other)s. Cards laid: %(spent)s against %(against)s."), **names
            )
        if cast.is_me(loser):
            return phrase(
                _("%(name)s keeps %(colour)s from you. Cards laid: %(spent)s against %(against)s."), **names
            )
        return phrase(
            _("%(name)s keeps %(colour)s from %(other)s. Cards laid: %(spent)s against %(against)s."), **names
        )
    if not event.owner_spent:
        if cast.is_me(event.winner):
            return phrase(_("You take %(colour)s from %(other)s, unanswered."), **names)
        if cast.is_me(loser):
            return phrase(_("%(name)s takes %(colour)s from you, unanswered."), **names)
        return phrase(_("%(name)s takes %(colour)s from %(other)s, unanswered."), **names)
    if cast.is_me(event.winner):
        return phrase(
            _("You win %(colour)s from %(other)s. Cards laid: %(spent)s against %(against)s."), **names
        )
    if cast.is_me(loser):
        return phrase(
            _("%(name)s wins %(colour)s from you. Cards laid: %(spent)s against %(against)s."), **names
        )
    return phrase(
        _("%(name)s wins %(colour)s from %(other)s. Cards laid: %(spent)s against %(against)s."), **names
    )
