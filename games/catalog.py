"""The games of the house: adding one is one line here, one folder beside, one template folder."""

from importlib import import_module
from importlib.util import find_spec
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


def plain_face(slug: str) -> Any:
    """The generic face of a game that has none of its own yet."""
    face = import_module("games.face").Face()
    face.slug, face.title = slug, slug.replace("-", " ").capitalize()
    return face


def face(slug: str) -> Any:
    """How a game looks and speaks (games/<game>/face.py), made at first use: the rules need none of it."""
    if slug not in FACES:
        name = f"games.{slug.replace('-', '_')}.face"
        FACES[slug] = import_module(name).FACE if find_spec(name) else plain_face(slug)
    return FACES[slug]
