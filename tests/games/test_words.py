"""What people wrote, wherever events are said: loaded at once, escaped, and gone at once when it is hidden."""

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from accounts import ties
from accounts.models import Tie
from games.cast import Cast
from games.log import with_words
from games.models import Match, Move
from quotes.models import Words
from tests.engine import toy_parts as toy
from tests.games.scripts import Party, Queries, finished, party, play_on, text
from tests.games.test_queries import PAGE
from tests.games.toy_face import FACE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_toy")]

SAID = "writes: Carpe &lt;b&gt;diem"


def write(table: Party, words: str = "Carpe <b>diem") -> int:
    """Somebody writes; the seat."""
    prompt = table.owed(kind="write")
    assert table.answer(prompt.seat, prompt.number, {"words": words}).status_code == 200
    return prompt.seat


def written(seats: int = 2) -> tuple[Party, int]:
    table = party("toy", seats)
    return table, write(table)


def spoken(*numbers: int | None) -> list[toy.Wrote]:
    return [toy.Wrote(seat=0, words=number) for number in numbers]


def hide_all() -> None:
    Words.objects.update(hidden_at=timezone.now())


def pages(table: Party) -> dict[str, str]:
    """Every page that says what happened, as seat 1 or a watcher gets it."""
    Match.objects.filter(pk=table.match.pk).update(watchable=True)
    found = {name: text(table.clients[1].get(table.url(name))) for name in ("match", "log", "watch")}
    if table.match.status == Match.Status.FINISHED:
        number = Move.objects.get(
            match=table.match, action__contains='"write"', public__contains="words"
        ).number
        found["replay"] = text(table.clients[1].get(table.url("replay", number)))
    return found


def test_what_somebody_wrote_is_said_and_escaped_on_every_page():
    table, _ = written()
    for name, page in pages(table).items():
        assert SAID in page, name
        assert "<b>diem" not in page, name


def test_what_is_hidden_reads_as_removed_at_once_on_every_page():
    table, _ = written()
    pages(table)  # whatever is kept in memory is kept now
    hide_all()
    for name, page in pages(table).items():
        assert "diem" not in page and "writes: removed" in page, name


def test_the_replay_and_the_whole_log_of_a_finished_match_say_it_until_it_is_hidden():
    table = party("toy", 2, {"rounds": 1})
    write(table)
    play_on(table.match)
    assert {name for name, page in pages(table).items() if SAID in page} >= {"log", "replay"}
    hide_all()
    assert {name for name, page in pages(table).items() if "diem" in page} == set()
    assert "writes: removed" in pages(table)["replay"]


def test_words_that_are_not_there_any_more_read_as_removed():
    table, _ = written()
    Words.objects.all().delete()
    assert all("writes: removed" in page for page in pages(table).values())


def test_who_mutes_somebody_reads_none_of_their_words_and_the_others_do():
    table, seat = written(3)
    reader, other = [number for number in range(3) if number != seat]
    people = {number: table.match.seats.get(number=number).person for number in range(3)}
    ties.tie(people[reader], people[seat], Tie.Kind.MUTE)
    assert "diem" not in text(table.page(reader))
    assert SAID in text(table.page(other)) and SAID in text(table.page(seat))


@pytest.mark.parametrize("name", ["match", "log", "watch"])
def test_any_number_of_texts_is_one_query_more(name):
    table, _ = written()
    Match.objects.filter(pk=table.match.pk).update(watchable=True)
    address, client = table.url(name), table.clients[1]
    client.get(address)
    with Queries() as with_one:
        client.get(address)
    like = table.moves()[-1]
    for number in range(1, 4):
        words = Words.objects.create(text=f"More of it {number}")
        said = toy.Wrote(seat=like.seat, words=words.pk)
        Move.objects.create(
            match=table.match,
            number=like.number + number,
            seat=like.seat,
            by=like.by,
            public=msgspec.json.encode([said]).decode(),
            at=like.at + timedelta(seconds=number),
        )
    with Queries() as with_four:
        page = text(client.get(address))
    assert all(f"More of it {number}" in page for number in range(1, 4))
    Move.objects.filter(match=table.match, public__contains="wrote").update(public="[]")
    with Queries() as with_none:
        client.get(address)
    assert (len(with_one), len(with_four)) == (len(with_none) + 1, len(with_none) + 1)
    assert name != "match" or len(with_none) == PAGE


@pytest.mark.parametrize(
    ("events", "numbers"),
    [
        (spoken(7), (7,)),
        (spoken(-1), ()),  # a text of the game's own
        (spoken(0), ()),
        (spoken(None), ()),
        ([toy.Covered(seat=0)], ()),
    ],
)
def test_the_texts_of_an_event_are_those_that_people_wrote(events, numbers):
    assert FACE.words_in(events[0]) == numbers


def test_without_anything_written_no_query_is_made():
    cast = Cast(("Ada", "Bo"), 0)
    with Queries() as queries:
        assert with_words(FACE, cast, spoken(None, -1)) is cast
    assert len(queries) == 0
    assert cast.words(7) == "removed"


def test_a_sentence_that_a_face_does_not_want_remembered_is_made_anew(monkeypatch):
    table, _ = written()
    said = []
    monkeypatch.setattr(type(FACE), "say", lambda self, event, cast: said.append(event) or "Said.")
    monkeypatch.setattr(type(FACE), "remembers", lambda self, event: not isinstance(event, toy.Dealt))
    for _ in range(2):
        table.page(1)
    again = [type(event).__name__ for event in set(said) if said.count(event) > 1]
    assert sorted(again) == ["Dealt", "Wrote"]


def test_the_page_on_which_a_match_is_put_back_says_it_too(admin_client):
    table = finished("toy", 2)
    Match.objects.filter(pk=table.match.pk).update(status=Match.Status.RUNNING, result="")
    move = Move.objects.filter(match=table.match, number__gt=0, number__lt=5).first()
    words = Words.objects.create(text="Carpe <b>diem")
    move.public = msgspec.json.encode([toy.Wrote(seat=0, words=words.pk)]).decode()
    move.save()
    address = f"/admin/games/match/{table.match.pk}/repair/rewind/"
    assert "writes: Carpe" in text(admin_client.get(address))
    hide_all()
    assert "writes: removed" in text(admin_client.get(address))
