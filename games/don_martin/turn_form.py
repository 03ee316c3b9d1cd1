"""The form of a turn and of a lead: what each card would do now, whom GA-PWEEN! names, what the button says."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.cast import Cast
from games.engine import Card, Choice, Offer, Prompt, face_of
from games.face import Face
from games.pictures import fragment

from .cards import card, spoken, words
from .pack import COLOURS, SOUNDS, SPECIALS, colour_of, is_special, sound_of
from .parts import DmView, Hand, Table

Form = dict[str, Any]


def show(face: Face, view: DmView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None) -> Form:
    """What the template of a turn or a lead needs."""
    ways = {way.do: way for way in offer.ways}
    _seat, hand = view.mine()
    fields = {field.name: field for field in ways["play"].fields}
    cards = fields["card"].choices
    legal = [choice for choice in cards if choice.reason is None]
    deeds = {deed_of(choice): choice for choice in in_order(legal, "sound")}
    numbers = {deed: number for number, deed in enumerate(deeds, 1)}
    chosen = sent.get("card", "") if sent is not None else ""
    told = {deed: under(view, choice, cast) for deed, choice in deeds.items()}
    draws = "ignore" in ways
    return {
        "cards": [
            slot(
                face,
                choice,
                hand,
                chosen=chosen,
                number=numbers.get(deed_of(choice), 0),
                under=told.get(deed_of(choice)) or closed(choice),
            )
            for choice in in_order(cards, cast.sort)
        ],
        "sorts": sorts(cast.sort),
        "count": len(cards),
        "playable": len(legal),
        "whom": whom(view, fields["target"].choices, cast, sent) if "gapween" in deeds else None,
        "verbs": [verb(view, choice, numbers[deed], cast) for deed, choice in deeds.items()],
        "step": 3 if prompt.kind == "lead" and prompt.clock == "same" else 0,
        "may_take": any(choice.effect == "takes" for choice in legal),
        "draws": draws and ways["ignore"].reason is None,
        "no_draw": face.reason(ways["ignore"].reason) if draws and ways["ignore"].reason else "",
    }


# The hand


def in_order(choices: Iterable[Choice], sort: str) -> list[Choice]:
    """By sound unless the reader wants them by colour or as they came; specials come last."""
    return sorted(choices, key=lambda choice: place_of(choice.face, sort))


def place_of(face: str, sort: str) -> tuple[int, int]:
    """Where a card stands in a hand that is sorted in this way."""
    if sort == "arrival":
        return (0, 0)
    if is_special(face):
        return (len(SOUNDS), SPECIALS.index(face_of(face)))  # type: ignore[arg-type]
    place = (SOUNDS.index(sound_of(face)), COLOURS.index(colour_of(face)))
    return place[::-1] if sort == "colour" else place


def sorts(chosen: str) -> list[Form]:
    """The ways to sort a hand, as links."""
    ways = {
        "sound": pgettext("a way to sort a hand", "sound"),
        "colour": pgettext("a way to sort a hand", "colour"),
        "arrival": pgettext("a way to sort a hand", "arrival"),
    }
    chosen = chosen if chosen in ways else "sound"
    return [{"value": value, "word": word, "now": value == chosen} for value, word in ways.items()]


def held_of(cards: Sequence[Card]) -> Counter[str]:
    """How many cards of each sound these are."""
    return Counter(sound_of(card) for card in cards if not is_special(card))


def held_words(count: int) -> str:
    return ngettext("%(count)s in your hand", "%(count)s in your hand", count) % {"count": count}


def slot(face: Face, choice: Choice, hand: Hand, *, chosen: str, number: int, under: str) -> Any:
    """A card to be chosen. number: which words of the main button are for it."""
    special = is_special(choice.face)
    held = 0 if special else held_of(hand.cards)[sound_of(choice.face)]
    new = hand.cards.index(str(choice.value)) >= len(hand.cards) - hand.new
    label = [words(choice.face), under, *([held_words(held)] if held else []), *([_("new")] if new else [])]
    return fragment(
        "games/don_martin/_slot.html",
        picture=card(choice.face, held=held),
        value=choice.value,
        kind=choice.effect,
        number=number,
        label=", ".join(label),
        blocked=face.reason(choice.reason) if choice.reason else "",
        under=under,
        chosen=choice.value == chosen,
        new=new,
    )


def closed(choice: Choice) -> str:
    """Below a closed card: why, in a few words."""
    if choice.reason == "first_card":
        return _("not as the first card")
    return _("never the last card") if choice.reason == "last_special" else ""


# What a card would do now


def deed_of(choice: Choice) -> str:
    """What the words on the button depend on: the effect and the sound, or which special it is."""
    return choice.effect if is_special(choice.face) else f"{choice.effect} {sound_of(choice.face)}"


def is_last(view: DmView, choice: Choice) -> bool:
    """Whether this is the card that ends the round."""
    return len(view.mine()[1].cards) == 1 and choice.effect in ("adds", "leads")


def under(view: DmView, choice: Choice, cast: Cast) -> str:
    """Below a card: what it would do now."""
    if is_last(view, choice):
        return _("last card: ends the round")
    match choice.effect:
        case "takes":
            return ngettext("takes %(n)s card", "takes %(n)s cards", choice.more) % {"n": choice.more}
        case "adds":
            return _("adds")
        case "leads":
            return _("leads")
    return special_under(view.table, choice.effect, cast)


def special_under(table: Table, special: str, cast: Cast) -> str:
    """Below a special: what it would do now."""
    following = cast.name(table.after(table.turn))
    lying = len(table.lies)
    match special:
        case "arrargh" if lying:
            words = ngettext("%(name)s takes up %(n)s", "%(name)s takes up %(n)s", lying)
            return words % {"name": following, "n": lying}
        case "arrargh":
            return _("skips %(name)s") % {"name": following}
        case "splabbadap":
            throwing = len(throwers(table)[0])
            return ngettext("%(n)s throws in", "%(n)s throw in", throwing) % {"n": throwing}
        case "gapween":
            drawn = min(2, table.pile)
            return ngettext("somebody draws %(n)s", "somebody draws %(n)s", drawn) % {"n": drawn}
    return _("%(name)s is next") % {"name": cast.name(before(table))}


def before(table: Table) -> int:
    """The seat that is next once the direction has turned."""
    return (table.turn - table.way) % table.seats


def throwers(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who would owe a card for a SPLABBADAP! as far as all can see, and who holds one card only and would not."""
    others = [seat for seat in range(table.seats) if seat != table.turn]
    owing = tuple(seat for seat in others if table.counts[seat] > 1)
    return owing, tuple(seat for seat in others if table.counts[seat] == 1)


def verb(view: DmView, choice: Choice, number: int, cast: Cast) -> Form:
    """The main button's words once such a card is chosen (`on`: and somebody is named), and what comes of it."""
    special = is_special(choice.face)
    return {
        "number": number,
        "words": special_verb(view.table, choice.effect, cast) if special else coloured_verb(view, choice),
        "on": named_verbs(view.table, cast) if choice.effect == "gapween" else [],
        "tells": special_tells(view.table, choice.effect, cast) if special else tells(view, choice, cast),
        "takes": choice.effect == "takes",
    }


def coloured_verb(view: DmView, choice: Choice) -> str:
    names = {"sound": spoken(sound_of(choice.face)), "n": choice.more}
    if choice.effect == "takes":
        return ngettext("Take %(n)s with %(sound)s", "Take %(n)s with %(sound)s", choice.more) % names
    if is_last(view, choice):
        return _("Play %(sound)s and go out") % names
    return (_("Add %(sound)s") if choice.effect == "adds" else _("Lead %(sound)s")) % names


def tells(view: DmView, choice: Choice, cast: Cast) -> str:
    """What comes of a coloured card."""
    if is_last(view, choice):
        return _("Your hand is empty then, and the round ends.")
    if choice.effect == "takes":
        return _("It comes back to you with all that lies there. Then you may lay groups, and you lead.")
    return _("It stays on the table. %(name)s is next.") % {
        "name": cast.name(view.table.after(view.table.turn))
    }


def short(special: str) -> str:
    """A special on a button."""
    return "INKLE" if special == "inkle" else f"{spoken(special)}!"


def special_verb(table: Table, special: str, cast: Cast) -> str:
    names = {"card": short(special), "name": cast.name(table.after(table.turn)), "n": len(table.lies)}
    match special:
        case "arrargh" if table.lies:
            words = ngettext(
                "Play %(card)s: %(name)s takes up %(n)s card",
                "Play %(card)s: %(name)s takes up %(n)s cards",
                len(table.lies),
            )
            return words % names
        case "arrargh":
            return _("Play %(card)s: %(name)s is skipped") % names
        case "splabbadap":
            owing = len(throwers(table)[0])
            words = ngettext(
                "Play %(card)s: %(n)s seat throws in", "Play %(card)s: %(n)s seats throw in", owing
            )
            return words % (names | {"n": owing})
        case "gapween":
            return _("Play %(card)s: who draws?") % names
    return _("Play %(card)s: %(name)s is next") % (names | {"name": cast.name(before(table))})


def named_verbs(table: Table, cast: Cast) -> list[Form]:
    """The button's words for GA-PWEEN! once somebody is named."""
    return [{"at": seat + 1, "words": draw_words(table, seat, cast)} for seat in range(table.seats)]


def draw_words(table: Table, seat: int, cast: Cast) -> str:
    drawn = min(2, table.pile)
    names = {"card": short("gapween"), "name": cast.name(seat), "n": drawn}
    if cast.is_me(seat):
        words = ngettext("Play %(card)s: you draw %(n)s card", "Play %(card)s: you draw %(n)s cards", drawn)
    else:
        words = ngettext(
            "Play %(card)s: %(name)s draws %(n)s card", "Play %(card)s: %(name)s draws %(n)s cards", drawn
        )
    return words % names


def special_tells(table: Table, special: str, cast: Cast) -> str:
    """What comes of a special, as it would be now."""
    following = table.after(table.turn)
    names = {"name": cast.name(following), "next": cast.name(table.after(following))}
    match special:
        case "arrargh" if table.lies:
            return _("%(name)s lays and plays nothing. Then %(next)s leads.") % names
        case "arrargh":
            return _("Nothing lies here to be picked up. Then %(next)s leads.") % names
        case "splabbadap":
            return splabbadap_tells(table, cast)
        case "gapween":
            return _("Whoever you name draws and plays nothing. The seat after that one is next.")
    return _("From then on it goes anticlockwise.") if table.way > 0 else _("From then on it goes clockwise.")


def splabbadap_tells(table: Table, cast: Cast) -> str:
    """Who would throw in, who is exempt, and what the caller gets."""
    owing, exempt = throwers(table)
    if not owing:
        return _("All others hold one card only, so nobody throws in. You may lay groups, and you lead.")
    names = {"names": cast.list(owing), "exempt": cast.list(exempt)}
    if not exempt:
        words = _("A coloured card from %(names)s. You take up everything, may lay groups, and lead.")
    else:
        words = ngettext(
            "A coloured card from %(names)s; %(exempt)s holds only one and keeps it. You take up everything, "
            "may lay groups, and lead.",
            "A coloured card from %(names)s; %(exempt)s hold only one and keep it. You take up everything, "
            "may lay groups, and lead.",
            len(exempt),
        )
    return words % names


# Whom GA-PWEEN! names


def whom(view: DmView, seats: tuple[Choice, ...], cast: Cast, sent: QueryDict | None) -> list[Form]:
    """Everybody at the table, the reader included, with who would be next."""
    chosen = sent.get("target", "") if sent is not None else ""
    table = view.table
    return [
        {
            "value": seat,
            "at": seat + 1,
            "stamp": cast.stamps[seat] if cast.stamps else "",
            "name": _("You") if cast.is_me(seat) else cast.name(seat),
            "words": next_words(table, seat, cast),
            "chosen": chosen == str(seat),
        }
        for seat in (int(choice.value) for choice in seats)
    ]


def next_words(table: Table, seat: int, cast: Cast) -> str:
    following = table.after(seat)
    if cast.is_me(following):
        return _("then you are next")
    return _("then %(name)s is next") % {"name": cast.name(following)}
