"""The score sheet of Don Martin's Kartenspiel: all rounds that are over, and what the last one left in the hands."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.cast import Cast, phrase
from games.engine import Result, View

from .looks import by, listed
from .parts import MOST_ROUNDS, Round, Score, Table
from .reports import how_over
from .scoring import LEFT_COLOURED, LEFT_SPECIAL
from .words import minus, points_words, signed


def sheet(table: Table, cast: Cast) -> dict[str, Any]:
    """What `_sheet.html` needs; "rounds" is empty before the first round is over."""
    points, rounds = table.points(), table.rounds
    return {
        "rounds": [row(number, one) for number, one in enumerate(rounds, 1)],
        "seats": [head(table, seat, cast) for seat in range(table.seats)],
        "target": table.options.target,
        "to_go": [max(0, table.options.target - mine) for mine in points],
        "over": bool(table.ended),
        "lead": leads(points, cast) if rounds else "",
        "details": [detail(number, one, table, cast) for number, one in enumerate(rounds, 1)][::-1],
        "left_words": _("%(coloured)s for each coloured card, %(special)s for each black-and-white one")
        % {"coloured": minus(LEFT_COLOURED), "special": minus(LEFT_SPECIAL)},
    }


def head(table: Table, seat: int, cast: Cast) -> dict[str, Any]:
    """A column: who sits there, and the points so far."""
    points = table.points()
    return {
        "name": own_name(cast, seat),
        "stamp": cast.stamps[seat] if cast.stamps else "",
        "points": minus(points[seat]),
        "first": bool(table.rounds) and points[seat] == max(points),
    }


def own_name(cast: Cast, seat: int) -> str:
    """A name that heads a line or a column."""
    return _("You") if cast.is_me(seat) else cast.name(seat)


def row(number: int, one: Round) -> dict[str, Any]:
    """A round as a line of the sheet."""
    cells = [
        {"points": signed(score.total), "out": seat == one.out, "dealt": seat == one.dealer}
        for seat, score in enumerate(one.scores)
    ]
    return {"number": number, "cells": cells}


def detail(number: int, one: Round, table: Table, cast: Cast) -> dict[str, Any]:
    """How a round ended and what its points are made of; of the last one, the hands as well."""
    last = number == len(table.rounds)
    dealt = by(cast, one.dealer, _("You dealt."), _("%(name)s dealt."))
    return {
        "number": number,
        "how": how_over(one.out, one.ending, len(one.scores), cast),
        "dealt": phrase(dealt, name=cast.name(one.dealer)),
        "made_of": made_of(one.scores, cast),
        "hands": shown(table, cast) if last else [],
    }


def made_of(scores: tuple[Score, ...], cast: Cast) -> dict[str, Any]:
    """What the points of a round are made of, a line a seat; what nobody has is no column."""
    parts = [
        (pgettext("points", "Groups"), [score.groups for score in scores]),
        (pgettext("points", "In hand"), [score.left for score in scores]),
        (pgettext("points", "Others’ cards"), [score.bonus for score in scores]),
        (pgettext("points", "All at once"), [score.single for score in scores]),
    ]
    parts = [(word, found) for word, found in parts if any(found)]
    return {
        "words": [word for word, _found in parts],
        "rows": [
            {
                "name": own_name(cast, seat),
                "cells": [signed(found[seat]) for _word, found in parts],
                "sum": signed(score.total),
            }
            for seat, score in enumerate(scores)
        ],
    }


def shown(table: Table, cast: Cast) -> list[dict[str, Any]]:
    """The hands that were shown as the last round ended, without the empty one."""
    return [
        {
            "name": own_name(cast, seat),
            "words": ngettext("%(n)s card", "%(n)s cards", len(faces)) % {"n": len(faces)},
            "cards": listed(faces),
        }
        for seat, faces in enumerate(table.shown)
        if faces
    ]


def leads(points: tuple[int, ...], cast: Cast) -> SafeString:
    """Who is ahead, in a few words."""
    most = max(points)
    first = tuple(seat for seat, mine in enumerate(points) if mine == most)
    names = {"names": cast.list(first), "points": points_words(most)}
    if len(first) > 1:
        return phrase(_("ahead are %(names)s: %(points)s each"), **names)
    return phrase(
        by(cast, first[0], _("you are ahead: %(points)s"), _("%(names)s is ahead: %(points)s")), **names
    )


def ending_words(view: View[Any, Any], result: Result, cast: Cast, events: tuple[Any, ...]) -> str:
    """Why the match ended, for below its heading."""
    table: Table = view.table
    how = how_over(table.rounds[-1].out, table.rounds[-1].ending, table.seats, cast)
    if table.ended == "one_round":
        more = _("The match was for one round; most points win.")
    elif table.ended == "target":
        more = _("The match was for %(n)s points, and they are reached; most points win.")
    else:
        more = _("After %(most)s rounds it is over; most points win.")
    more = phrase(more, n=table.options.target, most=MOST_ROUNDS)
    return phrase("%(told)s %(more)s", told=how, more=more)
