"""Beside everything that others wrote stands a flag, and it leads to the page that reports just that."""

import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.utils.html import escape

from accounts.models import User
from games import lobby, seating, tables
from games.game_of_quotes.cards import blank_card, row_of
from games.models import Invitation
from games.moderation import covers
from games.moderation.models import Case
from quotes.models import Words
from tests.game_of_quotes.seated import in_round, revealed, table
from tests.games.scripts import HTMX, Queries, desk_of, play_on, sit_down
from tests.games.test_hidden import put_blank
from tests.moderation import scenes
from tests.moderation.scenes import browser, person, text

pytestmark = pytest.mark.django_db

LINK = re.compile(r'class="report" href="(/report/[^"]+)"')


def flags(page: str, *kinds: str) -> list[str]:
    """The addresses behind the flags of a page: of these kinds, or all."""
    links = [link.replace("&amp;", "&") for link in LINK.findall(page)]
    return [link for link in links if not kinds or link.split("/")[2] in kinds]


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
        (link,) = flags(text(browser(bob).get(f"/m/{match.code}/talk/", headers=headers)), "words")
        back = f"%2Fm%2F{match.code}%2F" if headers else f"%2Fm%2F{match.code}%2Ftalk%2F"
        assert link.endswith(f"?next={back}")
    assert reported(bob, link).key == row.pk


NAMED: dict[str, Callable[[User], str]] = {
    "whom one has met": lambda who: at_a_table(who) and f"/people/{who.username}/",
    "who sits at the table, from its words": lambda who: f"{at_a_table(who)}talk/",
    "who sits at a table that waits": lambda who: at_a_lobby(who),
    "who sits at an open table": lambda who: at_a_lobby(who) and "/open/",
    "who owns a deck, in the list of all": lambda who: of_a_deck(who) and "/decks/browse/",
    "who owns a deck, on its page": lambda who: of_a_deck(who),
    "who put together what hangs on the wall": lambda who: on_the_wall(who) and "/wall/",
    "who put together what has a page": lambda who: on_the_wall(who),
    "who is watched": lambda who: watched(who),
}


def at_a_table(who: User) -> str:
    return sit_down("kangoeroe", [who, User.objects.get(name="Bob")]).get_absolute_url()


def at_a_lobby(who: User) -> str:
    match = lobby.create(who, "kangoeroe", seats=3, bots=0, pace=86400, options={}, visibility="open")
    Invitation.objects.create(match=match, person=User.objects.get(name="Bob"), by=who)
    return match.get_absolute_url()


def of_a_deck(who: User) -> str:
    return f"/decks/{scenes.card(who).deck_id}/"


def on_the_wall(who: User) -> str:
    made = scenes.shared(who)
    type(made).objects.update(on_wall=True)
    return made.get_absolute_url()


def watched(who: User) -> str:
    match = sit_down("kangoeroe", [who, scenes.person("Neighbour")])
    type(match).objects.update(watchable=True)
    return f"/w/{match.code}/"


@pytest.mark.parametrize("where", NAMED)
def test_a_name_is_reported_with_two_presses_wherever_it_stands_and_never_by_its_person(where, alice, bob):
    address = NAMED[where](alice)
    page = text(browser(bob).get(address))
    link = next(one for one in flags(page, "name") if f"/name/{alice.pk}/" in one)
    assert "Report this name: Alice</span>" in page or "whom one has met" in where
    assert reported(bob, link).author == alice
    own = text(browser(alice).get(address))
    assert not [one for one in flags(own, "name") if f"/name/{alice.pk}/" in one]


def test_whom_one_has_never_met_has_a_flag_and_no_page(alice, bob):
    of_a_deck(alice)
    assert len(flags(text(browser(bob).get("/decks/browse/")), "name")) == 1
    assert browser(bob).get(f"/people/{alice.username}/").status_code == 404


def test_a_deck_and_each_of_its_cards_but_not_to_its_owner(alice, bob):
    deck = scenes.deck_of(alice)
    cards = [scenes.card(alice, f"Quote {n}.", deck=deck) for n in range(2)]
    where = f"/decks/{deck.pk}/"
    links = flags(text(browser(bob).get(where)), "deck", "card")
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
    with tables.locked(code=match.code) as held:
        seating.add_person(held, bob)
    (link,) = flags(text(browser(bob).get(f"/m/{match.code}/")), "deck")
    assert flags(text(browser(alice).get(f"/m/{match.code}/")), "deck") == []
    assert reported(bob, link).key == deck.pk


def test_on_browse_and_wall(alice, bob):
    deck = scenes.deck_of(alice)
    scenes.card(alice, deck=deck)
    (link,) = flags(text(browser(bob).get("/decks/browse/")), "deck")
    assert reported(bob, link).key == deck.pk
    made = scenes.shared(alice)
    type(made).objects.update(on_wall=True)
    for where in ("/wall/", made.get_absolute_url()):
        links = flags(text(browser(None).get(where)), "shared")
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


def section(page: str, begins: str, ends: str) -> str:
    return page.partition(begins)[2].partition(ends)[0]


def test_each_quote_and_each_source_of_a_match_that_is_over():
    party = table(in_round(3))
    party.answer(0, party.prompt(0, "write").number, {"do": "write", "words": "My landlord"})
    play_on(party.match)
    page = text(party.clients[1].get(party.url("combinations")))
    written = Words.objects.get(text="My landlord")
    own = [one for round_ in party.state.table.readings for one in round_ if one.source.words < 0]
    assert page.count("Report the quote") == 12
    assert page.count("Report the source") == 12 - len(own)
    (link,) = [one for one in flags(page, "words") if f"/words/{written.pk}/" in one]
    assert reported(party.match.seats.get(number=1).person, link).key == written.pk


def test_the_list_of_cards_of_a_table_but_not_ones_own(alice, bob):
    deck = scenes.deck_of(alice)
    cards = [scenes.card(alice, f"Quote {n:02} of many.", deck=deck) for n in range(40)]
    for host, count in ((bob, 24), (alice, 0)):
        match = lobby.create(
            host, "game-of-quotes", seats=3, bots=0, pace=86400, options={}, chosen_decks=[deck]
        )
        links = flags(text(browser(host).get(f"/m/{match.code}/table/cards/")))
        assert len(links) == count
    match = bob.hosted.get()
    links = flags(text(browser(bob).get(f"/m/{match.code}/table/cards/?q=Quote 07")))
    assert [reported(bob, link).key for link in links] == [cards[7].pk]


def test_the_hand_while_nothing_is_asked():
    party = table(in_round(2))
    type(party.match).objects.update(status="paused")
    hand = section(text(party.page(0)), 'aria-label="Your hand"', "</section>")
    held = {row_of(card) for card in party.state.hands[0].cards}
    assert {int(link.split("/")[3]) for link in flags(hand, "card")} == held and len(held) == 7


@pytest.mark.parametrize("number", [3, 4])
def test_both_sides_of_a_card_where_both_are_shown(number):
    party = table(in_round(number))
    page = text(party.page(0))
    behind = section(page, '<details class="behind">', "</details>")
    (link,) = flags(behind)
    who = party.match.seats.get(number=0).person
    case = reported(who, link)
    assert escape(case.frozen["lines"][0]["text"]) in behind and "behind" in case.frozen["lines"][0]["text"]
    assert len(flags(page, "card")) >= 2 * len(party.state.hands[0].cards)


def test_both_texts_of_a_blank_in_the_hand(alice):
    party = table(in_round(1))
    writer = party.match.seats.get(number=1).person
    made = scenes.blank(party.match, writer, "The chair is mine.", "A dentist")
    with transaction.atomic():
        put_blank(desk_of(party.match), blank_card(made.quote_id, made.source_id))
    page = text(party.page(0))
    links = {int(link.split("/")[3]): link for link in flags(page, "words")}
    assert links.keys() == {made.quote_id, made.source_id}
    who = party.match.seats.get(number=0).person
    assert [reported(who, links[key]).author for key in links] == [writer, writer]


def test_open_hands_of_a_match_that_is_over():
    party = table(lambda state: False)
    page = text(party.clients[0].get(f"/m/{party.code}/replay/0/"))
    assert len(flags(section(page, 'class="hands"', "</main>"), "card")) == 21


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
    covers.hide({"words": {row.pk}}, row.created_at)
    assert flags(text(browser(bob).get(f"/m/{match.code}/talk/")), "words") == []


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
        assert len(flags(text(client.get(where)))) == 11
    assert len(few) == len(many)


def test_a_person_without_an_account_is_no_moderator():
    assert browser(None).get("/moderation/").status_code == 302
    assert browser(person("Dora")).get("/moderation/").status_code == 404
