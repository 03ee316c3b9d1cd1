"""The games of the house: adding one is one line here, one folder beside, one template folder."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.don_martin.rules import GAME as DON_MARTIN
from games.engine import Codec, Game
from games.game_of_quotes.rules import GAME as GAME_OF_QUOTES
from games.halt_mal_kurz.rules import GAME as HALT_MAL_KURZ
from games.kangoeroe.rules import GAME as KANGOEROE

AnyGame = Game[Any, Any, Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {
    game.slug: game for game in (KANGOEROE, HALT_MAL_KURZ, DON_MARTIN, GAME_OF_QUOTES)
}
CODECS: dict[str, Codec] = {}
FACES: dict[str, Any] = {}
USUAL_SEATS = 4


def featured() -> str:
    """The game that stands for the house where there is room for one only: the first of the catalog."""
    return next(iter(GAMES))


def is_turn(slug: str, kind: str) -> bool:
    """Whether a prompt of this kind is somebody's turn; of a game that is no longer here, none is."""
    return slug in GAMES and kind in GAMES[slug].turns


def usual_seats(slug: str) -> int:
    """Four, or as near to it as the game comes."""
    seats = GAMES[slug].seats
    return min(max(USUAL_SEATS, min(seats)), max(seats))


def codec(slug: str) -> Codec:
    """The JSON decoders of a game, made at first use. Raises KeyError for a game that is not here any more."""
    game = GAMES[slug]
    if slug not in CODECS:
        CODECS[slug] = Codec(game)
    return CODECS[slug]


def plain_face(slug: str) -> Any:
    """The generic face of a game that has none of its own yet."""
    face = import_module("games.face").Face()
    face.slug, face.title = slug, slug.replace("-", " ").capitalize()
    return face


def face(slug: str) -> Any:
    """How a game looks and speaks (games/<game>/face.py), made at first use: the rules need none of it."""
    if slug not in FACES:
        name = f"games.{slug.replace('-', '_')}.face"
        FACES[slug] = import_module(name).FACE if is_there(name) else plain_face(slug)
    return FACES[slug]


def is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor is its folder
        return False


def faces() -> list[Any]:
    return [face(slug) for slug in GAMES]
