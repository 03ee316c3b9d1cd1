"""What a mute and a suspension mean: what is refused, what goes on, who is told, and what the table sees of it."""

import re
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from accounts import sending
from accounts.models import Send, User
from accounts.notices import KINDS
from accounts.people import make_guest
from games import expiry, lobby, seating, tables
from games.models import Match, Message, Seat
from games.moderation import cases, seats
from games.moderation.middleware import OPEN
from games.moderation.models import Appeal, Report
from games.moderation.tasks import seat_bots
from quotes.models import Card, Words
from tests.game_of_quotes.seated import in_round, table
from tests.games.scripts import HTMX, kangoeroe, sit_down
from tests.moderation import scenes
from tests.moderation.forms import forms_in
from tests.moderation.scenes import address, browser, decided, moderator, person, report, text

pytestmark = pytest.mark.django_db

SOON = timedelta(days=3)


def mute(who: User) -> None:
    who.muted_until = timezone.now() + SOON
    who.save()


def suspend(who: User) -> None:
    """As a verdict about something they wrote."""
    case = report(person("Reporter"), "card", scenes.card(who, f"Quote of {who.pk}."))
    decided(moderator("Judge"), case, "keep", "suspend", days=3)
    who.refresh_from_db()


def seat_person(match: Match, number: int) -> User:
    return match.seats.get(number=number).person


# Muted


def test_nothing_is_said_at_tables_but_ready_words(alice, bob):
    match = sit_down("kangoeroe", [alice, bob])
    mute(alice)
    client = browser(alice)
    answer = client.post(f"/m/{match.code}/talk/", {"text": "You wardrobe"}, headers=HTMX)
    assert answer.status_code == 422 and "you write nothing here until" in text(answer)
    assert 'value="You wardrobe"' in text(answer)
    assert client.post(f"/m/{match.code}/talk/", {"reaction": "ouch"}).status_code == 303
    assert Message.objects.get().kind == "reaction" and not Words.objects.exists()


def test_no_blank_is_filled_in(alice, bob):
    match = lobby_of(alice, bob)
    mute(alice)
    answer = browser(alice).post(f"/m/{match.code}/table/blank/", {"quote": "Oh.", "source": "Me"})
    assert answer.status_code == 422 and "you write nothing here until" in text(answer)
    assert ">Oh.</textarea>" in text(answer) and not Words.objects.exists()


def lobby_of(*people: User) -> Match:
    decks = [scenes.deck_of(people[0])]
    for n in range(1, 61):
        Card.objects.create(deck=decks[0], number=n, quote=f"Quote {n}.", source=f"S {n}", language="en")
    fields = {"seats": 3, "bots": 0, "pace": 24 * 3600, "options": {"most_blanks": 4}}
    match = lobby.create(people[0], "game-of-quotes", chosen_decks=decks, **fields)
    for one in people[1:]:
        with tables.locked(code=match.code) as held:
            seating.add_person(held, one)
    return match


WRITES = {3: "write", 4: "both"}


@pytest.mark.parametrize("number", WRITES)
def test_no_source_is_written_but_a_ready_one_is_taken(number):
    party = table(in_round(number))
    mute(seat_person(party.match, 0))
    prompt = party.prompt(0, WRITES[number])
    form = {"do": WRITES[number], "words": "My landlord"}
    if number == 4:
        form["card"] = party.state.hands[0].cards[0]
    refused = party.answer(0, prompt.number, form)
    assert refused.status_code == 422 and "you write nothing here until" in text(refused)
    assert ">My landlord</textarea>" in text(refused) and not Words.objects.exists()
    offer = party.offer(prompt)
    stock = next(f for way in offer.ways for f in way.fields if f.name == "stock").choices[0].value
    assert party.answer(0, prompt.number, form | {"words": "", "stock": str(stock)}).status_code == 200


def test_other_rounds_are_played_as_ever():
    party = table(in_round(1))
    mute(seat_person(party.match, 0))
    prompt = party.prompt(0, "quote")
    card = party.state.hands[0].cards[0]
    assert party.answer(0, prompt.number, {"do": "pick", "card": card, "reads": "name"}).status_code == 200


def test_the_idea_pad_takes_nothing_new_and_loses_nothing():
    party = table(in_round(1))
    assert party.post(0, "orders", {"part": "pad", "idea-1": "The baker"}).status_code == 200
    kept = party.hand(0).orders
    mute(seat_person(party.match, 0))
    refused = party.post(0, "orders", {"part": "pad", "idea-1": "The baker", "idea-2": "My landlord"})
    assert refused.status_code == 422 and "you write nothing here until" in text(refused)
    assert 'value="My landlord"' in text(refused)
    assert party.hand(0).orders == kept
    assert party.post(0, "orders", {"part": "pad", "idea-1": ""}).status_code == 200
    assert party.hand(0).orders != kept


def test_in_practice_one_writes_for_oneself():
    party = table(in_round(3))
    Match.objects.filter(pk=party.match.pk).update(practice=True)
    mute(seat_person(party.match, 0))
    prompt = party.prompt(0, "write")
    assert party.answer(0, prompt.number, {"do": "write", "words": "My landlord"}).status_code == 200


def test_the_name_stays_and_all_else_in_the_settings_can_be_changed(alice):
    mute(alice)
    client = browser(alice)
    answer = client.post("/settings/part/name/", {"name": "Alice the Great"})
    assert answer.status_code == 422 and "you write nothing here until" in text(answer)
    assert client.post("/settings/part/name/", {"name": "Alice"}).status_code == 303
    assert client.post("/settings/part/theme/", {"theme": "dark"}).status_code == 303
    alice.refresh_from_db()
    assert (alice.name, alice.theme) == ("Alice", "dark")


def test_whose_name_was_taken_away_chooses_another_once_and_no_more(alice, bob):
    case = report(bob, "name", alice)
    decided(moderator("Judge"), case, "rename", "mute")
    client = browser(alice)
    assert client.post("/settings/part/name/", {"name": "Alicia"}).status_code == 303
    again = client.post("/settings/part/name/", {"name": "Alicia the Great"})
    assert again.status_code == 422 and "you write nothing here until" in text(again)
    alice.refresh_from_db()
    assert alice.name == "Alicia"


def test_a_guest_whose_name_was_taken_away_chooses_another_with_the_seat(bob):
    guest = make_guest("Gus")
    decided(moderator("Judge"), report(bob, "name", guest), "rename", "mute")
    form = {"name": "Gustav", "email": "gus@example.org"}
    assert browser(guest).post("/keep/", form).status_code == 303


def test_what_somebody_calls_themselves_is_not_what_they_were_given(alice, bob):
    """Another's placeholder, or one of old, opens nothing."""
    decided(moderator("Judge"), report(bob, "name", ben := person("Ben")), "rename")
    ben.refresh_from_db()
    User.objects.filter(pk=alice.pk).update(name=ben.name)
    alice.refresh_from_db()
    mute(alice)
    assert browser(alice).post("/settings/part/name/", {"name": "Alicia"}).status_code == 422


def test_a_guest_who_keeps_the_seat_keeps_the_name(db):
    guest = make_guest("Gus")
    mute(guest)
    form = {"name": "Wardrobe", "email": "gus@example.org"}
    answer = browser(guest).post("/keep/", form)
    assert answer.status_code == 422 and "you write nothing here until" in text(answer)
    assert browser(guest).post("/keep/", form | {"name": "Gus"}).status_code == 303


def test_reports_and_appeals_are_taken(alice, bob):
    judge = moderator("Judge")
    case = decided(judge, report(bob, "card", scenes.card(alice)), "keep", "mute")
    card = scenes.card(bob, "Another one.")
    sent = browser(alice).post(address(alice, "card", card.pk), {"reason": "other", "note": "This one"})
    assert sent.status_code == 303 and Report.objects.filter(reporter=alice, note="This one").exists()
    assert browser(alice).post(f"/about-you/{case.pk}/appeal/", {"text": "Not so."}).status_code == 303


def test_it_ends_by_itself(alice, bob, time_machine):
    match = sit_down("kangoeroe", [alice, bob])
    mute(alice)
    time_machine.move_to(timezone.now() + SOON + timedelta(seconds=1))
    assert browser(alice).post(f"/m/{match.code}/talk/", {"text": "Back"}).status_code == 303


# Suspended: what they see


def test_whatever_they_come_for_they_read_why_and_until_when(alice, bob, time_machine):
    time_machine.move_to("2026-05-04 12:00:00+00:00", tick=False)
    match = sit_down("kangoeroe", [alice, bob])
    suspend(alice)
    client = browser(alice)
    for where in ("/", "/settings/", f"/m/{match.code}/", "/people/", "/new/", "/decks/", "/admin/"):
        assert client.get(where)["Location"] == "/suspended/", where
    answer = client.get("/suspended/")
    assert answer.status_code == 200
    for words in (
        "until 7 May 2026, 12:00",
        "It insults or mocks somebody.",
        f"Quote of {alice.pk}.",
        "Say something against it",
        "Delete your account",
        "Sign out",
    ):
        assert words in text(answer), words
    assert "Judge" not in text(answer) and "Reporter" not in text(answer)


def test_in_the_middle_of_a_page_they_are_led_to_it(alice, bob):
    match = sit_down("kangoeroe", [alice, bob])
    suspend(alice)
    answer = browser(alice).get(f"/m/{match.code}/talk/?after=1", headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/suspended/")


def patterns(resolver=None, before=""):
    """All addresses of the site by their names, with what stands in for their parts."""
    for one in (resolver or get_resolver()).url_patterns:
        where = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield one.name, where, one.callback
        elif not where.startswith("admin"):
            yield from patterns(one, where)


def test_nothing_that_they_send_is_taken_anywhere(alice, bob):
    """Every address of the site; what is open to them is in the list that the docs give."""
    suspend(alice)
    client = browser(alice)
    tried = 0
    for name, where, view in patterns():
        if name in OPEN or getattr(view, "without_person", False):
            continue
        path = "/" + re.sub(r"<int:\w+>", "1", re.sub(r"<(?:slug|str):\w+>", "nothing", where))
        answer = client.post(path.replace("^", "").replace("$", "").replace("\\Z", ""))
        assert answer.status_code == 403, (path, answer.status_code)
        assert "You are suspended" in text(answer)
        tried += 1
    assert tried > 70


@pytest.mark.parametrize("name", ["quote", "text", "lines"])
def test_what_they_were_writing_is_shown_to_copy(alice, bob, name):
    suspend(bob)
    answer = browser(bob).post("/decks/new/", {name: "Half <a> thought", "password": "secret"})
    assert answer.status_code == 403
    assert "Half &lt;a&gt; thought" in answer.content.decode() and "secret" not in answer.content.decode()


def test_they_can_sign_out_say_something_against_it_and_go(alice, bob):
    suspend(alice)
    client = browser(alice)
    (form,) = [one for one in forms_in(text(client.get("/suspended/"))) if "appeal" in one.action]
    assert client.post(form.action, {"text": "It was a joke."}).status_code == 303
    assert Appeal.objects.get().text == "It was a joke."
    assert "It was a joke." in text(client.get("/suspended/"))
    assert client.get("/settings/delete/").status_code in (200, 302)
    assert client.post("/account/logout/").status_code == 303
    assert client.get("/").status_code == 200


def test_they_can_take_along_what_is_theirs(alice, bob):
    suspend(alice)
    client = browser(alice)
    page = text(client.get("/suspended/"))
    assert "Export your deck Night shift" in page
    deck = alice.decks.get()
    assert client.get(f"/decks/{deck.pk}/export/").status_code == 200
    assert f"Quote of {alice.pk}." in text(client.get(f"/decks/{deck.pk}/export/csv/"))
    told = client.get("/about-you/data.json")
    assert told["Content-Disposition"].startswith("attachment")
    assert told.json()["decisions"][0]["text"][0] == f"Quote of {alice.pk}."
    assert 'href="/settings/data.zip"' in page
    assert "data.json" in ZipFile(BytesIO(client.get("/settings/data.zip").getvalue())).namelist()


def test_no_file_is_offered_that_would_be_empty(alice, bob):
    kept = scenes.card(alice, "One.", deck=scenes.deck_of(alice, "Kept")).deck
    of_others = scenes.card(bob, "Two.", deck=scenes.deck_of(bob, "Edited together")).deck
    of_others.editors.add(alice)
    scenes.deck_of(alice, "Never filled")
    taken_out = scenes.card(alice, "Three.", deck=scenes.deck_of(alice, "All taken out"))
    taken_out.retired_at = timezone.now()
    taken_out.save()
    hidden = scenes.card(alice, "Four.", deck=scenes.deck_of(alice, "Hidden as a whole")).deck
    decided(moderator("Judge"), report(person("Reporter"), "deck", hidden), "hide")
    single = scenes.card(alice, "Five.", deck=scenes.deck_of(alice, "Its only card hidden"))
    decided(moderator("Judge"), report(person("Reporter"), "card", single), "hide")
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + SOON)
    page = text(browser(alice).get("/suspended/"))
    offered = set(re.findall(r'href="/decks/(\d+)/export/"', page))
    assert offered == {str(kept.pk), str(of_others.pk)}


def test_a_suspended_guest_can_delete_the_guest(db):
    guest = make_guest("Gus")
    guest.suspended_until = timezone.now() + SOON
    guest.save()
    client = browser(guest)
    assert "Delete this guest" in text(client.get("/suspended/"))
    assert client.post("/settings/delete/", {"sure": "1"}).status_code == 303
    assert not User.objects.filter(pk=guest.pk).exists()


def test_who_is_not_suspended_has_no_such_page(alice):
    assert browser(alice).get("/suspended/")["Location"] == "/"
    assert browser(None).get("/suspended/").status_code == 302


def test_the_notice_says_why_until_when_and_leads_to_the_appeal(alice, bob, mailoutbox):
    suspend(alice)
    Send.objects.filter(person=alice).update(not_before=timezone.now() - timedelta(minutes=1))
    sending.send_ready()
    (mail,) = [one for one in mailoutbox if one.to == ["alice@example.org"]]
    assert "You take part in nothing here until" in mail.body and "It insults or mocks somebody" in mail.body
    row = Send.objects.get(person=alice)
    assert KINDS["moderation"].say(row).path.startswith("/about-you/?case=")


# Suspended: their matches


def test_a_bot_plays_for_them_and_the_table_reads_nothing_else(alice, bob, cleo):
    match = sit_down("kangoeroe", [alice, bob, cleo], {"first": 0, "defence": "ask"}, pace=24 * 3600)
    suspend(alice)
    seat = match.seats.get(person=alice)
    assert seat.auto and seat.person == alice
    match.refresh_from_db()
    assert match.status == "running" and match.moves.filter(seat=0).exists()
    seen = text(browser(bob).get(f"/m/{match.code}/")) + text(browser(bob).get(f"/m/{match.code}/talk/"))
    assert "A bot plays for Alice until Alice is back." in seen
    assert "uspen" not in seen and "moderator" not in seen.replace("moderation", "")


def test_they_are_not_told_to_take_the_seat_back(alice, bob):
    sit_down("kangoeroe", [alice, bob], pace=24 * 3600)
    suspend(alice)
    assert {row.kind for row in Send.objects.filter(person=alice)} == {"moderation"}


def test_after_it_they_take_their_seats_back_by_the_usual_press(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], {"first": 1, "defence": "ask"}, pace=24 * 3600)
    suspend(alice)
    client = browser(alice)
    assert client.post(f"/m/{match.code}/back/").status_code == 403
    assert match.seats.get(person=alice).auto
    case = alice.cases.get()
    cases.end(moderator("Other"), case.pk, "lift_suspension")
    assert client.post(f"/m/{match.code}/back/").status_code == 303
    assert not match.seats.get(person=alice).auto


def test_alone_among_bots_the_match_sleeps_and_is_not_played_out(alice):
    match = sit_down("kangoeroe", [alice, None], pace=24 * 3600)
    suspend(alice)
    match.refresh_from_db()
    assert match.status == "asleep"


@pytest.mark.parametrize("status", ["paused", "asleep", "frozen"])
def test_matches_that_stand_still_go_on_as_ever_later(alice, bob, status, time_machine):
    match = sit_down("kangoeroe", [alice, bob], {"first": 0, "defence": "ask"}, pace=24 * 3600)
    until = timezone.now() + timedelta(days=1)
    Match.objects.filter(pk=match.pk).update(status=status, since=timezone.now(), paused_until=until)
    suspend(alice)
    match.refresh_from_db()
    assert match.status == status and match.seats.get(person=alice).auto
    if status == "paused":
        time_machine.move_to(until + timedelta(minutes=1))
        expiry.wake_and_close(timezone.now())
        match.refresh_from_db()
        assert match.status == "running" and match.moves.filter(seat=0).exists()


def test_matches_that_are_over_and_practice_stay_as_they_are(alice, bob):
    done, practice = sit_down("kangoeroe", [alice, bob]), sit_down("kangoeroe", [alice, None])
    Match.objects.filter(pk=done.pk).update(status="finished")
    Match.objects.filter(pk=practice.pk).update(practice=True)
    suspend(alice)
    assert not Seat.objects.filter(person=alice, auto=True).exists()


def test_a_table_that_waits_goes_on_with_another_host_or_is_taken_down(alice, bob):
    shared, alone = (
        lobby_of(alice, bob),
        lobby.create(alice, "kangoeroe", seats=2, bots=0, pace=24 * 3600, options={}),
    )
    guest_at = lobby.create(bob, "kangoeroe", seats=3, bots=0, pace=24 * 3600, options={})
    with tables.locked(code=guest_at.code) as held:
        seating.add_person(held, alice)
    suspend(alice)
    for match in (shared, alone, guest_at):
        match.refresh_from_db()
    assert (shared.host, shared.status) == (bob, "lobby")
    assert alone.status == "closed"
    assert [seat.person for seat in guest_at.seats.all()] == [bob]
    assert not Seat.objects.filter(person=alice, match__status="lobby").exists()


def test_a_broken_match_keeps_nobody_from_being_suspended(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], pace=24 * 3600)
    other = sit_down("kangoeroe", [alice, bob], pace=24 * 3600)
    Match.objects.filter(pk=match.pk).update(table='{"is":"nonsense"}')
    suspend(alice)
    assert Seat.objects.get(match=match, person=alice).auto
    assert Seat.objects.get(match=other, person=alice).auto


def test_what_a_dead_request_left_undone_is_done_by_the_sweep(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], pace=24 * 3600)
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + SOON)
    assert not match.seats.get(person=alice).auto
    seat_bots()
    assert match.seats.get(person=alice).auto
    assert seats.hand_over_all() == 0


def test_their_standing_orders_do_not_answer_in_their_name(alice, bob):
    table = kangoeroe(2, pace=24 * 3600)
    who = seat_person(table.match, 0)
    suspend(who)
    by = set(table.match.moves.filter(seat=0).values_list("by", flat=True))
    assert by <= {"standin"}
