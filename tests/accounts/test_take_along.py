"""All that is kept of a person as one file: asked for with a press, made while it is sent, not without end."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import takeout
from accounts.models import User
from accounts.people import make_guest
from games import links, play
from games.models import Message, Move, Seat
from quotes.models import Card, Deck, Words
from tests.games.scripts import ASK, Queries, sit_down, text
from tests.games.scripts import deck as deck_of

pytestmark = pytest.mark.django_db
ADDRESS = "/settings/data.zip"
DAY = 86400


def fetched(client) -> zipfile.ZipFile:
    answer = client.get(ADDRESS)
    assert answer.status_code == 200 and answer.streaming
    return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))


def data_of(person: User) -> dict:
    archive = zipfile.ZipFile(io.BytesIO(b"".join(takeout.zipped(person))))
    return json.loads(archive.read("data.json"))


# Asked for


def test_settings_and_the_page_before_deletion_lead_to_it(alice, sign_in):
    browser = sign_in(alice)
    for page in ("/settings/", "/settings/delete/"):
        assert f'href="{ADDRESS}"' in text(browser.get(page))


@pytest.mark.parametrize("who", ["a person", "a guest"])
def test_it_is_a_zip_with_a_name_that_no_cache_keeps(alice, sign_in, who):
    person = alice if who == "a person" else make_guest("Quentin")
    answer = sign_in(person).get(ADDRESS)
    assert answer["Content-Type"] == "application/zip" and "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith('attachment; filename="my-data-2')
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert (
        archive.testzip() is None and json.loads(archive.read("data.json"))["profile"]["name"] == person.name
    )


def test_who_is_not_signed_in_gets_none(client):
    assert client.get(ADDRESS).status_code == 302 and client.post(ADDRESS).status_code in (302, 405)


def test_it_is_not_to_be_had_without_end(alice, bob, sign_in):
    browser = sign_in(alice)
    assert [browser.get(ADDRESS).status_code for _ in range(6)] == [200] * 5 + [429]
    assert "5 times within an hour" in text(browser.get(ADDRESS))
    assert sign_in(bob).get(ADDRESS).status_code == 200


def test_who_is_suspended_still_gets_it(alice, sign_in):
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert fetched(sign_in(alice)).namelist() == ["data.json"]


# What is in it


def test_each_deck_is_a_file_that_can_be_brought_in_again(alice, bob, sign_in):
    own, shared = deck_of(2, owner=alice, title="Küche / Talk"), deck_of(1, owner=bob, title="Con")
    shared.editors.add(alice)
    deck_of(1, owner=bob, title="Not hers", state="published")
    Deck.objects.create(owner=alice, title="Hidden", language="en", hidden_at=timezone.now())
    archive = fetched(sign_in(alice))
    names = {f"decks/{own.pk}-küche-talk.json", f"decks/{shared.pk}-deck-con.json"}
    assert set(archive.namelist()) == {"data.json", *names}
    rows = json.loads(archive.read("data.json"))["decks"]
    assert {row["title"]: (row["own"], bool(row["file"])) for row in rows} == {
        "Küche / Talk": (True, True),
        "Con": (False, True),
        "Hidden": (True, False),
    }
    assert {row["file"] for row in rows} - {""} == names
    assert json.loads(archive.read(f"decks/{own.pk}-küche-talk.json"))["title"] == "Küche / Talk"


def test_what_she_wrote_is_in_it_also_after_it_was_hidden(alice, bob):
    deck = deck_of(1, owner=bob, title="Night shift")
    fields = {"language": "en", "author": alice, "hidden_at": timezone.now()}
    Card.objects.create(deck=deck, number=9, quote="Ahoy", source="A sailor", **fields)
    Words.objects.create(text="You!", author=alice, hidden_at=timezone.now())
    data = data_of(alice)
    assert [(card["quote"], card["deck"]) for card in data["cards"]] == [("Ahoy", "")]  # his deck is private
    assert [words["text"] for words in data["words"]] == ["You!"]
    Deck.objects.update(state="published")
    assert data_of(alice)["cards"][0]["deck"] == "Night shift"


def test_matches_have_her_seat_and_answers_and_no_cards(alice, bob):
    match = sit_down("kangoeroe", [alice, bob], ASK, pace=DAY)
    for seat, said in ((0, "mine"), (1, "his")):
        row = {"match": match, "number": 90 + seat, "seat": seat, "by": Move.By.PLAYER}
        Move.objects.create(**row, action=json.dumps({"said": said}))
    Move.objects.create(match=match, number=93, seat=0, by=Move.By.STANDIN, action='{"said": "a bot"}')
    data = data_of(alice)
    assert [move["answer"] for move in data["moves"]] == [{"said": "mine"}]
    assert [(row["code"], row["seat"]["number"], row["result"]) for row in data["matches"]] == [
        (match.code, 0, None)
    ]
    zones = match.hands.values_list("zone", flat=True)
    assert not any(zone in json.dumps(data) for zone in zones)


def moves_of(person: User) -> list[int]:
    return [move["number"] for move in data_of(person)["moves"]]


def test_of_a_seat_that_changed_hands_everybody_has_their_own_answers(alice, bob, cleo, dora):
    """Alice sits there, leaves, Cleo takes the seat over, leaves, and Dora has it now."""
    match = sit_down("kangoeroe", [alice, bob], ASK, pace=DAY)
    for number, (here, after) in enumerate(((alice, cleo), (cleo, dora), (dora, None))):
        Move.objects.create(match=match, number=90 + number, seat=0, by=Move.By.PLAYER, action="{}")
        if after is not None:
            play.leave(match.code, here)
            links.offer_seat(match.code, 0, bob)
            links.take_seat(Seat.objects.get(match=match, number=0).invite, after)
    assert [moves_of(one) for one in (alice, cleo, dora, bob)] == [[90], [91], [92], []]
    assert [len(data_of(one)["matches"]) for one in (alice, cleo, dora)] == [1, 1, 1]


def test_her_name_is_no_clue_to_whoever_was_there_before(alice, bob, cleo):
    """Whoever left was deleted since: nothing says any more that the seat was theirs, and it is not hers."""
    match = sit_down("kangoeroe", [cleo, bob], ASK, pace=DAY)
    Move.objects.create(match=match, number=90, seat=0, by=Move.By.PLAYER, action="{}")
    play.leave(match.code, cleo)
    links.offer_seat(match.code, 0, bob)
    links.take_seat(Seat.objects.get(match=match, number=0).invite, alice)
    Message.objects.filter(person=cleo).update(person=None)
    Seat.objects.filter(left_by=cleo).update(left_by=None)
    assert moves_of(alice) == []


# How it is made


def test_it_is_sent_bit_by_bit(alice):
    """Neither its rows nor its bytes are in memory together, so a lot of it is no burden."""
    Words.objects.bulk_create(Words(author=alice, text=f"{number} words") for number in range(1200))
    with Queries() as queries:
        pieces = list(takeout.zipped(alice))
    assert len(pieces) > 1200 and max(map(len, pieces)) < 100_000
    assert len(queries.sql) < 60
    assert len(json.loads(zipfile.ZipFile(io.BytesIO(b"".join(pieces))).read("data.json"))["words"]) == 1200
