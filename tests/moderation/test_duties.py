"""Whoever moderates or curates finds on the front page what waits; nobody else sees it, or pays for it."""

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache

from accounts.models import User
from games.moderation import appeals
from games.moderation.duties import KEY
from quotes.models import Version
from quotes.publishing import CURATORS
from tests.games.scripts import Queries
from tests.moderation import scenes
from tests.moderation.scenes import browser, text

pytestmark = pytest.mark.django_db


def curator(name: str) -> User:
    made = scenes.person(name)
    made.groups.add(Group.objects.get_or_create(name=CURATORS)[0])
    return made


def host(name: str) -> User:
    made = scenes.person(name)
    User.objects.filter(pk=made.pk).update(is_superuser=True)
    return made


def front(who: User | None) -> str:
    cache.delete(KEY)
    return text(browser(who).get("/"))


@pytest.fixture
def waiting(alice, bob):
    """One report, and two decks that were handed in."""
    scenes.report(bob, "card", scenes.card(alice))
    for title in ("One", "Two"):
        deck = scenes.deck_of(alice, title)
        Version.objects.create(deck=deck, number=1, title=title, language="en", cards=[], size=0)


REPORTS = '<a href="/moderation/">1 case waits for a moderator</a>'
DECKS = '<a href="/decks/review/">2 decks wait for a curator</a>'


@pytest.mark.parametrize(
    ("who", "reports", "decks"),
    [
        (scenes.moderator, True, False),
        (curator, False, True),
        (host, True, True),
        (scenes.person, False, False),
    ],
    ids=["moderator", "curator", "host", "anybody"],
)
def test_each_finds_what_waits_for_them(who, reports, decks, waiting):
    page = front(who("Judge"))
    assert (REPORTS in page, DECKS in page) == (reports, decks)
    if not (reports or decks):
        assert "moderat" not in page and "curator" not in page


def test_a_visitor_finds_nothing_of_it(waiting):
    page = front(None)
    assert "moderat" not in page and "curator" not in page


def test_where_nothing_waits_the_way_in_is_there_still():
    assert "0 cases wait for a moderator" in front(scenes.moderator("Judge"))


APPEALS = '<a href="/moderation/appeals/">1 appeal waits for a moderator</a>'


def test_an_appeal_is_named_to_whoever_may_decide_about_it(alice, bob, judge, other):
    case = scenes.decided(judge, scenes.report(bob, "card", scenes.card(alice)), "hide")
    assert [APPEALS in front(who) for who in (judge, other)] == [False, False]
    appeals.appeal(alice, case.pk, "Not so.")
    assert [APPEALS in front(who) for who in (judge, other)] == [False, True]
    assert "0 cases" in front(judge) and "0 cases" not in front(other)
    scenes.report(alice, "card", scenes.card(bob))
    assert APPEALS in front(other) and REPORTS in front(other)


def test_whoever_moderates_no_more_finds_nothing_even_within_the_minute(waiting):
    judge = scenes.moderator("Judge")
    assert REPORTS in front(judge)
    judge.groups.clear()
    assert REPORTS not in text(browser(judge).get("/"))


def test_it_costs_others_nothing_but_a_question_a_minute_for_all(alice, bob, waiting):
    scenes.moderator("Judge")
    cache.delete(KEY)
    costs = []
    for client in (browser(alice), browser(bob), browser(alice)):
        with Queries() as queries:
            client.get("/")
        costs.append(len(queries))
    assert costs[0] == costs[1] + 1 == costs[2] + 1


def test_everybody_finds_the_wall_from_the_front_page(alice):
    for who in (None, alice):
        assert 'href="/wall/"' in front(who)
