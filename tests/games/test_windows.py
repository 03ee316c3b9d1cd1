"""The clocks of what is turned in one's own time: flips that come to block, and windows with and without a timer."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import User
from games import expiry, resting
from games.clock import GRACE_MS
from games.engine import Prompt
from games.models import Move, Pulse, Seat
from games.models import Prompt as PromptRow
from tests.engine.toy_parts import LAPS
from tests.games.scripts import Party, asks, desk_of, party, play_on, put_state, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
WINDOW = timedelta(seconds=4, milliseconds=GRACE_MS)


@pytest.fixture(autouse=True)
def clock():
    """It is Tuesday noon, and the site has just swept."""
    with time_machine.travel(NOON, tick=False) as traveller:
        Pulse.objects.create(name="due", at=NOON)
        yield traveller


def go_to(clock, moment: datetime) -> None:
    """It is later, and the site was there all the time."""
    clock.move_to(moment)
    Pulse.objects.update(at=moment)


def hidden(clock, at: datetime = NOON + 23 * HOUR) -> tuple[Party, list[int]]:
    """A card lies hidden since `at`; the seats from the one that laid it. The next one is on turn."""
    table = party("toy", 3, pace=24 * 3600)
    play_on(table.match, asks("turn"))
    go_to(clock, at)
    turn = table.owed(kind="turn")
    hide(table, turn)
    return table, [(turn.seat + step) % 3 for step in range(3)]


def hide(table: Party, turn: Prompt) -> None:
    form = {"do": "hide", "card": table.state.hands[turn.seat].cards[0]}
    assert table.answer(turn.seat, turn.number, form).status_code == 200


def play(table: Party, seat: int, kind: str, do: str, **form: str) -> None:
    answer = table.answer(seat, table.owed(seat, kind).number, {"do": do, **form})
    assert answer.status_code == 200, text(answer)


def due(table: Party, seat: int, kind: str) -> datetime | None:
    """When this is due; None if nobody waits for it."""
    number = table.owed(seat, kind).number
    found = PromptRow.objects.filter(match=table.match, number=number, waits=True)
    return found.values_list("due_at", flat=True).first()


def block(table: Party) -> None:
    """The last turn of the round is over: what is hidden stops everybody."""
    state = table.state
    put_state(table.match, replace(state, table=replace(state.table, turns=LAPS * 3 - 1)))
    seat = table.owed(kind="turn").seat
    while any(prompt.seat == seat and prompt.kind == "flip" for prompt in table.state.owed()):
        play(table, seat, "flip", "leave")
    play(table, seat, "turn", "draw")


def set_timer(table: Party, seat: int, *, off: bool) -> User:
    person = Seat.objects.get(match=table.match, number=seat).person
    person.no_timer = off
    person.save()
    return person


# One due time for a turn and the flips that stop it


def test_a_flip_has_no_due_time_before_it_blocks(clock):
    table, (_, _, third) = hidden(clock)
    assert table.owed(third, "flip").clock == "free"
    assert due(table, third, "flip") is None
    assert not PromptRow.objects.filter(match=table.match, seat__number=third, waits=True).exists()


def test_a_flip_opened_just_before_the_turn_has_the_due_time_of_the_turn(clock):
    table, (_, second, _) = hidden(clock)
    assert table.owed(second, "flip").number < table.owed(second, "turn").number
    assert due(table, second, "flip") == due(table, second, "turn") == timezone.now() + DAY


def test_an_older_flip_that_comes_to_block_has_the_due_time_of_the_turn_that_opens_with_it(clock):
    table, (_, second, third) = hidden(clock)
    clock.shift(5 * HOUR)
    play(table, second, "flip", "leave")
    play(table, second, "turn", "draw")
    assert table.owed(third, "flip").number < table.owed(third, "turn").number
    assert due(table, third, "flip") == due(table, third, "turn") == timezone.now() + DAY
    assert expiry.sweep() == 0


def test_when_time_is_up_for_one_seat_the_sweep_does_not_answer_for_the_next(clock):
    table, (_, second, third) = hidden(clock)
    go_to(clock, timezone.now() + DAY)
    assert expiry.sweep() == 1
    by_clock = [(move.seat, move.action) for move in table.moves(by=Move.By.CLOCK)]
    assert by_clock == [(second, '{"do":"leave"}'), (second, '{"do":"draw"}')]
    assert due(table, third, "flip") == due(table, third, "turn") == timezone.now() + DAY
    assert table.hand(second).absences == 1


def test_a_photo_finish_gives_a_flip_one_fresh_pace_and_a_notice(clock):
    table, (_, _, third) = hidden(clock)
    block(table)
    assert due(table, third, "flip") == timezone.now() + DAY
    [row] = PromptRow.objects.to_tell().filter(match=table.match)
    assert row.number == table.owed(third, "flip").number


@pytest.mark.parametrize(("old", "new"), [("same", "pace"), ("pace", "same")])
def test_a_flip_that_blocks_otherwise_than_before_gets_the_due_time_of_its_new_clock(clock, old, new):
    table, (_, second, _) = hidden(clock)
    number = table.owed(second, "flip").number

    def put(kind: str, turns: set[int]) -> None:
        state = table.state
        kept = (p for p in state.prompts if p.kind == "flip")
        flips = tuple(replace(p, clock=kind if p.seat == second else "free") for p in kept)
        opened = tuple(Prompt(state.last + 1, seat, "turn") for seat in turns)
        put_state(table.match, replace(state, prompts=(*flips, *opened), last=state.last + 1))

    put(old, {second} if old == "same" else set())
    first = PromptRow.objects.get(match=table.match, number=number).due_at
    clock.shift(HOUR)
    put(new, {second} if new == "same" else set())
    assert PromptRow.objects.get(match=table.match, number=number).due_at == timezone.now() + DAY
    assert first == timezone.now() - HOUR + DAY


def test_a_day_given_for_a_turn_is_given_for_its_flips_too(clock):
    table, (first, second, _) = hidden(clock)
    number, opened = table.owed(second, "turn").number, timezone.now()
    assert table.post(first, "give-day", {"given": "0"}, number).status_code == 200
    go_to(clock, opened + DAY)
    expiry.sweep()
    assert table.moves(by=Move.By.CLOCK) == []
    go_to(clock, opened + 2 * DAY)
    expiry.sweep()
    assert [move.seat for move in table.moves(by=Move.By.CLOCK)] == [second, second]


def test_for_somebody_away_a_bot_turns_the_flips_with_the_turn_they_stop(clock):
    table, (_, second, _) = hidden(clock)
    person = set_timer(table, second, off=False)
    person.away_from, person.away_until, person.seen_at = date(2026, 5, 6), date(2026, 5, 9), NOON
    person.save()
    assert expiry.hasten_away(timezone.now()) == 1
    expiry.sweep()
    assert [move.by for move in table.moves(seat=second, at=timezone.now())] == ["standin"]
    go_to(clock, timezone.now() + WINDOW)  # the bot was ready to slap
    expiry.sweep()
    assert [move.by for move in table.moves(seat=second, at=timezone.now())] == ["clock", "standin"]
    assert not [p for p in table.state.owed() if p.seat == second and p.kind == "turn"]


def test_flips_begin_anew_with_a_turn_whose_orders_had_not_been_asked(clock, monkeypatch):
    """A request that was cut short leaves the turn to the sweep; its flips wait for it instead of being late."""
    table, (_, second, third) = hidden(clock)
    play(table, second, "flip", "leave")
    with monkeypatch.context() as short:
        short.setattr("games.desk.MOST_ANSWERS", 0)
        play(table, second, "turn", "draw")
    go_to(clock, timezone.now() + 2 * HOUR)
    expiry.sweep()
    assert table.moves(by=Move.By.CLOCK) == []
    assert due(table, third, "flip") == due(table, third, "turn") == timezone.now() + DAY


# Windows


def slapping(clock, origin: str, *, no_timer: bool) -> tuple[Party, int, datetime | None]:
    """Somebody turns a card an hour after it came to lie there; the table, the seat, and when its flip was due."""
    table, (_, second, third) = hidden(clock)
    seat = second if origin == "same" else third
    if origin == "pace":
        block(table)
    assert table.owed(seat, "flip").clock == origin
    was_due = due(table, seat, "flip")
    clock.shift(HOUR)
    set_timer(table, seat, off=no_timer)
    play(table, seat, "flip", "flip")
    return table, seat, was_due


@pytest.mark.parametrize("origin", ["free", "same", "pace"])
def test_a_window_is_open_for_its_seconds_wherever_it_came_from(clock, origin):
    table, seat, _ = slapping(clock, origin, no_timer=False)
    assert table.owed(seat, "slap").instead == origin
    assert due(table, seat, "slap") == timezone.now() + WINDOW


@pytest.mark.parametrize("origin", ["free", "same", "pace"])
def test_a_window_that_is_over_is_answered_by_the_sweep_without_absence_or_notice(clock, origin):
    table, seat, _ = slapping(clock, origin, no_timer=False)
    slap = table.owed(seat, "slap")
    assert not PromptRow.objects.to_tell().filter(number=slap.number).exists()
    go_to(clock, timezone.now() + WINDOW)
    assert expiry.sweep() == 1
    [move] = table.moves(prompt=slap.number)
    assert (move.by, '"hit":0' in move.action) == ("clock", True)
    assert table.hand(seat).absences == 0


@pytest.mark.parametrize("origin", ["free", "same", "pace"])
def test_without_a_timer_a_slap_has_the_time_of_the_flip_it_came_from(clock, origin):
    table, seat, was_due = slapping(clock, origin, no_timer=True)
    assert due(table, seat, "slap") == was_due
    slap = table.owed(seat, "slap")
    assert PromptRow.objects.filter(number=slap.number, waits=True).exists() == (origin != "free")
    assert not PromptRow.objects.to_tell().filter(number=slap.number).exists()
    clock.shift(20 * HOUR)
    play(table, seat, "slap", "slap", hit="1", took_ms="300")
    assert "after_ms" not in table.moves(prompt=slap.number)[0].action
    assert not PromptRow.objects.filter(number=slap.number, waits=True).exists()


@pytest.mark.parametrize(("origin", "answers", "absences"), [("same", 2, 1), ("pace", 1, 1)])
def test_without_a_timer_a_slap_that_blocks_is_missed_like_its_flip(clock, origin, answers, absences):
    table, seat, was_due = slapping(clock, origin, no_timer=True)
    go_to(clock, was_due)
    expiry.sweep()
    assert [move.seat for move in table.moves(by=Move.By.CLOCK)] == [seat] * answers
    assert table.hand(seat).absences == absences


def test_a_late_slap_without_a_timer_is_not_swept_away_in_a_photo_finish(clock):
    table, (_, _, third) = hidden(clock)
    block(table)
    set_timer(table, third, off=True)
    clock.move_to(due(table, third, "flip") + timedelta(minutes=1))
    play(table, third, "flip", "flip")
    assert due(table, third, "slap") == timezone.now() + DAY


def test_without_a_timer_a_free_slap_comes_to_block_with_ones_own_turn(clock):
    table, seat, _ = slapping(clock, "free", no_timer=True)
    go_to(clock, timezone.now() + 30 * HOUR)
    assert table.moves(seat=seat)[-1].action == '{"do":"flip"}'
    second = (seat - 1) % 3
    play(table, second, "flip", "leave")
    play(table, second, "turn", "draw")
    assert due(table, seat, "slap") == due(table, seat, "turn") == timezone.now() + DAY
    play(table, seat, "slap", "slap", hit="1")
    assert due(table, seat, "turn") == timezone.now() + DAY


def test_without_a_timer_a_free_slap_comes_to_block_in_a_photo_finish(clock):
    table, seat, _ = slapping(clock, "free", no_timer=True)
    block(table)
    slap = table.owed(seat, "slap")
    assert (slap.instead, due(table, seat, "slap")) == ("pace", timezone.now() + DAY)
    assert PromptRow.objects.to_tell().filter(number=slap.number).exists()
    clock.shift(HOUR)
    go_to(clock, timezone.now() + DAY)
    expiry.sweep()
    assert table.moves(prompt=slap.number)[0].by == "clock"


@pytest.mark.parametrize("origin", ["free", "same", "pace"])
@pytest.mark.parametrize("began_without", [True, False])
def test_a_slap_stays_with_or_without_a_timer_as_it_began(clock, origin, began_without):
    table, seat, _ = slapping(clock, origin, no_timer=began_without)
    before, slap = due(table, seat, "slap"), table.owed(seat, "slap")
    set_timer(table, seat, off=not began_without)
    assert (table.page(seat).context["prompts"][0]["left_ms"] is None) == began_without
    table.post(seat, "orders", {"slap": "on"})
    if origin == "free":  # somebody else moves meanwhile
        play(table, (seat - 1) % 3, "flip", "leave")
    assert due(table, seat, "slap") == before
    play(table, seat, "slap", "slap", hit="1", took_ms="300")
    assert ("after_ms" not in table.moves(prompt=slap.number)[0].action) == began_without
    assert not PromptRow.objects.filter(number=slap.number, waits=True).exists()


@pytest.mark.parametrize(("origin", "has_due"), [("free", False), ("same", True), ("pace", True)])
def test_a_pause_interrupts_a_window_which_is_no_measure_afterwards(clock, origin, has_due):
    table, seat, was_due = slapping(clock, origin, no_timer=False)
    desk = desk_of(table.match)
    resting.pause(desk, timezone.now() + DAY)
    go_to(clock, timezone.now() + DAY)
    desk = desk_of(table.match)
    desk.now = timezone.now()
    resting.resume(desk)
    resting.play_on(desk)
    assert (due(table, seat, "slap") is not None) == has_due
    assert not has_due or due(table, seat, "slap") >= was_due + DAY
    assert table.page(seat).context["prompts"][0]["left_ms"] is None
    slap = table.owed(seat, "slap")
    play(table, seat, "slap", "slap", hit="1", took_ms="300")
    assert "after_ms" not in table.moves(prompt=slap.number)[0].action


# What the page counts down


def test_the_page_knows_what_is_left_of_a_window_and_of_nothing_else(clock):
    table, seat, _ = slapping(clock, "free", no_timer=False)
    clock.shift(timedelta(milliseconds=1250))
    [box] = table.page(seat).context["prompts"]
    assert (box["seconds"], box["window_ms"], box["left_ms"]) == (4, 4000, 2750)
    clock.shift(timedelta(seconds=4))
    assert table.page(seat).context["prompts"][0]["left_ms"] == 0
    flip = table.page((seat - 1) % 3).context["prompts"][0]
    assert (flip["seconds"], flip["window_ms"], flip["left_ms"]) == (0, None, None)


def test_the_page_that_answers_a_flip_has_the_whole_window(clock):
    table, (_, _, third) = hidden(clock)
    flip = table.owed(third, "flip")
    answer = table.answer(third, flip.number, {"do": "flip"})
    assert answer.context["prompts"][0]["left_ms"] == 4000
    assert 'data-seconds="4"' in text(answer)


@pytest.mark.parametrize("origin", ["free", "same", "pace"])
def test_the_page_counts_nothing_down_without_a_timer(clock, origin):
    table, seat, _ = slapping(clock, origin, no_timer=True)
    box = table.page(seat).context["prompts"][0]
    assert (box["kind"], box["seconds"], box["window_ms"], box["left_ms"]) == ("slap", 0, None, None)


# What the others read of it


def test_a_window_of_somebody_else_is_no_deadline_that_others_wait_by(clock):
    table, seat, _ = slapping(clock, "free", no_timer=False)
    on_turn = table.owed(kind="turn").seat
    turn_due = due(table, on_turn, "turn")
    for reader in range(3):
        shown = table.page(reader).context["due"]
        mine = reader == seat and shown["left"] == "4 seconds"
        assert mine or shown["iso"] == turn_due.isoformat(timespec="seconds")


def test_a_seat_that_may_turn_a_card_in_its_own_time_keeps_nobody_waiting(clock):
    table, (_, second, third) = hidden(clock)
    chips = {chip["number"]: chip for chip in table.page(second).context["seats"]}
    assert (chips[third]["now"], chips[third]["state"]) == (False, "waiting")
    assert (chips[second]["now"], chips[second]["state"]) == (True, "to play")


@pytest.mark.parametrize("origin", ["free", "same", "pace"])
def test_nobody_can_watch_a_window_open_and_so_time_a_reaction(clock, origin):
    table, (_, second, third) = hidden(clock)
    seat = second if origin == "same" else third
    if origin == "pace":
        block(table)
    reader = next(other for other in range(3) if other != seat)
    before, token = table.page(reader), table.page(reader).context["poll"]
    play(table, seat, "flip", "flip")
    assert table.owed(seat, "slap")
    assert table.clients[reader].get(f"/p/{token}/").status_code == 204
    after = table.page(reader)
    assert after.context["seats"] == before.context["seats"]
    assert after.context["headline"] == before.context["headline"]


def test_the_timer_cannot_be_switched_off_in_the_middle_of_a_window(clock):
    table, seat, _ = slapping(clock, "free", no_timer=False)
    clock.shift(timedelta(milliseconds=900))
    set_timer(table, seat, off=True)
    slap = table.owed(seat, "slap")
    play(table, seat, "slap", "slap", hit="1", took_ms="700")
    assert '"after_ms":700' in table.moves(prompt=slap.number)[0].action
