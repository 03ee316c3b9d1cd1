"""How duels, assemblies and slaps went, and what hit several seats at once, in sentences."""

from typing import Any

from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase

from . import events
from .answers import ThrowName
from .cards import PHRASES, marked
from .looks import bars, bubble, marked_list, name_of, throw_marked
from .pack import CAPITALISM_DRAWS, kind_of


def report(event: Any, cast: Cast) -> str:
    match event:
        case events.Redealt() | events.Counted():
            return everybody(event, cast)
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
        case events.Opened(target=target, still=True):
            if cast.is_me(target):
                return phrase(_("Your hand stays open."))
            return phrase(_("The hand of %(name)s stays open."), name=cast.name(target))
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
    """What was said before, the call in three beats, the throws pair by pair, and who won."""
    told = [without_well(seat, cast) for seat in event.without_well]
    told += [called(event.seat, cast), *pairs_told(event, cast)]
    if event.winner is None:
        return joined(*told, again(event, cast))
    return joined(*told, won(event, cast))


def called(seat: int, cast: Cast) -> SafeString:
    words = _("You call: %(said)s") if cast.is_me(seat) else _("%(name)s calls: %(said)s")
    return phrase(words, name=cast.name(seat), said=bubble(PHRASES["schnick"]))


def pairs_told(event: events.DuelThrown, cast: Cast) -> list[SafeString]:
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
    return rows


def without_well(seat: int, cast: Cast) -> SafeString:
    words = _("You say first: %(said)s") if cast.is_me(seat) else _("%(name)s says first: %(said)s")
    return phrase(words, name=cast.name(seat), said=bubble(PHRASES["without_well"]))


def again(event: events.DuelThrown, cast: Cast) -> SafeString:
    """Nobody has won yet; without a pair, somebody threw nothing but wells that do not count."""
    (first, *others) = event.again
    names = {"name": cast.name(first), "names": cast.list(event.again)}
    if others:
        words = (
            _("Still a tie, and %(names)s have to throw again.")
            if event.pairs
            else _("No well counts here, and %(names)s threw nothing else: both have to throw again.")
        )
    elif cast.is_me(first):
        words = (
            _("Still a tie, and you have to throw again.")
            if event.pairs
            else _("No well counts here, and you threw nothing else: you have to throw again.")
        )
    else:
        words = (
            _("Still a tie, and %(name)s has to throw again.")
            if event.pairs
            else _("No well counts here, and %(name)s threw nothing else: %(name)s has to throw again.")
        )
    return phrase(words, **names)


def won(event: events.DuelThrown, cast: Cast) -> SafeString:
    """Who won, and what a winner has to say."""
    winner = event.winner if event.winner is not None else event.seat
    loser = event.target if winner == event.seat else event.seat
    if cast.is_me(winner):
        words = _("You win the duel and say: %(said)s")
    elif cast.is_me(loser):
        words = _("%(name)s wins the duel against you and says: %(said)s")
    else:
        words = _("%(name)s wins the duel and says: %(said)s")
    return phrase(words, name=cast.name(winner), said=bubble(PHRASES["won"]))


def group(event: events.GroupThrown, cast: Cast) -> SafeString:
    """A sentence for each throw, one for each pair that was not equal, and what the winners have to say."""
    told = [called(event.seat, cast)]
    told += [seat_throw(seat, throw, cast) for seat, throw in enumerate(event.throws)]
    told += [beaten(seat, event.seat, cast) for seat in event.winners]
    told += [beaten(event.seat, seat, cast) for seat in event.losers]
    winners = event.winners + ((event.seat,) if event.losers else ())
    if not winners:
        return joined(*told, phrase(_("Nobody beats anybody, so nobody gives a card.")))
    if len(winners) > 1:
        words = _("Those who won say: %(said)s")
    else:
        words = _("You say: %(said)s") if cast.is_me(winners[0]) else _("%(name)s says: %(said)s")
    return joined(*told, phrase(words, name=cast.name(winners[0]), said=bubble(PHRASES["won"])))


def seat_throw(seat: int, throw: ThrowName, cast: Cast) -> SafeString:
    words = _("You throw %(throw)s.") if cast.is_me(seat) else _("%(name)s throws %(throw)s.")
    return phrase(words, name=cast.name(seat), throw=throw_marked(throw))


def beaten(winner: int, loser: int, cast: Cast) -> SafeString:
    if cast.is_me(winner):
        words = _("You beat %(loser)s.")
    else:
        words = _("%(name)s beats you.") if cast.is_me(loser) else _("%(name)s beats %(loser)s.")
    return phrase(words, name=cast.name(winner), loser=cast.name(loser))


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
    told = voted(event.seat, event.giver, event.receiver, cast)
    if not event.changed:
        return told
    words = _("You change your vote.") if me else _("%(name)s changes the vote.")
    return joined(phrase(words, **names), told)


def voted(seat: int, giver: int, receiver: int, cast: Cast) -> SafeString:
    """Whom a ballot names."""
    mine = cast.is_me(seat)
    if cast.is_me(giver):
        words = (
            _("You vote that you should give %(receiver)s a card.")
            if mine
            else _("%(name)s votes that you should give %(receiver)s a card.")
        )
    elif cast.is_me(receiver):
        words = (
            _("You vote that %(giver)s should give you a card.")
            if mine
            else _("%(name)s votes that %(giver)s should give you a card.")
        )
    else:
        words = (
            _("You vote that %(giver)s should give %(receiver)s a card.")
            if mine
            else _("%(name)s votes that %(giver)s should give %(receiver)s a card.")
        )
    return phrase(words, name=cast.name(seat), giver=cast.name(giver), receiver=cast.name(receiver))


def wanted(giver: int, receiver: int, cast: Cast) -> SafeString:
    """What a ballot asks for, as a sentence of its own."""
    if cast.is_me(giver):
        words = _("You should give %(receiver)s a card.")
    elif cast.is_me(receiver):
        words = _("%(giver)s should give you a card.")
    else:
        words = _("%(giver)s should give %(receiver)s a card.")
    return phrase(words, giver=cast.name(giver), receiver=cast.name(receiver))


def tally(event: events.Tallied, cast: Cast) -> SafeString:
    """The outcome; whether a card really goes over is told by what follows."""
    if event.giver is None or event.receiver is None:
        if not event.cast:
            return phrase(_("The assembly is over. Nobody voted, so nobody gives a card."))
        words = ngettext(
            "The assembly is over: no majority in %(cast)s vote, so nobody gives a card.",
            "The assembly is over: no majority in %(cast)s votes, so nobody gives a card.",
            event.cast,
        )
        return phrase(words, cast=event.cast)
    names = {"giver": cast.name(event.giver), "receiver": cast.name(event.receiver)}
    if cast.is_me(event.giver):
        words = ngettext(
            "The assembly decides with %(votes)s of %(cast)s vote %(bars)s that you should give %(receiver)s a card.",
            "The assembly decides with %(votes)s of %(cast)s votes %(bars)s that you should give %(receiver)s a card.",
            event.cast,
        )
    elif cast.is_me(event.receiver):
        words = ngettext(
            "The assembly decides with %(votes)s of %(cast)s vote %(bars)s that %(giver)s should give you a card.",
            "The assembly decides with %(votes)s of %(cast)s votes %(bars)s that %(giver)s should give you a card.",
            event.cast,
        )
    else:
        words = ngettext(
            "The assembly decides with %(votes)s of %(cast)s vote %(bars)s "
            "that %(giver)s should give %(receiver)s a card.",
            "The assembly decides with %(votes)s of %(cast)s votes %(bars)s "
            "that %(giver)s should give %(receiver)s a card.",
            event.cast,
        )
    return phrase(words, **names, votes=event.votes, cast=event.cast, bars=bars(event.votes, event.cast))


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
    """What the card was, everybody's time, and who should draw; a list may still come between."""
    names = {"name": cast.name(event.seat), "card": marked(event.face)}
    words = (
        _("Your card was %(card)s.") if cast.is_me(event.seat) else _("The card of %(name)s was %(card)s.")
    )
    told = [phrase(words, **names), named_told(event, cast)]
    told += [slap_told(seat, after, cast) for seat, after in event.slaps]
    return joined(*told, *draws_told(event, cast))


def named_told(event: events.SlapsSettled, cast: Cast) -> str:
    if event.named is None:
        return ""
    if cast.is_me(event.named):
        return phrase(_("It names you."))
    return phrase(_("It names %(name)s."), name=cast.name(event.named))


def slap_told(seat: int, after_ms: int | None, cast: Cast) -> SafeString:
    me = cast.is_me(seat)
    if after_ms is None:
        words = _("You slapped without a timer.") if me else _("%(name)s slapped without a timer.")
        return phrase(words, name=cast.name(seat))
    words = _("You slapped after %(time)s.") if me else _("%(name)s slapped after %(time)s.")
    return phrase(words, name=cast.name(seat), time=seconds(after_ms))


def draws_told(event: events.SlapsSettled, cast: Cast) -> list[SafeString]:
    """Who should draw, and why."""
    if not event.slaps:
        if not event.draws:
            return [phrase(_("Nobody slapped, so nobody has to draw."))]
        words = (
            _("Nobody slapped, so everybody but you should draw a card.")
            if cast.is_me(event.seat)
            else _("Nobody slapped, so everybody but %(name)s should draw a card.")
        )
        return [phrase(words, name=cast.name(event.seat))]
    if not event.draws:
        return [phrase(_("Nobody has to draw."))]
    if kind_of(event.face) == "police":
        why = phrase(_("A Polizei must not be slapped."))
        return [why, *(should_draw(seat, cast) for seat in event.draws)]
    slapped = {seat for seat, _after in event.slaps}
    return [draw_told(seat, seat in slapped, cast) for seat in event.draws]


def should_draw(seat: int, cast: Cast) -> SafeString:
    words = _("You should draw a card.") if cast.is_me(seat) else _("%(name)s should draw a card.")
    return phrase(words, name=cast.name(seat))


def draw_told(seat: int, slapped: bool, cast: Cast) -> SafeString:
    if slapped:
        mine = _("You were the slowest and should draw a card.")
        other = _("%(name)s was the slowest and should draw a card.")
    else:
        mine = _("You did not slap and should draw a card.")
        other = _("%(name)s did not slap and should draw a card.")
    return phrase(mine if cast.is_me(seat) else other, name=cast.name(seat))


# What hits several seats at once


def everybody(event: Any, cast: Cast) -> SafeString:
    """What hits several seats at once, with their counts."""
    if isinstance(event, events.Redealt):
        told = phrase(_("%(card)s: hands are shuffled together and dealt anew."), card=name_of("communism"))
        rows = zip(event.seats, event.counts, strict=True)
        return joined(told, *(holds_now(seat, count, cast) for seat, count in rows))
    names = {
        "card": name_of("capitalism"),
        "names": cast.list(event.targets),
        "n": event.most,
        "draws": CAPITALISM_DRAWS,
    }
    if len(event.targets) > 1:
        words = ngettext(
            "%(card)s: %(names)s hold most, %(n)s card each. Each should draw %(draws)s.",
            "%(card)s: %(names)s hold most, %(n)s cards each. Each should draw %(draws)s.",
            event.most,
        )
    elif cast.is_me(event.targets[0]):
        words = ngettext(
            "%(card)s: you hold most, %(n)s card, and should draw %(draws)s.",
            "%(card)s: you hold most, %(n)s cards, and should draw %(draws)s.",
            event.most,
        )
    else:
        words = ngettext(
            "%(card)s: %(names)s holds most, %(n)s card, and should draw %(draws)s.",
            "%(card)s: %(names)s holds most, %(n)s cards, and should draw %(draws)s.",
            event.most,
        )
    return phrase(words, **names)


def holds_now(seat: int, count: int, cast: Cast) -> SafeString:
    if cast.is_me(seat):
        words = ngettext("You hold %(n)s card now.", "You hold %(n)s cards now.", count)
    else:
        words = ngettext("%(name)s holds %(n)s card now.", "%(name)s holds %(n)s cards now.", count)
    return phrase(words, name=cast.name(seat), n=count)
