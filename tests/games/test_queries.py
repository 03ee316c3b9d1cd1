"""What a request costs: a flat number of queries for every game, and what they may read."""

import re
import time
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import catalog
from games.models import Hand, Match, Move, Prompt
from tests.engine import toy
from tests.games.scripts import (
    HTMX,
    Party,
    Queries,
    bot_form,
    finished,
    party,
    play_on,
    poll_url,
    random_form,
    sit_down,
    text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

PAGE = 5  # session, person, match with my hand and the count of others that wait, seats with people, log
MOVE = 10  # session, person, match, hands with seats and people; match, hands, moves, prompts; log, other matches
POLL = 1
WORDS = 1  # where a game shows what somebody wrote

# A game with decks asks everybody at once and shows texts: tests/game_of_quotes holds its own numbers.
TABLES = [
    (slug, seats)
    for slug, game in {**catalog.GAMES, "toy": toy.GAME}.items()
    for seats in game.seats
    if not game.from_decks
]


def table_at(slug: str, seats: int, late: bool) -> Party:
    """At its first move or deep in the match, where somebody is asked a thing outside an open group."""
    table = party(slug, seats, {"kangoeroe": {"first": 0}, "toy": {"rounds": 3}}.get(slug, {}))
    last = (30 if slug == "kangoeroe" else 16) if late else 1
    play_on(table.match, lambda state: state.last > last and alone(table, state))
    assert table.match.running
    return table


def alone(table: Party, state: Any) -> Any:
    """A prompt outside groups and windows that can be answered, or None."""
    for prompt in state.owed():
        if (
            not prompt.group
            and prompt.clock != "window"
            and table.game.ready(state.view(prompt.seat), prompt)
        ):
            return prompt
    return None


def ready_to_move(table: Party) -> tuple[int, int, dict]:
    prompt = alone(table, table.state)
    form = bot_form(table, prompt)
    return prompt.seat, prompt.number, form if prompt.kind != "write" else {"words": ""}


@pytest.mark.parametrize("late", [False, True], ids=["early", "late"])
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_page_a_move_and_a_poll_cost_the_same_whatever_the_game_the_seats_and_the_log(slug, seats, late):
    table = table_at(slug, seats, late)
    seat, number, form = ready_to_move(table)
    page = table.page(seat)
    for htmx in (True, False):
        with Queries() as queries:
            table.page(seat, htmx)
        assert len(queries) == PAGE, queries.sql
    with Queries() as queries:
        assert Client().get(poll_url(page)).status_code == 204
    assert len(queries) == POLL
    with Queries() as queries:
        assert table.answer(seat, number, form).status_code == 200
    assert len(queries) == MOVE, queries.sql
    with Queries() as queries:
        assert table.answer(seat, number, form).status_code == 200  # a double click
    assert len(queries) <= 7, queries.sql


@pytest.mark.parametrize("words", [True, False])
def test_words_cost_one_query_where_there_are_some(words):
    table = party("toy", 3)
    prompt = table.owed(kind="write")
    with Queries() as queries:
        table.answer(prompt.seat, prompt.number, {"words": "Carpe diem" if words else ""})
    assert len(queries) == MOVE + (2 * WORDS if words else 0)  # stored, and shown
    with Queries() as queries:
        table.page(0)
    assert len(queries) == PAGE + (WORDS if words else 0)


@pytest.mark.parametrize("bots", [1, 4])
def test_what_bots_and_orders_answer_in_the_same_request_costs_nothing_more(bots):
    table = party("toy", 1, bots=bots)
    sealed = table.prompt(0, "seal")
    form = bot_form(table, sealed)
    for kind in ("vote", "write"):
        for prompt in [p for p in table.state.owed() if p.seat == 0 and p.kind == kind]:
            table.answer(0, prompt.number, bot_form(table, prompt) if kind == "vote" else {"words": ""})
    had = len(table.moves())
    with Queries() as queries:
        assert table.answer(0, sealed.number, form).status_code == 200
    assert len(queries) == MOVE
    assert len(table.moves()) - had > 1


def test_refusals_cost_no_more_than_a_move():
    table = table_at("kangoeroe", 3, late=True)
    seat, number, form = ready_to_move(table)
    for sent, at in (({"card": "r.99"}, number), (form, number + 1), (form, 1)):
        with Queries() as queries:
            assert table.answer(seat, at, sent).status_code in (409, 422)
        assert len(queries) <= 7, queries.sql


def test_a_request_without_htmx_costs_a_move_less_what_it_does_not_show():
    table = table_at("kangoeroe", 2, late=False)
    seat, number, form = ready_to_move(table)
    with Queries() as queries:
        assert table.answer(seat, number, form, htmx=False).status_code == 303
    assert len(queries) == MOVE - 2


def test_orders_and_read_marks_stay_below_a_move_and_a_page():
    table = table_at("kangoeroe", 3, late=True)
    for name, form in (
        ("orders", {"part": "plans", "colour-1-1": "r"}),
        ("read", {"until": timezone.now().isoformat()}),
    ):
        with Queries() as queries:
            assert table.post(0, name, form).status_code == 200
        assert len(queries) <= 12, queries.sql


def test_the_next_match_costs_three_queries():
    table = party("kangoeroe", 2, {"first": 0})
    with Queries() as queries:
        assert table.clients[0].get("/next/")["Location"] == table.match.get_absolute_url()
    assert len(queries) == 3


def test_the_log_page_costs_a_page_and_reads_the_whole_log_at_once():
    table = table_at("kangoeroe", 3, late=True)
    with Queries() as queries:
        table.clients[0].get(table.url("log"))
    assert len(queries) <= PAGE + 2  # the seed, for its fingerprint; the badge in the header


def test_a_page_and_an_answer_count_the_same_other_matches_that_wait():
    """One counts within its query for the hand, the other after the move; a match with two prompts counts once."""
    table = party("kangoeroe", 2, {"first": 0})
    me = table.match.seats.get(number=0).person
    for game, seats in (("kangoeroe", [me, None]), ("toy", [me, None, None])):
        sit_down(game, seats, {"first": 0} if game == "kangoeroe" else None)
    waiting = Prompt.objects.waiting_on(me).exclude(match=table.match)
    there = waiting.values("match").distinct().count()
    assert there == 2 < waiting.count()
    assert f"<title>({there}) " in text(table.page(0))
    assert f"<title>({there}) " in text(table.answer(0, 1, bot_form(table, table.owed())))


# What is read


SECRET_OF_THE_MATCH = re.compile(r'"games_match"\."(seed|told|trouble)"')


def hands_read(queries: Queries) -> list[str]:
    return [sql for sql in queries.sql if '"games_hand"."zone"' in sql and sql.startswith("SELECT")]


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
@pytest.mark.parametrize("ended", [False, True])
def test_a_page_reads_the_table_and_its_own_hand_and_nothing_else(slug, ended):
    table = finished(slug, 3) if ended else table_at(slug, 3, late=True)
    for seat, client in table.clients.items():
        mine = Hand.objects.get(match=table.match, seat__number=seat)
        with Queries() as queries:
            page = client.get(table.url("match"))
            client.get(table.url("match"), headers=HTMX)
        (sql, *same) = hands_read(queries)
        assert same == [sql]
        person = mine.seat.person_id
        assert f'"games_seat"."person_id" = {person}' in sql
        assert "LIMIT 1" in sql
        assert len([sql for sql in queries.sql if "games_hand" in sql]) == 2
        if not ended:
            with Queries() as queries:
                Client().get(poll_url(page))
            (sql,) = queries.sql
            assert "zone" not in sql and f'"games_hand"."id" = {mine.pk}' in sql


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
def test_no_page_of_a_running_match_reads_seed_or_answers(slug):
    table = table_at(slug, 3, late=True)
    pages = [("match", {}), ("match", HTMX), ("log", {}), ("leave", {})]
    for name, headers in pages:
        with Queries() as queries:
            page = table.clients[0].get(table.url(name), headers=headers)
        read = " ".join(queries.sql)
        assert '"games_move"."action"' not in read
        assert '"games_move"."form"' not in read
        if name != "log":  # which shows the seed's fingerprint
            assert not SECRET_OF_THE_MATCH.search(read)
        assert Match.objects.get(pk=table.match.pk).seed not in page.content.decode()
    where = poll_url(table.page(0))
    with Queries() as queries:
        Client().get(where)
    assert not re.search(r"seed|action|zone|private", " ".join(queries.sql).replace(table.code, ""))


def test_what_is_private_is_picked_for_this_seat_by_the_database():
    table = table_at("kangoeroe", 3, late=True)
    for name in ("match", "log"):
        with Queries() as queries:
            table.clients[1].get(table.url(name))
        (sql,) = [sql for sql in queries.sql if "games_move" in sql]
        chosen = sql.split(" FROM ")[0]
        assert '"games_move"."private"' not in re.sub(
            r"\([^()]*\"private\"[^()]*\)|JSON_\w+\(.*?\)", "", chosen
        )


# The length of the log


def lengthen(match: Match, moves: int) -> None:
    """Many moves that said something to everybody and to each seat."""
    match.refresh_from_db()
    like = Move.objects.filter(match=match, number__gt=0).exclude(public="[]").order_by("-number").first()
    rows = [
        Move(
            match=match,
            number=match.move_count + n,
            prompt=10_000 + n,
            seat=like.seat,
            by=like.by,
            action=like.action,
            public=like.public,
            private=like.private,
        )
        for n in range(1, moves + 1)
    ]
    Move.objects.bulk_create(rows)
    Match.objects.filter(pk=match.pk).update(move_count=match.move_count + moves)


def cost(table: Party, tries: int = 7) -> tuple[set[int], dict[str, float]]:
    """Queries and best times of a page, a poll and a refused and a taken answer."""
    random, counts, times = Random(1), set(), {"page": 9.0, "poll": 9.0, "answer": 9.0}
    for _ in range(tries):
        begun = time.perf_counter()
        with Queries() as queries:
            page = table.page(0)
        times["page"] = min(times["page"], time.perf_counter() - begun)
        counts.add(len(queries))
        begun = time.perf_counter()
        Client().get(poll_url(page))
        times["poll"] = min(times["poll"], time.perf_counter() - begun)
        prompt = table.owed()
        form = random_form(table, prompt, random)
        begun = time.perf_counter()
        with Queries() as queries:
            assert table.answer(prompt.seat, prompt.number, form).status_code == 200
        times["answer"] = min(times["answer"], time.perf_counter() - begun)
        counts.add(len(queries))
    return counts, times


def test_a_move_costs_the_same_at_move_5_and_at_move_500():
    table = party("kangoeroe", 2, {"first": 0, "defence": "ask"})
    play_on(table.match, lambda state: state.last > 5)
    cost(table, 2)
    early_counts, early = cost(table)
    lengthen(table.match, 500)
    late_counts, late = cost(table)
    assert early_counts == late_counts == {PAGE, MOVE}
    for what in early:
        assert late[what] < 2.5 * early[what] + 0.01, (what, early, late)


def test_a_page_with_thirty_lines_of_log_costs_as_many_queries_as_one_with_one():
    table = party("toy", 3)
    prompt = table.owed(kind="write")
    table.answer(prompt.seat, prompt.number, {"words": ""})
    for lines in (1, 30):
        if lines > 1:
            lengthen(table.match, lines)
        with Queries() as queries:
            table.page(0)
        assert len(queries) == PAGE
