"""Slapping a Kapitalismus: allowed, and of no use. The table notes it, once for each card that was laid."""

from typing import Any

from django.db import transaction

from games import play, talk
from games.desk import Desk
from games.halt_mal_kurz.pack import kind_of
from games.models import Message, Move

GAME = "halt-mal-kurz"
KEY = "slapped_capitalism"


def slap(code: str, person: Any) -> play.Answer:
    """Slap the Kapitalismus that lies on top; a second time it changes nothing. Raises NotSeated."""
    with transaction.atomic():
        desk, seat = play.sit(code, person)
        refusal = why_not(desk)
        if refusal is None:
            laid = last_laid(desk)
            if not slapped(desk, seat, laid):
                talk.note(desk.match, KEY, seat, laid=laid, face=desk.state.table.top)
        return desk, seat, refusal


def why_not(desk: Desk) -> play.Refusal | None:
    if not desk.match.running:
        return play.Refusal(409, "over" if desk.match.over else desk.match.status)
    if desk.match.game != GAME or kind_of(desk.state.table.top) != "capitalism":
        return play.Refusal(409, "nothing_to_slap")
    return None


def last_laid(desk: Desk) -> int:
    """The move with which the top card was laid; 0 for the one that was turned up at the deal."""
    moves = Move.objects.filter(match=desk.match, public__contains='"is":"laid"').order_by("-number")
    return moves.values_list("number", flat=True).first() or 0


def slapped(desk: Desk, seat: int, laid: int) -> bool:
    mine = Message.objects.filter(match=desk.match, seat=seat, kind=Message.Kind.NOTE, key=KEY)
    last = mine.order_by("-number").first()
    return last is not None and last.names.get("laid") == laid
