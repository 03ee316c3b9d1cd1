import pytest

from games import catalog
from games.engine import Codec
from games.game_of_quotes.rules import GAME as QUOTES
from tests.engine import toy
from tests.games.toy_face import FACE


@pytest.fixture
def with_toy(monkeypatch):
    """The toy game in the catalogue, so that door and page are tested with every mechanism."""
    monkeypatch.setitem(catalog.GAMES, "toy", toy.GAME)
    monkeypatch.setitem(catalog.FACES, "toy", FACE)
    monkeypatch.setitem(catalog.CODECS, "toy", Codec(toy.GAME))


@pytest.fixture
def with_quotes(monkeypatch):
    """Game of Quotes in the catalogue, with the generic face: what the house does before the deal needs no other."""
    monkeypatch.setitem(catalog.GAMES, QUOTES.slug, QUOTES)
    monkeypatch.setitem(catalog.FACES, QUOTES.slug, catalog.plain_face(QUOTES.slug))
    monkeypatch.setitem(catalog.CODECS, QUOTES.slug, Codec(QUOTES))
