"""The clown of the table: whoever played a match to its end may crown one of the others, and change their mind."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import catalog
from games.models import Match, Seat
from games.play import NotSeated, Refusal

if TYPE_CHECKING:
    from games.page import Sight


def crown(code: str, person: Any, number: int) -> Refusal | None:
    """A person's choice of the clown, in place of an earlier one. Raises NotSeated."""
    seat = Seat.objects.select_related("match").filter(match__code=code, person=person).first()
    if seat is None:
        raise NotSeated(code)
    reason = why_not(seat, number)
    if reason:
        return Refusal(422 if reason in ("clown_who", "clown_self") else 409, reason)
    seat.clown = number
    seat.save(update_fields=["clown"])
    return None


def why_not(seat: Seat, number: int) -> str:
    """The key of the reason why this seat cannot crown that one; empty if it can."""
    if not catalog.face(seat.match.game).clown:
        return "clown_not_here"
    if seat.match.status != Match.Status.FINISHED:
        return "clown_later"
    if number == seat.number:
        return "clown_self"
    others = Seat.objects.filter(match=seat.match)
    return "" if others.filter(number=number).exists() else "clown_who"


def box(sight: "Sight") -> dict[str, Any] | None:
    """What the result shows of it to whoever sat there: the count, without who voted for whom, and the ballot."""
    if not sight.face.clown or sight.me is None or sight.match.status != Match.Status.FINISHED:
        return None
    mine = sight.seats[sight.me].clown
    return {
        "words": words(sight),
        "voted": mine is not None,
        "choices": [
            {"number": number, "name": sight.cast.name(number), "chosen": number == mine}
            for number in range(len(sight.seats))
            if number != sight.me
        ],
    }


def words(sight: "Sight") -> str:
    """Who leads, and with how many votes; empty before anybody has voted."""
    votes = Counter(seat.clown for seat in sight.seats if seat.clown is not None)
    if not votes:
        return ""
    most = max(votes.values())
    clowns = tuple(sorted(number for number, count in votes.items() if count == most))
    told = {"n": most, "names": sight.cast.list(clowns)}
    if len(clowns) > 1:
        sentence = ngettext(
            "The red nose is shared: %(names)s, %(n)s vote each",
            "The red nose is shared: %(names)s, %(n)s votes each",
            most,
        )
    elif sight.cast.is_me(clowns[0]):
        sentence = ngettext(
            "You are the clown of the table: %(n)s vote",
            "You are the clown of the table: %(n)s votes",
            most,
        )
    else:
        sentence = ngettext(
            "Clown of the table: %(names)s, %(n)s vote",
            "Clown of the table: %(names)s, %(n)s votes",
            most,
        )
    return sentence % told


def said(chosen: dict[str, Any]) -> str:
    """What is read out once a choice is stored."""
    name = next((one["name"] for one in chosen["choices"] if one["chosen"]), "")
    return _("You crown %(name)s.") % {"name": name}
