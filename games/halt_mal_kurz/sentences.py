"""Every event of Halt mal kurz as a sentence that a child follows, with "you" where the reader is meant."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase

from . import events
from .cards import PHRASES, marked, symbol_marked
from .looks import bubble, marked_list, name_of, own_words
from .pack import COVERED, kind_of, symbols_of
from .reports import report


def sentence(event: Any, cast: Cast) -> str:
    """An event in one sentence or two; "" for what nobody needs to read."""
    match event:
        case events.CardLaid():
            return laid(event, cast)
        case events.ListUsed():
            return list_used(event, cast)
        case events.Took() | events.Passed() | events.Drew() | events.HandedOver() | events.Received():
            return drawn(event, cast)
        case events.Halved() | events.Swapped() | events.Gave() | events.NothingGiven():
            return handed(event, cast)
        case events.Dealt() | events.Starts() | events.Reshuffled() | events.Ended() | events.TurnedUp():
            return frame(event, cast)
        case events.PhotoFinish() | events.FinishFailed() | events.SaidRazupaltuff():
            return called(event, cast)
    return report(event, cast)


def to_whom(cast: Cast, seat: int, target: int | None, *, mine: Any, at_me: Any, other: Any) -> Any:
    """The sentence for whoever does it, for whom it is done to, or for everybody else."""
    if cast.is_me(seat):
        return mine
    return at_me if target is not None and cast.is_me(target) else other


# Cards on the table


def laid(event: events.CardLaid, cast: Cast) -> SafeString:
    names = {"name": cast.name(event.seat), "card": marked(event.face)}
    if kind_of(event.face) == COVERED:
        names["symbol"] = symbol_marked(symbols_of(event.face))
        words = to_whom(
            cast,
            event.seat,
            None,
            mine=_("You lay a card face down: %(symbol)s, not funny. The others have to turn it."),
            at_me="",
            other=_("%(name)s lays a card face down: %(symbol)s, not funny. Nazi or Polizei?"),
        )
    elif event.target is None:
        words = to_whom(
            cast, event.seat, None, mine=_("You lay %(card)s."), at_me="", other=_("%(name)s lays %(card)s.")
        )
    else:
        names["target"] = cast.name(event.target)
        words = to_whom(
            cast,
            event.seat,
            event.target,
            mine=_("You lay %(card)s and name %(target)s."),
            at_me=_("%(name)s lays %(card)s and names you."),
            other=_("%(name)s lays %(card)s and names %(target)s."),
        )
    told = phrase(words, **names)
    said = spoken(event.face, event.delivery)
    if kind_of(event.face) == "list":  # what it has to be said with is against what hits somebody
        told, said = phrase("%(told)s %(more)s", told=told, more=_("On a turn it does nothing.")), None
    if event.words is not None:
        said = own_words(cast.words(event.words), event.delivery)
    return with_voice(told, event.seat, event.delivery, said, cast)


def spoken(face: str, delivery: str) -> SafeString | None:
    """What has to be said aloud with a card, as a bubble; the call of a duel comes with the throws."""
    kind = kind_of(face)
    text = "" if delivery == "plain" and kind in ("schnick", "group") else PHRASES.get(kind)
    return bubble(text, delivery) if text else None


def with_voice(told: SafeString, seat: int, delivery: str, said: SafeString | None, cast: Cast) -> SafeString:
    """A sentence, and behind it how its card was read aloud."""
    if delivery == "plain":
        return phrase("%(told)s %(said)s", told=told, said=said) if said else told
    return phrase("%(told)s %(voice)s", told=told, voice=voice(seat, delivery, said, cast))


def voice(seat: int, delivery: str, said: SafeString | None, cast: Cast) -> SafeString:
    names = {"name": cast.name(seat), "said": said or ""}
    if said is None:
        words = {
            "whispered": (_("You whisper it."), _("%(name)s whispers it.")),
            "roared": (_("You roar it."), _("%(name)s roars it.")),
            "sung": (_("You sing it."), _("%(name)s sings it.")),
        }
    else:
        words = {
            "whispered": (_("You whisper: %(said)s"), _("%(name)s whispers: %(said)s")),
            "roared": (_("You roar: %(said)s"), _("%(name)s roars: %(said)s")),
            "sung": (_("You sing: %(said)s"), _("%(name)s sings: %(said)s")),
        }
    to_me, to_others = words[delivery]
    return phrase(to_me if cast.is_me(seat) else to_others, **names)


def list_used(event: events.ListUsed, cast: Cast) -> SafeString:
    words = to_whom(
        cast,
        event.seat,
        None,
        mine=_("You use %(card)s against %(against)s: it does nothing to you."),
        at_me="",
        other=_("%(name)s uses %(card)s against %(against)s: it does nothing to %(name)s."),
    )
    told = phrase(
        words, name=cast.name(event.seat), card=marked(event.face), against=name_of(kind_of(event.against))
    )
    said = spoken(event.face, event.delivery)
    if event.words is not None:
        said = own_words(cast.words(event.words), event.delivery)
    return with_voice(told, event.seat, event.delivery, said, cast)


# Cards in the hand


def drawn(event: Any, cast: Cast) -> str:
    """What came to a hand or left it; what it was, for its owner alone."""
    match event:
        case events.Took(seat=seat, cards=cards, why=why):
            return took(seat, cards, why, cast)
        case events.Passed(seat=seat):
            words = to_whom(
                cast,
                seat,
                None,
                mine=_("You can neither draw nor lay, so you pass."),
                at_me="",
                other=_("%(name)s can neither draw nor lay, and passes."),
            )
            return phrase(words, name=cast.name(seat))
        case events.Drew(faces=faces):
            return phrase(_("New in your hand: %(cards)s."), cards=marked_list(faces)) if faces else ""
        case events.HandedOver(target=target, faces=faces):
            words = _("You gave %(name)s: %(cards)s.")
            return phrase(words, name=cast.name(target), cards=marked_list(faces)) if faces else ""
    if not event.faces:
        return ""
    if event.giver is None:
        return phrase(_("Your new hand: %(cards)s."), cards=marked_list(event.faces))
    words = _("You got from %(name)s: %(cards)s.")
    return phrase(words, name=cast.name(event.giver), cards=marked_list(event.faces))


def took(seat: int, cards: int, why: str, cast: Cast) -> str:
    me = cast.is_me(seat)
    if why == "gift":
        return ""  # told by Gave, which names the giver
    if not cards:
        text = _("No card is left for you to draw.") if me else _("No card is left for %(name)s to draw.")
    elif why == "replacement":
        text = (
            _("You draw another card for the list.") if me else _("%(name)s draws another card for the list.")
        )
    elif me:
        text = ngettext("You draw %(n)s card.", "You draw %(n)s cards.", cards)
    else:
        text = ngettext("%(name)s draws %(n)s card.", "%(name)s draws %(n)s cards.", cards)
    return phrase(text, name=cast.name(seat), n=cards)


def handed(event: Any, cast: Cast) -> SafeString:
    """What went from one seat to another."""
    if isinstance(event, events.NothingGiven):
        words = to_whom(
            cast,
            event.seat,
            None,
            mine=_("You have no card to give to %(names)s."),
            at_me="",
            other=_("%(name)s has no card to give to %(names)s."),
        )
        return phrase(words, name=cast.name(event.seat), names=cast.list(event.targets))
    names = {"name": cast.name(event.seat), "target": cast.name(event.target)}
    match event:
        case events.Swapped(gave=gave, got=got):
            return swapped(event, cast, names | {"n": gave, "got": got, "card": name_of("swap")})
        case events.Halved(cards=0):
            words = to_whom(
                cast,
                event.seat,
                event.target,
                mine=_("Your hand is too small to halve: %(target)s gets nothing."),
                at_me=_("The hand of %(name)s is too small to halve: you get nothing."),
                other=_("The hand of %(name)s is too small to halve: %(target)s gets nothing."),
            )
            return phrase(words, **names)
        case events.Halved(cards=cards):
            words = to_whom(
                cast,
                event.seat,
                event.target,
                mine=ngettext(
                    "You hand %(n)s card to %(target)s, half of your hand.",
                    "You hand %(n)s cards to %(target)s, half of your hand.",
                    cards,
                ),
                at_me=ngettext(
                    "%(name)s hands you %(n)s card, half a hand.",
                    "%(name)s hands you %(n)s cards, half a hand.",
                    cards,
                ),
                other=ngettext(
                    "%(name)s hands %(target)s %(n)s card, half a hand.",
                    "%(name)s hands %(target)s %(n)s cards, half a hand.",
                    cards,
                ),
            )
            return phrase(words, **names, n=cards)
    return gave_one(event, cast, names)


def gave_one(event: events.Gave, cast: Cast, names: dict[str, Any]) -> SafeString:
    if event.from_pile:
        words = to_whom(
            cast,
            event.seat,
            event.target,
            mine=_("You give %(target)s a card from the pile."),
            at_me=_("%(name)s gives you a card from the pile."),
            other=_("%(name)s gives %(target)s a card from the pile."),
        )
    else:
        words = to_whom(
            cast,
            event.seat,
            event.target,
            mine=_("You give %(target)s a card."),
            at_me=_("%(name)s gives you a card."),
            other=_("%(name)s gives %(target)s a card."),
        )
    return phrase(words, **names)


def swapped(event: events.Swapped, cast: Cast, names: dict[str, Any]) -> SafeString:
    words = to_whom(
        cast,
        event.seat,
        event.target,
        mine=ngettext(
            "You play %(card)s and swap %(n)s card for the %(got)s of %(target)s.",
            "You play %(card)s and swap %(n)s cards for the %(got)s of %(target)s.",
            event.gave,
        ),
        at_me=ngettext(
            "%(name)s plays %(card)s and swaps %(n)s card for your %(got)s.",
            "%(name)s plays %(card)s and swaps %(n)s cards for your %(got)s.",
            event.gave,
        ),
        other=ngettext(
            "%(name)s plays %(card)s and swaps %(n)s card for the %(got)s of %(target)s.",
            "%(name)s plays %(card)s and swaps %(n)s cards for the %(got)s of %(target)s.",
            event.gave,
        ),
    )
    return phrase(words, **names)


# Beginning and end


def frame(event: Any, cast: Cast) -> str:
    match event:
        case events.Dealt(cards=cards, top=top, under=under):
            words = ngettext(
                "The cards are dealt, %(n)s each. %(card)s lies on top.",
                "The cards are dealt, %(n)s each. %(card)s lies on top.",
                cards,
            )
            told = phrase(words, n=cards, card=marked(top))
            if not under:
                return told
            more = _("A Razupaltuff came first and went under the pile.")
            return phrase("%(told)s %(more)s", told=told, more=more)
        case events.Starts():
            return starts(event, cast)
        case events.Reshuffled(cards=cards):
            words = ngettext(
                "The draw pile is empty: %(n)s discard is shuffled into a new one.",
                "The draw pile is empty: %(n)s discards are shuffled into a new one.",
                cards,
            )
            return phrase(words, n=cards)
        case events.TurnedUp(faces=faces):
            words = _("Still face down, and now without effect: %(cards)s.")
            return phrase(words, cards=marked_list(faces)) if faces else ""
    return ended(event.winners, event.why, cast)


def starts(event: events.Starts, cast: Cast) -> SafeString:
    words = {
        "praline": (
            _("You start: nobody ate a schnapps praline later."),
            _("%(name)s starts: nobody ate a schnapps praline later."),
        ),
        "schnick": (
            _("You start: the Schnick for it was yours."),
            _("%(name)s starts after the Schnick for it."),
        ),
        "random": (_("You start, drawn at random."), _("%(name)s starts, drawn at random.")),
    }[event.why]
    told = phrase(words[not cast.is_me(event.seat)], name=cast.name(event.seat))
    if len(event.tied) < 2 or (event.why == "schnick" and not event.by_lot):
        return told
    decided = (
        _("It was equal between %(names)s, so the lot decided.")
        if event.by_lot
        else _("It was equal between %(names)s, so their throws decided.")
    )
    return phrase("%(told)s %(more)s", told=told, more=phrase(decided, names=cast.list(event.tied)))


def ended(winners: tuple[int, ...], why: str, cast: Cast) -> SafeString:
    names = {"names": cast.list(winners)}
    if why == "shared" or len(winners) > 1:
        words = (
            _("No card is left with %(names)s. You win together.")
            if cast.me in winners
            else _("No card is left with %(names)s. They win together.")
        )
        return phrase(words, **names)
    mine = cast.is_me(winners[0])
    if why == "given":
        words = (
            _("You have no card left, and it was not even your turn. You win!")
            if mine
            else _("%(names)s has no card left, and it was somebody else’s turn. %(names)s wins!")
        )
    else:
        words = (
            _("You have no card left. You win!") if mine else _("%(names)s has no card left. %(names)s wins!")
        )
    return phrase(words, **names)


def called(event: Any, cast: Cast) -> SafeString:
    match event:
        case events.PhotoFinish(seats=seats):
            if len(seats) == 1 and not cast.is_me(seats[0]):
                words = _("%(names)s has no card left! But first the cards of others are turned.")
            elif len(seats) == 1:
                words = _("You have no card left! But first the cards of others are turned.")
            else:
                words = _("No card is left with %(names)s! But first the cards of others are turned.")
            return phrase(words, names=cast.list(seats))
        case events.FinishFailed():
            return phrase(_("Nobody’s hand is empty any more. Play goes on."))
    words = (
        _("You got a %(card)s and have to say so: %(said)s")
        if cast.is_me(event.seat)
        else _("%(name)s got a %(card)s and has to say so: %(said)s")
    )
    names = {"name": cast.name(event.seat), "card": name_of("razupaltuff")}
    return phrase(words, **names, said=bubble(PHRASES["razupaltuff"]))
