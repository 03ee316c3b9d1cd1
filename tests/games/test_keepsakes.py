"""The combinations of a match that is over: who sees them, and what is liked."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ties
from accounts.models import User
from games.combinations import combinations_of, table_of
from games.game_of_quotes.cards import deck_card
from games.game_of_quotes.parts import Source
from games.models import Consent, Favourite, Match, Shared
from quotes.models import Deck, Words
from tests.game_of_quotes import seated
from tests.games.keeping import (
    ask,
    box_of,
    by_source,
    ended,
    everybody_sees,
    like,
    over,
    places,
    private_card,
    put_together,
    shared,
    who,
)
from tests.games.scripts import HTMX, Queries, finished, text

__all__ = ["ended"]

pytestmark = pytest.mark.django_db


# Favourites


def test_a_heart_is_what_was_wanted_however_often_it_is_sent(ended):
    for _ in range(3):
        page = text(like(ended, 0))
        assert "1 heart" in page and 'aria-pressed="true"' in page and "<main" not in page
    assert "2 hearts" in text(like(ended, 1))
    for _ in range(2):
        page = text(like(ended, 0, "0"))
        assert "1 heart" in page and 'aria-pressed="false"' in page
    plain = like(ended, 1, "0", htmx=False)
    assert (plain.status_code, plain["Location"]) == (303, f"{ended.url('combinations')}#c-1-0")
    assert not Favourite.objects.exists()


def test_guests_who_played_like_too_and_nobody_sees_who_does(ended):
    User.objects.filter(pk=who(ended, 2).pk).update(is_guest=True)
    assert like(ended, 2).status_code == 200
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "1 heart" in box and 'aria-pressed="false"' in box
    assert "Cleo" not in box.partition('class="row"')[2]


def test_strangers_and_watchers_like_nothing(ended, sign_in, dora):
    Match.objects.update(watchable=True)
    for headers in ({}, HTMX):
        form = {"round": 1, "seat": 0, "on": "1"}
        for name in ("favourite", "share-ask"):
            assert sign_in(dora).post(ended.url(name), form, headers=headers).status_code == 404
            assert Client().post(ended.url(name), form, headers=headers).status_code == 302
    assert not Favourite.objects.exists() and not Shared.objects.exists()


# The page


def test_all_combinations_stand_there_the_best_liked_first(ended):
    table = table_of(ended.match)
    page = text(ended.clients[0].get(ended.url("combinations")))
    found = places(page)
    assert len(found) == len(set(found)) == 12
    worth = [
        sum(
            value
            for to, value in zip(table.stamped[round_ - 1], table.values[round_ - 1], strict=True)
            if to == seat
        )
        for round_, seat in found
    ]
    assert worth == sorted(worth, reverse=True)
    read = [(round_, one.seat) for round_, ones in enumerate(table.readings, 1) for one in ones]
    equal = [place for place, value in zip(found, worth, strict=True) if value == worth[-1]]
    assert equal == [place for place in read if place in equal]
    last, middle = found[-1], found[6]
    like(ended, 0, at=last), like(ended, 1, at=last), like(ended, 1, at=middle)
    again = places(text(ended.clients[2].get(ended.url("combinations"))))
    assert again[:2] == [last, middle]
    assert again[2:] == [place for place in found if place not in (last, middle)]


def test_each_shows_both_cards_as_the_match_draws_them_and_its_stamps_with_values(ended):
    page = text(ended.clients[0].get(ended.url("combinations")))
    for one in combinations_of(ended.match.pk, table_of(ended.match)):
        box = box_of(page, (one.round, one.seat))
        assert box.count('class="card goq quote"') == 1 == box.count('class="card goq source"')
    table = table_of(ended.match)
    for giver, (to, value) in enumerate(zip(table.stamped[0], table.values[0], strict=True)):
        name = "You" if giver == 0 else who(ended, giver).name
        assert f"{name}: {'a double' if value == 2 else 'a single'}" in box_of(page, (1, to))
    assert "#" not in re.sub(r'href="[^"]*"|&#\w+;', "", box_of(page)).replace("#mark", "")


def test_who_has_not_turned_the_stamps_over_reads_all_in_order_and_no_value_but_their_own():
    table = over(turned=False)
    table.post(1, "heard", {"part": 0, "bits": 12})  # Bob has
    like(table, 1, at=(4, 0))
    ask(table, 1)
    read = [(n, one.seat) for n, ones in enumerate(table_of(table.match).readings, 1) for one in ones]
    for seat, turned in ((0, False), (1, True)):
        page = text(table.clients[seat].get(table.url("combinations")))
        assert (places(page) == read) != turned and ("The table’s favourite" in page) == turned
        values = re.findall(r"<span>(\w+): a \w+</span>", page)
        assert len(values) == (12 if turned else 4) and (set(values) == {"You"}) != turned
        assert ("1 heart" in page) and ("Turn the stamps over" in page) != turned
    assert "May everybody see this?" in text(table.clients[0].get(table.url("combinations")))
    assert len(re.findall(": a double|: a single", text(Client().get(table.url("watch"))))) == 0


def test_a_card_tells_only_the_half_that_was_read(ended):
    card = private_card(who(ended, 0), description="never told")
    put_together(ended.match, quote=deck_card(card.pk, "o", 1))
    box = box_of(text(ended.clients[0].get(ended.url("combinations"))))
    assert "Never out of this house." in box and "A locked drawer" not in box
    put_together(ended.match, source=Source(face=deck_card(card.pk, "o", 1), reads="name"))
    ask(ended, 0)
    assert "A locked drawer" in box_of(text(ended.clients[0].get(ended.url("combinations"))))


def test_hidden_and_muted_words_read_as_removed(ended):
    by_source(ended, who(ended, 2))
    page = ended.url("combinations")
    assert "A written source" in text(ended.clients[0].get(page))
    ties.tie(who(ended, 0), who(ended, 2), "mute")
    assert "A written source" not in text(ended.clients[0].get(page))
    assert "A written source" in text(ended.clients[1].get(page))
    Words.objects.update(hidden_at=timezone.now())
    assert "A written source" not in text(ended.clients[1].get(page))


@pytest.mark.parametrize(
    ("status", "code"),
    [("finished", 200), ("running", 404), ("paused", 404), ("asleep", 404), ("frozen", 404), ("closed", 404)],
)
def test_nothing_of_it_exists_before_the_end(ended, status, code):
    ask(ended, 0)
    assert everybody_sees()
    Match.objects.update(status=status)
    assert ended.clients[0].get(ended.url("combinations")).status_code == code
    assert (like(ended, 0).status_code, like(ended, 1, htmx=False).status_code) == (
        (200, 303) if code == 200 else (404, 404)
    )
    assert ask(ended, 1, (2, 1)).status_code == (303 if code == 200 else 404)
    assert everybody_sees() is (code == 200)
    consent = Consent.objects.get(shared=shared())
    assert ended.clients[0].get(reverse("share-answer", args=[consent.pk])).status_code == code


def test_a_match_in_the_middle_has_no_combinations():
    table = seated.table(seated.revealed(2))
    assert table.clients[0].get(table.url("combinations")).status_code == 404
    assert ask(table, 0).status_code == 404


def test_other_games_have_no_combinations():
    table = finished("kangoeroe", 2)
    assert table.clients[0].get(table.url("combinations")).status_code == 404
    assert table.post(0, "favourite", {"round": 1, "seat": 0, "on": "1"}).status_code == 404


def test_whoever_may_watch_sees_them_and_can_do_nothing(ended, sign_in, dora, settings):
    page = ended.url("combinations")
    assert sign_in(dora).get(page).status_code == 404 == Client().get(page).status_code
    Match.objects.update(watchable=True)
    like(ended, 0)
    for client in (Client(), sign_in(dora)):
        html = text(client.get(page))
        assert len(places(html)) == 12 and "1 heart" in html
        assert "<form" not in html.partition("<main")[2] and "For everybody" not in html
    ties.tie(who(ended, 0), dora, "block")
    assert sign_in(dora).get(page).status_code == 404
    settings.PUBLIC_TABLES = False
    Match.objects.update(visibility="open")
    assert Client().get(page).status_code == 404


def test_the_match_leads_there_once_its_stamps_are_turned():
    ended = over(turned=False)
    link = f'href="{ended.url("combinations")}"'
    assert link not in text(ended.page(0))
    for number in range(1, 5):
        ended.post(0, "heard", {"part": number, "bits": 99})
    assert link not in text(ended.page(0))
    ended.post(0, "heard", {"part": 0, "bits": 99})
    assert link in text(ended.page(0))
    Match.objects.update(watchable=True)
    assert link in text(Client().get(ended.url("watch")))


def test_a_page_costs_the_same_however_many_stand_on_it():
    counts = set()
    for seats in (3, 5):
        table = over(seats, deck=seated.make_deck() if seats == 3 else Deck.objects.get())
        for number in (1, 2, 3) if seats == 5 else (1,):
            ask(table, 0, (number, 0))
            like(table, 0, at=(number, 0))
        with Queries() as queries:
            page = table.clients[0].get(table.url("combinations"))
        assert len(places(text(page))) == seats * 4
        counts.add(len(queries))
        User.objects.all().delete()
        Match.objects.all().delete()
    assert len(counts) == 1 and counts.pop() <= 13
