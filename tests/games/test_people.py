"""Looking somebody up, and choosing what to see and hear of them."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from accounts import ties
from accounts.models import Tie, User
from games import lobby
from games.models import Invitation, Match, Message, Seat
from tests.games.scripts import HTMX, Queries, everything_stored, person, sit_down, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def together(alice, bob, cleo) -> Match:
    return sit_down("kangoeroe", [alice, bob, cleo])


def page_of(other: User) -> str:
    return f"/people/{other.username}/"


def look(me: User, other: User) -> Any:
    return signed_in(me).get(page_of(other))


def signed_in(me: User) -> Client:
    client = Client()
    client.force_login(me)
    return client


def test_somebody_from_my_table_has_a_page(alice, bob, together):
    User.objects.filter(pk=bob.pk).update(date_joined=datetime(2026, 3, 5, tzinfo=UTC))
    page = text(look(alice, bob))
    for words in ("<h1>Bob</h1>", "Here since March 2026", "1 match together", "Mute", "Block"):
        assert words in page
    assert f'href="{together.get_absolute_url()}"' in page
    assert "bob@example.org" not in page
    assert 'class="stamp' in page


def test_matches_with_others_are_nobodys_business(alice, bob, cleo, dora, together):
    secret = sit_down("kangoeroe", [bob, dora])
    page = text(look(alice, bob))
    assert secret.code not in page and "1 match together" in page


def test_a_guest_is_called_one(alice, together):
    guest = User.objects.create(name="Emil", is_guest=True)
    sit_down("kangoeroe", [alice, guest])
    assert "guest" in text(look(alice, guest))


@pytest.mark.parametrize(
    "handle", ["nobody", "admin", "x" * 500, "%00", "..%2f", "<script>", "1", "%E2%80%AE"]
)
def test_strangers_and_nobody_look_the_same(alice, bob, dora, together, handle):
    client = signed_in(dora)
    for method in (client.get, client.post, client.head):
        assert method(page_of(bob)).status_code == 404
        assert method(f"/people/{handle}/").status_code == 404
    assert client.post(page_of(bob), {"choice": "block"}, headers=HTMX).status_code == 404
    assert not Tie.objects.exists()
    assert Client().get(page_of(bob)).status_code == 302


def test_nobody_looks_themselves_up_here(alice, together):
    assert look(alice, alice).status_code == 404
    assert signed_in(alice).post(page_of(alice), {"choice": "block"}).status_code == 404


@pytest.mark.parametrize("how", ["lobby", "invited", "spoke", "tied", "suspended"])
def test_who_may_be_looked_up(alice, dora, how):
    assert look(alice, dora).status_code == 404
    match = lobby.create(dora, "kangoeroe", seats=3, bots=0, pace=86400, options={})
    assert look(alice, dora).status_code == 404
    if how == "lobby":
        Seat.objects.create(match=match, number=1, person=alice, name="Alice")
    elif how == "invited":
        Invitation.objects.create(match=match, person=alice, by=dora)
    elif how == "spoke":
        mine = sit_down("kangoeroe", [alice, None])
        Message.objects.create(match=mine, number=1, person=dora, kind="reaction", key="ha")
    elif how == "tied":
        ties.tie(alice, dora, Tie.Kind.MUTE)
    else:
        Seat.objects.create(match=match, number=1, person=alice, name="Alice")
        User.objects.filter(pk=dora.pk).update(is_active=False)
    assert look(alice, dora).status_code == (404 if how == "suspended" else 200)


def test_being_muted_opens_no_page_to_the_other(alice, dora):
    ties.tie(alice, dora, Tie.Kind.BLOCK)
    assert look(dora, alice).status_code == 404


@pytest.mark.parametrize(
    ("first", "choice", "kept", "offered"),
    [
        ("", "mute", "mute", {"none", "block"}),
        ("", "block", "block", {"none", "mute"}),
        ("mute", "block", "block", {"none", "mute"}),
        ("block", "mute", "mute", {"none", "block"}),
        ("mute", "none", "", {"mute", "block"}),
        ("block", "none", "", {"mute", "block"}),
        ("mute", "mute", "mute", {"none", "block"}),
    ],
)
def test_a_press_mutes_blocks_or_takes_it_back(alice, bob, together, first, choice, kept, offered):
    if first:
        ties.tie(alice, bob, first)
    client = signed_in(alice)
    for _ in range(2):
        answer = client.post(page_of(bob), {"choice": choice})
        assert (answer.status_code, answer["Location"]) == (303, page_of(bob))
    assert ties.kind_between(alice, bob) == kept
    assert ties.kind_between(bob, alice) == ""
    page = text(client.get(page_of(bob)))
    assert set(re.findall(r'name="choice" value="(\w+)"', page)) == offered
    assert ("You have muted Bob" in page) is (kept == "mute")
    assert ("You have blocked Bob" in page) is (kept == "block")
    theirs = text(look(bob, alice))
    assert "You have" not in theirs and "Alice is told of neither" in theirs


@pytest.mark.parametrize("choice", ["", "hate", "MUTE", "\x00", "x" * 5000])
def test_a_choice_that_is_not_there_is_refused(alice, bob, together, choice):
    answer = signed_in(alice).post(page_of(bob), {"choice": choice})
    assert answer.status_code == 422
    assert "That choice is not there" in text(answer)
    assert not Tie.objects.exists()


def test_taking_back_the_last_tie_to_somebody_leads_to_the_list(alice, dora):
    ties.tie(alice, dora, Tie.Kind.MUTE)
    answer = signed_in(alice).post(page_of(dora), {"choice": "none"})
    assert (answer.status_code, answer["Location"]) == (303, "/people/")
    assert look(alice, dora).status_code == 404


def test_the_list_names_whom_i_met_and_apart_whom_i_mute_or_block(alice, bob, cleo, dora, together):
    sit_down("kangoeroe", [bob, dora])
    ties.tie(alice, bob, Tie.Kind.BLOCK)
    page = text(signed_in(alice).get("/people/"))
    tied, met = page.split('aria-labelledby="met"')
    assert page_of(bob) in tied and "blocked" in tied and "Unblock" in tied
    assert page_of(cleo) in met and page_of(bob) not in met
    assert page_of(dora) not in page and page_of(alice) not in page
    assert "Nobody yet" in text(signed_in(person("Emil")).get("/people/"))


def test_a_change_of_heart_starts_from_the_list(alice, bob, together):
    ties.tie(alice, bob, Tie.Kind.MUTE)
    client = signed_in(alice)
    action = re.search(r'action="(/people/[^"]+)"', text(client.get("/people/")))[1]
    assert client.post(action, {"choice": "none"}).status_code == 303
    assert not Tie.objects.exists()


@pytest.mark.parametrize("name", ["<script>x</script>", '"><svg onload=x>', "' onclick='x", "{{ x }} %(n)s"])
def test_names_stay_text(alice, name):
    other = person(name)
    sit_down("kangoeroe", [alice, other])
    ties.tie(alice, other, Tie.Kind.BLOCK)
    client = signed_in(alice)
    for address in (page_of(other), "/people/"):
        page = text(client.get(address))
        assert "<script>x" not in page and "<svg onload" not in page
        assert not re.search(r"<[^<>]*\sonclick=", re.sub(r'"[^"]*"', '""', page))


def test_pages_cost_the_same_with_one_common_match_and_with_many(alice, bob):
    client, costs = signed_in(alice), []
    for times in (1, 12):
        for _ in range(times):
            sit_down("kangoeroe", [alice, bob, person("Emil")])
        for address in (page_of(bob), "/people/"):
            with Queries() as queries:
                client.get(address)
            costs.append(len(queries))
    assert costs[0] + 1 == costs[2] <= 7  # how many there are is counted once the list is full
    assert costs[1] == costs[3] <= 6


def test_looking_changes_nothing(alice, bob, together):
    client = signed_in(alice)
    before = everything_stored()
    client.get(page_of(bob))
    client.get("/people/")
    assert everything_stored() == before
