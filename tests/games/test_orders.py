"""What nobody has to answer in person: standing orders, plans, and the bots on seats that were left."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from msgspec.structs import replace

from games import desk
from games.don_martin.pack import SOUNDS
from games.kangoeroe.face import KangoeroeFace
from games.models import Match, Move
from games.models import Prompt as PromptRow
from tests.engine import toy as toy_rules
from tests.engine import toy_parts as toy
from tests.games.scripts import (
    Party,
    Queries,
    asks,
    bot_form,
    desk_of,
    kangoeroe,
    party,
    play_on,
    put_state,
    seal,
    text,
)
from tests.games.test_queries import PAGE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]


def test_orders_answer_when_their_prompt_opens_and_the_log_says_so():
    table = party("toy", 2)
    assert table.post(1, "orders", {"abstain": "on"}).status_code == 200
    assert table.prompt(1, "vote") in table.state.owed()  # not one already open
    play_on(table.match, asks("turn"))
    while table.state.table.round == 1:
        prompt = table.ready()
        assert table.answer(prompt.seat, prompt.number, bot_form(table, prompt)).status_code == 200
    by_orders = table.moves(by=Move.By.ORDERS)
    assert [(move.seat, json.loads(move.action)) for move in by_orders] == [(1, {"do": "vote"})]
    assert "as ordered" in text(table.clients[0].get(table.url("log")))


def planning(kind: str) -> tuple[Party, int]:
    """Somebody is on turn, and the seat after it has planned: what always fits, or what it does not hold."""
    table = kangoeroe()
    hand = table.state.hands[1]
    held = {card[0] for card in hand.cards}
    if kind == "fits":
        lines = {f"colour-1-{n}": colour for n, colour in enumerate("rogbp", 1)}
    else:
        lines = {"colour-1-1": next(c for c in "rogbp" if c not in held) if len(held) < 5 else ""}
    if not any(lines.values()):
        state = table.state
        cards = tuple(card for card in hand.cards if card[0] != "r")
        spare = tuple(card for card in hand.cards if card[0] == "r")
        stock = replace(state.stock, pile=(*spare, *state.stock.pile))
        hands = (state.hands[0], replace(hand, cards=cards))
        put_state(table.match, replace(state, hands=hands, stock=stock))
        lines = {"colour-1-1": "r"}
    assert table.post(1, "orders", {"part": "plans", **lines}).status_code == 200
    return table, 1


def test_a_planned_turn_is_played_in_the_same_request():
    table, seat = planning("fits")
    table.answer(0, 1, {"card": table.state.hands[0].cards[0]})
    assert [(move.seat, move.by) for move in table.moves()] == [(0, "player"), (seat, "orders")]
    assert '"plans":[]' in table.hand(seat).orders


def test_a_plan_of_which_nothing_fits_is_told_to_its_owner_alone():
    table, seat = planning("nothing fits")
    page = table.page(0)
    table.answer(0, 1, {"card": table.state.hands[0].cards[0]})
    nothing = "Your plan did not act"
    assert [(move.seat, move.by) for move in table.moves()] == [(0, "player")]
    assert nothing in text(table.page(seat))
    assert nothing not in text(table.page(0))
    assert table.poll(page) == 205
    prompt = table.owed(seat)
    table.answer(seat, prompt.number, {"card": table.state.hands[seat].cards[0]})
    assert nothing not in text(table.page(seat))


def test_with_several_questions_at_once_it_is_the_right_one_that_a_plan_missed(monkeypatch):
    table = party("toy", 2)
    play_on(table.match, lambda state: state.table.round == 1 and asks("turn")(state))
    table.post(0, "orders", {"plans": ["sun"]})

    def drop_all(self, view, prompt, orders, dice):
        return None, toy.Orders() if prompt.kind == "vote" else orders

    monkeypatch.setattr(type(table.game), "standing", drop_all)
    while table.state.table.round == 1:
        prompt = table.ready()
        table.answer(prompt.seat, prompt.number, bot_form(table, prompt))
    assert table.hand(0).plan_missed == table.prompt(0, "vote").number
    assert table.hand(1).plan_missed == 0


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"plans": ["sun", "moon,star"]}, 200),
        ({"plans": ["sun"] * 3}, 422),
        ({"plans": ["rain"]}, 422),
        ({"plans": [""]}, 422),
        ({"motto": "-1"}, 200),
        ({"motto": "-9"}, 422),
        ({"motto": "x"}, 422),
        ({}, 200),
    ],
)
def test_orders_that_cannot_be_left_are_refused_and_those_in_force_stay(form, status):
    table = party("toy", 2)
    table.post(0, "orders", {"abstain": "on"})
    before = table.hand(0).orders
    answer = table.post(0, "orders", form)
    assert answer.status_code == status
    assert (table.hand(0).orders == before) == (status == 422)
    if status == 422:
        assert 'class="reason"' in text(answer)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"part": "unknown"},
        {"part": "\x00"},
        {"part": "defence", "defend-r": "-1"},
        {"part": "defence", "defend-r": "9" * 5000},
        {"part": "defence", "defend-r": "x" * 1_000_000},
        {"part": "defence", "defend-r": "999"},
        {"part": "plans", "colour-1-1": "x"},
        {"part": "plans", "colour-1-1": "r" * 1_000_000},
        {"part": "plans", "colour-1-1": "r", "where-1-1": "nowhere"},
        {"part": "plans", "colour-1-1": "r", "persist-1-1": "-1"},
        {"part": "plans", "colour-1-1": "\x00", "colour-2-1": "r"},
    ],
)
def test_nonsense_for_orders_is_refused_and_stores_nothing(form):
    table = kangoeroe()
    before = table.hand(0).orders
    answer = table.post(0, "orders", form)
    assert answer.status_code == 422
    assert 'class="reason"' in text(answer)
    assert table.hand(0).orders == before


# Bots


def test_a_seat_somebody_leaves_is_played_on_by_a_bot():
    table = party("toy", 3)
    seal(table, 0)
    page = table.page(1)
    assert table.post(0, "leave", {}).status_code == 303
    assert not any(prompt.seat == 0 for prompt in table.state.owed())
    seat = table.match.seats.get(number=0)
    assert (seat.bot, seat.person, seat.name) == (True, None, "Alice")
    assert table.poll(page) == 205
    assert "Alice" in text(table.page(1))
    assert not PromptRow.objects.filter(match=table.match, seat=seat, waits=True).exists()
    assert [json.loads(move.action)["do"] for move in table.moves(seat=0, by="player")] == ["seal"]
    play_on(table.match)
    assert table.match.status == Match.Status.FINISHED


def test_when_all_but_one_have_left_the_bots_play_to_every_question_of_the_last_person():
    table = party("toy", 3)
    for seat in (0, 1):
        table.post(seat, "leave", {})
    for _ in range(300):
        table.match.refresh_from_db()
        if not table.match.running:
            break
        prompt = table.ready()
        assert prompt.seat == 2
        assert table.answer(2, prompt.number, bot_form(table, prompt)).status_code == 200
    assert table.match.status == Match.Status.FINISHED


def test_when_the_last_person_leaves_the_match_is_closed_without_a_result():
    table = party("toy", 2)
    for seat in (0, 1):
        table.post(seat, "leave", {})
    table.match.refresh_from_db()
    assert (table.match.status, table.match.result) == (Match.Status.CLOSED, "")
    assert table.match.ended_at
    assert not PromptRow.objects.filter(match=table.match, waits=True).exists()
    assert table.page(0).status_code == 404


def test_one_request_plays_only_so_many_answers_of_bots_and_the_rest_later(monkeypatch):
    table = party("toy", 1, bots=4)
    monkeypatch.setattr(desk, "MOST_ANSWERS", 3)
    while table.match.running:
        had = len(table.moves())
        prompt = table.ready(0)
        table.answer(0, prompt.number, bot_form(table, prompt))
        assert len(table.moves()) - had <= 4
        assert not table.game.faults(table.state)
        table.match.refresh_from_db()
        if not any(p.seat == 0 for p in table.state.owed()):
            break  # the rest waits for whoever sweeps
    rest = PromptRow.objects.filter(match=table.match, waits=True)
    assert {row.number for row in rest} == {p.number for p in table.state.owed() if p.clock != "free"}


def test_the_index_of_prompts_is_what_the_match_says():
    """After every move: who is asked what, and whether anybody waits for it."""
    table = party("toy", 3)
    while table.match.running:
        state = table.state
        open_rows = {(p.number, p.seat, p.kind) for p in state.owed() if p.clock != "free"}
        rows = PromptRow.objects.filter(match=table.match, waits=True).select_related("seat")
        assert {(row.number, row.seat.number, row.kind) for row in rows} == open_rows
        assert all(row.person_id == row.seat.person_id for row in rows)
        last = state.last
        play_on(table.match, lambda state, last=last: state.last > last + 1)


def test_an_older_form_does_not_bring_a_fired_plan_back():
    """The defence is saved by a form whose page still showed a plan, which has been played meanwhile."""
    table = party("kangoeroe", 2, {"first": 0, "defence": "ask"})
    plan = {"part": "plans"} | {f"colour-1-{n}": colour for n, colour in enumerate("rogbp", 1)}
    assert table.post(1, "orders", plan).status_code == 200
    table.answer(0, 1, bot_form(table, table.owed()))  # seat 0 plays, and the plan of seat 1 fires
    defence = {"part": "defence"} | {f"defend-{colour}": "0" for colour in "rogbp"}
    assert table.post(1, "orders", defence).status_code == 200
    left = desk_of(table).orders(1)
    assert left.plans == ()
    assert set(left.defend.values()) == {0}


def test_orders_are_read_under_the_lock(monkeypatch):
    """Whatever was in force when the page was made: what is in force under the lock is what a form changes."""
    table = party("kangoeroe", 2, {"first": 0, "defence": "ask"})
    seen = []
    original = KangoeroeFace.read_orders
    monkeypatch.setattr(
        KangoeroeFace,
        "read_orders",
        lambda self, form, orders: seen.append(connection.in_atomic_block) or original(self, form, orders),
    )
    table.post(1, "orders", {"part": "forget"})
    assert seen == [True]


# Forms that are filled in from orders


def slapping() -> tuple[Party, int]:
    """Somebody has turned a hidden card and may slap it."""
    table = party("toy", 2)
    play_on(table.match, asks("turn"))
    turn = table.owed(kind="turn")
    table.answer(turn.seat, turn.number, {"do": "hide", "card": table.state.hands[turn.seat].cards[0]})
    flip = table.owed(kind="flip")
    assert table.answer(flip.seat, flip.number, {"do": "flip"}).status_code == 200
    return table, flip.seat


def chosen(page: Any) -> str:
    """What the form for a slap starts with."""
    [form] = re.findall(r'<form class="move[^>]*data-kind="slap".*?</form>', text(page), re.DOTALL)
    [value] = re.findall(r'value="(\d)" (?:selected|checked)', form)
    return value


def test_a_form_starts_as_the_orders_of_its_own_seat_say():
    table, seat = slapping()
    assert chosen(table.page(seat)) == "0"
    table.post(1 - seat, "orders", {"slap": "on"})
    assert chosen(table.page(seat)) == "0"
    assert chosen(table.post(seat, "orders", {"slap": "on"})) == "1"
    assert chosen(table.page(seat)) == "1"


def test_a_form_sends_what_was_chosen_whatever_the_orders_say_meanwhile():
    table, seat = slapping()
    slap = table.owed(seat, "slap")
    table.post(seat, "orders", {"slap": "on"})
    refused = table.answer(seat, slap.number, {"do": "slap", "hit": "7"})
    assert refused.status_code == 422
    table.answer(seat, slap.number, {"do": "slap", "hit": "0"})
    assert json.loads(table.moves(prompt=slap.number)[0].action)["hit"] == 0


def test_an_answer_that_is_in_is_shown_as_it_was_given(monkeypatch):
    filled = []

    def preset(self, view, prompt, offer, orders):
        filled.append((view.seat, prompt.kind))
        return offer

    monkeypatch.setattr(type(toy_rules.GAME), "preset", preset)
    table = party("toy", 2)
    table.page(0)
    assert {(0, "seal"), (0, "vote")} <= set(filled) and {seat for seat, _ in filled} == {0}
    seal(table, 0)
    filled.clear()
    table.page(0)
    assert (0, "vote") in filled and (0, "seal") not in filled


def test_filling_in_a_form_costs_no_query():
    table, seat = slapping()
    table.post(seat, "orders", {"slap": "on"})
    with Queries() as queries:
        table.page(seat)
    assert len(queries) == PAGE


def test_a_plan_in_force_may_stay_where_a_new_one_cannot_be_left():
    table = party("toy", 3)
    play_on(table.match, asks("turn"))
    turn = table.owed(kind="turn")
    last = (turn.seat + 2) % 3
    assert table.post(last, "orders", {"plans": ["moon,sun"]}).status_code == 200
    table.answer(turn.seat, turn.number, {"do": "hide", "card": table.state.hands[turn.seat].cards[0]})
    assert table.owed(last, "flip")
    assert table.post(last, "orders", {"plans": ["moon,sun"], "abstain": "on"}).status_code == 200
    assert desk_of(table.match).orders(last) == toy.Orders(True, None, (("moon", "sun"),))
    refused = table.post(last, "orders", {"plans": ["star"], "abstain": "on"})
    assert refused.status_code == 422 and "Turn the hidden cards first" in text(refused)
    assert table.post(last, "orders", {}).status_code == 200


@pytest.mark.parametrize(
    ("game", "form", "kinds"),
    [
        # A card that names somebody, without a name; a card to be added where every colour is ruled out.
        ("halt-mal-kurz", {"part": "plan", "card-1": 0}, ("police", "swap", "halt", "schnick")),
        ("don-martin", {"part": "plans", "round": "1", "card-1-1": 0, "when-1-1": ".bgpo"}, SOUNDS),
    ],
)
def test_a_refused_plan_stays_in_its_form_and_nothing_is_stored(game, form, kinds):
    table = party(game, 3)
    asked = {prompt.seat for prompt in table.state.owed()}
    seat, card = next(
        (seat, card)
        for seat, hand in enumerate(table.state.hands)
        for card in hand.cards
        if seat not in asked and card.startswith(kinds)
    )
    sent = {name: card if value == 0 else value for name, value in form.items()}
    before = table.hand(seat).orders
    answer = table.post(seat, "orders", sent)
    assert answer.status_code == 422
    assert re.search(rf'value="{re.escape(card)}"\s+selected', answer.content.decode())
    assert table.hand(seat).orders == before


@pytest.mark.parametrize("game", ["halt-mal-kurz", "don-martin"])
def test_a_plan_with_a_card_that_is_none_is_refused_and_the_page_is_whole(game):
    table = party(game, 3)
    sent = {"part": "plan" if game == "halt-mal-kurz" else "plans", "round": "1"}
    answer = table.post(0, "orders", sent | {"card-1": "x" * 99, "card-1-1": "x" * 99})
    assert answer.status_code == 422
    assert "xxxx" not in answer.content.decode()
