"""Small marks of Halt mal kurz in running text: names, bubbles, hand shapes. The cards are in cards.py."""

from collections.abc import Iterable
from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from .cards import NAMES, THROW_MARKS, drawing, marked
from .words import THROW_WORDS


@cache
def icon(name: str) -> SafeString:
    """A drawing of the game's own sprite."""
    return format_html('<svg aria-hidden="true"><use href="{}"/></svg>', drawing(name))


@cache
def bubble(text: str, delivery: str = "plain") -> SafeString:
    """A printed phrase as it is said aloud."""
    return format_html('<q lang="de" class="bubble" data-delivery="{}">{}</q>', delivery, text)


def own_words(text: str, delivery: str = "plain") -> SafeString:
    """What a player wrote, in whatever language."""
    return format_html('<q class="bubble" lang="" dir="auto" data-delivery="{}">{}</q>', delivery, text)


@cache
def name_of(kind: str) -> SafeString:
    """A card's name, which stays German everywhere."""
    return format_html('<span lang="de">{}</span>', NAMES[kind])


def marked_list(faces: Iterable[str]) -> SafeString:
    return mark_safe(", ".join(marked(face) for face in faces))


def throw_marked(throw: str) -> SafeString:
    """A throw's word behind its hand shape."""
    return throw_in(get_language(), throw)


@cache
def throw_in(language: str | None, throw: str) -> SafeString:
    return format_html('<span class="shape">{}{}</span>', icon(THROW_MARKS[throw]), THROW_WORDS[throw])


def bars(votes: int, cast: int) -> SafeString:
    """A tally for the eye; the sentence around it has the numbers."""
    rest = "▯" * (cast - votes)
    return format_html('<span class="bars" aria-hidden="true">{}<i>{}</i></span>', "▮" * votes, rest)
