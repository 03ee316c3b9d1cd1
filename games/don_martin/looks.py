"""Small marks in running text: sounds in bubbles, lists of cards. The cards themselves are in cards.py."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.cast import Cast, phrase
from games.engine import Face, face_of

from .cards import NAMES, colour_marked, marked, sound_marked, special_marked
from .pack import SOUNDS, SPECIALS, colour_of, is_special, sound_of
from .parts import Group
from .scoring import points_of
from .words import points_words


def by(cast: Cast, seat: int, mine: Any, other: Any) -> Any:
    """The sentence for whoever does it, or for everybody else."""
    return mine if cast.is_me(seat) else other


@cache
def bubble(name: str) -> SafeString:
    """A sound as it is said aloud: ours for a German mouth, those of the rulebook for an English one."""
    return format_html(
        '<q lang="{}" class="bubble" translate="no" data-delivery="plain" data-noise="{}">{}</q>',
        "en" if is_special(name) else "de",
        name,
        NAMES[name],
    )


def said(face: Face) -> SafeString:
    """A card that is played: its sound in a bubble, and its colour."""
    if is_special(face):
        return bubble(face_of(face))
    return phrase("%(sound)s %(colour)s", sound=bubble(sound_of(face)), colour=colour_marked(colour_of(face)))


def listed(faces: Iterable[Face]) -> SafeString:
    """Cards in the order in which they came."""
    return mark_safe(", ".join(marked(face) for face in faces))


def counted(faces: Iterable[Face]) -> SafeString:
    """A whole hand in short: how many of each sound, and of each special."""
    held = Counter(face_of(face) if is_special(face) else str(sound_of(face)) for face in faces)
    names = [name for name in (*SOUNDS, *SPECIALS) if held[name]]
    return mark_safe(", ".join(times(held[name], name) for name in names))


def times(count: int, name: str) -> SafeString:
    """So many of one sound or special."""
    mark = special_marked(name) if name in SPECIALS else sound_marked(name)
    return phrase(_("%(n)s × %(sound)s"), n=count, sound=mark)


def seated(cast: Cast, seat: int) -> str:
    """A name in a list; the reader is "you"."""
    return cast.list((seat,))


def group_worth(group: Group) -> SafeString:
    """A group with what it counts."""
    size = len(group.faces)
    cards = times(size, sound_of(group.faces[0]))
    return phrase(_("%(cards)s (%(points)s)"), cards=cards, points=points_words(points_of(size)))
