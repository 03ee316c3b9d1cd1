"""Once more with the same cards: what was left out stays out, and a deck that cannot come along is named."""

import pytest
from django.utils import timezone

from games import links, lobby, seating
from games.models import Match
from games.refusals import Refused
from quotes.models import Card, Deck
from tests.games.scripts import Queries, play_on, text
from tests.games.test_decks import deck, seat_all, table_of

pytestmark = pytest.mark.django_db


def played(host, *decks, others):
    """A match that is over; the host has left its second card out."""
    match = table_of(host, *decks, seats=3)
    Match.objects.filter(pk=match.pk).update(vetoed=[decks[0].cards.all()[1].pk])
    seat_all(match, *others)
    lobby.start(match.code, host)
    return play_on(match)


def again(match, who):
    return links.rematch(match.code, who)


def note(client, match):
    page = text(client.get(match.get_absolute_url()))
    return [
        part.partition("</p>")[0] for part in page.split('<p class="note-box">')[1:] if "match before" in part
    ]


def private(owner, title="Of the family", **more):
    there = deck(60, title=title)
    Deck.objects.filter(pk=there.pk).update(owner=owner, state=Deck.State.PRIVATE, **more)
    there.refresh_from_db()
    return there


def test_what_was_left_out_is_left_out_again(alice, bob, cleo):
    there = deck(60)
    match = played(alice, there, others=(bob, cleo))
    made = again(match, alice)
    assert made.vetoed == match.vetoed and list(made.decks.all()) == [there]


def test_what_was_left_out_of_a_deck_that_does_not_come_along_is_forgotten(alice, bob, cleo):
    deck(60, starter="en")
    match = played(alice, private(alice), others=(bob, cleo))
    made = again(match, bob)
    assert made.vetoed == [] and made.decks.get().starter == "en"


def test_who_takes_the_usual_deck_is_told_that_one_did_not_come_along_and_its_owner_which(
    alice, bob, cleo, sign_in
):
    deck(60, starter="en")
    mine = private(alice, "Said <by> us")
    made = again(played(alice, mine, others=(bob, cleo)), bob)
    for guest in (cleo, alice):
        seating.join(made.code, guest)
    said = {str(who): note(sign_in(who), made)[0] for who in (alice, bob, cleo)}
    assert "not open to you as a host" in said["Bob"] and "open to the host of this table" in said["Cleo"]
    assert {name for name, words in said.items() if "Said &lt;by&gt; us" in words} == {"Alice"}
    assert "open to the host of this table" in said["Alice"]


@pytest.mark.parametrize("field", ["hidden_at", "removed_at"])
def test_of_a_deck_that_is_gone_not_even_the_title_is_told(field, alice, bob, cleo, sign_in):
    deck(60, starter="en")
    mine = private(alice)
    match = played(alice, mine, others=(bob, cleo))
    Deck.objects.filter(pk=mine.pk).update(**{field: timezone.now()})
    made = again(match, alice)
    (said,) = note(sign_in(alice), made)
    assert "is not there any more" in said
    assert "Of the family" not in text(sign_in(alice).get(made.get_absolute_url()))


def test_who_did_not_sit_there_is_told_nothing_of_a_private_deck(alice, bob, cleo, dora, sign_in):
    deck(60, starter="en")
    match = played(alice, private(alice), others=(bob, cleo))
    made = again(match, bob)
    links.take_seat(made.invite, dora)
    assert note(sign_in(dora), made) == []
    assert "Of the family" not in text(sign_in(dora).get(made.get_absolute_url()))


def test_nothing_is_said_where_all_came_along(alice, bob, cleo, sign_in):
    match = played(alice, deck(60), others=(bob, cleo))
    made = again(match, bob)
    assert note(sign_in(bob), made) == []


def test_a_table_that_is_no_rematch_pays_nothing_for_it(alice, sign_in):
    match = table_of(alice, deck(60))
    client = sign_in(alice)
    client.get(match.get_absolute_url())
    with Queries() as queries:
        client.get(match.get_absolute_url())
    assert not any('"games_match"."before_id" = ' in sql for sql in queries.sql)


def test_too_few_cards_without_what_was_left_out_is_said(alice, bob, cleo):
    there = deck(60)
    match = played(alice, there, others=(bob, cleo))
    rows = list(there.cards.values_list("pk", flat=True))
    Match.objects.filter(pk=match.pk).update(vetoed=rows[:20])
    Card.objects.filter(pk__in=rows[40:]).update(retired_at=timezone.now())
    with pytest.raises(Refused, match="few_cards"):
        again(match, alice)
