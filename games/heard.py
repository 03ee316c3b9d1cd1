"""How far somebody has come in what a match tells bit by bit, each bit at a press: kept with their session.

It is nothing that anybody else could notice, and nothing hangs on it: who looks on another device begins again.
"""

from django.http import HttpRequest

MOST_MATCHES = 30
KEY = "heard"


def so_far(request: HttpRequest, code: str) -> dict[int, int]:
    """By the number of what is told, how many bits this person has heard."""
    kept = request.session.get(KEY, {}).get(code, {})
    return {int(part): bits for part, bits in kept.items()}


def note(request: HttpRequest, code: str, part: int, bits: int) -> None:
    """Remember that this person has heard so many bits of one part."""
    kept = dict(request.session.get(KEY, {}))
    mine = kept.pop(code, {}) | {str(part): bits}
    request.session[KEY] = dict(list(kept.items())[1 - MOST_MATCHES :]) | {code: mine}
