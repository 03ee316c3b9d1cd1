"""The number of matches that wait for somebody: the same on every page with the header, and asked for by no other."""

import re

import pytest
from django.test import Client

from games import lobby
from tests.games.scripts import Queries, kangoeroe, sit_down, text

pytestmark = pytest.mark.django_db

PAGES = ("/", "/settings/", "/settings/notices/", "/people/", "/new/", "/new/kangoeroe/", "/games/kangoeroe/")
COUNT = "SELECT COUNT(*)"


def tally(page: str) -> str:
    found = re.search(r'<b class="tally"><span aria-hidden="true">(\d+)</span>', page)
    return found[1] if found else ""


@pytest.mark.parametrize("waiting", [0, 1, 3])
@pytest.mark.parametrize("where", PAGES)
def test_badge_and_tab_say_how_many_wait(alice, bob, sign_in, where, waiting):
    for _ in range(waiting):
        sit_down("kangoeroe", [alice, bob], {"first": 0})
    sit_down("kangoeroe", [alice, bob], {"first": 1})
    page = text(sign_in(alice).get(where, follow=True))
    assert tally(page) == (str(waiting) if waiting else "")
    assert page.count(f"<title>({waiting}) ") == (1 if waiting else 0)


def test_a_table_before_the_deal_says_it_too(alice, bob, sign_in):
    sit_down("kangoeroe", [alice, bob], {"first": 0})
    match = lobby.create(alice, "kangoeroe", seats=2, bots=0, pace=86400, options={})
    page = text(sign_in(alice).get(match.get_absolute_url()))
    assert tally(page) == "1" and "<title>(1) Waiting for 1 person" in page


def test_it_is_one_query_a_page(alice, bob, sign_in):
    for _ in range(2):
        sit_down("kangoeroe", [alice, bob], {"first": 0})
    client = sign_in(alice)
    for where in ("/people/", "/new/"):
        with Queries() as queries:
            client.get(where)
        assert sum("games_prompt" in query for query in queries.sql) == 1


def test_a_match_page_counts_the_others_alone_and_asks_nothing_for_the_header(alice):
    table = kangoeroe(2)
    with Queries() as queries:
        page = text(table.page(0))
    assert not [query for query in queries.sql if query.startswith(COUNT) and "games_prompt" in query]
    assert not re.search(r"<title>\s*\(\d", page)


def test_nobody_in_particular_has_nothing_waiting(alice, bob):
    sit_down("kangoeroe", [alice, bob], {"first": 0})
    with Queries() as queries:
        page = text(Client().get("/new/"))
    assert not tally(page) and not queries.sql
