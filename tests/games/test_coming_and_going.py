"""Leaving and coming back, seen from the edges: twice, too late, with somebody else's page, past a failing bot."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from accounts.models import Send, User
from games import dealing, expiry, links, lobby, notices, presence, repair, resting
from games.desk import rules_at_work
from games.models import Invitation, Match, Message, Prompt, Seat
from games.refusals import Refused
from tests.games.scripts import Party, bot_form, desk_of, kangoeroe, play_on, poll_url, sit_down, text

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)
DAY = 24 * 3600


@pytest.fixture(autouse=True)
def noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def day_match(seats: int = 3, **more) -> Party:
    return kangoeroe(seats, pace=DAY, **more)


def person(table: Party, seat: int):
    return Seat.objects.get(match=table.match, number=seat).person


def leave(client: Client, table: Party, then: str = "bot"):
    return client.post(table.url("leave"), {"then": then})


# Leaving


def test_the_second_of_two_presses_leads_where_the_first_did_also_from_another_browser(sign_in):
    table = day_match()
    other_browser = sign_in(person(table, 0))
    answers = [
        leave(client, table, "substitute") for client in (table.clients[0], other_browser, table.clients[0])
    ]
    assert [(a.status_code, a["Location"]) for a in answers] == [(303, "/left/")] * 3
    link = Seat.objects.get(match=table.match, number=0).invite
    assert all(link in text(client.get("/left/")) for client in (table.clients[0], other_browser))
    assert Message.objects.filter(match=table.match, key="left").count() == 1


def test_whoever_never_sat_there_is_told_of_no_match_whatever_they_press(sign_in, dora):
    table = day_match()
    assert leave(sign_in(dora), table).status_code == 404


def test_leaving_what_is_over_already_shows_how_it_ended_and_changes_nothing():
    table = day_match(2)
    play_on(table.match)
    answer = leave(table.clients[0], table, "substitute")
    assert (answer.status_code, answer["Location"]) == (303, table.match.get_absolute_url())
    seat = Seat.objects.get(match=table.match, number=0)
    assert seat.person is not None and seat.invite is None


def test_the_last_person_to_leave_gets_no_link_to_a_table_that_is_closed():
    table = day_match(1, bots=2)
    assert leave(table.clients[0], table, "substitute")["Location"] == "/?left=1"
    assert not Seat.objects.filter(match=table.match, invite__isnull=False).exists()
    assert table.clients[0].get("/left/").status_code == 302


def test_a_host_who_leaves_hands_the_table_on_and_hears_no_more_of_it():
    table = day_match()
    Match.objects.filter(pk=table.match.pk).update(host=person(table, 0))
    host = person(table, 0)
    leave(table.clients[0], table)
    table.match.refresh_from_db()
    assert table.match.host == person(table, 1)
    notices.joined(table.match, Seat.objects.get(match=table.match, number=2))
    assert not Send.objects.filter(person=host).exists()


def test_a_page_of_a_seat_that_was_left_says_that_it_changed_and_counts_as_nobodys_presence(sign_in, dora):
    table = day_match()
    url = poll_url(table.page(0))
    leave(table.clients[0], table, "substitute")
    client = sign_in(dora)
    client.post(f"/i/{Seat.objects.get(match=table.match, number=0).invite}/")
    assert person(table, 0) == dora
    assert Client().get(url).status_code == 205
    assert not presence.who_is_here([table.hand(0).pk])
    Client().get(poll_url(client.get(table.url("match"))))
    assert presence.who_is_here([table.hand(0).pk]) == {table.hand(0).pk}


# Whose time it was


def test_the_log_says_whose_time_was_up_and_in_whose_place_a_bot_played():
    table = day_match(2)
    Prompt.objects.filter(match=table.match).update(due_at=NOON)
    expiry.sweep()
    assert "by the clock: your time was up" in text(table.page(0))
    assert "by the clock: the time of Alice was up" in text(table.page(1))
    Seat.objects.filter(match=table.match, number=0).update(auto=True)
    while not table.moves(by="standin"):
        table.answer(1, table.owed(1).number, bot_form(table, table.owed(1)))
    assert "a bot in your place" in text(table.clients[0].get(table.url("log")))
    assert "a bot in the place of Alice" in text(table.clients[1].get(table.url("log")))


# Where to next


def test_the_next_match_is_the_one_that_is_due_first_and_practice_comes_last(alice, bob, sign_in):
    practice = dealing.start_practice(alice, "kangoeroe", 3, {"first": 0})
    late, soon = (sit_down("kangoeroe", [alice, bob], {"first": 0}, pace=DAY) for _ in range(2))
    Prompt.objects.filter(match=soon).update(due_at=NOON + timedelta(hours=1))
    client, seen = sign_in(alice), []
    for match in (soon, late, practice):
        where = client.get("/next/")["Location"]
        seen.append(where)
        assert where == match.get_absolute_url()
        Prompt.objects.filter(match=match).update(waits=False)


# Pressed past each other


def test_a_proposal_that_was_overtaken_by_a_pause_does_not_pause_again():
    table = day_match(2)
    table.post(0, "propose", {"what": "pause", "days": 7})
    with transaction.atomic():  # the host of the site pauses it by hand
        resting.pause(desk_of(table.match), NOON + timedelta(days=3))
    table.post(1, "reply", {"what": "pause", "say": "yes"})
    table.post(0, "resume", {})
    table.match.refresh_from_db()
    assert (table.match.status, table.match.proposal) == (Match.Status.RUNNING, "")
    assert Prompt.objects.filter(match=table.match, waits=True).count() == 1


def test_whoever_ends_a_pause_is_not_told_of_it_and_is_named_to_the_others():
    table = day_match(2)
    table.post(0, "propose", {"what": "pause", "days": 7})
    table.post(1, "reply", {"what": "pause", "say": "yes"})
    for seat in (0, 1):
        User.objects.filter(pk=person(table, seat).pk).update(email=f"{seat}@example.org")
    Send.objects.all().delete()
    table.post(1, "resume", {})
    assert {send.person_id for send in Send.objects.all()} == {person(table, 0).pk}
    assert "Bob" in text(table.clients[0].get(table.url("talk")))


# Barred, and coming by a link all the same


def test_somebody_the_host_removed_cannot_come_in_place_of_a_bot_either(alice, bob, cleo, sign_in):
    match = lobby.create(alice, "kangoeroe", seats=4, bots=0, pace=DAY, options={})
    links.take_seat(match.invite, bob)
    lobby.remove(match.code, alice, match.seats.get(person=bob).pk)
    lobby.start(match.code, alice, "claim")
    match.refresh_from_db()
    assert match.running and match.invite
    assert Invitation.objects.filter(match=match, person=bob, barred=True).exists()
    with pytest.raises(Refused):
        links.take_seat(match.invite, bob)
    assert links.take_seat(match.invite, cleo).seats.filter(person=cleo).exists()


def test_a_bot_that_fails_as_somebody_sits_down_freezes_the_match_and_says_no_card(
    alice, cleo, caplog, monkeypatch
):
    match = lobby.create(alice, "kangoeroe", seats=3, bots=0, pace=DAY, options={})
    lobby.start(match.code, alice, "claim")
    match.refresh_from_db()

    def run_on(self):
        with rules_at_work():
            raise KeyError("r.7")

    monkeypatch.setattr("games.desk.Desk.run_on", run_on)
    with pytest.raises(Refused) as refused:
        links.take_seat(match.invite, cleo)
    assert refused.value.why == "broken"
    match.refresh_from_db()
    assert match.status == Match.Status.FROZEN and "r.7" not in match.trouble + caplog.text
    assert not match.seats.filter(person=cleo).exists()


# After a step back


def test_a_form_from_before_a_step_back_answers_nothing_and_is_told_why():
    table = day_match(2)
    old = table.owed(0)
    form = bot_form(table, old)
    table.answer(0, old.number, form)
    with transaction.atomic():
        repair.rewind(desk_of(table.match), 0)
    again = table.owed(0)
    assert again.number == old.number
    stale = table.post(0, "answer", form, again.number)
    assert stale.status_code == 409 and "put back to an earlier move" in text(stale)
    assert 'name="rewinds" value="1"' in text(table.page(0))
    table.match.refresh_from_db()
    assert table.answer(0, again.number, form).status_code == 200
