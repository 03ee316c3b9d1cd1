"""A match and what belongs to it.

Zones (table, hands, stock), prompts, actions and events are JSON text in the engine's own encoding: they are read
and written whole, by games/play.py alone. What the database has to search for is a column.
"""

from games.models.keepsakes import Consent, Favourite, Shared
from games.models.match import LIVE_BELOW, Match, Pulse, new_code, new_link, new_seed
from games.models.moves import Move
from games.models.people import Blank, Invitation, Message
from games.models.prompts import WAITING, Prompt, PromptQuerySet, waiting_prompts
from games.models.seats import PERSON_FIELDS, SEAT_FIELDS, Hand, Seat, SeatQuerySet, seat_key

__all__ = [
    "LIVE_BELOW",
    "PERSON_FIELDS",
    "SEAT_FIELDS",
    "WAITING",
    "Blank",
    "Consent",
    "Favourite",
    "Hand",
    "Invitation",
    "Match",
    "Message",
    "Move",
    "Prompt",
    "PromptQuerySet",
    "Pulse",
    "Seat",
    "SeatQuerySet",
    "Shared",
    "new_code",
    "new_link",
    "new_seed",
    "seat_key",
    "waiting_prompts",
]
