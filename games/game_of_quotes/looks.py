"""The cards of Game of Quotes as text: what a card or a source says, and how each is drawn."""

from typing import Any, NamedTuple

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.cast import Cast, Removed, Side
from games.engine import Card, Face
from games.pictures import fragment
from quotes.looks import drawing, kind_look

from .cards import category_of, is_blank, row_of, source_words
from .names import language_of, name_of
from .parts import Colour, Source, Table


class Text(NamedTuple):
    """Something to be read. language: "" for the page's own. kind, key: by which it is reported, "card" or "words"
    and its row; "" for what nobody here wrote, or what is not shown any more.
    """

    text: str
    language: str
    kind: str = ""
    key: int = 0


# What cards say


def side_of(card: Card | Face, cast: Cast, language: str) -> Side:
    """The side of a card that is played. language: of the table's deck, for what was written at the table."""
    if is_blank(card):
        source = source_words(card)
        words = cast.words(source) if source is not None else ""
        return Side(cast.words(row_of(card)), words, "", "", language)
    hidden = _("removed")
    return cast.cards.get(row_of(card)) or Side(hidden, hidden, "", category_of(card) or "", "")


def quote_text(card: Card | Face, cast: Cast, language: str) -> Text:
    """What a card's quote says."""
    side = side_of(card, cast, language)
    return Text(side.quote, side.language, *row_named(card, row_of(card), side.quote, cast))


def source_text(source: Source, cast: Cast, language: str) -> Text:
    """A source as it is read: a card's name or description, a text, or one of the game's own names."""
    if source.face:
        side = side_of(source.face, cast, language)
        by_description = source.reads == "description" and side.description
        said = side.description if by_description else side.source
        own = source_words(source.face) or 0
        return Text(said, side.language, *row_named(source.face, own, said, cast))
    said = written(source.words, cast, language)
    there = source.words > 0 and not isinstance(said, Removed)
    named = ("words", source.words) if there else ("", 0)
    return Text(said, own_language(source.words, language), *named)


def row_named(card: Card | Face, own: int, said: str, cast: Cast) -> tuple[str, int]:
    """By what a text on a card is reported. own: the row of this text, on a blank."""
    if is_blank(card):
        return ("words", own) if own and not isinstance(said, Removed) else ("", 0)
    return ("card", row_of(card)) if row_of(card) in cast.cards else ("", 0)


def reports(card: Card | Face, cast: Cast) -> list[dict[str, Any]]:
    """By what a card that is held is reported: one of a deck as a whole, a blank by each of its texts."""
    if not is_blank(card):
        return report_of(cast.cards.get(row_of(card)))
    texts = {"quote": row_of(card), "source": source_words(card)}
    return [
        {"kind": "words", "key": row, "part": part}
        for part, row in texts.items()
        if row is not None and not isinstance(cast.words(row), Removed)
    ]


def report_of(side: Side | None) -> list[dict[str, Any]]:
    return [{"kind": "card", "key": side.row, "part": ""}] if side is not None and side.row else []


def written(number: int, cast: Cast, language: str) -> str:
    """The text with this number; a negative one is a name of the game's own."""
    return name_of(number, language) if number < 0 else cast.words(number)


def own_language(number: int, language: str) -> str:
    """The language of a text: the game's own names may not be there in that of the deck."""
    return language_of(language) if number < 0 else language


# What they look like


def quote_card(side: Side) -> SafeString:
    """A card that is held for its quote: that is large, and whose it really is stands small below."""
    return fragment(
        "quotes/_quote_card.html",
        quote=side.quote,
        source=side.source,
        description=side.description,
        language=side.language,
    )


def source_card(side: Side, *, alone: bool = False) -> SafeString:
    """A card that is held for its source; its quote stands small below, unless the source stands alone."""
    return fragment(
        "quotes/_source_card.html",
        quote="" if alone else side.quote,
        source=side.source,
        description=side.description,
        language=side.language,
        **kind_look(side.category),
    )


def written_card(text: Text) -> SafeString:
    """A source that somebody wrote, on a card."""
    return fragment(
        "quotes/_source_card.html",
        quote="",
        source=text.text,
        description="",
        language=text.language,
        **kind_look(""),
    )


# Seats

SHAPES: dict[Colour, str] = {
    "red": "hexagon",
    "orange": "wedge",
    "yellow": "star",
    "green": "block",
    "blue": "ring",
    "purple": "kite",
}


def colour_mark(table: Table, seat: int) -> SafeString:
    """The shape of a seat's colour; the word stands beside it or in the chip."""
    return shape(table.colours[seat])


def shape(colour: Colour) -> SafeString:
    """The shape that stands for a colour."""
    address = drawing("star") if colour == "yellow" else f"{static('img/sprite.svg')}#{SHAPES[colour]}"
    return format_html(
        '<svg class="seat-mark fam-{}" aria-hidden="true"><use href="{}"/></svg>', colour, address
    )
