"""Putting a match back, thawing it, seating a bot: the state is that of the move, and play goes on from there."""

from datetime import timedelta

import msgspec
import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Send
from games import catalog, repair, replay
from games.desk import BrokenMatch, encode_text
from games.engine import encode
from games.models import Hand, Match, Message, Move
from games.models import Prompt as PromptRow
from tests.games.scripts import (
    Party,
    Queries,
    bot_form,
    desk_of,
    everything_stored,
    finished,
    kangoeroe,
    party,
    play_on,
    put_state,
    text,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

DAY = 24 * 60 * 60
LONG = {"kangoeroe": 30, "toy": 15}


def in_full_swing(slug: str = "kangoeroe", seats: int = 3, pace: int = DAY, last: int = 0) -> Party:
    """A match some way on, with deadlines."""
    table = party(slug, seats, {"first": 0, "defence": "ask"} if slug == "kangoeroe" else {})
    Match.objects.filter(pk=table.match.pk).update(pace=pace)
    play_on(table.match, lambda state: state.last > (last or LONG[slug]))
    assert table.match.running
    return table


def rewind(table: Party, number: int) -> None:
    with transaction.atomic():
        repair.rewind(desk_of(table.match), number)
    table.match.refresh_from_db()


def unfreeze(table: Party) -> int:
    with transaction.atomic():
        number = repair.unfreeze(desk_of(table.match))
    table.match.refresh_from_db()
    return number


def freeze(table: Party) -> None:
    Match.objects.filter(pk=table.match.pk).update(status="frozen", trouble="TypeError in the rules")
    PromptRow.objects.filter(match=table.match).update(waits=False)


def states(match: Match) -> dict[int, str]:
    return {position.move.number: encode(position.state).decode() for position in replay.positions(match)}


def one_a_kind(table: Party) -> dict[str, int]:
    """The last move of each kind of answer, by who gave it."""
    kinds = {"deal": 0}
    for move in table.moves():
        kinds[f"{msgspec.json.decode(move.action)['do']} by {move.by}"] = move.number
    return kinds


# Back to a move


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
@pytest.mark.parametrize("seats", [2, 3])
def test_after_a_rewind_the_state_is_that_of_the_move_whatever_kind_it_was(slug, seats):
    table = in_full_swing(slug, seats)
    then, kinds = states(table.match), one_a_kind(table)
    assert len(kinds) >= 3
    for number in sorted(set(kinds.values()), reverse=True):
        with transaction.atomic():
            desk = desk_of(table.match)
            repair.put_back(desk, number)
            desk.store()
        assert encode(table.state).decode() == then[number], number
        table.match.refresh_from_db()
        assert table.match.move_count == number
        assert replay.verify(table.match) == number
        assert sorted(PromptRow.objects.filter(match=table.match).values_list("number", flat=True)) == [
            prompt.number for prompt in table.state.prompts
        ]


@pytest.mark.parametrize("slug", ["kangoeroe", "toy"])
@pytest.mark.parametrize("back", [1, 4, 11])
def test_play_goes_on_legally_from_there_to_the_end(slug, back):
    table = in_full_swing(slug)
    rewind(table, table.match.move_count - back)
    play_on(table.match)
    assert table.match.status == "finished"
    assert replay.verify(table.match) == table.match.move_count


def test_the_same_answer_after_a_rewind_leads_to_the_same_cards():
    table = in_full_swing()
    then = states(table.match)
    rewind(table, table.match.move_count - 1)
    table.match.refresh_from_db()
    last = max(then)
    again = Move.objects.filter(match=table.match).count()  # the deal counts
    assert again == last
    prompt = table.ready()
    assert table.answer(prompt.seat, prompt.number, bot_form(table, prompt)).status_code == 200
    assert replay.verify(Match.objects.get(pk=table.match.pk)) >= last


def test_bots_and_orders_go_on_as_they_would_have():
    """Back to a move after which a bot is to answer: nobody would be waited for."""
    table = party("kangoeroe", 1, {"first": 0, "defence": "ask"}, bots=2)
    Match.objects.filter(pk=table.match.pk).update(pace=DAY)
    for _ in range(6):
        prompt = table.ready(0)
        assert table.answer(0, prompt.number, bot_form(table, prompt)).status_code == 200
    mine = [move.number for move in table.moves() if move.by == Move.By.PLAYER]
    table.match.refresh_from_db()
    rewind(table, mine[-1])
    assert table.owed().seat == 0
    assert table.match.move_count >= mine[-1]
    waiting = PromptRow.objects.filter(match=table.match, waits=True)
    assert {row.seat.number for row in waiting} == {0}


def test_everybody_sees_a_new_page_and_reads_of_it():
    table = in_full_swing()
    pages = [table.page(seat) for seat in range(3)]
    assert [table.poll(page) for page in pages] == [204, 204, 204]
    rewind(table, table.match.move_count - 3)
    assert [table.poll(page) for page in pages] == [205, 205, 205]
    note = Message.objects.get(match=table.match, kind="note", key="rewound")
    assert note.names == {"number": table.match.move_count}
    assert table.match.news["key"] == "rewound"


def test_clocks_begin_anew_and_nobody_has_read_what_is_gone():
    table = in_full_swing()
    long_ago = timezone.now() - timedelta(days=2)
    PromptRow.objects.filter(match=table.match).update(due_at=long_ago, opened_at=long_ago)
    Hand.objects.filter(match=table.match, seat__isnull=False).update(
        seen=table.match.move_count, last_due=long_ago
    )
    rewind(table, table.match.move_count - 3)
    for row in PromptRow.objects.filter(match=table.match, waits=True):
        assert row.due_at > timezone.now() + timedelta(hours=23)
    for seat in range(3):
        hand = table.hand(seat)
        assert hand.seen <= table.match.move_count
        assert hand.last_due is None or hand.last_due > timezone.now()


def test_standing_orders_stay_and_planned_turns_are_dropped():
    table = in_full_swing()
    with transaction.atomic():
        orders = desk_of(table.match).orders(1)
    planned = msgspec.structs.replace(orders, plans=((), ()))
    Hand.objects.filter(match=table.match, seat__number=1).update(orders=encode_text(planned))
    rewind(table, table.match.move_count - 2)
    with transaction.atomic():
        left = desk_of(table.match).orders(1)
    assert left == msgspec.structs.replace(orders, plans=())


@pytest.mark.parametrize("named", ["plans", "dreams"])
def test_a_game_says_itself_which_of_its_orders_were_plans(monkeypatch, named):
    table = in_full_swing()
    with transaction.atomic():
        orders = desk_of(table.match).orders(1)
    Hand.objects.filter(match=table.match, seat__number=1).update(
        orders=encode_text(msgspec.structs.replace(orders, plans=((), ())))
    )
    if named == "dreams":
        monkeypatch.setattr(type(catalog.GAMES["kangoeroe"]), "without_plans", lambda game, kept: kept)
    rewind(table, table.match.move_count - 2)
    with transaction.atomic():
        left = desk_of(table.match).orders(1)
    assert left.plans == (() if named == "plans" else ((), ()))


# Notices


def send(person, code: str, number: int | None = 17, state: str = "waiting") -> Send:
    about = {"match": code} if number is None else {"match": code, "prompt": number}
    event = f"prompt/{code}/{number}"
    return Send.objects.create(
        person=person, event=event, kind="turn", channel="mail", state=state, about=about
    )


def test_waiting_notices_of_prompts_that_are_gone_are_withdrawn_and_no_others():
    table, other = in_full_swing(), kangoeroe(1, bots=1)
    bob = table.match.seats.get(number=1).person
    rows = [
        send(bob, table.code),
        send(bob, table.code, 16, "sent"),
        send(bob, table.code, None),
        send(bob, other.code),
    ]
    rewind(table, table.match.move_count - 3)
    for row in rows:
        row.refresh_from_db()
    assert [row.state for row in rows] == ["dropped", "sent", "waiting", "waiting"]


def test_people_are_told_anew_of_what_is_open_after_a_rewind():
    table = in_full_swing()
    PromptRow.objects.filter(match=table.match).update(told_at=timezone.now())
    rewind(table, table.match.move_count - 3)
    waiting = PromptRow.objects.filter(match=table.match, waits=True)
    assert waiting.exists()
    assert list(PromptRow.objects.to_tell()) == list(waiting)


# When it cannot be


def put_status(table: Party, status: str) -> None:
    Match.objects.filter(pk=table.match.pk).update(status=status)


@pytest.mark.parametrize("status", ["paused", "asleep", "closed", "finished"])
def test_a_match_that_rests_or_is_over_is_not_put_back(status):
    table = in_full_swing()
    put_status(table, status)
    before = everything_stored()
    with pytest.raises(repair.Refused):
        rewind(table, 3)
    assert everything_stored() == before


@pytest.mark.parametrize("number", [-1, 1000])
def test_there_must_be_such_an_earlier_move(number):
    table = in_full_swing()
    with pytest.raises(repair.Refused):
        rewind(table, number)
    with pytest.raises(repair.Refused):
        rewind(table, table.match.move_count)


def spoil(table: Party, number: int) -> None:
    """A move whose events nobody could have caused."""
    Move.objects.filter(match=table.match, number=number).update(public='[{"is":"nonsense"}]')


def test_a_log_that_does_not_lead_there_leaves_everything_as_it_was():
    table = in_full_swing()
    spoil(table, 4)
    before = everything_stored()
    with pytest.raises(replay.Mismatch):
        rewind(table, 6)
    assert everything_stored() == before


@pytest.mark.parametrize("where", ["run_on", "store"])
def test_a_rewind_that_fails_half_way_changes_nothing(monkeypatch, where):
    table = in_full_swing()
    send(table.match.seats.get(number=1).person, table.code)

    def fail(*_arguments):
        raise BrokenMatch("KeyError in the rules")

    monkeypatch.setattr(f"games.desk.Desk.{where}", fail)
    before = everything_stored(), list(Send.objects.values()), Message.objects.count()
    with pytest.raises(BrokenMatch):
        rewind(table, table.match.move_count - 2)
    assert (everything_stored(), list(Send.objects.values()), Message.objects.count()) == before
    monkeypatch.undo()
    prompt = table.ready()
    assert table.answer(prompt.seat, prompt.number, bot_form(table, prompt)).status_code == 200


def test_the_number_of_queries_does_not_grow_with_what_is_taken_back():
    counts = []
    for back in (2, 20):
        table = in_full_swing()
        with Queries() as queries:
            rewind(table, table.match.move_count - back)
        counts.append(len(queries))
    assert abs(counts[0] - counts[1]) <= 3, counts


# Thawing


def test_a_sound_match_that_was_frozen_goes_on_where_it_stands():
    table = in_full_swing()
    state, count = table.state, table.match.move_count
    freeze(table)
    assert unfreeze(table) == count
    assert table.match.running
    assert table.match.trouble == ""
    assert table.state == state
    assert PromptRow.objects.filter(match=table.match, waits=True, due_at__gt=timezone.now()).exists()
    prompt = table.ready()
    assert table.answer(prompt.seat, prompt.number, bot_form(table, prompt)).status_code == 200
    assert Message.objects.filter(match=table.match, key="thawed").exists()


def test_one_that_the_door_froze_is_playable_once_the_rules_are_mended(monkeypatch):
    table = in_full_swing()
    prompt = table.ready()
    form = bot_form(table, prompt)
    with monkeypatch.context() as broken:
        broken.setattr(type(table.game), "carry_out", lambda *_arguments: 1 / 0)
        assert table.answer(prompt.seat, prompt.number, form).status_code == 409
    table.match.refresh_from_db()
    assert table.match.status == "frozen"
    unfreeze(table)
    assert table.answer(prompt.seat, prompt.number, form).status_code == 200


def test_it_goes_back_to_the_last_sound_move():
    table = in_full_swing()
    then = states(table.match)
    spoil(table, 9)
    freeze(table)
    assert unfreeze(table) == 8
    assert encode(table.state).decode() == then[8]
    assert replay.verify(table.match) == 8


def test_a_stored_state_that_the_log_does_not_give_is_replaced_by_the_one_it_gives():
    table = in_full_swing()
    sound = table.state
    lost = msgspec.structs.replace(sound, hands=(sound.hands[1], sound.hands[0], *sound.hands[2:]))
    put_state(table.match, lost)
    freeze(table)
    unfreeze(table)
    assert table.state == sound


def test_a_match_whose_deal_cannot_be_repeated_stays_frozen():
    table = in_full_swing()
    Match.objects.filter(pk=table.match.pk).update(seed="another")
    freeze(table)
    before = everything_stored()
    with pytest.raises(repair.Refused, match="closed"):
        unfreeze(table)
    assert everything_stored() == before


def test_only_what_is_frozen_thaws_and_only_for_somebody():
    table = in_full_swing()
    with pytest.raises(repair.Refused):
        unfreeze(table)
    freeze(table)
    table.match.seats.update(person=None, bot=True)
    with pytest.raises(repair.Refused, match="closed"):
        unfreeze(table)


# A bot into a seat


def seat_bot(table: Party, number: int, *, for_good: bool) -> str:
    with transaction.atomic():
        name = repair.seat_bot(desk_of(table.match), number, for_good=for_good)
    table.match.refresh_from_db()
    return name


@pytest.mark.parametrize("for_good", [True, False])
def test_a_bot_answers_for_the_seat_from_now_on(for_good):
    table = in_full_swing()
    number = table.ready().seat
    seat_bot(table, number, for_good=for_good)
    seat = table.match.seats.get(number=number)
    assert seat.by_bot
    assert (seat.person is None) == for_good
    assert table.ready().seat != number
    assert replay.verify(table.match) == table.match.move_count
    assert table.page(number).status_code == (404 if for_good else 200)


def test_a_seat_without_a_person_is_refused():
    table = in_full_swing()
    seat_bot(table, 1, for_good=True)
    for number in (1, 7, -1):
        with pytest.raises(repair.Refused):
            seat_bot(table, number, for_good=True)
    seat_bot(table, 2, for_good=False)
    with pytest.raises(repair.Refused):
        seat_bot(table, 2, for_good=False)


def test_a_match_that_is_over_takes_no_bot():
    table = finished()
    with pytest.raises(repair.Refused):
        seat_bot(table, 0, for_good=True)
    assert "deal was fair" in text(table.clients[0].get(table.url("proof")))
