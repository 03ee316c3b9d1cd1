"""When a table is dealt: by its host (`lobby.start`), or by itself once the last seat is taken."""

import json
import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils import timezone

from games import decks, naming, notices, talk
from games.catalog import GAMES
from games.dealing import deal
from games.desk import BrokenMatch
from games.models import Invitation, Match, new_link
from games.refusals import Refused
from games.tables import Table
from quotes.models import Deck

logger = logging.getLogger(__name__)


def start_by_itself(table: Table) -> None:
    """Deal if the last seat is taken and that was wanted. Decks that shrank meanwhile are the host's to mend."""
    match = table.match
    if table.free or not match.auto_start:
        return
    try:
        begin(table)
    except Refused as refused:
        if refused.why != "few_cards":
            raise
        talk.note(match, "few_cards")
        notices.noted(match, [seat for seat in table.people if seat.person_id == match.host_id], "few_cards")


def begin(table: Table, named: dict[str, int] | None = None) -> None:
    """Deal to those who sit at a locked table. Its link ends here, unless a bot's seat may still be taken."""
    match, game = table.match, table.game
    if len(table.seats) < min(game.seats):
        raise Refused("too_few", 422)
    options = json.loads(match.options) | (named or {})
    chosen = decks.of_table(match) if game.from_decks else []
    must_have_cards(match.game, len(table.seats), chosen, options, match.vetoed)
    match.options, match.rules, match.wanted = json.dumps(options), game.version, len(table.seats)
    match.status, match.since = Match.Status.RUNNING, timezone.now()
    if not any(seat.invite for seat in table.seats):
        match.invite = None
    elif match.invite is None:
        match.invite = new_link()
    Invitation.objects.filter(match=match, barred=False).delete()
    for seat, told in zip(table.seats, naming.by_number(game.asks, table.seats), strict=True):
        seat.told = told
    try:
        deal(match, table.seats, msgspec.convert(options, game.options_type), chosen)
    except BrokenMatch as broken:
        logger.error("match %s could not be dealt: %s", match.code, broken)
        raise Refused("broken", 409) from broken
    notices.started(match, table.people)


def must_have_cards(
    slug: str, seats: int, chosen: Iterable[Deck], options: dict[str, Any], vetoed: Iterable[int] = ()
) -> None:
    """Raises Refused if the decks are too small for a match of so many seats (blanks do not count)."""
    needed = GAMES[slug].least_cards(seats)
    there = len(decks.cards_of(chosen, options.get("side", ""), vetoed)) if needed else 0
    if there < needed:
        raise Refused("few_cards", 422, there=there, needed=needed, seats=seats)
