"""The front page of somebody who is signed in: what waits, for whom, and what can be done there."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import ties
from accounts.models import Tie, User
from games import dealing, lobby, matters, mine, seating
from games.models import Invitation, Match, Prompt, Seat
from tests.games.scripts import (
    Queries,
    everything_stored,
    person,
    play_on,
    sit_down,
    text,
)

pytestmark = pytest.mark.django_db

ASKED, OTHERS = {"first": 0, "defence": "ask"}, {"first": 1, "defence": "ask"}
DAY = 24 * 60 * 60


def front(who: User, client: Client | None = None) -> str:
    if client is None:
        client = Client()
        client.force_login(who)
    answer = client.get("/")
    assert answer.status_code == 200
    return text(answer)


def heading(page: str) -> str:
    return re.search(r"<h1>(.*?)</h1>", page, re.S)[1]


def part(page: str, name: str) -> str:
    """The section headed so, or ""."""
    found = re.search(rf'<section aria-labelledby="{name}">.*?</section>', page, re.S)
    return found[0] if found else ""


def rest(match: Match, status: str, **more: Any) -> None:
    """A match whose clocks stand still, however it came to that."""
    Match.objects.filter(pk=match.pk).update(status=status, **more)
    Prompt.objects.filter(match=match).update(waits=False)


def table_of(host: User, *others: User, wanted: int = 4) -> Match:
    match = lobby.create(host, "kangoeroe", seats=wanted, bots=0, pace=DAY, options={})
    for other in others:
        Invitation.objects.create(match=match, person=other, by=host)
        seating.join(match.code, other)
    return match


# One number


@pytest.mark.parametrize(
    ("waiting", "words"),
    [(0, "Nothing waits for you"), (1, "1 match waits for you"), (3, "3 matches wait for you")],
)
def test_heading_tab_and_badge_show_the_same_number(alice, bob, waiting, words):
    for _ in range(waiting):
        sit_down("kangoeroe", [alice, bob], ASKED)
    sit_down("kangoeroe", [alice, bob], OTHERS)
    page = front(alice)
    assert heading(page) == words
    title = re.search(r"<title>(.*?)</title>", page)[1]
    badge = re.search(r'<b class="tally"><span aria-hidden="true">(\d+)</span>', page)
    if waiting:
        assert title.startswith(f"({waiting}) ")
        assert badge[1] == str(waiting)
    else:
        assert "(" not in title and badge is None
    assert page.count('class="waits-you"') == waiting


def test_a_match_page_counts_what_the_dashboard_counts(alice, bob):
    first = sit_down("kangoeroe", [alice, bob], ASKED)
    for _ in range(2):
        sit_down("kangoeroe", [alice, bob], ASKED)
    client = Client()
    client.force_login(alice)
    assert "<title>(2) " in text(client.get(first.get_absolute_url()))  # and this one
    assert heading(front(alice, client)) == "3 matches wait for you"


def test_whoever_is_signed_out_sees_the_front_page_and_no_match(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], ASKED)
    page = text(Client().get("/"))
    assert "Card games with friends" in page
    assert match.code not in page and "tally" not in page


# What waits for me


def test_the_nearest_due_time_comes_first_and_those_without_one_last(alice, bob):
    never, late, soon = (sit_down("kangoeroe", [alice, bob], ASKED) for _ in range(3))
    now = timezone.now()
    Prompt.objects.filter(match=late).update(due_at=now + timedelta(days=2))
    Prompt.objects.filter(match=soon).update(due_at=now + timedelta(hours=3))
    page = front(alice)
    assert page.index(soon.code) < page.index(late.code) < page.index(never.code)


@pytest.mark.parametrize(
    ("left", "words", "soon"),
    [
        (timedelta(days=2, hours=4, minutes=5), "2 days 4 h left", False),
        (timedelta(days=1, hours=4, minutes=5), "1 day 4 h left", False),
        (timedelta(hours=5, minutes=1, seconds=30), "5 h 1 min left", False),
        (timedelta(hours=4, minutes=30, seconds=30), "4 h 30 min left", True),
        (timedelta(minutes=5, seconds=30), "5 min left", True),
        (timedelta(seconds=20), "less than a minute left", True),
        (timedelta(minutes=-5), "The time is up", True),
    ],
)
def test_a_row_says_how_much_time_is_left_and_marks_the_last_fifth(alice, bob, left, words, soon):
    match = sit_down("kangoeroe", [alice, bob], ASKED, pace=DAY)
    Prompt.objects.filter(match=match).update(due_at=timezone.now() + left)
    page = front(alice)
    assert words in page
    assert ("Soon" in page) is soon
    assert ('class="by soon"' in page) is soon


def test_the_due_time_is_shown_in_the_readers_zone(alice, bob):
    alice.time_zone = "Pacific/Auckland"
    alice.save()
    match = sit_down("kangoeroe", [alice, bob], ASKED, pace=DAY)
    due = timezone.now() + timedelta(days=1)
    Prompt.objects.filter(match=match).update(due_at=due)
    with timezone.override("Pacific/Auckland"):
        expected = matters.due_words(due)
    assert expected in front(alice)


def test_a_row_says_what_to_do_with_whom_and_is_one_link(alice, bob, cleo):
    match = sit_down("kangoeroe", [alice, bob, cleo, None], ASKED)
    (row,) = re.findall(r'<li class="waits-you">(.*?)</li>', front(alice), re.S)
    assert row.count("<a ") == 1 and f'href="{match.get_absolute_url()}"' in row
    for words in ("Your turn", "Kangoeroe", "Bob, Cleo and Bot 3 · ", "#jump"):
        assert words in row


def test_an_answer_is_not_called_a_turn(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], ASKED)
    Prompt.objects.filter(match=match).update(kind="defend")
    page = front(alice)
    assert "Your answer is wanted" in page and "Your turn" not in page


def test_two_questions_in_one_match_are_one_row(alice, with_toy):
    match = sit_down("toy", [alice, None, None])
    assert Prompt.objects.waiting_on(alice).count() > 1
    page = front(alice)
    assert heading(page) == "1 match waits for you"
    assert page.count(f'href="{match.get_absolute_url()}"') == 1


# What does not


def test_up_to_three_that_wait_for_others_stand_open_and_more_are_folded(alice, bob):
    for count in range(1, 6):
        match = sit_down("kangoeroe", [alice, bob], OTHERS)
        page = front(alice)
        assert page.count("Waiting for Bob") == count
        assert ('<details class="fold others">' in page) is (count > 3)
        assert ("matches wait for others" in page) is (count > 3)
        assert match.code in page


def test_a_match_whose_bot_plays_for_me_says_so(alice, bob):
    """Above those that wait for others, never folded away with them, and said below the heading."""
    for _ in range(4):
        sit_down("kangoeroe", [alice, bob], OTHERS)
    match = sit_down("kangoeroe", [alice, bob], OTHERS)
    assert "a bot plays for you" not in front(alice)
    match.seats.filter(person=alice).update(auto=True)
    page = front(alice)
    assert heading(page) == "Nothing waits for you" and "In 1 match a bot plays for you." in page
    assert "A bot plays for you: take your seat back" in part(page, "bots") and match.code in part(
        page, "bots"
    )
    assert page.index(match.code) < page.index('<details class="fold others">')


@pytest.mark.parametrize(
    ("proposal", "words"),
    [
        ("pause", "A pause is proposed: you are asked."),
        ("end", "It is proposed to end this match: you are asked."),
    ],
)
@pytest.mark.parametrize("options", [ASKED, OTHERS])
def test_the_row_of_a_match_says_that_something_is_proposed_to_those_who_have_not_agreed(
    alice, bob, options, proposal, words
):
    match = sit_down("kangoeroe", [alice, bob], options)
    assert words not in front(alice)
    Match.objects.filter(pk=match.pk).update(proposal=proposal, proposal_days=2)
    match.seats.filter(person=bob).update(agrees=True)
    assert front(alice).count(words) == 1 and words not in front(bob)
    match.seats.filter(person=alice).update(auto=True)  # whom nobody asks
    assert words not in front(alice)


def test_practice_stands_below_what_is_played_with_people_and_is_counted(alice, bob):
    practice = dealing.start_practice(alice, "kangoeroe", 3, ASKED)
    played, waits = (sit_down("kangoeroe", [alice, bob], options) for options in (ASKED, OTHERS))
    page = front(alice)
    assert heading(page) == "2 matches wait for you"
    assert page.index(played.code) < page.index(waits.code) < page.index(practice.code)
    assert practice.code in part(page, "practice") and played.code not in part(page, "practice")
    assert "There are more than fit here" not in page


@pytest.mark.parametrize(
    ("status", "more", "words"),
    [
        ("paused", {"paused_until": timezone.now() + timedelta(days=20)}, "Paused until"),
        ("paused", {}, "Paused"),
        ("asleep", {}, "Asleep: nobody looked after it"),
        ("frozen", {}, "Stopped: something is wrong with it"),
    ],
)
def test_what_rests_is_listed_apart(alice, bob, status, more, words):
    match = sit_down("kangoeroe", [alice, bob], ASKED)
    rest(match, status, **more)
    page = front(alice)
    assert heading(page) == "Nothing waits for you"
    assert words in part(page, "resting") and match.code in part(page, "resting")


def test_practice_is_there_and_named(alice):
    match = sit_down("kangoeroe", [alice, None], ASKED)
    Match.objects.filter(pk=match.pk).update(practice=True)
    page = front(alice)
    assert heading(page) == "1 match waits for you"
    assert match.code in part(page, "practice") and ">Practice</h2>" in page


def test_what_is_over_shows_its_result_and_a_way_to_play_again(alice, bob):
    between = play_on(sit_down("kangoeroe", [alice, bob]))
    alone = play_on(sit_down("kangoeroe", [alice, None, None]))
    Match.objects.filter(pk=alone.pk).update(practice=True)
    done = part(front(alice), "finished")
    assert done.count("<li") == 2
    assert re.search(r"You win|Bob wins|Shared victory", done)
    assert re.search(r"Place \d of 2", done) and re.search(r"Place \d of 3", done)
    assert f'action="/m/{between.code}/rematch/"' in done
    assert 'action="/practice/kangoeroe/"' in done and 'name="seats" value="3"' in done
    assert front(bob).count(between.code) == 2  # the row and the rematch


@pytest.mark.parametrize(("days", "shown"), [(0, True), (29, True), (31, False)])
def test_only_what_ended_lately_is_listed(alice, bob, days, shown):
    match = play_on(sit_down("kangoeroe", [alice, bob]))
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(days=days))
    assert (match.code in front(alice)) is shown


def test_what_was_closed_has_no_result(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], ASKED)
    rest(match, "closed", ended_at=timezone.now(), closed_why="agreed")
    gone = table_of(alice, wanted=3)
    lobby.cancel(gone.code, alice)
    done = part(front(alice), "finished")
    assert "Closed without a result" in done
    assert "The table was closed before it began" in done
    assert f"/m/{gone.code}/rematch/" not in done


# Lobbies and invitations


def test_tables_where_i_sit_say_how_full_they_are(alice, bob):
    match = table_of(alice, bob, wanted=4)
    waits = part(front(bob), "lobbies")
    assert "2 of 4 seats taken" in waits and "Alice · " in waits and match.code in waits
    table_of(alice, wanted=2)
    assert "You sit there alone so far" in part(front(alice), "lobbies")
    assert not part(front(bob), "invited")


def test_an_invitation_is_accepted_by_one_press(alice, bob):
    match = table_of(alice, wanted=3)
    Invitation.objects.create(match=match, person=bob, by=alice)
    client = Client()
    client.force_login(bob)
    asked = part(front(bob, client), "invited")
    assert "Alice invites you to Kangoeroe" in asked and "Everybody has a day for each answer." in asked
    accept = re.search(r'action="([^"]+/join/)"', asked)[1]
    assert client.post(accept).status_code == 303
    assert match.seats.filter(person=bob).exists()
    page = front(bob, client)
    assert not part(page, "invited") and match.code in part(page, "lobbies")
    assert client.post(accept).status_code == 303  # pressed twice
    assert match.seats.count() == 2


def test_an_invitation_is_declined_by_one_press(alice, bob, dora):
    match = table_of(alice, wanted=3)
    Invitation.objects.create(match=match, person=bob, by=alice)
    client = Client()
    client.force_login(bob)
    decline = re.search(r'action="([^"]+/decline/)"', front(bob, client))[1]
    stranger = Client()
    stranger.force_login(dora)
    stranger.post(decline)
    assert part(front(bob, client), "invited")
    answer = client.post(decline)
    assert (answer.status_code, answer["Location"]) == (303, "/?done=decline")
    assert "You have declined the invitation." in text(client.get(answer["Location"]))
    assert not part(front(bob, client), "invited")
    assert Invitation.objects.get().declined_at
    assert not match.seats.filter(person=bob).exists()


@pytest.mark.parametrize("how", ["closed", "begun", "barred", "declined", "blocked", "blocking", "muted"])
def test_an_invitation_that_leads_nowhere_any_more_is_not_shown(alice, bob, how):
    match = table_of(alice, wanted=3)
    asked = Invitation.objects.create(match=match, person=bob, by=alice)
    assert part(front(bob), "invited")
    if how == "closed":
        Match.objects.update(status="closed")
    elif how == "begun":
        Match.objects.update(status="running")
    elif how == "barred":
        Invitation.objects.update(barred=True)
    elif how == "declined":
        Invitation.objects.update(declined_at=timezone.now())
    elif how == "blocked":
        ties.tie(bob, alice, Tie.Kind.BLOCK)
    elif how == "blocking":
        ties.tie(alice, bob, Tie.Kind.BLOCK)
    else:
        ties.tie(bob, alice, Tie.Kind.MUTE)  # hides words, and nothing else
    assert bool(part(front(bob), "invited")) is (how == "muted")
    assert asked.pk


def test_an_invitation_by_somebody_who_is_gone_still_stands(alice, bob, cleo):
    match = table_of(alice, cleo, wanted=3)
    Invitation.objects.create(match=match, person=bob, by=None)
    assert "You are invited to Kangoeroe" in part(front(bob), "invited")


# Away


def test_whoever_is_away_is_told_and_comes_back_by_a_press(alice, sign_in):
    client = sign_in(alice)
    assert "You are away" not in front(alice, client)
    alice.away_from = timezone.localdate()
    alice.away_until = timezone.localdate() + timedelta(days=5)
    alice.save()
    assert "You are away until" in front(alice, client)
    assert client.get("/back/").status_code == 302
    assert "You are away until" in front(alice, client)  # a GET changes nothing
    for _ in range(2):
        answer = client.post("/back/")
        assert (answer.status_code, answer["Location"]) == (303, "/")
    alice.refresh_from_db()
    assert (alice.away_from, alice.away_until) == (None, None)
    assert "You are away" not in front(alice, client)


@pytest.mark.parametrize(("until", "shown"), [(-1, False), (0, True), (1, True)])
def test_days_away_that_are_over_are_not_shown(alice, until, shown):
    alice.away_until = timezone.now().date() + timedelta(days=until)
    alice.save()
    assert ("You are away until" in front(alice)) is shown


@pytest.mark.parametrize("matches", [0, 1])
def test_days_away_to_come_are_a_quiet_line_that_leads_to_the_settings(alice, matches):
    for _ in range(matches):
        sit_down("kangoeroe", [alice, None], ASKED)
    alice.away_from, alice.away_until = (timezone.localdate() + timedelta(days=days) for days in (3, 8))
    alice.save()
    page = front(alice)
    assert "You will be away from" in page and 'href="/settings/#away"' in page
    assert "You are away" not in page and "I am back" not in page and 'action="/back/"' not in page
    assert "Going away?" not in page


# Empty, and the doors


def test_whoever_has_no_match_finds_three_ways_to_begin_and_a_card(alice):
    page = front(alice)
    empty = re.search(r'<section class="empty".*?</section>', page, re.S)[0]
    for words, address in (
        ("Start with friends", "/new/"),
        ("Practise against bots", "/practice/kangoeroe/"),
        ("How to play", "/games/kangoeroe/"),
    ):
        assert words in empty and f'href="{address}"' in empty
    assert 'class="card kg' in empty
    assert page.count("<h1") == 1


@pytest.mark.parametrize("public", [True, False])
def test_open_tables_are_named_where_the_site_has_them(alice, bob, settings, public):
    settings.PUBLIC_TABLES = public
    assert ('href="/open/"' in front(alice)) is public
    sit_down("kangoeroe", [alice, bob], ASKED)
    page = front(alice)
    assert ('href="/open/"' in page) is public
    for words in ("New match", "Practise against bots", "How to play", "People you have met"):
        assert words in page


def test_guests_sit_where_they_were_invited_and_are_not_sent_to_open_tables(alice):
    alice.is_guest = True
    alice.save()
    assert 'href="/open/"' not in front(alice)


def test_that_a_match_was_left_is_said_once(alice, sign_in):
    client = sign_in(alice)
    assert "You have left the match." in text(client.get("/?left=1"))
    assert "You have left the match." not in text(client.get("/"))


def test_names_stay_text(alice):
    nasty = person("<script>x</script>")
    other = person('"><img src=x onerror=y>')
    sit_down("kangoeroe", [alice, nasty, other], ASKED)
    sit_down("kangoeroe", [alice, nasty], OTHERS)
    play_on(sit_down("kangoeroe", [alice, nasty]))
    asked = table_of(nasty, wanted=3)
    Invitation.objects.create(match=asked, person=alice, by=nasty)
    page = front(alice)
    assert page.count("&lt;script&gt;x&lt;/script&gt;") >= 4
    assert "<script>x" not in page and "<img src=x" not in page


def test_nobody_sees_the_matches_of_others(alice, bob, dora):
    codes = [
        sit_down("kangoeroe", [alice, bob], ASKED).code,
        play_on(sit_down("kangoeroe", [alice, bob])).code,
        table_of(alice, bob).code,
    ]
    rest(sit_down("kangoeroe", [alice, bob], ASKED), "paused")
    page = front(dora)
    assert not [code for code in codes if code in page]
    assert "Lay the first card" in page


def test_looking_changes_nothing(alice, bob):
    client = Client()
    client.force_login(alice)
    sit_down("kangoeroe", [alice, bob], ASKED)
    table_of(alice, bob)
    before = everything_stored()
    front(alice, client)
    client.get("/people/")
    assert everything_stored() == before


# What it costs


def many(alice: User, times: int) -> None:
    for _ in range(times):
        bob = person("Bob")
        sit_down("kangoeroe", [alice, bob, person("Cleo"), None], ASKED)
        sit_down("kangoeroe", [alice, bob], OTHERS)
        rest(sit_down("kangoeroe", [alice, bob], ASKED), "paused")
        play_on(sit_down("kangoeroe", [alice, bob]))
        table = Match.objects.create(game="kangoeroe", rules=1, status="lobby", wanted=4, host=alice)
        Seat.objects.create(match=table, number=0, person=alice, name="Alice")
        asked = Match.objects.create(game="kangoeroe", rules=1, status="lobby", wanted=4, host=bob)
        Seat.objects.create(match=asked, number=0, person=bob, name="Bob")
        Invitation.objects.create(match=asked, person=alice, by=bob)


def test_it_costs_the_same_with_one_match_of_each_kind_and_with_thirty(alice, sign_in):
    client = sign_in(alice)
    costs = []
    for times in (1, 29):
        many(alice, times)
        with Queries() as queries:
            page = front(alice, client)
        costs.append(len(queries))
    # session, person; calls, open, over, invitations, seats, waited for; questions, decks
    assert costs[0] == costs[1] == 10, queries.sql
    assert heading(page) == "30 matches wait for you"
    assert page.count("Waiting for Bob") == 30
    assert part(page, "finished").count("<li") == mine.MOST_FINISHED
    assert part(page, "invited").count("<li") == mine.MOST_INVITATIONS


def test_it_reads_no_cards_and_no_secret(alice, bob, sign_in):
    client = sign_in(alice)
    many(alice, 1)
    with Queries() as queries:
        front(alice, client)
    read = " ".join(queries.sql)
    assert (
        set(re.findall(r'"games_hand"\."(\w+)"', read)) <= {"heard", "seat_id"} and "games_move" not in read
    )
    assert not re.search(r'"games_match"\."(seed|table|prompts|told|trouble|options|invite)"', read)


def test_more_than_fit_are_counted_and_lead_on(alice, bob, monkeypatch):
    monkeypatch.setattr(mine, "MOST_OPEN", 2)
    first, *_ = [sit_down("kangoeroe", [alice, bob], ASKED) for _ in range(4)]
    for _ in range(3):
        sit_down("kangoeroe", [alice, bob], OTHERS)  # newer, and less urgent
    Prompt.objects.filter(match=first).update(due_at=timezone.now())
    page = front(alice)
    assert heading(page) == "4 matches wait for you"
    assert page.count('class="waits-you"') == 2
    assert first.code in page and "There are more than fit here" in page


def finished_rows(alice: User, bob: User, count: int) -> None:
    """As many finished matches, without their cards."""
    ended = timezone.now() - timedelta(days=40)
    matches = Match.objects.bulk_create(
        [
            Match(game="kangoeroe", rules=1, status="finished", table="{}" * 900, ended_at=ended)
            for _ in range(count)
        ]
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, person=who, name=str(who))
            for match in matches
            for number, who in ((0, alice), (1, bob))
        ]
    )
    gather_statistics()


def gather_statistics() -> None:
    """As a database does by itself after so many changes."""
    with connection.cursor() as cursor:
        for table in ("games_match", "games_seat", "games_prompt"):
            cursor.execute(f"ANALYZE {table}")


def test_thousands_of_finished_matches_do_not_make_it_slow(alice, bob, sign_in):
    finished_rows(alice, bob, 3000)
    sit_down("kangoeroe", [alice, bob], ASKED)
    client = sign_in(alice)
    front(alice, client)
    begun = timezone.now()
    page = front(alice, client)
    assert timezone.now() - begun < timedelta(seconds=1)
    assert heading(page) == "1 match waits for you"
    assert page.count("<li") < 20


@pytest.mark.postgres
def test_what_waits_for_me_is_found_by_its_partial_index(alice, bob):
    finished_rows(alice, bob, 2000)
    rows = Seat.objects.filter(match__status="finished").values_list("match", "pk", "person")
    Prompt.objects.bulk_create(
        [
            Prompt(
                match_id=match,
                number=seat,
                seat_id=seat,
                person_id=who,
                kind="turn",
                waits=who == bob.pk and place % 40 < 2,  # few wait, as everywhere
                opened_at=timezone.now(),
            )
            for place, (match, seat, who) in enumerate(rows)
        ]
    )
    sit_down("kangoeroe", [alice, bob], ASKED)
    gather_statistics()
    plan = Prompt.objects.waiting_on(alice).values("match").explain()
    assert "waiting_on" in plan or "waiting_seat" in plan, plan  # both hold only what waits
