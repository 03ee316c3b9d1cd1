"""How often each card was dealt, played and stamped: once a match, whoever sweeps and however often."""

from collections import Counter

import pytest
from django.db import transaction

from games import catalog, combinations, dealing, lobby, replay, tallies
from games.game_of_quotes.cards import is_blank, row_of
from games.models import Blank, Match, Move
from quotes.models import Card, Deck, Tally, Words
from tests.games.scripts import Queries, deck, finished, party, play_on
from tests.games.test_lobby import seat_all, table
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db
SLUG = "game-of-quotes"


def over(seats: int = 3, seed: str = "1") -> Match:
    return finished(SLUG, seats, seed=seed).match


def counted() -> dict[int, tuple[int, int, int]]:
    return {tally.card_id: (tally.dealt, tally.played, tally.stamps) for tally in Tally.objects.all()}


def sums() -> tuple[int, int, int]:
    rows = counted().values()
    return tuple(sum(row[place] for row in rows) for place in range(3))


# What is counted


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_each_reading_counts_its_cards_and_each_stamp_those_it_lies_on(seats):
    match = over(seats)
    table = combinations.table_of(match)
    played, stamps = Counter(), Counter()
    for number, readings in enumerate(table.readings):
        for reading in readings:
            faces = {reading.quote, reading.source.face} - {""}
            for row in {row_of(face) for face in faces if not is_blank(face)}:
                played[row] += 1
                stamps[row] += table.stamped[number].count(reading.seat)
    assert tallies.count_finished() == 1
    rows = counted()
    assert {row: count for row, (_d, count, _s) in rows.items() if count} == dict(played)
    assert {row: count for row, (_d, _p, count) in rows.items() if count} == {
        r: n for r, n in stamps.items() if n
    }
    assert sum(played.values()) >= 4 * seats  # every combination has a quote, most a second card


def test_dealt_is_whatever_lay_in_a_hand_at_any_time():
    match = over()
    held = {
        row_of(card) for one in replay.positions(match) for hand in one.state.hands for card in hand.cards
    }
    tallies.count_finished()
    rows = counted()
    assert {row for row, (dealt, _p, _s) in rows.items() if dealt} == held == set(rows)
    assert {dealt for dealt, _p, _s in rows.values()} == {1} and len(held) >= 3 * 7
    assert Card.objects.count() > len(held)  # what stayed in the stack is not counted


def test_blanks_and_written_sources_are_no_cards_of_a_deck(alice, bob, cleo):
    match = table(alice, SLUG, seats=3, chosen_decks=[deck(36, two_sided=False)])
    seat_all(match, bob, cleo)
    for number in range(4):
        quote, source = (
            Words.objects.create(text=f"{what} {number}", author=bob) for what in ("Quote", "Source")
        )
        Blank.objects.create(match=match, writer=bob, quote=quote, source=source, keep=False)
    match = lobby.start(match.code, alice)
    play_on(match)
    tallies.count_finished()
    assert set(counted()) <= set(Card.objects.values_list("pk", flat=True))
    assert sums()[1] <= 8 * 3


def test_two_matches_add_up():
    shared = deck(72)
    for seed in ("1", "2"):
        table = party(SLUG, 3, seed=seed)
        table.match.decks.set([shared])
        play_on(table.match)
    assert tallies.count_finished() == 2
    assert Match.objects.filter(tallied=True).count() == 2


def test_a_log_that_cannot_be_played_again_still_counts_what_was_read():
    match = over()
    Move.objects.filter(match=match, number=3).update(public="[]")
    tallies.count_finished()
    rows = counted()
    assert rows and all(played and dealt for dealt, played, _s in rows.values())
    assert Match.objects.get(pk=match.pk).tallied


def test_cards_that_are_gone_for_good_are_left_out():
    match = over()
    gone = {row_of(card) for card in catalog.GAMES[SLUG].everything(next(replay.positions(match)).state)}
    Card.objects.filter(pk__in=list(gone)[::2]).delete()
    assert tallies.count_finished() == 1
    assert set(counted()) <= set(Card.objects.values_list("pk", flat=True)) and counted()


# Which matches


@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({}, 1),
        ({"practice": True}, 0),
        ({"practice": True, "lesson": True}, 0),
        ({"status": "closed"}, 0),
        ({"status": "frozen"}, 0),
        ({"status": "running"}, 0),
        ({"tallied": True}, 0),
    ],
)
def test_only_matches_that_ended_with_a_result_count(fields, counts):
    match = over()
    Match.objects.filter(pk=match.pk).update(**fields)
    assert tallies.count_finished() == counts
    assert bool(counted()) == bool(counts)


def test_other_games_and_matches_that_run_are_left_alone():
    finished("kangoeroe")
    party(SLUG, 3)
    with Queries() as queries:
        assert tallies.count_finished() == 0
    assert len(queries) == 1 and not counted()


def test_one_bad_match_does_not_keep_the_sweep_from_the_others():
    bad, good = over(seed="1"), over(seed="2")
    Match.objects.filter(pk=bad.pk).update(table="no table at all")
    assert tallies.count_finished() == 1
    assert list(Match.objects.filter(tallied=True)) == [good]


# Once


def test_a_sweep_that_comes_again_changes_nothing():
    match = over()
    tallies.count_finished()
    once = counted()
    assert tallies.count_finished() == 0 and not tallies.count(match.pk)
    assert counted() == once


def test_a_sweep_that_dies_half_way_has_counted_nothing(monkeypatch):
    match = over()
    monkeypatch.setattr(Tally.objects, "bulk_update", lambda *given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tallies.count(match.pk)
    assert not counted() and not Match.objects.get(pk=match.pk).tallied
    monkeypatch.undo()
    assert tallies.count(match.pk) and counted()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_ten_sweeps_at_once_count_each_match_once_and_do_not_clash():
    shared = deck(72)
    alone = [over(seed=str(seed)) for seed in range(6)]
    for match in alone:
        tallies.count(match.pk)
    wanted = counted()
    Tally.objects.all().delete()
    Match.objects.update(tallied=False)
    done = at_once([tallies.count_finished] * 20)
    assert sum(done) == 6 and counted() == wanted and shared.cards.exists()


# Matches of a deck


@pytest.mark.parametrize("practice", [False, True])
def test_a_deck_counts_the_matches_that_were_dealt_from_it_but_no_practice(alice, practice):
    one, two, other = deck(), deck(48), deck()
    if practice:
        dealing.start_practice(alice, SLUG, 3, {}, [one, two])
    else:
        match = table(alice, SLUG, seats=3, bots=2, chosen_decks=[one, two])
        assert set(Deck.objects.values_list("plays", flat=True)) == {0}
        lobby.start(match.code, alice)
        lobby.start(match.code, alice)  # pressed twice
    plays = {made.pk: made.plays for made in Deck.objects.all()}
    assert plays == {one.pk: 1 - practice, two.pk: 1 - practice, other.pk: 0}


def test_the_count_of_matches_is_not_lost_where_the_deck_is_changed_at_the_same_time(alice):
    made = deck(owner=alice)
    stale = Deck.objects.get(pk=made.pk)
    with transaction.atomic():
        stale.title = "Other"
        tallies_before = stale.plays
        match = table(alice, SLUG, seats=3, bots=2, chosen_decks=[made])
        lobby.start(match.code, alice)
        stale.save(update_fields=["title"])
    assert (tallies_before, Deck.objects.get(pk=made.pk).plays) == (0, 1)
