"""The cards of Halt mal kurz in words and pictures: names, glosses, phrases, faces, and how a sentence names one."""

from functools import cache
from typing import Any

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext_lazy

from games.engine import Card, Face
from games.pictures import fragment

from .pack import COVERED, SYMBOLS, category_of, kind_of, symbols_of

SPRITE = "img/halt_mal_kurz.svg"
BACK = "back"

# The game is German: these stay as they are in every language.
NAMES = {
    "halt": "Halt mal kurz",
    "assembly": "Vollversammlung",
    "schnick": "Schnick-Schnack-Schnuck",
    "group": "Gruppen-Schnick",
    "swap": "Ach – mein, dein",
    "communism": "Kommunismus",
    "list": "Not-to-do-Liste",
    "nazi": "Nazi",
    "police": "Polizei",
    "capitalism": "Kapitalismus",
    "razupaltuff": "Razupaltuff",
}
# Where a long name may break on a narrow card.
SYLLABLES = {
    "assembly": "Voll\u00adver\u00adsamm\u00adlung",
    "group": "Grup\u00adpen-Schnick",
    "communism": "Kom\u00admu\u00adnis\u00admus",
    "capitalism": "Kapi\u00adta\u00adlis\u00admus",
    "razupaltuff": "Razu\u00adpal\u00adtuff",
}
# What a German name means; shown to those who read another language.
GLOSS: dict[str, Any] = {
    "halt": pgettext_lazy("gloss of a card", "hold this a sec"),
    "assembly": pgettext_lazy("gloss of a card", "general assembly"),
    "schnick": pgettext_lazy("gloss of a card", "rock, paper, scissors"),
    "group": pgettext_lazy("gloss of a card", "all against one"),
    "swap": pgettext_lazy("gloss of a card", "oh – mine, yours"),
    "communism": pgettext_lazy("gloss of a card", "communism"),
    "list": pgettext_lazy("gloss of a card", "not-to-do list"),
    "police": pgettext_lazy("gloss of a card", "police"),
    "capitalism": pgettext_lazy("gloss of a card", "capitalism"),
    "razupaltuff": pgettext_lazy("gloss of a card", "means nothing"),
}
# What it does, as short as a card in the hand needs it, and what there is to add where there is room.
DOES: dict[str, Any] = {
    "halt": pgettext_lazy("on a card", "Half your hand goes to somebody."),
    "assembly": pgettext_lazy("on a card", "All vote who gives a card to whom."),
    "schnick": pgettext_lazy("on a card", "Duel: the winner gives the loser a card."),
    "group": pgettext_lazy("on a card", "You against all: winners give a card."),
    "swap": pgettext_lazy("on a card", "Swap hands with somebody."),
    "communism": pgettext_lazy("on a card", "All hands are mixed and dealt anew."),
    "list": pgettext_lazy("on a card", "Stops what hits you, if it fits."),
    "nazi": pgettext_lazy("on a card", "Slap it! The last hand draws."),
    "police": pgettext_lazy("on a card", "Hands off! Somebody plays open."),
    "capitalism": pgettext_lazy("on a card", "Whoever has most draws two."),
    "razupaltuff": pgettext_lazy("on a card", "Cannot be laid."),
}
MORE: dict[str, Any] = {
    "halt": pgettext_lazy("on a card", "Chance picks the cards."),
    "assembly": pgettext_lazy("on a card", "No majority: nothing happens."),
    "communism": pgettext_lazy("on a card", "Nobody plays open any more."),
    "list": pgettext_lazy("on a card", "Then you draw a card."),
    "police": pgettext_lazy("on a card", "Whoever slaps draws a card."),
    "razupaltuff": pgettext_lazy("on a card", "Only another card takes it off your hands."),
}
# What is printed to be said, in German; by kind of card, and what belongs to no card.
PHRASES = {
    "halt": "Halt mal kurz",
    "schnick": "Schnick, Schnack, Schnuck",
    "group": "Schnick, Schnack, Schnuck",
    "swap": "Ach – mein, dein\u00a0…",
    "communism": "Kommunismus!",
    "list": "Steht auf meiner Not-to-do-Liste",
    "razupaltuff": "Razupaltuff",
    "without_well": "Ohne Brunnen",
    "won": "Es ist kein Glücksspiel",
}
SYMBOL_WORDS: dict[str, Any] = {
    "k": pgettext_lazy("symbol of a card", "kangaroo"),
    "p": pgettext_lazy("symbol of a card", "penguin"),
    "a": pgettext_lazy("symbol of a card", "small-time artist"),
    "kpa": pgettext_lazy("symbol of a card", "all symbols"),
    "": pgettext_lazy("symbol of a card", "no symbol"),
}
CATEGORY_WORDS: dict[str, Any] = {
    "funny": pgettext_lazy("category of a card", "funny"),
    "not_funny": pgettext_lazy("category of a card", "not funny"),
    "none": pgettext_lazy("category of a card", "never laid"),
}
FACE_DOWN = pgettext_lazy("name of a card that is still to be turned", "face down")
# Drawings by their ids in the sprite.
FIGURES = {"k": "kangaroo", "p": "penguin", "a": "artist"}
MARKS = {"funny": "smile", "not_funny": "bar", "none": "never"}
THROW_MARKS = {"rock": "g-rock", "paper": "g-paper", "scissors": "g-scissors", "well": "g-well"}


def drawing(name: str) -> str:
    """The address of one of this game's drawings, for `<use href="…">`."""
    return f"{static(SPRITE)}#{name}"


def gloss(kind: str) -> str:
    """What a name means, or nothing for those who read German."""
    return "" if (get_language() or "").startswith("de") else str(GLOSS.get(kind, ""))


def words(face: Card | Face) -> str:
    """A card for the ear: its name, symbol and category, in the reader's language."""
    name = NAMES.get(kind_of(face), FACE_DOWN)
    return f"{name}, {SYMBOL_WORDS[symbols_of(face)]}, {CATEGORY_WORDS[category_of(face)]}"


def card(face: Card | Face, size: str = "") -> SafeString:
    """A card's face, the front of a covered one, or the back; `size` is a class such as "size-big"."""
    if face == BACK:
        return back(size)
    kind, symbols = kind_of(face), symbols_of(face)
    if kind == COVERED:
        return fragment("games/halt_mal_kurz/_covered.html", size=size, **_symbol(symbols))
    category = category_of(face)
    return fragment(
        "games/halt_mal_kurz/_card.html",
        size=size,
        kind=kind,
        name=SYLLABLES.get(kind, NAMES[kind]),
        gloss=gloss(kind),
        does=str(DOES[kind]),
        more=str(MORE.get(kind, "")),
        phrase=PHRASES.get(kind, ""),
        category=category,
        category_word=str(CATEGORY_WORDS[category]),
        mark=MARKS[category],
        **_symbol(symbols),
    )


def back(size: str = "") -> SafeString:
    """The back of a card."""
    return fragment("games/halt_mal_kurz/_back.html", size=size)


def _symbol(symbols: str) -> dict[str, Any]:
    return {
        "symbols": tuple(symbols),
        "look": {"": "none", "kpa": "all"}.get(symbols, symbols),
        "figure": FIGURES.get(symbols, ""),
        "symbol_word": str(SYMBOL_WORDS[symbols]),
    }


def symbol_marked(symbols: str) -> SafeString:
    """One symbol, or all three, with its word: "penguin" behind its mark."""
    return _symbol_marked_in(get_language(), symbols)


@cache
def _symbol_marked_in(language: str | None, symbols: str) -> SafeString:
    return format_html('<span class="sy">{}{}</span>', _marks(symbols), SYMBOL_WORDS[symbols])


def category_marked(name: str) -> SafeString:
    """A category's word behind its mark, for a sentence."""
    return _category_marked_in(get_language(), name)


@cache
def _category_marked_in(language: str | None, name: str) -> SafeString:
    return format_html(
        '<span class="sy"><svg class="cm" aria-hidden="true"><use href="{}"/></svg>{}</span>',
        drawing(MARKS[name]),
        CATEGORY_WORDS[name],
    )


def marked(face: Card | Face) -> SafeString:
    """A card's name behind its symbol, for a sentence; its meaning shows on hovering."""
    return _marked_in(get_language(), kind_of(face), symbols_of(face), False)


def hyphened(sentence: SafeString) -> SafeString:
    """A sentence for a narrow place: long names in it can break where they are syllables."""
    for kind, name in SYLLABLES.items():
        sentence = mark_safe(sentence.replace(NAMES[kind], name))
    return sentence


def mini(face: Card | Face) -> SafeString:
    """As `marked`, with the meaning in brackets: where a card is named for the first time."""
    return _marked_in(get_language(), kind_of(face), symbols_of(face), True)


@cache
def _marked_in(language: str | None, kind: str, symbols: str, told: bool) -> SafeString:
    meaning = gloss(kind)
    if kind == COVERED:
        name = format_html("{}", FACE_DOWN)
    elif meaning and not told:
        name = format_html('<b lang="de" title="{}">{}</b>', meaning, NAMES[kind])
    else:
        name = format_html('<b lang="de">{}</b>', NAMES[kind])
    bracket = format_html(' <span class="gl">({})</span>', meaning) if told and meaning else ""
    spoken = format_html('<span class="vh">{} </span>', SYMBOL_WORDS[symbols]) if symbols else ""
    return format_html('<span class="hm">{}{}{}{}</span>', _marks(symbols), spoken, name, bracket)


def _marks(symbols: str) -> SafeString:
    return format_html_join(
        mark_safe(""),
        '<svg class="sm s-{}" aria-hidden="true"><use href="{}"/></svg>',
        ((letter, drawing(f"s-{letter}")) for letter in symbols if letter in SYMBOLS),
    )
