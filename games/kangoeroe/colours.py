"""The five colours in words, letters, shapes and classes: never by hue alone."""

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy

from games.pictures import fragment

WORDS = {
    "r": pgettext_lazy("colour of a kangaroo", "red"),
    "o": pgettext_lazy("colour of a kangaroo", "orange"),
    "g": pgettext_lazy("colour of a kangaroo", "green"),
    "b": pgettext_lazy("colour of a kangaroo", "blue"),
    "p": pgettext_lazy("colour of a kangaroo", "purple"),
}
LETTERS = {
    "r": pgettext_lazy("letter on a red card", "R"),
    "o": pgettext_lazy("letter on an orange card", "O"),
    "g": pgettext_lazy("letter on a green card", "G"),
    "b": pgettext_lazy("letter on a blue card", "B"),
    "p": pgettext_lazy("letter on a purple card", "P"),
}
FAMILIES = {"r": "red", "o": "orange", "g": "green", "b": "blue", "p": "purple"}
SHAPES = {"r": "hexagon", "o": "wedge", "g": "block", "b": "ring", "p": "kite"}


def look(colour: str) -> dict[str, str]:
    """All four codes of a colour: family class, shape, letter and word, in the reader's language."""
    return look_in(get_language(), colour)


@cache
def look_in(language: str | None, colour: str) -> dict[str, str]:
    return {
        "key": colour,
        "family": FAMILIES[colour],
        "shape": SHAPES[colour],
        "letter": str(LETTERS[colour]),
        "word": str(WORDS[colour]),
    }


def marked(colour: str) -> SafeString:
    """A colour's word behind its shape, for a sentence."""
    return marked_in(get_language(), colour)


@cache
def marked_in(language: str | None, colour: str) -> SafeString:
    return format_html(
        '<span class="fam fam-{}"><svg aria-hidden="true"><use href="{}#{}"/></svg>{}</span>',
        FAMILIES[colour],
        static("img/sprite.svg"),
        SHAPES[colour],
        WORDS[colour],
    )


def card(colour: str, size: str = "") -> SafeString:
    """A card's face; `size` is a class such as "size-pile"."""
    return fragment("games/kangoeroe/_card.html", size=size, **look(colour))


def marks(colours: tuple[str, ...]) -> SafeString:
    """The shapes of some colours side by side, for the eye alone."""
    return marks_in(get_language(), colours)


@cache
def marks_in(language: str | None, colours: tuple[str, ...]) -> SafeString:
    sprite = static("img/sprite.svg")
    return format_html_join(
        "",
        '<span class="fam fam-{}" title="{}"><svg aria-hidden="true"><use href="{}#{}"/></svg></span>',
        ((FAMILIES[colour], WORDS[colour], sprite, SHAPES[colour]) for colour in colours),
    )
