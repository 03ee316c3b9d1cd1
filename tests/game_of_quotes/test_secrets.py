"""What nobody may find in a page: other hands, sealed answers, sources before their press, what a stamp is worth."""

import re

import pytest
from django.test import Client

from games.models import Match
from quotes.models import Card, Words
from tests.games.scripts import Queries, text

from .seated import in_round, revealed, table, texts

pytestmark = pytest.mark.django_db

PAGE = 7  # session, person, match, seats, log; and one each for cards and for written texts


def answer(party, seat, kind, /, **form):
    prompt = party.prompt(seat, kind)
    response = party.answer(seat, prompt.number, form)
    assert response.status_code == 200, text(response)
    return text(response)


def says(card_row):
    """What of a card would give it away, wherever it stands: "Source number 1" is not in "Source number 12"."""
    return [
        re.compile(re.escape(one) + r"(?!\d)")
        for one in (card_row.quote, card_row.source, card_row.description)
    ]


def found(page, cards):
    return [row.number for row in cards.values() if any(one.search(page) for one in says(row))]


@pytest.mark.parametrize("place", [in_round(1), in_round(2, 1), in_round(3), in_round(4)])
def test_a_page_has_no_card_of_another_hand_or_of_the_stack(place):
    party = table(place)
    state = party.state
    for seat in range(3):
        party.post(seat, "heard", {"part": max(1, len(state.table.readings)), "bits": 99})
        page = text(party.page(seat))
        hidden = [
            c
            for other in range(3)
            if other != seat
            for c in (*state.hands[other].cards, *state.hands[other].aside())
        ]
        hidden += [*state.stock.pile, *state.stock.discards]
        read = {r.quote for row in state.table.readings for r in row}
        read |= {r.source.face for row in state.table.readings for r in row}
        assert found(page, texts(party, [c for c in hidden if c not in read])) == []
        assert len(found(page, texts(party, state.hands[seat].cards))) == len(state.hands[seat].cards)


def test_a_sealed_quote_leaves_the_pages_of_others_as_they_were():
    party = table()
    before = {seat: plain(text(party.page(seat)), party) for seat in (1, 2)}
    first, second = party.state.hands[0].cards[:2]
    answer(party, 0, "quote", do="pick", card=first, reads="name")
    once = {seat: plain(text(party.page(seat)), party) for seat in (1, 2)}
    assert all("1 of 3 sealed" in page for page in once.values()) and once != before
    answer(party, 0, "quote", do="pick", card=second, reads="name")
    assert {seat: plain(text(party.page(seat)), party) for seat in (1, 2)} == once


def plain(page, party):
    """Without what is drawn or signed anew each time."""
    return re.sub(r'csrfmiddlewaretoken" value="[^"]*"|/p/[^/"]*/|<time.*?</time>|\d+ h \d+ min', "", page)


def test_a_written_source_is_its_writers_secret_until_it_is_heard():
    party = table(in_round(3))
    answer(party, 0, "write", do="write", words="The emperor of crumbs", stock="")
    assert "The emperor of crumbs" in text(party.page(0))
    assert "The emperor of crumbs" not in text(party.page(1))
    words = Words.objects.get(text="The emperor of crumbs")
    assert words.author == party.match.seats.get(number=0).person


def test_a_text_that_was_hidden_reads_as_removed_once_it_lies_aside():
    party = table(in_round(3))
    for seat in range(3):
        answer(party, seat, "write", do="write", words=f"Something unkind {seat}", stock="")
    Words.objects.update(hidden_at="2026-01-01T00:00Z")
    page = text(party.page(0))
    assert "Something unkind" not in page and "removed" in page


def test_a_card_that_was_hidden_reads_as_removed():
    party = table()
    row = texts(party, party.state.hands[0].cards[:1]).popitem()[1]
    Card.objects.filter(pk=row.pk).update(hidden_at="2026-01-01T00:00Z")
    page = text(party.page(0))
    assert row.quote not in page and "removed" in page


def test_what_a_stamp_is_worth_shows_to_its_giver_alone():
    party = table(revealed(1))
    for seat in range(3):
        party.post(seat, "heard", {"part": 1, "bits": 99})
    answer(party, 0, "stamp", seat="1", value="2")
    answer(party, 1, "stamp", seat="2", value="1")
    answer(party, 2, "stamp", seat="0", value="1")
    mine, theirs = text(party.page(0)), text(party.page(1))
    assert "You: a double" in mine and "a single" not in mine
    assert "You: a single" in theirs and "double" not in theirs
    assert "Alice stamps you." in theirs and "Bob stamps Cleo." in mine


def test_a_sealed_stamp_shows_to_nobody_else():
    party = table(revealed(1))
    for seat in (0, 1):
        party.post(seat, "heard", {"part": 1, "bits": 99})
    answer(party, 0, "stamp", seat="1", value="1")
    once = plain(text(party.page(1)), party)
    answer(party, 0, "stamp", seat="2", value="2")
    assert plain(text(party.page(1)), party) == once


def test_no_log_title_recap_or_live_region_has_a_text_of_a_card():
    party = table(revealed(2))
    whole = text(party.clients[0].get(party.url("log")))
    fragment = text(party.page(0, htmx=True))
    around = fragment.partition('id="told"')[0] + fragment.partition('id="log"')[2]
    for row in Card.objects.all():
        assert not any(one.search(whole) or one.search(around) for one in says(row))


def test_a_watcher_sees_no_hand_and_no_source_before_the_end():
    party = table(revealed(1))
    Match.objects.filter(pk=party.match.pk).update(watchable=True)
    page = text(Client().get(party.url("watch")))
    state = party.state
    held = [c for hand in state.hands for c in hand.cards]
    assert found(page, texts(party, held)) == []
    sources = texts(party, [reading.source.face for reading in state.table.readings[0]])
    quotes = texts(party, [reading.quote for reading in state.table.readings[0]])
    assert found(page, sources) == [] and len(sources) == 3
    assert all(
        row.quote in page for row in quotes.values()
    )  # which would say so, were they searched for wrongly
    assert "<form" not in page[page.index("<main") : page.index("</main>")]


@pytest.mark.parametrize("place", [in_round(1), revealed(1), in_round(3), revealed(4), lambda state: False])
@pytest.mark.parametrize("seats", [6])
def test_a_page_costs_two_queries_more_than_that_of_a_game_without_texts(place, seats):
    party = table(place, seats=seats)
    party.page(0)
    with Queries() as queries:
        assert party.page(0).status_code == 200
    assert len(queries) <= PAGE, "\n".join(queries.sql)
