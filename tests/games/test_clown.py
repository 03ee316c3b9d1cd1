"""The clown of the table, and slapping what cannot be slapped."""

import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts import leaving
from games import catalog, page
from games.models import Match, Message, Seat
from tests.games.scripts import (
    HTMX,
    Party,
    Queries,
    finished,
    party,
    person,
    play_on,
    put_state,
    text,
)

pytestmark = pytest.mark.django_db

GAME = "halt-mal-kurz"


@pytest.fixture
def ended() -> Party:
    """Alice, Bob and Cleo have played to the end."""
    return finished(GAME, 3)


def crown(table: Party, seat: int, whom: Any, htmx: bool = True) -> Any:
    return table.post(seat, "clown", {"seat": whom}, htmx=htmx)


def crowned(table: Party) -> list[int | None]:
    return list(table.match.seats.order_by("number").values_list("clown", flat=True))


def tally(html: str) -> str:
    found = re.search(r'<p class="nosed">.*?<b>(.*?)</b>', html, re.S)
    return found[1] if found else ""


VOTES = [  # who is crowned by Alice, Bob and Cleo; what Alice reads
    ((), ""),
    ((1,), "Clown of the table: Bob, 1 vote"),
    ((1, 2, 1), "Clown of the table: Bob, 2 votes"),
    ((1, 0, 0), "You are the clown of the table: 2 votes"),
    ((1, 0), "The red nose is shared: you and Bob, 1 vote each"),
    ((1, 2, 0), "The red nose is shared: you, Bob and Cleo, 1 vote each"),
]


@pytest.mark.parametrize(("votes", "words"), VOTES)
def test_whoever_has_most_votes_is_the_clown(ended, votes, words):
    for seat, whom in enumerate(votes):
        assert crown(ended, seat, whom).status_code == 200
    assert tally(text(ended.page(0))) == words


def test_a_vote_counts_at_once_is_said_and_can_be_changed(ended):
    answer = text(crown(ended, 0, 1))
    assert tally(answer) == "Clown of the table: Bob, 1 vote" and "You crown Bob." in answer
    assert "<main" not in answer
    assert crown(ended, 0, 2).status_code == 200
    assert crowned(ended) == [2, None, None]
    assert re.search(r'value="2" checked', text(ended.page(0)))
    plain = crown(ended, 0, 1, htmx=False)
    assert (plain.status_code, plain["Location"]) == (303, f"{ended.url('match')}#clown")
    assert crowned(ended) == [1, None, None]


def test_nobody_sees_who_crowned_whom(ended):
    crown(ended, 0, 1)
    crown(ended, 2, 1)
    bobs = text(ended.page(1))
    assert tally(bobs) == "You are the clown of the table: 2 votes"
    ballot = bobs.partition('id="clown"')[2].partition("</section>")[0]
    assert "checked" not in ballot
    crown(ended, 2, 0)
    crown(ended, 0, 2)
    other = text(ended.page(1)).partition('id="clown"')[2].partition("</section>")[0]
    assert "checked" not in other


REFUSED = [  # whom Alice crowns; what she is told
    (0, "Nobody crowns themselves"),
    (3, "Choose somebody of this table first"),
    (-1, "Choose somebody of this table first"),
    (10**9, "Choose somebody of this table first"),
    ("9" * 40, "Choose somebody of this table first"),
    ("", "Choose somebody of this table first"),
    ("Bob", "Choose somebody of this table first"),
    ("1\x00", "Choose somebody of this table first"),
    ("²", "Choose somebody of this table first"),
]


@pytest.mark.parametrize(("whom", "words"), REFUSED)
@pytest.mark.parametrize("htmx", [True, False])
def test_odd_choices_are_refused_with_words(ended, whom, words, htmx):
    crown(ended, 0, 1)
    answer = crown(ended, 0, whom, htmx)
    assert answer.status_code == 422 and words in text(answer)
    assert crowned(ended) == [1, None, None]


@pytest.mark.parametrize("htmx", [True, False])
def test_a_running_match_has_no_clown(htmx):
    table = party(GAME, 3)
    answer = crown(table, 0, 1, htmx)
    assert answer.status_code == 409 and "played to the end" in text(answer)
    Match.objects.update(status=Match.Status.CLOSED)
    assert crown(table, 0, 1, htmx).status_code == 409
    assert crowned(table) == [None] * 3
    assert 'id="clown"' not in text(table.page(0))


def test_a_game_without_clowns_has_none():
    table = finished("kangoeroe", 2)
    answer = crown(table, 0, 1)
    assert answer.status_code == 409 and "No clown is crowned in this game" in text(answer)
    assert 'id="clown"' not in text(table.page(0))
    assert crowned(table) == [None] * 2


def test_strangers_and_watchers_crown_nobody(ended, sign_in, dora):
    ended.match.watchable = True
    ended.match.save()
    crown(ended, 0, 1)
    stranger = sign_in(dora)
    for headers in ({}, HTMX):
        answer = stranger.post(ended.url("clown"), {"seat": 1}, headers=headers)
        assert answer.status_code == 404
        assert Client().post(ended.url("clown"), {"seat": 1}, headers=headers).status_code == 302
    assert crowned(ended) == [1, None, None]
    assert "Clown of the table" not in text(stranger.get(ended.url("watch")))


def test_a_person_alone_against_bots_may_crown_one():
    table = party(GAME, 1, bots=2)
    play_on(table.match)
    Match.objects.update(practice=True)
    assert crown(table, 0, 2).status_code == 200
    assert tally(text(table.page(0))) == "Clown of the table: Bot 2, 1 vote"


def test_votes_outlive_the_accounts_that_gave_them(ended):
    crown(ended, 0, 1)
    crown(ended, 2, 1)
    bob = ended.match.seats.get(number=1).person
    ended.match.seats.get(number=2).person.delete()
    assert tally(text(ended.page(0))) == "Clown of the table: Bob, 2 votes"
    Seat.objects.filter(person=bob).update(name="")
    bob.delete()
    assert tally(text(ended.page(0))) == "Clown of the table: Somebody, 2 votes"


def test_a_guest_who_turns_out_to_be_somebody_else_keeps_the_vote(ended, dora):
    crown(ended, 0, 1)
    guest = ended.match.seats.get(number=0).person
    leaving.merge(guest, dora)
    assert crowned(ended) == [1, None, None]
    ended.clients[0] = Client()
    ended.clients[0].force_login(dora)
    assert crown(ended, 0, 2).status_code == 200
    assert crowned(ended) == [2, None, None]


def test_the_tally_costs_the_page_no_query(ended):
    with Queries() as none:
        ended.page(0)
    crown(ended, 0, 1)
    crown(ended, 1, 0)
    with Queries() as some:
        ended.page(0)
    assert len(some) == len(none)
    with Queries() as queries:
        crown(ended, 0, 2)
    assert len(queries) <= 8, queries.sql


# Slapping a Kapitalismus


def with_top(face: str) -> Party:
    """Alice, Bob and Cleo at a table with such a card on top, past the door; no card is lost."""
    for seed in range(200):
        table = party(GAME, 3, seed=f"top {seed}")
        state = table.state
        if state.table.top.startswith(face):
            return table
        card = next((card for card in state.stock.pile if card.startswith(face)), None)
        if card is not None and not state.table.contests:
            old = state.stock.discards[-1]
            stock = msgspec.structs.replace(
                state.stock,
                pile=tuple(old if one == card else one for one in state.stock.pile),
                discards=(*state.stock.discards[:-1], card),
            )
            top = msgspec.structs.replace(state.table, top=card.partition(".")[0])
            put_state(table.match, msgspec.structs.replace(state, table=top, stock=stock))
            return table
        table.match.delete()
    raise AssertionError(face)


def slap(table: Party, seat: int, htmx: bool = True) -> Any:
    return table.post(seat, "slap-anyway", {}, htmx=htmx)


def notes(table: Party) -> list[int]:
    found = Message.objects.filter(match=table.match, key="slapped_capitalism").order_by("number")
    return list(found.values_list("seat", flat=True))


def test_a_kapitalismus_can_be_slapped_once_by_everybody_and_the_table_hears_of_it():
    table = with_top("capitalism")
    assert "Slap it anyway" in text(table.page(1))
    answer = slap(table, 1)
    assert answer.status_code == 200
    assert text(answer).count("You slap Kapitalismus. It does not achieve much.") == 2
    assert "<main" not in text(answer)  # what is chosen in a form stays
    assert slap(table, 1).status_code == 200
    assert slap(table, 1, htmx=False).status_code == 303
    assert notes(table) == [1]
    assert "Bob slaps Kapitalismus. It does not achieve much." in text(table.page(0))
    assert "You slap Kapitalismus. It does not achieve much." in text(table.page(1))
    slap(table, 0)
    assert notes(table) == [1, 0]
    talk = text(table.clients[2].get(table.url("talk")))
    assert "Alice slaps Kapitalismus" in talk and "Bob slaps Kapitalismus" in talk


def test_a_slap_changes_no_card():
    table = with_top("capitalism")
    before = table.state
    slap(table, 0)
    assert table.state == before and not table.moves()


@pytest.mark.parametrize("htmx", [True, False])
def test_nothing_else_can_be_slapped_like_that(htmx):
    table = with_top("halt")
    answer = slap(table, 0, htmx)
    assert answer.status_code == 409 and "No Kapitalismus lies on top" in text(answer)
    assert "Slap it anyway" not in text(table.page(0))
    other = party("kangoeroe", 2, {"first": 0})
    assert slap(other, 0, htmx).status_code == 409
    assert not Message.objects.exists()


@pytest.mark.parametrize("status", [Match.Status.FINISHED, Match.Status.CLOSED, Match.Status.PAUSED])
def test_a_match_that_does_not_run_is_not_slapped(status):
    table = with_top("capitalism")
    Match.objects.update(status=status)
    answer = slap(table, 0, htmx=False)
    assert answer.status_code == 409 and not Message.objects.exists()


def test_a_stranger_slaps_nothing(sign_in, dora):
    table = with_top("capitalism")
    assert sign_in(dora).post(table.url("slap-anyway")).status_code == 404
    assert not Message.objects.exists()


def test_a_watcher_sees_no_button():
    table = with_top("capitalism")
    Match.objects.update(watchable=True)
    assert "Slap it anyway" not in text(Client().get(table.url("watch")))


def test_only_the_games_that_want_it_have_it():
    assert {slug for slug in catalog.GAMES if catalog.face(slug).clown} == {GAME}
    assert page.look("nosuchmatch9", person("Emil")) is None
