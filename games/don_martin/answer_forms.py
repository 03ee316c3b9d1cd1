"""The forms of a lay-down and of a card for somebody's SPLABBADAP!"""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast
from games.engine import Choice, Field, Offer, Prompt
from games.face import Face

from .cards import card, marked, sound_marked, spoken, words
from .pack import COLOURS, LEAST_GROUP, MOST_GROUP, SOUNDS, Sound, colour_of, is_special, sound_of
from .parts import DmView, Hand, Table
from .scoring import points_of
from .turn_form import Form, held_of, in_order, slot, sorts
from .words import points_words

WHOLE = "whole"  # on the page a group is chosen as a whole by one box, whose value names its cards


def tidy(form: QueryDict) -> None:
    """Whole groups and single cards become the cards to be laid."""
    whole = [one for value in form.pop(WHOLE, []) for one in str(value).split()]
    if whole:
        form.setlist("cards", list(dict.fromkeys([*whole, *form.getlist("cards")])))


# A lay-down


def lay(face: Face, view: DmView, offer: Offer, sent: QueryDict | None) -> Form:
    """The hand by its sounds: first what can be laid, most cards first, then what may grow into a group."""
    seat, hand = view.mine()
    way = next(one for one in offer.ways if one.do == "lay")
    (field,) = way.fields
    chosen = chosen_cards(field, sent)
    sounds = sorted(held_of(hand.cards).items(), key=lambda row: (-row[1], SOUNDS.index(row[0])))  # type: ignore[arg-type]
    groups = [sound for sound, count in sounds if count >= LEAST_GROUP]
    return {
        "groups": [
            group(hand, cards_of(field, sound), chosen, number) for number, sound in enumerate(groups, 1)
        ],
        "pairs": [growing(cards_of(field, sound)) for sound, count in sounds if count == LEAST_GROUP - 1],
        "singles": [growing(cards_of(field, sound)) for sound, count in sounds if count == 1],
        "specials": [
            {"picture": card(one, "size-pile"), "label": words(one)} for one in hand.cards if is_special(one)
        ],
        "no_group": face.reason(way.reason) if way.reason else "",
        "lone": face.reason("lone_special") if ends(hand, groups) == "lone" else "",
        "out": ends(hand, groups) == "out",
        "hundred": hundred(view.table, seat) if groups else "",
        "step": 2,
    }


def chosen_cards(field: Field, sent: QueryDict | None) -> set[str]:
    if sent is not None:
        return set(sent.getlist(field.name))
    return {str(one) for one in field.preset} if isinstance(field.preset, tuple) else set()


def cards_of(field: Field, sound: str) -> list[Choice]:
    """The cards of a sound, by colour."""
    mine = [choice for choice in field.choices if choice.effect == sound]
    return sorted(mine, key=lambda choice: COLOURS.index(colour_of(choice.face)))


def ends(hand: Hand, groups: Sequence[str]) -> str:
    """What laying all groups whole leads to: "out", "lone" for a special that is left alone, or ""."""
    laid = sum(held_of(hand.cards)[sound] for sound in groups)
    if laid == len(hand.cards):
        return "out"
    return "lone" if laid == len(hand.cards) - 1 == len(hand.coloured()) else ""


def group(hand: Hand, choices: list[Choice], chosen: set[str], number: int) -> Form:
    """A sound of which a group can be laid: its cards, its points now and with one more."""
    sound, count = sound_of(choices[0].face), len(choices)
    values = [str(choice.value) for choice in choices]
    picked = [value for value in values if value in chosen]
    return {
        "at": number,
        "sound": sound_marked(sound),
        "words": group_words(count),
        "patience": patience(count),
        "values": " ".join(values),
        "whole": len(picked) == count,
        "all": all_words(sound, count),
        "cards": [
            pick(choice, hand, str(choice.value) in picked, len(picked) == count) for choice in choices
        ],
        "counts": [{"n": n, "words": picked_words(n)} for n in range(1, count + 1)],
    }


def group_words(count: int) -> str:
    words = ngettext("%(n)s card: %(points)s now.", "%(n)s cards: %(points)s now.", count)
    return words % {"n": count, "points": points_words(points_of(count))}


def patience(count: int) -> str:
    """What waiting for one more card of a sound would bring."""
    if count >= MOST_GROUP:
        return _("No more than that can be held.")
    return _("With one more: %(n)s.") % {"n": points_of(count + 1)}


def all_words(sound: Sound, count: int) -> str:
    words = ngettext("Lay %(n)s %(sound)s", "Lay all %(n)s %(sound)s", count)
    return words % {"n": count, "sound": spoken(sound)}


def picked_words(count: int) -> str:
    """Beside the single cards of a sound: what those that are chosen come to."""
    missing = LEAST_GROUP - count
    if missing > 0:
        return ngettext("%(n)s more needed", "%(n)s more needed", missing) % {"n": missing}
    return _("a group, %(points)s") % {"points": points_words(points_of(count))}


def pick(choice: Choice, hand: Hand, picked: bool, whole: bool) -> Form:
    """A card of a group."""
    return {
        "value": choice.value,
        "picture": card(choice.face),
        "label": words(choice.face),
        "chosen": picked and not whole,
        "new": hand.cards.index(str(choice.value)) >= len(hand.cards) - hand.new,
    }


def growing(choices: list[Choice]) -> Form:
    """A sound of which there are too few."""
    return {"cards": [card(choice.face, "size-pile") for choice in choices]}


def hundred(table: Table, seat: int) -> str:
    """What this lay-down means for the hundred (rulebook, "Scoring")."""
    if table.laid_down[seat] == 0:
        return _("Going out with one single lay-down in the round is worth 100 more.")
    if table.laid_down[seat] == 1:
        return _("You have laid down once. A second lay-down gives the 100 points for a single one away.")
    return ""


# A card for a SPLABBADAP!


def throw_in(
    face: Face, view: DmView, prompt: Prompt, offer: Offer, cast: Cast, sent: QueryDict | None
) -> Form:
    """Coloured cards to throw in; specials are closed. It may be changed until the last card is in."""
    _seat, hand = view.mine()
    (way,) = offer.ways
    (field,) = way.fields
    # What is sealed is named above the hand; only another card is worth a press.
    chosen = sent.get("card", "") if sent is not None else ""
    held = held_of(hand.cards)
    legal = [choice for choice in in_order(field.choices, "sound") if choice.reason is None]
    sounds = list(dict.fromkeys(sound_of(choice.face) for choice in legal))
    return {
        "cards": [
            slot(
                face,
                choice,
                hand,
                chosen=str(chosen or ""),
                number=0 if choice.reason else sounds.index(sound_of(choice.face)) + 1,
                under=_("stays with you") if choice.reason else thrown_words(held[sound_of(choice.face)]),
            )
            for choice in in_order(field.choices, cast.sort)
        ],
        "sorts": sorts(cast.sort),
        "count": len(field.choices),
        "playable": len(legal),
        "sealed": marked(hand.thrown) if hand.thrown else "",
        "verbs": [
            {"number": number, "words": thrown_verb(sound, prompt.given)}
            for number, sound in enumerate(sounds, 1)
        ],
    }


def thrown_words(count: int) -> str:
    """Below a card that could be thrown: how many of its sound are held."""
    return (
        _("your only one") if count == 1 else ngettext("one of %(n)s", "one of %(n)s", count) % {"n": count}
    )


def thrown_verb(sound: Sound, given: bool) -> str:
    names = {"sound": spoken(sound)}
    return (_("Throw %(sound)s instead") if given else _("Throw in %(sound)s")) % names
