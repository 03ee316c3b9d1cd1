"""The cards of Don Martin's Kartenspiel in words and pictures: sounds, colours, faces, and how a sentence names one."""

from functools import cache
from typing import Any

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext_lazy

from games.engine import Card, Face, face_of
from games.pictures import fragment

from .pack import colour_of, is_special, sound_of

SPRITE = "img/don_martin.svg"
SHARED = "img/sprite.svg"
BACK = "back"

# What is printed and said aloud: the same in every language.
NAMES = {
    "wobbel": "WOBBEL!",
    "quarp": "QUARP!",
    "blompf": "BLOMPF!",
    "rumms": "RUMMS!",
    "zwick": "ZWICK!",
    "krakadoi": "KRAKADOI!",
    "pfiuut": "PFIUUT!",
    "huffta": "HUFFTA!",
    "arrargh": "ARRARGH!",
    "splabbadap": "SPLABBADAP!",
    "gapween": "GA-PWEEN!",
    "inkle": "INKLE DINKLE GLINK GLONK!",
}
COLOUR_WORDS: dict[str, Any] = {
    "b": pgettext_lazy("colour of a card", "blue"),
    "g": pgettext_lazy("colour of a card", "green"),
    "p": pgettext_lazy("colour of a card", "purple"),
    "o": pgettext_lazy("colour of a card", "orange"),
}
SPECIAL_WORD = pgettext_lazy("black-and-white card", "special")
SHAPES = {"b": "ring", "g": "block", "p": "kite", "o": "wedge"}
FAMILIES = {"b": "fam-blue", "g": "fam-green", "p": "fam-purple", "o": "fam-orange"}
# What a special does, as short as a card in the hand needs it, and what there is to add where there is room.
DOES: dict[str, Any] = {
    "arrargh": pgettext_lazy("on a card", "The next seat picks it all up."),
    "splabbadap": pgettext_lazy("on a card", "All others throw in. You take it all."),
    "gapween": pgettext_lazy("on a card", "You or another seat draws two."),
    "inkle": pgettext_lazy("on a card", "Now the other way round!"),
}
MORE: dict[str, Any] = {
    "arrargh": pgettext_lazy("on a card", "It lays and plays nothing. The seat after it leads."),
    "splabbadap": pgettext_lazy("on a card", "Then you may lay groups, and you lead."),
    "gapween": pgettext_lazy("on a card", "The seat after it is on turn."),
    "inkle": pgettext_lazy("on a card", "The next seat the other way is on turn."),
}
# The two that are taken out of the pack before the deal.
ADS: dict[int, dict[str, Any]] = {
    1: {
        "head": pgettext_lazy("joke advertisement", "Socks with an echo!"),
        "text": pgettext_lazy("joke advertisement", "Every step is heard twice. Left foot sold separately."),
        "small": pgettext_lazy("joke advertisement", "Not for libraries."),
        "figure": "ad-socks",
    },
    2: {
        "head": pgettext_lazy("joke advertisement", "Noise, tinned!"),
        "text": pgettext_lazy("joke advertisement", "One spoonful of RUMMS wakes a whole street."),
        "small": pgettext_lazy("joke advertisement", "Shake well. Then run."),
        "figure": "ad-tin",
    },
}


def drawing(name: str) -> str:
    """The address of one of this game's drawings, for `<use href="…">`."""
    return f"{static(SPRITE)}#{name}"


def spoken(name: str) -> str:
    """A sound or special inside a sentence: its printed text without the exclamation mark."""
    return NAMES[name].removesuffix("!")


def words(face: Card | Face) -> str:
    """A card for the ear: "RUMMS, blue" or "ARRARGH, special"."""
    if is_special(face):
        return f"{spoken(face_of(face))}, {SPECIAL_WORD}"
    return f"{spoken(sound_of(face))}, {COLOUR_WORDS[colour_of(face)]}"


def card(face: Card | Face, size: str = "", held: int = 0) -> SafeString:
    """A card's face or the back; `size` is a class such as "size-pile".

    held: how many cards of this sound are in the reader's hand; 0 shows no count.
    """
    if face == BACK:
        return back(size)
    if is_special(face):
        return _special(face_of(face), size)
    return _coloured(sound_of(face), colour_of(face), size, held)


def _special(name: str, size: str) -> SafeString:
    return fragment(
        "games/don_martin/_card.html",
        size=size,
        look="bw",
        sound=name,
        name=NAMES[name],
        word=str(SPECIAL_WORD),
        does=str(DOES[name]),
        more=str(MORE[name]),
    )


def _coloured(sound: str, colour: str, size: str, held: int) -> SafeString:
    return fragment(
        "games/don_martin/_card.html",
        size=size,
        look=FAMILIES[colour],
        sound=sound,
        name=NAMES[sound],
        word=str(COLOUR_WORDS[colour]),
        shape=SHAPES[colour],
        held=held,
        held_word=ngettext("%(count)s in your hand", "%(count)s in your hand", held) % {"count": held},
    )


def back(size: str = "") -> SafeString:
    """The back of a card."""
    return fragment("games/don_martin/_back.html", size=size)


def ad_card(number: int, size: str = "") -> SafeString:
    """One of the two joke advertising cards, which nobody is ever dealt."""
    ad = {key: str(value) for key, value in ADS[number].items()}
    return fragment("games/don_martin/_ad_card.html", size=size, **ad)


def marked(face: Card | Face) -> SafeString:
    """A card for a sentence: its sound behind the shape of its colour, the word for the ear and on hovering."""
    if is_special(face):
        return special_marked(face_of(face))
    return _marked_in(get_language(), sound_of(face), colour_of(face))


@cache
def _marked_in(language: str | None, sound: str, colour: str) -> SafeString:
    return format_html(
        '<span class="fam {} dms" title="{}"><svg aria-hidden="true"><use href="{}#{}"/></svg>'
        '<span class="vh">{} </span><b translate="no">{}</b></span>',
        FAMILIES[colour],
        COLOUR_WORDS[colour],
        static(SHARED),
        SHAPES[colour],
        COLOUR_WORDS[colour],
        spoken(sound),
    )


def colour_marked(colour: str) -> SafeString:
    """A colour's word behind its shape, for a sentence."""
    return _colour_marked_in(get_language(), colour)


@cache
def _colour_marked_in(language: str | None, colour: str) -> SafeString:
    return format_html(
        '<span class="fam {}"><svg aria-hidden="true"><use href="{}#{}"/></svg>{}</span>',
        FAMILIES[colour],
        static(SHARED),
        SHAPES[colour],
        COLOUR_WORDS[colour],
    )


@cache
def sound_marked(sound: str) -> SafeString:
    """A sound of no particular colour, for a sentence."""
    return format_html('<b class="dms" translate="no">{}</b>', spoken(sound))


@cache
def special_marked(special: str) -> SafeString:
    """A special for a sentence: its printed text, loud as it is, behind the mark of the black-and-white cards."""
    return format_html(
        '<span class="fam dms"><svg class="bang" aria-hidden="true"><use href="{}"/></svg>'
        '<b translate="no">{}</b></span>',
        drawing("bang"),
        NAMES[special],
    )
