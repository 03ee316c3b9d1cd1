"""Answers through the door: once, by the right person, and never a broken page."""

from random import Random

import pytest
from msgspec.structs import replace

from games import catalog
from games.models import Match, Seat
from games.models import Prompt as PromptRow
from quotes.models import Words
from tests.engine.players import fill
from tests.games.scripts import (
    HTMX,
    Party,
    asks,
    bot_form,
    everything_stored,
    finished,
    form_of,
    kangoeroe,
    party,
    play_on,
    random_form,
    text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

ANSWERED_OTHERWISE = "You have already answered this, and differently."
GONE_ON = "The table has gone on"
NOT_UNDERSTOOD = "did not understand that answer"
STOPPED = "it has been stopped as it was"
OVER = "This match is over"


def cards(table: Party, seat: int) -> tuple[str, ...]:
    return table.state.hands[seat].cards


# Once


@pytest.mark.parametrize(("htmx", "status"), [(True, 200), (False, 303)])
def test_the_same_answer_twice_is_one_move_and_the_same_page(htmx, status):
    table = kangoeroe()
    form = {"card": cards(table, 0)[0]}
    answers = [table.answer(0, 1, form, htmx=htmx) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [status, status]
    assert len(table.moves()) == 1
    if not htmx:
        assert answers[1]["Location"] == table.match.get_absolute_url()


def test_the_way_home_of_a_double_click_does_not_depend_on_what_others_did_meanwhile():
    table = kangoeroe()
    form = {"card": cards(table, 0)[0]}
    table.answer(0, 1, form)
    play_on(table.match, lambda state: state.last > 5)
    before = everything_stored()
    assert table.answer(0, 1, form).status_code == 200
    assert everything_stored() == before


@pytest.mark.parametrize("htmx", [True, False])
def test_a_different_answer_is_refused_with_a_sentence_and_the_fresh_table(htmx):
    table = kangoeroe()
    first, second = (card for card in cards(table, 0)[:2])
    table.answer(0, 1, {"card": first})
    before = everything_stored()
    answer = table.answer(0, 1, {"card": second}, htmx=htmx)
    assert answer.status_code == 409
    assert ANSWERED_OTHERWISE in text(answer)
    assert 'id="match"' in text(answer)
    assert "Waiting for Bob" in text(answer)
    assert everything_stored() == before


@pytest.mark.parametrize(
    ("seat", "number", "what"),
    [
        (0, 0, "a number that no prompt has"),
        (0, 2, "a prompt that was never opened"),
        (0, 99_999_999_999_999_999_999, "a number that no column holds"),
        (1, 1, "another seat's prompt"),
        (1, 2, "a prompt to come"),
    ],
)
def test_what_is_not_asked_of_me_is_refused(seat, number, what):
    table = kangoeroe()
    before = everything_stored()
    answer = table.answer(seat, number, {"card": cards(table, 0)[0]})
    assert answer.status_code == 409, what
    assert GONE_ON in text(answer)
    assert everything_stored() == before


def test_a_prompt_of_another_match_is_not_answered_by_its_number_alone():
    table = kangoeroe()
    other = play_on(kangoeroe().match, lambda state: state.last > 3)
    assert other.last_prompt > table.match.last_prompt
    assert table.answer(0, other.last_prompt, {"card": cards(table, 0)[0]}).status_code == 409
    stranger = table.clients[0].post(f"/m/{other.code}/answer/{other.last_prompt}/", headers=HTMX)
    assert stranger.status_code == 404


def test_a_tab_left_three_turns_behind_does_nothing_and_says_so():
    table = kangoeroe()
    old = {seat: cards(table, seat) for seat in (0, 1)}
    play_on(table.match, lambda state: state.last > 6)
    before = everything_stored()
    for number in range(1, 6):
        for seat in (0, 1):
            answer = table.answer(seat, number, {"card": old[seat][0]})
            said = text(answer)
            assert answer.status_code == 409
            assert GONE_ON in said or ANSWERED_OTHERWISE in said
            assert table.match.code in said
    assert everything_stored() == before


def test_a_retry_after_a_lost_answer_is_not_mistaken_for_a_different_one():
    """The browser's own clock and the token of the form are no part of the answer."""
    table = kangoeroe()
    card = cards(table, 0)[0]
    table.answer(0, 1, {"card": card, "took_ms": "1200", "csrfmiddlewaretoken": "a"})
    again = table.answer(0, 1, {"card": card, "took_ms": "90000", "csrfmiddlewaretoken": "b"})
    assert (again.status_code, len(table.moves())) == (200, 1)


# What orders and bots have answered


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        ("orders", "Your standing orders have already answered this."),
        ("clock", "the clock has answered for you"),
        ("bot", "A bot has answered this in your place."),
    ],
)
def test_a_late_answer_hears_who_was_quicker(by, sentence):
    table = kangoeroe()
    play_on(table.match, lambda state: state.last > 1)
    table.match.moves.filter(number=1).update(by=by, form="")
    answer = table.answer(0, 1, {"card": cards(table, 0)[0]})
    assert answer.status_code == 409
    assert sentence in text(answer)


# Fragments and pages


@pytest.mark.parametrize(
    ("form", "htmx", "status", "whole"),
    [
        ("legal", True, 200, False),
        ("legal", False, 303, None),
        ("illegal", True, 422, False),
        ("illegal", False, 422, True),
        ("late", True, 409, False),
        ("late", False, 409, True),
    ],
)
def test_htmx_gets_fragments_and_everybody_else_pages(form, htmx, status, whole):
    table = kangoeroe()
    hand = cards(table, 0)
    if form == "late":
        table.answer(0, 1, {"card": hand[0]})
    sent = {"legal": {"card": hand[0]}, "illegal": {"card": "r.99"}, "late": {"card": hand[1]}}[form]
    answer = table.answer(0, 1, sent, htmx=htmx)
    assert answer.status_code == status
    assert ("<!doctype html>" in text(answer)) == bool(whole)
    assert ('id="match"' in text(answer)) == (status != 303)
    if htmx:
        assert "HX-Request" in answer["Vary"]


def test_a_page_and_its_fragment_are_kept_apart_by_caches():
    table = kangoeroe()
    for htmx in (True, False):
        assert {"HX-Request", "Cookie"} <= {part.strip() for part in table.page(0, htmx)["Vary"].split(",")}


# When something is wrong


def lose_a_card(monkeypatch, slug: str) -> None:
    """From now on the rules lead to states that cannot be."""
    game = type(catalog.GAMES[slug])
    right = game.carry_out

    def wrong(self, state, prompt, action, dice):
        step = right(self, state, prompt, action, dice)
        return replace(step, state=replace(step.state, stock=replace(step.state.stock, pile=())))

    monkeypatch.setattr(game, "carry_out", wrong)


def stored_of_the_play(table: Party) -> tuple:
    fields = ("table", "prompts", "last_prompt", "move_count", "result")
    return (
        *(Match.objects.values_list(*fields).get(pk=table.match.pk)),
        *table.match.hands.order_by("pk").values_list("zone", "orders"),
        *table.match.moves.order_by("pk").values_list("number", "action"),
        Words.objects.count(),
    )


@pytest.mark.parametrize(("slug", "kind"), [("kangoeroe", "turn"), ("toy", "write")])
@pytest.mark.parametrize("htmx", [True, False])
def test_a_move_that_breaks_the_match_is_not_stored_and_freezes_it(monkeypatch, slug, kind, htmx):
    table = party(slug, 2)
    prompt = table.owed(kind=kind)
    form = bot_form(table, prompt)
    before = stored_of_the_play(table)
    front = table.page(1 - prompt.seat)
    with monkeypatch.context() as patch:
        lose_a_card(patch, slug)
        answer = table.answer(prompt.seat, prompt.number, form, htmx=htmx)
    assert answer.status_code == 409
    assert STOPPED in text(answer)
    assert stored_of_the_play(table) == before
    table.match.refresh_from_db()
    assert table.match.status == Match.Status.FROZEN
    assert "cards are lost" in table.match.trouble
    assert not any(face in table.match.trouble for face in ("r.", "moon."))
    assert not PromptRow.objects.filter(match=table.match, waits=True).exists()
    assert table.poll(front) == 205


def test_a_frozen_match_shows_its_table_and_takes_nothing():
    table = kangoeroe()
    Match.objects.filter(pk=table.match.pk).update(status=Match.Status.FROZEN)
    page = text(table.page(0))
    assert "This match has been stopped" in page
    assert "/answer/" not in page
    before = everything_stored()
    late = [
        table.answer(0, 1, {"card": cards(table, 0)[0]}),
        table.post(0, "orders", {"part": "forget"}),
    ]
    assert [answer.status_code for answer in late] == [409, 409]
    assert all(STOPPED in text(answer) for answer in late)
    assert everything_stored() == before


def test_one_can_get_up_from_a_frozen_match_and_the_last_one_closes_it():
    table = kangoeroe()
    Match.objects.filter(pk=table.match.pk).update(status=Match.Status.FROZEN)
    assert table.post(0, "leave", {}).status_code == 303
    assert Match.objects.get(pk=table.match.pk).status == Match.Status.FROZEN
    assert table.post(1, "leave", {}).status_code == 303
    assert Match.objects.get(pk=table.match.pk).status == Match.Status.CLOSED


@pytest.mark.parametrize("part", ["bot", "standing", "carry_out"])
def test_any_error_of_the_rules_freezes_the_match_and_the_log_names_no_card(part, monkeypatch, caplog):
    people = 1 if part == "bot" else 2
    table = party("kangoeroe", people, {"first": 0, "defence": "ask"}, bots=2 - people)
    card = cards(table, 0)[0]

    def fails(*_args, **_kwargs):
        raise RuntimeError(f"it was {card}")

    monkeypatch.setattr(type(table.game), part, fails)
    answer = table.answer(0, 1, {"card": card})
    assert answer.status_code == 409
    assert STOPPED in text(answer)
    match = Match.objects.get(pk=table.match.pk)
    assert (match.status, match.move_count) == (Match.Status.FROZEN, 0)
    assert "is frozen at move" in caplog.text
    assert card not in caplog.text + match.trouble


def test_a_seat_whose_person_is_gone_is_played_by_a_bot():
    table = party("kangoeroe", 2, {"first": 0, "defence": "ask"})
    Seat.objects.filter(match=table.match, number=1).update(person=None)
    table.answer(0, 1, {"card": cards(table, 0)[0]})
    assert table.owed().seat == 0


def test_a_bot_that_breaks_the_match_when_somebody_leaves_freezes_it_too(monkeypatch):
    table = kangoeroe()
    before = stored_of_the_play(table)
    lose_a_card(monkeypatch, "kangoeroe")
    assert table.post(0, "leave", {}).status_code == 303
    table.match.refresh_from_db()
    assert table.match.status == Match.Status.FROZEN
    assert stored_of_the_play(table) == before


# Afterwards


def test_nothing_is_taken_once_the_match_is_over():
    table = finished()
    last = table.moves()[-1]
    card = {"card": "r.1"}
    before = everything_stored()
    for seat in (0, 1):
        for number in (table.match.last_prompt, table.match.last_prompt + 1):
            answer = table.answer(seat, number, card)
            assert answer.status_code == 409
            mine = number == last.prompt and seat == last.seat
            assert (ANSWERED_OTHERWISE if mine else OVER) in text(answer)
            assert "Place" in text(answer)
        orders = table.post(seat, "orders", {"part": "forget"})
        assert orders.status_code == 409
        assert OVER in text(orders)
    assert everything_stored() == before


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
def test_the_last_answer_of_a_match_ends_it_for_everybody(slug):
    table = party(slug, 2, {"rounds": 1} if slug == "toy" else None)
    play_on(table.match, lambda state: state.last >= 40 if slug == "kangoeroe" else asks("turn")(state))
    random = Random(1)
    for _ in range(200):
        prompt = table.owed()
        form = random_form(table, prompt, random)
        while form is None:
            prompt = random.choice(table.state.owed())
            form = random_form(table, prompt, random)
        other = table.page(1 - prompt.seat)
        assert table.answer(prompt.seat, prompt.number, form).status_code == 200
        table.match.refresh_from_db()
        if not table.match.running:
            break
    assert table.match.status == Match.Status.FINISHED
    assert table.match.ended_at
    assert table.poll(other) == 205
    assert not PromptRow.objects.filter(match=table.match, waits=True).exists()
    for seat in (0, 1):
        assert 'aria-labelledby="ended"' in text(table.page(seat))
        assert 'data-poll=""' in text(table.page(seat))
    assert table.answer(prompt.seat, prompt.number, form).status_code == 200  # a double click at the very end


def test_every_answer_that_a_page_offers_can_be_sent_as_its_form():
    """The forms of the tests are those of the pages: what a random form says is what the log says afterwards."""
    random = Random(7)
    for slug in ("kangoeroe", "toy"):
        table = party(slug, 2, {"defence": "ask"} if slug == "kangoeroe" else None)
        for _ in range(12):
            prompt = next(p for p in table.state.owed() if random_form(table, p, Random(0)))
            way = random.choice([way for way in table.offer(prompt).ways if way.reason is None])
            action = fill(way, catalog.codec(slug), random)
            if table.game.check(table.state.view(prompt.seat), prompt, action) is None:
                assert table.answer(prompt.seat, prompt.number, form_of(way, action)).status_code == 200
                played = catalog.codec(slug).action(table.moves()[-1].action)
                texts = {field.name for field in way.fields if field.kind == "text"}
                changed = texts | ({"after_ms"} if prompt.clock == "window" else set())
                same = {name: getattr(action, name) for name in changed}
                assert replace(played, **same) == action
