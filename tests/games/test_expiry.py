"""What happens when time is up: fallbacks, absences, bots for the absent and the away, sleep."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games import clock, expiry, resting
from games.desk import MOST_ANSWERS
from games.models import Hand, Match, Message, Move, Prompt, Pulse, Seat
from tests.games.scripts import Party, bot_form, kangoeroe, party, play_on, seal, state_of, text

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture(autouse=True)
def noon():
    """It is Tuesday noon, and the site has just swept."""
    with time_machine.travel(NOON, tick=False) as traveller:
        Pulse.objects.create(name="due", at=NOON)
        yield traveller


def day_match(seats: int = 2, pace: int = 24 * 3600, **more) -> Party:
    return kangoeroe(seats, pace=pace, **more)


def waits(table: Party) -> list[Prompt]:
    return list(Prompt.objects.filter(match=table.match, waits=True).order_by("number"))


def go_to(noon, moment: datetime) -> None:
    """It is later, and the site was there all the time."""
    noon.move_to(moment)
    Pulse.objects.update(at=moment)


def expire_all(noon) -> None:
    """The clock goes on to the next due time, and the sweep comes."""
    due = min(row.due_at for row in Prompt.objects.filter(waits=True, due_at__isnull=False))
    go_to(noon, due)
    expiry.sweep()


def notes(table: Party) -> list[str]:
    return list(Message.objects.filter(match=table.match).order_by("number").values_list("key", flat=True))


def seat(table: Party, number: int) -> Seat:
    return Seat.objects.get(match=table.match, number=number)


# The fallback


def test_nothing_happens_a_second_before_the_due_time_and_the_fallback_at_it(noon):
    table = day_match()
    [row] = waits(table)
    assert (row.due_at, row.remind_at) == (NOON + DAY, NOON + 20 * HOUR)
    go_to(noon, NOON + DAY - timedelta(seconds=1))
    assert expiry.sweep() == 0 and table.moves() == []
    go_to(noon, NOON + DAY)
    assert expiry.sweep() == 1
    [move] = table.moves()
    assert (move.seat, move.by) == (0, Move.By.CLOCK)
    assert '"persist"' not in move.action or '"persist":0' in move.action
    [row] = waits(table)
    assert row.person_id == seat(table, 1).person_id and row.due_at > NOON + DAY


def test_the_next_sweep_has_nothing_left_to_do(noon):
    table = day_match()
    expire_all(noon)
    before = table.moves()
    for _ in range(3):
        assert expiry.sweep() == 0
    assert table.moves() == before


def test_an_answer_after_the_due_time_counts_as_long_as_no_sweep_came(noon):
    table = day_match()
    go_to(noon, NOON + DAY + MINUTE)
    prompt = table.owed(0)
    assert table.answer(0, prompt.number, bot_form(table, prompt)).status_code == 200
    assert expiry.sweep() == 0
    assert [move.by for move in table.moves()] == ["player"]


def test_an_answer_after_the_sweep_is_refused_and_told_why(noon):
    table = day_match()
    prompt, form = table.owed(0), bot_form(table, table.owed(0))
    expire_all(noon)
    late = table.answer(0, prompt.number, form)
    assert late.status_code == 409
    assert "The time was up and the clock has answered for you" in text(late)
    assert len(table.moves()) == 1


def test_the_page_says_when_and_what_then_and_afterwards_that_the_time_had_run_out(noon):
    table = day_match()
    page = text(table.page(0))
    assert "1 day left" in page and "Wed 12:00" in page and "then: a random card is played" in page
    noon.move_to(NOON + 21 * HOUR)
    assert "Soon" in text(table.page(0))
    expire_all(noon)
    page = text(table.page(0))
    assert "by the clock: your time was up" in page and "Your time had run out" in page
    assert "Your time had run out" not in text(table.page(1))


def test_only_the_own_page_names_what_silence_does(noon):
    table = day_match()
    assert "then: a random card" not in text(table.page(1))
    assert "1 day left" in text(table.page(1))


@pytest.mark.parametrize("pace", [300, 4 * 3600, 24 * 3600, 72 * 3600, 168 * 3600])
def test_a_match_in_which_nobody_ever_answers_is_asleep_after_two_visits_each(noon, pace):
    table = day_match(3, pace=pace)
    for _ in range(12):
        table.match.refresh_from_db()
        if not table.match.running:
            break
        expire_all(noon)
    assert table.match.status == Match.Status.ASLEEP
    assert waits(table) == []
    assert [move.by for move in table.moves()].count("clock") == 6  # two each
    assert notes(table)[-1] == "asleep"


# Absences


def test_the_second_visit_missed_in_a_row_hands_the_seat_to_a_bot_until_its_owner_is_back(noon):
    table = day_match(2)
    missed = 0
    while missed < 2:
        if table.owed().seat == 1:
            table.answer(1, table.owed(1).number, bot_form(table, table.owed(1)))
        else:
            assert not seat(table, 0).auto
            expire_all(noon)
            missed += 1
    assert seat(table, 0).auto
    assert table.hand(0).absences == 2 and table.match.running
    assert "auto" in notes(table)
    # The bot answers within the move of the other, so that only the other is waited for.
    table.answer(1, table.owed(1).number, bot_form(table, table.owed(1)))
    assert {row.person_id for row in waits(table)} == {seat(table, 1).person_id}
    assert table.moves()[-1].by == Move.By.STANDIN
    page = text(table.page(0))
    assert "You missed two visits, so a bot plays for you." in page
    assert "a bot plays" in text(table.page(1))

    assert table.post(0, "back", {}).status_code == 200
    assert not seat(table, 0).auto and table.hand(0).absences == 0
    assert notes(table)[-1] == "back"
    table.answer(1, table.owed(1).number, bot_form(table, table.owed(1)))
    assert table.owed().seat == 0
    assert "a bot plays for you" not in text(table.page(0))


def test_coming_back_twice_is_coming_back_once(noon):
    table = day_match(2)
    Seat.objects.filter(match=table.match, number=0).update(auto=True)
    for _ in range(2):
        assert table.post(0, "back", {}).status_code == 200
    assert notes(table).count("back") == 1


def test_an_answer_of_ones_own_forgives_the_visit_missed_before(noon):
    table = day_match(2)
    for _ in range(3):  # seat 0 misses every other visit
        expire_all(noon)
        while table.owed().seat == 1:
            table.answer(1, table.owed().number, bot_form(table, table.owed()))
        if table.owed().seat == 0:
            table.answer(0, table.owed().number, bot_form(table, table.owed()))
        while table.owed().seat == 1:
            table.answer(1, table.owed().number, bot_form(table, table.owed()))
    assert not seat(table, 0).auto
    assert table.hand(0).absences <= 1


@pytest.mark.usefixtures("with_toy")
def test_questions_that_run_out_together_are_one_visit_missed(noon):
    table = party("toy", 3, pace=24 * 3600)
    assert len([row for row in waits(table) if row.seat.number == 0]) >= 2
    expire_all(noon)
    assert [table.hand(number).absences for number in range(3)] == [1, 1, 1]
    assert not any(seat(table, number).auto for number in range(3))


@pytest.mark.usefixtures("with_toy")
def test_questions_that_were_open_together_are_one_visit_even_if_they_run_out_one_after_the_other(noon):
    table = party("toy", 3, pace=24 * 3600)
    later = [row for row in waits(table) if row.seat.number == 0][-1]
    Prompt.objects.filter(pk=later.pk).update(due_at=later.due_at + HOUR)
    expire_all(noon)
    expire_all(noon)
    assert table.hand(0).absences == 1


@pytest.mark.usefixtures("with_toy")
def test_what_was_sealed_in_time_stays_and_only_the_missing_answers_are_the_clocks(noon):
    table = party("toy", 3, pace=24 * 3600)
    card = table.state.hands[1].cards[1]
    assert seal(table, 1, 1).status_code == 200
    expire_all(noon)
    kept = [move for move in table.moves() if move.seat == 1 and '"seal"' in move.action]
    assert [move.by for move in kept] == ["player"] and card in kept[0].action


@pytest.mark.usefixtures("with_toy")
def test_a_window_closes_by_the_sweep_and_is_no_visit_missed(noon):
    table = party("toy", 2, pace=24 * 3600)
    play_on(table.match, lambda state: any(p.kind == "flip" for p in state.prompts))
    flip = next(p for p in table.state.prompts if p.kind == "flip")
    assert table.answer(flip.seat, flip.number, {"do": "flip"}).status_code == 200
    slap = table.owed(kind="slap")
    before = table.hand(slap.seat).absences
    row = Prompt.objects.get(match=table.match, number=slap.number)
    assert row.due_at == timezone.now() + timedelta(milliseconds=4000 + clock.GRACE_MS)
    go_to(noon, row.due_at)
    assert expiry.sweep() == 1
    [move] = table.moves(prompt=slap.number)
    assert (move.by, '"hit":0' in move.action) == ("clock", True)
    assert table.hand(slap.seat).absences == before


@pytest.mark.usefixtures("with_toy")
def test_a_seat_without_a_timer_gets_the_time_of_the_question_and_no_measure(noon):
    table = party("toy", 2, pace=24 * 3600)
    play_on(table.match, lambda state: any(p.kind == "flip" for p in state.prompts))
    flip = next(p for p in table.state.prompts if p.kind == "flip")
    person = seat(table, flip.seat).person
    person.no_timer = True
    person.save()
    assert "data-seconds" not in text(table.answer(flip.seat, flip.number, {"do": "flip"}))
    slap = table.owed(kind="slap")
    assert Prompt.objects.get(match=table.match, number=slap.number).due_at > NOON + 2 * HOUR
    noon.shift(HOUR)
    assert (
        table.answer(slap.seat, slap.number, {"do": "slap", "hit": "1", "took_ms": "300"}).status_code == 200
    )
    assert '"after_ms"' not in table.moves(prompt=slap.number)[0].action.replace('"after_ms":null', "")


# Away


def go_away(table: Party, number: int, first: date, last: date) -> None:
    person = seat(table, number).person
    person.away_from, person.away_until = first, last
    person.save()


def test_for_somebody_away_a_bot_answers_after_half_a_day_and_nothing_is_missed(noon):
    table = day_match(2, pace=72 * 3600)
    go_away(table, 0, date(2026, 5, 5), date(2026, 5, 9))
    assert expiry.hasten_away(timezone.now()) == 1
    [row] = waits(table)
    assert row.due_at == NOON + 12 * HOUR
    assert "then a bot plays for you" in text(table.page(0))
    expire_all(noon)
    [move] = table.moves()
    assert (move.by, move.seat, table.hand(0).absences) == ("standin", 0, 0)
    assert "away until 9 May" in text(table.page(1))
    assert not seat(table, 0).auto


def test_a_bot_waits_again_if_somebody_away_came_by_meanwhile(noon):
    table = day_match(2, pace=72 * 3600)
    go_away(table, 0, date(2026, 5, 5), date(2026, 5, 9))
    expiry.hasten_away(timezone.now())
    person = seat(table, 0).person
    person.seen_at = NOON + 10 * HOUR
    person.save()
    expire_all(noon)
    assert table.moves() == []
    [row] = waits(table)
    assert row.due_at == NOON + 22 * HOUR
    expire_all(noon)
    assert [move.by for move in table.moves()] == ["standin"]


def test_coming_by_again_and_again_never_makes_others_wait_longer_than_the_pace(noon):
    table = day_match(2, pace=24 * 3600)
    go_away(table, 0, date(2026, 5, 5), date(2026, 5, 9))
    expiry.hasten_away(timezone.now())
    person = seat(table, 0).person
    for hour in (11, 20, 23):
        person.seen_at = NOON + hour * HOUR
        person.save()
        expire_all(noon)
        if table.moves():
            break
    [move] = table.moves()
    assert move.at == NOON + DAY


@pytest.mark.parametrize(
    ("first", "last"),
    [(date(2026, 5, 6), date(2026, 5, 9)), (date(2026, 5, 1), date(2026, 5, 4)), (None, None)],
)
def test_days_away_that_are_not_now_hasten_nothing(noon, first, last):
    table = day_match(2, pace=72 * 3600)
    go_away(table, 0, first, last)
    assert expiry.hasten_away(timezone.now()) == 0
    assert waits(table)[0].due_at == NOON + 72 * HOUR


def test_away_counts_as_being_in_charge_so_the_match_goes_on(noon):
    table = day_match(2)
    go_away(table, 0, date(2026, 5, 5), date(2026, 5, 9))
    go_away(table, 1, date(2026, 5, 5), date(2026, 5, 9))
    for _ in range(6):
        expire_all(noon)
    table.match.refresh_from_db()
    assert table.match.running


# Sleep


def sleeping(noon) -> Party:
    table = day_match(2)
    for _ in range(4):
        expire_all(noon)
    table.match.refresh_from_db()
    assert table.match.status == Match.Status.ASLEEP
    return table


def test_a_sleeping_match_says_so_takes_no_answer_and_wakes_with_its_whole_time_by_one_press(noon):
    table = sleeping(noon)
    page = text(table.page(0))
    assert "This match sleeps" in page and "Take my seat back" in page
    prompt = table.owed()
    refused = table.answer(prompt.seat, prompt.number, {"card": "x"})
    assert refused.status_code == 409 and "This match sleeps" in text(refused)
    go_to(noon, timezone.now() + 5 * DAY)
    assert expiry.sweep() == 0
    assert table.post(prompt.seat, "back", {}).status_code == 200
    table.match.refresh_from_db()
    assert table.match.running
    rows = waits(table)
    assert len(rows) == 1 and rows[0].due_at >= timezone.now() + DAY
    # The other seat still has its bot, so the sleeper who woke plays against that.
    assert rows[0].seat.number == prompt.seat


def test_bots_do_not_play_a_match_out_among_themselves(noon):
    table = day_match(1, bots=2)
    for _ in range(2):
        expire_all(noon)
    table.match.refresh_from_db()
    assert table.match.status == Match.Status.ASLEEP
    moves = len(table.moves())
    go_to(noon, timezone.now() + 2 * DAY)
    expiry.sweep()
    assert len(table.moves()) == moves


@pytest.mark.parametrize(("days", "closed"), [(29, False), (30, True)])
def test_a_match_that_slept_for_thirty_days_is_closed(noon, days, closed):
    table = sleeping(noon)
    noon.shift(days * DAY)
    expiry.wake_and_close(timezone.now())
    table.match.refresh_from_db()
    assert (table.match.status == Match.Status.CLOSED) is closed
    if closed:
        assert table.match.closed_why == "slept"
        assert "Nobody came back for thirty days" in text(table.page(0))


def test_practice_has_no_deadlines(noon):
    table = kangoeroe(1, bots=2)
    [row] = waits(table)
    assert (row.due_at, row.remind_at) == (None, None)
    assert "No deadline" in text(table.page(0))
    go_to(noon, timezone.now() + 400 * DAY)
    assert expiry.sweep() == 0


# Around the sweep


def test_what_bots_left_over_is_played_by_the_sweep_before_anybody_is_late(noon, monkeypatch):
    monkeypatch.setattr("games.desk.MOST_ANSWERS", 1)
    table = day_match(1, bots=4)
    prompt = table.owed(0)
    table.answer(0, prompt.number, bot_form(table, prompt))
    assert len(table.moves()) == 2  # mine and one bot's
    [row] = waits(table)
    assert row.due_at == timezone.now() and row.person is None
    for _ in range(6):
        expiry.sweep()
    assert state_of(table.match).owed()[0].seat == 0
    assert {move.by for move in table.moves()} == {"player", "bot"}
    [row] = waits(table)
    assert row.due_at > timezone.now() + 20 * HOUR and table.hand(0).absences == 0


def test_rules_that_fail_in_the_sweep_freeze_the_match_and_spare_the_others(noon, monkeypatch):
    broken, sound = day_match(2), day_match(2)
    real = type(broken.game).fallback

    def fallback(self, view, prompt, orders, dice):
        if timezone.now() and view.table.options.first == 0 and prompt.number == 1 and fallback.calls == 0:
            fallback.calls += 1
            raise KeyError("b.3")
        return real(self, view, prompt, orders, dice)

    fallback.calls = 0
    monkeypatch.setattr(type(broken.game), "fallback", fallback)
    go_to(noon, NOON + DAY)
    expiry.sweep()
    statuses = {Match.objects.get(pk=table.match.pk).status for table in (broken, sound)}
    assert statuses == {Match.Status.FROZEN, Match.Status.RUNNING}
    frozen = Match.objects.get(status=Match.Status.FROZEN)
    assert "b.3" not in frozen.trouble and not Prompt.objects.filter(match=frozen, waits=True).exists()
    assert expiry.sweep() == 0


def test_a_finished_match_keeps_no_clock(noon):
    table = day_match(2)
    play_on(table.match)
    assert not Prompt.objects.filter(match=table.match, waits=True).exists()
    go_to(noon, timezone.now() + 400 * DAY)
    moves = len(table.moves())
    assert expiry.sweep() == 0 and len(table.moves()) == moves


def test_a_move_in_time_stops_the_old_clock_and_starts_the_next(noon):
    table = day_match(2)
    noon.shift(23 * HOUR)
    table.answer(0, table.owed(0).number, bot_form(table, table.owed(0)))
    go_to(noon, timezone.now() + 2 * HOUR)
    assert expiry.sweep() == 0


# The site itself was away


@pytest.mark.parametrize(
    ("silence", "given"),
    [(timedelta(minutes=14), timedelta(0)), (26 * HOUR, 26 * HOUR), (10 * DAY, 10 * DAY)],
)
def test_time_in_which_the_site_was_away_is_given_back_once(noon, silence, given):
    table = day_match(2)
    noon.move_to(NOON + silence)
    expiry.sweep()
    expiry.sweep()
    assert table.moves() == []
    [row] = waits(table)
    assert (row.due_at, row.remind_at) == (NOON + DAY + given, NOON + 20 * HOUR + given)
    assert Hand.objects.get(match=table.match, seat__number=0).last_due == NOON + DAY + given
    assert Pulse.objects.get(name="due").at == NOON + silence


def test_what_opened_while_only_the_sweep_was_away_is_due_as_it_was(noon):
    Pulse.objects.update(at=NOON - 2 * DAY)
    table = day_match(2)
    expiry.sweep()
    assert waits(table)[0].due_at == NOON + DAY


def test_a_first_sweep_on_an_old_database_gives_nothing_and_takes_nothing(noon):
    Pulse.objects.all().delete()
    table = day_match(2)
    expiry.sweep()
    assert waits(table)[0].due_at == NOON + DAY


def test_there_is_a_bound_on_what_one_sweep_plays_in_a_match():
    assert MOST_ANSWERS == 100 and expiry.BATCH == 100 and resting.LONGEST_SLEEP == 30 * DAY
