"""How duels, assemblies and slaps went, in sentences."""

from typing import Any

from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.face import Cast, phrase

from . import events
from .answers import ThrowName
from .cards import PHRASES, marked
from .looks import bars, bubble, marked_list, throw_marked
from .pack import kind_of


def report(event: Any, cast: Cast) -> str:
    match event:
        case events.DuelThrown():
            return duel(event, cast)
        case events.GroupThrown():
            return group(event, cast)
        case events.Voted():
            return ballot(event, cast)
        case events.Tallied():
            return tally(event, cast)
        case events.SlapsSettled():
            return settled(event, cast)
        case events.Turned(face=face):
            return phrase(_("You turn the card: %(card)s."), card=marked(face))
        case events.Reacted():
            return reacted(event)
        case events.SlowestDrawn(target=target):
            if cast.is_me(target):
                return phrase(_("The lot says that you were the slowest."))
            return phrase(_("The lot says that %(name)s was the slowest."), name=cast.name(target))
        case events.Opened(target=target):
            if cast.is_me(target):
                return phrase(_("From now on everybody sees your hand."))
            return phrase(_("From now on everybody sees the hand of %(name)s."), name=cast.name(target))
        case events.Showed():
            return showed(event, cast)
        case events.Closed(target=target):
            if cast.is_me(target):
                return phrase(_("Your hand is hidden again."))
            return phrase(_("The hand of %(name)s is hidden again."), name=cast.name(target))
    return ""


def showed(event: events.Showed, cast: Cast) -> str:
    names = {"name": cast.name(event.target), "cards": marked_list(event.faces)}
    if cast.is_me(event.target):
        return phrase(_("Your open hand shows what is new: %(cards)s."), **names) if event.faces else ""
    return phrase(_("%(name)s shows what is new: %(cards)s."), **names) if event.faces else ""


def joined(*told: str) -> SafeString:
    """Whole sentences one after the other."""
    return mark_safe(" ".join(str(one) for one in told if one))


# Rock, paper, scissors


def duel(event: events.DuelThrown, cast: Cast) -> SafeString:
    """The call in three beats, the throws pair by pair, and who won."""
    told = [called(), pairs_told(event, cast)]
    told += [without_well(seat, cast) for seat in event.without_well]
    if event.winner is None:
        told += [again(seat, cast) for seat in event.again]
        return joined(*told)
    loser = event.target if event.winner == event.seat else event.seat
    names = {"name": cast.name(event.winner), "loser": cast.name(loser)}
    if cast.is_me(event.winner):
        words = _("You win the duel.")
    elif cast.is_me(loser):
        words = _("%(name)s wins the duel against you.")
    else:
        words = _("%(name)s wins the duel.")
    return joined(*told, phrase(words, **names))


def called() -> str:
    text = PHRASES.get("schnick")
    return bubble(text) if text else ""


def pairs_told(event: events.DuelThrown, cast: Cast) -> SafeString:
    rows = []
    for ours, theirs in event.pairs:
        names = {
            "name": cast.name(event.seat),
            "target": cast.name(event.target),
            "first": throw_marked(ours),
            "second": throw_marked(theirs),
        }
        if cast.is_me(event.seat):
            words = _("You throw %(first)s, %(target)s throws %(second)s.")
        elif cast.is_me(event.target):
            words = _("You throw %(second)s, %(name)s throws %(first)s.")
        else:
            words = _("%(name)s throws %(first)s, %(target)s throws %(second)s.")
        rows.append(phrase(words, **names))
    return joined(*rows)


def without_well(seat: int, cast: Cast) -> SafeString:
    text = PHRASES.get("without_well", "Ohne Brunnen")
    if cast.is_me(seat):
        return phrase(_("You said: %(said)s"), said=bubble(text))
    return phrase(_("%(name)s said: %(said)s"), name=cast.name(seat), said=bubble(text))


def again(seat: int, cast: Cast) -> SafeString:
    if cast.is_me(seat):
        return phrase(_("Still a tie, and you have to throw again."))
    return phrase(_("Still a tie, and %(name)s has to throw again."), name=cast.name(seat))


def group(event: events.GroupThrown, cast: Cast) -> SafeString:
    rows = mark_safe(", ".join(seat_throw(seat, throw, cast) for seat, throw in enumerate(event.throws)))
    told = [called(), phrase(_("All throw at once: %(throws)s."), throws=rows)]
    mine = cast.is_me(event.seat)
    names = {"name": cast.name(event.seat)}
    if event.winners:
        words = (
            _("Better than you, and giving you a card: %(others)s.")
            if mine
            else _("Better than %(name)s, and giving a card: %(others)s.")
        )
        told.append(phrase(words, **names, others=cast.list(event.winners)))
    if event.losers:
        words = (
            _("Beaten by you, and getting a card: %(others)s.")
            if mine
            else _("Beaten by %(name)s, and getting a card: %(others)s.")
        )
        told.append(phrase(words, **names, others=cast.list(event.losers)))
    if not event.winners and not event.losers:
        told.append(phrase(_("Nobody beats anybody. Nothing happens.")))
    return joined(*told)


def seat_throw(seat: int, throw: ThrowName, cast: Cast) -> SafeString:
    name = _("you") if cast.is_me(seat) else cast.name(seat)
    return phrase("%(name)s\u00a0%(throw)s", name=name, throw=throw_marked(throw))


# The assembly


def ballot(event: events.Voted, cast: Cast) -> SafeString:
    me = cast.is_me(event.seat)
    names = {"name": cast.name(event.seat)}
    if event.giver is None or event.receiver is None:
        if event.changed:
            words = _("You abstain after all.") if me else _("%(name)s abstains after all.")
        else:
            words = _("You abstain.") if me else _("%(name)s abstains.")
        return phrase(words, **names)
    names |= {"pair": pair_told(event.giver, event.receiver, cast)}
    if event.changed:
        words = _("You change your vote: %(pair)s.") if me else _("%(name)s changes the vote: %(pair)s.")
    else:
        words = _("You vote: %(pair)s.") if me else _("%(name)s votes: %(pair)s.")
    return phrase(words, **names)


def pair_told(giver: int, receiver: int, cast: Cast) -> SafeString:
    """Who shall give a card to whom, within a sentence."""
    names = {"giver": cast.name(giver), "receiver": cast.name(receiver)}
    if cast.is_me(giver):
        return phrase(_("you give %(receiver)s a card"), **names)
    if cast.is_me(receiver):
        return phrase(_("%(giver)s gives you a card"), **names)
    return phrase(_("%(giver)s gives %(receiver)s a card"), **names)


def tally(event: events.Tallied, cast: Cast) -> SafeString:
    if event.giver is None or event.receiver is None:
        if not event.cast:
            return phrase(_("The assembly is over. Nobody voted, so nothing happens."))
        words = ngettext(
            "The assembly is over: no majority in %(cast)s vote, so nothing happens.",
            "The assembly is over: no majority in %(cast)s votes, so nothing happens.",
            event.cast,
        )
        return phrase(words, cast=event.cast)
    words = ngettext(
        "The assembly decides with %(votes)s of %(cast)s vote %(bars)s: %(pair)s.",
        "The assembly decides with %(votes)s of %(cast)s votes %(bars)s: %(pair)s.",
        event.cast,
    )
    return phrase(
        words,
        votes=event.votes,
        cast=event.cast,
        bars=bars(event.votes, event.cast),
        pair=pair_told(event.giver, event.receiver, cast),
    )


# Slaps


def seconds(after_ms: int) -> str:
    return _("%(seconds)s s") % {"seconds": number_format(round(after_ms / 1000, 2), 2)}


def reacted(event: events.Reacted) -> SafeString:
    if event.late:
        return phrase(_("Your window was over before you slapped, so your hands were off."))
    if not event.hit:
        return phrase(_("You keep your hands off."))
    if event.after_ms is None:
        return phrase(_("You slap."))
    return phrase(_("You slap after %(time)s."), time=seconds(event.after_ms))


def settled(event: events.SlapsSettled, cast: Cast) -> SafeString:
    """What the card was, everybody's time, and who draws."""
    names = {"name": cast.name(event.seat), "card": marked(event.face)}
    words = (
        _("Your card was %(card)s.") if cast.is_me(event.seat) else _("The card of %(name)s was %(card)s.")
    )
    told = [phrase(words, **names), named_told(event, cast)]
    if event.slaps:
        rows = mark_safe(", ".join(slap_told(seat, after, cast) for seat, after in event.slaps))
        told.append(phrase(_("Slaps: %(slaps)s."), slaps=rows))
    else:
        told.append(phrase(_("Nobody slapped.")))
    return joined(*told, draws_told(event, cast))


def named_told(event: events.SlapsSettled, cast: Cast) -> str:
    if event.named is None:
        return ""
    if cast.is_me(event.named):
        return phrase(_("It names you."))
    return phrase(_("It names %(name)s."), name=cast.name(event.named))


def slap_told(seat: int, after_ms: int | None, cast: Cast) -> SafeString:
    name = _("you") if cast.is_me(seat) else cast.name(seat)
    if after_ms is None:
        return phrase(_("%(name)s without a timer"), name=name)
    return phrase("%(name)s\u00a0%(time)s", name=name, time=seconds(after_ms))


def draws_told(event: events.SlapsSettled, cast: Cast) -> str:
    if not event.draws:
        return phrase(_("Nobody has to draw."))
    names = {"names": cast.list(event.draws)}
    if kind_of(event.face) == "police":
        return phrase(_("A Polizei is not slapped: a card for %(names)s."), **names)
    slapped = {seat for seat, _after in event.slaps}
    if set(event.draws) <= slapped:
        return phrase(_("Slowest, so a card for %(names)s."), **names)
    return phrase(_("Not slapped, so a card for %(names)s."), **names)
