"""What people settle with each other: a day given, a pause, an end; and seats that are left."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from games import agreement, clock, expiry, resting
from games.models import Hand, Match, Message, Prompt, Pulse, Seat
from tests.games.scripts import Party, Queries, bot_form, kangoeroe, text

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        Pulse.objects.create(name="due", at=NOON)
        yield traveller


def go_to(noon, moment: datetime) -> None:
    noon.move_to(moment)
    Pulse.objects.update(at=moment)


def day_match(seats: int = 2, **more) -> Party:
    return kangoeroe(seats, pace=24 * 3600, **more)


def row(table: Party, seat: int = 0) -> Prompt:
    return Prompt.objects.get(match=table.match, seat__number=seat, number=table.owed(seat).number)


def fresh(table: Party) -> Match:
    table.match.refresh_from_db()
    return table.match


def notes(table: Party) -> list[str]:
    return list(Message.objects.filter(match=table.match).order_by("number").values_list("key", flat=True))


def give(table: Party, giver: int, given: int, number: int | None = None):
    number = table.owed().number if number is None else number
    return table.post(giver, "give-day", {"given": given}, number)


def propose(table: Party, seat: int, what: str = "pause", days: object = 7):
    return table.post(seat, "propose", {"what": what, "days": days})


def reply(table: Party, seat: int, say: str, what: str = "pause"):
    return table.post(seat, "reply", {"what": what, "say": say})


# A day


def test_an_opponent_gives_a_day_at_most_three_times(noon):
    table = day_match()
    assert "Give Alice a day" in text(table.page(1))
    for given in range(3):
        assert give(table, 1, given).status_code == 200
        assert row(table).due_at == NOON + (2 + given) * DAY
    refused = give(table, 1, 3)
    assert refused.status_code == 409 and "Three days have been given" in text(refused)
    assert row(table).due_at == NOON + 4 * DAY
    assert "Give Alice a day" not in text(table.page(1))
    assert notes(table) == ["day"] * 3
    assert Hand.objects.get(match=table.match, seat__number=0).last_due == NOON + 4 * DAY


def test_a_double_press_gives_one_day(noon):
    table = day_match()
    for _ in range(4):
        assert give(table, 1, 0).status_code == 200
    assert (row(table).due_at, row(table).days_given) == (NOON + 2 * DAY, 1)


@pytest.mark.parametrize(
    ("giver", "given", "number"),
    [(0, 0, None), (1, 0, 99), (1, 0, 0), (1, 7, 99)],
    ids=["to oneself", "an unknown question", "no question", "both wrong"],
)
def test_no_day_is_given_where_there_is_none_to_give(noon, giver, given, number):
    table = day_match()
    refused = give(table, giver, given, number)
    assert refused.status_code == 409 and "Nothing was changed" in text(refused)
    assert row(table).days_given == 0


@pytest.mark.parametrize("given", ["", "x", "-3", "1.5", "9" * 40, "٣"])
def test_a_form_that_no_page_sends_gives_nothing(noon, given):
    table = day_match()
    assert give(table, 1, given).status_code in (200, 409, 422)
    assert row(table).days_given == 0


def test_a_day_given_makes_the_reminder_later_too(noon):
    table = day_match()
    give(table, 1, 0)
    assert row(table).remind_at > NOON + DAY


def test_the_next_question_of_the_same_seat_has_no_day_of_the_one_before(noon):
    table = day_match()
    give(table, 1, 0)
    table.answer(0, table.owed(0).number, bot_form(table, table.owed(0)))
    while table.owed().seat == 1:
        table.answer(1, table.owed(1).number, bot_form(table, table.owed(1)))
    assert (row(table).days_given, row(table).due_at) == (0, NOON + DAY)


# A pause


def test_a_pause_begins_when_everybody_agrees_and_gives_back_what_was_left(noon):
    table = day_match(3)
    noon.shift(5 * HOUR)
    assert propose(table, 1, days=14).status_code == 200
    assert fresh(table).running
    for seat, words in ((0, "I agree"), (1, "Take it back"), (2, "I agree")):
        page = text(table.page(seat))
        assert "A pause of 14 days is proposed." in page and words in page
    reply(table, 0, "yes")
    assert fresh(table).running
    reply(table, 2, "yes")
    match = fresh(table)
    assert (match.status, match.paused_until) == (Match.Status.PAUSED, timezone.now() + 14 * DAY)
    assert not Prompt.objects.filter(match=match, waits=True).exists()
    page = text(table.page(0))
    assert "This match is paused" in page and "19 May" in page and "End the pause" in page

    go_to(noon, timezone.now() + 3 * DAY)
    assert expiry.sweep() == 0
    refused = table.answer(0, table.owed(0).number, bot_form(table, table.owed(0)))
    assert refused.status_code == 409 and "This match is paused" in text(refused)

    assert table.post(2, "resume", {}).status_code == 200
    assert fresh(table).running
    assert row(table).due_at == timezone.now() + 19 * HOUR  # noon to noon, less five hours
    assert notes(table) == ["proposed", "agreed", "paused", "resumed"]
    assert table.answer(0, table.owed(0).number, bot_form(table, table.owed(0))).status_code == 200


def test_a_pause_ends_by_itself_on_its_last_day(noon):
    table = day_match()
    propose(table, 0, days=3)
    reply(table, 1, "yes")
    go_to(noon, NOON + 3 * DAY - HOUR)
    expiry.wake_and_close(timezone.now())
    assert fresh(table).status == Match.Status.PAUSED
    go_to(noon, NOON + 3 * DAY)
    expiry.wake_and_close(timezone.now())
    assert fresh(table).running
    assert row(table).due_at == NOON + 4 * DAY


def test_one_no_ends_a_proposal_and_so_does_taking_it_back(noon):
    table = day_match(3)
    for seat in (2, 1):
        propose(table, 1)
        reply(table, seat, "no")
        assert fresh(table).proposal == "" and fresh(table).running
    assert notes(table) == ["proposed", "refused"] * 2


def test_a_yes_to_something_that_is_no_longer_proposed_changes_nothing(noon):
    table = day_match(3)
    propose(table, 1)
    reply(table, 1, "no")
    late = reply(table, 0, "yes")
    assert late.status_code == 409 and "This proposal is not there any more" in text(late)
    propose(table, 2, "end", 0)
    assert reply(table, 0, "yes", "pause").status_code == 409
    assert not Seat.objects.get(match=table.match, number=0).agrees


def test_a_second_press_of_yes_is_no_error(noon):
    table = day_match()
    propose(table, 0)
    for _ in range(2):
        assert reply(table, 1, "yes").status_code == 200
    assert fresh(table).status == Match.Status.PAUSED


def test_two_who_propose_the_same_agree_and_two_who_differ_are_told(noon):
    table = day_match(3)
    assert propose(table, 0, days=7).status_code == 200
    assert propose(table, 1, days=7).status_code == 200
    refused = propose(table, 2, days=14)
    assert refused.status_code == 409 and "Something else is already proposed" in text(refused)
    assert propose(table, 2, days=7).status_code == 200
    assert fresh(table).status == Match.Status.PAUSED


@pytest.mark.parametrize(
    ("what", "days"),
    [("pause", 31), ("pause", 0), ("pause", -7), ("pause", "seven"), ("win", 7), ("", 7), ("pause", "")],
)
def test_only_what_the_page_offers_can_be_proposed(noon, what, days):
    table = day_match()
    assert propose(table, 0, what, days).status_code == 422
    assert fresh(table).proposal == ""


def test_bots_and_people_whose_seat_a_bot_plays_are_not_asked(noon):
    table = kangoeroe(3, bots=2, pace=24 * 3600)
    Seat.objects.filter(match=table.match, number=2).update(auto=True)
    assert propose(table, 2).status_code == 409
    propose(table, 0)
    reply(table, 1, "yes")
    assert fresh(table).status == Match.Status.PAUSED


def test_whoever_stops_looking_after_a_seat_no_longer_holds_up_an_agreement(noon):
    table = day_match(3)
    propose(table, 1)
    reply(table, 2, "yes")
    Hand.objects.filter(match=table.match, seat__number=0).update(absences=1)
    go_to(noon, NOON + DAY)
    expiry.sweep()  # the second visit that seat 0 misses: its voice is not needed any more
    assert fresh(table).status == Match.Status.PAUSED


def test_whoever_leaves_no_longer_holds_up_an_agreement(noon):
    table = day_match(3)
    propose(table, 1)
    reply(table, 2, "yes")
    table.post(0, "leave", {})
    assert fresh(table).status == Match.Status.PAUSED


# The end


def test_everybody_can_agree_to_end_a_match_without_a_result(noon):
    table = day_match()
    propose(table, 0, "end", 0)
    assert "It is proposed to end this match without a result." in text(table.page(1))
    reply(table, 1, "yes", "end")
    match = fresh(table)
    assert (match.status, match.closed_why, match.ended_at) == ("closed", "agreed", NOON)
    assert "Everybody who still played agreed to end it." in text(table.page(0))
    assert not Prompt.objects.filter(match=match, waits=True).exists()


def test_a_paused_match_can_be_ended_too(noon):
    table = day_match()
    propose(table, 0)
    reply(table, 1, "yes")
    propose(table, 1, "end", 0)
    reply(table, 0, "yes", "end")
    assert fresh(table).status == Match.Status.CLOSED


# Leaving


def test_leaving_a_running_match_hands_the_seat_to_a_bot_and_tells_the_others(noon):
    table = day_match(3)
    assert table.post(0, "leave", {}, htmx=False).status_code == 303
    assert fresh(table).running
    assert notes(table) == ["left"]
    assert table.moves()[-1].by == "bot"
    assert table.page(0).status_code == 404
    assert "Alice" in text(table.page(1))


def test_a_match_whose_only_other_person_is_absent_falls_asleep_when_one_leaves(noon):
    table = day_match(2)
    Seat.objects.filter(match=table.match, number=1).update(auto=True)
    table.post(0, "leave", {})
    assert fresh(table).status == Match.Status.ASLEEP
    assert table.post(1, "back", {}).status_code == 200
    assert fresh(table).running


def test_the_last_to_leave_closes_the_match(noon):
    table = day_match(2)
    table.post(0, "leave", {})
    table.post(1, "leave", {})
    assert (fresh(table).status, table.match.closed_why) == ("closed", "left")


@pytest.mark.parametrize("press", ["back", "resume", "leave"])
def test_a_bot_that_fails_when_somebody_comes_or_goes_freezes_the_match_and_loses_nothing(
    noon, monkeypatch, press
):
    table = kangoeroe(2, bots=1, pace=24 * 3600)
    if press == "resume":
        propose(table, 0)
        reply(table, 1, "yes")
    if press == "back":
        Seat.objects.filter(match=table.match, number=0).update(auto=True)

    def bot(self, view, prompt, orders, dice):
        raise KeyError("b.3")

    monkeypatch.setattr(type(table.game), "bot", bot)
    if press == "leave":
        answered = table.post(0, "leave", {})
        assert answered.status_code == 303
    else:
        force_bot_turn(table)
        answered = table.post(0, press, {})
        assert answered.status_code == 409 and "Something is wrong with this match" in text(answered)
    assert fresh(table).status == Match.Status.FROZEN
    assert table.moves() == [] and "b.3" not in table.match.trouble
    assert Seat.objects.get(match=table.match, number=0).person is not None


def force_bot_turn(table: Party) -> None:
    """The question is put to seat 2, a bot, past the door."""
    fresh(table)
    Match.objects.filter(pk=table.match.pk).update(
        prompts=table.match.prompts.replace('"seat":0', '"seat":2')
    )


# All together


@pytest.mark.parametrize("seed", range(40))
def test_days_pauses_and_answers_in_any_order_leave_exactly_the_time_the_model_says(noon, seed):
    """Against a model of one clock: what was left before a pause is left after it, to the second."""
    random, table = Random(seed), day_match()
    for seat in table.clients:
        person = Seat.objects.get(match=table.match, number=seat).person
        person.quiet_from = person.quiet_until = None
        person.save()
    table = Party(table.match, table.clients)
    number, due, given, left = table.owed().number, row(table).due_at, 0, None
    for _ in range(12):
        go_to(noon, timezone.now() + timedelta(seconds=random.randrange(1, 3 * 3600)))
        match fresh(table).status, random.choice(("day", "pause", "resume", "sweep", "no")):
            case "running", "day" if given < clock.MOST_DAYS:
                give(table, 1, given, number)
                due, given = due + DAY, given + 1
            case "running", "pause":
                propose(table, 0)
                reply(table, 1, "yes")
                left = due - timezone.now()
            case "running", "no":
                propose(table, 0)
                reply(table, 1, "no")
            case "paused", "resume":
                table.post(random.choice((0, 1)), "resume", {})
                due = timezone.now() + left
            case _, "sweep":
                expiry.sweep()
                expiry.wake_and_close(timezone.now())
        if fresh(table).running and due > timezone.now():
            assert abs(row(table).due_at - due) < timedelta(seconds=1)
            assert table.moves() == []
        elif fresh(table).running:
            expiry.sweep()
            assert len(table.moves()) >= 1  # and no sooner
            return


def test_what_a_table_settles_costs_no_more_at_a_long_match(noon):
    costs = []
    for seats in (2, 6):
        table = day_match(seats)
        with Queries() as queries:
            give(table, 1, 0)
        costs.append(len(queries))
    assert len(set(costs)) == 1


def test_the_bounds_are_those_that_were_promised():
    assert max(agreement.PAUSES) == 30 and resting.LONGEST_PAUSE == 30 * DAY and clock.MOST_DAYS == 3
