"""A table before the deal: made, joined, left, handed on, started; and who may do what to it."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import ties
from accounts.models import User
from games import catalog, lobby, replay, seating
from games.desk import BrokenMatch, Desk
from games.lobby import MOST_UNFILLED
from games.models import Hand, Invitation, Match, Move, Seat
from games.paces import PACES
from games.refusals import Refused
from games.views import lobby as views
from tests.games.scripts import Queries, deck, everything_stored, person, play_on, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

FORM = {"seats": "4", "bots": "0", "who": "invited", "pace": "86400", "start": "host"}


def table(host, slug="kangoeroe", seats=4, bots=0, pace=86400, options=None, **more) -> Match:
    return lobby.create(host, slug, seats=seats, bots=bots, pace=pace, options=options or {}, **more)


def ask(match, *people) -> None:
    for one in people:
        Invitation.objects.create(match=match, person=one, by=match.host)


def seat_all(match, *people) -> None:
    ask(match, *people)
    for one in people:
        seating.join(match.code, one)


def sitting(match) -> list[str]:
    seats = match.seats.order_by("number").select_related("person")
    assert [seat.number for seat in seats] == list(range(len(seats)))
    return ["bot" if seat.bot else seat.name for seat in seats]


def do(client: Client, match, what: str, **form):
    return client.post(f"/m/{match.code}/table/{what}/", form)


def row_of(match, who) -> int:
    return match.seats.get(person=who).pk


# Making one


def test_the_page_for_a_new_table_shows_every_pace_with_what_happens_to_the_late(alice, sign_in):
    page = text(sign_in(alice).get("/new/kangoeroe/"))
    for pace in PACES.values():
        assert str(pace.name) in page and str(pace.late) in page
    assert "/new/kangoeroe/" in text(sign_in(alice).get("/new/"))


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ({}, {"wanted": 4, "pace": 86400, "visibility": "invited", "watchable": False, "auto_start": False}),
        ({"seats": "2", "pace": "300"}, {"wanted": 2, "pace": 300}),
        ({"start": "full"}, {"auto_start": True}),
        ({"watch": "1"}, {"watchable": True}),
        ({"who": "open"}, {"visibility": "open"}),
        ({"pace": "604800"}, {"pace": 604800}),
    ],
)
def test_a_new_table_is_what_the_form_says_and_its_host_sits_at_it(alice, sign_in, form, made):
    answer = sign_in(alice).post("/new/kangoeroe/", FORM | form)
    match = Match.objects.get()
    assert answer.status_code == 303 and answer["Location"] == f"/m/{match.code}/"
    assert {name: getattr(match, name) for name in made} == made
    assert (match.status, match.table, match.host, match.practice) == ("lobby", "", alice, False)
    assert sitting(match) == ["Alice"] and len(match.invite) >= 22


def test_bots_sit_down_at_once(alice, sign_in):
    sign_in(alice).post("/new/kangoeroe/", FORM | {"bots": "2"})
    assert sitting(Match.objects.get()) == ["Alice", "bot", "bot"]


@pytest.mark.parametrize(
    ("pace", "sent", "kept"),
    [
        ("300", {}, "ask"),
        ("86400", {}, "automatic"),
        ("300", {"defence": ""}, "ask"),
        ("300", {"defence": "automatic"}, "automatic"),
        ("604800", {"defence": "ask"}, "ask"),
    ],
)
def test_an_option_that_is_left_open_suits_the_pace(alice, sign_in, pace, sent, kept):
    sign_in(alice).post("/new/kangoeroe/", FORM | {"pace": pace} | sent)
    assert json.loads(Match.objects.get().options) == {"defence": kept}


@pytest.mark.parametrize(
    "form",
    [
        {"seats": "1"},
        {"seats": "7"},
        {"seats": "x"},
        {"seats": ""},
        {"bots": "4"},
        {"bots": "-1"},
        {"bots": "99"},
        {"pace": "60"},
        {"pace": "0"},
        {"pace": "1e3"},
        {"who": "everybody"},
        {"defence": "never"},
    ],
)
def test_what_the_page_does_not_offer_is_refused_in_words_and_what_was_chosen_is_kept(alice, sign_in, form):
    answer = sign_in(alice).post("/new/kangoeroe/", FORM | {"pace": "300", "start": "full"} | form)
    assert answer.status_code == 422 and 'role="alert"' in text(answer)
    assert not Match.objects.exists()
    if "pace" not in form:
        assert 'name="pace" value="300" checked' in text(answer)


def test_whoever_is_not_signed_in_becomes_a_guest_by_making_a_table(db):
    client = Client()
    client.get("/new/kangoeroe/")
    assert not User.objects.exists()
    answer = client.post("/new/kangoeroe/", FORM | {"name": "Nora"})
    guest = User.objects.get()
    assert answer.status_code == 303 and guest.is_guest and guest.name == "Nora"
    assert client.get(answer["Location"]).status_code == 200
    assert Match.objects.get().host == guest


def test_a_refused_form_makes_no_guest(db):
    assert Client().post("/new/kangoeroe/", FORM | {"seats": "9"}).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("who", ["guest", "nobody", "switched-off"])
def test_open_tables_are_for_accounts_where_the_site_has_them(alice, sign_in, settings, who):
    if who == "switched-off":
        settings.PUBLIC_TABLES = False
    alice.is_guest = who == "guest"
    alice.save()
    client = Client() if who == "nobody" else sign_in(alice)
    assert 'value="open"' not in text(client.get("/new/kangoeroe/"))
    assert client.post("/new/kangoeroe/", FORM | {"who": "open"}).status_code == 422
    assert client.post("/new/kangoeroe/", FORM).status_code == 303
    assert Match.objects.get().visibility == "invited"


def test_nobody_has_more_than_twenty_tables_that_wait(alice, sign_in):
    client = sign_in(alice)
    for _ in range(MOST_UNFILLED):
        table(alice)
    assert client.post("/new/kangoeroe/", FORM).status_code == 429
    assert Match.objects.count() == MOST_UNFILLED
    lobby.cancel(Match.objects.first().code, alice)
    assert client.post("/new/kangoeroe/", FORM).status_code == 303


# Who sees it


def test_a_table_shows_itself_to_those_who_sit_there_and_were_asked_and_to_nobody_else(
    alice, bob, cleo, dora, sign_in
):
    match = table(alice)
    seat_all(match, bob)
    ask(match, cleo)
    for who, status in ((alice, 200), (bob, 200), (cleo, 200), (dora, 404)):
        assert sign_in(who).get(f"/m/{match.code}/").status_code == status, who
    assert "Sit down" in text(sign_in(cleo).get(f"/m/{match.code}/"))
    assert match.invite not in text(sign_in(cleo).get(f"/m/{match.code}/"))
    assert match.invite in text(sign_in(bob).get(f"/m/{match.code}/"))


@pytest.mark.parametrize(
    "what",
    [
        *("join", "decline", "take-back", "told", "remove", "hand-over", "bots", "link", "no-link"),
        *("invite", "start", "cancel", "nonsense"),
    ],
)
def test_a_stranger_cannot_do_anything_to_a_table_nor_tell_it_from_nothing(alice, dora, sign_in, what):
    match = table(alice)
    client = sign_in(dora)
    before = everything_stored()
    for code in (match.code, "nosuchmatch9"):
        form = {"seat": row_of(match, alice), "person": dora.pk}
        answer = client.post(f"/m/{code}/table/{what}/", form)
        # Getting up where one does not sit is the same for everybody.
        assert answer.status_code == (303 if what in ("decline", "take-back") else 404)
        assert client.get(f"/m/{code}/table/{what}/").status_code == 404
    assert everything_stored() == before


@pytest.mark.parametrize(
    "what", ["remove", "hand-over", "bots", "link", "no-link", "invite", "start", "cancel"]
)
def test_only_the_host_changes_the_table(alice, bob, sign_in, what):
    match = table(alice)
    seat_all(match, bob)
    client = sign_in(bob)
    before = everything_stored()
    answer = do(client, match, what, seat=row_of(match, alice), person=alice.pk)
    assert answer.status_code == 409 and "Only the host" in text(answer)
    assert everything_stored() == before


def test_the_other_pages_of_a_match_are_not_there_before_the_deal(alice, sign_in):
    match, client = table(alice), sign_in(alice)
    for page in ("log/", "leave/", "replay/", "deal/", "log.json", "orders/", "read/", "answer/1/"):
        assert client.get(f"/m/{match.code}/{page}").status_code in (302, 404), page
        assert client.post(f"/m/{match.code}/{page}").status_code in (404, 405), page
    assert not Move.objects.exists()


def test_a_page_costs_as_many_queries_with_six_seats_as_with_one(alice, sign_in):
    match, client = table(alice, seats=6), sign_in(alice)
    client.get(f"/m/{match.code}/")
    costs = []
    for name in ("Bob", "Cleo", "Emil"):
        with Queries() as queries:
            client.get(f"/m/{match.code}/")
        costs.append(len(queries))
        seat_all(match, person(name))
        ask(match, person(f"{name} too"))
    assert len(set(costs)) == 1 and costs[0] <= 11


# Sitting down and getting up


def test_sitting_down_twice_takes_one_seat(alice, bob, sign_in):
    match = table(alice)
    ask(match, bob)
    for _ in range(3):
        assert do(sign_in(bob), match, "join").status_code == 303
    assert sitting(match) == ["Alice", "Bob"]
    assert not Invitation.objects.exists()


def test_a_full_table_takes_nobody_and_says_so(alice, bob, cleo, sign_in):
    match = table(alice, seats=2)
    ask(match, cleo)
    seat_all(match, bob)
    answer = do(sign_in(cleo), match, "join")
    assert answer.status_code == 409 and "taken" in text(answer)
    assert sitting(match) == ["Alice", "Bob"]


def test_a_seat_that_was_given_up_can_be_taken_again_and_the_numbers_close_up(alice, bob, cleo, sign_in):
    match = table(alice, seats=3)
    seat_all(match, bob, cleo)
    for _ in range(2):
        assert do(sign_in(bob), match, "take-back").status_code == 303
        assert sitting(match) == ["Alice", "Cleo"]
    seat_all(match, bob)
    assert sitting(match) == ["Alice", "Cleo", "Bob"]


def test_the_table_goes_on_to_who_has_sat_there_longest(alice, bob, cleo):
    match = table(alice, bots=1)
    seat_all(match, bob, cleo)
    seating.take_back(match.code, alice)
    match.refresh_from_db()
    assert match.host == bob and sitting(match) == ["bot", "Bob", "Cleo"]


def test_a_table_without_people_is_closed(alice, sign_in):
    match = table(alice, bots=2)
    seating.take_back(match.code, alice)
    match.refresh_from_db()
    assert (match.status, match.closed_why) == ("closed", "cancelled")


def test_saying_no_to_an_invitation_is_remembered(alice, bob, sign_in):
    match = table(alice)
    ask(match, bob)
    assert do(sign_in(bob), match, "decline")["Location"] == "/?done=decline"
    assert Invitation.objects.get().declined_at
    assert "said no" in text(sign_in(alice).get(f"/m/{match.code}/"))


# What the host does


def test_whoever_is_removed_cannot_come_back_by_themselves(alice, bob, sign_in):
    match = table(alice, visibility="open")
    seating.join(match.code, bob)
    old = match.invite
    form = {"seat": row_of(match, bob)}
    for _ in range(2):
        assert do(sign_in(alice), match, "remove", **form).status_code == 303
    match.refresh_from_db()
    assert sitting(match) == ["Alice"] and match.invite not in (None, old)
    client = sign_in(bob)
    assert client.post(f"/i/{old}/", {"do": "sit"}).status_code == 404
    assert client.post(f"/i/{match.invite}/", {"do": "sit"}).status_code == 409
    assert client.post(f"/open/{match.code}/join/").status_code == 409
    assert do(client, match, "join").status_code in (404, 409)
    assert client.get(f"/m/{match.code}/").status_code == 404
    assert match.code not in text(client.get("/open/"))
    assert sitting(match) == ["Alice"]


def test_bots_are_added_and_removed_one_by_one(alice, sign_in):
    match, client = table(alice, seats=3), sign_in(alice)
    for count in (1, 2, 2):
        assert do(client, match, "bots").status_code == 303
        assert match.seats.filter(bot=True).count() == count
    do(client, match, "remove", seat=match.seats.get(number=1).pk)
    assert sitting(match) == ["Alice", "bot"]
    assert not Invitation.objects.exists()


def test_the_host_cannot_remove_themselves(alice, sign_in):
    match = table(alice)
    do(sign_in(alice), match, "remove", seat=row_of(match, alice))
    assert sitting(match) == ["Alice"]


def test_the_table_is_handed_over_to_somebody_who_sits_there(alice, bob, sign_in):
    match = table(alice, bots=1)
    seat_all(match, bob)
    bot = match.seats.get(bot=True).pk
    assert do(sign_in(alice), match, "hand-over", seat=bot).status_code == 409
    assert do(sign_in(alice), match, "hand-over", seat=row_of(match, bob)).status_code == 303
    match.refresh_from_db()
    assert match.host == bob
    assert do(sign_in(alice), match, "cancel").status_code == 409


@pytest.mark.parametrize("seat", ["", "x", "-1", "9" * 30, "٣"])
def test_a_seat_that_cannot_be_read_is_refused(alice, sign_in, seat):
    match = table(alice)
    assert do(sign_in(alice), match, "remove", seat=seat).status_code == 422


def test_a_cancelled_table_says_so_to_those_who_sat_there(alice, bob, sign_in):
    match = table(alice)
    seat_all(match, bob)
    for _ in range(2):
        assert do(sign_in(alice), match, "cancel").status_code == 303
    assert "cancelled" in text(sign_in(bob).get(f"/m/{match.code}/"))
    assert do(sign_in(alice), match, "start").status_code == 410


# People one has played with


def test_only_people_of_common_matches_are_offered_and_none_who_avoid_each_other(
    alice, bob, cleo, dora, sign_in
):
    met = table(alice, seats=4)
    away = person("Emil")
    seat_all(met, bob, cleo, away)
    ties.tie(alice, cleo, "block")
    ties.tie(away, alice, "block")
    match = table(alice)
    page = text(sign_in(alice).get(f"/m/{match.code}/"))
    assert "Bob" in page
    assert not [name for name in ("Cleo", "Emil", "Dora") if name in page]
    for who, status in ((bob, 303), (bob, 303), (cleo, 422), (dora, 422), (away, 422)):
        assert do(sign_in(alice), match, "invite", person=who.pk).status_code == status, who
    assert [row.person for row in match.invitations.all()] == [bob]


def test_asking_people_has_a_limit_and_says_when_again(alice, bob, sign_in, monkeypatch, time_machine):
    monkeypatch.setattr(views, "MOST_INVITATIONS", 1)
    time_machine.move_to("2026-05-04 12:47:30+00:00", tick=False)
    seat_all(table(alice), bob)
    match, client = table(alice), sign_in(alice)
    assert do(client, match, "invite", person=bob.pk).status_code == 303
    for time, again in (("12:47:30", "in 13 minutes"), ("12:59:59", "in 1 second")):
        time_machine.move_to(f"2026-05-04 {time}+00:00", tick=False)
        answer = do(client, match, "invite", person=bob.pk)
        assert answer.status_code == 429
        assert f"You can ask the next one {again}." in text(answer)
    time_machine.move_to("2026-05-04 13:00:00+00:00", tick=False)  # as it was said
    assert do(client, match, "invite", person=bob.pk).status_code == 303


def test_at_most_twenty_people_are_offered(alice, sign_in):
    for n in range(5):
        match = table(alice, seats=6)
        seat_all(match, *[person(f"Friend {n}{m}") for m in range(5)])
    page = text(sign_in(alice).get(f"/m/{table(alice).code}/"))
    assert page.count("/table/invite/") == 20


# The start


def test_the_host_starts_with_those_who_are_there(alice, bob, sign_in):
    match = table(alice, seats=4)
    seat_all(match, bob)
    for _ in range(2):
        assert do(sign_in(alice), match, "start", how="few").status_code == 303
    match.refresh_from_db()
    assert (match.status, match.wanted, match.invite) == ("running", 2, None)
    assert Hand.objects.filter(match=match).count() == 3
    assert Move.objects.filter(match=match, number=0).count() == 1
    assert sign_in(bob).get(f"/m/{match.code}/").status_code == 200


def test_a_deal_that_breaks_stores_nothing_and_says_so(alice, bob, sign_in, monkeypatch):
    match = table(alice, seats=2)
    seat_all(match, bob)

    def break_it(desk):
        raise BrokenMatch("cards are lost")

    client = sign_in(alice)
    monkeypatch.setattr(Desk, "run_on", break_it)
    before = everything_stored()
    answer = do(client, match, "start")
    assert answer.status_code == 409 and "nothing was dealt" in text(answer)
    assert everything_stored() == before


@pytest.mark.parametrize(("how", "claimable"), [("bots", 0), ("claim", 3)])
def test_free_seats_are_filled_with_bots(alice, sign_in, how, claimable):
    match = table(alice)
    do(sign_in(alice), match, "start", how=how)
    match.refresh_from_db()
    assert sitting(match) == ["Alice", "bot", "bot", "bot"]
    assert match.seats.filter(invite__isnull=False).count() == claimable
    assert bool(match.invite) == bool(claimable)


def test_one_person_alone_starts_nothing(alice, sign_in):
    match = table(alice)
    answer = do(sign_in(alice), match, "start", how="few")
    assert answer.status_code == 422 and "not enough" in text(answer)
    match.refresh_from_db()
    assert match.status == "lobby" and not Hand.objects.exists()


@pytest.mark.parametrize("last", ["person", "bot"])
def test_a_table_starts_by_itself_with_the_last_seat(alice, bob, cleo, sign_in, last):
    match = table(alice, seats=3, auto_start=True)
    seat_all(match, bob)
    match.refresh_from_db()
    assert match.status == "lobby"
    if last == "person":
        seat_all(match, cleo)
    else:
        do(sign_in(alice), match, "bots")
    match.refresh_from_db()
    assert match.status == "running" and match.seats.count() == 3


def test_who_starts_is_named_by_the_row_of_a_seat_and_drawn_otherwise(alice, bob, cleo, sign_in):
    match = table(alice, seats=3)
    seat_all(match, bob, cleo)
    page = text(sign_in(alice).get(f"/m/{match.code}/"))
    assert "Who starts" in page
    cleos = row_of(match, cleo)
    seating.take_back(match.code, bob)
    do(sign_in(alice), match, "start", first=str(cleos))
    match.refresh_from_db()
    assert json.loads(match.options)["first"] == 1 == match.seats.get(person=cleo).number


def test_a_starter_who_has_got_up_is_asked_for_again(alice, bob, cleo, sign_in):
    match = table(alice, seats=3)
    seat_all(match, bob, cleo)
    bobs = row_of(match, bob)
    seating.take_back(match.code, bob)
    answer = do(sign_in(alice), match, "start", first=str(bobs))
    assert answer.status_code == 422 and "given up" in text(answer)
    match.refresh_from_db()
    assert match.status == "lobby" and sitting(match) == ["Alice", "Cleo"]


@pytest.mark.parametrize("what", ["take-back", "join", "remove", "bots", "link", "cancel", "told"])
def test_after_the_deal_nothing_of_the_lobby_works_any_more(alice, bob, sign_in, what):
    match = table(alice, seats=2)
    seat_all(match, bob)
    lobby.start(match.code, alice)
    client = sign_in(alice)
    before = everything_stored()
    answer = do(client, match, what, seat=row_of(match, bob))
    assert answer.status_code == (303 if what == "join" else 409)  # who sits there already, sits there
    assert everything_stored() == before


def test_a_match_from_the_lobby_has_due_times(alice, bob):
    match = table(alice, seats=2, pace=86400)
    seat_all(match, bob)
    lobby.start(match.code, alice)
    assert match.prompt_rows.filter(waits=True, due_at__isnull=False).exists()


# What the game asks


def test_answers_are_given_with_the_seat_changed_in_the_lobby_and_handed_to_the_deal(
    alice, bob, cleo, sign_in
):
    match = table(alice, slug="toy", seats=3)
    ask(match, bob, cleo)
    assert do(sign_in(bob), match, "join", **{"ask-luck": "9"}).status_code == 303
    do(sign_in(cleo), match, "join")
    do(sign_in(alice), match, "told", **{"ask-luck": "3"})
    do(sign_in(alice), match, "told", **{"ask-luck": "4"})
    assert 'value="4"' in text(sign_in(alice).get(f"/m/{match.code}/"))
    assert 'value="9"' not in text(sign_in(alice).get(f"/m/{match.code}/"))
    lobby.start(match.code, alice)
    match.refresh_from_db()
    assert json.loads(match.told) == [{"luck": 4}, {"luck": 9}, {}]


@pytest.mark.parametrize("luck", ["10", "-1", "x", "1.5"])
def test_an_answer_that_was_not_asked_for_is_refused(alice, sign_in, luck):
    match = table(alice, slug="toy", seats=3)
    assert do(sign_in(alice), match, "told", **{"ask-luck": luck}).status_code == 422
    assert match.seats.get().told == {}


def test_the_deal_of_a_match_from_the_lobby_can_be_checked(alice, bob, cleo):
    match = table(alice, slug="toy", seats=3)
    seat_all(match, bob, cleo)
    seating.tell(match.code, bob, {"luck": 9})
    lobby.start(match.code, alice)
    match.refresh_from_db()
    play_on(match)
    assert replay.verify(match) == match.move_count


# Tables that nobody fills


def test_a_table_is_closed_after_fourteen_days_and_not_before(alice, bob, sign_in):
    now = timezone.now()
    young, old, begun = table(alice), table(alice), table(alice, seats=2)
    seat_all(old, bob)
    seat_all(begun, bob)
    lobby.start(begun.code, alice)
    Match.objects.filter(pk__in=[old.pk, begun.pk]).update(since=now - timedelta(days=14))
    Match.objects.filter(pk=young.pk).update(since=now - timedelta(days=14) + timedelta(minutes=1))
    assert lobby.expire_unfilled(now) == 1
    assert lobby.expire_unfilled(now) == 0
    states = {match.pk: (match.status, match.closed_why) for match in Match.objects.all()}
    assert states[old.pk] == ("closed", "unfilled")
    assert states[young.pk] == ("lobby", "") and states[begun.pk][0] == "running"
    assert "14 days" in text(sign_in(bob).get(f"/m/{old.code}/"))


def test_the_page_of_a_table_changes_for_those_who_look_at_it(alice, bob, sign_in):
    match = table(alice)
    page = text(sign_in(alice).get(f"/m/{match.code}/"))
    where = page.split('data-poll="')[1].split('"')[0]
    assert Client().get(where).status_code == 204
    seat_all(match, bob)
    assert Client().get(where).status_code == 205


def test_a_person_whose_account_is_gone_leaves_no_seat_behind(alice, bob):
    match = table(alice, seats=3)
    seat_all(match, bob)
    Seat.objects.filter(match=match, person=bob).update(person=None)
    with pytest.raises(Refused):
        lobby.start(match.code, alice, "few")
    lobby.start(match.code, alice, "bots")
    match.refresh_from_db()
    assert match.status == "running"


@pytest.mark.parametrize("slug", catalog.GAMES)
def test_no_option_of_a_game_has_the_name_of_a_question_of_the_table(alice, sign_in, slug):
    deck(starter="en")
    page = text(sign_in(alice).get(f"/new/{slug}/"))
    names = {"seats", "bots", "who", "pace", "start", "watch", "name"}
    assert not names & {field.name for field in catalog.GAMES[slug].settings(max(catalog.GAMES[slug].seats))}
    assert names - {"name"} <= set(re.findall(r'name="([^"]+)"', page))
    answer = sign_in(alice).post(f"/new/{slug}/", FORM | {"start": "full"})
    assert answer.status_code == 303
    assert Match.objects.get().auto_start
