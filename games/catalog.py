"""The games of the house: adding one is one line here, one folder beside, one template folder."""

from importlib import import_module
from typing import Any

from games.engine import Codec, Game
from games.kangoeroe.rules import GAME as KANGOEROE

AnyGame = Game[Any, Any, Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {game.slug: game for game in (KANGOEROE,)}
CODECS: dict[str, Codec] = {}
FACES: dict[str, Any] = {}


def codec(slug: str) -> Codec:
    """The JSON decoders of a game, made at first use."""
    if slug not in CODECS:
        CODECS[slug] = Codec(GAMES[slug])
    return CODECS[slug]


def face(slug: str) -> Any:
    """How a game looks and speaks (games/<game>/face.py), made at first use: the rules need none of it."""
    if slug not in FACES:
        FACES[slug] = import_module(f"games.{slug.replace('-', '_')}.face").FACE
    return FACES[slug]
