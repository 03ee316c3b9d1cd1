"""Links that are passed on: invitations, substitutes, open tables, watching, and playing once more."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import ties
from accounts.models import User
from accounts.people import make_guest
from games import dealing, links, lobby, seating
from games.models import Hand, Invitation, Match, Message, Prompt, Seat
from games.refusals import Refused
from tests.games.scripts import Queries, everything_stored, finished, person, play_on, poll_url, text
from tests.games.test_lobby import ask, do, row_of, seat_all, sitting, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

SIT = {"do": "sit"}


def running(host, *others, bots=0, how="few", **more) -> Match:
    """A match that was dealt from a lobby."""
    match = table(host, seats=1 + len(others) + bots, bots=bots if how == "few" else 0, **more)
    seat_all(match, *others)
    lobby.start(match.code, host, how)
    match.refresh_from_db()
    return match


def invitation(match, client=None, **form):
    client = client or Client()
    return client.post(f"/i/{match.invite}/", form) if form else client.get(f"/i/{match.invite}/")


# The link of a table


def test_the_page_behind_a_link_says_who_invites_to_what_and_leaves_nothing_behind(alice, bob, sign_in):
    match = table(alice, seats=4, watchable=True)
    seat_all(match, bob)
    ask(match, person("Fay"))
    before = everything_stored()
    client = Client()
    answer = invitation(match, client)
    page = text(answer)
    assert answer.status_code == 200
    for words in (
        "Alice invites you to Kangoeroe",
        "Bob",
        "2 seats free",
        "After a day",
        "Defence at the start",
    ):
        assert words in page
    assert "sessionid" not in client.cookies
    assert everything_stored() == before
    assert match.code not in page


def test_a_preview_names_game_and_free_seats_and_nobody(alice, bob):
    match = table(alice, seats=4)
    seat_all(match, bob)
    answer = invitation(match)
    head = text(answer).split("</head>")[0]
    assert 'property="og:title" content="Kangoeroe: 2 seats free"' in head
    assert "noindex" in head and answer["X-Robots-Tag"] == "noindex"
    assert "Alice" not in head and "Bob" not in head


def test_a_name_is_enough_to_sit_down(alice):
    match, client = table(alice), Client()
    answer = invitation(match, client, name="Nora", **SIT)
    assert answer.status_code == 303 and answer["Location"] == match.get_absolute_url()
    guest = User.objects.get(name="Nora")
    assert guest.is_guest and sitting(match) == ["Alice", "Nora"]
    assert client.get(match.get_absolute_url()).status_code == 200
    # The same press again, and the link again: the same seat.
    assert invitation(match, client, name="Nora", **SIT).status_code == 303
    assert invitation(match, client).status_code == 302
    assert sitting(match) == ["Alice", "Nora"]


def test_too_many_guests_from_one_network_are_refused_and_the_name_is_kept(alice):
    match = table(alice, seats=6)
    for _ in range(60):
        client = Client()
        client.post("/practice/kangoeroe/", {"seats": "2"})
    answer = invitation(match, name="Nora", **SIT)
    assert answer.status_code == 429 and 'value="Nora"' in text(answer)
    assert sitting(match) == ["Alice"]


@pytest.mark.parametrize("link", ["nothing", "x" * 200, "..", "%00"])
def test_a_link_that_never_was_leads_to_a_friendly_page(db, link):
    answer = Client().get(f"/i/{link}/")
    assert answer.status_code == 404
    if link in ("nothing", "x" * 200):
        assert "leads nowhere" in text(answer)


@pytest.mark.parametrize(
    ("happens", "status"),
    [
        ("renewed", 404),
        ("withdrawn", 404),
        ("removed", 404),
        ("full", 409),
        ("started", 404),
        ("cancelled", 410),
        ("expired", 410),
        ("ended", 410),
    ],
)
def test_an_old_link_gives_no_seat_and_says_so(alice, bob, cleo, dora, sign_in, happens, status):
    match = table(alice, seats=3)
    seat_all(match, bob)
    link = match.invite
    host = sign_in(alice)
    if happens in ("renewed", "withdrawn"):
        do(host, match, "link" if happens == "renewed" else "no-link")
    elif happens == "removed":
        do(host, match, "remove", seat=row_of(match, bob))
    elif happens == "full":
        seat_all(match, cleo)
    elif happens == "cancelled":
        do(host, match, "cancel")
    elif happens == "expired":
        lobby.expire_unfilled(timezone.now() + timedelta(days=15))
    else:
        lobby.start(match.code, alice, "claim" if happens == "ended" else "few")
        if happens == "ended":
            play_on(Match.objects.get(pk=match.pk))
    client = sign_in(dora)
    before = everything_stored()
    for answer in (
        client.get(f"/i/{link}/"),
        client.post(f"/i/{link}/", SIT),
        Client().post(f"/i/{link}/", SIT | {"name": "Nora"}),
    ):
        assert answer.status_code == status and "<h1>" in text(answer)
    assert client.get(match.get_absolute_url()).status_code == 404
    assert everything_stored() == before


def test_a_new_link_works_at_once(alice, bob, sign_in):
    match = table(alice)
    do(sign_in(alice), match, "no-link")
    assert "There is no link" in text(sign_in(alice).get(match.get_absolute_url()))
    do(sign_in(alice), match, "link")
    match.refresh_from_db()
    assert invitation(match, sign_in(bob), **SIT).status_code == 303
    assert sitting(match) == ["Alice", "Bob"]


def test_the_sheet_has_the_link_and_its_picture(alice, sign_in):
    match = table(alice)
    page = text(sign_in(alice).get(match.get_absolute_url()))
    assert f'value="http://testserver/i/{match.invite}/" readonly' in page
    assert page.count("<svg viewBox") >= 1 and 'fill="#fff' in page.lower() and 'role="img"' in page


def test_answers_to_the_game_come_with_the_seat(alice, bob, sign_in):
    match = table(alice, slug="toy", seats=3)
    assert 'name="ask-luck"' in text(invitation(match))
    assert invitation(match, sign_in(bob), **SIT, **{"ask-luck": "11"}).status_code == 422
    invitation(match, sign_in(bob), **SIT, **{"ask-luck": "7"})
    assert match.seats.get(person=bob).told == {"luck": 7}


@pytest.mark.parametrize("pace", [300, 4 * 3600, 86400])
def test_sitting_down_at_a_short_pace_is_agreeing_to_it(alice, pace):
    page = text(invitation(table(alice, pace=pace)))
    assert ("By sitting down you agree" in page) == (pace < 20 * 3600)


def test_signing_up_with_an_invitation_in_hand_comes_back_to_it(alice):
    match, client = table(alice), Client()
    answer = invitation(match, client, do="sign-up")
    assert answer.status_code == 303 and f"next=%2Fi%2F{match.invite}%2F" in answer["Location"]
    assert client.session["invited"] == match.invite
    assert f"next=%2Fi%2F{match.invite}%2F" in text(client.get(f"/i/{match.invite}/"))


def test_where_nobody_can_sign_up_the_page_does_not_offer_it(alice, settings):
    match = table(alice)
    assert "Make an account first" in text(invitation(match))
    settings.SIGNUP = "closed"
    assert "Make an account first" not in text(invitation(match))


def test_a_guest_cannot_sit_down_at_an_open_table_by_its_link_either(alice, bob, sign_in):
    match = table(alice, visibility="open")
    assert invitation(match, name="Nora", **SIT).status_code == 409
    bob.is_guest = True
    bob.save()
    assert invitation(match, sign_in(bob), **SIT).status_code == 409
    assert sitting(match) == ["Alice"]
    assert not User.objects.filter(name="Nora").exists()


# A bot's seat


def test_people_take_the_seats_of_bots_by_the_same_link_until_none_is_left(alice, bob, cleo, dora, sign_in):
    match = running(alice, bots=2, how="claim", pace=86400)
    link = match.invite
    client = sign_in(bob)
    assert "seat of" in text(invitation(match, client))
    for _ in range(2):
        assert invitation(match, client, **SIT).status_code == 303
    assert client.get(match.get_absolute_url()).status_code == 200
    assert sitting(match) == ["Alice", "Bob", "bot"]
    invitation(match, sign_in(cleo), **SIT)
    assert sitting(match) == ["Alice", "Bob", "Cleo"]
    match.refresh_from_db()
    assert match.invite is None and not Seat.objects.filter(invite__isnull=False).exists()
    assert sign_in(dora).post(f"/i/{link}/", SIT).status_code == 404
    assert Message.objects.filter(match=match, key="substitute").count() == 2
    play_on(match)


def test_whoever_takes_a_seat_is_asked_from_then_on(alice, bob, sign_in):
    match = running(alice, bots=1, how="claim", pace=86400)
    invitation(match, sign_in(bob), **SIT)
    for _ in range(60):
        match.refresh_from_db()
        waiting = Prompt.objects.filter(match=match, waits=True).first()
        if waiting is None or waiting.person == bob:
            break
        play_on(match, lambda state, last=match.last_prompt: state.last > last)
    assert waiting is not None and waiting.person == bob and waiting.due_at


def test_the_orders_of_whoever_sat_there_do_not_bind_the_next(alice, bob, cleo, sign_in):
    match = running(alice, bob, pace=86400)
    hand = Hand.objects.get(match=match, seat__person=bob)
    fresh = hand.orders
    client = sign_in(bob)
    client.post(f"{match.get_absolute_url()}orders/", {"part": "plans", "colour-1-1": "r"})
    hand.refresh_from_db()
    assert hand.orders != fresh
    client.post(f"{match.get_absolute_url()}leave/")
    links.offer_seat(match.code, 1, alice)
    links.take_seat(Seat.objects.get(match=match, number=1).invite, cleo)
    hand.refresh_from_db()
    assert hand.orders == fresh and hand.seen == Match.objects.get(pk=match.pk).move_count


def test_a_substitute_comes_by_a_link_for_that_one_seat(alice, bob, cleo, dora, sign_in):
    match = running(alice, bob, person("Emil"))
    url = match.get_absolute_url()
    sign_in(bob).post(f"{url}leave/")
    host = sign_in(alice)
    assert host.post(f"{url}seat/1/").status_code == 303
    first = Seat.objects.get(match=match, number=1).invite
    host.post(f"{url}seat/1/")
    link = Seat.objects.get(match=match, number=1).invite
    assert link != first
    assert sign_in(cleo).post(f"/i/{first}/", SIT).status_code == 404
    page = text(Client().get(f"/i/{link}/"))
    assert "The match is running" in page and "Bob" in page
    assert sign_in(cleo).post(f"/i/{link}/", SIT).status_code == 303
    assert [seat.person for seat in match.seats.order_by("number")][1] == cleo
    assert sign_in(dora).post(f"/i/{link}/", SIT).status_code == 404
    assert sign_in(bob).get(url).status_code == 404


def test_whoever_left_comes_back_to_that_seat_alone(alice, bob, cleo, sign_in):
    """They know its cards: two hands are one too many."""
    match = running(alice, bots=2, how="claim")
    first, second = match.seats.filter(bot=True).order_by("number")
    links.take_seat(first.invite, bob)
    sign_in(bob).post(f"{match.get_absolute_url()}leave/")
    client = sign_in(bob)
    assert client.post(f"/i/{match.invite}/", SIT).status_code == 409
    assert client.post(f"/i/{second.invite}/", SIT).status_code == 409
    assert not match.seats.filter(person=bob).exists()
    links.offer_seat(match.code, first.number, alice)
    assert client.post(f"/i/{match.invite}/", SIT).status_code == 303
    assert match.seats.get(person=bob).number == first.number


def test_a_link_for_a_seat_can_be_withdrawn(alice, bob, cleo, sign_in):
    match = running(alice, bob, person("Emil"))
    sign_in(bob).post(f"{match.get_absolute_url()}leave/")
    links.offer_seat(match.code, 1, alice)
    link = Seat.objects.get(match=match, number=1).invite
    sign_in(alice).post(f"{match.get_absolute_url()}seat/1/", {"do": "withdraw"})
    assert sign_in(cleo).post(f"/i/{link}/", SIT).status_code == 404
    assert sitting(match)[1] == "bot"


def test_a_match_that_slept_goes_on_when_somebody_takes_a_seat(alice, bob, cleo, sign_in):
    match = running(alice, bob, bots=1, pace=86400)
    sign_in(bob).post(f"{match.get_absolute_url()}leave/")
    links.offer_seat(match.code, 1, alice)
    Seat.objects.filter(match=match, person=alice).update(auto=True)
    Match.objects.filter(pk=match.pk).update(status="asleep")
    Prompt.objects.filter(match=match).update(waits=False)
    links.take_seat(Seat.objects.get(match=match, number=1).invite, cleo)
    match.refresh_from_db()
    assert match.status == "running"
    assert Prompt.objects.filter(match=match, waits=True, person=cleo, due_at__isnull=False).exists()


def test_the_page_of_the_bots_seats_is_for_those_who_sit_there(alice, bob, dora, sign_in):
    match = running(alice, bob, bots=1)
    url = f"{match.get_absolute_url()}seats/"
    bot = match.seats.get(bot=True)
    assert "Make a link" in text(sign_in(bob).get(url))
    links.offer_seat(match.code, bot.number, bob)
    assert f"/i/{Seat.objects.get(pk=bot.pk).invite}/" in text(sign_in(alice).get(url))
    assert sign_in(dora).get(url).status_code == 404
    play_on(match)
    assert sign_in(bob).get(url).status_code == 302


@pytest.mark.parametrize("number", [0, 1, 9])
def test_only_a_bots_seat_is_offered(alice, bob, sign_in, number):
    match = running(alice, bob)
    answer = sign_in(alice).post(f"{match.get_absolute_url()}seat/{number}/")
    assert answer.status_code == 422 and "not a bot" in text(answer)
    assert not Seat.objects.filter(invite__isnull=False).exists()


def test_a_bot_that_nobody_offered_keeps_its_seat(alice, bob, cleo, sign_in):
    match = running(alice, bob, bots=1)
    assert match.invite is None
    with pytest.raises(Refused):
        links.take_bot_seat(match, 1, cleo)
    with pytest.raises(Refused):
        links.take_bot_seat(match, 0, cleo)
    assert not match.seats.filter(person=cleo).exists()


def test_practice_matches_have_no_lobby_no_links_and_no_rematch(alice, sign_in):
    match, client = dealing.start_practice(alice, "kangoeroe", 3, {}), sign_in(alice)
    url = match.get_absolute_url()
    assert client.post(f"{url}seat/1/").status_code == 404
    assert client.post(f"{url}rematch/").status_code == 404
    assert do(client, match, "cancel").status_code == 404


# Open tables


def test_open_tables_show_pace_and_rules_of_time_before_one_sits_down(alice, bob, sign_in):
    match = table(alice, visibility="open", pace=4 * 3600)
    table(alice)
    page = text(sign_in(bob).get("/open/"))
    for words in ("Kangoeroe", "After 4 hours", "3 seats free", "By sitting down you agree", "Alice"):
        assert words in page
    assert page.count("/join/") == 1
    assert sign_in(bob).post(f"/open/{match.code}/join/")["Location"] == match.get_absolute_url()
    assert sitting(match) == ["Alice", "Bob"]
    assert "You sit here" in text(sign_in(bob).get("/open/"))


@pytest.mark.parametrize(
    ("filters", "shown"),
    [
        ("", {"a", "b", "c"}),
        ("?game=toy", {"c"}),
        ("?game=nonsense", {"a", "b", "c"}),
        ("?pace=300", {"b"}),
        ("?pace=86400", {"a", "c"}),
        ("?free=3", {"a"}),
        ("?free=2&game=kangoeroe", {"a"}),
        ("?free=99&pace=x&page=-3", {"a", "b", "c"}),
    ],
)
def test_open_tables_are_filtered(alice, bob, sign_in, filters, shown):
    tables = {
        "a": table(alice, visibility="open"),
        "b": table(alice, visibility="open", seats=2, pace=300),
        "c": table(alice, visibility="open", slug="toy", seats=3, bots=1),
    }
    page = text(sign_in(bob).get(f"/open/{filters}"))
    assert {name for name, match in tables.items() if match.code in page} == shown


@pytest.mark.parametrize("blocker", ["reader", "sitter"])
def test_who_avoid_each_other_share_no_open_table(alice, bob, cleo, sign_in, blocker):
    match = table(cleo, visibility="open")
    seating.join(match.code, alice)
    ties.tie(*((bob, alice) if blocker == "reader" else (alice, bob)), "block")
    client = sign_in(bob)
    assert match.code not in text(client.get("/open/"))
    assert client.post(f"/open/{match.code}/join/").status_code == 404
    assert invitation(match, client, **SIT).status_code == 409
    assert "block" not in text(invitation(match, client, **SIT))
    assert not match.seats.filter(person=bob).exists()


def test_a_muted_person_is_still_met(alice, bob, sign_in):
    match = table(alice, visibility="open")
    ties.tie(bob, alice, "mute")
    assert match.code in text(sign_in(bob).get("/open/"))


def test_guests_and_strangers_see_open_tables_but_do_not_join(alice, bob, sign_in):
    match = table(alice, visibility="open")
    bob.is_guest = True
    bob.save()
    page = text(sign_in(bob).get("/open/"))
    assert "As a guest" in page and f"{match.code}/join" not in page
    answer = sign_in(bob).post(f"/open/{match.code}/join/")
    assert answer.status_code == 409 and "guests" in text(answer)
    assert "need an account" in text(Client().get("/open/"))
    assert Client().post(f"/open/{match.code}/join/").status_code == 302
    assert sitting(match) == ["Alice"]


def test_a_table_by_invitation_cannot_be_joined_as_an_open_one(alice, bob, sign_in):
    match = table(alice)
    assert sign_in(bob).post(f"/open/{match.code}/join/").status_code == 404
    assert sitting(match) == ["Alice"]


def test_without_public_tables_there_is_no_list(alice, bob, sign_in, settings):
    match = table(alice, visibility="open")
    settings.PUBLIC_TABLES = False
    assert sign_in(bob).get("/open/").status_code == 404
    assert sign_in(bob).post(f"/open/{match.code}/join/").status_code == 404


def test_the_list_has_pages_of_twenty_and_costs_the_same_with_one_table_and_with_many(alice, bob, sign_in):
    client, costs = sign_in(bob), []
    for count in (1, 24):
        for n in range(count):
            host = person(f"Host {count}/{n}")
            seat_all(table(host, visibility="open"), person(f"Friend {count}/{n}"))
        with Queries() as queries:
            page = text(client.get("/open/"))
        costs.append(len(queries))
    assert len(set(costs)) == 1 and costs[0] <= 8
    assert page.count("/join/") == 20 and "page=2" in page
    assert text(client.get("/open/?page=2")).count("/join/") == 5


# Watching


def watched(*people, **more) -> Match:
    return running(*people, watchable=True, **more)


def test_a_watcher_sees_the_table_and_no_hand(alice, bob, sign_in):
    match = watched(alice, bob)
    play_on(match, lambda state: state.last > 4)
    before = everything_stored()
    with Queries() as queries:
        answer = Client().get(f"/w/{match.code}/")
    page = text(answer)
    assert answer.status_code == 200 and "Alice" in page and "You are watching" in page
    assert not [sql for sql in queries.sql if "games_hand" in sql or '"seed"' in sql]
    assert "<form" not in page.split("<main")[1].split("</main>")[0]
    cards = re.findall(r'value="[robgp]\.\d+"', page)
    assert not cards and f"/m/{match.code}" not in page
    assert everything_stored() == before


def test_a_watchers_poll_tells_when_the_table_changes(alice, bob):
    match = watched(alice, bob)
    page = Client().get(f"/w/{match.code}/")
    assert Client().get(poll_url(page)).status_code == 204
    play_on(match, lambda state: state.last > 3)
    assert Client().get(poll_url(page)).status_code == 205
    assert "<html" not in text(Client().get(f"/w/{match.code}/", headers={"HX-Request": "true"}))


def test_a_watcher_sees_the_end(alice, bob):
    match = watched(alice, bob)
    play_on(match)
    page = text(Client().get(f"/w/{match.code}/"))
    assert "<table" in page and 'data-poll=""' in page


@pytest.mark.parametrize(
    "why", ["not watchable", "never dealt", "no such match", "no public tables", "blocked"]
)
def test_what_may_not_be_watched_is_not_there(alice, bob, dora, sign_in, settings, why):
    open_one = why in ("no public tables", "blocked", "no such match")
    match = (
        lobby.cancel(table(alice, watchable=True).code, alice)
        if why == "never dealt"
        else running(
            alice, bob, watchable=why != "not watchable", visibility="open" if open_one else "invited"
        )
    )
    client = sign_in(dora)
    assert client.get(f"/w/{match.code}/").status_code == (200 if open_one else 404)
    settings.PUBLIC_TABLES = why != "no public tables"
    if why == "blocked":
        ties.tie(bob, dora, "block")
    code = "nosuchmatch9" if why == "no such match" else match.code
    assert client.get(f"/w/{code}/").status_code == 404


def test_an_invited_match_is_watched_without_public_tables_too(alice, bob, settings):
    settings.PUBLIC_TABLES = False
    assert Client().get(f"/w/{watched(alice, bob).code}/").status_code == 200


# Once more


def ended(*people, bots=0, **more) -> Match:
    match = running(*people, bots=bots, **more)
    play_on(match)
    return match


def test_a_rematch_asks_the_same_people_to_the_same_table(alice, bob, cleo, sign_in):
    options = {"defence": "ask"}
    old = ended(alice, bob, cleo, bots=1, pace=3 * 86400, options=options, watchable=True)
    answer = sign_in(bob).post(f"{old.get_absolute_url()}rematch/")
    again = old.rematches.get()
    assert answer["Location"] == again.get_absolute_url()
    assert (again.status, again.host, again.pace, again.wanted) == ("lobby", bob, 3 * 86400, 4)
    assert again.watchable and again.visibility == "invited" and '"ask"' in again.options
    assert sitting(again) == ["Bob", "bot"]
    assert {row.person for row in again.invitations.all()} == {alice, cleo}


def test_pressed_again_and_by_others_it_is_the_same_table(alice, bob, cleo, sign_in):
    old = ended(alice, bob, cleo)
    where = {
        sign_in(who).post(f"{old.get_absolute_url()}rematch/")["Location"] for who in (bob, bob, alice, alice)
    }
    assert len(where) == 1
    assert sitting(old.rematches.get()) == ["Bob", "Alice"]


def test_a_rematch_drops_the_seat_that_was_named_to_start(alice, bob):
    match = table(alice, seats=2)
    seat_all(match, bob)
    lobby.start(match.code, alice, "few", {"first": row_of(match, bob)})
    match.refresh_from_db()
    play_on(match)
    assert "first" not in links.rematch(match.code, alice).options


def test_who_avoid_each_other_are_not_asked_again(alice, bob, cleo, sign_in):
    old = ended(alice, bob, cleo)
    ties.tie(cleo, alice, "block")
    again = links.rematch(old.code, alice)
    assert [row.person for row in again.invitations.all()] == [bob]
    answer = sign_in(cleo).post(f"{old.get_absolute_url()}rematch/")
    assert answer.status_code == 409 and "block" not in text(answer)


def test_a_cancelled_rematch_makes_room_for_another(alice, bob):
    old = ended(alice, bob)
    first = links.rematch(old.code, alice)
    lobby.cancel(first.code, alice)
    assert links.rematch(old.code, bob).pk != first.pk


def test_a_running_match_has_no_rematch(alice, bob, dora, sign_in):
    match = running(alice, bob)
    assert sign_in(alice).post(f"{match.get_absolute_url()}rematch/")["Location"] == match.get_absolute_url()
    assert sign_in(dora).post(f"{match.get_absolute_url()}rematch/").status_code == 404
    assert not match.rematches.exists()


def test_a_rematch_that_was_dealt_without_somebody_tells_them(alice, bob, cleo, sign_in):
    old = ended(alice, bob, cleo)
    again = links.rematch(old.code, alice)
    seating.join(again.code, bob)
    lobby.start(again.code, alice)
    answer = sign_in(cleo).post(f"{old.get_absolute_url()}rematch/")
    assert answer.status_code == 409 and "has begun" in text(answer)


def test_a_match_from_before_there_were_paces_gets_the_usual_one(sign_in):
    party = finished()
    host = party.match.seats.get(number=0).person
    assert links.rematch(party.code, host).pace == 86400
    assert Invitation.objects.count() == 1


# The link and an account


def by_link(match) -> Client:
    client = Client()
    client.post(f"/i/{match.invite}/", {"do": "sign-up"})
    return client


def may_sign_up(client: Client) -> bool:
    return 'name="email"' in client.get("/account/signup/").content.decode()


def test_an_invitation_by_a_guest_opens_no_sign_up(alice, settings):
    settings.SIGNUP = "invitation"
    guest = make_guest("Eve")
    own, good = table(guest), table(alice)
    assert not may_sign_up(by_link(own)) and may_sign_up(by_link(good))
    assert "Make an account first" not in Client().get(f"/i/{own.invite}/").content.decode()
    assert "Make an account first" in Client().get(f"/i/{good.invite}/").content.decode()
    alice.is_active = False
    alice.save()
    assert not may_sign_up(by_link(good))


@pytest.mark.parametrize("why", ["withdrawn", "closed", "handed over", "host gone"])
def test_an_invitation_is_looked_at_again_when_the_account_is_made(alice, settings, why):
    settings.SIGNUP = "invitation"
    match = table(alice)
    client = by_link(match)
    assert may_sign_up(client)
    if why == "withdrawn":
        lobby.set_link(match.code, alice, on=False)
    elif why == "closed":
        lobby.cancel(match.code, alice)
    elif why == "handed over":
        Match.objects.update(host=make_guest("Gus"))
    else:
        Match.objects.update(host=None)
    assert not may_sign_up(client)
    client.post("/account/signup/", {"name": "Eve", "email": "eve@example.org"})
    assert not User.objects.filter(email="eve@example.org").exists()


def test_a_stranger_who_is_refused_a_seat_stays_a_stranger(alice, bob):
    match = table(alice, seats=2)
    match.visibility = "open"
    match.save()
    client = Client()
    assert client.post(f"/i/{match.invite}/", {"do": "sit", "name": "Eve"}).status_code in (409, 422)
    assert not User.objects.filter(is_guest=True).exists()
    assert "_auth_user_id" not in client.session
