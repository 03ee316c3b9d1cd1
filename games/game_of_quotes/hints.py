"""What the lesson of Game of Quotes says above each question. What is funny it cannot know: it gives reasons only."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cast import Cast, phrase
from games.teaching import Hint

from .answers import Both, Pick, Stamp, Swap, Write
from .looks import Text, quote_text, side_of, source_text
from .parts import GoqView, Source

# Choosing


def quote(topic: str, action: Pick, view: GoqView, cast: Cast) -> Hint:
    """A quote: the first card of round 1; for a source card in round 2; for a written source in round 3."""
    table, hand = view.table, view.mine()[1]
    names: dict[str, Any] = neighbours(view, cast) | {
        "quote": marked(quote_text(action.card, cast, table.options.language))
    }
    if hand.source is None:
        return told(topic, "quote", FIRST_QUOTE if topic else QUOTE_AGAIN, names, action)
    if not hand.source.face:
        source = source_text(hand.source, cast, table.options.language)
        return told(topic, "quote", FOR_WRITTEN, names | {"source": marked(source)}, action)
    side = side_of(hand.source.face, cast, table.options.language)
    if not side.description:
        return told(topic, "quote", FOR_NAME, names, action)
    names["source"] = marked(Text(side.description, side.language))
    return told(topic, "quote", FOR_CARD, names, Pick(action.card, "description"))


def source(topic: str, action: Pick, view: GoqView, cast: Cast) -> Hint:
    """A source: for the quote of round 1, or as the first card of round 2."""
    hand = view.mine()[1]
    example = source_text(Source(action.card), cast, view.table.options.language)
    names = neighbours(view, cast) | {"source": marked(example)}
    return told(topic, "source", FOR_QUOTE if hand.quote is not None else FIRST_SOURCE, names, action)


def pad(action: Pick, cast: Cast) -> Hint:
    """The idea pad, before a choice in the round before that in which it is used."""
    return told("pad", "pad", PAD, {"pad": _("Idea pad")}, action)


def swap(action: Swap, view: GoqView, cast: Cast) -> Hint:
    """The one swap."""
    names = neighbours(view, cast) | {"swap": _("Swap cards")}
    return told("swap", "swap", SWAP, names, action)


FIRST_QUOTE = (
    gettext_lazy("Choose a quote, rather a short one."),
    gettext_lazy(
        "Whose it really is does not matter any more. A short quote leaves room for somebody grand; %(quote)s is your "
        "shortest. What you choose stays sealed, and your other %(others)s cards go to %(left)s, on your left."
    ),
)
QUOTE_AGAIN = (
    gettext_lazy("What you know already: choose a quote."),
    gettext_lazy(
        "Whose it really is does not matter any more; %(quote)s is your shortest. Your other %(others)s cards go to "
        "%(left)s, on your left."
    ),
)
FOR_QUOTE = (
    gettext_lazy("Now find the wrong source for your quote."),
    gettext_lazy(
        "The hand of %(right)s, on your right, has come to you. Now look at the names, not at the quotes below them: "
        "small quotes are good with grand sources, grand ones with small. Try one aloud: your quote, a breath, and "
        "then %(source)s. Beside the button you say whether the name or the description is read."
    ),
)
FIRST_SOURCE = (
    gettext_lazy("This time begin with a source."),
    gettext_lazy(
        "Round 2 goes the other way: you lay a source aside, the other %(others)s cards go to %(left)s, and only "
        "then you see the quotes among which you choose. So take somebody whom nearly every sentence embarrasses. Is "
        "it %(source)s?"
    ),
)
FOR_CARD = (
    gettext_lazy("Find a quote for your source, and say how the source is read."),
    gettext_lazy(
        "The hand of %(right)s has come to you. A source is read by its name or by its description, never by both; "
        "you say which beside the button. The name is good if everybody knows it, the description if it is a "
        "surprise. Try it: %(quote)s, and then %(source)s."
    ),
)
FOR_NAME = (
    gettext_lazy("Find a quote for your source."),
    gettext_lazy(
        "The hand of %(right)s has come to you. Your source has no description, so it is read by its name. With others "
        "you choose one of the two. Read each quote in that voice; %(quote)s is the shortest."
    ),
)
FOR_WRITTEN = (
    gettext_lazy("What you know already: find a quote for your source."),
    gettext_lazy(
        "Read each quote in the voice of your source, and take the one that would surprise you most. Try it: "
        "%(quote)s, and then %(source)s."
    ),
)
PAD = (
    gettext_lazy("First note a source on the idea pad, then choose one here."),
    gettext_lazy(
        "Open “%(pad)s” further down, write in whom you would like to hear nonsense from, and save it. Its first "
        "line is your source in round 3, unless you untick that, and then nobody has to wait for you there. Nobody "
        "else sees the pad. After that, lay a source card aside as your first choice of this round."
    ),
)
SWAP = (
    gettext_lazy("Swap the cards that you like least."),
    gettext_lazy(
        "The hand of %(right)s has come to you, and you may not like it. Once in the match you can do something "
        "about it: open “%(swap)s”, tick some, and you get as many new ones; those you lay down do not come straight "
        "back. Then you choose. The others see that you swapped. With equal points and equal stamps whoever did not "
        "swap wins, so this is a luxury, and not a sin."
    ),
)


# Writing


def write(topic: str, action: Write, view: GoqView, cast: Cast) -> Hint:
    """The source of round 3."""
    return told(topic, "write", WRITE, neighbours(view, cast), action)


def both(topic: str, action: Both, view: GoqView, cast: Cast) -> Hint:
    """Round 4."""
    text = quote_text(action.card, cast, view.table.options.language)
    return told(topic, "both", BOTH, neighbours(view, cast) | {"quote": marked(text)}, action)


WRITE = (
    gettext_lazy("Write a source before you know the quote."),
    gettext_lazy(
        "All your cards go to %(left)s first. Then you choose a quote from those of %(right)s. So write somebody all "
        "of you know: somebody famous, a friend, the teacher, the pet. A source that only you know makes only you "
        "laugh. If nobody comes to mind, take one of the names that are offered below."
    ),
)
BOTH = (
    gettext_lazy("Choose a quote and write who never said it."),
    gettext_lazy(
        "The hands have passed already, and that of %(right)s has come to you. Nothing is chosen after this. Take "
        "the quote first and ask yourself who would rather bite off their tongue; %(quote)s is the shortest. Where a "
        "card has another side, you may look at it for ideas."
    ),
)


# Hearing and stamping


def stage(topic: str, action: Stamp, view: GoqView, cast: Cast) -> Hint:
    """A round that was not heard to its end."""
    readings = view.table.readings
    first = readings[-1][0].seat
    title, mine, other = HEAR if topic else HEAR_AGAIN
    names = {"n": len(readings), "name": cast.name(first)}
    return told(topic, "reading", (title, mine if first == view.seat else other), names, action)


def stamp(topic: str, action: Stamp, view: GoqView) -> Hint:
    """A round that was heard."""
    hand = view.mine()[1]
    names = {"singles": hand.left(1), "doubles": hand.left(2)}
    return told(topic, "stamp", STAMP if topic else STAMP_AGAIN, names, action)


HEAR = (
    gettext_lazy("Hear round %(n)s, quote by quote."),
    gettext_lazy(
        "You had the marker and are read first, then it goes to the left. A quote stands alone until you press the "
        "button below it; then its source appears. That pause is half the joke, so take it. Nobody waits for you to "
        "listen. When you have heard all of them, you stamp one."
    ),
    gettext_lazy(
        "%(name)s had the marker and is read first, then it goes to the left. A quote stands alone until you press the "
        "button below it; then its source appears. That pause is half the joke, so take it. Nobody waits for you to "
        "listen. When you have heard all of them, you stamp one."
    ),
)
HEAR_AGAIN = (
    gettext_lazy("What you know already: hear round %(n)s."),
    gettext_lazy(
        "You had the marker and are read first. A quote, a pause, its source; and at the end a stamp."
    ),
    gettext_lazy(
        "%(name)s had the marker and is read first. A quote, a pause, its source; and at the end a stamp."
    ),
)
STAMP = (
    gettext_lazy("Stamp the reading that made you laugh."),
    gettext_lazy(
        "One stamp a round, for somebody else; if nothing was funny, for what bored you least. You have %(singles)s "
        "× single and %(doubles)s × double, and all are used up in the end: the double one is for what you will tell "
        "others tomorrow. Everybody will see whom you stamped. What it counts stays hidden until the end."
    ),
)
STAMP_AGAIN = (
    gettext_lazy("What you know already: stamp what made you laugh."),
    gettext_lazy(
        "You have %(singles)s × single and %(doubles)s × double left. What a stamp counts stays hidden until the "
        "end, and there is none for a bad joke."
    ),
)


# Putting it together


def told(topic: str, rules: str, words: tuple[Any, Any], names: dict[str, Any], action: Any) -> Hint:
    """A hint with its names filled in."""
    title, why = words
    return Hint(topic, rules, phrase(title, **names), phrase(why, **names), action)


def neighbours(view: GoqView, cast: Cast) -> dict[str, Any]:
    """Whom one's hand goes to, from whom one comes, and how many cards go on if one is laid aside."""
    seat, hand = view.mine()
    seats = view.table.seats
    return {
        "left": cast.name((seat + 1) % seats),
        "right": cast.name((seat - 1) % seats),
        "others": len(hand.cards) - 1,
    }


def marked(text: Text) -> SafeString:
    """What a card says, within a sentence."""
    if not text.language:
        return format_html("<q>{}</q>", text.text)
    return format_html('<q lang="{}">{}</q>', text.language, text.text)
