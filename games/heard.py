"""How far somebody has come in what a match tells bit by bit, each bit at a press: kept with their session.

It is nothing that anybody else could notice, and nothing hangs on it: who looks on another device begins again.
"""

from django.http import HttpRequest

from games.models import Match

MOST_MATCHES = 30
KEY = "heard"


def so_far(request: HttpRequest, match: Match) -> dict[int, int]:
    """By the number of what is told, how many bits this person has heard."""
    kept = request.session.get(KEY, {}).get(name_of(match), {})
    return {int(part): bits for part, bits in kept.items()}


def note(request: HttpRequest, match: Match, part: int, bits: int) -> None:
    """Remember that this person has heard so many bits of one part."""
    kept = dict(request.session.get(KEY, {}))
    name = name_of(match)
    mine = kept.pop(name, {}) | {str(part): bits}
    request.session[KEY] = dict(list(kept.items())[1 - MOST_MATCHES :]) | {name: mine}


def name_of(match: Match) -> str:
    """After a rewind other things are told under the same numbers."""
    return f"{match.code}/{match.rewinds}" if match.rewinds else match.code
