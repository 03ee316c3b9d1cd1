"""Nobody said any of it: the decks of the house say so where they are shown, and so does whatever is passed on."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from quotes import starter
from quotes.models import Deck
from tests.games.scripts import text
from tests.games.test_wall import hang, over

pytestmark = pytest.mark.django_db
SENTENCE = "Nobody ever said this. It came up in a game."


@pytest.mark.parametrize("name", starter.names())
def test_a_deck_of_the_house_says_it_on_its_page(alice, sign_in, name):
    starter.load(name)
    deck = Deck.objects.get(starter=name)
    page = text(sign_in(alice).get(f"/decks/{deck.pk}/"))
    assert starter.about()[name]["description"] in page


def test_a_combination_says_it_on_its_page_and_in_its_picture():
    link = hang(over()).link
    page = text(Client().get(f"/q/{link}/"))
    assert SENTENCE in page and "nobody ever said this" in page.split("</head>")[0]
    picture = Client().get(f"/q/{link}.svg")
    words = " ".join(" ".join(ElementTree.fromstring(picture.content).itertext()).split())
    assert SENTENCE in words
