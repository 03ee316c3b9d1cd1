"""The table as everybody sees it: what lies there, what it asks for, and what was laid, used up and scored."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cast import Cast, phrase
from games.engine import Face, View

from .cards import BACK, card, colour_marked, drawing, sound_marked, special_marked
from .events import Added, Led
from .pack import COLOURS, MIXES, SPECIALS, Colour, colour_of, sound_of
from .parts import DmView, Group, Table
from .scoring import points_of
from .sheet import sheet
from .words import points_words


def board(view: View[Any, Any], cast: Cast, events: tuple[Any, ...]) -> dict[str, Any]:
    """What the table's template needs."""
    table: Table = view.table
    return {
        "heading": heading(table),
        "rule": rule(table),
        "lies": lies(table, cast, events),
        "pile": table.pile,
        "back": card(BACK, "size-pile"),
        "order": order(table, cast),
        "clockwise": table.way > 0,
        "still": still(table),
        "call": call(view, cast),
        "groups": [group_fold(table, cast, seat) for seat in range(table.seats) if table.groups[seat]],
        "spent": spent(table),
        "gone": len(table.spent),
        "bang": drawing("bang"),
        "sheet": sheet(table, cast) if table.options.target or table.rounds else None,
        "over": bool(table.ended),
    }


# What lies there


def heading(table: Table) -> SafeString | str:
    """The colours that lie on the table."""
    if table.ended:
        return _("The last round is over")
    here = colours_here(table)
    if not here:
        return _("The table is empty")
    if len(here) == len(COLOURS):
        return _("All four colours lie here")
    sentences = (
        _("%(First)s lies here"),
        _("%(First)s and %(second)s lie here"),
        _("%(First)s, %(second)s and %(third)s lie here"),
    )
    return phrase(sentences[len(here) - 1], **named(here, ()))


def rule(table: Table) -> SafeString | str:
    """Which colours take and which add; what an empty table is for."""
    if table.ended:
        return ""
    here = colours_here(table)
    if not here and table.first:
        return _("Any coloured card can be led, but no black-and-white one.")
    if not here:
        return _("Any card can be led.")
    if len(here) == len(COLOURS):
        return _("Any colour takes.")
    away = tuple(colour for colour in COLOURS if colour not in here)
    sentences = (
        _("%(First)s takes. %(Fourth)s, %(fifth)s or %(sixth)s adds."),
        _("%(First)s or %(second)s takes. %(Fourth)s or %(fifth)s adds."),
        _("%(First)s, %(second)s or %(third)s takes. %(Fourth)s adds."),
    )
    return phrase(sentences[len(here) - 1], **named(here, away))


def colours_here(table: Table) -> tuple[Colour, ...]:
    """The colours on the table, each once, the oldest first."""
    return tuple(dict.fromkeys(colour_of(one.face) for one in table.lies))


def named(here: tuple[Colour, ...], away: tuple[Colour, ...]) -> dict[str, SafeString]:
    """Colours by their places in a sentence, `first` to `third` here and `fourth` to `sixth` away; with a capital
    letter for the start of a sentence.
    """
    places = [*zip(("first", "second", "third"), here, strict=False)]
    places += zip(("fourth", "fifth", "sixth"), away, strict=False)
    found: dict[str, SafeString] = {}
    for place, colour in places:
        found[place] = colour_marked(colour)
        found[place.capitalize()] = format_html('<span class="capital">{}</span>', colour_marked(colour))
    return found


def lies(table: Table, cast: Cast, events: tuple[Any, ...]) -> list[dict[str, Any]]:
    """The cards of the table with who played them; marked: those of others that are new to the reader."""
    fresh = [(event.seat, event.face) for event in events if isinstance(event, Led | Added)]
    rows: list[dict[str, Any]] = []
    last = True
    for one in reversed(table.lies):
        last = last and (one.seat, one.face) in fresh
        name = _("You") if cast.is_me(one.seat) else cast.name(one.seat)
        new = last and not cast.is_me(one.seat)
        rows.append({"picture": card(one.face, "size-pile"), "name": name, "new": new})
    return rows[::-1]


# Whose turn, and what runs


def order(table: Table, cast: Cast) -> str:
    """The seats in the direction of play, from the one on turn."""
    if table.ended:
        return ""
    seats = [table.turn]
    while (following := table.after(seats[-1])) != table.turn:
        seats.append(following)
    names = [_("you") if cast.is_me(seat) else cast.name(seat) for seat in seats]
    words = (
        _("Clockwise: %(first)s, then %(others)s")
        if table.way > 0
        else _("Anticlockwise: %(first)s, then %(others)s")
    )
    return words % {"first": names[0], "others": ", ".join(names[1:])}


def still(table: Table) -> str:
    """How soon the round ends with nobody out, once it is half way there."""
    if table.ended or 2 * table.still < table.most_still:
        return ""
    left = table.most_still - table.still
    words = ngettext(
        "After %(n)s more turn without change nobody gets out.",
        "After %(n)s more turns without change nobody gets out.",
        left,
    )
    return words % {"n": left}


def call(view: DmView, cast: Cast) -> SafeString | None:
    """A SPLABBADAP! that waits for cards: who called it, and how many are in."""
    if not view.table.throwing:
        return None
    asked = [prompt for prompt in view.prompts if prompt.kind == "throw_in"]
    names = {
        "card": special_marked("splabbadap"),
        "name": cast.name(view.table.turn),
        "k": sum(prompt.given for prompt in asked),
        "n": len(asked),
    }
    if cast.is_me(view.table.turn):
        return phrase(_("You called %(card)s %(k)s of %(n)s have thrown in."), **names)
    return phrase(_("%(name)s called %(card)s %(k)s of %(n)s have thrown in."), **names)


# Groups and specials


def group_points(table: Table, seat: int) -> int:
    """What the groups of a seat are worth in the round that runs."""
    return sum(points_of(len(group.faces)) for group in table.groups[seat])


def group_fold(table: Table, cast: Cast, seat: int) -> dict[str, Any]:
    """The groups in front of a seat, folded to their points."""
    return {
        "seat": seat,
        "name": _("You") if cast.is_me(seat) else cast.name(seat),
        "points": points_words(group_points(table, seat)),
        "short": group_points(table, seat),
        "groups": [group_row(group) for group in table.groups[seat]],
    }


def group_row(group: Group) -> dict[str, Any]:
    """One group: its sound, its cards by their colours, its points."""
    count = len(group.faces)
    words = ngettext("%(n)s card", "%(n)s cards", count) % {"n": count}
    return {
        "sound": sound_marked(sound_of(group.faces[0])),
        "cards": [card(face, "size-mini") for face in sorted_faces(group.faces)],
        "words": words,
        "points": points_words(points_of(count)),
    }


def sorted_faces(faces: tuple[Face, ...]) -> list[Face]:
    return sorted(faces, key=lambda face: COLOURS.index(colour_of(face)))


def spent(table: Table) -> list[SafeString]:
    """The specials that are out of the game, by kind."""
    in_all = dict(zip(SPECIALS, MIXES[table.options.mix], strict=True))
    return [
        phrase(
            _("%(card)s %(n)s of %(all)s"),
            card=special_marked(one),
            n=table.spent.count(one),
            all=in_all[one],
        )
        for one in SPECIALS
        if one in table.spent
    ]
