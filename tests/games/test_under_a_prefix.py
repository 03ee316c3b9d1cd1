"""The site under a path of its own: what is sent to others, links and pictures, leads there too."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.test.utils import override_script_prefix

from quotes.models import Deck
from tests.games.scripts import deck as deck_of
from tests.games.scripts import text
from tests.games.test_wall import hang, over

pytestmark = pytest.mark.django_db
PREFIX = "/table"
ADDRESS = re.compile(
    r'(?:href|src|action|hx-post|hx-get|data-share|data-poll|content|value)="((?:http://testserver)?/[^"]*)"'
)


def addresses(answer) -> list[str]:
    """All but those of our files, which are set with the server."""
    found = [one.removeprefix("http://testserver") for one in ADDRESS.findall(text(answer))]
    return [one for one in found if not one.startswith(settings.STATIC_URL)]


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("shared", [r"/q/[\w-]+/", r"/q/[\w-]+\.(?:png|svg)"]),
        ("wall", [r"/q/[\w-]+/"]),
        ("deck link", [r"/decks/l/the-link/"]),
        ("share a deck", [r"/decks/l/the-link/"]),
        ("combinations", [r"/w/\w+/"]),
    ],
)
def test_every_address_of_a_page_is_under_the_prefix_and_those_sent_on_lead_somewhere(
    alice, bob, sign_in, name, sent
):
    deck = deck_of(4, owner=alice, title="Kitchen talk", state=Deck.State.LINK, link="the-link")
    client, url = sign_in(alice), f"/decks/{deck.pk}/settings/"
    if name not in ("deck link", "share a deck"):
        match = over()
        match.watchable = True
        match.save()
        url = {
            "shared": hang(match).get_absolute_url(),
            "wall": "/wall/",
            "combinations": f"/m/{match.code}/combinations/",
        }[name]
        client = Client()
    elif name == "deck link":
        client, url = sign_in(bob), "/decks/l/the-link/"
    with override_script_prefix(f"{PREFIX}/"):
        answer = client.get(url, SCRIPT_NAME=PREFIX)
    assert answer.status_code == 200
    found = addresses(answer)
    assert found and not [one for one in found if not one.startswith(f"{PREFIX}/") or "//" in one]
    for pattern in sent:
        there = [one for one in found if re.fullmatch(PREFIX + pattern, one)]
        assert there, f"{pattern} in {sorted(set(found))}"
        assert client.get(there[0].removeprefix(PREFIX), follow=True).status_code == 200
