"""What the pages before the deal say: asked first, said afterwards, shown to whom it concerns, in words that hold."""

import re

import pytest
from django.test import Client

from accounts import ties
from games import lobby, matters, seating
from games.models import Match, Prompt
from games.views.lobby import ACTS, DONE
from tests.games.scripts import kangoeroe, play_on, sit_down, text
from tests.games.test_lobby import ask, do, row_of, seat_all, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]
HOUR = 3600


def look(client, match) -> str:
    return text(client.get(f"/m/{match.code}/"))


def asked_first(page: str) -> str:
    """What stands in boxes that one has to open."""
    return "".join(re.findall(r'<details class="sure">.*?</details>', page, re.S))


# Asked first


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("remove", "Bob loses the seat and cannot come back to this table. The link becomes a new one"),
        ("take-back", "Whoever has sat here longest becomes the host."),
        ("cancel", "No cards are dealt, and this cannot be undone."),
    ],
)
def test_what_cannot_be_undone_is_asked_first_and_works_without_scripts(alice, bob, sign_in, act, words):
    match = table(alice)
    seat_all(match, bob)
    found = look(sign_in(alice), match)
    assert found.count(f"table/{act}/") == asked_first(found).count(f"table/{act}/") == 1
    assert words in asked_first(found)


def test_a_bot_is_sent_away_with_one_press(alice, sign_in):
    match = table(alice, bots=1)
    found = look(sign_in(alice), match)
    assert "table/remove/" in found and "table/remove/" not in asked_first(found)


@pytest.mark.parametrize("others", [0, 1])
def test_giving_up_a_seat_says_what_becomes_of_the_table(alice, bob, sign_in, others):
    match = table(alice)
    seat_all(match, *[bob][:others])
    closes = "Nobody else sits here, so the table is closed."
    assert (closes in look(sign_in(alice), match)) is not others or not others
    if others:
        assert "longest becomes the host" not in look(sign_in(bob), match)
        assert closes not in look(sign_in(bob), match)


# Said afterwards


@pytest.mark.parametrize(
    ("act", "seat", "said"),
    [
        ("remove", "bob", "remove"),
        ("remove", "bot", "remove-bot"),
        ("hand-over", "bob", "hand-over"),
        ("bots", "", "bots"),
        ("link", "", "link"),
        ("no-link", "", "no-link"),
        ("told", "", "told"),
    ],
)
def test_what_was_done_is_said_once_and_takes_the_focus(alice, bob, sign_in, act, seat, said):
    match, client = table(alice, bots=1), sign_in(alice)
    seat_all(match, bob)
    rows = {"bob": row_of(match, bob), "bot": match.seats.get(bot=True).pk}
    answer = do(client, match, act, **({"seat": rows[seat]} if seat else {}))
    assert (answer.status_code, answer["Location"]) == (303, f"/m/{match.code}/?done={said}")
    found = text(client.get(answer["Location"]))
    status = re.search(r'<p class="note-box well done"[^>]*>', found)[0]
    assert 'role="status"' in status and 'tabindex="-1"' in status and "autofocus" in status
    assert str(DONE[said]) in found
    assert str(DONE[said]) not in look(client, match)


def test_everything_that_is_said_belongs_to_something_that_is_done():
    assert set(DONE) - {"remove-bot", "kept", "decks"} <= set(ACTS)  # decks: chosen on a page of their own


@pytest.mark.parametrize("word", ["", "nonsense", "<b>", "start"])
def test_an_address_that_somebody_made_up_says_nothing(alice, sign_in, word):
    match = table(alice)
    for where in (f"/m/{match.code}/", "/"):
        found = text(sign_in(alice).get(where, {"done": word}))
        assert "note-box well" not in found and '<b>"' not in found


def test_giving_up_a_seat_and_saying_no_are_said_on_the_front_page(alice, bob, sign_in):
    match, client = table(alice), sign_in(bob)
    ask(match, bob)
    seating.join(match.code, bob)
    answer = do(client, match, "take-back")
    assert "You have given up your seat." in text(client.get(answer["Location"]))
    nothing = client.post("/m/nosuchmatch9/table/take-back/")  # the same for whoever never sat anywhere
    assert do(client, match, "take-back")["Location"] == nothing["Location"] == answer["Location"]


def test_a_refusal_is_not_followed_by_praise(alice, bob, sign_in):
    match = table(alice)
    seat_all(match, bob)
    answer = sign_in(bob).post(f"/m/{match.code}/table/cancel/?done=bots")
    assert answer.status_code == 409 and str(DONE["bots"]) not in text(answer)


# Who was sent away


def test_whoever_was_sent_away_learns_so_before_the_button_is_pressed(alice, bob, cleo, sign_in):
    match = table(alice)
    seat_all(match, bob)
    do(sign_in(alice), match, "remove", seat=row_of(match, bob))
    match.refresh_from_db()
    answer = sign_in(bob).get(f"/i/{match.invite}/")
    found = text(answer)
    assert answer.status_code == 409 and "You cannot sit down at this table." in found
    assert "Sit down" not in found and "Alice" not in found
    assert "Sit down" in text(sign_in(cleo).get(f"/i/{match.invite}/"))


# The address for watching


def test_the_address_for_watching_can_be_passed_on_before_the_deal(alice, bob, sign_in):
    match = table(alice, seats=2, watchable=True)
    found = look(sign_in(alice), match)
    assert f'value="http://testserver/w/{match.code}/" readonly' in found
    assert f'href="/w/{match.code}/"' not in found
    answer = Client().get(f"/w/{match.code}/")
    assert answer.status_code == 200 and "Not dealt yet" in text(answer) and "Alice" not in text(answer)
    seat_all(match, bob)
    lobby.start(match.code, alice)
    assert "Not dealt yet" not in text(Client().get(f"/w/{match.code}/"))


@pytest.mark.parametrize("why", ["not watchable", "closed", "no public tables", "blocked"])
def test_a_table_that_will_not_be_watched_is_not_there_before_the_deal_either(
    alice, dora, sign_in, settings, why
):
    settings.PUBLIC_TABLES = why != "no public tables"
    match = table(alice, watchable=why != "not watchable", visibility="open")
    if why == "closed":
        lobby.cancel(match.code, alice)
    if why == "blocked":
        ties.tie(alice, dora, "block")
    assert sign_in(dora).get(f"/w/{match.code}/").status_code == 404


# What is shown


def test_a_full_table_invites_nobody_until_a_seat_is_free_again(alice, bob, sign_in):
    match, client = table(alice, seats=2), sign_in(alice)
    assert "Invite people" in look(client, match)
    seat_all(match, bob)
    found = look(client, match)
    assert "Invite people" not in found and match.invite not in found and "Scan" not in found
    do(client, match, "remove", seat=row_of(match, bob))
    assert "Invite people" in look(client, match)


@pytest.mark.parametrize(("pace", "agreed"), [(4 * HOUR, True), (24 * HOUR, False)])
def test_an_invitation_asks_before_it_explains(alice, pace, agreed):
    match = table(alice, pace=pace)
    found = text(Client().get(f"/i/{match.invite}/"))
    assert found.index('class="chips"') < found.index('name="name"') < found.index("Time for an answer")
    assert ("By sitting down you agree" in found) is agreed
    if agreed:
        assert found.index("By sitting down you agree") < found.index("Sit down</button>")


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (300, "whoever is attacked is asked each time"),
        (24 * HOUR, "the table defends at once, with as many cards as it takes"),
    ],
)
def test_what_was_left_to_the_pace_is_said_as_what_it_comes_to(alice, sign_in, pace, words):
    match = table(alice, pace=pace)
    for found in (look(sign_in(alice), match), text(Client().get(f"/i/{match.invite}/"))):
        assert f"<dd>{words}</dd>" in found and "as suits the pace" not in found


def test_the_form_says_what_suits_which_pace(alice, sign_in):
    found = text(sign_in(alice).get("/new/kangoeroe/"))
    assert "as suits the pace (live: whoever is attacked is asked each time; else: the table defends" in found
    assert found.count(" data-live>") == 1  # the one pace at which everybody is there at once


def test_rules_of_a_table_do_not_speak_of_me(alice, sign_in):
    options = re.findall(
        r"<fieldset data-option.*?</fieldset>", text(sign_in(alice).get("/new/kangoeroe/")), re.S
    )
    assert options and not re.search(r"\b(I|me|my)\b", re.sub(r"<[^>]*>", " ", " ".join(options)))


def test_the_pages_for_options_say_that_a_day_may_last_until_the_morning(alice, sign_in):
    assert "one day can become a day and a few hours" in text(sign_in(alice).get("/new/kangoeroe/"))


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"seats": "4", "first": "3"}, 303),
        ({"seats": "4", "first": "4"}, 422),
        ({"seats": "2", "first": "5"}, 422),
    ],
)
def test_only_a_seat_that_is_there_starts_a_practice_match_and_what_was_chosen_is_kept(
    alice, sign_in, form, status
):
    answer = sign_in(alice).post("/practice/kangoeroe/", form)
    assert answer.status_code == status
    if status == 422:
        found = text(answer)
        assert f'name="seats" value="{form["seats"]}" checked' in found
        assert f'name="first" value="{form["first"]}" checked' in found
        assert "There are not so many seats: choose again." in found


# Open tables


def test_an_empty_list_says_whether_a_filter_made_it_so(alice, bob, sign_in):
    client = sign_in(bob)
    assert "Nobody has an open table just now." in text(client.get("/open/"))
    table(alice, visibility="open", pace=24 * HOUR)
    found = text(client.get("/open/", {"pace": 300}))
    assert "No open table fits what you chose." in found and 'href="/open/">Show all open tables' in found


def test_an_open_table_has_the_moment_it_was_set_up(alice, bob, sign_in):
    match = table(alice, visibility="open")
    found = text(sign_in(bob).get("/open/"))
    assert '">Set up: ' in found and " ago" not in found
    assert match.created_at.strftime("%Y-%m-%dT%H:%M:%S") in found


# After the match


@pytest.mark.parametrize("closed", [True, False])
def test_playing_once_more_stands_beside_the_way_out(alice, bob, sign_in, closed):
    match = sit_down("kangoeroe", [alice, bob])
    if closed:
        Match.objects.filter(pk=match.pk).update(status="closed", closed_why="agreed")
    else:
        play_on(match)
    found = look(sign_in(alice), match)
    bar = re.search(r'<div class="actions" id="move">.*?</div>', found, re.S)[0]
    assert "rematch/" in bar and "Front page" in bar and found.count("/rematch/") == 1


def test_a_finished_practice_match_is_played_again_from_there_too(alice, sign_in):
    match = sit_down("kangoeroe", [alice, None, None])
    Match.objects.filter(pk=match.pk).update(practice=True)
    play_on(match)
    bar = re.search(r'<div class="actions" id="move">.*?</div>', look(sign_in(alice), match), re.S)[0]
    assert "Play again" in bar and 'name="seats" value="3"' in bar and "Rematch" not in bar


def test_the_link_of_somebody_who_left_is_passed_on_like_any_other(bob, sign_in):
    party = kangoeroe(3)
    party.post(1, "leave", {"then": "substitute"}, htmx=False)
    client = party.clients[1]
    link = party.match.seats.get(number=1).invite
    found = text(client.get("/left/"))
    assert f'value="http://testserver/i/{link}/" readonly' in found and "data-copy" in found and "QR" in found
    assert "Keep this link" in found
    sign_in(bob).post(f"/i/{link}/", {"do": "sit"})
    found = text(client.get("/left/"))
    assert "seats nobody any more" in found and link not in found


# Time


@pytest.mark.parametrize(("more", "said"), [(0, False), (7, True), (-3, False)])
def test_time_that_lasts_longer_than_the_pace_is_explained(more, said):
    party = kangoeroe(2, pace=24 * HOUR)
    row = Prompt.objects.get(match=party.match, waits=True)
    Prompt.objects.filter(pk=row.pk).update(due_at=row.opened_at + matters.timedelta(hours=24 + more))
    words = "The end of your quiet hours is counted in"
    assert (words in text(party.page(0))) is said
    assert words not in text(party.page(1))
