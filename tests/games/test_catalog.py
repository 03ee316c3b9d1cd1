"""What names games: a page lists whatever is in the catalog, and nothing depends on one game being there."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games import catalog, lobby, mine, notices
from games.kangoeroe.rules import GAME
from games.models import Match, Prompt
from tests.engine import toy
from tests.games.scripts import kangoeroe, person, text

pytestmark = pytest.mark.django_db
DAY = 24 * 60 * 60


@pytest.fixture(autouse=True)
def kangoeroe_alone(monkeypatch):
    """Whatever other games there are: what these tests say holds for any catalog."""
    whole = dict(catalog.GAMES)
    for slug in set(whole) - {"kangoeroe"}:
        del catalog.GAMES[slug]
    yield
    monkeypatch.undo()  # before, as it would take away again what it found missing
    catalog.GAMES.clear()
    catalog.GAMES.update(whole)  # in their order: the first is the featured one


@pytest.fixture
def toy_alone(kangoeroe_alone, with_toy):
    del catalog.GAMES["kangoeroe"]


@pytest.fixture
def alice_in(alice) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return text(answer)


def tiles(page: str) -> str:
    return re.search(r'<ul class="tiles">.*?</ul>', page, re.S)[0]


def open_table(slug: str) -> Match:
    host = person("Erik")
    return lobby.create(host, slug, seats=3, bots=0, pace=DAY, options={}, visibility="open")


# A second game


@pytest.mark.usefixtures("with_toy")
@pytest.mark.parametrize("address", ["/", "/new/", "/practice/toy/", "/new/toy/"])
def test_a_second_game_is_on_every_page_that_lists_games(client, alice_in, address):
    for reader in (client, alice_in):
        assert "Toy" in shown(reader, address)


@pytest.mark.usefixtures("with_toy")
def test_a_visitor_finds_each_game_with_its_line_and_practises_the_first(client):
    page = shown(client, "/")
    listed = tiles(page)
    assert listed.count('<li class="tile">') == listed.count("Ready to play") == 2
    assert "Five kangaroos, two to six seats." in listed
    assert 'href="/practice/toy/"' in listed  # it has no page of rules yet
    assert '<form class="start" method="post" action="/practice/kangoeroe/"' in page
    assert '<h2 lang="nl">Kangoeroe</h2>' in page  # which of the two it is


def test_a_game_alone_need_not_be_named_above_its_form(client):
    assert '<h2 lang="nl">' not in shown(client, "/")


@pytest.mark.usefixtures("with_toy")
def test_open_tables_of_a_second_game_are_listed_and_can_be_asked_for(settings, alice_in):
    settings.PUBLIC_TABLES = True
    open_table("toy")
    assert "Toy" in shown(alice_in, "/open/?game=toy")
    assert "Erik" not in shown(alice_in, "/open/?game=kangoeroe")


@pytest.mark.usefixtures("with_toy")
def test_with_matches_the_games_stand_below_them_each_with_its_doors(alice, alice_in):
    lobby.create(alice, "toy", seats=2, bots=0, pace=DAY, options={})
    games = re.search(r'<ul class="desk-games">.*?</ul>', shown(alice_in, "/"), re.S)[0]
    assert re.findall(r'<a [^>]*href="([^"]+)"', games) == [
        "/practice/kangoeroe/",
        "/games/kangoeroe/",
        "/practice/toy/",
    ]


# What is promised


@pytest.mark.usefixtures("toy_alone")
@pytest.mark.parametrize("address", ["/", "/new/", "/open/", "/practice/toy/", "/new/toy/", "/people/"])
def test_nothing_needs_kangoeroe_to_be_there(settings, client, alice_in, address):
    settings.PUBLIC_TABLES = True
    for reader in (alice_in, client) if address != "/people/" else (alice_in,):
        page = shown(reader, address)
        assert "/practice/kangoeroe/" not in page and "/games/kangoeroe/" not in page


@pytest.mark.usefixtures("toy_alone")
def test_a_visitor_practises_whatever_comes_first(client):
    page = shown(client, "/")
    assert '<form class="start" method="post" action="/practice/toy/"' in page
    assert 'class="card kg' not in page  # nor are another game's cards fanned out
    answer = client.post("/practice/toy/", {"name": "Ada", "seats": "3"})
    assert answer.status_code == 303
    assert Match.objects.get().game == "toy"


@pytest.mark.usefixtures("toy_alone")
def test_the_demo_is_made_of_whatever_comes_first(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    call_command("seed_demo")
    assert set(Match.objects.values_list("game", flat=True)) == {"toy"}


@pytest.mark.usefixtures("with_toy")
@pytest.mark.parametrize(
    ("seats", "usual"), [(range(2, 7), 4), (range(2, 4), 3), (range(5, 9), 5), (range(4, 5), 4)]
)
def test_four_sit_down_where_the_game_allows_it(client, monkeypatch, seats, usual):
    monkeypatch.setattr(type(GAME), "seats", seats)
    assert catalog.usual_seats("kangoeroe") == usual
    for address in ("/", "/practice/kangoeroe/"):
        assert f'value="{usual}" checked' in shown(client, address)


# What is a turn


def waits(slug: str, kind: str) -> dict[str, Any]:
    """What is said of a prompt of this kind: by a notice, and on the dashboard of whoever it waits for."""
    table = kangoeroe(2, pace=DAY)
    row = Prompt.objects.select_related("match", "person").get(match=table.match)
    Prompt.objects.filter(pk=row.pk).update(kind=kind)
    Match.objects.filter(pk=table.match.pk).update(game=slug)
    row.kind, row.match.game = kind, slug
    call = mine.waiting_calls(row.person)[row.match_id]
    return {"notice": notices.kind_of(row, reminder=False), "turn": call.turn}


@pytest.mark.parametrize(
    ("slug", "kind", "turn"),
    [
        ("kangoeroe", "turn", True),
        ("kangoeroe", "defend", False),
        ("toy", "turn", False),
        ("toy", "vote", True),
        ("toy", "defend", False),
    ],
)
@pytest.mark.usefixtures("with_toy")
def test_each_game_says_itself_what_is_a_turn(monkeypatch, slug, kind, turn):
    monkeypatch.setattr(toy.Toy, "turns", frozenset({"vote", "write"}))
    assert waits(slug, kind) == {"notice": "turn" if turn else "answer", "turn": turn}


def test_nothing_is_a_turn_in_a_game_that_is_gone():
    row = Prompt(match=Match(game="gone"), kind="turn")
    assert notices.kind_of(row, reminder=False) == "answer"


def test_the_seats_of_a_match_say_so_too(monkeypatch):
    table = kangoeroe(2, pace=DAY)
    seats = re.compile(r'<span class="say">(to play|to answer)')
    assert set(seats.findall(text(table.page(1)))) == {"to play"}
    monkeypatch.setattr(type(GAME), "turns", frozenset())
    assert set(seats.findall(text(table.page(1)))) == {"to answer"}
