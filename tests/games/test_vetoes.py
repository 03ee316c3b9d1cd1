"""The cards of a table that waits: looked at, and single ones left out."""

import re

import pytest
from django.utils import timezone

from games import lobby, vetoes
from games.models import Match
from games.refusals import Refused
from quotes.models import Card, Deck
from tests.games.scripts import Queries, called, deck, text
from tests.games.test_decks import add
from tests.games.test_lobby import seat_all
from tests.games.waiting_tables import cards_url, dealt_quotes, row, shown, ticked, waiting
from tests.quotes.curated import NASTY

pytestmark = pytest.mark.django_db


# Looked at


def test_the_host_sees_every_card_that_would_be_dealt_once_as_it_looks(alice, sign_in):
    one, two = deck(30), deck(0)
    add(two, f"quote 1 RED of {called(one)}!", "Only in two", "Half")
    two.cards.filter(number=3).update(source="")
    add(two, *(f"More {number}" for number in range(20)))
    match, client = waiting(alice, one, two), sign_in(alice)
    seen = [key for n in (1, 2, 3) for key in shown(client.get(cards_url(match, f"?page={n}")))]
    quotes = list(Card.objects.filter(pk__in=seen).values_list("quote", flat=True))
    assert len(seen) == len(set(seen)) == 51 and "Only in two" in quotes and "Half" not in quotes
    page = text(client.get(cards_url(match)))
    assert '<span class="card goq quote" lang="en">' in page and '<span class="card goq source">' in page
    assert "51 cards are in. A match of 3 needs at least 36." in page
    assert not any("blue" in quote for quote in quotes)


def test_a_match_of_the_other_side_shows_the_other_side(alice, sign_in):
    match = waiting(alice, deck(40), options={"side": "blue"})
    assert " blue of " in text(sign_in(alice).get(cards_url(match)))


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?q=quote 37 red", 1),
        ("?q=Somebody", 24),
        ("?q=nothing like it", 0),
        ("?only=out", 0),
        ("?q=number 37", 1),
    ],
)
def test_cards_are_found_by_quote_source_and_description(alice, sign_in, query, count):
    match = waiting(alice, deck(40, two_sided=False))
    page = sign_in(alice).get(cards_url(match, query))
    assert page.status_code == 200 and len(shown(page)) == count
    if not count:
        assert "No card fits what you chose." in text(page)


@pytest.mark.parametrize("count", [1, 3])
def test_pages_cost_the_same_however_many_cards_there_are(alice, sign_in, count):
    costs = []
    for cards in (40, 400):
        match = waiting(alice, *[deck(cards) for _ in range(count)])
        vetoes.leave_out(match.code, alice, [row(match.decks.first(), 1)], [row(match.decks.first(), 1)])
        client, found = sign_in(alice), []
        for path in (cards_url(match), cards_url(match, "?q=quote"), f"/m/{match.code}/table/decks/"):
            client.get(path)
            with Queries() as queries:
                assert client.get(path).status_code == 200
            found.append(len(queries))
        Deck.objects.exclude(matches=match).delete()
        costs.append(found)
    assert costs[0] == costs[1], costs


# Left out


def test_what_is_ticked_is_not_dealt(alice, bob, cleo, sign_in):
    made = deck(40)
    match, client = waiting(alice, made), sign_in(alice)
    seat_all(match, bob, cleo)
    page = client.get(cards_url(match))
    out = [row(made, 2), row(made, 5)]
    answer = client.post(
        cards_url(match), {"shown": shown(page), "out": out, "page": "1", "q": "", "only": ""}
    )
    assert answer.status_code == 303 and answer["Location"] == cards_url(match, "?page=1&done=cards")
    page = client.get(answer["Location"])
    assert ticked(page) == out and "38 cards are in." in text(page) and "2 cards are left out." in text(page)
    lobby.start(match.code, alice)
    quotes = dealt_quotes(match)
    assert len(quotes) == 38
    assert not quotes & {f"Quote 2 red of {called(made)}.", f"Quote 5 red of {called(made)}."}


@pytest.mark.parametrize(
    ("page", "sent", "leads_to"),
    [
        ("1", {"go": "next"}, "?page=2"),
        ("2", {"go": "before"}, "?page=1"),
        ("2", {"go": "find", "q": "Quote 5"}, "?q=Quote+5&page=1"),
        ("2", {"go": "find", "only": "out"}, "?only=out&page=1"),
        ("2", {"go": "elsewhere"}, "?page=2&done=cards"),
        ("x" * 9, {"go": "next"}, "?page=2"),
    ],
)
def test_whoever_turns_the_page_or_looks_for_something_keeps_what_was_ticked(
    alice, sign_in, page, sent, leads_to
):
    match, client = waiting(alice, deck(60, two_sided=False)), sign_in(alice)
    there = shown(client.get(cards_url(match)))
    answer = client.post(cards_url(match), {"shown": there, "out": there[:2], "page": page} | sent)
    assert answer["Location"] == cards_url(match, leads_to)
    match.refresh_from_db()
    assert match.vetoed == sorted(there[:2])


def test_saving_a_page_changes_only_what_was_on_it(alice, sign_in):
    made = deck(60, two_sided=False)
    match, client = waiting(alice, made), sign_in(alice)
    pages = [shown(client.get(cards_url(match, f"?page={n}"))) for n in (1, 2)]
    client.post(cards_url(match), {"shown": pages[0], "out": pages[0][:2]})
    client.post(cards_url(match), {"shown": pages[1], "out": [pages[1][3], pages[0][7]]})  # one was not on it
    match.refresh_from_db()
    assert match.vetoed == sorted([*pages[0][:2], pages[1][3]])
    client.post(cards_url(match), {"shown": pages[0], "out": pages[0][1:2]})
    match.refresh_from_db()
    assert match.vetoed == sorted([pages[0][1], pages[1][3]])
    for _ in range(2):  # pressed twice
        client.post(cards_url(match), {"shown": pages[1]})
    match.refresh_from_db()
    assert match.vetoed == [pages[0][1]]
    assert ticked(client.get(cards_url(match, "?only=out"))) == [pages[0][1]]


def test_what_says_the_same_in_another_deck_is_left_out_with_it(alice, bob, cleo):
    one, two = deck(40, two_sided=False), deck(0)
    add(two, f"“QUOTE 3, red of {called(one)}”")
    match = waiting(alice, one, two)
    vetoes.leave_out(match.code, alice, [row(one, 3)], [row(one, 3)])
    assert vetoes.cards_of(Match.objects.get(pk=match.pk)).left == 39
    seat_all(match, bob, cleo)
    lobby.start(match.code, alice)
    quotes = {quote.casefold() for quote in dealt_quotes(match)}
    assert len(quotes) == 39 and not any("quote 3" in re.sub(r"3\d", "", quote) for quote in quotes)


def test_a_card_that_got_another_row_meanwhile_stays_out_and_can_be_put_back(alice, sign_in):
    made = deck(40, owner=alice, two_sided=False)
    match = waiting(alice, made)
    old = made.cards.get(number=4)
    vetoes.leave_out(match.code, alice, [old.pk], [old.pk])
    Card.objects.filter(pk=old.pk).update(retired_at=timezone.now())
    new = Card.objects.create(
        deck=made, number=4, quote=old.quote.upper(), source="Somebody else", language="en", replaces=old
    )
    match.refresh_from_db()
    assert vetoes.cards_of(match).out == {new.pk}
    vetoes.leave_out(match.code, alice, [new.pk], [])
    match.refresh_from_db()
    assert match.vetoed == [] and not vetoes.cards_of(match).out


@pytest.mark.parametrize(
    "forged",
    [
        {"shown": "1 OR 1"},
        {"out": "9" * 40},
        {"out": "-1"},
        {"shown": ["", ""]},
    ],
)
def test_forged_rows_are_refused(alice, sign_in, forged):
    match = waiting(alice, deck(40))
    answer = sign_in(alice).post(cards_url(match), forged)
    assert answer.status_code == 422 and "That choice is not there." in text(answer)
    match.refresh_from_db()
    assert match.vetoed == []


def test_rows_of_other_decks_are_nobodys_business(alice, bob, sign_in):
    theirs = deck(40, owner=bob)
    match = waiting(alice, deck(40))
    secret = row(theirs, 1)
    sign_in(alice).post(cards_url(match), {"shown": [secret, 10**9], "out": [secret, 10**9]})
    match.refresh_from_db()
    assert match.vetoed == []


# Too few are left


@pytest.mark.parametrize(("seats", "out", "few"), [(3, 4, False), (3, 5, True), (4, 0, True)])
def test_the_page_counts_what_is_left_against_the_least_number(alice, sign_in, seats, out, few):
    made = deck(48 if seats == 4 else 40, two_sided=False)
    match = waiting(alice, made, seats=seats)
    if seats == 4:
        made.cards.filter(number__gt=40).update(retired_at=timezone.now())
    rows = [row(made, number) for number in range(1, out + 1)]
    vetoes.leave_out(match.code, alice, rows, rows)
    client = sign_in(alice)
    for path in (cards_url(match), f"/m/{match.code}/"):
        page = text(client.get(path))
        assert f"{40 - out} cards are in. A match of {seats} needs at least {12 * seats}." in page
        assert ("Put some back, add a deck, or start with fewer seats." in page) == few


def test_what_was_left_out_counts_at_the_start(alice, bob, cleo):
    made = deck(40, two_sided=False)
    match = waiting(alice, made)
    seat_all(match, bob, cleo)
    rows = [row(made, number) for number in range(1, 6)]
    vetoes.leave_out(match.code, alice, rows, rows)
    with pytest.raises(Refused) as refused:
        lobby.start(match.code, alice)
    assert "These decks have 35 cards, and a match of 3 needs at least 36." in refused.value.words
    vetoes.leave_out(match.code, alice, rows, rows[1:])
    lobby.start(match.code, alice)
    assert len(dealt_quotes(match)) == 36


# Nasty text


def test_nasty_text_stays_text(alice, sign_in):
    made = deck(40, owner=alice, title=NASTY[:80], description=NASTY)
    made.cards.filter(number=1).update(quote=NASTY, source=NASTY[:80], description=NASTY)
    match, client = waiting(alice, made), sign_in(alice)
    for path in (cards_url(match), cards_url(match, f"?q={NASTY[:20]}"), f"/m/{match.code}/table/decks/"):
        page = text(client.get(path))
        assert "<script>alert" not in page and "&lt;script&gt;alert" in page


@pytest.mark.parametrize(
    "query", ["?page=x", "?page=-3", "?page=9999", "?only=x", "?done=x", "?q=" + "x" * 3000]
)
def test_odd_addresses_break_nothing(alice, sign_in, query):
    assert sign_in(alice).get(cards_url(waiting(alice, deck(40)), query)).status_code == 200
