"""Beside everything that others wrote stands a flag, and it leads to the page that reports just that."""

import re

import pytest
from django.utils.html import escape

from accounts.models import User
from games import lobby
from games.moderation.models import Case
from quotes.models import Words
from tests.game_of_quotes.seated import in_round, revealed, table
from tests.games.scripts import HTMX, Queries, play_on, sit_down
from tests.moderation import scenes
from tests.moderation.scenes import browser, person, text

pytestmark = pytest.mark.django_db

LINK = re.compile(r'class="report" href="([^"]+)"')


def flags(page: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in LINK.findall(page)]


def reported(who: User, link: str) -> Case:
    """What a press on this link, and one on a reason, report."""
    client = browser(who)
    page = text(client.get(link))
    assert 'name="reason"' in page
    assert client.post(link, {"reason": "insult"}).status_code == 303
    return Case.objects.latest("pk")


def test_chat_of_others_and_not_ones_own(alice, bob):
    match = sit_down("kangoeroe", [alice, bob])
    row = scenes.said(match, alice, "You wardrobe")
    scenes.said(match, bob, "So what")
    for headers in ({}, HTMX | {"HX-Current-URL": f"http://testserver/m/{match.code}/"}):
        (link,) = flags(text(browser(bob).get(f"/m/{match.code}/talk/", headers=headers)))
        back = f"%2Fm%2F{match.code}%2F" if headers else f"%2Fm%2F{match.code}%2Ftalk%2F"
        assert link.endswith(f"?next={back}")
    assert reported(bob, link).key == row.pk


def test_a_name(alice, bob):
    sit_down("kangoeroe", [alice, bob])
    (link,) = flags(text(browser(bob).get(f"/people/{alice.username}/")))
    assert reported(bob, link).author == alice


def test_a_deck_and_each_of_its_cards_but_not_to_its_owner(alice, bob):
    deck = scenes.deck_of(alice)
    cards = [scenes.card(alice, f"Quote {n}.", deck=deck) for n in range(2)]
    where = f"/decks/{deck.pk}/"
    links = flags(text(browser(bob).get(where)))
    assert len(links) == 3 and flags(text(browser(alice).get(where))) == []
    cases = {(case.kind, case.key) for case in (reported(bob, link) for link in links)}
    assert cases == {("deck", deck.pk), *(("card", card.pk) for card in cards)}


def test_the_decks_of_a_table_but_not_to_their_owner(alice, bob):
    deck = scenes.deck_of(alice)
    scenes.Card.objects.bulk_create(
        scenes.Card(deck=deck, number=n, quote=f"Quote {n}.", source=f"S {n}", language="en")
        for n in range(1, 61)
    )
    match = lobby.create(
        alice, "game-of-quotes", seats=3, bots=0, pace=86400, options={}, chosen_decks=[deck]
    )
    with lobby.locked(code=match.code) as held:
        lobby.add_person(held, bob)
    (link,) = flags(text(browser(bob).get(f"/m/{match.code}/")))
    assert flags(text(browser(alice).get(f"/m/{match.code}/"))) == []
    assert reported(bob, link).key == deck.pk


def test_on_browse_and_wall(alice, bob):
    deck = scenes.deck_of(alice)
    scenes.card(alice, deck=deck)
    (link,) = flags(text(browser(bob).get("/decks/browse/")))
    assert reported(bob, link).key == deck.pk
    made = scenes.shared(alice)
    type(made).objects.update(on_wall=True)
    for where in ("/wall/", made.get_absolute_url()):
        links = flags(text(browser(None).get(where)))
        assert len(links) == 1, where
        assert reported(bob, links[0]).key == made.pk  # whoever was not signed in signs in first


def test_cards_of_the_hand(alice):
    party = table(in_round(1))
    links = flags(text(party.page(0)))
    assert len(links) == 7
    who = party.match.seats.get(number=0).person
    case = reported(who, links[0])
    assert case.kind == "card" and escape(case.frozen["lines"][0]["text"]) in text(party.page(0))


def test_what_was_read_quote_and_source_each_and_no_source_before_it_is_heard():
    party = table(revealed(1))
    page = text(party.page(0))
    stage = page.partition('id="now"')[2].partition("</article>")[0]
    assert len(flags(stage)) == 1 and "Report the quote" in stage
    party.post(0, "heard", {"part": 1, "bits": 99})
    rounds = text(party.page(0)).partition('id="rounds"')[2].partition("</details>")[0]
    assert len(flags(rounds)) == 6 and rounds.count("Report the source") == 3


def test_a_written_source_and_a_blank():
    party = table(in_round(3))
    party.answer(0, party.prompt(0, "write").number, {"do": "write", "words": "My landlord"})
    play_on(party.match)
    row, who = Words.objects.get(text="My landlord"), party.match.seats.get(number=1).person
    for part in range(1, 5):
        party.post(1, "heard", {"part": part, "bits": 99})
    party.post(1, "heard", {"part": 0, "bits": 99})
    (link,) = [one for one in flags(text(party.page(1))) if f"/words/{row.pk}/" in one][:1]
    case = reported(who, link)
    assert (case.key, case.frozen["around"]["where"]) == (row.pk, "source")


def test_the_games_own_names_are_nobodys():
    """A source that the game itself has cannot be reported."""
    party = table(in_round(3))
    play_on(party.match)
    for part in range(1, 5):
        party.post(0, "heard", {"part": part, "bits": 99})
    for link in flags(text(party.page(0))):
        assert re.match(r"/report/(card|words)/\d+/", link), link


def test_what_is_hidden_has_no_flag(alice, bob):
    match = sit_down("kangoeroe", [alice, bob])
    row = scenes.said(match, alice, "You wardrobe")
    scenes.TARGETS["words"].hide(row, row.created_at)
    assert flags(text(browser(bob).get(f"/m/{match.code}/talk/"))) == []


def test_the_ways_to_ones_own_pages_are_in_the_settings(alice):
    page = text(browser(alice).get("/settings/"))
    assert 'href="/reports/"' in page and 'href="/about-you/"' in page and 'href="/moderation/"' not in page
    judge = scenes.moderator("Judge")
    assert 'href="/moderation/"' in text(browser(judge).get("/settings/"))


def test_the_flag_costs_no_query(alice, bob):
    deck = scenes.deck_of(alice)
    for n in range(2):
        scenes.card(alice, f"Quote {n}.", deck=deck)
    client, where = browser(bob), f"/decks/{deck.pk}/"
    client.get(where)
    with Queries() as few:
        client.get(where)
    for n in range(2, 9):
        scenes.card(alice, f"Quote {n}.", deck=deck)
    with Queries() as many:
        assert len(flags(text(client.get(where)))) == 10
    assert len(few) == len(many)


def test_a_person_without_an_account_is_no_moderator():
    assert browser(None).get("/moderation/").status_code == 302
    assert browser(person("Dora")).get("/moderation/").status_code == 404
