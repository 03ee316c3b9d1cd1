import pytest
from django.core.handlers.wsgi import WSGIHandler

from games import catalog
from games.engine import Codec
from tests.engine import toy
from tests.games.toy_face import FACE


@pytest.fixture
def with_toy(monkeypatch):
    """The toy game in the catalogue, so that door and page are tested with every mechanism."""
    monkeypatch.setitem(catalog.GAMES, "toy", toy.GAME)
    monkeypatch.setitem(catalog.FACES, "toy", FACE)
    monkeypatch.setitem(catalog.CODECS, "toy", Codec(toy.GAME))


@pytest.fixture(scope="module")
def app():
    """The site as it is served, to be asked from many threads."""
    return WSGIHandler()
